"""The same round with one lawful choice changed at a time: which choices there are, which change it, and by how much."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from gate.rounds import uth_round
from houseway.problems import InputError
from houseway.regulation import PGP, UTH, law_for, law_hash
from houseway.settlement.compare import Change, lawful_changes
from houseway.settlement.lines import Line
from houseway.submission import default, parse

ENGINE = {"version": houseway.__version__, "law": law_hash()}


def test_every_lawful_choice_of_hold_em() -> None:
    """Another blind table, three of trips, two bonuses to leave away, and the other value of each switch."""
    assert [change[:4] for change in lawful_changes(default(UTH), law_for(UTH, None))] == [
        ("wagers.blind.paytable", "A", "B", "653a.12(b) Paytable B"),
        ("wagers.trips.paytable", "A", "B", "653a.12(c) Paytable B"),
        ("wagers.trips.paytable", "A", "C", "653a.12(c) Paytable C"),
        ("wagers.trips.paytable", "A", "D", "653a.12(c) Paytable D"),
        ("wagers.five_card_bonus.magic_card", "true", "false", "653a.12(e)(3)"),
        ("wagers.five_card_bonus.lucky_bonus", "true", "false", "653a.12(e)(3)"),
        ("switches.trips_on_fold", "settle", "lose", "653a.12"),
        ("switches.progressive_on_fold", "settle", "lose", "653a.12"),
        ("switches.envy_hand", "flop", "any-five", "653a.12"),
        ("switches.magic_card_scope", "hole", "hole-and-flop", "653a.12"),
        ("switches.split_remainder", "meter", "first-paid", "653a.12"),
    ]


def test_every_lawful_choice_of_pai_gow() -> None:
    """Insurance tables C to E are those of fortune Pai Gow; A and B are Emperor's Challenge's, and no choice here."""
    assert [change[:4] for change in lawful_changes(default(PGP), law_for(PGP, None))] == [
        ("wagers.fortune_bonus.paytable", "A", "B", "645a.13(b) Paytable B"),
        ("wagers.fortune_bonus.paytable", "A", "C", "645a.13(b) Paytable C"),
        ("wagers.fortune_bonus.paytable", "A", "D", "645a.13(b) Paytable D"),
        ("wagers.emperors_treasure.paytable", "A", "B", "645a.13(c) Paytable B"),
        ("wagers.emperors_treasure.paytable", "A", "C", "645a.13(c) Paytable C"),
        ("wagers.emperors_treasure.paytable", "A", "D", "645a.13(c) Paytable D"),
        ("wagers.insurance.paytable", "C", "D", "645a.13(d) Paytable D"),
        ("wagers.insurance.paytable", "C", "E", "645a.13(d) Paytable E"),
        ("wagers.pai_gow.vigorish_rounding", "exact", "up-to-quarter", "645a.13(a)"),
        ("wagers.pai_gow.vigorish_rounding", "exact", "nearest-quarter", "645a.13(a)"),
        ("house_way", "standard", "foxwoods", "645a.13"),
        ("switches.wheel", "second-highest", "lowest", "645a.13"),
        ("switches.foul", "lose", "house-way", "645a.13"),
        ("switches.progressive_seven_card_joker", "allowed", "natural", "645a.13"),
        ("switches.red_black_joker", "neither", "chosen", "645a.13"),
    ]


@pytest.mark.parametrize("game", [UTH, PGP])
def test_each_changed_submission_differs_in_that_one_choice(game: str) -> None:
    filed = default(game)
    for choice, was, now, _, changed in lawful_changes(filed, law_for(game, None)):
        *_, name = choice.split(".")
        differing = {field for field in filed.__slots__ if getattr(filed, field) != getattr(changed, field)}
        if choice.startswith("switches."):
            assert differing == {"switches"}
            assert dict(changed.switches) == {**filed.switches, name: now}
            assert filed.switches[name] == was
        elif name == "paytable":
            wager = choice.split(".")[1]
            assert differing == {"paytables"}
            assert dict(changed.paytables) == {**filed.paytables, wager: now}
            assert filed.paytables[wager] == was
        elif name in ("magic_card", "lucky_bonus"):
            assert differing == {name}
            assert (getattr(filed, name), getattr(changed, name)) == (was == "true", now == "true")
        else:
            assert differing == {name}
            assert (getattr(filed, name), getattr(changed, name)) == (was, now) or was == "standard"


def test_what_is_not_filed_is_no_choice_and_an_offer_can_be_made() -> None:
    """Only wagers on offer have tables to choose; bonuses that are not offered could be."""
    filed = parse({
        "game": UTH, "certificate_holder": "Test", "effective": "2015-01-01",
        "wagers": {"ante": {"minimum": "5"}, "blind": {"paytable": "B"}},
    })  # fmt: skip
    choices = [change[:3] for change in lawful_changes(filed, law_for(UTH, None))]
    assert choices[0] == ("wagers.blind.paytable", "B", "A")
    assert [choice for choice, _, _ in choices[1:]] == [
        f"switches.{name}"
        for name in ("trips_on_fold", "progressive_on_fold", "envy_hand", "magic_card_scope", "split_remainder")
    ]
    meter = {"initial": "10000", "reset": "10000", "rate_of_progression": "1%"}
    offers = parse({
        "game": UTH, "certificate_holder": "Test", "effective": "2015-01-01",
        "wagers": {"ante": {"minimum": "5"}, "blind": {"paytable": "B"},
                   "five_card_bonus": {"minimum": "1", "meter": meter, "lucky_bonus": True}},
    })  # fmt: skip
    choices = [change[:3] for change in lawful_changes(offers, law_for(UTH, None))]
    assert choices[1:3] == [
        ("wagers.five_card_bonus.magic_card", "false", "true"), ("wagers.five_card_bonus.lucky_bonus", "true", "false"),
    ]  # fmt: skip


FULL_HOUSE: dict[str, Any] = {
    "game": UTH, "date": "2015-07-01", "board": "Ks Kd 4c 4d 9h", "dealer": {"cards": "2c 3d"},
    "players": [
        {"seat": 2, "cards": "Kh 7s", "wagers": {"ante": "10", "blind": "10", "play": "10", "trips": "5"}},
        {"seat": 3, "cards": "8h 7d", "wagers": {"ante": "10", "blind": "10", "play": "10"}},
    ],
}  # fmt: skip


def test_a_round_under_every_other_trips_table() -> None:
    """A full house on trips pays 9 to 1 under A, 8 under B and C, 7 under D: $45, $40, $40, $35 for $5.

    Seat 2: ante 10 (the dealer has a pair and qualifies), play 10, blind 3 to 1 30, trips 45: 95. Seat 3 has two pair with
    the board's nine, as the dealer has: a tie, nothing. So the house is 95 down, and 90, 90, 85 otherwise.
    """
    comparison = houseway.compare(FULL_HOUSE)
    out: dict[str, Any] = comparison.to_dict()
    assert list(out) == ["game", "tried", "house_net", "alternatives", "notices", "engine"]
    assert (out["game"], out["tried"], out["house_net"], out["engine"]) == (UTH, 11, "-95.00", ENGINE)
    assert [notice["where"] for notice in out["notices"]] == ["submission", "date"]
    assert [
        (a["choice"], a["filed"], a["instead"], a["cite"], a["difference"], a["house_net"]) for a in out["alternatives"]
    ] == [
        ("wagers.trips.paytable", "A", "B", "653a.12(c) Paytable B", "-5.00", "-90.00"),
        ("wagers.trips.paytable", "A", "C", "653a.12(c) Paytable C", "-5.00", "-90.00"),
        ("wagers.trips.paytable", "A", "D", "653a.12(c) Paytable D", "-10.00", "-85.00"),
    ]
    change: dict[str, Any]
    (change,) = out["alternatives"][2]["changes"]
    assert change == {
        "seat": 2, "wager": "trips", "before": "45.00", "after": "35.00", "difference": "-10.00",
        "cite": "653a.12(c) Paytable D", "reason": change["reason"],
    }  # fmt: skip
    assert "7 to 1" in change["reason"]
    assert comparison.alternatives[2].difference_cents == -1000
    assert comparison.alternatives[2].settlement.house_net_cents == -8500


def test_a_line_that_another_choice_adds_or_takes_away() -> None:
    """Seat 1 holds the Magic Card with $1 on the player's five-card bonus: not offering it takes the bonus line away."""
    round_ = FULL_HOUSE | {
        "magic_card": "Kh",
        "players": [
            FULL_HOUSE["players"][0] | {"wagers": {"ante": "10", "blind": "10", "play": "10", "five_card_bonus_player": "1"}}
        ],
    }
    base = houseway.settle(round_)
    (line,) = [line for line in base.lines if line.wager == "magic_card"]
    (found,) = [a for a in houseway.compare(round_).alternatives if a.choice == "wagers.five_card_bonus.magic_card"]
    told: dict[str, Any] = found.to_dict()
    (change,) = told["changes"]
    won = f"{line.paid_cents // 100}.00"
    assert line.paid_cents > 0
    assert change == {
        "seat": 2, "wager": "magic_card", "before": won, "after": None, "difference": f"-{won}", "cite": line.cite,
        "reason": "There is no such line under this choice.",
    } | ({"for_wager": line.for_wager} if line.for_wager is not None else {})  # fmt: skip
    assert found.difference_cents == -line.paid_cents


def test_a_change_as_json() -> None:
    """Net with, less net without; the reason and the paragraph of the line that there is."""
    was = Line(2, "envy", 0, "bonus", 0, 1000, "", (), "", "one", "because", from_seat=4, for_wager="progressive")
    now = was._replace(paid_cents=2500, cite="other", reason="since")
    key = (2, "envy", 4, "progressive")
    assert Change(key, was, now).to_dict() == {
        "seat": 2, "wager": "envy", "from_seat": 4, "for_wager": "progressive", "before": "10.00", "after": "25.00",
        "difference": "15.00", "cite": "other", "reason": "since",
    }  # fmt: skip
    assert Change(key, was, None).to_dict() == {
        "seat": 2, "wager": "envy", "from_seat": 4, "for_wager": "progressive", "before": "10.00", "after": None,
        "difference": "-10.00", "cite": "one", "reason": "There is no such line under this choice.",
    }  # fmt: skip
    assert Change((2, "envy", None, None), None, now).to_dict() == {
        "seat": 2, "wager": "envy", "before": None, "after": "25.00", "difference": "25.00", "cite": "other", "reason": "since",
    }  # fmt: skip


def test_vigorish_and_the_dealer_s_setting() -> None:
    """$10 won at 5% is 50 cents in each rounding; $11 is 55: up 75, nearest 50. So the house takes 20 more, or 5 less."""
    round_ = {
        "game": PGP, "date": "2015-08-01", "dealer": {"cards": "Qc Jd 9h 8s 6c 4d 3h"},
        "players": [{"seat": 1, "cards": "As Ah Kd Kc 7s 4c 2h", "low": "Kd Kc", "wagers": {"pai_gow": "11"}}],
    }  # fmt: skip
    found = houseway.compare(round_)
    assert (found.tried, [(a.choice, a.instead, a.difference_cents) for a in found.alternatives]) == (
        15,
        [
            ("wagers.pai_gow.vigorish_rounding", "up-to-quarter", -20),
            ("wagers.pai_gow.vigorish_rounding", "nearest-quarter", 5),
        ],
    )


def test_a_submission_with_violations_is_compared_only_when_allowed() -> None:
    filed = {"game": UTH, "certificate_holder": "Test", "effective": "2015-01-01", "wagers": {"blind": {"paytable": "A"}}}
    round_ = FULL_HOUSE | {"players": [{"seat": 1, "cards": "Kh 7s", "wagers": {"ante": "10", "blind": "10"}, "void": True}]}
    with pytest.raises(houseway.InputError, match="ante"):
        houseway.compare(round_, filed)


def test_the_house_way_that_is_filed_is_the_one_that_is_changed() -> None:
    of = parse({**default(PGP).to_dict(), "house_way": "foxwoods"})
    ways = [(filed, instead) for choice, filed, instead, _, _ in lawful_changes(of, law_for(PGP)) if choice == "house_way"]
    assert [filed for filed, _ in ways] == ["foxwoods"] * len(ways)
    assert "standard" in [instead for _, instead in ways]
    assert "foxwoods" not in [instead for _, instead in ways]


def test_a_filing_with_a_violation_is_compared_only_where_that_is_allowed() -> None:
    """The payout limit is $1.00, where $50,000.00 is the least (653a.12(f)): every change is settled under it as well."""
    filed = {**default(UTH).to_dict(), "limits": {"maximum_payout": "1"}}
    with pytest.raises(InputError) as error:
        houseway.compare(uth_round(), filed)
    assert "limits.maximum_payout" in [problem.where for problem in error.value.problems]
    compared = houseway.compare(uth_round(), filed, allow_violations=True)
    assert compared.tried == len(list(lawful_changes(parse(filed), law_for(UTH))))
    assert compared.settlement.submission.maximum_payout_cents == 100
