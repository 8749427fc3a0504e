"""What a rule answers: the outcome of a wager and the line of its paytable that decides."""

from __future__ import annotations

from typing import NamedTuple

from houseway.money import Push
from houseway.regulation import Paytable

WIN, LOSE, PUSH = "win", "lose", "push"


class Ruling(NamedTuple):
    """The answer of one rule.

    ``row`` is the index of the paytable's line that was met, or -1 where no line was. ``why`` names the branch of the
    rule, for the sentence that explains it; ``switch`` the switch of the Rules Submission that decided, if one did.
    """

    outcome: str
    row: int
    why: str
    switch: str | None = None


def line_of(table: Paytable, key: str) -> int:
    """The index of the line with this key in a paytable, or -1."""
    for index, row in enumerate(table.rows):
        if row.key == key:
            return index
    return -1


def by_line(table: Paytable, row: int, switch: str | None = None) -> Ruling:
    """What the line found says: a push line pushes, any other wins, none loses."""
    if row < 0:
        return Ruling(LOSE, -1, "no_line", switch)
    if isinstance(table.rows[row].pays, Push):
        return Ruling(PUSH, row, "push_line", switch)
    return Ruling(WIN, row, "line", switch)
