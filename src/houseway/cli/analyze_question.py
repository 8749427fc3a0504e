"""The question that ``houseway analyze`` is asked, read as a person writes it: every problem of it told at once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.exact.par_sheet import MOST_PLAYERS, ParSheet, analyze, check_question
from houseway.money import NotMoney, cents
from houseway.problems import InputError, Problem, shown
from houseway.settlement.words import WAGER_NAMES
from houseway.submission import examine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from houseway.submission import Submission

_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)


def answer(
    submission: Submission,
    players: str,
    wagers: Sequence[str],
    handle: str | None,
    recompute: bool,
    progress: Callable[[str, int, int], None] | None = None,
) -> ParSheet:
    """The sheet of all that was asked for, of the whole submission where no wager was named. Raises InputError."""
    problems: list[Problem] = []
    most = MOST_PLAYERS[submission.game]
    at_table = int(players) if _WHOLE.fullmatch(players.strip()) else 0
    if not 1 <= at_table <= most:
        said = (
            "is not a number of players that the cards allow"
            if at_table or players.strip("0 ") == ""
            else "is not a whole number"
        )
        problems.append(Problem("--players", said, shown(players), f"1 to {most}"))
    names: list[str | None] = [*_names(submission, wagers, problems)]
    if handle is not None:
        try:
            if not cents(handle):
                problems.append(Problem("--handle", "is nothing", shown(handle), "an amount above zero"))
        except NotMoney as error:
            allowed = "an amount above zero" if handle.strip().startswith("-") else error.allowed
            problems.append(Problem("--handle", str(error), shown(handle), allowed))
    problems += [finding.problem() for finding in examine(submission).violations]
    if problems:
        raise InputError(problems)
    sheets = [
        analyze(submission, players=at_table, wager=name, handle=handle, recompute=recompute, progress=progress)
        for name in names or (None,)
    ]
    return together(sheets)


def _names(submission: Submission, wagers: Sequence[str], problems: list[Problem]) -> list[str]:
    """The wagers asked for by their names in the file; adds what is wrong with them to ``problems``."""
    names: list[str] = []
    for given in wagers:
        try:
            name = _on_offer(submission, given)
        except InputError as error:
            problems += error.problems
            continue
        if name in names:
            problems.append(Problem("--wager", "is asked for twice", shown(given), "each wager once"))
        names.append(name)
    return names


def _on_offer(submission: Submission, given: str) -> str:
    """A wager's name in the file, however it is written (``Fortune Bonus``, ``fortune-bonus``); raises InputError with the
    nearest that there is."""
    name = _plain(given)
    name = {_plain(title): key for key, title in WAGER_NAMES.items() if key not in ("red", "black")}.get(name, name)
    try:
        check_question(submission, 1, name)
    except InputError as error:
        (problem,) = error.problems
        allowed = (problem.allowed or "").split(", ")
        near = problem.nearest or next((of for of in allowed if len(name) > 1 and _begins_a_word(name, of)), None)
        raise InputError([problem._replace(found=shown(given), nearest=near)]) from None
    return name


def _plain(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", words.lower().replace("'", "")).strip("_")


def _begins_a_word(start: str, name: str) -> bool:
    return any(word.startswith(start) or start.startswith(word) for word in name.split("_"))


def together(sheets: Sequence[ParSheet]) -> ParSheet:
    """Sheets of one submission as one; what is on several is on it once."""
    first = sheets[0]
    wagers = [
        of for place, sheet in enumerate(sheets) for of in sheet.wagers if not any(of in s.wagers for s in sheets[:place])
    ]
    choices = [
        of
        for place, sheet in enumerate(sheets)
        for of in sheet.alternatives
        if not any(of in earlier.alternatives for earlier in sheets[:place])
    ]
    bonuses = [
        of for place, sheet in enumerate(sheets) for of in sheet.bonuses if not any(of in s.bonuses for s in sheets[:place])
    ]
    return replace(
        first,
        wagers=tuple(wagers),
        alternatives=tuple(choices),
        bonuses=tuple(bonuses),
        main=next((sheet.main for sheet in sheets if sheet.main is not None), None),
        notes=tuple(dict.fromkeys(note for sheet in sheets for note in sheet.notes)),
    )
