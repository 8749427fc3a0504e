"""The statements of the writing path, written down once per kind of database.

They run for every round, many rows at a time, so they go to the driver as they are, with values in the order of the columns;
whatever is asked more rarely is put together by SQLAlchemy where it is asked.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from houseway.ledger import schema
from houseway.ledger.at_once import UPDATES

if TYPE_CHECKING:
    from sqlalchemy import Table


class Statements:
    """SQL texts for one dialect. Values are positional."""

    def __init__(self, dialect: str) -> None:
        self.mark = "?" if dialect == "sqlite" else "%s"
        names = [column.name for column in schema.round_.columns]
        rounds = f"SELECT {', '.join(names)} FROM round"
        self.lock_chain = "SELECT seq, at, hash FROM chain" + ("" if dialect == "sqlite" else " FOR UPDATE")
        self.find_round = f"{rounds} WHERE house_table = {self.mark} AND round_id = {self.mark}"
        self.round_by_id = f"{rounds} WHERE id = {self.mark}"
        self.event = f"SELECT * FROM event WHERE seq = {self.mark}"
        self.answer = f"SELECT body FROM answer WHERE seq = {self.mark}"
        self.stretch = {
            "event": self._stretch(schema.event, "seq"), "answer": self._stretch(schema.answer, "seq"),
            "movement": self._stretch(schema.movement, "seq", "n"), "line": self._stretch(schema.line, "seq", "n"),
            "round": self._stretch(schema.round_, "id"),
        }  # fmt: skip
        self.write = {table.name: self._insert(table) for table in schema.metadata.sorted_tables}
        self.write |= {name: self._update(*of) for name, of in UPDATES.items()}

    def _stretch(self, table: Table, *order: str) -> str:
        """The rows of a stretch of events, in their order, of which the first column is the event's number."""
        columns = ", ".join(column.name for column in table.columns)
        between = f"{order[0]} BETWEEN {self.mark} AND {self.mark}"
        return f"SELECT {columns} FROM {table.name} WHERE {between} ORDER BY {', '.join(order)}"

    def _insert(self, table: Table) -> str:
        """Every column of a table, in its order."""
        columns = ", ".join(column.name for column in table.columns)
        return f"INSERT INTO {table.name} ({columns}) VALUES ({', '.join([self.mark] * len(table.columns))})"

    def _update(self, table: str, columns: tuple[str, ...], key: str | None) -> str:
        changes = ", ".join(f"{column} = {self.mark}" for column in columns)
        return f"UPDATE {table} SET {changes}" + (f" WHERE {key} = {self.mark}" if key else "")


@cache
def statements(dialect: str) -> Statements:
    """The statements for a dialect."""
    return Statements(dialect)
