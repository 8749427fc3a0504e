"""Checking a stretch of the log: the chain, every round settled again, every movement, and the rows that follow from them.

A stretch begins with books whose tables, links, rates and submissions are right, and whose balances are not known: the first
event that touches a meter says what it held. What it said is handed back, and whoever joins the stretches checks that one
ends where the next begins. So stretches can be checked in any order, in several processes.

Most rounds are proved many at a time (``together``); whatever is not proved so is planned and settled by itself, and a
divergence is always named by that.
"""

from __future__ import annotations

import re
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.ledger import asking
from houseway.ledger.books import Books, Head
from houseway.ledger.canonical import Event, exact, micro_of
from houseway.ledger.comparing import Comparison
from houseway.ledger.divergence import Divergence, DivergenceError, check_link, content_of, diverge, short
from houseway.ledger.documents import read_opened
from houseway.ledger.errors import LedgerError
from houseway.ledger.planning import Recorded, law_of, plan_opened, plan_resettled, plan_voided
from houseway.ledger.projecting import OPEN, ROUND_KINDS, SETTLED, VOID, Rows, project
from houseway.ledger.resettling import Again, Settled, resettle
from houseway.ledger.settling import current_terms, terms_of
from houseway.problems import HousewayError
from houseway.regulation import law_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

    from houseway.ledger.together import Basis, Claim, Proved
    from houseway.regulation import Law

BOOK_KINDS = (
    "ledger.created", "submission.filed", "table.created", "table.linked", "meter.created", "meter.taken-over",
    "meter.rate-set", "meter.funds-moved", "meter.retired",
)  # fmt: skip
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
SETTLED_KEYS = {
    "round", "of", "document", "submission", "law", "terms", "lines", "movements", "house_net", "hit_at", "answer",
}  # fmt: skip


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


def check_stretch(connection: Connection, books: Books, first: int, last: int, *, together: bool = False) -> Stretch:
    """Check events ``first`` to ``last``, none of which changes tables, links, rates or submissions.

    ``books`` as they are before, but for the balances; they are used up. ``together``: rounds are proved many at a time, where
    they can be, which needs numpy and numba and pays for more than a few thousand.
    """
    return _Checker(connection, books, first, last, together).stretch()


class _Checker:
    """One stretch while it is being checked."""

    def __init__(self, connection: Connection, books: Books, first: int, last: int, together: bool) -> None:
        self.connection, self.books, self.first, self.last = connection, books, first, last
        self.together = together
        self.tables = Comparison(connection, first, last, self._event)
        self.rows = Rows()
        self.whole: dict[int, tuple[Any, ...]] = {}  # rounds proved whole: their own rows, by id
        self.again: list[tuple[int, Again]] = []
        self.events: dict[int, Event] = {}
        self.contents: dict[int, Mapping[str, Any]] = {}
        self.before: dict[str, tuple[int, int]] = {}
        self.found: list[Divergence] = []
        self.opened: dict[int, dict[str, Any]] = {}
        self.closed: set[int] = set()
        self.answers: dict[int, str] = {}

    def stretch(self) -> Stretch:
        """The whole of it."""
        previous = None
        at = self.first
        head = self.books.head
        self.events = {row[0]: Event(*row) for row in self.tables.fetch("event")}
        proved = self._proved() if self.together else {}
        try:
            for event in self.events.values():
                check_link(event, at, previous)
                if at not in proved or not self._take_proved(event, proved[at]):
                    content = self.contents[at] = content_of(event)
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
            self.found.append(Divergence(at, "payload", "is not what such an event says", short(f"{error!r}")))
        self._settle_again(at)
        rounds = len(self.rows.round_) + len(self.whole)
        if not self.found:
            self._rows()
        first = self.events.get(self.first)
        return Stretch(
            self.first,
            first.previous if first is not None else "",
            head,
            rounds,
            {name: (*before, self.books.meters[name].balance_micro) for name, before in self.before.items()},
            self.opened,
            self.closed,
            min(self.found, key=lambda d: d.seq) if self.found else None,
        )

    # --- Many rounds at once

    def _proved(self) -> dict[int, Proved]:
        """The settled rounds of the stretch that are proved together."""
        from houseway.ledger.together import prove

        opened = prove(self._payloads("round.opened"), lambda claim: judged(self.books, claim, self._event), opening=True)
        settled = prove(
            self._payloads("round.settled"), lambda claim: judged(self.books, claim, self._event, opened.get(claim.opened or 0))
        )
        return opened | settled

    def _payloads(self, kind: str) -> list[tuple[int, str]]:
        return [
            (event.seq, event.payload)
            for event in self.events.values()
            if event.kind == kind and isinstance(event.payload, str)
        ]

    def _take_proved(self, event: Event, proved: Proved) -> bool:
        """A proved round in its turn, if its meters stood as it says. False: it is to be taken by itself."""
        seq, claim, books = event.seq, proved.claim, self.books
        for name, opening, _ in proved.meters:
            if name not in books.meters:
                return False
            if name not in self.before:
                self._held(seq, name, opening)
            elif books.meters[name].balance_micro != opening:
                return False
        for name, _, closing in proved.meters:
            books.meters[name].balance_micro = closing
        digest = sha256(proved.document).hexdigest()
        self.rows.line += proved.lines
        self.rows.movement += proved.movements
        if proved.answer is None:
            self.opened[seq] = {"terms": {wager: [terms.meter] for wager, terms in proved.basis.terms.items()}}
            self.whole[seq] = (
                seq, claim.table, proved.round_id, claim.game, claim.date, OPEN, claim.submission, digest, None, seq,
            )  # fmt: skip
            return True
        self.answers[seq] = proved.answer
        if claim.opened is None:
            self.closed.add(seq)
            self.whole[seq] = (
                seq, claim.table, proved.round_id, claim.game, claim.date, SETTLED, claim.submission, None, digest, seq,
            )  # fmt: skip
        else:
            self.closed.add(claim.opened)
            self.rows.changed.append({"id": claim.opened, "status": SETTLED, "digest": digest, "last_seq": seq})
        return True

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
            self.tables.all(self.rows, self.whole, self.answers)
        except DivergenceError as error:
            self.found.append(error.divergence)
        except LedgerError as error:
            self.found.append(Divergence(self.last, "table round", f"leads to what is not there: {error}"))


def judged(books: Books, claim: Claim, event: Callable[[int], Event], opened: Proved | None = None) -> Basis | None:
    """What a round is to be settled on; None where it may not be what it claims, which is named when its turn comes.

    ``opened``: the round as it was opened, where that is proved; ``event`` finds it where it is not.
    """
    from houseway.ledger.together import Basis

    table = books.tables.get(claim.table)
    if table is None or table.game != claim.game or not _DAY.fullmatch(claim.date):
        return None
    try:
        law = law_of(claim.game, claim.law)
        if law.version.isoformat() != claim.law or claim.law > claim.date:
            return None
        if claim.opened is None:
            filing = books.in_force(table, date.fromisoformat(claim.date))
            if filing is None or filing.id != claim.submission:
                return None
            return Basis(filing.submission, law, current_terms(books, table, filing.submission))
        if opened is not None:
            as_opened, terms = (opened.claim.submission, opened.claim.law), opened.basis.terms
        else:
            content = event(claim.opened).content
            as_opened, terms = (content["submission"], content["law"]), terms_of(content["terms"])
        if as_opened != (claim.submission, claim.law):
            return None
        return Basis(books.filings[claim.submission].submission, law, terms)
    except (HousewayError, KeyError, TypeError, ValueError, AttributeError):
        return None


def _compared(seq: int, again: Again, settled: Settled, content: Mapping[str, Any]) -> Divergence | None:
    """What a round comes to now, against what was recorded: the first line or movement that differs."""
    if settled.error is not None:
        return Divergence(seq, "round", "cannot be settled again", None, short(settled.error))
    for name, found, expected in (
        ("lines", content["lines"], settled.lines), ("movements", content["movements"], settled.movements),
    ):  # fmt: skip
        if found == expected:
            continue
        for n in range(max(len(found), len(expected))):
            one = found[n] if n < len(found) else "none"
            other = expected[n] if n < len(expected) else "none"
            if one != other:
                return Divergence(seq, f"{name}[{n}]", "is not what the rules make of the round", short(one), short(other))
    if content["house_net"] != settled.house_net:
        return Divergence(seq, "house_net", "does not balance", content["house_net"], settled.house_net)
    return None
