"""Reading a house way from TOML: every problem at once, each with its place and the nearest valid word."""

from __future__ import annotations

import re
from typing import Any

from houseway.problems import InputError, Problem, nearest, shown

from .policy import HouseWay, Row
from .words import PARTS, Holds, NotUnderstood, Step, holds, step

_KEYS = ("name", "version", "description", "row")
_ROW_KEYS = ("holds", "title", "set")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
MOST_ROWS = 200
MOST_STEPS = 50
MOST_LETTERS = 300  # of one text


def parse(text: str, source: str = "house way") -> HouseWay:
    """A house way from the text of a TOML document. Raises InputError with every problem of its words.

    The words are checked, not whether every hand gets a legal setting: that is ``checking.problems``.
    """
    import tomllib

    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError([Problem(source, f"is not TOML: {error}")]) from None
    return _Reader(text, source).way(document)


class _Reader:
    """Collects problems while it reads one document."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.problems: list[Problem] = []
        lines = text.splitlines()
        self.row_lines = [at for at, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*row\s*\]\]", line)]

    def say(self, where: str, message: str, found: object = None, allowed: str | None = None, near: str | None = None) -> None:
        place = f"{self.source}: {where}" if where else self.source
        self.problems.append(Problem(place, message, None if found is None else shown(found), allowed, near))

    def row_place(self, at: int) -> str:
        """``row[2]``, with the line of its header where that is certain."""
        return f"line {self.row_lines[at]}: row[{at}]" if at < len(self.row_lines) else f"row[{at}]"

    def text(self, table: dict[str, Any], key: str, where: str, otherwise: str | None = None) -> str:
        """A text of the table; ``otherwise`` (None: it is required) where it is missing."""
        place = f"{where}.{key}" if where else key
        if key not in table:
            if otherwise is None:
                self.say(place, "is missing", None, "a text")
            return otherwise or ""
        found = table[key]
        if not isinstance(found, str) or not found.strip():
            self.say(place, "is not a text", found, "a text")
        elif len(found) > MOST_LETTERS:
            self.say(place, "is too long", f"{len(found)} letters", f"at most {MOST_LETTERS}")
        elif not found.isprintable():
            self.say(place, "has letters that cannot be printed", found, "one line of text")
        else:
            return found.strip()
        return ""

    def keys(self, table: dict[str, Any], allowed: tuple[str, ...], where: str) -> None:
        for key in table:
            if key not in allowed:
                place = f"{where}.{shown(key)}" if where else shown(key)
                self.say(place, "is not a key here", None, ", ".join(allowed), nearest(key, allowed))

    def way(self, document: dict[str, Any]) -> HouseWay:
        self.keys(document, _KEYS, "")
        name = self.text(document, "name", "")
        if name and (len(name) > 60 or not _NAME.fullmatch(name)):
            self.say("name", "is not a name of a house way", name, "small letters, digits and single hyphens, as in my-way")
        version = self.text(document, "version", "")
        description = self.text(document, "description", "", otherwise="")
        rows = document.get("row")
        read: list[Row] = []
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            self.say("row", "is missing" if rows is None else "is not a list of rows", rows, "one [[row]] table for each row")
        elif len(rows) > MOST_ROWS:
            self.say("row", "has too many rows", len(rows), f"at most {MOST_ROWS}")
        else:
            read = [self.row(row, self.row_place(at)) for at, row in enumerate(rows)]
        if self.problems:
            raise InputError(self.problems)
        return HouseWay(name, version, description, tuple(read))

    def row(self, row: dict[str, Any], where: str) -> Row:
        self.keys(row, _ROW_KEYS, where)
        said = row.get("holds")
        phrases = said if isinstance(said, list) else [said]
        held: list[Holds] = []
        for at, phrase in enumerate(phrases):
            place = f"{where}.holds[{at}]" if isinstance(said, list) else f"{where}.holds"
            if not isinstance(phrase, str):
                self.say(place, "is missing" if phrase is None else "is not a text", phrase, 'a text such as "two pairs"')
                continue
            try:
                held.append(holds(phrase))
            except NotUnderstood as error:
                self.problems.append(error.problem._replace(where=f"{self.source}: {place}"))
        if isinstance(said, list) and not said:
            self.say(f"{where}.holds", "is empty", None, 'a text such as "two pairs", or a list of such texts')
        title = self.text(row, "title", where, otherwise=" or ".join([phrase.text for phrase in held]))
        known = tuple(dict.fromkeys([part for phrase in held for counts in phrase.counts for part in PARTS[counts][1]]))
        return Row(title, tuple(held), self.steps(row.get("set"), known, where))

    def steps(self, said: object, known: tuple[str, ...], where: str) -> tuple[Step, ...]:
        """The steps of a row. Where ``holds`` was not understood, their parts are unknown and they are not judged."""
        texts = [said] if isinstance(said, str) else said
        if not isinstance(texts, list) or not texts:
            message = "is missing" if said is None else "is not a list of steps"
            self.say(f"{where}.set", message, said, 'steps such as ["low = s1 s2"]')
            return ()
        if len(texts) > MOST_STEPS:
            self.say(f"{where}.set", "has too many steps", len(texts), f"at most {MOST_STEPS}")
            return ()
        read = []
        for at, text in enumerate(texts):
            place = f"{where}.set[{at}]"
            if not isinstance(text, str) or not text.strip() or len(text) > MOST_LETTERS or not text.isprintable():
                self.say(place, "is not a step", text, f"one line of text of at most {MOST_LETTERS} letters")
            elif known:
                try:
                    read.append(step(text, known))
                except NotUnderstood as error:
                    self.problems.append(error.problem._replace(where=f"{self.source}: {place}"))
        return tuple(read)
