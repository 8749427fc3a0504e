"""The settings that a player may choose from, and the data that the kernels of best play share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.ranking.kernels_support import kernel

from .arrays import I32, I64, U8, U16

LOWS = 91
MOST = 48  # settings of one plain pattern: 21 choices of the low hand, plain or with five of a suit high
BUCKETS = 43 * 22  # of the dealer's numbers among those of the settings
SUITED = 128 * 36 * BUCKETS


class Ranked(NamedTuple):
    """Numbers of hands by ranks, as arrays."""

    five_rows: I32  # (2, lower codes): without and with the joker
    five_columns: I32
    five_plain: I32  # high numbers of five cards by (row + column)
    five_suited: I32  # (2, 8192)
    low: I32  # (13, 13)
    least_high: I32


class Dealer(NamedTuple):
    """The dealer's hands under the house way.

    Plain patterns twice, without and with the joker, each sorted by the high number: ``lower`` and ``upper`` the numbers
    of the two halves of their ranks, ``plain_low`` their low number, ``starts`` where each high number begins.
    """

    lower: tuple[U16, U16]
    upper: tuple[U16, U16]
    plain_low: tuple[U8, U8]
    starts: tuple[I32, I32]
    lower_counts: U8  # (lower halves, 7)
    upper_counts: U8  # (upper halves, 6)
    suited_high: U16
    suited_low: U8
    instead_high: U16  # of the plain pattern of each suited one
    instead_low: U8


class Space(NamedTuple):
    """Working space of one thread."""

    high: I32  # of each setting
    low: I32
    needs: I32  # which of the hand's ranks (bits) must be of one suit; 0: none
    high_place: I32  # of each setting, among the different high numbers
    low_place: I32
    high_bucket: I32  # of each high number: how many of the settings' are not above it
    low_bucket: I32
    plain: I64  # (2 * settings): the sums over plain patterns
    suited: I32  # counts by (ranks held in the suit, ranks beside it, bucket of the numbers)
    buckets: I32
    correction: I32  # (128, 2 * settings)
    lower_ways: I64
    upper_ways: I64


@kernel
def _setting(space: Space, found: int, high: int, low: int, needs: int) -> int:
    for at in range(found):
        if space.high[at] == high and space.low[at] == low and space.needs[at] == needs:
            return found
    space.high[found] = high
    space.low[found] = low
    space.needs[found] = needs
    return found + 1


@kernel
def settings(counts: I64, joker: int, ranked: Ranked, codes: I64, space: Space) -> int:
    """The legal settings of a plain pattern, into ``space``; returns how many. ``codes`` (2, 13): digits of each rank.

    Where five cards of a suit would stay in the high hand there is a second setting that needs them.
    """
    found = 0
    total_lower = 0
    total_upper = 0
    for rank in range(13):
        total_lower += counts[rank] * codes[0, rank]
        total_upper += counts[rank] * codes[1, rank]
    for one in range(13):
        if counts[one] == 0:
            continue
        for other in range(one, 14):  # 13: the joker
            if other == 13:
                if joker == 0:
                    continue
                low = ranked.low[one, 12]
            else:
                if counts[other] < (2 if one == other else 1):
                    continue
                low = ranked.low[one, other]
            lower = total_lower - codes[0, one]
            upper = total_upper - codes[1, one]
            stays = joker
            if other == 13:
                stays = 0
            else:
                lower -= codes[0, other]
                upper -= codes[1, other]
            high = ranked.five_plain[ranked.five_rows[stays, lower] + ranked.five_columns[upper]]
            if high >= ranked.least_high[low]:
                found = _setting(space, found, high, low, 0)
            mask = 0
            needs = 0
            bit = 0
            distinct = True
            for rank in range(13):
                if counts[rank] == 0:
                    continue
                left = counts[rank] - (1 if rank == one else 0) - (1 if rank == other else 0)
                if left > 1:
                    distinct = False
                if left == 1:
                    mask |= 1 << rank
                    needs |= 1 << bit
                bit += 1
            if distinct:
                found = _setting(space, found, ranked.five_suited[stays, mask], low, needs)
    return found


@kernel
def distinct(values: I32, found: int, place: I32, bucket: I32, shift: int) -> I32:
    """Numbers ``values`` in ascending order without repetition (into ``place``), and for each number from 0 on (in
    ``bucket``) how many of values + shift are not above it. Returns how many there are, and they, ascending."""
    ordered = np.unique(values[:found])
    for at in range(found):
        place[at] = np.searchsorted(ordered, values[at])
    start = 0
    for at in range(len(ordered)):
        bucket[start : ordered[at] + shift] = at
        start = ordered[at] + shift
    bucket[start:] = len(ordered)
    return ordered + shift
