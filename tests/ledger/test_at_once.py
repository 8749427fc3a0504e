"""What PostgreSQL is sent in one statement arrives as it was written, whole or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DataError, IntegrityError

from houseway.ledger import ConflictError, Database, Ledger, StorageError, Transaction, at_once, record_event
from houseway.ledger.database import storage_errors
from houseway.ledger.verifying import verify
from ledger.house import split
from ledger.test_rounds import HIT, ROYAL

ODD = ['"', "\\", "{a,b}", "NULL", "null", "a,b", "'; --", "Zoë ♣ 龍", '\\"', "%s", "{}", "x" * 200]


@pytest.mark.parametrize("said", ODD)
def test_texts_are_kept_to_the_letter(ledger: Ledger, said: str) -> None:
    event = ledger.record("user.created", {"name": said, "list": [said, None]}, by=said)
    found = ledger.event(event.seq)
    assert (found.actor, found.content) == (said, {"name": said, "list": [said, None]})
    record = ledger.post({**ROYAL, "dealer_id": said, "round_id": said}, by=said)
    assert ledger.find_round("T1", said).document["dealer_id"] == said
    assert ledger.round(record.id).answer == record.answer
    assert verify(ledger.database).divergence is None


def test_a_round_opened_and_settled_in_one_transaction_stands_as_it_ended(ledger: Ledger) -> None:
    """Its row is new and changed in one: it is written once, as it is at the end."""
    opened, cards = split(HIT)

    from houseway.ledger.documents import completed, read_opened
    from houseway.ledger.planning import plan_completed, plan_opened, with_answer

    def work(tx: Transaction) -> int:
        number = tx.append("round.opened", plan_opened(tx.books, read_opened(opened)).content, "d").seq
        whole = completed(tx.content(number)["document"], cards)
        tx.append("round.settled", *split_answer(with_answer(plan_completed(tx.books, number, whole))))
        return number

    number = ledger.transaction(work)
    assert ledger.round(number).status == "settled"
    assert verify(ledger.database).divergence is None


def split_answer(of: tuple[dict[str, Any], bytes | None]) -> tuple[dict[str, Any], str, bytes | None]:
    return of[0], "d", of[1]


def test_of_many_at_once_each_name_is_recorded_once(ledger: Ledger) -> None:
    """Rounds are looked up together before any of them is recorded; the first of each name is new to all the others."""
    documents = [{**ROYAL, "round_id": f"r{n % 5}"} for n in range(40)]
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda document: ledger.post(document, by="d"), documents))
    assert sorted(record.repeated for record in found) == [False] * 5 + [True] * 35
    assert {(record.round_id, record.id) for record in found} == {(row.round_id, row.id) for row in ledger.rounds()}
    with pytest.raises(ConflictError):
        ledger.post({**documents[0], "dealer_id": "other"}, by="d")
    assert [ledger.post(document, by="d").id for document in documents] == [record.id for record in found]
    assert verify(ledger.database).divergence is None


def test_nothing_stays_of_what_is_refused(ledger: Ledger) -> None:
    """A statement that breaks a rule of the database leaves no part of itself, and the next transaction goes on."""
    before = ledger.head()

    def work(tx: Transaction) -> None:
        record_event(tx, "user.created", {"name": "dora"}, by="admin")
        tx.rows.line.append((tx.books.head.seq, 0, 10**9, 1, "ante", 1, 1, 1))  # of a round that is not there

    with pytest.raises(StorageError):
        ledger.transaction(work)
    assert ledger.head() == before
    ledger.record("user.created", {"name": "dora"}, by="admin")
    assert ledger.head().seq == before.seq + 1
    assert verify(ledger.database).divergence is None


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_a_driver_s_error_comes_as_sqlalchemy_tells_it(house_url: str) -> None:
    database = Database(house_url)
    link = [("T1", "progressive", "no such meter")]
    with database.writing() as connection, pytest.raises(IntegrityError):
        at_once.write(connection, {"link": link}, commit=True)
    with database.writing() as connection:
        pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with database.reading() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
        with pytest.raises(StorageError) as caught, storage_errors():
            at_once.write(connection, {"link": link}, commit=True)
        assert caught.value.in_doubt
    database.close()


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_a_commit_of_a_failed_transaction_is_none(ledger: Ledger) -> None:
    """Work that hides an error of the database from the ledger is not taken for recorded."""

    def work(tx: Transaction) -> None:
        record_event(tx, "user.created", {"name": "dora"}, by="admin")
        with pytest.raises(DataError, match="division by zero"):
            tx.connection.exec_driver_sql("SELECT 1/0")

    before = ledger.head()
    with pytest.raises((StorageError, ConflictError)):
        ledger.transaction(work)
    assert ledger.head() == before


@pytest.mark.parametrize("kind", ["postgresql"])  # SQLite plans nothing ahead
def test_rounds_are_found_by_index_although_the_plan_was_made_before_there_were_any(ledger: Ledger) -> None:
    """PostgreSQL keeps the plan of a prepared statement; of an empty table it would be to read all of it, for every round."""
    for n in range(3):
        ledger.post({**ROYAL, "round_id": f"r{n}"}, by="d")

    def plan(tx: Transaction) -> list[str]:
        driver = tx.connection.connection.driver_connection
        assert driver is not None
        kept = driver.execute("SELECT name, statement FROM pg_prepared_statements").fetchall()
        [name] = [name for name, statement in kept if "LATERAL" in statement]
        explained = driver.execute(f"EXPLAIN EXECUTE {name} ('{{T1}}', '{{r1}}')").fetchall()
        return [line for (line,) in explained]

    lines = ledger.transaction(plan)
    assert any("Index Scan" in line and " on round" in line for line in lines), lines
    assert not any("Seq Scan on round" in line for line in lines), lines
    with ledger.database.reading() as connection:  # what is asked rarely is planned for what it asks
        assert connection.execute(text("SHOW plan_cache_mode")).scalar() == "auto"
