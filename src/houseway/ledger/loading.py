"""The books as the database's tables hold them: what a writer starts from when another has written since."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from houseway.ledger import schema
from houseway.ledger.books import Books, Filing, Head, HouseTable, Meter
from houseway.ledger.canonical import Event
from houseway.ledger.projecting import OPEN
from houseway.submission import parse

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from houseway.submission import Submission

_METER = [column.name for column in schema.meter.columns]


def load_books(connection: Connection, head: Head) -> Books:
    """The books at ``head``, which must be the end of the chain in this transaction."""
    books = Books()
    books.head = head
    if head.seq == 0:
        return books
    first = connection.execute(select(schema.event.c.payload).where(schema.event.c.seq == 1)).scalar_one()
    books.ledger_id = json.loads(first)["id"]
    for name, game, seq in connection.execute(select(schema.house_table).order_by(schema.house_table.c.seq)):
        books.tables[name] = HouseTable(name, game, seq)
    for table, wager, meter in connection.execute(select(schema.link).order_by(schema.link.c.house_table, schema.link.c.wager)):
        books.tables[table].links[wager] = meter
    for row in connection.execute(select(schema.meter).order_by(schema.meter.c.seq)):
        meter_row = Meter(**dict(zip(_METER, row, strict=True)))
        books.meters[meter_row.name] = meter_row
    for one in load_filings(connection):
        books.filings.setdefault(one.id, one)
        books.filed.append(one)
    opened = select(schema.event.c.seq, schema.event.c.payload).join(schema.round_, schema.round_.c.id == schema.event.c.seq)
    for seq, payload in connection.execute(opened.where(schema.round_.c.status == OPEN).order_by(schema.event.c.seq)):
        books.open_rounds[seq] = json.loads(payload)
    return books


def load_filings(connection: Connection) -> list[Filing]:
    """Every submission filed, in the order of filing."""
    query = select(schema.submission).order_by(schema.submission.c.seq)
    return [
        filing(seq, id_, document, None if tables is None else json.loads(tables))
        for seq, id_, _, _, document, tables in connection.execute(query)
    ]


_PARSED: dict[tuple[str, str], Submission] = {}
MOST_PARSED = 4096


def filing(seq: int, id_: str, document: str | dict[str, Any], tables: list[str] | None) -> Filing:
    """A filing from its row; a document that was read before is the same object, so what is known of it is known.

    Filings of one document for other tables are other objects: which of two is in force is told by the object.
    """
    key = (id_, json.dumps(tables))
    submission = _PARSED.get(key)
    if submission is None:
        if len(_PARSED) >= MOST_PARSED:
            _PARSED.clear()
        submission = _PARSED[key] = parse(json.loads(document) if isinstance(document, str) else document)
    return Filing(seq, id_, submission, None if tables is None else tuple(tables))


MOST_BEHIND = 500


def caught_up(connection: Connection, books: Books, head: Head) -> bool:
    """Bring books that others have moved on from up to ``head``, if it is not far and their log goes on from these books.

    False where it cannot be done so; the books are then used up.
    """
    if not 0 < head.seq - books.head.seq <= MOST_BEHIND:
        return False
    query = select(schema.event).where(schema.event.c.seq > books.head.seq).order_by(schema.event.c.seq)
    for row in connection.execute(query):
        event = Event(*row)
        if event.previous != books.head.hash:
            return False
        books.apply(event.seq, event.kind, event.content)
        books.head = Head(event.seq, event.at, event.hash)
    return books.head == head
