"""``houseway simulate``: a log that might have been, with mistakes planted in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from houseway.cli.inputs import submission_option, violations_option
from houseway.cli.output import or_fail

if TYPE_CHECKING:
    from houseway.audit.simulating.rounds import Habits


@click.command()
@click.argument("game", type=click.Choice(["ultimate-texas-holdem", "pai-gow-poker"]))
@click.option("--out", "path", metavar="LOG", required=True, help="The log to write: .parquet or .csv.")
@submission_option
@click.option("--rounds", type=click.IntRange(1, 10**9), default=10_000, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="The same seed, the same log.")
@click.option("--tables", type=click.IntRange(1, 1000), default=4, show_default=True)
@click.option("--first-day", metavar="DATE", help="The date of the first round; none: the submission's first.")
@click.option("--play", type=click.Choice(["typical", "best"]), default="typical", show_default=True,
              help="How players play: as most do, or best (Pai Gow Poker: every hand set by the house way).")  # fmt: skip
@click.option("--mistakes", type=click.FloatRange(0, 1), default=0.0, show_default=True,
              help="The chance of each kind of mistake wherever it can be made.")  # fmt: skip
@click.option("--rare", type=click.FloatRange(0, 1), default=0.0, show_default=True,
              help="The part of rounds that is dealt to be rare; 0: as cards fall.")  # fmt: skip
@click.option("--big", type=click.FloatRange(0, 1), default=0.0, show_default=True,
              help="The part of rounds at wagers that reach a payout limit.")  # fmt: skip
@violations_option
def command(
    game: str, path: str, submission_path: str | None, rounds: int, seed: int, tables: int, first_day: str | None,
    play: str, mistakes: float, rare: float, big: float, allow_violations: bool,
) -> None:  # fmt: skip
    """Write a simulated log of rounds: hands dealt from a seed, wagers and play as habits have them, paid by the rules.

    With --mistakes, mistakes are planted in what was paid, and listed beside the log in LOG.planted.csv. Every row is marked
    as simulated, every round's id begins with SIM-. Exit code 0; 2 for bad input.
    """
    planted = os.path.splitext(path)[0] + ".planted.csv" if mistakes else None

    def work() -> tuple[int, int]:
        from houseway.cli.audit import needs_audit

        needs_audit()
        from houseway.audit.simulating.files import write

        return write(_habits(), path, planted)

    def _habits() -> Habits:
        from datetime import date

        from houseway.audit.running import lawful
        from houseway.audit.simulating.rounds import Habits
        from houseway.cli.inputs import read_submission
        from houseway.problems import InputError, Problem
        from houseway.submission import default

        submission = read_submission(submission_path) or default(game)
        if submission.game != game:
            raise InputError([Problem("--submission", "is of another game", submission.game, game)])
        lawful(submission, allow_violations)
        day = first_day or (submission.effective or date(2015, 7, 1)).isoformat()
        try:
            date.fromisoformat(day)
        except ValueError:
            raise InputError([Problem("--first-day", "is not a date", day, "a date such as 2015-07-01")]) from None
        return Habits(
            submission, rounds, seed, day, tables, rare=rare, big=big, mistakes=mistakes, play=play
        )  # fmt: skip

    rows, count = or_fail("text", work)
    click.echo(
        f"{path}: {rows:,} simulated rows in {rounds:,} rounds" + (f"; {count:,} mistakes, see {planted}" if planted else "")
    )
