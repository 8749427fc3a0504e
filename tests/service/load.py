"""Clients of the service that never give up a round by themselves, and what the ledger must hold after them."""

from __future__ import annotations

import http.client
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.ledger import Event, Ledger
from houseway.ledger.verifying import verify

Name = tuple[str, str]  # table and round_id


class Caller:
    """One keep-alive connection with a key. ``sent_at``: when the request was out whose answer has not come; else None."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key
        self.sent_at: float | None = None
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status and the body of the answer. Raises OSError and HTTPException where there is none."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.key}"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        try:
            self._connection.request(method, f"/api/v1{path}", data, headers)
            self.sent_at = time.monotonic()
            answer = self._connection.getresponse()
            said = answer.read()
        except BaseException:
            self.close()
            raise
        self.sent_at = None
        return answer.status, said

    def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass
class Posted:
    """What clients have sent and what was acknowledged to them, by table and round_id. Any thread may add to it."""

    whole: dict[Name, dict[str, Any]] = field(default_factory=dict)
    steps: dict[Name, tuple[dict[str, Any], dict[str, Any]]] = field(default_factory=dict)
    opened: dict[Name, dict[str, Any]] = field(default_factory=dict)  # the answers
    settled: dict[Name, dict[str, Any]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    readings: dict[str, int] = field(default_factory=dict)  # the newest event that a meter was seen to include

    def acknowledge(self, of: dict[Name, dict[str, Any]], name: Name, answer: dict[str, Any]) -> None:
        """An answer to a round: every later one must be the same."""
        said = {key: value for key, value in answer.items() if key not in ("repeated", "status")}
        with self.lock:
            if of.setdefault(name, said) != said:
                self.faults.append(f"{name} was answered in two ways")

    def read_meter(self, caller: Caller, meter: str) -> None:
        """A reading: never behind one that had come before it was asked for."""
        with self.lock:
            least = self.readings.get(meter, 0)
        status, body = caller.ask("GET", f"/meters/{meter}")
        if status != 200:
            return
        seq = json.loads(body)["seq"]
        with self.lock:
            if seq < least:
                self.faults.append(f"{meter} read as of event {seq} after it had been read as of {least}")
            self.readings[meter] = max(seq, self.readings.get(meter, 0))


def all_events(ledger: Ledger, *kinds: str) -> Iterator[Event]:
    """The whole log, in its order."""
    after = 0
    while page := ledger.events(after=after, limit=1000, kinds=list(kinds) or None):
        yield from page
        after = page[-1].seq


def check_kept(ledger: Ledger, posted: Posted, names: set[Name]) -> None:
    """What was acknowledged of these rounds is there, as it was answered."""
    for name in names:
        record = ledger.find_round(*name)
        answer = posted.settled.get(name)
        if answer is not None:
            assert record.status == "settled", name
            assert json.loads(record.answer or b"null") == answer["result"], name
        else:
            answer = posted.opened[name]
            assert record.status in ("open", "settled"), name
        assert record.id == answer["id"], name
        assert answer["hash"] in {event.hash for event in record.events}, name


def check_all(url: str, posted: Posted, furnish: Callable[[Ledger], object]) -> tuple[int, int]:
    """The record is right, holds everything acknowledged once and nothing that was not sent, and a serial replay agrees.

    Returns how many rounds there are, and how many of them nobody was told of.
    """
    assert not posted.faults, posted.faults[:5]
    with Ledger(url) as ledger:
        report = verify(ledger.database)
        assert report.divergence is None, report.divergence
        names: dict[Name, int] = {}
        for event in all_events(ledger, "round.opened", "round.settled"):
            content = event.content
            if content.get("round") is None:
                name = (content["document"]["table"], content["document"]["round_id"])
                assert name not in names, f"{name} is recorded twice"
                names[name] = event.seq
        acknowledged = set(posted.settled) | set(posted.opened)
        assert acknowledged <= set(names)
        assert set(names) <= set(posted.whole) | set(posted.steps)
        check_kept(ledger, posted, acknowledged)
        replay(ledger, posted, furnish)
    return len(names), len(set(names) - acknowledged)


def replay(ledger: Ledger, posted: Posted, furnish: Callable[[Ledger], object]) -> None:
    """What was sent, posted one after the other in the recorded order to a new ledger: the same lines, movements, meters."""
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "replay.sqlite") as again:
        furnish(again)
        ids: dict[int, int] = {}
        for event in all_events(ledger, "round.opened", "round.settled"):
            content = event.content
            document = content["document"]
            name = (document["table"], document["round_id"])
            if event.kind == "round.opened":
                record = again.open_round(posted.steps[name][0], by="replay")
                ids[event.seq] = record.id
            elif content.get("round") is not None:
                record = again.settle_round(ids[content["round"]], posted.steps[name][1], by="replay")
            else:
                record = again.post(posted.whole[name], by="replay")
            same = record.events[-1].content
            for key in ("document", "terms", "movements", "lines", "house_net", "answer"):
                assert same.get(key) == content.get(key), (name, key)
        exact = {meter.name: meter.balance_micro for meter in ledger.meters()}
        assert exact == {meter.name: meter.balance_micro for meter in again.meters()}
