"""Many clients on tables that share one meter, with retries and duplicates on purpose."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from random import Random
from typing import Any

from houseway.ledger import Ledger
from houseway.ledger.canonical import micro_of
from ledger.house import UTH, filed, holdem, split
from service.load import Caller, Name, Posted, all_events, check_all
from service.serving import Served

TABLES = [f"C{number}" for number in range(8)]
METER = "shared"


@dataclass
class Crowd:
    """What it came to."""

    rounds: int = 0
    again: int = 0  # the same content under its id, once more
    conflicts: int = 0  # other content under an id
    awards: int = 0


def furnish_crowd(ledger: Ledger) -> None:
    """Eight tables on one meter."""
    submission = ledger.file_submission(filed(), by="manager").id
    ledger.create_meter(METER, "progressive", submission, by="manager")
    ledger.create_meter("bonus", "five_card_bonus", submission, by="manager")
    for table in TABLES:
        ledger.create_table(table, UTH, by="manager", meters={"progressive": METER, "five_card_bonus": "bonus"})


class _Client(threading.Thread):
    """Posts rounds of one table; each step is now and then asked twice at once, again later, or with other content."""

    def __init__(self, number: int, rounds: int, seed: int, port: int, key: str, posted: Posted, crowd: Crowd) -> None:
        super().__init__(daemon=True)
        self.number, self.rounds, self.posted, self.crowd = number, rounds, posted, crowd
        self.rng = Random(f"{seed}-{number}")
        self.callers = [Caller(port, key), Caller(port, key)]
        self.table = TABLES[number % len(TABLES)]
        self.sent: list[tuple[Name, dict[str, Any]]] = []

    def run(self) -> None:
        try:
            for count in range(self.rounds):
                self._one(f"{self.number}-{count}")
        except BaseException as error:
            self.posted.faults.append(f"client {self.number}: {error!r}")
            raise
        finally:
            for caller in self.callers:
                caller.close()

    def _one(self, round_id: str) -> None:
        document = holdem(self.rng, self.table, round_id, rare=self.rng.random() < 0.6)
        name = (self.table, round_id)
        if self.rng.random() < 0.7:
            self.posted.whole[name] = document
            self._post(self.posted.settled, name, "/rounds", document)
            self.sent.append((name, document))
            self._again()
        else:
            opened, cards = self.posted.steps[name] = split(document)
            self._post(self.posted.opened, name, "/rounds/open", opened)
            number = self.posted.opened[name]["id"]
            self._again()  # another round of the table comes between
            self._post(self.posted.settled, name, f"/rounds/{number}/settle", cards)
        with suppress(OSError, HTTPException):  # as before; the next reading is as good
            self.posted.read_meter(self.callers[0], METER)

    def _post(self, of: dict[Name, dict[str, Any]], name: Name, path: str, document: dict[str, Any]) -> None:
        both = self.rng.random() < 0.3  # two at once: the connection seemed dead, and was not
        second = threading.Thread(target=self._send, args=(1, of, name, path, document), daemon=True)
        if both:
            second.start()
        self._send(0, of, name, path, document)
        if both:
            second.join()

    def _send(self, which: int, of: dict[Name, dict[str, Any]], name: Name, path: str, document: dict[str, Any]) -> None:
        status, said = self._ask(which, path, document)
        if status not in (200, 201):
            self.posted.faults.append(f"{name}: {status} {said!r}")
            return
        answer = json.loads(said)
        self.posted.acknowledge(of, name, answer)
        with self.posted.lock:
            self.crowd.again += answer["repeated"]

    def _ask(self, which: int, path: str, document: dict[str, Any]) -> tuple[int, bytes]:
        """The answer; asked again where the service had closed a connection that was idle for long."""
        for _ in range(4):
            try:
                return self.callers[which].ask("POST", path, document)
            except (OSError, HTTPException) as error:
                said = repr(error)
        return 0, said.encode()

    def _again(self) -> None:
        """An earlier round once more, as it was or with another wager."""
        if not self.sent or self.rng.random() < 0.5:
            return
        name, document = self.rng.choice(self.sent)
        if self.rng.random() < 0.6:
            self._send(0, self.posted.settled, name, "/rounds", document)
            return
        other = json.loads(json.dumps(document))
        other["players"][0]["wagers"]["trips"] = "55"
        status, said = self._ask(0, "/rounds", other)
        if status != 409:
            self.posted.faults.append(f"{name} with other content: {status} {said!r}")
        with self.posted.lock:
            self.crowd.conflicts += 1


def crowd(url: str, clients: int, rounds: int, seed: int) -> Crowd:
    """So many clients with so many rounds each; then everything is checked."""
    with Ledger(url) as ledger:
        furnish_crowd(ledger)
    served = Served(url, users=False, rate=1e9, burst=1e9)
    posted, found = Posted(), Crowd()
    try:
        keys = [served.user(f"table-{table}", ["dealer"], [table]) for table in TABLES]
        threads = [
            _Client(number, rounds, seed, served.port, keys[number % len(TABLES)], posted, found) for number in range(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(600)
            assert not thread.is_alive()
    finally:
        served.close()
    there, untold = check_all(url, posted, furnish_crowd)
    assert (there, untold) == (clients * rounds, 0)
    found.rounds = there
    with Ledger(url) as ledger:
        found.awards = explain(ledger)
    return found


def explain(ledger: Ledger) -> int:
    """Every amount of every meter from the recorded order alone; returns the number of awards.

    Each balance is the one before plus the movement; the increments are the wagers at the filed rates of 22 and 15 percent; an
    award is whole cents, and never more than the meter showed. (How much it is, the serial replay has said.)
    """
    balances: dict[str, int] = {}
    awards = 0
    for event in all_events(ledger):
        for meter, kind, _seats, change, balance in event.content.get("movements", ()):
            change_micro, balance_micro = micro_of(change), micro_of(balance)
            before = balances.get(meter, 0)
            assert before + change_micro == balance_micro, (event.seq, meter)
            if kind == "award":
                assert change_micro % CENT == 0
                assert 0 < -change_micro <= before
            balances[meter] = balance_micro
            awards += kind == "award"
        if event.kind in ("round.opened", "round.settled"):
            _increments(event.content)
    assert balances == {meter.name: meter.balance_micro for meter in ledger.meters()}
    return awards


CENT = 1_000_000
RATES = {METER: 22, "bonus": 15}  # percent, examples/submissions/ultimate-texas-holdem.toml


def _increments(content: dict[str, Any]) -> None:
    """The increments of an event are its players' wagers at the meters' rates; a settlement of an opened round has none."""
    found = dict.fromkeys(RATES, 0)
    for meter, kind, _seats, change, _balance in content["movements"]:
        if kind in ("increment", "reversal"):  # a void seat's are taken back at once
            found[meter] += micro_of(change)
    wanted = dict.fromkeys(RATES, 0)
    if content.get("round") is None:
        for player in content["document"]["players"]:
            for wager, amount in player["wagers"].items():
                meter = METER if wager == "progressive" else "bonus" if wager.startswith("five_card_bonus") else None
                if meter and not player.get("void"):
                    wanted[meter] += micro_of(amount) * RATES[meter] // 100
        assert found == wanted, content["document"]["round_id"]
