"""``houseway analyze``: the exact mathematics of what a submission chose, as a PAR sheet."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from houseway.cli.output import echo_json, or_fail

if TYPE_CHECKING:
    from houseway.exact.par_sheet import ParSheet


@click.command()
@click.argument("submission_path", metavar="SUB.toml")
@click.option("--players", type=int, default=6, show_default=True, help="Players at the table, for envy.")
@click.option("--wager", metavar="NAME", help="One wager only, by its name in the file, or main for the base game.")
@click.option("--handle", metavar="DOLLARS", help="Handle an hour on each metered wager; else 40 rounds of it from everybody.")
@click.option("--recompute", is_flag=True, help="Solve the base game again, whatever is kept from an earlier time.")
@click.option("--full", is_flag=True, help="With the long tables: starting hands, results of a round, wins by high hand.")
@click.option("--format", "format_", type=click.Choice(["text", "json", "html"]), default="text", show_default=True)
def command(
    submission_path: str, players: int, wager: str | None, handle: str | None, recompute: bool, full: bool, format_: str
) -> None:
    """Exact mathematics of a Rules Submission: every wager's combinations, edge, envy, meter, and what each choice costs.

    Nothing is simulated: lines are counted over every hand there is, by the rules themselves. Exit code 0; 2 for bad input.
    """

    def work() -> ParSheet:
        from houseway.cli.extras import needs_exact
        from houseway.submission import load

        needs_exact()
        from houseway.exact.par_sheet import analyze

        return analyze(load(submission_path), players=players, wager=wager, handle=handle, recompute=recompute)

    sheet: ParSheet = or_fail("json" if format_ == "json" else "text", work)
    if format_ == "json":
        echo_json(sheet.to_dict())
    elif format_ == "html":
        from houseway.cli.par_html import page

        sys.stdout.write(page(sheet, full))
    else:
        from houseway.cli.par_text import print_sheet

        print_sheet(sheet, full)
