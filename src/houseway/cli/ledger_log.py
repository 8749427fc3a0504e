"""A ledger's database as a log for ``houseway audit``: its events as they stand at one moment, read and never written."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from houseway.problems import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

    from houseway.audit.recorded import Event, Events

GROUP = 2000  # events read at a time


def is_database(path: str) -> bool:
    """Whether a log is named by the URL of a database."""
    return path.startswith(("sqlite:", "postgresql:", "postgres:"))


def log_of(paths: Sequence[str], on_spark: bool) -> Events | None:
    """The ledger that is to be audited: a database's, an export's, or None for logs of rows. Raises InputError."""
    from houseway.audit import exports

    named = [path for path in paths if is_database(path)]
    if on_spark:
        if named:
            raise InputError(
                [Problem("--spark", "a ledger is audited on one machine", named[0], "the command without --spark")]
            )
        return None
    if not named:
        return exports.events_of(list(paths))
    if len(paths) > 1:
        raise InputError([Problem("LOG", "a ledger's database is audited by itself", f"{len(paths)} logs", "one ledger")])
    return events_of(named[0])


def events_of(url: str) -> Events:
    """The events of a ledger up to its last one now. Raises InputError for what is no ledger that can be read."""
    from importlib.util import find_spec

    if find_spec("sqlalchemy") is None:
        raise InputError([Problem("houseway", "a ledger needs more than is installed", None, "pip install 'houseway[ledger]'")])
    from sqlalchemy import select

    from houseway.audit.recorded import Events
    from houseway.ledger import asking, schema
    from houseway.ledger.database import Database
    from houseway.ledger.errors import LedgerError

    try:
        database = Database(url, create=False)
    except LedgerError as error:
        raise InputError([error.problem]) from None
    columns = [schema.event.c[name] for name in ("seq", "at", "kind", "payload")]
    seq = columns[0]

    @contextmanager
    def reading() -> Iterator[Connection]:
        try:
            with database.reading() as connection:
                yield connection
        except LedgerError as error:
            raise InputError([Problem(database.shown, f"is no ledger that can be read: {error}")]) from None

    with reading() as connection:
        last = asking.head(connection)

    def read(kinds: frozenset[str] | None) -> Iterator[Event]:
        after = 0
        while after < last.seq:
            query = select(*columns).where(seq > after, seq <= last.seq).order_by(seq).limit(GROUP)
            if kinds is not None:
                query = query.where(schema.event.c.kind.in_(sorted(kinds)))
            with reading() as connection:
                rows = connection.execute(query).all()
            if not rows:
                return
            for number, at, kind, payload in rows:
                yield {"seq": number, "at": at, "kind": kind, "payload": json.loads(payload)}
            after = rows[-1][0]

    return Events(database.shown, read, [database.shown, last.seq, last.hash], last.seq)
