"""How many hands of each pattern can be dealt from the cards that are left."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER

from . import patterns


def deck(ranks: int = patterns.ALL_RANKS) -> tuple[int, ...]:
    """All suits of ``ranks`` (a mask of 13), and the joker."""
    return (*[card for card in range(52) if ranks >> (card >> 2) & 1], JOKER)


def pattern_weights(cards: Sequence[int]) -> NDArray[np.int64]:
    """(292253): how many sets of seven of these cards have each pattern. They add up to all sets of seven.

    The number of a plain pattern leaves out the hands with five of a suit, which are counted by their suited pattern.
    """
    masks = [0, 0, 0, 0]
    for card in cards:
        if card != JOKER:
            masks[card & 3] |= 1 << (card >> 2)
    with_joker = int(JOKER in cards)
    held = np.array([[mask >> rank & 1 for rank in range(13)] for mask in masks], np.int64)
    ways = np.array([[comb(int(free), count) for count in range(5)] for free in held.sum(axis=0)], np.int64)
    counts = patterns.plain_counts()
    plain = np.ones(len(counts), np.int64)
    for rank in range(13):
        plain *= ways[rank][counts[:, rank]]
    if not with_joker:
        plain[patterns.PLAIN_WITH_JOKER :] = 0
    of = patterns.suited()
    one, other = of.others[:, 0].astype(np.int64), of.others[:, 1].astype(np.int64)
    suited = np.zeros(len(of.mask), np.int64)
    for suit in range(4):
        beside = np.append(held.sum(axis=0) - held[suit], 1)  # the last for no card
        second = beside[other] - (one == other) * (one >= 0)
        dealt = beside[one] * second // np.where((one == other) & (one >= 0), 2, 1)
        suited += np.where(of.mask & ~np.uint16(masks[suit]), 0, dealt)
    if not with_joker:
        suited[of.joker == 1] = 0
    np.subtract.at(plain, of.plain, suited)
    found = np.concatenate([plain, suited])
    if int(found.sum()) != comb(len(cards), 7):
        raise ValueError("the patterns do not add up to all hands")
    return found
