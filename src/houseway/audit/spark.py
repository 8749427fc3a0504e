"""An audit on Apache Spark: the rows of all that share their meters in one task, in the order of the log, through mapInArrow.

A task does what one machine does with a log: cuts its rows into rounds, settles them in batches, follows the meters from the
first round to the last. So every task's differences are those of ``houseway audit`` over its rows, to the byte.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import numpy as np

from houseway.audit import columns as log_columns
from houseway.audit import exports, running, writing
from houseway.audit.arrow import pa
from houseway.audit.batches import Cutter
from houseway.audit.filings import Filings, Given
from houseway.audit.following import Watch
from houseway.audit.sequence import Sequence as Followed
from houseway.audit.settling import settle_batch
from houseway.audit.sources import Chunk, Header
from houseway.audit.totals import Hold, Totals
from houseway.problems import InputError, Problem, shown
from houseway.regulation import law_for

if TYPE_CHECKING:
    from houseway.audit.columns import ColumnMap, Found
    from houseway.audit.running import Outcome, Plan
    from houseway.submission import Submission

GROUP, FILE, ROW = "houseway_group", "houseway_file", "houseway_row"  # beside the log's own columns
OUT = f"{GROUP} string, place long, list string, line string"
STATE, PROBLEMS = "state", "problems"


class _Gathered(writing.Files):
    """The lists of an audit as rows of Spark, each with its place."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []
        self._open = {}
        self._write = {name: _List(name, self.lines) for name in writing.HEADERS}


class _List:
    def __init__(self, name: str, lines: list[tuple[str, str]]) -> None:
        self.name, self.lines = name, lines

    def writerow(self, row: Iterable[Any]) -> None:
        self.lines.append((self.name, json.dumps(list(row))))

    def writerows(self, rows: Iterable[Iterable[Any]]) -> None:
        for row in rows:
            self.writerow(row)


@dataclass(frozen=True)
class Task:
    """What Spark sends to its workers: called with the record batches of a partition, it gives what was found in them.

    The batches carry ``GROUP`` (what shares its meters), ``FILE`` (number of the file) and ``ROW`` (from 0) beside the log's
    columns, and are sorted by the three. What comes out are rows of ``OUT``.
    """

    submission: Submission
    columns: ColumnMap
    found: dict[str, Found]
    files: tuple[str, ...]
    several: bool
    meters: Mapping[str, int]
    rows: int
    given: tuple[Given, ...] = ()

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The partition, group by group."""
        one: _Group | None = None
        try:
            for batch in batches:
                for group, chunk in self._chunks(batch):
                    if one is None or one.name != group:
                        if one is not None:
                            yield one.end()
                        one = _Group(self, group)
                    one.take(chunk)
                    if one.lines.lines:
                        yield one.out()
            if one is not None:
                yield one.end()
        except InputError as error:
            yield _rows("", 0, [(PROBLEMS, json.dumps([list(problem) for problem in error.problems]))])

    def _chunks(self, batch: Any) -> Iterator[tuple[str, Chunk]]:
        """A record batch, cut where the group or the file changes."""
        if batch.num_rows == 0:
            return
        groups = batch.column(GROUP).dictionary_encode()
        codes, file = groups.indices.to_numpy(zero_copy_only=False), batch.column(FILE)
        if file.null_count:
            raise InputError([Problem("the log", "has files that were not there when the audit began")])
        files = file.to_numpy(zero_copy_only=False)
        numbers = batch.column(ROW).to_numpy(zero_copy_only=False).astype(np.int64) + 1
        cuts = np.flatnonzero((codes[1:] != codes[:-1]) | (files[1:] != files[:-1])) + 1
        for begin, end in zip([0, *cuts.tolist()], [*cuts.tolist(), batch.num_rows], strict=True):
            part = batch.slice(begin, end - begin)
            columns = {name: part.column(found.source) for name, found in self.found.items()}
            named = self.files[int(files[begin])]
            yield groups.dictionary[int(codes[begin])].as_py(), Chunk(named, columns, self.found, numbers[begin:end])


class _Group:
    """A log of its own: the rows of all that share their meters."""

    def __init__(self, task: Task, name: str) -> None:
        self.name = name
        paths = ["-", "-"] if task.several else ["-"]
        meters = meters_of(task.meters, name)
        self.plan = running.Plan(
            paths, task.submission, task.columns, meters, rows=task.rows, allow_violations=True, given=task.given
        )
        self.game = running.game_module(task.submission.game)
        self.filings = Filings(self.game, self.plan.filings)
        self.totals = Totals(Hold((*self.game.WAGERS, "main")))
        self.lines = _Gathered()
        self.sequence = Followed(self.plan, self.game, self.filings, self.totals, self.lines, None)
        self.cutter = Cutter(task.submission.game)
        self.place = 0

    def take(self, chunk: Chunk) -> None:
        """More rows."""
        for batch in self.cutter.cut(chunk):
            self._settle(batch)

    def _settle(self, batch: Any) -> None:
        self.sequence.take(settle_batch(batch, self.plan, self.game, self.filings, self.totals))

    def out(self) -> Any:
        """What has been found since the last time."""
        lines = self.lines.lines[:]
        self.lines.lines.clear()
        made = _rows(self.name, self.place, lines)
        self.place += len(lines)
        return made

    def end(self) -> Any:
        """The last round, and what adds up."""
        for batch in self.cutter.flush():
            self._settle(batch)
        self.lines.lines.append((STATE, json.dumps(self.sequence.state())))
        return self.out()


def _rows(group: str, place: int, lines: Sequence[tuple[str, str]]) -> Any:
    """Rows of ``OUT``."""
    columns = [
        pa.array([group] * len(lines), pa.string()), pa.array(range(place, place + len(lines)), pa.int64()),
        pa.array([name for name, _ in lines], pa.string()), pa.array([line for _, line in lines], pa.string()),
    ]  # fmt: skip
    return pa.record_batch(columns, names=[GROUP, "place", "list", "line"])


def meters_of(given: Mapping[str, int], group: str) -> dict[str, int]:
    """What the meters of a group showed before the first round: by ``NAME`` for every group, by ``GROUP:NAME`` for one."""
    own = {
        name.rpartition(":")[2]: amount for name, amount in given.items() if name.rpartition(":")[0] == group and ":" in name
    }
    return {name: amount for name, amount in given.items() if ":" not in name} | own


# --- The driver.


def needs_spark() -> None:
    """Raises InputError where Spark for Python is not installed."""
    from importlib.util import find_spec

    missing = [name for name in ("pyspark", "pandas") if find_spec(name) is None]
    if missing:
        said = "an audit on Spark needs more than is installed"
        raise InputError([Problem("--spark", said, f"no {' and no '.join(missing)}", "pip install 'houseway[spark]'")])


def session(master: str) -> Any:
    """A session on a master; ``submit``: on the one that spark-submit chose. Raises InputError where there is none."""
    needs_spark()
    if master.startswith("local"):  # the workers are on this machine: they take this Python
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from py4j.protocol import Py4JError  # type: ignore[import-untyped,unused-ignore]
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder
    builder = builder.appName("houseway audit").config("spark.sql.session.timeZone", "UTC")
    if master != "submit":
        builder = builder.master(master)
    try:
        return builder.getOrCreate()
    except (PySparkException, Py4JError, OSError, RuntimeError) as error:
        allowed = "a master such as spark://HOST:7077, yarn or local[*], and a Java that Spark runs on"
        said = f"no session with Spark: {_first_line(error)}"
        raise InputError([Problem("--spark", said, shown(master, 200), allowed)]) from None


def _first_line(error: BaseException) -> str:
    """What went wrong, in a line: of a Java exception its cause."""
    causes = re.findall(r"(?:Caused by: |: )([\w.]*(?:Exception|Error): [^\n]*)", str(error))
    return " ".join((causes[-1] if causes else str(error).strip() or type(error).__name__).split("\n")[0].split())[:300]


def run(plan: Plan, master: str, by: str | None = None) -> Outcome:
    """Audit Parquet logs on Spark.

    ``by``: the column whose values share meters (``table`` where every table has its own); None: the log shares all of them,
    and is one task. Raises InputError for what cannot be audited at all.
    """
    notices = running.said_of(plan, Filings(running.game_module(plan.submission.game), plan.filings))
    spark = session(master)
    try:
        return _run(plan, spark, by, notices)
    finally:
        spark.stop()


def _run(plan: Plan, spark: Any, by: str | None, notices: list[str]) -> Outcome:
    from py4j.protocol import Py4JError  # type: ignore[import-untyped,unused-ignore]
    from pyspark.errors import PySparkException

    began = monotonic()
    try:
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(plan.rows))
        spark.conf.set("spark.sql.session.timeZone", "UTC")
        files = _files(spark, plan.paths)
        header = _header(spark, files, plan)
        source = _column(header, by)
        frame = _ordered(spark, files, header, source)
        several = len(files) > 1 or not plan.paths[0].rstrip("/").endswith(_name(files[0]))
        names = tuple(_name(file) for file in files)
        task = Task(plan.submission, plan.columns, header.found, names, several, _checked(plan, by), plan.rows, plan.given)
        return _gathered(plan, frame.mapInArrow(task, OUT), header, notices, by, began)
    except (PySparkException, Py4JError) as error:
        raise InputError([Problem("--spark", f"the log cannot be audited: {_first_line(error)}")]) from None


def _name(file: str) -> str:
    return unquote(urlsplit(file).path).rsplit("/", 1)[-1]


def _path(file: str) -> str:
    """A file's address as Spark takes it: it gives it with blanks and other letters in percents."""
    return unquote(file)


def _plain(file: str) -> str:
    """One spelling of a file's address: Spark has two of a local one."""
    return re.sub(r"^file:/+", "file:/", file)


def _files(spark: Any, paths: list[str]) -> list[str]:
    """The files of the log, in the order in which one machine reads them. Raises InputError."""
    from pyspark.errors import AnalysisException

    found: list[str] = []
    problems = []
    for path in paths:
        try:
            frame = spark.read.option("recursiveFileLookup", "true").option("pathGlobFilter", "*.p*q*").parquet(path)
            inside = [_plain(file) for file in frame.inputFiles()]
        except AnalysisException:
            problems.append(Problem(shown(path, 200), "is no log that Spark can read", None, "Parquet, or a folder of Parquet"))
            continue
        found += sorted(inside, key=_folders)
    if problems:
        raise InputError(problems)
    return found


def _folders(file: str) -> list[tuple[bool, str]]:
    """The files of a folder come before those of the folders in it, each by name."""
    *folders, name = unquote(urlsplit(file).path).split("/")
    return [(True, folder) for folder in folders] + [(False, name)]


def _header(spark: Any, files: list[str], plan: Plan) -> Header:
    """The columns of all files, which must be the same. Raises InputError."""
    first = spark.read.parquet(_path(files[0])).dtypes
    problems = [
        Problem(shown(_name(file), 200), f"has other columns, or of other types, than {_name(files[0])}", None,
                "files of one kind; or an audit of each kind")
        for file in files[1:]
        if spark.read.parquet(_path(file)).dtypes != first
    ]  # fmt: skip
    if problems:
        raise InputError(problems[:20])
    names = [name for name, _ in first]
    if set(exports.COLUMNS) <= set(names):
        allowed = "the command without --spark"
        raise InputError([Problem(shown(_name(files[0]), 200), "is a ledger's export, audited on one machine", None, allowed)])
    return Header(files[0], tuple(names), log_columns.resolve(plan.submission.game, names, plan.columns, _name(files[0])))


def _column(header: Header, by: str | None) -> str | None:
    """The file's own name of the column whose values share meters. Raises InputError."""
    if by is None or by in header.headers:
        return by
    if by in header.found:
        return header.found[by].source
    allowed = log_columns.listed(list(header.headers))
    raise InputError([Problem("--meters-by", "is no column of the log", shown(by), allowed)])


def _checked(plan: Plan, by: str | None) -> Mapping[str, int]:
    """The meters that were given. Raises InputError for one that is not filed, or of a group where there are none."""
    filed = list(dict.fromkeys(name for one in plan.filings for name in one.submission.meters))
    allowed = ", ".join(filed) or "none is filed"
    problems = [
        Problem("--meter", "is no meter of this submission", name, allowed)
        for name in plan.meters
        if name.rpartition(":")[2] not in filed or (":" in name and by is None)
    ]
    if problems:
        raise InputError(problems)
    return plan.meters


def _ordered(spark: Any, files: list[str], header: Header, by: str | None) -> Any:
    """The log's rows with ``GROUP``, ``FILE`` and ``ROW``: a group whole in one partition, in the order of the log."""
    from pyspark.sql import functions as of

    numbers = spark.createDataFrame([(file, at) for at, file in enumerate(files)], "houseway_path string, houseway_file long")
    sources = list(dict.fromkeys(found.source for found in header.found.values()))
    group = of.lit("") if by is None else of.coalesce(of.col(f"`{by}`").cast("string"), of.lit(""))
    rows = spark.read.parquet(*map(_path, files)).select(
        *[of.col(f"`{source}`") for source in sources], group.alias(GROUP), of.col("_metadata.row_index").alias(ROW),
        of.regexp_replace(of.col("_metadata.file_path"), "^file:/+", "file:/").alias("houseway_path"),
    )  # fmt: skip
    groups = 1 if by is None else max(1, rows.select(GROUP).distinct().count())
    rows = rows.join(of.broadcast(numbers), "houseway_path", "left").drop("houseway_path")
    return rows.repartition(min(4 * groups - 3, 10_000), GROUP).sortWithinPartitions(GROUP, FILE, ROW)


def _gathered(plan: Plan, found: Any, header: Header, notices: list[str], by: str | None, began: float) -> Outcome:
    """What the tasks found, together: groups by name, each in the order of its log."""
    from pyspark import StorageLevel

    game = running.game_module(plan.submission.game)
    lacking, has_returned = running.compared([header], game, plan)
    found = found.persist(StorageLevel.DISK_ONLY)  # the tasks run once, all at a time
    found.count()
    problems = [Problem(*of) for row in found.where(f"list = '{PROBLEMS}'").collect() for of in json.loads(row.line)]
    if problems:
        raise InputError(list(dict.fromkeys(problems)))
    states: dict[str, dict[str, Any]] = {}
    files = None if plan.out is None else writing.Files(plan.out)
    for row in found.orderBy(GROUP, "place").toLocalIterator(prefetchPartitions=True):
        if row.list == STATE:
            states[row.houseway_group] = json.loads(row.line)
        elif files is not None:
            cells = json.loads(row.line)
            if row.list == writing.METERS and by is not None:
                cells[2] = f"{row.houseway_group}:{cells[2]}"
            files.line(row.list, cells)
    if files is not None:
        files.close()
    if by is None and any(one.submission.meters for one in plan.filings):
        notices.append("The whole log shares its meters and was one task; --meters-by COLUMN makes one of every value of it.")
    elif by is not None:
        notices.append(f"Every one of the {len(states):,} values of {by} was audited as a log of its own, with its own meters.")
    notices += running.not_compared(lacking, has_returned)
    watches = []
    for group, state in states.items():
        for watch in state["meters"]["watches"]:
            if watch is None:
                continue
            name = watch["name"] if by is None else f"{group}:{watch['name']}"
            watches.append(Watch(**{**watch, "name": name}))
    weighed = max(1, sum(state["weighed"] for state in states.values()))
    weight = np.sum([state["weight"] for state in states.values()] or [np.zeros(len(game.METERS))], axis=0)
    average = {name: int(weight[at] / weighed) for at, name in enumerate(game.METERS)}
    unused = log_columns.unused(list(header.headers), header.found)
    law = law_for(plan.submission.game, None)
    totals = _together(states, (*game.WAGERS, "main"))
    return running.Outcome(
        plan, law, totals, watches, lacking, unused, has_returned, True, monotonic() - began, notices, average,
        Filings(game, plan.filings).met(totals.under),
    )  # fmt: skip


def _together(states: Mapping[str, dict[str, Any]], wagers: tuple[str, ...]) -> Totals:
    """The totals of all groups."""
    whole = Totals(Hold(wagers))
    for state in states.values():
        part = Totals(Hold(wagers))
        part.load(state["totals"])
        whole.add(part)
    return whole
