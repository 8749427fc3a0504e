"""The submissions that a command was given: files, folders of them, and which table each is for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from houseway.audit import columns
from houseway.audit.filings import Given
from houseway.problems import InputError, Problem, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from houseway.audit.recorded import Events
    from houseway.submission import Submission


def given(options: Iterable[str], game: Callable[[], str | None]) -> tuple[Given, ...]:
    """The submissions of ``--submission FILE``, ``FOLDER`` and ``TABLE=FILE``.

    ``game`` is asked where there are submissions of both: what the log's columns speak of; only its own are
    kept. Raises InputError with every problem of every file.
    """
    found: list[Given] = []
    problems: list[Problem] = []
    for option in options:
        path, table = option, None
        if not os.path.exists(option) and "=" in option:
            table, _, path = option.partition("=")
        try:
            read = _folder(path) if os.path.isdir(path) else [_file(path)]
        except InputError as error:
            problems += error.problems
            continue
        found += [Given(submission, table.strip() if table is not None else None) for submission in read]
    if problems:
        raise InputError(problems)
    games = {one.submission.game for one in found}
    if len(games) > 1:
        played = game()
        if played not in games:
            said = "submissions of both games are given"
            raise InputError([Problem("--submission", said, ", ".join(sorted(games)), "those of one game")])
        found = [one for one in found if one.submission.game == played]
    return tuple(_once(found))


def _file(path: str) -> Submission:
    from houseway.submission import load

    return load(path)


def _folder(path: str) -> list[Submission]:
    """Every submission of a folder, as ``houseway submission history`` reads it."""
    from houseway.submission import history

    read = history(path)
    if read.problems:
        raise InputError(list(read.problems))
    if not read.versions:
        raise InputError([Problem(shown(path, 200), "holds no submission that says when it takes effect", None, "effective")])
    return [version.submission for version in read.versions]


def _once(found: list[Given]) -> list[Given]:
    """The same submission given twice counts once."""
    out: list[Given] = []
    for one in found:
        if one not in out:
            out.append(one)
    return out


def game_of(paths: Sequence[str], events: Events | None, said: str | None) -> str | None:
    """The game that a log speaks of: as ``said``, by its columns, or by the tables of a ledger. Raises InputError for a ledger
    with tables of both games and nothing said."""
    if said is not None:
        return said
    if events is None:
        from houseway.audit import sources

        return columns.game_of(sources.headers(sources.files(paths)[0]))
    from houseway.audit.recorded import games

    played = games(events)
    if len(played) > 1:
        raise InputError([Problem("--game", "is missing: the ledger has tables of both games", None, " or ".join(played))])
    return played[0] if played else None
