"""A ledger's export, Parquet or JSON lines, as the events that it holds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from houseway.audit import sources
from houseway.audit.arrow import pq
from houseway.audit.recorded import Event, Events
from houseway.audit.texts import opened, problems_of
from houseway.problems import InputError, Problem, shown

COLUMNS = ("seq", "at", "kind", "payload")
STATEMENT = "statement"


def events_of(paths: list[str]) -> Events | None:
    """The events of an export, None where what was named is none. Raises InputError for an export beside other logs."""
    files = sources.files(paths)
    found = [path for path in files if path != "-" and is_export(path)]
    if not found:
        return None
    if len(files) > 1:
        said = "is a ledger's export, which is audited by itself"
        raise InputError([Problem(shown(path, 200), said, f"{len(files)} files", "one export") for path in found[:5]])
    return events(found[0])


def is_export(path: str) -> bool:
    """Whether a file is an export of a ledger: a row, or a line, an event."""
    with problems_of(path):
        if sources.is_parquet(path):
            return set(COLUMNS) <= set(pq.read_schema(path).names)
        with opened(path) as stream:
            line = stream.readline(1 << 20)
            if line[:1] not in (b"{", b"\xef"):
                return False
            first = _object(line) or {}
            return isinstance(first.get(STATEMENT), dict) or set(COLUMNS) <= set(first)


def events(path: str) -> Events:
    """The events of one export."""
    read = _of_parquet if sources.is_parquet(path) else _of_lines

    def of(kinds: frozenset[str] | None) -> Iterator[Event]:
        with problems_of(path):
            yield from read(path, kinds)

    with problems_of(path):
        count = pq.read_metadata(path).num_rows if sources.is_parquet(path) else _count(path)
    return Events(path, of, [os.path.abspath(path), os.path.getsize(path), os.path.getmtime(path)], count)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _count(path: str) -> int:
    """How many events an export says that it has."""
    with opened(path) as stream:
        first = _object(stream.readline(1 << 20)) or {}
    said = first.get(STATEMENT)
    count = said.get("events") if isinstance(said, Mapping) else 0
    return count if isinstance(count, int) else 0


def _of_lines(path: str, kinds: frozenset[str] | None) -> Iterator[Event]:
    wanted = None if kinds is None else [json.dumps(kind).encode() for kind in kinds]
    with opened(path) as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip() or (wanted is not None and not any(kind in line for kind in wanted)):
                continue
            event = _object(line)
            if event is None:
                where = f"{shown(path, 200)}:{number}"
                raise InputError([Problem(where, "is no event of a ledger", shown(line[:80].decode("utf-8", "replace")))])
            if STATEMENT in event and "kind" not in event:
                continue
            if kinds is None or event.get("kind") in kinds:
                yield event


def _of_parquet(path: str, kinds: frozenset[str] | None) -> Iterator[Event]:
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=1000, columns=list(COLUMNS)):
            for row in batch.to_pylist():
                if kinds is None or row["kind"] in kinds:
                    yield {**row, "payload": json.loads(row["payload"])}
