"""Checking a stretch of the log: the chain, every round settled again, every movement, and the rows that follow from them.

A stretch begins with books whose tables, links, rates and submissions are right, and whose balances are not known: the first
event that touches a meter says what it held. What it said is handed back, and whoever joins the stretches checks that one
ends where the next begins. So stretches can be checked in any order, in several processes.
"""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from houseway.ledger import asking, schema
from houseway.ledger.books import Books, Head
from houseway.ledger.canonical import Event, canonical, event_hash, exact, micro_of
from houseway.ledger.documents import read_opened
from houseway.ledger.errors import LedgerError
from houseway.ledger.planning import Recorded, law_of, plan_opened, plan_resettled, plan_voided
from houseway.ledger.projecting import ROUND_KINDS, VOID, Rows, project
from houseway.ledger.resettling import Again, Settled, resettle
from houseway.ledger.settling import current_terms, terms_of
from houseway.ledger.statements import statements
from houseway.problems import HousewayError, shown
from houseway.regulation import law_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection, Table

    from houseway.regulation import Law

BOOK_KINDS = (
    "ledger.created", "submission.filed", "table.created", "table.linked", "meter.created", "meter.taken-over",
    "meter.rate-set", "meter.funds-moved", "meter.retired",
)  # fmt: skip
SETTLED_KEYS = {
    "round", "of", "document", "submission", "law", "terms", "lines", "movements", "house_net", "hit_at", "answer",
}  # fmt: skip


class Divergence(NamedTuple):
    """The first place where the record does not agree with itself or with the rules."""

    seq: int
    where: str
    message: str
    found: str | None = None
    expected: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return self._asdict()

    def __str__(self) -> str:
        said = f"event {self.seq}, {self.where}: {self.message}"
        said += "" if self.found is None else f"; found {self.found}"
        return said if self.expected is None else f"{said}; expected {self.expected}"


class DivergenceError(Exception):
    """Carries a divergence to where the stretch is given up."""

    def __init__(self, divergence: Divergence) -> None:
        self.divergence = divergence
        super().__init__(str(divergence))


class Stretch(NamedTuple):
    """What a stretch of the log came to.

    ``meters``: for each meter it touched the first event that did, and what the meter held before and after; ``opened`` and
    ``closed``: rounds; ``end``: the head after it.
    """

    first: int
    previous: str
    end: Head
    rounds: int
    meters: dict[str, tuple[int, int, int]]
    opened: dict[int, dict[str, Any]]
    closed: set[int]
    divergence: Divergence | None


def diverge(seq: int, where: str, message: str, found: object = None, expected: object = None) -> DivergenceError:
    """An error to raise at a divergence."""
    return DivergenceError(
        Divergence(
            seq, where, message, None if found is None else _short(found), None if expected is None else _short(expected)
        )
    )


def _short(value: object) -> str:
    text = value if isinstance(value, str) else canonical(value) if isinstance(value, (dict, list, tuple)) else str(value)
    return shown(text, 200)


def check_link(event: Event, seq: int, previous: str | None) -> Mapping[str, Any]:
    """One event's place in the chain; returns its payload. Raises DivergenceError."""
    if event.seq != seq:
        raise diverge(seq, "log", "is missing", f"event {event.seq}", f"event {seq}")
    if previous is not None and event.previous != previous:
        raise diverge(seq, "previous", "is not the hash of the event before it", event.previous, previous)
    right = event_hash(event.previous, event.seq, event.at, event.kind, event.actor, event.payload)
    if event.hash != right:
        raise diverge(seq, "hash", "is not the hash of what the event says", event.hash, right)
    try:
        content = json.loads(event.payload)
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise diverge(seq, "payload", "is not a JSON object", event.payload)
    return content


def check_stretch(connection: Connection, books: Books, first: int, last: int) -> Stretch:
    """Check events ``first`` to ``last``, none of which changes tables, links, rates or submissions.

    ``books`` as they are before, but for the balances; they are used up.
    """
    return _Checker(connection, books, first, last).stretch()


class _Checker:
    def __init__(self, connection: Connection, books: Books, first: int, last: int) -> None:
        self.connection, self.books, self.first, self.last = connection, books, first, last
        self.rows = Rows()
        self.events: dict[int, Event] = {}
        self.contents: dict[int, Mapping[str, Any]] = {}
        self.before: dict[str, tuple[int, int]] = {}
        self.again: list[tuple[int, Again]] = []
        self.found: list[Divergence] = []
        self.opened: dict[int, dict[str, Any]] = {}
        self.closed: set[int] = set()
        self.answers: dict[int, str] = {}

    def stretch(self) -> Stretch:
        previous = None
        at = self.first
        head = self.books.head
        try:
            query = select(schema.event).where(schema.event.c.seq.between(self.first, self.last)).order_by(schema.event.c.seq)
            for row in self.connection.execute(query):
                event = Event(*row)
                content = check_link(event, at, previous)
                self.events[at], self.contents[at] = event, content
                if event.kind in ROUND_KINDS:
                    self._take(event, content)
                previous = event.hash
                head = Head(event.seq, event.at, event.hash)
                at += 1
            if at <= self.last:
                raise diverge(at, "log", "is missing", "no event", f"event {at}")
        except DivergenceError as error:
            self.found.append(error.divergence)
        except (HousewayError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            self.found.append(Divergence(at, "payload", "is not what such an event says", _short(f"{error!r}")))
        self._settle_again(at)
        if not self.found:
            self._rows()
        first = self.events.get(self.first)
        return Stretch(
            self.first,
            first.previous if first is not None else "",
            head,
            len(self.rows.round_),
            {name: (*before, self.books.meters[name].balance_micro) for name, before in self.before.items()},
            self.opened,
            self.closed,
            min(self.found, key=lambda d: d.seq) if self.found else None,
        )

    # --- One event

    def _take(self, event: Event, content: Mapping[str, Any]) -> None:
        """An event of a round: what it rests on, what it moves, and what it says."""
        self._imply(event.seq, content)
        expected: Mapping[str, Any] | None = None
        if event.kind == "round.opened":
            round_ = read_opened(content["document"])
            expected = plan_opened(self.books, round_, self._law(event.seq, content)).content
            self.opened[event.seq] = {"terms": content["terms"]}
        elif event.kind == "round.settled":
            self._settled(event.seq, content)
            self.closed.add(content["round"] or event.seq)
        else:
            recorded = self._recorded(event.seq, content)
            if event.kind == "round.voided":
                expected = plan_voided(
                    self.books, recorded, reason=content["reason"], by=event.actor, approved_by=content["approved_by"]
                ).content
                self.closed.add(content["round"])
            else:
                filing = self.books.filings.get(content["submission"])
                if filing is None:
                    raise diverge(event.seq, "submission", "is not filed", content["submission"])
                expected = plan_resettled(self.books, recorded, filing, reason=content["reason"]).content
        if "answer" in content:
            self.answers[event.seq] = content["answer"]
        if expected is not None:
            self._same(event.seq, {key: value for key, value in content.items() if key != "answer"}, expected)
        self._move(event.seq, content)
        self.books.apply(event.seq, event.kind, content)
        project(self.rows, event.seq, event.kind, content)

    def _imply(self, seq: int, content: Mapping[str, Any]) -> None:
        """What a meter held before the first event of the stretch that touches it, as that event has it."""
        for _, terms in content.get("terms", {}).items() if "totals" not in content else ():
            if terms[0] not in self.before and terms[0] in self.books.meters:
                self._held(seq, terms[0], micro_of(terms[1]))
        for meter, _, _, change, balance in content["movements"]:
            if meter not in self.before and meter in self.books.meters:
                self._held(seq, meter, micro_of(balance) - micro_of(change))

    def _held(self, seq: int, meter: str, micro: int) -> None:
        self.before[meter] = (seq, micro)
        self.books.meters[meter].balance_micro = micro

    def _move(self, seq: int, content: Mapping[str, Any]) -> None:
        """Every movement leads from the balance before it to its own."""
        balances: dict[str, int] = {}
        for n, (meter, _, _, change, balance) in enumerate(content["movements"]):
            if meter not in self.books.meters:
                raise diverge(seq, f"movements[{n}]", "moves a meter that is not there", meter)
            before = balances.get(meter, self.books.meters[meter].balance_micro)
            after = balances[meter] = before + micro_of(change)
            if exact(after) != balance:
                raise diverge(seq, f"movements[{n}]", f"does not lead the meter {meter} to its balance", balance, exact(after))
        for meter, after in balances.items():
            if after < 0:
                raise diverge(seq, "movements", f"lead the meter {meter} below zero", exact(after))

    def _law(self, seq: int, content: Mapping[str, Any]) -> Law:
        """The version of the law that the event names, which is one that was in force on the day of the round."""
        game, on = content["document"]["game"], content["document"]["date"]
        law = law_of(game, content["law"])
        if law.version.isoformat() != content["law"] or content["law"] > on:
            found = law_for(game, date.fromisoformat(on)).version.isoformat()
            raise diverge(seq, "law", "is not a version that was in force", content["law"], found)
        return law

    def _settled(self, seq: int, content: Mapping[str, Any]) -> None:
        """What a settlement rests on; it is settled again with the others of the stretch."""
        document = content["document"]
        law = self._law(seq, content)
        terms = terms_of(content["terms"])
        number = content["round"]
        table = self.books.tables.get(document["table"])
        if table is None:
            raise diverge(seq, "table", "is no table of this ledger", document["table"])
        if number is None:
            filing = self.books.in_force(table, date.fromisoformat(document["date"]))
            if filing is None or filing.id != content["submission"]:
                expected = None if filing is None else filing.id
                raise diverge(seq, "submission", "is not the one in force", content["submission"], expected or "none")
            right = current_terms(self.books, table, filing.submission)
        else:
            opened = self._event(number).content
            if opened["submission"] != content["submission"] or opened["law"] != content["law"]:
                raise diverge(seq, "round", "is not settled as it was opened", number)
            filing = self.books.filings[content["submission"]]
            right = {
                wager: terms._replace(opening_micro=self.books.meters[terms.meter].balance_micro)
                for wager, terms in terms_of(opened["terms"]).items()
            }
        recorded = {wager: t.recorded() for wager, t in right.items()}
        if content["terms"] != recorded:
            raise diverge(seq, "terms", "are not the meters as they stood", content["terms"], recorded)
        if (content["of"], content["hit_at"]) != (number, document.get("time")):
            raise diverge(
                seq, "of, hit_at", "are not the round's", [content["of"], content["hit_at"]], [number, document.get("time")]
            )
        if content.keys() != SETTLED_KEYS:
            raise diverge(seq, "payload", "does not say what a settlement says", sorted(content), sorted(SETTLED_KEYS))
        self.again.append((seq, Again(document, filing.submission, law, terms, number is not None)))

    def _event(self, seq: int) -> Event:
        found = self.events.get(seq)
        return found if found is not None else asking.event_of(self.connection, seq)

    def _recorded(self, seq: int, content: Mapping[str, Any]) -> Recorded:
        """The round that a correction is about, as it was before it."""
        events = asking.history(self._event, content["of"])
        if events[0].seq != content["round"] or events[-1].seq >= seq:
            raise diverge(seq, "of", "is not an earlier event of the round", content["of"])
        recorded = Recorded(content["round"], tuple((event.seq, event.content) for event in events))
        if recorded.status == VOID:
            raise diverge(seq, "of", "is void already", content["of"])
        return recorded

    def _same(self, seq: int, found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
        for key in dict.fromkeys((*expected, *found)):
            if found.get(key) != expected.get(key):
                raise diverge(seq, key, "is not what it should be", found.get(key), expected.get(key))

    # --- All of them

    def _settle_again(self, until: int) -> None:
        """Every settled round before ``until`` (where the stretch was given up), settled again and compared."""
        tasks = [(seq, again) for seq, again in self.again if seq <= until]
        for (seq, again), settled in zip(tasks, resettle([again for _, again in tasks]), strict=True):
            divergence = _compared(seq, again, settled, self.contents[seq])
            if divergence is not None:
                self.found.append(divergence)
                return

    def _rows(self) -> None:
        """The rows that the events make, against the rows that are there."""
        try:
            self._compare(schema.movement, self.rows.movement)
            self._compare(schema.line, self.rows.line)
            self._answers()
            self._rounds()
        except DivergenceError as error:
            self.found.append(error.divergence)
        except LedgerError as error:
            self.found.append(Divergence(self.last, "table round", f"leads to what is not there: {error}"))

    def _compare(self, table: Table, right: list[tuple[Any, ...]]) -> None:
        query = statements(self.connection.dialect.name).stretch[table.name]
        result = self.connection.exec_driver_sql(query, (self.first, self.last))
        found = result.cursor.fetchall()  # plain tuples: there are many
        if found == right:
            return
        for row, other in zip(found, right, strict=False):
            if row != other:
                raise diverge(min(row[0], other[0]), f"table {table.name}", "has another row than the event", row, other)
        seq = found[len(right)][0] if len(found) > len(right) else right[len(found)][0]
        raise diverge(seq, f"table {table.name}", "has not as many rows as the events say", len(found), len(right))

    def _answers(self) -> None:
        query = select(schema.answer).where(schema.answer.c.seq.between(self.first, self.last)).order_by(schema.answer.c.seq)
        there = set()
        for seq, body in self.connection.execute(query):
            there.add(seq)
            try:
                said = sha256(zlib.decompress(body)).hexdigest()
            except zlib.error:
                said = "what cannot be read"
            if said != self.answers.get(seq):
                raise diverge(seq, "answer", "is not the one that was given", said, self.answers.get(seq) or "none")
        for seq in self.answers:
            if seq not in there:
                raise diverge(seq, "answer", "is missing", "none", self.answers[seq])

    def _rounds(self) -> None:
        """Each round's own row: made as its first event says, and standing as its last event says."""
        touched = {row["id"]: row["last_seq"] for row in self.rows.round_}
        touched.update((row["id"], row["last_seq"]) for row in self.rows.changed)
        there = {row["id"]: dict(row) for row in self._round_rows(touched)}
        made = {row["id"]: row for row in self.rows.round_}
        steps: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for changed in self.rows.changed:
            steps[changed["id"]].append(changed)
        for number, last in touched.items():
            row = there.pop(number, None)
            if row is None:
                raise diverge(number, "table round", "has lost the round")
            if row["last_seq"] == last:
                expected = dict(made.get(number, row))
                for changed in steps[number]:
                    expected.update(changed)
            else:  # it went on after this stretch: here only what never changes, and that its later events lead back to it
                if last not in {event.seq for event in asking.history(self._event, row["last_seq"])}:
                    raise diverge(last, "table round", "does not know of this event of the round", number)
                fixed = ("id", "house_table", "round_id", "game", "date", "opened")
                expected = {**row, **{key: made[number][key] for key in fixed if number in made}}
            if row != expected:
                raise diverge(
                    last, "table round", "has another row than the events", list(row.values()), list(expected.values())
                )
        for number in there:
            raise diverge(number, "table round", "has a round that no event made", number)

    def _round_rows(self, touched: Iterable[int]) -> list[Any]:
        of = schema.round_.c.id
        rows = self.connection.execute(select(schema.round_).where(of.between(self.first, self.last))).mappings().all()
        earlier = [number for number in touched if number < self.first]
        if earlier:
            rows = [*rows, *self.connection.execute(select(schema.round_).where(of.in_(earlier))).mappings()]
        return list(rows)


def _compared(seq: int, again: Again, settled: Settled, content: Mapping[str, Any]) -> Divergence | None:
    """What a round comes to now, against what was recorded: the first line or movement that differs."""
    if settled.error is not None:
        return Divergence(seq, "round", "cannot be settled again", None, _short(settled.error))
    for name, found, expected in (
        ("lines", content["lines"], settled.lines), ("movements", content["movements"], settled.movements),
    ):  # fmt: skip
        if found == expected:
            continue
        for n in range(max(len(found), len(expected))):
            one = found[n] if n < len(found) else "none"
            other = expected[n] if n < len(expected) else "none"
            if one != other:
                return Divergence(seq, f"{name}[{n}]", "is not what the rules make of the round", _short(one), _short(other))
    if content["house_net"] != settled.house_net:
        return Divergence(seq, "house_net", "does not balance", content["house_net"], settled.house_net)
    return None
