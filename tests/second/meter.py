"""A meter, in exact fractions of a cent, and amounts as text."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any


def money(of_cents: Fraction | int) -> str:
    """Whole cents as a decimal string."""
    of_cents = Fraction(of_cents)
    if of_cents.denominator != 1:
        raise ValueError(f"{of_cents} is no whole number of cents")
    return exact(of_cents)


def exact(of_cents: Fraction) -> str:
    """Cents and their fraction as a decimal string, two places or as many as it needs."""
    places, value = 2, abs(of_cents)
    while (value * 10 ** (places - 2)).denominator != 1:
        places += 1
    digits = str(int(value * 10 ** (places - 2))).rjust(places + 1, "0")
    return ("-" if of_cents < 0 else "") + digits[:-places] + "." + digits[-places:]


class Meter:
    def __init__(self, name: str, opening: Fraction, reset: Fraction, rate: Fraction) -> None:
        self.name, self.opening, self.balance, self.reset, self.rate = name, opening, opening, reset, rate
        self.movements: list[dict[str, Any]] = []

    def shows(self) -> int:
        return floor(self.balance)

    def _move(self, seats: list[int], kind: str, amount: Fraction | int) -> None:
        self.balance += amount
        whose: dict[str, Any] = {"seat": seats[0]} if len(seats) == 1 else {"seats": seats}
        self.movements.append({**whose, "kind": kind, "amount": exact(Fraction(amount)), "balance": money(self.shows())})

    def grow(self, seat: int, wager: Fraction) -> None:
        self._move([seat], "increment", wager * self.rate)

    def take_back(self, seat: int, wager: Fraction) -> None:
        self._move([seat], "reversal", -wager * self.rate)

    def share(self, percent: int) -> int:
        """What a share of the meter is now, in whole cents."""
        return floor(self.balance * percent / 100)

    def award(self, seats: list[int], percent: int, paid: int) -> None:
        """``paid`` leaves the meter; after a 100% hit it is the reset amount and whatever was not paid."""
        self._move(seats, "award", -paid)
        if percent == 100:
            self._move(seats, "reset", self.reset)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "opening": exact(self.opening),
            "movements": self.movements,
            "closing": money(self.shows()),
            "closing_exact": exact(self.balance),
        }
