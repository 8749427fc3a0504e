"""Reading a round and a submission together, so that the problems of both are told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output import read_json
from houseway.problems import InputError, Problem

if TYPE_CHECKING:
    from houseway.submission import Submission

submission_option = click.option(
    "--submission",
    "submission_path",
    metavar="SUB.toml",
    help="The Rules Submission in force; none: the section's default choices.",
)
violations_option = click.option(
    "--allow-violations", is_flag=True, help="Settle under a submission that is not lawful, as it was really in force."
)


def read_submission(path: str | None) -> Submission | None:
    """The submission a command was given, or None for the section's default choices. Raises InputError."""
    if path is None:
        return None
    from houseway.submission import load

    return load(path)


def round_and_submission(round_path: str, submission_path: str | None) -> tuple[Any, Submission | None]:
    """Both documents. Raises InputError with the problems of both."""
    if round_path == submission_path == "-":
        raise InputError([Problem("--submission", "standard input is the round already", "-", "a file")])
    problems: list[Problem] = []
    document: Any = None
    submission: Submission | None = None
    try:
        document = read_json(round_path)
    except InputError as error:
        problems += error.problems
    try:
        submission = read_submission(submission_path)
    except InputError as error:
        problems += error.problems
    if problems:
        raise InputError(problems)
    return document, submission
