"""When the storage fails: nothing half-done, plain words, and on again when it is back."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, text

from houseway.ledger import DamagedError, Database, DurabilityError, Ledger, StorageError, migrate, schema
from houseway.ledger.database import url_of
from houseway.ledger.migrate import NEWEST, upgrade_with
from houseway.ledger.verifying import verify
from houseway.problems import InputError
from ledger.house import furnish, holdem, split
from ledger.killing import Tally, check_all, kill_once
from ledger.test_rounds import HIT, ROYAL
from postgres import Postgres, shared

only_sqlite = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
only_postgresql = pytest.mark.parametrize("kind", ["postgresql"], indirect=True)


def test_killed_at_any_moment_it_keeps_what_it_acknowledged(house_url: str) -> None:
    tally, rng = Tally(), Random(house_url[:10])
    for number in range(3):
        kill_once(house_url, f"k{number}", rng, tally)
    check_all(house_url, tally)
    assert tally.acknowledged


@only_sqlite
def test_a_full_disk_is_said_and_survived(ledger: Ledger) -> None:
    def full(connection: Any, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 8}")

    ledger.database.engine.dispose()
    event.listen(ledger.database.engine, "connect", full)
    posted: list[int] = []

    def fill() -> None:
        for number in range(200):
            posted.append(ledger.post({**ROYAL, "round_id": str(number)}, by="d").id)

    with pytest.raises(StorageError, match="no room left on its disk") as error:
        fill()
    assert not error.value.in_doubt
    head = ledger.head()
    assert head.seq == posted[-1]
    with pytest.raises(StorageError):
        ledger.post({**ROYAL, "round_id": "more"}, by="d")
    event.remove(ledger.database.engine, "connect", full)
    ledger.database.engine.dispose()
    assert ledger.post({**ROYAL, "round_id": "more"}, by="d").id == head.seq + 1
    assert verify(ledger.database).divergence is None


@only_postgresql
def test_a_full_disk_of_the_server_is_said_and_survived(ledger: Ledger) -> None:
    with ledger.database.writing() as connection:
        connection.execute(text(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            "'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"
        ))  # fmt: skip
        connection.execute(text("CREATE TRIGGER full_disk BEFORE INSERT ON line EXECUTE FUNCTION full_disk()"))
        connection.commit()
    head = ledger.head()
    for _ in range(2):
        with pytest.raises(StorageError, match="no room left on its disk") as error:
            ledger.post(ROYAL, by="d")
        assert not error.value.in_doubt
    assert ledger.head() == head
    assert ledger.meter("uth-bonus").shows == "10000.00"
    with ledger.database.writing() as connection:
        connection.execute(text("DROP TRIGGER full_disk ON line"))
        connection.commit()
    assert ledger.post(ROYAL, by="d").id == head.seq + 1


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_file_that_may_only_be_read_is_said_so(furnished: Callable[[str, Path], str], open_folder: Path) -> None:
    url = furnished("sqlite", open_folder)
    with Ledger(url) as ledger:
        ledger.post(ROYAL, by="d")

    def work() -> str:
        """As somebody who may read the file, and write neither it nor its folder."""
        with Ledger(url) as ledger:
            if ledger.meter("uth-bonus").shows != "10000.30" or verify(ledger.database).divergence is not None:
                return "not read"
            try:
                ledger.post(HIT, by="d")
            except StorageError as error:
                return str(error)
            return "written"

    keep = sqlite3.connect(url)  # in use: its write-ahead log and index are there
    keep.execute("PRAGMA journal_mode").fetchone()
    keep.execute("SELECT COUNT(*) FROM event").fetchone()
    said = _as_nobody(work, [Path(url), Path(url + "-wal"), Path(url + "-shm")])
    keep.close()
    assert "can be read only; nothing is recorded" in said


def _as_nobody(work: Callable[[], str], files: list[Path]) -> str:
    """What ``work`` returns when it is done by a user who may only read."""
    for path in files:
        path.chmod(0o444)
    if os.geteuid() != 0:
        return work()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.seteuid(65534)
        try:
            said = work()
        except BaseException as error:
            said = repr(error)
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return said


@only_postgresql
def test_a_server_that_only_reads_is_said_so(ledger: Ledger) -> None:
    def read_only(connection: Any, _record: object) -> None:
        connection.execute("SET default_transaction_read_only = on")
        connection.commit()

    ledger.database.engine.dispose()
    event.listen(ledger.database.engine, "connect", read_only)
    with pytest.raises(StorageError, match="can be read only"):
        ledger.post(ROYAL, by="d")
    assert ledger.meter("uth-bonus").shows == "10000.00"


def test_a_server_restarted_under_load_loses_nothing() -> None:
    server = Postgres()
    try:
        url = server.url()
        with Ledger(url) as ledger:
            furnish(ledger)
            acknowledged: dict[str, bytes | None] = {}
            failures: list[StorageError] = []
            until = time.monotonic() + 4

            def post(n: int) -> None:
                rng, number = Random(n), 0
                while time.monotonic() < until:
                    number += 1
                    document = holdem(rng, "T1", f"{n}-{number}", rare=True)
                    for _ in range(200):
                        try:
                            acknowledged[document["round_id"]] = ledger.post(document, by="d").answer
                            break
                        except StorageError as error:
                            failures.append(error)
                            time.sleep(0.05)

            threads = [threading.Thread(target=post, args=(n,)) for n in range(4)]
            for thread in threads:
                thread.start()
            time.sleep(1)
            server.restart(signal.SIGQUIT)  # as in a crash: every connection is cut off, the log is replayed
            for thread in threads:
                thread.join()
            assert failures
            assert all(error.in_doubt for error in failures)
            for round_id, answer in acknowledged.items():
                assert ledger.find_round("T1", round_id).answer == answer
            report = verify(ledger.database)
            assert (report.divergence, report.rounds) == (None, len(acknowledged))
    finally:
        server.remove()
    with pytest.raises(StorageError, match="is not reached"):
        Ledger(url)


@only_sqlite
def test_another_writer_who_does_not_let_go(ledger: Ledger) -> None:
    other = sqlite3.connect(ledger.database.url.database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    ledger.database.engine.dispose()
    event.listen(ledger.database.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 50"))
    with pytest.raises(StorageError, match="held by another writer"):
        ledger.post(ROYAL, by="d")
    assert ledger.meter("uth-bonus").shows == "10000.00"  # readers do not wait
    other.execute("ROLLBACK")
    other.close()
    assert ledger.post(ROYAL, by="d").status == "settled"


def test_what_is_no_ledger(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no ledger here"):
        Ledger(tmp_path / "none.sqlite", create=False)
    (tmp_path / "text.sqlite").write_text("not a database, but long enough to be looked at " * 20)
    with pytest.raises(StorageError, match="no SQLite database"):
        Ledger(tmp_path / "text.sqlite")
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be made"):
        Ledger(tmp_path / "file" / "ledger.sqlite")
    for url in ("mysql://somewhere/db", "sqlite://", "sqlite:///:memory:", "://", "postgresql+nonsense://x/y"):
        with pytest.raises(InputError) as error:
            Ledger(url) if "nonsense" not in url else url_of("oracle://x")
        assert error.value.problems[0].where == "database"
    with pytest.raises(StorageError, match="is not reached"):
        Ledger("postgresql://postgres@127.0.0.1:1/none")


def test_the_users_own_ledger_is_in_his_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Ledger() as ledger:
        assert ledger.database.url.database == str(tmp_path / "houseway" / "ledger.sqlite")
    assert "secret" not in Database("postgresql://u:secret@127.0.0.1:1/none").shown


@only_sqlite
def test_a_damaged_file_is_said_to_be_damaged(house_url: str) -> None:
    with Ledger(house_url) as ledger:
        for number in range(30):
            ledger.post({**ROYAL, "round_id": str(number)}, by="d")
    content = bytearray(Path(house_url).read_bytes())
    for page in range(3, len(content) // 4096 - 1):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    Path(house_url).write_bytes(content)
    with pytest.raises(DamagedError, match="damaged"), Ledger(house_url) as ledger:
        verify(ledger.database)


def test_a_server_that_does_not_keep_what_is_committed_is_refused() -> None:
    server = Postgres(fsync="off", full_page_writes="off")
    try:
        with pytest.raises(DurabilityError, match=r"full_page_writes is not set|fsync is not set"):
            Ledger(server.url())
    finally:
        server.remove()


@only_postgresql
def test_a_session_that_would_not_wait_for_the_disk_is_made_to(url: str) -> None:
    name = url.rpartition("/")[2]
    shared().sql(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    with Ledger(url) as ledger:
        assert ledger.durability["synchronous_commit"] == "on"


def test_the_migrations_make_the_tables_of_the_schema(empty: Ledger) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(Path(migrate.__file__).parent / "migrations")).get_current_head() == NEWEST
    with empty.database.reading() as connection:
        options = {"version_table": migrate.VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, schema.metadata) == []


def test_a_database_of_a_later_version_is_refused(empty: Ledger, house_url: str) -> None:
    with empty.database.writing() as connection:
        connection.execute(text("UPDATE ledger_version SET version_num = '9999'"))
        connection.commit()
    with pytest.raises(StorageError, match="a later version of houseway"):
        Ledger(empty.database.url.render_as_string(hide_password=False))
    with Ledger(house_url) as ledger:  # and one that is up to date is opened without reading the migrations
        upgrade_with(ledger.database, "no.such:folder", migrate.VERSION_TABLE, NEWEST)


def test_two_that_open_an_empty_database_at_once_make_one_ledger(url: str) -> None:
    ledgers: list[Ledger] = []
    errors: list[Exception] = []

    def make() -> None:
        try:
            ledgers.append(Ledger(url))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [ledger.head().seq for ledger in ledgers] == [1] * 4
    for ledger in ledgers:
        ledger.close()


def test_a_ledger_that_another_has_moved_on_is_read_anew(house_url: str) -> None:
    with Ledger(house_url) as one, Ledger(house_url) as two:
        opened, cards = split(HIT)
        number = one.open_round(opened, by="d").id
        two.post({**ROYAL, "table": "T2"}, by="d")
        two.set_rate("uth-progressive", "1%", reason="r", by="a", approved_by="b")
        record = one.settle_round(number, cards, by="d")
        assert record.to_dict()["result"]["meters"][0]["opening"] == "10001.54"
        assert two.settle_round(number, cards, by="d").answer == record.answer
