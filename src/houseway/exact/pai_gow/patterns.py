"""Patterns: what of seven cards a house way and the ranking can see.

Suits matter only where five cards, the joker counted, are of one suit. So a hand has one of

- 67,600 *plain patterns*: how many of each rank, and whether the joker is there. Every hand has one; it tells how the
  hand would be set if no five cards were of one suit;
- 224,653 *suited patterns*, for hands with five or more of one suit (the joker counted): the ranks in that suit, the
  ranks of the others (at most two), and whether the joker is there. Seven cards have room for one such suit only.

A *table* of a house way gives numbers to each pattern; the 154,143,080 hands are then counted by pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER

from .numbers import plain_cards

Ints = NDArray[np.int32]

DIGITS = 7  # the ranks 2 to 8 are the lower half of a code, 9 to A the upper
LOWER_CODES = 5**DIGITS
UPPER_CODES = 5 ** (13 - DIGITS)
LOWER_CODE = tuple([5**rank if rank < DIGITS else 0 for rank in range(13)])
UPPER_CODE = tuple([5 ** (rank - DIGITS) if rank >= DIGITS else 0 for rank in range(13)])

ALL_RANKS = (1 << 13) - 1
OTHERS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    [tuple(combinations_with_replacement(range(13), size)) for size in range(3)]
)  # the ranks of at most two cards of other suits: 1, 13 and 91


def _digits(codes: int, digits: int) -> NDArray[np.uint8]:
    numbers = np.arange(codes, dtype=np.int64)
    return np.stack([numbers // 5**digit % 5 for digit in range(digits)], axis=1).astype(np.uint8)


@dataclass(frozen=True)
class Multisets:
    """All ways to hold ``total`` natural cards by rank, at most four of one, numbered without gaps.

    The number of one is ``row[lower code] + column[upper code]``, where a code has a digit to base five for each rank
    of its half; codes of other totals must not be asked. ``counts`` (size, 13) is the inverse.
    """

    total: int
    size: int
    row: Ints
    column: Ints
    counts: NDArray[np.uint8]


@cache
def multisets(total: int) -> Multisets:
    """The numbering for one total (4 to 7 are used)."""
    lower, upper = _digits(LOWER_CODES, DIGITS), _digits(UPPER_CODES, 13 - DIGITS)
    lower_total, upper_total = lower.sum(axis=1), upper.sum(axis=1)
    column = np.zeros(UPPER_CODES, np.int32)
    by_total = [np.flatnonzero(upper_total == size) for size in range(total + 1)]
    for codes in by_total:
        column[codes] = np.arange(len(codes))
    row = np.full(LOWER_CODES, -(1 << 30), np.int32)
    counts = []
    base = 0
    for size in range(total + 1):
        codes, beside = np.flatnonzero(lower_total == size), by_total[total - size]
        row[codes] = base + np.arange(len(codes)) * len(beside)
        base += len(codes) * len(beside)
        counts.append(np.hstack([np.repeat(lower[codes], len(beside), axis=0), np.tile(upper[beside], (len(codes), 1))]))
    return Multisets(total, base, row, column, np.vstack(counts))


PLAIN_WITH_JOKER = 49_205  # plain patterns from here on hold the joker
PLAIN = 67_600
SUITED = 224_653


@cache
def plain_rows() -> tuple[Ints, Ints]:
    """``row`` (2, lower codes) and ``column`` of all plain patterns: the first index is whether the joker is there."""
    natural, joker = multisets(7), multisets(6)
    if natural.size != PLAIN_WITH_JOKER or natural.size + joker.size != PLAIN:
        raise ValueError("there are 49,205 plain patterns without and 18,395 with the joker")
    return np.stack([natural.row, joker.row + natural.size]).astype(np.int32), natural.column


def plain_counts() -> NDArray[np.uint8]:
    """(67600, 13): how many natural cards of each rank each plain pattern holds."""
    return np.vstack([multisets(7).counts, multisets(6).counts])


@dataclass(frozen=True)
class Suited:
    """The suited patterns, one row each.

    ``mask`` the ranks in the suit (bit 0 a deuce); ``others`` (n, 2) the ranks of the other cards, -1 for none;
    ``joker``; ``plain`` the plain pattern of the same hand; ``weight`` in how many ways the others can be dealt.
    A pattern's number is ``base[joker, others held] + order[mask] * (1, 13 or 91) + number of the others``.
    """

    mask: NDArray[np.uint16]
    others: NDArray[np.int8]
    joker: NDArray[np.uint8]
    plain: Ints
    weight: NDArray[np.uint8]
    base: Ints
    order: Ints


@cache
def suited() -> Suited:
    """All 224,653 of them."""
    masks = np.arange(1 << 13)
    held = np.array([int(mask).bit_count() for mask in masks])
    order = np.zeros(1 << 13, np.int32)
    for size in range(14):
        order[held == size] = np.arange(comb(13, size))
    lower = np.array([sum(LOWER_CODE[rank] for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13)])
    upper = np.array([sum(UPPER_CODE[rank] for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13)])
    row, column = plain_rows()
    base = np.zeros((2, 3), np.int32)
    parts: list[tuple[NDArray[np.int64], ...]] = []
    at = 0
    for with_joker in (0, 1):
        for size, others in enumerate(OTHERS):
            base[with_joker, size] = at
            of_size = np.flatnonzero(held == 7 - with_joker - size)
            mask = np.repeat(of_size, len(others))
            ranks = np.array([(*some, -1, -1)[:2] for some in others] * len(of_size), np.int64)
            one, other = ranks[:, 0], ranks[:, 1]
            low_code, high_code = np.array((*LOWER_CODE, 0)), np.array((*UPPER_CODE, 0))
            plain = row[with_joker][lower[mask] + low_code[one] + low_code[other]]
            plain = plain + column[upper[mask] + high_code[one] + high_code[other]]
            weight = np.where(one < 0, 1, np.where(other < 0, 3, np.where(one == other, 3, 9)))
            parts.append((mask, one, other, np.full(len(mask), with_joker), plain, weight))
            at += len(mask)
    mask, one, other, joker, plain, weight = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return Suited(
        mask.astype(np.uint16),
        np.stack([one, other], axis=1).astype(np.int8),
        joker.astype(np.uint8),
        plain.astype(np.int32),
        weight.astype(np.uint8),
        base,
        order,
    )


def plain_hand(counts: NDArray[np.uint8], with_joker: int) -> tuple[int, ...]:
    """Seven cards of a plain pattern without five of one suit (the joker counted)."""
    ranks = [rank for rank in range(13) for _ in range(int(counts[rank]))]
    return plain_cards(tuple(ranks), with_joker)


def suited_hand(mask: int, others: tuple[int, int], with_joker: int) -> tuple[int, ...]:
    """Seven cards of a suited pattern: clubs, and the others in two other suits."""
    cards = [4 * rank for rank in range(13) if mask >> rank & 1]
    cards += [4 * rank + 1 + at for at, rank in enumerate(others) if rank >= 0]
    return (*cards, JOKER) if with_joker else tuple(cards)
