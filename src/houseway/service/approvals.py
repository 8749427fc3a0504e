"""What takes two persons: the second one's approval, of exactly one operation, for a few minutes and once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import insert, select, update

from houseway.ledger import Ledger, Transaction, record_event
from houseway.ledger.canonical import digest
from houseway.problems import InputError, Problem, shown
from houseway.service import clock, credentials, rows, schema
from houseway.service.accounts import Principal
from houseway.service.errors import forbidden
from houseway.service.roles import SECOND_PERSON
from houseway.service.settings import Settings


class Approvals:
    """The approvals of one ledger. Any thread may use it."""

    def __init__(self, ledger: Ledger, settings: Settings) -> None:
        self._ledger, self._settings = ledger, settings

    def give(self, who: Principal, operation: str, target: str, details: Mapping[str, Any]) -> dict[str, Any]:
        """A second person agrees to exactly this, for a few minutes and once; the token goes with the first one's request."""
        seconds = SECOND_PERSON.get(operation)
        if seconds is None:
            raise InputError([Problem("operation", "takes no second person", shown(operation), ", ".join(SECOND_PERSON))])
        if not who.roles & seconds:
            raise forbidden(f"nobody of these roles is the second person of {operation}", " or ".join(sorted(seconds)))
        token = credentials.new_token(credentials.APPROVAL)
        said = {"operation": operation, "target": target, "details": dict(details)}
        until = clock.stamp(clock.now() + timedelta(minutes=self._settings.approval_minutes))

        def work(tx: Transaction) -> None:
            record_event(tx, "approval.given", {**said, "id": token.id, "expires_at": until}, by=who.name)
            values = {
                "id": token.id, "account": who.name, "operation": operation, "digest": digest(said), "hash": token.hash,
                "expires_at": until,
            }  # fmt: skip
            tx.connection.execute(insert(schema.approval).values(**values))

        self._ledger.transaction(work)
        return {"approval": token.text, "operation": operation, "target": target, "expires_at": until}

    def spend(self, who: Principal, text: str, operation: str, target: str, details: Mapping[str, Any]) -> str:
        """The name of the second person whose approval this is. It is spent, whatever becomes of the operation."""
        token = credentials.read_token(text)
        wanted = digest({"operation": operation, "target": target, "details": dict(details)})

        def work(tx: Transaction) -> str:
            found = None
            if token is not None:
                query = select(schema.approval).where(schema.approval.c.id == token.id)
                found = tx.connection.execute(query).mappings().one_or_none()
            if token is None or found is None or not credentials.same(found["hash"], token.hash):
                raise forbidden("is no approval that was given here", where="approval")
            if found["used_at"] is not None or found["expires_at"] <= clock.stamp(clock.now()):
                raise forbidden("has been used, or its time has passed", "a new approval", where="approval")
            if found["digest"] != wanted:
                raise forbidden("was given for something else", "the operation exactly as approved", where="approval")
            second = rows.required(tx.connection, found["account"])
            if not second["active"] or not set(json.loads(second["roles"])) & SECOND_PERSON[operation]:
                raise forbidden("is of somebody who may no longer give it", where="approval")
            if second["name"] == who.name:
                raise forbidden("is your own", "the approval of another person", where="approval")
            record_event(tx, "approval.used", {"id": token.id, "operation": operation, "target": target}, by=who.name)
            spent = update(schema.approval).where(schema.approval.c.id == token.id)
            tx.connection.execute(spent.values(used_at=clock.stamp(clock.now())))
            return str(second["name"])

        return self._ledger.transaction(work)
