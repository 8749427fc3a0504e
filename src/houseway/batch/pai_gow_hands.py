"""What seven cards of Pai Gow Poker are, row by row: their kind, and their high and low hand as they were set."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER
from houseway.ranking import ROYAL_FLUSH, STRAIGHT_FLUSH
from houseway.ranking.kernels import FIVE_OF_A_SUIT, START, flush_suit, slot_of, suited_mask, suited_order
from houseway.ranking.kernels_held import HAS_JOKER, RED_AT, beside
from houseway.ranking.kernels_support import kernel

NO_CARD = 255

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I64 = NDArray[np.int64]


class Settings(NamedTuple):
    """How hands are set and compared under one house way and one rank of A-2-3-4-5: what a kernel looks up.

    ``high`` and ``low`` are the numbers of every pattern of seven cards as the house way sets it; ``row`` (2, …), ``column``,
    ``base`` (2, 3) and ``order`` find a hand's pattern, ``plain`` is where the suited patterns begin. ``high_of_order`` gives
    the number of five cards by their order among all, ``low_of_ranks`` (13, 13) that of two cards, and ``least_high`` for
    each low number the least high number that is no foul beside it. Made by ``houseway.exact.pai_gow.settings_for_batch``.
    """

    high: U16
    low: U8
    row: NDArray[np.int32]
    column: NDArray[np.int32]
    base: NDArray[np.int32]
    order: NDArray[np.int32]
    plain: int
    lower_code: I64
    upper_code: I64
    high_of_order: U16
    low_of_ranks: U8
    least_high: U16


_ONE, _SEVEN = np.uint64(1), np.uint64(7)
_JOKER_IN_KEY, _RED_IN_KEY = np.uint64(16), np.uint64(20)
_BELOW_RED = (1 << RED_AT) - 1
_STRAIGHT_FLUSHES = 1 << STRAIGHT_FLUSH | 1 << ROYAL_FLUSH
_ALL_RANKS = np.uint32((1 << 13) - 1)


@kernel
def _rank_of(card):  # type: ignore[no-untyped-def]
    return np.int64(12) if card == JOKER else np.int64(card >> 2)


@kernel
def read_hands(  # type: ignore[no-untyped-def]
    cards, low, seven, five, of, kind_of, by_house_way, hand, high_number, low_number, fouled, kind, red, joker
):  # fmt: skip
    """What each row of seven cards is: its kind, its red cards, its joker, and the numbers of its high and low hand: by its
    own setting, or the house way's where ``low`` (empty: everywhere) gives none; a foul as the submission says.

    ``hand`` is room for five cards of one row.
    """
    keys, displacement, shift, by_ranks, by_suit = seven
    _, near, near_shift, orders, suited_orders = five
    last, near_last = np.uint32(by_ranks.size - 1), np.uint32(orders.size - 1)
    for at in range(cards.shape[0]):
        key = START
        lower, upper = np.int64(0), np.int64(0)
        for place in range(7):
            card = cards[at, place]
            key += keys[card]
            if card < JOKER:
                lower += of.lower_code[card >> 2]
                upper += of.upper_code[card >> 2]
        has_joker = np.int64(key >> _JOKER_IN_KEY & _ONE)
        reds = np.int64(key >> _RED_IN_KEY & _SEVEN)
        word = np.int64(by_ranks[slot_of(key, displacement, shift, last)]) | has_joker * HAS_JOKER
        suit, mask = -1, np.uint32(0)
        if key & FIVE_OF_A_SUIT:
            suit = flush_suit(key)
            mask = suited_mask(cards, at, 7, key, suit)
            word |= np.int64(by_suit[mask])
            if word & _STRAIGHT_FLUSHES:
                word |= np.int64(beside(cards, at, suit))
        kind[at] = kind_of[word & _BELOW_RED | word >> (RED_AT + 3) << RED_AT]
        red[at], joker[at] = reds, has_joker
        own = low.size > 0 and low[at, 0] != NO_CARD
        fouled[at] = False
        if own:
            one, other = low[at, 0], low[at, 1]
            left = key - keys[one] - keys[other]
            order = orders[slot_of(left, near, near_shift, near_last)]
            if left & FIVE_OF_A_SUIT:
                put = 0
                for place in range(7):
                    card = cards[at, place]
                    if card != one and card != other and put < 5:
                        hand[0, put] = card
                        put += 1
                flush = suited_order(hand, 0, 5, left, suited_orders)
                if flush > order:
                    order = flush
            low_number[at] = of.low_of_ranks[_rank_of(one), _rank_of(other)]
            high_number[at] = of.high_of_order[order]
            fouled[at] = high_number[at] < of.least_high[low_number[at]]
        if not own or (fouled[at] and by_house_way):
            if suit < 0:
                pattern = np.int64(of.row[has_joker, lower]) + np.int64(of.column[upper])
            else:
                first_rank, second_rank, beside_it = np.int64(-1), np.int64(-1), 0
                for place in range(7):
                    card = cards[at, place]
                    if card != JOKER and card & 3 != suit:
                        rank = np.int64(card >> 2)
                        if beside_it == 0:
                            first_rank = rank
                        else:
                            first_rank, second_rank = min(first_rank, rank), max(first_rank, rank)
                        beside_it += 1
                choices, number = 1, np.int64(0)
                if beside_it == 1:
                    choices, number = 13, first_rank
                elif beside_it == 2:
                    choices, number = 91, first_rank * 13 - first_rank * (first_rank - 1) // 2 + second_rank - first_rank
                pattern = of.plain + np.int64(of.base[has_joker, beside_it])
                pattern += np.int64(of.order[mask & _ALL_RANKS]) * choices + number
            high_number[at], low_number[at], fouled[at] = of.high[pattern], of.low[pattern], False


__all__ = ["NO_CARD", "Settings", "read_hands"]
