"""Reading what is recorded: always the committed state of one moment, never anything kept in memory."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, exists, func, select

from houseway.ledger import schema
from houseway.ledger.books import Head, HouseTable
from houseway.ledger.canonical import Event
from houseway.ledger.errors import DamagedError, NotFoundError
from houseway.ledger.records import MeterMovement, MeterRecord, RoundFilter, RoundRecord, RoundRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sqlalchemy import Connection, Select

MOST_ROWS = 1000
RARE_CENTS = 100_000


def head(connection: Connection) -> Head:
    """The end of the log."""
    found = connection.execute(select(schema.chain.c.seq, schema.chain.c.at, schema.chain.c.hash)).one_or_none()
    if found is None:
        raise DamagedError("has no end of its chain", allowed="a ledger")
    return Head(*found)


def events(connection: Connection, after: int, limit: int, kinds: Collection[str] | None = None) -> list[Event]:
    """Events beyond ``after``, oldest first; of some kinds only, where ``kinds`` are given."""
    query = select(schema.event).where(schema.event.c.seq > after).order_by(schema.event.c.seq).limit(limit)
    if kinds is not None:
        query = query.where(schema.event.c.kind.in_(list(kinds)))
    return [Event(*row) for row in connection.execute(query)]


def event_of(connection: Connection, seq: int) -> Event:
    """One event. Raises NotFoundError."""
    found = connection.execute(select(schema.event).where(schema.event.c.seq == seq)).one_or_none()
    if found is None:
        raise NotFoundError("event", "is not in this log", seq)
    return Event(*found)


def answer_of(connection: Connection, seq: int) -> bytes | None:
    """What the round of an event was answered, as JSON bytes."""
    body = connection.execute(select(schema.answer.c.body).where(schema.answer.c.seq == seq)).scalar()
    return None if body is None else zlib.decompress(body)


def round_row(connection: Connection, where: Any) -> Mapping[str, Any] | None:
    """A round's row."""
    found = connection.execute(select(schema.round_).where(where)).mappings().one_or_none()
    return None if found is None else dict(found)


def history(event: Callable[[int], Event], last_seq: int) -> tuple[Event, ...]:
    """A round's events, oldest first: each refers to the one before it (``of``)."""
    found = []
    seq: int | None = last_seq
    while seq is not None:
        one = event(seq)
        found.append(one)
        seq = one.content.get("of")
    return tuple(reversed(found))


def record(
    row: Mapping[str, Any],
    event: Callable[[int], Event],
    answer: Callable[[int], bytes | None],
    *,
    repeated: bool = False,
    until: Callable[[Event], bool] | None = None,
) -> RoundRecord:
    """A round's record from its row; ``until`` cuts its events off after the first that meets it (what was answered then)."""
    found = history(event, row["last_seq"])
    if until is not None:
        cut = next((n for n, one in enumerate(found) if until(one)), len(found) - 1)
        found = found[: cut + 1]
    contents = [one.content for one in found]
    document = next(content["document"] for content in reversed(contents) if "document" in content)
    answers = [body for body in (answer(one.seq) for one in reversed(found)) if body is not None]
    submission = next(content["submission"] for content in reversed(contents) if "submission" in content)
    return RoundRecord(
        id=row["id"], table=row["house_table"], round_id=row["round_id"], game=row["game"], date=row["date"],
        status=_status(found[-1].kind, document), submission=submission, document=document, events=found,
        answer=answers[0] if answers else None, repeated=repeated,
    )  # fmt: skip


def _status(kind: str, document: Mapping[str, Any]) -> str:
    if kind == "round.opened":
        return "open"
    return "void" if kind == "round.voided" or document.get("void") else "settled"


def rounds(connection: Connection, where: RoundFilter, after: int | None, limit: int, newest_first: bool) -> list[RoundRow]:
    """Rounds that meet a filter, by their ledger number; ``after`` is the last number of the page before."""
    of, line = schema.round_.c, schema.line.c
    sums = (
        select(func.coalesce(func.sum(line.wagered_cents), 0), func.coalesce(func.sum(line.paid_cents), 0))
        .where(line.seq == of.last_seq)
        .correlate(schema.round_)
    )
    query: Select[Any] = select(
        of.id, of.house_table, of.round_id, of.game, of.date, of.status, of.submission, of.last_seq,
        sums.with_only_columns(func.coalesce(func.sum(line.wagered_cents), 0)).scalar_subquery(),
        sums.with_only_columns(func.coalesce(func.sum(line.paid_cents), 0)).scalar_subquery(),
    )  # fmt: skip
    equal = ((of.house_table, where.table), (of.game, where.game), (of.status, where.status))
    conditions = [column == value for column, value in equal if value is not None]
    if where.date_from is not None:
        conditions.append(of.date >= where.date_from.isoformat())
    if where.date_to is not None:
        conditions.append(of.date <= where.date_to.isoformat())
    if after is not None:
        conditions.append(of.id < after if newest_first else of.id > after)
    on_line = [column == value for column, value in ((line.seat, where.seat), (line.wager, where.wager)) if value is not None]
    for column, least, most in (
        (line.wagered_cents, where.wagered_least, where.wagered_most), (line.paid_cents, where.paid_least, where.paid_most),
    ):  # fmt: skip
        on_line += [column >= least] if least is not None else []
        on_line += [column <= most] if most is not None else []
    if on_line:
        conditions.append(exists().where(and_(line.seq == of.last_seq, *on_line)))
        if (where.paid_least or 0) >= RARE_CENTS:  # found by their amount, for they are few among very many rounds
            conditions.append(of.id.in_(select(line.round).where(*on_line)))
    query = query.where(*conditions).order_by(of.id.desc() if newest_first else of.id).limit(limit)
    found = [RoundRow(*row) for row in connection.execute(query)]
    # PostgreSQL sums whole numbers to decimals
    return [row._replace(wagered_cents=int(row.wagered_cents), paid_cents=int(row.paid_cents)) for row in found]


def meters(connection: Connection, name: str | None = None) -> list[MeterRecord]:
    """The meters as they read at this moment, by name."""
    query = select(schema.meter).order_by(schema.meter.c.name)
    links = select(schema.link).order_by(schema.link.c.house_table, schema.link.c.wager)
    if name is not None:
        query = query.where(schema.meter.c.name == name)
        links = links.where(schema.link.c.meter == name)
    behind: dict[str, list[tuple[str, str]]] = {}
    for table, wager, meter in connection.execute(links):
        behind.setdefault(meter, []).append((table, wager))
    found = []
    for row in connection.execute(query).mappings():
        values = dict(row)
        values["seq"] = values.pop("last_seq")
        found.append(MeterRecord(**values, links=tuple(behind.get(values["name"], ()))))
    return found


def movements(connection: Connection, meter: str | None, after: tuple[int, int], limit: int) -> list[MeterMovement]:
    """A meter's movements (every meter's for None) beyond ``after``, an event's number and a movement's in it."""
    of = schema.movement.c
    query = (
        select(
            of.seq, of.n, of.meter, schema.event.c.kind, of.kind, of.seats, of.change_micro, of.balance_micro, of.round,
            of.hit_at, schema.event.c.at, schema.event.c.actor,
        )
        .join(schema.event, schema.event.c.seq == of.seq)
        .where((of.seq > after[0]) | ((of.seq == after[0]) & (of.n > after[1])))
        .order_by(of.seq, of.n)
        .limit(limit)
    )  # fmt: skip
    if meter is not None:
        query = query.where(of.meter == meter)
    return [
        MeterMovement(seq, n, of_meter, event, kind, tuple(map(int, seats.split())), *rest)
        for seq, n, of_meter, event, kind, seats, *rest in connection.execute(query)
    ]


def tables(connection: Connection) -> list[HouseTable]:
    """The tables, by name, with the meters behind them."""
    found = {
        name: HouseTable(name, game, seq)
        for name, game, seq in connection.execute(select(schema.house_table).order_by(schema.house_table.c.name))
    }
    for table, wager, meter in connection.execute(select(schema.link).order_by(schema.link.c.house_table, schema.link.c.wager)):
        found[table].links[wager] = meter
    return list(found.values())
