"""Every row of every paytable, hit by a hand dealt by hand, and paid what the regulation prints.

The odds and envy amounts come from the figures read off the regulation's own text (tests/regulation/fixture.json), the
hands from poker, and the cents from arithmetic in this file.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway

FIXTURE = json.loads((Path(__file__).parent.parent / "regulation" / "fixture.json").read_text(encoding="utf-8"))

# Player's two cards and a board, by printed hand. The flop alone makes it with the two cards, so that the same deal serves
# the wagers on the flop; the dealer's Kd 2d (or 7c 2d) never beats it, and qualifies by a pair on the board where there is one.
HOLDEM = {
    "Royal flush": ("Ah Kh", "Qh Jh Th 2c 2d"),
    "Straight flush": ("9h Kh", "Qh Jh Th 2c 2d"),
    "Four-of-a-kind": ("9h 9c", "9d 9s Th 2c 3d"),
    "Full house": ("9h 9c", "9d Ts Th 2c 3d"),
    "Flush": ("9h 4h", "Qh Jh 2h 2c 3d"),
    "Straight": ("9h Kc", "Qh Jh Th 2c 2d"),
    "Three-of-a-kind": ("9h 9c", "9d Qs Th 2c 3d"),
    "Less than a straight": ("Ah Ac", "9d Qs Th 2c 3d"),
    "Less than a flush": ("9h Kc", "Qh Jh Th 2c 2d"),  # a straight is less than a flush
}
HOLDEM_DEALER = "3s 7s"

PAI_GOW = {
    "Seven card straight flush": "7h 8h 9h Th Jh Qh Kh",
    "Seven-card straight flush": "7h 8h 9h Th Jh Qh Kh",
    "Seven-card natural straight flush": "7h 8h 9h Th Jh Qh Kh",
    "Royal flush and Royal Match": "Ah Kh Qh Jh Th Ks Qs",
    "Royal flush and ace king suited": "Ah Kh Qh Jh Th As Ks",
    "Natural royal flush and natural ace/queen suited": "Ah Kh Qh Jh Th As Qs",
    "Seven-card straight flush with joker": "7h 8h 9h Jk Jh Qh Kh",
    "Five aces": "Ah Ad Ac As Jk 9h 4c",
    "Royal flush": "Ah Kh Qh Jh Th 4s 5c",
    "Straight flush": "9h Kh Qh Jh Th 4s 5c",
    "Ace/five natural straight flush": "Ah 2h 3h 4h 5h 9s Kc",
    "Ace/five natural straight flush and a natural ace/queen suited": "Ah 2h 3h 4h 5h As Qs",
    "Four-of-a-kind": "9h 9d 9c 9s Kh 4s 5c",
    "Full house": "9h 9d 9c Ks Kh 4s 5c",
    "Flush": "9h 2h Kh 4h 7h As Qc",
    "Three-of-a-kind": "9h 9d 9c Ks Qh 4s 5c",
    "Straight": "9h Td Jc Qs Kh 4s 5c",
    "Three pair": "9h 9d Tc Ts Kh Ks 5c",
    "Nine-high": "9h 8d 7c 5s 4h 3s 2c",
    "Ten-high": "Th 8d 7c 5s 4h 3s 2c",
    "Jack-high": "Jh 8d 7c 5s 4h 3s 2c",
    "Queen-high": "Qh 8d 7c 5s 4h 3s 2c",
    "King-high": "Kh 8d 7c 5s 4h 3s 2c",
    "Ace-high": "Ah 9d 8c 7s 5h 4s 3c",
    "Seven cards of the chosen color": "Ah 8d 7h 5d 4h 3d 2h",
    "Six cards of the chosen color": "Ah 8d 7h 5d 4h 3d 2c",
    "Five cards of the chosen color": "Ah 8d 7h 5d 4h 3s 2c",
    "Four cards of the chosen color": "Ah 8d 7h 5d 4s 3s 2c",
}
# Dynasty prints a seven-card straight flush below its natural one: there the joker makes it.
DYNASTY_SEVEN = "7h 8h 9h Jk Jh Qh Kh"
# Cards for the dealer and a second seat, who receives the envy: taken in turn, whatever the first seat leaves of them.
LEFT_OVER = "6s 6c 8c Ts 2s Jd 7s 6d Jc Tc 3c Js 7d Qd 8h 6h Kd Td"


def _rows() -> list[tuple[str, str, str, str, str | None]]:
    found = []
    for number, section in FIXTURE.items():
        for place, table in section["tables"].items():
            for hand, odds, envy in table["rows"]:
                found.append((number, place, hand, odds, envy))
    return found


def _cents(odds: str, wager: int, meter: int) -> tuple[int, int]:
    """What the printed odds return and pay, in cents."""
    if odds == "Push":
        return wager, 0
    if "%" in odds:
        return 0, meter * int(odds.partition("%")[0]) // 100
    left, word, right = odds.replace(",", "").split(" ")
    paid = Fraction(int(left), int(right)) * wager
    assert paid.denominator == 1
    return (wager if word == "to" else 0), int(paid)


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _meter(least: str) -> dict[str, str]:
    return {"initial": least, "reset": least, "rate_of_progression": "0%"}


def _holdem(hand: str, wager: str, letter: str | None) -> tuple[dict[str, Any], dict[str, Any], str]:
    cards, board = HOLDEM[hand]
    name = "five_card_bonus_player" if wager == "five_card_bonus" else wager
    wagers = {"ante": "5", "blind": "5", "play": "5"} | ({} if wager == "blind" else {name: "5"})
    round_ = {
        "game": "ultimate-texas-holdem", "date": "2015-08-01", "board": board, "dealer": {"cards": HOLDEM_DEALER},
        "players": [{"seat": 1, "cards": cards, "wagers": wagers}],
    }  # fmt: skip
    filed: dict[str, Any] = {"ante": {"minimum": "5.00"}, "blind": {"paytable": letter if wager == "blind" else "A"}}
    if wager == "trips":
        filed["trips"] = {"paytable": letter, "minimum": "5.00"}
    if wager == "progressive":
        filed["progressive"] = {"amounts": ["1.00", "5.00"], "meter": _meter("10000.00")}
    if wager == "five_card_bonus":
        filed["five_card_bonus"] = {"minimum": "1.00", "meter": _meter("10000.00"), "magic_card": False, "lucky_bonus": False}
    return (
        round_,
        {"game": round_["game"], "certificate_holder": "Row by Row", "effective": "2015-07-01", "wagers": filed},
        name,
    )


def _pai_gow(hand: str, wager: str, letter: str | None) -> tuple[dict[str, Any], dict[str, Any], str]:
    cards = DYNASTY_SEVEN if (wager, hand) == ("dynasty_bonus", "Seven-card straight flush") else PAI_GOW[hand]
    name = "red" if wager == "red_black" else wager
    left = [card for card in LEFT_OVER.split() if card not in cards.split()]
    round_ = {
        "game": "pai-gow-poker", "date": "2015-08-01", "dealer": {"cards": left[:7]},
        "players": [
            {"seat": 1, "cards": cards, "wagers": {"pai_gow": "5", name: "5"}},
            {"seat": 2, "cards": left[7:14], "wagers": {"pai_gow": "5", name: "5"}},
        ],
    }  # fmt: skip
    filed: dict[str, Any] = {"pai_gow": {"minimum": "5.00", "vigorish_rounding": "exact"}, wager: {"minimum": "1.00"}}
    if letter is not None:
        filed[wager]["paytable"] = letter
    if wager == "progressive":
        filed[wager] = {"amounts": ["5.00"], "meter": _meter("2000.00")}
    variant = "emperors-challenge" if wager == "insurance" and letter in ("A", "B") else "fortune"
    filing = {
        "game": round_["game"], "certificate_holder": "Row by Row", "effective": "2015-07-01", "variant": variant,
        "house_way": "standard", "wagers": filed,
    }  # fmt: skip
    return round_, filing, name


@pytest.mark.parametrize(("number", "place", "hand", "odds", "envy"), _rows(), ids=lambda value: str(value))
def test_row(number: str, place: str, hand: str, odds: str, envy: str | None) -> None:
    table = FIXTURE[number]["tables"][place]
    wager = table["wager"]
    if wager == "bonus":
        return  # the two bonuses are inputs of the round: test_bonuses below
    letter = place.rpartition("Paytable ")[2] if "Paytable" in place else None
    if number == "653a.12":
        round_, filing, name = _holdem(hand, wager, letter)
        meter = 1_000_000
    else:
        round_, filing, name = _pai_gow(hand, wager, letter)
        meter = 200_000
    result = houseway.settle(round_, filing)
    line = next(line for line in result.lines_of(1) if line.wager == name)
    returned, paid = _cents(odds, 500, meter)
    assert (line.returned_cents, line.paid_cents) == (returned, paid)
    assert line.odds.removesuffix(" of meter") == odds.removesuffix(" of meter")
    assert line.cite == f"{number}{place}"
    received = [line for line in result.lines if line.wager == "envy" and line.from_seat == 1] if number == "645a.13" else []
    assert [_dollars(line.paid_cents) for line in received] == ([envy.strip("$").replace(",", "") + ".00"] if envy else [])


@pytest.mark.parametrize(
    ("drawn", "wager", "paid"),
    [("magic_card", "five_card_bonus_player", 10000), ("lucky_bonus", "five_card_bonus_player", 2500)],
)
def test_bonuses(drawn: str, wager: str, paid: int) -> None:
    """653a.12(e)(3): Magic Card 20 for 1, Lucky Bonus 5 for 1, on a wager of $5."""
    odds = {hand: odds for hand, odds, _ in FIXTURE["653a.12"]["tables"]["(e)(3)"]["rows"]}
    assert (odds["Magic Card"], odds["Lucky Bonus"]) == ("20 for 1", "5 for 1")
    round_ = {
        "game": "ultimate-texas-holdem", "board": "9d Qs Th 2c 3d", "dealer": {"cards": "Kd 4s"},
        "players": [{"seat": 1, "cards": "Ah Ac", "wagers": {"ante": "5", "blind": "5", "play": "5", wager: "5"}}],
    }  # fmt: skip
    round_ |= {"magic_card": "Ah"} if drawn == "magic_card" else {"lucky_position": 1}
    lines = [line for line in houseway.settle(round_).lines if line.outcome == "bonus"]
    assert [(line.wager, line.for_wager, line.paid_cents, line.cite) for line in lines] == [
        (drawn, wager, paid, "653a.12(e)(3)")
    ]


def test_every_table_was_read() -> None:
    """Three wagers with lettered tables and two single ones; ten, eleven and four rows do not go missing unnoticed."""
    assert len(_rows()) == sum(len(t["rows"]) for s in FIXTURE.values() for t in s["tables"].values())
    assert {place for number, place, *_ in _rows() if number == "653a.12"} == {
        "(b) Paytable A", "(b) Paytable B", "(c) Paytable A", "(c) Paytable B", "(c) Paytable C", "(c) Paytable D",
        "(d)(1)", "(e)(1)", "(e)(3)",
    }  # fmt: skip
