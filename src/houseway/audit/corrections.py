"""The order of a ledger: between its rounds people moved meters, took rounds back and settled them again, and all is followed.

A round that is corrected later moves the meters when it is played, and is judged when its last correction comes: by the lines
of that event, under its submission, with the meters as they stood at the round's own turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.audit import differences, metering
from houseway.audit.columns import COLUMNS
from houseway.audit.filings import NONE
from houseway.audit.metering import Between, Said
from houseway.audit.recorded import EVENT, LATER, SLOT, numbers_of
from houseway.audit.sequence import Sequence, Wrong
from houseway.money import cents
from houseway.problems import InputError
from houseway.settlement.reading import read_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from houseway.audit.filings import Basis
    from houseway.audit.metering import Course, Stop
    from houseway.audit.recorded import LedgerLog, Move, Recorded
    from houseway.audit.settling import Settled
    from houseway.settlement.round import Round

_VERBS = {
    "begun": "meter begun", "moved": "funds moved", "retired": "meter retired", "opened": "round opened",
    "voided": "round voided", "resettled": "round settled again",
}  # fmt: skip


class Judged(NamedTuple):
    """The last correction of a round: the round, what it was settled under, what came of it, and its differences."""

    typed: Round
    basis: Basis
    lines: Any
    meters: Any
    notices: Any
    found: list[differences.Difference]


class LedgerSequence(Sequence):
    """Takes settled batches of a ledger, and what its events move between them."""

    def __init__(self, log: LedgerLog, *of: Any) -> None:
        super().__init__(*of)
        self.log = log
        state = of[-1]
        if state is None:
            self.meters = metering.Meters(self.game)
        self.seq = 0 if state is None else int(state["seq"])
        # rounds that are corrected later: what each meter held at their turn, and what they have changed it by so far
        self.turn: dict[int, dict[int, int]] = {} if state is None else _ints(state["turn"])
        self.changed: dict[int, dict[int, int]] = {} if state is None else _ints(state["changed"])
        self.keeps = False  # whether the last corrections of the latest batch are kept, for whoever explains one
        self.judged: dict[int, Judged] = {}
        self._said: list[tuple[int, Said]] = []
        self._slots: list[NDArray[np.int64]] = []

    def state(self) -> dict[str, Any]:
        """All that an audit needs to go on from here."""
        return super().state() | {"seq": self.seq, "turn": self.turn, "changed": self.changed}

    def meter_average(self) -> dict[str, int]:
        """What the meters of each kind showed on the average, in cents."""
        return {name: int(self.weight[at] / max(1, self.weighed)) for at, name in enumerate(self.game.METERS)}

    # --- Following.

    def follow(self, settled: Settled) -> list[Course]:
        """Every meter before and after each round, and what moves them in between."""
        batch = settled.batch
        if not len(batch):
            return [metering.Course(np.zeros((0, len(self.game.METERS)), np.int64), np.zeros(0, np.int64))]
        self.judged.clear()
        events = numbers_of(batch, EVENT)
        kinds = range(len(self.game.METERS))
        self._slots = [np.stack([numbers_of(work.batch, f"{SLOT}{at}") for at in kinds], axis=1) for work in settled.works]
        later = [numbers_of(work.batch, LATER) != 0 for work in settled.works]
        between = self._ahead(events)
        courses, self._said = metering.follow(self.meters, settled, self._slots, between, later, self._remember)
        self.seq = max(self.seq, int(events[-1]))
        self.compare_slow(settled)
        return courses

    def _ahead(self, events: NDArray[np.int64]) -> list[Between]:
        """What lies before, between and after these rounds, as far as the last of them."""
        found: list[Between] = []
        while self.log.moves and self.log.moves[0].seq <= int(events[-1]):
            move = self.log.moves.popleft()
            if move.seq > self.seq:
                found.append(self._between(move, int(np.searchsorted(events, move.seq))))
        return found

    def _between(self, move: Move, place: int) -> Between:
        if move.kind == "begun":  # there must be room for it before its first round
            name, of, _, rate = move.of
            at = self.meters.add(name, of)
            self.meters.begin(at, 0, rate)

        def do(holds: Callable[[int], int]) -> tuple[dict[int, int], list[Said]]:
            changes = self._changes(move, holds)
            by = f"event {move.seq} ({_VERBS.get(move.kind, move.kind)})"
            said = [Said(at, read, holds(at) + changes.get(at, 0), by, move.at) for at, read in move.said.items()]
            return changes, said

        return Between(place, do)

    def end(self) -> None:
        """What comes after the last round."""
        found: list[tuple[int, Said]] = []
        while self.log.moves:
            move = self.log.moves.popleft()
            if move.seq <= self.seq:
                continue
            changes, said = self._between(move, 0).do(lambda at: self.meters.balances[at])
            for at, by in changes.items():
                self.meters.balances[at] += by
            found += [(0, one) for one in said]
            self.seq = move.seq
        self._said_readings(None, found, [])

    def _changes(self, move: Move, holds: Callable[[int], int]) -> dict[int, int]:
        """By how much an event changes each meter: by what people did, and by the settlement of rounds, not by its record."""
        if move.kind == "begun":
            return {self.meters.names.index(move.of[0]): move.of[2]}
        if move.kind == "moved":
            return dict(move.of)
        if move.kind == "retired":
            giver, taker = move.of
            held = holds(giver)
            return {giver: -held} | ({} if taker is None else {taker: held})
        if move.kind in ("opened", "taken back"):
            number, changes = move.of
            if number in self.log.last:
                self._add(number, changes)
            return dict(changes)
        number, one, given, lines, last = move.of
        if move.kind == "voided":
            changes = {at: -by for at, by in self.changed.pop(number, {}).items() if by}
            self.turn.pop(number, None)
            self._judge(number, one, self._basis(one, one.given), {"void": True}, {}, lines, last)
            return changes
        return self._again(number, one, given, lines, last)

    def _again(self, number: int, one: Recorded, given: int, lines: list[list[Any]], last: bool) -> dict[int, int]:
        """A round settled again from the meters as they stood at its turn: what each must be corrected by."""
        turn = self.turn.get(number)
        if turn is None:  # its rows could not be settled when it was its turn
            return {}
        then = replace(one, opened=False, terms=self._terms(one, given))
        basis = self._basis(then, given)
        readings = {name: turn[terms.place] for name, terms in then.terms.items() if terms.place in turn}
        meters = self._judge(number, one, basis, {}, readings, lines, last)
        made = {
            terms.place: meters[name].balance_micro - meters[name].opening_micro
            for name, terms in then.terms.items()
            if name in meters
        }
        before = self.changed.get(number, {})
        self.changed[number] = made
        return {at: made.get(at, 0) - before.get(at, 0) for at in dict.fromkeys((*before, *made))}

    def _terms(self, one: Recorded, given: int) -> dict[str, Any]:
        """The meters' terms under another submission: its own where it files others than the one before, else those of then."""
        if NONE in (given, one.given):
            return one.terms
        before = self.log.filings.given[one.given].submission.meters
        after = self.log.filings.given[given].submission
        terms = {}
        for name, of in one.terms.items():
            if name not in after.offered:
                continue
            filed, old = after.meters[name], before.get(name)
            if old is not None and (filed.reset_cents, filed.rate_ppm) != (old.reset_cents, old.rate_ppm):
                of = of._replace(reset_cents=filed.reset_cents, rate_ppm=filed.rate_ppm or 0)
            terms[name] = of
        return terms

    def _basis(self, one: Recorded, given: int) -> Basis:
        filings = self.log.filings
        number = filings.basis(one, given)
        return filings.first if number == NONE else filings.bases[number]

    def _judge(
        self, number: int, one: Recorded, basis: Basis, more: dict[str, Any], readings: dict[str, int],
        lines: list[list[Any]], last: bool,
    ) -> dict[str, Any]:  # fmt: skip
        """A correction settled; its lines compared if it is the last of its round. The meters by name."""
        document = {**one.document, **more}
        if "dealer" not in document:
            document["void"] = True
        try:
            typed = replace(read_round(document), meters=readings)
            settled = self.settle_one(typed, basis)
        except InputError:
            return {}
        if last:
            recorded = recorded_of(document, lines)
            named = {"table": str(document.get("table", "")), "dealer_id": str(document.get("dealer_id", ""))}
            named |= {"shift": "", "day": str(document.get("date", ""))}
            every = []
            for seat in typed.payment_order:
                found = differences.of_seat(str(document.get("round_id", "")), seat, recorded[seat], settled[0], basis.law)
                self.count(found, named)
                every += found
            self.tell(every)
            if self.keeps:
                self.judged[number] = Judged(typed, basis, settled[0], settled[1], settled[2], every)
        return dict(settled[1])

    def _remember(self, stop: Stop) -> None:
        """A round that is corrected later, at its turn."""
        number = int(numbers_of(stop.work.batch, LATER)[stop.number])
        places = [(kind, at) for kind, at in enumerate(stop.meters) if at >= 0]
        opened = self.changed.get(number, {})  # its increments, counted when it was opened
        self.turn[number] = {at: stop.before[kind] - opened.get(at, 0) for kind, at in places}
        self._add(number, {at: stop.after[kind] - stop.before[kind] for kind, at in places})

    def _add(self, number: int, changes: dict[int, int]) -> None:
        mine = self.changed.setdefault(number, {})
        for at, by in changes.items():
            mine[at] = mine.get(at, 0) + by

    # --- Readings.

    def readings(self, settled: Settled, courses: list[Course]) -> None:
        """What the events say that the meters hold, against what they do."""
        works, wrong = settled.works, list[Wrong]()
        for kind, name in enumerate(self.game.METERS):
            slots, read, right, wagered, hit = metering.together(
                works, [slots[:, kind] for slots in self._slots], [metering.readings(work, name) for work in works],
                [course.after[:, kind] for course in courses], [work.meter_wagered[:, kind] for work in works],
                [np.zeros(0, np.bool_) if work.played is None else work.played.rare for work in works],
            )  # fmt: skip
            for at in [at for at, of in enumerate(self.meters.of) if of == kind]:
                mine = np.flatnonzero(slots == at)
                said = [one for one in self._said if one[1].meter == at]
                if len(mine) or said:
                    wrong += self._check(settled, at, mine, [read[mine], right[mine], wagered[mine], hit[mine]], said)
        self._said = []
        self.tell_readings(settled, wrong)

    def _check(
        self, settled: Settled | None, at: int, mine: NDArray[np.int64], of: list[NDArray[Any]], said: list[tuple[int, Said]]
    ) -> list[Wrong]:  # fmt: skip
        """One meter through a batch: rounds, and between them what other events say of it."""
        watch = self.meters.watches[at]
        if watch is None:
            return []
        between = np.searchsorted(mine, np.array([place for place, _ in said], np.int64))
        more = [[one.recorded for _, one in said], [one.correct for _, one in said], [0] * len(said), [True] * len(said)]
        read, right, wagered, hit = (
            np.insert(values, between, np.array(new, values.dtype)) for values, new in zip(of, more, strict=True)
        )
        by: list[tuple[int, tuple[str, str] | None]] = [(int(number), None) for number in mine]
        for place, (number, one) in zip(reversed(between.tolist()), reversed(said), strict=True):
            by.insert(place, (number, (one.by, one.when)))
        found = []
        for number in watch.check(read, right, wagered, hit).tolist():
            place, told = by[number]
            names = told if told is not None or settled is None else self.when(settled, place)
            found.append(Wrong(place, at, int(read[number]), int(right[number]), *(names or ("", ""))))
        return found

    def _said_readings(self, settled: Settled | None, said: list[tuple[int, Said]], wrong: list[Wrong]) -> None:
        nothing = [np.zeros(0, kind) for kind in (np.int64, np.int64, np.int64, np.bool_)]
        for at in range(len(self.meters.names)):
            mine = [one for one in said if one[1].meter == at]
            if mine:
                wrong += self._check(settled, at, np.zeros(0, np.int64), nothing, mine)
        self.tell_readings(settled, wrong)


def recorded_of(document: dict[str, Any], lines: list[list[Any]]) -> dict[int, dict[str, int]]:
    """What an event's lines say that each seat was given, by the columns of a log, in cents."""
    names = COLUMNS[str(document["game"])]
    nothing = {name: 0 for name in names if name.startswith(("paid_", "returned_")) or name == "vigorish"}
    found = {int(player["seat"]): dict(nothing) for player in document["players"]}
    for seat, wager, _, _, returned, paid, vigorish, *_ in lines:
        for name, amount in ((f"returned_{wager}", returned), (f"paid_{wager}", paid), ("vigorish", vigorish)):
            if name in nothing:
                signed = -cents(amount[1:]) if amount.startswith("-") else cents(amount)
                found[int(seat)][name] += signed
    return found


def _ints(of: dict[str, dict[str, int]]) -> dict[int, dict[int, int]]:
    return {int(number): {int(at): by for at, by in changes.items()} for number, changes in of.items()}
