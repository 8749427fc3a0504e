"""houseway against the second settlement, line by line: the seeded part that every run takes. 20,000 a game: ``make prove``."""

from __future__ import annotations

import pytest

from differential.side_by_side import first_difference
from second.filing import PGP, UTH

ROUNDS, PARTS = 1500, 6


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", [UTH, PGP])
def test_line_by_line(game: str, part: int) -> None:
    each = ROUNDS // PARTS
    difference = first_difference(game, range(part * each, (part + 1) * each))
    assert difference is None, difference
