"""The JSON of ``houseway analyze`` against its schema: every example submission, one wager, one player, every switch."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from houseway.cli.schema import text_of
from houseway.exact.par_sheet import analyze
from houseway.games import ultimate_texas_holdem as uth
from houseway.submission import examine, load, parse

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
LAWFUL = [path for path in sorted(EXAMPLES.rglob("*.toml")) if examine(path).compliant]


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(text_of(name)))


def faults(value: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator("analysis").iter_errors(value)]


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_every_example(path: Path) -> None:
    out = json.loads(json.dumps(analyze(load(path)).to_dict()))
    assert faults(out) == []
    assert list(validator("submission").iter_errors(out["submission"])) == []


@pytest.mark.parametrize("wager", ["main", "trips", "progressive", "five_card_bonus"])
@pytest.mark.parametrize("players", [1, 22])
def test_one_wager(wager: str, players: int) -> None:
    out = analyze(load(EXAMPLES / "ultimate-texas-holdem.toml"), players=players, wager=wager).to_dict()
    assert faults(out) == []
    assert ("main" in out) == (wager == "main")
    assert ("bonuses" in out) == (wager == "five_card_bonus")


@pytest.mark.parametrize("settings", list(product(*uth.SWITCHES.values())), ids="-".join)
def test_every_switch_of_holdem(settings: tuple[str, ...]) -> None:
    text = (EXAMPLES / "ultimate-texas-holdem.toml").read_text("utf-8").partition("[switches]")[0]
    filed = "\n".join(f'{name} = "{value}"' for name, value in zip(uth.SWITCHES, settings, strict=True))
    assert faults(analyze(parse(f"{text}[switches]\n{filed}\n")).to_dict()) == []


def _without_and_beyond(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The place of every key of every object, of lists the first entry only (of wagers one with a meter)."""
    if isinstance(value, dict):
        return [place for key, of in value.items() for place in ((*path, key), *_without_and_beyond(of, (*path, key)))]
    if not isinstance(value, list) or not value:
        return []
    at = next((at for at, entry in enumerate(value) if "meter" in entry), 0)
    return _without_and_beyond(value[at], (*path, at))


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("name", ["ultimate-texas-holdem", "pai-gow-poker-fortune"])
def test_a_missing_or_another_key_is_refused(name: str) -> None:
    """Wherever a key is left out that is not always there, or one is put in that has no name, the schema says so."""
    whole = json.loads(json.dumps(analyze(load(EXAMPLES / f"{name}.toml")).to_dict()))
    may_be_missing = {"bonuses", "main", "meter", "meter_at", "envy", "at_minimum_wager"}
    long = {"submission", "starting_hands", "results"}
    places = [place for place in _without_and_beyond(whole) if not long & set(place[:-1])]
    assert len(places) > 100
    assert faults(whole) == []
    for place in places:
        changed = deepcopy(whole)
        held = _at(changed, place[:-1])
        gone = held.pop(place[-1])
        if place[-1] not in may_be_missing:
            assert faults(changed), f"{place} is missing"
        held[place[-1]] = gone
        held["something_else"] = 1
        assert faults(changed), f"another key beside {place}"
