"""The log: a chain anybody can compute, one order for all writers, nothing ever edited."""

from __future__ import annotations

import hashlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from houseway.ledger import ConflictError, DamagedError, Event, Head, Ledger, StorageError, Transaction, record_event
from houseway.ledger.verifying import verify
from houseway.problems import InputError
from ledger.house import any_round, holdem, split
from ledger.test_rounds import HIT, ROYAL


def whole_log(ledger: Ledger) -> list[Event]:
    found: list[Event] = []
    while page := ledger.events(after=len(found), limit=1000):
        found += page
    return found


def test_anybody_can_compute_the_chain(ledger: Ledger) -> None:
    rng = Random(1)
    for number in range(20):
        ledger.post(any_round(rng, str(number)), by="Zoë")
    previous = "0" * 64
    for number, event in enumerate(whole_log(ledger), 1):
        assert event.seq == number
        said = "\n".join([previous, str(number), event.at, event.kind, event.actor, event.payload])
        previous = hashlib.sha256(said.encode("utf-8")).hexdigest()
        assert event.hash == previous
        assert event.payload == json.dumps(event.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert ledger.head().hash == previous


def test_what_a_round_was_answered_hangs_on_the_chain(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    assert record.answer is not None
    assert hashlib.sha256(record.answer).hexdigest() == record.events[0].content["answer"]


@pytest.mark.parametrize("table", ["event", "answer", "movement", "line", "submission"])
def test_the_database_refuses_to_edit_or_delete_what_is_recorded(ledger: Ledger, table: str) -> None:
    ledger.post(ROYAL, by="d")
    statements = [f"UPDATE {table} SET seq = seq + 1000", f"DELETE FROM {table}"]
    if ledger.database.dialect == "postgresql":
        statements.append(f"TRUNCATE {table} CASCADE")
    for statement in statements:
        with pytest.raises(StorageError, match="never changed"), ledger.database.writing() as connection:
            connection.execute(text(statement))
    assert verify(ledger.database).divergence is None


def test_events_of_the_callers_own(ledger: Ledger) -> None:
    event = ledger.record("user.created", {"name": "dora", "role": "dealer"}, by="admin")
    assert ledger.event(event.seq) == event
    assert ledger.events(kinds=["user.created"]) == [event]
    for kind in ("round.settled", "meter.created", "ledger.created", "user", "", "x" * 61 + ".y"):
        with pytest.raises(InputError):
            ledger.record(kind, {}, by="admin")
    for payload in ({"rate": 0.5}, {"x": [1.0]}, {"x": b"y"}, {"x": "y" * 1_000_001}):
        with pytest.raises(InputError):
            ledger.record("user.created", payload, by="admin")
    assert verify(ledger.database).divergence is None


def test_a_callers_tables_and_events_are_committed_together(ledger: Ledger) -> None:
    with ledger.database.writing() as connection:
        connection.execute(text("CREATE TABLE visitor (name VARCHAR(20) PRIMARY KEY)"))
        connection.commit()

    def work(tx: Transaction) -> int:
        tx.connection.execute(text("INSERT INTO visitor VALUES ('dora')"))
        return record_event(tx, "visitor.came", {"name": "dora"}, by="door").seq

    seq = ledger.transaction(work)
    head = ledger.head()
    assert head.seq == seq
    with pytest.raises(IntegrityError):  # twice: the row is refused, and so is the event
        ledger.transaction(work)
    assert ledger.head() == head


def test_a_refusal_after_something_was_written_leaves_no_trace(ledger: Ledger) -> None:
    def half(tx: Transaction) -> None:
        record_event(tx, "user.created", {}, by="a")
        raise ConflictError("user", "is there already")

    def broken(tx: Transaction) -> None:
        record_event(tx, "user.created", {}, by="a")
        raise ZeroDivisionError

    head = ledger.head()
    held = threading.Event()
    results: dict[str, Any] = {}

    def run(name: str, work: Any) -> None:
        try:
            results[name] = ledger.transaction(work)
        except Exception as error:
            results[name] = error

    def slow(tx: Transaction) -> str:
        held.wait(10)
        return "slow"

    works = {"slow": slow, "half": half, "good": lambda tx: record_event(tx, "user.good", {}, by="a").seq, "broken": broken}
    threads = [threading.Thread(target=run, args=item) for item in works.items()]
    for thread in threads:
        thread.start()
    held.set()
    for thread in threads:
        thread.join(30)
    assert isinstance(results["half"], ConflictError)
    assert isinstance(results["broken"], ZeroDivisionError)
    assert results["slow"] == "slow"
    assert results["good"] == head.seq + 1
    assert [event.kind for event in ledger.events(after=head.seq)] == ["user.good"]


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_a_clock_that_goes_back_is_recorded_as_it_was(house_url: str) -> None:
    clock = Clock()
    clock.now = datetime(2100, 1, 1, 12, tzinfo=UTC)  # after the house was furnished
    with Ledger(house_url, clock=clock) as ledger:
        ledger.record("user.one", {}, by="a")
        clock.now -= timedelta(milliseconds=900)
        small = ledger.record("user.two", {}, by="a")
        clock.now -= timedelta(hours=1)
        large = ledger.record("user.three", {}, by="a")
        after = ledger.record("user.four", {}, by="a")
        said = ledger.event(large.seq - 1)
        assert (small.at, large.at) == ("2100-01-01T11:59:59.100000Z", "2100-01-01T10:59:59.100000Z")
        assert (said.kind, said.content) == ("clock.stepped-back", {"before": small.at, "now": large.at})
        assert (large.seq, after.seq) == (small.seq + 2, small.seq + 3)
        assert verify(ledger.database).divergence is None


def test_many_writers_have_one_order(house_url: str) -> None:
    """Two ledgers on one database (as two servers), eight threads each, retries and duplicates on purpose."""
    with Ledger(house_url) as one, Ledger(house_url) as two:
        documents = [holdem(Random(f"{number}"), "T1" if number % 2 else "T2", str(number), rare=number % 3 == 0)
                     for number in range(120)]  # fmt: skip
        answers: dict[str, set[bytes]] = {str(number): set() for number in range(120)}

        def post(work: tuple[Ledger, int]) -> None:
            ledger, number = work
            if number % 4 == 0:
                opened, cards = split(documents[number])
                record = ledger.settle_round(ledger.open_round(opened, by="d").id, cards, by="d")
            else:
                record = ledger.post(documents[number], by="d")
            assert record.answer is not None
            answers[str(number)].add(record.answer)

        work = [(ledger, number) for number in range(120) for ledger in (one, two)]
        Random(3).shuffle(work)
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(post, work))
        assert all(len(of) == 1 for of in answers.values())
        report = verify(one.database)
        assert (report.divergence, report.rounds) == (None, 120)
        meters = {meter.name: meter.balance_micro for meter in one.meters()}
        assert meters == _serial_replay(whole_log(two))
        balance = dict.fromkeys(meters, 0)
        for movement in _all_movements(one):
            balance[movement.meter] += movement.change_micro
            assert movement.balance_micro == balance[movement.meter]  # the recorded order explains every amount


def _all_movements(ledger: Ledger) -> list[Any]:
    found: list[Any] = []
    after = (0, -1)
    while page := ledger.meter_events(after=after, limit=1000):
        found += page
        after = (page[-1].seq, page[-1].n)
    return found


def _serial_replay(events: list[Event]) -> dict[str, int]:
    """The meters of a log, by the rules of the tests' second settlement's meter: wagers, awards, resets, one after another."""
    balance: dict[str, int] = {}
    for event in events:
        for meter, kind, _, amount, _ in event.content.get("movements", []):
            sign, digits = (-1, amount[1:]) if amount.startswith("-") else (1, amount)
            whole, _, part = digits.partition(".")
            balance[meter] = balance.get(meter, 0) + sign * (int(whole) * 10**8 + int(part.ljust(8, "0")))
            assert kind in ("opening", "increment", "award", "reset", "reversal")
    return balance


def test_a_reading_never_lags_a_committed_round(ledger: Ledger) -> None:
    behind = []

    def post(number: int) -> None:
        record = ledger.post({**ROYAL, "round_id": str(number)}, by="d")
        if ledger.meter("uth-progressive").seq < record.id:
            behind.append(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(post, range(60)))
    assert behind == []
    assert ledger.meter("uth-progressive").to_dict()["exact"] == "10013.20"


def test_waiting_for_what_comes_next(ledger: Ledger) -> None:
    head = ledger.head()
    assert not ledger.wait(head.seq, 0.01)
    timer = threading.Timer(0.05, lambda: ledger.post(HIT, by="d"))
    timer.start()
    assert ledger.wait(head.seq, 10)
    assert ledger.head().seq > head.seq
    timer.join()


def test_a_log_cut_off_at_its_end_is_not_opened(house_url: str) -> None:
    with Ledger(house_url) as ledger:
        head = ledger.head()
        with ledger.database.writing() as connection:
            connection.execute(text("UPDATE chain SET seq = seq - 1"))
            connection.commit()
    with pytest.raises(DamagedError, match="another end of its log"):
        Ledger(house_url)
    assert isinstance(head, Head)


def test_a_closed_ledger_says_so(house_url: str) -> None:
    ledger = Ledger(house_url)
    ledger.close()
    with pytest.raises(StorageError, match="closed"):
        ledger.record("user.created", {}, by="a")


def test_settings_that_keep_what_is_committed(ledger: Ledger) -> None:
    if ledger.database.dialect == "sqlite":
        assert ledger.durability == {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
    else:
        assert ledger.durability == {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
