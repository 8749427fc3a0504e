"""Every role on every endpoint, generated from the application itself: what is not allowed is refused, what is, is not.

The table of permissions is written here a second time, so that a slip in ``roles`` does not go unseen.
"""

from __future__ import annotations

import httpx
import pytest
from fastapi.routing import APIRoute

from houseway.service.roles import PERMISSIONS, PUBLIC
from houseway.service.routes import care, filings, meters, pages, people, rounds
from service.serving import ROLES, Served

D, S, M, A, X = ROLES
ALLOWED = {
    "POST /api/v1/rounds": {D}, "POST /api/v1/rounds/open": {D}, "POST /api/v1/rounds/{id}/settle": {D},
    "POST /api/v1/settle": {D, S, M, A},
    "GET /api/v1/rounds": {D, S, M, A}, "GET /api/v1/rounds/{id}": {D, S, M, A}, "GET /api/v1/rounds/by-name": {D, S, M, A},
    "POST /api/v1/rounds/{id}/void": {S}, "POST /api/v1/rounds/{id}/resettle": {S},
    "GET /api/v1/meters": {D, S, M, A}, "GET /api/v1/meters/{name}": {D, S, M, A},
    "GET /api/v1/meters/{name}/events": {D, S, M, A}, "GET /api/v1/meters/stream": {D, S, M, A},
    "POST /api/v1/meters": {M}, "POST /api/v1/meters/take-over": {M}, "POST /api/v1/meters/{name}/rate": {M},
    "POST /api/v1/meters/{name}/move": {M}, "POST /api/v1/meters/{name}/retire": {M},
    "GET /api/v1/submissions": {D, S, M, A}, "GET /api/v1/submissions/{id}": {D, S, M, A},
    "GET /api/v1/tables/{name}/submission": {D, S, M, A}, "POST /api/v1/submissions": {M},
    "GET /api/v1/tables": {D, S, M, A}, "POST /api/v1/tables": {M}, "POST /api/v1/tables/{name}/link": {M},
    "POST /api/v1/approvals": {S, M},
    "GET /api/v1/events": {A}, "GET /metrics": {A, X},
    "GET /api/v1/users": {A, X}, "GET /api/v1/users/{name}/keys": {A, X},
    "POST /api/v1/users": {X}, "PATCH /api/v1/users/{name}": {X}, "POST /api/v1/users/{name}/keys": {X},
    "DELETE /api/v1/users/{name}/keys/{id}": {X},
    "GET /api/v1/me": {D, S, M, A, X}, "POST /api/v1/me/password": {D, S, M, A, X},
    "DELETE /api/v1/me/session": {D, S, M, A, X},
}  # fmt: skip
OPEN = {"GET /", "GET /api", "POST /api/v1/sessions", "GET /health/live", "GET /health/ready", "GET /api/v1/openapi.json"}
FOUND = [
    f"{method} {route.path}"
    for module in (rounds, meters, filings, people, care, pages)
    for route in module.routes.router.routes
    if isinstance(route, APIRoute)
    for method in sorted(route.methods)
]


def ask(served: Served, endpoint: str, user: str | None) -> int:
    """The status of an endpoint's answer to a user; nothing he asks makes sense, so nothing is done."""
    method, path = endpoint.split(" ")
    client = served.as_(user)
    client.base_url = served.address
    path = path.replace("{name}", "nobody").replace("{id}", "999999")
    with client.stream(method, path, content=b"{}" if method in ("POST", "PATCH") else None, headers=JSON) as answer:
        return answer.status_code


JSON = {"content-type": "application/json"}


def test_every_endpoint_is_in_the_table_and_the_document(alone: Served) -> None:
    assert set(FOUND) | {"GET /api/v1/openapi.json"} == set(ALLOWED) | OPEN
    document = httpx.get(f"{alone.address}/api/v1/openapi.json").json()
    documented = {f"{method.upper()} {path}" for path, of in document["paths"].items() for method in of}
    assert documented == set(FOUND)


@pytest.mark.parametrize("endpoint", sorted(ALLOWED))
def test_who_may(alone: Served, endpoint: str) -> None:
    assert ask(alone, endpoint, None) == 401
    for role in ROLES:
        user = f"a-{role}"
        if endpoint == "DELETE /api/v1/me/session":
            user = f"leaving-{role}"
            alone.user(user, [role])
        status = ask(alone, endpoint, user)
        if role in ALLOWED[endpoint]:
            # a dealer names a table of his, and this round names none
            own_table = role == D and endpoint in {"POST /api/v1/rounds", "POST /api/v1/rounds/open", "GET /api/v1/rounds"}
            wrong_password = endpoint == "POST /api/v1/me/password"
            assert status == 403 if own_table else status not in (401, 403) or wrong_password, (role, status)
        else:
            assert status == 403, role


@pytest.mark.parametrize("endpoint", sorted(OPEN))
def test_what_is_open_to_all_is_open_to_all(alone: Served, endpoint: str) -> None:
    assert ask(alone, endpoint, None) in (200, 401, 422)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "X"])
def test_nothing_is_reached_by_another_method_or_another_spelling(alone: Served, method: str) -> None:
    client = alone.as_(None)
    for path in ("/users", "/users/", "//users", "/Users", "/users;x", "/%75sers", "/./users", "/rounds/../users", "/users?x"):
        assert client.request(method, path).status_code in (400, 401), path


def test_the_permissions_are_those_of_the_table() -> None:
    declared = {
        f"{method} {route.path}": route.openapi_extra["x-permission"]
        for module in (rounds, meters, filings, people, care, pages)
        for route in module.routes.router.routes
        if isinstance(route, APIRoute) and route.openapi_extra is not None
        for method in route.methods
    }
    for endpoint, permission in declared.items():
        assert (permission == PUBLIC) == (endpoint in OPEN)
        if permission != PUBLIC:
            assert PERMISSIONS[permission] == ALLOWED[endpoint], endpoint
