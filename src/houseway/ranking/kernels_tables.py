"""Tables for the kernels, generated from the reference evaluators: never a second set of rules.

Each card has a 64-bit *key* and a hand is the sum of its cards' keys, so that hands can be built up and share parts:

    bits 0-15    four bits a suit: how many cards of it (the joker counts for each)
    bit 16       the joker
    bits 20-22   how many red cards
    bits 32-63   a hash of the ranks

The ranks of five, six or seven cards are perfectly hashed to *slots*: the hash's top bits choose a displacement, which
is added to its low bits. Every multiset of ranks has a slot of its own, so whatever ranks alone decide is one small
table by slot, and whatever the cards of one suit decide is one by 14 bits, 13 ranks and the joker.

A hand's *order* is its value (see ``houseway.ranking``) numbered without gaps: 1 is 7-5-4-3-2, 7462 a royal flush,
7463 five aces; 0 is no hand. Greater is better, equal is a tie.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import JOKER
from . import CATEGORY_SHIFT, joker
from .kernels_cache import kept

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]

JOKER_RANK = 13  # in a multiset, after the 13 ranks
JOKER_BIT = 1 << 13  # in a suited mask, after the 13 ranks

# Any numbers do whose sums over all multisets differ and pack well. The last is the joker's.
_RANK_HASHES = (
    0xCAE0A010, 0x810AE041, 0x7398640D, 0x38EEE303, 0x4E30DADE, 0xC57C4B33, 0xF0781D32,
    0xF79F9C60, 0x6F6F40B4, 0x29AC8AD7, 0x0F632095, 0x21548367, 0x167FDDD7, 0xA4355744,
)  # fmt: skip
_BUCKET_BITS = {(7, False): 13, (7, True): 13, (6, False): 12, (6, True): 12, (5, False): 10, (5, True): 11}
_SLOT_BITS = {(7, False): 16, (7, True): 17, (6, False): 15, (6, True): 15, (5, False): 13, (5, True): 13}


class Slots(NamedTuple):
    """The perfect hash for hands of one size from one deck.

    ``keys`` 256 by card, ``displacement`` by the top bits of a key sum shifted down by ``shift``; ``multisets``
    (m, size) ranks in ascending order, the joker as 13; ``slot`` (m,) the slot of each; there are ``size`` slots.
    """

    keys: U64
    displacement: U16
    shift: np.uint64
    size: int
    multisets: U8
    slot: U32


class RankTable(NamedTuple):
    """What a ranking kernel reads; pass it on as it is.

    ``orders`` by slot, of hands that are no flush; ``suited`` by the mask of one suit's ranks and the joker (16384),
    the order of the best flush, or 0 for fewer than five cards. A hand's order is the greater of the two.
    """

    keys: U64
    displacement: U16
    shift: np.uint64
    orders: U16
    suited: U16


class Scale(NamedTuple):
    """By order (7464): the value, as the evaluators in Python give it, and its category."""

    values: U32
    categories: U8


def card_keys() -> U64:
    """The key of each card 0 to 52; 256 long so that no byte reads beyond it (the rest are 0)."""
    keys = np.zeros(256, np.uint64)
    for card in range(52):
        rank, suit = card >> 2, card & 3
        keys[card] = _RANK_HASHES[rank] << 32 | (suit in (1, 2)) << 20 | 1 << 4 * suit
    keys[JOKER] = _RANK_HASHES[JOKER_RANK] << 32 | 1 << 16 | 0x1111
    return keys


def multisets(size: int, with_joker: bool) -> U8:
    """All multisets of ranks of ``size`` cards, (m, size) ascending; the joker, at most one, is rank 13."""
    found = np.array(list(combinations_with_replacement(range(14 if with_joker else 13), size)), np.uint8)
    dealt = found[:, -2] < JOKER_RANK
    for first in range(size - 4):
        dealt &= found[:, first] != found[:, first + 4]
    return np.ascontiguousarray(found[dealt])


def _displacements(hashes: U32, bucket_bits: int, slot_bits: int) -> U16:
    """For each bucket the least displacement by which its members fall on slots that are still free; fullest first."""
    mask = (1 << slot_bits) - 1
    buckets = (hashes >> np.uint32(32 - bucket_bits)).astype(np.int64)
    by_bucket = np.argsort(buckets, kind="stable")
    low = (hashes & np.uint32(mask)).astype(np.int64)[by_bucket]
    bucket, first, count = np.unique(buckets[by_bucket], return_index=True, return_counts=True)
    free = np.ones(mask + 1, bool)
    displacement = np.zeros(1 << bucket_bits, np.uint16)
    for place in np.argsort(-count, kind="stable"):
        members = low[first[place] : first[place] + count[place]]
        if np.unique(members).size < members.size:
            raise ValueError("two multisets fall together: other rank hashes are needed")
        start, tried = 0, 64
        while True:
            shifts = np.arange(start, min(start + tried, 1 << 16))
            if not shifts.size:
                raise ValueError("no displacement fits: other rank hashes or more slots are needed")
            fits = free[(members[:, None] + shifts) & mask].all(axis=0)
            if fits.any():
                break
            start, tried = start + tried, 1024
        shift = int(shifts[fits.argmax()])
        free[(members + shift) & mask] = False
        displacement[bucket[place]] = shift
    return displacement


def _make_slots(size: int, with_joker: bool) -> dict[str, NDArray[Any]]:
    bucket_bits, slot_bits = _BUCKET_BITS[size, with_joker], _SLOT_BITS[size, with_joker]
    ranks = multisets(size, with_joker)
    hashes: U32 = np.array(_RANK_HASHES, np.uint32)[ranks].sum(axis=1, dtype=np.uint32)
    displacement = _displacements(hashes, bucket_bits, slot_bits)
    slot = (hashes + displacement[hashes >> np.uint32(32 - bucket_bits)]) & np.uint32((1 << slot_bits) - 1)
    return {"displacement": displacement, "multisets": ranks, "slot": slot}


@cache
def slots(size: int, with_joker: bool) -> Slots:
    """The perfect hash of hands of 5, 6 or 7 cards (the joker is one of them) from 52 or 53."""
    found = kept(f"slots-{size}-{'53' if with_joker else '52'}", lambda: _make_slots(size, with_joker))
    shift = np.uint64(64 - _BUCKET_BITS[size, with_joker])
    size = 1 << _SLOT_BITS[size, with_joker]
    return Slots(card_keys(), found["displacement"], shift, size, found["multisets"], found["slot"])


def _best_by_fives(ranks: U8, by_five: U16) -> U16:
    """For each multiset (m, size) the greatest of what its five-card multisets have in ``by_five`` (base 14)."""
    best = np.zeros(len(ranks), np.uint16)
    for five_places in combinations(range(ranks.shape[1]), 5):
        np.maximum(best, by_five[in_base_14(ranks[:, five_places])], out=best)
    return best


def in_base_14(ranks: U8) -> NDArray[np.int64]:
    """(m, 5) ascending ranks as one number each, below 14 ** 5."""
    number = np.zeros(len(ranks), np.int64)
    for place in range(5):
        number = number * 14 + ranks[:, place]
    return number


def cards_of(ranks: tuple[int, ...], suited: bool) -> list[int]:
    """Different cards of these ascending ranks, of one suit, or of suits such that no five of them make a flush."""
    return [JOKER if rank == JOKER_RANK else 4 * rank + (0 if suited else place & 3) for place, rank in enumerate(ranks)]


def suited_fives() -> list[tuple[int, ...]]:
    """Every five different ranks of one suit, the joker (13) among them or not."""
    return list(combinations(range(14), 5))


def mask_of(ranks: tuple[int, ...]) -> int:
    """Ranks 0 to 13 as bits."""
    return sum(1 << rank for rank in ranks)


def _make_orders(wheel_lowest: bool) -> dict[str, NDArray[Any]]:
    """Asks for the value of every pattern of five cards and numbers them; more cards have their best five."""

    def value(ranks: tuple[int, ...], suited: bool) -> int:
        return joker.fast_five(cards_of(ranks, suited), wheel_lowest)

    patterns = multisets(5, with_joker=True)
    unsuited = np.array([value(tuple(ranks), False) for ranks in patterns.tolist()], np.uint32)
    flushes = np.array([value(ranks, True) for ranks in suited_fives()], np.uint32)
    values = np.concatenate([np.zeros(1, np.uint32), np.unique(np.concatenate([unsuited, flushes]))])
    by_five = np.zeros(14**5, np.uint16)
    by_five[in_base_14(patterns)] = np.searchsorted(values, unsuited)
    suited = np.zeros(1 << 14, np.uint16)
    suited[[mask_of(ranks) for ranks in suited_fives()]] = np.searchsorted(values, flushes)
    masks = np.arange(1 << 14)
    for _ in range(9):  # what fewer cards of the suit can do, more can: at most 14 of them
        for bit in range(14):
            without = np.where(masks >> bit & 1, masks ^ 1 << bit, masks)
            np.maximum(suited, suited[without], out=suited)
    return {"values": values, "by_five": by_five, "suited": suited}


@cache
def _orders(wheel_lowest: bool) -> dict[str, NDArray[Any]]:
    return kept(f"orders-{'lowest' if wheel_lowest else 'second-highest'}", lambda: _make_orders(wheel_lowest))


@cache
def rank_table(size: int, with_joker: bool, wheel_lowest: bool) -> RankTable:
    """The table for hands of 5, 6 or 7 cards. Ultimate Texas Hold 'Em: ``with_joker`` False, ``wheel_lowest`` True."""
    hashed, known = slots(size, with_joker), _orders(wheel_lowest)
    orders = np.zeros(hashed.size, np.uint16)
    orders[hashed.slot] = _best_by_fives(hashed.multisets, known["by_five"])
    return RankTable(hashed.keys, hashed.displacement, hashed.shift, orders, known["suited"])


@cache
def scale(wheel_lowest: bool) -> Scale:
    """What orders mean. The same numbers serve both decks; only five aces (7463) needs the joker."""
    values: U32 = _orders(wheel_lowest)["values"]
    return Scale(values, (values >> np.uint32(CATEGORY_SHIFT)).astype(np.uint8))
