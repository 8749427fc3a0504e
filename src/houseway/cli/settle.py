"""``houseway settle``: one round, line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from houseway.cli.inputs import round_and_submission, submission_option, violations_option
from houseway.cli.output import echo_json, format_option, or_fail

if TYPE_CHECKING:
    from houseway.settlement.result import Settlement


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
    from houseway.settlement.engine import settle

    def work() -> Settlement:
        document, submission = round_and_submission(round_path, submission_path)
        return settle(document, submission, allow_violations=allow_violations)

    result: Settlement = or_fail(format_, work)
    if format_ == "json":
        echo_json(result.to_dict())
    else:
        from houseway.cli.settlement_text import print_settlement

        print_settlement(result)
    sys.exit(1 if result.paid_wrongly else 0)
