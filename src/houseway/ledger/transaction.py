"""One transaction: the books as they are at this moment, events appended, and everything that follows from them.

Rows are gathered while the work is done and written together, many at a time; what is asked in between sees them all the same.
"""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from houseway.ledger import at_once, schema
from houseway.ledger.books import Books, Head, Meter
from houseway.ledger.canonical import TIME_FORMAT, Event, canonical, event_hash
from houseway.ledger.database import POSTGRESQL
from houseway.ledger.errors import DamagedError
from houseway.ledger.projecting import Row, Rows, project
from houseway.ledger.statements import statements
from houseway.problems import InputError, Problem, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

BACK_STEP = timedelta(seconds=1)  # a clock that goes back by more gets an event of its own
ROUND = [column.name for column in schema.round_.columns]


class Transaction:
    """What a piece of work writes with: the books as they are at this moment, and ``append``.

    ``connection`` is the database's, inside the transaction, for whoever keeps tables of his own beside the ledger's.
    """

    def __init__(
        self,
        connection: Connection,
        books: Books,
        clock: Callable[[], datetime],
        rounds: Mapping[tuple[str, str], Row | None] | None = None,
    ) -> None:
        self.connection = connection
        self.books = books
        self.rows = Rows()
        self._sql = statements(connection.dialect.name)
        self.written = 0  # events appended so far
        self._events: list[Event] = []  # those that are not in the database yet
        self._clock = clock
        self._answers: dict[int, bytes] = {}
        self._pending: dict[int, Row] = {}  # rounds that are new or changed and not in the database yet
        self._names: dict[tuple[str, str], int] = {}  # the new ones among them, by table and round_id
        self._looked_up = dict(rounds or {})  # by table and round_id, as in the database; None: not there
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
            self._names[row["house_table"], row["round_id"]] = row["id"]
        for row in self.rows.changed[changed:]:
            self._pending[row["id"]] = {**(self.round_row(row["id"]) or {}), **row}
        self._touched.update(row[2] for row in self.rows.movement[before:])
        if event.kind.startswith("meter.") and "meter" in content:
            self._touched.add(content["meter"])
        self._linked = self._linked or event.kind in ("table.linked", "meter.retired")
        if answer is not None:
            self._answers[event.seq] = answer

    def round_row(self, number: int) -> Row | None:
        """A round's row by its id, as it is at this moment."""
        return self._pending.get(number) or self._one_round(self._sql.round_by_id, (number,))

    def find_round(self, table: str, round_id: str) -> Row | None:
        """A round's row by the name that its table gave it."""
        if (table, round_id) in self._names:
            return self._pending[self._names[table, round_id]]
        if (table, round_id) in self._looked_up:
            row = self._looked_up[table, round_id]
            return None if row is None else self._pending.get(row["id"], row)
        return self._one_round(self._sql.find_round, (table, round_id))

    def _one_round(self, query: str, values: tuple[Any, ...]) -> Row | None:
        found = self.connection.exec_driver_sql(query, values).one_or_none()
        if found is None:
            return None
        row: Row = dict(zip(ROUND, found, strict=True))
        return self._pending.get(row["id"], row)

    def content(self, seq: int) -> Mapping[str, Any]:
        """The payload of an event."""
        return self._contents.get(seq) or self.event(seq).content

    def event(self, seq: int) -> Event:
        """An event by its number. Raises DamagedError where it is not there."""
        first = self.books.head.seq - len(self._events) + 1
        if seq >= first:
            return self._events[seq - first]
        found = self.connection.exec_driver_sql(self._sql.event, (seq,)).one_or_none()
        if found is None:
            raise DamagedError(f"has no event {seq}")
        return Event(*found)

    def answer(self, seq: int) -> bytes | None:
        """What an event's round was answered."""
        if seq in self._answers:
            return self._answers[seq]
        body = self.connection.exec_driver_sql(self._sql.answer, (seq,)).scalar()
        return None if body is None else zlib.decompress(body)

    def flush(self, *, commit: bool = False) -> None:
        """Write down what was appended. The end of the chain moves with it. ``commit``: and commit it, if that is quicker so;
        whoever asks for it commits besides, which then finds nothing to be done."""
        if not self._events:
            return
        steps = self._steps()
        if self.connection.dialect.name == POSTGRESQL:
            at_once.write(self.connection, steps, commit=commit and not self._linked)
        else:
            with at_once.driver_of(self.connection) as driver:
                for name, values in steps.items():
                    if values:
                        driver.executemany(self._sql.write[name], values)
        if self._linked:
            self.connection.execute(schema.link.delete())
            tables = self.books.tables.values()
            self._run("link", [(table.name, *link) for table in tables for link in table.links.items()])
        self.rows, self._events, self._answers, self._touched, self._linked = Rows(), [], {}, set(), False
        self._pending.clear()
        self._names.clear()
        self._looked_up.clear()
        self._contents.clear()

    def _steps(self) -> at_once.Steps:
        """The rows to be written, by statement, each after what it refers to."""
        rows, first = self.rows, self._events[0].seq
        new = {row["id"] for row in rows.round_}
        changed = dict.fromkeys(row["id"] for row in rows.changed if row["id"] not in new)
        meters = [self.books.meters[name] for name in sorted(self._touched)]
        return {
            "event": [tuple(event) for event in self._events],
            "answer": [(seq, zlib.compress(body, 1)) for seq, body in self._answers.items()],
            "submission": rows.submission,
            "house_table": rows.house_table,
            "meter": [_meter_row(meter) for meter in meters if meter.seq >= first],
            "move_meter": [(m.balance_micro, m.rate_ppm, m.status, m.last_seq, m.name) for m in meters if m.seq < first],
            "round": [tuple(self._pending[row["id"]].values()) for row in rows.round_],  # as they are at the end
            "change_round": [_changed(self._pending[number]) for number in changed],
            "movement": rows.movement,
            "line": rows.line,
            "move_chain": [tuple(self.books.head)],
        }

    def _run(self, name: str, values: list[tuple[Any, ...]]) -> None:
        if values:
            self.connection.exec_driver_sql(self._sql.write[name], values)


def _changed(row: Row) -> tuple[Any, ...]:
    return row["status"], row["submission"], row["digest"], row["last_seq"], row["id"]


def _meter_row(meter: Meter) -> tuple[Any, ...]:
    return tuple(getattr(meter, column.name) for column in schema.meter.columns)


def named(value: object, where: str, what: str, most: int = schema.MOST_ID) -> str:
    """A short text of one line that somebody must have given. Raises InputError."""
    if isinstance(value, str) and value.strip() and len(value) <= most and value.isprintable():
        return value.strip()
    found = None if value is None else shown(value)
    raise InputError([Problem(where, "must be a short text", found, f"{what}, 1 to {most} printable characters")])
