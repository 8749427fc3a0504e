"""The whole reason of lines of Pai Gow Poker: what won, lost or went back is read off the cards and the printed tables."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.regulation import PGP
from houseway.settlement.pai_gow_words import line_words
from houseway.submission import default

JACK_HIGH = "Jc 9s 8s 5h 3c 2d"


def reasons(dealer: str, cards: str, *others: dict[str, Any], **round_: Any) -> dict[tuple[int, str], tuple[str, int, str]]:
    """Outcome, cents paid and reason of each line of the round, by seat and wager."""
    wagers = round_.pop("wagers", {})
    low = {"low": round_.pop("low")} if "low" in round_ else {}
    filed = default(PGP).to_dict()
    filed["wagers"]["fortune_bonus"]["paytable"] = "C"
    players = [{"seat": 1, "cards": cards, "wagers": wagers, **low}, *others]
    result = houseway.settle(
        {"game": PGP, "date": "2015-08-01", "dealer": {"cards": dealer}, "players": players, **round_},
        filed,
        allow_violations=True,
    )
    return {(line.seat, line.wager): (line.outcome, line.paid_cents, line.reason) for line in result.lines}


def test_the_queens_dragon_is_on_the_dealers_cards() -> None:
    """50 to 1 where they are queen-high without a pair, straight or flush."""
    wagers = {"queens_dragon": "5"}
    assert reasons(f"Qd {JACK_HIGH}", "As Kh Qh Jh 7d 6c 2s", wagers=wagers) == {
        (1, "queens_dragon"): (
            "win",
            25_000,
            "The dealer's seven cards are queen-high, without a pair, straight or flush: the Queen's Dragon pays 50 to 1.",
        )
    }
    assert reasons(f"Kd {JACK_HIGH}", "As Kh Qh Jh 7d 6c 2c", wagers=wagers) == {
        (1, "queens_dragon"): (
            "lose",
            0,
            "The dealer's seven cards are not queen-high without a pair, straight or flush (king-high): "
            "the Queen's Dragon loses.",
        )
    }


def test_what_a_line_does_and_what_no_line_is_met_by() -> None:
    """Three pair pushes in table C of the Fortune bonus and is no line of the Dynasty bonus; aces full are."""
    three_pair = reasons(
        f"Kd {JACK_HIGH}", "As Ah Qh Qc 7d 7c 2c", wagers={"fortune_bonus": "5", "dynasty_bonus": "5"}
    )  # fmt: skip
    assert three_pair == {
        (1, "fortune_bonus"): (
            "push",
            0,
            "The player's seven cards hold three pair, the first printed line they meet: "
            "the Fortune Bonus pushes and goes back.",
        ),
        (1, "dynasty_bonus"): (
            "lose",
            0,
            "The player's seven cards (three pair) meet no line of the paytable: the Dynasty Bonus loses.",
        ),
    }
    full = reasons(f"Kd {JACK_HIGH}", "As Ah Ac Qc Qh 7c 2c", wagers={"fortune_bonus": "5"})
    assert full == {
        (1, "fortune_bonus"): (
            "win",
            2_500,
            "The player's seven cards hold a full house, the first printed line they meet: the Fortune Bonus pays 5 to 1.",
        )
    }


def test_a_bank_that_fouled_loses_to_every_hand_that_did_not() -> None:
    """The bank set a pair of aces low and queen-high high. One to one, less 5% of vigorish: $1.00 of $20."""
    other = {"seat": 2, "cards": "Ks Kc Qs Jd 7c 6d 3s", "low": "Qs Jd", "wagers": {"pai_gow": "20"}}
    lines = reasons(f"Kd {JACK_HIGH}", "As Ah Qh Jh 7d 6c 2c", other, low="As Ah", bank={"seat": 1})
    assert lines == {
        (2, "pai_gow"): (
            "win",
            2_000,
            "The bank fouled its hand, and loses to every hand that is not fouled: 1 to 1. Vigorish $1.00.",
        ),
        (1, "bank"): ("lose", -2_000, "The bank: −$20.00 to seat 2; in all −$20.00."),
    }


def test_a_printed_hand_inside_a_sentence() -> None:
    assert {hand: line_words(hand) for hand in ("Four aces", "Three pair", "Five aces", "Straight flush")} == {
        "Four aces": "four aces", "Three pair": "three pair", "Five aces": "five aces",
        "Straight flush": "a straight flush",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("dealer", "cards", "low"),
    [
        (
            "As 2h 3d 4c 5s Kd Qc",
            "Ah 2c 3s 4d 5h Kc Ks",
            "Kc Ks",
        ),  # the straights tie, which is the dealer's; the low hand wins
        ("9s 9d Jh 8c 6d Kh Qd", "Ah 2c 3s 4d 5h Kc Qs", "Kc Qs"),  # the straight wins; the low hands tie
    ],
)
def test_a_tie_is_no_matter_of_the_rank_of_the_lowest_straight(dealer: str, cards: str, low: str) -> None:
    """One hand each, however A-2-3-4-5 ranks: no switch has decided it."""
    round_ = {
        "game": PGP, "date": "2015-08-01", "dealer": {"cards": dealer},
        "players": [{"seat": 1, "cards": cards, "low": low, "wagers": {"pai_gow": "20"}}],
    }  # fmt: skip
    (line,) = houseway.settle(round_).lines
    assert (line.outcome, line.switches) == ("push", ())


@pytest.mark.parametrize(("wheel", "outcome"), [("second-highest", "win"), ("lowest", "push")])
def test_the_rank_of_the_lowest_straight_decides_against_a_straight_to_the_ten(wheel: str, outcome: str) -> None:
    """King-queen beats the dealer's king-jack. A-2-3-4-5 beats 6 to 10 only where it is the second-highest straight."""
    filed = default(PGP).to_dict()
    filed["switches"]["wheel"] = wheel
    round_ = {
        "game": PGP, "date": "2015-08-01", "dealer": {"cards": "6s 7d 8c 9h Ts Kh Jd", "low": "Kh Jd"},
        "players": [{"seat": 1, "cards": "Ah 2c 3s 4d 5h Kc Qs", "low": "Kc Qs", "wagers": {"pai_gow": "20"}}],
    }  # fmt: skip
    (line,) = houseway.settle(round_, filed, allow_violations=True).lines
    assert (line.outcome, line.switches) == (outcome, (("wheel", wheel),))
