"""How many hands there are of each kind that a side wager can tell apart, each with one hand that stands for them.

A rule is asked about that one hand, so the mathematics of a wager comes from the rule itself: a rule changed changes
the counts. Suits are interchangeable for every wager but red and black, so hands are counted by suit classes.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER
from houseway.ranking.kernels import rank_52, scale
from houseway.ranking.kernels_classes import suit_classes
from houseway.ranking.kernels_held import RED_AT, held_53

SEVEN_OF_53 = comb(53, 7)
SEVEN_OF_52 = comb(52, 7)
FIVE_OF_52 = comb(52, 5)

_NO_COLOUR = np.uint32(0xFFFFFFFF ^ 7 << RED_AT)


class Kind(NamedTuple):
    """One kind of hand: a hand of it (its cards), and how many hands there are."""

    hand: tuple[int, ...]
    combinations: int


def _kinds(words: NDArray[np.uint32], cards: NDArray[np.uint8], times: NDArray[np.uint8]) -> list[Kind]:
    """Hands with the same word are of one kind."""
    found = np.unique(words)
    which = np.searchsorted(found, words)
    combinations = np.bincount(which, weights=times).astype(np.int64)  # far below 2**53: exact
    example = np.empty(len(found), np.int64)
    example[which[::-1]] = np.arange(len(words) - 1, -1, -1)
    return [
        Kind(tuple(int(c) for c in cards[at]), int(n)) for at, n in zip(example.tolist(), combinations.tolist(), strict=True)
    ]


@cache
def pai_gow_kinds() -> tuple[Kind, ...]:
    """Seven of the 53 cards by what they hold, colours apart: 154,143,080 hands in a few hundred kinds."""
    kinds: list[Kind] = []
    for joker in (False, True):
        cards, times = suit_classes(7, joker)
        kinds += _kinds(held_53(cards) & _NO_COLOUR, cards, times)
    return tuple(kinds)


@cache
def kind_numbers() -> NDArray[np.uint16]:
    """The number of each kind in ``pai_gow_kinds`` by a hand's word (``kernels_held``) with the bits of its colours left out.

    16 million places, of which a few hundred are ever looked at.
    """
    found = np.zeros(1 << 24, np.uint16)
    words = held_53(np.array([kind.hand for kind in pai_gow_kinds()], np.uint8))
    low, high = words & np.uint32((1 << RED_AT) - 1), words >> np.uint32(RED_AT + 3) << np.uint32(RED_AT)
    found[low | high] = np.arange(len(words), dtype=np.uint16)
    return found


@cache
def colour_kinds() -> tuple[Kind, ...]:
    """Seven of the 53 cards by how many are red and whether the joker is among them."""
    red = [card for card in range(52) if card & 3 in (1, 2)]
    black = [card for card in range(52) if card & 3 in (0, 3)]
    kinds = []
    for joker in (0, 1):
        for reds in range(8 - joker):
            blacks = 7 - joker - reds
            hand = (*red[:reds], *black[:blacks], *([JOKER] * joker))
            kinds.append(Kind(hand, comb(26, reds) * comb(26, blacks)))
    return tuple(kinds)


@cache
def holdem_kinds(size: int) -> tuple[Kind, ...]:
    """Five or seven of the 52 cards by the category of their best five."""
    cards, times = suit_classes(size)
    categories = scale(wheel_lowest=True).categories[rank_52(cards)].astype(np.uint32)
    return tuple(_kinds(categories, cards, times))
