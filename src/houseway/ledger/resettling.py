"""Settling recorded rounds again: the seam between ``verify`` and the settlement.

A round carries everything its settlement rests on: its document, the submission, the version of the law, and each meter as
it stood. So rounds can be settled again in any order and in any number at a time; ``resettle`` takes them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.ledger.settling import AllTerms, lines_of, movements_of, settle_on
from houseway.money import dollars
from houseway.problems import HousewayError
from houseway.settlement.reading import read_round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from houseway.regulation import Law
    from houseway.submission import Submission


class Again(NamedTuple):
    """A recorded round to be settled again. ``opened``: its increments were counted when it was opened."""

    document: Mapping[str, Any]
    submission: Submission
    law: Law
    terms: AllTerms
    opened: bool


class Settled(NamedTuple):
    """What it comes to, as events record it; or the error for which it cannot be settled at all."""

    lines: list[list[Any]]
    movements: list[list[Any]]
    house_net: str
    error: str | None = None


def resettle(rounds: Sequence[Again]) -> list[Settled]:
    """Every round settled again, one result for each, in the same order."""
    return [_one(again) for again in rounds]


def _one(again: Again) -> Settled:
    try:
        settlement = settle_on(read_round(again.document), again.submission, again.law, again.terms, opened=again.opened)
    except HousewayError as error:
        return Settled([], [], "", str(error))
    movements = movements_of(settlement.meters, again.terms)
    return Settled(lines_of(settlement), movements, dollars(settlement.house_net_cents))
