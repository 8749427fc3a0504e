"""Whole rounds worked out by hand and confirmed by an independent program; and every fault found since, one case each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import houseway

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = [
    case for name in ("handed.json", "found.json") for case in json.loads((HERE / name).read_text(encoding="utf-8"))
]


def _lines(result: houseway.Settlement) -> dict[str, dict[str, list[dict[str, Any]]]]:
    seats: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for player in result.to_dict()["players"]:  # type: ignore[attr-defined]
        wagers = seats.setdefault(str(player["seat"]), {})
        for line in player["lines"]:
            wagers.setdefault(line["wager"], []).append(line)
    return seats


def _total(lines: list[dict[str, Any]], key: str) -> str:
    """Several envy lines of a seat are one expectation."""
    from decimal import Decimal

    return lines[0][key] if key == "outcome" else f"{sum(Decimal(line[key]) for line in lines):.2f}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    if case.get("error"):
        with pytest.raises(houseway.InputError):
            houseway.settle(case["round"], case["submission"])
        return
    result = houseway.settle(case["round"], case["submission"])
    got = _lines(result)
    for seat, wagers in case["expect"].items():
        assert set(got[seat]) >= set(wagers), case["why"]
        unexpected = {w for w in set(got[seat]) - set(wagers) if w in ("envy", "magic_card", "lucky_bonus")}
        assert not unexpected, case["why"]
        for wager, expected in wagers.items():
            assert {key: _total(got[seat][wager], key) for key in expected} == expected, case["why"]
    closing = {meter["name"]: meter["closing"] for meter in result.to_dict()["meters"]}  # type: ignore[attr-defined]
    for name, value in case.get("meters", {}).items():
        assert closing[name] == value, case["why"]


def test_the_handed_cases_are_all_there() -> None:
    assert len(json.loads((HERE / "handed.json").read_text(encoding="utf-8"))) == 30
