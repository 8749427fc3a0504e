"""Imports: a signed export into an empty ledger, event by event, or not at all.

The signature must be of the key that is given, every event must carry the hash of the one before it, every answer must be the
one that its event names, and the last event must be the one that was signed. Then the ledger goes on from there: its next
event says that it was imported, by whom and from what. ``verify`` afterwards settles everything again.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from houseway.ledger.canonical import Event, canonical
from houseway.ledger.divergence import DivergenceError, check_link, content_of
from houseway.ledger.errors import ConflictError, SignatureError
from houseway.ledger.exporting import METADATA, Exported, format_of
from houseway.ledger.ledger import Ledger
from houseway.ledger.signing import check_signature
from houseway.problems import HousewayError, InputError, Problem, shown

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from houseway.ledger.transaction import Transaction

GROUP = 1000
MOST_LINE = 4_000_000
_FIELDS = ("seq", "at", "kind", "actor", "previous", "hash")


def import_ledger(
    database: str | os.PathLike[str] | None,
    source: Path,
    key: Ed25519PublicKey,
    *,
    by: str,
    format_: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Take a signed export into an empty ledger; returns its statement.

    Raises SignatureError where the signature, the chain or an answer is wrong, ConflictError where the ledger is not empty,
    InputError where the file cannot be read, StorageError.
    """
    with _Lines(source) if format_of(source, format_) == "jsonl" else _Parquet(source) as events:
        statement = check_signature(events.head, key)
        with Ledger(database, empty=True) as ledger:
            ledger.transaction(lambda tx: _take_all(tx, statement, events.groups(), by, progress))
    return statement


def _take_all(
    tx: Transaction,
    statement: dict[str, Any],
    groups: Iterator[list[Exported]],
    by: str,
    progress: Callable[[int, int], None] | None,
) -> None:
    if tx.books.head.seq:
        raise ConflictError("database", "holds a ledger already", f"{tx.books.head.seq} events", "an empty database")
    total = statement["events"]
    for group in groups:
        for event, answer in group:
            _take(tx, event, answer)
        tx.flush()
        if progress is not None:
            progress(tx.books.head.seq, total)
    head = tx.books.head
    if (head.seq, head.hash) != (statement["events"], statement["head"]):
        raise SignatureError("export", "does not end where it was signed", f"event {head.seq}", f"event {statement['events']}")
    tx.append("ledger.imported", {"statement": statement}, by)


def _take(tx: Transaction, event: Event, answer: bytes | None) -> None:
    head = tx.books.head
    try:
        check_link(event, head.seq + 1, head.hash)
        content = content_of(event)
    except DivergenceError as error:
        raise SignatureError("export", f"has a broken chain: {error}") from None
    said = content.get("answer")
    if said != (None if answer is None else sha256(answer).hexdigest()):
        raise SignatureError("export", f"has another answer than event {event.seq} names", said)
    try:
        tx.take(event, content, answer)
    except (HousewayError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise SignatureError("export", f"event {event.seq} is not what such an event says: {error!r}") from None


class _Lines:
    """JSON lines, read one at a time."""

    def __init__(self, source: Path) -> None:
        self.source = source
        try:
            self.file = open(source, "rb")  # noqa: SIM115  (closed in __exit__)
        except OSError as error:
            raise _unreadable(source, error.strerror or str(error)) from None
        self.head = self._value(self._line())

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def _line(self) -> bytes:
        try:
            line = self.file.readline(MOST_LINE + 1)
        except OSError as error:
            raise _unreadable(self.source, error.strerror or str(error)) from None
        if len(line) > MOST_LINE:
            raise _unreadable(self.source, "a line is too long")
        return line

    def _value(self, line: bytes) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise _unreadable(self.source, f"a line is not JSON: {shown(line[:40].decode(errors='replace'))}") from None

    def groups(self) -> Iterator[list[Exported]]:
        group = []
        while line := self._line():
            value = self._value(line)
            answer = None
            if isinstance(value, dict) and "answer" in value:
                answer = json.dumps(value["answer"], ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
            group.append(Exported(_event(value, canonical(value["payload"]) if _has(value) else ""), answer))
            if len(group) == GROUP:
                yield group
                group = []
        yield group


def _has(value: object) -> bool:
    return isinstance(value, dict) and "payload" in value


def _event(value: Any, payload: str) -> Event:
    try:
        seq, at, kind, actor, previous, hash_ = (value[name] for name in _FIELDS)
    except (KeyError, TypeError):
        raise SignatureError("export", "has a line that is no event", shown(value)) from None
    return Event(seq, at, kind, actor, payload, previous, hash_)


class _Parquet:
    """A Parquet file, read a row group at a time."""

    def __init__(self, source: Path) -> None:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        self.source = source
        try:
            self.file = pq.ParquetFile(source)
            said = (self.file.schema_arrow.metadata or {}).get(METADATA, b"null")
            self.head = json.loads(said)
        except (OSError, ValueError, pa.ArrowException) as error:
            raise _unreadable(source, str(error)) from None

    def __enter__(self) -> _Parquet:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def groups(self) -> Iterator[list[Exported]]:
        import pyarrow as pa

        try:
            for batch in self.file.iter_batches(GROUP):
                yield [
                    Exported(_event(row, row.get("payload") or ""), None if row["answer"] is None else row["answer"].encode())
                    for row in batch.to_pylist()
                ]
        except (OSError, KeyError, AttributeError, pa.ArrowException) as error:
            raise _unreadable(self.source, str(error)) from None


def _unreadable(source: Path, why: str) -> InputError:
    return InputError([Problem(str(source), f"cannot be read: {why}", allowed="an export of houseway ledger")])
