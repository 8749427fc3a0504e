"""Meters through one round: to the microcent, in order, and as the result shows them (653a.12(d)(3)-(4), 645a.13(e)(2)-(3))."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway import progressive
from houseway.money import MICRO
from houseway.problems import UnbalancedError
from houseway.progressive import Movement
from houseway.settlement import balance
from houseway.settlement.lines import Line
from houseway.settlement.meters import RoundMeter

CENT = MICRO


def test_a_meter_grows_pays_and_takes_back() -> None:
    """22% of $1 is 22 cents; 10% of $10,000.22 is $1,000.02, rounded down; what is void goes back as its own movement."""
    assert progressive.increment(5 * CENT, 3, 100, 220_000) == Movement("increment", (3,), 22 * CENT, 27 * CENT)
    assert progressive.reversal(27 * CENT, 3, 100, 220_000) == Movement("reversal", (3,), -22 * CENT, 5 * CENT)
    assert progressive.shown_cents(27 * CENT + 999_999) == 27
    assert progressive.share_cents(1_000_022 * CENT + 999_999, 10) == 100_002
    assert progressive.split(1000, 3) == (333, 1)
    assert progressive.award(900 * CENT + 7, (1, 2), 10, 90, 500) == [Movement("award", (1, 2), -90 * CENT, 810 * CENT + 7)]
    # after a full award the fraction and what was held back stay, and the reset amount is put on them
    assert progressive.award(900 * CENT + 7, (1,), 100, 800, 500) == [
        Movement("award", (1,), -800 * CENT, 100 * CENT + 7), Movement("reset", (1,), 500 * CENT, 600 * CENT + 7),
    ]  # fmt: skip


def test_as_json() -> None:
    """Opening and closing as shown, rounded down; each movement's exact change; one seat, or all that share it."""
    meter = RoundMeter("progressive", 1_000_000 * CENT + 500_000, 500_000, 125_000)
    meter.increment(4, 100)  # 12.5 cents on $10,000.005
    meter.pay((2, 4), 10, 100_000)
    assert meter.to_dict() == {
        "name": "progressive", "opening": "10000.00",
        "movements": [
            {"seat": 4, "kind": "increment", "amount": "0.125", "balance": "10000.13"},
            {"seat": 2, "seats": [2, 4], "kind": "award", "amount": "-1000.00", "balance": "9000.13"},
        ],
        "closing": "9000.13", "closing_exact": "9000.13",
    }  # fmt: skip
    assert meter.shown_change_cents == 900_013 - 1_000_000
    meter.reverse(4, 100)
    assert meter.to_dict()["closing_exact"] == "9000.005"
    assert meter.movements[-1] == Movement("reversal", (4,), -12_500_000, 900_000 * CENT + 500_000)
    assert meter.share_cents(100) == 900_000


def test_a_meter_without_a_rate_is_not_moved_by_wagers() -> None:
    meter = RoundMeter("progressive", 7 * CENT, 0, 0)
    meter.increment(1, 100)
    meter.reverse(1, 100)
    assert (meter.movements, meter.balance_micro) == ([], 7 * CENT)


FILED: dict[str, Any] = {
    "game": "ultimate-texas-holdem", "certificate_holder": "Test", "effective": "2015-01-01",
    "wagers": {
        "ante": {"minimum": "5"}, "blind": {"paytable": "A"},
        "progressive": {
            "amounts": ["1", "5"], "meter": {"initial": "20000", "reset": "10000", "rate_of_progression": "22%"}
        },
        "five_card_bonus": {
            "minimum": "1", "meter": {"initial": "30000", "reset": "15000", "rate_of_progression": "0.0001%"}
        },
    },
}  # fmt: skip


def hand(seat: int, cards: str, **wagers: str) -> dict[str, Any]:
    return {"seat": seat, "cards": cards, "wagers": {"ante": "10", "blind": "10", "play": "10"} | wagers}


def round_(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "game": "ultimate-texas-holdem", "date": "2015-07-01", "board": "8s 9s Ts 2d 3h", "dealer": {"cards": "Ac Kd"},
        "players": list(players), **more,
    }  # fmt: skip


def meters(result: houseway.Settlement) -> dict[str, dict[str, Any]]:
    return {meter["name"]: meter for meter in result.to_dict()["meters"]}  # type: ignore[attr-defined]


def test_increments_come_first_by_seat_and_payments_in_order() -> None:
    """Seats 1 and 4 wager; the meter grows by both before seat 4, paid first, takes 10% for a straight flush on the flop.

    $20,000 + 22 cents + $1.10 is $20,001.32; 10% of it is $2,000.13.
    """
    result = houseway.settle(
        round_(hand(4, "6s 7s", progressive="5"), hand(1, "4c 5d", progressive="1"), payment_order=[4, 1]), FILED
    )
    found = meters(result)["progressive"]
    assert found["movements"] == [
        {"seat": 1, "kind": "increment", "amount": "0.22", "balance": "20000.22"},
        {"seat": 4, "kind": "increment", "amount": "1.10", "balance": "20001.32"},
        {"seat": 4, "kind": "award", "amount": "-2000.13", "balance": "18001.19"},
    ]
    assert (found["opening"], found["closing"], found["closing_exact"]) == ("20000.00", "18001.19", "18001.19")


def test_the_round_s_reading_goes_before_the_initial_amount() -> None:
    result = houseway.settle(round_(hand(1, "4c 5d"), meters={"progressive": "12345.678"}), FILED)
    found = meters(result)
    assert (found["progressive"]["opening"], found["progressive"]["closing_exact"]) == ("12345.67", "12345.678")
    assert (found["five_card_bonus"]["opening"], found["five_card_bonus"]["movements"]) == ("30000.00", [])


def test_the_smallest_rate_is_kept_to_the_millionth_of_a_cent() -> None:
    """0.0001% of $1, on each of two hands of seat 1's bonus: a ten-thousandth of a cent each."""
    wagers = {"five_card_bonus_player": "1", "five_card_bonus_dealer": "1"}
    found = meters(houseway.settle(round_(hand(1, "4c 5d", **wagers)), FILED))["five_card_bonus"]
    assert [movement["amount"] for movement in found["movements"]] == ["0.000001", "0.000001"]
    assert (found["closing"], found["closing_exact"]) == ("30000.00", "30000.000002")


def test_a_void_seat_s_increment_is_taken_back_before_anyone_is_paid() -> None:
    void = hand(2, "6s 7s", progressive="5") | {"void": True}
    found = meters(houseway.settle(round_(void, hand(1, "4c 5d", progressive="1")), FILED))["progressive"]
    assert [(m["seat"], m["kind"], m["amount"], m["balance"]) for m in found["movements"]] == [
        (1, "increment", "0.22", "20000.22"), (2, "increment", "1.10", "20001.32"), (2, "reversal", "-1.10", "20000.22"),
    ]  # fmt: skip


def test_a_void_round_takes_every_increment_back() -> None:
    players = (hand(2, "6s 7s", progressive="5"), hand(1, "4c 5d", progressive="1"))
    found = meters(houseway.settle(round_(*players, void=True), FILED))["progressive"]
    assert [(m["seat"], m["kind"]) for m in found["movements"]] == [
        (1, "increment"), (2, "increment"), (1, "reversal"), (2, "reversal"),
    ]  # fmt: skip
    assert found["closing_exact"] == "20000.00"


def test_a_reading_of_no_meter_on_offer_stays_as_it_was() -> None:
    without = FILED | {"wagers": {k: v for k, v in FILED["wagers"].items() if k != "progressive"}}
    result = houseway.settle(round_(hand(1, "4c 5d"), meters={"progressive": "17.5"}), without)
    assert meters(result)["progressive"] == {
        "name": "progressive", "opening": "17.50", "movements": [], "closing": "17.50", "closing_exact": "17.50",
    }  # fmt: skip


# What a settlement must pass before anybody sees it.


def line(outcome: str = "win", returned: int = 500, paid: int = 1500, vigorish: int = 0, wager: str = "trips") -> Line:
    return Line(2, wager, 500, outcome, returned, paid, "", (), "", "", "", vigorish_cents=vigorish)


@pytest.mark.parametrize(
    "right",
    [
        line(), line(returned=0), line("lose", 0, 0), line("push", 500, 0), line("void", 500, 0), line("bonus", 0, 7),
        line(vigorish=5), line("lose", 0, -300, wager="bank"), line("push", 0, 0, wager="bank"),
        line("lose", 0, 300, 5, wager="bank"), line("push", 500, 3, wager="bank"),
    ],
)  # fmt: skip
def test_a_line_that_balances(right: Line) -> None:
    balance.check_line(right)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (line(returned=499), "a wager goes back whole or not at all"),
        (line(returned=501), "a wager goes back whole or not at all"),
        (line(returned=1), "a wager goes back whole or not at all"),
        (line(vigorish=-1), "a negative amount"),
        (line(vigorish=-1, wager="bank"), "a negative amount"),
        (line(paid=-1), "a negative amount"),
        (line("lose", 500, 0), "a lost wager pays nothing"),
        (line("lose", 0, 1), "a lost wager pays nothing"),
        (line("lose", 0, 0, 1), "a lost wager pays nothing"),
        (line("push", 0, 0), "a push returns the wager and pays nothing"),
        (line("push", 500, 1), "a push returns the wager and pays nothing"),
        (line("void", 0, 0), "a void returns the wager and pays nothing"),
        (line("void", 500, 1), "a void returns the wager and pays nothing"),
    ],
)
def test_a_line_that_does_not_balance(wrong: Line, message: str) -> None:
    with pytest.raises(UnbalancedError, match=rf"^seat 2, {wrong.wager}: {message}$"):
        balance.check_line(wrong)


PAID = Line(2, "progressive", 100, "win", 0, 90, "", (), "", "", "", meter="progressive")


def open_meter() -> RoundMeter:
    return RoundMeter("progressive", 900 * CENT, 500, 250_000)


def test_the_house_s_net() -> None:
    """Minus what players and meters have gained: $5 at 3 to 1 costs the house $15; a meter that pays costs it only resets.

    The meter shows 900 cents, takes 25 of the wager of 100 and pays 90: it shows 65 less and the player has lost 10.
    """
    assert balance.check([line()], []) == -1500
    assert balance.check([line("lose", 0, 0)], []) == 500
    meter = open_meter()
    meter.increment(2, 100)
    meter.pay((2,), 10, 90)
    assert balance.check([PAID], [meter]) == 10 + 65
    # of a full award of 900 cents the player has gained 800, and the meter, reset to 500, shows 400 less
    meter = open_meter()
    meter.pay((2,), 100, 900)
    assert balance.check([PAID._replace(paid_cents=900)], [meter]) == -800 + 400


def test_what_does_not_add_up_is_not_shown() -> None:
    meter = open_meter()
    meter.pay((2,), 10, 90)
    with pytest.raises(UnbalancedError, match=r"^meter progressive: awards and the lines it paid differ$"):
        balance.check([], [meter])
    with pytest.raises(UnbalancedError, match=r"^meter progressive: awards and the lines it paid differ$"):
        balance.check([PAID, PAID], [meter])
    with pytest.raises(UnbalancedError, match=r"^lines were paid from meters that are not there: progressive, bonus$"):
        balance.check([PAID, PAID._replace(meter="bonus")], [])
    meter.movements[0] = meter.movements[0]._replace(balance_micro=1)
    with pytest.raises(UnbalancedError, match=r"^meter progressive: a movement does not lead to its balance$"):
        balance.check([PAID], [meter])
    meter = open_meter()
    meter.balance_micro += 1
    with pytest.raises(UnbalancedError, match=r"^meter progressive: the movements do not lead from opening to closing$"):
        balance.check([], [meter])
    meter = open_meter()
    meter.pay((2,), 10, 901)
    with pytest.raises(UnbalancedError, match=r"^meter progressive: the movements do not lead from opening to closing$"):
        balance.check([PAID._replace(paid_cents=901)], [meter])
    meter = open_meter()
    meter.pay((2,), 10, 900)  # to nothing is not below nothing
    assert balance.check([PAID._replace(paid_cents=900)], [meter]) == -800 + 900
