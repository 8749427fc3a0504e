"""``houseway analyze``: the exact mathematics of what a submission chose, as a PAR sheet."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from houseway.cli.asking import Asking
from houseway.cli.output import echo_json, or_fail

if TYPE_CHECKING:
    from houseway.exact.par_sheet import ParSheet


@click.command(cls=Asking)
@click.argument("submission_path", metavar="SUB.toml")
@click.option("--players", metavar="N", default="6", show_default=True, help="Players dealt in, for envy and the usual handle.")
@click.option(
    "--wager",
    "wagers",
    metavar="NAME",
    multiple=True,
    help="This wager only, by its name in the file, or main for the base game; may be given several times.",
)
@click.option(
    "--handle", metavar="DOLLARS", help="Handle an hour on each metered wager; else 40 rounds of it from everybody dealt in."
)
@click.option("--recompute", is_flag=True, help="Solve the base game again, whatever is kept from an earlier time.")
@click.option("--full", is_flag=True, help="With the long tables: starting hands, results of a round, wins by high hand.")
@click.option("--format", "format_", type=click.Choice(["text", "json", "html"]), default="text", show_default=True)
def command(
    submission_path: str, players: str, wagers: tuple[str, ...], handle: str | None, recompute: bool, full: bool, format_: str
) -> None:
    """Exact mathematics of a Rules Submission: every wager's combinations, edge, envy, meter, and what each choice costs.

    Nothing is simulated: lines are counted over every hand there is, by the rules themselves. Hours of a meter are hours of
    play, 168 of them a week. Exit code 0; 2 for bad input.
    """

    def work() -> ParSheet:
        from houseway.cli.extras import needs_exact
        from houseway.submission import load

        submission = load(submission_path)
        needs_exact()
        from houseway.cli.analyze_question import answer
        from houseway.cli.waiting import progress_line

        with progress_line("Working it out") as progress:
            return answer(submission, players, wagers, handle, recompute, progress)

    sheet: ParSheet = or_fail("json" if format_ == "json" else "text", work)
    if format_ == "json":
        echo_json(sheet.to_dict())
    elif format_ == "html":
        from houseway.cli.par_html import page

        sys.stdout.write(page(sheet, full))
    else:
        from houseway.cli.par_text import print_sheet

        print_sheet(sheet, full)
