"""How fast the service records rounds, beside the most that the same server could: an endpoint that only writes the same bytes.

For 1, 8 and 64 clients that post whole rounds to eight tables on one pair of meters over HTTP: rounds a second, and the median
and the 99th percentile of the time to an answer, on SQLite and on PostgreSQL; and the same for as many requests, through the
same gate with the same keys, that put the round's bytes into the database in one durable transaction each. Then the memory of
the server process as it records more and more rounds. ``--rounds N`` for the memory (20000), ``--part speed|memory`` (both).

The clients are a process of their own with a thread each; the endpoint of the comparison exists in this file's server only.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

ROUNDS = {1: 200, 8: 800, 64: 1600}
TABLES = 8
PATH = "/plain"


def serve(url: str, port: int) -> None:
    """The server of the benchmark: the service, and one endpoint more."""
    from fastapi import FastAPI, Response
    from sqlalchemy import text

    from houseway.service import House, Settings, create_app
    from houseway.service.bodies import Raw
    from houseway.service.routing import Routes, TheHouse
    from houseway.service.server import serve as run

    turn = threading.Lock()  # on SQLite writers take turns; without it they would wait in steps of the database's own

    def application(house: House) -> FastAPI:
        database = house.ledger.database
        postgres = database.dialect == "postgresql"
        key, blob, mark = ("BIGSERIAL", "BYTEA", "%s") if postgres else ("INTEGER", "BLOB", "?")
        with database.writing() as connection:
            connection.execute(text(f"CREATE TABLE IF NOT EXISTS plain (id {key} PRIMARY KEY, body {blob})"))
            connection.commit()
        routes = Routes("bench")

        def insert(raw: bytes) -> None:
            with database.writing() as connection:
                connection.exec_driver_sql(f"INSERT INTO plain (body) VALUES ({mark})", (raw,))
                connection.commit()

        @routes.add("POST", PATH, "rounds.post", {"type": "object"}, body={"type": "object"}, status=201)
        def plain(raw: Raw, house: TheHouse) -> Response:
            """The bytes, in one durable transaction."""
            if postgres:
                insert(raw)
            else:
                with turn:
                    insert(raw)
            return Response(b"{}", 201, media_type="application/json")

        plain.__annotations__.update(raw=Raw, house=TheHouse)
        app = create_app(house)
        app.include_router(routes.router)
        return app

    settings = Settings(database=url, port=port, rate=1e9, burst=1e9, log_level="warning")
    run(settings, on_start=lambda _house, address: print(address, flush=True), application=application)


class Server:
    """The server's process over a furnished ledger, and a key."""

    def __init__(self, url: str) -> None:
        from houseway.ledger import Ledger
        from houseway.service import House, Settings
        from ledger.house import UTH, furnish

        self.url = url
        with Ledger(url) as ledger:
            furnish(ledger)
            for n in range(TABLES):
                meters = {"progressive": "uth-progressive", "five_card_bonus": "uth-bonus"}
                ledger.create_table(f"B{n}", UTH, by="bench", meters=meters)
        house = House(Settings(database=url))
        house.accounts.create("bench", ["dealer"], [f"B{n}" for n in range(TABLES)], None, by="bench")
        self.key = house.accounts.create_key("bench", "bench", 1, by="bench")["key"]
        house.close()
        command = [sys.executable, __file__, "--serve", url]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])

    def memory(self) -> float:
        """The server's resident memory, in MB."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def asked(port: int, key: str, clients: int, path: str, bodies: list[Any]) -> tuple[float, float, float]:
    """Answers a second, and the median and the 99th percentile of one in milliseconds; each body is sent once."""
    import http.client
    import json

    data = [body if isinstance(body, bytes) else json.dumps(body).encode() for body in bodies]
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    times: list[float] = []
    wrong: list[str] = []
    gate = threading.Barrier(clients + 1)

    def client(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.connect()
        gate.wait()
        for one in data[number::clients]:
            began = time.perf_counter()
            connection.request("POST", f"/api/v1{path}", one, headers)
            answer = connection.getresponse()
            said = answer.read()
            times.append(time.perf_counter() - began)
            if answer.status != 201:
                wrong.append(f"{answer.status} {said[:300]!r}")
        connection.close()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    gate.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    if wrong:
        raise RuntimeError(wrong[0])
    times.sort()
    return len(data) / seconds, times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000


def speed(kind: str, url: str, table: Any) -> None:
    from sqlalchemy import text

    from houseway.ledger import Database
    from ledger.house import holdem

    server = Server(url)
    try:
        asked(server.port, server.key, 4, "/rounds", [holdem(Random(-n), "B0", f"warm {n}", seats=3) for n in range(1, 40)])
        for clients, count in ROUNDS.items():
            documents = [holdem(Random(n), f"B{n % TABLES}", f"{clients} {n}", seats=3) for n in range(count)]
            rate, median, late = asked(server.port, server.key, clients, "/rounds", documents)
            database = Database(url)
            with database.reading() as connection:
                query = "SELECT payload, body FROM event JOIN answer ON answer.seq = event.seq ORDER BY event.seq DESC LIMIT :n"
                bodies = [a.encode() + bytes(b) for a, b in connection.execute(text(query), {"n": count})]
            database.close()
            best, plain_median, plain_late = asked(server.port, server.key, clients, PATH, bodies)
            table.add_row(
                kind, str(clients), f"{rate:,.0f}", f"{median:.1f}", f"{late:.1f}", f"{best:,.0f}", f"{plain_median:.1f}",
                f"{plain_late:.1f}", f"{rate / best:.2f}",
            )  # fmt: skip
    finally:
        server.close()


STEP = 5_000  # rounds between two looks at the memory


def memory(url: str, rounds: int) -> str:
    """The server's memory at every 5,000 rounds, told as it goes on: a million take a while."""
    from ledger.house import holdem

    server = Server(url)
    step = min(STEP, rounds)
    seen = [server.memory()]
    try:
        for done in range(0, rounds, step):
            documents = [holdem(Random(n), f"B{n % TABLES}", f"m {n}", seats=2) for n in range(done, done + step)]
            asked(server.port, server.key, 16, "/rounds", documents)
            seen.append(server.memory())
            print(f"{done + step:,} rounds: {seen[-1]:.1f} MB", flush=True)
    finally:
        server.close()
    growth = (seen[-1] - seen[1]) / (len(seen) - 2) if len(seen) > 2 else 0.0
    return f"memory of the server: {seen[0]:.0f} MB at the start, {seen[-1]:.0f} MB after {rounds:,} rounds; " + (
        f"{growth:+.2f} MB for each {step:,} after the first {step:,}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--part", choices=["speed", "memory"])
    parser.add_argument("--database", choices=["sqlite", "postgresql"])
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, 0)
        return
    from rich.console import Console
    from rich.table import Table

    from postgres import shared

    console = Console(width=120)
    heads = ("database", "clients", "rounds/s", "p50 ms", "p99 ms", "plain/s", "p50 ms", "p99 ms", "ratio")
    with tempfile.TemporaryDirectory() as folder:
        if options.part != "memory":
            table = Table(*heads)
            if options.database != "postgresql":
                speed("SQLite", f"{folder}/ledger.sqlite", table)
            if options.database != "sqlite":
                speed("PostgreSQL", shared().url(), table)
            console.print(table)
        if options.part != "speed":
            console.print(memory(f"{folder}/memory.sqlite", options.rounds))


if __name__ == "__main__":
    main()
