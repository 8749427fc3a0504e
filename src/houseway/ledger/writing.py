"""Writing: one event after the other, in one order, each with everything that follows from it or not at all.

Whoever wants to write hands in a piece of work. The first to come becomes the writer for all who wait: it takes the lock of
the chain (a row in PostgreSQL, the file in SQLite), does their work in the order in which it was handed in, and commits once
for all of them; so many tables share the cost of one durable commit, and the order of near-simultaneous hits is the order in
which they stand in the log. A piece of work that is refused leaves no trace; one that fails half-way is done again alone.
"""

from __future__ import annotations

import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy.exc import IntegrityError

from houseway.ledger.at_once import lock_chain
from houseway.ledger.books import Books, Head
from houseway.ledger.database import POSTGRESQL, storage_errors
from houseway.ledger.errors import DamagedError, StorageError
from houseway.ledger.loading import caught_up, load_books
from houseway.ledger.statements import statements
from houseway.ledger.transaction import ROUND, Transaction
from houseway.problems import HousewayError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Connection

    from houseway.ledger.database import Database
    from houseway.ledger.projecting import Row

T = TypeVar("T")

MOST_TOGETHER = 64  # pieces of work in one commit


class _Job(Generic[T]):
    """A piece of work that waits, and what came of it."""

    __slots__ = ("done", "error", "name", "value", "work")

    def __init__(self, work: Callable[[Transaction], T], name: tuple[str, str] | None) -> None:
        self.work = work
        self.name = name
        self.done = False
        self.value: T | None = None
        self.error: BaseException | None = None

    def fail(self, error: BaseException) -> None:
        self.error, self.done = error, True


class _HalfDoneError(Exception):
    """A piece of work was refused after it had written something: none of the commit may stay."""


class Writer:
    """All writing of one process to one ledger. ``run`` may be called from any thread."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._waiting: deque[_Job[Any]] = deque()
        self._turn = threading.Lock()
        self._books: Books | None = None
        self._news = threading.Condition()
        self._seq = 0
        self._closed = False

    def run(self, work: Callable[[Transaction], T], name: tuple[str, str] | None = None) -> T:
        """Do a piece of work and return what it returned, once it is committed. Raises what it raised, or StorageError.

        ``name``: a round's table and ``round_id`` that the work will ask for, so that many are looked up together.
        """
        job = _Job(work, name)
        self._waiting.append(job)
        with self._turn:
            while not job.done:
                if self._closed:
                    raise StorageError("is closed")
                self._do_waiting()
        if job.error is not None:
            raise job.error
        return job.value  # type: ignore[return-value]  # done without an error: it is what the work returned

    def _do_waiting(self) -> None:
        jobs: list[_Job[Any]] = []
        with suppress(IndexError):
            while len(jobs) < MOST_TOGETHER:
                jobs.append(self._waiting.popleft())
        try:
            self._together(jobs)
        except _HalfDoneError as error:
            if len(jobs) == 1:
                jobs[0].fail(error.__cause__ or error)
            else:
                self._one_by_one(jobs)
        except StorageError as error:
            for job in jobs:
                job.fail(error)
        except BaseException as error:
            for job in jobs:
                job.fail(StorageError("is not reached: the writing was broken off", str(error), "asking again"))
            raise

    def _one_by_one(self, jobs: list[_Job[Any]]) -> None:
        """Each in a transaction of its own, so that one that fails half-way takes no other with it."""
        for job in jobs:
            job.error = None
            try:
                self._together([job])
            except _HalfDoneError as error:
                job.fail(error.__cause__ or error)
            except StorageError as error:
                job.fail(error)

    def _together(self, jobs: list[_Job[Any]]) -> None:
        """One transaction for all of them: either it is committed and each is done, or none is."""
        try:
            with self._database.writing() as connection:
                names = list(dict.fromkeys(job.name for job in jobs if job.name is not None))
                books, rounds = self._current_books(connection, names)
                transaction = Transaction(connection, books, self._clock, rounds)
                for job in jobs:
                    written = transaction.written
                    try:
                        with storage_errors(but=(IntegrityError,)):  # of a caller's own tables: his to understand
                            job.value = job.work(transaction)
                    except Exception as error:
                        job.error = error
                        if (
                            transaction.written > written
                            or not isinstance(error, HousewayError)
                            or isinstance(error, StorageError)
                        ):
                            raise _HalfDoneError from error
                transaction.flush(commit=True)
                if transaction.written:
                    connection.commit()
                    self._seq = books.head.seq
        except BaseException:
            self._books = None  # they may hold what was not committed
            raise
        for job in jobs:
            job.done = True
        if transaction.written:
            with self._news:
                self._news.notify_all()

    def _current_books(
        self, connection: Connection, names: list[tuple[str, str]]
    ) -> tuple[Books, dict[tuple[str, str], Row | None]]:
        """The books at the end of the chain, which is now locked: ours, with what others have written since, or read anew.
        And the rounds of those names, as far as they were looked up with it."""
        statement = statements(connection.dialect.name).lock_chain
        rounds: dict[tuple[str, str], Row | None] = {}
        if connection.dialect.name == POSTGRESQL:
            found, rows = lock_chain(connection, statement, names)
            rounds = dict.fromkeys(names) | {(row[1], row[2]): dict(zip(ROUND, row, strict=True)) for row in rows}
        else:
            found = connection.exec_driver_sql(statement).one_or_none()
        if found is None:
            raise DamagedError("has no end of its chain", allowed="a ledger")
        head = Head(*found)
        books, self._books = self._books, None
        if books is None or (books.head != head and not caught_up(connection, books, head)):
            books = load_books(connection, head)
        self._books = books
        return books, rounds

    def close(self) -> None:
        """Let what has been handed in be done; what is handed in later is refused."""
        with self._turn:
            while self._waiting:
                self._do_waiting()
            self._closed = True

    def wait(self, after: int, seconds: float) -> bool:
        """Until something is committed by this process beyond event ``after``, or the time has passed."""
        with self._news:
            return self._news.wait_for(lambda: self._seq > after, seconds)
