"""Which versions of the law are held, and which of them was in force on a day."""

from __future__ import annotations

import os.path
from functools import cache
from typing import TYPE_CHECKING

from houseway.problems import InputError, Problem, nearest, shown
from houseway.regulation.law import GAMES, PGP, UTH, Law
from houseway.regulation.part import MalformedLaw
from houseway.regulation.reading import read

if TYPE_CHECKING:
    from datetime import date

FILES = {UTH: "653a.12.toml", PGP: "645a.13.toml"}
HELD = os.path.join(os.path.dirname(__file__), "data")


def law_for(game: str, on: date | None = None, *, directory: str = HELD) -> Law:
    """The version of a game's section in force on a day; the newest held where no day is given.

    ``directory`` holds the data files. Raises InputError for another game than the two, and for a day before the oldest
    version held; MalformedLaw where a data file cannot be relied on.
    """
    if game not in FILES:
        raise InputError([Problem("game", "is no game of these rules", shown(game), ", ".join(GAMES), nearest(game, GAMES))])
    laws = _versions(game, directory)
    for law in reversed(laws):
        if on is None or law.version <= on:
            return law
    oldest = laws[0]
    raise InputError([
        Problem("date", f"is before the oldest version of {oldest.number} that is held", f"{on}", f"{oldest.version} or later")
    ])  # fmt: skip


def law_hash(*, directory: str = HELD) -> str:
    """The SHA-256, in hexadecimal, of the data files: the same number, the same law."""
    return _hash(directory)


def _bytes(file: str, directory: str) -> bytes:
    try:
        with open(os.path.join(directory, file), "rb") as data:
            return data.read()
    except OSError as error:
        raise MalformedLaw(f"{file}: {error.strerror}") from error


@cache
def _versions(game: str, directory: str) -> tuple[Law, ...]:
    return read(_bytes(FILES[game], directory), FILES[game], game)


@cache
def _hash(directory: str) -> str:
    from hashlib import sha256

    whole = sha256()
    for game in GAMES:
        data = _bytes(FILES[game], directory)
        whole.update(f"{FILES[game]} {len(data)}\n".encode())
        whole.update(data)
    return whole.hexdigest()
