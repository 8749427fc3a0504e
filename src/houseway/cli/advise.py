"""``houseway advise``: the best play at one point of a hand, with the exact expected value of each choice.

Each game advises in a room of its own, which is imported when its game is asked for. Its ``advise(cards, board, dead,
submission)`` raises InputError with every problem of the cards, and returns a value with ``to_dict()``, the JSON, which
is printed as text by the function beside it in ``_ROOMS``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.asking import Asking
from houseway.cli.inputs import read_submission, submission_option
from houseway.cli.output import echo_json, format_option, or_fail
from houseway.problems import InputError, Problem, nearest, shown

if TYPE_CHECKING:
    from houseway.submission import Submission

# game -> (the module with ``advise``, the module with ``print_advice``)
_ROOMS = {
    "ultimate-texas-holdem": ("houseway.exact.ultimate_texas_holdem.advice", "houseway.cli.advise_text"),
    "pai-gow-poker": ("houseway.exact.pai_gow.advice", "houseway.cli.advise_pai_gow_text"),
}
_EXTRA = ("numpy", "numba")


@click.command(cls=Asking)
@click.argument("game")
@click.option("--cards", required=True, help='The player\'s own cards, such as "As Kd".')
@click.option("--board", default="", help="The community cards on the table: none, the flop, or all five.")
@click.option("--dead", default="", help="Other cards known to be out of play, such as other players' hands.")
@submission_option
@format_option
def command(game: str, cards: str, board: str, dead: str, submission_path: str | None, format_: str) -> None:
    """Best play for a given hand, with the exact expected value of each choice.

    GAME is ultimate-texas-holdem or pai-gow-poker. For example:

    houseway advise ultimate-texas-holdem --cards "As Kd" --board "Ah 7c 2d" --dead "Ac 9h"
    """
    advice = or_fail(format_, lambda: _advise(game, cards, board, dead, submission_path))
    if format_ == "json":
        echo_json(advice.to_dict())
    else:
        import_module(_ROOMS[game][1]).print_advice(advice)


def _advise(game: str, cards: str, board: str, dead: str, submission_path: str | None) -> Any:
    """The game's advice. Raises InputError with the problems of the game, the cards and the submission together."""
    problems: list[Problem] = []
    unlawful: dict[str, Problem] = {}  # by where the advice would say it; these know the line of the file
    submission: Submission | None = None
    try:
        submission = read_submission(submission_path)
        if submission is not None:
            from houseway.submission import examine

            unlawful = {f"submission.{finding.where}": finding.problem() for finding in examine(submission).violations}
    except InputError as error:
        problems += error.problems
    if game not in _ROOMS:
        problems.insert(0, Problem("GAME", "is not a game", shown(game), " or ".join(_ROOMS), nearest(game, list(_ROOMS))))
        raise InputError(problems)
    if find_spec(_ROOMS[game][0]) is None:
        raise InputError([*problems, Problem("GAME", "has no advice yet", game)])
    try:
        advice = import_module(_ROOMS[game][0]).advise(cards, board, dead, submission)
    except InputError as error:
        problems += [unlawful.get(problem.where, problem) for problem in error.problems]
    except ModuleNotFoundError as missing:
        if missing.name not in _EXTRA:
            raise
        problems.append(Problem("GAME", "needs what the extra 'exact' installs", f"no {missing.name}", "houseway[exact]"))
    if problems:
        raise InputError(problems)
    if unlawful:
        click.echo(f"Note: the submission is not lawful; houseway submission check {submission_path} says why.", err=True)
    return advice
