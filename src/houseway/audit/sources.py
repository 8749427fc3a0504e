"""Files of rounds into chunks of rows: Parquet, CSV as it is exported, JSON lines, and folders of them."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import columns as of
from houseway.audit.arrow import Array, pa, pcsv, pq
from houseway.audit.columns import Column, ColumnMap, Found
from houseway.audit.lines import json_lines
from houseway.problems import InputError, Problem, shown

ROWS = 1 << 16  # rows of a chunk
CSV_BYTES = 16 << 20
ENDINGS = (".parquet", ".pq", ".csv", ".tsv", ".txt", ".jsonl", ".ndjson", ".json")
_PACKED = (".gz", ".bz2", ".zst", ".lz4")


@dataclass
class Chunk:
    """Some rows of one file: Arrow columns by promised name, where each was found, and each row's number (from 1).

    ``bad``: rows that are no rows at all (number, why, the round they speak of if that can be told). ``done``: how much of
    the file's bytes have been read, 0 to 1.
    """

    file: str
    columns: dict[str, Array]
    found: dict[str, Found]
    numbers: NDArray[np.int64]
    bad: list[tuple[int, str, str | None]] = field(default_factory=list)
    done: float = 0.0

    def __len__(self) -> int:
        return len(self.numbers)

    def slice(self, begin: int, end: int) -> Chunk:
        """Some of the rows; what is no row stays behind."""
        cut = {name: array.slice(begin, end - begin) for name, array in self.columns.items()}
        return Chunk(self.file, cut, self.found, self.numbers[begin:end], [], self.done)

    def joined(self, other: Chunk) -> Chunk:
        """These rows and then the other's."""
        both = {
            name: pa.concat_arrays([_plain(array), _plain(other.columns[name])])
            for name, array in self.columns.items()
        }  # fmt: skip
        return Chunk(other.file, both, self.found, np.concatenate((self.numbers, other.numbers)), [], other.done)


def _plain(array: Array) -> Array:
    return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array


@dataclass(frozen=True)
class Header:
    """What a file says before its rows: its columns and where the promised ones are. ``rows``: what reads the rows, so many
    at a time, of a log that is no file."""

    file: str
    headers: tuple[str, ...]
    found: dict[str, Found]
    rows: Callable[[int], Iterator[Chunk]] | None = None

    @property
    def size(self) -> int:
        """Its bytes, or 1 where nobody can tell."""
        return max(1, os.path.getsize(self.file)) if self.file != "-" and self.rows is None else 1


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
    with problems_of(path):
        if is_parquet(path):
            return tuple(pq.read_schema(path).names)
        with opened(path) as stream:
            text = _Text(stream)
            if text.is_json:
                first = next(iter(json_lines(text.stream, 10**9, 20_000)), None)
                return () if first is None else tuple(first.columns)
            return tuple(_csv_headers(text))


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
        with opened(header.file) as stream:
            text = _Text(stream)
            yield from _json(header, text.stream, rows, game) if text.is_json else _csv(header, text)


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
            with opened(header.file) as stream:
                text = _Text(stream)
                yield from _json(header, text.stream, 400, None) if text.is_json else _csv(header, text)


class problems_of:  # noqa: N801 - reads as the statement that it is
    """A file that cannot be read is a problem of the input."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError, UnicodeError, csv.Error)):
            said = " ".join(str(getattr(error, "strerror", None) or error).split())[:200]
            allowed = "Parquet, CSV or JSON lines"
            raise InputError([Problem(shown(self.path, 200), f"cannot be read: {said}", None, allowed)]) from None


def opened(path: str) -> Any:
    """A file that is no Parquet, unpacked."""
    if path == "-":
        return io.BufferedReader(sys.stdin.buffer)
    if path.lower().endswith(_PACKED):
        return io.BufferedReader(pa.input_stream(path, compression="detect"))
    return open(path, "rb")


class _Text:
    """A text file before its rows: how it is written (a byte order mark, its encoding, what separates its fields)."""

    def __init__(self, stream: Any) -> None:
        head = stream.read(1 << 16)
        self.stream: Any = io.BufferedReader(_Again(head, stream), 1 << 20)
        self.encoding = "utf-8"
        if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            self.encoding = "utf-16"
        elif head[:3] != b"\xef\xbb\xbf":
            try:
                head[: head.rfind(b"\n") + 1].decode("utf-8")
            except UnicodeDecodeError:
                self.encoding = "cp1252"
        text = head.decode("utf-8-sig" if self.encoding == "utf-8" else self.encoding, errors="replace")
        self.is_json = text.lstrip()[:1] in ("{", "[") and self.encoding == "utf-8"
        lines = text.splitlines() or [""]
        self.skip = 0
        self.separator = ","
        if lines[0].lower().startswith("sep=") and len(lines[0]) == 5:  # a spreadsheet says so itself
            self.separator, self.skip = lines[0][4], 1
            lines = lines[1:] or [""]
        else:
            unquoted = "".join(lines[0].split('"')[::2])
            self.separator = max(",;\t|", key=unquoted.count)
        self.header = next(csv.reader([lines[0]], delimiter=self.separator), [])


class _Again(io.RawIOBase):
    """A stream whose beginning has been read already."""

    def __init__(self, head: bytes, rest: Any) -> None:
        self.head, self.rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        if self.head:
            part, self.head = self.head[: len(into)], self.head[len(into) :]
        else:
            part = self.rest.read(len(into))
        into[: len(part)] = part
        return len(part)


def _csv_headers(text: _Text) -> list[str]:
    names = [name.strip() for name in text.header]
    twice = {name for name in names if name and names.count(name) > 1}
    if twice:
        raise InputError([Problem("the log", "has two columns of one name", ", ".join(sorted(twice)), "each name once")])
    return names


def _csv(header: Header, text: _Text) -> Iterator[Chunk]:
    """CSV with every cell as text; rows of another width are named, not guessed at."""
    bad: list[tuple[int, str, str | None]] = []
    names = list(header.headers)
    sources = {found.source for found in header.found.values()}
    at_round = names.index(header.found["round_id"].source)

    def wrong(row: Any) -> str:
        fields = next(csv.reader([row.text or ""], delimiter=text.separator), [])
        its_round = fields[at_round].strip() if len(fields) > at_round else None
        said = f"has {row.actual_columns} fields where the header has {row.expected_columns}"
        bad.append(((row.number or 0) - text.skip - 1, said, its_round))
        return "skip"

    kinds = {
        name: pa.string() if name == header.found["round_id"].source else pa.dictionary(pa.int32(), pa.string())
        for name in sources
    }
    stream = text.stream
    if text.encoding != "utf-8":
        stream = _Recoded(stream, text.encoding)
    reading = pcsv.ReadOptions(
        use_threads=False, block_size=CSV_BYTES, column_names=names, skip_rows=1 + text.skip, encoding="utf8"
    )
    reader = pcsv.open_csv(
        stream,
        read_options=reading,
        parse_options=pcsv.ParseOptions(delimiter=text.separator, invalid_row_handler=wrong, newlines_in_values=False),
        convert_options=pcsv.ConvertOptions(
            column_types=kinds, include_columns=sorted(sources), strings_can_be_null=False, check_utf8=True
        ),
    )
    following, told = 1, 0
    size = max(1, os.path.getsize(header.file)) if header.file != "-" else 0
    held = 0
    for batch in reader:
        here, told = bad[told:], len(bad)
        numbers, following = _numbered(batch.num_rows, following, [number for number, _, _ in here])
        held += batch.nbytes
        done = min(1.0, held / size) if size else 0.0
        columns = {name: batch.column(found.source) for name, found in header.found.items()}
        yield Chunk(header.file, columns, header.found, numbers, list(here), done)
    if bad[told:]:
        empty = {name: pa.array([], pa.string()) for name in header.found}
        yield Chunk(header.file, empty, header.found, np.zeros(0, np.int64), list(bad[told:]), 1.0)


class _Recoded:
    """A file in another encoding, as UTF-8."""

    def __init__(self, stream: Any, encoding: str) -> None:
        self.text = io.TextIOWrapper(stream, encoding=encoding, errors="replace", newline="")
        self.left = b""
        self.closed = False

    def read(self, size: int = -1) -> bytes:
        while size < 0 or len(self.left) < size:
            more = self.text.read(1 << 16)
            if not more:
                break
            self.left += more.encode("utf-8")
        if size < 0:
            size = len(self.left)
        part, self.left = self.left[:size], self.left[size:]
        return part

    def close(self) -> None:
        self.closed = True


def _numbered(n: int, following: int, bad: list[int]) -> tuple[NDArray[np.int64], int]:
    """The numbers of the next ``n`` rows, when some numbers are of rows that are none."""
    numbers = np.arange(following, following + n, dtype=np.int64)
    for number in sorted(bad):
        numbers[numbers >= number] += 1
    return numbers, following + n + len(bad)


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
