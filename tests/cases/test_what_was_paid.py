"""Faults found by trying: what was paid against what was due, and the switches that a line must name."""

from __future__ import annotations

from typing import Any

import pytest

import houseway

WON = {
    "game": "pai-gow-poker", "date": "2015-08-01", "dealer": {"cards": "Qc Jd 9h 8s 6c 4d 3h"},
    "players": [{"seat": 1, "cards": "As Ah Kd Kc 7s 4c 2h", "wagers": {"pai_gow": "12"}}],
}  # fmt: skip


def _with_paid(paid: dict[str, str]) -> houseway.Settlement:
    return houseway.settle(WON | {"players": [WON["players"][0] | {"paid": paid}]})  # type: ignore[index, operator]


@pytest.mark.parametrize(
    ("taken", "verdict", "owed", "overpaid"),
    [("0.75", "owed", "0.15", "0.00"), ("0.50", "overpaid", "0.00", "0.10"), ("0.60", "right", "0.00", "0.00")],
)
def test_vigorish_taken_too_much_is_owed_to_the_player(taken: str, verdict: str, owed: str, overpaid: str) -> None:
    """$12 won at 5% is 60 cents; 75 taken leaves the player 15 short, 50 taken leaves him 10 too much."""
    result = _with_paid({"pai_gow": "12", "vigorish": taken})
    assert [p.verdict for p in result.payments if p.wager == "vigorish"] == [verdict]
    out: dict[str, Any] = result.to_dict()
    assert (out["owed"], out["overpaid"]) == (owed, overpaid)
    assert result.paid_wrongly == (verdict != "right")


FOLDED = {
    "game": "ultimate-texas-holdem", "date": "2015-07-01", "board": "Qh Jh Th 2s Kd", "dealer": {"cards": "Ah Kh"},
    "magic_card": "Ah", "lucky_position": 1,
    "players": [
        {"seat": 1, "cards": "9c 8h", "folded": True,
         "wagers": {"ante": "10", "blind": "10", "five_card_bonus_dealer": "5", "five_card_bonus_player": "1"}},
        {"seat": 2, "cards": "3c 3d", "wagers": {"ante": "10", "blind": "10", "play": "10", "five_card_bonus_dealer": "1"}},
        {"seat": 3, "cards": "Ac Ad", "wagers": {"ante": "10", "blind": "10", "play": "10", "five_card_bonus_dealer": "1"}},
    ],
}  # fmt: skip


def _switches(result: houseway.Settlement, seat: int, wager: str) -> set[str]:
    return {name for line in result.lines_of(seat) if line.wager == wager for name, _ in line.switches}


def test_a_fold_that_decides_the_division_is_named_on_every_share() -> None:
    """Three heads or two: seat 1 folded, and progressive_on_fold says whether he is one."""
    result = houseway.settle(FOLDED)
    assert [sum(x.paid_cents for x in result.lines_of(s) if x.wager == "five_card_bonus_dealer") for s in (1, 2, 3)] == [
        333333
    ] * 3
    for seat in (1, 2, 3):
        assert "progressive_on_fold" in _switches(result, seat, "five_card_bonus_dealer")
    for wager in ("magic_card", "lucky_bonus"):
        assert "progressive_on_fold" in _switches(result, 1, wager)


def test_envy_of_a_folded_player_names_the_switch() -> None:
    round_ = {
        "game": "ultimate-texas-holdem", "date": "2015-07-01", "board": "Qh Jh Th 2s Kd", "dealer": {"cards": "6c Kc"},
        "players": [
            {"seat": 1, "cards": "9h 8h", "folded": True, "wagers": {"ante": "10", "blind": "10", "progressive": "1"}},
            {"seat": 2, "cards": "Ah Kh", "folded": True, "wagers": {"ante": "10", "blind": "10"}},
        ],
    }  # fmt: skip
    assert "progressive_on_fold" in _switches(houseway.settle(round_), 1, "envy")
