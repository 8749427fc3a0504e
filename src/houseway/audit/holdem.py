"""Ultimate Texas Hold 'Em for the audit: a batch of a log as rows, and the rounds in which anything is out of order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import kernels
from houseway.audit.arrow import room
from houseway.audit.playing import Played, flat_round, order_ranks
from houseway.batch import holdem as rows_of
from houseway.games import ultimate_texas_holdem as uth

if TYPE_CHECKING:
    from houseway.audit.batches import Batch
    from houseway.regulation import Law
    from houseway.submission import Submission

GAME = uth.GAME
WAGERS = uth.WAGERS
METERS = uth.METERS
BONUSES = ("envy", "magic_card", "lucky_bonus")
MAIN_WAGERS = 3  # the first so many are one game: what is kept of them is told together as well
METER_OF = uth.METER_OF
BY_ROUND = (frozenset({"board", "dealer", "void_round", "magic_card", "lucky"}), frozenset({"rare", "increments"}))
_NONE_LOW = np.zeros((0, 0), np.uint8)
SHARED = ("board", "dealer_cards", "magic_card", "lucky_position", "date", "payment_order")


def tables(law: Law, submission: Submission) -> rows_of.HoldemTables:
    """What rows look up."""
    return rows_of.holdem_tables(law, submission)


def wagers(batch: Batch) -> NDArray[np.int64]:
    """(n, 7) cents; what is below zero or no amount is 0."""
    out: NDArray[np.int64] = room((len(batch), len(WAGERS)))
    kernels.take_wagers(batch.money, batch.places_of(WAGERS), out)
    return out


def out_of_order(
    batch: Batch, wagered: NDArray[np.int64], void: NDArray[np.bool_], submission: Submission
) -> NDArray[np.bool_]:
    """(R,) rounds in which something may be wrong: what the gate of one round would refuse, and a little more."""
    flags = np.zeros(batch.rounds, np.bool_)
    board, dealer, own = batch.shared("board", 5), batch.shared("dealer_cards", 2), batch.cards("player_cards", 2)
    first = batch.first[:-1]
    all_void = np.logical_and.reduceat(void, first) if len(first) else np.zeros(0, np.bool_)
    shared = np.concatenate((board, dealer), axis=1)
    kernels.dealt_twice(batch.first, shared, own, all_void, np.zeros(len(batch), np.bool_), flags)
    flags |= kernels.showing(shared, kernels.MISSING_CARD) & ~all_void
    for name in ("board", "dealer_cards", "magic_card"):
        batch.unlike_cards(name, flags)
    wrong = kernels.showing(own, kernels.MISSING_CARD)
    kernels.main_wagers_wrong(wagered, batch.number("folded", -1), wrong)
    for at, wager in enumerate(WAGERS):
        filed = uth.FILED_AS[wager]
        amounts = submission.amounts_cents.get(filed, ())
        if filed not in submission.offered:
            kernels.not_filed(wagered, at, np.zeros(0, np.int64), wrong)
        elif amounts and wager != "play":
            kernels.not_filed(wagered, at, np.array(amounts, np.int64), wrong)
    flags[batch.round[np.flatnonzero(wrong & ~void)]] = True
    lucky = batch.number("lucky_position")
    flags |= np.logical_or.reduceat((lucky > 99) | (lucky < -1), first) if len(first) else False
    return flags


def build(
    batch: Batch, wagered: NDArray[np.int64], void: NDArray[np.bool_], dead: NDArray[np.bool_]
) -> tuple[rows_of.HoldemRows, NDArray[np.int64]]:
    """The batch as rows, and which row of the batch each is. Dead rows wager nothing and are void."""
    n = len(batch)
    order = room((n,))
    seat = batch.number("seat")
    kernels.payment_order(batch.first, seat, order_ranks(batch), order)
    first = batch.first[:-1]
    rows = rows_of.HoldemRows(
        first=batch.first,
        board=np.minimum(batch.shared("board", 5), 51),
        dealer=np.minimum(batch.shared("dealer_cards", 2), 51),
        void_round=np.logical_and.reduceat(void | dead, first),
        magic_card=np.ascontiguousarray(batch.shared("magic_card", 1)[:, 0]),
        lucky=np.clip(batch.number("lucky_position")[first], -1, 99).astype(np.int16),
        round=batch.round,
        seat=np.empty(n, np.int16),
        cards=room((n, 2), np.uint8),
        wagers=room((n, len(WAGERS))),
        void=np.empty(n, np.bool_),
    )
    own = batch.cards("player_cards", 2)
    kernels.put_in_order(
        order, void, dead, seat, wagered, own, _NONE_LOW, np.uint8(51), rows.void, rows.seat, rows.wagers, rows.cards, _NONE_LOW
    )  # fmt: skip
    return rows, order


def settle(rows: rows_of.HoldemRows, of: rows_of.HoldemTables) -> Played:
    """Every row settled but what is rare."""
    settled = rows_of.settle_rows(rows, of, room)
    due: dict[str, tuple[NDArray[np.int64], int]] = {}
    for at, wager in enumerate(WAGERS):
        due[f"paid_{wager}"] = (settled.paid, at)
        due[f"returned_{wager}"] = (settled.returned, at)
    for name, column in (("envy", settled.envy), ("magic_card", settled.magic), ("lucky_bonus", settled.lucky)):
        due[f"paid_{name}"] = (column.reshape(-1, 1), 0)
    return Played(rows, settled, due, settled.rare, settled.increments, rows.wagers)


def follow(played: Played, submission: Submission, law: Law, opening: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rare rounds settled, and every meter after each round (R, meters), microcents."""
    return rows_of.follow_meters(played.rows, played.settled, submission, law, opening.tolist())


def typed_round(played: Played, number: int, readings: dict[str, int]) -> Any:
    """One round as the one-round settlement takes it."""
    return rows_of.typed_round(played.rows, number, readings)


def round_document(batch: Batch, number: int, rows: list[int]) -> dict[str, Any]:
    """A round as the round format has it, of the rows whose cells could all be read."""
    from houseway.cards import NAMES
    from houseway.money import dollars

    def names(cards: NDArray[np.uint8]) -> list[str] | None:
        found = [NAMES[card] for card in cards.tolist() if card != kernels.MISSING_CARD]
        return found or None

    at = int(batch.first[number])
    document = flat_round(batch, number, rows, GAME)
    document["board"] = names(batch.cards("board", 5)[at])
    document["dealer"] = {"cards": names(batch.cards("dealer_cards", 2)[at])}
    drawn = names(batch.cards("magic_card", 1)[at])
    if drawn:
        document["magic_card"] = drawn[0]
    lucky = int(batch.number("lucky_position")[at])
    if lucky:
        document["lucky_position"] = "dealer" if lucky == -1 else lucky
    folded = batch.number("folded", -1)
    for row, player in zip(rows, document["players"], strict=True):
        player["cards"] = names(batch.cards("player_cards", 2)[row])
        if folded[row] >= 0:
            player["folded"] = bool(folded[row])
        player["wagers"] = {
            wager: dollars(int(batch.values[wager][row]))
            for wager in WAGERS
            if batch.has(wager) and batch.values[wager][row]
        }  # fmt: skip
    return document
