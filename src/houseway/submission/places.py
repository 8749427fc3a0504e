"""Which line of a file a value stands on. Parsers of TOML and JSON do not tell, so the text is walked a second time.

Both walks are given text that a parser has already accepted; they only find out where each key is, and judge nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in the stubs; the reader of a quoted string

from houseway.problems import shown

Path = tuple[str | int, ...]

DEEPEST = 20  # no submission is nested deeper than wagers.progressive.meter.initial


class TooDeep(ValueError):
    """Keys or values nested deeper than any submission; ``line`` is where."""

    def __init__(self, line: int) -> None:
        super().__init__("is nested too deeply")
        self.line = line


class Places:
    """Lines of paths: ``("wagers", "blind", "paytable")`` to 12. A path that is missing has the line of its table."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self.lines = lines

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest table around it that is written down; 1 for the file itself."""
        while path:
            found = self.lines.get(path)
            if found is not None:
                return found
            path = path[:-1]
        return 1


def dotted(path: Path) -> str:
    """A path as it is written in messages.

    >>> dotted(("wagers", "progressive", "amounts", 1))
    'wagers.progressive.amounts[1]'
    """
    said = ""
    for part in path:
        if isinstance(part, int):
            said += f"[{part}]"
        elif part.replace("_", "").replace("-", "").isalnum() and part.isascii():
            said += ("." if said else "") + shown(part, 40)
        else:  # quoted, as TOML would have it
            escaped = shown(part, 40).replace("\\", "\\\\").replace('"', '\\"')
            said += ("." if said else "") + f'"{escaped}"'
    return said


class _Walk:
    """What both walks share: a text, a place in it, and the lines found."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._starts = [0]
        start = text.find("\n")
        while start >= 0:
            self._starts.append(start + 1)
            start = text.find("\n", start + 1)

    def here(self) -> int:
        return bisect_right(self._starts, self.at)

    def mark(self, path: Path) -> None:
        if len(path) > DEEPEST:
            raise TooDeep(self.here())
        self.lines.setdefault(path, self.here())

    def skip(self, of: str) -> None:
        text, at, end = self.text, self.at, len(self.text)
        while at < end and text[at] in of:
            at += 1
        self.at = at


class _Toml(_Walk):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._arrays: dict[Path, int] = {}  # how many tables an array of tables has so far

    def document(self) -> None:
        table: Path = ()
        while True:
            self.blank()
            if self.at >= len(self.text):
                return
            if self.text.startswith("[[", self.at):
                table = self.header(2)
            elif self.text[self.at] == "[":
                table = self.header(1)
            else:
                self.pair(table)

    def blank(self) -> None:
        """Over white space, line ends and comments."""
        while True:
            self.skip(" \t\r\n")
            if not self.text.startswith("#", self.at):
                return
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end

    def header(self, brackets: int) -> Path:
        start = self.at
        self.at += brackets
        parts = self.key()
        self.at, end = start, self.at
        table: Path = ()
        for index, part in enumerate(parts):
            table += (part,)
            last = index == len(parts) - 1
            if brackets == 2 and last:
                self.mark(table)
                self._arrays[table] = self._arrays.get(table, 0) + 1
            if table in self._arrays:
                table += (self._arrays[table] - 1,)
            self.mark(table)
        self.at = end + brackets
        return table

    def pair(self, table: Path) -> None:
        start = self.at
        parts = self.key()
        self.at, end = start, self.at
        path = table
        for part in parts:
            path += (part,)
            self.mark(path)
        self.at = end + 1  # over the equals sign
        self.skip(" \t")
        self.value(path)

    def key(self) -> list[str]:
        """The parts of a key; ends at the ``=`` or ``]`` after it."""
        parts = []
        while True:
            self.skip(" \t")
            first = self.text[self.at]
            if first in "\"'":
                start = self.at
                self.string()
                parts.append(_unquoted(self.text[start : self.at]))
            else:
                start = self.at
                while self.text[self.at] not in " \t.=]":
                    self.at += 1
                parts.append(self.text[start : self.at])
            self.skip(" \t")
            if self.text[self.at] != ".":
                return parts
            if len(parts) > DEEPEST:
                raise TooDeep(self.here())
            self.at += 1

    def string(self) -> None:
        text, mark = self.text, self.text[self.at]
        if text.startswith(mark * 3, self.at):
            self._long_string(mark)
            return
        at = self.at + 1
        while text[at] != mark:
            at += 2 if text[at] == "\\" and mark == '"' else 1
        self.at = at + 1

    def _long_string(self, mark: str) -> None:
        text, at = self.text, self.at + 3
        while not text.startswith(mark * 3, at):
            at += 2 if text[at] == "\\" and mark == '"' else 1
        at += 3
        while text.startswith(mark, at):  # one or two quotes of the string itself may stand before the closing three
            at += 1
        self.at = at

    def value(self, path: Path) -> None:
        first = self.text[self.at]
        if first in "\"'":
            self.string()
        elif first == "[":
            self.at += 1
            index = 0
            while True:
                self.blank()
                if self.text[self.at] == "]":
                    break
                if self.text[self.at] == ",":
                    self.at += 1
                    continue
                self.mark((*path, index))
                self.value((*path, index))
                index += 1
            self.at += 1
        elif first == "{":
            self.at += 1
            while True:
                self.blank()
                if self.text[self.at] == "}":
                    break
                if self.text[self.at] == ",":
                    self.at += 1
                    continue
                self.pair(path)
            self.at += 1
        else:
            end = len(self.text)
            while self.at < end and self.text[self.at] not in ",]}#\n":
                self.at += 1


_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def _unquoted(quoted: str) -> str:
    """The text of a quoted key."""
    inner = quoted[1:-1]
    if quoted[0] == "'" or "\\" not in inner:
        return inner
    said, at = "", 0
    while at < len(inner):
        if inner[at] != "\\":
            said += inner[at]
            at += 1
        elif inner[at + 1] in "uU":
            size = 4 if inner[at + 1] == "u" else 8
            said += chr(int(inner[at + 2 : at + 2 + size], 16))
            at += 2 + size
        else:
            said += _ESCAPES[inner[at + 1]]
            at += 2
    return said


class _Json(_Walk):
    def value(self, path: Path) -> None:
        self.skip(" \t\r\n")
        first = self.text[self.at]
        if first == '"':
            self.at = scanstring(self.text, self.at + 1, True)[1]
        elif first in "{[":
            self.at += 1
            self._inside(path, first == "{")
        else:
            end = len(self.text)
            while self.at < end and self.text[self.at] not in ",]} \t\r\n":
                self.at += 1

    def _inside(self, path: Path, is_object: bool) -> None:
        index = 0
        while True:
            self.skip(" \t\r\n,")
            if self.text[self.at] in "}]":
                self.at += 1
                return
            if is_object:
                key, end = scanstring(self.text, self.at + 1, True)
                self.mark((*path, key))
                self.at = end
                self.skip(" \t\r\n:")
                self.value((*path, key))
            else:
                self.mark((*path, index))
                self.value((*path, index))
                index += 1


def toml_places(text: str) -> Places:
    """Where each key of a TOML text stands. The text must be valid and have line ends of ``\\n`` only. Raises TooDeep.

    >>> places = toml_places('[wagers.blind]\\npaytable = "A"')
    >>> places.line(("wagers", "blind", "paytable")), places.line(("wagers", "blind", "minimum")), places.line(("expires",))
    (2, 1, 1)
    """
    walk = _Toml(text)
    walk.document()
    return Places(walk.lines)


def json_places(text: str) -> Places:
    """Where each key of a JSON text stands. The text must be valid. Raises TooDeep."""
    walk = _Json(text)
    walk.value(())
    return Places(walk.lines)
