"""A ledger's exports as a log, as JSON lines and as Parquet: rounds settled again; what moved a meter otherwise is told."""

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
    assert [watch.readings for watch in outcome.watches] == [2, 0]


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
@pytest.mark.parametrize(("events", "said"), [("void", "round.voided"), ("moved", "meter.funds-moved")])
def test_what_moves_a_meter_otherwise_is_told(kind: str, events: str, said: str, tmp_path: Path) -> None:
    outcome, unread = audited(tmp_path, kind, events)
    assert outcome.totals.rows == 3
    (line,) = unread
    assert said in line
    assert "is not followed" in line
    assert not outcome.clean
    assert not outcome.totals.differences
