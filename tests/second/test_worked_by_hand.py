"""Branches that the handed cases leave out, each worked out here by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from second import cards, settle
from second.house_way import set_hand
from second.settle import vigorish

PGP_SUBMISSION: dict[str, Any] = {
    "game": "pai-gow-poker",
    "certificate_holder": "Example Casino",
    "effective": "2015-07-01",
    "variant": "fortune",
    "house_way": "standard",
    "switches": {},
    "wagers": {
        "pai_gow": {"minimum": "1.00"},
        "fortune_bonus": {"paytable": "A", "minimum": "1.00"},
        "progressive": {"minimum": "1.00", "meter": {"initial": "2000.00", "reset": "2000.00", "rate_of_progression": "10%"}},
    },
}


def line(result: dict[str, Any], seat: int, wager: str) -> dict[str, Any]:
    found = [
        found for player in result["players"] if player["seat"] == seat for found in player["lines"] if found["wager"] == wager
    ]
    assert len(found) == 1
    return dict(found[0])


def uth_submission(**switches: str) -> dict[str, Any]:
    meter = {"initial": "10000.00", "reset": "10000.00", "rate_of_progression": "10%"}
    return {
        "game": "ultimate-texas-holdem",
        "certificate_holder": "Example Casino",
        "effective": "2015-07-01",
        "switches": switches,
        "wagers": {
            "ante": {"minimum": "5.00"},
            "blind": {"paytable": "A"},
            "trips": {"paytable": "A", "minimum": "1.00"},
            "progressive": {"amounts": ["1.00", "5.00"], "meter": dict(meter)},
            "five_card_bonus": {"minimum": "1.00", "magic_card": True, "lucky_bonus": True, "meter": dict(meter)},
        },
    }


def royal_of_the_dealer(meter: str, wagers: list[str]) -> dict[str, Any]:
    """The dealer's royal on the flop; three folded players with these wagers on his hand."""
    cold = ["2c 3d", "4c 5d", "6c 7d"]
    players = [
        {"seat": seat, "cards": hand, "wagers": {"ante": "5", "blind": "5", "five_card_bonus_dealer": wager}}
        for seat, (hand, wager) in enumerate(zip(cold, wagers, strict=True), start=1)
    ]
    return {
        "game": "ultimate-texas-holdem",
        "date": "2015-08-01",
        "board": "Qs Js Ts 2d 5h",
        "dealer": {"cards": "As Ks"},
        "players": players,
        "meters": {"five_card_bonus": meter},
    }


def test_a_split_of_the_whole_meter_leaves_its_odd_cents_over_the_reset() -> None:
    # 9,999.905 and 10% of 3 dollars: 10,000.205. It shows 10,000.20: 3,333.40 each. 0.005 stays.
    result = settle(royal_of_the_dealer("9999.905", ["1", "1", "1"]), uth_submission())
    assert [line(result, seat, "five_card_bonus_dealer")["paid"] for seat in (1, 2, 3)] == ["3333.40"] * 3
    assert result["meters"][1]["closing_exact"] == "10000.005"
    # 10,000.22 shown: 3,333.40 each and 2 cents and the fraction stay over the reset.
    result = settle(royal_of_the_dealer("9999.925", ["1", "1", "1"]), uth_submission())
    assert [line(result, seat, "five_card_bonus_dealer")["paid"] for seat in (1, 2, 3)] == ["3333.40"] * 3
    assert result["meters"][1]["closing_exact"] == "10000.025"


def test_or_the_first_paid_has_the_odd_cents() -> None:
    # Seat 3 is paid first: 3,333.42. Nothing but half a cent is left over the reset.
    result = settle(royal_of_the_dealer("9999.925", ["1", "1", "1"]), uth_submission(split_remainder="first-paid"))
    assert [line(result, seat, "five_card_bonus_dealer")["paid"] for seat in (1, 2, 3)] == ["3333.40", "3333.40", "3333.42"]
    assert result["meters"][1]["closing_exact"] == "10000.005"


def test_a_fold_that_loses_the_bonus_is_no_head() -> None:
    round_ = royal_of_the_dealer("9999.60", ["1", "2", "1"])
    round_["players"][1]["wagers"]["play"] = "5"
    result = settle(round_, uth_submission(progressive_on_fold="lose"))
    assert line(result, 2, "five_card_bonus_dealer")["paid"] == "10000.00"
    assert line(result, 1, "five_card_bonus_dealer")["outcome"] == "lose"


def test_what_the_limit_holds_back_stays_in_the_meter() -> None:
    # Fortune 8,000 to 1 on $6 is 48,000 of the 50,000; of the meter's 5,000.10 then 2,000 are paid: 2,000 + 3,000.10 stay.
    round_ = {
        "game": "pai-gow-poker",
        "date": "2015-08-01",
        "dealer": {"cards": "9c 8d 7d 5s 4c 3d 2h"},
        "players": [
            {"seat": 1, "cards": "9h 8h 7h 6h 5h 4h 3h", "wagers": {"pai_gow": "10", "fortune_bonus": "6", "progressive": "1"}}
        ],
        "meters": {"progressive": "5000.00"},
    }
    result = settle(round_, {**PGP_SUBMISSION, "limits": {"maximum_payout": "50000.00"}})
    assert line(result, 1, "fortune_bonus")["paid"] == "48000.00"
    assert line(result, 1, "progressive")["paid"] == "2000.00"
    assert result["meters"][0]["closing_exact"] == "5000.10"


def test_co_bank_drops_the_half_cent_toward_zero() -> None:
    round_: dict[str, Any] = {
        "game": "pai-gow-poker",
        "date": "2015-08-01",
        "dealer": {"cards": "9s 8d 7s 5s 4c 3d 2h"},
        "bank": {"seat": 3, "co_bank": True},
        "players": [
            {"seat": 3, "cards": "As Ad Kc Qh 9d 6c 2s", "wagers": {}},
            {"seat": 5, "cards": "Ks Qd Jh 9c 8s 4d 2c", "wagers": {"pai_gow": "5.05"}},
        ],
    }
    assert line(settle(round_), 3, "bank")["paid"] == "2.52"
    winning = {
        **round_,
        "players": [
            {"seat": 3, "cards": "As Ad Kc Qh 9d 6c 2s", "wagers": {}},
            {"seat": 5, "cards": "Th 8h 7h 5h 4h Ah Jc", "wagers": {"pai_gow": "5.05"}},
        ],
    }
    assert line(settle(winning), 3, "bank")["paid"] == "-2.52"
    assert settle(winning)["house_net"] == "-2.28"  # 5.05 paid less 25 cents vigorish, of which the bank bears 2.52


@pytest.mark.parametrize(
    ("won", "exact", "up", "nearest"),
    [
        (1200, 60, 75, 50),
        (750, 37, 50, 50),
        (749, 37, 50, 25),
        (1, 0, 25, 25),
        (505, 25, 50, 25),
        (500, 25, 25, 25),
        (0, 0, 0, 0),
    ],
)
def test_vigorish(won: int, exact: int, up: int, nearest: int) -> None:
    found = [vigorish(won, rounding) for rounding in ("exact", "up-to-quarter", "nearest-quarter")]
    assert found == [exact, up, nearest]


@pytest.mark.parametrize(
    ("hand", "category"),
    [
        ("Ah Qh Jh Th Ac Ad Jk", cards.ROYAL),
        ("Ah 2h 3h 4h Ac 2c Jk", cards.STRAIGHT_FLUSH),
        ("Ac Ad Ah As Jk Kc Kd", cards.FIVE_ACES),
        ("Kc Kd Qc Qd Jk 2h 3s", cards.TWO_PAIR),
        ("Ac Kd Qc Qd Jk 2h 3s", cards.TWO_PAIR),
        ("Kc Ad Kd Kh Jk 2h 3s", cards.FULL_HOUSE),
    ],
)
def test_the_joker(hand: str, category: int) -> None:
    assert cards.best_of(cards.parse(hand))[0] == category


def test_the_wheel_is_second_only_where_it_is_filed() -> None:
    wheel, king_high = cards.parse("Ac 2d 3h 4s 5c"), cards.parse("Kc Qd Jh Ts 9c")
    assert cards.five(wheel, cards.SECOND) > cards.five(king_high, cards.SECOND)
    assert cards.five(wheel, cards.LOWEST) < cards.five(cards.parse("6c 2d 3h 4s 5c"), cards.LOWEST)
    assert cards.five(cards.parse("Jk 2d 3h 4s 5c"), cards.SECOND) == cards.five(wheel, cards.SECOND)
    assert cards.five(cards.parse("Jk 2d 3h 4s 5c"), cards.LOWEST) > cards.five(wheel, cards.LOWEST)


@pytest.mark.parametrize(
    ("seven", "standard", "foxwoods"),
    [
        ("Ac Ad Ah As Jk Kc Kd", "Kd Kc", "Kd Kc"),
        ("Ac Ad Ah As Jk Kc Qd", "A A", "A A"),
        ("9c 9d 9h 9s Kc 4d 2s", "K 4", "K 4"),
        ("Jc Jd Jh Js Ac 4d 2s", "A 4", "J J"),  # J to K: an ace keeps the four under standard; foxwoods splits
        ("Kc Kd 7h 7s 9c 4d 2s", "7 7", "7 7"),
        ("9c 9d 8h 8s Kc 4d 2s", "8 8", "8 8"),  # medium and medium: a king does not keep them together
        ("9c 9d 8h 8s Ac 4d 2s", "A 4", "A 4"),
        ("Qc Qd 2h 2s Ac 4d 7s", "A 7", "2 2"),
        ("9c 9d 9h 8s 7c 6d 5s", "9 9", "9 9"),
        ("2c 2d Ah Ks Qc Qd Qs", "A K", "2 2"),
        ("Tc Td Ah 9s 8c 7d 6s", "A T", "A T"),  # T-9-8-7-6 leaves A-T: better than A-9
        ("Ac Kd Jh 9s 7c 4d 2s", "K J", "K J"),
    ],
)
def test_house_ways(seven: str, standard: str, foxwoods: str) -> None:
    for way, low in (("standard", standard), ("foxwoods", foxwoods)):
        found = set_hand(cards.parse(seven), way)[1]
        assert "".join(sorted(card[0] for card in found)) == "".join(sorted(rank[0] for rank in low.split())), way
