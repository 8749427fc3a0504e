"""``houseway submission``: every command, its exit codes, its text and its JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cli.main import cli
from houseway.submission import check, load
from submission.samples import COMPLIANT, EXAMPLES

NOT_COMPLIANT = str(EXAMPLES / "not-compliant.toml")
FORTUNE = str(EXAMPLES / "pai-gow-poker-fortune.toml")


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(cli, ["submission", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# --- check


@pytest.mark.parametrize("name", COMPLIANT)
def test_check_compliant(name: str) -> None:
    result = run("check", str(EXAMPLES / name))
    assert result.exit_code == 0
    assert "compliant (0 violations, 0 notices)" in result.stdout
    assert result.stderr == ""
    told = json.loads(run("check", str(EXAMPLES / name), "--format", "json").stdout)
    assert told["compliant"] is True
    assert told["findings"] == told["problems"] == []
    assert told["game"] in name
    assert told["rules"]["section"].startswith("58 Pa. Code § ")


def test_check_not_compliant() -> None:
    result = run("check", NOT_COMPLIANT)
    assert result.exit_code == 1
    assert f"{NOT_COMPLIANT}:22  violation  wagers.insurance.paytable  (645a.13(d))" in result.stdout
    assert "    found A; allowed C, D or E" in result.stdout
    assert "not compliant (4 violations, 1 notice)" in result.stdout
    assert result.stderr == ""
    machine = run("check", NOT_COMPLIANT, "--format", "json")
    assert machine.exit_code == 1
    told = json.loads(machine.stdout)
    assert told["compliant"] is False
    assert told["rules"] == {"section": "58 Pa. Code § 645a.13", "version": "2015-06-13"}
    assert told["findings"] == [finding.to_dict() for finding in check(NOT_COMPLIANT)]
    assert told["findings"][2] == {
        "paragraph": "645a.13(d)",
        "where": "wagers.insurance.paytable",
        "found": "A",
        "allowed": "C, D or E",
        "severity": "violation",
        "message": "insurance paytable A is for Emperor's Challenge Pai Gow Poker only; this submission's variant is fortune",
        "file": NOT_COMPLIANT,
        "line": 22,
    }


def test_check_tells_problems_of_form_and_the_violations_that_can_be_seen(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(Path(NOT_COMPLIANT).read_text(encoding="utf-8").replace("amounts", "amonts"), encoding="utf-8")
    result = run("check", str(path))
    assert result.exit_code == 2
    assert "not read whole (" in result.stdout
    assert "violation  wagers.insurance.paytable" in result.stdout
    assert result.stderr == (
        f"{path}:26: wagers.progressive.amonts: 'amonts' is not a key of wagers.progressive; found amonts; "
        "allowed minimum, amounts, meter; did you mean 'amounts'?\n"
    )
    machine = run("check", str(path), "--format", "json")
    assert machine.exit_code == 2
    told = json.loads(machine.stdout)
    assert told["problems"] == json.loads(machine.stderr)["problems"]
    assert told["problems"][0]["nearest"] == "amounts"
    assert len(told["findings"]) == 5


def test_check_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"game = 'x\n")
    result = run("check", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{path}:1: cannot be read as TOML: ")
    machine = run("check", str(tmp_path / "none.toml"), "--format", "json")
    assert (machine.exit_code, machine.stdout) == (2, "")
    (problem,) = json.loads(machine.stderr)["problems"]
    assert set(problem) == {"where", "found", "allowed", "message", "nearest"}
    path.write_bytes(b"")
    result = run("check", str(path))
    assert result.exit_code == 2
    assert "no game is named" in result.stderr
    assert "not read whole" in result.stdout


def test_check_reads_standard_input() -> None:
    result = run("check", "-", stdin=Path(NOT_COMPLIANT).read_bytes())
    assert result.exit_code == 1
    assert "standard input:22  violation" in result.stdout


def test_check_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "houseway.cli.main", "submission", "check", NOT_COMPLIANT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "\x1b[" not in done.stdout  # plain in a pipe
    assert done.stderr == ""


def test_check_imports_nothing_heavy() -> None:
    code = (
        "import sys; from houseway.submission import check; check(sys.argv[1]); "
        "print(sorted({'numpy', 'rich', 'tomlkit', 'click', 'numba', 'json.tool', 'platformdirs'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, NOT_COMPLIANT], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# --- new


UTH_ANSWERS = [
    "ultimate-texas-holdem",
    "Example Casino",
    "2014-12-12", "2015-07-01",  # before the oldest version held
    "2015-06-30", "2016-12-31",  # before it takes effect
    "x", "0", "100",  # ante
    "B",
    "y", "E", "c", "25",  # trips
    "y", "1, 2", "1 5", "9999.99", "$10,000", "", "22",  # progressive: amounts, initial, reset, rate
]  # fmt: skip
UTH_REST = ["y", "1", "y", "n", "10000", "9999.99", "10000.01", "15%", "", "lose", "", "", "", "51749.99", "51750"]


def test_new_asks_and_writes_what_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    answers = "\n".join([*UTH_ANSWERS, *UTH_REST]) + "\n"
    result = run("new", str(path), stdin=answers)
    assert result.exit_code == 0, result.output
    submission = load(path)
    assert submission.to_dict() == {
        "game": "ultimate-texas-holdem",
        "certificate_holder": "Example Casino",
        "effective": "2015-07-01",
        "expires": "2016-12-31",
        "limits": {"maximum_payout": "51750.00"},
        "wagers": {
            "ante": {"minimum": "100.00"},
            "blind": {"paytable": "B"},
            "trips": {"paytable": "C", "minimum": "25.00"},
            "progressive": {
                "amounts": ["1.00", "5.00"],
                "meter": {"initial": "10000.00", "reset": "10000.00", "rate_of_progression": "22%"},
            },
            "five_card_bonus": {
                "minimum": "1.00",
                "magic_card": True,
                "lucky_bonus": False,
                "meter": {"initial": "10000.00", "reset": "10000.01", "rate_of_progression": "15%"},
            },
        },
        "switches": {
            "trips_on_fold": "settle",
            "progressive_on_fold": "lose",
            "envy_hand": "flop",
            "magic_card_scope": "hole",
            "split_remainder": "meter",
        },
    }
    said = result.output
    for part in (
        "Paytable (653a.12(b)) [A]",
        "    B  Royal flush 500 to 1, Straight flush 50 to 1",
        "that will not do; one of A, B, C or D.",
        "that will not do; the envy table prices only 1.00 and 5.00.",
        "that will not do; at least 10000.00 (653a.12(d)(3)).",
        "that will not do; at least 10000.00 (653a.12(e)(4)).",
        "that will not do; the oldest version of 58 Pa. Code § 653a.12 that is held is of 2014-12-13.",
        "that will not do; it takes effect on 2015-07-01.",
        "that will not do; more than 0.",
        "that will not do; at least 51750.00: one player can win $51,750.00 with As Ks on",
        f"Written to {path}.",
        "compliant (0 violations, 0 notices)",
    ):
        assert part in said, part
    assert path.read_text(encoding="utf-8").startswith("# Rules Submission: Ultimate Texas Hold 'Em Poker")


@pytest.mark.parametrize("variant", ["fortune", "emperors-challenge"])
def test_new_offers_the_insurance_tables_of_the_variant(tmp_path: Path, variant: str) -> None:
    path = tmp_path / "new.toml"
    refused, taken = ("A", "e") if variant == "fortune" else ("C", "b")
    answers = ["Example Casino", "2015-07-01", "", variant, "foxwoods"]
    answers += ["10", "nearest-quarter"]
    answers += ["", "", "1", "n"] if variant == "fortune" else ["n", "y", "", "1"]  # fortune bonus, emperor's treasure
    answers += ["y", refused, taken, "1"]
    answers += ["y", "1", "1999.99", "2000", "", "none"]  # progressive, no rate
    answers += ["n", "n", "n", "y", "1"]  # dragon, dynasty, protection, red or black
    answers += ["", "", "natural", "", "49999.99", "none"]
    result = run("new", str(path), "--game", "pai-gow-poker", stdin="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    form = load(path).to_dict()
    assert form["wagers"]["insurance"] == {"paytable": taken.upper(), "minimum": "1.00"}
    assert form["wagers"]["progressive"] == {"minimum": "1.00", "meter": {"initial": "2000.00", "reset": "2000.00"}}
    assert form["wagers"]["pai_gow"] == {"minimum": "10.00", "vigorish_rounding": "nearest-quarter"}
    assert ("fortune_bonus" in form["wagers"]) == (variant == "fortune")
    assert ("emperors_treasure" in form["wagers"]) == (variant != "fortune")
    assert form["house_way"] == "foxwoods"
    assert form["switches"]["progressive_seven_card_joker"] == "natural"
    assert "limits" not in form
    assert "that will not do; one of " in result.output
    assert "1 notice" in result.output  # no rate of progression


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "pai-gow-poker"])
def test_new_with_every_default_is_compliant(tmp_path: Path, game: str) -> None:
    path = tmp_path / "new.toml"
    result = run("new", str(path), "--game", game, "--defaults", stdin="Example Casino\n")
    assert result.exit_code == 0, result.output
    assert check(path) == []


def test_new_overwrites_only_with_force(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text("mine", encoding="utf-8")
    result = run("new", str(path), "--game", "pai-gow-poker", "--defaults", stdin="Example Casino\n")
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("new", str(path), "--game", "pai-gow-poker", "--defaults", "--force", stdin="Example Casino\n").exit_code == 0
    assert check(path) == []


def test_new_writes_nothing_when_it_is_broken_off_or_cannot(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    result = run("new", str(path), stdin="pai-gow-poker\nExample Casino\n")
    assert result.exit_code == 2
    assert "the questions were not all answered" in result.stderr
    assert not path.exists()
    result = run("new", str(tmp_path / "none" / "new.toml"), stdin="")
    assert result.exit_code == 2
    assert "there is no such folder" in result.stderr


# --- diff


def test_diff() -> None:
    old, new = (str(EXAMPLES / "history" / f"{year}-01-01.toml") for year in (2016, 2017))
    result = run("diff", old, new)
    assert result.exit_code == 0
    assert "wagers.trips.paytable: D -> A  (653a.12(c))\n    Four-of-a-kind: 20 to 1 becomes 30 to 1\n" in result.stdout
    assert result.stdout.endswith("touching 601a.2, 653a.12(f), 653a.12(c), 653a.12(d), 653a.12(d)(5), 653a.12(d)(3).\n")
    told = json.loads(run("diff", old, new, "--format", "json").stdout)
    assert told["paragraphs"][:3] == ["601a.2", "653a.12(f)", "653a.12(c)"]
    assert told["changes"][3]["where"] == "wagers.trips.paytable"
    assert run("diff", old, old).stdout == "Nothing changed.\n"
    assert json.loads(run("diff", old, old, "--format", "json").stdout) == {"changes": [], "paragraphs": []}


def test_diff_of_what_cannot_be_compared(tmp_path: Path) -> None:
    result = run("diff", FORTUNE, str(EXAMPLES / "ultimate-texas-holdem.toml"))
    assert result.exit_code == 2
    assert "of different games" in result.stderr
    result = run("diff", str(tmp_path / "a.toml"), str(tmp_path / "b.toml"))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2  # both at once


# --- show


@pytest.mark.parametrize("kind", ["table", "filing"])
@pytest.mark.parametrize("name", [*COMPLIANT, "not-compliant.toml"])
def test_show(name: str, kind: str) -> None:
    path = str(EXAMPLES / name)
    text = run("show", path, "--sheet", kind)
    assert text.exit_code == 0
    told = json.loads(run("show", path, "--sheet", kind, "--format", "json").stdout)
    assert told["sheet"] == kind
    assert told["submission"] == load(path).to_dict()
    words = " ".join(text.stdout.split())
    assert told["title"] in words
    for block in told["blocks"]:
        assert block["title"] in words
        for row in block["rows"]:
            assert row[0].split("…")[-1].strip() in words
    assert all(len(line) <= 160 and line == line.rstrip() for line in text.stdout.splitlines() if "violation" not in line)
    page = run("show", path, "--sheet", kind, "--format", "html")
    assert page.exit_code == 0
    assert page.stdout.startswith("<!doctype html>")


def test_show_is_of_the_filing_unless_told(tmp_path: Path) -> None:
    assert run("show", FORTUNE).stdout == run("show", FORTUNE, "--sheet", "filing").stdout
    result = run("show", str(tmp_path / "none.toml"), "--format", "html")
    assert (result.exit_code, result.stdout) == (2, "")


# --- history


def test_history() -> None:
    folder = str(EXAMPLES / "history")
    result = run("history", folder, "--on", "2016-12-31")
    assert result.exit_code == 0
    assert "  2016-01-01 to 2016-12-31  2016-01-01.toml  compliant *\n" in result.stdout
    assert f"On 2016-12-31: {folder}/2016-01-01.toml (Ultimate Texas Hold 'Em Poker).\n" in result.stdout
    told = json.loads(run("history", folder, "--on", "2017-01-01", "--format", "json").stdout)
    assert told["in_force"] == [
        {
            "file": f"{folder}/2017-01-01.toml",
            "game": "ultimate-texas-holdem",
            "certificate_holder": "Example Casino",
            "first": "2017-01-01",
            "last": None,
            "compliant": True,
        }
    ]
    assert len(told["versions"]) == 3
    assert "in_force" not in json.loads(run("history", folder, "--format", "json").stdout)


def test_history_exit_codes(tmp_path: Path) -> None:
    folder = str(EXAMPLES / "history")
    early = run("history", folder, "--on", "2015-06-30")
    assert early.exit_code == 1
    assert "On 2015-06-30: no submission is in force." in early.stdout
    assert run("history", str(tmp_path)).exit_code == 2
    assert run("history", folder, "--on", "yesterday").exit_code == 2
    for name, text in (
        ("a.toml", Path(FORTUNE).read_text(encoding="utf-8")),
        ("b.toml", Path(NOT_COMPLIANT).read_text("utf-8")),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    both = run("history", str(tmp_path))
    assert both.exit_code == 1
    assert "takes effect on the same day as a.toml" in both.stdout
    (tmp_path / "c.toml").write_text("x", encoding="utf-8")
    broken = run("history", str(tmp_path), "--format", "json")
    assert broken.exit_code == 2
    told: dict[str, Any] = json.loads(broken.stdout)
    assert len(told["versions"]) == 2
    assert told["problems"] == json.loads(broken.stderr)["problems"]


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in ("check", "new", "diff", "show", "history"):
        assert name in result.stdout
        assert "Exit code" in run(name, "--help").stdout or name in ("show",)


def test_history_names_a_game_without_a_submission_in_force(tmp_path: Path) -> None:
    """Two games in a folder, one of them not yet in force on the day: said, and exit 1."""
    for name, effective in (("ultimate-texas-holdem.toml", "2015-07-01"), ("pai-gow-poker-fortune.toml", "2016-01-01")):
        lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
        dated = [f"effective = {effective}" if line.startswith("effective") else line for line in lines]
        (tmp_path / name).write_text("\n".join(dated) + "\n", encoding="utf-8")
    early = run("history", str(tmp_path), "--on", "2015-08-01")
    assert early.exit_code == 1
    assert "no submission of pai-gow-poker is in force" in early.stdout
    told = json.loads(run("history", str(tmp_path), "--on", "2015-08-01", "--format", "json").stdout)
    assert told["uncovered"] == ["pai-gow-poker"]
    assert run("history", str(tmp_path), "--on", "2016-08-01").exit_code == 0


def test_new_that_is_not_answered_to_the_end_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    ended = run("new", str(path), "--game", "pai-gow-poker", stdin="Me\n")
    assert ended.exit_code == 2
    assert "the questions were not all answered" in ended.stderr
    assert not path.exists()
