"""What a ledger holds besides rounds: submissions, tables, and the meters behind their wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.ledger import asking, meter_plans
from houseway.ledger.errors import NotFoundError
from houseway.ledger.loading import load_filings
from houseway.ledger.log import Log, checked_limit
from houseway.ledger.transaction import Transaction, named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from houseway.ledger.books import Books, Filing, HouseTable
    from houseway.ledger.records import MeterMovement, MeterRecord
    from houseway.submission import Submission

MOST_REASON = 500


class HouseLog(Log):
    """A log with a house in it. See the room's docstring for what each method does and raises."""

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
            return asking.movements(connection, name, after, checked_limit(limit))

    def _meter_event(self, kind: str, plan: Callable[[Books], dict[str, Any]], name: str, by: str) -> MeterRecord:
        self._write(lambda tx: tx.append(kind, plan(tx.books), by), by)
        return self.meter(name)


def _signed(reason: str, approved_by: str) -> dict[str, str]:
    return {
        "reason": named(reason, "reason", "why", MOST_REASON),
        "approved_by": named(approved_by, "approved_by", "a second person"),
    }
