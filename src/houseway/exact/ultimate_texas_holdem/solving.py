"""Solves the base game: counts every showdown, then decides from the river back to the first two cards.

1. ``river.count``: for every row of boards and kind of two cards, wins, ties and losses against all 990 opponents.
2. ``river.value``: what these are worth under the payouts, the better of fold and 1x among them.
3. ``flop.decide``: summed over all turns and rivers, the better of checking and 2x for every pair on every flop.
4. Summed over all flops: the best of checking, 3x and 4x for each of the 169 starting hands.
5. ``flop.spread`` and ``flop.tally``: the way back, every outcome of every decision counted.
6. ``folds.by_flop`` and ``folds.by_row``: folded hands by what side wagers look at.

Everything is an integer. Work is handed to a few threads; the kernels do not hold the interpreter's lock.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import ahead, flop, folds, river
from .payouts import CATEGORIES, Payouts
from .solved import GAME_SIZE, HAND_SIZE, Folds, Solution, UnbalancedSolution, pairs_of
from .tables import HANDS, KINDS, PAIRS, ROWS, Tables, tables

MOST_THREADS = 8

Run = Callable[[Callable[[int, int], Any], int, int], list[Any]]


class _Deck(NamedTuple):
    """What does not depend on any payout: showdowns and the layout of flops."""

    tables: Tables
    packed: NDArray[np.int32]
    category: NDArray[np.uint8]
    flops: NDArray[np.int8]
    stands_for: NDArray[np.int64]
    codes: NDArray[np.int32]
    flop_categories: NDArray[np.uint8]


def threads() -> int:
    """How many threads the solver uses: one for each core it may run on, at most eight."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_THREADS)


def _chunks(size: int, step: int) -> Iterator[tuple[int, int]]:
    return ((start, min(size, start + step)) for start in range(0, size, step))


def _deck(pool: ThreadPoolExecutor, run: Run) -> _Deck:
    ahead.start()
    look_up = tables()
    packed, category = np.zeros((ROWS, KINDS), dtype=np.int32), np.zeros((ROWS, KINDS), dtype=np.uint8)
    flops, stands_for = flop.flop_classes()
    codes = np.zeros((len(flops), 49, 49), dtype=np.int32)

    def count(start: int, stop: int) -> None:
        river.count(look_up.strength, look_up.kinds, look_up.rows, start, stop, packed, category)

    def lay_out(start: int, stop: int) -> None:
        flop.lay_out(look_up.boards, flops, start, stop, codes)

    count(0, 0)
    loading, categories = pool.submit(ahead.finish), pool.submit(folds.flop_categories, look_up, flops)
    run(count, ROWS, 500)
    loading.result()
    run(lay_out, len(flops), 20)
    return _Deck(look_up, packed, category, flops, stands_for, codes, categories.result())


def _room_check(payouts: Payouts) -> None:
    """River values, up to four of them together, are kept in 32 bits; ValueError where a paytable would need more."""
    most = max(abs(value) for cube in (payouts.still, payouts.play) for contest in cube for row in contest for value in row)
    if 4 * 2 * most * river.OPPONENTS >= 2**31:
        raise ValueError(f"a payout of {most} units is more than the solver has room for")


def _decide(deck: _Deck, values: NDArray[np.int32], run: Run) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """The choices [flop, pair] after the flop, and the totals [hand, 3] of best, staying and a play of 1x."""
    choices = np.zeros((len(deck.flops), PAIRS), dtype=np.int8)

    def part(start: int, stop: int) -> NDArray[np.int64]:
        totals, cells = np.zeros((HANDS, 3), dtype=np.int64), np.zeros((PAIRS, 3), dtype=np.int64)
        flop.decide(deck.tables.pairs, values, deck.flops, deck.stands_for, deck.codes, start, stop, choices, cells, totals)
        return totals

    totals: NDArray[np.int64] = np.sum(run(part, len(deck.flops), 20), axis=0)
    return choices, totals


def _tally(
    deck: _Deck, payouts: Payouts, choices: NDArray[np.int8], reached: NDArray[np.int32], pool: ThreadPoolExecutor, run: Run
) -> NDArray[np.int64]:
    """The tallies [decision, contest, qualifies, category]; ``reached`` [row, 2 * kind] is room, all zero."""
    dealt, shares = np.zeros(ROWS, dtype=np.int64), threads()

    def spread(own: int) -> None:  # each thread has rows of its own
        flop.spread(deck.tables.pairs, deck.flops, deck.stands_for, deck.codes, own, shares, choices, dealt, reached)

    list(pool.map(spread, range(shares)))
    still, play = np.array(payouts.still), np.array(payouts.play)

    def part(start: int, stop: int) -> NDArray[np.int64]:
        tallies = np.zeros((4, 3, 2, CATEGORIES), dtype=np.int64)
        flop.tally(
            deck.tables.kinds,
            deck.tables.rows,
            deck.packed,
            deck.category,
            still,
            play,
            payouts.folded,
            dealt,
            reached,
            start,
            stop,
            tallies,
        )
        return tallies

    tallies: NDArray[np.int64] = np.sum(run(part, ROWS, 500), axis=0)
    return tallies


class _Folding(NamedTuple):
    """Where hands fold: what was decided after the flop [flop, pair], and 1 [row, kind] where one that checked folds."""

    choices: NDArray[np.int8]
    folds: NDArray[np.uint8]

    def same(self, other: _Folding) -> bool:
        return np.array_equal(self.choices, other.choices) and np.array_equal(self.folds, other.folds)


def _folding(values: NDArray[np.int32], folded: int, run: Run) -> NDArray[np.uint8]:
    """1 [row, kind] where 1x is worth no more than a fold, in slices to save room."""
    folds_at = np.empty((ROWS, KINDS), dtype=np.uint8)

    def part(start: int, stop: int) -> None:
        folds_at[start:stop] = values[start:stop, 1::3] + values[start:stop, 2::3] <= folded

    run(part, ROWS, 500)
    return folds_at


def _folds(deck: _Deck, of: _Folding, reached: NDArray[np.int32], run: Run) -> Folds:
    """Folded hands by category: of the own flop hand, of another flop hand, of another's best five of seven."""

    def over_flops(start: int, stop: int) -> NDArray[np.int64]:
        found = np.zeros((2, CATEGORIES), dtype=np.int64)
        folds.by_flop(
            deck.tables.pairs, of.folds, deck.flops, deck.stands_for, deck.codes, deck.flop_categories, of.choices,
            start, stop, found,
        )  # fmt: skip
        return found

    def over_rows(start: int, stop: int) -> NDArray[np.int64]:
        found = np.zeros(CATEGORIES, dtype=np.int64)
        folds.by_row(deck.tables.kinds, deck.tables.rows, deck.category, of.folds, reached, start, stop, found)
        return found

    own, other = np.sum(run(over_flops, len(deck.flops), 20), axis=0).tolist()
    seven = np.sum(run(over_rows, ROWS, 500), axis=0).tolist()
    return Folds(tuple(river.OPPONENTS * ways for ways in own), tuple(other), tuple(seven))


def _hands(totals: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Check, 3x and 4x for two given cards of each starting hand; its pairs of cards all have the same."""
    hands = []
    for hand, (best, staying, playing) in enumerate(totals.tolist()):
        found = [divmod(total, pairs_of(hand)) for total in (best, staying + 3 * playing, staying + 4 * playing)]
        if any(left for _, left in found):
            raise UnbalancedSolution("pairs of cards of one starting hand have different values")
        hands.append((found[0][0], found[1][0], found[2][0]))
    return hands


def _nested(array: NDArray[np.int64]) -> Any:
    return tuple(_nested(part) for part in array) if array.ndim > 1 else tuple(array.tolist())


def solve_each(payouts: Sequence[Payouts]) -> list[Solution]:
    """The game solved from scratch under each of the payouts; the showdowns are counted once for all.

    Under half a gigabyte. Raises ValueError for payouts beyond the solver's room, UnbalancedSolution if a result fails
    its own check.
    """
    for each in payouts:
        _room_check(each)
    solutions: list[Solution] = []
    folding: list[_Folding] = []
    with ThreadPoolExecutor(threads() + 1) as pool:  # one more for what is still to be compiled

        def run(part: Callable[[int, int], Any], size: int, step: int) -> list[Any]:
            return list(pool.map(lambda chunk: part(*chunk), _chunks(size, step)))

        deck = _deck(pool, run)
        # one room for the river's values, and afterwards for what is counted on the way back
        values = np.zeros((ROWS, 3 * KINDS), dtype=np.int32)
        reached = values.reshape(-1)[: ROWS * 2 * KINDS].reshape(ROWS, 2 * KINDS)
        for each in payouts:
            still, play = np.array(each.still), np.array(each.play)

            def evaluate(start: int, stop: int, still: Any = still, play: Any = play, folded: int = each.folded) -> None:
                river.value(deck.packed, deck.category, still, play, folded, start, stop, values)

            run(evaluate, ROWS, 500)
            choices, totals = _decide(deck, values, run)
            hands = _hands(totals)
            played = np.array([max(totals) > totals[0] for totals in hands])
            choices[:, played[deck.tables.pairs.hand]] = 0
            folding.append(_Folding(choices, _folding(values, river.OPPONENTS * each.folded, run)))
            reached[:] = 0
            tallies = _tally(deck, each, choices, reached, pool, run)
            before = [s.folds for s, of in zip(solutions, folding, strict=False) if of.same(folding[-1])]
            folded = before[0] if before else _folds(deck, folding[-1], reached, run)
            solution = Solution(each, tuple(hands), _nested(tallies), folded)
            solution.check_balance()
            solutions.append(solution)
    return solutions


def solve(payouts: Payouts) -> Solution:
    """The game solved from scratch under these payouts. See ``solve_each``."""
    return solve_each([payouts])[0]


__all__ = ["GAME_SIZE", "HAND_SIZE", "solve", "solve_each", "threads"]
