"""Runs migrations on the connection that ``migrate`` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context


def run() -> None:
    """Bring the tables up to date."""
    attributes = context.config.attributes
    context.configure(
        connection=attributes["connection"],
        version_table=attributes["version_table"],
        transactional_ddl=True,
        transaction_per_migration=False,
    )
    context.run_migrations()


if hasattr(context, "config"):  # not where the module is only looked at
    run()
