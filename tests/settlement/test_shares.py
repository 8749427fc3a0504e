"""Hold 'Em's rarer lines whole: a meter's share of the dealer's hand, envy by the flop, lowest hands of the tables."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.settlement import ultimate_texas_holdem

FILED: dict[str, Any] = {
    "game": "ultimate-texas-holdem", "certificate_holder": "Test", "effective": "2015-01-01",
    "wagers": {
        "ante": {"minimum": "5"}, "blind": {"paytable": "A"}, "trips": {"paytable": "A", "minimum": "5"},
        "progressive": {
            "amounts": ["1", "5"], "meter": {"initial": "20000", "reset": "10000", "rate_of_progression": "22%"}
        },
        "five_card_bonus": {
            "minimum": "1", "magic_card": True, "lucky_bonus": True,
            "meter": {"initial": "30000", "reset": "15000", "rate_of_progression": "20%"},
        },
    },
}  # fmt: skip


def hand(seat: int, cards: str, **wagers: str) -> dict[str, Any]:
    return {"seat": seat, "cards": cards, "wagers": {"ante": "10", "blind": "10", "play": "10"} | wagers}


def settle(*players: dict[str, Any], board: str, dealer: str, **more: Any) -> houseway.Settlement:
    round_ = {"game": "ultimate-texas-holdem", "date": "2015-07-01", "board": board, "dealer": {"cards": dealer}}
    filed = FILED | {"switches": more.pop("switches", {})}
    return houseway.settle(round_ | {"players": list(players), **more}, filed)


def lines(result: houseway.Settlement, wager: str) -> dict[int, Any]:
    return {line.seat: line for line in result.lines if line.wager == wager}


FLOP = "8s 9s Ts 2d 3h"  # the dealer's queen and jack of spades make a straight flush with the flop


def test_one_player_on_the_dealer_s_hand_takes_the_share_alone() -> None:
    """20% of $1: the meter shows $30,000.20, of which a straight flush takes 10%, $3,000.02. Seat 4 has no such wager."""
    result = settle(
        hand(1, "4c 5d", five_card_bonus_dealer="1"), hand(4, "Ac Ad"), board=FLOP, dealer="Qs Js",
    )  # fmt: skip
    line = lines(result, "five_card_bonus_dealer")[1]
    assert (line.outcome, line.paid_cents, line.odds, line.meter) == ("win", 300002, "10% of meter", "five_card_bonus")
    assert line.reason == (
        "The dealer's two cards and the flop are a queen-high straight flush: the five-card bonus on the dealer's hand pays "
        "10% of meter. The meter shows $30,000.20 when it is this player's turn to be paid."
    )
    assert line.switches == ()
    told: Any = result.to_dict()
    assert told["meters"][-1]["movements"] == [
        {"seat": 1, "kind": "increment", "amount": "0.20", "balance": "30000.20"},
        {"seat": 1, "kind": "award", "amount": "-3000.02", "balance": "27000.18"},
    ]


def test_those_with_the_wager_divide_the_share_and_nobody_else() -> None:
    """$30,000.60 of meter at three dollars; 10% is $3,000.06, $1,500.03 each of two. Seat 4 wagered on his own hand only."""
    result = settle(
        hand(1, "4c 5d", five_card_bonus_dealer="1"), hand(4, "Ac Ad", five_card_bonus_player="1"),
        hand(5, "6c 7d", five_card_bonus_dealer="1"), board=FLOP, dealer="Qs Js",
    )  # fmt: skip
    found = lines(result, "five_card_bonus_dealer")
    assert {seat: line.paid_cents for seat, line in found.items()} == {1: 150003, 5: 150003}
    assert found[1].reason.endswith(" $3,000.06 of the meter is divided equally among 2 players on the dealer's hand.")
    assert found[1].reason == found[5].reason
    assert lines(result, "five_card_bonus_player")[4].outcome == "lose"


@pytest.mark.parametrize(("order", "paid"), [([5, 1], {5: 150002, 1: 150001}), ([1, 5], {1: 150002, 5: 150001})])
def test_an_odd_cent_goes_to_the_player_paid_first_where_it_is_filed_so(order: list[int], paid: dict[int, int]) -> None:
    """10% of $30,000.30 is $3,000.03: a cent is left over."""
    result = settle(
        hand(1, "4c 5d", five_card_bonus_dealer="1"), hand(5, "6c 7d", five_card_bonus_dealer="1"),
        board=FLOP, dealer="Qs Js", payment_order=order, switches={"split_remainder": "first-paid"},
        meters={"five_card_bonus": "29999.90"},
    )  # fmt: skip
    found = lines(result, "five_card_bonus_dealer")
    assert {seat: line.paid_cents for seat, line in found.items()} == paid


def test_envy_is_by_the_flop_unless_any_five_are_filed() -> None:
    """Seat 4 holds a straight flush only with the last two cards of the board; seat 1 wagered $5: $1,500 if it counts."""
    players = hand(1, "4c 5d", progressive="5"), hand(4, "6s 7s")
    by_flop = settle(*players, board="8s 9s 2d Ts 3h", dealer="Ac Kd", switches={"envy_hand": "flop"})
    assert lines(by_flop, "envy") == {}
    any_five = settle(*players, board="8s 9s 2d Ts 3h", dealer="Ac Kd", switches={"envy_hand": "any-five"})
    line = lines(any_five, "envy")[1]
    assert (line.paid_cents, line.from_seat, line.switches) == (150000, 4, (("envy_hand", "any-five"),))


def test_a_progressive_wager_that_the_envy_table_does_not_price_earns_no_envy() -> None:
    """Seat 4's straight flush by the flop would be worth $300 or $1,500 to a wager of $1 or $5."""
    filed = FILED | {"wagers": FILED["wagers"] | {"progressive": FILED["wagers"]["progressive"] | {"amounts": ["2"]}}}
    round_ = {
        "game": "ultimate-texas-holdem", "date": "2015-07-01", "board": "8s 9s Ts 2d 3h", "dealer": {"cards": "Ac Kd"},
        "players": [hand(1, "4c 5d", progressive="2"), hand(4, "6s 7s")],
    }  # fmt: skip
    result = houseway.settle(round_, filed, allow_violations=True)
    assert lines(result, "envy") == {}
    (notice,) = [notice for notice in result.notices if "envy" in notice.message and notice.where.startswith("players")]
    assert (notice.where, notice.message, notice.cite) == (
        "players[0].wagers.progressive",
        "The envy table prices no progressive wager of $2.00: no envy is paid.",
        "653a.12(d)(5)",
    )


def test_a_losing_side_wager_names_the_lowest_hand_that_its_table_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """653a.12(c) Paytable A, (d)(1) and (e)(1)."""
    monkeypatch.setattr(ultimate_texas_holdem, "_LOWEST", {})
    result = settle(
        hand(1, "4c 5d", trips="5", progressive="1", five_card_bonus_player="1"), board="8s 9s 2d Jh Kc", dealer="Ac Kd"
    )
    ends = {line.wager: line.reason.rpartition(": ")[2] for line in result.lines}
    assert ends["trips"] == "the trips wager pays three of a kind or better only, and loses."
    assert ends["progressive"] == "the progressive wager pays three of a kind or better only, and loses."
    assert ends["five_card_bonus_player"] == ("the five-card bonus on the player's hand pays flush or better only, and loses.")
    assert sorted(ultimate_texas_holdem._LOWEST.values()) == ["flush", "three of a kind", "three of a kind"]


def test_a_lucky_bonus_is_not_paid_where_it_is_not_filed() -> None:
    without = FILED["wagers"] | {"five_card_bonus": FILED["wagers"]["five_card_bonus"] | {"lucky_bonus": False}}
    round_ = {
        "game": "ultimate-texas-holdem", "date": "2015-07-01", "board": FLOP, "dealer": {"cards": "Ac Kd"},
        "players": [hand(1, "4c 5d", five_card_bonus_player="1")], "lucky_position": 1,
    }  # fmt: skip
    with_it = houseway.settle(round_, FILED)
    assert [(line.paid_cents, line.for_wager) for line in with_it.lines if line.wager == "lucky_bonus"] == [
        (500, "five_card_bonus_player")
    ]
    assert [line.wager for line in houseway.settle(round_, FILED | {"wagers": without}).lines if line.for_wager] == []
