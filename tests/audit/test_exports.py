"""A ledger's exports as a log, as JSON lines and as Parquet: rounds settled again; what moved a meter otherwise is followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.logs import SUBMISSIONS
from houseway import submission as filing
from houseway.audit.running import Outcome, Plan, run
from houseway.ledger import Ledger
from houseway.ledger.database import Database
from houseway.ledger.exporting import export
from houseway.ledger.signing import private_key
from houseway.problems import InputError
from second.filing import UTH

# Board Ks Qs Js 4d 2c, dealer Kh 3d. Seat 3 Kd Kc: three kings, on the flop as well: 9 for 1 on the progressive wager.
ROUND = {
    "game": UTH, "date": "2015-07-04", "table": "T1", "board": "Ks Qs Js 4d 2c", "dealer": {"cards": "Kh 3d"},
    "players": [
        {"seat": 3, "cards": "Kd Kc", "wagers": {"ante": "10.00", "blind": "10.00", "play": "40.00", "progressive": "1.00"}}
    ],
}  # fmt: skip


def audited(tmp_path: Path, kind: str, events: str) -> tuple[Outcome, list[str]]:
    with Ledger(str(tmp_path / "ledger.sqlite")) as ledger:
        filed = ledger.file_submission(filing.parse(SUBMISSIONS[UTH]), by="manager")
        for name in ("progressive", "five_card_bonus"):
            ledger.create_meter(name, name, filed.id, by="manager")
        ledger.create_table("T1", UTH, by="manager", meters={name: name for name in ("progressive", "five_card_bonus")})
        ledger.post({**ROUND, "round_id": "L1"}, by="dealer")
        second = ledger.post({**ROUND, "round_id": "L2"}, by="dealer")
        if events == "void":
            ledger.void(second.id, reason="misdeal", by="floor", approved_by="manager")
        elif events == "moved":
            ledger.move_funds("five_card_bonus", "progressive", "10.00", reason="close", by="floor", approved_by="manager")
    path = tmp_path / f"export.{kind}"
    export(Database(str(tmp_path / "ledger.sqlite")), path, private_key(tmp_path / "key.pem"))
    outcome = run(Plan([str(path)], filing.parse(SUBMISSIONS[UTH]), out=str(tmp_path / "out")))
    return outcome, (tmp_path / "out" / "unreadable.csv").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_an_export_is_a_log(kind: str, tmp_path: Path) -> None:
    outcome, _ = audited(tmp_path, kind, "")
    assert outcome.clean
    assert (outcome.totals.rows, outcome.totals.rounds) == (2, 2)
    assert [watch.readings for watch in outcome.watches] == [3, 1]


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
@pytest.mark.parametrize("events", ["void", "moved"])
def test_what_moves_a_meter_otherwise_is_followed(kind: str, events: str, tmp_path: Path) -> None:
    outcome, unread = audited(tmp_path, kind, events)
    assert outcome.clean
    assert not unread
    assert outcome.totals.rows == 2
    assert [watch.readings for watch in outcome.watches] == ([4, 1] if events == "void" else [4, 2])  # created, rounds, event


def test_an_export_is_audited_by_itself_and_from_a_file(tmp_path: Path) -> None:
    audited(tmp_path, "jsonl", "")
    other = tmp_path / "log.csv"
    other.write_text("round_id,seat\n")
    submission = filing.parse(SUBMISSIONS[UTH])
    with pytest.raises(InputError, match="is audited by itself"):
        run(Plan([str(tmp_path / "export.jsonl"), str(other)], submission))
    with pytest.raises(InputError, match="a ledger says itself what its meters held"):
        run(Plan([str(tmp_path / "export.jsonl")], submission, meters={"progressive": 1}))
    lines = (tmp_path / "export.jsonl").read_text("utf-8").splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    part.write_text("".join([lines[0], *lines[4:]]), "utf-8")
    with pytest.raises(InputError, match="is none of a whole ledger"):
        run(Plan([str(part)], submission))
    part.write_text("".join([*lines[:-1], lines[-1][:200] + "\n"]), "utf-8")
    with pytest.raises(InputError, match=r"part.jsonl:\d+: is no event of a ledger"):
        run(Plan([str(part)], submission))
