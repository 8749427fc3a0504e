"""The last card is down: every pair of cards against its 990 opponents, for all boards at once.

``count`` fills, for each row of boards and each kind of two cards, how many opponents are beaten, tie, or hold less
than a qualifying hand. The kinds of a row are put in order of strength by counting; one sweep then knows, for each
kind, how many opponents are weaker. Those that share a card with the player's own pair must not count: so the sweep
also keeps, for each sort of card, how many of the weaker hands hold one given card of that sort.

The three counts, each below 1,024, are packed into one integer: ``beaten | tied << 10 | not qualifying << 20``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels_support import kernel

from .tables import KINDS, RANK_PAIRS, RANKS, Kinds, Rows, Strength

OPPONENTS = 990  # two cards of the 45 that are neither on the board nor the player's

Outcomes = NDArray[np.int64]  # [contest, qualifies] how many opponents


@kernel
def count(
    hands: Strength, kinds: Kinds, rows: Rows, start: int, stop: int, packed: NDArray[np.int32], category: NDArray[np.uint8]
) -> None:
    """Fills ``packed`` and ``category`` [row, kind] for rows ``start`` to ``stop``; kinds with no cards left are left out."""
    sorts, bits, rank_pair, first_qualifying = kinds.sorts, kinds.bits, kinds.rank_pair, hands.first_qualifying
    keys = np.empty(KINDS, dtype=np.int64)  # strength << 19 | kind << 10 | sort of one card << 5 | sort of the other
    spare = np.empty(KINDS, dtype=np.int64)
    low, high = np.empty(128, dtype=np.int64), np.empty(128, dtype=np.int64)  # how many of each low and high digit
    holding = np.empty(2 * RANKS, dtype=np.int64)  # [sort] weaker hands that hold one given card of it
    weak_holding = np.empty(2 * RANKS, dtype=np.int64)
    left = np.empty(2 * RANKS, dtype=np.int64)
    for row in range(start, stop):
        multiset, suited = rows.multiset[row], np.int64(rows.suited[row])
        for sort in range(2 * RANKS):
            left[sort] = rows.left[row, sort]
            holding[sort] = 0
        for digit in range(128):
            low[digit] = high[digit] = 0
        size = 0
        for kind in range(KINDS if suited else RANK_PAIRS):
            one, other = np.int64(sorts[kind, 0]), np.int64(sorts[kind, 1])
            if left[one] > 0 and left[other] > (1 if one == other else 0):
                strength = np.int64(max(hands.flush[suited | bits[kind]], hands.unsuited[multiset, rank_pair[kind]]))
                keys[size] = strength << 19 | kind << 10 | one << 5 | other
                low[strength & 127] += 1
                high[strength >> 7] += 1
                size += 1
        low_before = high_before = 0
        for digit in range(128):
            low[digit], low_before = low_before, low_before + low[digit]
            high[digit], high_before = high_before, high_before + high[digit]
        for at in range(size):
            digit = keys[at] >> 19 & 127
            spare[low[digit]] = keys[at]
            low[digit] += 1
        for at in range(size):
            digit = spare[at] >> 26
            keys[high[digit]] = spare[at]
            high[digit] += 1

        weaker = 0
        weak = -1  # hands that do not qualify; not known until the sweep has passed them
        at = 0
        while at < size:
            level = keys[at] >> 19
            hand_category = hands.category[level]
            if weak < 0 and level >= first_qualifying:
                weak = weaker
                for sort in range(2 * RANKS):
                    weak_holding[sort] = holding[sort]
            end = at
            while end < size and keys[end] >> 19 == level:
                key = keys[end]
                packed[row, key >> 10 & 511] = weaker - holding[key >> 5 & 31] - holding[key & 31]
                end += 1
            for place in range(at, end):
                one, other = keys[place] >> 5 & 31, keys[place] & 31
                if one == other:
                    weaker += left[one] * (left[one] - 1) // 2
                    holding[one] += left[one] - 1
                else:
                    weaker += left[one] * left[other]
                    holding[one] += left[other]
                    holding[other] += left[one]
            for place in range(at, end):
                key = keys[place]
                kind = key >> 10 & 511
                not_stronger = weaker - holding[key >> 5 & 31] - holding[key & 31] + 1  # the pair itself went twice
                packed[row, kind] |= (not_stronger - packed[row, kind]) << 10
                category[row, kind] = hand_category
            at = end
        if weak < 0:
            weak = weaker
            for sort in range(2 * RANKS):
                weak_holding[sort] = holding[sort]
        if weak > 0:
            for at in range(size):
                key = keys[at]
                own = 1 if key >> 19 < first_qualifying else 0
                packed[row, key >> 10 & 511] |= (weak - weak_holding[key >> 5 & 31] - weak_holding[key & 31] + own) << 20


@kernel
def split(beaten: int, tied: int, weak: int, opponents: int, outcomes: Outcomes) -> None:
    """Counts as ``outcomes[contest, qualifies]``. The dealer hands that do not qualify are the weakest of all."""
    outcomes[2, 0] = min(beaten, weak)
    outcomes[1, 0] = min(tied, max(weak - beaten, 0))
    outcomes[0, 0] = weak - outcomes[2, 0] - outcomes[1, 0]
    outcomes[2, 1] = beaten - outcomes[2, 0]
    outcomes[1, 1] = tied - outcomes[1, 0]
    outcomes[0, 1] = opponents - beaten - tied - outcomes[0, 0]


@kernel
def value(
    packed: NDArray[np.int32], category: NDArray[np.uint8], still: NDArray[np.int64], play: NDArray[np.int64], folded: int,
    start: int, stop: int, values: NDArray[np.int32],
) -> None:  # fmt: skip
    """Fills ``values`` [row, 3 * kind + part]: the better of fold and 1x, ante and blind of one who stays, a play of 1x."""
    outcomes = np.empty((3, 2), dtype=np.int64)
    for row in range(start, stop):
        for kind in range(KINDS):
            counts = packed[row, kind]
            split(counts & 1023, counts >> 10 & 1023, counts >> 20, OPPONENTS, outcomes)
            staying = playing = 0
            for contest in range(3):
                for qualifies in range(2):
                    staying += outcomes[contest, qualifies] * still[contest, qualifies, category[row, kind]]
                    playing += outcomes[contest, qualifies] * play[contest, qualifies, category[row, kind]]
            values[row, 3 * kind] = max(staying + playing, OPPONENTS * folded)
            values[row, 3 * kind + 1] = staying
            values[row, 3 * kind + 2] = playing
