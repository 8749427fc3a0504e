"""Sheets, file and changes of submissions in which something is missing or unlawful. Read against the forms before it was kept.

``python -m submission.test_odd_in_full``, with ``tests`` on the path, writes ``shown/odd.txt`` again.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from houseway.problems import InputError, Problem
from houseway.regulation import PGP, UTH, law_for, law_hash
from houseway.submission import check, difference, history, in_force, parse
from houseway.submission.sheet import FILING, TABLE, Sheet, sheet
from houseway.submission.writing import to_toml
from houseway.version import __version__
from submission.samples import EXAMPLES, pgp, put, uth

KEPT = Path(__file__).parent / "shown" / "odd.txt"
METER = {"rate_of_progression": "1%"}
FORMS: dict[str, dict[str, Any]] = {
    "nothing but the game": {"game": UTH},
    "unlawful and half filed, Hold 'Em": {
        "game": UTH, "certificate_holder": "A <Casino> & Sons", "effective": "2015-07-01", "expires": "2016-06-30",
        "limits": {"maximum_payout": "50000"},
        "wagers": {
            "ante": {}, "blind": {"paytable": "C", "minimum": "6"}, "trips": {"minimum": "0"},
            "progressive": {"amounts": ["2", "5"], "meter": METER | {"initial": "10000.50"}},
            "five_card_bonus": {"minimum": "1.50", "lucky_bonus": True},
        },
        "switches": {"trips_on_fold": "lost", "envy_hand": "any-five"},
    },
    "unlawful and half filed, Pai Gow": {
        "game": PGP, "variant": "royal", "expires": "2016-06-30", "limits": {"maximum_payout": "99999999.99"},
        "wagers": {
            "pai_gow": {"minimum": "10", "vigorish_rounding": "down"}, "fortune_bonus": {"paytable": "E"},
            "insurance": {"paytable": "B", "minimum": "1"}, "progressive": {"minimum": "1", "meter": {"reset": "2000"}},
            "queens_dragon": {}, "protection": {"minimum": "2"},
        },
        "switches": {"wheel": "lowest"},
    },
    "no variant, no meter, no rounding": {
        "game": PGP, "house_way": "mine", "wagers": {"pai_gow": {}, "progressive": {}, "emperors_treasure": {"paytable": "D"}},
    },
}  # fmt: skip


def told(of: Sheet) -> list[str]:
    said = [f"= {of.kind}: {of.title}. {of.subtitle}"]
    said += [f"{fact.label} | {fact.value} | {fact.paragraph}" for fact in of.facts]
    for block in of.blocks:
        said += [f"- {block.title} ({block.paragraph})", " | ".join(block.header), *(" | ".join(row) for row in block.rows)]
        said += [f"  {note}" for note in block.notes]
    said += [f"{finding.severity}: {finding.where}" for finding in of.findings]
    return [*said, *of.foot]


def all_told() -> str:
    said = []
    for name, form in FORMS.items():
        of = parse(form)
        said += [f"== {name}", *told(sheet(of, TABLE)), *told(sheet(of, FILING)), "= file", to_toml(of)]
    forms = list(FORMS.values())
    for old, new in ((uth(), forms[1]), (forms[0], forms[1]), (pgp(), forms[2]), (forms[2], forms[3])):
        said.append("== changes")
        for change in difference.difference(parse(old), parse(new)):
            said += [f"{change.where} ({change.paragraph}): {change.old} -> {change.new}", *(f"  {e}" for e in change.effects)]
    text = "\n".join(said) + "\n"
    return text.replace(law_hash()[:16], "{law}").replace(f"houseway {__version__}", "{version}")


def test_sheets_files_and_changes() -> None:
    assert all_told() == KEPT.read_text(encoding="utf-8")


def test_a_sheet_as_json() -> None:
    of = sheet(parse(FORMS["nothing but the game"]), FILING)
    told = of.to_dict()
    assert list(told) == ["sheet", "title", "subtitle", "facts", "blocks", "findings", "foot"]
    assert (told["sheet"], told["title"]) == ("filing", "Rules Submission: Ultimate Texas Hold 'Em Poker")
    assert told["facts"][2] == {"label": "Effective", "value": "not filed", "paragraph": "601a.2"}
    assert told["blocks"][0]["header"] == ("Wager", "Chosen", "Wagers accepted", "Paragraph")
    assert told["findings"] == [finding.to_dict() for finding in of.findings]
    assert told["foot"] == list(of.foot)
    assert sheet(parse(uth())) == sheet(parse(uth()), FILING)


def test_submissions_of_two_games_differ_in_all() -> None:
    with pytest.raises(InputError) as error:
        difference.difference(parse(uth()), parse(pgp()))
    assert error.value.problems == (
        Problem("game", "the two submissions are of different games", f"{UTH} and {PGP}", "one game"),
    )


def test_another_version_of_the_section_is_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose tables are its own: the first of the two has no blind table B."""
    law = law_for(UTH)
    second = law._replace(version=date(2030, 1, 1))
    first = law._replace(tables={**law.tables, "blind": {"A": law.tables["blind"]["A"]}})
    monkeypatch.setattr(difference, "_law", lambda of: second if of.effective == date(2031, 1, 1) else first)
    old, new = put(uth(), "effective", "2015-07-01"), put(uth(), "effective", "2031-01-01")
    found = difference.difference(parse(old), parse(new))
    assert [(c.where, c.paragraph, c.old, c.new, c.effects) for c in found] == [
        ("effective", "601a.2", "2015-07-01", "2031-01-01", ()),
        ("version of the section", "653a.12", "2014-12-13", "2030-01-01", ()),
    ]
    changed = difference.difference(parse(put(old, "wagers.blind.paytable", "B")), parse(new))
    assert [(c.where, c.effects) for c in changed if "blind" in c.where] == [("wagers.blind.paytable", ())]


def test_the_law_of_a_submission_that_names_no_day_is_the_newest() -> None:
    assert difference._law(parse({"game": UTH})) is law_for(UTH)
    assert difference._law(parse({"game": UTH, "effective": "2010-01-01"})) is law_for(UTH, law_for(UTH).oldest)


def test_in_force_where_both_games_are_given() -> None:
    both = [parse(put(form, "effective", "2016-01-01")) for form in (uth(), pgp())]
    with pytest.raises(InputError) as error:
        in_force(both, date(2016, 1, 1))
    assert error.value.problems == (Problem("game", "submissions of both games are given", f"{PGP} and {UTH}", "one game"),)


def test_a_history_on_a_day_for_one_game() -> None:
    found = history(EXAMPLES / "history")
    assert [version.submission.game for version in found.on(date(2016, 1, 1))] == [UTH]
    assert [version.submission.game for version in found.on(date(2016, 1, 1), UTH)] == [UTH]
    assert found.on(date(2016, 1, 1), PGP) == ()


def test_a_check_on_another_day_is_against_its_law() -> None:
    of = parse(put(uth(), "effective", "2014-12-12"))
    assert [finding.where for finding in check(of)] == ["effective"]
    assert [finding.where for finding in check(of, on=date(2020, 1, 1))] == ["effective"]


if __name__ == "__main__":
    KEPT.write_text(all_told(), encoding="utf-8")
