"""Users, keys, sessions, approvals, and the log of events."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from houseway.service import bodies
from houseway.service.answers import json_response
from houseway.service.bodies import Name, Raw
from houseway.service.roles import PUBLIC, SIGNED_IN
from houseway.service.routing import Routes, TheHouse, Who
from houseway.service.shapes import (
    ApprovalShape,
    ApprovalTerms,
    CredentialList,
    EventPage,
    KeyTerms,
    MeShape,
    NewKey,
    NewUser,
    OwnPassword,
    SessionShape,
    SignIn,
    UserChange,
    UserList,
    UserShape,
)

routes = Routes("users")


@routes.add("POST", "/sessions", PUBLIC, SessionShape, body=SignIn, status=201)
def sign_in(raw: Raw, house: TheHouse) -> Response:
    """Sign in with name and password; the token goes into the Authorization header."""
    body = bodies.read(raw, SignIn)
    token, who = house.accounts.sign_in(body.name, body.password)
    said = {"token": token, "user": who.name, "roles": sorted(who.roles), "tables": sorted(who.tables)}
    return json_response({**said, "expires_at": who.expires_at}, 201)


@routes.add("DELETE", "/me/session", SIGNED_IN, None, status=204)
def sign_out(house: TheHouse, who: Who) -> Response:
    """End the session (or key) that this request came with."""
    house.accounts.end(who.name, who.credential.partition(":")[2], by=who.name)
    return Response(status_code=204)


@routes.add("GET", "/me", SIGNED_IN, MeShape)
def me(who: Who) -> Response:
    """Who asks."""
    said = {"user": who.name, "roles": sorted(who.roles), "tables": sorted(who.tables)}
    return json_response({**said, "credential": who.credential, "expires_at": who.expires_at})


@routes.add("POST", "/me/password", SIGNED_IN, None, body=OwnPassword, status=204)
def own_password(raw: Raw, house: TheHouse, who: Who) -> Response:
    """A new password of one's own; one's sessions end."""
    body = bodies.read(raw, OwnPassword)
    house.accounts.own_password(who, body.old, body.new)
    return Response(status_code=204)


@routes.add("GET", "/users", "users.read", UserList)
def list_users(house: TheHouse) -> Response:
    """Every user."""
    return json_response({"users": house.accounts.users()})


@routes.add("POST", "/users", "users.manage", UserShape, body=NewUser, status=201, conflicts=True)
def create_user(raw: Raw, house: TheHouse, who: Who) -> Response:
    """A new user."""
    body = bodies.read(raw, NewUser)
    return json_response(house.accounts.create(body.name, set(body.roles), set(body.tables), body.password, by=who.name), 201)


@routes.add("PATCH", "/users/{name}", "users.manage", UserShape, body=UserChange, conflicts=True)
def change_user(name: Name, raw: Raw, house: TheHouse, who: Who) -> Response:
    """Other roles, tables or password; a user put out of use, or back."""
    body = bodies.read(raw, UserChange)
    changed = house.accounts.change(
        name, roles=None if body.roles is None else set(body.roles), tables=None if body.tables is None else set(body.tables),
        active=body.active, password=body.password, by=who.name,
    )  # fmt: skip
    return json_response(changed)


@routes.add("GET", "/users/{name}/keys", "users.read", CredentialList)
def list_keys(name: Name, house: TheHouse) -> Response:
    """A user's keys and sessions, without their secrets."""
    return json_response({"keys": house.accounts.keys(name)})


@routes.add("POST", "/users/{name}/keys", "users.manage", NewKey, body=KeyTerms, status=201, conflicts=True)
def create_key(name: Name, raw: Raw, house: TheHouse, who: Who) -> Response:
    """A new key for a user; its secret is shown this once."""
    body = bodies.read(raw, KeyTerms)
    return json_response(house.accounts.create_key(name, body.label, body.days, by=who.name), 201)


@routes.add("DELETE", "/users/{name}/keys/{id}", "users.manage", None, status=204)
def revoke_key(name: Name, id: Name, house: TheHouse, who: Who) -> Response:  # noqa: A002
    """Revoke a key or a session, at once and for good."""
    house.accounts.end(name, id, by=who.name)
    return Response(status_code=204)


@routes.add("POST", "/approvals", "approvals.give", ApprovalShape, body=ApprovalTerms, status=201)
def approve(raw: Raw, house: TheHouse, who: Who) -> Response:
    """Agree, as the second person, to exactly one operation of somebody else's, for a few minutes and once."""
    body = bodies.read(raw, ApprovalTerms)
    return json_response(house.approvals.give(who, body.operation, body.target, body.details), 201)


@routes.add("GET", "/events", "log.read", EventPage)
def list_events(
    house: TheHouse,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    kind: Annotated[list[Name] | None, Query(max_length=20)] = None,
) -> Response:
    """The log, oldest first: every event with who did it and the hash of the one before it."""
    found = house.ledger.events(after=after, limit=limit, kinds=kind)
    following = found[-1].seq if len(found) == limit else None
    return json_response({"events": [event.to_dict() for event in found], "next": following})
