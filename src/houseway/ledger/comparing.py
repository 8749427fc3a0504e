"""The tables that are asked, against what the events of a stretch make of them: row by row, and nothing beside."""

from __future__ import annotations

import zlib
from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from houseway.ledger import asking, schema
from houseway.ledger.divergence import diverge
from houseway.ledger.statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sqlalchemy import Connection

    from houseway.ledger.canonical import Event
    from houseway.ledger.projecting import Rows

ROUND = [column.name for column in schema.round_.columns]
_FIXED = ("id", "house_table", "round_id", "game", "date", "opened")


class Comparison:
    """What events ``first`` to ``last`` make of the tables, against what is there. ``event`` finds any event of the log."""

    def __init__(self, connection: Connection, first: int, last: int, event: Callable[[int], Event]) -> None:
        self.connection, self.first, self.last, self.event = connection, first, last, event
        self.queries = statements(connection.dialect.name).stretch

    def fetch(self, table: str) -> list[tuple[Any, ...]]:
        """A table's rows of the stretch in their order, as plain tuples: there are many."""
        result = self.connection.exec_driver_sql(self.queries[table], (self.first, self.last))
        return list(result.cursor.fetchall())

    def all(self, rows: Rows, whole: Mapping[int, tuple[Any, ...]], answers: Mapping[int, str]) -> None:
        """Every table. ``whole``: rounds' own rows that are made and done in one event, by id. Raises DivergenceError."""
        self.compare("movement", rows.movement)
        self.compare("line", rows.line)
        self.answers(answers)
        self.rounds(rows, whole)

    def compare(self, table: str, right: list[tuple[Any, ...]]) -> None:
        """A table that is only ever added to."""
        found = self.fetch(table)
        if found == right:
            return
        for row, other in zip(found, right, strict=False):
            if row != other:
                raise diverge(min(row[0], other[0]), f"table {table}", "has another row than the event", row, other)
        seq = found[len(right)][0] if len(found) > len(right) else right[len(found)][0]
        raise diverge(seq, f"table {table}", "has not as many rows as the events say", len(found), len(right))

    def answers(self, right: Mapping[int, str]) -> None:
        """The answers, by the hashes that the events carry."""
        there = set()
        for seq, body in self.fetch("answer"):
            there.add(seq)
            try:
                said = sha256(zlib.decompress(body)).hexdigest()
            except (zlib.error, TypeError):
                said = "what cannot be read"
            if said != right.get(seq):
                raise diverge(seq, "answer", "is not the one that was given", said, right.get(seq) or "none")
        for seq, expected in right.items():
            if seq not in there:
                raise diverge(seq, "answer", "is missing", "none", expected)

    def rounds(self, rows: Rows, whole: Mapping[int, tuple[Any, ...]]) -> None:
        """Each round's own row: made as its first event says, and standing as its last event says."""
        changed = {row["id"]: row["last_seq"] for row in rows.changed}
        stretch = {row[0]: row for row in self.fetch("round")}
        made = {row["id"]: row for row in rows.round_}
        for number, right in whole.items():
            if number not in changed and stretch.get(number) == right:
                del stretch[number]
            else:
                made[number] = dict(zip(ROUND, right, strict=True))
        touched = {number: row["last_seq"] for number, row in sorted(made.items())} | changed
        there = {number: dict(zip(ROUND, row, strict=True)) for number, row in stretch.items()}
        there |= self.earlier(touched)
        steps: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for step in rows.changed:
            steps[step["id"]].append(step)
        for number, last in touched.items():
            row = there.pop(number, None)
            if row is None:
                raise diverge(number, "table round", "has lost the round")
            if row["last_seq"] == last:
                expected = dict(made.get(number, row))
                for step in steps[number]:
                    expected.update(step)
            else:  # it went on after this stretch: here only what never changes, and that its later events lead back to it
                if last not in {event.seq for event in asking.history(self.event, row["last_seq"])}:
                    raise diverge(last, "table round", "does not know of this event of the round", number)
                expected = {**row, **{key: made[number][key] for key in _FIXED if number in made}}
            if row != expected:
                raise diverge(
                    last, "table round", "has another row than the events", list(row.values()), list(expected.values())
                )
        for number in there:
            raise diverge(number, "table round", "has a round that no event made", number)

    def earlier(self, touched: Iterable[int]) -> dict[int, dict[str, Any]]:
        """The rows of rounds that began before the stretch and went on in it."""
        numbers = [number for number in touched if number < self.first]
        if not numbers:
            return {}
        query = select(schema.round_).where(schema.round_.c.id.in_(numbers))
        return {row["id"]: dict(row) for row in self.connection.execute(query).mappings()}
