"""A banking player's line whole: against whom, in all, his half, vigorish, and the sign of each amount (645a.13(a))."""

from __future__ import annotations

from typing import Any

import houseway

HIGH = {"cards": "As Ah Kd Kc 7s 4c 2h", "low": "Kd Kc"}  # pairs of aces and kings
LOW = {"cards": "Qs Jh 9d 8c 6s 4h 2d", "low": "Jh 9d"}  # queen-high and jack-nine
DEALER = "Qd Jc 9h 8s 6c 4d 3h"  # the house way sets jack-nine low, queen-high high


def bank(own: dict[str, Any], *others: tuple[int, dict[str, Any], str], **said: Any) -> houseway.Line:
    """The line of the bank at seat 1."""
    round_ = {
        "game": "pai-gow-poker", "date": "2015-08-01", "dealer": {"cards": DEALER}, "bank": {"seat": 1} | said,
        "players": [{"seat": 1, "wagers": {}} | own, *[
            {"seat": seat, "wagers": {"pai_gow": wager}} | held for seat, held, wager in others
        ]],
    }  # fmt: skip
    return next(line for line in houseway.settle(round_).lines if line.wager == "bank")


def test_a_bank_against_nobody() -> None:
    line = bank(HIGH)
    assert (line.outcome, line.paid_cents, line.vigorish_cents, line.odds) == ("push", 0, 0, "")
    assert line.reason == "The bank: no main wager against it; in all $0.00."


def test_a_bank_that_wins_a_cent() -> None:
    """Vigorish of 5% of a cent is none where it is exact to the cent."""
    line = bank(HIGH, (2, LOW, "0.01"))
    assert (line.outcome, line.paid_cents, line.vigorish_cents, line.odds) == ("win", 1, 0, "1 to 1")
    assert line.reason == "The bank: +$0.01 from seat 2; in all +$0.01."


def test_a_bank_that_loses_a_cent() -> None:
    line = bank(LOW, (2, HIGH, "0.01"))
    assert (line.outcome, line.paid_cents, line.vigorish_cents, line.odds) == ("lose", -1, 0, "")
    assert line.reason == "The bank: −$0.01 to seat 2; in all −$0.01."


def test_a_bank_against_a_player_and_the_house() -> None:
    """$20 and $5 won; 5% of $25 is $1.25."""
    line = bank(HIGH, (2, LOW, "20"), house_wager="5")
    assert (line.outcome, line.paid_cents, line.vigorish_cents) == ("win", 2500, 125)
    assert line.reason == (
        "The bank: +$20.00 from seat 2, +$5.00 from the dealer's hand; in all +$25.00. Vigorish on the net win $1.25."
    )
    assert (line.cite, line.switches) == ("645a.13(a)", ())


def test_a_co_bank_has_half() -> None:
    line = bank(HIGH, (2, LOW, "20"), co_bank=True)
    assert (line.paid_cents, line.vigorish_cents) == (1000, 50)
    assert line.reason == (
        "The bank: +$20.00 from seat 2; in all +$20.00. Half of it is the house's, which co-banks: +$10.00. "
        "Vigorish on the net win $0.50."
    )
