"""A log over a change of submission, over tables with filings of their own, and over a change of the law."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import houseway
from audit.logs import SUBMISSIONS, rounds, row, write_csv
from houseway import submission as filing
from houseway.audit.arrow import pa, pq
from houseway.audit.explaining import explain
from houseway.audit.filings import Given
from houseway.audit.running import Outcome, Plan, Progress, run
from houseway.cli.audit import command
from houseway.submission import Submission
from houseway.submission.writing import to_toml
from second import settle as second_settle
from second.filing import PGP, UTH

Row = dict[str, str]


def changed(game: str, effective: str, **more: Any) -> dict[str, Any]:
    """The same submission from another day, with other paytables and another rate of progression."""
    document: dict[str, Any] = json.loads(json.dumps(SUBMISSIONS[game]))
    document["effective"] = effective
    wagers = document["wagers"]
    wagers["progressive"]["meter"]["rate_of_progression"] = "30%"
    if game == UTH:
        wagers["blind"]["paytable"], wagers["trips"]["paytable"] = "B", "A"
        document["switches"] = {"trips_on_fold": "lose"}
    else:
        wagers["fortune_bonus"]["paytable"], wagers["insurance"]["paytable"] = "B", "A"
        wagers["pai_gow"]["vigorish_rounding"] = "up-to-quarter"
    return document | more


def log(game: str, seeds: range, which: Any) -> list[Row]:
    """Rounds settled by the second settlement under the submission that ``which`` names, on meters that run through them."""
    meters = {name: wager["meter"]["initial"] for name, wager in SUBMISSIONS[game]["wagers"].items() if "meter" in wager}
    out = []
    for number, round_ in enumerate(rounds(game, seeds, SUBMISSIONS[game])):
        date, table, document = which(number)
        round_ |= {"date": date, "table": table}
        result = second_settle({**round_, "meters": meters}, document)
        meters = {meter["name"]: meter["closing_exact"] for meter in result["meters"]}
        lines = {player["seat"]: player["lines"] for player in result["players"]}
        out += [row(game, round_, player, lines[player["seat"]], meters) | {"table": table} for player in round_["players"]]
    return out


def submissions(*documents: dict[str, Any]) -> list[Submission]:
    return [filing.parse(document) for document in documents]


def audited(path: Path, given: list[Given], **how: Any) -> Outcome:
    return run(Plan([str(path)], given[0].submission, given=tuple(given), allow_violations=True, **how))


def lists(folder: Path) -> dict[str, list[Row]]:
    found = {}
    for name in ("differences", "unreadable", "meters", "partly"):
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            found[name] = list(csv.DictReader(file))
    return found


@pytest.mark.parametrize("game", [UTH, PGP])
@pytest.mark.parametrize("size", [50, 1 << 16])
def test_each_round_is_settled_under_the_submission_of_its_day(game: str, size: int, tmp_path: Path) -> None:
    old, new = SUBMISSIONS[game], changed(game, "2016-01-01")

    def which(number: int) -> tuple[str, str, dict[str, Any]]:
        return ("2015-12-31", "T1", old) if number < 150 else ("2016-01-01", "T1", new)

    rows = log(game, range(300), which)
    path = write_csv(tmp_path / "log.csv", rows)
    outcome = audited(path, [Given(one) for one in submissions(new, old)], out=str(tmp_path / "out"), rows=size)
    assert outcome.clean, lists(tmp_path / "out")
    under = {of["effective"]: of["rows"] for of in outcome.settled_under()}
    assert under == Counter({"2015-12-31": "2015-07-01", "2016-01-01": "2016-01-01"}[row["date"]] for row in rows)
    for one in (old, new):  # under one of them alone the other half is not right
        assert not audited(path, [Given(filing.parse({**one, "effective": "2015-07-01"}))]).clean


@pytest.mark.parametrize("game", [UTH, PGP])
def test_tables_with_filings_of_their_own_share_meters_in_the_order_of_the_log(game: str, tmp_path: Path) -> None:
    old, new, own = SUBMISSIONS[game], changed(game, "2016-01-01"), changed(game, "2015-07-01", certificate_holder="Other")

    def which(number: int) -> tuple[str, str, dict[str, Any]]:
        table, date = f"T{number * 7 % 3}", "2015-12-31" if number < 150 else "2016-01-01"
        return date, table, own if table == "T2" else old if number < 150 else new

    rows = log(game, range(300, 600), which)
    whole = write_csv(tmp_path / "log.csv", rows)
    of = submissions(old, new, own)
    given = [Given(of[0]), Given(of[1]), Given(of[2], "T2")]
    found = audited(whole, given, out=str(tmp_path / "whole"))
    assert found.clean, lists(tmp_path / "whole")
    assert sum(one["rows"] for one in found.settled_under()) == len(rows)
    assert len(found.settled_under()) == 3
    assert any("several certificate holders" in notice for notice in found.notices)

    # mistakes are found at their places, whatever the batches; a stopped audit goes on to the same end
    wager = "paid_ante" if game == UTH else "paid_pai_gow"
    wrong = [n for n in range(0, len(rows), 7) if rows[n]["void"] != "true"]
    for n in wrong:
        rows[n][wager] = f"{float(rows[n][wager] or 0) + 1:.2f}"
    rows[31]["player_cards"] = "Xx"
    write_csv(whole, rows)
    right = audited(whole, given, out=str(tmp_path / "whole"))
    read = lists(tmp_path / "whole")
    told = [(row["round_id"], row["seat"]) for row in read["differences"]]
    assert sorted(told) == sorted((rows[n]["round_id"], rows[n]["seat"]) for n in wrong if n != 31)
    places = {row["round_id"]: n for n, row in enumerate(rows)}
    assert [places[its_round] for its_round, _ in told] == sorted(places[its_round] for its_round, _ in told)
    assert right.totals.rows == len(rows) == sum(one["rows"] for one in right.settled_under()) + right.totals.unreadable
    same = tmp_path / "same.parquet"
    pq.write_table(pa.Table.from_pylist(rows), same, row_group_size=60)

    def stop(now: Progress) -> None:
        if now.rows > 200:
            raise KeyboardInterrupt

    plan = Plan([str(same)], of[0], given=tuple(given), allow_violations=True, out=str(tmp_path / "part"), rows=40)
    assert not run(replace(plan, progress=stop)).finished
    again = run(replace(plan, resume=True))
    assert again.summary() == right.summary()
    assert lists(tmp_path / "part") == read


def test_a_day_that_no_submission_covers_cannot_be_settled(tmp_path: Path) -> None:
    old, new = {**SUBMISSIONS[UTH], "expires": "2015-08-31"}, changed(UTH, "2016-01-01")
    days = ("2015-06-30", "2015-08-31", "2015-09-01", "2015-12-31", "2016-01-01", "")

    def which(number: int) -> tuple[str, str, dict[str, Any]]:
        date = days[number // 20]
        return date or "2016-01-02", "T1", new if date in ("2016-01-01", "") else old

    rows = log(UTH, range(120), which)
    for one in rows:
        if one["date"] == "2016-01-02":
            one["date"] = ""
    path = write_csv(tmp_path / "log.csv", rows)
    outcome = audited(path, [Given(one) for one in submissions(old, new)], out=str(tmp_path / "out"))
    read = lists(tmp_path / "out")
    assert not read["differences"] + read["partly"]
    by_row = {int(row["row"]): row["problem"] for row in read["unreadable"]}
    uncovered = {n for n, row in enumerate(rows, 1) if row["date"] not in ("2015-08-31", "2016-01-01")}
    assert set(by_row) == uncovered
    said = "date: no Rules Submission of those given is in force on this day; found {}; "
    said += "allowed 2015-07-01 to 2015-08-31, from 2016-01-01"
    for number, why in by_row.items():
        date = rows[number - 1]["date"]
        assert why == said.format(date) if date else why.startswith("date: is missing: by it")
    summary = outcome.summary()
    assert summary["rows"] == len(rows) == summary["settled"] + summary["unreadable"]
    assert sum(one["rows"] for one in summary["submissions"]) == summary["settled"]
    # what was put on the meters meanwhile, and taken, nobody can tell: the next reading counts
    assert not read["meters"]


def test_a_change_of_the_law_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.regulation import holding
    from regulation.held import directory, with_second_version

    (tmp_path / "law").mkdir()
    held = directory(
        tmp_path / "law",
        uth=with_second_version(UTH, "2030-03-01", ("500 to 1", "501 to 1")),
        pgp=with_second_version(PGP, "2031-01-01", ('"5%"', '"6%"')),
    )
    versions = holding._versions
    monkeypatch.setattr(holding, "_versions", lambda game, _: versions(game, held))
    head = (
        "round_id,date,seat,board,dealer_cards,player_cards,ante,blind,play,paid_ante,paid_blind,paid_play,returned_ante,"
        "returned_blind,returned_play\n"
    )
    royal = "{},{},1,Ks Qs Js 4d 2c,Kh 3d,As Ts,10,10,10,10,{},10,10,10,10\n"
    path = tmp_path / "log.csv"
    path.write_text(
        head + royal.format("A", "2030-02-28", 5000) + royal.format("B", "2030-03-01", 5010)
        + royal.format("C", "2030-02-28", 5010) + royal.format("D", "2030-03-01", 5000)
    )  # fmt: skip
    submission = filing.parse({**SUBMISSIONS[UTH], "limits": {"maximum_payout": "75000.00"}})
    outcome = run(Plan([str(path)], submission, out=str(tmp_path / "out"), allow_violations=True))
    read = lists(tmp_path / "out")
    assert [(row["round_id"], row["correct"]) for row in read["differences"]] == [("C", "5000.00"), ("D", "5010.00")]
    assert [(of["law"], of["rows"]) for of in outcome.settled_under()] == [("2014-12-13", 2), ("2030-03-01", 2)]
    explained = explain(Plan([str(path)], submission, allow_violations=True), "D")
    assert explained.settlement is not None
    assert explained.settlement.law.version.isoformat() == "2030-03-01"

    head = "round_id,date,seat,dealer_cards,player_cards,player_low,pai_gow,paid_pai_gow,returned_pai_gow,vigorish\n"
    won = "{},{},1,Qc Jd 9s 8h 5c 4d 2s,Ah Kh 9h 6h 3h Kd Ac,Kh Kd,12,12,12,{}\n"
    path.write_text(head + won.format("A", "2030-12-31", "0.60") + won.format("B", "2031-01-01", "0.72"))
    submission = filing.parse(SUBMISSIONS[PGP])
    assert run(Plan([str(path)], submission)).clean
    path.write_text(head + won.format("A", "2030-12-31", "0.72") + won.format("B", "2031-01-01", "0.60"))
    assert run(Plan([str(path)], submission)).totals.differences == 2


def saved(folder: Path, **documents: dict[str, Any]) -> list[str]:
    paths = []
    for name, document in documents.items():
        path = folder / f"{name}.toml"
        path.write_text(to_toml(filing.parse(document)), "utf-8")
        paths.append(str(path))
    return paths


def test_the_command_takes_files_a_folder_and_a_table_s_own(tmp_path: Path) -> None:
    old, new = SUBMISSIONS[UTH], changed(UTH, "2016-01-01")

    def which(number: int) -> tuple[str, str, dict[str, Any]]:
        return ("2015-12-31", "T1", old) if number < 20 else ("2016-01-01", "T2", new)

    log_path = str(write_csv(tmp_path / "log.csv", log(UTH, range(40), which)))
    (tmp_path / "sub").mkdir()
    first, second, _ = saved(tmp_path / "sub", old=old, new=new, other=SUBMISSIONS[PGP])

    def done(*words: str, exit_code: int = 0) -> str:
        result = CliRunner().invoke(command, [log_path, *words])
        assert result.exit_code == exit_code, result.output
        return result.output

    said = done("--submission", first, "--submission", second)
    assert "old.toml" in said
    assert "new.toml" in said
    assert "old.toml" in done("--submission", str(tmp_path / "sub"))
    assert "old.toml" in done("--submission", f"T1={first}", "--submission", f"T2={second}")
    summary = json.loads(done("--submission", f"T1={first}", "--format", "json", exit_code=1))
    assert summary["unreadable"] > 0
    assert [of["submission"] for of in summary["submissions"]] == ["old.toml"]
    assert "is in force at table T2" in done("--submission", f"T1={first}", "--out", str(tmp_path / "o"), exit_code=1) + str(
        lists(tmp_path / "o")["unreadable"]
    )
    other = str(tmp_path / "sub" / "other.toml")  # the log is of one game, so the other game's does not count
    assert done("--submission", first, "--submission", second, "--submission", other) == said
    page = tmp_path / "out" / "report.html"
    done("--submission", first, "--submission", second, "--out", str(tmp_path / "out"))
    assert "new.toml" in page.read_text("utf-8")
    assert "no.toml" in done("--submission", first, "--submission", "no.toml", exit_code=2)
    explained = done("--submission", first, "--submission", second, "--explain", "R000030")
    assert "653a.12" in explained


def test_a_submission_of_several_must_say_its_day(tmp_path: Path) -> None:
    dateless = {name: value for name, value in SUBMISSIONS[UTH].items() if name != "effective"}
    path = write_csv(tmp_path / "log.csv", log(UTH, range(5), lambda _: ("2015-12-31", "T1", SUBMISSIONS[UTH])))
    given = [Given(one) for one in submissions(SUBMISSIONS[UTH], dateless)]
    with pytest.raises(houseway.InputError, match="effective"):
        audited(path, given)
    same = [Given(one) for one in submissions(SUBMISSIONS[UTH], changed(UTH, "2015-07-01"))]
    assert any("take effect on the same day" in notice for notice in audited(path, same).notices)
