"""Pai Gow Poker for the audit: a batch of a log as rows, and the rounds in which anything is out of order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import kernels
from houseway.audit.arrow import room
from houseway.audit.playing import Played, flat_round, order_ranks
from houseway.batch import pai_gow as rows_of
from houseway.games import pai_gow_poker as pgp

if TYPE_CHECKING:
    from houseway.audit.batches import Batch
    from houseway.regulation import Law
    from houseway.submission import Submission

GAME = pgp.GAME
WAGERS = pgp.WAGERS
METERS = pgp.METERS
BONUSES = ("envy", "bank")
MAIN_WAGERS = 0
METER_OF = pgp.METER_OF
SHARED = ("dealer_cards", "dealer_low", "date", "payment_order", "bank_seat", "co_bank", "house_wager")
BY_ROUND = (
    frozenset({"dealer", "void_round", "bank_seat", "co_bank", "house_wager"}),
    frozenset({"dealer_high", "dealer_low", "rare", "increments"}),
)
_ANY = np.arange(7, dtype=np.uint8)  # cards of rows that are not settled


def tables(law: Law, submission: Submission) -> rows_of.PaiGowTables:
    """What rows look up."""
    from houseway.exact.pai_gow.settings_for_batch import settings
    from houseway.games import house_way

    way = house_way.get(submission.house_way or "standard")
    return rows_of.pai_gow_tables(law, submission, settings(way, submission.switches["wheel"] == "lowest"))


def wagers(batch: Batch) -> NDArray[np.int64]:
    """(n, 10) cents; what is below zero or no amount is 0."""
    out: NDArray[np.int64] = room((len(batch), len(WAGERS)))
    kernels.take_wagers(batch.money, batch.places_of(WAGERS), out)
    return out


def out_of_order(
    batch: Batch, wagered: NDArray[np.int64], void: NDArray[np.bool_], submission: Submission
) -> NDArray[np.bool_]:
    """(R,) rounds in which something may be wrong: what the gate of one round would refuse, and a little more."""
    flags = np.zeros(batch.rounds, np.bool_)
    dealer, own = batch.shared("dealer_cards", 7), batch.cards("player_cards", 7)
    dealer_low, low = batch.shared("dealer_low", 2), batch.cards("player_low", 2)
    first = batch.first[:-1]
    all_void = np.logical_and.reduceat(void, first)
    kernels.dealt_twice(batch.first, dealer, own, all_void, np.zeros(len(batch), np.bool_), flags)
    flags |= kernels.showing(dealer, kernels.MISSING_CARD) & ~all_void
    for name in ("dealer_cards", "dealer_low"):
        batch.unlike_cards(name, flags)
    flags |= kernels.not_among(dealer_low, dealer)
    wrong = kernels.not_among(low, own) | kernels.showing(own, kernels.MISSING_CARD)
    red, black = WAGERS.index("red"), WAGERS.index("black")
    wrong |= (wagered[:, red] != 0) & (wagered[:, black] != 0)
    for at, wager in enumerate(WAGERS):
        filed = pgp.FILED_AS[wager]
        amounts = submission.amounts_cents.get(filed, ())
        if filed not in submission.offered:
            kernels.not_filed(wagered, at, np.zeros(0, np.int64), wrong)
        elif amounts:
            kernels.not_filed(wagered, at, np.array(amounts, np.int64), wrong)
    bank = batch.number("bank_seat")[batch.first[:-1]][batch.round]
    seat = batch.number("seat")
    banks = (bank > 0) & (seat == bank)
    wrong |= banks & ((wagered[:, 0] != 0) | void)
    flags[batch.round[np.flatnonzero(wrong & ~void)]] = True
    flags[batch.round[np.flatnonzero(banks & void)]] = True
    flags |= (batch.number("bank_seat")[first] != 0) & ~np.logical_or.reduceat(banks, first)
    flags |= (batch.number("co_bank", -1)[first] == 1) & (batch.number("house_wager")[first] != 0)
    return flags


def build(
    batch: Batch, wagered: NDArray[np.int64], void: NDArray[np.bool_], dead: NDArray[np.bool_]
) -> tuple[rows_of.PaiGowRows, NDArray[np.int64]]:
    """The batch as rows, and which row of the batch each is. Dead rows wager nothing and are void."""
    n = len(batch)
    order = room((n,))
    seat = batch.number("seat")
    kernels.payment_order(batch.first, seat, order_ranks(batch), order)
    first = batch.first[:-1]
    out = void | dead
    void_round = np.logical_and.reduceat(out, first)
    bank_seat = batch.number("bank_seat")[first]
    if dead.any():  # whose bank cannot be read is not compared with it: see ``differences.depends_on_others``
        banks = ~out & (seat == bank_seat[batch.round])
        bank_seat = np.where(np.logical_or.reduceat(banks, first) | void_round, bank_seat, 0)
    dealer = batch.shared("dealer_cards", 7)
    rows = rows_of.PaiGowRows(
        first=batch.first,
        dealer=np.where(void_round[:, None], _ANY, dealer),  # nobody plays against cards that cannot be
        void_round=void_round,
        bank_seat=bank_seat.astype(np.int16),
        co_bank=batch.number("co_bank", -1)[first] == 1,
        house_wager=np.ascontiguousarray(batch.number("house_wager")[first]),
        round=batch.round,
        seat=np.empty(n, np.int16),
        cards=room((n, 7), np.uint8),
        low=room((n, 2), np.uint8),
        wagers=room((n, len(WAGERS))),
        void=np.empty(n, np.bool_),
    )
    kernels.put_in_order(
        order, void, dead, seat, wagered, batch.cards("player_cards", 7), batch.cards("player_low", 2), np.uint8(255),
        rows.void, rows.seat, rows.wagers, rows.cards, rows.low,
    )  # fmt: skip
    return rows, order


def settle(rows: rows_of.PaiGowRows, of: rows_of.PaiGowTables) -> Played:
    """Every row settled but what is rare."""
    settled = rows_of.settle_rows(rows, of, room)
    due: dict[str, tuple[NDArray[np.int64], int]] = {}
    for at, wager in enumerate(WAGERS):
        due[f"paid_{wager}"] = (settled.paid, at)
        due[f"returned_{wager}"] = (settled.returned, at)
    due["paid_envy"] = (settled.envy.sum(axis=1).reshape(-1, 1), 0)
    due["paid_bank"] = (settled.bank.reshape(-1, 1), 0)
    due["vigorish"] = (settled.vigorish.reshape(-1, 1), 0)
    return Played(rows, settled, due, settled.rare, settled.increments.reshape(-1, 1), rows.wagers)


def follow(played: Played, submission: Submission, law: Law, opening: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rare rounds settled, and the meter after each round (R, 1), microcents."""
    return rows_of.follow_meters(played.rows, played.settled, submission, law, opening.tolist())


def typed_round(played: Played, number: int, readings: dict[str, int]) -> Any:
    """One round as the one-round settlement takes it."""
    return rows_of.typed_round(played.rows, number, readings)


def round_document(batch: Batch, number: int, rows: list[int]) -> dict[str, Any]:
    """A round as the round format has it, of the rows whose cells could all be read."""
    from houseway.cards import NAMES
    from houseway.money import dollars

    def names(cards: NDArray[np.uint8]) -> list[str] | None:
        return [NAMES[card] for card in cards.tolist() if card != kernels.MISSING_CARD] or None

    at = int(batch.first[number])
    document = flat_round(batch, number, rows, GAME)
    document["dealer"] = {"cards": names(batch.cards("dealer_cards", 7)[at])}
    low = names(batch.cards("dealer_low", 2)[at])
    if low:
        document["dealer"]["low"] = low
    bank = int(batch.number("bank_seat")[at])
    seats = batch.number("seat")
    unread = bank in seats[at : int(batch.first[number + 1])] and bank not in seats[rows]
    if bank and not unread:  # a bank whose row cannot be read is no fault of the others
        document["bank"] = {
            "seat": bank,
            "co_bank": bool(batch.number("co_bank", -1)[at] == 1),
            "house_wager": dollars(int(batch.number("house_wager")[at])),
        }
    for row, player in zip(rows, document["players"], strict=True):
        player["cards"] = names(batch.cards("player_cards", 7)[row])
        own = names(batch.cards("player_low", 2)[row])
        if own:
            player["low"] = own
        player["wagers"] = {
            wager: dollars(int(batch.values[wager][row]))
            for wager in WAGERS
            if batch.has(wager) and batch.values[wager][row]
        }  # fmt: skip
    return document
