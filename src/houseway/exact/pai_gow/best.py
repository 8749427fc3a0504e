"""Best play against a house way, exactly: for every hand the setting worth most, and what house ways give away by theirs.

The work is 67,600 pieces, one for each plain pattern of the player's hand; what is done is kept in the cache folder, so
that it can be interrupted and goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import best_kernels, patterns, sieve, store
from .best_kernels import BEST_M, BEST_W, BUCKETS, HANDS, LOWS, MOST, PER_WAY, SUITED, UNITS, WAYS, Dealer, Ranked, Space, best_play
from .numbers import numbers
from .sieve import suits
from .table import Table

Progress = Callable[[int, int], None]

FORMAT = 1
PIECE = 128  # plain patterns worked out at a time
KEEP_SECONDS = 20.0  # between two writings of what is done


@dataclass(frozen=True)
class Played:
    """How a way of setting all hands does: counts of pairs of hands, the player's wager won, pushed, lost."""

    win: int
    push: int
    lose: int

    @property
    def expected_value(self) -> Fraction:
        """For each unit wagered, with the exact vigorish of 5% of a win."""
        return (self.win * Fraction(UNITS - 1, UNITS) - self.lose) / (self.win + self.push + self.lose)


@dataclass(frozen=True)
class GivenAway:
    """What a house way gives away against best play: ``cost`` for each unit wagered, ``hands`` that it sets less well, of
    all hands, and the ``most`` it gives away with one."""

    name: str
    version: str
    played: Played
    cost: Fraction
    hands: int
    most: Fraction


@dataclass(frozen=True)
class BestPlay:
    """Best play against a dealer's house way. ``banking``: copies are the player's."""

    house_way: str
    wheel_lowest: bool
    banking: bool
    best: Played
    ways: tuple[GivenAway, ...]

    def to_dict(self) -> dict[str, Any]:
        """Counts as ints, expected values as fractions in text."""
        best = {**self.best.__dict__, "expected_value": str(self.best.expected_value)}
        ways = {
            way.name: {
                **way.played.__dict__,
                "expected_value": str(way.played.expected_value),
                "gives_away": str(way.cost),
                "hands_set_less_well": way.hands,
                "most_given_away": str(way.most),
            }
            for way in self.ways
        }
        wheel = "lowest" if self.wheel_lowest else "second-highest"
        return {"house_way": self.house_way, "wheel": wheel, "banking": self.banking, "best": best, "house_ways": ways}


def ranked(wheel_lowest: bool) -> Ranked:
    """The numbers of five cards by their ranks, as arrays for the kernel."""
    of = numbers(wheel_lowest)
    natural, joker = patterns.multisets(5), patterns.multisets(4)
    plain = np.zeros(natural.size + joker.size, np.int32)
    at = 0
    for with_joker, sets in enumerate((natural, joker)):
        for counts in sets.counts:
            ranks = tuple([rank for rank in range(13) for _ in range(int(counts[rank]))])
            plain[at] = of.plain_five[with_joker, ranks]
            at += 1
    by_suit = np.zeros((2, 1 << 13), np.int32)
    for (with_joker, ranks), number in of.suited_five.items():
        by_suit[with_joker, sum([1 << rank for rank in ranks])] = number
    low = np.zeros((13, 13), np.int32)
    for one in range(13):
        for other in range(13):
            value = (1 << 20 | one << 16) if one == other else max(one, other) << 16 | min(one, other) << 12
            low[one, other] = of.low_of[value]
    rows = np.stack([natural.row, joker.row + natural.size]).astype(np.int32)
    return Ranked(rows, natural.column, plain, by_suit, low, np.array(of.least_high, np.int32))


def dealer(of: Table) -> Dealer:
    """The dealer's table, in the order in which the kernel reads it."""
    counts = patterns.plain_counts()
    lower_counts, lower = np.unique(counts[:, :7], axis=0, return_inverse=True)
    upper_counts, upper = np.unique(counts[:, 7:], axis=0, return_inverse=True)
    parts: list[tuple[Any, ...]] = []
    for part in (slice(0, patterns.PLAIN_WITH_JOKER), slice(patterns.PLAIN_WITH_JOKER, patterns.PLAIN)):
        high, low = of.high[part], of.low[part]
        order = np.argsort(high, kind="stable")
        starts = np.searchsorted(high[order], np.arange(len(numbers(of.wheel_lowest).high_values) + 2)).astype(np.int32)
        parts.append((lower[part][order].astype(np.uint16), upper[part][order].astype(np.uint16), low[order], starts))
    first, second, third, fourth = [tuple(column) for column in zip(*parts, strict=True)]
    instead = patterns.suited().plain
    return Dealer(
        first, second, third, fourth, lower_counts, upper_counts,
        of.high[patterns.PLAIN :], of.low[patterns.PLAIN :], of.high[instead], of.low[instead],
    )  # fmt: skip


def space(of: Dealer) -> Space:
    """Working space for one thread: about 18 MB."""

    def ints(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, np.int32)

    return Space(
        ints(MOST), ints(MOST), ints(MOST), ints(MOST), ints(MOST), ints(7_466), ints(LOWS + 2),
        np.zeros(2 * MOST, np.int64), ints(SUITED), ints(BUCKETS), ints(128, 2 * MOST),
        np.zeros(len(of.lower_counts), np.int64), np.zeros(len(of.upper_counts), np.int64),
    )  # fmt: skip


def sums(
    house_way: Table, ways: Sequence[Table], banking: bool = False, ranks: int = patterns.ALL_RANKS,
    threads: int = 2, progress: Progress | None = None,
) -> NDArray[np.int64]:  # fmt: skip
    """(67600, 3 + 4 * ways): what ``best_kernels`` adds up for each plain pattern of the player's hand."""
    if any(way.wheel_lowest != house_way.wheel_lowest for way in ways):
        raise ValueError("the tables rank A-2-3-4-5 differently")
    counts, of, suit = patterns.plain_counts(), dealer(house_way), suits(ranks)
    deck = np.array([4 * (ranks >> rank & 1) for rank in range(13)], np.int64)
    ways_high = np.stack([way.high for way in ways]) if ways else np.zeros((0, 1), np.uint16)
    ways_low = np.stack([way.low for way in ways]) if ways else np.zeros((0, 1), np.uint8)
    codes = np.array([patterns.LOWER_CODE, patterns.UPPER_CODE], np.int64)
    numbered = ranked(house_way.wheel_lowest)
    name = _file_name(house_way, ways, banking, ranks)
    columns = WAYS + PER_WAY * len(ways)
    pieces = -(-patterns.PLAIN // PIECE)
    out, done = _restore(name, columns, pieces)
    spaces = [space(of) for _ in range(threads)]

    def run(piece: int) -> int:
        mine = spaces.pop()
        first, last = piece * PIECE, min((piece + 1) * PIECE, patterns.PLAIN)
        out[first:last] = 0
        fine = best_play(
            first, last, counts, patterns.PLAIN_WITH_JOKER, deck, numbered, codes, of, suit, ways_high, ways_low,
            int(banking), mine, out,
        )  # fmt: skip
        spaces.append(mine)
        if not fine:
            raise ValueError("a house way sets a hand in a way that is not one of its settings")
        return piece

    kept = time.monotonic()
    left = np.flatnonzero(done == 0).tolist()
    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[int]] = set()
        while left or running:
            while left and len(running) < threads:
                running.add(pool.submit(run, left.pop()))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done[future.result()] = 1
            if progress is not None:
                progress(int(done.sum()), pieces)
            if time.monotonic() - kept > KEEP_SECONDS or not (left or running):
                # pieces that are under way are not marked as done: what of them is in ``out`` is made anew
                store.save(name, {"out": out, "done": done})
                kept = time.monotonic()
    return out


def against(
    house_way: Table, ways: Sequence[Table] = (), banking: bool = False, threads: int = 2, progress: Progress | None = None
) -> BestPlay:
    """Best play against a dealer's house way, and what ``ways`` give away when the player sets by them."""
    found = sums(house_way, ways, banking, threads=threads, progress=progress)
    return summary(found, house_way, ways, banking, comb(46, 7))


def summary(found: NDArray[np.int64], house_way: Table, ways: Sequence[Table], banking: bool, opposite: int) -> BestPlay:
    """What ``sums`` found, added up; ``opposite`` is the number of dealer hands against one of the player's."""
    hands = int(found[:, HANDS].sum())

    def played(m: int, w: int) -> Played:
        lose = hands * opposite - m + w
        return Played(w, hands * opposite - w - lose, lose)

    best = played(int(found[:, BEST_M].sum()), int(found[:, BEST_W].sum()))
    given = []
    for at, way in enumerate(ways):
        m, w, less_well, most = found[:, WAYS + PER_WAY * at : WAYS + PER_WAY * (at + 1)].T
        did = played(int(m.sum()), int(w.sum()))
        cost = best.expected_value - did.expected_value
        given.append(GivenAway(way.name, way.version, did, cost, int(less_well.sum()), Fraction(int(most.max()), UNITS * opposite)))
    return BestPlay(house_way.name, house_way.wheel_lowest, banking, best, tuple(given))


def _file_name(house_way: Table, ways: Sequence[Table], banking: bool, ranks: int) -> str:
    made_by = store.sources(best_kernels, patterns, sieve)
    tables = [store.digest(of.high.tobytes(), of.low.tobytes()) for of in (house_way, *ways)]
    return f"best-{house_way.name}-{store.digest(FORMAT, tables, house_way.wheel_lowest, banking, ranks, made_by)}.sums"


def _restore(name: str, columns: int, pieces: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """What an earlier run left, or nothing done."""
    kept = store.load(name)
    if kept is not None and {"out", "done"} == set(kept):
        out, done = kept["out"], kept["done"]
        if out.shape == (patterns.PLAIN, columns) and done.shape == (pieces,):
            return out, done
    return np.zeros((patterns.PLAIN, columns), np.int64), np.zeros(pieces, np.uint8)
