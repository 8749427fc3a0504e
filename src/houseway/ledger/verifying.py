"""``verify``: is the record whole, right and unchanged, from the first event to the last?

The chain is computed again, every round is settled again under its own version of the law and its own submission, every
meter is replayed from its first cent, every other event is planned again from the books as they stood, and the tables that
are asked are compared with what the events say. The first divergence is named. Memory does not grow with the log: it is read
in stretches, in several processes, and joined in order.

What this proves: the record agrees with itself and with the rules. Whoever can rewrite the whole database can also rewrite
the whole chain; against that stand signed exports, whose head is known outside.
"""

from __future__ import annotations

import gc
import json
import time
from collections import deque
from importlib.util import find_spec
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select

from houseway.ledger import asking, meter_plans, schema
from houseway.ledger.books import Books, Head, HouseTable, Meter
from houseway.ledger.canonical import Event, exact
from houseway.ledger.checking import BOOK_KINDS, Stretch, check_stretch
from houseway.ledger.database import Database
from houseway.ledger.divergence import Divergence, DivergenceError, check_link, content_of, diverge
from houseway.ledger.errors import LedgerError, StorageError
from houseway.ledger.loading import filing, load_books
from houseway.ledger.projecting import Rows, project
from houseway.problems import HousewayError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Connection

STRETCH = 2000  # events; a stretch of six-player rounds is some twenty megabytes while it is checked
ALONE = 3 * STRETCH  # up to so many events are checked without starting processes
FORMATS = (1,)


class Report(NamedTuple):
    """What ``verify`` found. ``divergence`` is the first, or None: then ``head`` is the end of a log that is right."""

    ledger: str
    events: int
    rounds: int
    head: Head
    seconds: float
    divergence: Divergence | None

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "ledger": self.ledger,
            "clean": self.divergence is None,
            "events": self.events,
            "rounds": self.rounds,
            "head": {"seq": self.head.seq, "at": self.head.at, "hash": self.head.hash},
            "divergence": None if self.divergence is None else self.divergence.to_dict(),
        }


def verify(
    database: Database,
    *,
    processes: int = 2,
    progress: Callable[[int, int], None] | None = None,
    stretch: int = STRETCH,
    together: bool | None = None,
) -> Report:
    """Verify a ledger, which may be in use meanwhile. ``progress(events checked, events)`` is called as it goes on.

    ``together``: whether rounds are settled again many at a time; None: in a log for which that pays, where numba is there.
    What is found is the same either way.
    Raises StorageError where the database cannot be read; what it holds is never an exception, but the report's divergence.
    """
    began = time.monotonic()
    run = _Run(database, stretch, progress, together)
    try:
        run.whole(processes)
    except DivergenceError as error:
        run.divergence = error.divergence
    books = run.books
    return Report(books.ledger_id, books.head.seq, run.rounds, books.head, time.monotonic() - began, run.divergence)


class _Run:
    """One verification: the books as they are proved so far, and how far that is."""

    def __init__(
        self, database: Database, stretch: int, progress: Callable[[int, int], None] | None, together: bool | None = None
    ) -> None:
        self.database, self.stretch, self.progress, self.together = database, stretch, progress, together
        self.books = Books()
        self.rounds = 0
        self.divergence: Divergence | None = None

    def whole(self, processes: int) -> None:
        """Everything up to the head of this moment in processes, then what has come since, in one look at the database."""
        with self.database.reading() as connection:
            head = asking.head(connection)
        if self.together is None:
            self.together = head.seq > ALONE and _has_numba()
        if head.seq > ALONE and processes > 1:
            self._in_processes(head.seq, processes)
        with self.database.reading() as connection:
            head = asking.head(connection)
            for first, last in self._stretches(connection, self.books.head.seq + 1, head.seq):
                if last is None:
                    self._book_event(connection, first)
                else:
                    self._join(
                        check_stretch(connection, unpacked(packed(self.books)), first, last, together=bool(self.together))
                    )
                self._tell(head.seq)
            self._end(connection, head)

    def _in_processes(self, until: int, processes: int) -> None:
        """The stretches up to an event, checked ahead in processes and joined here in their order."""
        ahead = Books()
        waiting: deque[tuple[int, Any]] = deque()
        url = self.database.url.render_as_string(hide_password=False)
        with get_context("spawn").Pool(processes, _open_worker, (url,)) as pool, self.database.reading() as connection:
            basis = b""
            for first, last in self._stretches(connection, 1, until):
                if last is None:
                    waiting.append((first, None))
                    _apply_ahead(ahead, asking.event_of(connection, first))
                    basis = b""
                else:
                    basis = basis or packed(ahead)
                    waiting.append((first, pool.apply_async(_check_in_worker, (basis, first, last, bool(self.together)))))
                while len(waiting) > 4 * processes:
                    self._next(connection, *waiting.popleft())
                    self._tell(until)
            while waiting:
                self._next(connection, *waiting.popleft())
                self._tell(until)

    def _next(self, connection: Connection, first: int, result: Any) -> None:
        if result is None:
            self._book_event(connection, first)
            return
        stretch = result.get()
        if isinstance(stretch, str):
            raise StorageError(f"cannot be read by a process that verifies: {stretch}")
        self._join(stretch)

    def _stretches(self, connection: Connection, first: int, until: int) -> Iterator[tuple[int, int | None]]:
        """The log in order: stretches ``(first, last)``, and between them the events ``(seq, None)`` that change the books."""
        seq = schema.event.c.seq
        query = select(seq).where(schema.event.c.kind.in_(BOOK_KINDS), seq.between(first, until)).order_by(seq)
        at = first
        for (stop,) in [*connection.execute(query), (until + 1,)]:
            while at < stop:
                last = min(at + self.stretch, stop) - 1
                yield at, last
                at = last + 1
            if stop <= until:
                yield stop, None
                at = stop + 1

    def _tell(self, until: int) -> None:
        if self.progress is not None:
            self.progress(self.books.head.seq, max(until, self.books.head.seq))

    def _join(self, stretch: Stretch) -> None:
        """A checked stretch behind what is proved so far. Raises DivergenceError with the first that there is."""
        found = [] if stretch.divergence is None else [stretch.divergence]
        books = self.books
        if stretch.previous != books.head.hash and (not found or found[0].seq > stretch.first):
            message = "is not the hash of the event before it"
            found.append(Divergence(stretch.first, "previous", message, stretch.previous, books.head.hash))
        for name, (seq, before, after) in stretch.meters.items():
            meter = books.meters[name]
            if meter.balance_micro != before:
                message = "does not begin where its last movement ended"
                found.append(Divergence(seq, f"meter {name}", message, exact(before), exact(meter.balance_micro)))
            meter.balance_micro = after
        if found:
            raise DivergenceError(min(found, key=lambda divergence: divergence.seq))
        books.open_rounds.update(stretch.opened)
        for number in stretch.closed:
            books.open_rounds.pop(number, None)
        books.head = stretch.end
        self.rounds += stretch.rounds

    def _book_event(self, connection: Connection, seq: int) -> None:
        """An event that changes tables, links, meters' terms or submissions: planned again from the books as they stand."""
        found = connection.execute(select(schema.event).where(schema.event.c.seq == seq)).one_or_none()
        if found is None:
            raise diverge(seq, "log", "is missing", "no event", f"event {seq}")
        event = Event(*found)
        check_link(event, seq, self.books.head.hash)
        content = content_of(event)
        try:
            expected = _planned(self.books, event, content)
        except HousewayError as error:
            raise diverge(seq, event.kind, f"could not have been recorded: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise diverge(seq, "payload", "is not what such an event says", repr(error)) from None
        for key in dict.fromkeys((*expected, *content)):
            if content.get(key) != expected.get(key):
                raise diverge(seq, key, "is not what it should be", content.get(key), expected.get(key))
        self.books.apply(seq, event.kind, content)
        self.books.head = Head(event.seq, event.at, event.hash)
        self._movements(connection, seq, content)

    def _movements(self, connection: Connection, seq: int, content: Mapping[str, Any]) -> None:
        rows = Rows()
        project(rows, seq, "meter.", content)
        right = rows.movement
        there = connection.execute(
            select(schema.movement).where(schema.movement.c.seq == seq).order_by(schema.movement.c.n)
        ).all()
        if [tuple(row) for row in there] != right:
            raise diverge(seq, "table movement", "has other rows than the event", [list(row) for row in there], right)

    def _end(self, connection: Connection, head: Head) -> None:
        """What the tables hold at the end, against what the events have come to."""
        if self.books.head != head:
            raise diverge(head.seq, "chain", "does not end where the log ends", head.hash, self.books.head.hash)
        if head.seq == 0:
            raise diverge(0, "log", "has no events; this is no ledger yet")
        there = load_books(connection, head)
        for name, found, right in (
            ("meter", _meters(there), _meters(self.books)),
            ("house_table, link", _tables(there), _tables(self.books)),
            ("submission", _filings(there), _filings(self.books)),
        ):
            for key in dict.fromkeys((*right, *found)):
                if found.get(key) != right.get(key):
                    raise diverge(
                        head.seq, f"table {name}", f"does not say of {key} what the events say", found.get(key), right.get(key)
                    )
        rounds = connection.execute(select(func.count()).select_from(schema.round_)).scalar_one()
        if rounds != self.rounds:
            raise diverge(head.seq, "table round", "has not as many rounds as the events", rounds, self.rounds)


def _meters(books: Books) -> dict[str, Any]:
    return {
        m.name: (m.game, m.wager, m.submission, m.balance_micro, m.initial_cents, m.reset_cents, m.rate_ppm, m.status, m.seq)
        for m in books.meters.values()
    }


def _tables(books: Books) -> dict[str, Any]:
    return {table.name: (table.game, table.seq, sorted(table.links.items())) for table in books.tables.values()}


def _filings(books: Books) -> dict[str, Any]:
    return {str(filing.seq): (filing.id, filing.submission.to_dict(), filing.tables) for filing in books.filed}


def _planned(books: Books, event: Event, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an event of the books should say."""
    plans = meter_plans
    signed: dict[str, Any] = {}
    if "approved_by" in content:
        signed = {"reason": content["reason"], "by": event.actor, "approved_by": content["approved_by"]}
    if event.kind == "ledger.created":
        if event.seq != 1 or content["format"] not in FORMATS:
            raise LedgerError(
                "format", "is not one that this houseway reads", content["format"], "format 1, in the first event"
            )
        return content
    if event.kind == "submission.filed":
        return plans.plan_filed(books, content["submission"], content["tables"])
    if event.kind == "table.created":
        return plans.plan_table(books, content["table"], content["game"])
    if event.kind == "table.linked":
        return plans.plan_link(books, content["table"], content["wager"], content["meter"])
    if event.kind == "meter.created":
        return plans.plan_meter(books, content["meter"], content["wager"], content["submission"])
    if event.kind == "meter.taken-over":
        of, wager, submission, reading = (content[key] for key in ("meter", "wager", "submission", "reading"))
        return plans.plan_take_over(books, of, wager, submission, reading, **signed)
    if event.kind == "meter.rate-set":
        return plans.plan_rate(books, content["meter"], content["rate_of_progression"], **signed)
    if event.kind == "meter.funds-moved":
        return plans.plan_transfer(books, content["from"], content["to"], content["amount"], **signed)
    return plans.plan_retired(books, content["meter"], move_to=content["moved_to"], **signed)


def _apply_ahead(ahead: Books, event: Event) -> None:
    """Take in an event that is not checked yet; where it cannot be taken in, its check will say why."""
    try:
        ahead.apply(event.seq, event.kind, event.content)
    except (HousewayError, KeyError, TypeError, ValueError, AttributeError):
        return


def packed(books: Books) -> bytes:
    """What a stretch needs to know of the books, for another process."""
    return json.dumps(
        {
            "tables": [(t.name, t.game, t.seq, t.links) for t in books.tables.values()],
            "meters": [[getattr(m, name) for name in Meter.__slots__] for m in books.meters.values()],
            "filed": [(f.seq, f.id, f.submission.to_dict(), f.tables) for f in books.filed],
        }
    ).encode()


def unpacked(data: bytes) -> Books:
    """Books again."""
    plain = json.loads(data)
    books = Books()
    for name, game, seq, links in plain["tables"]:
        books.tables[name] = HouseTable(name, game, seq, links)
    for values in plain["meters"]:
        meter = Meter(*values)
        books.meters[meter.name] = meter
    for seq, id_, document, tables in plain["filed"]:
        one = filing(seq, id_, document, tables)
        books.filings.setdefault(id_, one)
        books.filed.append(one)
    return books


_WORKER: list[Database] = []


def _open_worker(url: str) -> None:
    gc.disable()  # a stretch is millions of small objects without a ring among them; looking for one doubles its time
    _WORKER.append(Database(url, create=False))


def _check_in_worker(basis: bytes, first: int, last: int, together: bool = False) -> Stretch | str:
    """A stretch, or in words why it could not be read; an exception of ours would not always survive the way back."""
    try:
        with _WORKER[0].reading() as connection:
            return check_stretch(connection, unpacked(basis), first, last, together=together)
    except Exception as error:
        return str(error)
    finally:
        gc.collect(1)


def _has_numba() -> bool:
    return find_spec("numba") is not None and find_spec("numpy") is not None
