"""``houseway compare``: the same round with one lawful choice changed at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from houseway.cli.inputs import round_and_submission, submission_option, violations_option
from houseway.cli.output import echo_json, format_option, or_fail

if TYPE_CHECKING:
    from houseway.settlement.compare import Comparison


@click.command()
@click.argument("round_path", metavar="ROUND.json")
@submission_option
@format_option
@violations_option
def command(round_path: str, submission_path: str | None, format_: str, allow_violations: bool) -> None:
    """The same round with one lawful choice changed at a time: every paytable and switch that changes anything.

    Each comes with the difference a line and its paragraph. Exit code 0; 2 for bad input.
    """
    from houseway.settlement.compare import compare

    def work() -> Comparison:
        document, submission = round_and_submission(round_path, submission_path)
        return compare(document, submission, allow_violations=allow_violations)

    result: Comparison = or_fail(format_, work)
    if format_ == "json":
        echo_json(result.to_dict())
        return
    from houseway.cli.settlement_text import print_comparison

    print_comparison(result)
