"""What a meter does: grow, pay, reset, take back. A pure machine; the settlement and the ledger run the same one.

A balance is in microcents (millionths of a cent). What is shown and paid is whole cents, rounded down; the fraction of
a cent that a rate or a 10% award leaves stays in the meter and is never lost (653a.12(d)(3)–(4), 645a.13(e)(2)–(3)).
"""

from __future__ import annotations

from typing import NamedTuple

from houseway.money import MICRO

INCREMENT, AWARD, RESET, REVERSAL = "increment", "award", "reset", "reversal"


class Movement(NamedTuple):
    """One movement of a meter: the exact change, and the exact balance after it, both in microcents."""

    kind: str
    seats: tuple[int, ...]
    change_micro: int
    balance_micro: int


def shown_cents(balance_micro: int) -> int:
    """What the meter shows and can pay: whole cents, rounded down."""
    return balance_micro // MICRO


def increment(balance_micro: int, seat: int, wager_cents: int, rate_ppm: int) -> Movement:
    """A wager adds its share: the rate of progression times the wager, to the last millionth of a cent."""
    change = wager_cents * rate_ppm  # a cent at one part per million is one microcent
    return Movement(INCREMENT, (seat,), change, balance_micro + change)


def reversal(balance_micro: int, seat: int, wager_cents: int, rate_ppm: int) -> Movement:
    """A void wager takes its increment back, as a movement of its own."""
    change = -wager_cents * rate_ppm
    return Movement(REVERSAL, (seat,), change, balance_micro + change)


def share_cents(balance_micro: int, percent: int) -> int:
    """What a line of ``percent`` of the meter is worth now: whole cents, rounded down."""
    return shown_cents(balance_micro) * percent // 100


def award(balance_micro: int, seats: tuple[int, ...], percent: int, paid_cents: int, reset_cents: int) -> list[Movement]:
    """What was really paid is deducted; after a 100% hit the reset amount is put on what was left.

    What was left is the fraction of a cent, the odd cents of a split, and what a payout limit held back.
    """
    change = -paid_cents * MICRO
    moves = [Movement(AWARD, seats, change, balance_micro + change)]
    if percent == 100:
        put = reset_cents * MICRO
        moves.append(Movement(RESET, seats, put, balance_micro + change + put))
    return moves


def split(amount_cents: int, heads: int) -> tuple[int, int]:
    """An equal division by head (653a.12(e)(2)): each head's cents, and the odd cents left over."""
    return divmod(amount_cents, heads)
