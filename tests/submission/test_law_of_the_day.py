"""A filing is held against the version of the section of its day. The second version, of 2030, exists only here."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from houseway.problems import InputError
from houseway.regulation import UTH, Law, law_for
from houseway.submission import asking, check, checking, difference, examine, floor, parse, sheet, writing
from submission.samples import put, uth
from submission.test_asked_in_full import Told

FIRST, SECOND = date(2015, 7, 1), date(2031, 1, 1)


@pytest.fixture(autouse=True)
def _second(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 2030 on a payout limit is $77,777.00 at the least, not $50,000.00."""
    held = law_for(UTH)
    first = held._replace(newest=date(2030, 1, 1))
    limit = held.limit._replace(minimum_cents=7_777_700)
    second = first._replace(version=date(2030, 1, 1), limit=limit)

    def chosen(game: str, on: date | None = None) -> Law:
        law_for(game, on)  # refuses a day before the oldest
        return second if on is None or on >= second.version else first

    for module in (asking, checking, difference, floor, sheet, writing):
        monkeypatch.setattr(module, "law_for", chosen)


def filed(effective: date, limit: str = "60000") -> dict[str, object]:
    """A compliant filing of small minimum wagers, so that the limit's floor is the section's own amount."""
    return put(put(uth(), "effective", effective), "limits.maximum_payout", limit)


def where(findings: list[checking.Finding]) -> list[tuple[str, str]]:
    return [(finding.where, finding.allowed) for finding in findings if "limits" in finding.where]


TOO_LOW = [("limits.maximum_payout", "at least 77777.00")]


def test_the_limit_is_held_against_the_law_of_the_day(tmp_path: Path) -> None:
    assert where(check(filed(FIRST))) == []
    assert where(check(filed(SECOND))) == TOO_LOW
    assert where(check(filed(FIRST), on=SECOND)) == TOO_LOW
    assert where(examine(filed(FIRST), on=SECOND).findings) == TOO_LOW
    assert where(examine(parse(filed(FIRST)), on=SECOND).findings) == TOO_LOW
    data = writing.to_toml(parse(filed(FIRST))).encode()
    assert where(checking.examine_bytes(data, "a").findings) == []
    assert where(checking.examine_bytes(data, "a", on=SECOND).findings) == TOO_LOW


def test_older_than_the_oldest_is_held_against_the_oldest() -> None:
    found = examine(filed(date(2010, 1, 1)))
    assert where(found.findings) == []
    assert found.law is not None
    assert found.law.version == date(2014, 12, 13)


def test_the_floor_is_that_of_the_day_it_takes_effect_unless_a_law_is_given() -> None:
    old, new = parse(filed(FIRST)), parse(filed(SECOND))
    assert floor.payout_floor(old).floor_cents == 5_000_000
    assert floor.payout_floor(new).floor_cents == 7_777_700
    assert floor.payout_floor(old, law_for(UTH)).section_cents == floor.payout_floor(new, law_for(UTH)).section_cents
    with pytest.raises(InputError):
        floor.payout_floor(parse(filed(date(2010, 1, 1))))


@pytest.mark.parametrize(("day", "least"), [(FIRST, "$50,000.00"), (SECOND, "$77,777.00"), (date(2010, 1, 1), "$50,000.00")])
def test_sheet_and_file_say_the_least_of_the_day(day: date, least: str) -> None:
    submission = parse(filed(day))
    told = sheet.sheet(submission, sheet.FILING).to_dict()
    rows = [row for block in told["blocks"] for row in block["rows"] if row[0] == "The section's own minimum"]
    assert rows == [("The section's own minimum", least, "")]
    if day.year > 2010:
        assert f"at least {least}, and the most that one player can win" in writing.to_toml(submission)


def test_two_filings_differ_in_the_floor_and_in_the_version_of_the_section() -> None:
    found = difference.difference(parse(filed(FIRST)), parse(filed(SECOND)))
    assert [(change.where, change.old, change.new) for change in found] == [
        ("effective", "2015-07-01", "2031-01-01"),
        ("floor of limits.maximum_payout", "50000.00", "77777.00"),
        ("version of the section", "2014-12-13", "2030-01-01"),
    ]


@pytest.mark.parametrize(("day", "least"), [(FIRST, "$50,000.00"), (SECOND, "$77,777.00")])
def test_the_questions_ask_for_the_least_of_the_day(day: date, least: str) -> None:
    asked = Told(Certificate="Example Casino", First=day.isoformat())
    asking.compose(asked, UTH, FIRST)
    assert [line for line in asked.lines if line.startswith("Maximum payout")] == [
        f"Maximum payout (none, or at least {least}) (653a.12(f)) [none]"
    ]
