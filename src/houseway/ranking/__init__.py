"""How hands rank: one readable reference evaluator per game, and fast paths whose tables are generated from it.

- ``standard``: 52 cards, as in Ultimate Texas Hold 'Em (A-2-3-4-5 is the lowest straight).
- ``joker``: 53 cards, as in Pai Gow Poker (A-2-3-4-5 is the second highest straight, or by a switch the lowest).
- ``kernels`` (numba, with the extra ``exact``): the same ranking over millions of hands.

A hand's *value* is one int, greater is better: ``category << CATEGORY_SHIFT`` and below it up to five tie-breaking
ranks, four bits each, the most important first.
"""

from __future__ import annotations

HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR_OF_A_KIND = 7
STRAIGHT_FLUSH = 8
ROYAL_FLUSH = 9
FIVE_ACES = 10

CATEGORY_NAMES: tuple[str, ...] = (
    "High card", "Pair", "Two pair", "Three-of-a-kind", "Straight", "Flush", "Full house", "Four-of-a-kind",
    "Straight flush", "Royal flush", "Five aces",
)  # fmt: skip
CATEGORY_SHIFT = 20

__all__ = [
    "CATEGORY_NAMES", "CATEGORY_SHIFT", "FIVE_ACES", "FLUSH", "FOUR_OF_A_KIND", "FULL_HOUSE", "HIGH_CARD", "PAIR",
    "ROYAL_FLUSH", "STRAIGHT", "STRAIGHT_FLUSH", "THREE_OF_A_KIND", "TWO_PAIR",
]  # fmt: skip
