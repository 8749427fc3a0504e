"""A ledger is a log, on both databases and as both exports: with rounds voided and settled again and meters moved by people,
nothing is found where nothing is wrong, and everything that is."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway import submission as filing
from houseway.audit.exports import events_of
from houseway.audit.recorded import Events
from houseway.audit.running import Outcome, Plan, run
from houseway.cli.ledger_log import events_of as events_of_database
from houseway.ledger import Ledger
from houseway.ledger.database import Database
from houseway.ledger.exporting import export
from houseway.ledger.signing import private_key
from houseway.ledger.verifying import verify
from houseway.submission import default
from ledger import house
from ledger.house import PGP, UTH
from postgres import shared

SIGNED = {"reason": "as told", "by": "floor", "approved_by": "manager"}

Plants = Callable[[str], Any]  # a step of the ledger's life -> a context in which it is done


@contextmanager
def nothing() -> Iterator[None]:
    yield


def corrected(game: str) -> dict[str, Any]:
    """The submission as it ought to have been: another paytable, another rate and reset amount of a meter."""
    document = house.filed("ultimate-texas-holdem" if game == UTH else "pai-gow-poker-fortune").to_dict()
    wagers = document["wagers"]
    wagers["progressive"]["meter"] = {"initial": "12000.00", "reset": "12000.00", "rate_of_progression": "25%"}
    if game == UTH:
        wagers["blind"]["paytable"], wagers["trips"]["paytable"] = "B", "A"
    else:
        wagers["fortune_bonus"]["paytable"] = "B"
    return document


def live(ledger: Ledger, seed: int, rounds: int, plants: Plants = lambda _: nothing()) -> None:
    """A ledger's life: every kind of event about rounds and meters."""
    rng = Random(seed)
    ids = house.furnish(ledger)
    posted: list[int] = []
    opened: list[tuple[int, dict[str, Any]]] = []
    second = {}
    for at in range(rounds):
        round_ = house.any_round(rng, f"R{seed}-{at:04d}", rare=rng.random() < 0.5)
        if at % 4 == 3:
            wagers, cards = house.split(round_)
            opened.append((ledger.open_round(wagers, by="dealer").id, cards))
        else:
            with plants("post"):
                posted.append(ledger.post(round_, by="dealer").id)
        if len(opened) > 2:
            number, cards = opened.pop(rng.randrange(3))
            with plants("settle"):
                posted.append(ledger.settle_round(number, cards, by="dealer").id)
        if at % 9 == 8:
            with plants("void"):
                ledger.void(posted.pop(rng.randrange(len(posted))), **SIGNED)
        if at == rounds // 4:
            with plants("rate"):
                ledger.set_rate("uth-progressive", "19%", **SIGNED)
            with plants("take over"):
                ledger.take_over_meter("uth-second", "progressive", ids[UTH], "34567.891", **SIGNED)
            ledger.link("T2", "progressive", "uth-second", by="floor")
            ledger.void(opened.pop()[0], **SIGNED)
        if at == rounds // 2:
            for game in (UTH, PGP):
                second[game] = ledger.file_submission(filing.parse(corrected(game)), by="manager").id
            with plants("move"):
                ledger.move_funds("uth-bonus", "uth-progressive", "123.4567", **SIGNED)
        if at > rounds // 2 and at % 5 == 0:
            number = posted[rng.randrange(len(posted))]
            record = ledger.round(number)
            if record.status == "settled":
                to = ids[record.game] if record.submission == second[record.game] else second[record.game]
                with plants("resettle"):
                    ledger.resettle(number, submission=to, reason="paytable", by="floor")
        if at == 3 * rounds // 4:
            for number, cards in opened:
                ledger.settle_round(number, cards, by="dealer")
            opened.clear()
            with plants("retire"):
                ledger.retire_meter("uth-second", move_to="uth-progressive", **SIGNED)
            ledger.link("T2", "progressive", "uth-progressive", by="floor")


def source(kind: str, url: str, folder: Path) -> Events:
    """The same ledger in one of the ways in which it may be read."""
    if kind == "database":
        return events_of_database(url)
    path = folder / f"export.{kind}"
    export(Database(url), path, private_key(folder / "key.pem"))
    found = events_of([str(path)])
    assert found is not None
    return found


def audited(events: Events, game: str, **how: Any) -> Outcome:
    return run(Plan([events.called], default(game), events=events, **how))


def listed(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A ledger with a life behind it, in each kind of database."""
    urls = {"sqlite": str(tmp_path_factory.mktemp("lived") / "ledger.sqlite"), "postgresql": shared().url()}
    for url in urls.values():
        with Ledger(url) as ledger:
            live(ledger, 1, 120)
        assert verify(Database(url)).divergence is None
    return {**urls, "sqlite": f"sqlite:///{urls['sqlite']}"}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
@pytest.mark.parametrize("kind", ["database", "jsonl", "parquet"])
def test_a_ledger_in_which_nothing_is_wrong(database: str, kind: str, lived: dict[str, str], tmp_path: Path) -> None:
    events = source(kind, lived[database], tmp_path)
    kinds = {str(event["kind"]) for event in events.read(None)}
    assert kinds >= {
        "round.opened", "round.settled", "round.voided", "round.resettled", "meter.rate-set", "meter.funds-moved",
        "meter.taken-over", "meter.retired",
    }  # fmt: skip
    for game in (UTH, PGP):
        out = tmp_path / game
        outcome = audited(events, game, out=str(out), rows=50)
        assert outcome.clean, [listed(out, name)[:3] for name in ("differences", "unreadable", "meters")]
        seats = sum(
            len(event["payload"]["document"]["players"])
            for event in events.read(frozenset({"round.settled"}))
            if event["payload"]["document"]["game"] == game
        )
        assert outcome.totals.rows == seats
        names = {"uth-progressive", "uth-bonus", "uth-second"} if game == UTH else {"pgp-progressive"}
        assert {watch.name for watch in outcome.watches} == names
        assert all(watch.readings > 10 for watch in outcome.watches)
