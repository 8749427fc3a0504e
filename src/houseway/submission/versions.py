"""Submissions over time: a folder of them is a history, and a round is settled under the one in force on its date.

A submission is in force from its ``effective`` day. It ends with its ``expires`` day, that day included; one that names no
end is superseded when the next of its game takes effect. Where two are in force on one day (a finding), the later to take
effect is the one that counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from houseway.problems import InputError, Problem, shown
from houseway.regulation import GAMES
from houseway.submission.checking import NOTICE, VIOLATION, Finding, examine
from houseway.submission.choices import RULES_SUBMISSION
from houseway.submission.model import Submission

MOST_FILES = 1000


class Version(NamedTuple):
    """One submission of a history: the days it is in force (``last`` None for an open end), and whether it is lawful."""

    submission: Submission
    first: date
    last: date | None
    compliant: bool

    @property
    def file(self) -> str:
        """The file it was read from."""
        return self.submission.source.file or "" if self.submission.source else ""


class History(NamedTuple):
    """A folder of submissions: in the order in which they take effect, by game; ``findings`` over time and of each; and
    ``problems`` of files that could not be read whole, which are in no version."""

    versions: tuple[Version, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]

    def on(self, day: date, game: str | None = None) -> tuple[Version, ...]:
        """What is in force on a day: at most one version for each game."""
        found = []
        for one in GAMES if game is None else (game,):
            submission = in_force((version.submission for version in self.versions), day, one)
            found += [version for version in self.versions if version.submission is submission]
        return tuple(found)


def in_force(submissions: Iterable[Submission], on: date, game: str | None = None) -> Submission | None:
    """The submission in force on a day, or None. Where submissions of both games are given, name the ``game``.

    A submission without an effective date is never found. Raises InputError for submissions of two games and no ``game``.

    >>> from houseway.submission import parse
    >>> old, new = (parse(f'game = "pai-gow-poker"\\neffective = {day}') for day in ("2015-07-01", "2016-01-01"))
    >>> in_force([new, old], date(2015, 12, 31)) is old, in_force([new, old], date(2016, 1, 1)) is new
    (True, True)
    >>> in_force([new, old], date(2015, 6, 30)) is None
    True
    """
    submissions = [submission for submission in submissions if game in (None, submission.game)]
    games = {submission.game for submission in submissions}
    if len(games) > 1:
        raise InputError([Problem("game", "submissions of both games are given", " and ".join(sorted(games)), "one game")])
    found = [version for version in _spans(submissions) if version[0] <= on and (version[1] is None or on <= version[1])]
    return found[-1][2] if found else None


def _spans(submissions: Iterable[Submission]) -> list[tuple[date, date | None, Submission]]:
    """The days of each dated submission of one game, in the order in which they take effect."""
    dated = sorted(((s.effective, s) for s in submissions if s.effective is not None), key=lambda pair: pair[0])
    spans = []
    for index, (first, submission) in enumerate(dated):
        last = submission.expires
        if last is None:
            later = [other for other, _ in dated[index + 1 :] if other > first]
            last = later[0] - timedelta(days=1) if later else None
        spans.append((first, last, submission))
    return spans


def history(folder: str | os.PathLike[str]) -> History:
    """The history in a folder: every ``.toml`` and ``.json`` file in it. Raises InputError where there is nothing to read.

    Findings: overlaps (violations), gaps (notices: no submission is in force on those days), more than one certificate
    holder for a game (a notice), and the findings of each submission.
    """
    problems: list[Problem] = []
    findings: list[Finding] = []
    read: list[tuple[Submission, bool]] = []
    for path in _files(folder):
        try:
            examined = examine(path)
        except InputError as error:
            problems += error.problems
            continue
        problems += examined.problems
        findings += examined.findings
        if examined.submission is not None and not examined.problems:
            read.append((examined.submission, not examined.violations))
    versions: list[Version] = []
    for game in GAMES:
        spans = _spans(submission for submission, _ in read if submission.game == game)
        lawful = {id(submission): compliant for submission, compliant in read}
        of_game = [Version(submission, first, last, lawful[id(submission)]) for first, last, submission in spans]
        findings += _over_time(of_game)
        versions += of_game
    return History(tuple(versions), tuple(findings), tuple(problems))


def _files(folder: str | os.PathLike[str]) -> list[str]:
    name = os.fspath(folder)
    allowed = "a folder of Rules Submissions (.toml or .json)"
    try:
        with os.scandir(name) as entries:
            paths = sorted(entry.path for entry in entries if entry.name.endswith((".toml", ".json")) and entry.is_file())
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError([Problem(shown(str(name), 200), f"cannot be read: {why}", allowed=allowed)]) from None
    if not paths or len(paths) > MOST_FILES:
        raise InputError([Problem(shown(str(name), 200), "is no history", f"{len(paths)} submissions", allowed)])
    return paths


def _over_time(versions: list[Version]) -> list[Finding]:
    """Overlaps, gaps and changes of holder among the versions of one game."""
    findings = []
    reach: Version | None = None  # the version among those before that lasts longest
    holder = versions[0].submission.certificate_holder if versions else ""
    for version in versions:
        if reach is not None and reach.last is not None:
            if version.first <= reach.last:
                until = reach.last if version.last is None else min(reach.last, version.last)
                message = f"is in force together with {os.path.basename(reach.file)}; the later to take effect counts"
                found = f"both from {version.first} to {until}"
                findings.append(_found(version, "effective", VIOLATION, message, found, "one submission on each day"))
            elif (version.first - reach.last).days > 1:
                gap = f"none from {reach.last + timedelta(days=1)} to {version.first - timedelta(days=1)}"
                message = f"no submission is in force between {os.path.basename(reach.file)} and this one"
                findings.append(_found(version, "effective", NOTICE, message, gap, "one submission on each day"))
        elif reach is not None and reach.last is None:  # only two that take effect on one day leave an open end before another
            message = f"takes effect on the same day as {os.path.basename(reach.file)}"
            found = f"both from {version.first}"
            findings.append(_found(version, "effective", VIOLATION, message, found, "one submission on each day"))
        if version.submission.certificate_holder != holder:
            message = "names another certificate holder than the submission before it"
            now = version.submission.certificate_holder
            found, allowed = shown(now) or "none", shown(holder) or "none"
            findings.append(_found(version, "certificate_holder", NOTICE, message, found, allowed))
            holder = now
        if reach is None or (reach.last is not None and (version.last is None or version.last >= reach.last)):
            reach = version
    return findings


def _found(version: Version, key: str, severity: str, message: str, found: str, allowed: str) -> Finding:
    source = version.submission.source
    line = source.line((key,)) if source else None
    return Finding(RULES_SUBMISSION, key, found, allowed, severity, message, source.file if source else None, line)
