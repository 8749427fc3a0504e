"""Kernels of best play: what each setting of each hand is worth against the dealer's house way.

The player's hands are taken by their plain pattern (see ``patterns``): the hands of one share their ranks, and so the
settings that they may choose from. Against a setting with high and low numbers (h, l), over all dealer hands without a
card of the player's, two sums are wanted:

    M = hands with a lower high number + hands with a lower low number,    W = hands where both are lower.

W hands lose both, and hands - M + W win or copy both, so M and W tell everything. Each is a sum over the dealer's plain
patterns, which depends on the player's ranks alone, plus for each suit a correction for the dealer's hands with five of
it: those are not what their plain patterns say. The correction for a suit depends on which of the player's ranks are in
that suit. So a hand's M and W are one term by ranks and four looked up, one for each suit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiled import kernel
from .sieve import Suits

LOWS = 91
MOST = 48  # settings of one plain pattern: 21 choices of the low hand, plain or with five of a suit high
BUCKETS = 43 * 22  # of the dealer's numbers among those of the settings
SUITED = 128 * 36 * BUCKETS

# What is added up for each plain pattern: hands; M and W of best play; then for each house way tried M, W, the hands that
# it sets less well than best, and the most it gives away (in units of V = 20 M - W).
HANDS, BEST_M, BEST_W, WAYS = 0, 1, 2, 3
PER_WAY = 4
UNITS = 20  # the vigorish is one part in 20 of a win


class Ranked(NamedTuple):
    """Numbers of hands by ranks, as arrays."""

    five_rows: NDArray[np.int32]  # (2, lower codes): without and with the joker
    five_columns: NDArray[np.int32]
    five_plain: NDArray[np.int32]  # high numbers of five cards by (row + column)
    five_suited: NDArray[np.int32]  # (2, 8192)
    low: NDArray[np.int32]  # (13, 13)
    least_high: NDArray[np.int32]


class Dealer(NamedTuple):
    """The dealer's hands under the house way.

    Plain patterns twice, without and with the joker, each sorted by the high number: ``lower`` and ``upper`` the numbers
    of the two halves of their ranks, ``plain_low`` their low number, ``starts`` where each high number begins.
    """

    lower: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    upper: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    plain_low: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    starts: tuple[NDArray[np.int32], NDArray[np.int32]]
    lower_counts: NDArray[np.uint8]  # (lower halves, 7)
    upper_counts: NDArray[np.uint8]  # (upper halves, 6)
    suited_high: NDArray[np.uint16]
    suited_low: NDArray[np.uint8]
    instead_high: NDArray[np.uint16]  # of the plain pattern of each suited one
    instead_low: NDArray[np.uint8]


class Space(NamedTuple):
    """Working space of one thread."""

    high: NDArray[np.int32]  # of each setting
    low: NDArray[np.int32]
    needs: NDArray[np.int32]  # which of the hand's ranks (bits) must be of one suit; 0: none
    high_place: NDArray[np.int32]  # of each setting, among the different high numbers
    low_place: NDArray[np.int32]
    high_bucket: NDArray[np.int32]  # of each high number: how many of the settings' are not above it
    low_bucket: NDArray[np.int32]
    plain: NDArray[np.int64]  # (2 * settings): the sums over plain patterns
    suited: NDArray[np.int32]  # counts by (ranks held in the suit, ranks beside it, bucket of the numbers)
    buckets: NDArray[np.int32]
    correction: NDArray[np.int32]  # (128, 2 * settings)
    lower_ways: NDArray[np.int64]
    upper_ways: NDArray[np.int64]


@kernel
def _setting(space, found, high, low, needs):  # type: ignore[no-untyped-def]
    for at in range(found):
        if space.high[at] == high and space.low[at] == low and space.needs[at] == needs:
            return found
    space.high[found] = high
    space.low[found] = low
    space.needs[found] = needs
    return found + 1


@kernel
def settings(counts, joker, ranked, codes, space):  # type: ignore[no-untyped-def]
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
def _distinct(values, found, place, bucket, shift):  # type: ignore[no-untyped-def]
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


@kernel
def _half(counts, free, first, ways):  # type: ignore[no-untyped-def]
    for at in range(len(counts)):
        total = 1
        for place in range(counts.shape[1]):
            left = free[first + place]
            for _ in range(counts[at, place]):
                total *= left
                left -= 1
            if counts[at, place] == 2:
                total //= 2
            elif counts[at, place] == 3:
                total //= 6
            elif counts[at, place] == 4:
                total //= 24
        ways[at] = total


@kernel
def _plain(dealer, which, free, high_numbers, space, found):  # type: ignore[no-untyped-def]
    """Adds the dealer's plain patterns without (0) or with (1) the joker to ``space.plain``."""
    lower = dealer.lower[which]
    upper = dealer.upper[which]
    lows = dealer.plain_low[which]
    starts = dealer.starts[which]
    by_low = np.zeros(LOWS + 1, np.int64)
    total = 0
    at = 0
    for place in range(len(high_numbers) + 1):
        stop = starts[high_numbers[place]] if place < len(high_numbers) else len(lower)
        for pattern in range(at, stop):
            ways = space.lower_ways[lower[pattern]] * space.upper_ways[upper[pattern]]
            by_low[lows[pattern]] += ways
            total += ways
        at = stop
        for setting in range(found):
            if space.high_place[setting] == place or place == len(high_numbers):
                below = 0
                for low in range(LOWS):
                    if space.low_bucket[low] <= space.low_place[setting]:
                        below += by_low[low]
                if place < len(high_numbers):
                    space.plain[setting] += total
                    space.plain[found + setting] += below
                else:
                    space.plain[setting] += below


@kernel
def _suited(dealer, joker, ranks, deck, suit, buckets, lows, space):  # type: ignore[no-untyped-def]
    """Counts, for one suit, the dealer's hands with five or more of it by the bucket of their numbers, less the same hands
    by that of their plain patterns, into ``space.suited``: by which of the player's ranks they hold in the suit, and which
    beside it (0: none; then one of them; then two). Ways to deal cards of other ranks are counted; of the player's ranks
    they are left open."""
    bit_of = np.full(13, -1, np.int64)
    distinct = 0
    deck_mask = 0
    for rank in range(13):
        if ranks[rank] > 0:
            bit_of[rank] = distinct
            distinct += 1
        if deck[rank] > 0:
            deck_mask |= 1 << rank
    beside = np.zeros((3, 91), np.int64)
    ways = np.ones((3, 91), np.int64)
    for one in range(13):
        free = max(deck[one] - 1, 0)
        mine = bit_of[one]
        beside[1, one] = 1 + mine if mine >= 0 else 0
        ways[1, one] = 1 if mine >= 0 else free
        for other in range(one, 13):
            pair = suit.pair[one, other]
            second = bit_of[other]
            free_other = max(deck[other] - 1, 0)
            if mine >= 0 and second >= 0:
                beside[2, pair] = 1 + distinct + second * (second + 1) // 2 + mine
            elif mine >= 0:
                beside[2, pair] = 1 + mine
                ways[2, pair] = free_other
            elif second >= 0:
                beside[2, pair] = 1 + second
                ways[2, pair] = free
            else:
                ways[2, pair] = free * (free - 1) // 2 if one == other else free * free_other
            if deck[one] == 0 or deck[other] == 0:
                ways[2, pair] = 0
        if deck[one] == 0:
            ways[1, one] = 0
    groups = 1 + distinct + distinct * (distinct + 1) // 2
    space.suited[: buckets * groups << distinct] = 0
    for with_joker in range(2 - joker):
        for total in range(3):
            width = 1 if total == 0 else 13 if total == 1 else 91
            size = 7 - with_joker - total
            for index in range(suit.starts[size], suit.starts[size + 1]):
                mask = suit.by_held[index]
                held = 0
                for rank in range(13):
                    if bit_of[rank] >= 0 and mask >> rank & 1:
                        held |= 1 << bit_of[rank]
                start = suit.base[with_joker, total] + suit.order[mask] * width
                for choice in range(width):
                    times = ways[total, choice]
                    if times == 0:
                        continue
                    pattern = start + choice
                    into = (held * groups + beside[total, choice]) * buckets
                    own = space.high_bucket[dealer.suited_high[pattern]] * lows + space.low_bucket[dealer.suited_low[pattern]]
                    instead = space.high_bucket[dealer.instead_high[pattern]] * lows + space.low_bucket[dealer.instead_low[pattern]]
                    if own != instead:
                        space.suited[into + own] += times
                        space.suited[into + instead] -= times


@kernel
def _corrections(ranks, deck, buckets, lows, space, found):  # type: ignore[no-untyped-def]
    """The correction for a suit in which the player holds the ranks (bits) of the first index, into
    ``space.correction``. Destroys ``space.suited``."""
    counts = ranks[ranks > 0]
    free = deck[ranks > 0] - 1 - counts
    distinct = len(counts)
    groups = 1 + distinct + distinct * (distinct + 1) // 2
    suited = space.suited[: buckets * groups << distinct].reshape((1 << distinct, groups, buckets))
    for bit in range(distinct):  # afterwards suited[mask] is summed over all parts of mask
        for mask in range(1 << distinct):
            if mask >> bit & 1:
                suited[mask] += suited[mask ^ 1 << bit]
    sums = space.buckets[:buckets]
    for mask in range(1 << distinct):
        left = suited[((1 << distinct) - 1) ^ mask]  # the dealer's cards of the suit are not the player's
        sums[:] = left[0]
        for one in range(distinct):
            mine = free[one] + (mask >> one & 1)
            if mine <= 0:
                continue
            sums += np.int32(mine) * left[1 + one]
            for other in range(one + 1):
                second = free[other] + (mask >> other & 1)
                times = mine * (mine - 1) // 2 if one == other else mine * second
                if times > 0:
                    sums += np.int32(times) * left[1 + distinct + one * (one + 1) // 2 + other]
        _below(sums, buckets, lows, space, found, space.correction[mask])


@kernel
def _below(sums, buckets, lows, space, found, into):  # type: ignore[no-untyped-def]
    """M and W of each setting, from counts by bucket (which are destroyed)."""
    for at in range(buckets):  # running sums by low, then by high: from counts to counts up to here
        if at % lows:
            sums[at] += sums[at - 1]
    for at in range(lows, buckets):
        sums[at] += sums[at - lows]
    for at in range(found):
        high = space.high_place[at] * lows
        low = space.low_place[at]
        into[at] = sums[high + lows - 1] + sums[buckets - lows + low]
        into[found + at] = sums[high + low]


@kernel
def _pattern(masks, distinct_ranks, joker, plain, suit, plain_patterns):  # type: ignore[no-untyped-def]
    """The pattern of a hand of which each suit's ranks are given as bits of its different ranks."""
    for place in range(4):
        held = 0
        mask = 0
        for bit in range(len(distinct_ranks)):
            if masks[place] >> bit & 1:
                held += 1
                mask |= 1 << distinct_ranks[bit]
        if held + joker >= 5:
            others = 0
            one = 0
            other = 0
            for bit in range(len(distinct_ranks)):
                for beside in range(4):
                    if beside != place and masks[beside] >> bit & 1:
                        others += 1
                        one = other
                        other = distinct_ranks[bit]
            width = 1 if others == 0 else 13 if others == 1 else 91
            index = 0 if others == 0 else other if others == 1 else suit.pair[one, other]
            return plain_patterns + suit.base[joker, others] + suit.order[mask] * width + index
    return plain


@kernel
def _choose(masks, space, found):  # type: ignore[no-untyped-def]
    """The best setting of one hand: its place, and its M and W."""
    best = -1
    best_value = -1
    best_m = 0
    best_w = 0
    for at in range(found):
        needs = space.needs[at]
        if needs != 0 and not (
            needs & ~masks[0] == 0 or needs & ~masks[1] == 0 or needs & ~masks[2] == 0 or needs & ~masks[3] == 0
        ):
            continue
        m = space.plain[at]
        w = space.plain[found + at]
        for place in range(4):
            m += space.correction[masks[place], at]
            w += space.correction[masks[place], found + at]
        value = UNITS * m - w
        if value > best_value:
            best = at
            best_value = value
            best_m = m
            best_w = w
    return best, best_m, best_w


@kernel
def _hands(ranks, joker, plain, suit, ways_high, ways_low, plain_patterns, space, found, out):  # type: ignore[no-untyped-def]
    """Adds all hands of a plain pattern to ``out``, one of each suit class with its multiplicity. False where a house way
    does not set a hand in one of the settings."""
    distinct_ranks = np.flatnonzero(ranks)
    distinct = len(distinct_ranks)
    choice = np.zeros(distinct, np.int64)  # a set of suits for each rank
    masks = np.zeros(4, np.int64)
    for bit in range(distinct):
        choice[bit] = (1 << ranks[distinct_ranks[bit]]) - 1
    going = True
    while going:
        masks[:] = 0
        for bit in range(distinct):
            for place in range(4):
                masks[place] |= (choice[bit] >> place & 1) << bit
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            times = 24
            run = 1
            for place in range(1, 4):
                run = run + 1 if masks[place] == masks[place - 1] else 1
                times //= run
            _, m, w = _choose(masks, space, found)
            value = UNITS * m - w
            out[HANDS] += times
            out[BEST_M] += times * m
            out[BEST_W] += times * w
            pattern = _pattern(masks, distinct_ranks, joker, plain, suit, plain_patterns)
            for way in range(len(ways_high)):
                high = ways_high[way, pattern]
                low = ways_low[way, pattern]
                place = 0
                while place < found and not (space.high[place] == high and space.low[place] == low):
                    place += 1
                if place == found:
                    return False
                m = space.plain[place]
                w = space.plain[found + place]
                for other in range(4):
                    m += space.correction[masks[other], place]
                    w += space.correction[masks[other], found + place]
                sums = out[WAYS + PER_WAY * way : WAYS + PER_WAY * (way + 1)]
                lost = value - (UNITS * m - w)
                sums[0] += times * m
                sums[1] += times * w
                if lost > 0:
                    sums[2] += times
                    sums[3] = max(sums[3], lost)
        going = False
        for bit in range(distinct):  # the next set of suits of the first rank that has one; those before it start anew
            now = choice[bit]
            lowest = now & -now
            up = now + lowest
            after = up | ((now ^ up) // lowest >> 2)
            if after < 16:
                choice[bit] = after
                going = True
                break
            choice[bit] = (1 << ranks[distinct_ranks[bit]]) - 1
    return True


@kernel
def best_play(first, last, counts, first_joker, deck, ranked, codes, dealer, suit, ways_high, ways_low, shift, space, out):  # type: ignore[no-untyped-def]
    """Works out the plain patterns from ``first`` to ``last``; see ``HANDS`` and after for the columns of ``out``.

    ``counts`` (patterns, 13); from ``first_joker`` on they hold the joker. ``shift``: 0 where copies are the dealer's, 1
    where they are the player's, who banks. False where a house way does not set a hand in one of its legal settings.
    """
    fine = True
    free = np.zeros(13, np.int64)
    for pattern in range(first, last):
        joker = 1 if pattern >= first_joker else 0
        ranks = counts[pattern].astype(np.int64)
        possible = True
        for rank in range(13):
            free[rank] = deck[rank] - ranks[rank]
            possible = possible and free[rank] >= 0
        if not possible:
            continue
        found = settings(ranks, joker, ranked, codes, space)
        highs = _distinct(space.high, found, space.high_place, space.high_bucket, shift)
        lows = _distinct(space.low, found, space.low_place, space.low_bucket, shift)
        buckets = (len(highs) + 1) * (len(lows) + 1)
        _half(dealer.lower_counts, free, 0, space.lower_ways)
        _half(dealer.upper_counts, free, 7, space.upper_ways)
        space.plain[: 2 * found] = 0
        _plain(dealer, 0, free, highs, space, found)
        if joker == 0:
            _plain(dealer, 1, free, highs, space, found)
        _suited(dealer, joker, ranks, deck, suit, buckets, len(lows) + 1, space)
        _corrections(ranks, deck, buckets, len(lows) + 1, space, found)
        fine = fine and _hands(ranks, joker, pattern, suit, ways_high, ways_low, len(counts), space, found, out[pattern])
    return fine
