"""The meters of one round: opened, moved in the order of payment by the machine in ``progressive``, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway import progressive
from houseway.money import MICRO, dollars, exact_dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from houseway.progressive import Movement
    from houseway.settlement.round import Round
    from houseway.submission import Submission


class RoundMeter:
    """One meter through one round. Balances are exact, in microcents."""

    __slots__ = ("balance_micro", "movements", "name", "opening_micro", "rate_ppm", "reset_cents")

    def __init__(self, name: str, opening_micro: int, reset_cents: int, rate_ppm: int) -> None:
        self.name = name
        self.opening_micro = self.balance_micro = opening_micro
        self.reset_cents = reset_cents
        self.rate_ppm = rate_ppm
        self.movements: list[Movement] = []

    def increment(self, seat: int, wager_cents: int) -> None:
        """A wager on the meter adds its share."""
        if self.rate_ppm:
            self._move(progressive.increment(self.balance_micro, seat, wager_cents, self.rate_ppm))

    def reverse(self, seat: int, wager_cents: int) -> None:
        """A void wager's share is taken back."""
        if self.rate_ppm:
            self._move(progressive.reversal(self.balance_micro, seat, wager_cents, self.rate_ppm))

    def share_cents(self, percent: int) -> int:
        """What a line of ``percent`` is worth at this moment."""
        return progressive.share_cents(self.balance_micro, percent)

    def pay(self, seats: tuple[int, ...], percent: int, paid_cents: int) -> None:
        """Deduct what was paid; after a 100% hit the meter is reset."""
        for movement in progressive.award(self.balance_micro, seats, percent, paid_cents, self.reset_cents):
            self._move(movement)

    def _move(self, movement: Movement) -> None:
        self.movements.append(movement)
        self.balance_micro = movement.balance_micro

    @property
    def shown_change_cents(self) -> int:
        """Closing less opening, as the meter shows them."""
        return progressive.shown_cents(self.balance_micro) - progressive.shown_cents(self.opening_micro)

    def to_dict(self) -> dict[str, object]:
        """The promised JSON of a meter."""
        return {
            "name": self.name,
            "opening": dollars(self.opening_micro // MICRO),
            "movements": [_movement(m) for m in self.movements],
            "closing": dollars(self.balance_micro // MICRO),
            "closing_exact": exact_dollars(self.balance_micro),
        }


def _movement(movement: Movement) -> dict[str, object]:
    out: dict[str, object] = {"seat": movement.seats[0]}
    if len(movement.seats) > 1:
        out["seats"] = list(movement.seats)
    out["kind"] = movement.kind
    out["amount"] = exact_dollars(movement.change_micro)
    out["balance"] = dollars(movement.balance_micro // MICRO)
    return out


def open_meters(round_: Round, submission: Submission, meter_of: Mapping[str, str]) -> dict[str, RoundMeter]:
    """Every filed meter with the round's reading (or its initial amount), and the round's increments on it.

    Increments are on the meter before anyone is paid, in ascending seat order; then what is void is taken back.
    """
    meters = {
        name: RoundMeter(name, round_.meters.get(name, filed.initial_cents * MICRO), filed.reset_cents, filed.rate_ppm or 0)
        for name, filed in submission.meters.items()
        if name in submission.offered
    }
    for name, reading in round_.meters.items():
        if name not in meters:
            meters[name] = RoundMeter(name, reading, 0, 0)
    ascending = sorted(round_.seats, key=lambda seat: seat.seat)
    for seat in ascending:
        for wager, name in meter_of.items():
            if wager in seat.wagers and name in meters:
                meters[name].increment(seat.seat, seat.wagers[wager])
    for seat in ascending:
        if seat.void or round_.void:
            for wager, name in meter_of.items():
                if wager in seat.wagers and name in meters:
                    meters[name].reverse(seat.seat, seat.wagers[wager])
    return meters
