"""Runs migrations on the connection that ``migrate`` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

config = context.config
context.configure(
    connection=config.attributes["connection"],
    version_table=config.attributes["version_table"],
    transactional_ddl=True,
    transaction_per_migration=False,
)
context.run_migrations()
