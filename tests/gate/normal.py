"""A typed round written down again, plainly: what any way of writing the same round must settle as."""

from __future__ import annotations

from typing import Any

from houseway.cards import NAMES, names
from houseway.money import dollars, exact_dollars
from houseway.settlement.round import Round, Seat


def plain(round_: Round) -> dict[str, Any]:
    """The round as a dict in its plainest form: canonical cards, amounts of two decimals, everything said."""
    uth = round_.game == "ultimate-texas-holdem"
    said: dict[str, Any] = {"game": round_.game, "players": [_player(seat, uth) for seat in round_.seats]}
    for key, word in (
        ("round_id", round_.round_id),
        ("table", round_.table),
        ("time", round_.time),
        ("dealer_id", round_.dealer_id),
    ):
        if word is not None:
            said[key] = word
    if round_.on is not None:
        said["date"] = round_.on.isoformat()
    if round_.void:
        said["void"] = True
    said["dealer"] = {"cards": names(round_.dealer_cards)}
    if round_.dealer_low is not None:
        said["dealer"]["low"] = names(round_.dealer_low)
    if uth:
        said["board"] = names(round_.board)
    if round_.bank is not None:
        bank = round_.bank
        said["bank"] = {"seat": bank.seat, "co_bank": bank.co_bank, "house_wager": dollars(bank.house_wager_cents)}
    said["meters"] = {name: exact_dollars(reading) for name, reading in round_.meters.items()}
    if round_.magic_card is not None:
        said["magic_card"] = NAMES[round_.magic_card]
    if round_.lucky_position is not None:
        said["lucky_position"] = round_.lucky_position
    said["payment_order"] = list(round_.payment_order)
    return said


def _player(seat: Seat, uth: bool) -> dict[str, Any]:
    said: dict[str, Any] = {"seat": seat.seat, "cards": names(seat.cards)}
    said["wagers"] = {wager: dollars(amount) for wager, amount in seat.wagers.items()}
    if seat.void:
        said["void"] = True
    elif uth:
        said["folded"] = seat.folded
    if seat.low is not None:
        said["low"] = names(seat.low)
    if seat.paid is not None:
        said["paid"] = {key: dollars(amount) for key, amount in seat.paid.items()}
    return said
