"""What both games share between a batch of a log and the rows that are settled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import cells
from houseway.audit.spelling import EPOCH

if TYPE_CHECKING:
    from houseway.audit.batches import Batch


@dataclass
class Played:
    """A settled batch: the game's rows and its answers, in the order of payment.

    ``due``: recorded column -> where its right amounts are, an array and a column of it (views: completed by ``follow``).
    ``rare`` (R): rounds that a meter or an envy bonus touches; ``increments`` (R, meters) in microcents; ``wagers`` (n, w).
    """

    rows: Any
    settled: Any
    due: dict[str, tuple[NDArray[np.int64], int]]
    rare: NDArray[np.bool_]
    increments: NDArray[np.int64]
    wagers: NDArray[np.int64]


def order_ranks(batch: Batch) -> NDArray[np.int64]:
    """Each row's place in its round's own order of payment, or 0 where the round gives none."""
    ranks = np.zeros(len(batch), np.int64)
    if not batch.has("payment_order"):
        return ranks
    codes = batch.values["payment_order"]
    seat = batch.number("seat")
    for code in np.unique(codes).tolist():
        if code < 0:
            continue
        place = np.full(100, 100, np.int64)
        for at, number in enumerate(cells.ORDERS[code]):
            if 0 <= number < 100:
                place[number] = at
        mine = codes == code
        ranks[mine] = place[np.clip(seat[mine], 0, 99)]
    return ranks


def flat_round(batch: Batch, number: int, rows: list[int], game: str) -> dict[str, Any]:
    """The parts of a round's document that both games have; its players carry their seats and whether they are void."""
    at = int(batch.first[number])
    void = batch.number("void", -1)
    document: dict[str, Any] = {"game": game}
    if batch.round_id(at):
        document["round_id"] = batch.round_id(at)
    day = int(batch.number("date", -1)[at])
    if day >= 0:
        document["date"] = date.fromordinal(day + EPOCH).isoformat()
    if len(rows) == batch.first[number + 1] - at and batch.has("payment_order"):
        code = int(batch.values["payment_order"][at])
        if code >= 0:
            document["payment_order"] = list(cells.ORDERS[code])
    if rows and all(void[row] == 1 for row in rows):
        document["void"] = True
    seat = batch.number("seat")
    document["players"] = [
        {"seat": int(seat[row])} | ({"void": True} if void[row] == 1 else {}) for row in rows
    ]  # fmt: skip
    return document
