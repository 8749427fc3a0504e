"""The ledger against a plain model of it: a list of rounds, a dict of exact balances, and the settlement of the package.

Hypothesis draws what happens: rounds posted, opened, settled, void and settled again, rates, transfers, links. The model does
the same with a few lines of arithmetic; at every step the meters, and at the end everything, must be equal.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import houseway
from houseway.ledger import ConflictError, Ledger
from houseway.ledger.verifying import verify
from ledger.house import PGP, UTH, any_round, filed, furnish, holdem, split
from postgres import shared

FEEDS = {
    UTH: {
        "progressive": "progressive",
        "five_card_bonus_player": "five_card_bonus",
        "five_card_bonus_dealer": "five_card_bonus",
    },
    PGP: {"progressive": "progressive"},
}
SIGNED: dict[str, Any] = {"reason": "as drawn", "by": "anna", "approved_by": "ben"}
MONEY = 100_000_000  # exact units in a dollar


class House(RuleBasedStateMachine):
    """One ledger and its model. ``url`` is set by the test."""

    kind = "sqlite"
    rounds = Bundle("rounds")
    opened = Bundle("opened")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.ledger = Ledger(shared().url() if self.kind == "postgresql" else self.folder / "ledger.sqlite")
        self.number = 0
        self.balance: dict[str, int] = {}
        self.reset: dict[str, int] = {}
        self.rate: dict[str, Fraction] = {}
        self.links: dict[tuple[str, str], str] = {}
        self.state: dict[int, str] = {}
        self.moved: dict[int, list[tuple[str, int]]] = {}  # by round: each change of a meter so far
        self.paid_by_meter: set[int] = set()

    @initialize()
    def furnished(self) -> None:
        ids = furnish(self.ledger)
        self.filings = {game: {"id": id_, "document": filed(name).to_dict()} for (game, id_), name in
                        zip(ids.items(), ("ultimate-texas-holdem", "pai-gow-poker-fortune"), strict=True)}  # fmt: skip
        self.ledger.take_over_meter("spare", "progressive", ids[UTH], "25000.125", **SIGNED)
        for name, wager, game in (
            ("uth-progressive", "progressive", UTH), ("uth-bonus", "five_card_bonus", UTH),
            ("pgp-progressive", "progressive", PGP), ("spare", "progressive", UTH),
        ):  # fmt: skip
            meter = self.filings[game]["document"]["wagers"][wager]["meter"]
            self.balance[name] = 2_500_012_500_000 if name == "spare" else round(Fraction(meter["initial"]) * MONEY)
            self.reset[name] = round(Fraction(meter["reset"]) * MONEY)
            self.rate[name] = Fraction(meter["rate_of_progression"].rstrip("%")) / 100
        for table in ("T1", "T2"):
            self.links |= {(table, "progressive"): "uth-progressive", (table, "five_card_bonus"): "uth-bonus"}
        self.links["P1", "progressive"] = "pgp-progressive"

    # --- The model

    def grow(self, document: dict[str, Any]) -> list[tuple[str, int]]:
        """What a round's wagers put on the meters."""
        changes = []
        for player in document["players"]:
            for wager, amount in player["wagers"].items():
                if wager in FEEDS[document["game"]]:
                    meter = self.links[document["table"], FEEDS[document["game"]][wager]]
                    changes.append((meter, round(Fraction(amount) * self.rate[meter] * MONEY)))
        return changes

    def settled(self, document: dict[str, Any], before: list[tuple[str, int]], result: dict[str, Any]) -> list[tuple[str, int]]:
        """What a settlement moves, by the package's own settlement of the round alone, at the model's balances."""
        own = {}
        filing = json.loads(json.dumps(self.filings[document["game"]]["document"]))
        for wager in set(FEEDS[document["game"]].values()):
            meter = self.links[document["table"], wager]
            grown = sum(change for name, change in before if name == meter)
            own[wager] = self.balance[meter] - grown
            rate = self.rate[meter] * 100
            filing["wagers"][wager]["meter"]["rate_of_progression"] = f"{float(rate):.4f}%"
        readings = {wager: f"{micro // MONEY}.{micro % MONEY:08d}" for wager, micro in own.items()}
        alone = houseway.settle({**document, "meters": readings}, filing).to_dict()
        assert alone["players"] == result["players"]
        changes = []
        for meter in alone["meters"]:  # type: ignore[attr-defined]
            name = self.links[document["table"], meter["name"]]
            closing = round(Fraction(meter["closing_exact"]) * MONEY)
            changes.append((name, closing - self.balance[name]))
            if any(movement["kind"] == "award" for movement in meter["movements"]):
                self.paid_by_meter.add(-1)
        return changes

    def move(self, number: int, changes: list[tuple[str, int]]) -> None:
        for name, change in changes:
            self.balance[name] += change
        self.moved.setdefault(number, []).extend(changes)

    def named(self, number: int) -> None:
        """The round that has just been settled was paid by a meter, if the settlement said so."""
        if -1 in self.paid_by_meter:
            self.paid_by_meter.discard(-1)
            self.paid_by_meter.add(number)

    def draw(self, seed: int, rare: bool) -> dict[str, Any]:
        self.number += 1
        document = any_round(Random(seed), f"r{self.number}", rare=rare)
        document["date"] = "2015-07-15"
        return document

    # --- What happens

    @rule(target=rounds, seed=st.integers(0, 10**6), rare=st.booleans())
    def post(self, seed: int, rare: bool) -> int:
        document = self.draw(seed, rare)
        record = self.ledger.post(document, by="dealer")
        changes = self.settled(document, [], json.loads(record.answer or b""))
        self.move(record.id, changes)
        self.named(record.id)
        self.state[record.id] = "settled"
        assert self.ledger.post(document, by="again").answer == record.answer
        return record.id

    @rule(target=opened, seed=st.integers(0, 10**6), rare=st.booleans())
    def open(self, seed: int, rare: bool) -> tuple[int, Any]:
        document = self.draw(seed, rare)
        record = self.ledger.open_round(split(document)[0], by="dealer")
        changes = self.grow(document)
        terms = {name: self.rate[name] for name in self.rate}
        links = dict(self.links)
        self.move(record.id, changes)
        self.state[record.id] = "open"
        return record.id, (document, changes, terms, links)

    @rule(target=rounds, round_=consumes(opened))
    def settle(self, round_: tuple[int, Any]) -> int:
        number, (document, changes, rates, links) = round_
        if self.state[number] != "open":
            with pytest.raises(ConflictError):
                self.ledger.settle_round(number, split(document)[1], by="dealer")
            return number
        record = self.ledger.settle_round(number, split(document)[1], by="dealer")
        now = (self.rate, self.links)
        self.rate, self.links = rates, links  # an open round keeps what it was opened with
        moved = self.settled(document, changes, json.loads(record.answer or b""))
        self.rate, self.links = now
        self.move(number, moved)
        self.named(number)
        self.state[number] = "settled"
        return number

    @rule(number=rounds)
    def void(self, number: int) -> None:
        self._void(number)

    @rule(round_=opened)
    def void_open(self, round_: tuple[int, Any]) -> None:
        self._void(round_[0])

    def _void(self, number: int) -> None:
        if self.state[number] == "void":
            with pytest.raises(ConflictError):
                self.ledger.void(number, reason="drawn", by="supervisor", approved_by="manager")
            return
        after = dict(self.balance)
        for name, change in self.moved[number]:
            after[name] -= change
        second = "manager" if number in self.paid_by_meter else None
        if min(after.values()) < 0:
            with pytest.raises(ConflictError):
                self.ledger.void(number, reason="drawn", by="supervisor", approved_by=second)
            return
        self.ledger.void(number, reason="drawn", by="supervisor", approved_by=second)
        self.balance = after
        self.moved[number] = []
        self.state[number] = "void"

    @precondition(lambda self: len(self.ledger.submissions()) < 8)
    @rule(number=rounds, letter=st.sampled_from("ABCD"))
    def resettle(self, number: int, letter: str) -> None:
        """Another table for the trips or the fortune bonus: it moves no meter."""
        record = self.ledger.round(number)
        wager = "trips" if record.game == UTH else "fortune_bonus"
        document = json.loads(json.dumps(self.filings[record.game]["document"]))
        document["wagers"][wager]["paytable"] = letter
        document.pop("limits", None)  # the floor of another table may be higher
        tables = ["P1" if record.game == PGP else "T1"]
        other = self.ledger.file_submission({**document, "effective": "2015-07-14"}, by="m", tables=tables)
        usual = {**self.filings[record.game]["document"], "effective": "2015-07-15"}
        self.ledger.file_submission(usual, by="m", tables=tables)  # rounds to come settle as before
        if self.state[number] == "void" or record.submission == other.id:
            with pytest.raises(ConflictError):
                self.ledger.resettle(number, submission=other.id, reason="drawn", by="s")
            return
        said = self.ledger.resettle(number, submission=other.id, reason="drawn", by="s").events[-1].content
        assert said["movements"] == [] or record.game == PGP  # 645a.13(j): the limit, which is gone, covers the progressive
        changes = [(meter, round(Fraction(amount) * MONEY)) for meter, _, _, amount, _ in said["movements"]]
        self.move(number, changes)

    @rule(meter=st.sampled_from(["uth-progressive", "uth-bonus", "pgp-progressive"]), ppm=st.integers(0, 10_000))
    def set_rate(self, meter: str, ppm: int) -> None:
        rate = Fraction(ppm, 10_000) / 2
        self.ledger.set_rate(meter, f"{float(rate * 100):.4f}%", **SIGNED)
        self.rate[meter] = rate

    @rule(
        source=st.sampled_from(["spare", "uth-bonus"]),
        taker=st.sampled_from(["uth-progressive", "pgp-progressive"]),
        micro=st.integers(1, 2 * 10**12),
    )
    def transfer(self, source: str, taker: str, micro: int) -> None:
        amount = f"{micro // MONEY}.{micro % MONEY:08d}"
        if micro > self.balance[source]:
            with pytest.raises(ConflictError):
                self.ledger.move_funds(source, taker, amount, **SIGNED)
            return
        self.ledger.move_funds(source, taker, amount, **SIGNED)
        self.balance[source] -= micro
        self.balance[taker] += micro

    @rule(meter=st.sampled_from(["spare", "uth-progressive"]))
    def link(self, meter: str) -> None:
        if self.links["T2", "progressive"] == meter:
            with pytest.raises(ConflictError):
                self.ledger.link("T2", "progressive", meter, by="m")
            return
        self.ledger.link("T2", "progressive", meter, by="m")
        self.links["T2", "progressive"] = meter

    @rule(seed=st.integers(0, 10**6))
    def try_what_if(self, seed: int) -> None:
        head = self.ledger.head()
        self.ledger.what_if(holdem(Random(seed), "T1", "never"))
        assert self.ledger.head() == head

    @invariant()
    def meters_are_equal(self) -> None:
        assert {meter.name: meter.balance_micro for meter in self.ledger.meters()} == self.balance

    def teardown(self) -> None:
        try:
            report = verify(self.ledger.database)
            assert report.divergence is None, report.divergence
            assert report.rounds == len(self.state)
            listed = {row.id: row.status for row in self.ledger.rounds(limit=1000)}
            assert listed == self.state
            replayed = dict.fromkeys(self.balance, 0)
            for movement in self.ledger.meter_events(limit=1000):
                replayed[movement.meter] += movement.change_micro
            if len(self.ledger.meter_events(limit=1000)) < 1000:
                assert replayed == self.balance
        finally:
            self.ledger.close()
            shutil.rmtree(self.folder)


@pytest.mark.parametrize(("kind", "examples", "steps"), [("sqlite", 15, 20), ("postgresql", 5, 15)])
def test_the_ledger_does_what_the_model_does(kind: str, examples: int, steps: int) -> None:
    machine = type("Drawn", (House,), {"kind": kind})
    quiet = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    run_state_machine_as_test(machine, settings=quiet)
