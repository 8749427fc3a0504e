"""Whole rounds out of a stream of rows: where each begins, every cell read, and which rows have one that is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import cells, columns, kernels, text_kernels
from houseway.audit.arrow import Array, pa, pc, room
from houseway.audit.seen import Seen
from houseway.audit.sources import Chunk

SHARED = frozenset({"board", "dealer_cards", "dealer_low", "magic_card"})


class Values(dict[str, NDArray[Any]]):
    """Columns that were read. Of some only their different cells were, and which row has which: the rest when asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.later: dict[str, tuple[NDArray[np.uint8], NDArray[Any]]] = {}

    def __missing__(self, name: str) -> NDArray[Any]:
        few, codes = self.later.pop(name)
        self[name] = few.take(codes, axis=0)
        return self[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.later

    def get(self, name: str, nothing: Any = None) -> Any:
        """A column, if there is one."""
        if name in self:
            return self[name]
        return nothing


@dataclass
class Batch:
    """Rows of whole rounds. ``first`` (R + 1): where each round begins; ``round`` (n): which each row is of.

    ``values``: every column by its promised name, read (cards as (n, k) bytes, money in cents, readings in microcents).
    ``money`` (columns, n): the columns of money in cents, which of them is where by ``places``; their ``values`` are its rows.
    ``failed`` (n): rows with a cell that is none; ``failures``: the same by column. ``again`` (R): rounds of which rows were
    met before. ``partial``: rounds that have a row that is no row.
    """

    chunk: Chunk
    game: str
    first: NDArray[np.int64]
    again: NDArray[np.bool_]
    partial: frozenset[str]
    before: int  # rounds of the log before this batch
    round: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    values: Values = field(default_factory=lambda: Values())
    money: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    places: dict[str, int] = field(default_factory=dict)
    failed: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    failures: dict[str, NDArray[np.bool_]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many rounds."""
        return len(self.first) - 1

    def __len__(self) -> int:
        return len(self.chunk)

    def has(self, name: str) -> bool:
        """Whether the log has a column."""
        return name in self.chunk.found

    def read(self, day_first: bool) -> Batch:
        """Every cell read. Raises InputError for a column whose type holds no such cells."""
        n = len(self)
        self.round = np.repeat(np.arange(self.rounds, dtype=np.int64), np.diff(self.first))
        self.failed = np.zeros(n, np.bool_)
        there = {name: column for name, column in columns.COLUMNS[self.game].items() if self.has(name)}
        money = [name for name, column in there.items() if column.kind in (columns.MONEY, columns.SIGNED)]
        self.places = {name: at for at, name in enumerate(money)}
        self.money = room((len(money), n))
        for name, column in there.items():
            if column.kind in (columns.TEXT, columns.TIME):
                continue
            source = self.chunk.found[name]
            into = self.money[self.places[name]] if name in self.places else None
            if self._shared(name, column):
                continue
            read = cells.read(self.chunk.columns[name], column, source.cents, day_first, source.source, into)
            self.values[name] = read.values
            if read.failed is not None:
                self.failures[name] = read.failed
                self.failed |= read.failed
            elif into is not None:
                del self.chunk.columns[name]  # nobody will ask for its text: its memory is another batch's
        if not self.has("date") and self.has("time"):
            self.values["date"] = days_of(self.chunk.columns["time"])
        return self

    def _shared(self, name: str, column: columns.Column) -> bool:
        """Cards that the rows of a round share, in a column of few different texts: read at the round's first row, and in the
        others only if somebody asks. Not where any of the texts is none."""
        array = self.chunk.columns[name]
        if name not in SHARED or not pa.types.is_dictionary(array.type) or not cells.is_text(array.type.value_type):
            return False
        few, codes = cells.few(array, column)
        if few.failed is None:
            self.values.later[name] = (few.values, codes)
        return few.failed is None

    def shared(self, name: str, size: int) -> NDArray[np.uint8]:
        """Cards as each round's first row has them (R, size)."""
        later = self.values.later.get(name)
        if later is None:
            return self.cards(name, size).take(self.first[:-1], axis=0)
        return later[0].take(later[1].take(self.first[:-1]), axis=0)

    def unlike_cards(self, name: str, flags: NDArray[np.bool_]) -> None:
        """Flags rounds whose rows may show different cards."""
        later = self.values.later.get(name)
        if later is not None:
            kernels.unlike(self.first, later[1], flags)
        elif name in self.values:
            kernels.unlike_cards(self.first, self.values[name], flags)

    def places_of(self, names: Iterable[str]) -> NDArray[np.int64]:
        """Where columns are in ``money``; -1 for one that the log does not have."""
        return np.array([self.places.get(name, -1) for name in names], np.int64)

    def text(self, name: str, row: int) -> str:
        """A cell as the log has it."""
        if not self.has(name):
            return ""
        value = self.chunk.columns[name][row].as_py()
        return "" if value is None else value.isoformat() if hasattr(value, "isoformat") else str(value)

    def round_id(self, row: int) -> str:
        """The round that a row is of."""
        return self.text("round_id", row)

    def pick(self, rounds: NDArray[np.int64]) -> Batch:
        """Some of the rounds of a batch that was read, as a batch of their own; what is no row stays behind."""
        counts = np.diff(self.first)[rounds]
        first = np.append(0, np.cumsum(counts))
        rows = np.repeat(self.first[rounds] - first[:-1], counts) + np.arange(first[-1])
        places = pa.array(rows)
        chunk = self.chunk
        columns = {name: array.take(places) for name, array in chunk.columns.items()}
        picked = Chunk(chunk.file, columns, chunk.found, chunk.numbers[rows], [], chunk.done)
        batch = Batch(picked, self.game, first, self.again[rounds], self.partial, self.before)
        batch.round = np.repeat(np.arange(len(rounds), dtype=np.int64), counts)
        batch.failed = self.failed[rows]
        batch.failures = {name: failed[rows] for name, failed in self.failures.items()}
        batch.money, batch.places = np.ascontiguousarray(self.money[:, rows]), self.places
        for name, values in self.values.items():
            at = self.places.get(name)
            batch.values[name] = values.take(rows, axis=0) if at is None else batch.money[at]
        for name, (few, codes) in self.values.later.items():
            batch.values.later[name] = (few, codes.take(rows))
        return batch

    def number(self, name: str, nothing: int = 0) -> NDArray[Any]:
        """A column of numbers, or nothing in every row."""
        found = self.values.get(name)
        return np.full(len(self), nothing, np.int64) if found is None else found

    def cards(self, name: str, size: int) -> NDArray[np.uint8]:
        """A column of cards, 255 where there is none."""
        found = self.values.get(name)
        return np.full((len(self), size), kernels.MISSING_CARD, np.uint8) if found is None else found


def days_of(times: Array) -> NDArray[np.int64]:
    """The days of a column of times; -1 where a time has none."""
    if pa.types.is_timestamp(times.type):
        column = columns.Column("date", columns.DATE)
        return cells.read(times, column, False, False, "time").values
    if pa.types.is_string(times.type) or pa.types.is_large_string(times.type) or pa.types.is_dictionary(times.type):
        values, _ = cells.read_texts(
            pc.cast(times, pa.string()).to_pylist(), columns.Column("date", columns.DATE), False, False
        )
        return values
    return np.full(len(times), -1, np.int64)


class Cutter:
    """Cuts a stream of chunks where one round ends and the next begins; remembers which rounds it has seen."""

    def __init__(self, game: str, folder: str | None = None) -> None:
        """``folder``: where older rounds are remembered, see ``seen``."""
        self.game = game
        self.seen = Seen(folder)
        self.held: Chunk | None = None  # rows whose last round may go on in the next chunk
        self.starts = np.zeros(0, np.int64)  # where its rounds begin
        self.rounds = 0
        self.partial: set[str] = set()

    def cut(self, chunk: Chunk) -> Iterator[Batch]:
        """Batches of whole rounds. A chunk waits for the next, as its last round may go on there: mostly it does not, and the
        chunk is one batch."""
        self.partial.update(its_round for _, _, its_round in chunk.bad if its_round)
        if len(chunk) == 0:
            return
        held, starts = self.held, _starts(chunk)
        if held is None or not _goes_on(held, chunk):
            yield from self.flush()
            self.held, self.starts = chunk.slice(0, len(chunk)), starts
            return
        last, end = int(self.starts[-1]), int(starts[1]) if len(starts) > 1 else len(chunk)
        if last:
            yield self._batch(held.slice(0, last), self.starts[:-1])
        self.held, self.starts = held.slice(last, len(held)).joined(chunk.slice(0, end)), np.zeros(1, np.int64)
        if len(starts) > 1:
            yield from self.flush()
            self.held, self.starts = chunk.slice(end, len(chunk)), starts[1:] - end

    def all(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        """Every batch of some chunks, to the last round."""
        for chunk in chunks:
            yield from self.cut(chunk)
        yield from self.flush()

    def flush(self) -> Iterator[Batch]:
        """What waits."""
        if self.held is not None:
            held, self.held = self.held, None
            yield self._batch(held, self.starts)

    def _batch(self, chunk: Chunk, starts: NDArray[np.int64]) -> Batch:
        again = self.seen.add(_hashes(chunk, starts))
        batch = Batch(chunk, self.game, np.append(starts, len(chunk)), again, frozenset(self.partial), self.rounds)
        self.rounds += len(starts)
        return batch


def _goes_on(held: Chunk, chunk: Chunk) -> bool:
    """Whether the last round of some rows goes on in the following ones."""
    return held.file == chunk.file and held.found == chunk.found and _key(held, len(held) - 1) == _key(chunk, 0)


def _key(chunk: Chunk, row: int) -> tuple[Any, Any]:
    table = chunk.columns.get("table")
    return chunk.columns["round_id"][row].as_py(), None if table is None else table[row].as_py()


def _starts(chunk: Chunk) -> NDArray[np.int64]:
    """Where rounds begin: where the round's id, or the table, is not that of the row above."""
    n = len(chunk)
    new = np.zeros(n, np.bool_)
    new[0] = True
    for name in ("round_id", "table"):
        array = chunk.columns.get(name)
        if array is None or n < 2:
            continue
        if pa.types.is_dictionary(array.type):
            codes = array.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            new[1:] |= codes[1:] != codes[:-1]
        else:
            other = pc.not_equal(array.slice(1), array.slice(0, n - 1))
            if other.null_count:
                either = pc.not_equal(pc.is_null(array.slice(1)), pc.is_null(array.slice(0, n - 1)))
                other = pc.if_else(pc.is_null(other), either, other)
            new[1:] |= other.to_numpy(zero_copy_only=False)
    return np.flatnonzero(new).astype(np.int64)


def _hashes(chunk: Chunk, starts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A number for each round: of its id, table and date."""
    salts = np.zeros(len(starts), np.uint64)
    out = np.zeros(len(starts), np.uint64)
    for name in ("date", "table", "round_id"):
        array = chunk.columns.get(name)
        if array is None:
            continue
        taken = pc.cast(array.take(pa.array(starts)), pa.string())
        if pa.types.is_dictionary(taken.type):
            taken = taken.dictionary_decode()
        taken = taken.fill_null("")
        _, offsets, data = taken.buffers()
        texts = np.frombuffer(data, np.uint8) if data is not None and data.size else np.zeros(1, np.uint8)
        rows = np.arange(taken.offset, taken.offset + len(taken), dtype=np.int64)
        text_kernels.hash_texts(np.frombuffer(offsets, np.int32), texts, rows, salts, out)
        salts = out.copy()
    return out
