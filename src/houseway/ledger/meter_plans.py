"""What each event about a meter, a table or a submission says. As in ``planning``: planned here, written elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from houseway.ledger import schema
from houseway.ledger.books import ACTIVE, Books, Filing, HouseTable, Meter, like
from houseway.ledger.canonical import digest, exact
from houseway.ledger.errors import ConflictError, NotFoundError
from houseway.ledger.planning import bounded, two_persons
from houseway.ledger.settling import METERED
from houseway.money import MICRO, NotMoney, dollars, microcents, rate_ppm, rate_text
from houseway.problems import InputError, Problem, shown
from houseway.regulation import GAMES
from houseway.submission import Submission, examine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OPENING, TRANSFER = "opening", "transfer"
_NAME = re.compile(r"[\w](?:[\w .:#-]{0,62}[\w#])?")

Content = dict[str, Any]


def table_of(books: Books, name: str) -> HouseTable:
    """A table by its name. Raises NotFoundError."""
    if name not in books.tables:
        near = like(name, books.tables)
        raise NotFoundError("table", "is no table of this ledger" + (f"; did you mean {near!r}?" if near else ""), name)
    return books.tables[name]


def meter_of(books: Books, name: str) -> Meter:
    """A meter by its name. Raises NotFoundError."""
    if name not in books.meters:
        near = like(name, books.meters)
        raise NotFoundError("meter", "is no meter of this ledger" + (f"; did you mean {near!r}?" if near else ""), name)
    return books.meters[name]


def filing_of(books: Books, id_: str) -> Filing:
    """A filed submission by its id. Raises NotFoundError."""
    if id_ not in books.filings:
        raise NotFoundError("submission", "is not filed with this ledger", id_)
    return books.filings[id_]


def _active(books: Books, name: str) -> Meter:
    meter = meter_of(books, name)
    if meter.status != ACTIVE:
        raise ConflictError("meter", "has been retired", name, "a meter in use")
    return meter


def _new_name(name: object, where: str) -> str:
    if isinstance(name, str) and _NAME.fullmatch(name) and len(name) <= schema.MOST_NAME:
        return name
    allowed = f"1 to {schema.MOST_NAME} letters, digits and . _ - : # or blanks inside"
    raise InputError([Problem(where, "is no name", shown(name), allowed)])


def _amount(value: Any, where: str) -> int:
    try:
        amount = microcents(value)
    except NotMoney as error:
        raise InputError([Problem(where, str(error), shown(value), error.allowed)]) from None
    return amount


def plan_filed(books: Books, document: Submission | Mapping[str, Any], tables: Sequence[str] | None) -> Content:
    """A compliant submission, for every table of its game or for some. Raises InputError with every finding."""
    examined = examine(document)
    problems = list(examined.problems) + [finding.problem() for finding in examined.violations]
    submission = examined.submission
    if submission is not None and not problems and submission.effective is None:
        problems.append(Problem("effective", "is missing", allowed="the first day in force"))
    if submission is not None:
        for name in tables or ():
            if name not in books.tables:
                near = like(str(name), books.tables)
                problems.append(Problem("tables", "is no table of this ledger", shown(name), ", ".join(books.tables), near))
            elif books.tables[name].game != submission.game:
                problems.append(Problem("tables", f"{name} does not play this game", books.tables[name].game, submission.game))
    if tables is not None and not tables:
        problems.append(Problem("tables", "names no table", "an empty list", "tables, or nothing for every table of the game"))
    if problems or submission is None:
        raise InputError(problems)
    as_filed = submission.to_dict()
    return {
        "id": digest(as_filed),
        "submission": as_filed,
        "tables": None if tables is None else list(dict.fromkeys(tables)),
    }


def plan_table(books: Books, name: str, game: str) -> Content:
    """A new table."""
    if game not in GAMES:
        raise InputError([Problem("game", "is no game that is settled here", shown(game), " or ".join(GAMES))])
    if _new_name(name, "table") in books.tables:
        raise ConflictError("table", "is a table of this ledger already", name, "a new name")
    return {"table": name, "game": game}


def plan_link(books: Books, table: str, wager: str, meter: str | None) -> Content:
    """A meter behind a table's wager from now on, or none. Raises ConflictError where it does not fit or nothing changes."""
    of = table_of(books, table)
    if wager not in METERED[of.game]:
        allowed = " or ".join(METERED[of.game])
        raise InputError([Problem("wager", "has no meter in this game", shown(wager), allowed)])
    if meter is not None:
        found = _active(books, meter)
        if (found.game, found.wager) != (of.game, wager):
            raise ConflictError(
                "meter", f"is for the {found.wager} wager of {found.game}", meter, f"a meter for {wager}, {of.game}"
            )
    before = of.links.get(wager)
    if before == meter:
        raise ConflictError("meter", "stands there already" if meter else "stands behind no wager there", meter)
    return {"table": table, "wager": wager, "meter": meter, "before": before}


def plan_meter(books: Books, name: str, wager: str, submission: str) -> Content:
    """A new meter with the initial and reset amount and the rate that a filed submission gives it."""
    return _new_meter(books, name, wager, submission, None)


def plan_take_over(
    books: Books, name: str, wager: str, submission: str, reading: Any, *, reason: str, by: str, approved_by: str
) -> Content:
    """A meter in mid-life, from a reading that two persons have signed off."""
    two_persons(by, approved_by)
    micro = _amount(reading, "reading")
    content = _new_meter(books, name, wager, submission, micro)
    return content | {"reading": exact(micro), "reason": reason, "approved_by": approved_by}


def _new_meter(books: Books, name: str, wager: str, submission: str, reading: int | None) -> Content:
    filing = filing_of(books, submission)
    game = filing.submission.game
    if wager not in METERED[game]:
        raise InputError([Problem("wager", "has no meter in this game", shown(wager), " or ".join(METERED[game]))])
    filed = filing.submission.meters.get(wager)
    if filed is None or wager not in filing.submission.offered:
        raise InputError([Problem("submission", f"files no meter for the {wager} wager", submission, "one that does")])
    if _new_name(name, "meter") in books.meters:
        raise ConflictError("meter", "is a meter of this ledger already, in use or retired", name, "a new name")
    opening = exact(filed.initial_cents * MICRO if reading is None else reading)
    content: Content = {
        "meter": name,
        "game": game,
        "wager": wager,
        "submission": submission,
        "initial": dollars(filed.initial_cents),
        "reset": dollars(filed.reset_cents),
        "rate_of_progression": None if filed.rate_ppm is None else rate_text(filed.rate_ppm),
        "movements": [[name, OPENING, [], opening, opening]],
    }
    bounded(content["movements"])
    return content


def plan_rate(books: Books, name: str, rate: str, *, reason: str, by: str, approved_by: str) -> Content:
    """Another rate of progression, from the next wager on; rounds that are open keep the rate of their opening."""
    two_persons(by, approved_by)
    meter = _active(books, name)
    try:
        ppm = rate_ppm(rate) if isinstance(rate, str) else None
    except NotMoney as error:
        raise InputError([Problem("rate_of_progression", str(error), shown(rate), error.allowed)]) from None
    if ppm is None:
        message = "is not a rate of progression"
        raise InputError([Problem("rate_of_progression", message, shown(rate), 'a percentage such as "22%"')])
    before = None if meter.rate_ppm is None else rate_text(meter.rate_ppm)
    return {
        "meter": name, "rate_of_progression": rate_text(ppm), "before": before, "reason": reason, "approved_by": approved_by,
    }  # fmt: skip


def plan_transfer(books: Books, source: str, target: str, amount: Any, *, reason: str, by: str, approved_by: str) -> Content:
    """Funds moved from one meter to another, exactly."""
    two_persons(by, approved_by)
    giver, taker = _active(books, source), _active(books, target)
    if source == target:
        raise InputError([Problem("target", "is the meter that the funds come from", target, "another meter")])
    micro = _amount(amount, "amount")
    if micro == 0:
        raise InputError([Problem("amount", "moves nothing", shown(amount), "more than 0")])
    if micro > giver.balance_micro:
        raise ConflictError("amount", f"is more than the meter {source} holds", exact(micro), exact(giver.balance_micro))
    movements = _transfer(giver, taker, micro)
    bounded(movements)
    return {
        "from": source, "to": target, "amount": exact(micro), "reason": reason, "approved_by": approved_by,
        "movements": movements,
    }  # fmt: skip


def _transfer(giver: Meter, taker: Meter, micro: int) -> list[list[Any]]:
    return [
        [giver.name, TRANSFER, [], exact(-micro), exact(giver.balance_micro - micro)],
        [taker.name, TRANSFER, [], exact(micro), exact(taker.balance_micro + micro)],
    ]


def plan_retired(books: Books, name: str, *, reason: str, by: str, approved_by: str, move_to: str | None) -> Content:
    """A meter taken out of use, and from behind every table; what it holds goes to another meter, to the last microcent.

    Raises ConflictError while a round on it is open, and where it holds something and ``move_to`` is not given.
    """
    two_persons(by, approved_by)
    meter = _active(books, name)
    for number, opened in books.open_rounds.items():
        if any(terms[0] == name for terms in opened["terms"].values()):
            raise ConflictError(
                "meter", "stands behind a round that is open", f"round {number}", "every such round settled or void"
            )
    movements = []
    if move_to is not None:
        taker = _active(books, move_to)
        if taker is meter:
            raise InputError([Problem("move_to", "is the meter that is retired", move_to, "another meter")])
        if meter.balance_micro:
            movements = _transfer(meter, taker, meter.balance_micro)
            bounded(movements)
    elif meter.balance_micro:
        held = exact(meter.balance_micro)
        raise ConflictError("move_to", "is missing, and the meter holds funds", held, "the meter that takes what it holds")
    return {
        "meter": name, "reason": reason, "approved_by": approved_by, "moved_to": move_to, "movements": movements,
        "tables": [[table.name, wager] for table in books.tables.values() for wager, of in table.links.items() if of == name],
    }  # fmt: skip
