"""The books as the database's tables hold them: what a writer starts from when another has written since."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import select

from houseway.ledger import schema
from houseway.ledger.books import Books, Filing, Head, HouseTable, Meter
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
    for filing in load_filings(connection):
        books.filings.setdefault(filing.id, filing)
        books.filed.append(filing)
    opened = select(schema.event.c.seq, schema.event.c.payload).join(schema.round_, schema.round_.c.id == schema.event.c.seq)
    for seq, payload in connection.execute(opened.where(schema.round_.c.status == OPEN).order_by(schema.event.c.seq)):
        books.open_rounds[seq] = json.loads(payload)
    return books


def load_filings(connection: Connection) -> list[Filing]:
    """Every submission filed, in the order of filing."""
    read: dict[str, Submission] = {}
    found = []
    for seq, id_, _, _, document, tables in connection.execute(select(schema.submission).order_by(schema.submission.c.seq)):
        if tables is not None or id_ not in read:
            submission = parse(json.loads(document))
            read.setdefault(id_, submission)
        else:
            submission = read[id_]
        found.append(Filing(seq, id_, submission, None if tables is None else tuple(json.loads(tables))))
    return found
