"""The service's own tables, beside the ledger's: users, keys, sessions, approvals. Secrets are kept as hashes only.

Unlike rounds and meters these rows change; each change is an event of the ledger's log as well.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text

SCRIPTS, VERSION_TABLE, NEWEST = "houseway.service:migrations", "service_version", "0001"

metadata = MetaData()

account = Table(
    "account",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("roles", Text, nullable=False),  # JSON lists
    Column("tables", Text, nullable=False),
    Column("password", String(200)),  # argon2; NULL: signs in by key only
    Column("active", Boolean, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("locked_until", String(40)),
    Column("created_at", String(40), nullable=False),
)

credential = Table(  # keys and sessions
    "credential",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("account", String(64), ForeignKey("account.name"), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("hash", String(64), nullable=False),  # SHA-256 of a secret of 256 random bits
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False),
    Column("ended_at", String(40)),  # revoked or signed out
)

approval = Table(  # what a second person has agreed to, once
    "approval",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("account", String(64), ForeignKey("account.name"), nullable=False),
    Column("operation", String(40), nullable=False),
    Column("digest", String(64), nullable=False),  # of the operation, its target and its details
    Column("hash", String(64), nullable=False),
    Column("expires_at", String(40), nullable=False),
    Column("used_at", String(40)),
)
