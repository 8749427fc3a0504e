"""Hands up to a renaming of suits: one hand of each class, and how many hands it stands for.

Whatever asks nothing of particular suits need be worked out once a class: 134,459 for five of the 52 cards, 6,009,159
for seven, 6,972,147 for seven of the 53.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..cards import JOKER
from .kernels_support import kernel
from .kernels_tables import U8

I64 = NDArray[np.int64]


@kernel
def _walk(size: int, masks: I64, counts: I64, first: I64, cards: U8, times: U8, write: bool) -> int:
    """Every four masks of ranks, one a suit, in the order of ``masks``, together ``size`` cards; returns how many.

    ``masks`` has the most ranks first, ``counts`` how many ranks each has, ``first[n]`` where those of n or fewer begin.
    """
    found = 0
    end = masks.size
    for a in range(first[size], end):
        left_a = size - counts[a]
        for b in range(max(a, first[min(left_a, 13)]), end):
            left_b = left_a - counts[b]
            for c in range(max(b, first[min(left_b, 13)]), end):
                left_c = left_b - counts[c]
                if left_c > counts[c]:  # the fourth has no more ranks than the third
                    break
                stop = first[left_c - 1] if left_c > 0 else end
                for d in range(max(c, first[left_c]), stop):
                    if write:
                        place = 0
                        for suit, which in ((0, a), (1, b), (2, c), (3, d)):
                            for rank in range(13):
                                if masks[which] >> rank & 1:
                                    cards[found, place] = 4 * rank + suit
                                    place += 1
                        # 24 ways to name four suits, less those that change nothing
                        same = 1
                        run = 1
                        for equal in (a == b, b == c, c == d):
                            run = run + 1 if equal else 1
                            same *= run
                        times[found] = 24 // same
                    found += 1
    return found


def suit_classes(size: int, joker: bool = False) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """One hand of each class of ``size`` cards (m, size), by suits, and the number of hands in its class (m,).

    From 52 cards; with ``joker`` the classes of hands that hold the joker as their last card instead. Seven cards take
    about 54 MB.
    """
    if joker:
        cards, times = suit_classes(size - 1)
        return np.ascontiguousarray(np.pad(cards, ((0, 0), (0, 1)), constant_values=JOKER)), times
    by_count = np.array(sorted(range(1 << 13), key=lambda mask: (-mask.bit_count(), mask)), np.int64)
    counts = np.array([int(mask).bit_count() for mask in by_count], np.int64)
    first = np.array([int((counts > n).sum()) for n in range(14)], np.int64)
    found = _walk(size, by_count, counts, first, np.empty((0, 0), np.uint8), np.empty(0, np.uint8), False)
    cards, times = np.empty((found, size), np.uint8), np.empty(found, np.uint8)
    _walk(size, by_count, counts, first, cards, times, True)
    return cards, times
