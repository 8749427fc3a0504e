"""The handed cases, worked out by hand: the second settlement must give every value of them before it may judge anything."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from second import settle

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "handed_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", [case for case in CASES if not case.get("error")], ids=lambda case: str(case["name"]))
def test_handed_case(case: dict[str, Any]) -> None:
    result = settle(case["round"], case["submission"])
    players = {str(player["seat"]): player["lines"] for player in result["players"]}
    for seat, wagers in case["expect"].items():
        for wager, expected in wagers.items():
            lines = [line for line in players[seat] if line["wager"] == wager]
            assert len(lines) >= 1, (seat, wager)
            if len(lines) == 1:
                assert {key: lines[0][key] for key in expected} == expected, (seat, wager)
            else:  # the cases give the envy of a seat as one sum
                assert sum(Fraction(line["paid"]) for line in lines) == Fraction(expected["paid"]), (seat, wager)
        named = {line["wager"] for line in players[seat]} - {"bank"}
        assert named <= set(wagers), (seat, named)
    for name, closing in (case.get("meters") or {}).items():
        assert {m["name"]: m["closing"] for m in result["meters"]}[name] == closing


def test_there_are_thirty() -> None:
    assert len(CASES) == 30
