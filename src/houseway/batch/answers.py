"""A rule's answers on every combination of its features, as arrays that a kernel can look up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.ruling import LOSE, PUSH, WIN
from houseway.money import ForOne, MeterShare, ToOne

if TYPE_CHECKING:
    from collections.abc import Sequence

    from houseway.games.ruling import Ruling
    from houseway.regulation import Paytable

NONE, WON, LOST, PUSHED, VOID = range(5)
OUTCOMES = ("", WIN, LOSE, PUSH, "void")
_CODE = {WIN: WON, LOSE: LOST, PUSH: PUSHED}


class Answers(NamedTuple):
    """By combination of features: the outcome's code, whether the wager goes back, the odds as a fraction of the wager, the
    percent of the meter (0: none), the paytable's row (-1: none) and the envy that the row carries, in cents."""

    outcome: NDArray[np.int8]
    returned: NDArray[np.int64]
    numerator: NDArray[np.int64]
    denominator: NDArray[np.int64]
    percent: NDArray[np.int64]
    row: NDArray[np.int8]
    envy_cents: NDArray[np.int64]


def answers(rulings: Sequence[Ruling], table: Paytable) -> Answers:
    """The answers of one rule, in the order in which its combinations were asked."""
    size = len(rulings)
    out = Answers(
        np.zeros(size, np.int8), np.zeros(size, np.int64), np.zeros(size, np.int64), np.ones(size, np.int64),
        np.zeros(size, np.int64), np.full(size, -1, np.int8), np.zeros(size, np.int64),
    )  # fmt: skip
    for at, ruling in enumerate(rulings):
        out.outcome[at] = _CODE[ruling.outcome]
        out.row[at] = ruling.row
        if ruling.row >= 0:
            out.envy_cents[at] = table.rows[ruling.row].envy_cents or 0
        if ruling.outcome == PUSH:
            out.returned[at] = 1
        elif ruling.outcome == WIN:
            pays = table.rows[ruling.row].pays
            if isinstance(pays, ToOne):
                out.returned[at], out.numerator[at], out.denominator[at] = 1, pays.numerator, pays.denominator
            elif isinstance(pays, ForOne):
                out.numerator[at] = pays.times
            elif isinstance(pays, MeterShare):
                out.percent[at] = pays.percent
    return out
