"""One batch settled and compared, but for what hangs on the meters: the work of a thread."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import doubt, kernels
from houseway.audit.totals import Hold
from houseway.games import ultimate_texas_holdem as uth

if TYPE_CHECKING:
    from houseway.audit.batches import Batch
    from houseway.audit.doubt import Doubts
    from houseway.audit.playing import Played
    from houseway.audit.running import Plan
    from houseway.audit.totals import Totals
    from houseway.regulation import Law


@dataclass
class Work:
    """A batch, settled: which rows differ already, and what is left for the sequence.

    ``order``: the row of the batch that each settled row is; ``recorded``: the compared columns in cents, by row of the
    batch; ``marks`` (n, in the order of payment): rows that differ, of rounds that are not ``slow``. ``slow`` (R): rounds that
    hang on a meter or on a row that cannot be read. ``fed`` (n, meters): microcents that rows which cannot be settled put on
    the meters; ``unsure`` (R, meters): rounds of which that, or whether they took from the meter, cannot be told;
    ``doubtful`` (R, meters): rounds in which a meter is not known for that reason.
    """

    batch: Batch
    doubts: Doubts
    played: Played | None
    order: NDArray[np.int64]
    recorded: dict[str, NDArray[np.int64]]
    marks: NDArray[np.bool_]
    slow: NDArray[np.bool_]
    skip: NDArray[np.bool_]
    void: NDArray[np.bool_]
    fed: NDArray[np.int64]
    unsure: NDArray[np.bool_]
    meter_wagered: NDArray[np.int64]
    doubtful: NDArray[np.bool_]
    hold: Hold
    codes: dict[str, NDArray[np.int64]]


def settle_batch(batch: Batch, plan: Plan, game: ModuleType, law: Law, of: Any, totals: Totals) -> Work:
    """Read, check, settle and compare one batch."""
    n, rounds, meters = len(batch), batch.rounds, len(game.METERS)
    nothing = np.zeros(n, np.bool_)
    hold = Hold((*game.WAGERS, "main"))
    if n == 0:
        empty = np.zeros(0, np.bool_)
        none = np.zeros((0, meters), np.int64)
        return Work(batch, doubt.Doubts(empty, empty), None, np.zeros(0, np.int64), {}, empty, empty, empty, empty, none,
                    np.zeros((0, meters), np.bool_), none, np.zeros((0, meters), np.bool_), hold, {})  # fmt: skip
    submission = plan.submission
    batch.read(plan.columns.day_first)
    void = batch.number("void", -1) == 1
    wagered = game.wagers(batch)
    flags = doubt.suspected(batch, submission) | game.out_of_order(batch, wagered, void, submission)
    doubts = doubt.examine(batch, flags, game, submission, plan.columns.day_first)
    rows, order = game.build(batch, wagered, void, doubts.dead)
    played = game.settle(rows, of)
    codes = {
        name: totals.names[name].codes(batch.chunk.columns.get(name), n)
        for name in ("table", "dealer_id", "shift")
    }  # fmt: skip
    work = Work(
        batch, doubts, played, order, {}, nothing, played.rare | doubts.partial, doubts.dead[order], rows.void,
        np.zeros((rounds, meters), np.int64), np.zeros((rounds, meters), np.bool_), np.zeros((rounds, meters), np.int64),
        np.zeros((rounds, meters), np.bool_), hold, codes,
    )  # fmt: skip
    if doubts.dead.any():
        _fed_by_dead(work, plan, game, wagered, void)
    for wager, name in game.METER_OF.items():
        column = game.WAGERS.index(wager)
        by_round = work.meter_wagered[:, game.METERS.index(name)]
        kernels.sum_by_round(rows.round, rows.void, rows.wagers, column, by_round)
    work.recorded = {name: batch.values[name] for name in played.due if batch.has(name)}
    if "vigorish" in played.due and "vigorish" not in work.recorded:
        _after_vigorish(work, played)
    quick = np.flatnonzero(~work.slow[rows.round])
    compare(work, quick if work.slow.any() else None)
    add_to_hold(work, game, quick, int(codes["table"].max()) + 1)
    return work


def _fed_by_dead(work: Work, plan: Plan, game: ModuleType, wagered: NDArray[np.int64], void: NDArray[np.bool_]) -> None:
    """What rows that cannot be settled put on the meters all the same, where their wagers can be read."""
    batch, dead = work.batch, work.doubts.dead
    for wager, name in game.METER_OF.items():
        if name not in plan.submission.meters:
            continue
        meter = game.METERS.index(name)
        rate = plan.submission.meters[name].rate_ppm or 0
        counts = dead & ~void
        none = np.zeros(len(batch), np.bool_)
        unread = counts & (batch.failures.get(wager, none) | batch.failures.get("void", none))
        amounts = np.where(counts & ~unread, wagered[:, game.WAGERS.index(wager)], 0)
        np.add.at(work.fed[:, meter], batch.round, amounts * rate)
        # a seat that cannot be settled may have been paid from the meter: nobody was, where none is recorded
        paid = batch.values.get(f"paid_{wager}")
        hit = none | True if paid is None else (paid != 0) | batch.failures.get(f"paid_{wager}", none)
        rare = work.slow[batch.round] if work.played is None else work.played.rare[batch.round]
        work.unsure[batch.round[unread | ((amounts > 0) & (hit | rare))], meter] = True
    # of a round that was there before, the wagers are on the meter already or not at all: nobody can tell
    work.unsure[batch.again] = True
    work.fed[batch.again] = 0


def _after_vigorish(work: Work, played: Played) -> None:
    """Where the log does not record vigorish, what was paid after it is right as well."""
    n = len(work.order)
    taken = np.empty(n, np.int64)
    kernels.scatter(work.order, *played.due["vigorish"], taken)
    for name in ("paid_pai_gow", "paid_bank"):
        if name in work.recorded:
            due = np.empty(n, np.int64)
            kernels.scatter(work.order, *played.due[name], due)
            said = work.recorded[name]
            work.recorded[name] = np.where((taken != 0) & (said == due - taken), due, said)


def compare(work: Work, rows: NDArray[np.int64] | None) -> None:
    """Marks rows whose record differs: all rows, or some of them (in the order of payment)."""
    if work.played is None:
        return
    order = work.order if rows is None else work.order[rows]
    skip = work.skip if rows is None else work.skip[rows]
    found = np.zeros(len(order), np.bool_)
    for name, recorded in work.recorded.items():
        due, column = work.played.due[name]
        if rows is not None:
            due, column = np.ascontiguousarray(due[rows, column]).reshape(-1, 1), 0
        kernels.differ(order, recorded, due, column, skip, found)
    if rows is None:
        work.marks = found
    else:
        work.marks[rows] |= found


def add_to_hold(work: Work, game: ModuleType, rows: NDArray[np.int64], tables: int) -> None:
    """What was wagered and kept, by wager and table, of some rows (in the order of payment)."""
    if work.played is None:
        return
    hold, played, order = work.hold, work.played, work.order
    hold.grow(tables)
    group = work.codes["table"]
    n = len(order)

    def said(name: str) -> NDArray[np.int64]:
        recorded = work.recorded.get(name)
        if recorded is not None:
            return recorded
        out = np.zeros(n, np.int64)
        if name in played.due:
            kernels.scatter(order, *played.due[name], out)
        return out

    main = np.zeros(n, np.int64)
    for at, wager in enumerate(game.WAGERS):
        paid, returned = said(f"paid_{wager}"), said(f"returned_{wager}")
        if wager == "pai_gow":
            paid = paid - said("vigorish")
        kernels.add_up(
            rows, order, group, work.void, played.wagers, paid, returned, at,
            hold.counts[:, at], hold.handle[:, at], hold.squares[:, at], hold.kept[:, at],
        )  # fmt: skip
        if game.GAME == uth.GAME and wager in ("ante", "play", "blind"):
            main += paid + returned
            if wager != "ante":
                wagers = np.empty(n, np.int64)
                kernels.scatter(order, played.wagers, at, wagers)
                main -= wagers
    if game.GAME == uth.GAME:  # ante, play and blind are one game: by the ante
        at = len(game.WAGERS)
        kernels.add_up(
            rows, order, group, work.void, played.wagers, main, np.zeros(n, np.int64), 0,
            hold.counts[:, at], hold.handle[:, at], hold.squares[:, at], hold.kept[:, at],
        )  # fmt: skip
