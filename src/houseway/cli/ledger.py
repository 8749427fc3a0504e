"""``houseway ledger``: verify, export, import and back up a ledger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from houseway.cli.output import echo_json, format_option
from houseway.problems import HousewayError, InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from houseway.ledger import Database

database_option = click.option(
    "--database",
    metavar="URL",
    envvar="HOUSEWAY_DATABASE",
    show_envvar=True,
    help="An SQLite file, or postgresql://USER@HOST/NAME; none: the file in the user's data folder.",
)
file_format_option = click.option(
    "--file-format", type=click.Choice(["jsonl", "parquet"]), help="What the file is; none: by its name (.jsonl, .parquet)."
)
PATH = click.Path(path_type=Path, dir_okay=False)


@click.group()
def command() -> None:
    """The ledger of rounds and meters: verify it, carry it elsewhere, back it up."""


def or_fail(format_: str, do: Callable[[], Any]) -> Any:
    """``do()``, or what the ledger says against it and exit 2."""
    try:
        return do()
    except HousewayError as error:
        _fail(error, format_)


def _fail(error: HousewayError, format_: str) -> NoReturn:
    from houseway.cli.output import fail
    from houseway.ledger import LedgerError

    if isinstance(error, InputError):
        fail(error, format_)
    if isinstance(error, LedgerError):
        fail(InputError([error.problem]), format_)
    fail(InputError([Problem("", str(error))]), format_)


def _database(url: str | None) -> Database:
    from houseway.ledger import Database

    return Database(url, create=False)


@command.command()
@database_option
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True, help="How many processes settle.")
@format_option
def verify(database: str | None, processes: int, format_: str) -> None:
    """Recompute the chain, settle every round again, replay every meter from its first cent.

    The first divergence is named. The ledger may be in use meanwhile. Exit code 0; 1 where the record does not agree with
    itself or with the rules; 2 where there is no ledger to read.
    """
    from houseway.ledger.verifying import verify as verified

    with _Progress("verifying", format_) as progress:
        report = or_fail(format_, lambda: verified(_database(database), processes=processes, progress=progress.tell))
    if format_ == "json":
        echo_json(report.to_dict())
    else:
        click.echo(f"ledger {report.ledger or 'unknown'}: {report.rounds:,} rounds in {report.events:,} events")
        if report.divergence is None:
            click.echo(f"clean to event {report.head.seq:,} of {report.head.at}, hash {report.head.hash}")
        else:
            click.echo(f"not clean: {report.divergence}")
    sys.exit(0 if report.divergence is None else 1)


@command.command()
@click.argument("target", metavar="FILE", type=PATH)
@database_option
@click.option("--key", type=PATH, metavar="PRIVATE.pem", help="The private key; none: the user's own, made when first needed.")
@file_format_option
@format_option
def export(target: Path, database: str | None, key: Path | None, file_format: str | None, format_: str) -> None:
    """Write the whole log to a signed file, as JSON lines or Parquet. The ledger may be in use meanwhile."""
    from houseway.ledger.exporting import export as exported
    from houseway.ledger.signing import private_key

    def work() -> dict[str, Any]:
        with _Progress("exporting", format_) as progress:
            return exported(_database(database), target, private_key(key), format_=file_format, progress=progress.tell)

    statement = or_fail(format_, work)
    if format_ == "json":
        echo_json(statement)
    else:
        click.echo(f"{target}: {statement['events']:,} events of ledger {statement['ledger']}, to hash {statement['head']}")


@command.command("import")
@click.argument("source", metavar="FILE", type=PATH)
@database_option
@click.option("--key", type=PATH, metavar="PUBLIC.pem", required=True, help="The public key of whoever exported it.")
@click.option("--by", required=True, metavar="NAME", help="Who imports it; the log says so.")
@file_format_option
@format_option
def import_(source: Path, database: str | None, key: Path, by: str, file_format: str | None, format_: str) -> None:
    """Take a signed export into an empty ledger: whole, with its signature, chain and answers checked, or not at all."""
    from houseway.ledger.importing import import_ledger
    from houseway.ledger.signing import public_key

    def work() -> dict[str, Any]:
        with _Progress("importing", format_) as progress:
            return import_ledger(database, source, public_key(key), by=by, format_=file_format, progress=progress.tell)

    statement = or_fail(format_, work)
    if format_ == "json":
        echo_json(statement)
    else:
        click.echo(f"{statement['events']:,} events of ledger {statement['ledger']}, to hash {statement['head']}")


@command.command()
@click.argument("target", metavar="FILE", type=PATH)
@database_option
@format_option
def backup(target: Path, database: str | None, format_: str) -> None:
    """Copy an SQLite ledger to a new file while it is in use. For PostgreSQL the pg_dump command is named."""
    from houseway.ledger.backing_up import back_up

    size = or_fail(format_, lambda: back_up(_database(database), target))
    if format_ == "json":
        echo_json({"file": str(target), "bytes": size})
    else:
        click.echo(f"{target}: {size:,} bytes")


@command.command()
@click.option("--key", type=PATH, metavar="PRIVATE.pem", help="The private key; none: the user's own, made when first needed.")
def key(key: Path | None) -> None:
    """Print the public key for whoever is to check exports."""
    from houseway.ledger.signing import private_key, public_pem

    click.echo(or_fail("text", lambda: public_pem(private_key(key))), nl=False)


class _Progress:
    """A bar on standard error, where that is a terminal; nothing else is imported or printed elsewhere."""

    def __init__(self, what: str, format_: str) -> None:
        self.what = what
        self.bar: Any = None
        self.task: Any = None
        self.shows = format_ == "text" and sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> _Progress:
        if self.shows:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task(self.what, total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def tell(self, done: int, total: int) -> None:
        """So many events of so many."""
        if self.bar is not None:
            self.bar.update(self.task, completed=done, total=total)
