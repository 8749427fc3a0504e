"""What is read of a round at the edges of what is allowed, and that one thing wrong does not hide the next."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import houseway
from gate.rounds import pgp_round, uth_round
from houseway.problems import InputError, Problem
from houseway.settlement.reading import MOST_SEAT_NUMBER, MOST_SEATS, read
from houseway.settlement.values import MOST_UNKNOWN, Values
from houseway.submission import default, parse


def refused(round_: dict[str, Any], submission: Any = None, **keys: Any) -> list[tuple[str, str | None]]:
    """Where settling the round is refused, and what is found there."""
    with pytest.raises(InputError) as error:
        houseway.settle(round_, submission, **keys)
    return [(problem.where, problem.found) for problem in error.value.problems]


# --- a short text: a round's or a table's name, which systems write as a number as well


@pytest.mark.parametrize(
    ("value", "text"),
    [(7, "7"), (0, "0"), (-3, "-3"), (10**18 - 1, "9" * 18), ("x", "x"), ("x" * 200, "x" * 200), (None, None)],
)
def test_a_short_text(value: object, text: str | None) -> None:
    values = Values()
    assert (values.text(value, "round_id"), values.problems) == (text, [])


@pytest.mark.parametrize("value", [10**18, -(10**18), True, "", "x" * 201, "a\nb", 1.5])
def test_no_short_text(value: object) -> None:
    values = Values()
    assert values.text(value, "round_id") is None
    assert [(p.where, p.message, p.allowed) for p in values.problems] == [
        ("round_id", "must be a short text", "1 to 200 printable characters")
    ]


def test_what_is_no_flag_is_false_and_a_problem() -> None:
    values = Values()
    assert (values.flag("yes", "void"), [problem.where for problem in values.problems]) == (False, ["void"])


@pytest.mark.parametrize(("where", "place"), [("", "round"), ("dealer", "dealer")])
def test_of_very_many_unknown_keys_the_first_are_told_and_how_many_more_there_are(where: str, place: str) -> None:
    """With the nearest that is a key for the first fifty, in all places together."""
    values = Values()
    values.keys({f"card{n}": 1 for n in range(MOST_UNKNOWN)}, where, {"cards": None, "low": None})
    dot = f"{where}." if where else ""
    told = [Problem(f"{dot}card{n}", "is not a key here", f"card{n}", "cards, low", "cards") for n in range(MOST_UNKNOWN)]
    assert values.problems == told
    values.keys({f"low{n}": 1 for n in range(MOST_UNKNOWN + 3)}, where, {"cards": None, "low": None})
    told += [Problem(f"{dot}low{n}", "is not a key here", f"low{n}", "cards, low", None) for n in range(MOST_UNKNOWN)]
    told.append(Problem(place, "has more keys that are not keys here", "3 more", "cards, low", None))
    assert values.problems == told
    assert f"{dot}cards" in values.unread
    assert f"{dot}low" not in values.unread


def test_a_key_that_is_there_was_not_meant_by_another() -> None:
    values = Values()
    values.keys({"cards": 1, "card": 1}, "dealer", {"cards": None, "low": None})
    assert values.unread == {"dealer.card"}


# --- players and their order


def test_as_many_players_as_a_deck_serves() -> None:
    players = [{"seat": seat, "void": True, "wagers": {}} for seat in range(1, MOST_SEATS + 2)]
    assert "players" not in [problem.where for problem in read({**uth_round(), "players": players[:-1]}).problems]
    told = [problem for problem in read({**uth_round(), "players": players}).problems if problem.where == "players"]
    assert told == [Problem("players", "lists more players than a deck can serve", "23", "at most 22")]


def test_a_player_who_is_none_does_not_hide_the_next() -> None:
    round_ = uth_round()
    round_["players"] = [round_["players"][0], "seat 3", {**round_["players"][1], "cards": "8d"}]
    assert [where for where, _ in refused(round_)] == ["players[1]", "players[2].cards"]


@pytest.mark.parametrize(
    ("order", "found"),
    [(["2", 5], '"2", 5'), ([True, 5], "true, 5"), ([5], "5"), ([2, 5, 5], "2, 5, 5"), ([2, 4], "2, 4")],
)
def test_an_order_of_payment_that_is_none(order: list[object], found: str) -> None:
    with pytest.raises(InputError) as error:
        houseway.settle({**uth_round(), "payment_order": order})
    assert error.value.problems == (Problem("payment_order", "must name every seat once", found, "an order of 2, 5"),)


@pytest.mark.parametrize("order", [["2", 5], []])
def test_an_order_of_payment_where_a_seat_is_in_doubt(order: list[object]) -> None:
    """Which seats there are is not known: what is no order at all is still told, without an order that would be right."""
    round_ = {**uth_round(), "payment_order": order}
    round_["players"][1]["seat"] = "five"
    told = {problem.where: problem.allowed for problem in read(round_).problems}
    assert told == {"players[1].seat": "1 to 99", "payment_order": "every seat once"}


def test_the_positions_of_the_lucky_bonus() -> None:
    for position in ("dealer", 1, MOST_SEAT_NUMBER):
        typed = read({**uth_round(), "lucky_position": position}).round
        assert typed is not None
        assert typed.lucky_position == position
    for position in (0, MOST_SEAT_NUMBER + 1, True, "Dealer"):
        assert [where for where, _ in refused({**uth_round(), "lucky_position": position})] == ["lucky_position"]


def test_a_bank_may_have_lost_and_nothing_else() -> None:
    round_ = pgp_round()
    round_["players"][0]["paid"] = {"bank": "-5", "red": "5"}
    typed = read(round_).round
    assert typed is not None
    assert typed.seats[0].paid == {"red": 500, "bank": -500}
    round_["players"][0]["paid"] = {"red": "-5"}
    assert [problem.where for problem in read(round_).problems] == ["players[0].paid.red"]


# --- all problems at once, and notices of the hands that are played


def test_a_bank_that_is_none_is_told_beside_the_rest() -> None:
    round_ = {**pgp_round(), "bank": {"seat": 3}}
    round_["players"][0]["wagers"]["pai_gow"] = "25.50"
    round_["players"][0]["wagers"]["black"] = "5"
    told = refused(round_)
    assert told[-1] == ("bank.seat", "3")
    assert [where for where, _ in told[:-1]] == ["players[0].wagers.black"]


def test_what_cannot_be_settled_is_told_beside_what_is_wrong_with_the_round() -> None:
    submission = default("ultimate-texas-holdem").to_dict()
    submission["wagers"]["blind"]["paytable"] = "Z"
    round_ = uth_round()
    round_["players"][0]["wagers"]["play"] = "50"
    assert refused(round_, submission, allow_violations=True) == [
        ("players[0].wagers.play", "50"),
        ("wagers.blind.paytable", "Z"),
    ]


def test_a_void_hand_below_the_minimum_is_no_news() -> None:
    """Only the hands that are played are told of: seat 2 wagers 10.00 where 25.00 is the least, and so does the void seat 5."""
    submission = parse({**default("ultimate-texas-holdem").to_dict(), "effective": date(2015, 1, 1)})
    filed = submission.to_dict()
    filed["wagers"]["ante"]["minimum"] = "25"
    round_ = uth_round()
    round_["players"][1] = {"seat": 5, "cards": "8d 3c", "void": True, "wagers": {"ante": "15", "blind": "15"}}
    notices = houseway.settle(round_, filed, allow_violations=True).notices
    assert [notice.where for notice in notices if "below the filed minimum" in notice.message] == ["players[0].wagers.ante"]


def test_a_void_hand_pays_no_envy() -> None:
    """Seat 5 holds a royal flush in its two cards and the flop, worth $1,000 to a $1 wager, until its hand is void."""
    round_ = uth_round()
    round_["board"] = "Qh Jh Th 5s 2d"
    round_["dealer"] = {"cards": "Kc 7d"}
    round_["players"][0]["cards"] = "As Ac"
    round_["players"][1] = {"seat": 5, "cards": "Ah Kh", "wagers": {"ante": "15", "blind": "15", "play": "15"}}
    envy = [(line.seat, line.from_seat, line.paid_cents) for line in houseway.settle(round_).lines if line.wager == "envy"]
    assert envy == [(2, 5, 100_000)]
    round_["players"][1]["void"] = True
    assert [line for line in houseway.settle(round_).lines if line.wager == "envy"] == []


def test_what_was_paid_is_recorded_of_one_seat_only() -> None:
    round_ = uth_round()
    round_["players"][1]["paid"] = {"ante": "1", "blind": "0"}
    paid = houseway.settle(round_).payments
    assert {(payment.seat, payment.wager) for payment in paid} == {(5, "ante"), (5, "blind")}


# --- what is not played need not be dealt


ANTE = {"ante": "10", "blind": "10"}


@pytest.mark.parametrize(
    "round_",
    [
        {"game": "ultimate-texas-holdem", "players": [{"seat": 99, "wagers": ANTE}]},
        {
            "game": "ultimate-texas-holdem",
            "board": "Ks Qs",
            "dealer": {"cards": "Ac"},
            "players": [{"seat": 1, "cards": "As", "wagers": ANTE | {"play": "10"}, "folded": True}],
        },
        {"game": "pai-gow-poker", "players": [{"seat": 1, "wagers": {"pai_gow": "5"}}]},
        {
            "game": "pai-gow-poker",
            "dealer": {"cards": "Ac Jk"},
            "players": [{"seat": 1, "cards": "As", "wagers": {"pai_gow": "5"}}],
        },
    ],
)
def test_a_void_round_gives_back_every_wager_whatever_was_dealt(round_: dict[str, Any]) -> None:
    lines = houseway.settle({**round_, "date": "2015-08-01", "void": True}).lines
    wagers = round_["players"][0]["wagers"]
    assert {line.wager: line.returned_cents for line in lines} == {name: int(of) * 100 for name, of in wagers.items()}
    assert {(line.outcome, line.paid_cents) for line in lines} == {("void", 0)}
    told = {problem.where for problem in read({**round_, "date": "2015-08-01"}).problems}
    assert "players[0].cards" in told
    assert told & {"dealer", "dealer.cards"}


@pytest.mark.parametrize(("seat", "right"), [(0, False), (1, True), (99, True), (100, False), (True, False)])
def test_the_number_of_a_seat(seat: object, right: bool) -> None:
    round_ = uth_round()
    round_["players"] = [{**round_["players"][0], "seat": seat}]
    assert [problem.where for problem in read(round_).problems] == ([] if right else ["players[0].seat"])
