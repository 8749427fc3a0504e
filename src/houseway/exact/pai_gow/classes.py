"""Suit classes: sets of cards of the 53, counted as one where a change of suits makes one of the other.

Neither the ranking nor a house way prefers a suit, so anything that depends on a set of cards is the same for its whole
class. There are 1, 14, 182, 1,924, 18,187, 150,891, 1,097,447 and 6,972,147 classes of 0 to 7 cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from .patterns import ALL_RANKS

Masks = NDArray[np.uint16]


@dataclass(frozen=True)
class Classes:
    """Suit classes of one size, with or without the joker.

    ``masks`` (n, 4): the ranks held in each suit, more cards first, then the greater mask; ``multiplicity`` (n): in how
    many sets of cards the class consists of (1, 4, 6, 12 or 24).
    """

    size: int
    joker: int
    masks: Masks
    multiplicity: NDArray[np.uint8]


def _partitions(total: int, most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """``total`` as a sum of ``parts`` numbers, none above the one before it."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        for rest in _partitions(total - first, first, parts - 1):
            yield (first, *rest)


def _block(sizes: tuple[int, ...], by_size: list[Masks]) -> tuple[Masks, NDArray[np.uint8]]:
    """The classes whose suits hold so many cards."""
    masks: Masks = np.zeros((1, 0), np.uint16)
    multiplicity = np.array([factorial(4)], np.int64)
    for size in sorted(set(sizes), reverse=True):
        times = sizes.count(size)
        choices = len(by_size[size])
        chosen = np.array(list(combinations_with_replacement(range(choices - 1, -1, -1), times)), np.int64).reshape(-1, times)
        # suits of equal masks are exchanged without effect: divide by the factorial of each run of equals
        equal = np.ones(len(chosen), np.int64)
        run = np.ones(len(chosen), np.int64)
        for place in range(1, times):
            run = np.where(chosen[:, place] == chosen[:, place - 1], run + 1, 1)
            equal *= run
        left, right = len(masks), len(chosen)
        masks = np.hstack([np.repeat(masks, right, axis=0), np.tile(by_size[size][chosen], (left, 1))])
        multiplicity = np.repeat(multiplicity, right) // np.tile(equal, left)
    return masks, multiplicity.astype(np.uint8)


def classes(size: int, joker: int, ranks: int = ALL_RANKS) -> Classes:
    """The suit classes of ``size`` cards, the joker among them or not, of a deck with all suits of ``ranks`` (a mask)."""
    by_size: list[Masks] = [np.zeros(0, np.uint16)] * 8
    for held in range(8):
        found = [mask for mask in range(1 << 13) if mask & ~ranks == 0 and mask.bit_count() == held]
        by_size[held] = np.array(found, np.uint16)
    natural = size - joker
    parts = [_block(sizes, by_size) for sizes in _partitions(natural, 7, 4)] if natural >= 0 else []
    if not parts:
        return Classes(size, joker, np.zeros((0, 4), np.uint16), np.zeros(0, np.uint8))
    masks = np.concatenate([masks for masks, _ in parts])
    multiplicity = np.concatenate([times for _, times in parts])
    cards = 4 * ranks.bit_count()
    if int(multiplicity.sum(dtype=np.int64)) != comb(cards, natural):
        raise ValueError(f"the classes of {natural} natural cards do not add up to all sets of so many cards")
    return Classes(size, joker, masks, multiplicity)
