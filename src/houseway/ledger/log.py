"""The log itself, open on one database: events are added and read, and everything else of a ledger builds on that."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from houseway.ledger import asking, migrate
from houseway.ledger.canonical import canonical, no_floats
from houseway.ledger.database import Database
from houseway.ledger.errors import DamagedError
from houseway.ledger.loading import load_books
from houseway.ledger.transaction import Transaction, named
from houseway.ledger.writing import Writer
from houseway.problems import InputError, Problem, shown
from houseway.version import __version__

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Mapping
    from typing import Any, Self

    from houseway.ledger.books import Books, Head
    from houseway.ledger.canonical import Event

T = TypeVar("T")

FORMAT = 1
OWN_KINDS = ("ledger.", "clock.", "submission.", "table.", "meter.", "round.")  # nobody else may record these


def _now() -> datetime:
    return datetime.now(UTC)


class Log:
    """A database with a log in it. See the room's docstring for what each method does and raises."""

    def __init__(
        self,
        database: str | os.PathLike[str] | None = None,
        *,
        create: bool = True,
        clock: Callable[[], datetime] = _now,
        empty: bool = False,
    ) -> None:
        self.database = Database(database, create=create)
        try:
            migrate.upgrade(self.database)
            self.durability = self.database.assert_durable()
            self._writer = Writer(self.database, clock)
            if not empty:
                self._begin()
        except BaseException:
            self.database.close()
            raise

    def _begin(self) -> None:
        """The first event of an empty ledger; of any other, a look at whether its end is the end of its chain."""
        with self.database.reading() as connection:
            head = asking.head(connection)
            last = asking.events(connection, head.seq - 1, 2) if head.seq else []
        if head.seq and (len(last) != 1 or (last[0].seq, last[0].at, last[0].hash) != head):
            raise DamagedError("has another end of its log than its chain says", f"event {head.seq}", "an unbroken log")
        if head.seq == 0:
            self._writer.run(_first_event)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection. Work that other threads have handed in is done first."""
        self._writer.close()
        self.database.close()

    def record(self, kind: str, payload: Mapping[str, Any], *, by: str) -> Event:
        """An event that is not about money: who signed in, what was refused. ``kind`` like ``user.created``."""
        return self._write(lambda tx: record_event(tx, kind, payload, by=by), by)

    def transaction(self, work: Callable[[Transaction], T]) -> T:
        """Do a piece of work in one transaction: statements on ``tx.connection``, events by ``record_event(tx, ...)``.

        The work may be done a second time, where another that shared its commit failed; it must not mind.
        """
        return self._writer.run(work)

    def events(self, *, after: int = 0, limit: int = 100, kinds: Collection[str] | None = None) -> list[Event]:
        """Events of the log, oldest first, beyond event ``after``."""
        with self.database.reading() as connection:
            return asking.events(connection, after, checked_limit(limit), kinds)

    def event(self, seq: int) -> Event:
        """One event by its number."""
        with self.database.reading() as connection:
            return asking.event_of(connection, seq)

    def head(self) -> Head:
        """The end of the log."""
        with self.database.reading() as connection:
            return asking.head(connection)

    def wait(self, after: int, seconds: float) -> bool:
        """Wait until this process has committed something beyond event ``after``; False when the time has passed."""
        return self._writer.wait(after, seconds)

    def _write(self, work: Callable[[Transaction], T], by: str, name: tuple[str, str] | None = None) -> T:
        named(by, "by", "who does it")
        return self._writer.run(work, name)

    def _books(self) -> Books:
        with self.database.reading() as connection:
            return load_books(connection, asking.head(connection))


def record_event(tx: Transaction, kind: str, payload: Mapping[str, Any], *, by: str) -> Event:
    """``Ledger.record`` inside a transaction of one's own."""
    name = named(kind, "kind", "what happened, such as user.created", 60)
    if name.startswith(OWN_KINDS) or "." not in name:
        raise InputError([Problem("kind", "is not a kind that may be recorded from outside", name, "one such as user.created")])
    no_floats(payload)
    canonical(payload)
    return tx.append(name, payload, by)


def _first_event(tx: Transaction) -> None:
    if tx.books.head.seq == 0:  # another process may have been first
        tx.append("ledger.created", {"format": FORMAT, "id": str(uuid.uuid4()), "engine": __version__}, "houseway")


def checked_limit(limit: int) -> int:
    """A number of rows that may be asked for. Raises InputError."""
    if isinstance(limit, int) and not isinstance(limit, bool) and 1 <= limit <= asking.MOST_ROWS:
        return limit
    raise InputError([Problem("limit", "is no number of rows", shown(limit), f"1 to {asking.MOST_ROWS}")])
