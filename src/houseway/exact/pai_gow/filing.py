"""The main wager of a filing: its house way, the vigorish rounded as filed at the minimum wager, and every other choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.exact.figures import decimal_text, in_parts
from houseway.exact.par_sheet import Alternative
from houseway.games.house_way import NAMES
from houseway.games.pai_gow_poker import SWITCHES, VIGORISH_ROUNDINGS, rules
from houseway.money import dollars

from .solution import PAIRS, Solution, solve

if TYPE_CHECKING:
    from houseway.regulation import Law
    from houseway.submission import Submission

Told = Callable[[str, int, int], None]  # what is being counted, done, of
EXACT = VIGORISH_ROUNDINGS[0]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Solutions of one house way against itself, telling how far each is."""

    recompute: bool
    progress: Told | None

    def __call__(self, way: str, lowest: bool) -> Solution:
        told, wheel = self.progress, SWITCHES["wheel"][lowest].replace("-", " ")
        if told is None:
            return solve(way, way, lowest, recompute=self.recompute)
        what = f"House way {way}, A-2-3-4-5 {wheel}"
        return solve(way, way, lowest, recompute=self.recompute, progress=lambda done, of: told(what, done, of))


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a filing says of the main wager's vigorish."""

    submission: Submission
    law: Law

    @property
    def wager_cents(self) -> int | None:
        """The filed minimum wager."""
        return self.submission.minimum_cents.get("pai_gow")

    @property
    def rounding(self) -> str:
        """The rounding as filed; exact where no wager is known that it could be applied to."""
        return self.submission.vigorish_rounding if self.wager_cents else EXACT

    def vigorish(self, rounding: str) -> int:
        """The vigorish of a win of the minimum wager, in cents."""
        rule = self.law.vigorish
        if rule is None or not self.wager_cents:
            raise ValueError("there is no vigorish, or no wager to take it of")
        return rules.vigorish_cents(self.wager_cents, rule.percent, rule.unit_cents, rounding)

    def value(self, of: Solution, rounding: str | None = None) -> Fraction:
        """What the player is expected to gain of each unit, the vigorish rounded as filed or otherwise."""
        if not self.wager_cents:
            return of.expected_value
        return of.at_wager(self.wager_cents, rounding or self.rounding, self.law)

    def edge(self, of: Solution, rounding: str | None = None) -> Fraction:
        return -self.value(of, rounding)

    def figures(self, of: Solution) -> dict[str, Any]:
        """The headline as filed, over the wager's cents times all pairs; beside it the exact vigorish, and every rounding."""
        exact = of.to_dict()
        beside = {"expected_value": exact["expected_value"], "house_edge": exact["house_edge"]}
        wager = self.wager_cents
        said = {"rounding": self.rounding, "wager": None if wager is None else dollars(wager)}
        if not wager:
            return {"vigorish": said, "exact_vigorish": beside}
        return {
            "vigorish": said,
            "expected_value": in_parts(self.value(of), PAIRS, wager),
            "house_edge": decimal_text(self.edge(of)),
            "exact_vigorish": beside,
            "at_minimum_wager": {
                "wager": dollars(wager),
                "filed": self.rounding,
                **{
                    rounding: {
                        "vigorish": dollars(self.vigorish(rounding)),
                        "expected_value": in_parts(self.value(of, rounding), PAIRS, wager),
                        "house_edge": decimal_text(self.edge(of, rounding)),
                    }
                    for rounding in VIGORISH_ROUNDINGS
                },
            },
        }


def for_submission(
    submission: Submission, law: Law, *, recompute: bool = False, progress: Told | None = None
) -> tuple[dict[str, Any], list[Alternative]]:
    """The main wager of a filing: its JSON, and what each other lawful choice would make of it, from the lowest edge.

    Dealer and player set by the filed house way. Where a minimum wager is filed, ``expected_value`` and ``house_edge`` are for
    that wager with the vigorish rounded as filed, the fraction over the wager in cents times all pairs, and ``exact_vigorish``
    gives them without rounding; the choices are compared in the same way. Without a minimum everything is with the exact
    vigorish. ``progress(what, done, of)`` is told which pair of house ways is being counted, and how far.
    """
    way, lowest = submission.house_way or NAMES[0], submission.switches["wheel"] == "lowest"
    ask = _Asked(recompute, progress)
    filed = ask(way, lowest)
    terms = _Terms(submission, law)
    cite = law.tables["pai_gow"][""].cite
    choices = [Alternative("main", f"House way {way}, for player and dealer", True, cite, terms.edge(filed))]
    for other in NAMES:
        if other != way:
            edge = terms.edge(ask(other, lowest))
            choices.append(Alternative("main", f"House way {other}, for player and dealer", False, cite, edge))
    wheel = SWITCHES["wheel"][not lowest].replace("-", " ")
    choices.append(Alternative("main", f"A-2-3-4-5 {wheel}", False, cite, terms.edge(ask(way, not lowest))))
    figures = {**filed.to_dict(), **terms.figures(filed)}
    if terms.wager_cents is not None:
        for rounding in VIGORISH_ROUNDINGS:
            edge = terms.edge(filed, rounding)
            if edge != terms.edge(filed):
                said = f"Vigorish rounded {rounding}, at ${dollars(terms.wager_cents)}"
                choices.append(Alternative("main", said, False, cite, edge))
    return figures, sorted(choices, key=lambda choice: choice.edge)
