"""What five cards are worth: the definition from which everything else in this room is generated or proved.

It knows nothing of jokers. ``joker`` calls it for each card that the joker may stand for.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import ACE, JOKER
from . import (
    CATEGORY_SHIFT,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

TEN = 8
WHEEL = [ACE, 3, 2, 1, 0]  # A-5-4-3-2

_BY_GROUPS = {
    (4, 1): FOUR_OF_A_KIND, (3, 2): FULL_HOUSE, (3, 1, 1): THREE_OF_A_KIND,
    (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR, (1, 1, 1, 1, 1): HIGH_CARD,
}  # fmt: skip


def value(category: int, ranks: Sequence[int]) -> int:
    """A category and at most five tie-breaking ranks, the most important first, as one int; greater is better.

    >>> hex(value(PAIR, [12, 11, 10, 9]))
    '0x1cba90'
    """
    packed = 0
    for place in range(5):
        packed = packed << 4 | (ranks[place] if place < len(ranks) else 0)
    return category << CATEGORY_SHIFT | packed


def rank_five(cards: Sequence[int], wheel_lowest: bool) -> int:
    """The value of five different cards of the 52 (ints 0 to 51, in any order).

    Equal ranks go together, the larger group first, then the higher rank; that order is also the order in which ties
    are broken. A straight's tie-breakers are its five ranks from the top. In A-2-3-4-5 the ace is at the bottom where
    it is the lowest straight (653a.6), and at the top where it is second to A-K-Q-J-10 only.
    """
    ranks = [card >> 2 for card in cards]
    flush = len({card & 3 for card in cards}) == 1
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    order = [rank for _, rank in groups]
    wheel = order == WHEEL
    straight = wheel or (len(order) == 5 and order[0] - order[4] == 4)
    if wheel and wheel_lowest:
        order = [3, 2, 1, 0, 0]  # the ace below the two: nothing else has two zeroes here
    if straight and flush:
        return value(ROYAL_FLUSH if order[0] == ACE and order[4] == TEN else STRAIGHT_FLUSH, order)
    if flush:
        return value(FLUSH, order)
    if straight:
        return value(STRAIGHT, order)
    return value(_BY_GROUPS[tuple([count for count, _ in groups])], order)


def in_order(cards: Sequence[int], joker_rank: int = ACE) -> tuple[int, ...]:
    """Five cards as they are read aloud: larger groups first, then from the top; A-2-3-4-5 as 5 4 3 2 A.

    Within a rank: spades, hearts, diamonds, clubs, and last the joker, which stands for a card of ``joker_rank``.
    """
    ranks = [joker_rank if card == JOKER else card >> 2 for card in cards]
    counted = zip(map(ranks.count, ranks), ranks, [-1 if card == JOKER else card for card in cards], strict=True)
    order = sorted(counted, reverse=True)
    if [rank for _, rank, _ in order] == WHEEL:
        order = [*order[1:], order[0]]
    return tuple([JOKER if card == -1 else card for _, _, card in order])
