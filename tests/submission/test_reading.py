"""From files and dicts to a Submission: what is read, and every problem of form at once, at its place."""

from __future__ import annotations

import datetime
import io
import json
import os
import pickle
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.problems import InputError, Problem
from houseway.regulation import PGP, UTH, law_for
from houseway.submission import Meter, Submission, default, load, parse
from houseway.submission.files import MOST_BYTES
from submission.samples import COMPLIANT, EXAMPLES, example, pgp, put, uth, without


def refused(form: Any, read: Any = parse) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        read(form)
    return caught.value.problems


def problem(form: Any, read: Any = parse) -> Problem:
    (one,) = refused(form, read)
    return one


def test_the_example_of_the_interfaces_is_read_whole() -> None:
    submission = houseway.load_submission(str(EXAMPLES / "ultimate-texas-holdem.toml"))
    assert submission == Submission(
        game=UTH,
        certificate_holder="Example Casino",
        effective=datetime.date(2015, 7, 1),
        expires=None,
        offered=frozenset({"ante", "blind", "trips", "progressive", "five_card_bonus"}),
        paytables={"blind": "A", "trips": "C"},
        minimum_cents={"ante": 500, "trips": 500, "five_card_bonus": 100},
        amounts_cents={"progressive": (100, 500)},
        meters={"progressive": Meter(1_000_000, 1_000_000, 220_000), "five_card_bonus": Meter(1_000_000, 1_000_000, 150_000)},
        magic_card=True,
        lucky_bonus=True,
        maximum_payout_cents=5_000_000,
        variant=None,
        house_way=None,
        vigorish_rounding="exact",
        switches={
            "trips_on_fold": "settle",
            "progressive_on_fold": "settle",
            "envy_hand": "flop",
            "magic_card_scope": "hole",
            "split_remainder": "meter",
        },
        switches_filed=frozenset({"trips_on_fold"}),
    )


def test_pai_gow_words_are_read() -> None:
    submission = load(EXAMPLES / "pai-gow-poker-emperors-challenge.toml")
    assert (submission.variant, submission.house_way, submission.vigorish_rounding) == (
        "emperors-challenge",
        "foxwoods",
        "exact",
    )
    assert submission.switches["wheel"] == "lowest"
    assert submission.meters == {}
    assert (submission.magic_card, submission.maximum_payout_cents) == (False, None)


@pytest.mark.parametrize("name", COMPLIANT)
def test_written_as_json_and_read_again_it_is_the_same(name: str, tmp_path: Path) -> None:
    submission = load(EXAMPLES / name)
    assert parse(submission) is submission
    assert parse(submission.to_dict()) == submission
    for indent in (None, 2):
        path = tmp_path / "filed.json"
        path.write_text(json.dumps(submission.to_dict(), indent=indent), encoding="utf-8")
        assert load(path) == submission
    assert parse((EXAMPLES / name).read_text(encoding="utf-8")) == submission
    assert pickle.loads(pickle.dumps(submission)) == submission  # the audit hands it to other processes


def test_unlawful_values_and_gaps_survive_the_way_through_json() -> None:
    form = put(put(uth(), "wagers.trips.paytable", "Z"), "switches", {"envy_hand": "any six"})
    for place in ("wagers.blind.paytable", "wagers.progressive.amounts", "wagers.progressive.meter.reset"):
        form = without(form, place)
    form = without(form, "wagers.five_card_bonus.meter")
    submission = parse(form)
    assert submission.paytables == {"trips": "Z"}
    assert submission.switches["envy_hand"] == "any six"
    assert submission.meters["progressive"] == Meter(1_000_000, 1_000_000, 220_000)  # the reset is the initial amount
    assert submission.meters["five_card_bonus"] == Meter(1_000_000, 1_000_000, None)  # the section's minimum
    assert submission.filled == {
        "wagers.progressive.amounts",
        "wagers.progressive.meter.reset",
        "wagers.five_card_bonus.meter",
    }
    assert parse(submission.to_dict()) == submission
    other = parse(without(put(uth(), "wagers.progressive.meter.reset", "12000.00"), "wagers.progressive.meter.initial"))
    assert other.meters["progressive"].initial_cents == 1_200_000
    assert parse(other.to_dict()) == other


def test_money_dates_and_rates_in_every_form_that_is_exact() -> None:
    form = put(uth(), "effective", datetime.date(2016, 2, 29))
    for amount in ("7.50", Decimal("7.5"), Decimal("7.50"), "7.5"):
        assert parse(put(form, "wagers.ante.minimum", amount)).minimum_cents["ante"] == 750
    assert parse(put(form, "wagers.ante.minimum", 7)).minimum_cents["ante"] == 700
    assert parse(form).effective == parse(put(form, "effective", "2016-02-29")).effective == datetime.date(2016, 2, 29)
    for text, ppm in (("22%", 220_000), ("0.5 %", 5_000), ("100%", 1_000_000), ("0.0001%", 1)):
        assert parse(put(form, "wagers.progressive.meter.rate_of_progression", text)).meters["progressive"].rate_ppm == ppm
    text = '{"game": "pai-gow-poker", "wagers": {"pai_gow": {"minimum": 12.10}}}'
    assert parse(text).minimum_cents["pai_gow"] == 1210  # a JSON number, never through a float


@pytest.mark.parametrize(
    ("place", "value", "message", "allowed"),
    [
        ("wagers.ante.minimum", 5.0, "minimum is a binary floating-point number", 'a string such as "5.00"'),
        ("wagers.ante.minimum", float("nan"), "minimum is a binary floating-point number", 'a string such as "12.50"'),
        ("wagers.ante.minimum", "1.005", "minimum has more than two decimals", None),
        ("wagers.ante.minimum", "-1", "minimum is negative", '"0" or more'),
        ("wagers.ante.minimum", True, "minimum is not an amount of money", None),
        ("wagers.ante.minimum", [5], "minimum is not an amount of money", None),
        ("wagers.ante.minimum", "five", "minimum is not an amount of money", None),
        pytest.param("wagers.ante.minimum", 10**5000, "minimum is more than any amount on a table", None, id="long"),
        ("wagers.blind.paytable", 1, "paytable is not text", "a letter"),
        ("wagers.blind.paytable", " ", "paytable is empty", "a letter"),
        ("wagers.progressive.amounts", "1.00", "amounts is not a list of amounts", None),
        ("wagers.progressive.amounts", [], "amounts is not a list of amounts", None),
        ("wagers.progressive.amounts", ["1"] * 101, "amounts is too long a list", "at most 100 amounts"),
        ("wagers.progressive.meter", 5, "wagers.progressive.meter is not a table", None),
        ("wagers.progressive.meter.initial", None, "initial is not an amount of money", None),
        ("wagers.progressive.meter.rate_of_progression", 22, "rate_of_progression is not a rate of progression", None),
        ("wagers.progressive.meter.rate_of_progression", 0.22, "rate_of_progression is not a rate of progression", None),
        ("wagers.progressive.meter.rate_of_progression", "22", "rate_of_progression is not a rate of progression", None),
        ("wagers.progressive.meter.rate_of_progression", "100.0001%", "rate_of_progression is more than the whole wager", None),
        ("wagers.five_card_bonus.magic_card", "true", "magic_card is neither true nor false", "true or false"),
        ("wagers.five_card_bonus.lucky_bonus", 1, "lucky_bonus is neither true nor false", "true or false"),
        ("wagers.trips", "C", "wagers.trips is not a table", None),
        ("wagers", [], "wagers is not a table", None),
        ("switches", "settle", "switches is not a table", None),
        ("switches.trips_on_fold", True, "trips_on_fold is not text", "settle or lose"),
        ("limits", "50000.00", "limits is not a table", None),
        ("limits.maximum_payout", 50000.0, "maximum_payout is a binary floating-point number", None),
        ("certificate_holder", 5, "certificate_holder is not text", None),
        ("effective", "2015-7-1", "effective is not a date", None),
        ("effective", "20150701", "effective is not a date", None),
        ("effective", "2015-02-30", "effective is no day of the calendar", None),
        ("effective", datetime.datetime(2015, 7, 1, 12), "effective is not a date", None),
        ("expires", 2015, "expires is not a date", None),
    ],
)
def test_wrong_values_are_problems_at_their_place(place: str, value: Any, message: str, allowed: str | None) -> None:
    found = problem(put(uth(), place, value))
    assert found.where == place
    assert found.message.startswith(message)
    assert found.allowed is not None
    if allowed is not None:
        assert found.allowed == allowed


def test_items_of_a_list_are_placed_one_by_one() -> None:
    found = refused(put(uth(), "wagers.progressive.amounts", ["1.00", 5.0, "x", "0", "5.00"]))
    assert [p.where for p in found] == [f"wagers.progressive.amounts[{i}]" for i in (1, 2, 3)]
    assert [p.found for p in found] == ["5.0", "x", "0"]


@pytest.mark.parametrize(
    ("form", "place", "near", "hint"),
    [
        (uth, "expire", "expires", None),
        (uth, "Limits", "limits", None),
        (uth, "wagers.trip", None, None),  # trips is there already
        (uth, "wagers.play", None, "it is filed as wagers.ante"),
        (uth, "wagers.five_card_bonus_player", None, "it is filed as wagers.five_card_bonus"),
        (pgp, "wagers.red", None, "it is filed as wagers.red_black"),
        (uth, "wagers.pai_gow", None, "it belongs to Pai Gow Poker"),
        (pgp, "wagers.trips", None, "it belongs to Ultimate Texas Hold 'Em Poker"),
        (uth, "variant", None, "it belongs to Pai Gow Poker"),
        (uth, "switches.wheel", None, "it belongs to Pai Gow Poker"),
        (uth, "switches.envyhand", "envy_hand", None),
        (uth, "maximum_payout", None, "it belongs in limits"),
        (uth, "trips_on_fold", None, "it belongs in switches"),
        (uth, "ante", None, "it belongs in wagers.ante"),
        (uth, "wagers.trips.effective", None, "it belongs at the top of the file"),
        (uth, "wagers.trips.magic_card", None, "it belongs in wagers.five_card_bonus"),
        (uth, "wagers.trips.amounts", None, "it belongs in wagers.progressive"),
        (uth, "wagers.trips.reset", None, "it belongs in wagers.progressive.meter or wagers.five_card_bonus.meter"),
        (pgp, "vigorish_rounding", None, "it belongs in wagers.pai_gow"),
        (pgp, "wagers.queens_dragon.paytable", None, None),
        (uth, "wagers.progressive.meter.rate", None, None),
        (uth, "wagers.ante.minimun", None, None),
    ],
)
def test_unknown_keys_name_the_nearest_valid_one_or_where_they_belong(form: Any, place: str, near: Any, hint: Any) -> None:
    found = problem(put(form(), place, "settle"))
    assert found.where == place
    key = place.rpartition(".")[2]
    assert found.message.startswith(f"'{key}' is not a key of ")
    assert found.found == key
    assert found.nearest == near
    assert (hint or "") in found.message
    assert (";" in found.message) == (hint is not None)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("wagers.trips.paytable", "wagers.trips.paytabel"),
        ("wagers.ante.minimum", "wagers.ante.minimun"),
        ("wagers.progressive.meter.rate_of_progression", "wagers.progressive.meter.rate"),
        ("wagers.progressive.amounts", "wagers.progressive.amount"),
        ("certificate_holder", "certificate-holder"),
    ],
)
def test_a_misspelt_key_that_is_missing_is_named(right: str, wrong: str) -> None:
    found = problem(put(without(uth(), right), wrong, "C"))
    assert (found.where, found.nearest) == (wrong, right.rpartition(".")[2])


def test_every_problem_at_once_in_the_order_of_the_file() -> None:
    text = (
        'game = "ultimate-texas-holdm"\n'
        "effective = 2015\n"
        "[wagers.ante]\n"
        "minimum = 5.00\n"
        "[wagers.trips]\n"
        'paytabel = "A"\n'
        'minimum = "-1"\n'
        "[limit]\n"
    )
    found = refused(text, load)
    assert [p.where for p in found] == [
        "text:1: game",
        "text:2: effective",
        "text:4: wagers.ante.minimum",
        "text:6: wagers.trips.paytabel",
        "text:7: wagers.trips.minimum",
        "text:8: limit",
    ]
    assert [p.nearest for p in found] == [UTH, None, None, "paytable", None, "limits"]


def test_the_game_is_guessed_so_that_the_rest_is_read() -> None:
    bad = {"certificate_holdr": "x"}
    assert [p.where for p in refused({**bad, "game": "pai gow"})] == ["game", "certificate_holdr"]
    assert [p.where for p in refused(bad)] == ["game", "certificate_holdr"]
    assert [p.where for p in refused({"wagers": {"pai_gow": {"paytable": "A"}}})] == ["game", "wagers.pai_gow.paytable"]
    assert [p.where for p in refused({"wagers": {"ante": {"x": "A"}}})] == ["game", "wagers.ante.x"]
    assert [p.where for p in refused({"game": 5, "effective": 5})] == ["game", "effective"]
    assert problem({"game": "ultimate texas holdem"}).nearest == UTH


def test_keys_that_are_no_text() -> None:
    assert problem({"game": UTH, 1: 2}).message == "is not a key: keys are text"
    found = refused({"game": UTH, "wagers": {None: {}, ("a", "b"): 1}})
    assert len(found) == 2


def test_what_is_no_table() -> None:
    for form in ([], 5, None, b"game"):
        assert problem(form).where == "submission"
    assert problem("[]\n", load).where.startswith("text")


# --- files


def bad_file(data: bytes, tmp_path: Path, name: str = "s.toml") -> Problem:
    path = tmp_path / name
    path.write_bytes(data)
    return problem(path, load)


TOML = (EXAMPLES / "pai-gow-poker-fortune.toml").read_bytes()


def test_a_windows_file_with_a_mark_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TOML.replace(b"\n", b"\r\n").replace(b'"D"', b'"Z"'))
    (finding,) = houseway.check(path)
    assert finding.line == TOML.decode().split("\n").index('paytable = "D"') + 1
    assert finding.file == str(path)


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"game = 1\n\xff\xfe", ":2", "is not UTF-8 text"),
        ("game = 'x'".encode("utf-16"), ":1", "is not UTF-8 text"),
        (b"game = 'x'\n\n#\0", ":3", "holds a NUL character"),
        (b'a = 1\nb = """x\n', ":2", "cannot be read as TOML"),
        (b"a = 1\na = 2\n", ":2", "cannot be read as TOML"),
        (b"a = 1\n[x\n", ":2", "cannot be read as TOML"),
        (b"effective = 2015-02-30\n", ":1", "cannot be read as TOML"),
        (b"a = " + b"9" * 5000, "", "cannot be read as TOML"),
        (b"x = 1\n" + b"a." * 100_000 + b"a = 1", ":2", "is nested too deeply"),
        (b"x = 1\n" + b"a." * 30 + b"a = 1", ":2", "is nested too deeply"),
        (b"a = " + b"[" * 5000, "", "is nested too deeply"),
        (b"a = " + b"[" * 30 + b"]" * 30, ":1", "is nested too deeply"),
        (b"a = " + b"{a = " * 5000, "", "is nested too deeply"),
        (b"#" * (MOST_BYTES + 1), "", "is too large"),
        (b'{"a": 1,\n"a": 2}', "", "cannot be read as JSON: the key 'a' is written twice"),
        (b'{"a": 1,\n', ":2", "cannot be read as JSON"),
        (b'{"a": NaN}', "", "cannot be read as JSON: NaN is not a number"),
        (b'{"a": 1e99999999999999999999}', "", "cannot be read as JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "", "cannot be read as JSON"),
        (b'{"a": ' * 5000, "", "is nested too deeply"),
        (b'{"a": ' * 30 + b"1" + b"}" * 30, ":1", "is nested too deeply"),
        (b'{"a": 1} x', ":1", "cannot be read as JSON"),
    ],
)
def test_what_is_no_document_is_one_problem(data: bytes, line: str, message: str, tmp_path: Path) -> None:
    found = bad_file(data, tmp_path)
    assert found.where == f"{tmp_path}/s.toml{line}"
    assert found.message.startswith(message)


def test_a_comment_may_hold_any_number_of_dots(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"# " + b"." * 200 + b"\n" + TOML)
    assert houseway.check(path) == []


def test_exactly_the_most_bytes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(TOML + b"#" * (MOST_BYTES - len(TOML)))
    assert load(path) == load(EXAMPLES / "pai-gow-poker-fortune.toml")
    with pytest.raises(InputError):
        parse(TOML.decode() + "#" * (MOST_BYTES + 1 - len(TOML.decode())))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in problem(tmp_path / "none.toml", load).message
    assert "cannot be read: Is a directory" in problem(tmp_path, load).message
    assert "cannot be read" in problem("a\0b", load).message
    assert problem(os.fsencode(tmp_path / "none.toml"), load).message.startswith("cannot be read")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TOML)))
    assert load("-") == load(EXAMPLES / "pai-gow-poker-fortune.toml")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a = ")))
    assert problem("-", load).where == "standard input:1"


# --- the default


def test_default_hold_em() -> None:
    submission = default(UTH)
    assert submission.is_default
    assert submission.paytables == {"blind": "A", "trips": "A"}
    assert submission.offered == {"ante", "blind", "trips", "progressive", "five_card_bonus"}
    assert submission.amounts_cents == {"progressive": (100, 500)}
    assert submission.meters == {name: Meter(1_000_000, 1_000_000, 0) for name in ("progressive", "five_card_bonus")}
    assert (submission.magic_card, submission.lucky_bonus, submission.maximum_payout_cents) == (True, True, None)
    assert submission.minimum_cents == {}
    assert (submission.effective, submission.variant, submission.house_way) == (None, None, None)
    assert set(submission.switches.values()) == {"settle", "flop", "hole", "meter"}


def test_default_pai_gow() -> None:
    submission = default(PGP)
    assert submission.paytables == {"fortune_bonus": "A", "emperors_treasure": "A", "insurance": "C"}
    assert submission.offered == set(law_for(PGP).tables)
    assert submission.amounts_cents == {}
    assert submission.meters == {"progressive": Meter(200_000, 200_000, 0)}
    assert (submission.variant, submission.house_way, submission.vigorish_rounding) == ("fortune", "standard", "exact")
    assert (submission.magic_card, submission.lucky_bonus) == (False, False)
    with pytest.raises(InputError):
        default("blackjack")


def test_default_takes_under_a_millisecond_once_the_law_is_read() -> None:
    default(PGP)
    start = time.perf_counter()
    for _ in range(100):
        default(PGP)
    assert (time.perf_counter() - start) / 100 < 0.001


@pytest.mark.parametrize("name", COMPLIANT)
def test_examples_name_what_they_show(name: str) -> None:
    assert example(name)["game"] in name
