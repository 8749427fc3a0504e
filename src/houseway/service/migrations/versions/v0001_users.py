"""Users, keys, sessions and approvals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The three tables."""
    op.create_table(
        "account",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("tables", sa.Text, nullable=False),
        sa.Column("password", sa.String(200)),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("locked_until", sa.String(40)),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "credential",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("account", sa.String(64), sa.ForeignKey("account.name"), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.String(40)),
    )
    op.create_index("ix_credential_account", "credential", ["account"])
    op.create_table(
        "approval",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(64), sa.ForeignKey("account.name"), nullable=False),
        sa.Column("operation", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
        sa.Column("used_at", sa.String(40)),
    )
