"""The audit: rows in, every difference out, in bounded memory. Threads settle; meters are followed in one, in order."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from threading import Event, current_thread, main_thread
from types import ModuleType
from typing import TYPE_CHECKING, Any

from houseway.audit import columns as log_columns
from houseway.audit import pipeline, sources, writing
from houseway.audit.filings import Basis, Filings, Given, holders
from houseway.audit.following import Watch
from houseway.audit.sequence import Sequence
from houseway.audit.spelling import EPOCH
from houseway.audit.totals import Hold, Totals
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import dollars
from houseway.problems import InputError, Problem
from houseway.regulation import law_for
from houseway.submission import examine

if TYPE_CHECKING:
    from houseway.audit.recorded import Events, LedgerLog
    from houseway.regulation import Law
    from houseway.submission import Submission

SAVE_SECONDS = 20.0
BATCHES = 2  # how a log is cut into batches: a state that counts others is no state of this audit


@dataclass(frozen=True)
class Progress:
    """How far an audit is: rows so far, seconds, and the part of all that has been read."""

    rows: int
    seconds: float
    done: float
    differences: int


@dataclass
class Plan:
    """What is to be audited, and how. ``given``: the submissions where there are several, ``submission`` being one of them."""

    paths: list[str]
    submission: Submission
    columns: log_columns.ColumnMap = field(default_factory=log_columns.ColumnMap)
    meters: Mapping[str, int] = field(default_factory=dict)  # name -> microcents before the first round
    out: str | None = None
    resume: bool = False
    allow_violations: bool = False
    rows: int = sources.ROWS
    progress: Callable[[Progress], None] | None = None
    given: tuple[Given, ...] = ()
    events: Events | None = None  # of a ledger, in the place of files

    @property
    def filings(self) -> tuple[Given, ...]:
        """Every submission that rounds may be settled under."""
        return self.given or (Given(self.submission),)


@dataclass
class Outcome:
    """An audit that came to its end, or was stopped."""

    plan: Plan
    law: Law
    totals: Totals
    watches: list[Watch]
    not_compared: list[str]
    unused: list[str]
    has_returned: bool
    finished: bool
    seconds: float
    notices: list[str]
    meter_average: dict[str, int]
    bases: list[Basis]

    @property
    def clean(self) -> bool:
        """Whether there is nothing to report: every row read, every amount and reading right."""
        return not (self.totals.differences or self.totals.unreadable or any(watch.differ for watch in self.watches))

    def settled_under(self) -> list[dict[str, Any]]:
        """Each submission and version of the law with how many rows were settled under it, in the order of their dates."""
        names = ("submission", "effective", "law", "rows")
        found = [dict(zip(names, (*said.split("\t"), rows), strict=True)) for said, rows in self.totals.under.items()]
        return sorted(found, key=lambda of: (of["effective"], of["law"], of["submission"]))

    def summary(self) -> dict[str, Any]:
        """``summary.json``: counts, and money as decimal strings."""
        totals = self.totals
        return {
            "rows": totals.rows,
            "settled": totals.rows - totals.unreadable,
            "unreadable": totals.unreadable,
            "differences": totals.differences,
            "overpaid": dollars(totals.over_cents),
            "underpaid": dollars(totals.under_cents),
            "rounds": totals.rounds,
            "partly_settled": totals.partly,
            "meter_readings": sum(watch.readings for watch in self.watches),
            "meter_readings_that_differ": sum(watch.differ for watch in self.watches),
            "meters": {watch.name: watch.explained() for watch in self.watches},
            "returned_compared": self.has_returned,
            "columns_not_compared": self.not_compared,
            "submissions": self.settled_under(),
            "finished": self.finished,
            "notices": self.notices,
        }


def game_module(game: str) -> ModuleType:
    """The room of a game."""
    if game == uth.GAME:
        from houseway.audit import holdem

        return holdem
    from houseway.audit import pai_gow

    return pai_gow


def run(plan: Plan) -> Outcome:
    """Audit a log. Raises InputError for what cannot be audited at all; everything else ends up in the outcome."""
    log = opened(plan)
    game, filings, headers = log.game, log.filings, log.headers
    lacking, has_returned = compared(headers, game, plan)
    notices = [*log.notices, *not_compared(lacking, has_returned)]
    unused = list(dict.fromkeys(name for header in headers for name in log_columns.unused(list(header.headers), header.found)))
    state = _state(plan) if plan.resume else None
    totals = Totals(Hold((*game.WAGERS, "main")))
    files = None
    if state is not None:
        totals.load(state["totals"])
    if plan.out is not None:
        files = writing.Files(plan.out, None if state is None else state["offsets"])
    sequence = log.sequence(plan, totals, files, state)
    began = time.monotonic()
    finished = False
    try:
        with _asked_to_stop() as stop:
            for settled, done in pipeline.settled(plan, headers, game, filings, totals, sequence.batches):
                sequence.take(settled)
                if plan.progress is not None:
                    plan.progress(Progress(totals.rows, time.monotonic() - began, done, totals.differences))
                if stop.is_set():
                    raise KeyboardInterrupt
                if files is not None and sequence.since_saved > SAVE_SECONDS:
                    _save(plan, sequence, files)
            sequence.end()
        finished = True
    except KeyboardInterrupt:
        if sequence.busy:  # asked twice, in the middle of a batch: what was saved before stands
            raise
    finally:
        if files is not None:
            if not sequence.busy:
                _save(plan, sequence, files)
            files.close()
    return Outcome(
        plan, filings.first.law, totals, sequence.meters.watched(), lacking, unused, has_returned, finished,
        time.monotonic() - began, notices, sequence.meter_average(), filings.met(totals.under),
    )  # fmt: skip


@dataclass(frozen=True)
class Log:
    """What is audited: files of rows, or a ledger; what its rounds are settled under; what is to be said of that."""

    game: ModuleType
    filings: Filings
    headers: list[sources.Header]
    notices: list[str]
    ledger: LedgerLog | None = None

    def sequence(self, plan: Plan, totals: Totals, files: writing.Files | None, state: dict[str, Any] | None) -> Sequence:
        """What follows it in its order."""
        of = (plan, self.game, self.filings, totals, files, state)
        if self.ledger is None:
            return Sequence(*of)
        from houseway.audit.corrections import LedgerSequence

        return LedgerSequence(self.ledger, *of)


def opened(plan: Plan) -> Log:
    """The log of a plan. Raises InputError for what cannot be audited at all."""
    from houseway.audit import exports

    game = game_module(plan.submission.game)
    events = plan.events if plan.events is not None else exports.events_of(plan.paths)
    if events is None:
        filings = Filings(game, plan.filings)
        notices = said_of(plan, filings)
        check_meters(plan)
        return Log(game, filings, headers_of(plan), notices)
    from houseway.audit.recorded import LedgerLog

    if plan.meters:
        raise InputError(
            [Problem("--meter", "a ledger says itself what its meters held", ", ".join(plan.meters), "no --meter")]
        )
    given = plan.given or (() if plan.submission.is_default else plan.filings)
    ledger = LedgerLog(events, game, given)
    notices = said_of(plan, ledger.filings) if given else []
    return Log(game, ledger.filings, [ledger.header], notices, ledger)


@contextmanager
def _asked_to_stop() -> Iterator[Event]:
    """Ctrl-C asks to stop after the batch that is being told of; a second one stops at once."""
    asked = Event()
    if current_thread() is not main_thread():
        yield asked
        return
    before = signal.getsignal(signal.SIGINT)

    def ask(number: int, frame: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, ask)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def said_of(plan: Plan, filings: Filings) -> list[str]:
    """What is to be said of the submissions. Raises InputError for one with violations, unless they are allowed."""
    notices: list[str] = []
    problems: list[Problem] = []
    for one in plan.filings:
        try:
            said = lawful(one.submission, plan.allow_violations)
        except InputError as error:
            where = "" if len(plan.filings) == 1 else f"{one.called}: "
            problems += [problem._replace(where=where + problem.where) for problem in error.problems]
            continue
        notices += said if len(plan.filings) == 1 else [f"{one.called}: {notice}" for notice in said]
    if problems:
        raise InputError(problems)
    notices += filings.overlaps()
    several = holders(plan.filings)
    if len(several) > 1:
        notices.append(f"The submissions are of several certificate holders: {', '.join(several)}.")
    return notices


def lawful(submission: Submission, allowed: bool) -> list[str]:
    """A submission with violations is refused, unless they are allowed: then it is said."""
    if submission.is_default:
        return ["No Rules Submission was given: settled under the section's default choices."]
    violations = examine(submission).violations
    if violations and not allowed:
        raise InputError([violation.problem() for violation in violations])
    missing = [w for w in submission.offered if w in _lettered(submission.game) and w not in submission.paytables]
    if missing:
        raise InputError([Problem(f"wagers.{w}.paytable", "is missing: nothing can be settled without it") for w in missing])
    return [f"Settled although the submission is not lawful: {violation.problem()}" for violation in violations]


def _lettered(game: str) -> frozenset[str]:
    return frozenset(wager for wager, tables in law_for(game, None).tables.items() if "" not in tables)


def headers_of(plan: Plan) -> list[sources.Header]:
    """Every file's columns. Raises InputError with the problems of all files."""
    headers: list[sources.Header] = []
    problems: list[Problem] = []
    for path in sources.files(plan.paths):
        try:
            headers.append(sources.resolve(path, plan.submission.game, plan.columns))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return headers


def compared(headers: list[sources.Header], game: ModuleType, plan: Plan) -> tuple[list[str], bool]:
    """Columns that some file lacks; whether there is any of what was returned. Raises InputError where nothing is compared."""
    filed_as = log_columns.COLUMNS[game.GAME]
    offered = uth.FILED_AS if game.GAME == uth.GAME else _pgp_filed()
    every = frozenset().union(*(one.submission.offered for one in plan.filings))
    wanted = []
    for wager in game.WAGERS:
        if offered[wager] in every:
            wanted += [f"paid_{wager}", f"returned_{wager}"]
    wanted += [f"paid_{bonus}" for bonus in game.BONUSES if f"paid_{bonus}" in filed_as]
    if game.GAME != uth.GAME:
        wanted.append("vigorish")
    lacking = [name for name in wanted if any(name not in header.found for header in headers)]
    returned = any(name.startswith("returned_") for header in headers for name in header.found)
    paid = any(name.startswith("paid_") for header in headers for name in header.found)
    if not (returned or paid or any(f"meter_{name}" in header.found for header in headers for name in game.METERS)):
        raise InputError([Problem("the log", "has no column of what was paid", "none", "paid_<wager>, such as paid_ante")])
    return lacking, returned


def not_compared(lacking: list[str], has_returned: bool) -> list[str]:
    """What is to be said of columns that the log does not have."""
    if not has_returned:
        return ["The log has no returned_<wager> columns: only winnings are compared, not what of a wager went back."]
    return [f"Columns that the log does not have are not compared: {', '.join(lacking)}."] if lacking else []


def _pgp_filed() -> Mapping[str, str]:
    from houseway.games import pai_gow_poker as pgp

    return pgp.FILED_AS


def check_meters(plan: Plan) -> None:
    """Raises InputError for a meter that was given and is not filed."""
    filed = list(dict.fromkeys(name for one in plan.filings for name in one.submission.meters))
    allowed = ", ".join(filed) or "none is filed"
    problems = [
        Problem("--meter", "is no meter of this submission", name, allowed)
        for name in plan.meters
        if name not in filed
    ]  # fmt: skip
    if problems:
        raise InputError(problems)


# --- Going on where an audit was stopped.


def _identity(plan: Plan) -> dict[str, Any]:
    """What must be the same for an audit to go on."""
    named = [] if plan.events is not None else [path for path in sources.files(plan.paths) if path != "-"]
    files = [[os.path.abspath(path), os.path.getsize(path), os.path.getmtime(path)] for path in named]
    return {
        "files": files if plan.events is None else plan.events.identity,
        "submissions": [[one.table, one.submission.to_dict()] for one in plan.filings],
        "columns": dict(plan.columns.names),
        "meters": dict(plan.meters),
        "rows": plan.rows,
        "batches": BATCHES,
    }


def _save(plan: Plan, sequence: Sequence, files: writing.Files) -> None:
    if plan.out is None:
        return
    state = {"of": _identity(plan), "offsets": files.offsets(), **sequence.state()}
    writing.save_json(os.path.join(plan.out, writing.STATE), state)


def _state(plan: Plan) -> dict[str, Any] | None:
    """The state to go on from, or None where there is none. Raises InputError where it is of another audit."""
    import json

    if plan.out is None:
        raise InputError([Problem("--resume", "needs the folder of the audit", None, "--out DIR")])
    path = os.path.join(plan.out, writing.STATE)
    if not os.path.exists(path):
        return None
    try:
        with open(path, encoding="utf-8") as file:
            state: dict[str, Any] = json.load(file)
        same = state["of"] == json.loads(json.dumps(_identity(plan)))
    except (OSError, ValueError, KeyError):
        raise InputError([Problem(path, "is no state of an audit", None, "the folder that --out named before")]) from None
    if not same:
        allowed = "the same logs, submission, columns and meters; or another folder"
        raise InputError([Problem("--resume", "the folder holds another audit", plan.out, allowed)])
    return state


def day_text(day: int) -> str:
    """An ISO date of days since 1970, or nothing."""
    return date.fromordinal(day + EPOCH).isoformat() if day >= 0 else ""
