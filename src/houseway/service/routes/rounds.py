"""Rounds: posted whole or in two steps, asked for, taken back, settled again."""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response

from houseway.ledger import RoundFilter, RoundRecord
from houseway.money import NotMoney, cents
from houseway.problems import InputError, Problem, shown
from houseway.service import bodies
from houseway.service.accounts import Principal
from houseway.service.answers import JSON, json_response
from houseway.service.bodies import Name, Number, Raw, Word
from houseway.service.errors import forbidden
from houseway.service.roles import DEALER
from houseway.service.routing import SCHEMA, Routes, TheHouse, Who
from houseway.service.shapes import Resettle, RoundAnswer, RoundPage, RoundWhole, Void

routes = Routes("rounds")
Id = Annotated[Number, Path(description="The ledger's number of the round.")]
_MOST_CENTS = 2**62


def _own_table(who: Principal, table: Any, *, posting: bool) -> None:
    """Raises RefusedError where a dealer asks about a table that is not his."""
    if not posting and who.roles - {DEALER}:
        return
    if not (isinstance(table, str) and table in who.tables):
        raise forbidden(
            f"{who.name} is not a dealer of this table",
            ", ".join(sorted(who.tables)[:20]) or "no table yet",
            "table",
            shown(table),
        )


def _answer(record: RoundRecord, status: int) -> Response:
    """The record as a RoundAnswer; the result is the very bytes that were first answered."""
    event = record.events[-1]
    said = {
        "id": record.id, "table": record.table, "round_id": record.round_id, "status": record.status,
        "submission": record.submission, "hit_at": record.hit_at, "paid_at": record.paid_at, "event": event.seq,
        "hash": event.hash, "repeated": record.repeated,
    }  # fmt: skip
    head = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(head[:-1] + b',"result":' + (record.answer or b"null") + b"}", status, media_type=JSON)


def _document(raw: bytes) -> dict[str, Any]:
    value = bodies.document(raw)
    if not isinstance(value, dict):
        raise InputError([Problem("round", "must be a table of keys", shown(value), "an object { … }")])
    return value


@routes.add(
    "POST", "/rounds", "rounds.post", RoundAnswer, body={SCHEMA: "PostedRound"}, also={200: RoundAnswer}, status=201,
    conflicts=True,
)  # fmt: skip
def post_round(raw: Raw, house: TheHouse, who: Who) -> Response:
    """Settle and record a whole round.

    ``round_id`` makes it safe to ask again: the same content is answered 200 with the first answer, other content under the
    same id 409. ``meters`` are not posted: the ledger's own rule.
    """
    document = _document(raw)
    _own_table(who, document.get("table"), posting=True)
    record = house.ledger.post(document, by=who.name)
    if not record.repeated:
        house.metrics.rounds.labels("settled").inc()
    return _answer(record, 200 if record.repeated else 201)


@routes.add(
    "POST", "/rounds/open", "rounds.post", RoundAnswer, body={SCHEMA: "OpenedRound"}, also={200: RoundAnswer}, status=201,
    conflicts=True,
)  # fmt: skip
def open_round(raw: Raw, house: TheHouse, who: Who) -> Response:
    """Record a round's wagers: its increments count at once. Its cards follow at ``/rounds/{id}/settle``."""
    document = _document(raw)
    _own_table(who, document.get("table"), posting=True)
    record = house.ledger.open_round(document, by=who.name)
    if not record.repeated:
        house.metrics.rounds.labels("opened").inc()
    return _answer(record, 200 if record.repeated else 201)


@routes.add("POST", "/rounds/{id}/settle", "rounds.post", RoundAnswer, body={SCHEMA: "Cards"}, conflicts=True)
def settle_round(id: Id, raw: Raw, house: TheHouse, who: Who) -> Response:  # noqa: A002
    """Settle an opened round with its cards, paid at the meters of this moment. Asking again is answered the same."""
    document = _document(raw)
    _own_table(who, house.ledger.round(id).table, posting=True)
    record = house.ledger.settle_round(id, document, by=who.name)
    if not record.repeated:
        house.metrics.rounds.labels("settled").inc()
    return _answer(record, 200)


@routes.add("POST", "/settle", "rounds.what-if", {SCHEMA: "Result"}, body={SCHEMA: "AskedRound"}, conflicts=True)
def what_if(raw: Raw, house: TheHouse) -> Response:
    """What a round would be answered at this moment. Nothing is recorded, nothing moves; ``meters`` may be given."""
    return Response(house.ledger.what_if(_document(raw)), 200, media_type=JSON)


@routes.add("GET", "/rounds", "rounds.read", RoundPage)
def list_rounds(
    house: TheHouse,
    who: Who,
    table: Name | None = None,
    game: Literal["ultimate-texas-holdem", "pai-gow-poker"] | None = None,
    status: Literal["open", "settled", "void"] | None = None,
    date_from: date | None = None,
    date_to: date | None = None,
    seat: Annotated[int | None, Query(ge=1, le=100)] = None,
    wager: Name | None = None,
    wagered_least: Name | None = None,
    wagered_most: Name | None = None,
    paid_least: Name | None = None,
    paid_most: Name | None = None,
    after: Number | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    newest_first: bool = False,
) -> Response:
    """List rounds, a page at a time.

    ``seat``, ``wager`` and the amounts (dollars) must be met by one and the same line of a round. A dealer names his table.
    """
    _own_table(who, table, posting=False)
    amounts, problems = {}, []
    given = {
        "wagered_least": wagered_least, "wagered_most": wagered_most, "paid_least": paid_least, "paid_most": paid_most,
    }  # fmt: skip
    for name, value in given.items():
        try:
            amounts[name] = None if value is None else cents(value)
        except NotMoney as error:
            problems.append(Problem(name, str(error), shown(value), error.allowed))
        else:
            if (amounts[name] or 0) > _MOST_CENTS:
                problems.append(Problem(name, "is more than any amount", shown(value), "less"))
    if problems:
        raise InputError(problems)
    where = RoundFilter(
        table=table, game=game, status=status, date_from=date_from, date_to=date_to, seat=seat, wager=wager, **amounts
    )
    rows = house.ledger.rounds(where, after=after, limit=limit, newest_first=newest_first)
    following = rows[-1].id if len(rows) == limit else None
    return json_response({"rounds": [row.to_dict() for row in rows], "next": following})


@routes.add("GET", "/rounds/by-name", "rounds.read", RoundWhole, looks_up=True)
def find_round(house: TheHouse, who: Who, table: Name, round_id: Word) -> Response:
    """A round by the name that its table gave it, as it stands."""
    _own_table(who, table, posting=False)
    return json_response(house.ledger.find_round(table, round_id).to_dict())


@routes.add("GET", "/rounds/{id}", "rounds.read", RoundWhole)
def get_round(id: Id, house: TheHouse, who: Who) -> Response:  # noqa: A002
    """A round as it stands, with all its events."""
    record = house.ledger.round(id)
    _own_table(who, record.table, posting=False)
    return json_response(record.to_dict())


@routes.add("POST", "/rounds/{id}/void", "rounds.correct", RoundWhole, body=Void, conflicts=True)
def void_round(id: Id, raw: Raw, house: TheHouse, who: Who) -> Response:  # noqa: A002
    """Take a round back whole, by an event of its own. Two persons, where a meter has paid it."""
    body = bodies.read(raw, Void)
    second = None
    if body.approval is not None:
        second = house.approvals.spend(who, body.approval, "round.void", str(id), {"reason": body.reason})
    return json_response(house.ledger.void(id, reason=body.reason, by=who.name, approved_by=second).to_dict())


@routes.add("POST", "/rounds/{id}/resettle", "rounds.correct", RoundWhole, body=Resettle, conflicts=True)
def resettle_round(id: Id, raw: Raw, house: TheHouse, who: Who) -> Response:  # noqa: A002
    """Settle a settled round again under a corrected submission, by an event that refers to the one before."""
    body = bodies.read(raw, Resettle)
    return json_response(house.ledger.resettle(id, submission=body.submission, reason=body.reason, by=who.name).to_dict())
