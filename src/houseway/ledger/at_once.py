"""PostgreSQL is a way off: everything that a transaction writes goes there as one statement, and its commit with it.

The rows of a table are one array for each column, which the statement unfolds (``unnest``); the text of an array is put
together here, for that is quicker than the driver's own lists. All parts of a statement see the database as it was before it,
so no part may build on another's rows; foreign keys are checked at its end, when all are there.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, Integer, LargeBinary, SmallInteger
from sqlalchemy.exc import DBAPIError

from houseway.ledger import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Column, Connection

Rows = list[tuple[Any, ...]]
Steps = dict[str, Rows]

# What is updated: the table, the columns that change, and the one that says which row. All else is inserted.
UPDATES: dict[str, tuple[str, tuple[str, ...], str | None]] = {
    "move_meter": ("meter", ("balance_micro", "rate_ppm", "status", "last_seq"), "name"),
    "change_round": ("round", ("status", "submission", "digest", "last_seq"), "id"),
    "move_chain": ("chain", ("seq", "at", "hash"), None),
}


def lock_chain(
    connection: Connection, statement: str, names: Sequence[tuple[str, str]] = ()
) -> tuple[tuple[Any, ...] | None, Rows]:
    """Begin a transaction with a statement that locks the end of the chain, and then look up rounds by table and ``round_id``,
    in one trip: the row that the first gives, and the rows of the rounds that are there.

    The rounds are looked up after the lock is held, and see whatever its holders before have committed.
    """
    connection.begin()
    with driver_of(connection) as driver:
        found = None
        with driver.pipeline():
            driver.execute(_ONE_PLAN, prepare=True)
            cursor = driver.execute(statement, prepare=True)
            if names:
                found = driver.execute(_FIND, [_quoted(column) for column in zip(*names, strict=True)], prepare=True)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row, [] if found is None else found.fetchall()


def write(connection: Connection, steps: Steps, *, commit: bool) -> None:
    """Write the rows of every step, and commit with them, in one trip."""
    there = {name: rows for name, rows in steps.items() if rows}
    if not there:
        return
    statement, columns = _statement(tuple(there))
    values = [text(column) for rows, of in zip(there.values(), columns, strict=True) for text, column in
              zip(of, zip(*rows, strict=True), strict=True)]  # fmt: skip
    with driver_of(connection) as driver:
        with driver.pipeline():
            driver.execute(statement, values)
            done = driver.execute("COMMIT") if commit else None
        if done is not None and done.statusmessage != "COMMIT":  # of a transaction that had failed the commit is none
            raise driver.OperationalError(f"the commit was answered {done.statusmessage}")


@contextmanager
def driver_of(connection: Connection) -> Iterator[Any]:
    """The driver's own connection, for what runs with every round; its errors as SQLAlchemy tells them."""
    driver = connection.connection.driver_connection
    dbapi: Any = connection.dialect.loaded_dbapi
    try:
        yield driver
    except dbapi.Error as error:
        gone = connection.dialect.is_disconnect(error, connection.connection.dbapi_connection, None)
        if gone:
            connection.invalidate(error)
        raise DBAPIError.instance(
            None, None, error, dbapi.Error, connection_invalidated=gone, dialect=connection.dialect
        ) from error


@cache
def _statement(steps: tuple[str, ...]) -> tuple[str, list[list[Callable[[Sequence[Any]], str]]]]:
    """One statement for steps, with for each of them how each of its columns becomes the text of an array."""
    parts, columns = [], []
    for step in steps:
        table, changed, key = UPDATES.get(step, (step, (), None))
        of = schema.metadata.tables[table].columns
        names = [*changed, *([key] if key else [])] or list(of.keys())
        arrays = ", ".join(f"%s::{_TYPES[_kind(of[name])]}[]" for name in names)
        columns.append([_TEXTS[_kind(of[name])] for name in names])
        if not changed:
            parts.append(f"INSERT INTO {table} ({', '.join(names)}) SELECT * FROM unnest({arrays})")
            continue
        new = ", ".join(f"{name} = new.{name}" for name in changed)
        where = f" WHERE {table}.{key} = new.{key}" if key else ""
        parts.append(f"UPDATE {table} SET {new} FROM unnest({arrays}) AS new ({', '.join(names)}){where}")
    *others, last = parts
    before = ", ".join(f"part_{n} AS ({part})" for n, part in enumerate(others))
    return (f"WITH {before} {last}" if others else last), columns


def _kind(column: Column[Any]) -> str:
    for kind, name in ((BigInteger, "big"), (SmallInteger, "small"), (Integer, "int"), (LargeBinary, "bytes")):
        if isinstance(column.type, kind):
            return name
    return "text"


def _numbers(values: Sequence[int | None]) -> str:
    return "{" + ",".join(["NULL" if value is None else str(value) for value in values]) + "}"


def _quoted(values: Sequence[str | None]) -> str:
    said = ["NULL" if v is None else '"' + v.replace("\\", "\\\\").replace('"', '\\"') + '"' for v in values]
    return "{" + ",".join(said) + "}"


def _hexadecimal(values: Sequence[bytes]) -> str:
    return "{" + ",".join(['"\\\\x' + value.hex() + '"' for value in values]) + "}"


_TYPES = {"big": "bigint", "small": "smallint", "int": "integer", "bytes": "bytea", "text": "text"}
_TEXTS: dict[str, Callable[[Sequence[Any]], str]] = {
    "big": _numbers, "small": _numbers, "int": _numbers, "bytes": _hexadecimal, "text": _quoted,
}  # fmt: skip

# A statement is planned once for a connection: to plan it for every transaction takes as long as to do it. The plan may be made
# while a table has no rows yet, and must still be right when it has millions: it looks rows up in the indexes. What is read
# whole nevertheless (the one row of the chain) then counts as dear, and must not be compiled for that.
_ONE_PLAN = (
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true), "
    "set_config('jit', 'off', true)"
)

# One look into the index for each name.
_FIND = (
    f"SELECT {', '.join(f'found.{column.name}' for column in schema.round_.columns)} "
    "FROM unnest(%s::text[], %s::text[]) AS name (house_table, round_id), LATERAL "
    "(SELECT * FROM round WHERE house_table = name.house_table AND round_id = name.round_id LIMIT 1) AS found"
)
