"""``houseway ledger`` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cli.main import cli
from houseway.ledger import Ledger
from ledger.test_rounds import HIT, ROYAL
from ledger.test_verify import Forger, dig

only_sqlite = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("HOUSEWAY_DATABASE", raising=False)


def run(*arguments: Any) -> Result:
    return CliRunner().invoke(cli, ["ledger", *map(str, arguments)])


def test_verify(house_url: str) -> None:
    with Ledger(house_url) as ledger:
        ledger.post(ROYAL, by="d")
        seq = ledger.post(HIT, by="d").id
    said = run("verify", "--database", house_url)
    assert said.exit_code == 0
    assert "2 rounds in" in said.stdout
    assert "clean to event" in said.stdout
    forger = Forger(house_url)
    forger.edit(seq, dig("lines", 0, 5, to="99.00"))
    said = run("verify", "--database", house_url, "--format", "json")
    assert said.exit_code == 1
    report = json.loads(said.stdout)
    assert (report["clean"], report["divergence"]["seq"], report["divergence"]["where"]) == (False, seq, "lines[0]")
    said = run("verify", "--database", house_url)
    assert said.stdout.splitlines()[-1].startswith(f"not clean: event {seq}, lines[0]: is not what the rules make of the round")


@only_sqlite
@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_export_and_import(house_url: str, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Ledger(house_url) as ledger:
        ledger.post(ROYAL, by="d")
    monkeypatch.setenv("HOUSEWAY_DATABASE", house_url)
    said = run("export", tmp_path / name)
    assert (said.exit_code, said.stderr) == (0, "")
    key = tmp_path / "public.pem"
    key.write_text(run("key").stdout)
    other = tmp_path / "other.sqlite"
    said = run("import", tmp_path / name, "--database", other, "--key", key, "--by", "auditor", "--format", "json")
    assert said.exit_code == 0
    assert json.loads(said.stdout)["what"] == "houseway ledger export"
    said = run("import", tmp_path / name, "--database", other, "--key", key, "--by", "auditor")
    assert (said.exit_code, said.stdout) == (2, "")
    assert "holds a ledger already" in said.stderr
    assert run("verify", "--database", other).exit_code == 0
    said = run("export", tmp_path / "out.csv")
    assert said.exit_code == 2
    assert run("export", tmp_path / "out.csv", "--file-format", "jsonl", "--format", "json").exit_code == 0


@only_sqlite
def test_backup(house_url: str, tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite"
    assert run("backup", target, "--database", house_url).exit_code == 0
    said = run("backup", target, "--database", house_url, "--format", "json")
    assert said.exit_code == 2
    assert json.loads(said.stderr)["problems"][0]["message"] == "is there already"
    assert run("verify", "--database", target).exit_code == 0


def test_what_is_no_ledger_ends_with_2(tmp_path: Path) -> None:
    for command in (("verify",), ("export", tmp_path / "out.jsonl"), ("backup", tmp_path / "out")):
        said = run(*command, "--database", tmp_path / "none.sqlite")
        assert (said.exit_code, said.stdout) == (2, "")
        assert said.stderr.startswith("database: there is no ledger here")
    assert run("verify").exit_code == 2  # nor in the user's own folder
    said = run("verify", "--database", "postgresql://postgres@127.0.0.1:1/none")
    assert (said.exit_code, "is not reached" in said.stderr) == (2, True)


def test_the_command_line_does_not_import_the_ledger_to_say_what_there_is() -> None:
    heavy = "{'sqlalchemy', 'alembic', 'psycopg', 'cryptography', 'pyarrow', 'platformdirs', 'rich'}"
    code = f"import sys, houseway.cli.main, houseway.cli.ledger; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_bar_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    from houseway.cli.ledger import _Progress

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    with _Progress("verifying", "text") as progress:
        progress.tell(3, 10)
        assert progress.bar.tasks[0].completed == 3
    assert not _Progress("verifying", "json").shows


def test_what_the_ledger_says_against_it_is_a_problem(house_url: str, tmp_path: Path) -> None:
    said = run("import", tmp_path / "x.jsonl", "--database", house_url, "--key", tmp_path / "none.pem", "--by", "a")
    assert (said.exit_code, said.stderr.startswith("key: cannot be read")) == (2, True)
