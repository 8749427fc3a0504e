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
from typing import Any, NamedTuple

import numpy as np

from houseway.exact.figures import in_parts
from houseway.games.house_way import NAMES, HouseWay, get
from houseway.games.pai_gow_poker import SWITCHES

from . import patterns, store
from .arrays import I32, I64, U8
from .best_kernels import BEST_M, BEST_W, HANDS, PER_WAY, WAYS, play_patterns
from .best_settings import BUCKETS, LOWS, MOST, SUITED, Dealer, Ranked, Space
from .numbers import numbers
from .running import Progress, bar, threads
from .sieve import suits
from .solution import HUNDREDTHS, Tally, vigorish_percent
from .table import Table, table

FORMAT = 1
PIECE = 128  # plain patterns worked out at a time
KEEP_SECONDS = 20.0  # between two writings of what is done


class GivenAway(NamedTuple):
    """What a player gives away who sets by a house way, against best play: ``cost`` of each unit wagered, ``hands`` that it
    sets less well, of all 154,143,080, and the ``most`` that it gives away with one."""

    name: str
    version: str
    tally: Tally
    expected_value: Fraction
    cost: Fraction
    hands: int
    most: Fraction


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Best play against a dealer's house way. ``banking``: copies are the player's. Values are with the exact vigorish."""

    house_way: str
    wheel_lowest: bool
    banking: bool
    tally: Tally
    expected_value: Fraction
    ways: tuple[GivenAway, ...]

    def to_dict(self) -> dict[str, Any]:
        """Counts of pairs of hands; expected values as fractions over ``HUNDREDTHS`` times all pairs, unreduced."""
        pairs = self.tally.total

        def value(of: Fraction) -> str:
            return in_parts(of, pairs, HUNDREDTHS)

        return {
            "house_way": self.house_way,
            "wheel": SWITCHES["wheel"][self.wheel_lowest],
            "banking": self.banking,
            "best": {**self.tally._asdict(), "expected_value": value(self.expected_value)},
            "house_ways": [
                {
                    "house_way": way.name,
                    "version": way.version,
                    **way.tally._asdict(),
                    "expected_value": value(way.expected_value),
                    "gives_away": value(way.cost),
                    "hands_set_less_well": way.hands,
                    "most_given_away": str(way.most),
                }
                for way in self.ways
            ],
        }


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

    def ints(*shape: int) -> I32:
        return np.zeros(shape, np.int32)

    return Space(
        ints(MOST), ints(MOST), ints(MOST), ints(MOST), ints(MOST), ints(7_466), ints(LOWS + 2),
        np.zeros(2 * MOST, np.int64), ints(SUITED), ints(BUCKETS), ints(128, 2 * MOST),
        np.zeros(len(of.lower_counts), np.int64), np.zeros(len(of.upper_counts), np.int64),
    )  # fmt: skip


def worker(
    house_way: Table, ways: Sequence[Table], banking: bool = False, ranks: int = patterns.ALL_RANKS, percent: int = 5
) -> Callable[[int, int, I64], None]:
    """A function that works out the player's plain patterns from the first to before the second number, and writes what it
    adds up to those rows of an array (67600, 3 + 4 * ways); see ``best_kernels``. It may run on several threads.

    ``ranks`` (a mask of 13) reduces the deck to those ranks in all suits, and the joker, for proofs.
    """
    if any(way.wheel_lowest != house_way.wheel_lowest for way in ways):
        raise ValueError("the tables rank A-2-3-4-5 differently")
    counts, of, suit = patterns.plain_counts(), dealer(house_way), suits(ranks)
    deck = np.array([4 * (ranks >> rank & 1) for rank in range(13)], np.int64)
    ways_high = np.stack([way.high for way in ways]) if ways else np.zeros((0, 1), np.uint16)
    ways_low = np.stack([way.low for way in ways]) if ways else np.zeros((0, 1), np.uint8)
    codes = np.array([patterns.LOWER_CODE, patterns.UPPER_CODE], np.int64)
    numbered = ranked(house_way.wheel_lowest)
    spaces: list[Space] = []

    def work(first: int, last: int, out: I64) -> None:
        try:
            mine = spaces.pop()
        except IndexError:  # as many as there are threads
            mine = space(of)
        out[first:last] = 0
        fine = play_patterns(
            first, last, counts, patterns.PLAIN_WITH_JOKER, deck, numbered, codes, of, suit, ways_high, ways_low,
            int(banking), percent, mine, out,
        )  # fmt: skip
        spaces.append(mine)
        if not fine:
            raise ValueError("a house way sets a hand in a way that is not one of its settings")

    return work


def sums(
    house_way: Table, ways: Sequence[Table], banking: bool = False, ranks: int = patterns.ALL_RANKS,
    percent: int = 5, progress: Progress | None = None,
) -> I64:  # fmt: skip
    """(67600, 3 + 4 * ways): what ``worker`` adds up for each plain pattern of the player's hand.

    What is done is kept every twenty seconds, and when it is interrupted.
    """
    work = worker(house_way, ways, banking, ranks, percent)
    name = _file_name(house_way, ways, banking, ranks, percent)
    pieces = -(-patterns.PLAIN // PIECE)
    out, done = _restore(name, WAYS + PER_WAY * len(ways), pieces)
    left = np.flatnonzero(done == 0).tolist()
    if not left:
        return out

    def run(piece: int) -> int:
        work(piece * PIECE, min((piece + 1) * PIECE, patterns.PLAIN), out)
        return piece

    running: set[Future[int]] = set()
    kept = time.monotonic()
    try:
        with ThreadPoolExecutor(threads()) as pool:
            while left or running:
                while left and len(running) < threads():
                    running.add(pool.submit(run, left.pop()))
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    done[future.result()] = 1
                if progress is not None:
                    progress(int(done.sum()), pieces)
                if time.monotonic() - kept > KEEP_SECONDS:
                    # pieces under way are not marked as done: whatever of them is in ``out`` will be made anew
                    store.save(name, {"out": out, "done": done})
                    kept = time.monotonic()
    finally:
        store.save(name, {"out": out, "done": done})
    return out


def best_play(
    house_way: str | HouseWay,
    wheel_lowest: bool = False,
    banking: bool = False,
    ways: Sequence[str | HouseWay] = NAMES,
    progress: Progress | None = None,
) -> BestPlay:
    """Best play against a dealer's house way, and what a player gives away who sets by one of ``ways``.

    A few minutes on two cores, once: it is kept, and goes on where it was if it is interrupted. ``banking``: the player
    banks, and copies are his. Raises InputError for a name that is not known. ``progress(done, of)`` is told how far it
    is; without it a bar is shown where standard error is a terminal.
    """
    of, *others = [table(get(way) if isinstance(way, str) else way, wheel_lowest) for way in (house_way, *ways)]
    percent = vigorish_percent()
    with bar(f"Best play against {of.name}", progress) as told:
        found = sums(of, others, banking, percent=percent, progress=told)
    return summary(found, of, others, banking, percent, comb(46, 7))


def summary(found: I64, house_way: Table, ways: Sequence[Table], banking: bool, percent: int, opposite: int) -> BestPlay:
    """What ``sums`` found, added up; ``opposite`` is the number of dealer hands against one of the player's."""
    hands = int(found[:, HANDS].sum())
    won = 1 - Fraction(percent, 100)

    def tally(m: int, w: int) -> Tally:
        lose = hands * opposite - m + w
        return Tally(w, hands * opposite - w - lose, lose)

    best = tally(int(found[:, BEST_M].sum()), int(found[:, BEST_W].sum()))
    given = []
    for at, way in enumerate(ways):
        m, w, less_well, most = found[:, WAYS + PER_WAY * at : WAYS + PER_WAY * (at + 1)].T
        did = tally(int(m.sum()), int(w.sum()))
        most_lost = Fraction(int(most.max()), 100 * opposite)
        worth = did.worth(won)
        given.append(GivenAway(way.name, way.version, did, worth, best.worth(won) - worth, int(less_well.sum()), most_lost))
    return BestPlay(house_way.name, house_way.wheel_lowest, banking, best, best.worth(won), tuple(given))


def _file_name(house_way: Table, ways: Sequence[Table], banking: bool, ranks: int, percent: int) -> str:
    made_by = store.sources("best_kernels.py", "best_settings.py", "patterns.py", "sieve.py")
    tables = [store.digest(of.high.tobytes(), of.low.tobytes()) for of in (house_way, *ways)]
    known_by = store.digest(FORMAT, tables, house_way.wheel_lowest, banking, ranks, percent, made_by)
    return f"best-{house_way.name}-{known_by}.sums"


def _restore(name: str, columns: int, pieces: int) -> tuple[I64, U8]:
    """What an earlier run left, or nothing done."""
    kept = store.load(name)
    if kept is not None and {"out", "done"} == set(kept):
        out, done = kept["out"], kept["done"]
        if out.shape == (patterns.PLAIN, columns) and done.shape == (pieces,):
            return out, done
    return np.zeros((patterns.PLAIN, columns), np.int64), np.zeros(pieces, np.uint8)
