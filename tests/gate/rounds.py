"""Two plain rounds to be spoiled, one a game; each is right as it stands."""

from __future__ import annotations

from typing import Any


def uth_round() -> dict[str, Any]:
    """Two players of Ultimate Texas Hold 'Em; seat 5 has folded."""
    return {
        "game": "ultimate-texas-holdem",
        "date": "2015-08-01",
        "board": "Kh Qd 9c 5s 2h",
        "dealer": {"cards": "Kc 7d"},
        "players": [
            {
                "seat": 2,
                "cards": "As Ah",
                "wagers": {"ante": "10", "blind": "10", "play": "40", "trips": "5", "progressive": "1"},
            },
            {"seat": 5, "cards": "8d 3c", "folded": True, "wagers": {"ante": "15", "blind": "15"}},
        ],
        "meters": {"progressive": "10000", "five_card_bonus": "12345.678"},
    }


def pgp_round() -> dict[str, Any]:
    """Two players of Pai Gow Poker; seat 4 has left the setting to the house way."""
    return {
        "game": "pai-gow-poker",
        "date": "2015-08-01",
        "dealer": {"cards": "Kd Kc 9s 8s 4h 3c 2d"},
        "players": [
            {"seat": 1, "cards": "Jk As Kh Qh 7d 6c 2s", "low": "Kh Qh", "wagers": {"pai_gow": "25", "red": "5"}},
            {"seat": 4, "cards": "Ac Qc Js Th 8d 5d 3h", "wagers": {"pai_gow": "12", "progressive": "1"}},
        ],
        "meters": {"progressive": "2000"},
    }
