"""Files of rounds into chunks of rows: Parquet, CSV as it is exported, JSON lines, and folders of them."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np

from houseway.audit import columns as of
from houseway.audit.arrow import Array, pa, pq
from houseway.audit.columns import Column, ColumnMap
from houseway.audit.commas import csv_headers, csv_rows
from houseway.audit.lines import json_lines
from houseway.audit.rows import Chunk, Header
from houseway.audit.texts import problems_of, text_of
from houseway.problems import InputError, Problem, shown

ROWS = 1 << 16  # rows of a chunk
ENDINGS = (".parquet", ".pq", ".csv", ".tsv", ".txt", ".jsonl", ".ndjson", ".json")
_PACKED = (".gz", ".bz2", ".zst", ".lz4")

__all__ = ["ROWS", "Chunk", "Header", "Read", "chunks", "files", "first_rows", "headers", "is_parquet", "reads", "resolve"]


def files(paths: Iterable[str]) -> list[str]:
    """The files that were named, and those in the folders that were named, by name. Raises InputError."""
    found: list[str] = []
    problems: list[Problem] = []
    for path in paths:
        if path == "-" or os.path.isfile(path):
            found.append(path)
        elif os.path.isdir(path):
            inside = []
            for folder, folders, names in os.walk(path):
                folders[:] = sorted(name for name in folders if name[0] not in "._")
                inside += [os.path.join(folder, name) for name in sorted(names) if name[0] not in "._" and _ending(name)]
            if not inside:
                problems.append(Problem(shown(path, 200), "holds no log", None, "files ending in " + ", ".join(ENDINGS)))
            found += inside
        else:
            problems.append(Problem(shown(path, 200), "is not there", None, "a log, or a folder of logs"))
    if problems:
        raise InputError(problems)
    return found


def _ending(name: str) -> str:
    lower = name.lower()
    for packed in _PACKED:
        lower = lower.removesuffix(packed)
    return next((ending for ending in ENDINGS if lower.endswith(ending)), "")


def is_parquet(path: str) -> bool:
    """Whether a file is Parquet, by its first bytes."""
    if path == "-":
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"PAR1"


def headers(path: str) -> tuple[str, ...]:
    """The names of a file's columns. Raises InputError for what is no log."""
    where = "standard input" if path == "-" else shown(path, 200)
    with problems_of(path):
        if is_parquet(path):
            return tuple(pq.read_schema(path).names)
        with text_of(path, take=False) as text:
            if not text.head.strip():
                raise InputError([Problem(where, "is empty", None, "a log with the names of its columns")])
            if not text.is_json:
                return tuple(csv_headers(text))
            lines = io.BytesIO(text.head[: text.head.rfind(b"\n") + 1] or text.head) if path == "-" else text.stream
            first = next(iter(json_lines(lines, 10**9, 20_000)), None)
            if first is None or not first.columns:
                allowed = "JSON lines: on each line a row, or a round"
                raise InputError([Problem(where, "is JSON without a row or a round on a line of its own", None, allowed)])
            return tuple(first.columns)


def resolve(path: str, game: str, chosen: ColumnMap) -> Header:
    """A file's columns, with the promised ones found. Raises InputError."""
    names = headers(path)
    return Header(path, names, of.resolve(game, list(names), chosen, shown(os.path.basename(path), 100)))


Read = Callable[[], Chunk | None]


def chunks(header: Header, game: str, rows: int = ROWS) -> Iterator[Chunk]:
    """A file's rows, chunk by chunk. Raises InputError for a file that cannot be read on."""
    for read in reads(header, game, rows)[0]:
        chunk = read()
        if chunk is None:
            return
        yield chunk


def reads(header: Header, game: str, rows: int = ROWS) -> tuple[Iterator[Read], bool]:
    """What reads a file chunk by chunk, each call the next one (None: there is no more), and whether the calls may be made
    side by side. A call raises InputError for a file that cannot be read on."""
    if header.rows is not None:
        of_log = header.rows(rows)
        return repeat(lambda: next(of_log, None)), False
    with problems_of(header.file):
        if is_parquet(header.file):
            made = _row_groups(header, game, rows)
            if made is not None:
                return made, True
    following = _following(header, game, rows)
    return repeat(lambda: next(following, None)), False


def _following(header: Header, game: str, rows: int) -> Iterator[Chunk]:
    with problems_of(header.file):
        if is_parquet(header.file):
            yield from _parts(header, game, rows)
            return
        with text_of(header.file) as text:
            yield from _json(header, text.stream, rows, game) if text.is_json else csv_rows(header, text)


def first_rows(header: Header) -> Iterator[Chunk]:
    """A first look at a file's rows, whatever its columns are called."""
    with problems_of(header.file):
        if is_parquet(header.file):
            with pq.ParquetFile(header.file) as file:
                for batch in file.iter_batches(batch_size=100):
                    columns = {name: batch.column(name) for name in header.headers}
                    yield Chunk(header.file, columns, {}, np.zeros(batch.num_rows, np.int64))
                    return
        else:
            with text_of(header.file) as text:
                yield from _json(header, text.stream, 400, None) if text.is_json else csv_rows(header, text)


_FEW = (of.MONEY, of.SIGNED, of.FLAG, of.WHOLE, of.POSITION, of.DATE, of.CARD, of.ORDER)


def _as_dictionary(name: str, column: Column) -> bool:
    """Whether a text column has few different texts: most, and what the rows of a round share."""
    return column.kind in (*_FEW, of.TEXT, of.TIME) or (
        column.kind == of.CARDS and (column.size == 2 or name != "player_cards")
    )


_MANY = frozenset({"round_id", "time", "board", "dealer_cards"})  # as many different texts as there are rounds


def _columns(header: Header, game: str, many: bool) -> tuple[list[str], list[str]]:
    """The columns of a Parquet file that are read, and those that are read as few different texts."""
    sources = list(dict.fromkeys(found.source for found in header.found.values()))
    few = [
        found.source
        for name, found in header.found.items()
        if _as_dictionary(name, of.COLUMNS[game][name]) and (many or name not in _MANY)
    ]
    return sources, few


def _row_groups(header: Header, game: str, rows: int) -> Iterator[Read] | None:
    """Row groups as they are, small ones together: each as many as do not make more than so many rows. None where they are
    greater than that."""
    metadata = pq.read_metadata(header.file)
    sizes = [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)]
    if round(max(sizes, default=0) / rows) > 1:
        return None
    sources, few = _columns(header, game, many=True)
    idle: list[Any] = []  # open files, each read by one call at a time

    def read(together: list[int], before: int) -> Chunk:
        with problems_of(header.file):
            try:
                file = idle.pop()
            except IndexError:
                file = pq.ParquetFile(header.file, metadata=metadata, read_dictionary=few, pre_buffer=False)
            table = file.read_row_groups(together, columns=sources, use_threads=False).combine_chunks()
            idle.append(file)
        numbers = np.arange(before + 1, before + table.num_rows + 1, dtype=np.int64)
        columns = {name: _whole(table.column(found.source)) for name, found in header.found.items()}
        return Chunk(header.file, columns, header.found, numbers, [], (before + table.num_rows) / max(1, metadata.num_rows))

    calls: list[Read] = []
    together: list[int] = []
    before = held = 0
    for at, size in enumerate(sizes):
        together.append(at)
        held += size
        if at + 1 == len(sizes) or held + sizes[at + 1] > max(rows, size):
            calls.append(partial(read, together, before))
            together, before, held = [], before + held, 0
    return iter(calls)


def _whole(column: Any) -> Array:
    return column.chunk(0) if column.num_chunks else pa.array([], column.type)


def _parts(header: Header, game: str, rows: int) -> Iterator[Chunk]:
    """Great row groups in even parts. Every part would come with all the texts that its group has had so far: only columns of
    few texts are read as such."""
    sources, few = _columns(header, game, many=False)
    with pq.ParquetFile(header.file, read_dictionary=few, pre_buffer=False) as file:
        metadata = file.metadata
        most = max(metadata.row_group(at).num_rows for at in range(metadata.num_row_groups))
        total, read = max(1, metadata.num_rows), 0
        size = -(-most // max(1, round(most / rows)))
        for batch in file.iter_batches(batch_size=size, columns=sources, use_threads=False):
            numbers = np.arange(read + 1, read + batch.num_rows + 1, dtype=np.int64)
            read += batch.num_rows
            columns = {name: batch.column(found.source) for name, found in header.found.items()}
            yield Chunk(header.file, columns, header.found, numbers, [], read / total)


def _json(header: Header, stream: Any, rows: int, game: str | None) -> Iterator[Chunk]:
    size = max(1, os.path.getsize(header.file)) if header.file != "-" else 0
    for part in json_lines(stream, rows // 4, None, game):
        n = len(part.numbers)
        columns = {
            name: pa.array(part.columns[found.source] if found.source in part.columns else [None] * n, pa.string())
            for name, found in header.found.items()
        }
        done = min(1.0, part.read / size) if size else 0.0
        yield Chunk(header.file, columns, header.found, np.array(part.numbers, np.int64), part.bad, done)
