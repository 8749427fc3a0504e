"""From files to settled batches, in order: threads read ahead and settle, one of them cuts and remembers rounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from houseway.audit import sources
from houseway.audit.batches import Batch, Cutter
from houseway.audit.settling import Settled, settle_batch

if TYPE_CHECKING:
    from houseway.audit.filings import Filings
    from houseway.audit.running import Plan
    from houseway.audit.sources import Chunk
    from houseway.audit.totals import Totals

THREADS = 3  # one more than the cores of a small machine: one is nearly always between two pieces of work
READ_AHEAD = 3  # chunks that are being read, where they may be read side by side
SETTLE_AHEAD = 4  # batches that are being settled or wait to be followed


def settled(
    plan: Plan, headers: list[sources.Header], game: ModuleType, filings: Filings, totals: Totals, skip: int
) -> Iterator[tuple[Settled, float]]:
    """Every batch settled but for its meters, in order, and the part of all files that has been read by then; the first
    ``skip`` batches were followed before."""
    waiting: deque[tuple[Future[Settled], float]] = deque()
    with ThreadPoolExecutor(THREADS, thread_name_prefix="settle") as pool:
        try:
            for at, (batch, done) in enumerate(batches(plan, headers, pool)):
                if at >= skip:
                    waiting.append((pool.submit(settle_batch, batch, plan, game, filings, totals), done))
                while len(waiting) >= SETTLE_AHEAD:
                    future, done = waiting.popleft()
                    yield future.result(), done
            while waiting:
                future, done = waiting.popleft()
                yield future.result(), done
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def batches(plan: Plan, headers: list[sources.Header], pool: ThreadPoolExecutor) -> Iterator[tuple[Batch, float]]:
    """Whole rounds of all files, and the part of all files that has been read."""
    cutter = Cutter(plan.submission.game, plan.out)
    sizes = [header.size for header in headers]
    for at, chunk in _chunks(plan, headers, pool):
        done = (sum(sizes[:at]) + sizes[at] * chunk.done) / sum(sizes)
        made = list(cutter.cut(chunk))
        if chunk.bad:  # rows that are none travel with the next batch, or with an empty one of their own
            empty = Batch(chunk.slice(0, 0), plan.submission.game, np.zeros(1, np.int64), np.zeros(0, np.bool_), frozenset(),
                          cutter.rounds)  # fmt: skip
            empty.chunk.bad = chunk.bad
            yield empty, done
        for batch in made:
            yield batch, done
    for batch in cutter.flush():
        yield batch, 1.0


def _chunks(plan: Plan, headers: list[sources.Header], pool: ThreadPoolExecutor) -> Iterator[tuple[int, Chunk]]:
    """The chunks of all files in order, and which file each is of; the following ones are being read meanwhile."""
    under_way: deque[tuple[int, Future[Chunk | None]]] = deque()

    def first() -> tuple[int, Chunk]:
        at, future = under_way.popleft()
        chunk = future.result()
        if chunk is None:
            raise ValueError("a call that may be made beside others ends no file")
        return at, chunk

    for at, header in enumerate(headers):
        calls, side_by_side = sources.reads(header, plan.submission.game, plan.rows)
        if side_by_side:
            for call in calls:
                under_way.append((at, pool.submit(call)))
                if len(under_way) > READ_AHEAD:
                    yield first()
            continue
        following = pool.submit(next(calls))
        while under_way:
            yield first()
        while (chunk := following.result()) is not None:
            following = pool.submit(next(calls))
            yield at, chunk
    while under_way:
        yield first()
