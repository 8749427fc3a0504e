"""The script that compares the data files with the regulation's own words, and the fixture it keeps."""

from __future__ import annotations

import copy
import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from houseway.regulation import GAMES, PGP, UTH, law_for

ROOT = Path(__file__).parents[2]
FIXTURE = Path(__file__).parent / "fixture.json"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_regulation", ROOT / "tools" / "check_regulation.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


check = _script()
FACTS: dict[str, Any] = json.loads(FIXTURE.read_text("utf-8"))
texts_are_here = pytest.mark.skipif(
    not all((check.TEXTS / f"{law_for(game).number}.txt").is_file() for game in GAMES),
    reason="the regulation's text is not here",
)

# A section cut down to the shapes that the script reads; the sentences are invented, the labels and figures are facts.
SMALL = """Section 653a.12. Invented for the test

(a) Each Ante Wager and Play Wager: 1 to 1.

(b) Blind Wager:

Hand\tPaytable A
Royal flush\t500 to 1
Less than a straight\tPush

(d) The Progressive Payout Wager:

(1) Progressive Payout Wager:

Hand\tPaytable
Royal flush\t100%

(3) rate of progression; initial and reset: $10,000.

(5) Envy Bonus of the Progressive Payout Wager:

$1 Progressive Payout Wager

Hand\tEnvy Bonus
Royal flush\t$1,000

(f) Notwithstanding the payout odds in subsections (a)—(c): $50,000, but not apply to Progressive Payout Wagers.

The provisions of this § 653a.12 amended May 1, 2001, effective May 2, 2001, 31 Pa.B. 1; amended December 12, 2014, effective December 13, 2014, 44 Pa.B. 7683.
"""  # noqa: E501


@pytest.fixture
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(check.ROWS, "653a.12", {"(b) Paytable A": 2, "(d)(1)": 1, "(d)(5) $1": 1})


@pytest.mark.usefixtures("few_rows")
def test_the_facts_of_a_text() -> None:
    assert check.facts_of_text(SMALL, "653a.12") == {
        "version": {"adopted": "2014-12-12", "effective": "2014-12-13", "source": "44 Pa.B. 7683"},
        "amendments": 2,
        "tables": {
            "(b) Paytable A": {
                "wager": "blind", "variant": None,
                "rows": [["Royal flush", "500 to 1", None], ["Less than a straight", "Push", None]],
            },
            "(d)(1)": {"wager": "progressive", "variant": None, "rows": [["Royal flush", "100% of meter", None]]},
        },
        "odds": {"(a) ante": "1 to 1", "(a) play": "1 to 1"},
        "envy": {"(d)(5) $1": {"wager": "progressive", "rows": [["Royal flush", "$1,000"]]}},
        "meters": {"progressive": {"paragraph": "(d)(3)", "minimum": "$10,000", "rate_required": True}},
        "limit": {"paragraph": "(f)", "minimum": "$50,000", "covers": ["ante", "blind", "play"], "exempt": ["progressive"]},
        "figures": {"(a)": ["1 to 1"], "(d)(3)": ["$10,000"], "(d)(5)": ["$1"], "(f)": ["$50,000"]},
    }  # fmt: skip


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Less than a straight\tPush\n", "", r"\(b\) Paytable A: 1 rows, expected 2"),
        ("Royal flush\t100%\n", "Royal flush\t100%\nFlush\t3 to 2\n", r"\(d\)\(1\): 2 rows, expected 1"),
        ("Paytable A", "Paytable B", "expected"),
        ("Royal flush\t500 to 1", "Royal flush\t500 to 1\t$1", "3 cells under a header of 2"),
        ("Hand\tPaytable A\n", "", "a row outside a table"),
        ("Hand\tEnvy Bonus", "Hand\tPayout", "not an envy table"),
        ("Notwithstanding", "Whereas", "no payout limit"),
        ("this § 653a.12 amended", "this § 653a.13 amended", "no history"),
    ],
)
def test_a_text_of_another_shape_is_not_guessed_at(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(check.Unreadable, match=message):
        check.facts_of_text(SMALL.replace(old, new, 1), "653a.12")


@pytest.mark.usefixtures("few_rows")
def test_an_amendment_that_is_not_understood_shows_as_another_date() -> None:
    facts = check.facts_of_text(SMALL.replace("effective December", "in force December"), "653a.12")
    assert "653a.12 version effective: text '2001-05-02', data '2014-12-13'" in check.differences(facts, law_for(UTH))


def test_a_table_printed_twice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(check.ROWS, "653a.12", {"(b) Paytable A": 2, "(d)(1)": 1, "(d)(5) $1": 1})
    block = "Hand\tPaytable A\nRoyal flush\t500 to 1\nLess than a straight\tPush\n\n"
    with pytest.raises(check.Unreadable, match="printed twice"):
        check.facts_of_text(SMALL.replace(block, block * 2), "653a.12")


@pytest.mark.parametrize("game", GAMES)
def test_the_data_are_the_fixture(game: str) -> None:
    law = law_for(game)
    assert check.differences(FACTS[law.number], law) == []


def _leaves(of: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = of.items() if isinstance(of, dict) else enumerate(of) if isinstance(of, list) else None
    if items is None:
        yield path
    else:
        for key, value in items:
            yield from _leaves(value, (*path, key))


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_the_fixture_is_compared(game: str) -> None:
    law = law_for(game)
    facts = FACTS[law.number]
    paths = [path for path in _leaves(facts) if path[0] != "amendments"]
    assert len(paths) > {UTH: 150, PGP: 450}[game]
    for path in paths:
        changed = copy.deepcopy(facts)
        *to, last = path
        place = changed
        for key in to:
            place = place[key]
        place[last] = "another value"
        assert check.differences(changed, law), path
    for part in ("tables", "odds", "meters", "figures"):
        fewer = copy.deepcopy(facts)
        fewer[part].popitem()
        assert check.differences(fewer, law), part


def test_the_fixture_holds_labels_and_figures_and_no_sentence() -> None:
    words = [leaf for section in FACTS.values() for leaf in re.findall(r'"([^"]*)"', json.dumps(section, ensure_ascii=False))]
    longest = max(words, key=len)
    assert longest == "Ace/five natural straight flush and a natural ace/queen suited"


@texts_are_here
def test_the_data_and_the_fixture_are_what_the_texts_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "653a.12 of 2014-12-13: 11 tables, 59 rows, 127 labels and figures, all as in the text",
        "645a.13 of 2015-06-13: 17 tables, 149 rows, 372 labels and figures, all as in the text",
    ]


@texts_are_here
@pytest.mark.parametrize("game", GAMES)
def test_any_other_figure_or_label_in_the_text_is_noticed(game: str) -> None:
    """Every figure of a table or an amount, and every label, changed one at a time."""
    law = law_for(game)
    text = (check.TEXTS / f"{law.number}.txt").read_text("utf-8")
    history = text.index("The provisions of this § ")
    places = [m.span() for m in re.finditer(r"[^\t\n]+(?=\t)|(?<=\t)[^\t\n]+", text)]
    places = [span for span in places if text[slice(*span)] not in ("Payout", "Paytable")]  # heads of single tables
    places += [
        m.span()
        for m in check.FIGURE.finditer(text, 0, history)
        if "\t" not in text[text.rfind("\n", 0, m.start()) : m.start()]
    ]
    last = text.rindex("; amended ", history)
    places += [m.span() for m in re.finditer(r"\d+", text[: text.index(" Immediately", last)]) if m.start() > last]
    missed = []
    for begin, end in places:
        word = text[begin:end]
        figure = re.search(r"\d", word)
        other = word.replace(figure[0], "2" if figure[0] == "1" else "1", 1) if figure else word + "s"
        try:
            found = check.differences(check.facts_of_text(text[:begin] + other + text[end:], law.number), law)
        except (check.Unreadable, ValueError):
            continue
        if not found:
            missed.append((begin, word))
    assert len(places) == {UTH: 133, PGP: 387}[game]
    assert missed == []


def test_missing_texts_are_said_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.err == "The regulation's text is not there: 653a.12, 645a.13. Nothing was compared with it.\n"
    assert said.out == ""
    assert check.main([str(tmp_path), "--if-present"]) == 0
    assert "Nothing was compared" in capsys.readouterr().err


@texts_are_here
def test_the_fixture_is_written_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fixture = tmp_path / "fixture.json"
    assert check.main(["--write", "--fixture", str(fixture)]) == 0
    assert fixture.read_text("utf-8") == FIXTURE.read_text("utf-8")
    fixture.write_text(fixture.read_text("utf-8").replace("500 to 1", "501 to 1"), "utf-8")
    capsys.readouterr()
    assert check.main(["--fixture", str(fixture)]) == 1
    assert capsys.readouterr().err == "fixture.json is not what the texts say: write it again with --write\n"


@texts_are_here
def test_a_difference_and_an_unreadable_text_exit_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        name = f"{law_for(game).number}.txt"
        (tmp_path / name).write_text((check.TEXTS / name).read_text("utf-8"), "utf-8")
    uth = tmp_path / "653a.12.txt"
    right = uth.read_text("utf-8")
    uth.write_text(right.replace("500 to 1", "501 to 1", 1), "utf-8")
    assert check.main([str(tmp_path)]) == 1
    assert "653a.12 tables (b) Paytable A rows[0][1]: text '501 to 1', data '500 to 1'" in capsys.readouterr().err.splitlines()
    uth.write_text(right.replace("Straight\t1 to 1\n", "", 1), "utf-8")
    assert check.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == "653a.12(b) Paytable A: 6 rows, expected 7\n"
