"""The command ``houseway house-way``."""

from __future__ import annotations

import json
import pathlib

import pytest
from click.testing import CliRunner, Result

from houseway.cli.house_way import command
from houseway.games import house_way

DATA = pathlib.Path(house_way.__file__).parent / "data"


def run(*words: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(command, list(words), input=given)


def test_show() -> None:
    result = run("show", "Jk Kh Qh Jh Th Ks Qs")
    assert result.exit_code == 0
    assert result.stdout == (
        "high  Ks Kh Jk Jh Th  a pair of kings\n"
        "low   Qs Qh           a pair of queens\n"
        "row   two pairs: low = the lower pair\n"
        "way   standard, version 1\n"
    )


def test_show_as_json_with_another_way_and_wheel() -> None:
    cards = ["As", "2d,3h", "4c", "Joker", "9♠", "10d"]
    result = run("show", *cards, "--way", "foxwoods", "--wheel", "lowest", "--format", "json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["house_way"] == {"name": "foxwoods", "version": "1", "digest": house_way.get("foxwoods").digest}
    assert told["wheel"] == "lowest"
    assert told["cards"] == "As 2d 3h 4c Jk 9s Td"
    # a pair of aces by the joker; the straight with the highest low: the joker is the five, 10-9 low
    assert told["high"] == {"cards": "Jk 4c 3h 2d As", "hand": "an ace-to-five straight"}
    assert told["low"] == {"cards": "Td 9s", "hand": "ten-nine"}
    assert told["row"] == "one pair: best made hand with any low"


def test_every_problem_at_once() -> None:
    result = run("show", "As As 1s 10x", "--way", "foxwods")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "--way: is not a house way that is known here; found foxwods; allowed standard, foxwoods; did you mean 'foxwoods'?",
        "CARDS: is there twice; found As; allowed each card once",
        "CARDS: is not a card; found 1s; allowed cards such as As, Td, 10d, A♠ or Jk",
        "CARDS: is not a card; found 10x; allowed cards such as As, Td, 10d, A♠ or Jk",
        "CARDS: has the wrong number of cards; found 4; allowed 7 cards",
    ]
    as_json = json.loads(run("show", "As As 1s 10x", "--way", "foxwods", "--format", "json").stderr)
    assert [problem["where"] for problem in as_json["problems"]] == ["--way", "CARDS", "CARDS", "CARDS", "CARDS"]


@pytest.mark.parametrize("hand", ["", "Ks Kh Qs 9s 7s 4s", "Ks Kh Qs 9s 7s 4s 2d 3d", "As " * 5000])
def test_a_wrong_number_of_cards(hand: str) -> None:
    result = run("show", hand)
    assert result.exit_code == 2
    assert "has the wrong number of cards" in result.stderr
    assert len(result.stderr) < 10_000


def test_list() -> None:
    result = run("list")
    assert result.stdout == (
        "standard  version 1  A common Atlantic City way\nfoxwoods  version 1  As one large casino publishes it\n"
    )
    listed = json.loads(run("list", "--format", "json").stdout)["house_ways"]
    assert [way["name"] for way in listed] == ["standard", "foxwoods"]


def test_rows() -> None:
    lines = run("rows").stdout.splitlines()
    assert lines[0] == "five aces                           low = K-K if the pair is K"
    assert lines[-1] == "                                    low = the second and third highest"
    listed = json.loads(run("rows", "--way", "foxwoods", "--format", "json").stdout)
    assert listed["rows"][7] == {
        "title": "three of a kind and one or two pairs",
        "holds": ["three of a kind and two pairs", "three of a kind and one pair"],
        "set": ["low = the higher pair", "low = the pair"],
    }
    result = run("rows", "--way", "nobody")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_way_of_ones_own(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "own.toml"
    text = (DATA / "standard.toml").read_text(encoding="utf-8").replace('"standard"\nversion', '"own"\nversion')
    path.write_text(text, encoding="utf-8")
    assert run("check", str(path)).stdout == "own, version 1: sets every hand of seven cards legally.\n"
    assert json.loads(run("check", str(path), "--format", "json").stdout)["name"] == "own"
    for given in ({}, {"given": text}):
        source = "-" if given else str(path)
        result = run("show", "Ks Kh 9d 7c 5s 4h 2d", "--file", source, **given)
        assert result.stdout.endswith("row   one pair: low = s1 s2\nway   own, version 1\n")
    result = run("check", "-", given=text.replace("low = that pair", "low = that par"))
    assert result.exit_code == 2
    assert result.stderr == (
        "standard input:17: row[2].set[0]: is not a low hand of such a hand; found that par; "
        "allowed two of s1, a rank; or a pair out of: four, pair; did you mean 'pair'?\n"
    )
    assert run("check", "-", given=b"\xff").stderr == "standard input: is not UTF-8; allowed a TOML file in UTF-8\n"
    assert run("check", str(tmp_path / "nowhere")).exit_code == 2
