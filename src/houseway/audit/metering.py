"""Meters through a log, exactly and in its order, whatever the rounds of a batch are settled under.

Where all rounds of a batch have the same basis and meters and nothing is in doubt, they are followed in one piece. Else only
the rounds at which a meter does more than grow are followed one by one; between them increments are added up by meter.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.audit import kernels
from houseway.audit.following import Watch
from houseway.audit.playing import Played
from houseway.money import MICRO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from houseway.audit.batches import Batch
    from houseway.audit.running import Plan
    from houseway.audit.settling import Settled, Work
    from houseway.submission import Submission

I64 = NDArray[np.int64]


class Course(NamedTuple):
    """The meters of some rounds, in microcents: after each (R, meters), and before the first or before each of them."""

    after: I64
    opening: I64

    def before(self, number: int) -> I64:
        """The meters before a round."""
        if self.opening.ndim == 2:
            found: I64 = self.opening[number]
            return found
        return self.after[number - 1] if number else self.opening


class Said(NamedTuple):
    """A reading that no round of the log gave: which meter, what it read, what is right, in microcents; by what and when."""

    meter: int
    recorded: int
    correct: int
    by: str
    when: str


class Between(NamedTuple):
    """Something that moves meters between two rounds: before the round ``place`` of the batch.

    ``do`` is called with what every meter holds then, and gives by how much each changes, and what was recorded of it.
    """

    place: int
    do: Callable[[Callable[[int], int]], tuple[dict[int, int], list[Said]]]


class Stop(NamedTuple):
    """A round at which meters stop, as whoever remembers rounds is told of it."""

    place: int
    work: Work
    number: int
    meters: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass
class Meters:
    """Every meter of a log by its place: its name, which of the game's meters it is, what it holds, whether it is in doubt
    and takes the next reading for true, and its watch (None until a submission files it)."""

    game: ModuleType
    names: list[str] = field(default_factory=list)
    of: list[int] = field(default_factory=list)
    balances: list[int] = field(default_factory=list)
    open: list[bool] = field(default_factory=list)
    adopt: list[bool] = field(default_factory=list)
    watches: list[Watch | None] = field(default_factory=list)

    def add(self, name: str, of: int) -> int:
        """One more meter; its place."""
        self.names.append(name)
        self.of.append(of)
        self.balances.append(0)
        self.open.append(False)
        self.adopt.append(False)
        self.watches.append(None)
        return len(self.names) - 1

    def begin(self, place: int, micro: int, rate_ppm: int) -> None:
        """A meter's first amount."""
        self.balances[place], self.open[place] = micro, True
        if self.watches[place] is None:
            self.watches[place] = Watch(self.names[place], rate_ppm)

    def watched(self) -> list[Watch]:
        """The watches of meters that are filed."""
        return [watch for watch in self.watches if watch is not None]

    def state(self) -> dict[str, Any]:
        """For the state that an audit goes on from."""
        plain = {name: getattr(self, name) for name in ("names", "of", "balances", "open", "adopt")}
        return plain | {"watches": [None if watch is None else watch.to_dict() for watch in self.watches]}

    def load(self, state: dict[str, Any]) -> None:
        """The state of ``state``."""
        for name in ("names", "of", "balances", "open", "adopt"):
            setattr(self, name, list(state[name]))
        self.watches = [None if watch is None else Watch(**watch) for watch in state["watches"]]


def of_log(plan: Plan, game: ModuleType, submissions: Sequence[Submission]) -> Meters:
    """The meters of a log whose rounds share them. A meter begins with the first round whose submission files it."""
    meters = Meters(game)
    for at, name in enumerate(game.METERS):
        place = meters.add(name, at)
        for submission in submissions:
            if name in submission.meters:
                meters.watches[place] = Watch(name, submission.meters[name].rate_ppm or 0)
                break
    if len(submissions) == 1:
        open_filed(meters, plan, submissions[0], range(len(game.METERS)))
    return meters


def opening(submission: Submission, game: ModuleType) -> list[int]:
    """What every meter of the game shows before the first round under a submission, in microcents; 0 for one not filed."""
    filed = submission.meters
    return [filed[name].initial_cents * MICRO if name in filed else 0 for name in game.METERS]


def open_filed(meters: Meters, plan: Plan, submission: Submission, places: Sequence[int]) -> None:
    """Begins meters that have not begun and that a submission files: with what was said, or the initial amount."""
    for place in places:
        name = meters.game.METERS[meters.of[place]]
        if not meters.open[place] and name in submission.meters:
            filed = submission.meters[name]
            meters.begin(place, plan.meters.get(name, filed.initial_cents * MICRO), filed.rate_ppm or 0)


def follow(
    meters: Meters, settled: Settled, slots: list[I64] | None, between: Sequence[Between] = (),
    stops: list[NDArray[np.bool_]] | None = None, told: Callable[[Stop], None] | None = None,
) -> tuple[list[Course], list[tuple[int, Said]]]:  # fmt: skip
    """The course of the meters through a batch, for each of its works; and the readings that no round gave, with their places.

    ``slots``: of each work (R, meters) which meter each of the game's meters is in a round, -1 for none; None: in every round
    that of the same place. ``stops``: of each work (R) rounds of which ``told`` is told.
    """
    works = settled.works
    whole = len(works) == 1 and works[0].places is None
    if whole and slots is None and not between and stops is None:
        work = works[0]
        if work.played is None:
            none = np.zeros((0, len(meters.of)), np.int64)
            return [Course(none, np.array(meters.balances, np.int64))], []
        quiet = not (work.fed.any() or work.unsure.any() or any(meters.adopt))
        if quiet:
            opening = np.array(meters.balances, np.int64)
            after = meters.game.follow(work.played, work.basis.submission, work.basis.law, opening)
            meters.balances = after[-1].tolist()
            return [Course(after, opening)], []
    return _Walk(meters, settled, slots, between, stops, told).course()


class _Walk:
    """One batch, its rounds in the order of the log; the works that they are of; the meters that they have."""

    def __init__(
        self, meters: Meters, settled: Settled, slots: list[I64] | None, between: Sequence[Between],
        stops: list[NDArray[np.bool_]] | None, told: Callable[[Stop], None] | None,
    ) -> None:  # fmt: skip
        self.meters, self.works, self.between, self.told = meters, settled.works, between, told
        rounds, kinds = settled.batch.rounds, len(meters.game.METERS)
        self.owner, self.at = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        self.slots = np.empty((rounds, kinds), np.int64)
        self.grown = np.zeros((rounds, kinds), np.int64)
        self.fed = np.zeros((rounds, kinds), np.int64)
        self.unsure = np.zeros((rounds, kinds), np.bool_)
        self.stop = np.zeros(rounds, np.bool_)
        self.tell = np.zeros(rounds, np.bool_)
        for number, work in enumerate(self.works):
            if work.played is None:
                continue
            places = places_of(work)
            self.owner[places], self.at[places] = number, np.arange(len(places))
            self.slots[places] = np.arange(kinds) if slots is None else slots[number]
            self.grown[places] = work.played.increments
            self.fed[places], self.unsure[places] = work.fed, work.unsure
            self.stop[places] = work.played.rare
            if stops is not None:
                self.tell[places] = stops[number]
        self.stop |= self.tell | (self.fed != 0).any(axis=1) | self.unsure.any(axis=1)
        self._stop_at_readings()
        self.grown[self.stop] = 0
        self._add_up()
        self.changed = np.zeros((rounds, kinds), np.int64)
        self.doubtful = np.zeros((rounds, kinds), np.bool_)
        self.since: dict[int, int] = {at: 0 for at, adopts in enumerate(meters.adopt) if adopts}  # in doubt from this round on
        self.more: dict[int, int] = {}  # what each meter has changed by beside growing
        self.steps: dict[int, list[tuple[float, int]]] = {}

    def _mine(self, place: int) -> I64:
        """The rounds that have a meter."""
        return np.flatnonzero(self.slots[:, self.meters.of[place]] == place)

    def _stop_at_readings(self) -> None:
        """A meter in doubt stops at the next round that has a reading of it."""
        doubts: dict[int, list[int]] = {at: [0] for at, adopts in enumerate(self.meters.adopt) if adopts}
        for number, kind in zip(*(of.tolist() for of in np.nonzero(self.unsure)), strict=True):
            if self.slots[number, kind] >= 0:
                doubts.setdefault(int(self.slots[number, kind]), []).append(number)
        self.readings: dict[int, I64] = {}
        if not doubts:
            return
        kinds = {self.meters.of[place] for place in doubts}
        rounds = len(self.owner)
        for kind in kinds:
            self.readings[kind] = np.full(rounds, -1, np.int64)
            for work in self.works:
                self.readings[kind][places_of(work)] = readings(work, self.meters.game.METERS[kind])
        for place, since in doubts.items():
            mine = self._mine(place)
            where = mine[self.readings[self.meters.of[place]][mine] >= 0]
            for number in since:
                following = where[where >= number]
                self.stop[following[:1]] = True

    def _add_up(self) -> None:
        """Increments by meter: in all after each round, from the beginning of the batch."""
        self.sums = np.zeros_like(self.grown)
        self.mine: dict[int, I64] = {}
        for kind in range(self.slots.shape[1]):
            places = self.slots[:, kind]
            for place in np.unique(places).tolist():
                if place >= 0:
                    self.mine[place] = np.flatnonzero(places == place)
                    self.sums[self.mine[place], kind] = np.cumsum(self.grown[self.mine[place], kind])

    def holds(self, place: int, number: int) -> int:
        """What a meter holds before a round."""
        grown = 0
        mine = self.mine.get(place)
        if mine is not None:
            before = int(np.searchsorted(mine, number))
            grown = int(self.sums[mine[before - 1], self.meters.of[place]]) if before else 0
        return self.meters.balances[place] + grown + self.more.get(place, 0)

    def change(self, place: int, number: float, by: int) -> None:
        """A meter changes by so much."""
        if by:
            self.more[place] = self.more.get(place, 0) + by
            self.steps.setdefault(place, []).append((number, by))

    def course(self) -> tuple[list[Course], list[tuple[int, Said]]]:
        """Through the batch."""
        said: list[tuple[int, Said]] = []
        ahead = list(self.between)
        for number in np.flatnonzero(self.stop).tolist():
            while ahead and ahead[0].place <= number:
                said += self._between(ahead.pop(0))
            self._round(number)
        for one in ahead:
            said += self._between(one)
        return self._end(), said

    def _between(self, one: Between) -> list[tuple[int, Said]]:
        changes, found = one.do(lambda place: self.holds(place, one.place))
        for place, by in changes.items():
            self.change(place, one.place - 0.5, by)
        sure = []
        for each in found:
            if each.meter in self.since:  # a meter in doubt takes the next reading for true
                self.change(each.meter, one.place - 0.5, each.recorded - each.correct)
                self._trusted(each.meter, one.place - 1)
            else:
                sure.append((one.place, each))
        return sure

    def _round(self, number: int) -> None:
        """One round followed by itself."""
        meters, work, at = self.meters, self.works[int(self.owner[number])], int(self.at[number])
        assert work.played is not None
        places = self.slots[number].tolist()
        before = [self.holds(place, number) if place >= 0 else 0 for place in places]
        opening = np.array(before, np.int64) + self.fed[number]  # increments are on the meter before anyone is paid
        part = _part(work.played, at, at + 1, meters.game.BY_ROUND)
        after = meters.game.follow(part, work.basis.submission, work.basis.law, opening)[0].tolist()
        for kind, place in enumerate(places):
            if place < 0:
                continue
            if self.unsure[number, kind] and place not in self.since:
                self.since[place] = number
            if place in self.since:
                self.doubtful[number, kind] = True
                reading = int(self.readings[kind][number])
                if reading >= 0:
                    after[kind] = reading
                    self._trusted(place, number)
            self.changed[number, kind] = after[kind] - before[kind]
            self.change(place, number, after[kind] - before[kind])
        if self.told is not None and self.tell[number]:
            self.told(Stop(number, work, at, tuple(places), tuple(opening.tolist()), tuple(after)))

    def _trusted(self, place: int, number: int) -> None:
        """A meter is out of doubt after a round."""
        mine = self.mine.get(place, np.zeros(0, np.int64))
        since = self.since.pop(place)
        self.doubtful[mine[(mine >= since) & (mine <= number)], self.meters.of[place]] = True

    def _end(self) -> list[Course]:
        """Every meter before and after every round; what is left of doubts."""
        meters, rounds = self.meters, len(self.owner)
        held = [self.holds(place, rounds) for place in range(len(meters.names))]
        after = self.sums
        for place, mine in self.mine.items():
            kind = meters.of[place]
            steps = self.steps.get(place, [])
            whole = np.concatenate(([0], np.cumsum(np.array([by for _, by in steps], np.int64))))
            done = np.searchsorted(np.array([at for at, _ in steps], np.float64), mine, side="right")
            after[mine, kind] += meters.balances[place] + whole[done]
        before = after - self.grown - self.changed
        before[self.slots < 0] = after[self.slots < 0] = 0
        meters.balances = held
        for place in range(len(meters.names)):
            meters.adopt[place] = place in self.since
            if place in self.since and place in self.mine:
                mine = self.mine[place]
                self.doubtful[mine[mine >= self.since[place]], meters.of[place]] = True
        courses = []
        for work in self.works:
            places = places_of(work)
            work.doubtful = self.doubtful[places]
            courses.append(Course(after[places], before[places]))
        return courses


def places_of(work: Work) -> I64:
    """Which rounds of the batch a work's rounds are."""
    return np.arange(work.batch.rounds) if work.places is None else work.places


def readings(work: Work, name: str) -> I64:
    """Each round's reading of one of the game's meters, -1 where it has none."""
    batch: Batch = work.batch
    out = np.full(batch.rounds, -1, np.int64)
    name = f"meter_{name}"
    if name in batch.values:
        values = batch.values[name]
        if batch.failures.get(name) is not None:
            values = np.where(batch.failures[name], -1, values)
        kernels.last_reading(batch.first, values, out)
    return out


def _part(played: Played, begin: int, end: int, by_round: tuple[frozenset[str], frozenset[str]]) -> Played:
    """Some rounds of a settled batch; what is settled in them is settled in the whole."""
    first = int(played.rows.first[begin])
    last = int(played.rows.first[end])

    def cut(of: Any, whole: frozenset[str]) -> Any:
        values = {}
        for field_ in fields(of):
            value = getattr(of, field_.name)
            if field_.name == "first":
                values["first"] = value[begin : end + 1] - first
            elif field_.name == "round":
                values["round"] = value[first:last] - begin
            else:
                values[field_.name] = value[begin:end] if field_.name in whole else value[first:last]
        return type(of)(**values)

    return Played(
        cut(played.rows, by_round[0]), cut(played.settled, by_round[1]), {}, played.rare[begin:end],
        played.increments[begin:end], played.wagers[first:last],
    )  # fmt: skip


def together(works: Sequence[Work], *values: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Values by round of each work, each in one array in the order of the log."""
    if len(works) == 1:
        return [of[0] for of in values]
    rounds = sum(work.batch.rounds for work in works)
    out = []
    for of in values:
        whole = np.empty(rounds, of[0].dtype)
        for work, part in zip(works, of, strict=True):
            whole[places_of(work)] = part
        out.append(whole)
    return out


def in_order(works: Sequence[Work], rounds: Sequence[I64]) -> Iterator[tuple[Work, int]]:
    """Rounds of several works (their numbers in each) in the order of the log."""
    if len(works) == 1:
        for number in rounds[0].tolist():
            yield works[0], number
        return
    every = [(int(places_of(work)[number]), at, number) for at, work in enumerate(works) for number in rounds[at].tolist()]
    for _, at, number in sorted(every):
        yield works[at], number
