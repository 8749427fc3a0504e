"""What a result says beside its amounts: notices with their place and paragraph, limits, void banks, refusals of the filing."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.games import house_way
from houseway.games.ruling import Ruling, by_line, line_of
from houseway.money import ToOne
from houseway.problems import Problem
from houseway.regulation import PGP, UTH, law_for
from houseway.settlement.pai_gow_words import is_wheel
from houseway.settlement.paying import Limit, pay_line

HOLDEM = law_for(UTH, None)
METER = {"initial": "10000", "reset": "10000", "rate_of_progression": "1%"}
ROYAL: dict[str, Any] = {
    "game": UTH, "date": "2015-07-01", "board": "Ks Qs Js Ts 9d", "dealer": {"cards": "Ac 9s"},
    "players": [{"seat": 2, "cards": "As Ah", "wagers": {"ante": "100", "blind": "100", "play": "400", "trips": "25"}}],
}  # fmt: skip


def filed(**more: Any) -> dict[str, Any]:
    return {
        "game": UTH, "certificate_holder": "Test", "effective": "2015-01-01",
        "wagers": {"ante": {"minimum": "5"}, "blind": {"paytable": "A"}, "trips": {"paytable": "A", "minimum": "5"}},
    } | more  # fmt: skip


def lines(result: houseway.Settlement) -> dict[str, dict[str, Any]]:
    told: dict[str, Any] = result.to_dict()
    return {line["wager"]: line for player in told["players"] for line in player["lines"]}


def notices(result: houseway.Settlement) -> list[tuple[str, str, str | None]]:
    return [(notice.where, notice.message, notice.cite) for notice in result.notices]


def test_what_the_default_and_the_date_say() -> None:
    said = notices(houseway.settle({key: value for key, value in ROYAL.items() if key != "date"}))
    assert said == [
        ("submission", "No Rules Submission was given: settled under the section's default choices.", "653a.12"),
        ("date", "No date was given: settled under the newest version of § 653a.12 held, of 2014-12-13.", "653a.12"),
    ]
    assert notices(houseway.settle(ROYAL, filed())) == [
        ("date", "The newest version of § 653a.12 held is of 2014-12-13; later amendments are not in it.", "653a.12"),
    ]
    first_day = ROYAL | {"date": "2014-12-13"}
    assert notices(houseway.settle(first_day, filed(effective="2014-12-13"))) == []


def test_a_wager_below_the_filed_minimum_is_settled_and_said() -> None:
    round_ = ROYAL | {"players": [ROYAL["players"][0] | {"wagers": {"ante": "4", "blind": "4", "play": "4", "trips": "5"}}]}
    assert notices(houseway.settle(round_, filed()))[1:] == [
        ("players[0].wagers.ante", "The wager of $4.00 is below the filed minimum of $5.00.", None),
    ]


def test_bonuses_and_meters_that_are_not_on_offer() -> None:
    round_ = ROYAL | {"magic_card": "2c", "lucky_position": 1, "meters": {"progressive": "5"}}
    assert notices(houseway.settle(round_, filed()))[1:] == [
        ("meters.progressive", "No wager of this meter is on offer; the reading is left as it was.", None),
        ("magic_card", "No Magic Card bonus is offered under this submission; nothing is paid for it.", "653a.12(e)(3)"),
        ("lucky_position", "No Lucky Bonus is offered under this submission; nothing is paid for it.", "653a.12(e)(3)"),
    ]


def test_the_payout_limit_in_the_line_and_in_its_json() -> None:
    """Ante $100 and play $400 are paid first; of the blind's $50,000 a limit of $51,750 leaves all, of trips' 1,250 all too.

    With a limit of $50,000 the blind gets 49,500 and trips nothing. (A royal on trips pays 50 to 1.)
    """
    under = filed(limits={"maximum_payout": "50000"})
    found = lines(houseway.settle(ROYAL, under, allow_violations=True))
    assert [found[wager]["paid"] for wager in ("ante", "play", "blind", "trips")] == ["100.00", "400.00", "49500.00", "0.00"]
    assert [found[wager].get("limited_by") for wager in found] == [None, None, "653a.12(f)", "653a.12(f)"]
    assert found["blind"]["reason"].endswith(
        " The payout limit of $50,000.00 on one hand leaves $49,500.00 of $50,000.00 to be paid (653a.12(f))."
    )
    above = lines(houseway.settle(ROYAL, filed(limits={"maximum_payout": "51750"})))
    assert [found.get("limited_by") for found in above.values()] == [None] * 4
    assert above["trips"]["paid"] == "1250.00"


def test_what_is_left_of_a_limit() -> None:
    limit = Limit(HOLDEM.limit, 1000)
    assert limit.allow("ante", 400) == (400, None)
    assert limit.allow("progressive", 9999) == (9999, None)  # exempt: 653a.12(f) speaks of ante, play, blind and trips
    paid, said = limit.allow("blind", 700)
    assert (paid, said) == (
        600, " The payout limit of $10.00 on one hand leaves $6.00 of $7.00 to be paid (653a.12(f)).",
    )  # fmt: skip
    assert limit.allow("trips", 1)[0] == 0
    assert Limit(HOLDEM.limit, None).allow("blind", 10**9) == (10**9, None)


def test_half_a_cent_goes_up_and_is_said() -> None:
    """A flush pays the blind 3 to 2: on $5.01 that is $7.515, so $7.52."""
    said: list[Any] = []
    table = HOLDEM.tables["blind"]["A"]
    line = pay_line(
        1, "blind", 501, Ruling("win", 4, "line", None), table, "", "", (), (), Limit(HOLDEM.limit, None), said, "here"
    )
    assert (line.paid_cents, line.returned_cents, line.odds, line.limited_by, line.meter) == (752, 501, "3 to 2", None, None)
    assert isinstance(table.rows[4].pays, ToOne)
    assert [tuple(notice) for notice in said] == [
        ("here", "3 to 2 on $5.01 ends in half a cent, which goes up in the player's favour.", "653a.12(b) Paytable A")
    ]


def test_what_cannot_be_paid_is_an_error_and_no_line() -> None:
    nothing: tuple[Any, ...] = ((), (), Limit(HOLDEM.limit, None), [], "here")
    with pytest.raises(ValueError, match=r"^653a\.12\(d\)\(1\) pays a share of a meter, and no meter was given$"):
        pay_line(1, "progressive", 100, Ruling("win", 0, "line", None), HOLDEM.tables["progressive"][""], "", "", *nothing)
    with pytest.raises(TypeError, match=r"is not paid on a win$"):
        pay_line(1, "blind", 100, Ruling("win", 6, "line", None), HOLDEM.tables["blind"]["A"], "", "", *nothing)


def test_a_ruling_by_its_line_keeps_the_switch_that_decided() -> None:
    """Blind A: the first line is the royal flush, the seventh pushes; no line met is row -1."""
    table = HOLDEM.tables["blind"]["A"]
    assert [line_of(table, key) for key in ("royal_flush", "four_of_a_kind", "less_than_a_straight", "pair")] == [0, 2, 6, -1]
    assert by_line(table, 6, "some_switch") == Ruling("push", 6, "push_line", "some_switch")
    assert by_line(table, 0, "some_switch") == Ruling("win", 0, "line", "some_switch")
    assert by_line(table, -1, "some_switch") == Ruling("lose", -1, "no_line", "some_switch")
    assert by_line(table, 0) == Ruling("win", 0, "line", None)


def test_a_wheel_under_either_rank_of_it() -> None:
    """A straight (4) or straight flush (8) whose first two cards are A and 5, or, counted from the five, 5 and 4."""
    ace_five, five_four, five_three = 12 << 16 | 3 << 12, 3 << 16 | 2 << 12, 3 << 16 | 1 << 12
    assert [is_wheel(4 << 20 | ranks) for ranks in (ace_five, five_four, five_three)] == [True, True, False]
    assert [is_wheel(kind << 20 | ace_five) for kind in (0, 4, 5, 8)] == [False, True, False, True]
    assert not is_wheel(4 << 20 | 12 << 16 | 11 << 12)  # ace-high
    assert not is_wheel(4 << 20 | 4 << 16 | 3 << 12)  # six-high


def test_a_void_round_of_a_banking_player() -> None:
    round_ = {
        "game": PGP, "date": "2015-08-01", "dealer": {"cards": "Qc Jd 9h 8s 6c 4d 3h"}, "void": True, "bank": {"seat": 2},
        "players": [
            {"seat": 1, "cards": "As Ah Kd Kc 7s 4c 2h", "wagers": {"pai_gow": "11"}},
            {"seat": 2, "cards": "Ad Ac Kh Ks 7c 5c 2c", "wagers": {}},
        ],
    }  # fmt: skip
    found = lines(houseway.settle(round_))
    assert (found["bank"]["outcome"], found["bank"]["net"], found["bank"]["cite"]) == ("void", "0.00", "645a.13(a)")
    assert found["bank"]["reason"] == "The round is void: the bank neither wins nor loses."
    assert (found["pai_gow"]["outcome"], found["pai_gow"]["returned"]) == ("void", "11.00")


def test_settling_under_a_submission_that_is_not_lawful() -> None:
    """A meter below $10,000 is a violation of (d)(3): refused, or settled with a notice that says so."""
    wagers = filed()["wagers"] | {"progressive": {"amounts": ["1"], "meter": METER | {"initial": "9999"}}}
    under = filed(wagers=wagers)
    with pytest.raises(houseway.InputError, match=r"progressive\.meter\.initial"):
        houseway.settle(ROYAL, under)
    where, message, cite = notices(houseway.settle(ROYAL, under, allow_violations=True))[1]
    assert (where, cite) == ("submission", "653a.12(d)(3)")
    assert message.startswith("Settled although the submission is not lawful: wagers.progressive.meter.initial: ")


def test_a_house_way_that_is_not_known() -> None:
    with pytest.raises(houseway.InputError) as refused:
        house_way.get("standart")
    assert refused.value.problems == (
        Problem("house_way", "is not a house way that is known here", "standart", "standard, foxwoods", "standard"),
    )


def problems(round_: Any) -> list[Problem]:
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(round_)
    return list(refused.value.problems)


@pytest.mark.parametrize(
    ("time", "found"),
    [
        (5, "5"),
        ("", ""),
        ("noon", "noon"),
        ("2015-07-01T21:04:33.000000-04:00:00.000000", "2015-07-01T21:04:33.000000-04:00:00.000000"),  # of 42 letters
    ],
)
def test_a_time_is_of_iso_8601(time: object, found: str) -> None:
    assert problems(ROYAL | {"time": time}) == [
        Problem("time", "is not a time", found, "ISO 8601, such as 2015-07-01T21:04:33-04:00")
    ]


@pytest.mark.parametrize("time", ["21:04", "2015-07-01T21:04:33-04:00", "2015-07-01T21:04:33.123456-04:00:00.0000"[:40]])
def test_times_that_are_kept_as_they_were_written(time: str) -> None:
    assert houseway.settle(ROYAL | {"time": time}).round.time == time


def test_neither_ante_nor_blind() -> None:
    """Each is asked for; of the blind it can only be said that it is the ante's amount."""
    assert problems(ROYAL | {"players": [ROYAL["players"][0] | {"wagers": {"trips": "5"}}]}) == [
        Problem("players[0].wagers.ante", "is required", "none", "an ante"),
        Problem("players[0].wagers.blind", "is required", "none", "the amount of the ante"),
    ]


def test_a_void_hand_says_so_of_every_wager() -> None:
    found = lines(houseway.settle(ROYAL | {"players": [ROYAL["players"][0] | {"void": True}]}))
    assert [line["outcome"] for line in found.values()] == ["void"] * 4
    assert {line["reason"].split(":")[0] for line in found.values()} == {"The hand is void"}
    whole = lines(houseway.settle(ROYAL | {"void": True}))
    assert {line["reason"].split(":")[0] for line in whole.values()} == {"The round is void"}
