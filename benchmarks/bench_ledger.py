"""How fast a ledger records rounds, beside the fastest that the same database can: one durable transaction with the same bytes.

For 1, 8 and 64 threads that post whole rounds to eight tables on one pair of meters: rounds a second and the 99th percentile
of the time to an acknowledgement, on SQLite and on PostgreSQL, and their ratio to as many threads that each only insert the
round's bytes and commit (a connection a thread; on SQLite they take turns). Then what ``verify`` takes a round on one core, as
a ratio to settling the same rounds alone, with and without its settlements.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from rich.console import Console
from rich.table import Table
from sqlalchemy import text

from houseway.ledger import Database, Ledger, checking, resettling
from houseway.ledger.canonical import canonical
from houseway.ledger.documents import read_posted
from houseway.ledger.verifying import verify
from houseway.regulation import law_for
from houseway.settlement.engine import settle_typed
from ledger.house import UTH, filed, furnish, holdem
from postgres import shared

ROUNDS = {1: 300, 8: 800, 64: 1600}
TABLES = 8


def timed(threads: int, works: list[Callable[[], object]]) -> tuple[float, float]:
    """Works a second, and the 99th percentile of one in milliseconds."""

    def one(work: Callable[[], object]) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        each = sorted(pool.map(one, works))
    return len(works) / (time.perf_counter() - began), each[int(len(each) * 0.99)] * 1000


def written(ledger: Ledger) -> list[tuple[str, bytes]]:
    """What each recorded round put on the disk: its payload, and its answer."""
    with ledger.database.reading() as connection:
        query = "SELECT payload, body FROM event JOIN answer ON answer.seq = event.seq"
        return [(payload, bytes(body)) for payload, body in connection.execute(text(query))]


def limit(database: Database, threads: int, bodies: list[tuple[str, bytes]]) -> tuple[float, float]:
    """As many bytes in as many durable transactions, with nothing of the ledger."""
    with database.writing() as connection:
        big, blob = ("BIGSERIAL", "BYTEA") if database.dialect == "postgresql" else ("INTEGER", "BLOB")
        connection.execute(text(f"CREATE TABLE IF NOT EXISTS plain (id {big} PRIMARY KEY, payload TEXT, body {blob})"))
        connection.commit()

    def insert(payload: str, body: bytes) -> None:
        with database.writing() as connection:
            mark = "%s" if database.dialect == "postgresql" else "?"
            connection.exec_driver_sql(f"INSERT INTO plain (payload, body) VALUES ({mark}, {mark})", (payload, body))
            connection.commit()

    return timed(threads, [lambda one=one: insert(*one) for one in bodies])  # type: ignore[misc]


def recording(kind: str, url: str, table: Table) -> None:
    with Ledger(url) as ledger:
        furnish(ledger)
        links = {"progressive": "uth-progressive", "five_card_bonus": "uth-bonus"}
        for n in range(TABLES):
            ledger.create_table(f"B{n}", UTH, by="bench", meters=links)
        for threads, count in ROUNDS.items():
            documents = [holdem(Random(n), f"B{n % TABLES}", f"{threads} {n}", seats=3) for n in range(count)]
            rate, late = timed(threads, [lambda d=d: ledger.post(d, by="bench") for d in documents])  # type: ignore[misc]
            bodies = written(ledger)[-count:]
            best, plain_late = limit(ledger.database, threads, bodies)
            table.add_row(
                kind, str(threads), f"{rate:,.0f}", f"{late:.1f}", f"{best:,.0f}", f"{plain_late:.1f}", f"{rate / best:.2f}"
            )


def verifying(folder: Path, console: Console) -> None:
    documents = [holdem(Random(n), f"T{1 + n % 2}", f"{n}", seats=3) for n in range(1500)]
    with Ledger(folder / "verify.sqlite") as ledger:
        furnish(ledger)
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda d: ledger.post(d, by="bench"), documents))
        rounds = [read_posted(document) for document in documents]
        submission, law = filed(), law_for(UTH, rounds[0].on)
        alone = seconds(lambda: [settle_typed(round_, submission, law) for round_ in rounds])
        whole = seconds(lambda: verify(ledger.database, processes=1))
        again = resettling.resettle
        checking.resettle = lambda tasks: [Same(task) for task in tasks]  # type: ignore[assignment, attr-defined]
        rest = seconds(lambda: _unsettled(ledger.database))
        checking.resettle = again  # type: ignore[attr-defined]
    per = 1_000_000 / len(documents)  # microseconds a round
    said = f"verify, one core: {whole * per:,.0f} µs a round, {whole / alone:.2f} times settling alone ({alone * per:,.0f} µs)"
    console.print(f"{said}; {rest * per:,.0f} µs of it are not settling ({rest / alone:.2f} times)")


class Same:
    """Stands for a settlement that came out as recorded: equal to whatever it is compared with."""

    error = None

    def __init__(self, _task: Any) -> None:
        self.lines = self.movements = self.house_net = self

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


def _unsettled(database: Database) -> None:
    report = verify(database, processes=1)
    if report.divergence is not None:
        raise RuntimeError(str(report.divergence))


def seconds(work: Callable[[], object]) -> float:
    """The best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def main() -> None:
    console = Console(width=120)
    table = Table("database", "threads", "rounds/s", "p99 ms", "plain/s", "p99 ms", "ratio")
    with tempfile.TemporaryDirectory() as folder:
        recording("SQLite", f"{folder}/ledger.sqlite", table)
        recording("PostgreSQL", shared().url(), table)
        console.print(table)
        console.print(f"a round: {len(canonical(holdem(Random(0), 'B0', '0', seats=3))):,} bytes as posted, three players")
        verifying(Path(folder), console)


if __name__ == "__main__":
    main()
