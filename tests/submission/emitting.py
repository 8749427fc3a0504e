"""TOML written in every style there is, with the line of every key noted by the writer: the witness for ``places``.

The writer knows where it puts each key because it puts it there; nothing of houseway is used.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

Path = tuple[str | int, ...]
TRAPS = (  # comments that look like keys and tables
    "# [wagers.blind]",
    '# paytable = "E"',
    "#",
    "# it's \"\"\" and '''",
    "# = ] } [[x]]",
)


class Raw(NamedTuple):
    """A value written as it stands here."""

    text: str


class Document(NamedTuple):
    """A text, and the line of each path in it (of the first mention)."""

    text: str
    lines: dict[Path, int]

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest table around it; 1 for the document."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def emit(table: Mapping[str, Any], dice: random.Random) -> Document:
    """A table as TOML in a style thrown by the dice: headers, dotted keys, inline tables, quoted keys, arrays over lines."""
    writer = _Writer(dice)
    writer.table((), table)
    text = "\n".join(writer.out) + dice.choice(["", "\n", "\n\n"])
    return Document(text, writer.lines)


class _Writer:
    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.out: list[str] = []
        self.lines: dict[Path, int] = {}

    def mark(self, path: Path, extra: int = 0) -> None:
        """The path stands on the line that is written next."""
        self.lines.setdefault(path, len(self.out) + 1 + extra)

    def space(self) -> None:
        while self.dice.random() < 0.2:
            self.out.append(self.dice.choice(["", "   ", "\t", *TRAPS]))

    def table(self, path: Path, table: Mapping[str, Any]) -> None:
        """The keys of a table whose header, if it has one, is written."""
        headed = []
        items = list(table.items())
        self.dice.shuffle(items)
        for key, value in items:
            if isinstance(value, Mapping):
                style = self.dice.choice(["header", "header", "dotted", "inline"])
                if style == "header":
                    headed.append((key, value))
                elif style == "dotted" and value:
                    self.dotted(path, (key,), value)
                else:
                    self.pair(path, (key,), value)
            else:
                self.pair(path, (key,), value)
        for key, value in headed:
            self.header((*path, key), value)

    def header(self, path: Path, table: Mapping[str, Any]) -> None:
        if not (table and all(isinstance(value, Mapping) for value in table.values()) and self.dice.random() < 0.5):
            self.space()
            for end in range(1, len(path) + 1):
                self.mark(path[:end])
            blank = self.dice.choice(["", " ", "\t"])
            name = f"{blank}.{blank}".join(self.key(str(part)) for part in path)
            self.out.append(self.dice.choice(["", "  "]) + f"[{blank}{name}{blank}]" + self.tail())
            self.table(path, table)
            return
        for key, value in table.items():  # a table whose subtables alone have headers has none of its own
            self.header((*path, key), value)

    def dotted(self, path: Path, keys: tuple[str, ...], table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            if isinstance(value, Mapping) and value and self.dice.random() < 0.7:
                self.dotted(path, (*keys, key), value)
            else:
                self.pair(path, (*keys, key), value)

    def pair(self, path: Path, keys: tuple[str, ...], value: Any) -> None:
        self.space()
        for end in range(1, len(keys) + 1):
            self.mark((*path, *keys[:end]))
        blank = self.dice.choice(["", " "])
        start = self.dice.choice(["", "    ", "\t"]) + f"{blank}.{blank}".join(map(self.key, keys)) + f"{blank}={blank}"
        written = (start + self.value((*path, *keys), value, 0, True) + self.tail()).split("\n")
        self.out += written

    def key(self, key: str) -> str:
        plain = key.replace("_", "").replace("-", "").isalnum() and key.isascii()
        style = self.dice.choice(["bare", "bare", "basic", "literal", "escaped"]) if plain else "basic"
        if style == "bare":
            return key
        if style == "literal":
            return f"'{key}'"
        if style == "escaped":
            at = self.dice.randrange(len(key))
            escape = self.dice.choice([f"\\u{ord(key[at]):04x}", f"\\U{ord(key[at]):08X}"])
            return f'"{key[:at]}{escape}{key[at + 1 :]}"'
        return json.dumps(key, ensure_ascii=False)

    def value(self, path: Path, value: Any, extra: int, top: bool) -> str:
        """The text of a value that begins ``extra`` lines below the line written next."""
        if isinstance(value, Raw):
            return value.text
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, Mapping):
            parts = []
            for key, inner in value.items():
                self.mark((*path, key), extra)
                parts.append(f"{self.key(key)} = {self.value((*path, key), inner, extra, False)}")
            return "{" + ", ".join(parts) + "}"
        if isinstance(value, list):
            return self.array(path, value, extra, top)
        if isinstance(value, str):
            return self.string(value, top)
        return str(value)

    def array(self, path: Path, items: list[Any], extra: int, top: bool) -> str:
        text, line = "[", extra
        for index, item in enumerate(items):
            if top and self.dice.random() < 0.5:
                between = "\n" + self.dice.choice(["", f"    {self.dice.choice(TRAPS)}\n"])
                text += between + "  "
                line += between.count("\n")
            self.mark((*path, index), line)
            text += self.value((*path, index), item, line, False)
            text += "," if index < len(items) - 1 or self.dice.random() < 0.3 else ""
        return text + ("\n" if top and self.dice.random() < 0.3 else "") + "]"

    def string(self, text: str, top: bool) -> str:
        style = self.dice.choice(["basic", "literal", "long", "raw"])
        if style == "literal" and "'" not in text and text.isprintable():
            return f"'{text}'"
        if style == "raw" and "'" not in text and text.isprintable() and top:
            return f"'''{text}'''"
        if style == "long" and top:
            inner = json.dumps(text, ensure_ascii=False)[1:-1]
            return '"""' + self.dice.choice(["", "\n", "\\\n   "]) + inner + '"""'
        return json.dumps(text, ensure_ascii=False)

    def tail(self) -> str:
        return self.dice.choice(["", "", " ", f"  {self.dice.choice(TRAPS)}"])
