"""Every format against its JSON Schema: the examples, the cases, what settling them gives, and generated rounds."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import houseway
from houseway.cli.schema import FORMATS, text_of
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.settlement import reading
from houseway.submission import choices, examine
from second.filing import PGP, UTH
from second.generate import generate

ROOT = Path(__file__).parent.parent.parent
GENERATED = 60


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(text_of(name)))


def faults(name: str, value: object) -> list[str]:
    """What the schema refuses, each with its path."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]


def holds(name: str, value: object) -> None:
    assert faults(name, value) == []


def as_json(value: object) -> Any:
    """A TOML document as JSON says the same: dates as strings."""
    return json.loads(json.dumps(value, default=lambda day: day.isoformat()))


def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted((ROOT / "tests" / "cases").glob("*.json")):
        found += [case for case in json.loads(path.read_text(encoding="utf-8")) if "round" in case]
    return found


def submissions() -> list[Path]:
    return sorted((ROOT / "examples" / "submissions").rglob("*.toml"))


# --- the schemas themselves


@pytest.mark.parametrize("name", FORMATS)
def test_each_is_a_schema_of_its_draft_with_a_name_a_title_and_a_description(name: str) -> None:
    schema = json.loads(text_of(name))
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:houseway:schema:{name}"
    assert schema["title"]
    assert schema["description"]


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from _parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _parts(value)


@pytest.mark.parametrize("name", FORMATS)
def test_no_object_takes_keys_that_it_does_not_name_and_every_definition_is_used(name: str) -> None:
    schema = json.loads(text_of(name))
    for part in _parts(schema):
        if part.get("type") == "object" and "if" not in part:
            assert part["additionalProperties"] is False
        assert isinstance(part.get("required", []), list)
    used = {part["$ref"] for part in _parts(schema) if "$ref" in part}
    assert used == {f"#/$defs/{key}" for key in schema.get("$defs", {})}


def test_every_schema_that_ships_has_a_command_and_the_command_prints_it() -> None:
    shipped = {path.stem for path in (ROOT / "src" / "houseway" / "schemas").glob("*.json")}
    assert shipped == set(FORMATS) >= {"round", "result", "submission", "problems"}
    done = subprocess.run([sys.executable, "-m", "houseway.cli.main", "schema", "round"], capture_output=True, check=True)
    assert done.stdout.decode() == text_of("round")
    listed = subprocess.run([sys.executable, "-m", "houseway.cli.main", "schema"], capture_output=True, check=True)
    assert [line.split()[0] for line in listed.stdout.decode().splitlines()] == list(FORMATS)
    refused = subprocess.run([sys.executable, "-m", "houseway.cli.main", "schema", "rounds"], capture_output=True, check=False)
    assert refused.returncode == 2
    assert b"'round'" in refused.stderr


def test_a_format_that_has_no_schema_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        text_of("../py.typed")


def test_the_schemas_know_the_same_words_as_the_program() -> None:
    schema = json.loads(text_of("round"))["$defs"]
    submission = json.loads(text_of("submission"))["$defs"]
    result = json.loads(text_of("result"))["$defs"]
    for game, short in ((uth, "uth"), (pgp, "pgp")):
        name = game.GAME
        assert tuple(schema[f"{short}_wagers"]["properties"]) == game.WAGERS
        assert set(schema[f"{short}_paid"]["anyOf"][0]["properties"]) == set(reading.PAID_KEYS[name])
        assert set(schema[f"{short}_round"]["properties"]) == set(reading.KEYS[name])
        assert set(schema[f"{short}_player"]["properties"]) == set(reading.PLAYER_KEYS[name])
        assert set(schema[f"{short}_dealer"]["properties"]) == set(reading.DEALER_KEYS[name])
        assert set(schema[f"{short}_round"]["properties"]["meters"]["anyOf"][0]["properties"]) == set(game.METERS)
        filed = submission[f"{short}_submission"]["properties"]
        of = choices.GAMES[name]
        assert set(filed) == {*choices.COMMON_KEYS, *of.words}
        assert set(filed["limits"]["properties"]) == set(choices.LIMIT_KEYS)
        assert {wager: set(table["properties"]) for wager, table in filed["wagers"]["properties"].items()} == {
            wager: set(keys) for wager, keys in of.wagers.items()
        }
        assert {switch: tuple(text["examples"]) for switch, text in filed["switches"]["properties"].items()} == game.SWITCHES
        assert set(game.SWITCHES) <= set(result["line"]["properties"]["switches"]["items"]["properties"]["name"]["enum"])
        assert set(game.WAGERS) <= set(result["line"]["properties"]["wager"]["enum"])
    assert tuple(submission["meter"]["properties"]) == choices.METER_KEYS
    pai_gow = submission["pgp_submission"]["properties"]
    assert (
        tuple(pai_gow["wagers"]["properties"]["pai_gow"]["properties"]["vigorish_rounding"]["examples"])
        == pgp.VIGORISH_ROUNDINGS
    )
    assert tuple(pai_gow["variant"]["examples"]) == pgp.VARIANTS


# --- what is settled


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "rounds").glob("*.json")), ids=lambda path: path.stem)
def test_example_rounds(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    holds("round", document)
    holds("result", houseway.settle(document).to_dict())
    holds("comparison", houseway.compare(document).to_dict())


@pytest.mark.parametrize("path", submissions(), ids=lambda path: path.stem)
def test_example_submissions(path: Path) -> None:
    holds("submission", as_json(tomllib.loads(path.read_text(encoding="utf-8"))))
    examined = examine(path)
    assert examined.submission is not None
    holds("submission", examined.submission.to_dict())


@pytest.mark.parametrize("case", [case for case in cases() if not case.get("error")], ids=lambda case: case["name"])
def test_cases(case: dict[str, Any]) -> None:
    holds("round", case["round"])
    if case["submission"] is not None:
        holds("submission", case["submission"])
    allowed = case.get("allow_violations", False)
    holds("result", houseway.settle(case["round"], case["submission"], allow_violations=allowed).to_dict())
    holds("comparison", houseway.compare(case["round"], case["submission"], allow_violations=allowed).to_dict())


@pytest.mark.parametrize("rare", [False, True], ids=["ordinary", "rare"])
@pytest.mark.parametrize("game", [UTH, PGP])
def test_generated_rounds(game: str, rare: bool) -> None:
    for seed in range(GENERATED):
        round_, submission = generate(game, seed, rare)
        holds("round", round_)
        if submission is not None:
            holds("submission", submission)
        holds("result", houseway.settle(round_, submission).to_dict())


def test_a_round_that_says_what_was_paid_and_its_result() -> None:
    round_ = json.loads((ROOT / "examples" / "rounds" / "uth-royal.json").read_text(encoding="utf-8"))
    round_["players"][0]["paid"] = {"ante": "10", "blind": "4999.99", "trips": 251, "envy": None}
    holds("round", round_)
    result = houseway.settle(round_).to_dict()
    assert [payment["verdict"] for payment in result["players"][0]["payments"]] == ["right", "owed", "overpaid"]  # type: ignore[index]
    holds("result", result)


def test_the_findings_of_every_example() -> None:
    for path in submissions():
        done = subprocess.run(
            [sys.executable, "-m", "houseway.cli.main", "submission", "check", str(path), "--format", "json"],
            capture_output=True,
            check=False,
        )
        holds("findings", json.loads(done.stdout))


@pytest.mark.parametrize("case", [case for case in cases() if case.get("error")], ids=lambda case: case["name"])
def test_the_problems_of_every_case_that_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(case["round"], case["submission"])
    holds("problems", refused.value.to_dict())
