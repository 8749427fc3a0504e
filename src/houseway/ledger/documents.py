"""The document of a round: the one spelling in which it is recorded, whatever spelling it was posted in.

It is a round as the round format gives it (``houseway settle`` reads it), so two postings of the same content are the same
text, and a round is read back years later by the same reader as the day it was posted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from houseway.cards import NAMES, names
from houseway.money import dollars
from houseway.problems import InputError, Problem, shown
from houseway.settlement.reading import read
from houseway.settlement.round import Round, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_WAGER_CENTS = 10**10  # a hundred million dollars: what a meter makes of it still fits the database's integers


def document_of(round_: Round) -> dict[str, Any]:
    """A round as its document: keys without a value are left out, meters are never part of it.

    ``read_round`` reads it back to an equal round.
    """
    out: dict[str, Any] = {"game": round_.game}
    if round_.on is not None:
        out["date"] = round_.on.isoformat()
    for key in ("round_id", "table", "time", "dealer_id"):
        value = getattr(round_, key)
        if value is not None:
            out[key] = value
    if round_.void:
        out["void"] = True
    if round_.board:
        out["board"] = names(round_.board)
    dealer = {}
    if round_.dealer_cards:
        dealer["cards"] = names(round_.dealer_cards)
    if round_.dealer_low is not None:
        dealer["low"] = names(round_.dealer_low)
    if dealer:
        out["dealer"] = dealer
    if round_.bank is not None:
        bank = out["bank"] = {"seat": round_.bank.seat}
        if round_.bank.co_bank:
            bank["co_bank"] = True
        if round_.bank.house_wager_cents:
            bank["house_wager"] = dollars(round_.bank.house_wager_cents)
    out["players"] = [_player(seat) for seat in round_.seats]
    if round_.magic_card is not None:
        out["magic_card"] = NAMES[round_.magic_card]
    if round_.lucky_position is not None:
        out["lucky_position"] = round_.lucky_position
    if round_.payment_order != tuple(sorted((seat.seat for seat in round_.seats), reverse=True)):
        out["payment_order"] = list(round_.payment_order)
    return out


def _player(seat: Seat) -> dict[str, Any]:
    out: dict[str, Any] = {"seat": seat.seat}
    if seat.void:
        out["void"] = True
    if seat.cards:
        out["cards"] = names(seat.cards)
    if seat.low is not None:
        out["low"] = names(seat.low)
    out["wagers"] = {wager: dollars(amount) for wager, amount in seat.wagers.items()}
    if seat.paid is not None:
        out["paid"] = {key: dollars(amount) for key, amount in seat.paid.items()}
    return out


def read_posted(document: object) -> Round:
    """A whole round as it is posted to a ledger: ``table``, ``round_id`` and ``date`` must be there, ``meters`` must not.

    Raises InputError with every problem of form.
    """
    reading = read(document)
    problems = list(reading.problems)
    if reading.round is not None:
        problems += _identity(reading.round, reading.unread)
        problems += _bounds(reading.round)
    if problems or reading.round is None:
        raise InputError(problems)
    return reading.round


def read_opened(document: object) -> Round:
    """A round of which only the wagers are known yet. Raises InputError; cards have no place in it."""
    if not isinstance(document, dict):
        return read_posted(document)
    problems = []
    for key in ("void", "board", "dealer", "magic_card", "lucky_position"):
        if document.get(key) is not None:
            problems.append(Problem(key, "is not known when a round is opened", shown(document[key]), "nothing yet"))
    players = document.get("players")
    for index, player in enumerate(players if isinstance(players, (list, tuple)) else ()):
        for key in ("void", "cards", "low", "folded", "paid"):
            if isinstance(player, dict) and player.get(key) is not None:
                where = f"players[{index}].{key}"
                problems.append(Problem(where, "is not known when a round is opened", shown(player[key]), "nothing yet"))
    try:
        round_ = read_posted({**document, "void": True})  # of a void round no cards are asked
    except InputError as error:
        raise InputError([*error.problems, *problems]) from None
    for seat in round_.seats:
        if "play" in seat.wagers:
            where = f"players[{seat.index}].wagers.play"
            message = "is made after the cards are dealt, and is not known when a round is opened"
            problems.append(Problem(where, message, dollars(seat.wagers["play"]), "no play wager yet"))
    if problems:
        raise InputError(problems)
    return replace(round_, void=False)


def completed(opened: Mapping[str, Any], document: object) -> Round:
    """An opened round with its cards: ``opened`` is the document it was opened with, ``document`` what is known now.

    What was opened need not be said again; where it is, it must be the same. Only a play wager may be added. Raises
    InputError, its places those of ``document``.
    """
    if not isinstance(document, dict):
        raise InputError([Problem("round", "must be a table of keys", shown(document), "an object { … }")])
    known = {player["seat"]: player for player in opened["players"]}
    players = document.get("players")
    merged: dict[str, Any] = {**opened, **{key: value for key, value in document.items() if value is not None}}
    if players is None:
        merged["players"] = opened["players"]
    elif isinstance(players, (list, tuple)):
        merged["players"] = [_merged(known, player) for player in players]
    round_ = read_posted(merged)
    problems = _agreement(opened, round_)
    if problems:
        raise InputError(problems)
    return round_


def _merged(known: Mapping[int, Mapping[str, Any]], player: object) -> object:
    """One player with the wagers he opened with, where they are not said again."""
    seat = player.get("seat") if isinstance(player, dict) else None
    if not isinstance(player, dict) or not isinstance(seat, int) or seat not in known:
        return player
    given = player.get("wagers")
    if given is None:
        return {**player, "wagers": known[seat]["wagers"]}
    return {**player, "wagers": {**known[seat]["wagers"], **given}} if isinstance(given, dict) else player


def _agreement(opened: Mapping[str, Any], round_: Round) -> list[Problem]:
    """Problems where a completed round is not the one that was opened."""
    problems = []
    now = document_of(round_)
    for key in ("game", "date", "round_id", "table", "time", "dealer_id", "bank"):
        if opened.get(key) != now.get(key) and (key in opened or key not in ("time", "dealer_id")):
            allowed = "what the round was opened with"
            problems.append(Problem(key, "is not as the round was opened", shown(now.get(key)), allowed))
    known = {player["seat"]: player["wagers"] for player in opened["players"]}
    for seat, player in zip(round_.seats, now["players"], strict=True):
        where = f"players[{seat.index}]"
        if seat.seat not in known:
            allowed = ", ".join(map(str, known))
            problems.append(Problem(f"{where}.seat", "made no wager when the round was opened", str(seat.seat), allowed))
            continue
        before, after = known.pop(seat.seat), player["wagers"]
        for wager in dict.fromkeys((*before, *after)):
            if wager != "play" and before.get(wager) != after.get(wager):
                message = "is not the wager with which the round was opened"
                allowed = before.get(wager, "no wager")
                problems.append(Problem(f"{where}.wagers.{wager}", message, after.get(wager, "none"), allowed))
    for number in known:
        message = f"seat {number} made a wager when the round was opened, and is not here"
        problems.append(Problem("players", message, allowed="every seat of the opened round, void where its hand was void"))
    return problems


def _identity(round_: Round, unread: set[str]) -> list[Problem]:
    """What a round must carry to be recorded, and what it may not."""
    problems = []
    asked = (
        ("table", round_.table, "the name of a table of this ledger"),
        ("round_id", round_.round_id, "a name that the table gives to this round only"),
        ("date", round_.on, "the date of play, such as 2015-07-01"),
    )
    for key, value, allowed in asked:
        if value is None and key not in unread:
            problems.append(Problem(key, "is missing", allowed=allowed))
    if round_.meters:
        message = "are not posted: the ledger's own meters rule"
        problems.append(Problem("meters", message, ", ".join(round_.meters), "no meters"))
    return problems


def _bounds(round_: Round) -> list[Problem]:
    """Wagers that the ledger's integers can hold, with everything that may come of them."""
    problems = []
    allowed = f"at most {dollars(MOST_WAGER_CENTS)}"
    for seat in round_.seats:
        for wager, amount in seat.wagers.items():
            if amount > MOST_WAGER_CENTS:
                where = f"players[{seat.index}].wagers.{wager}"
                problems.append(Problem(where, "is more than this ledger records", dollars(amount), allowed))
        for key, amount in (seat.paid or {}).items():
            if abs(amount) > MOST_WAGER_CENTS * 10_000:
                where = f"players[{seat.index}].paid.{key}"
                problems.append(Problem(where, "is more than this ledger records", dollars(amount), "less"))
    if round_.bank is not None and round_.bank.house_wager_cents > MOST_WAGER_CENTS:
        found = dollars(round_.bank.house_wager_cents)
        problems.append(Problem("bank.house_wager", "is more than this ledger records", found, allowed))
    return problems
