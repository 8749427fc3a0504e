"""Meters: made, taken over, read, changed by two persons."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Request, Response
from fastapi.responses import StreamingResponse

from houseway.problems import InputError, Problem, shown
from houseway.service import bodies, displays
from houseway.service.accounts import Principal
from houseway.service.answers import json_response
from houseway.service.bodies import Name, Raw
from houseway.service.house import House
from houseway.service.routing import Routes, TheHouse, Who
from houseway.service.shapes import MeterList, MeterShape, MovementPage, NewMeter, Rate, Retirement, TakeOver, Transfer

routes = Routes("meters")
_PLACE = r"^[0-9]{1,15}\.[0-9]{1,6}$"


@routes.add("GET", "/meters", "meters.read", MeterList)
def list_meters(house: TheHouse) -> Response:
    """Every meter, as all read at one moment; never behind a committed round."""
    return json_response({"meters": [meter.to_dict() for meter in house.ledger.meters()]})


@routes.add("POST", "/meters", "meters.manage", MeterShape, body=NewMeter, status=201, conflicts=True)
def create_meter(raw: Raw, house: TheHouse, who: Who) -> Response:
    """A new meter on the terms of a filed submission."""
    body = bodies.read(raw, NewMeter)
    return json_response(house.ledger.create_meter(body.name, body.wager, body.submission, by=who.name).to_dict(), 201)


@routes.add("POST", "/meters/take-over", "meters.manage", MeterShape, body=TakeOver, status=201, conflicts=True)
def take_over_meter(raw: Raw, house: TheHouse, who: Who) -> Response:
    """A meter in mid-life, at a reading that two persons have signed off."""
    body = bodies.read(raw, TakeOver)
    second = _second(house, who, body, "meter.take-over", body.name)
    meter = house.ledger.take_over_meter(
        body.name, body.wager, body.submission, body.reading, reason=body.reason, by=who.name, approved_by=second
    )
    return json_response(meter.to_dict(), 201)


@routes.add("GET", "/meters/stream", "meters.read", {"type": "string"}, media="text/event-stream")
async def stream_meters(
    request: Request, house: TheHouse, name: Annotated[list[Name] | None, Query(max_length=100)] = None
) -> Response:
    """Meters for displays, as server-sent events.

    Every meter (or those named) comes at once, then each whenever it has moved: event ``meter``, its data as
    ``/meters/{name}`` gives it, its id the number of the event that moved it.
    """
    token = request.headers["authorization"].partition(" ")[2]
    content = displays.stream(house, token, frozenset(name or ()))
    return StreamingResponse(content, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@routes.add("GET", "/meters/{name}", "meters.read", MeterShape)
def get_meter(name: Name, house: TheHouse) -> Response:
    """A meter as it reads after the last committed round."""
    return json_response(house.ledger.meter(name).to_dict())


@routes.add("GET", "/meters/{name}/events", "meters.read", MovementPage)
def meter_events(
    name: Name,
    house: TheHouse,
    after: Annotated[str | None, Query(pattern=_PLACE, description="`next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """A meter's movements in the recorded order, which is final; with the moment of the hit and of the commit."""
    place = (0, -1)
    if after is not None:
        seq, _, n = after.partition(".")
        place = (int(seq), int(n))
        if place[1] > 32_000:  # the database's own numbers end there
            raise InputError([Problem("after", "is no place in the order", shown(after), "next of the page before")])
    found = house.ledger.meter_events(name, after=place, limit=limit)
    following = f"{found[-1].seq}.{found[-1].n}" if len(found) == limit else None
    return json_response({"events": [movement.to_dict() for movement in found], "next": following})


@routes.add("POST", "/meters/{name}/rate", "meters.manage", MeterShape, body=Rate, conflicts=True)
def set_rate(name: Name, raw: Raw, house: TheHouse, who: Who) -> Response:
    """Another rate of progression. Two persons."""
    body = bodies.read(raw, Rate)
    second = _second(house, who, body, "meter.set-rate", name)
    meter = house.ledger.set_rate(name, body.rate_of_progression, reason=body.reason, by=who.name, approved_by=second)
    return json_response(meter.to_dict())


@routes.add("POST", "/meters/{name}/move", "meters.manage", MeterList, body=Transfer, conflicts=True)
def move_funds(name: Name, raw: Raw, house: TheHouse, who: Who) -> Response:
    """Funds from this meter to another, exactly. Two persons."""
    body = bodies.read(raw, Transfer)
    second = _second(house, who, body, "meter.move-funds", name)
    meters = house.ledger.move_funds(name, body.to, body.amount, reason=body.reason, by=who.name, approved_by=second)
    return json_response({"meters": [meter.to_dict() for meter in meters]})


@routes.add("POST", "/meters/{name}/retire", "meters.manage", MeterShape, body=Retirement, conflicts=True)
def retire_meter(name: Name, raw: Raw, house: TheHouse, who: Who) -> Response:
    """A meter out of use; what it holds goes to another. Two persons."""
    body = bodies.read(raw, Retirement)
    second = _second(house, who, body, "meter.retire", name)
    meter = house.ledger.retire_meter(name, reason=body.reason, by=who.name, approved_by=second, move_to=body.move_to)
    return json_response(meter.to_dict())


def _second(house: House, who: Principal, body: Any, operation: str, target: str) -> str:
    """The second person, who has approved exactly this body."""
    details = body.model_dump(exclude={"approval"}, exclude_unset=True)
    return house.approvals.spend(who, body.approval, operation, target, details)
