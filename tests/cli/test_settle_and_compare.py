"""``houseway settle`` and ``houseway compare`` as processes: exit codes, streams, formats, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import houseway
from gate.processes import MAIN, run
from gate.rounds import pgp_round, uth_round

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted((ROOT / "examples" / "rounds").glob("*.json"))
SUBMISSION = str(ROOT / "examples" / "submissions" / "ultimate-texas-holdem.toml")
FULL = Path("/dev/full")


def paid(**amounts: str) -> dict[str, Any]:
    """A round whose first player was paid so much: ante 10, play 40 and trips 0 are due, and the blind pushes."""
    round_ = uth_round()
    round_["players"][0]["paid"] = {"ante": "10", "play": "40", "blind": "0", "trips": "0", **amounts}
    return round_


def given(round_: Any) -> bytes:
    return json.dumps(round_).encode()


def quiet(done: subprocess.CompletedProcess[bytes], code: int) -> str:
    """The output of a command that ended with this code and said nothing on standard error."""
    assert (done.returncode, done.stderr) == (code, b"")
    return done.stdout.decode("utf-8")


def complaint(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    """The lines on standard error of a command that ended with 2 and printed nothing else."""
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    return done.stderr.decode("utf-8").splitlines()


# --- settled


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    text = quiet(run("settle", str(path)), 0)
    assert "House net" in text
    for player in document["players"]:
        assert f"Seat {player['seat']}" in text
    assert json.loads(quiet(run("settle", str(path), "--format", "json"), 0)) == houseway.settle(document).to_dict()
    assert "other lawful choices" in quiet(run("compare", str(path)), 0)
    assert json.loads(quiet(run("compare", str(path), "--format", "json"), 0)) == houseway.compare(document).to_dict()


@pytest.mark.parametrize("command", ["settle", "compare"])
def test_standard_input(command: str) -> None:
    from_file = run(command, str(EXAMPLES[0]))
    assert quiet(run(command, "-", data=EXAMPLES[0].read_bytes()), 0) == from_file.stdout.decode()


@pytest.mark.parametrize(("round_", "code", "said"), [
    (paid(), 0, "right"),
    (paid(play="39.99"), 1, "owed"),
    (paid(ante="10.01"), 1, "overpaid"),
    (paid(ante="10.01", play="39.99"), 1, "owed"),
])  # fmt: skip
def test_what_was_paid(round_: dict[str, Any], code: int, said: str) -> None:
    assert said in quiet(run("settle", "-", data=given(round_)), code)
    told = json.loads(quiet(run("settle", "-", "--format", "json", data=given(round_)), code))
    assert said in [payment["verdict"] for payment in told["players"][0]["payments"]]
    assert (told["owed"], told["overpaid"]) == {
        0: ("0.00", "0.00"),
        1: ("0.01" if "39.99" in str(round_) else "0.00", "0.01" if "10.01" in str(round_) else "0.00"),
    }[code]
    assert quiet(run("compare", "-", data=given(round_)), 0)


def test_a_submission() -> None:
    told = json.loads(quiet(run("settle", "-", "--submission", SUBMISSION, "--format", "json", data=given(uth_round())), 0))
    assert told == houseway.settle(uth_round(), houseway.load_submission(SUBMISSION)).to_dict()
    assert "No Rules Submission was given" not in str(told["notices"])


def test_a_submission_with_violations_is_refused_unless_they_are_allowed(tmp_path: Path) -> None:
    path = tmp_path / "unlawful.toml"
    path.write_text(Path(SUBMISSION).read_text(encoding="utf-8").replace('rate_of_progression = "22%"', ""), encoding="utf-8")
    lines = complaint(run("settle", "-", "--submission", str(path), data=given(uth_round())))
    assert any("wagers.progressive.meter.rate_of_progression" in line and "653a.12(d)(3)" in line for line in lines)
    assert all(line.startswith(f"{path}:") for line in lines)
    for command in ("settle", "compare"):
        text = quiet(run(command, "-", "--submission", str(path), "--allow-violations", data=given(uth_round())), 0)
        assert "not lawful" in text


# --- refused


@pytest.mark.parametrize("command", ["settle", "compare"])
def test_problems_one_a_line_or_as_json(command: str) -> None:
    round_ = uth_round()
    round_["players"][0]["wagers"] |= {"blind": "15", "tripps": "5", "play": "50"}
    lines = complaint(run(command, "-", data=given(round_)))
    assert lines == [
        "players[0].wagers.tripps: is not a key here; found tripps; allowed ante, play, blind, trips, progressive, "
        "five_card_bonus_player, five_card_bonus_dealer; did you mean 'trips'?",
        "players[0].wagers.blind: must equal the ante; found 15.00; allowed 10.00",
        "players[0].wagers.play: is not 1, 2, 3 or 4 times the ante; found 50; allowed 10, 20, 30 or 40",
    ]
    done = run(command, "-", "--format", "json", data=given(round_))
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(round_)
    assert json.loads("\n".join(complaint(done))) == refused.value.to_dict()


@pytest.mark.parametrize(("arguments", "said"), [
    (["settle", "nowhere.json"], "nowhere.json: cannot be read: No such file or directory"),
    (["settle", "."], ".: cannot be read: Is a directory"),
    (["settle", "a\nb"], "a?b: cannot be read: No such file or directory"),
    (["settle", os.fsdecode(b"\xff.json")], "?.json: cannot be read: No such file or directory"),
    (["compare", "nowhere.json"], "nowhere.json: cannot be read"),
    (["settle", str(EXAMPLES[0]), "--submission", "nowhere.toml"], "nowhere.toml: cannot be read"),
    (["settle", "-", "--submission", "-"], "--submission: standard input is the round already"),
    (["settle", "-"], "standard input:1:1: is not JSON: Expecting value; found the end of the file"),
    (["settle"], "Missing argument 'ROUND.json'"),
    (["settle", str(EXAMPLES[0]), "--format", "yaml"], "'yaml' is not one of 'text', 'json'"),
    (["settle", str(EXAMPLES[0]), "--sub", "x"], "No such option"),
    (["setle", str(EXAMPLES[0])], "Did you mean 'settle'?"),
    (["nonsense"], "No such command 'nonsense'."),
])  # fmt: skip
def test_what_cannot_be_read_or_is_no_command(arguments: list[str], said: str) -> None:
    assert said in "\n".join(complaint(run(*arguments)))


def test_the_problems_of_both_documents_at_once() -> None:
    lines = complaint(run("settle", "nowhere.json", "--submission", "nowhere.toml"))
    assert [line.partition(":")[0] for line in lines] == ["nowhere.json", "nowhere.toml"]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"{" * 100_000, b"[" * 100_000, b"\0", b'{"game": NaN}', b"9" * 100_000, b" " * 4_000_001]
)
def test_what_is_no_round(data: bytes) -> None:
    (line,) = complaint(run("settle", "-", data=data))
    assert line.startswith("standard input")
    assert json.loads("\n".join(complaint(run("settle", "-", "--format", "json", data=data))))["problems"]


def test_json_that_is_no_round() -> None:
    assert complaint(run("settle", "-", data=b"[]")) == [
        "round: must be a table of keys; found a list of 0; allowed an object { … }"
    ]


# --- streams


def test_no_colour_in_a_pipe_and_no_blanks_at_the_ends_of_lines() -> None:
    for command in ("settle", "compare"):
        text = quiet(run(command, "-", data=given(pgp_round())), 0)
        assert "\x1b" not in text
        assert not [line for line in text.splitlines() if line != line.rstrip()]


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal is needed")
def test_colour_in_a_terminal() -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "CI")} | {
        "TERM": "xterm-256color"
    }
    process = subprocess.Popen([*MAIN, "settle", str(EXAMPLES[0])], stdout=theirs, stderr=subprocess.PIPE, env=environment)
    os.close(theirs)
    output = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # how a pseudo-terminal says that the other end has gone
            break
        if not part:
            break
        output += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert b"\x1b[" in output


@pytest.mark.parametrize(
    "environment", [{"LANG": "C", "LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}]
)
def test_utf_8_whatever_the_locale(environment: dict[str, str]) -> None:
    assert "58 Pa. Code § 653a.12" in quiet(run("settle", "-", data=given(uth_round()), environment=environment), 0)
    told = json.loads(quiet(run("settle", "-", "--format", "json", data=given(uth_round()), environment=environment), 0))
    assert told["rules"]["section"] == "58 Pa. Code § 653a.12"
    round_ = uth_round()
    round_["players"][0]["cards"] = "A♠ ♥A"
    (line,) = complaint(run("settle", "-", data=given(round_), environment=environment))
    assert line.startswith("players[0].cards: '♥A' is not a card; found ♥A; allowed cards such as As, Td, 10d, A♠")


@pytest.mark.parametrize("arguments", [["settle", "-"], ["settle", "-", "--format", "json"], ["paytables"]])
def test_a_reader_that_has_gone(arguments: list[str]) -> None:
    """As with ``| head``: no traceback, and not the exit code that says that a round was paid wrongly."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*MAIN, *arguments], input=given(pgp_round()), stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full is needed")
@pytest.mark.parametrize(
    "arguments", [["settle", str(EXAMPLES[0])], ["settle", str(EXAMPLES[0]), "--format", "json"], ["paytables"]]
)
def test_a_full_disk(arguments: list[str]) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run([*MAIN, *arguments], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.decode() == "standard output: cannot be written: No space left on device\n"


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full is needed")
@pytest.mark.parametrize(
    "arguments", [["settle", "nowhere.json"], ["settle", "nowhere.json", "--format", "json"], ["nonsense"]]
)
def test_problems_that_nobody_can_read_are_still_an_exit_code(arguments: list[str]) -> None:
    with FULL.open("wb") as full:
        assert subprocess.run([*MAIN, *arguments], stdout=full, stderr=full, check=False, timeout=60).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed to start a program without a stream")
@pytest.mark.parametrize(("arguments", "redirections", "code"), [
    (f"settle {EXAMPLES[0]}", ">&-", 0), (f"settle {EXAMPLES[0]} --format json", ">&-", 0), ("settle -", "<&-", 2),
    ("settle nowhere.json", "2>&-", 2), (f"settle {EXAMPLES[0]}", "<&- >&- 2>&-", 0),
])  # fmt: skip
def test_streams_that_are_closed(arguments: str, redirections: str, code: int) -> None:
    command = f"exec {' '.join(MAIN)} {arguments} {redirections}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False, timeout=60)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
