"""The ledger: one object, open on one database, that any number of threads may use."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from houseway.ledger import asking, meter_plans, migrate, planning, schema
from houseway.ledger.books import Head
from houseway.ledger.canonical import canonical, digest, no_floats
from houseway.ledger.database import Database
from houseway.ledger.documents import completed, document_of, read_opened, read_posted
from houseway.ledger.errors import ConflictError, DamagedError, NotFoundError
from houseway.ledger.loading import load_books, load_filings
from houseway.ledger.planning import Plan, Recorded
from houseway.ledger.projecting import OPEN, SETTLED, VOID
from houseway.ledger.records import RoundFilter
from houseway.ledger.settling import answer_of, settle_on
from houseway.ledger.transaction import Transaction, named
from houseway.ledger.writing import Writer
from houseway.problems import InputError, Problem, shown
from houseway.settlement.reading import read
from houseway.version import __version__

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import date
    from typing import Self

    from houseway.ledger.books import Books, Filing, HouseTable
    from houseway.ledger.canonical import Event
    from houseway.ledger.projecting import Row
    from houseway.ledger.records import MeterMovement, MeterRecord, RoundRecord, RoundRow
    from houseway.submission import Submission

T = TypeVar("T")

FORMAT = 1
MOST_REASON = 500
OWN_KINDS = ("ledger.", "clock.", "submission.", "table.", "meter.", "round.")  # nobody else may record these


def _now() -> datetime:
    return datetime.now(UTC)


class Ledger:
    """See the room's docstring for what each method does and raises."""

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

    # --- Submissions and tables

    def file_submission(
        self, submission: Submission | Mapping[str, Any], *, by: str, tables: Sequence[str] | None = None
    ) -> Filing:
        """File a compliant submission: for every table of its game, or for some by name."""

        def work(tx: Transaction) -> Filing:
            tx.append("submission.filed", meter_plans.plan_filed(tx.books, submission, tables), by)
            return tx.books.filed[-1]

        return self._write(work, by)

    def submissions(self) -> list[Filing]:
        """Every filing, in the order of filing."""
        with self.database.reading() as connection:
            return load_filings(connection)

    def submission_in_force(self, table: str, on: date) -> Filing | None:
        """The filing that a table's rounds of a day settle under."""
        books = self._books()
        return books.in_force(meter_plans.table_of(books, table), on)

    def create_table(self, name: str, game: str, *, by: str, meters: Mapping[str, str] | None = None) -> HouseTable:
        """A new table, with meters behind its wagers: ``{"progressive": "the meter's name"}``."""

        def work(tx: Transaction) -> HouseTable:
            tx.append("table.created", meter_plans.plan_table(tx.books, name, game), by)
            for wager, meter in (meters or {}).items():
                tx.append("table.linked", meter_plans.plan_link(tx.books, name, wager, meter), by)
            return tx.books.tables[name]

        return self._write(work, by)

    def link(self, table: str, wager: str, meter: str | None, *, by: str) -> HouseTable:
        """Another meter behind a table's wager, or none."""

        def work(tx: Transaction) -> HouseTable:
            tx.append("table.linked", meter_plans.plan_link(tx.books, table, wager, meter), by)
            return tx.books.tables[table]

        return self._write(work, by)

    def tables(self) -> list[HouseTable]:
        """Every table, by name."""
        with self.database.reading() as connection:
            return asking.tables(connection)

    # --- Meters

    def create_meter(self, name: str, wager: str, submission: str, *, by: str) -> MeterRecord:
        """A new meter on the terms of a filed submission (its id), at its initial amount."""
        return self._meter_event(
            "meter.created", lambda books: meter_plans.plan_meter(books, name, wager, submission), name, by
        )

    def take_over_meter(
        self, name: str, wager: str, submission: str, reading: Any, *, reason: str, by: str, approved_by: str
    ) -> MeterRecord:
        """A meter in mid-life, at a reading that two persons have signed off."""
        signed = _signed(reason, approved_by)

        def plan(books: Books) -> dict[str, Any]:
            return meter_plans.plan_take_over(books, name, wager, submission, reading, by=by, **signed)

        return self._meter_event("meter.taken-over", plan, name, by)

    def set_rate(self, name: str, rate: str, *, reason: str, by: str, approved_by: str) -> MeterRecord:
        """Another rate of progression (``"22%"``), from the next wager on."""
        signed = _signed(reason, approved_by)
        return self._meter_event(
            "meter.rate-set", lambda books: meter_plans.plan_rate(books, name, rate, by=by, **signed), name, by
        )

    def move_funds(
        self, source: str, target: str, amount: Any, *, reason: str, by: str, approved_by: str
    ) -> tuple[MeterRecord, MeterRecord]:
        """Funds from one meter to another; returns both."""
        signed = _signed(reason, approved_by)

        def plan(books: Books) -> dict[str, Any]:
            return meter_plans.plan_transfer(books, source, target, amount, by=by, **signed)

        self._meter_event("meter.funds-moved", plan, source, by)
        return self.meter(source), self.meter(target)

    def retire_meter(self, name: str, *, reason: str, by: str, approved_by: str, move_to: str | None = None) -> MeterRecord:
        """A meter out of use; what it holds goes to ``move_to``."""
        signed = _signed(reason, approved_by)

        def plan(books: Books) -> dict[str, Any]:
            return meter_plans.plan_retired(books, name, by=by, move_to=move_to, **signed)

        return self._meter_event("meter.retired", plan, name, by)

    def meter(self, name: str) -> MeterRecord:
        """A meter as it reads after the last committed event."""
        with self.database.reading() as connection:
            found = asking.meters(connection, name)
        if not found:
            raise NotFoundError("meter", "is no meter of this ledger", name)
        return found[0]

    def meters(self) -> list[MeterRecord]:
        """Every meter, by name, all as they read at one moment."""
        with self.database.reading() as connection:
            return asking.meters(connection)

    def meter_events(
        self, name: str | None = None, *, after: tuple[int, int] = (0, -1), limit: int = 100
    ) -> list[MeterMovement]:
        """A meter's movements in their recorded order, beyond ``after`` (an event's number and a movement's within it)."""
        with self.database.reading() as connection:
            if name is not None and not asking.meters(connection, name):
                raise NotFoundError("meter", "is no meter of this ledger", name)
            return asking.movements(connection, name, after, _limit(limit))

    # --- Rounds

    def post(self, document: Mapping[str, Any], *, by: str) -> RoundRecord:
        """Settle and record a whole round."""
        round_ = read_posted(document)
        said = digest(document_of(round_))
        table, round_id = round_.table or "", round_.round_id or ""

        def work(tx: Transaction) -> RoundRecord:
            row = tx.find_round(table, round_id)
            if row is not None:
                return _repeated(tx, row, "digest", said)
            return self._append(tx, "round.settled", planning.plan_settled(tx.books, round_), by)

        return self._write(work, by)

    def open_round(self, document: Mapping[str, Any], *, by: str) -> RoundRecord:
        """Record a round's wagers: its increments count at once."""
        round_ = read_opened(document)
        said = digest(document_of(round_))
        table, round_id = round_.table or "", round_.round_id or ""

        def work(tx: Transaction) -> RoundRecord:
            row = tx.find_round(table, round_id)
            if row is not None:
                return _repeated(tx, row, "opened", said)
            return self._append(tx, "round.opened", planning.plan_opened(tx.books, round_), by)

        return self._write(work, by)

    def settle_round(self, number: int, document: Mapping[str, Any], *, by: str) -> RoundRecord:
        """Settle an opened round with its cards, paid at the meters of this moment."""

        def work(tx: Transaction) -> RoundRecord:
            row = _row(tx, number)
            if row["opened"] is None:
                raise ConflictError("round", "was posted whole, not opened", number, "a round that was opened")
            round_ = completed(tx.content(number)["document"], document)
            if row["digest"] is not None:
                return _repeated(tx, row, "digest", digest(document_of(round_)))
            if row["status"] != OPEN:
                raise ConflictError("round", f"is {row['status']}", number, "an open round")
            return self._append(tx, "round.settled", planning.plan_completed(tx.books, number, round_), by)

        return self._write(work, by)

    def what_if(self, document: Mapping[str, Any]) -> bytes:
        """What a round would be answered at this moment. Nothing is recorded, nothing moves."""
        reading = read(document)
        if reading.problems or reading.round is None:
            raise InputError(reading.problems)
        round_ = reading.round
        books = self._books()
        basis = planning.basis_of(books, round_)
        terms = basis.terms
        for wager, micro in round_.meters.items():
            if wager in terms:
                terms[wager] = terms[wager]._replace(opening_micro=micro)
        problems = planning.unlinked(round_, basis)
        if problems:
            raise InputError(problems)
        return answer_of(settle_on(round_, basis.filing.submission, basis.law, terms, opened=False))

    def void(self, number: int, *, reason: str, by: str, approved_by: str | None = None) -> RoundRecord:
        """Take a round back whole, by an event of its own."""
        reason = named(reason, "reason", "why", MOST_REASON)
        second = None if approved_by is None else named(approved_by, "approved_by", "a second person")

        def work(tx: Transaction) -> RoundRecord:
            recorded = _recorded(tx, _not_void(_row(tx, number)))
            plan = planning.plan_voided(tx.books, recorded, reason=reason, by=by, approved_by=second)
            return self._append(tx, "round.voided", plan, by)

        return self._write(work, by)

    def resettle(self, number: int, *, submission: str | None = None, reason: str, by: str) -> RoundRecord:
        """Settle a settled round again, under a corrected submission (its id; None: the one now in force on its day)."""
        reason = named(reason, "reason", "why", MOST_REASON)

        def work(tx: Transaction) -> RoundRecord:
            row = _not_void(_row(tx, number))
            filing = _corrected(tx.books, row, submission)
            plan = planning.plan_resettled(tx.books, _recorded(tx, row), filing, reason=reason)
            return self._append(tx, "round.resettled", plan, by)

        return self._write(work, by)

    def round(self, number: int) -> RoundRecord:
        """A round by its ledger number, as it stands."""
        return self._one_round(schema.round_.c.id == number, number)

    def find_round(self, table: str, round_id: str) -> RoundRecord:
        """A round by the name that its table gave it, as it stands."""
        return self._one_round((schema.round_.c.house_table == table) & (schema.round_.c.round_id == round_id), round_id)

    def rounds(
        self,
        where: RoundFilter | None = None,
        *,
        after: int | None = None,
        limit: int = 100,
        newest_first: bool = False,
    ) -> list[RoundRow]:
        """Rounds that meet a filter, a page at a time; ``after`` is the ledger number of the last one seen."""
        with self.database.reading() as connection:
            return asking.rounds(connection, where or RoundFilter(), after, _limit(limit), newest_first)

    # --- The log

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
            return asking.events(connection, after, _limit(limit), kinds)

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

    # --- Inside

    def _write(self, work: Callable[[Transaction], T], by: str) -> T:
        named(by, "by", "who does it")
        return self._writer.run(work)

    def _append(self, tx: Transaction, kind: str, plan: Plan, by: str) -> RoundRecord:
        content, answer = planning.with_answer(plan)
        event = tx.append(kind, content, by, answer)
        row = tx.round_row(content.get("round") or event.seq)
        if row is None:
            raise DamagedError("has lost a round that was just recorded", event.seq)
        return asking.record(row, tx.event, tx.answer)

    def _meter_event(self, kind: str, plan: Callable[[Books], dict[str, Any]], name: str, by: str) -> MeterRecord:
        self._write(lambda tx: tx.append(kind, plan(tx.books), by), by)
        return self.meter(name)

    def _books(self) -> Books:
        with self.database.reading() as connection:
            return load_books(connection, asking.head(connection))

    def _one_round(self, where: Any, said: object) -> RoundRecord:
        with self.database.reading() as connection:
            row = asking.round_row(connection, where)
            if row is None:
                raise NotFoundError("round", "is not recorded here", said)
            return asking.record(
                row, lambda seq: asking.event_of(connection, seq), lambda seq: asking.answer_of(connection, seq)
            )


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


def _signed(reason: str, approved_by: str) -> dict[str, str]:
    return {
        "reason": named(reason, "reason", "why", MOST_REASON),
        "approved_by": named(approved_by, "approved_by", "a second person"),
    }


def _row(tx: Transaction, number: int) -> Row:
    row = tx.round_row(number)
    if row is None:
        raise NotFoundError("round", "is not recorded here", number)
    return row


def _not_void(row: Row) -> Row:
    if row["status"] == VOID:
        raise ConflictError("round", "is void", row["id"], "a round that is not void")
    return row


def _recorded(tx: Transaction, row: Row) -> Recorded:
    events = asking.history(tx.event, row["last_seq"])
    return Recorded(row["id"], tuple((event.seq, event.content) for event in events))


def _corrected(books: Books, row: Row, submission: str | None) -> Filing:
    from datetime import date

    if row["status"] != SETTLED:
        raise ConflictError("round", "is not settled yet", row["id"], "a settled round")
    if submission is not None:
        filing: Filing | None = meter_plans.filing_of(books, submission)
    else:
        filing = books.in_force(books.tables[row["house_table"]], date.fromisoformat(row["date"]))
    if filing is None:
        raise ConflictError("submission", "none is in force on the day of the round", row["date"])
    if filing.submission.game != row["game"]:
        raise ConflictError("submission", "is of another game than the round", filing.submission.game, row["game"])
    if filing.id == row["submission"]:
        raise ConflictError("submission", "is the one that the round is settled under already", filing.id, "a corrected one")
    return filing


def _repeated(tx: Transaction, row: Row, column: str, said: str) -> RoundRecord:
    """What was answered to the same content the first time. Raises ConflictError for other content."""
    if row[column] != said:
        message = f"is recorded at table {row['house_table']} with other content, as round {row['id']}"
        raise ConflictError("round_id", message, shown(row["round_id"]), "a new round_id, or the same content")
    kind = "round.opened" if column == "opened" else "round.settled"
    return asking.record(row, tx.event, tx.answer, repeated=True, until=lambda event: event.kind == kind)


def _limit(limit: int) -> int:
    if isinstance(limit, int) and not isinstance(limit, bool) and 1 <= limit <= asking.MOST_ROWS:
        return limit
    raise InputError([Problem("limit", "is no number of rows", shown(limit), f"1 to {asking.MOST_ROWS}")])
