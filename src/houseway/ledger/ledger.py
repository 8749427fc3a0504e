"""The ledger: one object, open on one database, that any number of threads may use. Here are the rounds; what they are settled
on is in ``house``, what they are written in is in ``log``."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from houseway.ledger import asking, meter_plans, planning, schema
from houseway.ledger.canonical import digest
from houseway.ledger.documents import completed, document_of, read_opened, read_posted
from houseway.ledger.errors import ConflictError, DamagedError, NotFoundError
from houseway.ledger.house import MOST_REASON, HouseLog
from houseway.ledger.log import checked_limit, record_event
from houseway.ledger.planning import Plan, Recorded
from houseway.ledger.projecting import OPEN, SETTLED, VOID
from houseway.ledger.records import RoundFilter
from houseway.ledger.settling import answer_of, settle_on
from houseway.ledger.transaction import Transaction, named
from houseway.problems import InputError, shown
from houseway.settlement.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from houseway.ledger.books import Books, Filing
    from houseway.ledger.projecting import Row
    from houseway.ledger.records import RoundRecord, RoundRow

__all__ = ["Ledger", "record_event"]


class Ledger(HouseLog):
    """See the room's docstring for what each method does and raises."""

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

        return self._write(work, by, (table, round_id))

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

        return self._write(work, by, (table, round_id))

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
            return asking.rounds(connection, where or RoundFilter(), after, checked_limit(limit), newest_first)

    def _append(self, tx: Transaction, kind: str, plan: Plan, by: str) -> RoundRecord:
        content, answer = planning.with_answer(plan)
        event = tx.append(kind, content, by, answer)
        row = tx.round_row(content.get("round") or event.seq)
        if row is None:
            raise DamagedError("has lost a round that was just recorded", event.seq)
        return asking.record(row, tx.event, tx.answer)

    def _one_round(self, where: Any, said: object) -> RoundRecord:
        with self.database.reading() as connection:
            row = asking.round_row(connection, where)
            if row is None:
                raise NotFoundError("round", "is not recorded here", said)
            return asking.record(
                row, lambda seq: asking.event_of(connection, seq), lambda seq: asking.answer_of(connection, seq)
            )


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
