"""What must happen in the order of the log: meters, the rounds that hang on them, and the telling of what was found."""

from __future__ import annotations

import os
import time
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.audit import differences, metering
from houseway.audit.settling import compare
from houseway.audit.spelling import EPOCH
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import MICRO
from houseway.problems import UnbalancedError

if TYPE_CHECKING:
    from houseway.audit.filings import Basis, Filings
    from houseway.audit.metering import Course
    from houseway.audit.running import Plan
    from houseway.audit.settling import Settled, Work
    from houseway.audit.totals import Totals
    from houseway.audit.writing import Files
    from houseway.settlement.lines import Line

MOST_KEPT = 10_000  # differences and unreadable rows held for whoever asked for no folder


class Wrong(NamedTuple):
    """A reading that differs, after a round of the batch: of which meter, and by what and when it was told; microcents."""

    number: int
    place: int
    recorded: int
    correct: int
    by: str
    when: str


class Sequence:
    """Takes settled batches in the order of the log."""

    def __init__(
        self, plan: Plan, game: ModuleType, filings: Filings, totals: Totals, files: Files | None, state: dict[str, Any] | None
    ) -> None:  # fmt: skip
        self.plan, self.game, self.filings = plan, game, filings
        self.totals, self.files = totals, files
        self.meters = metering.of_log(plan, game, filings.submissions())
        self.batches = 0
        self.busy = False  # in the middle of a batch: nothing to go on from
        self.weighed = 0
        self.weight = np.zeros(len(game.METERS), np.float64)
        if state is not None:
            self.batches = state["batches"]
            self.meters.load(state["meters"])
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
            "meters": self.meters.state(),
            "weighed": self.weighed,
            "weight": self.weight.tolist(),
            "totals": self.totals.to_dict(),
        }

    def meter_average(self) -> dict[str, int]:
        """What each meter showed on the average, in cents: for the theoretical hold."""
        return {
            name: int(self.weight[at] / self.weighed) if self.weighed else self.meters.balances[at] // MICRO
            for at, name in enumerate(self.game.METERS)
        }

    def take(self, settled: Settled) -> None:
        """One more batch."""
        self.busy = True
        totals = self.totals
        self._tell_unread(settled)
        if len(settled.batch):
            courses = self.follow(settled)
            self.readings(settled, courses)
            self._tell_differences(settled, courses)
            for work, course in zip(settled.works, courses, strict=True):
                totals.hold.add(work.hold)
                if self.filings.several:
                    totals.kept_under(work.basis.said, work.hold)
                self.weight += (course.after // MICRO).sum(axis=0)
                rows = len(work.batch) - len(work.doubts.why)
                if rows:
                    totals.under[work.basis.said] += rows
                self._rows_by(work)
            totals.rounds += settled.batch.rounds
            self.weighed += settled.batch.rounds
        self.batches += 1
        self.busy = False

    # --- Meters.

    def follow(self, settled: Settled) -> list[Course]:
        """Every meter before and after each round; the rounds that hang on them are completed and compared."""
        if not all(self.meters.open):
            for work in sorted(settled.works, key=lambda work: int(metering.places_of(work)[0]) if len(work.batch) else 0):
                metering.open_filed(self.meters, self.plan, work.basis.submission, range(len(self.game.METERS)))
        courses, _ = metering.follow(self.meters, settled, None)
        self.compare_slow(settled)
        return courses

    def compare_slow(self, settled: Settled) -> None:
        """The rounds that hang on a meter, compared when it is known."""
        for work in settled.works:
            if work.slow.any():
                compare(work, self.game, slow=True)

    def end(self) -> None:
        """After the last batch."""

    def readings(self, settled: Settled, courses: list[Course]) -> None:
        """The readings of the log against the meters."""
        works = settled.works
        wrong: list[Wrong] = []
        for at, name in enumerate(self.game.METERS):
            watch = self.meters.watches[at]
            if watch is None or not settled.batch.has(f"meter_{name}"):
                continue
            read, right, wagered, hit = metering.together(
                works, [metering.readings(work, name) for work in works], [course.after[:, at] for course in courses],
                [work.meter_wagered[:, at] for work in works],
                [np.zeros(0, np.bool_) if work.played is None else work.played.rare for work in works],
            )  # fmt: skip
            for number in watch.check(read, right, wagered, hit).tolist():
                wrong.append(Wrong(number, at, int(read[number]), int(right[number]), *self.when(settled, number)))
        self.tell_readings(settled, wrong)

    def when(self, settled: Settled, number: int) -> tuple[str, str]:
        """A round of the batch and its time, for whoever is told of it."""
        batch = settled.batch
        row = int(batch.first[number + 1]) - 1
        return batch.round_id(row), batch.text("time", row) or batch.text("date", row)

    def tell_readings(self, settled: Settled | None, wrong: list[Wrong]) -> None:
        """Readings that differ into the lists."""
        for one in sorted(wrong):
            watch = self.meters.watches[one.place]
            if watch is not None and not watch.first_round:
                watch.rate_ppm = self._rate(settled, one, watch.rate_ppm)
                watch.parted(one.by, one.when, one.recorded, one.correct)
            if self.files is not None:
                self.files.meter(one.by, one.when, self.meters.names[one.place], one.recorded, one.correct)

    def _rate(self, settled: Settled | None, wrong: Wrong, known: int) -> int:
        """The rate of progression that is filed for a meter in a round, or that is known of it."""
        if settled is None:
            return known
        works = [work for work in settled.works if len(work.batch) and wrong.number in metering.places_of(work)]
        if not works:
            return known
        filed = works[0].basis.submission.meters.get(self.game.METERS[self.meters.of[wrong.place]])
        return (filed.rate_ppm or known) if filed is not None else known

    # --- Telling.

    def _where(self, batch: Any, number: int) -> str:
        """A row's number; with its file where there are several."""
        many = len(self.plan.paths) > 1 or os.path.isdir(self.plan.paths[0])
        return f"{os.path.basename(batch.chunk.file)}:{number}" if many else str(number)

    def _tell_unread(self, settled: Settled) -> None:
        batch, totals = settled.batch, self.totals
        told = [(number, said) for number, said, _ in batch.chunk.bad]
        why = [
            (int(work.batch.chunk.numbers[row]), said)
            for work in settled.works
            for row, said in work.doubts.why.items()
        ]  # fmt: skip
        told += sorted(why)
        totals.rows += len(batch) + len(batch.chunk.bad)
        totals.unreadable += len(told)
        for number, said in told:
            totals.unread_why[_kind(said)] += 1
            if self.files is not None:
                self.files.unreadable(self._where(batch, number), said)
            elif len(self.unread) < MOST_KEPT:
                self.unread.append((self._where(batch, number), said))

    def _tell_differences(self, settled: Settled, courses: list[Course]) -> None:
        """Each round with a row that differs, or that is settled in part, once more by the one-round settlement."""
        course_of = {id(work): course for work, course in zip(settled.works, courses, strict=True)}
        rounds = [
            np.union1d(np.unique(work.played.rows.round[work.marks]), np.flatnonzero(work.doubts.partial))
            if work.played is not None else np.zeros(0, np.int64)
            for work in settled.works
        ]  # fmt: skip
        for work, number in metering.in_order(settled.works, rounds):
            self.tell(self.round_differences(work, number, course_of[id(work)].before(number)))

    def tell(self, found: list[differences.Difference]) -> None:
        """Differences into the lists."""
        if self.files is not None:
            self.files.differences(found)
        elif len(self.found) < MOST_KEPT:
            self.found += found

    def typed(self, work: Work, number: int, before: NDArray[np.int64]) -> Any:
        """A round as the one-round settlement takes it, with the meters as they were before it."""
        filed = work.basis.submission.meters
        readings = {name: int(before[at]) for at, name in enumerate(self.game.METERS) if name in filed}
        return self.game.typed_round(work.played, number, readings)

    def settle_one(self, typed: Any, basis: Basis) -> Any:
        """Lines, meters and notices of one typed round."""
        from houseway.settlement.engine import pgp_settle, uth_settle

        return (uth_settle if self.game.GAME == uth.GAME else pgp_settle)(typed, basis.submission, basis.law)

    def round_differences(
        self, work: Work, number: int, before: NDArray[np.int64]
    ) -> list[differences.Difference]:  # fmt: skip
        """The differences of one round, seat by seat in the order of payment."""
        batch, played = work.batch, work.played
        if played is None:
            return []
        begin, end = int(batch.first[number]), int(batch.first[number + 1])
        lines: list[Line] = self.settle_one(self.typed(work, number, before), work.basis)[0]
        law = work.basis.law
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
            found = differences.of_seat(batch.round_id(row), seat, recorded, lines, law, leave)
            if not found and not partial and not leave:
                raise UnbalancedError(f"round {batch.round_id(row)}, seat {seat}: rows and the one-round settlement disagree")
            named = {name: batch.text(name, row) for name in ("table", "dealer_id", "shift")}
            self.count(found, named | {"day": _day(int(batch.number("date", -1)[row]))})
            out += found
        return out

    def count(self, found: list[differences.Difference], named: dict[str, str]) -> None:
        """Differences into the totals; ``named``: the table, dealer, shift and day."""
        for difference in found:
            self.totals.difference(named | {"wager": difference.wager}, difference.mistake, difference.difference_cents)

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
