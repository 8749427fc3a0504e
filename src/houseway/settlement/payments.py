"""What the table really paid against what was due: owed, overpaid or right, wager by wager."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from houseway.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterable

    from houseway.settlement.lines import Line
    from houseway.settlement.round import Seat


class Payment(NamedTuple):
    """One recorded payment: what was given beyond the returned wager, what was due, in cents."""

    seat: int
    wager: str
    recorded_cents: int
    correct_cents: int

    @property
    def difference_cents(self) -> int:
        """What the player was given too much (above zero: overpaid) or too little (below zero: owed).

        Vigorish is taken from him: what was taken too much he is owed.
        """
        too_much = self.recorded_cents - self.correct_cents
        return -too_much if self.wager == "vigorish" else too_much

    @property
    def verdict(self) -> str:
        """``right``, ``owed`` or ``overpaid``."""
        return "right" if not self.difference_cents else "overpaid" if self.difference_cents > 0 else "owed"

    def to_dict(self) -> dict[str, str]:
        """``{"wager", "recorded", "correct", "difference", "verdict"}``"""
        return {
            "wager": self.wager,
            "recorded": dollars(self.recorded_cents),
            "correct": dollars(self.correct_cents),
            "difference": dollars(self.difference_cents),
            "verdict": self.verdict,
        }


def payments(seat: Seat, lines: Iterable[Line]) -> list[Payment]:
    """Every payment that the round records for a seat, against its lines.

    Several envy or bonus lines are recorded as one amount. Vigorish may be recorded beside the main wager (or the bank),
    which is then compared before vigorish; where it is not recorded, an amount after vigorish is right as well.
    """
    if seat.paid is None:
        return []
    due: dict[str, int] = {}
    vigorish: dict[str, int] = {}
    for line in lines:
        due[line.wager] = due.get(line.wager, 0) + line.paid_cents
        if line.vigorish_cents:
            vigorish[line.wager] = vigorish.get(line.wager, 0) + line.vigorish_cents
    found = []
    for wager, recorded in seat.paid.items():
        correct = sum(vigorish.values()) if wager == "vigorish" else due.get(wager, 0)
        if "vigorish" not in seat.paid and wager in vigorish and recorded == correct - vigorish[wager]:
            correct = recorded
        found.append(Payment(seat.seat, wager, recorded, correct))
    return found


def unrecorded(seat: Seat, lines: Iterable[Line]) -> dict[str, int]:
    """Payments due that a seat with a record of payments has no entry for: wager -> cents."""
    if seat.paid is None:
        return {}
    missing: dict[str, int] = {}
    for line in lines:
        if line.paid_cents and line.wager not in seat.paid:
            missing[line.wager] = missing.get(line.wager, 0) + line.paid_cents
    return missing
