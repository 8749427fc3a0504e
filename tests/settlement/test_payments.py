"""What the table paid against what was due: signs, sums, vigorish beside its wager or within it, and what has no record."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.settlement.lines import Line
from houseway.settlement.payments import Payment, payments, unrecorded
from houseway.settlement.round import Seat

TRIPS = Line(3, "trips", 500, "win", 500, 1500, "", (), "3 to 1", "653a.12(c) Paytable A", "")
ENVY = Line(3, "envy", 0, "bonus", 0, 10000, "", (), "", "653a.12(d)(5)", "")
MAIN = Line(3, "pai_gow", 1200, "win", 1200, 1200, "", (), "1 to 1", "645a.13(a)", "", vigorish_cents=60)
BANK = Line(3, "bank", 0, "win", 0, 2000, "", (), "", "645a.13(a)", "", vigorish_cents=100)
LOST = Line(3, "ante", 500, "lose", 0, 0, "", (), "", "653a.12(a)", "")


def seat(paid: dict[str, int] | None) -> Seat:
    return Seat(seat=3, index=0, cards=(), wagers={}, paid=paid)


def test_sign_and_verdict() -> None:
    """Above zero he got too much; of vigorish, which is taken from him, too much taken is owed to him."""
    assert [(p.difference_cents, p.verdict) for p in (
        Payment(1, "trips", 1500, 1500), Payment(1, "trips", 1501, 1500), Payment(1, "trips", 1499, 1500),
        Payment(1, "vigorish", 60, 60), Payment(1, "vigorish", 61, 60), Payment(1, "vigorish", 59, 60),
    )] == [(0, "right"), (1, "overpaid"), (-1, "owed"), (0, "right"), (-1, "owed"), (1, "overpaid")]  # fmt: skip


def test_as_json() -> None:
    """$15 were due on trips at 3 to 1 for $5, $10.05 were given."""
    assert Payment(3, "trips", 1005, 1500).to_dict() == {
        "wager": "trips", "recorded": "10.05", "correct": "15.00", "difference": "-4.95", "verdict": "owed",
    }  # fmt: skip


def test_each_recorded_wager_against_its_lines() -> None:
    """Three envy lines of $100 are one amount; a wager with no line, or a lost one, is due nothing."""
    found = payments(seat({"envy": 30000, "trips": 1500, "ante": 100, "blind": 7}), [TRIPS, ENVY, ENVY, LOST, ENVY])
    assert found == [
        Payment(3, "envy", 30000, 30000), Payment(3, "trips", 1500, 1500),
        Payment(3, "ante", 100, 0), Payment(3, "blind", 7, 0),
    ]  # fmt: skip
    assert payments(seat(None), [TRIPS]) == []
    assert payments(seat({}), [TRIPS]) == []


@pytest.mark.parametrize(
    ("paid", "correct"),
    [
        ({"pai_gow": 1200}, [1200]),  # before vigorish
        ({"pai_gow": 1140}, [1140]),  # after vigorish of 5% of $12
        ({"pai_gow": 1139}, [1200]),  # neither: compared with what was due before vigorish
        ({"pai_gow": 1260}, [1200]),
        ({"pai_gow": 1200, "vigorish": 160}, [1200, 160]),  # of the main wager and of the bank together
        ({"pai_gow": 1140, "vigorish": 160}, [1200, 160]),  # recorded beside it, so the wager is before it
        ({"bank": 1900, "pai_gow": 1200}, [1900, 1200]),
        ({"bank": 1940}, [2000]),  # the main wager's vigorish is not the bank's
        ({"trips": 1440}, [1500]),  # no vigorish on this line
    ],
)
def test_vigorish(paid: dict[str, int], correct: list[int]) -> None:
    assert [payment.correct_cents for payment in payments(seat(paid), [MAIN, BANK, TRIPS])] == correct


def test_vigorish_of_two_lines_of_a_wager_is_one_amount() -> None:
    """A bank that won from two players: $40 less 5%, by the line $20 less $1 twice."""
    assert payments(seat({"bank": 3800}), [BANK, BANK]) == [Payment(3, "bank", 3800, 3800)]
    assert payments(seat({"bank": 3900}), [BANK, BANK]) == [Payment(3, "bank", 3900, 4000)]
    assert payments(seat({"vigorish": 200}), [BANK, BANK]) == [Payment(3, "vigorish", 200, 200)]


def test_what_has_no_record() -> None:
    """Only what is due, only where there is a record at all, summed by wager."""
    lines = [TRIPS, ENVY, ENVY, LOST, MAIN]
    assert unrecorded(seat({"pai_gow": 1200}), lines) == {"trips": 1500, "envy": 20000}
    assert unrecorded(seat({"pai_gow": 1200, "envy": 0}), lines) == {"trips": 1500}
    assert unrecorded(seat({}), [LOST]) == {}
    assert unrecorded(seat(None), lines) == {}


ROUND: dict[str, Any] = {
    "game": "ultimate-texas-holdem", "date": "2015-07-01", "round_id": "T4-0017",
    "board": "Ks Qs Js Ts 9d", "dealer": {"cards": "Ac 9s"},
    "players": [
        {"seat": 2, "cards": "As Ah", "wagers": {"ante": "10", "blind": "10", "play": "10", "trips": "5"},
         "paid": {"ante": "10", "play": "11.25", "blind": "4000"}},
        {"seat": 5, "cards": "2c 3c", "wagers": {"ante": "10", "blind": "10", "play": "10"}, "paid": {"ante": "2.50"}},
        {"seat": 6, "cards": "4c 3d", "wagers": {"ante": "10", "blind": "10", "play": "10"}},
    ],
}  # fmt: skip


def test_a_round_that_was_paid_wrongly() -> None:
    """Seat 2's royal: ante right, play $1.25 too much, blind 500 to 1 is $5,000, so $1,000 owed; seat 5 lost $10 and got 2.50.

    Trips pays 50 to 1, $250, and has no record: that is a notice. Seat 6 has no record at all.
    """
    result = houseway.settle(ROUND)
    assert result.paid_wrongly
    out: dict[str, Any] = result.to_dict()
    assert [[(p["wager"], p["difference"], p["verdict"]) for p in player.get("payments", [])] for player in out["players"]] == [
        [("ante", "0.00", "right"), ("play", "1.25", "overpaid"), ("blind", "-1000.00", "owed")],
        [("ante", "2.50", "overpaid")],
        [],
    ]
    assert "payments" not in out["players"][2]
    assert (out["owed"], out["overpaid"]) == ("1000.00", "3.75")
    assert [notice for notice in out["notices"] if ".paid." in notice["where"]] == [
        {
            "where": "players[0].paid.trips",
            "message": "The round records what seat 2 was paid, but nothing for trips: $250.00 is due.",
            "cite": None,
        }
    ]


def test_a_round_that_was_paid_rightly() -> None:
    right = ROUND["players"][0] | {"paid": {"ante": "10", "play": "10", "blind": "5000", "trips": "250"}}
    result = houseway.settle(ROUND | {"players": [right]})
    out = result.to_dict()
    assert not result.paid_wrongly
    assert (out["owed"], out["overpaid"]) == ("0.00", "0.00")
    without = houseway.settle(ROUND | {"players": [{k: v for k, v in right.items() if k != "paid"}]})
    assert not {"owed", "overpaid"} & set(without.to_dict())
    assert not without.paid_wrongly
