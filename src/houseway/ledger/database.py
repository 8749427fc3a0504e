"""The database under a ledger: SQLite in a file, or PostgreSQL by URL, set so that what is committed stays.

SQLite: write-ahead log, ``synchronous=FULL``, foreign keys, a wait for locks; PostgreSQL: ``fsync``, ``synchronous_commit``
and ``full_page_writes`` on. All of it is read back and asserted when the ledger is opened.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from houseway.ledger.errors import DamagedError, DurabilityError, StorageError
from houseway.problems import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_SECONDS = 30
SQLITE, POSTGRESQL = "sqlite", "postgresql"


def default_path() -> Path:
    """Where a ledger is kept when no URL is given: ``ledger.sqlite`` in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("houseway") / "ledger.sqlite"


def url_of(database: str | os.PathLike[str] | None) -> URL:
    """A database URL from a URL, the path of an SQLite file, or None for the user's own. Raises InputError."""
    if database is None:
        path = default_path()
        return URL.create("sqlite+pysqlite", database=str(path))
    said = os.fspath(database)
    if "://" not in said:
        return URL.create("sqlite+pysqlite", database=os.path.abspath(said))
    allowed = "sqlite:///PATH or postgresql://USER@HOST/NAME"
    try:
        url = make_url(said)
    except (ArgumentError, ValueError):
        raise InputError([Problem("database", "is not a database URL", allowed=allowed)]) from None
    if url.get_backend_name() == POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == SQLITE and url.database and url.database != ":memory:":
        return url.set(drivername="sqlite+pysqlite", database=os.path.abspath(url.database))
    raise InputError([Problem("database", "is no database that a ledger can be kept in", url.drivername, allowed)])


class Database:
    """An engine with the settings of this house, and its errors in the ledger's words."""

    def __init__(self, database: str | os.PathLike[str] | None = None, *, create: bool = True) -> None:
        self.url = url_of(database)
        self.dialect = self.url.get_backend_name()
        if self.dialect == SQLITE:
            self._prepare_file(create)
            self.engine = create_engine(self.url, connect_args={"timeout": BUSY_SECONDS}, pool_size=8, max_overflow=56)
            event.listen(self.engine, "connect", _sqlite_settings)
            event.listen(self.engine, "begin", _sqlite_begin)
        else:
            self.engine = create_engine(
                self.url, pool_size=8, max_overflow=56, pool_pre_ping=True, pool_use_lifo=True,
                isolation_level="READ COMMITTED",
                connect_args={"connect_timeout": 10, "application_name": "houseway"},
            )  # fmt: skip
            event.listen(self.engine, "connect", _postgresql_settings)

    def _prepare_file(self, create: bool) -> None:
        path = Path(self.url.database or "")
        if path.exists():
            return
        if not create:
            raise StorageError("there is no ledger here", str(path), "the path of a ledger, or a database URL")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"its folder cannot be made: {error.strerror}", str(path.parent)) from None

    @property
    def shown(self) -> str:
        """The URL without its password."""
        return self.url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in a transaction that only reads: it sees one moment of what is committed."""
        with storage_errors(), self.engine.connect() as connection:
            if self.dialect == POSTGRESQL:
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction that may write; SQLite's write lock is taken at once. The caller commits."""
        with storage_errors(), self.engine.connect().execution_options(houseway_writes=True) as connection:
            yield connection

    def assert_durable(self) -> dict[str, str]:
        """The settings that keep what is committed, as the database tells them. Raises DurabilityError where one is off."""
        if self.dialect == SQLITE:
            wanted = {"journal_mode": ("wal",), "synchronous": ("2", "3"), "foreign_keys": ("1",)}
            ask = "PRAGMA {}"
        else:
            wanted = {
                "fsync": ("on",), "full_page_writes": ("on",),
                "synchronous_commit": ("on", "remote_write", "remote_apply", "local"),
            }  # fmt: skip
            ask = "SHOW {}"
        found = {}
        with self.reading() as connection:
            for name, allowed in wanted.items():
                value = str(connection.execute(text(ask.format(name))).scalar())
                found[name] = value
                if value not in allowed:
                    message = f"{name} is not set so that what is committed stays"
                    raise DurabilityError(message, value, " or ".join(allowed))
        return found

    def close(self) -> None:
        """Every connection closed; an SQLite file is left without its write-ahead log where nobody else has it open."""
        self.engine.dispose()


def _sqlite_settings(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where _sqlite_begin says so, not where the driver guesses
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA foreign_keys = ON")
    if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        with suppress(sqlite3.OperationalError):  # a file that can only be read can still be verified; a ledger is asserted
            cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA cache_size = -32768")
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("houseway_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql_settings(connection: Any, _record: object) -> None:
    """A session may lower the server's durability for itself; this one raises it."""
    autocommit = connection.autocommit
    connection.autocommit = True
    connection.execute("SET synchronous_commit = on")
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    connection.autocommit = autocommit


@contextmanager
def storage_errors(but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """What a driver raises, as a StorageError in plain words; ``but`` what is let through as it is."""
    try:
        yield
    except but:
        raise
    except DBAPIError as error:
        raise _said(error) from error
    except PoolTimeoutError as error:
        raise StorageError("is not reached: every connection is in use", allowed="asking again") from error
    except SQLAlchemyError as error:
        raise StorageError(f"cannot be used: {_short(error)}") from error
    except sqlite3.Error as error:
        raise StorageError(f"cannot be used: {_short(error)}") from error


_PLAIN = (
    ("readonly database", "can be read only; nothing is recorded"),
    ("read-only transaction", "can be read only; nothing is recorded"),
    ("database or disk is full", "has no room left on its disk; nothing of this is recorded"),
    ("no space left", "has no room left on its disk; nothing of this is recorded"),
    ("could not extend file", "has no room left on its disk; nothing of this is recorded"),
    ("database is locked", "is held by another writer for too long"),
    ("lock timeout", "is held by another writer for too long"),
    ("disk i/o error", "cannot be read or written: the disk reports an error"),
    ("unable to open database file", "cannot be opened: check that the folder is there and may be written"),
    ("file is not a database", "is not a ledger: the file is no SQLite database"),
    ("permission denied", "may not be used by this user"),
    ("attempt to write", "can be read only; nothing is recorded"),
)


def _said(error: DBAPIError) -> StorageError:
    said = _short(error.orig or error)
    lower = said.lower()
    if "malformed" in lower:
        return DamagedError(f"is damaged: {said}")
    if error.connection_invalidated or "connection" in lower or "server closed" in lower or "terminating" in lower:
        return StorageError(f"is not reached: {said}", allowed="asking again", in_doubt=True)
    for words, plain in _PLAIN:
        if words in lower:
            return StorageError(plain, said)
    return StorageError(f"refused: {said}")


def _short(error: BaseException) -> str:
    """The first line of what a driver says, without the statement and its values."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
