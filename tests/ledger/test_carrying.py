"""Carrying a ledger elsewhere: signed exports, imports that check everything, backups of a ledger in use."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from houseway.ledger import ConflictError, Database, Ledger, SignatureError, StorageError
from houseway.ledger.backing_up import back_up, pg_dump_command
from houseway.ledger.canonical import canonical
from houseway.ledger.exporting import export
from houseway.ledger.importing import import_ledger
from houseway.ledger.signing import private_key, public_key, public_pem, signed
from houseway.ledger.verifying import verify
from houseway.problems import InputError
from ledger.house import any_round, split
from ledger.test_rounds import HIT, ROYAL

KEY = Ed25519PrivateKey.generate()
FORMATS = ("jsonl", "parquet")


@pytest.fixture
def busy(ledger: Ledger) -> Ledger:
    """A ledger with rounds of all kinds."""
    rng = Random(21)
    for number in range(15):
        ledger.post(any_round(rng, f"Zoë's {number}"), by="Zoë")
    hit = ledger.post(HIT, by="d")
    ledger.void(hit.id, reason="misdeal", by="s", approved_by="m")
    ledger.open_round(split(ROYAL)[0], by="d")
    ledger.record("user.created", {"name": 'a "quoted", name\t☃'}, by="admin, the first")
    return ledger


@pytest.mark.parametrize("format_", FORMATS)
def test_an_imported_ledger_is_the_same_ledger_and_goes_on(
    busy: Ledger, new_url: Callable[[], str], tmp_path: Path, format_: str
) -> None:
    target = tmp_path / f"out.{format_}"
    told: list[tuple[int, int]] = []
    statement = export(busy.database, target, KEY, progress=lambda *at: told.append(at))
    head = busy.head()
    assert (statement["events"], statement["head"]) == (head.seq, head.hash)
    assert told == [(head.seq, head.seq)]
    other = new_url()
    assert import_ledger(other, target, KEY.public_key(), by="auditor") == statement
    with Ledger(other) as ledger:
        assert ledger.events(limit=1000)[:-1] == busy.events(limit=1000)
        last = ledger.events(after=head.seq)[0]
        assert (last.kind, last.actor, last.content["statement"]) == ("ledger.imported", "auditor", statement)
        assert ledger.rounds(limit=1000) == busy.rounds(limit=1000)
        assert ledger.meters() == busy.meters()
        assert ledger.meter_events(limit=1000) == busy.meter_events(limit=1000)
        for row in busy.rounds(limit=1000):
            assert ledger.round(row.id) == busy.round(row.id)
        assert verify(ledger.database).divergence is None
        ledger.post({**ROYAL, "round_id": "after"}, by="d")
        opened = ledger.find_round("T1", ROYAL["round_id"])
        assert ledger.settle_round(opened.id, split(ROYAL)[1], by="d").status == "settled"
        assert verify(ledger.database).divergence is None


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_line_is_what_the_chain_says(busy: Ledger, tmp_path: Path) -> None:
    export(busy.database, tmp_path / "out.jsonl", KEY)
    lines = (tmp_path / "out.jsonl").read_bytes().splitlines()
    assert len(lines) == busy.head().seq + 1
    for line, event in zip(lines[1:], busy.events(limit=1000), strict=True):
        said = json.loads(line)
        assert canonical(said["payload"]) == event.payload
        assert {key: said[key] for key in ("seq", "at", "kind", "actor", "previous", "hash")} == {
            "seq": event.seq, "at": event.at, "kind": event.kind, "actor": event.actor, "previous": event.previous,
            "hash": event.hash,
        }  # fmt: skip


def rewritten(lines: list[bytes], number: int, **changes: Any) -> list[bytes]:
    said = json.loads(lines[number])
    said.update(changes)
    return [*lines[:number], json.dumps(said, ensure_ascii=False).encode(), *lines[number + 1 :]]


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_nothing_but_the_signed_export_itself_is_imported(busy: Ledger, new_url: Callable[[], str], tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    export(busy.database, path, KEY)
    good = path.read_bytes().splitlines()
    settled = next(n for n, line in enumerate(good) if b'"answer":{' in line)
    head = json.loads(good[0])
    stranger = Ed25519PrivateKey.generate()
    bad: dict[str, list[bytes]] = {
        "does not end where it was signed": good[:-1],
        "broken chain": [*good[:3], *good[4:]],
        "is not of this key": rewritten(good, 0, statement={**head["statement"], "events": 3}),
        "another answer": rewritten(good, settled, answer={"players": []}),
        "broken chain: event 5": rewritten(good, 5, actor="somebody"),
        "a line that is no event": [*good[:2], b'{"seq": 2, "payload": {}}'],
        "a line is not JSON": [*good[:2], b"{"],
        "does not begin with a signed statement": good[1:],
        "format 1": [json.dumps(signed({**head["statement"], "format": 2}, KEY)).encode(), *good[1:]],
        "is not of this key, or": [json.dumps(signed(head["statement"], stranger)).encode(), *good[1:]],
        "no event; found 7": [good[0], b"7"],
    }
    url = new_url()
    for message, lines in bad.items():
        path.write_bytes(b"\n".join(lines) + b"\n")
        with pytest.raises((SignatureError, InputError)) as error:
            import_ledger(url, path, KEY.public_key(), by="auditor")
        assert message in str(error.value)
        with Ledger(url, empty=True) as ledger:
            assert ledger.head().seq == 0  # nothing of it stays
    path.write_bytes(b"\n".join(good) + b"\n")
    import_ledger(url, path, KEY.public_key(), by="auditor")
    with pytest.raises(ConflictError, match="holds a ledger already"):
        import_ledger(url, path, KEY.public_key(), by="auditor")


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_parquet_file_is_held_to_the_same(busy: Ledger, new_url: Callable[[], str], tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    export(busy.database, path, KEY)
    table = pq.read_table(path)
    assert table.num_rows == busy.head().seq
    changed = table.to_pylist()
    changed[4]["actor"] = "somebody"
    pq.write_table(pa.Table.from_pylist(changed, schema=table.schema), path)
    url = new_url()
    with pytest.raises(SignatureError, match="broken chain"):
        import_ledger(url, path, KEY.public_key(), by="auditor")
    pq.write_table(table.replace_schema_metadata({}), path)
    with pytest.raises(SignatureError, match="signed statement"):
        import_ledger(url, path, KEY.public_key(), by="auditor")
    for content in (b"PAR1", b""):
        path.write_bytes(content)
        with pytest.raises(InputError, match="cannot be read"):
            import_ledger(url, path, KEY.public_key(), by="auditor")
    for name in ("missing.parquet", "missing.jsonl"):
        with pytest.raises(InputError, match="cannot be read"):
            import_ledger(url, tmp_path / name, KEY.public_key(), by="auditor")
    with pytest.raises(InputError, match="not known by the name"):
        import_ledger(url, tmp_path / "out.csv", KEY.public_key(), by="auditor")


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_an_export_appears_whole_or_not_at_all(busy: Ledger, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        export(busy.database, tmp_path / "no folder" / "out.jsonl", KEY)
    target = tmp_path / "out.jsonl"
    target.write_text("before")

    def broken(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(busy.database, target, KEY, progress=broken)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


def test_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "keys" / "private.pem"
    key = private_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert public_pem(private_key(path)) == public_pem(key)
    public = tmp_path / "public.pem"
    public.write_text(public_pem(key))
    raw = (Encoding.Raw, PublicFormat.Raw)
    assert public_key(public).public_bytes(*raw) == key.public_key().public_bytes(*raw)
    other = generate_private_key(SECP256R1())
    path.write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    for read, of in ((private_key, path), (public_key, public)):
        with pytest.raises(SignatureError, match="another kind"):
            read(of)
        of.write_text("no key")
        with pytest.raises(SignatureError, match="can be read"):
            read(of)
    with pytest.raises(SignatureError, match="cannot be read"):
        public_key(tmp_path / "none.pem")
    with pytest.raises(SignatureError, match="cannot be made"):
        private_key(public / "private.pem")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    private_key()
    assert (tmp_path / "data" / "houseway" / "ledger-signing-key.pem").exists()


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_backup_of_a_ledger_in_use_is_whole(busy: Ledger, tmp_path: Path) -> None:
    done = threading.Event()

    def write() -> None:
        number = 0
        while not done.is_set():
            busy.post({**ROYAL, "round_id": f"meanwhile {number}"}, by="d")
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            target = tmp_path / f"backup-{number}.sqlite"
            assert back_up(busy.database, target) == target.stat().st_size
            report = verify(Database(target, create=False))
            assert report.divergence is None
            assert report.rounds >= 16
    finally:
        done.set()
        writer.join()
    with pytest.raises(InputError, match="is there already"):
        back_up(busy.database, tmp_path / "backup-0.sqlite")
    with pytest.raises(StorageError, match="cannot be backed up"):
        back_up(busy.database, tmp_path / "no folder" / "backup.sqlite")
    left = [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert left == []
    with Ledger(tmp_path / "backup-1.sqlite") as restored:  # it is a ledger like any other
        restored.post({**ROYAL, "round_id": "after the restore"}, by="d")
        assert verify(restored.database).divergence is None


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_postgresql_is_backed_up_by_its_own_tool(busy: Ledger, new_url: Callable[[], str], tmp_path: Path) -> None:
    from postgres import shared

    command = pg_dump_command(busy.database, tmp_path / "out.dump")
    assert command.startswith("pg_dump --format=custom --file ")
    with pytest.raises(InputError, match="pg_dump --format=custom"):
        back_up(busy.database, tmp_path / "out.dump")
    server, other = shared(), new_url()
    target = server.folder / "out.dump"
    source = busy.database.url.set(drivername="postgresql").render_as_string()
    server.run("pg_dump", "--format=custom", "--file", str(target), source)
    server.run("pg_restore", "--exit-on-error", "--single-transaction", "--dbname", other, str(target))
    with Ledger(other) as restored:
        assert restored.head() == busy.head()
        assert verify(restored.database).divergence is None
        restored.post({**ROYAL, "round_id": "after the restore"}, by="d")
        with pytest.raises(StorageError, match="never changed"), restored.database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM event")
