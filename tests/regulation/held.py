"""What the tests of the law share: the data files as text, and directories of data files that exist only in a test."""

from __future__ import annotations

from pathlib import Path

import houseway.regulation
from houseway.regulation import PGP, UTH

DATA = Path(houseway.regulation.__file__).parent / "data"
FILES = {UTH: "653a.12.toml", PGP: "645a.13.toml"}
TEXT = {game: (DATA / file).read_text("utf-8") for game, file in FILES.items()}


def edited(game: str, old: str, new: str, count: int = 1) -> str:
    """The game's data file with the first ``count`` occurrences of ``old`` replaced."""
    assert old in TEXT[game], old
    return TEXT[game].replace(old, new, count)


def directory(at: Path, **texts: str | bytes) -> str:
    """A directory with the data files of both games, those given by ``uth`` and ``pgp`` replaced."""
    for name, game in (("uth", UTH), ("pgp", PGP)):
        text = texts.get(name, TEXT[game])
        (at / FILES[game]).write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(at)


def with_second_version(game: str, effective: str, *changes: tuple[str, str]) -> str:
    """The game's data file followed by a second version, invented for the test: the first one with some texts changed."""
    _, marker, first = TEXT[game].partition("[[version]]\n")
    dated, rest = first.split("\n", 1)
    assert dated.startswith("effective = "), dated
    for old, new in changes:
        assert old in rest, old
        rest = rest.replace(old, new, 1)
    return f"{TEXT[game]}\n{marker}effective = {effective}\n{rest}"
