"""Which Rules Submission and which version of the law a round is settled under: those of its day, at its table."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.audit.spelling import EPOCH
from houseway.problems import InputError, Problem, shown
from houseway.regulation import law_for
from houseway.submission import in_force

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from houseway.audit.batches import Batch
    from houseway.regulation import Law
    from houseway.submission import Submission

NONE = -1  # no submission covers the day


class Given(NamedTuple):
    """A submission that was given, and the table that it is for (None: every table that has none of its own)."""

    submission: Submission
    table: str | None = None

    @property
    def called(self) -> str:
        """What the report calls it: its file, or whose it is and from when."""
        of = self.submission
        if of.source is not None and of.source.file:
            return os.path.basename(of.source.file)
        if of.is_default:
            return "the section's default choices"
        return ", ".join(str(part) for part in (of.certificate_holder, of.effective) if part) or "submission"


@dataclass(frozen=True)
class Basis:
    """What rounds are settled under. ``number``: its place among those of the audit; ``called``: the submission's name."""

    number: int
    submission: Submission
    law: Law
    game: ModuleType
    called: str

    @cached_property
    def tables(self) -> Any:
        """What rows look up."""
        return self.game.tables(self.law, self.submission)

    @property
    def said(self) -> str:
        """A key for totals: the submission, when it took effect, the version of the law."""
        effective = self.submission.effective
        return "\t".join((self.called, effective.isoformat() if effective else "", self.law.version.isoformat()))


class Filings:
    """The submissions of an audit. Raises InputError for several of which one says no day, or is of another game."""

    def __init__(self, game: ModuleType, given: Sequence[Given]) -> None:
        self.game = game
        self.given = tuple(given)
        self.bases: list[Basis] = []
        self._places: dict[tuple[int, date], int] = {}
        self._chosen: dict[tuple[str, int], int] = {}
        self._lock = Lock()
        self._by_table = any(one.table is not None for one in self.given)
        self._one = len(self.given) == 1 and not self._by_table
        newest = law_for(game.GAME, None)
        self._one_law = newest.version == newest.oldest
        self.first = self._basis(0, newest)
        problems = []
        for one in self.given if not self._one else ():
            where = shown(one.called, 100)
            if one.submission.effective is None:
                said = "is missing: by it the submission of a day is told from the others"
                problems.append(Problem(f"{where}: effective", said, None, "a date, such as 2015-07-01"))
            if one.submission.game != game.GAME:
                problems.append(Problem(f"{where}: game", "is not that of the others", one.submission.game, game.GAME))
        if problems:
            raise InputError(problems)

    @property
    def several(self) -> bool:
        """Whether rounds may be settled under more than one submission or version of the law."""
        return not (self._one and self._one_law)

    def submissions(self) -> list[Submission]:
        """Every submission."""
        return [one.submission for one in self.given]

    def _basis(self, at: int, law: Law) -> Basis:
        """The basis of a submission and a version of the law, a new one where it was not met before."""
        with self._lock:
            if (at, law.version) not in self._places:
                self._places[at, law.version] = len(self.bases)
                one = self.given[at]
                same = [other for other in self.given if other.called == one.called and other.submission != one.submission]
                called = one.called
                if same:
                    source = one.submission.source
                    called = source.file if source is not None and source.file else f"{called} (given as number {at + 1})"
                self.bases.append(Basis(len(self.bases), one.submission, law, self.game, called))
            return self.bases[self._places[at, law.version]]

    def met(self, said: Iterable[str]) -> list[Basis]:
        """What rounds were settled under, by the keys of totals."""
        wanted = dict.fromkeys(said)
        versions = [date.fromisoformat(version) for version in dict.fromkeys(key.rsplit("\t", 1)[1] for key in wanted)]
        laws = [law_for(self.game.GAME, version) for version in versions]
        every = [self._basis(at, law) for at in range(len(self.given)) for law in laws]
        return [basis for basis in every if basis.said in wanted]

    def choose(self, batch: Batch) -> NDArray[np.int64] | int:
        """The number of each round's basis (R), or of all of them; NONE where no submission covers the day."""
        if not self.several:
            return 0
        rows = batch.first[:-1]
        days = np.maximum.reduceat(batch.number("date", -1), rows)
        tables = np.zeros(batch.rounds, np.int64)
        names = [""]
        if self._by_table and batch.has("table"):
            names, tables = _names(batch, rows)
        low, high = int(days.min()), int(days.max())
        if low == high and len(names) == 1:
            return self._on(names[0], low)
        keys, places = np.unique(np.stack((tables, days)), axis=1, return_inverse=True)
        found = np.array([self._on(names[table], day) for table, day in keys.T.tolist()], np.int64)
        out: NDArray[np.int64] = found[places.reshape(-1)]
        return int(out[0]) if (out == out[0]).all() else out

    def _on(self, table: str, day: int) -> int:
        """The basis of a table's rounds on a day (days since 1970, below zero: none can be read)."""
        key = (table, day)
        if key not in self._chosen:
            self._chosen[key] = self._look_up(table, None if day < 0 else date.fromordinal(day + EPOCH))
        return self._chosen[key]

    def _look_up(self, table: str, on: date | None) -> int:
        if self._one:  # whether it is in force is for the gate to say
            try:
                law = law_for(self.game.GAME, on)
            except InputError:
                law = self.first.law
            return self._basis(0, law).number
        if on is None:
            return NONE
        for named in (table, None):
            mine = [at for at, one in enumerate(self.given) if one.table == named]
            submission = in_force((self.given[at].submission for at in mine), on, self.game.GAME)
            if submission is not None:
                at = next(at for at in reversed(mine) if self.given[at].submission is submission)
                try:
                    return self._basis(at, law_for(self.game.GAME, on)).number
                except InputError:
                    return NONE
        return NONE

    def why_not(self, table: str, day: int) -> str:
        """Why a round of this table and day is settled under none, in a sentence."""
        at_table = f" at table {shown(table, 40)}" if table and self._by_table else ""
        allowed = f"; allowed {self._days(table)}"
        if day < 0:
            return "date: is missing: by it the submission of several is chosen" + allowed
        on = date.fromordinal(day + EPOCH)
        try:
            law_for(self.game.GAME, on)
        except InputError as error:
            return str(error.problems[0])
        return f"date: no Rules Submission of those given is in force{at_table} on this day; found {on}{allowed}"

    def _days(self, table: str) -> str:
        """The days that are covered at a table, for a sentence."""
        mine = [one.submission for one in self.given if one.table in (None, table)]
        said = [
            f"{one.effective} to {one.expires}" if one.expires else f"from {one.effective}"
            for one in sorted(mine, key=lambda one: str(one.effective))
        ]
        return ", ".join(dict.fromkeys(said)) or "a table for which a submission was given"

    def overlaps(self) -> list[str]:
        """Sentences on days on which two submissions with an end are in force at one table: the later to take effect rules."""
        found = []
        for table in dict.fromkeys(one.table for one in self.given):
            mine = sorted((one for one in self.given if one.table == table), key=lambda one: str(one.submission.effective))
            for at, one in enumerate(mine):
                for other in mine[at + 1 :]:
                    ends, begins = one.submission.expires, other.submission.effective
                    same = one.submission.effective == begins
                    if begins is None or not (same or (ends is not None and begins <= ends)):
                        continue
                    said = "on the days of both" if not same else "which take effect on the same day"
                    found.append(f"{one.called} and {other.called}: {said}, {other.called} counts.")
        return found


def _names(batch: Batch, rows: NDArray[np.int64]) -> tuple[list[str], NDArray[np.int64]]:
    """The tables of rounds: their names, and which of them each round's first row names."""
    from houseway.audit.arrow import pa, pc

    array = batch.chunk.columns["table"].take(pa.array(rows))
    if not pa.types.is_dictionary(array.type):
        array = pc.cast(array, pa.string()).dictionary_encode()
    names = ["" if name is None else str(name) for name in array.dictionary.to_pylist()]
    indices = array.indices
    if indices.null_count:
        indices = indices.fill_null(len(names))
        names.append("")
    return names, indices.to_numpy(zero_copy_only=False).astype(np.int64)


def holders(given: Iterable[Given]) -> list[str]:
    """The certificate holders of submissions, each once."""
    return list(dict.fromkeys(one.submission.certificate_holder for one in given if one.submission.certificate_holder))
