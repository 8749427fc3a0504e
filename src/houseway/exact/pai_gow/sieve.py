"""The kernel that counts pairs of hands by inclusion and exclusion over the cards they share.

For a set S of cards let H(S) be the hands that contain S. The ordered pairs of hands *without* a card in common are

    sum over S of (-1)^|S| * (pairs of any two hands in H(S)),

because a pair that shares n cards is counted (1 - 1)^n times. The same holds with any condition on the pair: here, that
one hand's high and low numbers lie below the other's. S runs over one set of each suit class.

H(S) is never listed. It is counted by pattern (see ``patterns``): each plain pattern with the number of its hands, and
then for each suit the suited hands moved from their plain pattern's numbers to their own. What is left are a few hundred
cells (high number, low number) with counts, which are swept in the order of the high number with running counts by low.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from houseway.ranking.kernels_support import kernel

from . import patterns
from .arrays import I8, I32, I64, U8, U16, U64

LOWS = 91
SUMS = 8
_LOWER_CODE = np.array(patterns.LOWER_CODE)
_UPPER_CODE = np.array(patterns.UPPER_CODE)
_ONE = 65  # the place of the constant 1 among an S's binomials
_DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)
_LOWEST = np.zeros(64, np.int64)
for _bit in range(64):
    _LOWEST[(int(_DEBRUIJN) << _bit & (1 << 64) - 1) >> 58] = _bit


class Extras(NamedTuple):
    """The multisets of ranks that may be added to S to make seven cards: their codes, and where among the binomials of
    an S (5 * rank + count) the factors of their number of ways stand, filled up with the constant 1."""

    lower: I32
    upper: I32
    factors: U8


class Suits(NamedTuple):
    """What the kernel needs to find suited patterns."""

    held: I8  # cards in a mask
    by_held: I32  # masks, those of fewer cards first
    starts: I32  # where in them each number of cards begins
    order: I32
    base: I32
    pair: I32  # (13, 13): the number of two others


class Cells(NamedTuple):
    """Counts of hands by cell, with marks (a bit a cell, and a bit for each 64 of them) to find the few that are used."""

    counts: I32
    words: U64
    summary: U64
    used: I32


class Room(NamedTuple):
    """What does not change from one S to the next."""

    deck: I32  # cards of each rank: 4, or 0 in a reduced deck
    rows: I32
    columns: I32
    plain_of: I32  # the plain pattern of each suited one
    highs: I32  # of each cell; cells ascend by high, then by low
    lows: I32
    category: I32  # of each high number
    lowest: I64


def extras(size: int) -> Extras:
    """All multisets of ``size`` ranks, at most four of one."""
    found = [some for some in combinations_with_replacement(range(13), size) if all(some.count(rank) <= 4 for rank in some)]
    factors = np.full((len(found), max(size, 1)), _ONE, np.uint8)
    for at, some in enumerate(found):
        for place, rank in enumerate(sorted(set(some))):
            factors[at, place] = 5 * rank + some.count(rank)
    lower = np.array([sum(patterns.LOWER_CODE[rank] for rank in some) for some in found], np.int32)
    upper = np.array([sum(patterns.UPPER_CODE[rank] for rank in some) for some in found], np.int32)
    return Extras(lower, upper, factors)


def suits(ranks: int) -> Suits:
    """For a deck with all suits of ``ranks`` (a mask)."""
    held = np.array([mask.bit_count() for mask in range(1 << 13)], np.int8)
    masks = sorted([mask for mask in range(1 << 13) if mask & ~ranks == 0], key=lambda mask: (mask.bit_count(), mask))
    starts = np.searchsorted(held[masks], np.arange(15)).astype(np.int32)
    pair = np.zeros((13, 13), np.int32)
    for number, (one, other) in enumerate(patterns.OTHERS[2]):
        pair[one, other] = pair[other, one] = number
    of = patterns.suited()
    return Suits(held, np.array(masks, np.int32), starts, of.order, of.base, pair)


def cells(count: int) -> Cells:
    """Empty counts for so many cells."""
    words = (count >> 6) + 1
    return Cells(
        np.zeros(count, np.int32), np.zeros(words, np.uint64), np.zeros((words >> 6) + 1, np.uint64), np.zeros(count, np.int32)
    )


def room(ranks: int, highs: I32, lows: I32, category: tuple[int, ...]) -> Room:
    """For a deck with all suits of ``ranks`` (a mask), and the cells of the two house ways."""
    deck = np.array([4 * (ranks >> rank & 1) for rank in range(13)], np.int32)
    rows, columns = patterns.plain_rows()
    plain_of = patterns.suited().plain
    return Room(deck, rows, columns, plain_of, highs, lows, np.array(category, np.int32), _LOWEST)


@kernel
def _mark(into: Cells, cell: int) -> None:
    word = cell >> 6
    into.words[word] |= np.uint64(1) << np.uint64(cell & 63)
    into.summary[word >> 6] |= np.uint64(1) << np.uint64(word & 63)


@kernel
def _collect(of: Cells, lowest: I64) -> int:
    """Writes the marked cells, ascending, to ``of.used`` and clears the marks. Returns how many."""
    found = 0
    for at in range(len(of.summary)):
        marked = of.summary[at]
        of.summary[at] = np.uint64(0)
        while marked != np.uint64(0):
            bit = marked & (~marked + np.uint64(1))
            marked ^= bit
            word = (at << 6) + lowest[(bit * _DEBRUIJN) >> np.uint64(58)]
            left = of.words[word]
            of.words[word] = np.uint64(0)
            while left != np.uint64(0):
                bit = left & (~left + np.uint64(1))
                left ^= bit
                of.used[found] = (word << 6) + lowest[(bit * _DEBRUIJN) >> np.uint64(58)]
                found += 1
    return found


@kernel
def _plain(into: Cells, cell_of: I32, lower: int, upper: int, more: Extras, row: I32, columns: I32, binomials: I64) -> None:
    """Counts all hands that contain S by the cells of their plain patterns. Codes are of the ranks of S."""
    factors = more.factors
    for extra in range(len(factors)):
        ways = binomials[factors[extra, 0]]
        for place in range(1, factors.shape[1]):
            ways *= binomials[factors[extra, place]]
        if ways != 0:
            cell = cell_of[row[lower + more.lower[extra]] + columns[upper + more.upper[extra]]]
            into.counts[cell] += ways
            _mark(into, cell)


@kernel
def _others(
    fixed: int, total: int, one: int, other: int, times: int, deck: I32, beside: I64, pair: I32, index: I64, weight: I64
) -> int:
    """The cards of other suits beside a suited hand, ``total`` of them (at most two), of which S has ``fixed``, with
    ranks ``one`` and ``other``: writes their numbers and in how many ways, times ``times``, they come. Returns how many."""
    if fixed == total:
        weight[0] = times
        index[0] = 0 if total == 0 else one if total == 1 else pair[one, other]
        return 1
    found = 0
    for rank in range(13):
        free = max(deck[rank] - 1 - beside[rank], 0)
        if free == 0:
            continue
        if fixed == total - 1:
            weight[found] = times * free
            index[found] = rank if total == 1 else pair[one, rank]
            found += 1
            continue
        weight[found] = times * (free * (free - 1) // 2)
        index[found] = pair[rank, rank]
        found += 1
        for higher in range(rank + 1, 13):
            if deck[higher] > 0:
                weight[found] = times * free * (deck[higher] - 1)
                index[found] = pair[rank, higher]
                found += 1
    return found


@kernel
def _suited(
    into: Cells,
    cell_of: I32,
    mask: int,
    times: int,
    fixed: int,
    joker: int,
    one: int,
    other: int,
    beside: I64,
    of: Room,
    suit: Suits,
    index: I64,
    weight: I64,
) -> None:
    """Moves the hands that contain S and have five of one suit, of which S has the ranks ``mask``, from the cells of
    their plain patterns to their own. ``times``: of how many suits this is true; ``fixed``: cards of S in other suits."""
    plain = len(cell_of) - len(of.plain_of)
    for with_joker in range(joker, 2):
        for total in range(fixed, 3):
            add = 7 - with_joker - total - suit.held[mask]
            if add < 0:
                continue
            choices = _others(fixed, total, one, other, times, of.deck, beside, suit.pair, index, weight)
            width = 1 if total == 0 else 13 if total == 1 else 91
            for at in range(suit.starts[add], suit.starts[add + 1]):
                more = suit.by_held[at]
                if more & mask:
                    continue
                start = suit.base[with_joker, total] + suit.order[mask | more] * width
                for choice in range(choices):
                    pattern = start + index[choice]
                    cell = cell_of[plain + pattern]
                    into.counts[cell] += weight[choice]
                    _mark(into, cell)
                    into.counts[cell_of[of.plain_of[pattern]]] -= weight[choice]


@kernel
def _count(
    into: Cells,
    cell_of: I32,
    masks: U16,
    joker: int,
    size: int,
    held: I64,
    more_same: Extras,
    more_joker: Extras,
    of: Room,
    suit: Suits,
    binomials: I64,
    beside: I64,
    index: I64,
    weight: I64,
) -> int:
    """Counts the hands that contain S, by cell. Returns how many cells were touched, which are then in ``into.used``."""
    lower = 0
    upper = 0
    for rank in range(13):
        free = of.deck[rank] - held[rank]
        binomials[5 * rank + 1] = free
        binomials[5 * rank + 2] = free * (free - 1) // 2
        binomials[5 * rank + 3] = free * (free - 1) * (free - 2) // 6
        binomials[5 * rank + 4] = free * (free - 1) * (free - 2) * (free - 3) // 24
        lower += held[rank] * _LOWER_CODE[rank]
        upper += held[rank] * _UPPER_CODE[rank]
    _plain(into, cell_of, lower, upper, more_same, of.rows[joker], of.columns, binomials)
    if joker == 0:
        _plain(into, cell_of, lower, upper, more_joker, of.rows[1], of.columns, binomials)
    place = 0
    while place < 4:
        mask = masks[place]
        times = 1  # suits in which S holds the same ranks are counted once
        while place + times < 4 and masks[place + times] == mask:
            times += 1
        place += times
        fixed = size - joker - suit.held[mask]
        if fixed > 2:
            continue
        one = -1
        other = -1
        for rank in range(13):
            beside[rank] = held[rank] - ((mask >> rank) & 1)
            if beside[rank] > 0:
                other = rank
                if one < 0:
                    one = rank
        _suited(into, cell_of, mask, times, fixed, joker, one, other, beside, of, suit, index, weight)
    return _collect(into, of.lowest)


@kernel
def _insert(running: I32, low: int, weight: int) -> None:
    for at in range(low + 1, LOWS + 1):
        running[at] += weight


@kernel
def _sweep(mine: Cells, mine_found: int, theirs: Cells, their_found: int, of: Room, running: I32, times: int, out: I64) -> None:
    """Adds ``times`` * (pairs of a hand of mine with one of theirs) to ``out`` (category of mine, 8): the pairs where
    theirs has high <, low <; high <, low <=; high <, any low; high <=, low <; high <=, low <=; high <=, any low;
    any high, low <; any high, low <=."""
    running[:] = 0
    at = 0
    start = 0
    while start < mine_found:
        high = of.highs[mine.used[start]]
        stop = start + 1
        while stop < mine_found and of.highs[mine.used[stop]] == high:
            stop += 1
        sums = out[of.category[high]]
        for step in range(2):  # theirs below this high number, then up to it
            while at < their_found and of.highs[theirs.used[at]] < high + step:
                cell = theirs.used[at]
                _insert(running, of.lows[cell], theirs.counts[cell])
                at += 1
            for place in range(start, stop):
                cell = mine.used[place]
                weight = np.int64(mine.counts[cell]) * times
                low = of.lows[cell]
                sums[3 * step] += weight * running[low]
                sums[3 * step + 1] += weight * running[low + 1]
                sums[3 * step + 2] += weight * running[LOWS]
        start = stop
    while at < their_found:
        cell = theirs.used[at]
        _insert(running, of.lows[cell], theirs.counts[cell])
        at += 1
    for place in range(mine_found):
        cell = mine.used[place]
        sums = out[of.category[of.highs[cell]]]
        weight = np.int64(mine.counts[cell]) * times
        sums[6] += weight * running[of.lows[cell]]
        sums[7] += weight * running[of.lows[cell] + 1]


@kernel
def sieve(
    masks: U16,
    multiplicity: U8,
    joker: int,
    size: int,
    first: int,
    last: int,
    more_same: Extras,
    more_joker: Extras,
    of: Room,
    suit: Suits,
    my_cells: I32,
    their_cells: I32,
    alike: bool,
    mine: Cells,
    theirs: Cells,
    out: I64,
) -> None:
    """Adds the pairs of H(S), for the classes S from ``first`` to ``last``, to ``out`` (11, 8); see ``_sweep``.

    ``masks`` (n, 4) and ``multiplicity``: the classes of ``size`` cards, all with the joker or all without; ``more_same``
    and ``more_joker``: what is added to S without and with the joker. ``my_cells`` and ``their_cells``: the cell of each
    pattern under the two house ways, in one numbering; ``alike`` where they are the same.
    """
    running = np.zeros(LOWS + 1, np.int32)
    held = np.zeros(13, np.int64)
    beside = np.zeros(13, np.int64)
    binomials = np.ones(_ONE + 1, np.int64)
    index = np.zeros(91, np.int64)
    weight = np.zeros(91, np.int64)
    for at in range(first, last):
        for rank in range(13):
            held[rank] = 0
            for place in range(4):
                held[rank] += (masks[at, place] >> rank) & 1
        mine_found = _count(
            mine, my_cells, masks[at], joker, size, held, more_same, more_joker, of, suit, binomials, beside, index, weight
        )
        if alike:
            _sweep(mine, mine_found, mine, mine_found, of, running, multiplicity[at], out)
        else:
            their_found = _count(
                theirs,
                their_cells,
                masks[at],
                joker,
                size,
                held,
                more_same,
                more_joker,
                of,
                suit,
                binomials,
                beside,
                index,
                weight,
            )
            _sweep(mine, mine_found, theirs, their_found, of, running, multiplicity[at], out)
            for place in range(their_found):
                theirs.counts[theirs.used[place]] = 0
        for place in range(mine_found):
            mine.counts[mine.used[place]] = 0
