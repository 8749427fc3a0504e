"""Every refusal of a filing's form, whole: the place, what is wrong, what was found, what is allowed, the word that was meant.

Each was read before it was kept: keys and values are those of ``choices.py``, misplaced keys are told their place.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from houseway.problems import MOST_PROBLEMS, InputError, Problem
from houseway.regulation import UTH
from houseway.submission import parse
from houseway.submission.floor import least_wager_cents

TOP = "game, certificate_holder, effective, expires, limits, wagers, switches"
SWITCHES = "trips_on_fold, progressive_on_fold, envy_hand, magic_card_scope, split_remainder"
WAGERS = "ante, blind, trips, progressive, five_card_bonus"
GAMES = "ultimate-texas-holdem or pai-gow-poker"
A_DAY = 'a date such as 2015-07-01 ("2015-07-01" in JSON)'
REFUSED: dict[str, tuple[dict[Any, Any], list[tuple[str | None, ...]]]] = {
    "everything wrong, Hold 'Em": (
        {
            "game": "ultimate-texas-holdem",
            7: "x",
            "certificate_holder": " ",
            "effective": "2015-02-30",
            "expires": 2015,
            "foul": "house-way",
            "house_way": "standard",
            "maximum_payout": "1",
            "trips_on_fold": "lose",
            "ante": {},
            "magic_card": False,
            "vigorish_rounding": "exact",
            "limits": {"maximum_payout": 1.5, "expires": "x"},
            "switches": {"trips_on_folds": "lose", "envy_hand": 1, "ante": {}},
            "wagers": {
                "ante": 5,
                "blind": {"paytable": 3, "minimum": None, "rate": "1%"},
                "five_card_bonus_dealer": {},
                "red": {},
                "progressive": {
                    "amounts": ["0", "x", "1"],
                    "meter": {"rate_of_progression": 22, "initial": "1.005", "start": "1"},
                },
                "five_card_bonus": {"lucky_bonus": "yes"},
            },
        },
        [
            ("7", "is not a key: keys are text", "7", None),
            ("foul", "'foul' is not a key of a Rules Submission", "foul", TOP),
            ("house_way", "'house_way' is not a key of a Rules Submission; it belongs to Pai Gow Poker", "house_way", TOP),
            (
                "maximum_payout",
                "'maximum_payout' is not a key of a Rules Submission; it belongs in limits",
                "maximum_payout",
                TOP,
            ),
            (
                "trips_on_fold",
                "'trips_on_fold' is not a key of a Rules Submission; it belongs in switches",
                "trips_on_fold",
                TOP,
            ),
            ("ante", "'ante' is not a key of a Rules Submission; it belongs in wagers.ante", "ante", TOP),
            (
                "magic_card",
                "'magic_card' is not a key of a Rules Submission; it belongs in wagers.five_card_bonus",
                "magic_card",
                TOP,
            ),
            ("vigorish_rounding", "'vigorish_rounding' is not a key of a Rules Submission", "vigorish_rounding", TOP),
            ("certificate_holder", "certificate_holder is empty", " ", "the name of the certificate holder"),
            ("effective", "effective is no day of the calendar", "2015-02-30", A_DAY),
            ("expires", "expires is not a date", "2015", A_DAY),
            (
                "limits.expires",
                "'expires' is not a key of limits; it belongs at the top of the file",
                "expires",
                "maximum_payout",
            ),
            (
                "limits.maximum_payout",
                "maximum_payout is a binary floating-point number, which cannot hold cents exactly; write it as a string",
                "1.5",
                'a string such as "1.50"',
            ),
            (
                "switches.trips_on_folds",
                "'trips_on_folds' is not a key of switches",
                "trips_on_folds",
                SWITCHES,
                "trips_on_fold",
            ),
            ("switches.ante", "'ante' is not a key of switches; it belongs in wagers.ante", "ante", SWITCHES),
            ("switches.envy_hand", "envy_hand is not text", "1", "flop or any-five"),
            (
                "wagers.five_card_bonus_dealer",
                "'five_card_bonus_dealer' is not a key of wagers; it is filed as wagers.five_card_bonus",
                "five_card_bonus_dealer",
                WAGERS,
            ),
            ("wagers.red", "'red' is not a key of wagers", "red", WAGERS),
            ("wagers.ante", "wagers.ante is not a table", "5", "a table of keys and values"),
            ("wagers.blind.rate", "'rate' is not a key of wagers.blind", "rate", "paytable, minimum"),
            ("wagers.blind.paytable", "paytable is not text", "3", "a letter"),
            ("wagers.blind.minimum", "minimum is not an amount of money", None, 'an amount such as "12.50"'),
            ("wagers.progressive.amounts[0]", "amount is no wager", "0", "an amount of more than 0"),
            ("wagers.progressive.amounts[1]", "amount is not an amount of money", "x", 'an amount such as "12.50"'),
            (
                "wagers.progressive.meter.start",
                "'start' is not a key of wagers.progressive.meter",
                "start",
                "initial, reset, rate_of_progression",
            ),
            ("wagers.progressive.meter.initial", "initial has more than two decimals", "1.005", 'whole cents, such as "12.50"'),
            (
                "wagers.progressive.meter.rate_of_progression",
                "rate_of_progression is not a rate of progression",
                "22",
                'a percentage written as text, such as "22%"',
            ),
            ("wagers.five_card_bonus.lucky_bonus", "lucky_bonus is neither true nor false", "yes", "true or false"),
        ],
    ),
    "no amounts": (
        {"game": "ultimate-texas-holdem", "wagers": {"progressive": {"amounts": []}}},
        [
            (
                "wagers.progressive.amounts",
                "amounts is not a list of amounts",
                "a list of 0",
                'a list such as ["1.00", "5.00"]',
            ),
        ],
    ),
    "too many amounts": (
        {"game": "ultimate-texas-holdem", "wagers": {"progressive": {"amounts": ["1"] * 101}}},
        [
            ("wagers.progressive.amounts", "amounts is too long a list", "a list of 101", "at most 100 amounts"),
        ],
    ),
    "amounts that are nothing": (
        {"game": "ultimate-texas-holdem", "wagers": {"progressive": {"amounts": None}}},
        [
            ("wagers.progressive.amounts", "amounts is not a list of amounts", None, 'a list such as ["1.00", "5.00"]'),
        ],
    ),
    "no tables": (
        {"game": "ultimate-texas-holdem", "limits": 1, "switches": [], "wagers": "ante"},
        [
            ("limits", "limits is not a table", "1", "a table of keys and values"),
            ("switches", "switches is not a table", "a list of 0", "a table of keys and values"),
            ("wagers", "wagers is not a table", "ante", "a table of keys and values"),
        ],
    ),
    "no game": (
        {
            "effective": "x",
            "expires": datetime(2015, 7, 1),
            "certificate_holder": 1,
            "gane": "uth",
            "varian": "fortune",
            "x": 1,
        },
        [
            ("game", "no game is named", None, GAMES),
            (
                "gane",
                "'gane' is not a key of a Rules Submission",
                "gane",
                "game, certificate_holder, effective, expires, limits, wagers, switches, variant, house_way",
                "game",
            ),
            (
                "varian",
                "'varian' is not a key of a Rules Submission",
                "varian",
                "game, certificate_holder, effective, expires, limits, wagers, switches, variant, house_way",
                "variant",
            ),
            (
                "x",
                "'x' is not a key of a Rules Submission",
                "x",
                "game, certificate_holder, effective, expires, limits, wagers, switches, variant, house_way",
            ),
            ("effective", "effective is not a date", "x", A_DAY),
            ("expires", "expires is not a date", "2015-07-01 00:00:00", A_DAY),
            ("certificate_holder", "certificate_holder is not text", "1", "text"),
        ],
    ),
    "a game that was surely meant": (
        {"game": "Ultimate_Texas_Holdem", "wagers": {"anty": {}}},
        [
            ("game", "is not a game of these rules", "Ultimate_Texas_Holdem", GAMES, "ultimate-texas-holdem"),
            ("wagers.anty", "'anty' is not a key of wagers", "anty", WAGERS, "ante"),
        ],
    ),
    "a game told by its wagers": (
        {"game": "poker", "wagers": {"blind": {"x": 1}}},
        [
            ("game", "is not a game of these rules", "poker", GAMES),
            ("wagers.blind.x", "'x' is not a key of wagers.blind", "x", "paytable, minimum"),
        ],
    ),
    "everything wrong, Pai Gow": (
        {
            "game": 5,
            "wagers": {"pai_gow": {"vigorish_rounding": 5}, "progressive": {"meter": 1}},
            "variant": "",
            "house_way": 1,
        },
        [
            ("game", "is not a game of these rules", "5", GAMES),
            ("variant", "variant is empty", "", "text"),
            ("house_way", "house_way is not text", "1", "text"),
            ("wagers.pai_gow.vigorish_rounding", "vigorish_rounding is not text", "5", "a way of rounding"),
            ("wagers.progressive.meter", "wagers.progressive.meter is not a table", "1", "a table of keys and values"),
        ],
    ),
    "no game, but an ante": (
        {"wagers": {"ante": {"x": 1}}},
        [
            ("game", "no game is named", None, GAMES),
            ("wagers.ante.x", "'x' is not a key of wagers.ante", "x", "minimum"),
        ],
    ),
    "bonuses where they are not filed": (
        {
            "game": "ultimate-texas-holdem",
            "magic_card": False,
            "wagers": {"magic_card": False, "lucky_bonus": {}, "trips": {"magic_card": {}, "lucky_bonus": True}},
        },
        [
            (
                "magic_card",
                "'magic_card' is not a key of a Rules Submission; it belongs in wagers.five_card_bonus",
                "magic_card",
                TOP,
            ),
            (
                "wagers.magic_card",
                "'magic_card' is not a key of wagers; it belongs in wagers.five_card_bonus",
                "magic_card",
                "ante, blind, trips, progressive, five_card_bonus, lucky_bonus",
            ),
            (
                "wagers.trips.magic_card",
                "'magic_card' is not a key of wagers.trips; it belongs in wagers.five_card_bonus",
                "magic_card",
                "paytable, minimum",
            ),
            (
                "wagers.trips.lucky_bonus",
                "'lucky_bonus' is not a key of wagers.trips; it belongs in wagers.five_card_bonus",
                "lucky_bonus",
                "paytable, minimum",
            ),
        ],
    ),
}


def refused(form: dict[Any, Any]) -> list[tuple[Any, ...]]:
    with pytest.raises(InputError) as error:
        parse(form)
    return [tuple(problem) for problem in error.value.problems]


@pytest.mark.parametrize("name", REFUSED)
def test_every_problem_of_form(name: str) -> None:
    form, problems = REFUSED[name]
    assert refused(form) == [tuple(Problem(*problem)) for problem in problems]  # type: ignore[arg-type]


def test_a_hundred_amounts_are_as_many_as_may_be() -> None:
    form = {"game": UTH, "wagers": {"progressive": {"amounts": [str(dollars) for dollars in range(1, 101)]}}}
    assert len(parse(form).amounts_cents["progressive"]) == 100


def test_of_very_many_unknown_keys_the_first_are_told_and_how_many_more_there_are() -> None:
    def form(keys: int) -> dict[str, Any]:
        return {"game": UTH, "wagers": {"ante": {f"k{n}": 1 for n in range(keys)}}}

    def one(n: int) -> tuple[Any, ...]:
        return (f"wagers.ante.k{n}", f"'k{n}' is not a key of wagers.ante", f"k{n}", "minimum", None)

    assert refused(form(MOST_PROBLEMS)) == [one(n) for n in range(MOST_PROBLEMS)]
    more = ("wagers.ante", "wagers.ante has more keys that are none of it", "3 more", "minimum", None)
    assert refused(form(MOST_PROBLEMS + 3)) == [more, *(one(n) for n in range(MOST_PROBLEMS - 1))]
    at_the_top = refused({"game": UTH} | {f"k{n}": 1 for n in range(MOST_PROBLEMS + 1)})
    assert at_the_top[0] == ("", "the submission has more keys that are none of it", "1 more", TOP, None)


@pytest.mark.parametrize(("minimum", "least"), [("1", 100), ("2", 500), ("5", 500), ("9", 100), (None, 100)])
def test_the_least_of_the_amounts_filed_is_one_that_the_minimum_allows(minimum: str | None, least: int) -> None:
    table = {"amounts": ["5", "1"]} | ({} if minimum is None else {"minimum": minimum})
    assert least_wager_cents(parse({"game": UTH, "wagers": {"progressive": table}}), "progressive") == least
