"""``houseway advise`` as people and programs meet it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from houseway.cli.main import cli

UTH = "ultimate-texas-holdem"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["advise", *words], catch_exceptions=False)


def test_text_on_the_river() -> None:
    result = run(UTH, "--cards", "5s Kd", "--board", "Ah 7c 2d 5h 7d")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Ultimate Texas Hold 'Em, on the river"
    assert "Cards 5s Kd  Board Ah 7c 2d 5h 7d" in lines
    assert "Best: play once the ante (1x)" in lines
    assert "  1x           +0.487879               483 / 990" in lines
    assert "  fold         −2.000000  2.487879  −1,980 / 990" in lines
    assert "  Player wins           645         0       645" in lines


def test_text_before_the_flop_lists_the_best_first() -> None:
    lines = run(UTH, "--cards", "As Kd").output.splitlines()
    choices = [line.split()[0] for line in lines if " / 20,975,724,000" in line]
    assert choices == ["4x", "3x", "check"]
    assert "Best: play four times the ante (4x)" in lines


def test_json_after_the_flop_with_dead_cards_and_a_submission(tmp_path: Path) -> None:
    filed = tmp_path / "table4.toml"
    filed.write_text(f'game = "{UTH}"\n[wagers.ante]\nminimum = "5.00"\n[wagers.blind]\npaytable = "B"\n', "utf-8")
    result = run(UTH, "--cards", "As,Kd", "--board", "A♥ 7c 2d", "--dead", "ac", "--submission", str(filed), "--format", "json")
    told = json.loads(result.stdout)
    assert (told["blind_paytable"], told["cards"], told["board"], told["dead"]) == ("B", "As Kd", "Ah 7c 2d", "Ac")
    assert [choice["choice"] for choice in told["choices"]] == ["check", "2x"]
    assert told["best"] == "2x"
    assert told["notices"] == []


def test_every_problem_of_every_input(tmp_path: Path) -> None:
    result = run(UTH, "--cards", "As As", "--board", "Ah 7x", "--dead", "Ah Jk", "--submission", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert [line.partition(":")[0].rpartition("/")[2] for line in result.stderr.splitlines()] == [
        "none.toml", "cards", "board", "dead", "dead",
    ]  # fmt: skip
    assert result.stdout == ""


def test_problems_as_json() -> None:
    result = run(UTH, "--cards", "As Kd", "--board", "Ah", "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stderr) == {
        "problems": [
            {
                "where": "board",
                "found": "1",
                "allowed": "0, 3 or 5 cards",
                "message": "has the wrong number of cards",
                "nearest": None,
            }
        ]
    }


def test_a_misspelt_game_names_the_nearest() -> None:
    result = run("ultimate-texas-holdm", "--cards", "As Kd")
    assert result.exit_code == 2
    assert "did you mean 'ultimate-texas-holdem'?" in result.stderr


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.exact.ultimate_texas_holdem import advice

    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(advice, "_after_flop", missing)
    result = run(UTH, "--cards", "As Kd", "--board", "Ah 7c 2d")
    assert result.exit_code == 2
    assert "needs what the extra 'exact' installs; found no numba; allowed houseway[exact]" in result.stderr


def test_a_paytable_of_the_submission_that_the_law_lacks_is_refused_beside_the_cards(tmp_path: Path) -> None:
    """All problems together, each once, with its line of the file."""
    filed = tmp_path / "q.toml"
    text = (Path(__file__).parents[2] / "examples/submissions/ultimate-texas-holdem.toml").read_text("utf-8")
    filed.write_text(text.replace('paytable = "A"', 'paytable = "Q"', 1), "utf-8")
    result = run(UTH, "--cards", "As", "--submission", str(filed))
    assert result.exit_code == 2
    problems = sorted(result.stderr.strip().splitlines())
    assert len(problems) == 2
    assert re.match(r".*q\.toml:\d+: wagers\.blind\.paytable: .*653a\.12\(b\).*found Q; allowed A or B$", problems[0])
    assert problems[1].startswith("cards: ")


def test_a_submission_that_is_not_lawful_elsewhere_is_advised_on_with_a_note(tmp_path: Path) -> None:
    """The advice rests on the blind paytable only; that the rest may not be filed so is said beside it."""
    filed = tmp_path / "low.toml"
    filed.write_text(f'game = "{UTH}"\n[wagers.blind]\npaytable = "B"\n', "utf-8")
    result = run(UTH, "--cards", "As Kd", "--submission", str(filed), "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["blind_paytable"] == "B"
    assert result.stderr == f"Note: the submission is not lawful; houseway submission check {filed} says why.\n"
