"""Writing: one event after the other, in one order, each with everything that follows from it or not at all.

Whoever wants to write hands in a piece of work. The first to come becomes the writer for all who wait: it takes the lock of
the chain (a row in PostgreSQL, the file in SQLite), does their work in the order in which it was handed in, and commits once
for all of them; so many tables share the cost of one durable commit, and the order of near-simultaneous hits is the order in
which they stand in the log. A piece of work that is refused leaves no trace; one that fails half-way is done again alone.
"""

from __future__ import annotations

import threading
import zlib
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import bindparam, select, update

from houseway.ledger import schema
from houseway.ledger.books import Books, Head
from houseway.ledger.canonical import TIME_FORMAT, Event, canonical, event_hash
from houseway.ledger.errors import DamagedError, StorageError
from houseway.ledger.loading import load_books
from houseway.ledger.projecting import Row, Rows, project
from houseway.problems import HousewayError, InputError, Problem, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

    from houseway.ledger.database import Database

T = TypeVar("T")

MOST_TOGETHER = 64  # pieces of work in one commit
BACK_STEP = timedelta(seconds=1)  # a clock that goes back by more gets an event of its own
_ROUND = [column.name for column in schema.round_.columns]


class Transaction:
    """What a piece of work writes with: the books as they are at this moment, and ``append``.

    ``connection`` is the database's, inside the transaction, for whoever keeps tables of his own beside the ledger's.
    """

    def __init__(self, connection: Connection, books: Books, clock: Callable[[], datetime]) -> None:
        self.connection = connection
        self.books = books
        self.rows = Rows()
        self.written = 0  # events appended so far
        self._events: list[Event] = []  # those that are not in the database yet
        self._clock = clock
        self._answers: list[Row] = []
        self._pending: dict[int, Row] = {}  # rounds that are new or changed and not in the database yet
        self._contents: dict[int, Mapping[str, Any]] = {}
        self._touched: set[str] = set()
        self._linked = False

    def append(self, kind: str, content: Mapping[str, Any], by: str, answer: bytes | None = None) -> Event:
        """Add an event to the log, with all that follows from it in the books and the tables.

        ``content`` is its payload; ``by`` who did it; ``answer`` what a round was answered (its SHA-256 is in the payload).
        Raises InputError for a payload that has no canonical JSON or an actor without a name.
        """
        by = named(by, "by", "who does it")
        text = canonical(content)
        now = self._clock().astimezone(UTC)
        before = self.books.head.at
        if before and now < datetime.strptime(before, TIME_FORMAT).replace(tzinfo=UTC) - BACK_STEP:
            at = now.strftime(TIME_FORMAT)
            self._append("clock.stepped-back", {"before": before, "now": at}, "houseway", now)
        return self._append(kind, content, by, now, text, answer)

    def _append(
        self,
        kind: str,
        content: Mapping[str, Any],
        by: str,
        now: datetime,
        text: str | None = None,
        answer: bytes | None = None,
    ) -> Event:
        head = self.books.head
        text = canonical(content) if text is None else text
        at = now.strftime(TIME_FORMAT)
        seq = head.seq + 1
        event = Event(seq, at, kind, by, text, head.hash, event_hash(head.hash, seq, at, kind, by, text))
        self.take(event, content, answer)
        return event

    def take(self, event: Event, content: Mapping[str, Any], answer: bytes | None = None) -> None:
        """Take in an event that is made already (an import does so), with the answer it carries."""
        new, changed = len(self.rows.round_), len(self.rows.changed)
        before = len(self.rows.movement)
        project(self.rows, event.seq, event.kind, content)
        self.books.apply(event.seq, event.kind, content)
        self.books.head = Head(event.seq, event.at, event.hash)
        self._events.append(event)
        self.written += 1
        self._contents[event.seq] = content
        for row in self.rows.round_[new:]:
            self._pending[row["id"]] = dict(row)
        for row in self.rows.changed[changed:]:
            self._pending[row["id"]] = {**(self.round_row(row["id"]) or {}), **row}
        self._touched.update(row["meter"] for row in self.rows.movement[before:])
        if event.kind.startswith("meter.") and "meter" in content:
            self._touched.add(content["meter"])
        self._linked = self._linked or event.kind in ("table.linked", "meter.retired")
        if answer is not None:
            self._answers.append({"seq": event.seq, "body": zlib.compress(answer, 1)})

    def round_row(self, number: int) -> Row | None:
        """A round's row by its id, as it is at this moment."""
        if number in self._pending:
            row: Row = self._pending[number]
            return row
        return self._one_round(schema.round_.c.id == number)

    def find_round(self, table: str, round_id: str) -> Row | None:
        """A round's row by the name that its table gave it."""
        for row in self._pending.values():
            if row["house_table"] == table and row["round_id"] == round_id:
                return row
        return self._one_round((schema.round_.c.house_table == table) & (schema.round_.c.round_id == round_id))

    def _one_round(self, where: Any) -> Row | None:
        found = self.connection.execute(select(schema.round_).where(where)).one_or_none()
        if found is None:
            return None
        row: Row = dict(zip(_ROUND, found, strict=True))
        return self._pending.get(row["id"], row)

    def content(self, seq: int) -> Mapping[str, Any]:
        """The payload of an event."""
        if seq in self._contents:
            return self._contents[seq]
        return self.event(seq).content

    def event(self, seq: int) -> Event:
        """An event by its number. Raises DamagedError where it is not there."""
        first = self.books.head.seq - len(self._events) + 1
        if seq >= first:
            return self._events[seq - first]
        found = self.connection.execute(select(schema.event).where(schema.event.c.seq == seq)).one_or_none()
        if found is None:
            raise DamagedError(f"has no event {seq}")
        return Event(*found)

    def answer(self, seq: int) -> bytes | None:
        """What an event's round was answered."""
        for row in self._answers:
            if row["seq"] == seq:
                return zlib.decompress(row["body"])
        body = self.connection.execute(select(schema.answer.c.body).where(schema.answer.c.seq == seq)).scalar()
        return None if body is None else zlib.decompress(body)

    def flush(self) -> None:
        """Write down what was appended. The end of the chain moves with it."""
        events = self._events
        if not events:
            return
        run, rows = self.connection.execute, self.rows
        run(schema.event.insert(), [event._asdict() for event in events])
        for table, new in (
            (schema.answer, self._answers), (schema.submission, rows.submission), (schema.house_table, rows.house_table),
        ):  # fmt: skip
            if new:
                run(table.insert(), new)
        self._flush_meters(events[0].seq)
        if rows.round_:
            run(schema.round_.insert(), rows.round_)
        for changed in rows.changed:
            run(update(schema.round_).where(schema.round_.c.id == changed["id"]).values(**changed))
        for table, new in ((schema.movement, rows.movement), (schema.line, rows.line)):
            if new:
                run(table.insert(), new)
        run(update(schema.chain).values(**self.books.head._asdict()))
        self.rows, self._events, self._answers, self._touched, self._linked = Rows(), [], [], set(), False
        self._pending.clear()
        self._contents.clear()

    def _flush_meters(self, first: int) -> None:
        """The meters that moved, and the links where they changed."""
        meters = [self.books.meters[name] for name in sorted(self._touched)]
        new = [row for row in meters if row.seq >= first]
        old = [row for row in meters if row.seq < first]
        if new:
            self.connection.execute(schema.meter.insert(), [_meter_row(meter) for meter in new])
        if old:
            values = [
                {"of": m.name, "balance": m.balance_micro, "rate": m.rate_ppm, "state": m.status, "last": m.last_seq}
                for m in old
            ]
            self.connection.execute(_MOVE_METER, values)
        if self._linked:
            self.connection.execute(schema.link.delete())
            links = [
                {"house_table": table.name, "wager": wager, "meter": name}
                for table in self.books.tables.values()
                for wager, name in table.links.items()
            ]
            if links:
                self.connection.execute(schema.link.insert(), links)


_MOVE_METER = (
    update(schema.meter)
    .where(schema.meter.c.name == bindparam("of"))
    .values(
        balance_micro=bindparam("balance"), rate_ppm=bindparam("rate"), status=bindparam("state"), last_seq=bindparam("last")
    )
)


def _meter_row(meter: Any) -> Row:
    return {column.name: getattr(meter, column.name) for column in schema.meter.columns}


def named(value: object, where: str, what: str, most: int = schema.MOST_ID) -> str:
    """A short text of one line that somebody must have given. Raises InputError."""
    if isinstance(value, str) and value.strip() and len(value) <= most and value.isprintable():
        return value.strip()
    found = None if value is None else shown(value)
    raise InputError([Problem(where, "must be a short text", found, f"{what}, 1 to {most} printable characters")])


class _Job(Generic[T]):
    """A piece of work that waits, and what came of it."""

    __slots__ = ("done", "error", "value", "work")

    def __init__(self, work: Callable[[Transaction], T]) -> None:
        self.work = work
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

    def run(self, work: Callable[[Transaction], T]) -> T:
        """Do a piece of work and return what it returned, once it is committed. Raises what it raised, or StorageError."""
        job = _Job(work)
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
        except _HalfDoneError:
            for job in jobs:
                job.error = None
                try:
                    self._together([job])
                except (_HalfDoneError, StorageError) as error:
                    job.fail(error.__cause__ or error if isinstance(error, _HalfDoneError) else error)
        except StorageError as error:
            for job in jobs:
                job.fail(error)
        except BaseException as error:
            for job in jobs:
                job.fail(StorageError("is not reached: the writing was broken off", str(error), "asking again"))
            raise

    def _together(self, jobs: list[_Job[Any]]) -> None:
        """One transaction for all of them: either it is committed and each is done, or none is."""
        try:
            with self._database.writing() as connection:
                books = self._current_books(connection)
                transaction = Transaction(connection, books, self._clock)
                for job in jobs:
                    written = transaction.written
                    try:
                        job.value = job.work(transaction)
                    except Exception as error:
                        job.error = error
                        if (
                            transaction.written > written
                            or not isinstance(error, HousewayError)
                            or isinstance(error, StorageError)
                        ):
                            raise _HalfDoneError from error
                transaction.flush()
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

    def _current_books(self, connection: Connection) -> Books:
        """The books at the end of the chain, which is now locked: ours if nobody else has written since, or read anew."""
        query = select(schema.chain.c.seq, schema.chain.c.at, schema.chain.c.hash)
        found = connection.execute(query.with_for_update()).one_or_none()
        if found is None:
            raise DamagedError("has no end of its chain", allowed="a ledger")
        head = Head(*found)
        if self._books is None or self._books.head != head:
            self._books = None
            self._books = load_books(connection, head)
        return self._books

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
