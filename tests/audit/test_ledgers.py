"""A ledger is a log, on both databases and as both exports: with rounds voided and settled again and meters moved by people,
nothing is found where nothing is wrong, and everything that is."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from houseway import submission as filing
from houseway.audit.explaining import explain
from houseway.audit.exports import events_of
from houseway.audit.recorded import Events
from houseway.audit.running import Outcome, Plan, Progress, run
from houseway.cli.audit import command
from houseway.cli.ledger_log import events_of as events_of_database
from houseway.ledger import Ledger
from houseway.ledger.canonical import exact
from houseway.ledger.database import Database
from houseway.ledger.exporting import export
from houseway.ledger.signing import private_key
from houseway.ledger.verifying import verify
from houseway.money import cents, dollars, microcents
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


def forged(events: Events, change: Callable[[dict[str, Any]], bool]) -> Events:
    """A ledger of which the first event that ``change`` takes was forged."""
    every = [json.loads(json.dumps(event)) for event in events.read(None)]
    assert any(change(event) for event in every)
    return events._replace(read=lambda kinds: iter(event for event in every if kinds is None or event["kind"] in kinds))


def more(amount: str, by: int) -> str:
    return dollars(cents(amount) + by)


def first_line(kind: str, game: str, last: frozenset[int], at: int, by: int, wager: str) -> Callable[[dict[str, Any]], bool]:
    """The first event of a kind that is the last of its round: an amount of a line of a wager is another."""

    def change(event: dict[str, Any]) -> bool:
        of = event["payload"]
        if event["kind"] != kind or of.get("document", {"game": game})["game"] != game:
            return False
        if kind == "round.settled" and (of["round"] or event["seq"]) in last:
            return False
        if kind != "round.settled" and event["seq"] not in last:
            return False
        for line in of["lines"]:
            if line[1] == wager and cents(line[3]) + by >= 0:
                line[at] = more(line[at], by)
                return True
        return False

    return change


@pytest.mark.parametrize("kind", ["round.settled", "round.voided", "round.resettled"])
def test_a_line_that_a_ledger_paid_wrongly_is_found(kind: str, lived: dict[str, str], tmp_path: Path) -> None:
    events = source("database", lived["sqlite"], tmp_path)
    kinds = frozenset({"round.voided", "round.resettled"})
    corrections = {int(event["payload"]["round"]): int(event["seq"]) for event in events.read(kinds)}
    last = frozenset(corrections) if kind == "round.settled" else frozenset(corrections.values())
    for place, by, recorded in ((5, 700, "paid"), (4, 100, "returned")):
        found = forged(events, first_line(kind, UTH, last, place, by, "ante"))
        out = tmp_path / recorded
        outcome = audited(found, UTH, out=str(out), rows=50)
        assert outcome.totals.differences == 1, recorded
        (one,) = listed(out, "differences")
        assert (one["wager"], one["difference"]) == ("ante", f"{by // 100}.00")
        assert one["cite"]
        assert not listed(out, "meters")
        assert not listed(out, "unreadable")


def changed_meter(kind: str, change: Callable[[dict[str, Any]], None], nth: int = 0) -> Callable[[dict[str, Any]], bool]:
    """The event of a kind that moves meters is another, in ``change``'s way."""
    seen = iter(range(10_000))

    def do(event: dict[str, Any]) -> bool:
        of = event["payload"]
        if event["kind"] != kind or not any(m[0].startswith("uth") for m in of.get("movements", [])) or next(seen) != nth:
            return False
        change(of)
        return True

    return do


def moved(of: dict[str, Any]) -> None:
    movement = of["movements"][-1]
    movement[3], movement[4] = exact(micro(movement[3]) + 10**6), exact(micro(movement[4]) + 10**6)


def micro(amount: str) -> int:
    return -microcents(amount[1:]) if amount.startswith("-") else microcents(amount)


@pytest.mark.parametrize(
    "kind",
    ["round.opened", "round.settled", "round.voided", "round.resettled", "meter.created", "meter.taken-over",
     "meter.funds-moved", "meter.retired"],
)  # fmt: skip
def test_a_meter_that_a_ledger_moved_wrongly_is_found(kind: str, lived: dict[str, str], tmp_path: Path) -> None:
    events = source("database", lived["sqlite"], tmp_path)
    outcome = audited(forged(events, changed_meter(kind, moved)), UTH, out=str(tmp_path / "out"), rows=50)
    assert not outcome.totals.differences
    (one,) = listed(tmp_path / "out", "meters")
    assert one["difference"] == "0.01"
    if kind != "round.settled":
        assert one["round_id"].startswith("event ")
        assert "(" in one["round_id"]


@pytest.mark.parametrize("what", ["rate_of_progression", "amount", "moved_to", "link"])
def test_what_people_did_to_a_meter_counts_and_not_what_was_made_of_it(
    what: str, lived: dict[str, str], tmp_path: Path
) -> None:  # fmt: skip
    """The event says one thing, and the meters went on as if it had said another: every later reading differs."""
    events = source("database", lived["sqlite"], tmp_path)
    kinds = {
        "rate_of_progression": "meter.rate-set", "amount": "meter.funds-moved", "moved_to": "meter.retired",
        "link": "table.linked",
    }  # fmt: skip

    def change(event: dict[str, Any]) -> bool:
        of = event["payload"]
        if event["kind"] != kinds[what] or (what == "link" and of["meter"] != "uth-second"):
            return False
        if what == "rate_of_progression":
            of[what] = "21%"
        elif what == "amount":
            of[what] = "100.00"
        elif what == "moved_to":
            of[what] = "uth-bonus"
        else:
            of["meter"] = "uth-progressive"
        return True

    outcome = audited(forged(events, change), UTH, out=str(tmp_path / "out"), rows=50)
    assert outcome.totals.rows
    assert not outcome.clean
    assert any(watch.differ for watch in outcome.watches)
    if what == "rate_of_progression":
        watch = next(watch for watch in outcome.watches if watch.name == "uth-progressive")
        assert "not the 21% filed" in watch.explained() or watch.differ > 5


def test_stopped_and_gone_on_through_voids_and_meters(lived: dict[str, str], tmp_path: Path) -> None:
    events = source("database", lived["sqlite"], tmp_path)
    events = forged(events, changed_meter("round.voided", moved, 2))
    whole = audited(events, UTH, out=str(tmp_path / "whole"), rows=20)

    def stop(now: Progress) -> None:
        if now.rows > 100:
            raise KeyboardInterrupt

    assert not audited(events, UTH, out=str(tmp_path / "part"), rows=20, progress=stop).finished
    again = audited(events, UTH, out=str(tmp_path / "part"), rows=20, resume=True)
    assert again.finished
    assert again.summary() == whole.summary()
    for name in ("differences", "meters", "unreadable", "partly"):
        assert listed(tmp_path / "part", name) == listed(tmp_path / "whole", name)


def test_the_command_takes_a_database(lived: dict[str, str], tmp_path: Path) -> None:
    def done(*words: str, exit_code: int = 0) -> str:
        result = CliRunner().invoke(command, list(words))
        assert result.exit_code == exit_code, result.output
        return result.output

    for url in lived.values():
        said = json.loads(done(url, "--game", UTH, "--format", "json"))
        assert (said["differences"], said["unreadable"]) == (0, 0)
        assert len(said["submissions"]) == 2
    assert "--game: is missing" in done(lived["sqlite"], exit_code=2)
    assert "audited by itself" in done(lived["sqlite"], str(tmp_path), exit_code=2)
    assert "--spark" in done(lived["sqlite"], "--spark", "local[1]", "--submission", "x.toml", exit_code=2)
    assert "there is no ledger here" in done(f"sqlite:///{tmp_path}/none.sqlite", exit_code=2)
    (tmp_path / "other.sqlite").write_bytes(b"no database at all, but as long as the head of one would be: " * 40)
    done(f"sqlite:///{tmp_path}/other.sqlite", exit_code=2)
    secret = "pass" + "word"
    refused = done(f"postgresql://nobody:{secret}@127.0.0.1:1/none", exit_code=2)
    assert secret not in refused


def test_a_round_is_explained_by_its_last_correction(lived: dict[str, str], tmp_path: Path) -> None:
    events = source("database", lived["sqlite"], tmp_path)
    corrections: dict[int, dict[str, Any]] = {}
    rounds: dict[int, dict[str, Any]] = {}
    for event in events.read(None):
        of = event["payload"]
        if event["kind"] in ("round.voided", "round.resettled"):
            corrections[int(of["round"])] = {**of, "kind": event["kind"]}
        elif event["kind"] in ("round.settled", "round.opened"):
            rounds[of.get("round") or event["seq"]] = of["document"]
    shown: list[str] = []
    for number, document in rounds.items():
        last = corrections.get(number)
        kind = "round.settled" if last is None else str(last["kind"])
        if document["game"] != UTH or "dealer" not in document or shown.count(kind) == 2:
            continue
        shown.append(kind)
        explained = explain(Plan([events.called], default(UTH), events=events, rows=50), document["round_id"])
        assert explained.settlement is not None
        assert not explained.differences
        if last is not None:
            lines = explained.settlement.lines
            said = [[line.seat, line.wager, dollars(line.returned_cents), dollars(line.paid_cents)] for line in lines]
            assert sorted(said) == sorted([seat, wager, back, paid] for seat, wager, _, _, back, paid, *_ in last["lines"])
    assert set(shown) == {"round.settled", "round.voided", "round.resettled"}
