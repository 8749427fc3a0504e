"""A log in memory: rounds of the tests' generator, with every wager and every switch, planned as a ledger plans them."""

from __future__ import annotations

from random import Random
from typing import Any

from houseway.ledger.books import Books
from houseway.ledger.canonical import NO_HASH, Event, canonical
from houseway.ledger.documents import completed, read_opened, read_posted
from houseway.ledger.meter_plans import plan_filed, plan_link, plan_meter, plan_table
from houseway.ledger.planning import Plan, plan_completed, plan_opened, plan_settled, with_answer
from houseway.ledger.settling import METERED
from houseway.problems import InputError
from ledger.house import PGP, UTH, split
from second import generate

TABLE = "T1"


class Log:
    """Events of one game under one submission, and the books as they stand after the last."""

    def __init__(self, game: str, submission: dict[str, Any]) -> None:
        self.books = Books()
        self.events: dict[int, Event] = {}
        self.contents: dict[int, Any] = {}
        filed = plan_filed(self.books, submission, None)
        self.append("submission.filed", filed)
        self.append("table.created", plan_table(self.books, TABLE, game))
        for wager in METERED[game]:
            if wager in submission["wagers"]:
                self.append("meter.created", plan_meter(self.books, f"Müller: {wager} #1", wager, filed["id"]))
                self.append("table.linked", plan_link(self.books, TABLE, wager, f"Müller: {wager} #1"))

    def append(self, kind: str, content: Any) -> int:
        seq = len(self.events) + 1
        text = canonical(content)
        self.events[seq] = Event(seq, "2015-07-01T12:00:00.000000Z", kind, "test", text, NO_HASH, NO_HASH)
        self.contents[seq] = self.events[seq].content
        self.books.apply(seq, kind, self.contents[seq])
        return seq

    def plan(self, kind: str, plan: Plan) -> int:
        return self.append(kind, with_answer(plan)[0])

    def post(self, document: dict[str, Any], *, in_two: bool = False) -> None:
        """A round, whole or in two steps."""
        if not in_two:
            self.plan("round.settled", plan_settled(self.books, read_posted(document)))
            return
        opened, cards = split(document)
        number = self.plan("round.opened", plan_opened(self.books, read_opened(opened)))
        whole = completed(self.contents[number]["document"], cards)
        self.plan("round.settled", plan_completed(self.books, number, whole))

    def payloads(self, kind: str = "round.settled") -> list[tuple[int, str]]:
        """Every event of a kind: its number and its payload."""
        return [(event.seq, event.payload) for event in self.events.values() if event.kind == kind]


def submission_of(game: str, rng: Random) -> dict[str, Any]:
    return (generate.holdem_submission if game == UTH else generate.pai_gow_submission)(rng)


def log(game: str, seed: int, rounds: int, *, rare: bool = False) -> Log:
    """So many generated rounds under one generated submission."""
    rng = Random(f"{game} {seed}")
    submission = submission_of(game, rng)
    made = Log(game, submission)
    for number in range(rounds):
        document = dealt(game, submission, rng, rare)
        document |= {"table": TABLE, "round_id": f"{number}", "dealer_id": "Zoë ♣"}
        if number % 2:
            document["time"] = f"2015-07-01T21:{number % 60:02d}:33-04:00"
        try:
            made.post(document, in_two=number % 3 == 0 and not document.get("void"))
        except InputError:  # a wager below what has been filed, and such: the generator knows no ledger
            continue
    return made


def dealt(game: str, submission: dict[str, Any], rng: Random, rare: bool) -> dict[str, Any]:
    """A generated round under a submission that is given."""
    name = "holdem_submission" if game == UTH else "pai_gow_submission"
    before = getattr(generate, name)
    setattr(generate, name, lambda _rng: submission)
    try:
        while True:
            round_, under = (generate.holdem_round if game == UTH else generate.pai_gow_round)(rng, rare)
            if under is not None:
                break
    finally:
        setattr(generate, name, before)
    round_.pop("meters", None)
    return round_


__all__ = ["PGP", "TABLE", "UTH", "Log", "log"]
