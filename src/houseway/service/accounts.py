"""Users: who they are, what they may do, how they prove it. Every change and every refusal is an event of the log."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import insert, select, update

from houseway.ledger import ConflictError, Ledger, NotFoundError, Transaction, record_event
from houseway.problems import InputError, Problem, shown
from houseway.service import clock, credentials, rows, schema
from houseway.service.errors import unknown_caller
from houseway.service.logs import log
from houseway.service.roles import ADMINISTRATOR, ROLES
from houseway.service.rows import SYSTEM, Row
from houseway.service.settings import Settings

T = TypeVar("T")

CACHED_SECONDS = 1.0  # how long another process's revocation may go unseen; this process's own is seen at once
MOST_CACHED = 10_000
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._@-]{0,62}[A-Za-z0-9])?")


class Principal(NamedTuple):
    """Who asks: his name, roles and tables, and the credential he came with (``key`` or ``session`` and its id)."""

    name: str
    roles: frozenset[str]
    tables: frozenset[str]
    credential: str
    expires_at: str


class _Known(NamedTuple):
    principal: Principal
    hash: str
    until: float


class Accounts:
    """The users of one ledger. Any thread may use it."""

    def __init__(self, ledger: Ledger, settings: Settings) -> None:
        self._ledger, self._settings = ledger, settings
        self._known: dict[str, _Known] = {}

    def _change(self, work: Callable[[Transaction], T]) -> T:
        try:
            return self._ledger.transaction(work)
        finally:
            self._known = {}

    # --- Who asks

    def known(self, text: str) -> Principal | None:
        """Whose token this is, as far as it was looked up a moment ago."""
        token = credentials.read_token(text)
        found = self._known.get(token.id) if token else None
        if token is None or found is None or found.until < time.monotonic():
            return None
        return self._valid(found, token)

    def identify(self, text: str) -> Principal | None:
        """Whose token this is; None for a token that is unknown, expired or revoked, or whose user is no longer active."""
        token = credentials.read_token(text)
        if token is None:
            return None
        known = self._known
        c, a = schema.credential.c, schema.account.c
        query = (
            select(c.kind, c.hash, c.expires_at, c.ended_at, a.name, a.roles, a.tables, a.active)
            .join(schema.account, a.name == c.account)
            .where(c.id == token.id)
        )
        with self._ledger.database.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
        if row is None or row["ended_at"] is not None or not row["active"]:
            return None
        principal = Principal(
            row["name"], frozenset(json.loads(row["roles"])), frozenset(json.loads(row["tables"])),
            f"{row['kind']}:{token.id}", row["expires_at"],
        )  # fmt: skip
        found = _Known(principal, row["hash"], time.monotonic() + CACHED_SECONDS)
        if len(known) >= MOST_CACHED:
            known.clear()
        known[token.id] = found  # into the dict of before the look-up: a change since has put it aside
        return self._valid(found, token)

    @staticmethod
    def _valid(found: _Known, token: credentials.Token) -> Principal | None:
        good = credentials.same(found.hash, token.hash) and found.principal.expires_at > clock.stamp(clock.now())
        return found.principal if good else None

    # --- Users

    def first_start(self) -> tuple[str, str] | None:
        """On a ledger without users: an administrator, whose name and password are returned this once."""
        with self._ledger.database.reading() as connection:
            if connection.execute(select(schema.account.c.name).limit(1)).first():
                return None
        password = credentials.random_password()
        hashed = credentials.hash_password(password)

        def work(tx: Transaction) -> tuple[str, str] | None:
            if tx.connection.execute(select(schema.account.c.name).limit(1)).first():
                return None  # another process was first
            rows.insert_account(tx, ADMINISTRATOR, [ADMINISTRATOR], [], hashed, SYSTEM)
            return ADMINISTRATOR, password

        return self._change(work)

    def reset_administrator(self) -> tuple[str, str]:
        """A new random password for the administrator, who is unlocked and back in use and role; returned this once."""
        password = credentials.random_password()
        hashed = credentials.hash_password(password)

        def work(tx: Transaction) -> tuple[str, str]:
            row = rows.required(tx.connection, ADMINISTRATOR)
            roles = sorted({ADMINISTRATOR, *json.loads(row["roles"])})
            said = {"user": ADMINISTRATOR, "password": True, "active": True, "roles": roles, "tables": None}
            record_event(tx, "user.changed", said, by=SYSTEM)
            values = {
                "password": hashed, "roles": json.dumps(roles), "active": True, "failures": 0, "locked_until": None,
            }  # fmt: skip
            tx.connection.execute(update(schema.account).where(schema.account.c.name == ADMINISTRATOR).values(**values))
            rows.end_credentials(tx.connection, ADMINISTRATOR, "session")
            return ADMINISTRATOR, password

        return self._change(work)

    def create(self, name: str, roles: Collection[str], tables: Collection[str], password: str | None, *, by: str) -> Row:
        """A new user; without a password he has keys only. Raises InputError, ConflictError."""
        problems = _role_problems(roles) + ([] if password is None else password_problems(password))
        if not _NAME.fullmatch(name):
            allowed = "1 to 64 letters, digits and . _ @ - inside"
            problems.append(Problem("name", "is no user's name", shown(name), allowed))
        if problems:
            raise InputError(problems)
        hashed = None if password is None else credentials.hash_password(password)

        def work(tx: Transaction) -> Row:
            if rows.account_of(tx.connection, name) is not None or name == SYSTEM:
                raise ConflictError("name", "is a user already", name, "a new name")
            rows.insert_account(tx, name, roles, tables, hashed, by)
            return rows.shown_account(rows.required(tx.connection, name))

        return self._change(work)

    def change(
        self, name: str, *, roles: Collection[str] | None, tables: Collection[str] | None, active: bool | None,
        password: str | None, by: str,
    ) -> Row:  # fmt: skip
        """Other roles, tables or password, or a user put out of use (his keys and sessions end) or back.

        Nobody changes his own roles or puts himself out of use, so there is always an administrator.
        """
        problems = ([] if roles is None else _role_problems(roles)) + ([] if password is None else password_problems(password))
        if problems:
            raise InputError(problems)
        if name == by and (roles is not None or active is not None):
            raise ConflictError("name", "is who asks: his own roles and activity another administrator changes", name)
        values: dict[str, Any] = {}
        if roles is not None:
            values["roles"] = json.dumps(sorted(roles))
        if tables is not None:
            values["tables"] = json.dumps(sorted(tables))
        if active is not None:
            values["active"] = active
        if password is not None:
            values |= {"password": credentials.hash_password(password), "failures": 0, "locked_until": None}

        def work(tx: Transaction) -> Row:
            rows.required(tx.connection, name)
            said: dict[str, Any] = {"user": name, "password": password is not None, "active": active}
            said["roles"] = None if roles is None else sorted(roles)
            said["tables"] = None if tables is None else sorted(tables)
            record_event(tx, "user.changed", said, by=by)
            if values:
                tx.connection.execute(update(schema.account).where(schema.account.c.name == name).values(**values))
            if active is False or password is not None:
                rows.end_credentials(tx.connection, name, None if active is False else "session")
            return rows.shown_account(rows.required(tx.connection, name))

        return self._change(work)

    def own_password(self, who: Principal, old: str, new: str) -> None:
        """A user's own new password; his sessions end. Raises as ``sign_in`` does where the old one is wrong."""
        problems = password_problems(new)
        if problems:
            raise InputError(problems)
        self._prove(who.name, old)
        self.change(who.name, roles=None, tables=None, active=None, password=new, by=who.name)

    def users(self) -> list[Row]:
        """Every user, without secrets."""
        with self._ledger.database.reading() as connection:
            found = connection.execute(select(schema.account).order_by(schema.account.c.name)).mappings()
            return [rows.shown_account(dict(row)) for row in found]

    # --- Sessions and keys

    def sign_in(self, name: str, password: str) -> tuple[str, Principal]:
        """A new session's token and whose it is. Raises RefusedError (401), the same for every reason."""
        row = self._prove(name, password)
        until = clock.now() + timedelta(hours=self._settings.session_hours)
        token = self._new_credential(credentials.SESSION, name, "session", until, "session.began", by=name)
        principal = self.identify(token.text)
        if principal is None:
            raise unknown_caller(f"user {row['name']} is no longer active")
        return token.text, principal

    def _prove(self, name: str, password: str) -> Row:
        """The user whose name and password these are; too many failures lock him out for a time, also with the right one."""
        refused = unknown_caller("name or password is wrong, or the user is locked out")
        with self._ledger.database.reading() as connection:
            row = rows.account_of(connection, name) if _NAME.fullmatch(name) else None
        right = credentials.is_password(password, row["password"] if row else None)
        if row is None:
            log("sign-in refused", level="warning", user=shown(name), why="unknown user")
            raise refused
        if right and row["active"] and not rows.locked(row):
            if row["failures"]:
                self._change(lambda tx: rows.set_failures(tx, name, 0, None, None))
            return row
        why = "locked out" if rows.locked(row) else "wrong password" if row["active"] else "not active"
        log("sign-in refused", level="warning", user=name, why=why)
        if rows.locked(row) or not row["active"]:
            raise refused

        def work(tx: Transaction) -> None:
            failures = rows.required(tx.connection, name)["failures"] + 1
            locked = failures % self._settings.failures == 0
            until = clock.stamp(clock.now() + timedelta(minutes=self._settings.lock_minutes)) if locked else None
            rows.set_failures(tx, name, failures, until, "wrong password")

        self._change(work)
        raise refused

    def create_key(self, name: str, label: str, days: int | None, *, by: str) -> dict[str, Any]:
        """A new key of a user, with its secret, which is shown this once."""
        days = self._settings.key_days if days is None else days
        if not 1 <= days <= self._settings.most_key_days:
            raise InputError([Problem("days", "is no term of a key", shown(days), f"1 to {self._settings.most_key_days}")])
        until = clock.now() + timedelta(days=days)
        token = self._new_credential(credentials.KEY, name, label, until, "key.created", by=by)
        return {"id": token.id, "user": name, "label": label, "expires_at": clock.stamp(until), "key": token.text}

    def _new_credential(
        self, prefix: str, name: str, label: str, until: datetime, kind: str, *, by: str
    ) -> credentials.Token:  # fmt: skip
        token = credentials.new_token(prefix)
        at = clock.stamp(clock.now())

        def work(tx: Transaction) -> None:
            row = rows.required(tx.connection, name)
            if not row["active"]:
                raise ConflictError("name", "is a user out of use", name, "an active user")
            record_event(tx, kind, {"user": name, "id": token.id, "label": label, "expires_at": clock.stamp(until)}, by=by)
            sort = "key" if prefix == credentials.KEY else "session"
            values = {
                "id": token.id, "kind": sort, "account": name, "label": label, "hash": token.hash, "created_at": at,
                "expires_at": clock.stamp(until),
            }  # fmt: skip
            c = schema.credential.c
            tx.connection.execute(schema.credential.delete().where(c.account == name, c.expires_at < at))
            tx.connection.execute(insert(schema.credential).values(**values))

        self._change(work)
        return token

    def keys(self, name: str) -> list[Row]:
        """A user's keys and sessions, without secrets."""
        c = schema.credential.c
        with self._ledger.database.reading() as connection:
            rows.required(connection, name)
            query = select(c.id, c.kind, c.label, c.created_at, c.expires_at, c.ended_at).where(c.account == name)
            return [dict(row) for row in connection.execute(query.order_by(c.created_at, c.id)).mappings()]

    def end(self, name: str, id_: str, *, by: str) -> None:
        """Revoke a key or a session of a user, at once and for good."""
        c = schema.credential.c

        def work(tx: Transaction) -> None:
            query = select(c.kind, c.ended_at).where(c.id == id_, c.account == name)
            row = tx.connection.execute(query).mappings().one_or_none()
            if row is None:
                raise NotFoundError("key", f"is no key or session of user {name}", shown(id_))
            if row["ended_at"] is not None:
                return
            record_event(tx, f"{row['kind']}.ended", {"user": name, "id": id_}, by=by)
            tx.connection.execute(update(schema.credential).where(c.id == id_).values(ended_at=clock.stamp(clock.now())))

        self._change(work)


def password_problems(password: str) -> list[Problem]:
    """What is wrong with a new password."""
    least, most = credentials.LEAST_PASSWORD, credentials.MOST_PASSWORD
    if least <= len(password) <= most and len(set(password)) > 4:
        return []
    return [
        Problem("password", "is too weak", f"{len(password)} characters", f"{least} to {most} characters, not of the same few")
    ]


def _role_problems(roles: Collection[str]) -> list[Problem]:
    wrong = [role for role in roles if role not in ROLES]
    problems = [Problem("roles", "is no role", shown(role), ", ".join(ROLES)) for role in wrong]
    return problems if roles else [Problem("roles", "are missing", allowed=", ".join(ROLES))]
