"""Ranking millions of hands: batch functions over arrays of cards, and the parts from which other kernels are built.

Cards are bytes 0 to 52, one hand a row: (n, 5), (n, 6) or (n, 7), all different, the joker only where it is said. That
is not checked here; whatever the bytes, nothing beyond the tables is read, but a hand that cannot be dealt gets some
number or 0. Results are *orders* (see ``kernels_tables``): greater is better, ``scale`` says what they mean.

>>> from houseway.cards import cards
>>> hands = np.array([cards("Ah Qh Jh Th Ac Ad Jk"), cards("9s 9d 9c 8h 8d 4c 3c")], np.uint8)
>>> orders = rank_53(hands)
>>> scale(wheel_lowest=False).categories[orders].tolist()  # a royal flush, a full house
[9, 6]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .kernels_support import kernel
from .kernels_tables import JOKER_BIT, U8, U16, U32, U64, RankTable, Scale, Slots, rank_table, scale, slots

__all__ = [
    "FIVE_OF_A_SUIT", "START", "RankTable", "Scale", "Slots", "flush_suit", "hand_key", "place_batch", "places_53",
    "rank_52", "rank_53", "rank_batch", "rank_table", "rows_of_cards", "scale", "slot_of", "slots", "suited_mask",
    "suited_order",
]  # fmt: skip

START = np.uint64(0x3333)  # three more a suit: five of a suit then carry into its top bit
FIVE_OF_A_SUIT = np.uint64(0x8888)
_HASH_AT = np.uint64(32)
_JOKER_AT = np.uint64(16)
_THREE = np.uint8(3)
_TWO = np.uint8(2)
_RANKS = np.uint32(JOKER_BIT - 1)
_JOKER_BIT = np.uint32(JOKER_BIT)
_ONE_JOKER = np.uint64(1)

# --- Parts, which compile into the kernels that call them, and are meant to be called from a loop directly: a part
# --- within a part, or a whole table given for each hand, costs ten times the hand. A size known when compiling
# --- (a number, or a constant of the enclosing function) unrolls the loops here.


@kernel
def hand_key(cards: U8, hand: int, size: int, keys: U64) -> np.uint64:
    """``START`` and the keys of the first ``size`` cards of row ``hand``. Keys of shared cards may be added instead."""
    key = START
    for place in range(size):
        key += keys[cards[hand, place]]
    return key


@kernel
def slot_of(key: np.uint64, displacement: U16, shift: np.uint64, last: np.uint32) -> np.uint32:
    """The slot of a hand's ranks; ``last`` is the number of slots less one."""
    return (np.uint32(key >> _HASH_AT) + np.uint32(displacement[key >> shift])) & last


@kernel
def flush_suit(key: np.uint64) -> int:
    """The suit of which there are five or more, the joker counted, or -1. Seven cards have never two."""
    shown = key & FIVE_OF_A_SUIT
    if shown == np.uint64(0):
        return -1
    if shown & np.uint64(0x88):
        return 0 if shown & np.uint64(0x8) else 1
    return 2 if shown & np.uint64(0x800) else 3


@kernel
def suited_mask(cards: U8, hand: int, size: int, key: np.uint64, suit: int) -> np.uint32:
    """The ranks of one suit among the cards of row ``hand`` as bits, and bit 13 for the joker."""
    mask = np.uint32(0)
    for place in range(size):
        card = cards[hand, place]
        mask |= np.uint32((card & _THREE) == suit) << np.uint32(card >> _TWO)
    return mask & _RANKS | _JOKER_BIT * np.uint32(key >> _JOKER_AT & _ONE_JOKER)


@kernel
def suited_order(cards: U8, hand: int, size: int, key: np.uint64, suited: U16) -> np.uint16:
    """The order of the best flush of a hand that shows five of a suit."""
    order: np.uint16 = suited[suited_mask(cards, hand, size, key, flush_suit(key))]
    return order


# --- Batches.

Rows = Callable[[U8, U64, U16, np.uint64, U16, U16, U16], None]


def _rank_rows(size: int) -> Rows:
    """The kernel for hands of ``size`` cards, with all loops over the cards unrolled."""

    @kernel
    def rows(cards: U8, keys: U64, displacement: U16, shift: np.uint64, by_slot: U16, suited: U16, orders: U16) -> None:
        last = np.uint32(by_slot.size - 1)
        for hand in range(cards.shape[0]):
            key = hand_key(cards, hand, size, keys)
            order = by_slot[slot_of(key, displacement, shift, last)]
            if key & FIVE_OF_A_SUIT:
                # not always best: A-Q-J-10 of a suit, the joker and two aces more are a royal flush and four aces too
                flush = suited_order(cards, hand, size, key, suited)
                if flush > order:
                    order = flush
            orders[hand] = order

    return rows


_RANK_ROWS = {size: _rank_rows(size) for size in (5, 6, 7)}


def rank_batch(cards: U8, table: RankTable, orders: U16) -> None:
    """The order of each row of ``cards`` (n, as many as the table is for; laid out by rows) into ``orders`` (n,)."""
    _RANK_ROWS[cards.shape[1]](cards, *table, orders)


@kernel
def place_batch(cards: U8, keys: U64, displacement: U16, shift: np.uint64, last: np.uint32, slot: U32, suited: U16) -> None:
    """For each row of seven the slot of its ranks, and the mask of its flush suit and the joker, or 0 without a flush."""
    for hand in range(cards.shape[0]):
        key = hand_key(cards, hand, 7, keys)
        slot[hand] = slot_of(key, displacement, shift, last)
        suited[hand] = suited_mask(cards, hand, 7, key, flush_suit(key)) if key & FIVE_OF_A_SUIT else 0


def rows_of_cards(cards: NDArray[np.uint8], sizes: tuple[int, ...] = (5, 6, 7)) -> NDArray[np.uint8]:
    """The same cards laid out row after row; ValueError unless they are bytes, (n, one of the sizes)."""
    if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] not in sizes:
        wanted = " or ".join(map(str, sizes))
        raise ValueError(f"cards must be uint8 of shape (n, {wanted}), not {cards.dtype} of shape {cards.shape}")
    return np.ascontiguousarray(cards)


def rank_52(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The order (n,) of the best five of each row of five, six or seven cards, as in Ultimate Texas Hold 'Em."""
    rows = rows_of_cards(cards)
    orders = np.empty(len(rows), np.uint16)
    rank_batch(rows, rank_table(rows.shape[1], False, True), orders)
    return orders


def rank_53(cards: NDArray[np.uint8], wheel_lowest: bool = False) -> NDArray[np.uint16]:
    """The order (n,) of the best five of each row of five, six or seven cards, as in Pai Gow Poker."""
    rows = rows_of_cards(cards)
    orders = np.empty(len(rows), np.uint16)
    rank_batch(rows, rank_table(rows.shape[1], True, wheel_lowest), orders)
    return orders


def places_53(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """For rows of seven of the 53: the slot (n,) of their ranks in ``slots(7, True)``, and the mask (n,) of their flush.

    Whatever ranks alone decide is a table by slot, whatever the cards of a flush decide a table by mask (bits 0 to 12
    the ranks, bit 13 the joker; 0 where no suit has five with the joker): make them by asking the rules about
    ``slots(7, True).multisets`` and about the masks.
    """
    rows = rows_of_cards(cards, (7,))
    hashed = slots(7, True)
    slot, suited = np.empty(len(rows), np.uint32), np.empty(len(rows), np.uint16)
    place_batch(rows, hashed.keys, hashed.displacement, hashed.shift, np.uint32(hashed.size - 1), slot, suited)
    return slot, suited
