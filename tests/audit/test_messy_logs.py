"""Logs as people save them: what can be read is, and what cannot is told in a sentence, at its place."""

from __future__ import annotations

import bz2
import csv
import datetime
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from audit.logs import SUBMISSIONS
from audit.test_by_hand import UTH_LOG
from houseway import submission as filing
from houseway.audit.arrow import pa, pq
from houseway.cli.audit import command
from houseway.submission.writing import to_toml
from second.filing import UTH

HEAD, *ROWS = UTH_LOG.splitlines()
RECORDS = list(csv.DictReader(UTH_LOG.splitlines()))


def text(*rows: str) -> str:
    return "\n".join((HEAD, *(rows or ROWS))) + "\n"


class Done:
    """The command on one log."""

    def __init__(self, folder: Path, name: str, content: bytes | str, *words: str, stdin: bytes | None = None) -> None:
        sub = folder / "sub.toml"
        sub.write_text(to_toml(filing.parse(SUBMISSIONS[UTH])), "utf-8")
        path = folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        of = [str(path) if stdin is None else "-", "--submission", str(sub), "--out", str(folder / "out"), *words]
        result = CliRunner().invoke(command, of, input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        self.exit_code, self.output = result.exit_code, result.output
        self.unread: list[str] = []
        if self.exit_code in (0, 1) and "--explain" not in words:
            summary = json.loads((folder / "out" / "summary.json").read_text("utf-8"))
            assert summary["rows"] == summary["settled"] + summary["unreadable"]
            self.settled = summary["settled"]
            with (folder / "out" / "unreadable.csv").open(encoding="utf-8", newline="") as file:
                self.unread = [row["problem"] for row in csv.DictReader(file)]


@pytest.mark.parametrize(
    "content",
    [
        text()[:-1],
        text().replace("\n", "\r\n"),
        text().replace("\n", "\r"),
        text(ROWS[0], "", ROWS[1], ROWS[2]),
        text(*[row + "," for row in ROWS]),
        text(*[row + ",,," for row in ROWS]),
        "\ufeff" + text().replace(",", ";").replace(";10;", ';"10,00";'),
        "sep=|\n" + text().replace(",", "|"),
        text().replace("5000", '"$5,000.00"').replace(",10,", ",USD 10.00 ,"),
        text().replace(",,", ",NULL,").replace(",,", ",n/a,"),
        text().replace(",,", ",-,").replace(",,", ",,"),
        text().replace("Ks Qs Js 4d 2c", "KS-qs-JS-4D-2c").replace("Kh 3d", "Kh3d"),
        text().replace("Ks Qs Js 4d 2c", "K♠ Q♠ J♠ 4♦ 2♣").replace("As Ts", "as 10S"),
        text(ROWS[0].replace("2015-07-04", "07/04/15"), ROWS[1].replace("2015-07-04", "4-Jul-15"),
             ROWS[2].replace("2015-07-04", '"July 4, 2015 14:05"')),
        text().replace("2015-07-04", "04.07.2015"),
        text().replace("2015-07-04", "2015-07-04T14:05:00"),
        text().replace("round_id", "ROUND ID").replace("player_cards", "Player-Cards"),
    ],
)  # fmt: skip
def test_what_spreadsheets_and_programs_make_of_a_log(content: str, tmp_path: Path) -> None:
    done = Done(tmp_path, "log.csv", content)
    assert (done.exit_code, done.unread) == (0, [])
    assert done.settled == 3


@pytest.mark.parametrize("name", ["log.csv", "log.csv.gz", "log.csv.bz2"])
def test_packed_or_not_is_told_by_what_is_in_it(name: str, tmp_path: Path) -> None:
    for content in (text().encode(), gzip.compress(text().encode()), bz2.compress(text().encode())):
        assert Done(tmp_path, name, content).exit_code == 0


def test_json_in_every_shape(tmp_path: Path) -> None:
    numbers: list[dict[str, Any]] = [
        {name: float(cell) if name in ("ante", "blind", "play") and cell else cell for name, cell in row.items()}
        for row in RECORDS
    ]
    for content in (
        json.dumps(RECORDS),
        "[\n" + ",\n".join(map(json.dumps, RECORDS)) + "\n]\n",
        "\n\n".join(map(json.dumps, RECORDS)),
        "\n".join(map(json.dumps, numbers)),
        "\ufeff" + json.dumps(RECORDS[0]) + "\n" + json.dumps(RECORDS[1:]),
    ):
        done = Done(tmp_path, "log.json", content)
        assert (done.exit_code, done.unread) == (0, []), content[:80]
        assert done.settled == 3
    done = Done(tmp_path, "log.json", json.dumps(RECORDS, indent=1))
    assert done.exit_code == 2
    assert "is JSON without a row or a round on a line of its own" in done.output
    assert len(done.output.splitlines()) == 1


@pytest.mark.parametrize("content", [text(), "\n".join(map(json.dumps, RECORDS)), text().replace(",", ";")])
def test_standard_input(content: str, tmp_path: Path) -> None:
    done = Done(tmp_path, "log", "", stdin=content.encode())
    assert (done.exit_code, done.unread, done.settled) == (0, [], 3)
    without = CliRunner().invoke(command, ["-"], input=content.encode())
    assert without.exit_code == 0, without.output
    explained = Done(tmp_path, "log", "", "--explain", "H1", stdin=content.encode())
    assert explained.exit_code == 0


def test_standard_input_that_is_no_log(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(RECORDS), tmp_path / "log.parquet")
    for content, said in (
        ((tmp_path / "log.parquet").read_bytes(), "is Parquet, which is read from a file"),
        (b"", "standard input: is empty"),
        (b'{"seq": 1, "at": "x", "kind": "ledger.created", "payload": {}}\n', "is a ledger's export on standard input"),
    ):
        done = Done(tmp_path, "log", "", stdin=content)
        assert done.exit_code == 2
        assert said in done.output


def test_files_that_are_no_logs(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(RECORDS), tmp_path / "good.parquet")
    parquet = (tmp_path / "good.parquet").read_bytes()
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    for name, content, said in (
        ("log.csv", b"", "is empty"),
        ("log.csv", b"\n\n", "is empty"),
        ("log.csv", ("Casino Export\n\n" + text()).encode(), "names no column of a log; found Casino Export"),
        ("log.csv", b"\x89PNG\x00\x00\x01", "names no column of a log"),
        ("log.csv", text().replace("paid_trips", "paid_play").encode(), "has two columns of one name"),
        ("log.csv.gz", gzip.compress(text().encode() * 50)[:200], "cannot be read"),
        ("log.parquet", parquet[: len(parquet) // 2], "cannot be read"),
        ("log.parquet", parquet[:60] + b"X" * 12 + parquet[72:], "cannot be read"),
        ("log.parquet", (tmp_path / "other.parquet").read_bytes(), "names no column of a log; found a"),
    ):
        done = Done(tmp_path, name, content)
        assert done.exit_code == 2, (name, content[:40], done.output)
        assert said in done.output
        assert len(done.output.splitlines()) == 1
        assert name.partition(".")[0] in done.output


@pytest.mark.parametrize("column", HEAD.split(","))
def test_a_cell_that_is_none_in_each_column(column: str, tmp_path: Path) -> None:
    cells = ROWS[2].split(",")
    cells[HEAD.split(",").index(column)] = "???"
    done = Done(tmp_path, "log.csv", text(ROWS[0], ROWS[1], ",".join(cells)))
    if column == "round_id":  # any text is one
        assert (done.exit_code, done.settled) == (0, 3)
    else:
        (said,) = done.unread
        assert said.startswith(f"{column}: ")
        assert "found ???" in said
        assert done.settled == 2


def test_days_before_any_rules_are_told(tmp_path: Path) -> None:
    for day in ("1960-07-04", "1969-12-31", "0001-01-01", "7/4/1915"):
        done = Done(tmp_path, "log.csv", text().replace("2015-07-04", day))
        assert done.settled == 0
        assert all("date: is before any version of the rules" in said for said in done.unread)
    rows = [{**row, "date": datetime.date(1960, 7, 4)} for row in RECORDS]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "log.parquet")
    done = Done(tmp_path, "log.parquet", (tmp_path / "log.parquet").read_bytes())
    assert len(done.unread) == 3


def test_rows_that_are_none(tmp_path: Path) -> None:
    done = Done(tmp_path, "log.csv", text(ROWS[0].replace("H1", '"H1'), ROWS[1], ROWS[2]))
    assert "a quotation mark is opened in it and not closed" in done.unread[0]
    total = "Total,,,,,,30,30,50,10,20,5000,50,265,,,,"
    done = Done(tmp_path, "log.csv", text(*ROWS, total))
    assert done.settled == 3
    assert "seat: must be a seat number" in done.unread[0]


def test_rounds_that_two_files_have(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(text(*ROWS, *[row.replace("H1", "H2") for row in ROWS]))
    done = Done(tmp_path, "log.csv", text(), str(other))
    assert done.settled == 6
    assert all("round_id: the rows of this round are not together: it was there before" in said for said in done.unread)
    assert len(done.unread) == 3
