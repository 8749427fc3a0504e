"""Health, counts, log, bounds, and an end in order."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from houseway.ledger import StorageError
from houseway.service import Settings, logs, server
from ledger.house import holdem
from service.conftest import furnished
from service.serving import Served


def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is true; ten seconds at most."""
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_alive_and_ready(alone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = alone.as_(None)
    client.base_url = alone.address
    assert client.get("/health/live").json() == {"status": "alive"}
    assert client.get("/health/ready").json() == {"status": "ready"}

    def gone() -> None:
        raise StorageError("is not reached")

    monkeypatch.setattr(alone.house.ledger, "head", gone)
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert client.get("/health/live").status_code == 200


def test_counts_are_for_those_who_may_see_them(alone: Served) -> None:
    alone.as_("a-dealer").post("/rounds", json=holdem(Random(1), "T1", "counted"))
    client = alone.as_("a-auditor")
    client.base_url = alone.address
    eventually(lambda: 'route="/api/v1/rounds",status="201"' in client.get("/metrics").text)  # counted after the answer
    text = client.get("/metrics").text
    assert 'houseway_rounds_total{event="settled"} 1.0' in text
    assert 'houseway_requests_total{method="POST",route="/api/v1/rounds",status="201"} 1.0' in text
    dealer = alone.as_("a-dealer")
    dealer.base_url = alone.address
    assert dealer.get("/metrics").status_code == 403


def test_the_log_is_json_lines_without_secrets(alone: Served) -> None:
    held = io.StringIO()
    handler = logging.StreamHandler(held)
    handler.setFormatter(logs.JsonLines())
    logger = logging.getLogger("houseway.service")
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel("INFO")
    try:
        alone.as_(None).post("/sessions", json={"name": "nobody", "password": "a very secret word"})
        alone.as_("a-dealer").get("/rounds", params={"table": "T1", "wager": "a-query"})
        answer = alone.as_("a-dealer").post("/settle", json={"game": "a-body"})
        eventually(lambda: held.getvalue().count("\n") == 4)  # the line comes after the answer
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    lines = [json.loads(line) for line in held.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["sign-in refused", "request", "request", "request"]
    assert lines[-1]["request"] == answer.headers["X-Request-Id"]
    assert (lines[-1]["user"], lines[-1]["status"], lines[-1]["route"]) == ("a-dealer", 422, "/api/v1/settle")
    for secret in ("a very secret word", "a-query", "a-body", alone.keys["a-dealer"]):
        assert secret not in held.getvalue()


def test_bodies_are_bounded_in_size(tmp_path: Path) -> None:
    served = Served(furnished("sqlite", tmp_path), most_body=2000)
    try:
        dealer = served.as_("a-dealer")
        headers = {"content-type": "application/json"}
        assert dealer.post("/settle", content=b" " * 3000, headers=headers).status_code == 413
        assert dealer.post("/settle", content=iter([b" " * 1500] * 4), headers=headers).status_code == 413  # chunked
        assert dealer.get("/rounds", params={"table": "x" * 3000}).status_code == 414
        assert dealer.post("/settle", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
        assert dealer.get("/me").status_code == 200
    finally:
        served.close()


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    served = Served(furnished("sqlite", tmp_path), body_seconds=0.5)
    try:
        dealer = served.as_("a-dealer")
        with socket.create_connection(("127.0.0.1", served.port)) as slow:
            slow.sendall(
                b"POST /api/v1/settle HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n"
                b"Authorization: Bearer " + served.keys["a-dealer"].encode() + b"\r\n\r\n{"
            )
            slow.settimeout(60)
            assert slow.recv(100).startswith(b"HTTP/1.1 408")
        assert dealer.get("/me").status_code == 200
    finally:
        served.close()


def test_rates_are_bounded_for_each_key(tmp_path: Path) -> None:
    served = Served(furnished("sqlite", tmp_path), rate=0.01, burst=5.0)
    try:
        dealer, auditor = served.as_("a-dealer"), served.as_("a-auditor")
        answers = [dealer.get("/me") for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        assert answers[-1].status_code == 429
        assert answers[-1].json()["problems"][0]["where"] == "rate"
        assert auditor.get("/me").status_code == 200
    finally:
        served.close()


def test_streams_are_bounded_and_end_when_the_service_closes(tmp_path: Path) -> None:
    served = Served(furnished("sqlite", tmp_path), most_streams=1)
    dealer = served.as_("a-dealer")
    with dealer.stream("GET", "/meters/stream") as answer:
        lines = answer.iter_lines()
        assert next(lines) == "retry: 1000"
        assert served.as_("a-auditor").get("/meters/stream").status_code == 503
        began = time.monotonic()
        served.server.should_exit = True
        assert sum(line.startswith("data:") for line in lines) == 3  # to its end, not broken off
        assert time.monotonic() - began < 5
    served.close()


def test_the_command_starts_says_where_and_stops_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houseway.cli.main", "serve", "--port", "0", "--database", str(tmp_path / "new.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ, text=True) as process:
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        assert "http://127.0.0.1:" in first
        assert "sign in as administrator with the password" in second
        password = second.split("the password ")[1].split(" ")[0]
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=30)
    assert process.returncode == 0
    assert password not in log
    assert all(json.loads(line) for line in log.splitlines())
    assert not Path(f"{tmp_path}/new.sqlite-wal").exists()  # closed in order


def test_small_answers_are_not_held_back() -> None:
    """asyncio sends at once on sockets that name TCP; on others an answer in two parts waits for the client, some 40 ms."""
    bound = server._bound(Settings(database="unused", port=0))
    try:
        assert bound.proto == socket.IPPROTO_TCP
    finally:
        bound.close()
