"""The options that name a submission, and the reading of a round and a submission together."""

from __future__ import annotations

import click

from houseway.cli.streams import read_submission, round_and_submission

__all__ = ["read_submission", "round_and_submission", "submission_option", "violations_option"]

submission_option = click.option(
    "--submission",
    "submission_path",
    metavar="SUB.toml",
    help="The Rules Submission in force; none: the section's default choices.",
)
violations_option = click.option(
    "--allow-violations", is_flag=True, help="Settle under a submission that is not lawful, as it was really in force."
)
