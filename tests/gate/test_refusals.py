"""One of each kind of refusal, with its exact place, what was found, what is allowed and the nearest valid word."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

import pytest

import houseway
from gate.rounds import pgp_round, uth_round
from houseway.problems import Problem

Change = Callable[[dict[str, Any]], None]
FIRST, SECOND = ("players", 0), ("players", 1)
TRIPS = (*FIRST, "wagers", "trips")
UTH_WAGERS = "ante, play, blind, trips, progressive, five_card_bonus_player, five_card_bonus_dealer"
CARDS = "cards such as As, Td, 10d, A♠"
MONEY = 'an amount such as "12.50"'
FLOAT = "is a binary floating-point number, which cannot hold cents exactly; write it as a string"
MOST = "at most 1000000000000.00"
SMALL = {"game": "ultimate-texas-holdem", "effective": "2015-07-01", "certificate_holder": "Example Casino"}


def put(*path: Any, value: Any) -> Change:
    def change(round_: dict[str, Any]) -> None:
        holder: Any = round_
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return change


def drop(*path: Any) -> Change:
    def change(round_: dict[str, Any]) -> None:
        holder: Any = round_
        for key in path[:-1]:
            holder = holder[key]
        del holder[path[-1]]

    return change


def both(*changes: Change) -> Change:
    def change(round_: dict[str, Any]) -> None:
        for one in changes:
            one(round_)

    return change


def banked(*changes: Change, **bank: Any) -> Change:
    """Seat 1 banks, without a main wager of its own."""
    return both(put("bank", value={"seat": 1, **bank}), drop(*FIRST, "wagers", "pai_gow"), *changes)


def problems_of(round_: Any, submission: Any = None, **options: Any) -> list[Problem]:
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(round_, submission, **options)
    return list(refused.value.problems)


class Refusal(NamedTuple):
    name: str
    change: Change
    where: str
    message: str
    found: str | None
    allowed: str | None
    nearest: str | None = None


UTH_REFUSALS = [
    # keys
    Refusal(
        "a key misspelt at the top", put("playrs", value=[]), "playrs", "is not a key here", "playrs",
        "game, date, round_id, table, time, dealer_id, dealer, players, meters, payment_order, void, board, magic_card, "
        "lucky_position", "players",
    ),
    Refusal("a key of the other game", put("dealer", "low", value="Kc"), "dealer.low", "is not a key here", "low", "cards"),
    Refusal(
        "a wager misspelt", put(*FIRST, "wagers", "tripps", value="5"), "players[0].wagers.tripps", "is not a key here",
        "tripps", UTH_WAGERS, "trips",
    ),
    Refusal(
        "a key that is no text", put(*FIRST, "wagers", 7, value="5"), "players[0].wagers.7", "is not a key here", "7",
        UTH_WAGERS
    ),
    Refusal(
        "a meter misspelt", put("meters", "progresive", value="5"), "meters.progresive", "is not a key here", "progresive",
        "progressive, five_card_bonus", "progressive",
    ),
    Refusal(
        "a payment that the game does not have", put(*FIRST, "paid", value={"vigorish": "1"}), "players[0].paid.vigorish",
        "is not a key here", "vigorish", f"{UTH_WAGERS}, envy, magic_card, lucky_bonus",
    ),
    # what must be there, and of what kind
    Refusal("no board", drop("board"), "board", "is missing", None, "5 cards"),
    Refusal("no dealer", drop("dealer"), "dealer", "is missing", None, "the dealer's cards"),
    Refusal("no dealer's cards", drop("dealer", "cards"), "dealer.cards", "are missing", None, "2 cards"),
    Refusal(
        "a dealer in a list", put("dealer", value=["Kc"]), "dealer", "must be a table of keys", "a list of 1", "an object { … }"
    ),
    Refusal("no players", drop("players"), "players", "is missing", None, "a list of players"),
    Refusal(
        "an empty list of players", put("players", value=[]), "players", "must list at least one player", "a list of 0",
        "a list of players",
    ),
    Refusal(
        "players in a table", put("players", value={}), "players", "must list at least one player", "a table of 0",
        "a list of players",
    ),
    Refusal("a player in words", put(*SECOND, value="x"), "players[1]", "must be a table of keys", "x", "an object { … }"),
    Refusal(
        "more players than cards", put("players", value=[{"seat": n, "void": True, "wagers": {}} for n in range(1, 24)]),
        "players", "lists more players than a deck can serve", "23", "at most 22",
    ),
    Refusal("no cards", drop(*FIRST, "cards"), "players[0].cards", "are missing", None, "2 cards"),
    Refusal(
        "no wagers", drop(*FIRST, "wagers"), "players[0].wagers", "is missing", None,
        'a table of wagers, such as {"ante": "10"}',
    ),
    Refusal(
        "wagers in a list", put(*FIRST, "wagers", value=[]), "players[0].wagers", "must be a table of keys", "a list of 0",
        "an object { … }",
    ),
    Refusal("meters in a list", put("meters", value=[]), "meters", "must be a table of keys", "a list of 0", "an object { … }"),
    # cards
    Refusal("four on the board", put("board", value="Kh Qd 9c 5s"), "board", "has the wrong number of cards", "4", "5 cards"),
    Refusal("a board in a number", put("board", value=5), "board", "must be cards", "5", 'cards such as "As Td"'),
    Refusal(
        "three cards in hand", put(*FIRST, "cards", value="As Ah Ad"), "players[0].cards", "has the wrong number of cards", "3",
        "2 cards",
    ),
    Refusal(
        "an empty hand", put(*FIRST, "cards", value=""), "players[0].cards", "has the wrong number of cards", "0", "2 cards"
    ),
    Refusal("no card", put(*FIRST, "cards", value="As 1h"), "players[0].cards", "'1h' is not a card", "1h", CARDS),
    Refusal(
        "a number among cards", put(*FIRST, "cards", value=["As", 10]), "players[0].cards", "'10' is not a card",
        "10", CARDS,
    ),
    Refusal(
        "a joker", put(*FIRST, "cards", value="As Joker"), "players[0].cards", "the joker is not in this game's deck", "Joker",
        "one of the 52 cards",
    ),
    Refusal(
        "one card twice in a hand", put(*FIRST, "cards", value="As A♠"), "players[0].cards", "As is there twice", "As",
        "each card once",
    ),
    Refusal(
        "one card in two hands", put(*FIRST, "cards", value="As 8d"), "players[1].cards",
        "8d is also in players[0].cards", "8d",
        "each card in one place",
    ),
    Refusal(
        "a card of the board", put(*FIRST, "cards", value=["As", "kh"]), "players[0].cards", "Kh is also in board", "Kh",
        "each card in one place",
    ),
    Refusal(
        "a card of the dealer", put(*FIRST, "cards", value="As 7♦"), "players[0].cards", "7d is also in dealer.cards", "7d",
        "each card in one place",
    ),
    Refusal(
        "a joker for magic card", put("magic_card", value="Jk"), "magic_card", "the joker is not in this game's deck", "Jk",
        "one of the 52 cards",
    ),
    Refusal("two magic cards", put("magic_card", value="As Ah"), "magic_card", "'As Ah' is not a card", "As Ah", CARDS),
    # seats and their order
    Refusal("no seat", drop(*FIRST, "seat"), "players[0].seat", "is missing", None, "a seat number, 1 to 99"),
    Refusal("seat 0", put(*FIRST, "seat", value=0), "players[0].seat", "must be a seat number", "0", "1 to 99"),
    Refusal("a seat in words", put(*FIRST, "seat", value="2"), "players[0].seat", "must be a seat number", '"2"', "1 to 99"),
    Refusal("a true seat", put(*FIRST, "seat", value=True), "players[0].seat", "must be a seat number", "true", "1 to 99"),
    Refusal(
        "one seat twice", put(*SECOND, "seat", value=2), "players[1].seat", "seat 2 is also players[0]", "2",
        "each seat once",
    ),
    Refusal(
        "a seat left out of the order", put("payment_order", value=[2]), "payment_order", "must name every seat once", "2",
        "an order of 2, 5",
    ),
    Refusal(
        "a seat twice in the order", put("payment_order", value=[2, 2]), "payment_order", "must name every seat once", "2, 2",
        "an order of 2, 5",
    ),
    Refusal(
        "a seat in the order that nobody has", put("payment_order", value=[5, 2, 1]), "payment_order",
        "must name every seat once", "5, 2, 1", "an order of 2, 5",
    ),
    Refusal(
        "an order in words", put("payment_order", value=["5", "2"]), "payment_order", "must name every seat once", '"5", "2"',
        "an order of 2, 5",
    ),
    Refusal(
        "an order that is no list", put("payment_order", value="2 5"), "payment_order", "must name every seat once", '"2 5"',
        "an order of 2, 5",
    ),
    Refusal(
        "a position misspelt", put("lucky_position", value="deeler"), "lucky_position", "is no position", "deeler",
        '"dealer" or a seat number', "dealer",
    ),
    Refusal(
        "position 0", put("lucky_position", value=0), "lucky_position", "is no position", "0", '"dealer" or a seat number'
    ),
    # money
    Refusal("negative money", put(*TRIPS, value="-5"), "players[0].wagers.trips", "is negative", "-5", '"0" or more'),
    Refusal(
        "part of a cent", put(*TRIPS, value="5.005"), "players[0].wagers.trips", "has more than two decimals", "5.005",
        'whole cents, such as "12.50"',
    ),
    Refusal("a float", put(*TRIPS, value=12.5), "players[0].wagers.trips", FLOAT, "12.5", 'a string such as "12.50"'),
    Refusal("true for money", put(*TRIPS, value=True), "players[0].wagers.trips", "is not an amount of money", "true", MONEY),
    Refusal(
        "words for money", put(*TRIPS, value="five"), "players[0].wagers.trips", "is not an amount of money", "five",
        MONEY,
    ),
    Refusal(
        "a comma in money", put(*TRIPS, value="1,000"), "players[0].wagers.trips", "is not an amount of money",
        "1,000", MONEY,
    ),
    Refusal(
        "an exponent in money", put(*TRIPS, value="1e3"), "players[0].wagers.trips", "is not an amount of money",
        "1e3", MONEY,
    ),
    Refusal(
        "money in a list", put(*TRIPS, value=["5"]), "players[0].wagers.trips", "is not an amount of money",
        "a list of 1", MONEY
    ),
    Refusal(
        "no number", put(*TRIPS, value=Decimal("sNaN")), "players[0].wagers.trips", "is not an amount of money", "sNaN", MONEY
    ),
    Refusal(
        "a cent more than the most", put(*TRIPS, value="1000000000000.01"), "players[0].wagers.trips",
        "is more than any amount on a table", "1000000000000.01", MOST,
    ),
    Refusal(
        "a number of 10,000 digits", put(*TRIPS, value=10**9_999), "players[0].wagers.trips",
        "is more than any amount on a table", "a number too long to print", MOST,
    ),
    Refusal(
        "10,000 digits in a text", put(*TRIPS, value="9" * 10_000), "players[0].wagers.trips",
        "is more than any amount on a table", "9" * 60 + "…", MOST,
    ),
    Refusal(
        "a meter in words", put("meters", "progressive", value="ten"), "meters.progressive", "is not a meter reading", "ten",
        'a reading such as "10000.22"',
    ),
    Refusal(
        "a meter below 0", put("meters", "progressive", value="-1"), "meters.progressive", "is negative", "-1",
        'a reading of "0" or more',
    ),
    Refusal(
        "a meter of nine decimals", put("meters", "progressive", value="1.123456789"), "meters.progressive",
        "has more than eight decimals", "1.123456789", 'a reading such as "10000.225", with at most eight decimals',
    ),
    Refusal(
        "a meter as a float", put("meters", "progressive", value=1.5), "meters.progressive", FLOAT, "1.5",
        'a string such as "1.50"',
    ),
    Refusal(
        "a meter without end", put("meters", "progressive", value="9999999999999"), "meters.progressive",
        "is more than any meter", "9999999999999", MOST,
    ),
    # what the table allows
    Refusal("no ante", drop(*FIRST, "wagers", "ante"), "players[0].wagers.ante", "is required", "none", "10.00"),
    Refusal("no blind", drop(*FIRST, "wagers", "blind"), "players[0].wagers.blind", "is required", "none", "10.00"),
    Refusal(
        "a blind of 0", put(*FIRST, "wagers", "blind", value="0"), "players[0].wagers.blind", "is required", "none",
        "10.00",
    ),
    Refusal(
        "a blind not equal to the ante", put(*FIRST, "wagers", "blind", value="15"), "players[0].wagers.blind",
        "must equal the ante", "15.00", "10.00",
    ),
    Refusal(
        "a play wager of 5 times the ante", put(*FIRST, "wagers", "play", value="50"), "players[0].wagers.play",
        "is not 1, 2, 3 or 4 times the ante", "50", "10, 20, 30 or 40",
    ),
    Refusal(
        "a play wager between two multiples", put(*FIRST, "wagers", value={"ante": "7.5", "blind": "7.5", "play": "20"}),
        "players[0].wagers.play", "is not 1, 2, 3 or 4 times the ante", "20", "7.50, 15, 22.50 or 30",
    ),
    Refusal(
        "a fold and a play wager", put(*FIRST, "folded", value=True), "players[0].folded",
        "a player who made a play wager has not folded", "true", "false, or no play wager",
    ),
    Refusal(
        "no fold and no play wager", put(*SECOND, "folded", value=False), "players[1].folded",
        "a player who made no play wager has folded", "false", "true, or a play wager",
    ),
    Refusal(
        "a fold in words", put(*SECOND, "folded", value="true"), "players[1].folded", "must be true or false", '"true"',
        "true or false",
    ),
    Refusal(
        "a progressive wager of a size not filed", put(*FIRST, "wagers", "progressive", value="2"),
        "players[0].wagers.progressive", "is not an amount that was filed", "2.00", "1.00, 5.00",
    ),
    # the rest of the round
    Refusal(
        "a day before the oldest version", put("date", value="2014-12-12"), "date",
        "is before the oldest version of 653a.12 that is held", "2014-12-12", "2014-12-13 or later",
    ),
    Refusal(
        "a day that there is not", put("date", value="2015-02-30"), "date", "is not a date", "2015-02-30",
        "a date such as 2015-07-01",
    ),
    Refusal(
        "a day in another order", put("date", value="08/01/2015"), "date", "is not a date", "08/01/2015",
        "a date such as 2015-07-01",
    ),
    Refusal(
        "a day in a number", put("date", value=20150801), "date", "is not a date", "20150801", "a date such as 2015-07-01"
    ),
    Refusal(
        "a time in words", put("time", value="noon"), "time", "is not a time", "noon",
        "ISO 8601, such as 2015-07-01T21:04:33-04:00",
    ),
    Refusal(
        "an empty name", put("round_id", value=""), "round_id", "must be a short text", "", "1 to 200 printable characters"
    ),
    Refusal(
        "a name of two lines", put("table", value="a\nb"), "table", "must be a short text", "a?b",
        "1 to 200 printable characters",
    ),
    Refusal(
        "a name that is half a character", put("dealer_id", value="\ud800"), "dealer_id", "must be a short text", "?",
        "1 to 200 printable characters",
    ),
    Refusal("void in words", put("void", value="yes"), "void", "must be true or false", '"yes"', "true or false"),
    Refusal(
        "a void seat in a number", put(*FIRST, "void", value=1), "players[0].void", "must be true or false", "1",
        "true or false",
    ),
]  # fmt: skip

PGP_REFUSALS = [
    Refusal(
        "a key of the other game", put(*FIRST, "folded", value=True), "players[0].folded", "is not a key here", "folded",
        "seat, cards, wagers, void, paid, low",
    ),
    Refusal(
        "a magic card", put("magic_card", value="As"), "magic_card", "is not a key here", "magic_card",
        "game, date, round_id, table, time, dealer_id, dealer, players, meters, payment_order, void, bank",
    ),
    Refusal(
        "six cards", put(*SECOND, "cards", value="Ac Qc Js 10h 8d 5d"), "players[1].cards",
        "has the wrong number of cards", "6",
        "7 cards",
    ),
    Refusal(
        "no card", put(*SECOND, "cards", value="Ac Qc Js 11h 8d 5d 3h"), "players[1].cards", "'11h' is not a card", "11h",
        f"{CARDS} or Jk",
    ),
    Refusal(
        "a second joker", put(*SECOND, "cards", value="Joker Qc Js Th 8d 5d 3h"), "players[1].cards",
        "Jk is also in players[0].cards", "Jk", "each card in one place",
    ),
    Refusal(
        "a low card not among the seven", put(*FIRST, "low", value="Kh 10s"), "players[0].low",
        "Ts is not among the seven cards", "Ts", "Jk As Kh Qh 7d 6c 2s",
    ),
    Refusal("one low card", put(*FIRST, "low", value="Kh"), "players[0].low", "has the wrong number of cards", "1", "2 cards"),
    Refusal(
        "one low card twice", put(*FIRST, "low", value="Kh K♥"), "players[0].low", "Kh is there twice", "Kh",
        "each card once",
    ),
    Refusal(
        "a dealer's low card not among the seven", put("dealer", "low", value="Kd As"), "dealer.low",
        "As is not among the seven cards", "As", "Kd Kc 9s 8s 4h 3c 2d",
    ),
    Refusal(
        "both colours", put(*FIRST, "wagers", "black", value="5"), "players[0].wagers.black",
        "is a second wager on a colour; one colour is chosen", "5.00", "red or black",
    ),
    Refusal(
        "a bank that nobody holds", put("bank", value={"seat": 3}), "bank.seat", "is not a seat of this round", "3", "1, 4"
    ),
    Refusal(
        "a bank without a seat", put("bank", value={}), "bank.seat", "is missing", None,
        "the seat number of the banking player, 1 to 99",
    ),
    Refusal(
        "a bank in words", put("bank", value="seat 1"), "bank", "must be a table of keys", "seat 1", "an object { … }"
    ),
    Refusal(
        "a bank with a wager of its own", put("bank", value={"seat": 1}), "players[0].wagers.pai_gow",
        "the banking player makes no main wager of his own", "25.00", "none",
    ),
    Refusal(
        "a misspelt co-bank", banked(cobank=True), "bank.cobank", "is not a key here", "cobank",
        "seat, co_bank, house_wager", "co_bank",
    ),
    Refusal("a co-bank in words", banked(co_bank="yes"), "bank.co_bank", "must be true or false", '"yes"', "true or false"),
    Refusal(
        "a co-bank with a wager of the house", banked(co_bank=True, house_wager="25"), "bank.house_wager",
        "the dealer's hand plays no wager in a co-bank", "25.00", "none, or 0",
    ),
    Refusal("a negative wager of the house", banked(house_wager=-25), "bank.house_wager", "is negative", "-25", '"0" or more'),
    Refusal(
        "a void bank", banked(put(*FIRST, "void", value=True)), "players[0].void", "a void bank leaves nobody to play against",
        "true", "a void round",
    ),
    Refusal(
        "a negative payment", put(*FIRST, "paid", value={"pai_gow": "-1"}), "players[0].paid.pai_gow", "is negative", "-1",
        '"0" or more',
    ),
    Refusal(
        "payments in a list", put(*FIRST, "paid", value=["1"]), "players[0].paid", "must be a table of keys", "a list of 1",
        "an object { … }",
    ),
    Refusal(
        "a payment of two signs", put(*FIRST, "paid", value={"bank": "--1"}), "players[0].paid.bank",
        "is not an amount of money", "--1", MONEY,
    ),
    Refusal(
        "a payment that is no number", put(*FIRST, "paid", value={"bank": Decimal("NaN")}), "players[0].paid.bank",
        "is not an amount of money", "NaN", MONEY,
    ),
    Refusal(
        "a day before the oldest version", put("date", value="2015-06-12"), "date",
        "is before the oldest version of 645a.13 that is held", "2015-06-12", "2015-06-13 or later",
    ),
]  # fmt: skip


@pytest.mark.parametrize("refusal", UTH_REFUSALS, ids=lambda refusal: refusal.name)
def test_ultimate_texas_holdem(refusal: Refusal) -> None:
    round_ = uth_round()
    refusal.change(round_)
    assert problems_of(round_) == [Problem(*refusal[2:])]


@pytest.mark.parametrize("refusal", PGP_REFUSALS, ids=lambda refusal: refusal.name)
def test_pai_gow_poker(refusal: Refusal) -> None:
    round_ = pgp_round()
    refusal.change(round_)
    assert problems_of(round_) == [Problem(*refusal[2:])]


def test_the_two_rounds_are_right_as_they_stand() -> None:
    for round_ in (uth_round(), pgp_round()):
        assert houseway.settle(round_).lines


# --- the game and the submission


@pytest.mark.parametrize(
    ("value", "found", "nearest"),
    [
        ("ultimate_texas_holdm", "ultimate_texas_holdm", "ultimate-texas-holdem"),
        ("Pai Gow Poker", "Pai Gow Poker", "pai-gow-poker"),
        (7, "7", None),
        (["pai-gow-poker"], "a list of 1", None),
    ],
)
def test_no_game_of_these(value: object, found: str, nearest: str | None) -> None:
    allowed = "ultimate-texas-holdem or pai-gow-poker"
    expected = Problem("game", "is no game that is settled here", found, allowed, nearest)
    assert problems_of({**uth_round(), "game": value}) == [expected]


def test_no_game_at_all() -> None:
    missing = Problem("game", "is missing", None, "ultimate-texas-holdem or pai-gow-poker")
    assert problems_of({}) == [missing]
    assert problems_of({"game": None}) == [missing]


@pytest.mark.parametrize(
    ("value", "found"),
    [(None, "null"), ([], "a list of 0"), ("{}", "{}"), (5, "5"), (b"{}", "b'{}'")],
)
def test_no_round_at_all(value: object, found: str) -> None:
    assert problems_of(value) == [Problem("round", "must be a table of keys", found, "an object { … }")]


def test_a_wager_that_is_not_on_offer() -> None:
    submission = {**SMALL, "wagers": {"ante": {}, "blind": {"paytable": "A"}}}
    assert problems_of(uth_round(), submission) == [
        Problem(f"players[0].wagers.{wager}", "is not on offer under this submission", wager, "ante, blind, play")
        for wager in ("trips", "progressive")
    ]


def test_a_submission_of_the_other_game() -> None:
    submission = {**SMALL, "wagers": {"ante": {}, "blind": {"paytable": "A"}}}
    expected = Problem("submission.game", "is not the game of the round", "ultimate-texas-holdem", "pai-gow-poker")
    assert problems_of(pgp_round(), submission) == [expected]


@pytest.mark.parametrize(("field", "day", "message", "allowed"), [
    ("effective", "2015-08-02", "is before the submission took effect", "2015-08-02 or later"),
    ("expires", "2015-07-31", "is after the submission expired", "2015-07-31 or earlier"),
])  # fmt: skip
def test_a_day_on_which_the_submission_was_not_in_force(field: str, day: str, message: str, allowed: str) -> None:
    submission = {**SMALL, field: day, "wagers": {"ante": {}, "blind": {"paytable": "A"}}}
    round_ = uth_round()
    round_["players"] = round_["players"][1:]
    assert problems_of(round_, submission) == [Problem("date", message, "2015-08-01", allowed)]
    submission[field] = "2015-08-01"
    assert houseway.settle(round_, submission).lines


def test_what_cannot_be_settled_even_where_violations_are_allowed() -> None:
    """A wager of the round without a lawful paytable; where the round has no such wager, it does not matter."""
    submission: dict[str, Any] = {**SMALL, "wagers": {"ante": {}, "blind": {"paytable": "A"}, "trips": {}, "progressive": {}}}
    missing = Problem("wagers.trips.paytable", "is missing: nothing can be settled without it", None, "A, B, C, D")
    assert problems_of(uth_round(), submission, allow_violations=True) == [missing]
    submission["wagers"]["trips"]["paytable"] = "Q"
    unlawful = Problem("wagers.trips.paytable", "is no paytable, and nothing can be settled by it", "Q", "A, B, C, D")
    assert problems_of(uth_round(), submission, allow_violations=True) == [unlawful]
    round_ = uth_round()
    del round_["players"][0]["wagers"]["trips"]
    assert houseway.settle(round_, submission, allow_violations=True).lines


# --- all of them at once, and nothing twice


def test_all_problems_at_once_of_form_of_the_table_and_of_the_filing() -> None:
    round_ = uth_round()
    round_["date"] = "2013-01-01"
    round_["players"][0]["cards"] = "As 8d"
    round_["players"][0]["wagers"] |= {"blind": "15", "play": "50", "trips": 5.0, "five_card_bonus_dealer": "1"}
    round_["players"][1]["wagers"]["anti"] = "1"
    submission = {**SMALL, "wagers": {"ante": {}, "blind": {"paytable": "E"}, "trips": {"paytable": "A"}}}
    assert [
        (problem.where, problem.found, problem.allowed, problem.nearest) for problem in problems_of(round_, submission)
    ] == [
        ("players[0].wagers.trips", "5.0", 'a string such as "5.00"', None),
        ("players[1].cards", "8d", "each card in one place", None),
        ("players[1].wagers.anti", "anti", UTH_WAGERS, "ante"),
        ("date", "2013-01-01", "2014-12-13 or later", None),
        ("date", "2013-01-01", "2015-07-01 or later", None),
        ("players[0].wagers.progressive", "progressive", "ante, blind, play, trips", None),
        ("players[0].wagers.five_card_bonus_dealer", "five_card_bonus_dealer", "ante, blind, play, trips", None),
        ("players[0].wagers.blind", "15.00", "10.00", None),
        ("players[0].wagers.play", "50", "10, 20, 30 or 40", None),
        ("wagers.blind.paytable", "E", "A or B", None),
    ]


def test_the_problems_of_a_submission_stand_beside_those_of_the_round() -> None:
    round_ = uth_round()
    del round_["board"]
    found = problems_of(round_, {**SMALL, "wagrs": {}, "wagers": {"ante": {"minimum": 5.0}}})
    assert [problem.where for problem in found] == ["board", "wagrs", "wagers.ante.minimum"]


@pytest.mark.parametrize(("change", "only"), [
    (put(*FIRST, "wagers", "ante", value="ten"), ["players[0].wagers.ante"]),
    (put(*FIRST, "wagers", "blind", value=10.0), ["players[0].wagers.blind"]),
    (put(*FIRST, "wagers", "play", value="x"), ["players[0].wagers.play"]),
    (both(put(*FIRST, "folded", value=False), put(*FIRST, "wagers", "play", value="x")), ["players[0].wagers.play"]),
    (both(put(*FIRST, "wagers", "blnd", value="10"), drop(*FIRST, "wagers", "blind")), ["players[0].wagers.blnd"]),
    (put(*FIRST, "wagers", value=None), ["players[0].wagers"]),
    (both(put(*FIRST, "seat", value="2"), put("payment_order", value=[2, 5])), ["players[0].seat"]),
    (both(put(*SECOND, value=None), put("payment_order", value=[2, 5])), ["players[1]"]),
    (both(put(*SECOND, "seat", value=2), put("payment_order", value=[2, 5])), ["players[1].seat"]),
])  # fmt: skip
def test_what_could_not_be_read_is_said_once(change: Change, only: list[str]) -> None:
    round_ = uth_round()
    change(round_)
    assert [problem.where for problem in problems_of(round_)] == only


@pytest.mark.parametrize(("change", "only"), [
    (both(put(*FIRST, "cards", value="Jk As Kx Qh 7d 6c 2s"), put(*FIRST, "low", value="Kh Qh")), ["players[0].cards"]),
    (both(put("bank", value={"seat": 1}), put(*FIRST, "seat", value=0)), ["players[0].seat"]),
    (both(put("bank", value={"seat": 1}), put(*FIRST, value=[])), ["players[0]"]),
    (both(put("bank", value={"seat": "1"})), ["bank.seat"]),
])  # fmt: skip
def test_what_could_not_be_read_is_said_once_in_pai_gow_poker(change: Change, only: list[str]) -> None:
    round_ = pgp_round()
    change(round_)
    assert [problem.where for problem in problems_of(round_)] == only
