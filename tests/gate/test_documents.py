"""What is no JSON document of a round at all: cut off, too large, too deep, not UTF-8, doubled keys, numbers that are none."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

import houseway
from gate.rounds import pgp_round, uth_round
from houseway.cli.output import MOST_BYTES, read_bytes, read_json
from houseway.problems import Problem
from houseway.settlement.document import json_document

TEXT = json.dumps(uth_round())


def refused(data: bytes) -> Problem:
    with pytest.raises(houseway.InputError) as error:
        json_document(data, "round.json")
    (problem,) = error.value.problems
    return problem


@pytest.mark.parametrize(
    ("data", "where", "message", "found"),
    [
        (b"", "round.json:1:1", "is not JSON: Expecting value", "the end of the file"),
        (b" \n\n", "round.json:3:1", "is not JSON: Expecting value", "the end of the file"),
        (b'{"a": 1,\n "b"', "round.json:2:5", "is not JSON: Expecting ':' delimiter", "the end of the file"),
        (b'{"a": "As', "round.json:1:7", "is not JSON: Unterminated string starting at", '"As'),
        (b"{'a': 1}", "round.json:1:2", "is not JSON: Expecting property name enclosed in double quotes", "'a': 1}"),
        (b'{"a": 1} {', "round.json:1:10", "is not JSON: Extra data", "{"),
        (b'{"a": \0}', "round.json:1:7", "is not JSON: Expecting value", "?}"),
        (b'{"a": "\n"}', "round.json:1:8", "is not JSON: Invalid control character at", "the end of a line"),
        (b"\0" * 9, "round.json:1:1", "is not JSON: Expecting value", "?" * 9),
        (b'{"a": 01}', "round.json:1:8", "is not JSON: Expecting ',' delimiter", "1}"),
        (b'{"a": twenty letters or mo', "round.json:1:7", "is not JSON: Expecting value", "twenty letters or mo"),
        (b'{"a": twenty letters or more\n}', "round.json:1:7", "is not JSON: Expecting value", "twenty letters or mo…"),
    ],
)
def test_not_json(data: bytes, where: str, message: str, found: str) -> None:
    assert refused(data) == Problem(where, message, found, "a JSON document")


def test_a_round_cut_off_anywhere_is_refused() -> None:
    data = TEXT.encode()
    for length in range(len(data)):
        assert refused(data[:length]).message.startswith("is not JSON")
    assert json_document(data, "round.json") == uth_round()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b'{"a": "\xff"}', "byte 0xff at byte 8"),
        (b'\xef\xbb\xbf{"a": "\xe2\x82"}', "byte 0xe2 at byte 11"),
        ('{"a": "♠"}'.encode("utf-16"), "byte 0xff at byte 1"),
        ('{"a": "é"}'.encode("latin-1"), "byte 0xe9 at byte 8"),
        (b'{"a": "\xed\xa0\x80"}', "byte 0xed at byte 8"),
    ],
)
def test_not_utf_8(data: bytes, found: str) -> None:
    assert refused(data) == Problem("round.json", "is not UTF-8", found, "UTF-8 text")


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert json_document(b"\xef\xbb\xbf" + TEXT.encode(), "round.json") == uth_round()


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"players":['])
@pytest.mark.parametrize("times", [5_000, 500_000])
def test_nested_too_deeply(opening: bytes, times: int) -> None:
    allowed = "a round, as houseway schema round says it"
    assert refused(opening * times) == Problem("round.json", "is nested too deeply", None, allowed)


def test_a_key_twice_in_one_object() -> None:
    data = b'{"players": [{"wagers": {"ante": "5", "ante": "10"}}]}'
    expected = Problem("round.json", "the key 'ante' stands twice in one object", "ante", "each key once")
    assert refused(data) == expected
    assert json_document(b'[{"ante": 1}, {"ante": 1}]', "round.json") == [{"ante": 1}, {"ante": 1}]
    assert refused(b'{"play": 1, "ante": 1, "trips": 2, "ante": 3}') == expected


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_that_are_no_numbers(word: str) -> None:
    expected = Problem("round.json", f"{word} is not a JSON number", word, 'an amount such as "12.50"')
    assert refused(f'{{"ante": {word}}}'.encode()) == expected


@pytest.mark.parametrize("number", ["9" * 10_000, "-" + "9" * 10_000, "1e99999999999999999999", "1E-99999999999999999999"])
def test_numbers_too_long_to_be_money(number: str) -> None:
    expected = Problem("round.json", "holds a number too long to be money", None, 'an amount such as "12.50"')
    assert refused(f'{{"ante": {number}}}'.encode()) == expected


def test_numbers_are_kept_exactly() -> None:
    found = json_document(b"[0.1, 1e2, 12.50, 7, 0.30000000000000004]", "round.json")
    assert found == [Decimal("0.1"), Decimal("1E+2"), Decimal("12.50"), 7, Decimal("0.30000000000000004")]
    assert not any(isinstance(number, float) for number in found)


@pytest.mark.parametrize(("number", "cents"), [("10", 1000), ("10.0", 1000), ("1e1", 1000), ("10.05", 1005), ("0.05", 5)])
def test_json_numbers_are_money(number: str, cents: int) -> None:
    text = TEXT.replace('"trips": "5"', f'"trips": {number}')
    assert number in text
    line = next(line for line in houseway.settle(json_document(text.encode(), "x")).lines if line.wager == "trips")
    assert line.wagered_cents == cents


@pytest.mark.parametrize("number", ["-5", "5.005", "1e-3", "1e13", "0." + "0" * 9_999 + "1", "1e400"])
def test_json_numbers_that_are_no_money(number: str) -> None:
    text = TEXT.replace('"trips": "5"', f'"trips": {number}')
    with pytest.raises(houseway.InputError) as error:
        houseway.settle(json_document(text.encode(), "x"))
    assert [problem.where for problem in error.value.problems] == ["players[0].wagers.trips"]


# --- files


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(TEXT.encode() + b" " * (MOST_BYTES - len(TEXT)))
    assert read_json(str(path)) == uth_round()
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(houseway.InputError) as error:
        read_json(str(path))
    (problem,) = error.value.problems
    assert (problem.message, problem.found, problem.allowed) == (
        "is too large", "more than 4,000,000 bytes", "at most 4,000,000 bytes",
    )  # fmt: skip


@pytest.mark.parametrize(("name", "why"), [("nowhere.json", "No such file"), (".", "Is a directory"), ("a\0b", "null byte")])
def test_what_is_no_file(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(houseway.InputError) as error:
        read_bytes(str(tmp_path / name) if name != "." else str(tmp_path))
    (problem,) = error.value.problems
    assert problem.message.startswith("cannot be read: ")
    assert why in problem.message
    assert problem.where.isprintable()


def test_a_file_of_unusual_characters_is_the_round_it_says() -> None:
    round_ = pgp_round()
    round_["players"][0]["cards"] = "🃏 A♠️, K♥ Q♡ 7♦ 6♣ 2♤"
    round_["players"][0]["low"] = ["K♥", "qh"]
    round_["players"][1]["cards"] = "ac,QC js 10H 8d 5♢ 3h"
    told = houseway.settle(json_document(json.dumps(round_).encode(), "x")).to_dict()
    assert told == houseway.settle(pgp_round()).to_dict()
