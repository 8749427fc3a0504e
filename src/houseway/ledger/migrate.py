"""The database's tables brought up to this version of the program, by Alembic, in one transaction.

``upgrade_with`` is for whoever keeps tables of his own in the same database: his own folder of migrations, and a version
table of his own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from houseway.ledger.database import storage_errors
from houseway.ledger.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from houseway.ledger.database import Database

SCRIPTS = "houseway.ledger:migrations"
VERSION_TABLE = "ledger_version"
NEWEST = "0001"  # a test holds it against the newest script, so that opening a ledger need not read them


def upgrade(database: Database) -> None:
    """Make the ledger's tables, or bring them up to date. Raises StorageError."""
    upgrade_with(database, SCRIPTS, VERSION_TABLE, NEWEST)


def upgrade_with(database: Database, scripts: str, version_table: str, newest: str) -> None:
    """Run the migrations in ``scripts`` (``package:folder``) unless ``version_table`` says ``newest`` already.

    Raises StorageError, also for a database that a later version of the program has changed.
    """
    with database.reading() as connection:
        at = _version(connection, version_table)
    if at == newest:
        return
    with database.writing() as connection, storage_errors():
        if connection.dialect.name == "postgresql":  # two servers may start on an empty database at once
            connection.execute(text("SELECT pg_advisory_xact_lock(6531264513)"))
        at = _version(connection, version_table)
        if at != newest:
            _run(connection, scripts, version_table, at)
            connection.commit()


def _version(connection: Connection, version_table: str) -> str | None:
    if not inspect(connection).has_table(version_table):
        return None
    return connection.execute(text(f'SELECT version_num FROM "{version_table}"')).scalar()


def _run(connection: Connection, scripts: str, version_table: str, at: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", scripts)
    config.attributes["connection"] = connection
    config.attributes["version_table"] = version_table
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        message = "was made by a later version of houseway than this one"
        raise StorageError(message, at, "the houseway that made it, or a later one") from error
