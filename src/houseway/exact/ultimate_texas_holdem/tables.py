"""Numberings of ranks, pairs and boards, and how strong hands are on a board, from the ranking kernels' tables.

What decides a showdown between two hands on one board is little. If no suit has three cards on the board, nobody can
have a flush, and only ranks count. If a suit has three or more (only one can), what counts is which ranks of that suit
are there, and the ranks of the other cards. So the 2,598,960 boards fall into 42,796 *rows*, and the cards that are
left into at most 26 *sorts*: for each rank, the card of the board's flush suit, and the up to three (without a flush
suit four) other ones, which are all alike. Two cards form one of 338 *kinds*:

- 0 to 90: two of the other cards, by rank pair;
- 91 to 259: one of the suit and one other, ``91 + 13 * suited rank + other rank``;
- 260 to 337: two of the suit, by the pair of their ranks.

How strong a hand is, is its *order* in ``houseway.ranking.kernels``: 1 (7-5-4-3-2) to 7,462 (royal flush).
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.ultimate_texas_holdem import qualifies
from houseway.ranking.kernels_cache import kept
from houseway.ranking.kernels_tables import rank_table, scale, slots

CARDS = 52
RANKS = 13
PAIRS = 1326  # two cards of 52
RANK_PAIRS = 91  # two ranks, equal or not
KINDS = 338
SUITED_KINDS_FROM = 260
MULTISETS = 6188  # five ranks, equal or not (13 of them five of a rank, which no deck has)
THREE_FROM = MULTISETS  # rows with three cards of a suit: 286 sets of three ranks, 91 pairs of other ranks
FOUR_FROM = THREE_FROM + 286 * RANK_PAIRS
FIVE_FROM = FOUR_FROM + 715 * RANKS
ROWS = FIVE_FROM + 1287
HANDS = 169  # starting hands: 13 pairs, 78 suited, 78 offsuit
ROYAL = 7462  # the highest order

Ints = NDArray[np.integer[Any]]


class Strength(NamedTuple):
    """How strong hands are."""

    category: NDArray[np.uint8]  # [order] the category of a hand
    first_qualifying: int  # dealer hands of this order or better qualify
    unsuited: NDArray[np.int16]  # [multiset of 5 board ranks, rank pair] the best five of seven, flushes aside
    flush: NDArray[np.int16]  # [ranks of one suit, as bits] the best five of them, 0 for fewer than five


class Boards(NamedTuple):
    """From five cards to their row."""

    triple: NDArray[np.int16]  # [rank, rank, rank] 0..454, any order
    multiset: NDArray[np.int16]  # [triple, rank pair] 0..6187
    rank_pair: NDArray[np.int16]  # [rank, rank] 0..90
    set_index: NDArray[np.int16]  # [three, four or five ranks, as bits] place among the sets of that size


class Pairs(NamedTuple):
    """From two cards to their number, starting hand and kind."""

    number: NDArray[np.int16]  # [card, card] 0..1325, either order; -1 on the diagonal
    hand: NDArray[np.int16]  # [pair] starting hand: 13 * higher + lower rank if suited, 13 * lower + higher if not
    kind: NDArray[np.int16]  # [suit, or 4 for none; pair] 0..337


class Kinds(NamedTuple):
    """What the kinds of two cards are."""

    sorts: NDArray[np.int8]  # [kind, 2] the sorts of both cards: rank, or 13 + rank for the suit's card
    bits: NDArray[np.int16]  # [kind] its ranks of the flush suit, as bits
    rank_pair: NDArray[np.int16]  # [kind]


class Rows(NamedTuple):
    """What the rows of boards are."""

    multiset: NDArray[np.int16]  # [row] the board's ranks
    suited: NDArray[np.int16]  # [row] the ranks on the board of the flush suit, as bits (0: no such suit)
    left: NDArray[np.int8]  # [row, sort] cards left of each of the 26 sorts after the board


class Tables(NamedTuple):
    """Everything that the kernels look up; all small integers. In groups, as compiling takes long for many at once."""

    strength: Strength
    boards: Boards
    pairs: Pairs
    kinds: Kinds
    rows: Rows


# [place, rank] how many multisets of place + 1 ranks come before all those whose highest rank is this one
_BEFORE = np.array([[comb(rank + place, place + 1) for rank in range(RANKS)] for place in range(7)], dtype=np.int32)


def _number(ranks: Ints) -> NDArray[np.int32]:
    """The number of each multiset of ranks ([..., k], ascending) in the combinatorial number system."""
    number: NDArray[np.int32] = _BEFORE[0][ranks[..., 0]]
    for place in range(1, ranks.shape[-1]):
        number += _BEFORE[place][ranks[..., place]]
    return number


def _multisets(size: int) -> NDArray[np.int8]:
    """All multisets of that many ranks, ascending, in the order of their numbers."""
    found = np.array(list(combinations_with_replacement(range(RANKS), size)), dtype=np.int8)
    return found[np.argsort(_number(found))]


def _unsuited(boards: NDArray[np.int8], pairs: NDArray[np.int8]) -> NDArray[np.int16]:
    """The order of the best five of a board's five ranks and two more, where there is no flush."""
    known = slots(7, False)
    best = np.zeros(comb(RANKS + 6, 7), dtype=np.int16)
    best[_number(known.multisets)] = rank_table(7, False, True).orders[known.slot]
    seven = np.empty((len(boards), len(pairs), 7), dtype=np.int8)
    seven[:, :, :5] = boards[:, None, :]
    seven[:, :, 5:] = pairs[None, :, :]
    seven.sort(axis=2)
    return best[_number(seven)]


def _kinds(
    rank_pair: NDArray[np.int32], pairs: NDArray[np.int8], one: NDArray[np.int64], other: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """The kind [suit, pair] of two cards, and the sorts [kind, 2] of a kind."""
    suited_pairs = list(combinations(range(RANKS), 2))
    both = np.zeros((RANKS, RANKS), dtype=np.int64)
    for place, (low, high) in enumerate(suited_pairs):
        both[low, high] = both[high, low] = SUITED_KINDS_FROM + place
    sorts = (
        pairs.tolist() + [[13 + r, q] for r in range(RANKS) for q in range(RANKS)] + [[13 + r, 13 + q] for r, q in suited_pairs]
    )
    kind = np.empty((5, PAIRS), dtype=np.int16)
    r, q = one >> 2, other >> 2
    for suit in range(5):
        first, second = one & 3 == suit, other & 3 == suit
        kind[suit] = np.select(
            [first & second, first, second],
            [both[r, q], RANK_PAIRS + RANKS * r + q, RANK_PAIRS + RANKS * q + r],
            default=rank_pair[r, q],
        )
    return kind, np.array(sorts, dtype=np.int8)


def _rows(
    boards: NDArray[np.int8], pairs: NDArray[np.int8], sets: dict[int, list[int]]
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int8]]:
    """For every row: the number of its ranks' multiset, its suited ranks as bits, and what is left of each sort."""
    suited = np.array(
        [0] * MULTISETS + [s for s in sets[3] for _ in pairs] + [s for s in sets[4] for _ in range(RANKS)] + sets[5]
    )
    others = np.zeros((ROWS, RANKS), dtype=np.int64)  # cards on the board of each rank that are not of the suit
    np.add.at(others, (np.arange(MULTISETS)[:, None], boards), 1)
    np.add.at(others, (np.arange(THREE_FROM, FOUR_FROM)[:, None], np.tile(pairs, (286, 1))), 1)
    np.add.at(others, (np.arange(FOUR_FROM, FIVE_FROM), np.tile(np.arange(RANKS), 715)), 1)
    of_suit = suited[:, None] >> np.arange(RANKS) & 1
    ranks = np.repeat(np.tile(np.arange(RANKS), ROWS), (others + of_suit).ravel()).reshape(ROWS, 5)
    left = np.zeros((ROWS, 2 * RANKS), dtype=np.int8)
    left[:, :RANKS] = np.maximum(0, np.where(suited[:, None] > 0, 3, 4) - others)
    left[:, RANKS:] = np.where(suited[:, None] > 0, 1 - of_suit, 0)
    return _number(ranks).astype(np.int16), suited.astype(np.int16), left


def _first_qualifying(values: list[int]) -> int:
    """The lowest order whose value the game's rule lets qualify. ValueError where a stronger hand does not."""
    qualifying = [qualifies(value) for value in values]
    if qualifying != sorted(qualifying):
        raise ValueError("the dealer's qualifying hands are not all hands from some strength up")
    return 1 + qualifying.index(True)


@cache
def tables() -> Tables:
    """The tables, made once and kept in the user's cache folder, as the ranking's own are."""
    made = kept(f"uth-{sha256(Path(__file__).read_bytes()).hexdigest()[:16]}", _make)
    known = scale(True)
    first_qualifying = _first_qualifying(known.values[1 : ROYAL + 1].tolist())
    return Tables(
        Strength(known.categories[: ROYAL + 1], first_qualifying, made["unsuited"], made["flush"]),
        Boards(made["triple"], made["multiset"], made["rank_pair"], made["set_index"]),
        Pairs(made["pair"], made["hand"], made["kind"]),
        Kinds(made["kind_sorts"], made["kind_bits"], made["kind_pair"]),
        Rows(made["row_multiset"], made["row_suited"], made["row_left"]),
    )


def no_tables() -> Tables:
    """Tables of the same types with nothing in them, for whoever needs no more than that."""
    u1, i1, i2 = np.zeros(0, np.uint8), np.zeros((0, 0), np.int8), np.zeros(0, np.int16)
    i4, i6 = np.zeros((0, 0), np.int16), np.zeros((0, 0, 0), np.int16)
    return Tables(Strength(u1, 0, i4, i2), Boards(i6, i4, i4, i2), Pairs(i4, i2, i4), Kinds(i1, i2, i2), Rows(i2, i2, i1))


def _make() -> dict[str, NDArray[Any]]:
    ranks = np.arange(RANKS)
    pairs, triples, boards = _multisets(2), _multisets(3), _multisets(5)
    rank_pair = _number(np.sort(np.stack(np.meshgrid(ranks, ranks, indexing="ij"), axis=-1), axis=-1))
    grid = np.sort(np.stack(np.meshgrid(ranks, ranks, ranks, indexing="ij"), axis=-1), axis=-1)
    joined = np.concatenate(
        [np.repeat(triples[:, None, :], len(pairs), axis=1), np.repeat(pairs[None, :, :], len(triples), axis=0)], axis=2
    )
    sets = {size: [sum(1 << r for r in c) for c in combinations(range(RANKS), size)] for size in (3, 4, 5)}
    set_index = np.zeros(1 << RANKS, dtype=np.int16)
    for of_size in sets.values():
        set_index[of_size] = np.arange(len(of_size))
    one, other = np.array(list(combinations(range(CARDS), 2))).T
    pair = np.full((CARDS, CARDS), -1, dtype=np.int16)
    pair[one, other] = pair[other, one] = np.arange(PAIRS)
    kind, sorts = _kinds(rank_pair, pairs, one, other)
    bits = np.where(sorts >= RANKS, 1 << (sorts % RANKS).astype(np.int64), 0).sum(axis=1)
    row_multiset, row_suited, row_left = _rows(boards, pairs, sets)
    low, high = one >> 2, other >> 2
    return {
        "unsuited": _unsuited(boards, pairs),
        "flush": rank_table(7, False, True).suited[: 1 << RANKS].astype(np.int16),
        "rank_pair": rank_pair.astype(np.int16),
        "set_index": set_index,
        "triple": _number(grid).astype(np.int16),
        "multiset": _number(np.sort(joined, axis=2)).astype(np.int16),
        "pair": pair,
        "kind": kind,
        "kind_sorts": sorts,
        "kind_bits": bits.astype(np.int16),
        "kind_pair": rank_pair[sorts[:, 0] % RANKS, sorts[:, 1] % RANKS].astype(np.int16),
        "row_multiset": row_multiset,
        "row_suited": row_suited,
        "row_left": row_left,
        "hand": np.where(one & 3 == other & 3, 13 * high + low, 13 * low + high).astype(np.int16),
    }
