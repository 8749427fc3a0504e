"""A progressive meter over its life: what it returns, when it breaks even, what it shows when it is hit, what the seed costs.

The model: draws one after the other. Before each, the wagers on it add the rate of progression; then it hits with the exact
chances of the paytable; awards of 10% take a tenth of the meter away; fractions of a cent are kept. A wager on the player's
own hand is a draw of its own, also where another is on the same flop. All wagers on the dealer's hand (its *heads*) are on one
draw: a share of the meter is taken once, and divided by head.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.exact.figures import decimal, decimal_text
from houseway.money import dollars

if TYPE_CHECKING:
    from houseway.exact.side_wagers import WagerMath

HOURS_A_WEEK = 168  # open day and night: fewer hours, fewer wagers in the first week


@dataclass(frozen=True, slots=True)
class MeterMath:
    """One meter, for one size of wager. Amounts in cents, chances and returns as fractions of the wager.

    What a wager returns, and the reading at which it breaks even, is for one head alone; the life of the meter (hours, hits,
    the expected reading, the seed) for all ``heads``.
    """

    math: WagerMath
    wager_cents: int
    initial_cents: int
    reset_cents: int
    rate_ppm: int
    heads: int = 1  # wagers on one draw

    @property
    def full_chance(self) -> Fraction:
        """The chance that one draw takes the whole meter."""
        return self.math.meter_chances().get(100, Fraction(0))

    @property
    def fixed_return(self) -> Fraction:
        """What the lines that are no share of the meter return."""
        return self.math.expected_value() + 1

    @property
    def share_a_wager(self) -> Fraction:
        """The part of the meter that one draw is expected to take."""
        return sum((Fraction(percent, 100) * chance for percent, chance in self.math.meter_chances().items()), Fraction(0))

    def return_at(self, meter_cents: int) -> Fraction:
        """What a wager returns with the meter at this reading."""
        return self.fixed_return + self.share_a_wager * Fraction(meter_cents, self.wager_cents)

    def break_even_cents(self) -> Fraction:
        """The reading at which one head's wager returns exactly itself, in cents; with n heads it is n times that."""
        return (1 - self.fixed_return) * self.wager_cents / self.share_a_wager

    def wagers_between_hits(self) -> Fraction:
        """The expected number of wagers from one 100% hit to the next."""
        return self.heads / self.full_chance

    @property
    def added_cents(self) -> Fraction:
        """What the wagers on one draw add."""
        return Fraction(self.heads * self.wager_cents * self.rate_ppm, 1_000_000)

    def expected_after_cents(self, wagers: int) -> float:
        """The expected reading after so many wagers since the reset without a 100% hit, in cents: for a chart only."""
        p = float(self.full_chance)
        kept = 1 - float(self._lesser()) / (1 - p)
        added, draws = float(self.added_cents), wagers / self.heads
        level = added / (1 - kept) if kept < 1 else 0.0
        if kept == 1:
            return self.reset_cents + added * draws
        return level + (self.reset_cents - level) * math.pow(kept, draws)

    def _lesser(self) -> Fraction:
        """The part of the meter that the lesser awards of one draw are expected to take."""
        return sum((Fraction(share, 100) * c for share, c in self.math.meter_chances().items() if share != 100), Fraction(0))

    def expected_at_hit_cents(self, start_cents: int | None = None) -> Fraction:
        """The expected reading at a 100% hit, before it is paid, in cents, from a start at the reset (or another) amount.

        With p the chance of a hit, a = 1 − (what lesser awards are expected to take, given no hit), b what is added before a
        draw and m the reading at the first: the sum over n of p (1−p)^(n−1) times the expected reading at the nth draw is
        (p m + (1−p) b) / (1 − (1−p) a).
        """
        p = self.full_chance
        kept = 1 - self._lesser() / (1 - p)
        first = (self.reset_cents if start_cents is None else start_cents) + self.added_cents
        return (p * first + (1 - p) * self.added_cents) / (1 - (1 - p) * kept)

    def long_run_return(self) -> Fraction:
        """What wagers return over many hits: the fixed lines, the meter at its hits, and the lesser awards between them.

        Everything a meter pays was put on it: the increments and one reset a hit, so in the long run it pays the rate and
        the seed.
        """
        return self.fixed_return + Fraction(self.rate_ppm, 1_000_000) + self.seed_cost()

    def seed_cost(self) -> Fraction:
        """What the resets cost the house, as a share of the handle: the reset amount once a hit."""
        return self.full_chance * Fraction(self.reset_cents, self.heads * self.wager_cents)

    def first_week(self, handle_cents_an_hour: int) -> str:
        """The share of hits that find the meter within a week of its last reset, at this handle, to 12 places."""
        draws = HOURS_A_WEEK * handle_cents_an_hour // (self.heads * self.wager_cents)
        missed = decimal(1 - self.full_chance) ** draws
        return decimal_text(1 - Fraction(missed))

    def to_dict(self, handle_cents_an_hour: int, handle_basis: str = "") -> dict[str, Any]:
        """The JSON of a meter's mathematics; ``handle_basis`` says how the handle an hour was come by."""
        a_wager = Fraction(handle_cents_an_hour, self.wager_cents)
        return {
            "wager": dollars(self.wager_cents),
            "initial": dollars(self.initial_cents),
            "reset": dollars(self.reset_cents),
            "heads": self.heads,
            "contribution": decimal_text(Fraction(self.rate_ppm, 1_000_000)),
            "return_at_initial": decimal_text(self.return_at(self.initial_cents)),
            "return_at_reset": decimal_text(self.return_at(self.reset_cents)),
            "long_run_return": decimal_text(self.long_run_return()),
            "break_even_meter": decimal_text(self.break_even_cents() / 100),
            "hit_chance": decimal_text(self.full_chance),
            "wagers_between_hits": decimal_text(self.wagers_between_hits()),
            "hours_between_hits": decimal_text(self.wagers_between_hits() / a_wager),
            "expected_meter_at_hit": decimal_text(self.expected_at_hit_cents() / 100),
            "seed_cost": decimal_text(self.seed_cost()),
            "hits_within_first_week": self.first_week(handle_cents_an_hour),
            "handle_an_hour": dollars(handle_cents_an_hour),
            "handle_basis": handle_basis,
            "hours_a_week": HOURS_A_WEEK,
        }
