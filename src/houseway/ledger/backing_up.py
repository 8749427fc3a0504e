"""A copy of a running ledger that is whole.

SQLite copies itself, page by page, as it stood at one moment, while writers go on. PostgreSQL has tools of its own for that;
``pg_dump_command`` says which.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.ledger.database import SQLITE, storage_errors
from houseway.ledger.errors import DamagedError, StorageError
from houseway.problems import InputError, Problem

if TYPE_CHECKING:
    from houseway.ledger.database import Database


def back_up(database: Database, target: Path) -> int:
    """Copy an SQLite ledger, in use or not, to a new file; returns its size in bytes.

    The file appears under its name when it is complete, has been checked by SQLite and is on the disk. Raises InputError
    where the target is there already or the ledger is not SQLite, StorageError, DamagedError.
    """
    if database.dialect != SQLITE:
        raise InputError(
            [Problem("database", "is backed up by PostgreSQL's own tool", allowed=pg_dump_command(database, target))]
        )
    if target.exists():
        raise InputError([Problem("target", "is there already", str(target), "a new file")])
    try:
        handle, part = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise StorageError(f"cannot be backed up to {target}: {error.strerror}") from None
    try:
        with storage_errors():
            _copy(database.url.database or "", part)
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return target.stat().st_size
    except OSError as error:
        raise StorageError(f"cannot be backed up to {target}: {error.strerror}") from None
    finally:
        for left in (part, f"{part}-wal", f"{part}-shm", f"{part}-journal"):
            with suppress(OSError):
                os.unlink(left)


def _copy(source: str, part: str) -> None:
    """In one step: a backup in several begins again whenever somebody writes in between."""
    uri = f"file:{_quoted(source)}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, timeout=30)) as old,
        closing(sqlite3.connect(part, isolation_level=None)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        said = new.execute("PRAGMA quick_check").fetchone()[0]
        if said != "ok":
            raise DamagedError(f"is damaged, and so is its copy: {said}")


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path)


def pg_dump_command(database: Database, target: Path) -> str:
    """The command that backs a PostgreSQL ledger up while it is in use (the password stays out of it)."""
    url = database.url
    parts = ["pg_dump", "--format=custom", "--file", str(target)]
    for option, value in (("--host", url.host), ("--port", url.port), ("--username", url.username)):
        parts += [option, str(value)] if value else []
    return " ".join([*parts, url.database or ""])
