"""What must happen in the order of the log: meters, the rounds that hang on them, and the telling of what was found."""

from __future__ import annotations

import os
import time
from dataclasses import fields
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import differences, kernels
from houseway.audit.playing import Played
from houseway.audit.settling import Work, compare
from houseway.audit.spelling import EPOCH
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import MICRO
from houseway.problems import UnbalancedError

if TYPE_CHECKING:
    from houseway.audit.following import Watch
    from houseway.audit.running import Plan
    from houseway.audit.totals import Totals
    from houseway.audit.writing import Files
    from houseway.regulation import Law
    from houseway.settlement.lines import Line

MOST_KEPT = 10_000  # differences and unreadable rows held for whoever asked for no folder


class Sequence:
    """Takes settled batches in the order of the log."""

    def __init__(
        self, plan: Plan, game: ModuleType, law: Law, totals: Totals, watches: list[Watch], files: Files | None,
        state: dict[str, Any] | None,
    ) -> None:  # fmt: skip
        from houseway.audit.running import opening

        self.plan, self.game, self.law = plan, game, law
        self.totals, self.watches, self.files = totals, watches, files
        self.balances = np.array(opening(plan, game) if state is None else state["balances"], np.int64)
        self.adopt = np.zeros(len(game.METERS), np.bool_)  # meters that take the next reading for true
        self.batches = 0
        self.busy = False  # in the middle of a batch: nothing to go on from
        self.weighed = 0
        self.weight = np.zeros(len(game.METERS), np.float64)
        if state is not None:
            self.batches = state["batches"]
            self.adopt = np.array(state["adopt"], np.bool_)
            self.weighed, self.weight = state["weighed"], np.array(state["weight"], np.float64)
        self.found: list[differences.Difference] = []
        self.unread: list[tuple[str, str]] = []
        self._saved = time.monotonic()

    @property
    def since_saved(self) -> float:
        """Seconds since the state was last asked for."""
        return time.monotonic() - self._saved

    def state(self) -> dict[str, Any]:
        """All that an audit needs to go on from here."""
        self._saved = time.monotonic()
        return {
            "batches": self.batches,
            "balances": self.balances.tolist(),
            "adopt": self.adopt.tolist(),
            "weighed": self.weighed,
            "weight": self.weight.tolist(),
            "totals": self.totals.to_dict(),
            "watches": [watch.to_dict() for watch in self.watches],
        }

    def meter_average(self) -> dict[str, int]:
        """What each meter showed on the average, in cents: for the theoretical hold."""
        return {
            name: int(self.weight[at] / self.weighed) if self.weighed else int(self.balances[at] // MICRO)
            for at, name in enumerate(self.game.METERS)
        }

    def take(self, work: Work) -> None:
        """One more batch."""
        self.busy = True
        batch, totals = work.batch, self.totals
        self._tell_unread(work)
        if work.played is not None:
            opening = self.balances.copy()
            balances = self.follow(work)
            self._readings(work, balances)
            self._tell_differences(work, work.played, opening, balances)
            totals.hold.add(work.hold)
            totals.rounds += batch.rounds
            self.weighed += batch.rounds
            self.weight += (balances // MICRO).sum(axis=0)
            self._rows_by(work)
        self.batches += 1
        self.busy = False

    # --- Meters.

    def follow(self, work: Work) -> NDArray[np.int64]:
        """Every meter after each round; the rounds that hang on them are completed and compared."""
        if work.played is None:
            return np.zeros((0, len(self.game.METERS)), np.int64)
        balances = self._follow(work, work.played)
        if work.slow.any():
            compare(work, self.game, slow=True)
        return balances

    def _follow(self, work: Work, played: Played) -> NDArray[np.int64]:
        """Every meter after each round; rare rounds are completed on the way."""
        plan, game = self.plan, self.game
        touched = (work.fed != 0).any(axis=1) | work.unsure.any(axis=1)
        if not touched.any() and not self.adopt.any():
            balances: NDArray[np.int64] = game.follow(played, plan.submission, self.law, self.balances)
            self.balances = balances[-1].copy()
            return balances
        readings = {at: self._read(work, at) for at in range(len(game.METERS))}
        out = np.empty((work.batch.rounds, len(game.METERS)), np.int64)
        alone = np.flatnonzero(touched)
        stops = {0, work.batch.rounds, *alone.tolist(), *(alone + 1).tolist()}
        for at in range(len(game.METERS)):  # a meter in doubt stops at every round until one has a reading
            where = np.flatnonzero(readings[at] >= 0)
            for begin in ([0] if self.adopt[at] else []) + (np.flatnonzero(work.unsure[:, at]) + 1).tolist():
                following = where[where >= begin - 1]
                if len(following):
                    stops |= {int(following[0]), int(following[0]) + 1}
        ordered = sorted(stop for stop in stops if stop <= work.batch.rounds)
        for begin, end in pairwise(ordered):
            if touched[begin]:
                self.balances = self.balances + work.fed[begin]  # increments are on the meter before anyone is paid
            part = _part(played, begin, end, game.BY_ROUND)
            out[begin:end] = game.follow(part, plan.submission, self.law, self.balances)
            work.doubtful[begin:end] = self.adopt | work.unsure[begin:end]
            self.adopt = self.adopt | work.unsure[end - 1]
            for at in np.flatnonzero(self.adopt).tolist():
                if readings[at][end - 1] >= 0:
                    out[end - 1, at] = readings[at][end - 1]
                    self.adopt[at] = False
            self.balances = out[end - 1].copy()
        return out

    def _read(self, work: Work, meter: int) -> NDArray[np.int64]:
        """Each round's reading of a meter, -1 where it has none."""
        out = np.full(work.batch.rounds, -1, np.int64)
        name = f"meter_{self.game.METERS[meter]}"
        if name in work.batch.values:
            values = work.batch.values[name]
            if work.batch.failures.get(name) is not None:
                values = np.where(work.batch.failures[name], -1, values)
            kernels.last_reading(work.batch.first, values, out)
        return out

    def _readings(self, work: Work, balances: NDArray[np.int64]) -> None:
        for watch in self.watches:
            at = self.game.METERS.index(watch.name)
            if not work.batch.has(f"meter_{watch.name}"):
                continue
            readings = self._read(work, at)
            hit = work.played.rare if work.played is not None else np.zeros(0, np.bool_)
            wrong = watch.check(readings, balances[:, at], work.meter_wagered[:, at], hit)
            for number in wrong.tolist():
                row = int(work.batch.first[number + 1]) - 1
                round_id, when = work.batch.round_id(row), work.batch.text("time", row) or work.batch.text("date", row)
                recorded, correct = int(readings[number]), int(balances[number, at])
                if not watch.first_round:
                    watch.parted(round_id, when, recorded, correct)
                if self.files is not None:
                    self.files.meter(round_id, when, watch.name, recorded, correct)

    # --- Telling.

    def _where(self, batch: Any, number: int) -> str:
        """A row's number; with its file where there are several."""
        many = len(self.plan.paths) > 1 or os.path.isdir(self.plan.paths[0])
        return f"{os.path.basename(batch.chunk.file)}:{number}" if many else str(number)

    def _tell_unread(self, work: Work) -> None:
        batch, totals = work.batch, self.totals
        told = [(number, said) for number, said, _ in batch.chunk.bad]
        told += [(int(batch.chunk.numbers[row]), said) for row, said in sorted(work.doubts.why.items())]
        totals.rows += len(batch) + len(batch.chunk.bad)
        totals.unreadable += len(told)
        for number, said in told:
            totals.unread_why[_kind(said)] += 1
            if self.files is not None:
                self.files.unreadable(self._where(batch, number), said)
            elif len(self.unread) < MOST_KEPT:
                self.unread.append((self._where(batch, number), said))

    def _tell_differences(
        self, work: Work, played: Played, opening: NDArray[np.int64], balances: NDArray[np.int64]
    ) -> None:  # fmt: skip
        """Each round with a row that differs, or that is settled in part, once more by the one-round settlement."""
        rounds = np.union1d(np.unique(played.rows.round[work.marks]), np.flatnonzero(work.doubts.partial))
        for number in rounds.tolist():
            before = balances[number - 1] if number else opening
            found = self.round_differences(work, played, number, before)
            if self.files is not None:
                self.files.differences(found)
            elif len(self.found) < MOST_KEPT:
                self.found += found

    def lines_of(self, played: Played, number: int, before: NDArray[np.int64]) -> list[Line]:
        """The right lines of a round, with the meters as they were before it."""
        lines: list[Line] = self.settle_one(self.game.typed_round(played, number, self.readings_before(before)))[0]
        return lines

    def readings_before(self, before: NDArray[np.int64]) -> dict[str, int]:
        """Balances by the meters' names, of those that are filed."""
        return {
            name: int(before[at])
            for at, name in enumerate(self.game.METERS)
            if name in self.plan.submission.meters
        }  # fmt: skip

    def settle_one(self, typed: Any) -> Any:
        """Lines, meters and notices of one typed round."""
        from houseway.settlement.engine import pgp_settle, uth_settle

        return (uth_settle if self.game.GAME == uth.GAME else pgp_settle)(typed, self.plan.submission, self.law)

    def round_differences(
        self, work: Work, played: Played, number: int, before: NDArray[np.int64]
    ) -> list[differences.Difference]:  # fmt: skip
        """The differences of one round, seat by seat in the order of payment."""
        batch = work.batch
        begin, end = int(batch.first[number]), int(batch.first[number + 1])
        lines = self.lines_of(played, number, before)
        partial = bool(work.doubts.partial[number])
        bank = int(batch.number("bank_seat")[begin])
        lost = bank != 0 and any(
            work.skip[at] and int(played.rows.seat[at]) == bank for at in range(begin, end)
        )  # fmt: skip
        out = []
        for at in range(begin, end):
            if work.skip[at] or not (partial or work.marks[at]):
                continue
            row, seat = int(work.order[at]), int(played.rows.seat[at])
            recorded = {name: int(values[row]) for name, values in work.recorded.items()}
            doubtful = [self.game.METERS[meter] for meter in np.flatnonzero(work.doubtful[number]).tolist()]
            leave = {f"paid_{line.wager}" for line in lines if line.seat == seat and line.meter in doubtful}
            if partial:
                leave = (leave | differences.depends_on_others(batch.game, seat, lines, bank, lost)) & set(recorded)
                self.totals.partly += 1
                if self.files is not None:
                    where = self._where(batch, int(batch.chunk.numbers[row]))
                    self.files.partly(where, batch.round_id(row), seat, leave)
            found = differences.of_seat(batch.round_id(row), seat, recorded, lines, self.law, leave)
            if not found and not partial and not leave:
                raise UnbalancedError(f"round {batch.round_id(row)}, seat {seat}: rows and the one-round settlement disagree")
            named = {name: batch.text(name, row) for name in ("table", "dealer_id", "shift")}
            day = int(batch.number("date", -1)[row])
            named["day"] = _day(day)
            for difference in found:
                self.totals.difference(named | {"wager": difference.wager}, difference.mistake, difference.difference_cents)
            out += found
        return out

    def _rows_by(self, work: Work) -> None:
        totals = self.totals
        for name, codes in work.codes.items():
            for code, count in enumerate(np.bincount(codes).tolist()):
                if count:
                    totals.rows_by[name][totals.names[name].names[code]] += count
        days = work.batch.number("date", -1)
        first = int(days.min())
        for offset, count in enumerate(np.bincount(days - first).tolist()):
            if count:
                totals.rows_by["day"][_day(first + offset)] += count
        known = days[days >= 0]
        if len(known):
            low, high = _day(int(known.min())), _day(int(known.max()))
            totals.first_day = min(totals.first_day or low, low)
            totals.last_day = max(totals.last_day, high)


def _day(day: int) -> str:
    from datetime import date

    return date.fromordinal(day + EPOCH).isoformat() if day >= 0 else ""


def _kind(said: str) -> str:
    """What kind of problem a row has: its first one, without what was found."""
    return said.partition("; found")[0].partition("; allowed")[0][:100]


def _part(played: Played, begin: int, end: int, by_round: tuple[frozenset[str], frozenset[str]]) -> Played:
    """Some rounds of a settled batch; what is settled in them is settled in the whole."""
    first = int(played.rows.first[begin])
    last = int(played.rows.first[end])

    def cut(of: Any, whole: frozenset[str]) -> Any:
        values = {}
        for field in fields(of):
            value = getattr(of, field.name)
            if field.name == "first":
                values["first"] = value[begin : end + 1] - first
            elif field.name == "round":
                values["round"] = value[first:last] - begin
            else:
                values[field.name] = value[begin:end] if field.name in whole else value[first:last]
        return type(of)(**values)

    return Played(
        cut(played.rows, by_round[0]), cut(played.settled, by_round[1]), {}, played.rare[begin:end],
        played.increments[begin:end], played.wagers[first:last],
    )  # fmt: skip
