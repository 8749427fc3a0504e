"""Whether the service is alive and ready, and its counts. Not under ``/api/v1``: who asks is a machine."""

from __future__ import annotations

from typing import Literal

from fastapi import Response
from prometheus_client import CONTENT_TYPE_LATEST

from houseway.service.answers import json_response
from houseway.service.errors import busy
from houseway.service.roles import PUBLIC
from houseway.service.routing import Routes, TheHouse
from houseway.service.shapes import Shape

routes = Routes("care", prefix="")


class Alive(Shape):
    """The process answers."""

    status: Literal["alive"]


class Ready(Shape):
    """The ledger can be read, and the service is not closing."""

    status: Literal["ready"]


@routes.add("GET", "/health/live", PUBLIC, Alive)
async def live() -> Response:
    """Whether the process answers."""
    return json_response({"status": "alive"})


@routes.add("GET", "/health/ready", PUBLIC, Ready)
def ready(house: TheHouse) -> Response:
    """Whether requests can be served: the ledger is read for it. 503 otherwise."""
    if house.closing.is_set():
        raise busy("is closing")
    house.metrics.last_event.set(house.ledger.head().seq)
    return json_response({"status": "ready"})


@routes.add("GET", "/metrics", "metrics.read", {"type": "string"}, media="text/plain")
def metrics(house: TheHouse) -> Response:
    """Counts for Prometheus, with a key of an auditor or an administrator as its bearer token."""
    return Response(house.metrics.text(), media_type=CONTENT_TYPE_LATEST)
