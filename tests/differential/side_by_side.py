"""A round settled twice, by houseway and by the tests' own second settlement, and every difference between the two."""

from __future__ import annotations

import json
from typing import Any

import houseway
from second import settle as second_settle
from second.generate import generate

Key = tuple[int, str, int | None, str | None]
FIELDS = ("wagered", "outcome", "returned", "paid", "vigorish", "net")


def lines_by_key(result: dict[str, Any]) -> dict[Key, dict[str, Any]]:
    """Every line by (seat, wager, from_seat, for_wager), which must be its own."""
    found: dict[Key, dict[str, Any]] = {}
    for player in result["players"]:
        for line in player["lines"]:
            key = (player["seat"], line["wager"], line.get("from_seat"), line.get("for_wager"))
            assert key not in found, f"two lines of {key}"
            found[key] = {field: line[field] for field in FIELDS}
    return found


def differences(round_: dict[str, Any], submission: dict[str, Any] | None) -> list[str]:
    """Sentences naming what differs; none when the two settlements agree."""
    expected = second_settle(round_, submission)
    try:
        found = houseway.settle(round_, submission).to_dict()
    except houseway.InputError as error:
        return [f"refused: {problem}" for problem in error.problems]
    wrong = []
    ours, theirs = lines_by_key(expected), lines_by_key(found)
    for key in sorted(ours.keys() | theirs.keys(), key=str):
        if ours.get(key) != theirs.get(key):
            wrong.append(f"{key}: second {ours.get(key)}, houseway {theirs.get(key)}")
    for what, read in (
        ("net of each seat", lambda result: {player["seat"]: player["net"] for player in result["players"]}),
        ("closing_exact", lambda result: {meter["name"]: meter["closing_exact"] for meter in result["meters"]}),
        ("closing", lambda result: {meter["name"]: meter["closing"] for meter in result["meters"]}),
        ("house_net", lambda result: result["house_net"]),
    ):
        if read(expected) != read(found):
            wrong.append(f"{what}: second {read(expected)}, houseway {read(found)}")
    return wrong


def first_difference(game: str, seeds: range) -> str | None:
    """Settle one generated round a seed (odd seeds are dealt to be rare): the first that differs, as a case to keep."""
    for seed in seeds:
        round_, submission = generate(game, seed, rare=bool(seed % 2))
        wrong = differences(round_, submission)
        if wrong:
            case = json.dumps({"round": round_, "submission": submission}, ensure_ascii=False)
            return f"{game} seed {seed}\n" + "\n".join(wrong) + f"\n{case}"
    return None
