"""Small logs written by hand: what an export looks like, what an audit says of it."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

import houseway
from audit.logs import SUBMISSIONS
from houseway import submission as filing
from houseway.audit.columns import ColumnMap, load_map
from houseway.audit.proposing import map_toml, propose
from houseway.audit.running import Outcome, Plan, run
from second.filing import PGP, UTH

# Board Ks Qs Js 4d 2c. Dealer Kh 3d: a pair of kings, which qualifies. Seat 1 As Ts: a royal flush (on the flop too).
# Seat 2 9d 8c: nothing. Seat 3 Kd Kc: three kings.
UTH_LOG = """\
round_id,date,seat,board,dealer_cards,player_cards,ante,blind,play,trips,paid_ante,paid_blind,paid_play,paid_trips,\
returned_ante,returned_blind,returned_play,returned_trips
H1,2015-07-04,1,Ks Qs Js 4d 2c,Kh 3d,As Ts,10,10,10,5,10,5000,10,250,10,10,10,5
H1,2015-07-04,2,Ks Qs Js 4d 2c,Kh 3d,9d 8c,10,10,,,,,,,,,,
H1,2015-07-04,3,Ks Qs Js 4d 2c,Kh 3d,Kd Kc,10,10,40,5,10,0,40,15,10,10,40,5
"""


def audit(text: str, tmp_path: Path, game: str = UTH, name: str = "log.csv", **how: Any) -> Outcome:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return run(Plan([str(path)], filing.parse(SUBMISSIONS[game]), out=str(tmp_path / "out"), **how))


def table(tmp_path: Path, name: str) -> list[dict[str, str]]:
    with (tmp_path / "out" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_right_log(tmp_path: Path) -> None:
    outcome = audit(UTH_LOG, tmp_path)
    assert outcome.clean, table(tmp_path, "differences.csv") + table(tmp_path, "unreadable.csv")
    assert outcome.summary()["rows"] == 3


def test_one_mistake_on_a_line_with_its_paragraph_and_reason(tmp_path: Path) -> None:
    # 653a.12(c) Paytable C: three of a kind 3 to 1: $15 on $5; $20 was paid
    outcome = audit(UTH_LOG.replace("10,0,40,15,10", "10,0,40,20,10"), tmp_path)
    (found,) = table(tmp_path, "differences.csv")
    reason = found.pop("reason")
    assert found == {
        "round_id": "H1", "seat": "3", "wager": "trips", "recorded": "20.00", "correct": "15.00", "difference": "5.00",
        "cite": "653a.12(c) Paytable C",
    }  # fmt: skip
    assert "three kings" in reason
    assert outcome.summary()["overpaid"] == "5.00"
    assert list(outcome.totals.mistakes) == ["three of a kind on the trips wager paid 4 to 1, not 3 to 1"]


def test_a_push_taken(tmp_path: Path) -> None:
    # the three kings win less than a straight: the blind pushes
    outcome = audit(UTH_LOG.replace("10,0,40,15,10,10,40,5", "10,0,40,15,10,0,40,5"), tmp_path)
    (found,) = table(tmp_path, "differences.csv")
    assert (found["wager"], found["recorded"], found["correct"], found["difference"]) == ("blind", "0.00", "10.00", "-10.00")
    assert list(outcome.totals.mistakes) == ["push on the blind taken"]


def messy(text: str) -> bytes:
    """The same log as a spreadsheet saves it: a byte order mark, semicolons, dollars, other cards and dates."""
    rows = list(csv.DictReader(text.splitlines()))
    lines = [";".join(f'"{name.replace("_", " ").title()}"' for name in rows[0])]
    for row in rows:
        cells = []
        for name, cell in row.items():
            if name in ("board", "dealer_cards", "player_cards"):
                cell = cell.replace("T", "10").replace("s", "♠").replace("d", "♦").lower()
            elif name == "date":
                cell = "7/4/2015"
            elif name not in ("round_id", "seat") and cell not in ("", "0"):
                cell = f'"${float(cell):,.2f}"'
            elif cell == "0":
                cell = ""
            cells.append(cell)
        lines.append(";".join(cells))
    return ("\ufeff" + "\r\n".join(lines) + "\r\n").encode()


def test_the_same_log_as_a_spreadsheet_saves_it(tmp_path: Path) -> None:
    outcome = audit(messy(UTH_LOG), tmp_path)  # type: ignore[arg-type]
    assert outcome.clean, table(tmp_path, "unreadable.csv")
    assert outcome.totals.rows == 3


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    named = UTH_LOG.replace("round_id,", "dealer_id,round_id,").replace("\nH1", "\nRenée,H1")
    assert audit(named.encode(encoding), tmp_path).clean  # type: ignore[arg-type]


def test_json_lines_of_rows_and_of_rounds(tmp_path: Path) -> None:
    rows = list(csv.DictReader(UTH_LOG.splitlines()))
    assert audit("".join(json.dumps(row) + "\n" for row in rows), tmp_path, name="log.jsonl").clean
    wagers = ("ante", "blind", "play", "trips")
    round_ = {
        "game": UTH, "round_id": "H1", "date": "2015-07-04", "board": rows[0]["board"],
        "dealer": {"cards": rows[0]["dealer_cards"].split()},
        "players": [
            {
                "seat": int(row["seat"]), "cards": row["player_cards"].split(),
                "wagers": {wager: row[wager] for wager in wagers if row[wager]},
                "paid": {wager: row[f"paid_{wager}"] for wager in wagers if row[f"paid_{wager}"]},
            }
            for row in rows
        ],
    }  # fmt: skip
    (tmp_path / "log.jsonl").unlink()
    outcome = audit(json.dumps(round_) + "\n", tmp_path, name="rounds.jsonl")
    assert outcome.clean
    assert not outcome.has_returned
    assert any("only winnings are compared" in notice for notice in outcome.notices)


def test_parquet_with_decimals_and_with_cents(tmp_path: Path) -> None:
    from houseway.audit.arrow import pa, pq

    rows = list(csv.DictReader(UTH_LOG.splitlines()))
    texts = ("round_id", "date", "board", "dealer_cards", "player_cards")
    decimals = {name: pa.array([row[name] if name in texts else row[name] or None for row in rows]) for name in rows[0]}
    decimals = {
        name: column if name in texts else column.cast(pa.int64() if name == "seat" else pa.decimal128(12, 2))
        for name, column in decimals.items()
    }
    path = tmp_path / "log.parquet"
    pq.write_table(pa.table(decimals), path)
    submission = filing.parse(SUBMISSIONS[UTH])
    assert run(Plan([str(path)], submission)).clean
    cents = {
        name if name in (*texts, "seat") else f"{name}_cents": (
            column if name in (*texts, "seat") else pa.array([int(v * 100) if v is not None else 0 for v in column.to_pylist()])
        )
        for name, column in decimals.items()
    }
    pq.write_table(pa.table(cents), path)
    assert run(Plan([str(path)], submission)).clean
    floats = {name: column if name in (*texts, "seat") else column.cast(pa.float64()) for name, column in decimals.items()}
    pq.write_table(pa.table(floats), path)
    with pytest.raises(houseway.InputError, match="binary floating-point"):
        run(Plan([str(path)], submission))


def test_every_row_that_cannot_be_read_says_why_and_the_counts_add_up(tmp_path: Path) -> None:
    lines = UTH_LOG.splitlines()
    second = [line.replace("H1,", "H2,") for line in lines[1:]]
    third = [line.replace("H1,", "H3,") for line in lines[1:]]
    fourth = [line.replace("H1,", "H4,").replace("2015-07-04", "2014-01-01") for line in lines[1:2]]
    second[0] = second[0].replace("As Ts", "Ax Ts")
    third[1] = third[1].replace(",10,10,,", ",10,5,,")
    third[2] = third[2].replace("Kd Kc,10,10,40", "Kd Kc,10,10,50")
    text = "\n".join([*lines, *second, *third, *fourth, "H5,2015-07-04,1", lines[2], ""])
    outcome = audit(text, tmp_path)
    said = {row["row"]: row["problem"] for row in table(tmp_path, "unreadable.csv")}
    assert sorted(said, key=int) == ["4", "8", "9", "10", "11", "12"]
    assert "'Ax' is not a card" in said["4"]
    assert "blind: must equal the ante" in said["8"]
    assert "play: is not 1, 2, 3 or 4 times the ante" in said["9"]
    assert "date: " in said["10"]
    assert "has 3 fields where the header has 18" in said["11"]
    assert "not together" in said["12"]  # H1 was there before
    summary = outcome.summary()
    assert (summary["rows"], summary["settled"], summary["unreadable"]) == (12, 6, 6)
    assert not outcome.clean
    assert not outcome.totals.differences
    partly = {(row["round_id"], row["seat"]) for row in table(tmp_path, "partly.csv")}
    assert partly == {("H2", "2"), ("H2", "3"), ("H3", "1")}


def test_a_card_in_two_hands_puts_both_in_doubt(tmp_path: Path) -> None:
    outcome = audit(UTH_LOG.replace("9d 8c", "9d Kd"), tmp_path)
    assert {row["row"] for row in table(tmp_path, "unreadable.csv")} == {"2", "3"}
    assert outcome.totals.rows - outcome.totals.unreadable == 1


def test_columns_are_mapped_and_proposed(tmp_path: Path) -> None:
    head, *rows = UTH_LOG.splitlines()
    theirs = {
        "round_id": "Hand No", "date": "Gaming Date", "seat": "Spot", "board": "Community", "dealer_cards": "Dealer Hand",
        "player_cards": "Hole Cards", "paid_ante": "Ante Payout", "paid_blind": "Blind Payout", "paid_play": "Play Payout",
        "paid_trips": "Trips Payout", "returned_ante": "Ante Returned",
    }  # fmt: skip
    text = "\n".join([",".join(theirs.get(name, name) for name in head.split(",")), *rows, ""])
    path = tmp_path / "log.csv"
    path.write_text(text)
    game, found, left = propose(str(path))
    assert game == UTH
    assert {p.name: p.source for p in found if p.name in theirs} == theirs
    assert left == []
    chosen = tmp_path / "map.toml"
    chosen.write_text(map_toml(game, found, left))
    outcome = run(Plan([str(path)], filing.parse(SUBMISSIONS[UTH]), load_map(str(chosen))))
    assert outcome.clean
    with pytest.raises(houseway.InputError, match="is a column that a log must have"):
        run(Plan([str(path)], filing.parse(SUBMISSIONS[UTH])))


def test_days_before_months_where_the_map_says_so(tmp_path: Path) -> None:
    text = UTH_LOG.replace("2015-07-04", "4/7/2015")
    outcome = audit(text, tmp_path, columns=ColumnMap(day_first=True))
    assert outcome.clean
    assert outcome.totals.first_day == "2015-07-04"
    audit(text, tmp_path)  # else it is April 7, before the submission took effect
    assert all("before the submission took effect" in row["problem"] for row in table(tmp_path, "unreadable.csv"))


# Pai gow, seat 1 with a vigorish of 5% of $12 ($0.60 exact, never $0.75 up to the quarter) and a flush on the Fortune Bonus.
PGP_LOG = """\
round_id,date,seat,dealer_cards,player_cards,player_low,pai_gow,fortune_bonus,paid_pai_gow,returned_pai_gow,vigorish,\
paid_fortune_bonus,returned_fortune_bonus
P1,2015-07-04,1,Qc Jd 9s 8h 5c 4d 2s,Ah Kh 9h 6h 3h Kd Ac,Kh Kd,12,5,12,12,{},{},{}
"""


def test_the_vigorish_in_cents(tmp_path: Path) -> None:
    # the two kings are taken from the flush of hearts: Ah 9h 6h 3h Ac is a pair of aces beside them; 645a.13(b) A: flush 4 to 1
    outcome = audit(PGP_LOG.format("0.75", "20", "5"), tmp_path, PGP)
    (found,) = table(tmp_path, "differences.csv")
    assert (found["wager"], found["recorded"], found["correct"], found["difference"]) == ("vigorish", "0.75", "0.60", "-0.15")
    assert outcome.summary()["underpaid"] == "0.15"
    assert list(outcome.totals.mistakes) == ["vigorish rounded as up to quarter"]
    assert audit(PGP_LOG.format("0.60", "20", "5"), tmp_path, PGP).clean


def test_a_log_without_vigorish_may_pay_after_it(tmp_path: Path) -> None:
    text = PGP_LOG.format("0", "20", "5").replace(",vigorish,", ",commission_x,")
    assert audit(text, tmp_path, PGP).clean
    assert audit(text.replace(",12,5,12,12,", ",12,5,11.40,12,"), tmp_path, PGP).clean
    assert not audit(text.replace(",12,5,12,12,", ",12,5,11.25,12,"), tmp_path, PGP).clean


def test_a_folder_is_read_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for at in (1, 2):
        (folder / f"day{at}.csv").write_text(UTH_LOG.replace("H1", f"H{at}").replace("9d 8c", "9d 8x" if at == 2 else "9d 8c"))
    outcome = run(Plan([str(folder)], filing.parse(SUBMISSIONS[UTH]), out=str(tmp_path / "out")))
    assert outcome.totals.rows == 6
    assert [row["row"] for row in table(tmp_path, "unreadable.csv")] == ["day2.csv:2"]
    assert os.path.exists(tmp_path / "out" / "audit-state.json")


def test_an_event_of_a_ledger_is_a_round_with_what_the_ledger_paid(tmp_path: Path) -> None:
    round_ = {
        "game": UTH, "round_id": "L1", "date": "2015-07-04", "table": "T1", "board": "Ks Qs Js 4d 2c",
        "dealer": {"cards": "Kh 3d"},
        "players": [{"seat": 3, "cards": "Kd Kc", "wagers": {"ante": "10.00", "blind": "10.00", "play": "40.00",
                                                             "progressive": "1.00"}}],
    }  # fmt: skip
    lines = [
        [3, "ante", "win", "10.00", "10.00", "10.00", "0.00"], [3, "play", "win", "40.00", "40.00", "40.00", "0.00"],
        [3, "blind", "push", "10.00", "10.00", "0.00", "0.00"], [3, "progressive", "win", "1.00", "0.00", "9.00", "0.00"],
    ]  # fmt: skip
    payload = {
        "document": round_, "lines": lines, "terms": {"progressive": ["m", "10000.00", "10000.00", "22%"]}, "submission": "s",
        "movements": [["m", "increment", [3], "0.22", "10000.22"]],
    }  # fmt: skip
    meter = {
        "meter": "m", "game": UTH, "wager": "progressive", "submission": "s", "initial": "10000.00", "reset": "10000.00",
        "rate_of_progression": "22%", "movements": [["m", "opening", [], "10000.00", "10000.00"]],
    }  # fmt: skip
    made: list[tuple[str, dict[str, Any]]] = [
        ("ledger.created", {}), ("submission.filed", {"id": "s", "submission": SUBMISSIONS[UTH], "tables": None}),
        ("table.created", {"table": "T1", "game": UTH}), ("meter.created", meter),
        ("table.linked", {"table": "T1", "wager": "progressive", "meter": "m", "before": None}), ("round.settled", payload),
    ]  # fmt: skip
    events: list[dict[str, Any]] = [
        {"statement": {"what": "houseway ledger export"}},
        *({"seq": at, "at": "2015-07-04T12:00:00Z", "kind": kind, "payload": of} for at, (kind, of) in enumerate(made, 1)),
    ]
    outcome = audit("".join(json.dumps(event) + "\n" for event in events), tmp_path, name="export.jsonl")
    assert outcome.totals.rows == 1
    # 653a.12(d)(1): three of a kind on the flop pays 9 for 1
    assert outcome.clean, table(tmp_path, "differences.csv") + table(tmp_path, "unreadable.csv")
    lines[3][5] = "8.00"
    outcome = audit("".join(json.dumps(event) + "\n" for event in events), tmp_path, name="export.jsonl")
    (found,) = table(tmp_path, "differences.csv")
    assert (found["wager"], found["recorded"], found["correct"]) == ("progressive", "8.00", "9.00")
