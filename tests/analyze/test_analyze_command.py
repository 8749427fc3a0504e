"""``houseway analyze`` as a person and a program meet it: promised JSON, text, page, and every refusal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from houseway.cli.main import cli

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
HOLDEM = str(EXAMPLES / "ultimate-texas-holdem.toml")
PAI_GOW = str(EXAMPLES / "pai-gow-poker-fortune.toml")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, ["analyze", *arguments])


def test_promised_json_of_holdem() -> None:
    """The issue's own figures: trips table A is not filed here, the base game's total is known."""
    out = json.loads(run(HOLDEM, "--format", "json").stdout)
    assert out["main"]["expected_value"] == "-607723787676/27813810024000"
    assert set(out["main"]["decisions"]) == {"4x", "2x", "1x", "fold"}
    assert set(out["main"]["starting_hands"]["AA"]) == {"check", "3x", "4x"}
    assert len(out["main"]["starting_hands"]) == 169
    trips = next(wager for wager in out["wagers"] if wager["name"] == "trips")
    assert trips["paytable"] == "C"
    assert trips["expected_value"] == "-4679700/133784560"
    assert [line["combinations"] for line in trips["lines"]][:2] == [4324, 37260]
    edges = {a["choice"]: a["house_edge"] for a in out["alternatives"] if a["wager"] == "main"}
    # B pays nothing for a straight: A's edge and the chance of winning with one, 1,036,850,760,720 deals
    a, b = (-607723787676, -607723787676 - 1036850760720)
    assert edges == {"Blind paytable A": f"{-a / 27813810024000:.12f}", "Blind paytable B": f"{-b / 27813810024000:.12f}"}


@pytest.mark.parametrize("wager", ["fortune_bonus", "insurance", "red_black", "progressive"])
def test_one_wager_of_pai_gow(wager: str) -> None:
    out = json.loads(run(PAI_GOW, "--wager", wager, "--format", "json").stdout)
    assert {entry["name"] for entry in out["wagers"]} == {wager}
    assert "main" not in out
    assert out["wagers"][0]["combinations"] == 154_143_080


def test_more_players_mean_more_envy_and_the_same_edge() -> None:
    one, six = (
        json.loads(run(PAI_GOW, "--wager", "fortune_bonus", "--players", n, "--format", "json").stdout) for n in ("2", "6")
    )
    assert one["wagers"][0]["house_edge"] == six["wagers"][0]["house_edge"]
    assert float(six["wagers"][0]["envy"]["return"]) == pytest.approx(5 * float(one["wagers"][0]["envy"]["return"]))


def test_usual_handle_is_forty_rounds_of_that_wager_from_everybody() -> None:
    """$1: 40 rounds of 6 players are $240 an hour; $5: $1,200, so that both meet their hits after as many hours."""
    wagers = json.loads(run(HOLDEM, "--wager", "progressive", "--format", "json").stdout)["wagers"]
    assert [wager["meter"]["handle_an_hour"] for wager in wagers] == ["240.00", "1200.00"]
    assert len({wager["meter"]["hours_between_hits"] for wager in wagers}) == 1


def test_the_blind_is_asked_for_by_its_own_name() -> None:
    out = json.loads(run(HOLDEM, "--wager", "blind", "--format", "json").stdout)
    assert [wager["name"] for wager in out["wagers"]] == ["blind"]
    assert out["main"]["blind_paytable"] == "A"


def test_page_is_whole_and_holds_charts() -> None:
    page = run(HOLDEM, "--format", "html").stdout
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert page.count("<svg") >= 5
    assert "<script" not in page
    assert 'src="http' not in page
    assert "<link" not in page


def test_text_names_the_filed_choice() -> None:
    text = run(HOLDEM, "--wager", "trips").stdout
    filed = next(line for line in text.splitlines() if "(filed)" in line)
    assert "Paytable C" in filed
    assert "3.4979%" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "7"], "1 to 6"),
        (["--players", "0"], "1 to 6"),
        (["--wager", "fortune"], "fortune_bonus"),
        (["--handle", "much"], "amount"),
        (["--handle", "0"], "above zero"),
    ],
)
def test_refusals(arguments: list[str], said: str) -> None:
    result = run(PAI_GOW, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_submission_with_violations_is_refused() -> None:
    result = run(str(EXAMPLES / "not-compliant.toml"))
    assert result.exit_code == 2
    assert "653a.12" in result.stderr or "645a.13" in result.stderr


def test_a_name_with_square_brackets_is_printed_as_it_is_filed(tmp_path: Path) -> None:
    filed = tmp_path / "brackets.toml"
    text = (Path(__file__).parents[2] / "examples/submissions/ultimate-texas-holdem.toml").read_text("utf-8")
    name = "Foo [/b] [red]x"
    filed.write_text(re.sub(r'certificate_holder = ".*"', f'certificate_holder = "{name}"', text), "utf-8")
    result = CliRunner().invoke(cli, ["analyze", str(filed), "--wager", "trips"], catch_exceptions=False)
    assert result.exit_code == 0
    assert f"{name}, effective" in result.stdout
