"""``houseway`` itself: help, version, and that nothing is imported before it is needed."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from gate.processes import MAIN, run
from houseway.cli.main import COMMANDS
from houseway.cli.settling import at_once
from houseway.version import __version__

EXAMPLE = str(Path(__file__).parent.parent.parent / "examples" / "rounds" / "uth-royal.json")


def imported(*arguments: str) -> set[str]:
    """Every module that a run of the command imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *MAIN[1:], *arguments], capture_output=True, check=True, timeout=60
    )
    lines = done.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


def test_help_names_every_command_and_imports_none() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    for name, (_, what) in COMMANDS.items():
        assert f"  {name} " in done.stdout.decode()
        assert what in " ".join(done.stdout.decode().split())
    modules = imported("--help")
    assert not {
        name for name in modules if name.startswith(("houseway.settlement", "houseway.regulation", "houseway.submission"))
    }
    assert not modules & {"rich", "rich.console", "json", "tomllib", "decimal", "numpy", "difflib"}


def test_h_is_help_and_nothing_is_help_with_an_error() -> None:
    assert run("-h").stdout == run("--help").stdout
    nothing = run()
    assert nothing.returncode == 2
    assert b"Usage: houseway" in nothing.stdout + nothing.stderr


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"houseway {__version__}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = run(name, "--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"Usage: houseway {name}" in done.stdout.decode()


@pytest.mark.parametrize("format_", ["text", "json"])
def test_a_plain_settle_imports_no_parser_nothing_for_screens_and_nothing_heavy(format_: str) -> None:
    modules = imported("settle", EXAMPLE, "--format", format_)
    assert "houseway.settlement.engine" in modules
    roots = {name.partition(".")[0] for name in modules}
    assert not roots & {"click", "rich", "numpy", "numba", "pydantic", "jsonschema", "platformdirs", "difflib", "argparse"}
    assert not modules & {"houseway.settlement.pai_gow_poker", "houseway.submission.checking", "houseway.games.house_way"}


SUBMISSION = str(Path(EXAMPLE).parent.parent / "submissions" / "ultimate-texas-holdem.toml")


@pytest.mark.parametrize("arguments", [
    [EXAMPLE], [EXAMPLE, "--format", "json"], ["--format", "json", EXAMPLE],
    [EXAMPLE, "--allow-violations", "--format", "text"],
    ["--submission", SUBMISSION, EXAMPLE], [EXAMPLE, "--submission", "nowhere.toml", "--format", "json"], ["nowhere.json"],
])  # fmt: skip
def test_settle_is_the_same_with_the_parser_and_without(arguments: list[str]) -> None:
    plain, parsed = run("settle", *arguments), run("settle", *_by_the_parser(arguments))
    assert at_once(["settle", *_by_the_parser(arguments)]) is None
    assert (plain.returncode, plain.stdout, plain.stderr) == (parsed.returncode, parsed.stdout, parsed.stderr)


def _by_the_parser(arguments: list[str]) -> list[str]:
    """The same arguments in a form that only the parser reads."""
    pairs = [pair for pair in pairwise(arguments) if pair[0] in ("--submission", "--format")]
    flags = [word for word in arguments if word == "--allow-violations"]
    (path,) = (word for word in arguments if not word.startswith("-") and word not in dict(pairs).values())
    return [*("=".join(pair) for pair in pairs), *flags, "--", path]


@pytest.mark.parametrize("arguments", [
    [], ["compare", EXAMPLE], ["settle"], ["settle", "--help"], ["settle", "-h"], ["settle", EXAMPLE, EXAMPLE], ["settle", ""],
    ["settle", EXAMPLE, "--format"], ["settle", EXAMPLE, "--format", "yaml"], ["settle", EXAMPLE, "--format=json"],
    ["settle", EXAMPLE, "--submission"], ["settle", EXAMPLE, "--submission", "--format"], ["settle", "--", EXAMPLE],
    ["settle", EXAMPLE, "--nonsense"],
])  # fmt: skip
def test_what_is_not_plain_is_left_to_the_parser(arguments: list[str]) -> None:
    assert at_once(arguments) is None
