"""The commands as a group: names are looked up here, and a command's module is imported when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from houseway.cli.main import COMMANDS, INTERRUPTED
from houseway.cli.streams import ClosedPipeError


class _Commands(click.Group):
    """A click group that imports a command's module when the command is called, and not for ``--help``."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would end with 1, which says that a round was paid wrongly
            raise ClosedPipeError from None
        except KeyboardInterrupt:  # nor with 1 here
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
