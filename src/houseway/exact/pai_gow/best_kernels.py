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

import numpy as np

from houseway.ranking.kernels_support import kernel

from .arrays import I32, I64, U8, U16
from .best_settings import LOWS, Dealer, Ranked, Space, distinct, settings
from .sieve import Suits

# What is added up for each plain pattern: hands; M and W of best play; then for each house way tried M, W, the hands that
# it sets less well than best, and the most it gives away with one (of V = 100 M - percent * W).
HANDS, BEST_M, BEST_W, WAYS = 0, 1, 2, 3
PER_WAY = 4


@kernel
def _half(counts: U8, free: I64, first: int, ways: I64) -> None:
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
def _plain(dealer: Dealer, which: int, high_numbers: I32, space: Space, found: int) -> None:
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
def _beside(deck: I64, bit_of: I64, held: int, pair_of: I32, beside: I64, ways: I64) -> None:
    """For the cards of other suits beside a suited hand, none, one or two (the first index) with the ranks of their
    number (the second): which of the player's ranks they have, and how many ways there are to deal the other ranks."""
    beside[:] = 0
    ways[:] = 1
    for one in range(13):
        free = max(deck[one] - 1, 0)
        mine = bit_of[one]
        beside[1, one] = 1 + mine if mine >= 0 else 0
        ways[1, one] = 1 if mine >= 0 else free
        for other in range(one, 13):
            pair = pair_of[one, other]
            second = bit_of[other]
            free_other = max(deck[other] - 1, 0)
            if mine >= 0 and second >= 0:
                beside[2, pair] = 1 + held + second * (second + 1) // 2 + mine
            elif mine >= 0:
                beside[2, pair] = 1 + mine
                ways[2, pair] = free_other
            elif second >= 0:
                beside[2, pair] = 1 + second
                ways[2, pair] = free
            else:
                ways[2, pair] = free * (free - 1) // 2 if one == other else free * free_other


@kernel
def _suited(dealer: Dealer, joker: int, ranks: I64, deck: I64, suit: Suits, buckets: int, lows: int, space: Space) -> None:
    """Counts, for one suit, the dealer's hands with five or more of it by the bucket of their numbers, less the same hands
    by that of their plain patterns, into ``space.suited``: by which of the player's ranks they hold in the suit, and which
    beside it (0: none; then one of them; then two). Ways to deal cards of other ranks are counted; of the player's ranks
    they are left open."""
    bit_of = np.full(13, -1, np.int64)
    distinct_ranks = 0
    for rank in range(13):
        if ranks[rank] > 0:
            bit_of[rank] = distinct_ranks
            distinct_ranks += 1
    beside = np.zeros((3, 91), np.int64)
    ways = np.ones((3, 91), np.int64)
    _beside(deck, bit_of, distinct_ranks, suit.pair, beside, ways)
    groups = 1 + distinct_ranks + distinct_ranks * (distinct_ranks + 1) // 2
    space.suited[: buckets * groups << distinct_ranks] = 0
    high_bucket = space.high_bucket
    low_bucket = space.low_bucket
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
                    own = high_bucket[dealer.suited_high[pattern]] * lows + low_bucket[dealer.suited_low[pattern]]
                    instead = high_bucket[dealer.instead_high[pattern]] * lows + low_bucket[dealer.instead_low[pattern]]
                    if own != instead:
                        space.suited[into + own] += times
                        space.suited[into + instead] -= times


@kernel
def _corrections(ranks: I64, deck: I64, buckets: int, lows: int, space: Space, found: int) -> None:
    """The correction for a suit in which the player holds the ranks (bits) of the first index, into
    ``space.correction``. Destroys ``space.suited``."""
    counts = ranks[ranks > 0]
    free = deck[ranks > 0] - 1 - counts
    held = len(counts)
    groups = 1 + held + held * (held + 1) // 2
    suited = space.suited[: buckets * groups << held].reshape((1 << held, groups, buckets))
    for bit in range(held):  # afterwards suited[mask] is summed over all parts of mask
        for mask in range(1 << held):
            if mask >> bit & 1:
                suited[mask] += suited[mask ^ 1 << bit]
    sums = space.buckets[:buckets]
    for mask in range(1 << held):
        left = suited[((1 << held) - 1) ^ mask]  # the dealer's cards of the suit are not the player's
        sums[:] = left[0]
        for one in range(held):
            mine = free[one] + (mask >> one & 1)
            if mine <= 0:
                continue
            sums += np.int32(mine) * left[1 + one]
            for other in range(one + 1):
                second = free[other] + (mask >> other & 1)
                times = mine * (mine - 1) // 2 if one == other else mine * second
                if times > 0:
                    sums += np.int32(times) * left[1 + held + one * (one + 1) // 2 + other]
        _below(sums, buckets, lows, space, found, space.correction[mask])


@kernel
def _below(sums: I32, buckets: int, lows: int, space: Space, found: int, into: I32) -> None:
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
def _pattern(masks: I64, distinct_ranks: I64, joker: int, plain: int, suit: Suits, plain_patterns: int) -> int:
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
            return int(plain_patterns + suit.base[joker, others] + suit.order[mask] * width + index)
    return plain


@kernel
def _choose(masks: I64, space: Space, found: int, percent: int) -> tuple[int, int]:
    """M and W of the best setting of one hand."""
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
        value = 100 * m - percent * w
        if value > best_value:
            best_value = value
            best_m = m
            best_w = w
    return best_m, best_w


@kernel
def _hands(
    ranks: I64,
    joker: int,
    plain: int,
    suit: Suits,
    ways_high: U16,
    ways_low: U8,
    plain_patterns: int,
    space: Space,
    found: int,
    percent: int,
    out: I64,
) -> bool:
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
            m, w = _choose(masks, space, found, percent)
            value = 100 * m - percent * w
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
                lost = value - (100 * m - percent * w)
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
def play_patterns(
    first: int,
    last: int,
    counts: U8,
    first_joker: int,
    deck: I64,
    ranked: Ranked,
    codes: I64,
    dealer: Dealer,
    suit: Suits,
    ways_high: U16,
    ways_low: U8,
    shift: int,
    percent: int,
    space: Space,
    out: I64,
) -> bool:
    """Works out the plain patterns from ``first`` to ``last``; see ``HANDS`` and after for the columns of ``out``.

    ``counts`` (patterns, 13); from ``first_joker`` on they hold the joker. ``shift``: 0 where copies are the dealer's, 1
    where they are the player's, who banks. ``percent``: the vigorish. False where a house way does not set a hand in one of
    its legal settings.
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
        highs = distinct(space.high, found, space.high_place, space.high_bucket, shift)
        lows = distinct(space.low, found, space.low_place, space.low_bucket, shift)
        buckets = (len(highs) + 1) * (len(lows) + 1)
        _half(dealer.lower_counts, free, 0, space.lower_ways)
        _half(dealer.upper_counts, free, 7, space.upper_ways)
        space.plain[: 2 * found] = 0
        _plain(dealer, 0, highs, space, found)
        if joker == 0:
            _plain(dealer, 1, highs, space, found)
        _suited(dealer, joker, ranks, deck, suit, buckets, len(lows) + 1, space)
        _corrections(ranks, deck, buckets, len(lows) + 1, space, found)
        fine = fine and _hands(
            ranks, joker, pattern, suit, ways_high, ways_low, len(counts), space, found, percent, out[pattern]
        )
    return fine
