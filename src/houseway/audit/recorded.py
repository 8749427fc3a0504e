"""A ledger as a log: its events in their order as rows of rounds, and as what moves meters between two rounds.

What the events say of meters is not believed but made again: a meter begins as it was created, grows by its own rate, is paid
from by the settlement of each round, and is moved by what people did with it; what an event records of it is a reading.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.audit import columns as of_log
from houseway.audit.arrow import pa
from houseway.audit.columns import Found
from houseway.audit.filings import NONE, Basis, Filings, Given
from houseway.audit.lines import Part, ledger_rows
from houseway.audit.sources import Chunk, Header
from houseway.money import cents, microcents, rate_ppm
from houseway.problems import InputError, Problem, shown
from houseway.regulation import law_for
from houseway.submission import Meter, default, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from houseway.audit.batches import Batch
    from houseway.submission import Submission

EVENT, BASIS, LATER, SLOT = "houseway_event", "houseway_basis", "houseway_later", "houseway_slot_"  # beside a log's columns
CORRECTIONS = frozenset({"round.voided", "round.resettled"})
FIRST = CORRECTIONS | {"table.created"}

Event = Mapping[str, Any]  # seq, at, kind and payload (an object)


class Events(NamedTuple):
    """Where a ledger's events come from: what it is called, how to read those of some kinds (None: of all), in their order,
    what tells it from another or from itself at another time, and how many there are (0: not known)."""

    called: str
    read: Callable[[frozenset[str] | None], Iterator[Event]]
    identity: list[Any]
    many: int = 0


class Terms(NamedTuple):
    """What a meter is to a round: its place among the meters, its reset amount and its rate."""

    place: int
    reset_cents: int
    rate_ppm: int


@dataclass
class Recorded:
    """A round that is corrected later, or that is open: its document, what it was settled under, its meters by wager."""

    document: Mapping[str, Any]
    given: int
    law: date
    terms: dict[str, Terms]
    opened: bool = False


class Move(NamedTuple):
    """An event between two rounds: ``kind`` says what ``of`` holds; ``said`` is what it records of meters, in microcents."""

    seq: int
    at: str
    kind: str
    of: Any
    said: dict[int, int]


@dataclass
class LedgerMeter:
    """A meter as the events make it, but for what it holds."""

    place: int
    kind: str
    reset_cents: int
    rate_ppm: int


@dataclass
class LedgerLog:
    """The rounds of one game in a ledger. ``moves`` is what is ahead of whoever follows the meters, filled while it is read.

    Raises InputError for what is no whole ledger.
    """

    events: Events
    game: ModuleType
    given: Sequence[Given]
    names: list[str] = field(default_factory=list)  # meters by their places
    moves: deque[Move] = field(default_factory=deque)
    last: dict[int, int] = field(default_factory=dict)  # a round that is corrected -> its last event
    kept: dict[int, Recorded] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for event in self.events.read(CORRECTIONS):
            self.last[int(event["payload"]["round"])] = int(event["seq"])
        self.filings = LedgerFilings(self.game, self.given)
        self._meters: dict[str, LedgerMeter] = {}
        self._tables: dict[str, str] = {}  # every table, and its game
        self._links: dict[str, dict[str, str]] = {}
        self._open: dict[int, Recorded] = {}

    @property
    def header(self) -> Header:
        """Every column that a ledger has."""
        names = [name for name in of_log.COLUMNS[self.game.GAME] if name != "shift"]
        return Header(self.events.called, tuple(names), {name: Found(name) for name in names}, self.chunks)

    def chunks(self, rows: int) -> Iterator[Chunk]:
        """The rounds, in parts."""
        found = self.header.found
        part, ints = Part(), _Numbers(len(self.game.METERS))
        for event in self.events.read(None):
            seq, made = int(event["seq"]), []
            try:
                made = self._take(seq, event)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
                said = f"event {seq} ({event.get('kind')}) is none of a whole ledger: {type(error).__name__} {error}"
                allowed = "a ledger, or an export of one from its first event"
                raise InputError([Problem(shown(self.events.called, 200), said[:300], None, allowed)]) from None
            for row, numbers in made:
                part.add(seq, row)
                ints.add(seq, numbers)
            if len(part.numbers) >= rows:
                yield self._chunk(part, ints, found, seq)
                part, ints = Part(), _Numbers(len(self.game.METERS))
        if part.numbers:
            yield self._chunk(part, ints, found, self.events.many)

    def _chunk(self, part: Part, ints: _Numbers, found: Mapping[str, Found], seq: int) -> Chunk:
        n = len(part.numbers)
        columns = {name: pa.array(part.columns.get(name, [None] * n), pa.string()) for name in found}
        columns |= ints.columns()
        done = min(1.0, seq / self.events.many) if self.events.many else 0.0
        return Chunk(self.events.called, columns, dict(found), np.array(part.numbers, np.int64), [], done)

    # --- Events.

    def _take(self, seq: int, event: Event) -> list[tuple[dict[str, Any], list[int]]]:
        """One event: the rows of a settled round, and its meters in numbers."""
        kind, of = str(event["kind"]), event["payload"]
        if kind == "round.settled":
            return self._settled(seq, event)
        do = _MOVES.get(kind)
        if do is not None:
            do(self, seq, str(event["at"]), of)
        return []

    def _move(self, seq: int, at: str, kind: str, of: Any, movements: Iterable[Sequence[Any]]) -> None:
        said = {self._meters[name].place: microcents(balance) for name, _, _, _, balance in movements if name in self._meters}
        self.moves.append(Move(seq, at, kind, of, said))

    def _filed(self, seq: int, at: str, of: Any) -> None:
        self.filings.file(of["id"], parse(of["submission"]))

    def _table(self, seq: int, at: str, of: Any) -> None:
        self._tables[of["table"]] = of["game"]
        self._links[of["table"]] = {}

    def _linked(self, seq: int, at: str, of: Any) -> None:
        if of["meter"] is None:
            del self._links[of["table"]][of["wager"]]
        else:
            self._links[of["table"]][of["wager"]] = of["meter"]

    def _created(self, seq: int, at: str, of: Any) -> None:
        if of["game"] != self.game.GAME:
            return
        rate = of["rate_of_progression"]
        meter = LedgerMeter(len(self.names), of["wager"], cents(of["reset"]), 0 if rate is None else rate_ppm(rate))
        self._meters[of["meter"]] = meter
        self.names.append(of["meter"])
        amount = microcents(of["reading"] if "reading" in of else of["initial"])
        begun = (of["meter"], self.game.METERS.index(meter.kind), amount, meter.rate_ppm)
        self._move(seq, at, "begun", begun, of["movements"])

    def _rate(self, seq: int, at: str, of: Any) -> None:
        if of["meter"] in self._meters:
            self._meters[of["meter"]].rate_ppm = rate_ppm(of["rate_of_progression"])

    def _funds(self, seq: int, at: str, of: Any) -> None:
        amount = microcents(of["amount"])
        both = ((of["from"], -amount), (of["to"], amount))
        changes = {self._meters[name].place: by for name, by in both if name in self._meters}
        if changes:
            self._move(seq, at, "moved", changes, of["movements"])

    def _retired(self, seq: int, at: str, of: Any) -> None:
        for links in self._links.values():
            for wager in [wager for wager, name in links.items() if name == of["meter"]]:
                del links[wager]
        if of["meter"] in self._meters:
            to = self._meters[of["moved_to"]].place if of.get("moved_to") in self._meters else None
            self._move(seq, at, "retired", (self._meters[of["meter"]].place, to), of["movements"])

    # --- Rounds.

    def _basis(self, given: int, document: Mapping[str, Any]) -> Recorded:
        """What a round that comes now is settled under, and its meters."""
        day = date.fromisoformat(document["date"])
        terms = {}
        offered = self.filings.given[given].submission.offered if given != NONE else frozenset(self.game.METERS)
        for wager, name in self._links[document["table"]].items():
            if wager in offered:
                meter = self._meters[name]
                terms[wager] = Terms(meter.place, meter.reset_cents, meter.rate_ppm)
        return Recorded(document, given, day, terms)

    def _increments(self, of: Recorded, only_void: bool = False) -> dict[int, int]:
        """What the wagers of a round (or of its void seats) put on each meter."""
        found: dict[int, int] = {}
        for player in of.document["players"]:
            if only_void and not (of.document.get("void") or player.get("void")):
                continue
            for wager, amount in player["wagers"].items():
                terms = of.terms.get(self.game.METER_OF.get(wager, ""))
                if terms is not None and terms.rate_ppm:
                    found[terms.place] = found.get(terms.place, 0) + cents(amount) * terms.rate_ppm
        return found

    def _opened(self, seq: int, at: str, of: Any) -> None:
        if of["document"]["game"] != self.game.GAME:
            return
        one = self._basis(self.filings.of(of["submission"], of["document"]), of["document"])
        one.opened = True
        self._open[seq] = one
        if seq in self.last:
            self.kept[seq] = one
        self._move(seq, at, "opened", (seq, self._increments(one)), of["movements"])

    def _settled(self, seq: int, event: Event) -> list[tuple[dict[str, Any], list[int]]]:
        of = event["payload"]
        document = of["document"]
        if document["game"] != self.game.GAME:
            return []
        number = seq if of.get("round") is None else int(of["round"])
        opened = self._open.pop(number, None)
        if opened is None:
            one = self._basis(self.filings.of(of["submission"], document), document)
        else:  # its increments are on the meters since it was opened; those of void seats are taken back
            one = replace(opened, document=document)
            back = {place: -amount for place, amount in self._increments(one, only_void=True).items()}
            if back:
                self.moves.append(Move(seq, str(event["at"]), "taken back", (number, back), {}))
        if number in self.last:
            self.kept[number] = one
        basis = self.filings.basis(one)
        slots = [one.terms[name].place if name in one.terms else -1 for name in self.game.METERS]
        numbers = [basis, number if number in self.last else 0, *slots]
        return [(row, numbers) for row in ledger_rows(dict(event))]

    def _corrected(self, seq: int, at: str, of: Any, kind: str) -> None:
        number = int(of["round"])
        one = self._open.pop(number, None) or self.kept.get(number)
        if one is None or one.document["game"] != self.game.GAME:
            return
        given = one.given if kind == "voided" else self.filings.of(of["submission"], one.document)
        last = self.last.get(number) == seq
        self._move(seq, at, kind, (number, one, given, of["lines"], last), of["movements"])

    def _voided(self, seq: int, at: str, of: Any) -> None:
        self._corrected(seq, at, of, "voided")

    def _resettled(self, seq: int, at: str, of: Any) -> None:
        self._corrected(seq, at, of, "resettled")


_MOVES: dict[str, Callable[[LedgerLog, int, str, Any], None]] = {
    "submission.filed": LedgerLog._filed,
    "table.created": LedgerLog._table,
    "table.linked": LedgerLog._linked,
    "meter.created": LedgerLog._created,
    "meter.taken-over": LedgerLog._created,
    "meter.rate-set": LedgerLog._rate,
    "meter.funds-moved": LedgerLog._funds,
    "meter.retired": LedgerLog._retired,
    "round.opened": LedgerLog._opened,
    "round.voided": LedgerLog._voided,
    "round.resettled": LedgerLog._resettled,
}


class _Numbers:
    """Whole numbers beside the rows: event, basis, the round if it is corrected later (else 0), the place of each meter."""

    def __init__(self, meters: int) -> None:
        self.names = [EVENT, BASIS, LATER, *(f"{SLOT}{at}" for at in range(meters))]
        self.rows: list[list[int]] = []

    def add(self, seq: int, numbers: list[int]) -> None:
        """Of one more row."""
        self.rows.append([seq, *numbers])

    def columns(self) -> dict[str, Any]:
        """As Arrow columns."""
        whole = np.array(self.rows, np.int64).reshape(-1, len(self.names))
        return {name: pa.array(np.ascontiguousarray(whole[:, at])) for at, name in enumerate(self.names)}


def numbers_of(batch: Batch, name: str) -> NDArray[np.int64]:
    """Such a number of each round."""
    column = batch.chunk.columns[name]
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    found: NDArray[np.int64] = column.to_numpy(zero_copy_only=False)[batch.first[:-1]]
    return found


class LedgerFilings(Filings):
    """What rounds of a ledger are settled under: the submission that the ledger says, or of those given the one of the day;
    the law of the day; and the meters' own reset amounts and rates."""

    def __init__(self, game: ModuleType, given: Sequence[Given]) -> None:
        self.own = not given
        self._filed: dict[str, int] = {}
        self._ids: list[str] = []
        super().__init__(game, given or (Given(default(game.GAME)),))
        self._with: dict[Any, int] = {}

    @property
    def several(self) -> bool:
        """Whether rounds may be settled under more than one submission or version of the law."""
        return True

    def file(self, id_: str, submission: Submission) -> None:
        """A submission is filed with the ledger."""
        if self.own and submission.game == self.game.GAME and id_ not in self._filed:
            if not self._filed:  # in the place of the section's default choices
                self.given = ()
            self._filed[id_] = len(self.given)
            self._ids.append(id_)
            self.given = (*self.given, Given(submission))

    def of(self, id_: str, document: Mapping[str, Any]) -> int:
        """Which of the submissions a round is settled under: NONE where none of those given is in force."""
        if self.own:
            return self._filed[id_]
        from houseway.audit.spelling import EPOCH

        number = self._on(str(document.get("table", "")), date.fromisoformat(document["date"]).toordinal() - EPOCH)
        if number == NONE:
            return NONE
        basis = self.bases[number]
        return next(at for at, one in enumerate(self.given) if one.submission is basis.submission)

    def basis(self, of: Recorded, given: int | None = None) -> int:
        """The number of the basis of a round. An opened round's wagers are on its meters before it is settled."""
        at = of.given if given is None else given
        if at == NONE:
            return NONE
        law = law_for(self.game.GAME, of.law)
        key = (at, law.version, of.opened, tuple((w, t.reset_cents, t.rate_ppm) for w, t in sorted(of.terms.items())))
        if key not in self._with:
            submission = self.given[at].submission
            meters = dict(submission.meters)
            for wager, terms in of.terms.items():
                if wager in meters:
                    rate = 0 if of.opened else terms.rate_ppm
                    meters[wager] = Meter(meters[wager].initial_cents, terms.reset_cents, rate)
            called = self.given[at].called
            if self.own:
                called += f" ({self._ids[at][:8]})"
            with self._lock:
                self._with[key] = len(self.bases)
                self.bases.append(Basis(len(self.bases), replace(submission, meters=meters), law, self.game, called))
        return self._with[key]

    def choose(self, batch: Batch) -> NDArray[np.int64] | int:
        """The number of each round's basis (R), or of all of them."""
        out = numbers_of(batch, BASIS)
        return int(out[0]) if (out == out[0]).all() else out

    def met(self, said: Iterable[str]) -> list[Basis]:
        """What rounds were settled under, by the keys of totals."""
        wanted = set(said)
        return [basis for basis in self.bases if basis.said in wanted]


def games(events: Events) -> list[str]:
    """The games that are played at a ledger's tables."""
    return list(dict.fromkeys(str(event["payload"]["game"]) for event in events.read(frozenset({"table.created"}))))
