"""All pairs of hands, by how their high and low hands compare: the sieve run over all suit classes, on two threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import pairwise
from math import comb

import numpy as np

from houseway.ranking import CATEGORY_NAMES

from . import patterns
from .arrays import I32, I64
from .classes import Classes, classes
from .numbers import numbers
from .running import Progress, threads
from .sieve import LOWS, SUMS, Cells, Extras, Room, cells, extras, room, sieve, suits
from .table import Table
from .weights import deck, pattern_weights

CATEGORIES = len(CATEGORY_NAMES)
_CHUNKS = {6: 64, 5: 32, 4: 16, 3: 8, 2: 4}

Sums = I64


def compare(player: Table, dealer: Table, ranks: int = patterns.ALL_RANKS, progress: Progress | None = None) -> Sums:
    """All ordered pairs of hands without a common card, counted: (11, 3, 3) by the category of the player's high hand,
    by high (player's below, equal, above the dealer's), by low likewise.

    ``ranks`` (a mask of 13) reduces the deck to those ranks in all suits, and the joker, for proofs.
    """
    if player.wheel_lowest != dealer.wheel_lowest:
        raise ValueError("the two tables rank A-2-3-4-5 differently")
    both = [of.high.astype(np.int64) * LOWS + of.low for of in (player, dealer)]
    used, cell = np.unique(np.concatenate(both), return_inverse=True)
    my_cells, their_cells = np.split(cell.astype(np.int32), 2)
    alike = bool(np.array_equal(my_cells, their_cells))
    highs, lows = (used // LOWS).astype(np.int32), (used % LOWS).astype(np.int32)
    of = room(ranks, highs, lows, numbers(player.wheel_lowest).category)
    suit = suits(ranks)
    total: Sums = np.zeros((CATEGORIES, SUMS), np.int64)
    work: list[tuple[int, Classes, int, int]] = []
    for size in range(6, -1, -1):
        for joker in range(min(size, 1), -1, -1):
            found = classes(size, joker, ranks)
            edges = np.linspace(0, len(found.masks), _CHUNKS.get(size, 1) + 1).astype(int).tolist()
            work += [(size, found, first, last) for first, last in pairwise(edges) if first < last]
    more: dict[int, Extras] = {size: extras(size) for size in range(8)}

    def run(job: tuple[int, Classes, int, int]) -> Sums:
        size, found, first, last = job
        out: Sums = np.zeros((CATEGORIES, SUMS), np.int64)
        mine: Cells = cells(len(used))
        theirs = mine if alike else cells(len(used))
        same, with_joker = more[7 - size], more[max(6 - size, 0)]
        sieve(
            found.masks, found.multiplicity, found.joker, size, first, last, same, with_joker,
            of, suit, my_cells, their_cells, alike, mine, theirs, out,
        )  # fmt: skip
        return -out if size % 2 else out

    with ThreadPoolExecutor(threads()) as pool:
        for done, result in enumerate(as_completed([pool.submit(run, job) for job in work])):
            total += result.result()
            if progress is not None:
                progress(done + 1, len(work))
    weights = pattern_weights(deck(ranks))
    total -= _with_itself(of, my_cells, their_cells, weights)
    cards = 4 * ranks.bit_count() + 1
    pairs: Sums = np.zeros(CATEGORIES, np.int64)
    np.add.at(pairs, of.category[highs[my_cells]], weights * comb(cards - 7, 7))
    return _nine(total, pairs)


def _with_itself(of: Room, my_cells: I32, their_cells: I32, weights: I64) -> Sums:
    """The sums for all S of seven cards: each hand beside itself, set in the one way and in the other."""
    high, low = of.highs[my_cells], of.lows[my_cells]
    their_high, their_low = of.highs[their_cells], of.lows[their_cells]
    category = of.category[high]
    out: Sums = np.zeros((CATEGORIES, SUMS), np.int64)
    by_high = (their_high < high, their_high <= high)
    by_low = (their_low < low, their_low <= low)
    for step, counted in enumerate(by_high):
        np.add.at(out[:, 3 * step], category, weights * (counted & by_low[0]))
        np.add.at(out[:, 3 * step + 1], category, weights * (counted & by_low[1]))
        np.add.at(out[:, 3 * step + 2], category, weights * counted)
    np.add.at(out[:, 6], category, weights * by_low[0])
    np.add.at(out[:, 7], category, weights * by_low[1])
    return out


def _nine(sums: Sums, pairs: Sums) -> Sums:
    """(11, 3, 3) counts from (11, 8) sums of pairs where theirs is below, or not above, and (11) of all pairs."""
    below_below, below_upto, below, upto_below, upto_upto, upto, any_below, any_upto = sums.T
    nine: Sums = np.zeros((CATEGORIES, 3, 3), np.int64)
    nine[:, 2, 2] = below_below
    nine[:, 2, 1] = below_upto - below_below
    nine[:, 2, 0] = below - below_upto
    nine[:, 1, 2] = upto_below - below_below
    nine[:, 1, 1] = upto_upto - upto_below - below_upto + below_below
    nine[:, 1, 0] = upto - upto_upto - below + below_upto
    nine[:, 0, 2] = any_below - upto_below
    nine[:, 0, 1] = any_upto - any_below - upto_upto + upto_below
    nine[:, 0, 0] = pairs - any_upto - upto + upto_upto
    return nine
