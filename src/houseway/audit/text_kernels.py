"""Loops over the bytes of text columns: cards and plain amounts out of them, and a number for each text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit.kernels import MISSING_CARD
from houseway.cards import RANKS
from houseway.ranking.kernels_support import kernel

READ, EMPTY, UNREAD = 0, 1, 2

_RANK = np.full(256, 255, np.uint8)
_SUIT = np.full(256, 255, np.uint8)
for _at, _letter in enumerate(RANKS):
    _RANK[ord(_letter)] = _RANK[ord(_letter.lower())] = _at
for _at, _letter in enumerate("cdhs"):
    _SUIT[ord(_letter)] = _SUIT[ord(_letter.upper())] = _at


@kernel
def _parse(offsets, data, start, nulls, size, rank_of, suit_of, out, status):  # type: ignore[no-untyped-def]
    for row in range(out.shape[0]):
        begin, end = offsets[start + row], offsets[start + row + 1]
        if nulls[row] or begin == end:
            status[row] = 1
            continue
        at, found = begin, 0
        state = 0
        if end - begin == 3 * size - 1:  # all of them in two letters and a space, most likely
            good = True
            for place in range(size):
                rank, suit = rank_of[data[at]], suit_of[data[at + 1]]
                card = rank * 4 + suit
                if suit == 255 and (data[at] == 74 or data[at] == 106) and (data[at + 1] == 75 or data[at + 1] == 107):  # Jk
                    card, suit = 52, 0
                good &= rank < 13 and suit < 4 and (place + 1 == size or data[at + 2] == 32)
                out[row, place] = card
                at += 3
            if good:
                status[row] = 0
                continue
            for place in range(size):
                out[row, place] = 255
            at = begin
        while at < end:
            byte = data[at]
            if byte == 32 or byte == 44:
                at += 1
                continue
            if found == size:
                state = 2
                break
            if byte == 49 and at + 2 < end and data[at + 1] == 48:  # 10
                rank, at = 8, at + 1
            elif (byte == 74 or byte == 106) and at + 1 < end and (data[at + 1] == 75 or data[at + 1] == 107):  # Jk
                if at + 2 < end and data[at + 2] != 32 and data[at + 2] != 44:
                    state = 2
                    break
                out[row, found] = 52
                found += 1
                at += 2
                continue
            else:
                rank = rank_of[byte]
            if rank == 255 or at + 1 >= end or suit_of[data[at + 1]] == 255:
                state = 2
                break
            if at + 2 < end and data[at + 2] != 32 and data[at + 2] != 44:
                state = 2
                break
            out[row, found] = rank * 4 + suit_of[data[at + 1]]
            found += 1
            at += 2
        if state == 0:
            state = 0 if found == size else 1 if found == 0 else 2
        status[row] = state


def parse_cards(
    offsets: NDArray[Any], data: NDArray[np.uint8], start: int, nulls: NDArray[np.bool_], size: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Cards written in plain letters out of the buffers of a text column: (n, size) bytes, and READ, EMPTY or UNREAD (n).

    What is UNREAD may still be cards in another spelling (``10♥``).
    """
    out = np.full((len(nulls), size), MISSING_CARD, np.uint8)
    status = np.empty(len(nulls), np.uint8)
    _parse(offsets, data, start, nulls, size, _RANK, _SUIT, out, status)
    return out, status


@kernel
def _parse_amounts(offsets, data, start, nulls, places, out, status):  # type: ignore[no-untyped-def]
    for row in range(out.size):
        begin, end = offsets[start + row], offsets[start + row + 1]
        if nulls[row] or begin == end:
            status[row] = 1
            continue
        value, after, digits = 0, -1, 0
        state = 0
        for at in range(begin, end):
            byte = data[at]
            if byte >= 48 and byte <= 57:
                value = value * 10 + (byte - 48)
                digits += 1
                if after >= 0:
                    after += 1
            elif byte == 46 and after < 0 and digits > 0:
                after = 0
            else:
                state = 2
                break
        if state == 2 or digits == 0 or digits - max(0, after) > (12 if places == 2 else 8) or after > places or after == 0:
            status[row] = 2
            continue
        for _ in range(places - max(0, after)):
            value *= 10
        out[row] = value
        status[row] = 0


def parse_amounts(
    offsets: NDArray[Any], data: NDArray[np.uint8], start: int, nulls: NDArray[np.bool_], places: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Plain decimal amounts out of a text column, in units of so many decimal places, and READ, EMPTY or UNREAD (n).

    What is UNREAD may still be an amount in another dress (``$1,250.00``).
    """
    out, status = np.zeros(len(nulls), np.int64), np.empty(len(nulls), np.uint8)
    _parse_amounts(offsets, data, start, nulls, places, out, status)
    return out, status


@kernel
def hash_texts(offsets, data, rows, salts, out):  # type: ignore[no-untyped-def]
    """A 64-bit hash of each text at ``rows``, and its salt (FNV-1a, then mixed)."""
    for at in range(rows.size):
        value = np.uint64(0xCBF29CE484222325) ^ salts[at]
        for byte in range(offsets[rows[at]], offsets[rows[at] + 1]):
            value = (value ^ np.uint64(data[byte])) * np.uint64(0x100000001B3)
        value ^= value >> np.uint64(32)
        value *= np.uint64(0xD6E8FEB86659FD93)
        out[at] = value ^ (value >> np.uint64(29))
