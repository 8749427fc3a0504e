"""Meters against their readings; an audit that is stopped and goes on; the command's exit codes."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

import houseway
from audit.logs import SUBMISSIONS
from houseway import submission as filing
from houseway.audit.running import Plan, Progress, run
from houseway.audit.simulating.files import write
from houseway.audit.simulating.rounds import Habits
from houseway.cli.audit import command as audit_command
from houseway.cli.simulate import command as simulate_command
from houseway.submission.writing import to_toml
from second.filing import PGP, UTH


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def with_rate(rate: str, name: str = "progressive") -> Any:
    wagers = SUBMISSIONS[UTH]["wagers"]
    meter = {**wagers[name]["meter"], "rate_of_progression": rate}
    return filing.parse({**SUBMISSIONS[UTH], "wagers": {**wagers, name: {**wagers[name], "meter": meter}}})


def test_a_wrong_rate_is_recognised_from_the_round_where_it_began(tmp_path: Path) -> None:
    right, wrong = with_rate("22%"), with_rate("20%")
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    write(Habits(right, 400, seed=5), str(first))
    write(Habits(wrong, 400, seed=5), str(second))
    one, other = rows(first), rows(second)
    at = next(n for n, row in enumerate(one) if row["round_id"] == "SIM-000000200")
    parted = float(one[at - 1]["meter_progressive"]) - float(other[at - 1]["meter_progressive"])
    for row in other[at:]:  # the meter at the wrong rate goes on from where the right one was
        row["meter_progressive"] = f"{float(row['meter_progressive']) + parted:.2f}"
    with first.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(one[0]))
        writer.writeheader()
        writer.writerows(one[:at] + other[at:])
    outcome = run(Plan([str(first)], right, out=str(tmp_path / "out")))
    watch = next(watch for watch in outcome.watches if watch.name == "progressive")
    assert watch.rate() == 200_000
    said = watch.explained()
    assert "consistent with 20% from" in said
    assert "not the 22% filed" in said
    assert 198 <= int(watch.first_round.removeprefix("SIM-")) <= 203
    differing = rows(tmp_path / "out" / "meters.csv")
    assert len(differing) == watch.differ
    assert differing[0]["meter"] == "progressive"


def test_a_single_wrong_reading_is_one_line(tmp_path: Path) -> None:
    submission = filing.parse(SUBMISSIONS[UTH])
    path = tmp_path / "log.csv"
    write(Habits(submission, 100, seed=6), str(path))
    text = rows(path)
    for row in text:
        if row["round_id"] == "SIM-000000050":
            row["meter_progressive"] = "12345.67"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(text[0]))
        writer.writeheader()
        writer.writerows(text)
    outcome = run(Plan([str(path)], submission, out=str(tmp_path / "out")))
    (found,) = rows(tmp_path / "out" / "meters.csv")
    assert (found["round_id"], found["recorded"]) == ("SIM-000000050", "12345.67")
    assert not outcome.clean


def test_meters_begin_where_they_are_said_to(tmp_path: Path) -> None:
    submission = filing.parse(SUBMISSIONS[UTH])
    path = tmp_path / "log.csv"
    write(Habits(submission, 50, seed=6), str(path))
    outcome = run(Plan([str(path)], submission, meters={"progressive": 10_001 * 100 * 10**6}))
    assert [watch.differ for watch in outcome.watches] == [50, 0]
    with pytest.raises(houseway.InputError, match="is no meter of this submission"):
        run(Plan([str(path)], submission, meters={"progresive": 1}))


@pytest.mark.parametrize("game", [UTH, PGP])
def test_stopped_and_gone_on_is_the_same_as_not_stopped(game: str, tmp_path: Path) -> None:
    submission = filing.parse({**SUBMISSIONS[game], "limits": {"maximum_payout": "75000.00"}})
    log = str(tmp_path / "log.parquet")
    write(Habits(submission, 3_000, seed=9, rare=0.2, mistakes=0.02), log)
    plan = Plan([log], submission, out=str(tmp_path / "whole"), rows=1_000, allow_violations=True)
    whole = run(plan)

    def stop(now: Progress) -> None:
        if now.rows > 4_000:
            raise KeyboardInterrupt

    part = replace(plan, out=str(tmp_path / "part"))
    stopped = run(replace(part, progress=stop))
    assert not stopped.finished
    assert 4_000 < stopped.totals.rows < whole.totals.rows
    gone_on = run(replace(part, resume=True))
    assert gone_on.finished
    assert gone_on.summary() == whole.summary()
    for name in ("differences.csv", "unreadable.csv", "meters.csv", "partly.csv"):
        assert (tmp_path / "part" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    for part_of in ("by", "rows_by", "mistakes", "unread_why"):
        assert getattr(gone_on.totals, part_of) == getattr(whole.totals, part_of)
    assert gone_on.totals.hold.kept.sum(axis=0).tolist() == whole.totals.hold.kept.sum(axis=0).tolist()
    with pytest.raises(houseway.InputError, match="holds another audit"):
        run(replace(part, resume=True, rows=999))


def command(*words: str) -> Any:
    of = audit_command if words[0] == "audit" else simulate_command
    return CliRunner().invoke(of, list(words[1:]))


def test_the_command_from_a_log_to_its_report(tmp_path: Path) -> None:
    sub, log, out = tmp_path / "sub.toml", tmp_path / "log.csv", tmp_path / "out"
    sub.write_text(to_toml(filing.parse(SUBMISSIONS[UTH])), "utf-8")
    made = command("simulate", UTH, "--out", str(log), "--submission", str(sub), "--rounds", "200", "--mistakes", "0.02")
    assert made.exit_code == 0, made.output
    planted = rows(tmp_path / "log.planted.csv")
    done = command("audit", str(log), "--submission", str(sub), "--out", str(out))
    assert done.exit_code == 1, done.output
    assert f"{len(planted)} differences" in done.output
    assert {path.name for path in out.iterdir()} == {
        "differences.csv", "differences.parquet", "differences.xlsx", "unreadable.csv", "meters.csv", "partly.csv",
        "summary.json", "report.html", "audit-state.json",
    }  # fmt: skip
    summary = json.loads((out / "summary.json").read_text("utf-8"))
    assert summary["differences"] == len(planted)
    assert summary["rows"] == summary["settled"] + summary["unreadable"]
    page = (out / "report.html").read_text("utf-8")
    assert "A simulated log" in page
    assert "<script" not in page
    wide = page.count('<div class="wide"><')  # tables and charts scroll by themselves on a narrow screen
    assert wide == page.count("<table") + page.count("<svg")
    sheet = openpyxl.load_workbook(out / "differences.xlsx").active
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", f"A1:H{len(planted) + 1}")
    assert [cell.value for cell in sheet["A"][1:]] == [one["round_id"] for one in rows(out / "differences.csv")]
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    explained = command("audit", str(log), "--submission", str(sub), "--explain", planted[0]["round_id"])
    assert explained.exit_code == 1
    assert "653a.12" in explained.output
    again = command("audit", str(log), "--submission", str(sub), "--explain", "SIM-00000001")
    assert again.exit_code == 2
    assert "did you mean" in again.output


def test_exit_codes_and_the_columns_command(tmp_path: Path) -> None:
    sub, log = tmp_path / "sub.toml", tmp_path / "log.csv"
    sub.write_text(to_toml(filing.parse(SUBMISSIONS[PGP])), "utf-8")
    assert command("simulate", PGP, "--out", str(log), "--submission", str(sub), "--rounds", "50").exit_code == 0
    right = command("audit", str(log), "--submission", str(sub), "--format", "json")
    assert right.exit_code == 0, right.output
    listed = command("audit", "columns", str(log))
    assert listed.exit_code == 0
    assert 'round_id = "round_id"' in listed.output
    assert command("audit", str(tmp_path / "nothing.csv"), "--submission", str(sub)).exit_code == 2
    assert command("audit", str(sub), "--submission", str(sub)).exit_code == 2
    assert command("audit", str(log), "--submission", str(sub), "--meter", "progressive=ten").exit_code == 2
    assert command("audit", str(log), "--submission", str(sub), "--columns", str(log)).exit_code == 2
    assert command("audit", str(log), "--submission", str(tmp_path / "no.toml")).exit_code == 2
    other = tmp_path / "other.toml"
    other.write_text(to_toml(filing.parse(SUBMISSIONS[UTH])), "utf-8")
    refused = command("audit", str(log), "--submission", str(other))
    assert refused.exit_code == 2
    assert "is a column that a log must have" in refused.output
