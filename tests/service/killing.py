"""Killing the service under load, and asking the ledger afterwards for everything that it had acknowledged."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from houseway.ledger import Ledger
from houseway.service import House, Settings
from ledger.house import any_round, furnish, split
from postgres import Postgres, _free_port, shared
from service.lives import Lives
from service.load import Caller, Name, Posted, check_all, check_kept

CLIENTS = 6
METERS = ("uth-progressive", "uth-bonus", "pgp-progressive")


@dataclass
class Tally:
    """What it came to."""

    kills: int = 0
    in_flight: int = 0
    restarts: int = 0
    unavailable: int = 0  # answers 503
    rounds: int = 0
    acknowledged: int = 0
    untold: int = 0  # there, and nobody was told


class _Client(threading.Thread):
    """Posts rounds in one step or two and reads meters. What is not answered is asked again, or now and then given up."""

    def __init__(self, number: int, seed: int, caller: Caller, campaign: Campaign) -> None:
        super().__init__(daemon=True)
        self.number, self.rng = number, Random(f"{seed}-{number}")
        self.caller, self.campaign = caller, campaign
        self.interrupted: set[int] = set()  # the kills that took a request of this client's

    def run(self) -> None:
        count = 0
        posted = self.campaign.posted
        try:
            while not self.campaign.stop.is_set():
                count += 1
                if count % 5 == 0:
                    self._try(lambda: posted.read_meter(self.caller, self.rng.choice(METERS)))
                    continue
                document = any_round(self.rng, f"{self.number}-{count}", rare=count % 2 == 0)
                name = (document["table"], document["round_id"])
                if self.rng.random() < 0.7:
                    posted.whole[name] = document
                    self._acknowledged(posted.settled, name, "/rounds", document)
                    continue
                opened, cards = posted.steps[name] = split(document)
                answer = self._acknowledged(posted.opened, name, "/rounds/open", opened)
                if answer is not None:
                    self._acknowledged(posted.settled, name, f"/rounds/{answer['id']}/settle", cards)
        except BaseException as error:
            posted.faults.append(f"client {self.number}: {error!r}")
            raise
        finally:
            self.caller.close()

    def _acknowledged(self, of: dict[Name, dict[str, Any]], name: Name, path: str, body: Any) -> dict[str, Any] | None:
        """The answer, once there is one; None where the client gave up."""
        while True:
            found = self._try(lambda: self.caller.ask("POST", path, body))
            if found is not None:
                status, said = found
                if status in (200, 201):
                    answer: dict[str, Any] = json.loads(said)
                    self.campaign.posted.acknowledge(of, name, answer)
                    return answer
                if status != 503:
                    raise AssertionError(f"{status}: {said!r}")
                self.campaign.unavailable += 1
                time.sleep(0.02)
            if self.campaign.stop.is_set() or self.rng.random() < 0.1:
                return None

    def _try(self, work: Any) -> Any:
        try:
            return work()
        except (OSError, http.client.HTTPException):
            sent, kill = self.caller.sent_at, self.campaign.killed
            if sent is not None and kill is not None and sent < kill[1]:
                self.interrupted.add(kill[0])
            self.caller.sent_at = None
            time.sleep(0.01)
            return None


class Campaign:
    """One database, its clients, and one server process after the other."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.url, self.rng, self.posted, self.tally = url, Random(seed), Posted(), Tally()
        with Ledger(url) as ledger:
            furnish(ledger)
        self.stop = threading.Event()
        self.killed: tuple[int, float] | None = None  # the last kill, and when
        self.unavailable = 0
        port = _free_port()
        self.lives = Lives(url, port, folder)
        keys = []
        house = House(Settings(database=url))
        for number in range(CLIENTS):
            house.accounts.create(f"table-{number}", ["dealer"], ["T1", "T2", "P1"], None, by="test")
            keys.append(house.accounts.create_key(f"table-{number}", "test", 1, by="test")["key"])
        house.close()
        self.clients = [_Client(number, seed, Caller(port, key), self) for number, key in enumerate(keys)]
        self._checked: set[Name] = set()

    def kills(self, count: int, plain_every: int = 25) -> None:
        """So many lives under load, each ended by signal 9 at a random moment; what was acknowledged is there afterwards."""
        with Ledger(self.url) as ledger:
            for number in range(count):
                self.lives.start(plain=number % plain_every == plain_every - 1)
                self._clients_at_work()
                before = len(self.posted.settled)
                deadline = time.monotonic() + 60
                while len(self.posted.settled) == before:  # this life has acknowledged something
                    assert time.monotonic() < deadline, self.posted.faults
                    time.sleep(0.002)
                time.sleep(self.rng.uniform(0.0, 0.3))
                self.killed = (number, time.monotonic())
                self.lives.kill()
                time.sleep(0.03)  # the clients notice
                self.tally.kills += 1
                self._check_new(ledger)

    def database_restarts(self, server: Postgres, count: int) -> None:
        """The database itself stopped and started under load, in order and as in a crash; the service lives through it."""
        import signal

        self.lives.start()
        self._clients_at_work()
        for number in range(count):
            time.sleep(self.rng.uniform(0.1, 0.5))
            server.restart(signal.SIGQUIT if number % 2 else signal.SIGINT)
            before = len(self.posted.settled)
            deadline = time.monotonic() + 60
            while len(self.posted.settled) == before:
                assert time.monotonic() < deadline, self.posted.faults
                time.sleep(0.01)
            self.tally.restarts += 1

    def finish(self) -> Tally:
        """The clients rest; everything is checked."""
        self.stop.set()
        for client in self.clients:
            client.join(70)
            assert not client.is_alive()
        if self.tally.restarts:
            self.lives.kill()
        self.lives.close()
        self.tally.in_flight = len(set().union(*(client.interrupted for client in self.clients)))
        self.tally.unavailable = self.unavailable
        self.tally.acknowledged = len(set(self.posted.settled) | set(self.posted.opened))
        self.tally.rounds, self.tally.untold = check_all(self.url, self.posted, furnish)
        return self.tally

    def _clients_at_work(self) -> None:
        for client in self.clients:
            if client.ident is None:
                client.start()
            assert client.is_alive(), self.posted.faults

    def _check_new(self, ledger: Ledger) -> None:
        with self.posted.lock:
            names = (set(self.posted.settled) | set(self.posted.opened)) - self._checked
        check_kept(ledger, self.posted, names)
        self._checked |= names & set(self.posted.settled)


def campaign(kind: str, folder: Path, kills: int, seed: int, restarts: int = 0, plain_every: int = 25) -> Tally:
    """A whole campaign on one kind of database. ``restarts`` of PostgreSQL, which is then a server of its own."""
    own = Postgres() if restarts and kind == "postgresql" else None
    try:
        url = str(folder / "ledger.sqlite") if kind == "sqlite" else (own or shared()).url()
        run = Campaign(url, folder, seed)
        run.kills(kills, plain_every)
        if own is not None:
            run.database_restarts(own, restarts)
        return run.finish()
    finally:
        if own is not None:
            own.remove()
