"""The generators reach what they are for: every row of every paytable, every switch, limits, copies, splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from second import settle, tables
from second.filing import FIRST_INSURANCE, PGP, SWITCHES, UTH
from second.generate import Generated, generate

# Rare rounds a game are settled in chunks; most tests look at the first two, the rows of the paytables may need a few more.
CHUNK, CHUNKS = 200, 16


@cache
def chunk(game: str, number: int) -> list[tuple[Generated, dict[str, Any]]]:
    generated = [generate(game, seed, True) for seed in range(number * CHUNK, (number + 1) * CHUNK)]
    return [((round_, submission), settle(round_, submission)) for round_, submission in generated]


def first_two(game: str) -> list[tuple[Generated, dict[str, Any]]]:
    return chunk(game, 0) + chunk(game, 1)


def lines(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for player in result["players"]:
        yield from player["lines"]


def numbers(result: dict[str, Any]) -> tuple[Any, ...]:
    """What a change of rule would change."""
    return (
        result["house_net"],
        [p["net"] for p in result["players"]],
        [m["closing_exact"] for m in result["meters"]],
        sorted((line["wager"], line["outcome"]) for line in lines(result)),
    )


ROWS: dict[str, dict[str, dict[str, tables.Table]]] = {
    UTH: {
        "blind": tables.BLIND,
        "trips": tables.TRIPS,
        "progressive": {"": tables.UTH_PROGRESSIVE},
        "five_card_bonus_player": {"": tables.FIVE_CARD_BONUS},
        "five_card_bonus_dealer": {"": tables.FIVE_CARD_BONUS},
        "envy": {"": (("Royal flush", "", 0), ("Straight flush", "", 0))},
    },
    PGP: {
        "fortune_bonus": tables.FORTUNE,
        "emperors_treasure": tables.EMPERORS,
        "insurance": tables.INSURANCE,
        "progressive": {"": tables.PGP_PROGRESSIVE},
        "dynasty_bonus": {"": tables.DYNASTY},
        "protection": {"": tables.PROTECTION},
        "red": {"": tables.RED_BLACK},
        "black": {"": tables.RED_BLACK},
        "queens_dragon": {"": (("Queen-high", "", 0),)},
    },
}


def wanted_rows(game: str) -> set[tuple[str, str, str]]:
    rows = {
        (wager, letter, row[0])
        for wager, by_letter in ROWS[game].items()
        for letter, table in by_letter.items()
        for row in table
    }
    if game == PGP:  # every envy amount too, as lines of their own
        rows |= {
            ("envy " + wager, letter, row[0])
            for wager in ("fortune_bonus", "emperors_treasure", "dynasty_bonus")
            for letter, table in ROWS[PGP][wager].items()
            for row in table
            if row[2]
        }
    return rows


def letter_of(game: str, submission: dict[str, Any] | None, wager: str) -> str:
    if submission is None:
        return {"insurance": FIRST_INSURANCE["fortune"]}.get(wager, "A") if len(ROWS[game][wager]) > 1 else ""
    return str(submission["wagers"].get(wager, {}).get("paytable", ""))


@pytest.mark.parametrize("game", [UTH, PGP])
def test_every_row_of_every_paytable_is_hit(game: str) -> None:
    missing = wanted_rows(game)
    for number in range(CHUNKS):
        for (_, submission), result in chunk(game, number):
            for line in lines(result):
                if not line["hand"]:
                    continue
                if line["wager"] == "envy" and game == PGP:
                    for_wager = line["for_wager"]
                    missing.discard((f"envy {for_wager}", letter_of(game, submission, for_wager), line["hand"]))
                else:
                    letter = letter_of(game, submission, line["wager"]) if line["wager"] != "envy" else ""
                    missing.discard((line["wager"], letter, line["hand"]))
        if not missing:
            return
    pytest.fail(f"never hit: {sorted(missing)}")


@pytest.mark.parametrize(("game", "switch"), [(game, switch) for game in (UTH, PGP) for switch in SWITCHES[game]])
def test_every_switch_decides_some_rounds(game: str, switch: str) -> None:
    first, second = SWITCHES[game][switch]
    decided = 0
    for (round_, submission), result in first_two(game):
        if submission is not None:
            filed = submission["switches"]
            other = {**submission, "switches": {**filed, switch: second if filed.get(switch, first) == first else first}}
            decided += numbers(settle(round_, other)) != numbers(result)
    assert decided >= 3


@pytest.mark.parametrize("game", [UTH, PGP])
def test_limits_house_ways_and_orders_decide_some_rounds(game: str) -> None:
    limited = ordered = way = rounding = 0
    for (round_, submission), result in first_two(game):
        seats = [player["seat"] for player in round_["players"]]
        order = round_.get("payment_order") or sorted(seats, reverse=True)
        ordered += numbers(settle({**round_, "payment_order": order[::-1]}, submission)) != numbers(result)
        if submission is None:
            continue
        limited += numbers(settle(round_, {**submission, "limits": {}})) != numbers(result)
        if game == PGP:
            other = "foxwoods" if submission["house_way"] == "standard" else "standard"
            way += numbers(settle(round_, {**submission, "house_way": other})) != numbers(result)
            main = submission["wagers"]["pai_gow"]
            exact = {**main, "vigorish_rounding": "exact"}
            rounding += numbers(
                settle(round_, {**submission, "wagers": {**submission["wagers"], "pai_gow": exact}})
            ) != numbers(result)
    assert limited >= 10
    assert ordered >= 5
    assert game == UTH or (way >= 5 and rounding >= 50)


@pytest.mark.parametrize("game", [UTH, PGP])
def test_movements_of_every_kind(game: str) -> None:
    kinds = Counter(move["kind"] for _, result in first_two(game) for meter in result["meters"] for move in meter["movements"])
    assert set(kinds) == {"increment", "award", "reset", "reversal"}
    assert min(kinds.values()) >= 20, kinds


def test_two_hits_of_one_meter_in_one_round() -> None:
    for game in (UTH, PGP):
        awards = [
            sum(move["kind"] == "award" for move in meter["movements"])
            for _, result in first_two(game)
            for meter in result["meters"]
        ]
        assert sum(count >= 2 for count in awards) >= 5


def test_dealers_hand_hits_with_several_heads() -> None:
    heads = Counter(
        len(move["seats"])
        for _, result in first_two(UTH)
        for meter in result["meters"]
        for move in meter["movements"]
        if move["kind"] == "award" and "seats" in move
    )
    assert {2, 3, 4} <= set(heads)


def test_banks() -> None:
    outcomes = Counter(
        (bool(round_["bank"].get("co_bank")), line["outcome"])
        for (round_, _), result in first_two(PGP)
        for line in lines(result)
        if line["wager"] == "bank"
    )
    assert {(co, outcome) for co in (True, False) for outcome in ("win", "lose", "push", "void")} <= set(outcomes)
