"""``houseway`` itself: help, version, and that nothing is imported before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gate.processes import MAIN, run
from houseway.cli.main import COMMANDS
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


def test_settle_as_json_imports_nothing_for_screens_and_nothing_heavy() -> None:
    modules = imported("settle", EXAMPLE, "--format", "json")
    assert "houseway.settlement.engine" in modules
    roots = {name.partition(".")[0] for name in modules}
    assert not roots & {"rich", "numpy", "numba", "pydantic", "jsonschema", "platformdirs", "difflib", "importlib_metadata"}
