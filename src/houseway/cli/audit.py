"""``houseway audit``: a log of rounds settled again, and every difference from what was paid."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.inputs import violations_option
from houseway.cli.output import echo_json, fail, or_fail
from houseway.money import spoken

if TYPE_CHECKING:
    from houseway.audit.running import Outcome, Plan

STOPPED = 130


def needs_audit() -> None:
    """Raises InputError where numpy, numba or pyarrow is not installed."""
    from importlib.util import find_spec

    from houseway.problems import InputError, Problem

    missing = [name for name in ("numpy", "numba", "pyarrow") if find_spec(name) is None]
    if missing:
        said = "an audit needs more than the base install"
        raise InputError([Problem("houseway", said, f"no {' and no '.join(missing)}", "pip install 'houseway[audit]'")])


@click.command()
@click.argument("paths", metavar="LOG…", nargs=-1, required=True)
@click.option(
    "--submission",
    "submissions",
    metavar="SUB.toml",
    multiple=True,
    help="A Rules Submission, a folder of them, or TABLE=SUB.toml; again for more: each round is settled under the one in "
    "force on its date at its table. None: the section's default choices.",
)
@click.option("--out", metavar="DIR", help="Where the differences, the summary and the report go.")
@click.option("--columns", "columns_path", metavar="MAP.toml", help="What the log calls its columns (see `audit columns LOG`).")
@click.option("--meter", "meters", metavar="NAME=AMOUNT", multiple=True, help="What a meter showed before the first round.")
@click.option("--explain", metavar="ROUND_ID", help="Print one round of the log in full, and stop.")
@click.option("--resume", is_flag=True, help="Go on where an audit into the same folder was stopped.")
@click.option("--game", type=click.Choice(["ultimate-texas-holdem", "pai-gow-poker"]), help="Of a ledger with tables of both.")
@click.option("--spark", metavar="MASTER", help="Audit Parquet logs on Apache Spark: spark://HOST:7077, yarn, local[*] ….")
@click.option("--meters-by", metavar="COLUMN", help="On Spark: rows of one value share their meters; none: all rows do.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@violations_option
def command(
    paths: tuple[str, ...], submissions: tuple[str, ...], out: str | None, columns_path: str | None, meters: tuple[str, ...],
    explain: str | None, resume: bool, game: str | None, spark: str | None, meters_by: str | None, format_: str,
    allow_violations: bool,
) -> None:  # fmt: skip
    """Settle a log of rounds again and report every difference from what was paid.

    LOG is Parquet, CSV, JSON lines, or a folder of them, one row a seat; or a ledger: its export, or the URL of its database
    (sqlite:///PATH, postgresql://USER@HOST/NAME), settled under the submissions that are filed in it. `houseway audit columns
    LOG` proposes which column of a log is which. Exit code 0: everything right; 1: differences, or rows that could not be
    read; 2: bad input.
    """
    if paths[0] == "columns" and len(paths) == 2:
        _columns(paths[1])
        return

    def plan() -> Plan:
        needs_audit()
        from houseway.audit import choosing, columns, running
        from houseway.cli.ledger_log import log_of
        from houseway.problems import InputError, Problem
        from houseway.submission import default

        _spark_takes(spark, meters_by, bool(submissions), explain is not None, resume)
        events = log_of(paths, spark is not None)

        def played() -> str | None:
            return choosing.game_of(paths, events, game) if spark is None else None

        given = choosing.given(submissions, played)
        submission = given[0].submission if given else default(played() or "ultimate-texas-holdem")
        if game is not None and submission.game != game:
            raise InputError([Problem("--game", "is not that of the submission", game, submission.game)])
        chosen = columns.ColumnMap() if columns_path is None else columns.load_map(columns_path, submission.game)
        logs = list(paths) if events is None else [events.called]
        readings = _readings(meters)
        return running.Plan(
            logs, submission, chosen, readings, out, resume, allow_violations, given=given, events=events
        )  # fmt: skip

    made: Plan = or_fail(format_, plan)
    if explain is not None:
        _explain(made, explain, format_)
        return
    outcome: Outcome = or_fail(format_, lambda: _watched(made) if spark is None else _on_spark(made, spark, meters_by))
    _tell(outcome, format_)
    if not outcome.finished:
        sys.exit(STOPPED)
    sys.exit(0 if outcome.clean else 1)


def _spark_takes(spark: str | None, by: str | None, filed: bool, explains: bool, resumes: bool) -> None:
    """Raises InputError for options that do not go together."""
    from houseway.problems import InputError, Problem

    problems = []
    if spark is None and by is not None:
        problems.append(Problem("--meters-by", "is for an audit on Spark", by, "with --spark MASTER"))
    if spark is not None:
        if not filed:
            problems.append(Problem("--submission", "is missing: an audit on Spark needs it"))
        if explains:
            problems.append(Problem("--explain", "is not for Spark", None, "the same command without --spark"))
        if resumes:
            problems.append(Problem("--resume", "is not for Spark, which itself repeats what failed"))
    if problems:
        raise InputError(problems)


def _on_spark(plan: Plan, master: str, by: str | None) -> Outcome:
    """The audit on a cluster; its lists and its report are written here."""
    from houseway.audit import report
    from houseway.audit.spark import run

    outcome = run(plan, master, by)
    if plan.out is not None:
        report.write(outcome, plan.out)
    return outcome


def _readings(given: tuple[str, ...]) -> dict[str, int]:
    """``NAME=AMOUNT`` options. Raises InputError."""
    from houseway.money import NotMoney, microcents
    from houseway.problems import InputError, Problem

    found: dict[str, int] = {}
    problems = []
    for text in given:
        name, equals, amount = text.partition("=")
        try:
            if not equals:
                raise NotMoney("is not a meter and its amount", "such as progressive=12345.67")
            found[name.strip()] = microcents(amount)
        except NotMoney as error:
            problems.append(Problem("--meter", str(error), text, error.allowed))
    if problems:
        raise InputError(problems)
    return found


def _columns(path: str) -> None:
    """``houseway audit columns LOG``: a MAP.toml on standard output."""

    def work() -> str:
        needs_audit()
        from houseway.audit import proposing, sources

        return proposing.map_toml(*proposing.propose(sources.files([path])[0]))

    click.echo(or_fail("text", work), nl=False)


def _watched(plan: Plan) -> Outcome:
    """The audit, with a line of progress where somebody watches."""
    from dataclasses import replace

    from houseway.audit import report, running

    if not sys.stderr.isatty():
        outcome = running.run(plan)
    else:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        shown = Progress(
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        with shown:
            task = shown.add_task("reading", total=1.0)

            def progress(now: Any) -> None:
                rate = now.rows / now.seconds if now.seconds else 0
                said = f"{now.rows:,} rows, {rate:,.0f} a second, {now.differences:,} differences"
                shown.update(task, completed=now.done, description=said)

            outcome = running.run(replace(plan, progress=progress))
    if plan.out is not None:
        report.write(outcome, plan.out)
    return outcome


def _explain(plan: Plan, round_id: str, format_: str) -> None:
    """One round of the log in full."""
    from houseway.audit.explaining import Explained, explain
    from houseway.cli.settlement_text import print_settlement

    explained: Explained = or_fail(format_, lambda: explain(plan, round_id))
    if explained.settlement is None:
        for row, said in explained.unread:
            click.echo(f"row {row}: {said}", err=True)
        sys.exit(1)
    if format_ == "json":
        echo_json(explained.to_dict())
    else:
        print_settlement(explained.settlement)
        for difference in explained.differences:
            from houseway.money import spoken

            click.echo(
                f"seat {difference.seat}, {difference.wager}: recorded {spoken(difference.recorded_cents)}, "
                f"right is {spoken(difference.correct_cents)} ({difference.mistake}; {difference.cite})"
            )
    sys.exit(1 if explained.differences or explained.unread else 0)


def _tell(outcome: Outcome, format_: str) -> None:
    """The summary, for people or for programs."""
    summary = outcome.summary()
    if format_ == "json":
        echo_json(summary)
        return
    if not outcome.finished:
        where = f" Go on with --resume --out {outcome.plan.out}." if outcome.plan.out else ""
        click.echo(f"Stopped after {summary['rows']:,} rows.{where}", err=True)
    click.echo(
        f"{summary['rows']:,} rows in {summary['rounds']:,} rounds: {summary['settled']:,} settled, "
        f"{summary['unreadable']:,} unreadable."
    )
    click.echo(
        f"{summary['differences']:,} differences: {spoken(outcome.totals.over_cents)} paid too much, "
        f"{spoken(outcome.totals.under_cents)} paid too little."
    )
    if len(summary["submissions"]) > 1:
        for of in summary["submissions"]:
            since = f" of {of['effective']}" if of["effective"] else ""
            click.echo(f"{of['rows']:,} rows under {of['submission']}{since}, law of {of['law']}.")
    for name, said in summary["meters"].items():
        if outcome.watches and said:
            click.echo(f"Meter {name}: {said}")
    for notice in summary["notices"]:
        click.echo(notice, err=True)
    if outcome.unused:
        click.echo(f"Columns that were not read: {', '.join(outcome.unused[:20])}.", err=True)
    if outcome.plan.out:
        click.echo(f"Report: {outcome.plan.out}/report.html")


__all__ = ["command", "fail"]
