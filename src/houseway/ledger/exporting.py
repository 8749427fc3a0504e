"""Exports: the whole log, with the answers that were given, in one signed file, as JSON lines or as Parquet.

The first line (in Parquet, the file's metadata under ``houseway``) is a statement of the ledger, the number of events and the
hash of the last, with its signature; then one event a line, its payload as an object. The hash of the last event stands for
every event before it, and the payload of a settlement for its answer, so the one signature covers everything.

A ledger may be in use while it is exported: what is exported ends at the head of the moment when it began.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from houseway.ledger import asking, schema
from houseway.ledger.canonical import TIME_FORMAT, Event
from houseway.ledger.errors import StorageError
from houseway.ledger.signing import STATEMENT, signed
from houseway.problems import InputError, Problem
from houseway.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from houseway.ledger.database import Database

FORMATS = ("jsonl", "parquet")
GROUP = 2000  # events read, and written, at a time
METADATA = b"houseway"


class Exported(NamedTuple):
    """An event with the answer that was given, as JSON bytes, or None."""

    event: Event
    answer: bytes | None


def format_of(path: Path, said: str | None = None) -> str:
    """The format of an export: as said, or by the name of the file. Raises InputError."""
    name = said or {".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}.get(path.suffix.lower(), "")
    if name not in FORMATS:
        raise InputError([Problem("format", "is not known by the name of the file", path.name, "a name in .jsonl or .parquet")])
    return name


def export(
    database: Database,
    target: Path,
    key: Ed25519PrivateKey,
    *,
    format_: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Write every event to a file that is there whole or not at all; returns the signed statement.

    Raises StorageError where the database cannot be read or the file cannot be written.
    """
    written = {"jsonl": _write_lines, "parquet": _write_parquet}[format_of(target, format_)]
    with database.reading() as connection:
        head = asking.head(connection)
        first = asking.event_of(connection, 1)
    statement = {
        "what": STATEMENT, "format": 1, "ledger": first.content["id"], "events": head.seq, "head": head.hash,
        "head_at": head.at, "exported_at": datetime.now(UTC).strftime(TIME_FORMAT), "engine": __version__,
    }  # fmt: skip
    with whole_file(target) as file:
        written(file, signed(statement, key), _events(database, head.seq, progress))
    return statement


def _events(database: Database, until: int, progress: Callable[[int, int], None] | None) -> Iterator[list[Exported]]:
    """The log a group at a time."""
    import zlib

    after = 0
    while after < until:
        last = min(after + GROUP, until)
        seq = schema.event.c.seq
        query = (
            select(schema.event, schema.answer.c.body)
            .outerjoin(schema.answer, schema.answer.c.seq == seq)
            .where(seq.between(after + 1, last))
            .order_by(seq)
        )
        with database.reading() as connection:
            rows = connection.execute(query).all()
        yield [Exported(Event(*row[:7]), None if row[7] is None else zlib.decompress(row[7])) for row in rows]
        after = last
        if progress is not None:
            progress(after, until)


def _write_lines(file: IO[bytes], head: dict[str, Any], groups: Iterator[list[Exported]]) -> None:
    file.write(json.dumps(head, separators=(",", ":")).encode() + b"\n")
    for group in groups:
        for (seq, at, kind, actor, payload, previous, hash_), answer in group:
            said = json.dumps([at, kind, actor], ensure_ascii=False)[1:-1].split(", ", 2)
            text = (
                f'{{"seq":{seq},"at":{said[0]},"kind":{said[1]},"actor":{said[2]},"payload":{payload},'
                f'"previous":"{previous}","hash":"{hash_}"'
            )
            file.write(text.encode() + (b"}\n" if answer is None else b',"answer":' + answer + b"}\n"))


def _write_parquet(file: IO[bytes], head: dict[str, Any], groups: Iterator[list[Exported]]) -> None:
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    text = pa.string()
    fields = [("seq", pa.int64()), *((name, text) for name in Event._fields[1:]), ("answer", text)]
    columns = pa.schema([pa.field(name, kind, nullable=name == "answer") for name, kind in fields])
    columns = columns.with_metadata({METADATA: json.dumps(head, separators=(",", ":")).encode()})
    with pq.ParquetWriter(file, columns, compression="zstd") as writer:
        for group in groups:
            values = list(zip(*(one.event for one in group), strict=True))
            answers = [None if one.answer is None else one.answer.decode() for one in group]
            arrays = [pa.array(of, field.type) for of, field in zip([*values, answers], columns, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=columns))


@contextmanager
def whole_file(target: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name when it is complete and on the disk. Raises StorageError."""
    part = target.with_name(f".{target.name}.part-{os.getpid()}")
    try:
        with open(part, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise StorageError(f"cannot be written to {target}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink()


def _sync_folder(folder: Path) -> None:
    """The new name itself must be on the disk, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
