"""What a settlement is given: amounts below zero, a round read alone, choices by which nothing can be settled."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

import houseway
from gate.rounds import pgp_round, uth_round
from houseway.problems import InputError, Problem
from houseway.regulation import PGP, UTH
from houseway.settlement.reading import read_round
from houseway.settlement.values import Values, seats_in_doubt
from houseway.submission import Submission, default

# --- amounts that may be below zero: what a table recorded as paid


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        ("-2.50", -250), (" -2.50", -250), ("-0.01", -1), ("2.50", 250), ("0", 0), ("-12", -1200),
        (-3, -300), (3, 300), (1, 100), (0, 0), (-1, -100),
        (Decimal("-1.25"), -125), (Decimal("1.25"), 125), (Decimal("0.50"), 50), (Decimal(0), 0), (Decimal("-0.5"), -50),
    ],
)  # fmt: skip
def test_an_amount_that_may_be_below_zero(value: object, cents: int) -> None:
    values = Values()
    assert (values.money(value, "paid.bank", may_be_negative=True), values.problems) == (cents, [])


@pytest.mark.parametrize(
    "value", ["-", "--5", "-x", "- 5", "+-5", "-١", True, False, None, [], Decimal("-NaN"), Decimal("NaN")]
)
def test_what_is_no_amount_below_zero_either(value: object) -> None:
    values = Values()
    assert values.money(value, "paid.bank", may_be_negative=True) == 0
    assert [problem.where for problem in values.problems] == ["paid.bank"]


@pytest.mark.parametrize("value", ["-2.50", -3, Decimal("-1.25")])
def test_a_wager_is_never_below_zero(value: object) -> None:
    values = Values()
    assert (values.money(value, "wagers.ante"), len(values.problems)) == (0, 1)


@pytest.mark.parametrize(
    ("unread", "doubt"),
    [
        ({"players"}, True), ({"players[1]"}, True), ({"players[1].seat"}, True), ({"board", "players[0].seat"}, True),
        ({"players[1].cards"}, False), ({"players[1].cards", "board"}, False), ({"board"}, False), ({"bank.seat"}, False),
        (set(), False),
    ],
)  # fmt: skip
def test_whether_it_is_known_which_seats_there_are(unread: set[str], doubt: bool) -> None:
    assert seats_in_doubt(unread) is doubt


# --- a round read alone


def test_a_round_is_read_or_every_problem_of_it_is_told() -> None:
    read = read_round(uth_round())
    assert (read.game, [seat.seat for seat in read.seats]) == (UTH, [2, 5])
    assert read_round(read) is read
    spoiled = uth_round() | {"board": "Kh Qd 9c 5s"}
    spoiled["players"][1]["seat"] = 0
    with pytest.raises(InputError) as error:
        read_round(spoiled)
    assert [problem.where for problem in error.value.problems] == ["board", "players[1].seat"]
    with pytest.raises(InputError) as error:
        read_round({})
    assert error.value.problems == (
        Problem("game", "is missing", None, "ultimate-texas-holdem or pai-gow-poker"),
    )  # fmt: skip


def test_what_a_seat_gained() -> None:
    """Seat 2: aces against kings, $10 ante and $40 play won, the blind back, $5 of trips and $1 lost. Seat 5 folded $30."""
    result = houseway.settle(uth_round())
    assert (result.net_cents(2), result.net_cents(5), result.net_cents(3)) == (5000 - 600, -3000, 0)
    assert result.house_net_cents == 3000 - (5000 - 600)


# --- choices by which nothing can be settled, although violations are allowed


def refused(round_: dict[str, Any], submission: Submission) -> list[Problem]:
    with pytest.raises(InputError) as error:
        houseway.settle(round_, submission, allow_violations=True)
    return list(error.value.problems)


def test_a_paytable_that_there_is_not() -> None:
    filed = replace(default(UTH), is_default=False)
    tables = {**filed.paytables, "blind": "Q"}
    assert refused(uth_round(), replace(filed, paytables=tables)) == [
        Problem("wagers.blind.paytable", "is no paytable, and nothing can be settled by it", "Q", "A, B")
    ]
    del tables["blind"]
    assert refused(uth_round(), replace(filed, paytables=tables)) == [
        Problem("wagers.blind.paytable", "is missing: nothing can be settled without it", None, "A, B")
    ]


def test_a_value_that_a_switch_has_not() -> None:
    filed = replace(default(UTH), is_default=False)
    switches = {**filed.switches, "trips_on_fold": "setle", "envy_hand": "7"}
    assert refused(uth_round(), replace(filed, switches=switches)) == [
        Problem("switches.trips_on_fold", "is no value of this switch", "setle", "settle or lose", "settle"),
        Problem("switches.envy_hand", "is no value of this switch", "7", "flop or any-five"),
    ]


def test_a_switch_of_the_other_game_has_no_value_here() -> None:
    filed = replace(default(UTH), is_default=False)
    found = refused(uth_round(), replace(filed, switches={**filed.switches, "foul": "lose"}))
    assert found == [Problem("switches.foul", "is no value of this switch", "lose", "")]


def test_a_house_way_and_a_rounding_that_are_not_known() -> None:
    filed = replace(default(PGP), is_default=False)
    assert refused(pgp_round(), replace(filed, house_way="foxwods", vigorish_rounding="quarter")) == [
        Problem("house_way", "is no house way that is known", "foxwods", "standard, foxwoods"),
        Problem(
            "wagers.pai_gow.vigorish_rounding", "is no rounding", "quarter", "exact or up-to-quarter or nearest-quarter"
        ),
    ]  # fmt: skip
    assert houseway.settle(pgp_round(), replace(filed, house_way=None), allow_violations=True).lines
