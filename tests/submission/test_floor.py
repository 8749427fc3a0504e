"""The floor of the payout limit (653a.12(f), 645a.13(j)): boundaries, joint hands, and the settlement as witness."""

from __future__ import annotations

import importlib.util
import json
import random
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from houseway import settle
from houseway.cards import JOKER, names
from houseway.games.pai_gow_poker import read_seven
from houseway.money import dollars
from houseway.regulation import PGP, UTH, law_for
from houseway.submission import check, default, examine, parse, payout_floor
from houseway.submission.floor import Joint, joints
from submission.samples import COMPLIANT, at, example, pgp, put, said, uth, without

V = "violation"
LIMIT = "limits.maximum_payout"


def ante(amount: str, trips: str | None = None) -> dict[str, Any]:
    form = put(uth(), "wagers.ante.minimum", amount)
    return put(form, "wagers.trips.minimum", trips) if trips else without(form, "wagers.trips")


def limits(form: dict[str, Any], floor: str) -> None:
    """A limit at the floor and above is lawful, one a cent below is not, and the finding names the floor."""
    low, same, high = (dollars(parse(put(form, LIMIT, floor)).maximum_payout_cents + step) for step in (-1, 0, 1))  # type: ignore[operator]
    paragraph = "653a.12(f)" if form["game"] == UTH else "645a.13(j)"
    assert unlawful(put(form, LIMIT, low)) == {(V, LIMIT, paragraph)}
    finding = at(check(put(form, LIMIT, low)), LIMIT)
    assert (finding.found, finding.allowed) == (low, f"at least {floor}")
    assert unlawful(put(form, LIMIT, same)) == unlawful(put(form, LIMIT, high)) == set()


def unlawful(form: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {finding for finding in said(form) if finding[0] == V}


@pytest.mark.parametrize(
    ("least", "trips", "floor"),
    [
        ("5.00", "5.00", "50000.00"),
        ("99.00", None, "50000.00"),  # 505 x 99 = 49,995
        ("99.01", None, "50000.05"),
        ("100.00", None, "50500.00"),
        ("99.00", "0.09", "50000.00"),  # 49,995 + 50 x 0.09 = 49,999.50
        ("99.00", "0.10", "50000.00"),
        ("99.00", "0.11", "50000.50"),
        ("99.00", "1.00", "50045.00"),
        ("100.00", "1.00", "50550.00"),
        ("98.00", "10.20", "50000.00"),  # 49,490 + 510 = 50,000 exactly
    ],
)
def test_hold_em_floor_and_both_neighbours(least: str, trips: str | None, floor: str) -> None:
    for letter in "AB":
        for table in "ABCD" if trips else "A":
            form = put(ante(least, trips), "wagers.blind.paytable", letter)
            limits(put(form, "wagers.trips.paytable", table) if trips else form, floor)


def test_hold_em_reaches_505_times_the_ante_and_50_times_trips() -> None:
    floor = payout_floor(parse(ante("100.00", "25.00")))
    assert [(s.wager, s.wager_cents, s.hand, s.paid_cents) for s in floor.shares] == [
        ("ante", 10_000, "Win", 10_000),
        ("play", 40_000, "Win", 40_000),
        ("blind", 10_000, "Royal flush", 5_000_000),
        ("trips", 2_500, "Royal flush", 125_000),
    ]
    assert floor.most_cents == floor.floor_cents == 5_175_000
    assert floor.explained() == (
        "$51,750.00 with As Ks on Qs Js Ts 9d 9c against Ac Qd: ante $100.00 (Win, 1 to 1), play $400.00 (Win, 1 to 1), "
        "blind $50,000.00 (Royal flush, 500 to 1), trips $1,250.00 (Royal flush, 50 to 1)"
    )


def test_progressive_and_five_card_bonus_are_no_part_of_the_hold_em_floor() -> None:
    form = put(put(uth(), "wagers.progressive.meter.initial", "900000.00"), "wagers.five_card_bonus.minimum", "1000")
    assert payout_floor(parse(form)).most_cents == 505 * 500 + 50 * 500


BARE = {
    "game": PGP,
    "certificate_holder": "Example Casino",
    "effective": "2015-07-01",
    "variant": "fortune",
    "house_way": "standard",
    "wagers": {"pai_gow": {"minimum": "100000.00", "vigorish_rounding": "exact"}},
}


def wagers(**of: Any) -> dict[str, Any]:
    form = put(BARE, "variant", "emperors-challenge" if "emperors_treasure" in of else "fortune")
    for name, table in of.items():
        form = put(form, f"wagers.{name}", {"minimum": table} if isinstance(table, str) else table)
    return form


def lettered(letter: str, minimum: str) -> dict[str, str]:
    return {"paytable": letter, "minimum": minimum}


def meter(initial: str, reset: str, amount: str = "1.00") -> dict[str, Any]:
    return {"amounts": [amount], "meter": {"initial": initial, "reset": reset, "rate_of_progression": "1%"}}


@pytest.mark.parametrize(
    ("form", "floor"),
    [
        (wagers(), "50000.00"),  # the main wager is not covered
        (wagers(fortune_bonus=lettered("A", "6.24")), "50000.00"),  # 8,000 x 6.24 = 49,920
        (wagers(fortune_bonus=lettered("A", "6.25")), "50000.00"),  # exactly
        (wagers(fortune_bonus=lettered("A", "6.26")), "50080.00"),
        (wagers(fortune_bonus=lettered("B", "10.01")), "50050.00"),
        (wagers(fortune_bonus=lettered("C", "10.01")), "50050.00"),
        (wagers(fortune_bonus=lettered("D", "20.01")), "50025.00"),
        (wagers(emperors_treasure=lettered("A", "6.26")), "50080.00"),
        (wagers(insurance=lettered("C", "500.01")), "50001.00"),
        (wagers(queens_dragon="1000.01"), "50000.50"),
        (wagers(dynasty_bonus="25.01"), "50020.00"),
        (wagers(protection="416.67"), "50000.40"),
        (wagers(red_black="10000.01"), "50000.05"),
        (wagers(progressive=meter("50000.01", "2000.00")), "50000.01"),  # the larger of initial and reset
        (wagers(progressive=meter("2000.00", "50000.01")), "50000.01"),
        (wagers(progressive=meter("2000.00", "2000.00", "100.01")), "50005.00"),  # a royal at 500 for 1 beats the meter
        # a fortune's seven-card straight flush wins the meter too, and 2-to-8 wins no protection
        (wagers(fortune_bonus=lettered("A", "5.00"), progressive=meter("10000.01", "2000.00")), "50000.01"),
        # insurance and protection on a nine-high hand
        (wagers(insurance=lettered("C", "400.00"), protection="100.01"), "50001.00"),
        # ... but the ace-to-five straight flush takes protection alone
        (wagers(insurance=lettered("C", "1.00"), protection="500.00"), "60000.00"),
        # a dealer's queen-high beside any of it
        (wagers(fortune_bonus=lettered("A", "6.25"), queens_dragon="1.00"), "50050.00"),
        # royal and suited king-queen for the fortune, ace-king for the emperor's: never both
        (
            wagers(fortune_bonus=lettered("A", "5.00"), emperors_treasure=lettered("A", "5.00"), protection="10.00"),
            "81200.00",  # the seven-card straight flush A to 7 pays all three
        ),
        # red or black is one wager
        (wagers(fortune_bonus=lettered("A", "6.25"), red_black="1.00"), "50005.00"),
    ],
)
def test_pai_gow_floor_and_both_neighbours(form: dict[str, Any], floor: str) -> None:
    limits(form, floor)


def test_switches_decide_what_the_joker_hand_wins() -> None:
    """With the meter for a joker's seven-card straight flush, the best hand for a dear progressive changes with the switch."""
    form = wagers(progressive=meter("60000.00", "2000.00"), red_black="20000.00")
    # seven of a colour pays 5 to 1 beside the meter, joker or not
    assert payout_floor(parse(form)).most_cents == 6_000_000 + 10_000_000
    chosen = put(form, "switches", {"red_black_joker": "chosen", "progressive_seven_card_joker": "natural"})
    assert payout_floor(parse(chosen)).most_cents == 6_000_000 + 10_000_000
    # five aces: 10% of the meter; by "chosen" the joker makes five of a colour, else four: both pay 1 to 1
    unknown = put(form, "switches.progressive_seven_card_joker", "sometimes")
    assert payout_floor(parse(unknown)).most_cents == 16_000_000  # an unknown value counts as the default


def test_a_limit_needs_minimums_to_be_measured_by() -> None:
    form = put(uth(), LIMIT, "50000.00")
    assert said(without(form, "wagers.ante.minimum")) == {(V, "wagers.ante.minimum", "653a.12(f)")}
    assert said(without(form, "wagers.trips.minimum")) == {(V, "wagers.trips.minimum", "653a.12(f)")}
    assert said(put(form, "wagers.ante.minimum", "0")) == {(V, "wagers.ante.minimum", "653a.12(f)")}
    assert said(without(without(form, LIMIT), "wagers.ante.minimum")) == set()
    of = put(pgp(), LIMIT, "60000.00")
    for name in ("fortune_bonus", "insurance", "queens_dragon", "dynasty_bonus", "protection", "red_black"):
        assert said(without(of, f"wagers.{name}.minimum")) == {(V, f"wagers.{name}.minimum", "645a.13(j)")}
    assert said(without(of, "wagers.pai_gow.minimum")) == set()
    amounts = "wagers.progressive.amounts"
    assert said(without(of, amounts)) == {(V, "wagers.progressive.minimum", "645a.13(j)")}
    assert said(put(without(of, amounts), "wagers.progressive.minimum", "1")) == set()


def test_the_least_amount_that_may_be_wagered_counts() -> None:
    def most(table: dict[str, Any]) -> int:
        filed = {**meter("2000.00", "2000.00"), **table}
        return payout_floor(parse(wagers(progressive=filed))).most_cents

    assert most({"amounts": ["100", "50"]}) == 500 * 5_000
    assert most({"amounts": ["50", "100"], "minimum": "60"}) == 500 * 10_000
    assert most({"amounts": ["50", "100"], "minimum": "200"}) == 500 * 5_000


@pytest.mark.parametrize("name", COMPLIANT)
def test_the_limit_of_an_example_is_its_floor(name: str) -> None:
    submission = parse(example(name))
    if submission.maximum_payout_cents is not None:
        assert payout_floor(submission).floor_cents == submission.maximum_payout_cents


def test_no_limit_no_finding_and_the_default_has_no_minimums() -> None:
    floor = payout_floor(default(PGP))
    assert floor.most_cents == 0
    assert floor.explained() == "$0.00"
    assert set(floor.unpriced) == set(law_for(PGP).limit.covers)
    assert set(payout_floor(default(UTH)).unpriced) == {"ante", "trips"}


# --- the settlement as witness: what the hand of the floor is really paid


def paid(submission: Any, floor: Any) -> int:
    """What the settlement pays the floor's hand on covered wagers, with the wagers that the floor assumed."""
    joint: Joint = floor.joint
    least = {share.wager: dollars(share.wager_cents) for share in floor.shares}
    if submission.game == UTH:
        seat: dict[str, Any] = {"cards": names(joint.player), "wagers": {**least, "blind": least["ante"]}}
        round_ = {"board": names(joint.board), "dealer": {"cards": names(joint.dealer)}}
    else:
        chosen = least.pop("red_black", None)
        if chosen:
            hand = read_seven(joint.player)
            least["red" if hand.red >= hand.black else "black"] = chosen
        seat = {"cards": names(joint.player), "wagers": {"pai_gow": dollars(submission.minimum_cents["pai_gow"]), **least}}
        round_ = {"dealer": {"cards": names(joint.dealer)}}
        if "progressive" in submission.meters:
            meter_ = submission.meters["progressive"]
            round_["meters"] = {"progressive": dollars(max(meter_.initial_cents, meter_.reset_cents))}
    round_ |= {"game": submission.game, "date": "2016-01-01", "players": [{"seat": 1, **seat}]}
    result = settle(round_, submission)
    covered = {"ante", "play", "blind", "trips"} if submission.game == UTH else {*least, "red", "black"} - {"pai_gow"}
    return sum(line.paid_cents for line in result.lines if line.wager in covered)


def random_pgp(dice: random.Random) -> dict[str, Any]:
    """A lawful pai gow submission with wagers of very different sizes."""
    form = put(BARE, "variant", dice.choice(["fortune", "emperors-challenge"]))
    form = put(form, "wagers.pai_gow.minimum", "10.00")
    for name, letters in (("fortune_bonus", "ABCD"), ("emperors_treasure", "ABCD")):
        if dice.random() < 0.5:
            form = put(
                form, f"wagers.{name}", lettered(dice.choice(letters), dollars(dice.randint(1, 10 ** dice.randint(1, 6))))
            )
    if dice.random() < 0.5:
        letter = dice.choice("CDE" if form["variant"] == "fortune" else "AB")
        form = put(form, "wagers.insurance", lettered(letter, dollars(dice.randint(1, 10 ** dice.randint(1, 6)))))
    for name in ("queens_dragon", "dynasty_bonus", "protection", "red_black"):
        if dice.random() < 0.5:
            form = put(form, f"wagers.{name}.minimum", dollars(dice.randint(1, 10 ** dice.randint(1, 6))))
    if dice.random() < 0.5:
        initial, reset, amount = (dollars(dice.randint(200_000, 10 ** dice.randint(6, 8))) for _ in range(3))
        table = {"amounts": [amount], "meter": {"initial": initial, "reset": reset, "rate_of_progression": "0%"}}
        form = put(form, "wagers.progressive", table)
    switches = {
        "progressive_seven_card_joker": dice.choice(["allowed", "natural"]),
        "red_black_joker": dice.choice(["neither", "chosen"]),
    }
    return put(form, "switches", switches)


def test_the_settlement_pays_the_floor_s_hand_exactly_that() -> None:
    dice = random.Random(645)
    seen = set()
    for _ in range(150):
        submission = parse(random_pgp(dice))
        floor = payout_floor(submission)
        if floor.joint is None:
            continue
        assert paid(submission, floor) == floor.most_cents, submission
        seen.add(floor.joint)
    assert len(seen) > 10  # different wagers make different hands the best


def test_the_settlement_pays_hold_em_s_hand_exactly_that() -> None:
    dice = random.Random(653)
    for _ in range(20):
        form = ante(dollars(dice.randint(1, 10_000_00)), dollars(dice.randint(1, 1000_00)) if dice.random() < 0.7 else None)
        submission = parse(put(form, "wagers.blind.paytable", dice.choice("AB")))
        floor = payout_floor(submission)
        assert paid(submission, floor) == floor.most_cents


# --- the stored sets


@pytest.fixture(scope="module")
def prove() -> ModuleType:
    path = Path(__file__).parent.parent.parent / "prove" / "payout_floor.py"
    spec = importlib.util.spec_from_file_location("prove_payout_floor", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stored(prove: ModuleType) -> list[tuple[tuple[int, ...], tuple[str | None, ...]]]:
    data = json.loads(prove.DATA.read_text(encoding="utf-8"))[PGP]
    lines = [tuple(entry["lines"].get(name) for name in prove.NAMES) for entry in data]
    return list(zip((joint.player for joint in joints(PGP)), lines, strict=True))


def test_every_stored_set_is_taken_by_its_hand_and_can_be_dealt(prove: ModuleType) -> None:
    law = law_for(PGP)
    keys = prove.keys_of(law)
    entries = stored(prove)
    assert len(entries) == 97
    for hand, lines in entries:
        assert prove.lines_of(read_seven(hand), law, keys) == lines
    for joint in joints(PGP):
        assert len({*joint.player, *joint.dealer}) == 14
        assert read_seven(joint.dealer).no_pair_high == 10  # queen-high: the dragon
    sets = {lines for _, lines in entries}
    assert len(sets) == len(entries)
    assert not any(a != b and prove.contains(a, b) for a in sets for b in sets)


def test_every_stored_hold_em_hand_is_the_best_of_its_category(prove: ModuleType) -> None:
    entries = prove.holdem_entries(law_for(UTH))  # raises where one is not
    assert json.loads(prove.DATA.read_text(encoding="utf-8"))[UTH] == entries
    for joint in joints(UTH):
        assert len({*joint.player, *joint.dealer, *joint.board}) == 9


def rare_hand(dice: random.Random) -> list[int]:
    """Seven of the 53 cards with a taste for one suit, for runs, for few ranks and for the joker."""
    ranks = dice.sample(range(13), dice.randint(4, 13)) if dice.random() < 0.5 else range(dice.randint(0, 5), 13)
    suits = dice.choice([(0,), (0, 1), (0, 2), (1, 3), (0, 1, 2, 3)])
    deck = [4 * rank + suit for rank in ranks for suit in suits] + [JOKER]
    other = [card for card in range(53) if card not in deck]
    taken = dice.sample(deck, min(len(deck), dice.choice([5, 6, 7, 7])))
    return taken + dice.sample(other or [c for c in deck if c not in taken], 7 - len(taken)) if len(taken) < 7 else taken


def test_no_hand_of_a_sample_takes_a_set_that_is_not_stored(prove: ModuleType) -> None:
    """A part of the proof over all 154,143,080 hands (``prove/payout_floor.py``)."""
    law = law_for(PGP)
    keys = prove.keys_of(law)
    largest = [lines for _, lines in stored(prove)]
    dice = random.Random(53)
    known: dict[Any, bool] = {}
    for turn in range(30_000):
        hand = read_seven(tuple(rare_hand(dice) if turn % 2 else dice.sample(range(53), 7)))
        if hand in known:
            continue
        lines = prove.lines_of(hand, law, keys)
        known[hand] = any(prove.contains(other, lines) for other in largest)
        assert known[hand], hand
    assert len(known) > 200


def test_the_classes_of_small_hands_are_all_of_them(prove: ModuleType) -> None:
    """The generator of suit classes counts every hand once: C(52, n)."""
    for size, hands in ((1, 52), (2, 1_326), (3, 22_100), (4, 270_725)):
        assert sum(alike for _, alike in prove.classes(size)) == hands


def test_a_floor_takes_under_a_second() -> None:
    submission = parse(put(pgp(), LIMIT, "60000.00"))
    joints.cache_clear()
    start = time.perf_counter()
    payout_floor(submission)
    assert time.perf_counter() - start < 1


def test_a_table_that_is_not_lawful_counts_as_nothing_and_hides_no_other() -> None:
    """Blind table Z is none: the ante, the play wager and trips of a royal flush are left, 5 + 20 + 50 x 5."""
    floor = payout_floor(parse(put(uth(), "wagers.blind.paytable", "Z")))
    assert [(share.wager, share.paid_cents) for share in floor.shares] == [("ante", 500), ("play", 2000), ("trips", 25000)]
    filed = pgp()
    all_of_it = {share.wager for share in payout_floor(parse(filed)).shares}
    assert "fortune_bonus" in all_of_it
    none = {share.wager for share in payout_floor(parse(put(filed, "wagers.fortune_bonus.paytable", "Z"))).shares}
    assert "fortune_bonus" not in none
    assert none >= all_of_it - {"fortune_bonus"} != set()


@pytest.mark.parametrize(("minimum", "found"), [("0", "0.00"), (None, "missing")])
def test_a_limit_over_a_wager_without_a_minimum(minimum: str | None, found: str) -> None:
    form = put(uth(), LIMIT, "60000")
    form = without(form, "wagers.trips.minimum") if minimum is None else put(form, "wagers.trips.minimum", minimum)
    message = "no minimum wager is filed, so the payout limit cannot be shown to be high enough"
    finding = at(check(form), "wagers.trips.minimum")
    assert (finding.paragraph, finding.found, finding.allowed, finding.message) == (
        "653a.12(f)", found, "a minimum wager", message,
    )  # fmt: skip


def test_a_minimum_that_is_no_money_is_not_missing_besides() -> None:
    examined = examine(put(put(uth(), LIMIT, "60000"), "wagers.trips.minimum", "x"))
    assert [problem.where for problem in examined.problems] == ["wagers.trips.minimum"]
    assert examined.findings == []
