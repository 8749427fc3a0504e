"""``houseway settle``: one round, line by line."""

from __future__ import annotations

import sys

import click

from houseway.cli.inputs import submission_option, violations_option
from houseway.cli.output import format_option
from houseway.cli.settling import run


@click.command()
@click.argument("round_path", metavar="ROUND.json")
@submission_option
@format_option
@violations_option
def command(round_path: str, submission_path: str | None, format_: str, allow_violations: bool) -> None:
    """Settle one round: what everybody is paid, line by line, with reason and paragraph.

    ROUND.json is a round as `houseway schema round` describes it; - reads standard input. Where the round says what was
    paid, the command also says what is owed or was overpaid. Exit code 0; 1 where it was paid wrongly; 2 for bad input.
    """
    sys.exit(run(round_path, submission_path, format_, allow_violations))
