"""Killing a process that writes to a ledger, and asking the ledger afterwards for everything it had acknowledged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from houseway.ledger import Ledger, RoundRow
from houseway.ledger.verifying import verify

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Tally:
    """What kills have come to: how many, how many with work in flight, rounds acknowledged, rounds in flight that are there."""

    kills: int = 0
    in_flight: int = 0
    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict)
    landed: int = 0


def kill_once(url: str, seed: str, rng: Random, tally: Tally) -> None:
    """Start a poster, kill it with signal 9 at a random moment, and check what is there."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    command = [sys.executable, "-m", "ledger.poster", url, seed]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:  # until the first is acknowledged
            said.append(line.decode().rstrip("\n"))
            if line.startswith(b"< "):
                break
        time.sleep(rng.uniform(0.0, 0.4))
        process.kill()
        said += process.stdout.read().decode().splitlines()
    asked = {tuple(line[2:].split(" ", 1)) for line in said if line.startswith("> ")}
    answered: dict[tuple[str, str], str] = {}
    for line in said:
        if line.startswith("< "):
            table, rest = line[2:].split(" ", 1)
            round_id, net = rest.rsplit(" ", 1)
            answered[table, round_id] = net
        assert not line.startswith("!"), line
    flying = asked - set(answered)
    tally.kills += 1
    tally.in_flight += bool(flying)
    tally.acknowledged.update(answered)
    with Ledger(url) as ledger:
        for (table, round_id), net in answered.items():
            record = ledger.find_round(table, round_id)
            assert record.status in ("settled", "void")
            assert json.loads(record.answer or b"{}")["house_net"] == net
        there = {(row.table, row.round_id): row.status for row in _all(ledger, seed)}
        assert set(there) <= asked
        tally.landed += len(set(there) - set(answered))


def _all(ledger: Ledger, seed: str) -> list[RoundRow]:
    """The rounds of one poster."""
    found: list[RoundRow] = []
    after = None
    while page := ledger.rounds(after=after, limit=1000, newest_first=True):
        mine = [row for row in page if row.round_id.startswith(f"{seed}-")]
        found += mine
        if len(mine) < len(page):
            break
        after = page[-1].id
    return found


def check_all(url: str, tally: Tally) -> None:
    """After the last kill: everything acknowledged is there once, and the whole record is right."""
    with Ledger(url) as ledger:
        report = verify(ledger.database)
        assert report.divergence is None, report.divergence
        names = set()
        after = None
        while page := ledger.rounds(after=after, limit=1000):
            names.update((row.table, row.round_id) for row in page)
            after = page[-1].id
        assert set(tally.acknowledged) <= names
        assert len(names) == report.rounds


class Kills(Protocol):
    """What a campaign of kills counts."""

    kills: int
    in_flight: int


def told(what: str, kind: str, tally: Kills, said: str) -> bool:
    """Prints what a campaign came to; False where fewer than four kills of five had work in flight, which proves too little."""
    enough = tally.in_flight * 5 >= tally.kills * 4
    ends = "" if enough else "; too few had work in flight"
    print(f"{what}, {kind}: {tally.kills} kills, {tally.in_flight} with work in flight; {said}{ends}", flush=True)
    return enough
