"""A column of a log into numbers, all its cells at once: every different text is read once, the rest are looked up."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.audit import columns as of
from houseway.audit import kernels, spelling, text_kernels
from houseway.audit.arrow import Array, pa, pc
from houseway.audit.spelling import Unread
from houseway.cards import JOKER
from houseway.money import MICRO
from houseway.problems import InputError, Problem

MOST_KNOWN = 200_000  # texts remembered for one kind of cell
_KNOWN: dict[tuple[str, bool, bool, int], dict[str, Any]] = {}
NOTHING = {of.MONEY: 0, of.SIGNED: 0, of.READING: -1, of.FLAG: -1, of.WHOLE: 0, of.POSITION: 0, of.DATE: -1}


class Cells(NamedTuple):
    """A column that was read: the values (n) or cards (n, size), and the rows whose cell is none (None: all could be read)."""

    values: NDArray[Any]
    failed: NDArray[np.bool_] | None


def read(
    array: Array, column: of.Column, in_cents: bool, day_first: bool, where: str, into: NDArray[np.int64] | None = None
) -> Cells:
    """The cells of one Arrow array, ``into`` an array where there is one already.

    Raises InputError where the whole column has a type that holds no such cells.
    """
    if into is None:
        return _read(array, column, in_cents, day_first, where)
    if pa.types.is_int64(array.type) and not array.null_count:
        least = kernels.take_money(array.to_numpy(zero_copy_only=True), 1 if in_cents else 100, into)
        return Cells(into, into < 0 if least < 0 and column.kind == of.MONEY else None)
    found = _read(array, column, in_cents, day_first, where)
    into[:] = found.values
    return Cells(into, found.failed)


def _read(array: Array, column: of.Column, in_cents: bool, day_first: bool, where: str) -> Cells:
    if pa.types.is_null(array.type):
        return _nothing(len(array), column)
    if pa.types.is_dictionary(array.type) and not is_text(array.type.value_type):
        array = array.dictionary_decode()
    kind = array.type
    if pa.types.is_floating(kind) and array.null_count == len(array):
        return _nothing(len(array), column)
    if column.kind in (of.CARDS, of.CARD):
        if is_text(kind) or pa.types.is_dictionary(kind):
            return _cards(array, column)
    elif is_text(kind) or pa.types.is_dictionary(kind):
        return _by_text(array, column, in_cents, day_first)
    elif column.kind in (of.MONEY, of.SIGNED, of.READING):
        return _numbers(array, column, in_cents, where)
    elif pa.types.is_integer(kind) and column.kind in (of.WHOLE, of.FLAG, of.POSITION):
        return _integers(array, column)
    elif pa.types.is_floating(kind) and column.kind in (of.WHOLE, of.FLAG, of.POSITION):
        return _by_text(pc.cast(array, pa.string()), column, in_cents, day_first)  # a spreadsheet's 3.0
    elif pa.types.is_boolean(kind) and column.kind == of.FLAG:
        return _integers(pc.cast(array, pa.int64()), column)
    elif (pa.types.is_date(kind) or pa.types.is_timestamp(kind)) and column.kind == of.DATE:
        days = _ints(pc.cast(pc.cast(array, pa.date32(), safe=False), pa.int32()), -1)
        early = (days < 0) & array.is_valid().to_numpy(zero_copy_only=False)  # before 1970: no day of these rules
        return Cells(days, early if early.any() else None)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        words = [None if cell is None else " ".join(map(str, cell)) for cell in array.to_pylist()]
        return _read(pa.array(words, pa.string()), column, in_cents, day_first, where)
    if pa.types.is_integer(kind):
        return _by_text(pc.cast(array, pa.string()), column, in_cents, day_first)
    raise InputError([Problem(where, f"holds cells of type {kind}, which are no {column.kind}", str(kind), "text")])


def why(text: str, column: of.Column, in_cents: bool, day_first: bool) -> tuple[str, str]:
    """Why a cell could not be read, and what would have been allowed."""
    try:
        found = spelling.reader(column.kind, in_cents, day_first)(text)
    except Unread as error:
        return str(error), error.allowed
    if column.kind in (of.CARDS, of.CARD):
        wanted = "1 card" if column.kind == of.CARD else f"{column.size} cards"
        if JOKER in found and not column.joker:
            return "the joker is not in this game's deck", "one of the 52 cards"
        return ("is missing" if not found else "has the wrong number of cards"), wanted
    return "is no " + column.kind, "another value"


def is_text(kind: Any) -> bool:
    """Whether a type is text."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _nothing(n: int, column: of.Column) -> Cells:
    if column.kind in (of.CARDS, of.CARD):
        return Cells(np.full((n, column.size or 1), kernels.MISSING_CARD, np.uint8), None)
    if column.kind == of.ORDER:
        return Cells(np.full(n, -1, np.int64), None)
    return Cells(np.full(n, NOTHING[column.kind], np.int64), None)


def _ints(array: Array, nothing: int) -> NDArray[np.int64]:
    if array.null_count:
        array = array.fill_null(nothing)
    found: NDArray[np.int64] = array.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    return found


def _integers(array: Array, column: of.Column) -> Cells:
    values = _ints(array, NOTHING[column.kind])
    if column.kind == of.FLAG:
        bad = (values < -1) | (values > 1)
    elif column.kind == of.POSITION:
        bad = values < -1
    else:
        bad = values < 0
    return Cells(values, bad if bad.any() else None)


def _numbers(array: Array, column: of.Column, in_cents: bool, where: str) -> Cells:
    """Money in integers or decimals."""
    kind = array.type
    if pa.types.is_integer(kind):
        values = _ints(array, 0)
        scale = 1 if in_cents else 100
    elif pa.types.is_decimal128(kind) and kind.precision <= 18 + max(0, kind.scale):
        words = np.frombuffer(array.buffers()[1], np.int64)[2 * array.offset : 2 * (array.offset + len(array))]
        low, high = words[0::2], words[1::2]
        if not array.null_count and ((low >> 63) != high).any():
            raise InputError([Problem(where, "holds amounts beyond any money", str(kind), "decimal128(18, 2)")])
        values = np.where(pc.is_null(array).to_numpy(zero_copy_only=False), 0, low) if array.null_count else low.copy()
        step = 10 ** abs((0 if in_cents else 2) - kind.scale)
        if column.kind == of.READING and not in_cents and kind.scale <= 8:
            values = values * 10 ** (8 - kind.scale)
            return Cells(np.where(pc.is_null(array).to_numpy(zero_copy_only=False), -1, values), None)
        if kind.scale > (0 if in_cents else 2):
            values, left = np.divmod(values, step)
            if left.any():
                return _money_cells(values, column, left != 0, array)
            scale = 1
        else:
            scale = step
    elif pa.types.is_floating(kind):
        raise InputError(
            [
                Problem(
                    where, "is binary floating-point, which cannot hold cents exactly", str(kind),
                    "decimals, whole cents (a name ending in _cents) or text",
                )
            ]
        )  # fmt: skip
    else:
        raise InputError([Problem(where, f"holds cells of type {kind}, which are no money", str(kind), "decimals or text")])
    if scale != 1:
        values = values * scale
    return _money_cells(values, column, None, array)


def _money_cells(values: NDArray[np.int64], column: of.Column, bad: NDArray[np.bool_] | None, array: Array) -> Cells:
    if column.kind == of.READING:
        values = values * MICRO
        if array.null_count:
            values = np.where(pc.is_null(array).to_numpy(zero_copy_only=False), -1, values)
        return Cells(values, bad)
    if column.kind == of.MONEY and len(values) and values.min() < 0:
        bad = (values < 0) if bad is None else bad | (values < 0)
    return Cells(values, bad)


def _distinct(array: Array) -> tuple[NDArray[np.int64], list[str | None]]:
    """Codes of the different texts (the last for none at all), and the texts."""
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    texts = array.dictionary.to_pylist()
    codes = array.indices
    if codes.null_count:
        codes = codes.fill_null(len(texts))
    return codes.to_numpy(zero_copy_only=False).astype(np.int64, copy=False), [*texts, None]


def _known(column: of.Column, in_cents: bool, day_first: bool) -> dict[str, Any]:
    kept = _KNOWN.setdefault((column.kind, in_cents, day_first, column.size), {})
    if len(kept) > MOST_KNOWN:
        kept.clear()
    return kept


def _by_text(array: Array, column: of.Column, in_cents: bool, day_first: bool) -> Cells:
    if column.kind in (of.MONEY, of.READING) and not in_cents and is_text(array.type):
        return _amounts(array, column)
    codes, texts = _distinct(array)
    values, failed = read_texts(texts, column, in_cents, day_first)
    return Cells(values.take(codes), failed[codes] if failed.any() else None)


def _amounts(array: Array, column: of.Column) -> Cells:
    """Amounts written plainly (``1250.00``) by the kernel, others one by one."""
    data, offsets, nulls = _buffers(array)
    values, status = text_kernels.parse_amounts(offsets, data, array.offset, nulls, 8 if column.kind == of.READING else 2)
    nothing = NOTHING[column.kind]
    values[status == text_kernels.EMPTY] = nothing
    again = np.flatnonzero(status == text_kernels.UNREAD)
    if not len(again):
        return Cells(values, None)
    texts, codes = np.unique(array.take(pa.array(again)).to_numpy(zero_copy_only=False).astype(str), return_inverse=True)
    found, bad = read_texts(texts.tolist(), column, False, False)
    values[again] = found[codes]
    failed = np.zeros(len(array), np.bool_)
    failed[again] = bad[codes]
    return Cells(values, failed if bad.any() else None)


def _buffers(array: Array) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.bool_]]:
    """A text column's bytes, where each text begins in them, and which are none."""
    _, offsets_buffer, data_buffer = array.buffers()
    offsets: NDArray[Any] = np.frombuffer(offsets_buffer, np.int64 if pa.types.is_large_string(array.type) else np.int32)
    data = np.frombuffer(data_buffer, np.uint8) if data_buffer is not None and data_buffer.size else np.zeros(1, np.uint8)
    nulls = (
        pc.is_null(array).to_numpy(zero_copy_only=False) if array.null_count else np.zeros(len(array), np.bool_)
    )  # fmt: skip
    return data, offsets, nulls


def read_texts(
    texts: list[str | None], column: of.Column, in_cents: bool, day_first: bool
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Each text's value, and whether it is none."""
    ask = spelling.reader(column.kind, in_cents, day_first)
    known = _known(column, in_cents, day_first)
    nothing = NOTHING.get(column.kind, -1)
    values, failed = np.full(len(texts), nothing, np.int64), np.zeros(len(texts), np.bool_)
    for at, text in enumerate(texts):
        if text is None:
            continue
        if text not in known:
            try:
                known[text] = ask(text)
            except Unread:
                known[text] = None
        value = known[text]
        if value is None:
            failed[at] = True
        elif column.kind == of.ORDER:
            values[at] = _order_code(value)
        else:
            values[at] = value
    return values, failed


ORDERS: list[tuple[int, ...]] = []  # every order of payment that was read; cells hold its place here
_ORDER_PLACE: dict[tuple[int, ...], int] = {}


def _order_code(order: tuple[int, ...]) -> int:
    if not order:
        return -1
    if order not in _ORDER_PLACE:
        ORDERS.append(order)
        _ORDER_PLACE[order] = len(ORDERS) - 1
    return _ORDER_PLACE[order]


def few(array: Array, column: of.Column) -> tuple[Cells, NDArray[Any]]:
    """The different cards of a column of few different texts, and which of them each row shows."""
    different, codes = _cards(array.dictionary, column), array.indices
    if not codes.null_count:
        return different, codes.to_numpy(zero_copy_only=False)
    values = np.concatenate((different.values, np.full((1, different.values.shape[1]), kernels.MISSING_CARD, np.uint8)))
    failed = None if different.failed is None else np.append(different.failed, False)
    return Cells(values, failed), codes.fill_null(len(values) - 1).to_numpy(zero_copy_only=False)


def _cards(array: Array, column: of.Column) -> Cells:
    """Cards: plain spellings by the kernel, others one by one; a column of few different texts once for each."""
    size = column.size or 1
    if pa.types.is_dictionary(array.type):
        different, codes = few(array, column)
        return Cells(different.values.take(codes, axis=0), None if different.failed is None else different.failed[codes])
    data, offsets, nulls = _buffers(array)
    cards, status = text_kernels.parse_cards(offsets, data, array.offset, nulls, size)
    again = np.flatnonzero(status == text_kernels.UNREAD)
    bad = np.zeros(len(array), np.bool_)
    known = _known(column, False, False)
    for row in again.tolist():
        text = array[row].as_py()
        if text not in known:
            try:
                known[text] = spelling.hand(text)
            except Unread:
                known[text] = None
        found = known[text]
        cards[row] = kernels.MISSING_CARD
        if found is None or (found and len(found) != size):
            bad[row] = True
        elif found:
            cards[row] = found
    if not column.joker:
        bad |= kernels.showing(cards, JOKER)
    return Cells(cards, bad if bad.any() else None)
