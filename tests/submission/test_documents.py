"""Sheets for the table and the filing, in text and HTML, and the commented TOML file."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from houseway.regulation import PGP, UTH, law_for, law_hash
from houseway.submission import check, default, load, parse
from houseway.submission.sheet import FILING, TABLE, Block, Sheet, sheet
from houseway.submission.sheet_html import to_html
from houseway.submission.writing import to_toml
from submission.samples import COMPLIANT, EXAMPLES, pgp, put, uth, without

NAMES = [*COMPLIANT, "not-compliant.toml"]


def block(of: Sheet, title: str) -> Block:
    (found,) = [block for block in of.blocks if block.title == title]
    return found


def test_the_table_s_sheet_prints_every_line_of_the_chosen_tables_with_envy() -> None:
    of = sheet(load(EXAMPLES / "pai-gow-poker-fortune.toml"), TABLE)
    assert of.title == "Fortune Pai Gow Poker"
    fortune = block(of, "Fortune Bonus")
    assert fortune.paragraph == "645a.13(b) Paytable A"
    assert fortune.header == ("Hand", "Paytable A", "Envy Bonus")
    assert fortune.rows[0] == ("Seven card straight flush", "8,000 to 1", "$5,000")
    assert fortune.rows[-1] == ("Straight", "2 to 1", "")
    assert len(fortune.rows) == 11
    assert block(of, "Pai Gow Insurance").rows[1] == ("Ten-high", "50 to 1")
    assert fortune.notes == (
        "Wager: from $5.00.",
        "An Envy Bonus is paid for each other player's hand, to a wager of at least $5.",
    )
    dragon = "Wins where the dealer's seven cards are queen-high, with no pair, straight or flush."
    assert dragon in block(of, "Queen's Dragon").notes
    assert "Vigorish: 5% of the amount won, up to the next multiple of 25 cents." in block(of, "Pai Gow Poker").notes
    assert ("The dealer's hand", "set by the house way standard") in block(of, "How this table plays").rows
    assert of.facts[1].value == (
        "$55,875.00 to one player on one hand, from Fortune Bonus, Pai Gow Insurance, Progressive Payout, Queen's Dragon, "
        "Dynasty Bonus, Protection and Red/Black"
    )
    assert [block.title for block in of.blocks][:3] == ["Pai Gow Poker", "Fortune Bonus", "Pai Gow Insurance"]
    assert of.foot[0].startswith("58 Pa. Code § 645a.13 as effective 2015-06-13")
    assert law_hash()[:16] in of.foot[1]


def test_hold_em_envy_stands_beside_the_progressive_for_each_amount_on_offer() -> None:
    both = block(sheet(load(EXAMPLES / "ultimate-texas-holdem.toml"), TABLE), "Progressive Payout")
    assert both.header == ("Hand", "Paytable", "Envy Bonus, $1 wager", "Envy Bonus, $5 wager")
    assert both.rows[:3] == (
        ("Royal flush", "100% of meter", "$1,000", "$5,000"),
        ("Straight flush", "10% of meter", "$300", "$1,500"),
        ("Four-of-a-kind", "300 for 1", "", ""),
    )
    five = block(sheet(load(EXAMPLES / "ultimate-texas-holdem-high-limit.toml"), TABLE), "Progressive Payout")
    assert five.header == ("Hand", "Paytable", "Envy Bonus, $5 wager")
    bonus = block(sheet(load(EXAMPLES / "ultimate-texas-holdem.toml"), TABLE), "Five Card Hand Bonus")
    assert {"Magic Card: 20 for 1.", "Lucky Bonus: 5 for 1."} <= set(bonus.notes)
    without_it = parse(put(uth(), "wagers.five_card_bonus.lucky_bonus", False))
    assert "Lucky Bonus: 5 for 1." not in block(sheet(without_it, TABLE), "Five Card Hand Bonus").notes


def test_the_filing_s_sheet_holds_the_floor_with_its_hand_and_the_findings() -> None:
    of = sheet(load(EXAMPLES / "not-compliant.toml"))
    assert of.kind == FILING
    assert of.facts[-1] == ("Held against the section", "4 violations", "58 Pa. Code § 645a.13")
    assert list(of.findings) == check(EXAMPLES / "not-compliant.toml")
    limit = block(of, "Maximum payout")
    assert limit.rows[2] == ("The most one player can win at the minimum wagers", "$60,000.00", "Ad 7d 6d 5d 4d 3d 2d")
    assert limit.rows[3] == (
        "… Fortune Bonus $5.00",
        "$40,000.00",
        "Seven card straight flush, 8,000 to 1 (645a.13(b) Paytable A)",
    )
    assert block(of, "Progressive meters").rows == (
        ("Progressive Payout", "$20,000.00", "$1,999.99", "not filed", "$2,000.00", "645a.13(e)(2)"),
    )
    wagers = {row[0]: row[1:] for row in block(of, "Wagers").rows}
    assert wagers["Queen's Dragon"] == ("not on offer", "", "645a.13(f)")
    assert wagers["Pai Gow Poker"] == ("Vigorish rounded: up-to-dollar", "from $25.00", "645a.13(a)")
    one = sheet(parse(put(uth(), "wagers.blind.paytable", "E")))
    assert one.facts[-1].value == "1 violation"
    assert block(one, "Blind").notes[-1] == "Paytable: E, which the section does not have."


def test_what_is_not_filed_says_so() -> None:
    of = sheet(parse({"game": PGP, "wagers": {"pai_gow": {}, "progressive": {"meter": {"reset": "2000.00"}}, "insurance": {}}}))
    assert {fact.value for fact in of.facts[:3]} == {"not filed", "Pai Gow Poker"}
    assert block(of, "Progressive meters").rows[0][1:4] == ("not filed", "$2,000.00", "not filed")
    assert "Progressive Payout and Pai Gow Insurance" not in str(of.blocks)
    assert block(of, "Maximum payout").notes == (
        "No minimum wager is filed for Pai Gow Insurance and Progressive Payout: counted as nothing here.",
    )
    bare = sheet(parse({"game": UTH}), TABLE)
    assert bare.subtitle == "In force from a day that is not filed"


class _Balanced(HTMLParser):
    """Every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link", "iframe")
        assert not {name for name, _ in attrs} & {"src", "href", "onload"}
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("kind", [TABLE, FILING])
@pytest.mark.parametrize("name", NAMES)
def test_html_is_whole_self_contained_and_holds_every_cell(name: str, kind: str) -> None:
    of = sheet(load(EXAMPLES / name), kind)
    page = to_html(of)
    parser = _Balanced()
    parser.feed(page)
    assert parser.open == []
    assert "url(" not in page
    assert "http" not in page
    text = "".join(parser.text)
    for part in of.blocks:
        for row in part.rows:
            assert all(cell in text for cell in row)
    assert all(fact.value in text for fact in of.facts)
    assert all(finding.found in text for finding in of.findings)


def test_html_escapes_what_was_filed() -> None:
    form = put(put(uth(), "certificate_holder", "<script>alert(1)</script> & Co"), "wagers.trips.paytable", "<b>")
    for kind in (TABLE, FILING):
        page = to_html(sheet(parse(form), kind))
        assert "<script>" not in page
        assert "<b>" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co" in page


@pytest.mark.parametrize("name", NAMES)
def test_a_written_file_is_read_back_equal_and_says_the_same(name: str) -> None:
    submission = load(EXAMPLES / name)
    text = to_toml(submission)
    again = parse(text)
    assert again == submission
    assert to_toml(again) == text
    assert [f[:6] for f in check(again)] == [f[:6] for f in check(submission)] or {f.where for f in check(again)} == {
        f.where for f in check(submission)
    }
    assert max(map(len, text.split("\n"))) <= 128


@pytest.mark.parametrize("game", [UTH, PGP])
def test_the_default_choices_can_be_written(game: str) -> None:
    again = parse(to_toml(default(game)))
    assert replace(again, is_default=True) == default(game)


def test_comments_name_the_lawful_choices_and_the_chosen_lines() -> None:
    text = to_toml(parse(put(pgp(), "limits.maximum_payout", "60000")))
    assert "# 645a.13(d): Pai Gow Insurance, paytable C, D or E\n" in text
    assert "Ten-high 50 to 1" in text
    assert "# 645a.13(j): at least $50,000.00, and the most that one player can win at the minimum wagers: $55,875.00" in text
    for switch in ("wheel", "foul", "progressive_seven_card_joker", "red_black_joker"):
        assert re.search(rf"^{switch} = ", text, re.MULTILINE)
    assert law_for(PGP).version.isoformat() in text.split("\n")[0]
    unfiled = to_toml(parse(put(pgp(), "switches", {})))
    assert '# wheel = "second-highest"' in unfiled


@pytest.mark.parametrize("name", ['The "Sands"', "a\\b", "tab\there", "line\nend", "ключ 🃏", "del\x7f", "# not a comment"])
def test_any_name_can_be_written(name: str) -> None:
    form: dict[str, Any] = put(uth(), "certificate_holder", name)
    assert parse(to_toml(parse(form))).certificate_holder == name.strip()


def test_gaps_are_left_as_gaps() -> None:
    form = without(
        without(without(uth(), "wagers.progressive.meter.reset"), "wagers.five_card_bonus.meter"), "wagers.progressive.amounts"
    )
    submission = parse(without(form, "wagers.blind.paytable"))
    assert parse(to_toml(submission)) == submission
    gaps = parse(without(pgp(), "wagers.pai_gow.vigorish_rounding"))
    assert parse(to_toml(gaps)) == gaps
