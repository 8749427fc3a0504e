"""What seven of the 53 cards hold beside their best five: one word a hand, for wagers whose printed order is not poker order.

A hand with three of a kind and a straight holds both, and the paytable says which counts. The word's bits:

    PAIR ... FIVE_ACES   bit 1 << category: some five of the seven may be read so, the joker lawfully standing for a card,
                         or hold it within something better: a full house three of a kind and two pair, a straight flush
                         a flush and a straight. A royal flush is no straight flush here. HIGH_CARD is never set.
    THREE_PAIR           three different pairs, the joker an ace
    RANK_AT              four bits: the highest rank, the joker an ace
    HAS_JOKER
    RED_AT               three bits: how many red cards; the joker is of neither colour
    SEVEN_STRAIGHT_FLUSH all seven are one straight flush, with the joker or not
    NATURAL_STRAIGHT_FLUSH, NATURAL_ROYAL, NATURAL_ACE_FIVE (a straight flush A-2-3-4-5): five of the seven without joker
    KING_QUEEN_BESIDE, ACE_KING_BESIDE, ACE_QUEEN_BESIDE
                         set only beside a straight flush or royal flush: these two ranks, natural, in another suit
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import (
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    joker,
)
from .kernels import FIVE_OF_A_SUIT, flush_suit, hand_key, rows_of_cards, slot_of, suited_mask
from .kernels_cache import kept
from .kernels_support import kernel
from .kernels_tables import (
    JOKER_BIT,
    JOKER_RANK,
    U8,
    U16,
    U32,
    U64,
    cards_of,
    in_base_14,
    mask_of,
    multisets,
    slots,
    suited_fives,
)

THREE_PAIR = 1 << 11
RANK_AT = 12
HAS_JOKER = 1 << 16
RED_AT = 17
SEVEN_STRAIGHT_FLUSH = 1 << 20
NATURAL_STRAIGHT_FLUSH = 1 << 21
NATURAL_ROYAL = 1 << 22
NATURAL_ACE_FIVE = 1 << 23
KING_QUEEN_BESIDE = 1 << 24
ACE_KING_BESIDE = 1 << 25
ACE_QUEEN_BESIDE = 1 << 26

ACE_FIVE = frozenset({12, 0, 1, 2, 3})
_BY_SUIT = frozenset({FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH})
_WITHIN = {
    TWO_PAIR: {PAIR}, THREE_OF_A_KIND: {PAIR}, FULL_HOUSE: {PAIR, TWO_PAIR, THREE_OF_A_KIND},
    FOUR_OF_A_KIND: {PAIR, THREE_OF_A_KIND}, FIVE_ACES: {PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND},
    STRAIGHT_FLUSH: {FLUSH}, ROYAL_FLUSH: {FLUSH},
}  # fmt: skip


class HeldTable(NamedTuple):
    """``ranks`` by slot: the kinds that ranks decide and the highest rank; ``suited`` by mask: those of a flush."""

    keys: U64
    displacement: U16
    shift: np.uint64
    ranks: U16
    suited: U32


def _bits(categories: frozenset[int]) -> int:
    """These categories and those within them, as bits. Straights come from the ranks alone, with a flush or without."""
    held = categories.union(*[_WITHIN.get(category, set()) for category in categories])
    return sum(1 << category for category in held)


def _kinds_by_ranks(ranks: U8) -> U16:
    """(m, 7) ascending ranks, the joker 13, to what each holds whatever its suits."""
    fives = multisets(5, with_joker=True)
    by_five = np.zeros(14**5, np.uint16)
    by_five[in_base_14(fives)] = [
        _bits(joker.readings(cards_of(tuple(five), suited=False)) - _BY_SUIT - {HIGH_CARD}) for five in fives.tolist()
    ]
    held = np.zeros(len(ranks), np.uint16)
    for places in combinations(range(7), 5):
        held |= by_five[in_base_14(ranks[:, places])]
    as_ace = np.where(ranks == JOKER_RANK, 12, ranks)
    pairs = sum([(as_ace == rank).sum(axis=1) >= 2 for rank in range(13)], np.zeros(len(ranks), np.int64))
    held[pairs >= 3] |= THREE_PAIR
    held |= as_ace.max(axis=1).astype(np.uint16) << np.uint16(RANK_AT)
    return held


def _runs(length: int) -> list[int]:
    """The masks of ``length`` ranks in a row, from A-2-3 on."""
    around = [12, *range(13)]
    return [sum(1 << rank for rank in around[low : low + length]) for low in range(15 - length)]


def _kinds_by_suit() -> U32:
    """By mask of five to seven cards of one suit, bit 13 the joker: what they hold as a flush."""
    held = np.zeros(1 << 14, np.uint32)
    for ranks in suited_fives():
        kinds = joker.readings(cards_of(ranks, suited=True)) & _BY_SUIT
        bits = _bits(kinds)
        if JOKER_RANK not in ranks:
            bits |= NATURAL_STRAIGHT_FLUSH * (STRAIGHT_FLUSH in kinds) | NATURAL_ROYAL * (ROYAL_FLUSH in kinds)
            bits |= NATURAL_ACE_FIVE * (set(ranks) == ACE_FIVE)
        held[mask_of(ranks)] = bits
    masks = np.arange(1 << 14)
    for _ in range(2):  # six and seven cards hold what five of them do
        more = held.copy()
        for bit in range(14):
            more |= np.where(masks >> bit & 1, held[masks & ~(1 << bit)], np.uint32(0))
        held = more
    for run in _runs(7):
        held[run] |= SEVEN_STRAIGHT_FLUSH
        for rank in range(13):
            if run >> rank & 1:
                held[run ^ 1 << rank | JOKER_BIT] |= SEVEN_STRAIGHT_FLUSH
    return held


def _make_held() -> dict[str, NDArray[Any]]:
    return {"by_ranks": _kinds_by_ranks(slots(7, True).multisets), "suited": _kinds_by_suit()}


@cache
def held_table() -> HeldTable:
    """The table that ``held_batch`` reads."""
    hashed, known = slots(7, True), kept("held", _make_held)
    ranks = np.zeros(hashed.size, np.uint16)
    ranks[hashed.slot] = known["by_ranks"]
    return HeldTable(hashed.keys, hashed.displacement, hashed.shift, ranks, known["suited"])


_ONE = np.uint64(1)
_FOUR_BITS = np.uint64(15)


@kernel
def beside(cards: U8, hand: int, suit: int) -> np.uint32:
    """The three BESIDE bits of one row of seven: which of K-Q, A-K, A-Q it holds, natural, in a suit other than this."""
    dealt = np.uint64(0)
    for place in range(7):
        dealt |= _ONE << np.uint64(cards[hand, place])
    others = _FOUR_BITS & ~(_ONE << np.uint64(suit))
    queen, king, ace = dealt >> np.uint64(40) & others, dealt >> np.uint64(44) & others, dealt >> np.uint64(48) & others
    found = np.uint32(0)
    if king & queen:
        found |= np.uint32(KING_QUEEN_BESIDE)
    if ace & king:
        found |= np.uint32(ACE_KING_BESIDE)
    if ace & queen:
        found |= np.uint32(ACE_QUEEN_BESIDE)
    return found


_SIXTEEN = np.uint64(16)
_RED_IN_KEY = np.uint64(20)
_SEVEN = np.uint64(7)
_STRAIGHT_FLUSHES = np.uint32(1 << STRAIGHT_FLUSH | 1 << ROYAL_FLUSH)


@kernel
def held_batch(cards: U8, keys: U64, displacement: U16, shift: np.uint64, ranks: U16, suited: U32, held: U32) -> None:
    """The word of each row of seven cards into ``held``."""
    last = np.uint32(ranks.size - 1)
    for hand in range(cards.shape[0]):
        key = hand_key(cards, hand, 7, keys)
        word = np.uint32(ranks[slot_of(key, displacement, shift, last)])
        word |= np.uint32(key >> _SIXTEEN & _ONE) << np.uint32(16)
        word |= np.uint32(key >> _RED_IN_KEY & _SEVEN) << np.uint32(RED_AT)
        if key & FIVE_OF_A_SUIT:
            suit = flush_suit(key)
            word |= suited[suited_mask(cards, hand, 7, key, suit)]
            if word & _STRAIGHT_FLUSHES:
                word |= beside(cards, hand, suit)
        held[hand] = word


def held_53(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """What each row of seven of the 53 cards (n, 7) holds (n,), as the words described above."""
    rows = rows_of_cards(cards, (7,))
    held = np.empty(len(rows), np.uint32)
    held_batch(rows, *held_table(), held)
    return held
