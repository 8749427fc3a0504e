"""``verify`` finds what was changed, wherever it was changed, and names the first place."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from houseway.ledger import Database, Ledger
from houseway.ledger.canonical import canonical, event_hash, exact, micro_of
from houseway.ledger.verifying import Report, verify
from houseway.money import MICRO
from ledger.house import PGP, UTH, any_round, filed, furnish, holdem, pai_gow, split
from ledger.test_rounds import HIT, ROYAL
from postgres import shared

SIGNED: dict[str, Any] = {"reason": "approved", "by": "anna", "approved_by": "ben"}


def live(ledger: Ledger, rounds: int = 12) -> None:
    """Some of everything that can happen."""
    ids = furnish(ledger)
    rng = Random(7)
    for number in range(rounds):
        document = any_round(rng, f"r{number}", rare=number % 3 == 0)
        if number % 3:
            ledger.post(document, by="dealer")
        else:
            opened, cards = split(document)
            ledger.settle_round(ledger.open_round(opened, by="dealer").id, cards, by="dealer")
        if number == 5:
            ledger.set_rate("uth-bonus", "20%", **SIGNED)
            ledger.take_over_meter("old", "progressive", ids["ultimate-texas-holdem"], "33333.5", **SIGNED)
            ledger.move_funds("old", "uth-bonus", "1.25", **SIGNED)
    hit = ledger.post(HIT, by="dealer")
    royal = ledger.post(ROYAL, by="dealer")
    open_ = ledger.open_round(split({**HIT, "round_id": "open"})[0], by="dealer")
    ledger.open_round(split({**HIT, "round_id": "stays open"})[0], by="dealer")
    other = filed().to_dict()
    other["wagers"]["progressive"]["meter"]["rate_of_progression"] = "30%"
    corrected = ledger.file_submission(other, by="manager").id
    ledger.resettle(royal.id, submission=corrected, reason="the rate", by="supervisor")
    ledger.void(hit.id, reason="misdeal", by="supervisor", approved_by="manager")
    ledger.void(open_.id, reason="table closed", by="supervisor")
    ledger.link("T2", "progressive", "old", by="manager")
    ledger.record("user.created", {"name": "dora"}, by="admin")
    ledger.post({**ROYAL, "round_id": "last", "table": "T2"}, by="dealer")


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], str]:
    """Copies of one ledger in which everything has happened."""
    made: dict[str, str] = {}

    def copy(kind: str, folder: Path) -> str:
        if kind not in made:
            made[kind] = str(tmp_path_factory.mktemp("lived") / "lived.sqlite") if kind == "sqlite" else shared().url()
            with Ledger(made[kind]) as ledger:
                live(ledger)
        if kind == "sqlite":
            target = folder / "lived.sqlite"
            target.write_bytes(Path(made[kind]).read_bytes())
            return str(target)
        return shared().url(made[kind].rpartition("/")[2])

    return copy


class Forger:
    """Somebody who holds the database: drops what is in his way and changes what he likes."""

    def __init__(self, url: str) -> None:
        self.database = Database(url, create=False)
        tables = ("event", "answer", "movement", "line", "submission")
        for table in tables:
            if self.database.dialect == "postgresql":
                self.run(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            else:
                for what in ("update", "delete"):
                    self.run(f"DROP TRIGGER {table}_no_{what}")

    def run(self, statement: str, **values: Any) -> None:
        """A statement that no trigger and no foreign key stands in the way of."""
        if self.database.dialect == "sqlite":
            with closing(sqlite3.connect(self.database.url.database or "", isolation_level=None)) as connection:
                connection.execute(statement, values)
            return
        with self.database.writing() as connection:
            connection.execute(text("SET session_replication_role = replica"))
            connection.execute(text(statement), values)
            connection.commit()

    def ask(self, statement: str, **values: Any) -> list[Any]:
        with self.database.reading() as connection:
            return list(connection.execute(text(statement), values))

    def edit(self, seq: int, change: Callable[[dict[str, Any]], object], *, chained: bool = True) -> None:
        """Change an event's payload and, where he knows how, every hash after it."""
        (payload,) = self.ask("SELECT payload FROM event WHERE seq = :seq", seq=seq)[0]
        content = json.loads(payload)
        change(content)
        self.run("UPDATE event SET payload = :payload WHERE seq = :seq", payload=canonical(content), seq=seq)
        if not chained:
            return
        previous = "0" * 64
        for event in self.ask("SELECT seq, at, kind, actor, payload FROM event ORDER BY seq"):
            said = event_hash(previous, *event)
            self.run("UPDATE event SET previous = :p, hash = :h WHERE seq = :seq", p=previous, h=said, seq=event[0])
            previous = said
        self.run("UPDATE chain SET hash = :h", h=previous)

    def first(self, kind: str, n: int = 0) -> int:
        seqs = self.ask("SELECT seq FROM event WHERE kind = :kind ORDER BY seq", kind=kind)
        seq: int = seqs[n][0]
        return seq

    def verified(self) -> Report:
        """What is found, which is the same whether rounds are settled one by one or many at a time."""
        alone, together = (verify(self.database, together=way)._replace(seconds=0) for way in (False, True))
        assert together == alone
        return alone


@pytest.fixture
def forger(lived: Callable[[str, Path], str], kind: str, tmp_path: Path) -> Forger:
    return Forger(lived(kind, tmp_path))


def test_what_was_not_changed_is_clean(forger: Forger) -> None:
    report = forger.verified()
    assert report.divergence is None
    assert (report.rounds, report.to_dict()["clean"]) == (17, True)
    assert report.head.seq == report.events == forger.ask("SELECT MAX(seq) FROM event")[0][0]


def test_a_verification_in_processes_says_the_same(lived: Callable[[str, Path], str], kind: str, tmp_path: Path) -> None:
    url = lived(kind, tmp_path)
    with Ledger(url) as ledger:
        for number in range(60):
            ledger.post({**ROYAL, "round_id": f"more {number}"}, by="d")
    told: list[tuple[int, int]] = []
    database = Database(url)
    alone = verify(database)
    import houseway.ledger.verifying as module

    before = module.ALONE
    module.ALONE = 10
    try:
        together = verify(database, processes=2, stretch=9, progress=lambda done, of: told.append((done, of)))
        assert together._replace(seconds=0) == alone._replace(seconds=0)
        assert told[-1] == (alone.events, alone.events)
        forger = Forger(url)
        seq = forger.first("round.settled", 30)
        forger.edit(seq, lambda content: content.update(house_net="0.00"))
        found = verify(database, processes=2, stretch=9).divergence
        assert found is not None
        assert (found.seq, found.where) == (seq, "house_net")
    finally:
        module.ALONE = before


def dig(*path: Any, to: Any) -> Callable[[dict[str, Any]], object]:
    """A change deep in a payload."""

    def change(content: Any) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = to

    return change


EDITS: list[tuple[str, int, Callable[[dict[str, Any]], object], str]] = [
    ("round.settled", 0, dig("lines", 0, 5, to="1000000.00"), "lines[0]"),
    ("round.settled", 1, dig("lines", 0, 2, to="push"), "lines[0]"),
    ("round.settled", 2, lambda content: content["lines"].pop(), "lines["),
    ("round.settled", 1, dig("house_net", to="0.00"), "house_net"),
    ("round.settled", 1, dig("law", to="2015-01-01"), "law"),
    ("round.settled", 1, dig("submission", to="0" * 64), "submission"),
    ("round.settled", 2, dig("document", "players", 0, "seat", to=9), "lines"),
    ("round.settled", 2, dig("of", to=1), "of"),
    ("round.settled", 2, dig("hit_at", to="2001-01-01"), "hit_at"),
    ("round.settled", 2, dig("more", to="text"), "payload"),
    ("round.opened", 0, dig("movements", 0, 3, to="500.00"), "movements"),
    ("round.opened", 1, dig("house_net", to="1.00"), "house_net"),
    ("round.voided", 0, dig("approved_by", to=None), "payload"),
    ("round.voided", 0, dig("approved_by", to="supervisor"), "payload"),
    ("round.voided", 1, dig("lines", 0, 4, to="0.00"), "lines"),
    ("round.resettled", 0, dig("differences", to=[[1, "ante", None, None, "0.00", "1.00", "1.00"]]), "differences"),
    ("round.resettled", 0, dig("movements", 0, 3, to="100.00"), "movements"),
    ("round.resettled", 0, dig("submission", to="0" * 64), "submission"),
    ("meter.created", 0, dig("initial", to="90000.00"), "initial"),
    ("meter.created", 1, dig("movements", 0, 4, to="10000.01"), "movements"),
    ("meter.rate-set", 0, dig("before", to="1%"), "before"),
    ("meter.rate-set", 0, dig("approved_by", to="anna"), "meter.rate-set"),
    ("meter.taken-over", 0, dig("reading", to="1.00"), "movements"),
    ("meter.funds-moved", 0, dig("amount", to="5.00"), "movements"),
    ("submission.filed", 0, dig("submission", "wagers", "blind", "paytable", to="B"), "id"),
    ("submission.filed", 0, dig("submission", "wagers", "blind", "paytable", to="F"), "submission.filed"),
    ("table.created", 0, dig("game", to="blackjack"), "table.created"),
    ("table.linked", 0, dig("before", to="other"), "before"),
    ("ledger.created", 0, dig("format", to=2), "ledger.created"),
]


def test_a_reading_that_does_not_lead_on_is_found_though_its_round_agrees_with_itself(forger: Forger) -> None:
    """A meter's reading and everything that a round makes of it, a cent higher: the round before ended elsewhere."""

    def raise_(content: dict[str, Any]) -> None:
        meter = content["terms"]["progressive"]
        meter[1] = exact(micro_of(meter[1]) + MICRO)
        for movement in content["movements"]:
            if movement[0] == meter[0]:
                movement[4] = exact(micro_of(movement[4]) + MICRO)

    seq = forger.first("round.settled", 6)
    forger.edit(seq, raise_)
    found = forger.verified().divergence
    assert found is not None
    assert (found.seq, found.where) == (seq, "terms")


@pytest.mark.parametrize("game", [UTH, PGP])
def test_one_amount_of_every_kind_of_line_is_named(tmp_path: Path, game: str) -> None:
    """For every wager and bonus one line with another amount, and the line is named, with what it should be."""
    url = str(tmp_path / "lines.sqlite")
    with Ledger(url) as ledger:
        furnish(ledger)
        rng = Random(4)
        for number in range(60):
            make = holdem if game == UTH else pai_gow
            ledger.post(make(rng, "T1" if game == UTH else "P1", f"r{number}", rare=number % 2 == 0), by="dealer")
    whole = Path(url).read_bytes()
    forger = Forger(url)
    kinds: dict[str, tuple[int, int]] = {}
    for seq, payload in forger.ask("SELECT seq, payload FROM event WHERE kind = 'round.settled' ORDER BY seq"):
        for n, line in enumerate(json.loads(payload)["lines"]):
            kinds.setdefault(line[1], (seq, n))
    forger.database.close()
    wanted = {"ante", "play", "blind", "trips", "progressive", "five_card_bonus_player", "envy", "magic_card"}
    assert kinds.keys() >= (wanted if game == UTH else {"pai_gow", "fortune_bonus", "insurance", "red", "envy", "progressive"})
    for at, (seq, n) in enumerate(kinds.values()):
        Path(url).write_bytes(whole)
        forger = Forger(url)
        forger.edit(seq, dig("lines", n, 3 + at % 4, to="3.21"))
        found = forger.verified().divergence
        assert found is not None
        assert (found.seq, found.where) == (seq, f"lines[{n}]")
        assert '"3.21"' in (found.found or "")
        forger.database.close()


def both(count: int) -> pytest.MarkDecorator:
    """Every case on SQLite; on PostgreSQL, where a copy takes longer, every fifth."""
    cases = [("sqlite", n) for n in range(count)] + [("postgresql", n) for n in range(0, count, 5)]
    return pytest.mark.parametrize(("kind", "case"), cases, indirect=["kind"])


@both(len(EDITS))
def test_an_edited_payload_is_found_even_where_the_chain_is_forged_with_it(forger: Forger, case: int) -> None:
    kind, n, change, where = EDITS[case]
    seq = forger.first(kind, n)
    forger.edit(seq, change)
    found = forger.verified().divergence
    assert found is not None
    assert found.seq == seq
    assert where in found.where


def test_a_correction_led_to_another_event_is_missed_by_its_round(forger: Forger) -> None:
    seq = forger.first("round.voided", 1)
    number = forger.ask("SELECT id FROM round WHERE last_seq = :seq", seq=seq)[0][0]
    forger.edit(seq, dig("of", to=3))
    found = forger.verified().divergence
    assert found is not None
    assert (found.seq, found.message) == (number, "does not know of this event of the round")


def test_an_edited_payload_breaks_its_hash(forger: Forger) -> None:
    seq = forger.first("round.settled", 3)
    forger.edit(seq, dig("hit_at", to="2001-01-01"), chained=False)
    found = forger.verified().divergence
    assert found is not None
    assert (found.seq, found.where) == (seq, "hash")
    assert "is not the hash of what the event says" in str(found)


@pytest.mark.parametrize("column", ["at", "actor", "kind", "hash", "previous", "payload"])
def test_no_column_of_an_event_can_be_changed_alone(forger: Forger, column: str) -> None:
    seq = forger.first("round.settled", 2)
    forger.run(f"UPDATE event SET {column} = 'x' WHERE seq = :seq", seq=seq)
    found = forger.verified().divergence
    assert found is not None
    assert found.seq == seq


def test_a_missing_event_is_named(forger: Forger) -> None:
    seq = forger.first("round.settled", 2)
    forger.run("DELETE FROM event WHERE seq = :seq", seq=seq)
    found = forger.verified().divergence
    assert found is not None
    assert (found.seq, found.message) == (seq, "is missing")


def test_a_log_cut_off_is_found_against_its_meters(forger: Forger) -> None:
    last = forger.ask("SELECT MAX(seq) FROM event")[0][0]
    forger.run("DELETE FROM event WHERE seq = :seq", seq=last)
    found = forger.verified().divergence
    assert found is not None
    assert (found.seq, found.message) == (last, "is missing")
    at, said = forger.ask("SELECT at, hash FROM event WHERE seq = :seq", seq=last - 1)[0]
    forger.run("UPDATE chain SET seq = :seq, at = :at, hash = :hash", seq=last - 1, at=at, hash=said)
    found = forger.verified().divergence
    assert found is not None  # the chain is right again, but the meters have moved on
    assert found.where == "table meter"


ROWS: list[tuple[str, str]] = [
    ("UPDATE meter SET balance_micro = balance_micro + 1 WHERE name = 'uth-bonus'", "table meter"),
    ("UPDATE meter SET rate_ppm = 1 WHERE name = 'uth-bonus'", "table meter"),
    ("UPDATE movement SET change_micro = change_micro + 1 WHERE kind = 'award'", "table movement"),
    ("UPDATE movement SET hit_at = 'never' WHERE kind = 'award'", "table movement"),
    ("DELETE FROM movement WHERE kind = 'opening'", "table movement"),
    ("DELETE FROM movement WHERE kind = 'correction'", "table movement"),
    ("UPDATE line SET paid_cents = 0, net_cents = -wagered_cents WHERE paid_cents > 100000", "table line"),
    ("DELETE FROM line WHERE seat = 2", "table line"),
    ("INSERT INTO line SELECT seq, n + 1000, round, seat, wager, 1, 1, 1 FROM line WHERE n = 0", "table line"),
    ("UPDATE round SET status = 'settled' WHERE status = 'void'", "table round"),
    ("UPDATE round SET date = '2001-01-01' WHERE round_id = 'r2'", "table round"),
    ("UPDATE round SET digest = NULL WHERE round_id = 'r1'", "table round"),
    ("UPDATE round SET last_seq = id, status = 'settled' WHERE status = 'void'", "table round"),
    ("DELETE FROM round WHERE round_id = 'r4'", "table round"),
    ("UPDATE house_table SET game = 'other' WHERE name = 'T1'", "table house_table"),
    ("DELETE FROM link WHERE house_table = 'T1'", "table house_table"),
    ("UPDATE submission SET tables = '[\"T1\"]'", "table submission"),
    ("DELETE FROM answer", "answer"),
    ("UPDATE chain SET hash = 'x'", "chain"),
]


@both(len(ROWS))
def test_a_row_that_does_not_follow_from_the_events_is_found(forger: Forger, case: int) -> None:
    statement, where = ROWS[case]
    forger.run(statement)
    found = forger.verified().divergence
    assert found is not None
    assert found.where.startswith(where)


def test_another_answer_than_was_given_is_found(forger: Forger) -> None:
    seq = forger.first("round.settled", 4)
    for body in (zlib.compress(b'{"players": []}'), b"no zlib"):
        forger.run("UPDATE answer SET body = :body WHERE seq = :seq", body=body, seq=seq)
        found = forger.verified().divergence
        assert found is not None
        assert (found.seq, found.where) == (seq, "answer")


def test_the_first_of_two_divergences_is_named(forger: Forger) -> None:
    early, late = forger.first("round.settled", 1), forger.first("round.settled", 5)
    forger.edit(late, dig("lines", 0, 5, to="7.77"))
    forger.edit(early, dig("lines", 0, 5, to="7.77"))
    found = forger.verified().divergence
    assert found is not None
    assert found.seq == early
    assert json.loads(json.dumps(found.to_dict()))["where"] == "lines[0]"


def test_an_empty_database_is_no_ledger(url: str) -> None:
    Ledger(url, empty=True).close()
    found = verify(Database(url, create=False)).divergence
    assert found is not None
    assert found.message == "has no events; this is no ledger yet"


def test_a_payload_that_is_no_object_is_named(forger: Forger) -> None:
    seq = forger.first("user.created")
    for payload in ("[]", "{"):
        previous, at, kind, actor = forger.ask("SELECT previous, at, kind, actor FROM event WHERE seq = :seq", seq=seq)[0]
        said = event_hash(previous, seq, at, kind, actor, payload)
        forger.run("UPDATE event SET payload = :p, hash = :h WHERE seq = :seq", p=payload, h=said, seq=seq)
        found = forger.verified().divergence
        assert found is not None
        assert (found.seq, found.message) == (seq, "is not a JSON object")


def test_a_document_that_cannot_be_settled_is_named(forger: Forger) -> None:
    seq = forger.first("round.settled", 1)
    forger.edit(seq, lambda content: content["document"]["dealer"].update(cards="As As"))
    found = forger.verified().divergence
    assert found is not None
    assert (found.seq, found.message) == (seq, "cannot be settled again")


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_process_that_cannot_read_is_not_taken_for_clean(forger: Forger, monkeypatch: pytest.MonkeyPatch) -> None:
    import houseway.ledger.verifying as module
    from houseway.ledger import StorageError

    broken = Database(str(Path(forger.database.url.database or "").with_name("other.sqlite")))
    monkeypatch.setattr(module, "_WORKER", [broken])
    said = module._check_in_worker(module.packed(module.Books()), 1, 2)
    assert isinstance(said, str)

    class Result:
        def get(self) -> str:
            return said

    run = module._Run(forger.database, 10, None)
    with forger.database.reading() as connection, pytest.raises(StorageError, match="a process that verifies"):
        run._next(connection, 1, Result())
