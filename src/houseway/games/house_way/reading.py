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
_HEADER = re.compile(r"\s*\[\[\s*row\s*\]\]")
MOST_NAME = 60
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


class Places:
    """Where a problem is: the source, the line of the row's header, and the path of the key."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self._lines = [at for at, line in enumerate(text.splitlines(), 1) if _HEADER.match(line)]

    def of(self, where: str, row: int | None = None) -> str:
        """``mine.toml:14: row[1].holds``; ``where`` is within the row where there is one."""
        if row is None:
            return f"{self.source}: {where}" if where else self.source
        line = f":{self._lines[row]}" if row < len(self._lines) else ""
        return f"{self.source}{line}: row[{row}]{'.' if where else ''}{where}"


class _Reader:
    """Collects problems while it reads one document."""

    def __init__(self, text: str, source: str) -> None:
        self.places = Places(text, source)
        self.problems: list[Problem] = []
        self.at: int | None = None  # the row that is being read

    def say(self, where: str, message: str, found: object = None, allowed: str | None = None, near: str | None = None) -> None:
        self.add(where, Problem("", message, None if found is None else shown(found), allowed, near))

    def add(self, where: str, problem: Problem) -> None:
        self.problems.append(problem._replace(where=self.places.of(where, self.at)))

    def text(self, table: dict[str, Any], key: str, otherwise: str | None = None) -> str:
        """A text of the table; ``otherwise`` (None: it is required) where it is missing."""
        if key not in table:
            if otherwise is None:
                self.say(key, "is missing", None, "a text")
            return otherwise or ""
        found = table[key]
        if not isinstance(found, str) or not found.strip():
            self.say(key, "is not a text", found, "a text")
        elif len(found) > MOST_LETTERS:
            self.say(key, "is too long", f"{len(found)} letters", f"at most {MOST_LETTERS}")
        elif not found.isprintable():
            self.say(key, "has letters that cannot be printed", found, "one line of text")
        else:
            return found.strip()
        return ""

    def keys(self, table: dict[str, Any], allowed: tuple[str, ...]) -> None:
        for key in table:
            if key not in allowed:
                self.say(shown(key), "is not a key here", None, ", ".join(allowed), nearest(key, allowed))

    def way(self, document: dict[str, Any]) -> HouseWay:
        self.keys(document, _KEYS)
        name = self.text(document, "name")
        if name and (len(name) > MOST_NAME or not _NAME.fullmatch(name)):
            self.say("name", "is not a name of a house way", name, "small letters, digits and single hyphens, as in my-way")
        version = self.text(document, "version")
        description = self.text(document, "description", otherwise="")
        rows = document.get("row")
        read: list[Row] = []
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            self.say("row", "is missing" if rows is None else "is not a list of rows", rows, "one [[row]] table for each row")
        elif len(rows) > MOST_ROWS:
            self.say("row", "has too many rows", len(rows), f"at most {MOST_ROWS}")
        else:
            for at, row in enumerate(rows):
                self.at = at
                read.append(self.row(row))
        if self.problems:
            raise InputError(self.problems)
        return HouseWay(name, version, description, tuple(read))

    def row(self, row: dict[str, Any]) -> Row:
        self.keys(row, _ROW_KEYS)
        said = row.get("holds")
        phrases = said if isinstance(said, list) else [said]
        held: list[Holds] = []
        for at, phrase in enumerate(phrases):
            place = f"holds[{at}]" if isinstance(said, list) else "holds"
            if not isinstance(phrase, str):
                self.say(place, "is missing" if phrase is None else "is not a text", phrase, 'a text such as "two pairs"')
                continue
            try:
                held.append(holds(phrase[:MOST_LETTERS]))
            except NotUnderstood as error:
                self.add(place, error.problem)
        if not phrases:
            self.say("holds", "is empty", None, 'a text such as "two pairs", or a list of such texts')
        title = self.text(row, "title", otherwise=" or ".join([phrase for phrase, _, _ in held]))
        known = tuple(dict.fromkeys([part for _, of, _ in held for counts in of for part in PARTS[counts][1]]))
        return Row(title, tuple(held), self.steps(row.get("set"), known))

    def steps(self, said: object, known: tuple[str, ...]) -> tuple[Step, ...]:
        """The steps of a row. Where ``holds`` was not understood, the parts are unknown and steps are not judged."""
        texts = [said] if isinstance(said, str) else said
        if not isinstance(texts, list) or not texts:
            self.say("set", "is missing" if said is None else "is not a list of steps", said, 'steps such as ["low = s1 s2"]')
            return ()
        if len(texts) > MOST_STEPS:
            self.say("set", "has too many steps", len(texts), f"at most {MOST_STEPS}")
            return ()
        read = []
        for at, text in enumerate(texts):
            if not isinstance(text, str) or not text.strip() or len(text) > MOST_LETTERS or not text.isprintable():
                self.say(f"set[{at}]", "is not a step", text, f"one line of text of at most {MOST_LETTERS} letters")
            elif known:
                try:
                    read.append(step(text, known))
                except NotUnderstood as error:
                    self.add(f"set[{at}]", error.problem)
        return tuple(read)
