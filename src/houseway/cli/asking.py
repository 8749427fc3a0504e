"""Commands whose every refusal is a problem with its place: also of the parser, where programs read the answer."""

from __future__ import annotations

from typing import Any

import click

from houseway.cli.streams import fail
from houseway.problems import InputError, Problem, shown


class Asking(click.Command):
    """A command that answers ``--format json`` with JSON also where the parser of the command line refuses the question."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> click.Context:
        asked = list(args)
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            if not wants_json(asked):
                raise
            fail(InputError([problem(error, self)]), "json")


def wants_json(arguments: list[str]) -> bool:
    """Whether the last ``--format`` among arguments is ``json``."""
    found = ""
    for place, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--format" and place + 1 < len(arguments):
            found = arguments[place + 1]
        elif word.startswith("--format="):
            found = word.removeprefix("--format=")
    return found == "json"


def problem(error: click.UsageError, command: click.Command) -> Problem:
    """What the parser refuses, as a problem: where, found, allowed."""
    if isinstance(error, click.NoSuchOption):
        options = [name for param in command.params if isinstance(param, click.Option) for name in param.opts]
        near = error.possibilities[0] if error.possibilities else None
        return Problem(shown(error.option_name), "is no option here", shown(error.option_name), ", ".join(options), near)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        name = (
            error.param.opts[0] if isinstance(error.param, click.Option) else error.param.make_metavar(click.Context(command))
        )
        return Problem(name, "is missing", "nothing", getattr(error.param, "help", None) or "a value")
    if isinstance(error, click.BadOptionUsage):
        return Problem(error.option_name, "needs a value", "nothing", "a value")
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = (
            error.param.opts[0] if isinstance(error.param, click.Option) else error.param.make_metavar(click.Context(command))
        )
        return Problem(name, error.message.rstrip("."))
    pieces = command.collect_usage_pieces(click.Context(command))
    return Problem("arguments", error.format_message().rstrip("."), None, " ".join(pieces))
