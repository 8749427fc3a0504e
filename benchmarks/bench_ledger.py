"""How fast a ledger records rounds, beside the fastest that the same database can: one durable transaction with the same bytes.

For 1, 8 and 64 threads that post whole rounds to eight tables on one pair of meters: rounds a second and the 99th percentile
of the time to an acknowledgement, on SQLite and on PostgreSQL, and their ratio to as many threads that each only insert the
round's bytes and commit (a connection a thread; on SQLite they take turns).

Then ``verify`` of ``--rounds`` rounds of both games (100,000; of 1 to 6 players, on three tables) in two processes: rounds a
second, minutes for a million, and of fewer rounds what settling each by itself takes instead. ``--part speed|verify`` (both);
``--keep FILE`` keeps the rounds for the next time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from rich.console import Console
from rich.table import Table
from sqlalchemy import text

from houseway.ledger import Database, Ledger
from houseway.ledger.canonical import canonical
from houseway.ledger.verifying import verify
from ledger.house import UTH, any_round, furnish, holdem
from postgres import shared

ROUNDS = {1: 300, 8: 800, 64: 1600}
TABLES = 8
SLOWLY = 30_000  # of more rounds than that, one by one is left out


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


def verifying(path: Path, rounds: int, console: Console) -> None:
    with Ledger(path) as ledger:
        if not ledger.tables():
            furnish(ledger)
        with ledger.database.reading() as connection:
            there = connection.execute(text("SELECT COUNT(*) FROM round")).scalar_one()
        with ThreadPoolExecutor(16) as pool:
            for begin in range(there, rounds, 10_000):  # some at a time: each holds its record until all are done
                numbers = range(begin, min(begin + 10_000, rounds))
                list(pool.map(lambda n: ledger.post(any_round(Random(n), f"{n}"), by="bench").id, numbers))
        some = Table("verify", "rounds", "seconds", "rounds/s", "µs a round", "minutes a million")
        for said, together in (("many at a time", True), ("one by one", False)):
            if not together and rounds > SLOWLY:
                continue
            report = verify(ledger.database, together=together)
            if report.divergence is not None:
                raise RuntimeError(str(report.divergence))
            each = report.seconds / report.rounds
            some.add_row(
                said, f"{report.rounds:,}", f"{report.seconds:,.1f}", f"{1 / each:,.0f}", f"{each * 1e6:,.0f}",
                f"{each * 1e6 / 60:.2f}",
            )  # fmt: skip
        console.print(some)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=["speed", "verify"])
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    console = Console(width=120)
    table = Table("database", "threads", "rounds/s", "p99 ms", "plain/s", "p99 ms", "ratio")
    with tempfile.TemporaryDirectory() as folder:
        if options.part != "verify":
            recording("SQLite", f"{folder}/ledger.sqlite", table)
            recording("PostgreSQL", shared().url(), table)
            console.print(table)
            console.print(f"a round: {len(canonical(holdem(Random(0), 'B0', '0', seats=3))):,} bytes as posted, three players")
        if options.part != "speed":
            verifying(options.keep or Path(folder) / "verify.sqlite", options.rounds, console)


if __name__ == "__main__":
    main()
