"""Best play of any number of hands at once: every decision looked up in what the solver decides on every flop and board."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels_support import kernel

from . import flop, river, solving
from .payouts import Payouts
from .tables import CARDS, KINDS, ROWS, tables

_SUITS = np.array(list(permutations(range(4))))
_row_of = flop.row_of


@kernel
def _folded(triple, multiset, rank_pair, set_index, number, kinds, folds, own, boards, out):  # type: ignore[no-untyped-def]
    for at in range(out.size):
        row, suit = _row_of(triple, multiset, rank_pair, set_index, boards[at])
        out[at] = folds[row, kinds[suit, number[own[at, 0], own[at, 1]]]]


class BestPlay:
    """The solver's decisions under one blind paytable's payouts: about a second of two cores and 16 MB."""

    def __init__(self, payouts: Payouts) -> None:
        with ThreadPoolExecutor(solving.threads() + 1) as pool:

            def run(part: Callable[[int, int], Any], size: int, step: int) -> list[Any]:
                return list(pool.map(lambda start: part(start, min(size, start + step)), range(0, size, step)))

            deck = solving._deck(pool, run)
            values = np.zeros((ROWS, 3 * KINDS), np.int32)
            still, play = np.array(payouts.still), np.array(payouts.play)

            def evaluate(start: int, stop: int) -> None:
                river.value(deck.packed, deck.category, still, play, payouts.folded, start, stop, values)

            run(evaluate, ROWS, 500)
            choices, totals = solving._decide(deck, values, run)
            self._folds = np.empty((ROWS, KINDS), np.uint8)

            def fold(start: int, stop: int) -> None:  # in slices, to save room
                once = values[start:stop, 1::3] + values[start:stop, 2::3]
                self._folds[start:stop] = once <= river.OPPONENTS * payouts.folded

            run(fold, ROWS, 500)
        raised = np.array([max(of) > of[0] for of in solving._hands(totals)])
        self._raised: NDArray[np.bool_] = raised[deck.tables.pairs.hand]  # by pair of cards
        self._twice = choices == flop.TWICE  # by flop's suit class and pair of cards, as the class has them
        self._class, self._renaming, self._renamed = _numbers(deck.flops, deck.tables.pairs.number)

    def times(self, own: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How many times the ante is played on each hand (n, 2) with its board (n, 5, the flop first): 4, 2, 1, or 0 for a
        fold. Of two choices that are worth the same, the one that puts out less."""
        pairs, boards = tables().pairs, tables().boards
        number = pairs.number[own[:, 0], own[:, 1]]
        three = tuple(np.sort(board[:, :3], axis=1).T)
        twice = self._twice[self._class[three], self._renamed[self._renaming[three], number]]
        folded = np.empty(len(own), np.uint8)
        _folded(*boards, pairs.number, pairs.kind, self._folds, own, np.ascontiguousarray(board).astype(np.int8), folded)
        return np.select([self._raised[number], twice, folded == 0], [4, 2, 1], 0).astype(np.int64)


def _numbers(
    classes: NDArray[np.int8], number: NDArray[np.int16]
) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.int16]]:
    """[card, card, card] (ascending) a flop's suit class, and which renaming of suits makes it its class's flop; [renaming,
    pair] the pair that each renaming makes of two cards."""
    size = CARDS**3
    place = np.full(size, -1, np.int16)
    place[_key(classes.astype(np.int64))] = np.arange(len(classes))
    grid = np.stack(np.meshgrid(*[np.arange(CARDS)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    class_of, renaming = np.full(size, -1, np.int16), np.zeros(size, np.int8)
    for at, suits in enumerate(_SUITS):
        found = place[_key(np.sort(grid & ~3 | suits[grid & 3], axis=1))]
        class_of[found >= 0], renaming[found >= 0] = found[found >= 0], at
    cards = np.arange(CARDS)
    renamed = np.zeros((len(_SUITS), int(number.max()) + 1), np.int16)
    for at, suits in enumerate(_SUITS):
        to = cards & ~3 | suits[cards & 3]
        one, other = np.triu_indices(CARDS, 1)
        renamed[at, number[one, other]] = number[to[one], to[other]]
    shape = (CARDS, CARDS, CARDS)
    return class_of.reshape(shape), renaming.reshape(shape), renamed


def _key(flops: NDArray[np.int64]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = (flops[:, 0] * CARDS + flops[:, 1]) * CARDS + flops[:, 2]
    return found


@lru_cache(maxsize=4)
def best_play(payouts: Payouts) -> BestPlay:
    """Best play under these payouts, worked out once."""
    return BestPlay(payouts)


__all__ = ["BestPlay", "best_play"]
