"""What each event about a round says, from the books and what was asked. Nothing is written here: the live ledger appends
what is planned, and ``verify`` plans it again and compares.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.ledger.books import Books, Filing, HouseTable, like
from houseway.ledger.canonical import cents_of, exact, micro_of
from houseway.ledger.documents import document_of
from houseway.ledger.errors import ConflictError
from houseway.ledger.projecting import OPEN, SETTLED, VOID
from houseway.ledger.settling import (
    METER_OF,
    AllTerms,
    Terms,
    answer_of,
    current_terms,
    increments,
    lines_of,
    movements_of,
    settle_on,
    terms_of,
    wagered_micro,
)
from houseway.money import MICRO, dollars
from houseway.problems import InputError, Problem
from houseway.progressive import AWARD
from houseway.regulation import law_for
from houseway.settlement import gate
from houseway.settlement.reading import read_round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from houseway.regulation import Law
    from houseway.settlement.result import Settlement
    from houseway.settlement.round import Round

MOST_BALANCE_MICRO = 10**18  # ten thousand million dollars: far beyond any meter, and within the database's integers
CORRECTION, REVERSAL = "correction", "reversal"


class Basis(NamedTuple):
    """What a round is settled on: its table, the filing in force, the version of the law, the meters."""

    table: HouseTable
    filing: Filing
    law: Law
    terms: AllTerms


class Plan(NamedTuple):
    """The payload of an event to come, and what its round is answered (None where there is no settlement)."""

    content: dict[str, Any]
    settlement: Settlement | None


def basis_of(books: Books, round_: Round, law: Law | None = None) -> Basis:
    """What a round that comes now is settled on, under the law of its day or the version given.

    Raises InputError: no such table, another game, nothing in force.
    """
    problems = []
    table = books.tables.get(round_.table or "")
    if table is None:
        near = like(round_.table or "", books.tables)
        allowed = ", ".join(list(books.tables)[:20]) or "a table that has been created"
        raise InputError([Problem("table", "is no table of this ledger", round_.table, allowed, near)])
    if table.game != round_.game:
        problems.append(Problem("game", f"is not what is played at table {table.name}", round_.game, table.game))
    if round_.on is None:
        raise InputError([*problems, Problem("date", "is missing", allowed="the date of play")])
    filing = books.in_force(table, round_.on)
    if filing is None:
        message = f"no Rules Submission that is filed here is in force at table {table.name} on this day"
        problems.append(Problem("date", message, round_.on.isoformat(), "a day on which one is in force"))
    try:
        law = law or law_for(table.game, round_.on)
    except InputError as error:
        problems += error.problems
    if problems or filing is None or law is None:
        raise InputError(problems)
    return Basis(table, filing, law, current_terms(books, table, filing.submission))


def unlinked(round_: Round, basis: Basis) -> list[Problem]:
    """A wager on a meter needs one behind it."""
    of = METER_OF[round_.game]
    problems = []
    for seat in round_.seats:
        for wager, amount in seat.wagers.items():
            meter = of.get(wager)
            if meter is not None and meter in basis.filing.submission.offered and meter not in basis.terms:
                message = f"no meter is linked to the {meter} wagers of table {basis.table.name}"
                problems.append(Problem(f"players[{seat.index}].wagers.{wager}", message, dollars(amount), "a linked meter"))
    return problems


def bounded(movements: Sequence[Sequence[Any]]) -> None:
    """Raises InputError where a meter would go beyond what the ledger holds, ConflictError where it would go below zero."""
    after: dict[str, int] = {}
    for meter, _, _, _, balance in movements:
        after[meter] = micro_of(balance)
    for meter, balance in after.items():
        if balance > MOST_BALANCE_MICRO:
            allowed = f"at most {exact(MOST_BALANCE_MICRO)}"
            raise InputError([Problem(f"meters.{meter}", "would hold more than this ledger records", exact(balance), allowed)])
        if balance < 0:
            raise ConflictError(f"meters.{meter}", "would be below zero", exact(balance), "a meter that holds as much")


def plan_settled(books: Books, round_: Round) -> Plan:
    """A whole round, settled at the meters of this moment."""
    basis = basis_of(books, round_)
    problems = unlinked(round_, basis)
    if problems:
        raise InputError([*problems, *gate.problems(round_, basis.filing.submission)])
    return _settled(round_, basis.filing.id, basis.filing, basis.law, basis.terms, number=None, of=None)


def plan_opened(books: Books, round_: Round, law: Law | None = None) -> Plan:
    """A round of which the wagers are known: its increments are counted."""
    basis = basis_of(books, round_, law)
    problems = unlinked(round_, basis) + gate.problems(round_, basis.filing.submission)
    if problems:
        raise InputError(problems)
    meters = increments(round_, basis.filing.submission, basis.terms)
    content: dict[str, Any] = {
        "document": document_of(round_),
        "submission": basis.filing.id,
        "law": basis.law.version.isoformat(),
        "terms": {wager: terms.recorded() for wager, terms in basis.terms.items()},
        "movements": movements_of(meters, basis.terms),
        "house_net": dollars(-sum(meter.shown_change_cents for meter in meters)),
        "hit_at": round_.time,
    }
    bounded(content["movements"])
    return Plan(content, None)


def plan_completed(books: Books, number: int, round_: Round) -> Plan:
    """An opened round with its cards: under the submission, the law and the rates of its opening, at the meters of now."""
    opened = books.open_rounds[number]
    filing = books.filings[opened["submission"]]
    law = law_of(round_.game, opened["law"])
    terms = {
        wager: terms._replace(opening_micro=books.meters[terms.meter].balance_micro)
        for wager, terms in terms_of(opened["terms"]).items()
    }
    return _settled(round_, opened["submission"], filing, law, terms, number=number, of=number)


@lru_cache(maxsize=64)
def law_of(game: str, version: str) -> Law:
    """The version of the law that a payload recorded."""
    return law_for(game, date.fromisoformat(version))


def _settled(round_: Round, id_: str, filing: Filing, law: Law, terms: AllTerms, *, number: int | None, of: int | None) -> Plan:
    settlement = settle_on(round_, filing.submission, law, terms, opened=number is not None)
    movements = movements_of(settlement.meters, terms)
    bounded(movements)
    content = {
        "round": number,
        "of": of,
        "document": document_of(round_),
        "submission": id_,
        "law": law.version.isoformat(),
        "terms": {wager: t.recorded() for wager, t in terms.items()},
        "lines": lines_of(settlement),
        "movements": movements,
        "house_net": dollars(settlement.house_net_cents),
        "hit_at": round_.time,
    }
    return Plan(content, settlement)


def with_answer(plan: Plan) -> tuple[dict[str, Any], bytes | None]:
    """The payload with the SHA-256 of the answer, and the answer."""
    if plan.settlement is None:
        return plan.content, None
    answer = answer_of(plan.settlement)
    return plan.content | {"answer": sha256(answer).hexdigest()}, answer


# --- What was recorded is corrected: never edited, but answered by another event.


class Recorded(NamedTuple):
    """A round's events so far, oldest first: each with its number and payload. ``settled`` is the last that has lines."""

    number: int
    events: tuple[tuple[int, Mapping[str, Any]], ...]

    @property
    def first(self) -> Mapping[str, Any]:
        """What it began with."""
        return self.events[0][1]

    @property
    def last_seq(self) -> int:
        """The last event, which a correction refers to."""
        return self.events[-1][0]

    @property
    def status(self) -> str:
        """``open``, ``settled`` or ``void``."""
        if "lines" not in self.events[-1][1]:
            return OPEN
        document = self.events[-1][1].get("document")  # a void by event has none
        return VOID if document is None or document.get("void") else SETTLED

    @property
    def settled(self) -> Mapping[str, Any] | None:
        """The payload of the last settlement, or None for a round that is only opened."""
        return next((content for _, content in reversed(self.events) if "lines" in content), None)

    def movements(self) -> list[Sequence[Any]]:
        """Every movement that the round has made so far."""
        return [movement for _, content in self.events for movement in content["movements"]]

    def totals(self) -> dict[str, int]:
        """What it has changed each meter by so far, in microcents."""
        totals: dict[str, int] = {}
        for meter, _, _, change, _ in self.movements():
            totals[meter] = totals.get(meter, 0) + micro_of(change)
        return totals


def plan_voided(books: Books, recorded: Recorded, *, reason: str, by: str, approved_by: str | None) -> Plan:
    """A round taken back whole: its wagers return, and every movement is answered by its reversal.

    A round that a meter has paid needs a second person (``approved_by``): the award goes back on the meter as it now
    stands. What others were paid in between stays as it was, for it was what the meter showed.
    """
    awarded = any(movement[1] == AWARD for movement in recorded.movements())
    if awarded and approved_by is None:
        message = "is needed: a meter has paid this round, and to put the award back takes two persons"
        raise InputError([Problem("approved_by", message, None, "a second person")])
    if approved_by is not None:
        two_persons(by, approved_by)
    moves = [m for m in recorded.movements() if micro_of(m[3])]
    moves.reverse()  # the last first, but before all what goes back on a meter
    moves.sort(key=lambda m: micro_of(m[3]) > 0)
    movements = _moved(books, [(m[0], REVERSAL, m[2], -micro_of(m[3])) for m in moves])
    bounded(movements)
    settled = recorded.settled
    round_ = _round_of((settled or recorded.first)["document"])
    before = settled["lines"] if settled is not None else []
    lines: list[list[Any]] = [
        [seat.seat, wager, "void", dollars(amount), dollars(amount), "0.00", "0.00"]
        for number in round_.payment_order
        for seat in (round_.seat(number),)
        for wager, amount in seat.wagers.items()
    ]
    content = {
        "round": recorded.number,
        "of": recorded.last_seq,
        "reason": reason,
        "approved_by": approved_by,
        "lines": lines,
        "differences": differences(before, lines),
        "movements": movements,
        "house_net": dollars(_house_net(books, before, lines, movements)),
        "hit_at": round_.time,
    }
    return Plan(content, None)


def plan_resettled(books: Books, recorded: Recorded, filing: Filing, *, reason: str) -> Plan:
    """A settled round settled again under another submission, from the meters as they stood at its own turn.

    The lines differ by ``differences``; each meter by one ``correction``, on its balance of now. Where the submission files
    other terms for a meter than the one it replaces, those are taken; else the meter's own terms of then.
    """
    settled = recorded.settled
    if settled is None:
        raise ConflictError("round", "is not settled yet", "open", "a settled round")
    round_ = _round_of(settled["document"])
    before = books.filings[settled["submission"]].submission
    terms = {}
    for wager, then in terms_of(settled["terms"]).items():
        if wager not in filing.submission.offered:
            continue
        opening = then.opening_micro
        if settled["round"] is not None and "totals" not in settled:  # its increments were counted before, when it was opened
            opening -= wagered_micro(round_, wager, then.rate_ppm)
        filed, old = filing.submission.meters[wager], before.meters[wager]
        changed = (filed.reset_cents, filed.rate_ppm) != (old.reset_cents, old.rate_ppm)
        reset, rate = (filed.reset_cents, filed.rate_ppm) if changed else (then.reset_cents, then.rate_ppm)
        terms[wager] = Terms(then.meter, opening, reset, rate)
    law = law_of(round_.game, settled["law"])
    settlement = settle_on(round_, filing.submission, law, terms, opened=False)
    totals = {terms[m.name].meter: m.balance_micro - m.opening_micro for m in settlement.meters}
    were = recorded.totals()
    changes = {meter: totals.get(meter, 0) - were.get(meter, 0) for meter in dict.fromkeys((*were, *totals))}
    movements = _moved(books, [(meter, CORRECTION, [], change) for meter, change in changes.items() if change])
    bounded(movements)
    lines = lines_of(settlement)
    content = {
        "round": recorded.number,
        "of": recorded.last_seq,
        "reason": reason,
        "document": settled["document"],
        "submission": filing.id,
        "law": law.version.isoformat(),
        "terms": {wager: t.recorded() for wager, t in terms.items()},
        "lines": lines,
        "differences": differences(settled["lines"], lines),
        "totals": {meter: exact(total) for meter, total in totals.items()},
        "movements": movements,
        "house_net": dollars(_house_net(books, settled["lines"], lines, movements)),
        "hit_at": round_.time,
    }
    return Plan(content, settlement)


def _round_of(document: Mapping[str, Any]) -> Round:
    """A recorded document as a Round; one that was only opened is read as it was then."""
    if "dealer" in document or document.get("void"):
        return read_round(dict(document))
    return read_round({**document, "void": True})


def _moved(books: Books, changes: Sequence[tuple[str, str, Sequence[int], int]]) -> list[list[Any]]:
    """Movements on the meters as they stand now."""
    balance: dict[str, int] = {}
    out: list[list[Any]] = []
    for meter, kind, seats, change in changes:
        after = balance.get(meter, books.meters[meter].balance_micro) + change
        balance[meter] = after
        out.append([meter, kind, list(seats), exact(change), exact(after)])
    return out


def _house_net(
    books: Books, before: Sequence[Sequence[Any]], lines: Sequence[Sequence[Any]], movements: Sequence[Sequence[Any]]
) -> int:
    """What a correction changes the house's net by: minus what players gain by it, minus what the meters, as shown, grow."""
    net = sum(_nets(before).values()) - sum(_nets(lines).values())
    after = {movement[0]: micro_of(movement[4]) for movement in movements}
    for meter, balance in after.items():
        net -= balance // MICRO - books.meters[meter].balance_micro // MICRO
    return net


def differences(before: Sequence[Sequence[Any]], after: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """What each line's net becomes: ``[seat, wager, from_seat, for_wager, was, is, difference]`` where it changes."""
    was, now = _nets(before), _nets(after)
    out: list[list[Any]] = []
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key, 0), now.get(key, 0)
        if old != new:
            out.append([*key, dollars(old), dollars(new), dollars(new - old)])
    return out


def _nets(lines: Sequence[Sequence[Any]]) -> dict[tuple[Any, ...], int]:
    nets: dict[tuple[Any, ...], int] = {}
    for seat, wager, _, wagered, returned, paid, vigorish, *rest in lines:
        key = (seat, wager, *(rest or (None, None)))
        net = cents_of(returned) + cents_of(paid) - cents_of(vigorish) - cents_of(wagered)
        nets[key] = nets.get(key, 0) + net
    return nets


def two_persons(by: str, approved_by: str) -> None:
    """Raises InputError where the two are one."""
    if by.strip().casefold() == approved_by.strip().casefold():
        message = "must be another person than the one who does it"
        raise InputError([Problem("approved_by", message, approved_by, "a second person")])
