"""``houseway``: the command line's front door. Names are looked up here; the work is imported when it is asked for."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

COMMANDS: dict[str, tuple[str, str]] = {
    "settle": ("settle", "Settle one round, line by line, with reason and paragraph."),
    "compare": ("compare", "The same round with one lawful choice changed at a time."),
    "paytables": ("paytables", "Print every lawful paytable with its paragraph."),
    "submission": ("submission", "Check, write, show and compare Rules Submissions."),
    "house-way": ("house_way", "How a house way sets a hand, and by which row."),
    "analyze": ("analyze", "Exact mathematics of what a submission chose (a PAR sheet)."),
    "advise": ("advise", "Best play for a given hand, with the value of each choice."),
    "ledger": ("ledger", "Verify, export, import and back up a ledger of rounds and meters."),
    "audit": ("audit", "Settle a log of rounds again and report every difference."),
    "simulate": ("simulate", "Write a simulated log of rounds, with mistakes planted in it."),
    "schema": ("schema", "Print the JSON Schema of a format."),
}


CLOSED_PIPE, INTERRUPTED, NOT_WRITTEN = 141, 130, 2  # exit codes, the first two as a shell says them


class _ClosedPipeError(Exception):
    """Whoever reads our output has gone (``| head``)."""


class _Commands(click.Group):
    """A click group that imports a command's module when the command is called, and not for ``--help``."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would end with 1, which says that a round was paid wrongly
            raise _ClosedPipeError from None
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        found = import_module(f"houseway.cli.{entry[0]}").command
        if not isinstance(found, click.Command):
            raise TypeError(f"houseway.cli.{entry[0]}.command is not a click command")
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from houseway.problems import nearest

            near = nearest(args[0].replace("_", "-"), list(COMMANDS))
            ctx.fail(f"No such command {args[0]!r}." + (f" Did you mean {near!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_) for name, (_, help_) in COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from houseway.version import __version__

    click.echo(f"houseway {__version__}")
    ctx.exit()


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, callback=_print_version, expose_value=False, is_eager=True, help="Print the version.")
def cli() -> None:
    """What is everybody at the table paid, under what the casino filed, and why.

    Ultimate Texas Hold 'Em and Pai Gow Poker under 58 Pa. Code § 653a.12 and § 645a.13.
    """


def main() -> None:
    """Run the command line; bad input ends with exit code 2 and its problems on standard error, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        try:
            cli(prog_name="houseway")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except (_ClosedPipeError, BrokenPipeError):
        _drop_output()
        sys.exit(CLOSED_PIPE)
    except OSError as error:  # a full disk, most likely
        _drop_output()
        with suppress(OSError):
            click.echo(f"{error.filename or 'standard output'}: cannot be written: {error.strerror or error}", err=True)
        sys.exit(NOT_WRITTEN)


def _drop_output() -> None:
    """What is still held for standard output goes nowhere, so that the interpreter does not try it again on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    main()
