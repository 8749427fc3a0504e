"""Runs migrations on the connection that ``houseway.ledger.migrate`` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

if hasattr(context, "config"):  # not where the module is only looked at
    context.configure(
        connection=context.config.attributes["connection"],
        version_table=context.config.attributes["version_table"],
        transactional_ddl=True,
        transaction_per_migration=False,
    )
    context.run_migrations()
