"""One batch settled and compared, but for what hangs on the meters: the work of a thread."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from houseway.audit import doubt, kernels
from houseway.audit.filings import NONE
from houseway.audit.recorded import LATER, numbers_of
from houseway.audit.totals import Hold

if TYPE_CHECKING:
    from houseway.audit.batches import Batch
    from houseway.audit.doubt import Doubts
    from houseway.audit.filings import Basis, Filings
    from houseway.audit.playing import Played
    from houseway.audit.running import Plan
    from houseway.audit.totals import Totals


@dataclass
class Work:
    """Rounds of a batch that are settled under the same submission and law: which rows differ already, and what is left for
    the sequence.

    ``places``: which round of the batch each is (None: all of them, in order). ``order``: the row of ``batch`` that each
    settled row is; ``recorded``: the compared columns in cents, by row of ``batch``; ``marks`` (n, in the order of payment):
    rows that differ, of rounds that are not ``slow``. ``slow`` (R): rounds that hang on a meter or on a row that cannot be
    read. ``fed`` (R, meters): microcents that rows which cannot be settled put on the meters; ``unsure`` (R, meters): rounds
    of which that, or whether they took from the meter, cannot be told; ``doubtful`` (R, meters): rounds in which a meter is
    not known for that reason.
    """

    batch: Batch
    basis: Basis
    places: NDArray[np.int64] | None
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


@dataclass
class Settled:
    """A batch, settled: its rounds by what they are settled under."""

    batch: Batch
    works: list[Work]


def settle_batch(batch: Batch, plan: Plan, game: ModuleType, filings: Filings, totals: Totals) -> Settled:
    """Read, check, settle and compare one batch."""
    n, meters = len(batch), len(game.METERS)
    if n == 0:
        empty, none = np.zeros(0, np.bool_), np.zeros((0, meters), np.int64)
        unsure = np.zeros((0, meters), np.bool_)
        work = Work(
            batch, filings.first, None, doubt.Doubts(empty, empty), None, np.zeros(0, np.int64), {}, empty, empty, empty, empty,
            none, unsure, none, unsure, Hold((*game.WAGERS, "main")), {},
        )  # fmt: skip
        return Settled(batch, [work])
    batch.read(plan.columns.day_first)
    chosen = filings.choose(batch)
    if isinstance(chosen, int):
        return Settled(batch, [_settle(batch, chosen, None, plan, game, filings, totals)])
    works = []
    for number in np.unique(chosen).tolist():
        rounds = np.flatnonzero(chosen == number)
        works.append(_settle(batch.pick(rounds), number, rounds, plan, game, filings, totals))
    return Settled(batch, works)


def _settle(
    batch: Batch, number: int, places: NDArray[np.int64] | None, plan: Plan, game: ModuleType, filings: Filings, totals: Totals
) -> Work:  # fmt: skip
    """Rounds that are settled under one submission and law, or under none."""
    n, rounds, meters = len(batch), batch.rounds, len(game.METERS)
    basis = filings.first if number == NONE else filings.bases[number]
    submission, day_first = basis.submission, plan.columns.day_first
    void = batch.number("void", -1) == 1
    wagered = game.wagers(batch)
    if number == NONE:
        doubts = doubt.uncovered(batch, filings, day_first)
    else:
        flags = doubt.suspected(batch, submission) | game.out_of_order(batch, wagered, void, submission)
        doubts = doubt.examine(batch, flags, game, submission, day_first)
    rows, order = game.build(batch, wagered, void, doubts.dead)
    played = game.settle(rows, basis.tables)
    codes = {
        name: totals.names[name].codes(batch.chunk.columns.get(name), n)
        for name in ("table", "dealer_id", "shift")
    }  # fmt: skip
    skip, void_or_later = doubts.dead[order], rows.void
    if LATER in batch.chunk.columns:  # a round that is corrected later is judged by its last settlement
        later = (numbers_of(batch, LATER) != 0)[rows.round]
        skip, void_or_later = skip | later, rows.void | later
    work = Work(
        batch, basis, places, doubts, played, order, {}, np.zeros(n, np.bool_), played.rare | doubts.partial,
        skip, void_or_later, np.zeros((rounds, meters), np.int64), np.zeros((rounds, meters), np.bool_),
        np.zeros((rounds, meters), np.int64), np.zeros((rounds, meters), np.bool_), Hold((*game.WAGERS, "main")), codes,
    )  # fmt: skip
    if doubts.dead.any():
        _fed_by_dead(work, game, wagered, void, covered=number != NONE)
    for wager, name in game.METER_OF.items():
        column = game.WAGERS.index(wager)
        by_round = work.meter_wagered[:, game.METERS.index(name)]
        kernels.sum_by_round(rows.round, rows.void, rows.wagers, column, by_round)
    work.recorded = {name: batch.values[name] for name in played.due if batch.has(name)}
    if "vigorish" in played.due and "vigorish" not in work.recorded:
        _after_vigorish(work, played)
    compare(work, game, slow=False)
    return work


def _fed_by_dead(
    work: Work, game: ModuleType, wagered: NDArray[np.int64], void: NDArray[np.bool_], covered: bool
) -> None:  # fmt: skip
    """What rows that cannot be settled put on the meters all the same, where their wagers can be read and a rate is known."""
    batch, dead, filed = work.batch, work.doubts.dead, work.basis.submission.meters
    for wager, name in game.METER_OF.items():
        if covered and name not in filed:
            continue
        meter = game.METERS.index(name)
        rate = (filed[name].rate_ppm or 0) if covered else 0
        counts = dead & ~void
        none = np.zeros(len(batch), np.bool_)
        unread = counts & (batch.failures.get(wager, none) | batch.failures.get("void", none))
        amounts = np.where(counts & ~unread, wagered[:, game.WAGERS.index(wager)], 0)
        np.add.at(work.fed[:, meter], batch.round, amounts * rate)
        # a seat that cannot be settled may have been paid from the meter: nobody was, where none is recorded
        paid = batch.values.get(f"paid_{wager}")
        hit = none | True if paid is None else (paid != 0) | batch.failures.get(f"paid_{wager}", none)
        rare = work.slow[batch.round] if work.played is None else work.played.rare[batch.round]
        work.unsure[batch.round[unread | ((amounts > 0) & (hit | rare | (not covered)))], meter] = True
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
            after = (taken != 0) & (said == due - taken)
            said[after] = due[after]


def compare(work: Work, game: ModuleType, slow: bool) -> None:
    """Marks the rows of rounds that are slow, or of those that are not, whose record differs; and adds up what was kept."""
    played, batch = work.played, work.batch
    if played is None:
        return
    hold, rounds = work.hold, played.rows.round
    hold.grow(int(work.codes["table"].max()) + 1)
    less, less_at = np.zeros(0, np.int64), -1
    if "vigorish" in played.due:
        less_at = batch.places.get("vigorish", -1)
        of, column = played.due["vigorish"]
        less = of[:, column]
    kernels.compare(
        work.order, rounds, work.slow, slow, work.skip, work.void, batch.money, played.wagers, played.settled.paid,
        played.settled.returned, batch.places_of(f"paid_{wager}" for wager in game.WAGERS),
        batch.places_of(f"returned_{wager}" for wager in game.WAGERS), less, less_at, game.MAIN_WAGERS, work.codes["table"],
        work.marks, hold.counts, hold.handle, hold.squares, hold.kept,
    )  # fmt: skip
    for name in (*(f"paid_{bonus}" for bonus in game.BONUSES), "vigorish"):
        if name in work.recorded:
            of, column = played.due[name]
            kernels.differ(work.order, rounds, work.slow, slow, work.skip, work.recorded[name], of[:, column], work.marks)
