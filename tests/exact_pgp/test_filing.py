"""The main wager of a filing: the headline is what was filed, and every choice stands beside it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.exact.pai_gow import filing, solve
from houseway.exact.pai_gow.filing import for_submission
from houseway.exact.pai_gow.solution import PAIRS, Solution
from houseway.games import house_way
from houseway.games.pai_gow_poker import VIGORISH_ROUNDINGS
from houseway.regulation import PGP, law_for
from houseway.submission import Submission, default, parse


@pytest.fixture(scope="module")
def standard() -> Solution:
    return solve("standard")


def _filed(minimum: str, rounding: str) -> Submission:
    text = (Path(__file__).parents[2] / "examples/submissions/pai-gow-poker-fortune.toml").read_text("utf-8")
    return parse(
        text.replace(
            'minimum = "25.00"\nvigorish_rounding = "up-to-quarter"',
            f'minimum = "{minimum}"\nvigorish_rounding = "{rounding}"',
            1,
        )
    )


@pytest.mark.parametrize(("rounding", "cents", "edge"), [("up-to-quarter", 75, "3.2839"), ("exact", 60, "2.9083")])
def test_the_headline_is_the_vigorish_as_filed_at_the_minimum_wager(
    rounding: str, cents: int, edge: str, standard: Solution
) -> None:
    """5% of $12 is 60 cents, and 75 up to a quarter: 3.2839% instead of 2.9083%, both named."""
    figures, choices = for_submission(_filed("12.00", rounding), law_for(PGP, None))
    win, _, lose = standard.tally()
    assert figures["vigorish"] == {"rounding": rounding, "wager": "12.00"}
    assert figures["expected_value"] == f"{win * (1200 - cents) - lose * 1200}/{1200 * PAIRS}"
    assert f"{100 * float(figures['house_edge']):.4f}" == edge
    assert figures["exact_vigorish"]["house_edge"].startswith("0.029083")
    assert figures["exact_vigorish"]["expected_value"] == standard.to_dict()["expected_value"]
    at = figures["at_minimum_wager"]
    assert (at["wager"], at["filed"], at[rounding]["expected_value"]) == ("12.00", rounding, figures["expected_value"])
    assert {name: at[name]["vigorish"] for name in ("exact", "up-to-quarter", "nearest-quarter")} == {
        "exact": "0.60", "up-to-quarter": "0.75", "nearest-quarter": "0.50",
    }  # fmt: skip
    edges = [choice.edge for choice in choices]
    assert edges == sorted(edges)
    assert [choice.edge for choice in choices if choice.filed] == [-Fraction(figures["expected_value"])]
    assert {choice.choice for choice in choices if "Vigorish" in choice.choice} == {
        f"Vigorish rounded {other}, at $12.00" for other in at if other in VIGORISH_ROUNDINGS and other != rounding
    }


def test_without_a_minimum_wager_the_vigorish_is_exact() -> None:
    figures, _ = for_submission(replace(default(PGP), minimum_cents={}, vigorish_rounding="up-to-quarter"), law_for(PGP, None))
    assert figures["vigorish"] == {"rounding": "exact", "wager": None}
    assert "at_minimum_wager" not in figures
    assert figures["expected_value"] == figures["exact_vigorish"]["expected_value"]


def test_progress_names_the_house_way_that_is_counted(monkeypatch: pytest.MonkeyPatch, standard: Solution) -> None:
    told: list[tuple[str, int, int]] = []

    def counted(way: str, mine: str, lowest: bool, *, recompute: bool, progress: Any) -> Solution:
        assert (way, recompute) == (mine, True)
        progress(1, 2)
        progress(2, 2)
        return standard

    monkeypatch.setattr(filing, "solve", counted)
    for_submission(default(PGP), law_for(PGP, None), recompute=True, progress=lambda *of: told.append(of))
    assert told[:2] == [
        ("House way standard, A-2-3-4-5 second highest", 1, 2),
        ("House way standard, A-2-3-4-5 second highest", 2, 2),
    ]
    assert told[-1] == ("House way standard, A-2-3-4-5 lowest", 2, 2)
    assert len(told) == 2 * (len(house_way.NAMES) + 1)
