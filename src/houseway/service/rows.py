"""The rows of users and their keys: read, written, each change with its event of the log."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, insert, select, update

from houseway.ledger import NotFoundError, Transaction, record_event
from houseway.problems import shown
from houseway.service import clock, schema

Row = Mapping[str, Any]
SYSTEM = "houseway"


def account_of(connection: Connection, name: str) -> Row | None:
    """A user's row by his name; None where there is none."""
    query = select(schema.account).where(schema.account.c.name == name)
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else dict(row)


def required(connection: Connection, name: str) -> Row:
    """A user's row. Raises NotFoundError."""
    row = account_of(connection, name)
    if row is None:
        raise NotFoundError("name", "is no user", shown(name))
    return row


def locked(row: Row) -> bool:
    """Whether he is locked out now."""
    return row["locked_until"] is not None and row["locked_until"] > clock.stamp(clock.now())


def shown_account(row: Row) -> dict[str, Any]:
    """A user as he is shown, without secrets."""
    return {
        "name": row["name"], "roles": json.loads(row["roles"]), "tables": json.loads(row["tables"]),
        "active": bool(row["active"]), "has_password": row["password"] is not None, "locked": locked(row),
        "created_at": row["created_at"],
    }  # fmt: skip


def insert_account(
    tx: Transaction, name: str, roles: Collection[str], tables: Collection[str], password: str | None, by: str
) -> None:
    """A new user, with the event that says so."""
    said = {"user": name, "roles": sorted(roles), "tables": sorted(tables), "password": password is not None}
    record_event(tx, "user.created", said, by=by)
    values = {
        "name": name, "roles": json.dumps(said["roles"]), "tables": json.dumps(said["tables"]), "password": password,
        "active": True, "failures": 0, "created_at": clock.stamp(clock.now()),
    }  # fmt: skip
    tx.connection.execute(insert(schema.account).values(**values))


def set_failures(tx: Transaction, name: str, failures: int, until: str | None, why: str | None) -> None:
    """How often in a row his password was wrong, with the event that says so."""
    if why is not None:
        record_event(tx, "access.refused", {"user": name, "why": why, "failures": failures, "locked_until": until}, by=SYSTEM)
    else:
        record_event(tx, "access.granted", {"user": name, "after_failures": True}, by=SYSTEM)
    values = {"failures": failures, "locked_until": until}
    tx.connection.execute(update(schema.account).where(schema.account.c.name == name).values(**values))


def end_credentials(connection: Connection, name: str, kind: str | None) -> None:
    """End his keys and sessions, or those of one kind."""
    c = schema.credential.c
    ending = update(schema.credential).where(c.account == name, c.ended_at.is_(None)).values(ended_at=clock.stamp(clock.now()))
    connection.execute(ending if kind is None else ending.where(c.kind == kind))
