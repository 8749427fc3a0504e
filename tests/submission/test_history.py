"""Submissions over time: which is in force on a day, and overlaps and gaps as findings."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from houseway.problems import InputError
from houseway.regulation import PGP, UTH
from houseway.submission import Submission, history, in_force, parse
from submission.samples import EXAMPLES

UTH_TEXT = """game = "ultimate-texas-holdem"
certificate_holder = "Example Casino"
effective = {first}
{rest}
[wagers.ante]
[wagers.blind]
paytable = "A"
"""
PGP_TEXT = """game = "pai-gow-poker"
certificate_holder = "Example Casino"
variant = "fortune"
house_way = "standard"
effective = {first}
{rest}
[wagers.pai_gow]
vigorish_rounding = "exact"
"""


def file(folder: Path, name: str, first: str, last: str | None = None, text: str = UTH_TEXT) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text.format(first=first, rest=f"expires = {last}" if last else ""), encoding="utf-8")


def filed(first: str, last: str | None = None, text: str = UTH_TEXT) -> Submission:
    return parse(text.format(first=first, rest=f"expires = {last}" if last else ""))


def test_the_example_history() -> None:
    found = history(EXAMPLES / "history")
    assert [(Path(v.file).name, v.first, v.last, v.compliant) for v in found.versions] == [
        ("2015-07-01.toml", date(2015, 7, 1), date(2015, 12, 31), True),
        ("2016-01-01.toml", date(2016, 1, 1), date(2016, 12, 31), True),
        ("2017-01-01.toml", date(2017, 1, 1), None, True),
    ]
    assert found.findings == ()
    assert found.problems == ()
    for day, name in (
        (date(2015, 6, 30), None),
        (date(2015, 7, 1), "2015-07-01.toml"),
        (date(2015, 12, 31), "2015-07-01.toml"),
        (date(2016, 1, 1), "2016-01-01.toml"),
        (date(2016, 12, 31), "2016-01-01.toml"),
        (date(2017, 1, 1), "2017-01-01.toml"),
        (date.max, "2017-01-01.toml"),
    ):
        assert [Path(v.file).name for v in found.on(day)] == ([name] if name else []), day


def test_in_force_on_the_first_and_last_day_and_their_neighbours() -> None:
    one, two = filed("2016-01-01", "2016-06-30"), filed("2016-07-01")
    day = timedelta(days=1)
    first, last = date(2016, 1, 1), date(2016, 6, 30)
    for order in ([one, two], [two, one]):
        assert [in_force(order, d) for d in (first - day, first, last, last + day)] == [None, one, one, two]
    assert in_force([], first) is None
    assert in_force([parse({"game": UTH})], first) is None  # without an effective day it is never in force


def test_an_open_end_is_superseded_for_good() -> None:
    old, new = filed("2016-01-01"), filed("2016-03-01", "2016-03-31")
    assert in_force([old, new], date(2016, 2, 29)) is old
    assert in_force([old, new], date(2016, 3, 31)) is new
    assert in_force([old, new], date(2016, 4, 1)) is None


def test_where_two_are_in_force_the_later_counts() -> None:
    long, short = filed("2016-01-01", "2016-12-31"), filed("2016-03-01", "2016-03-31")
    assert in_force([short, long], date(2016, 3, 15)) is short
    assert in_force([short, long], date(2016, 4, 1)) is long


def test_both_games_need_the_game_named() -> None:
    both = [filed("2016-01-01"), filed("2016-01-01", text=PGP_TEXT)]
    assert in_force(both, date(2016, 1, 1), PGP) is both[1]
    assert in_force(both, date(2016, 1, 1), UTH) is both[0]
    with pytest.raises(InputError):
        in_force(both, date(2016, 1, 1))


def findings(folder: Path) -> list[tuple[str, str, int | None, str]]:
    return [(f.severity, Path(f.file or "").name, f.line, f.found) for f in history(folder).findings]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("2016-06-30", [("violation", "b.toml", 3, "both from 2016-06-30 to 2016-06-30")]),
        ("2016-07-01", []),
        ("2016-07-02", [("notice", "b.toml", 3, "none from 2016-07-01 to 2016-07-01")]),
    ],
)
def test_overlap_and_gap_at_the_boundary(tmp_path: Path, first: str, expected: list[tuple[str, str, int, str]]) -> None:
    file(tmp_path, "a.toml", "2016-01-01", "2016-06-30")
    file(tmp_path, "b.toml", first, "2016-12-31")
    assert findings(tmp_path) == expected
    file(tmp_path, "c.toml", first, text=PGP_TEXT)  # the other game is a history of its own
    assert findings(tmp_path) == expected


def test_a_short_submission_within_a_long_one(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", "2016-01-01", "2016-12-31")
    file(tmp_path, "b.toml", "2016-03-01", "2016-03-31")
    file(tmp_path, "c.toml", "2017-01-01")
    assert findings(tmp_path) == [("violation", "b.toml", 3, "both from 2016-03-01 to 2016-03-31")]


def test_two_that_take_effect_on_one_day(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", "2016-01-01")
    file(tmp_path, "b.toml", "2016-01-01")
    assert findings(tmp_path) == [("violation", "b.toml", 3, "both from 2016-01-01")]
    file(tmp_path, "c.toml", "2017-01-01")
    assert findings(tmp_path) == [("violation", "b.toml", 3, "both from 2016-01-01 to 2016-12-31")]


def test_the_last_day_of_the_calendar(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", "2016-01-01", "9999-12-31")
    file(tmp_path, "b.toml", "9999-12-31")
    assert findings(tmp_path) == [("violation", "b.toml", 3, "both from 9999-12-31 to 9999-12-31")]


def test_another_certificate_holder_is_a_notice(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", "2016-01-01")
    file(tmp_path, "b.toml", "2017-01-01", text=UTH_TEXT.replace("Example", "Other"))
    assert findings(tmp_path) == [("notice", "b.toml", 2, "Other Casino")]


def test_each_submission_is_checked_and_unreadable_ones_are_problems(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", "2016-01-01", text=UTH_TEXT.replace('"A"', '"E"'))
    (tmp_path / "b.toml").write_text("x = \n", encoding="utf-8")
    file(tmp_path, "c.toml", "2017-01-01", text=UTH_TEXT.replace("paytable", "paytabel"))
    file(tmp_path, "d.toml", "2018-01-01")
    (tmp_path / "e.json").write_text('{"game": "pai-gow-poker", "effective": "2016-01-01"}', encoding="utf-8")
    (tmp_path / "readme.txt").write_text("not read", encoding="utf-8")
    found = history(tmp_path)
    assert [(Path(v.file).name, v.compliant) for v in found.versions] == [
        ("a.toml", False),
        ("d.toml", True),
        ("e.json", False),
    ]
    assert [Path(p.where.partition(": ")[0]).name for p in found.problems] == ["b.toml:1", "c.toml:7"]
    assert ("violation", "a.toml", 7, "E") in findings(tmp_path)


def test_what_is_no_history(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none", "a\0b", EXAMPLES / "ultimate-texas-holdem.toml"):
        with pytest.raises(InputError):
            history(folder)
