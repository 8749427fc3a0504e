"""Rules Submissions from files and texts: TOML or JSON in, a Submission out, or every problem of form with its line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from houseway.problems import InputError, Problem, shown
from houseway.submission.model import Submission
from houseway.submission.places import Path, Places, TooDeep, json_places, toml_places
from houseway.submission.reading import Reading, read

MOST_BYTES = 1_000_000
MOST_DOTS = 64  # in one line: a key of very many parts would take the parser's time and memory with the square of them
Source = str | os.PathLike[str]
_AT_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")


def _refused(where: str, message: str, found: str | None = None, allowed: str | None = None) -> InputError:
    return InputError([Problem(where, message, found, allowed)])


def _said(error: Exception) -> str:
    """What the parser says, without its advice to a programmer, which comes after a semicolon."""
    return shown(str(error).partition(";")[0], 150)


class Filed(NamedTuple):
    """A submission as it was read: its table of keys, what came of it, the file's name and the lines (None for a dict)."""

    table: Mapping[Any, Any]
    reading: Reading
    file: str | None
    places: Places | None

    def line(self, path: Path) -> int | None:
        """The line of a path, where there is a file."""
        return None if self.places is None else self.places.line(path)

    @property
    def problems(self) -> list[Problem]:
        """Every problem of form, with file and line where there is a file."""
        faults = sorted(self.reading.faults, key=lambda fault: self.line(fault.path) or 0)
        return [self._placed(fault.path, fault.problem) for fault in faults]

    def _placed(self, path: Path, problem: Problem) -> Problem:
        line = self.line(path)
        if line is None:
            return problem
        place = f"{self.file}:{line}"
        return problem._replace(where=f"{place}: {problem.where}" if problem.where else place)

    @property
    def read(self) -> Submission | None:
        """What could be read, knowing its file; None where not even the game is known."""
        read = self.reading.submission
        return read if read is None or self.file is None else replace(read, source=self)

    def submission(self) -> Submission:
        """The submission; raises InputError with every problem of form."""
        problems, read = self.problems, self.read
        if problems or read is None:
            raise InputError(problems)
        return read


def parse(filed: Submission | Mapping[Any, Any] | str) -> Submission:
    """A submission from a dict (dates as ``datetime.date`` or ISO strings, money as decimal strings, ints or Decimals),
    or from the text of a TOML or JSON document. A Submission is returned as it is.

    Raises InputError with every problem of form: unknown keys with the nearest valid one, wrong types, amounts that are no
    money (a float always), dates that are none. Unlawful values are kept; ``check`` reports them.

    >>> parse('game = "pai-gow-poker"\\nvariant = "fortune"').variant
    'fortune'
    """
    if isinstance(filed, Submission):
        return filed
    if isinstance(filed, str):
        return from_text(filed, "text").submission()
    return from_table(filed).submission()


def load(source: Source) -> Submission:
    """A submission from a TOML or JSON file; ``-`` is standard input, and a string with a line end in it is the text itself.

    Raises InputError as ``parse`` does, each problem with file and line, and for what cannot be read: a file of more than
    1 MB, not UTF-8, truncated, or no TOML at all.
    """
    return from_source(source).submission()


def from_table(table: object) -> Filed:
    """A dict as filed. Raises InputError where it is no table at all."""
    if not isinstance(table, Mapping):
        raise _refused("submission", "is not a table of keys and values", shown(table), "a dict, or the text of a TOML file")
    return Filed(table, read(table), None, None)


def from_source(source: Source) -> Filed:
    """A file as filed, with its lines. Raises InputError for what is no document; problems of form are in the reading."""
    path = os.fspath(source)
    if isinstance(path, str) and "\n" in path:
        return from_text(path, "text")
    name = "standard input" if path == "-" else shown(str(path), 200)
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise _refused(name, f"cannot be read: {why}", allowed="a readable file, or - for standard input") from None
    return from_bytes(data, name)


def from_bytes(data: bytes, name: str) -> Filed:
    """The bytes of a file as filed. Raises InputError for what is no document."""
    if len(data) > MOST_BYTES:
        raise _refused(name, "is too large for a Rules Submission", f"more than {MOST_BYTES:,} bytes", "at most 1 MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(
            f"{name}:{line}", "is not UTF-8 text", f"byte {data[error.start]:#04x}", "a file saved as UTF-8"
        ) from None
    return from_text(text, name)


def from_text(text: str, name: str) -> Filed:
    """The text of a TOML or JSON document as filed, with its lines. Raises InputError for what is no document."""
    if len(text) > MOST_BYTES:
        raise _refused(name, "is too large for a Rules Submission", f"{len(text):,} characters", "at most 1 MB")
    text = text.replace("\r\n", "\n")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise _refused(f"{name}:{line}", "holds a NUL character", "a NUL character", "text")
    is_json = text.lstrip()[:1] == "{"
    try:
        table, places = _json(text, name) if is_json else _toml(text, name)
    except RecursionError:
        raise _refused(name, "is nested too deeply for a Rules Submission", allowed="the tables of a submission") from None
    except TooDeep as error:
        where = f"{name}:{error.line}"
        raise _refused(where, "is nested too deeply for a Rules Submission", allowed="the tables of a submission") from None
    return Filed(table, read(table), name, places)


def _toml(text: str, name: str) -> tuple[Mapping[str, Any], Places]:
    import tomllib

    for number, written in enumerate(text.split("\n"), 1):
        if written.count(".") > MOST_DOTS and not written.lstrip().startswith("#"):
            raise TooDeep(number)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        at = _AT_LINE.search(said)
        line = int(at[1]) if at else text.rstrip().count("\n") + 1  # "at end of document"
        message = f"cannot be read as TOML: {shown(said, 150)}"
        raise _refused(f"{name}:{line}", message, allowed="a TOML document") from None
    except (ValueError, OverflowError) as error:  # a number of thousands of digits, a day that the calendar does not have
        raise _refused(name, f"cannot be read as TOML: {_said(error)}", allowed="a TOML document") from None
    return table, toml_places(text)


class _Twice(ValueError):
    """A key written twice in one JSON object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Twice(f"the key {shown(key)!r} is written twice")
            seen.add(key)
    return table


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number of a submission")


def _json(text: str, name: str) -> tuple[Any, Places]:
    import json
    from decimal import Decimal

    try:
        value = json.loads(text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        message = f"cannot be read as JSON: {error.msg}"
        raise _refused(f"{name}:{error.lineno}", message, allowed="a JSON document") from None
    except (ValueError, ArithmeticError) as error:
        raise _refused(name, f"cannot be read as JSON: {_said(error)}", allowed="a JSON document") from None
    return value, json_places(text)
