"""The question that ``houseway analyze`` is asked: every problem at once with where, found and allowed; waiting and Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gate.processes import MAIN
from houseway.cli.main import cli
from houseway.cli.waiting import progress_line

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
HOLDEM = str(EXAMPLES / "ultimate-texas-holdem.toml")
PAI_GOW = str(EXAMPLES / "pai-gow-poker-fortune.toml")
EVERYTHING = [
    "main", "pai_gow", "fortune_bonus", "insurance", "progressive", "queens_dragon", "dynasty_bonus", "protection", "red_black",
]  # fmt: skip

WHOLE, CARDS = "is not a whole number", "is not a number of players that the cards allow"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, ["analyze", *arguments], catch_exceptions=False)


def problems(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--format", "json")
    assert result.exit_code == 2
    assert result.stdout == ""
    found: list[dict[str, Any]] = json.loads(result.stderr)["problems"]
    for problem in found:
        assert set(problem) == {"where", "found", "allowed", "message", "nearest"}
    return found


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("x", WHOLE), ("2.5", WHOLE), ("-1", WHOLE), ("٣", WHOLE), ("9" * 50, WHOLE), ("0", CARDS), ("7", CARDS), ("", CARDS),
    ],
)  # fmt: skip
def test_players(players: str, message: str) -> None:
    (problem,) = problems(PAI_GOW, "--players", players)
    assert (problem["where"], problem["message"], problem["allowed"]) == ("--players", message, "1 to 6")
    (problem,) = problems(HOLDEM, "--wager", "trips", "--players", "23")
    assert (problem["found"], problem["allowed"]) == ("23", "1 to 22")


@pytest.mark.parametrize("handle", ["0", "-5", "0.00"])
def test_a_handle_of_nothing_or_less(handle: str) -> None:
    (problem,) = problems(HOLDEM, "--wager", "trips", "--handle", handle)
    assert (problem["where"], problem["found"], problem["allowed"]) == ("--handle", handle, "an amount above zero")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = problems(str(EXAMPLES / "not-compliant.toml"), "--players", "x", "--wager", "red", "--handle", "much")
    places = [problem["where"].rpartition(": ")[2] for problem in found]
    assert places[:3] == ["--players", "--wager", "--handle"]
    assert places[3:] == [
        "limits.maximum_payout", "wagers.pai_gow.vigorish_rounding", "wagers.insurance.paytable",
        "wagers.progressive.meter.reset",
    ]  # fmt: skip
    assert all(problem["found"] and problem["allowed"] for problem in found)


@pytest.mark.parametrize(
    ("wager", "nearest"),
    [
        ("red", "red_black"), ("black", "red_black"), ("fortune", "fortune_bonus"), ("insurence", "insurance"),
        ("dragon", "queens_dragon"), ("protect", "protection"), ("trips", None), ("xyz", None), ("", None),
    ],
)  # fmt: skip
def test_a_wager_that_is_not_on_offer_has_the_nearest_beside_it(wager: str, nearest: str | None) -> None:
    (problem,) = problems(PAI_GOW, "--wager", wager)
    assert (problem["where"], problem["found"], problem["nearest"]) == ("--wager", wager, nearest)
    assert problem["allowed"] == ", ".join(EVERYTHING)


@pytest.mark.parametrize("wager", ["Red/Black", "red-black", "RED_BLACK", "red black"])
def test_a_wager_by_any_writing_of_its_name(wager: str) -> None:
    told = json.loads(run(PAI_GOW, "--wager", wager, "--format", "json").stdout)
    assert [of["name"] for of in told["wagers"]] == ["red_black"]


def test_a_wager_by_its_printed_name() -> None:
    for printed, name in (("Queen's Dragon", "queens_dragon"), ("Pai Gow Insurance", "insurance")):
        told = json.loads(run(PAI_GOW, "--wager", printed, "--format", "json").stdout)
        assert [of["name"] for of in told["wagers"]] == [name]


def test_several_wagers_are_on_one_sheet_and_none_twice() -> None:
    asked = ("--wager", "trips", "--wager", "main", "--wager", "five_card_bonus", "--wager", "blind")
    told = json.loads(run(HOLDEM, *asked, "--format", "json").stdout)
    names = ["trips", "blind", "five_card_bonus_player", "five_card_bonus_dealer"]
    assert [of["name"] for of in told["wagers"]] == names
    assert told["main"]["expected_value"] == "-607723787676/27813810024000"
    whole = json.loads(run(HOLDEM, "--format", "json").stdout)
    assert all(of in whole["wagers"] for of in told["wagers"])
    assert all(of in whole["alternatives"] for of in told["alternatives"])
    assert len({(of["wager"], of["choice"]) for of in told["alternatives"]}) == len(told["alternatives"])
    assert len(told["notes"]) == len(set(told["notes"]))


def test_the_same_wager_twice_is_refused() -> None:
    (problem,) = problems(PAI_GOW, "--wager", "insurance", "--wager", "Insurance")
    assert (problem["where"], problem["message"], problem["found"]) == ("--wager", "is asked for twice", "Insurance")


@pytest.mark.parametrize(
    ("arguments", "where", "found", "nearest"),
    [
        ([PAI_GOW, "--player", "3"], "--player", "--player", "--players"),
        ([], "SUB.toml", "nothing", None),
        ([PAI_GOW, "--recompute=yes"], "--recompute", "nothing", None),
        ([PAI_GOW, HOLDEM], "arguments", None, None),
        (["nowhere.toml"], "nowhere.toml", None, None),
    ],
)
def test_refusals_of_the_parser_are_json_where_json_is_asked_for(
    arguments: list[str], where: str, found: str | None, nearest: str | None
) -> None:
    (problem,) = problems(*arguments)
    assert (problem["where"], problem["found"], problem["nearest"]) == (where, found, nearest)
    assert problem["allowed"]
    text = run(*arguments)
    assert text.exit_code == 2
    assert not text.stderr.startswith("{")


def test_advise_refuses_in_json_too() -> None:
    result = CliRunner().invoke(cli, ["advise", "pai-gow-poker", "--format=json"])
    assert result.exit_code == 2
    (problem,) = json.loads(result.stderr)["problems"]
    assert (problem["where"], problem["message"]) == ("--cards", "is missing")
    assert CliRunner().invoke(cli, ["advise", "pai-gow-poker", "--", "--format=json"]).stderr.startswith("Usage:")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_waiting_is_told_in_a_terminal_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_line("Working it out …") as told:
        assert told is not None
        told("House way standard", 1, 4)
    assert terminal.getvalue() == "\r\x1b[2KWorking it out …\r\x1b[2KHouse way standard: 25%\r\x1b[2K"
    with pytest.raises(KeyboardInterrupt), progress_line("Working it out …"):
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\r\x1b[2K")
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress_line("Working it out …") as told:
            assert told is None
    monkeypatch.undo()


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal is needed")
def test_interrupted_while_it_counts_there_is_no_traceback(tmp_path: Path) -> None:
    """Progress in a terminal's standard error; Ctrl-C ends at once with 130, with no sheet and no traceback."""
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"HOUSEWAY_CACHE": str(tmp_path), "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [*MAIN, "analyze", PAI_GOW, "--wager", "main", "--recompute"], stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    held = b""
    while b"House way standard, A-2-3-4-5 second highest: " not in held:
        held += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        held += part
    os.close(ours)
    assert b"Traceback" not in held
    assert held.endswith(b"\r\x1b[2K")


def test_nothing_is_told_of_waiting_in_a_pipe() -> None:
    done = subprocess.run([*MAIN, "analyze", HOLDEM, "--wager", "trips"], capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
