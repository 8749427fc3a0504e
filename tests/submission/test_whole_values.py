"""Findings as problems, what was meant by a word, places in a list, and findings over time: each value whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.problems import InputError, Problem
from houseway.regulation import UTH
from houseway.submission import Finding, check, examine, history, parse, versions
from houseway.submission.sheet import FILING, sheet
from houseway.submission.sheet_html import to_html
from houseway.submission.versions import Version
from submission.samples import at, pgp, put, uth, without
from submission.test_history import UTH_TEXT, file

BELOW = Finding("653a.12(f)", "limits.maximum_payout", "1.00", "at least 2.00", "violation", "is below it", "a.toml", 7)


def test_a_finding_as_a_problem_as_json_and_as_text() -> None:
    assert BELOW.problem() == Problem(
        "a.toml:7: limits.maximum_payout", "is below it (653a.12(f))", "1.00", "at least 2.00"
    )  # fmt: skip
    of_no_file = BELOW._replace(file=None, line=None)
    assert of_no_file.problem().where == "limits.maximum_payout"
    assert BELOW.to_dict() == {
        "paragraph": "653a.12(f)", "where": "limits.maximum_payout", "found": "1.00", "allowed": "at least 2.00",
        "severity": "violation", "message": "is below it", "file": "a.toml", "line": 7,
    }  # fmt: skip
    ends = "violation: limits.maximum_payout: is below it; found 1.00; allowed at least 2.00 (653a.12(f))"
    assert (str(BELOW), str(of_no_file)) == (f"a.toml:7: {ends}", ends)


@pytest.mark.parametrize(
    ("place", "word", "message"),
    [
        ("variant", "emperors_challenges", "is no variant of the game; did you mean 'emperors-challenge'?"),
        ("variant", "EMPEROR-CHALLENGE", "is no variant of the game; did you mean 'emperors-challenge'?"),
        ("variant", "other", "is no variant of the game"),
        ("switches.foul", "house way", "is not a value of this switch; did you mean 'house-way'?"),
        ("switches.wheel", "zzz", "is not a value of this switch"),
    ],
)
def test_the_word_that_was_meant(place: str, word: str, message: str) -> None:
    assert at(check(put(pgp(), place, word)), place).message == message


@pytest.mark.parametrize(
    ("amounts", "places"),
    [
        (["2", "1", "5"], ["[0]"]), (["1", "2", "1", "5", "10"], ["[1]", "[4]"]), (["5", 7, "2.00"], ["[1]", "[2]"]),
        (["x", "2", "1"], ["[1]"]),
    ],
)  # fmt: skip
def test_the_place_of_an_amount_is_that_of_the_file_s_list(amounts: list[Any], places: list[str]) -> None:
    """Though a repeated amount, and one that is none, are not among those that were read."""
    found = examine(put(uth(), "wagers.progressive.amounts", amounts)).findings
    assert [f.where for f in found if ".amounts" in f.where] == [f"wagers.progressive.amounts{place}" for place in places]


def test_the_place_of_an_amount_of_no_file_is_that_among_those_read() -> None:
    from dataclasses import replace

    filed = replace(parse(uth()), amounts_cents={"progressive": (100, 200)}, source=None)
    assert [f.where for f in check(filed) if ".amounts" in f.where] == ["wagers.progressive.amounts[1]"]


def test_a_key_of_three_letters_is_near_to_the_only_one_that_holds_it() -> None:
    for word, near in (("rat", "rate_of_progression"), ("ra", None), ("RATE", "rate_of_progression"), ("et", None)):
        form = put(without(uth(), "wagers.progressive.meter.rate_of_progression"), f"wagers.progressive.meter.{word}", "1%")
        (problem,) = examine(form).problems
        assert (problem.found, problem.nearest) == (word, near)


def test_findings_over_time_whole(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", "2016-01-01", "2016-06-30")
    file(tmp_path, "b.toml", "2016-06-30", "2016-12-31")
    file(tmp_path, "c.toml", "2017-02-01", text=UTH_TEXT.replace("Example", "Other"))
    file(tmp_path, "d.toml", "2017-02-01", text=UTH_TEXT.replace("Example", "Other"))
    a, b, c, d = (str(tmp_path / f"{name}.toml") for name in "abcd")
    each = "one submission on each day"
    assert a
    assert history(tmp_path).findings == (
        Finding(
            "601a.2", "effective", "both from 2016-06-30 to 2016-06-30", each, "violation",
            "is in force together with a.toml; the later to take effect counts", b, 3,
        ),
        Finding(
            "601a.2", "effective", "none from 2017-01-01 to 2017-01-31", each, "notice",
            "no submission is in force between b.toml and this one", c, 3,
        ),
        Finding(
            "601a.2", "certificate_holder", "Other Casino", "Example Casino", "notice",
            "names another certificate holder than the submission before it", c, 2,
        ),
        Finding(
            "601a.2", "effective", "both from 2017-02-01", each, "violation", "takes effect on the same day as c.toml", d, 3,
        ),
    )  # fmt: skip


def test_a_history_of_the_most_files_and_one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MOST_FILES", 2)
    monkeypatch.chdir(tmp_path)
    allowed = "a folder of Rules Submissions (.toml or .json)"
    for files, problem in (
        (0, Problem("filed", "is no history", "0 submissions", allowed)), (1, None), (1, None),
        (1, Problem("filed", "is no history", "3 submissions", allowed)),
    ):  # fmt: skip
        Path("filed").mkdir(exist_ok=True)
        if files:
            file(tmp_path / "filed", f"{len(list(Path('filed').iterdir()))}.toml", "2016-01-01")
        if problem is None:
            assert history("filed").versions
            continue
        with pytest.raises(InputError) as error:
            history("filed")
        assert error.value.problems == (problem,)
    with pytest.raises(InputError) as error:
        history("nowhere")
    assert error.value.problems == (Problem("nowhere", "cannot be read: No such file or directory", None, allowed),)
    with pytest.raises(InputError) as error:
        history("a\0b")
    assert error.value.problems == (Problem("a?b", "cannot be read: embedded null byte", None, allowed),)


def test_a_version_of_no_file_has_an_empty_name() -> None:
    submission = parse(put(uth(), "effective", "2016-01-01"))
    assert submission.effective is not None
    assert Version(submission, submission.effective, None, True).file == ""
    assert submission.game == UTH


def test_findings_on_the_page_of_a_filing(tmp_path: Path) -> None:
    """With the line where there is a file, the first letter large, and everything escaped."""
    path = tmp_path / "filed.toml"
    path.write_text('game = "ultimate-texas-holdem"\neffective = 2015-07-01\n[wagers.ante]\n[wagers.blind]\npaytable = "<E>"\n')
    examined = examine(path)
    assert examined.submission is not None
    page = to_html(sheet(examined.submission, FILING))
    assert (
        '<div class="notice"><div class="head" style="border:0;margin:0;padding:0">'
        '<span class="what">Notice: certificate_holder, line 1</span>'
        '<span class="cite">601a.2</span></div>No certificate holder is named.'
        "<br>Found missing; allowed the name of the certificate holder.</div>\n"
        '<div class="violation"><div class="head" style="border:0;margin:0;padding:0">'
        '<span class="what">Violation: wagers.blind.paytable, line 5</span>'
        '<span class="cite">653a.12(b)</span></div>The section has no such paytable for the Blind wager.'
        "<br>Found &lt;E&gt;; allowed A or B.</div>\n</section>"
    ) in page
    no_rows = (
        '<span class="cite">653a.12(b)</span></div>\n\n<p class="notes">Wager: equal to the Ante. Paytable: &lt;E&gt;, which'
    )
    assert no_rows in page
    of_no_file = to_html(sheet(parse(put(uth(), "wagers.blind.paytable", "E")), FILING))
    assert '<span class="what">Violation: wagers.blind.paytable</span>' in of_no_file
    assert "Findings" not in to_html(sheet(parse(uth()), FILING))
