"""A round as the settlement sees it: frozen, cards as ints, money as cents. Made by ``reading`` from what a file holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_EMPTY: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: his cards, his wagers in cents (none is left out, not zero), and what the round says he was paid."""

    seat: int
    cards: tuple[int, ...]
    wagers: Mapping[str, int]
    void: bool = False
    folded: bool = False  # Ultimate Texas Hold 'Em: no play wager
    low: tuple[int, ...] | None = None  # Pai Gow Poker: the two cards he set low; None: the house way sets them
    paid: Mapping[str, int] | None = None  # wager -> cents really given, beyond what of the wagers went back
    index: int = 0  # his place in the list of players, for naming it in a problem


@dataclass(frozen=True, slots=True)
class Bank:
    """A banking player: his seat, whether the house co-banks, and what the house puts up on the dealer's hand."""

    seat: int
    co_bank: bool = False
    house_wager_cents: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round of either game. ``meters`` are readings in microcents; where one is absent, the submission's initial amount."""

    game: str
    seats: tuple[Seat, ...]
    dealer_cards: tuple[int, ...]
    on: date | None = None
    round_id: str | None = None
    table: str | None = None
    time: str | None = None
    dealer_id: str | None = None
    void: bool = False
    board: tuple[int, ...] = ()
    dealer_low: tuple[int, ...] | None = None
    bank: Bank | None = None
    meters: Mapping[str, int] = field(default_factory=lambda: _EMPTY)
    magic_card: int | None = None
    lucky_position: int | str | None = None
    payment_order: tuple[int, ...] = ()  # seats, first paid first

    def seat(self, number: int) -> Seat:
        """The player in a seat."""
        return next(seat for seat in self.seats if seat.seat == number)
