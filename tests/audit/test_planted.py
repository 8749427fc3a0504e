"""Every planted mistake is found, with the right amounts, and nothing else is; of each of more than 50 kinds in each game."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from audit.logs import SUBMISSIONS
from houseway import submission as filing
from houseway.audit.running import Plan, run
from houseway.audit.simulating.files import write
from houseway.audit.simulating.rounds import BEST, Habits
from houseway.money import cents, dollars
from second.filing import PGP, UTH


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def signed(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@pytest.mark.parametrize("game", [UTH, PGP])
def test_every_planted_mistake_is_found_and_nothing_else(game: str, tmp_path: Path) -> None:
    submission = filing.parse({**SUBMISSIONS[game], "limits": {"maximum_payout": "75000.00"}})
    log = str(tmp_path / "log.parquet")
    habits = Habits(submission, 6_000, seed=7, rare=0.3, big=0.05, void=0.01, mistakes=0.04)
    rows, planted = write(habits, log, str(tmp_path / "planted.csv"))
    outcome = run(Plan([log], submission, out=str(tmp_path / "out"), rows=10_000, allow_violations=True))
    truth = read(tmp_path / "planted.csv")
    found = read(tmp_path / "out" / "differences.csv")
    assert outcome.summary()["rows"] == outcome.summary()["settled"] == rows
    assert len(truth) == planted == len(found) == outcome.totals.differences
    assert {(d["round_id"], d["seat"], d["wager"]) for d in found} == {(p["round_id"], p["seat"], p["wager"]) for p in truth}
    by_key = {(d["round_id"], d["seat"], d["wager"]): d for d in found}
    both = 0
    for p in truth:
        d = by_key[p["round_id"], p["seat"], p["wager"]]
        assert d["cite"]
        assert d["reason"]
        if (d["recorded"], d["correct"]) != (p["recorded"], p["correct"]):  # wager and winnings are one difference
            assert p["mistake"].endswith(("taken as a loss", "paid even money")), (p, d)
            both += 1
        right_way = -1 if p["wager"] == "vigorish" else 1
        assert signed(d["difference"]) == right_way * (signed(d["recorded"]) - signed(d["correct"]))
    assert both
    kinds = Counter(p["mistake"] for p in truth)
    assert len(kinds) > 50, sorted(kinds)
    said = outcome.summary()
    assert said["overpaid"] == dollars(sum(max(0, signed(d["difference"])) for d in found))
    assert said["underpaid"] == dollars(sum(max(0, -signed(d["difference"])) for d in found))


@pytest.mark.parametrize("game", [UTH, PGP])
def test_nothing_is_found_where_nothing_was_planted(game: str, tmp_path: Path) -> None:
    submission = filing.parse(SUBMISSIONS[game])
    log = str(tmp_path / "log.csv")
    rows, planted = write(Habits(submission, 5_000, seed=8, rare=0.2, void=0.02), log)
    outcome = run(Plan([log], submission, rows=7_000))
    assert planted == 0
    assert outcome.clean
    assert outcome.totals.rows == rows
    assert all(watch.readings == 5_000 for watch in outcome.watches)


def test_a_seed_is_a_log(tmp_path: Path) -> None:
    habits = Habits(filing.parse(SUBMISSIONS[UTH]), 300, seed=3, mistakes=0.05)
    for name in ("a.csv", "b.csv"):
        write(habits, str(tmp_path / name), str(tmp_path / f"{name}.planted"))
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (tmp_path / "a.csv.planted").read_bytes() == (tmp_path / "b.csv.planted").read_bytes()
    assert read(tmp_path / "a.csv")[0]["simulated"] == "true"
    assert all(row["round_id"].startswith("SIM-") for row in read(tmp_path / "a.csv"))


def test_best_play_is_played_where_it_is_asked_for(tmp_path: Path) -> None:
    """Hands are folded as often as the solution of the game says, never played 3x; pai gow hands are set by the house way."""
    submission = filing.parse(SUBMISSIONS[UTH])
    log = tmp_path / "best.csv"
    rows, _ = write(Habits(submission, 4_000, seed=5, play=BEST, void=0), str(log))
    folded = sum(row["folded"] == "true" for row in read(log))
    assert abs(folded / rows - 0.19186) < 0.015  # docs/exact-uth.md; typical players fold otherwise
    assert Counter(cents(row["play"] or "0") // cents(row["ante"]) for row in read(log)).keys() == {0, 1, 2, 4}
    assert run(Plan([str(log)], submission)).clean
    submission = filing.parse(SUBMISSIONS[PGP])
    write(Habits(submission, 500, seed=5, play=BEST), str(log))
    assert {row["player_low"] for row in read(log)} == {""}
    assert run(Plan([str(log)], submission)).clean
