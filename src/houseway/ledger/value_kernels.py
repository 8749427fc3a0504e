"""The values of a canonical payload, read byte by byte: texts, hashes, amounts, seats and cards.

Each gives the place after what it read, or -1 where that is not there, as in ``text_kernels``.
"""

from __future__ import annotations

import numpy as np

from houseway.cards import JOKER, RANKS, SUITS
from houseway.ledger.text_kernels import NINE, POINT, ZERO
from houseway.ranking.kernels_support import kernel

MOST_WAGER = 10**10  # cents, as ``documents`` bounds what is posted
NO_CARD = 255

_RANK = np.full(256, 99, np.int64)
_SUIT = np.full(256, 99, np.int64)
_RANK[[ord(c) for c in RANKS]] = np.arange(13)
_SUIT[[ord(c) for c in SUITS]] = np.arange(4)
_QUOTED, _ESCAPE, _BLANK = 34, 92, 32


@kernel
def text_end(data, at, stop, most):  # type: ignore[no-untyped-def]
    """The end of a plain text that begins at a place: where its quotation mark stands."""
    if at < 0:
        return -1
    end = at
    while end < stop and data[end] != _QUOTED:
        if data[end] == _ESCAPE or data[end] < _BLANK:
            return -1
        end += 1
    return end if at < end < stop and end - at <= most else -1


@kernel
def after_hash(data, at, stop):  # type: ignore[no-untyped-def]
    """The place after 64 hexadecimal digits."""
    if at < 0 or at + 64 > stop:
        return -1
    for n in range(64):
        byte = data[at + n]
        if not (ZERO <= byte <= NINE or 97 <= byte <= 102):
            return -1
    return at + 64


@kernel
def read_cents(data, at, stop):  # type: ignore[no-untyped-def]
    """An amount in cents as ``dollars`` writes it, and the place after it."""
    value, begin = np.int64(0), at
    if at < 0:
        return value, -1
    while at < stop and ZERO <= data[at] <= NINE and at - begin < 10:
        value = value * 10 + (data[at] - ZERO)
        at += 1
    whole = at - begin
    if whole == 0 or (whole > 1 and data[begin] == ZERO) or at + 3 > stop or data[at] != POINT:
        return value, -1
    for n in range(1, 3):
        if not ZERO <= data[at + n] <= NINE:
            return value, -1
        value = value * 10 + (data[at + n] - ZERO)
    return value, at + 3 if value <= MOST_WAGER else -1


@kernel
def read_number(data, at, stop):  # type: ignore[no-untyped-def]
    """A whole number from 1 to 99, and the place after it."""
    if at < 0 or at + 2 > stop or not ZERO < data[at] <= NINE:
        return 0, -1
    value = np.int64(data[at]) - ZERO
    if ZERO <= data[at + 1] <= NINE:
        return value * 10 + data[at + 1] - ZERO, at + 2
    return value, at + 1


@kernel
def read_card(data, at, stop):  # type: ignore[no-untyped-def]
    """The card that two letters are, or 255."""
    if at < 0 or at + 2 > stop:
        return NO_CARD
    rank, suit = _RANK[data[at]], _SUIT[data[at + 1]]
    if rank < 13 and suit < 4:
        return rank * 4 + suit
    return JOKER if data[at] == 74 and data[at + 1] == 107 else NO_CARD


@kernel
def after_hand(data, at, stop, size, highest, out):  # type: ignore[no-untyped-def]
    """So many different cards with a blank between them, and the place after them."""
    if at < 0:
        return -1
    seen = np.uint64(0)
    for n in range(size):
        if n:
            if at >= stop or data[at] != _BLANK:
                return -1
            at += 1
        card = read_card(data, at, stop)
        if card > highest:
            return -1
        bit = np.uint64(1) << np.uint64(card)
        if seen & bit:
            return -1
        seen |= bit
        out[n] = card
        at += 2
    return at


@kernel
def bits(cards, size):  # type: ignore[no-untyped-def]
    seen = np.uint64(0)
    for n in range(size):
        seen |= np.uint64(1) << np.uint64(cards[n])
    return seen


@kernel
def payment_order(many, seat, listed, order):  # type: ignore[no-untyped-def]
    """The players in the order of payment: as listed (``listed`` seats), or the highest seat first. False: no such order."""
    for n in range(many):
        order[n] = n
    if listed[0] == 0:
        for n in range(1, many):
            at = n
            while at > 0 and seat[order[at - 1]] < seat[n]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = n
        return True
    if listed[many] != 0:
        return False
    for n in range(many):
        found = -1
        for player in range(many):
            if seat[player] == listed[n]:
                found = player
        if found < 0:
            return False
        for before in range(n):
            if order[before] == found:
                return False
        order[n] = found
    falls = True
    for n in range(1, many):
        falls &= seat[order[n]] < seat[order[n - 1]]
    return not falls  # that order is not written down
