"""Canonical payloads as bytes: what stands at a place, compared with what should stand there without writing it down.

Each function gives the place after what it looked for, or -1 where that does not stand there; a place of -1 is passed on, so
a run of them needs one look at the end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.money import MICRO
from houseway.ranking.kernels_support import kernel

Bytes = NDArray[np.uint8]
I64 = NDArray[np.int64]

MOST_BALANCE = 10**18  # microcents
ZERO, NINE, POINT, MINUS = 48, 57, 46, 45
_DOLLAR = 100 * MICRO


def literal(text: str) -> Bytes:
    """A text as the bytes that a kernel compares."""
    return np.frombuffer(text.encode(), np.uint8).copy()


def literals(texts: list[str]) -> tuple[Bytes, I64]:
    """Texts in one run of bytes, and where each begins and ends (n, 2)."""
    said = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, said)])
    return np.frombuffer(b"".join(said) or b" ", np.uint8).copy(), np.stack((ends[:-1], ends[1:]), axis=1)


@kernel
def after(data, at, stop, said):  # type: ignore[no-untyped-def]
    """After a literal."""
    if at < 0 or at + said.size > stop:
        return -1
    for n in range(said.size):
        if data[at + n] != said[n]:
            return -1
    return at + said.size


@kernel
def after_one(data, at, stop, many, bounds, which):  # type: ignore[no-untyped-def]
    """After one of many literals."""
    begin, end = bounds[which, 0], bounds[which, 1]
    if at < 0 or at + end - begin > stop:
        return -1
    for n in range(end - begin):
        if data[at + n] != many[begin + n]:
            return -1
    return at + end - begin


@kernel
def after_whole(data, at, stop, value):  # type: ignore[no-untyped-def]
    """After a whole number of no sign."""
    if at < 0:
        return -1
    power = np.int64(1)
    while value // power >= 10:
        power *= 10
    while power:
        if at >= stop or data[at] != ZERO + value // power % 10:
            return -1
        at += 1
        power //= 10
    return at


@kernel
def _after_part(data, at, stop, value, digits):  # type: ignore[no-untyped-def]
    """After a point and so many digits; noughts at their end are left out, but for the first two digits."""
    if at < 0 or at >= stop or data[at] != POINT:
        return -1
    at += 1
    while digits > 2 and value % 10 == 0:
        value //= 10
        digits -= 1
    power = np.int64(1)
    for _ in range(digits - 1):
        power *= 10
    while power:
        if at >= stop or data[at] != ZERO + value // power % 10:
            return -1
        at += 1
        power //= 10
    return at


@kernel
def _after_amount(data, at, stop, value, unit, digits):  # type: ignore[no-untyped-def]
    if value < 0:
        if at < 0 or at >= stop or data[at] != MINUS:
            return -1
        value, at = -value, at + 1
    return _after_part(data, after_whole(data, at, stop, value // unit), stop, value % unit, digits)


@kernel
def after_cents(data, at, stop, value):  # type: ignore[no-untyped-def]
    """After an amount of so many cents, as ``money.dollars`` writes it."""
    return _after_amount(data, at, stop, value, 100, 2)


@kernel
def after_micro(data, at, stop, value):  # type: ignore[no-untyped-def]
    """After an amount of so many microcents, as ``canonical.exact`` writes it."""
    return _after_amount(data, at, stop, value, _DOLLAR, 8)


@kernel
def read_micro(data, at, stop):  # type: ignore[no-untyped-def]
    """An amount of microcents of no sign, as ``canonical.exact`` writes it, and the place after it."""
    value, begin, digits = np.int64(0), at, -1
    while 0 <= at < stop and at - begin < 18:
        byte = data[at]
        if byte == POINT and digits < 0:
            digits = 0
        elif ZERO <= byte <= NINE:
            value = value * 10 + (byte - ZERO)
            if digits >= 0:
                digits += 1
        else:
            break
        at += 1
    if digits < 2 or digits > 8:
        return value, -1
    for _ in range(8 - digits):
        if value > MOST_BALANCE // 10:
            return value, -1
        value *= 10
    if value > MOST_BALANCE or after_micro(data, begin, stop, value) != at:
        return value, -1
    return value, at
