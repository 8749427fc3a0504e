"""How ``houseway analyze`` looks: nothing cut in any terminal, words for keys, signs and thousands, a page without clipping."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from html import unescape
from math import log10
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.processes import MAIN
from houseway.cli import par_charts
from houseway.cli.page import Page
from houseway.cli.par_html import page as html_page
from houseway.cli.par_tables import Column, Row, table
from houseway.cli.par_text import write_sheet
from houseway.exact.par_sheet import ParSheet, analyze
from houseway.submission import load

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
LAWFUL = sorted(path.name for path in EXAMPLES.glob("*.toml") if path.name != "not-compliant.toml")
HOLDEM, FORTUNE = "ultimate-texas-holdem.toml", "pai-gow-poker-fortune.toml"


@cache
def sheet_of(name: str, players: int = 6) -> ParSheet:
    return analyze(load(EXAMPLES / name), players=players)


def written(name: str, width: int = 160, *, full: bool = False, colour: bool = False) -> str:
    page = Page(width, colour)
    write_sheet(page, sheet_of(name), full)
    return str(page)


def figures(text: str) -> set[str]:
    """Every figure of a sheet that has more than three digits."""
    return {word.strip("[].,;:") for word in text.split() if sum(letter.isdigit() for letter in word) > 3}


@pytest.mark.parametrize("name", LAWFUL)
@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_nothing_is_cut_and_nothing_is_wider_than_the_terminal(name: str, width: int) -> None:
    text = written(name, width, full=True)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    assert figures(written(name, full=True)) == figures(text)


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal is needed")
@pytest.mark.parametrize(("name", "columns"), [(HOLDEM, 60), (FORTUNE, 80)])
def test_nothing_is_cut_in_a_real_terminal(name: str, columns: int) -> None:
    text = "".join(in_terminal(columns, "analyze", str(EXAMPLES / name)))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "\x1b[1m" in text
    assert "…" not in plain
    assert max(map(len, plain.splitlines())) <= columns
    assert "Wagers as filed" in plain
    assert figures(plain) == figures(written(name))


def in_terminal(columns: int, *arguments: str) -> Iterator[str]:
    """What a command writes to a pseudo-terminal so many columns wide."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR", "CI")}
    process = subprocess.Popen(
        [*MAIN, *arguments], stdout=theirs, stderr=subprocess.DEVNULL, env=environment | {"TERM": "xterm-256color"}
    )
    os.close(theirs)
    held = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # how a pseudo-terminal says that the other end has gone
            break
        if not part:
            break
        held += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    yield held.decode().replace("\r\n", "\n")


@given(
    st.lists(
        st.tuples(st.text("ab c-_", max_size=60), st.integers(0, 10**15), st.integers(0, 10**9), st.text("xy z", max_size=40)),
        min_size=1,
        max_size=5,
    ),
    st.integers(45, 120),
)
@settings(deadline=None)
def test_a_table_keeps_every_letter_and_every_figure(rows: list[tuple[str, int, int, str]], width: int) -> None:
    page = Page(width)
    columns = (Column("Name", figures=False), Column("First figure"), Column("Second"), Column("More words", figures=False))
    table(page, columns, [Row((name, f"{first:,}", f"{second:,}", words)) for name, first, second, words in rows])
    text = str(page)
    assert max(map(len, page.lines)) <= width
    for name, first, second, words in rows:
        assert f"{first:,}" in text
        assert f"{second:,}" in text
        for letter in "abcxyz":
            assert text.count(letter) >= (name + words).count(letter)


def test_figures_that_do_not_fit_beside_each_other_follow_below() -> None:
    page = Page(44)
    columns = (Column("Hand", figures=False), Column("Combinations"), Column("Probability"))
    table(page, columns, [Row(("Seven-card straight flush", "27,813,810,024,000", "0.0000002076"))])
    assert page.lines == [
        "  Hand                          Combinations",
        "  Seven-card straight     27,813,810,024,000",
        "    flush",
        "",
        "  Hand                        Probability",
        "  Seven-card straight flush  0.0000002076",
    ]


@pytest.mark.parametrize("name", LAWFUL)
def test_no_raw_keys_signs_or_sign_flips(name: str) -> None:
    text = written(name, full=True)
    assert "to the house" not in text
    assert not re.search(r"(?<![\w-])-[$0-9]", text)  # a hyphen for a minus sign
    assert not re.search(r"(?<![\d.,])\d{5,}(?!\d)", text.replace("houseway", ""))  # figures without thousands
    sheet, _, _ = text.partition("\n* ")
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b", re.sub(r"\([a-z_]+\)\.", "", sheet))  # but where the key is told


def test_keys_are_words_with_the_key_to_type() -> None:
    text = " ".join(written(FORTUNE).split())
    assert "Progressive wager, for $1.00 A seven-card straight flush for the meter (progressive_seven_card_joker)." in text
    assert 'The joker may be in it ("allowed") (filed) 52.6226%' in text
    assert 'Without the joker only ("natural") 53.2364%' in text
    assert "Red/Black The joker's colour (red_black_joker)." in text
    assert 'Of neither colour ("neither") (filed) 2.6786%' in text
    holdem = " ".join(written(HOLDEM).split())
    assert "Trips wager A Trips wager after a fold (trips_on_fold)." in holdem
    assert 'Paytable C; settled on the player\'s own hand ("settle") (filed) 3.4979%' in holdem
    assert "House edge, dealer banks 2.9083%" in text
    assert "at the minimum wager of $25.00 with the vigorish of a win rounded as filed (up-to-quarter)" in text
    assert "up-to-quarter: up to the next multiple of 25 cents (filed) $1.25 2.9083%" in text


def test_blind_is_part_of_the_base_game() -> None:
    text = written(HOLDEM)
    assert "Blind, Paytable A, part of the base game" in text
    assert "The blind is no further cost" in text


def test_handle_that_is_assumed_is_told() -> None:
    text = " ".join(written(HOLDEM).split())
    assert "40 rounds an hour with the wager from each of 6 players: $240.00 an hour on Progressive wager for $1.00" in text
    assert "a week is 168 hours of play" in text
    asked = Page()
    write_sheet(asked, analyze(load(EXAMPLES / HOLDEM), wager="progressive", handle="12345.5"))
    assert "$12,345.50 of handle an hour on each metered wager, as asked for" in str(asked)
    none = Page()
    write_sheet(none, analyze(load(EXAMPLES / HOLDEM), wager="trips"))
    assert "handle" not in str(none)


def test_starting_hands_and_results_on_request() -> None:
    text = written(HOLDEM, 80, full=True)
    assert "  A  4x  4x  4x  4x  4x  4x  4x  4x  4x  4x  4x  4x  4x" in text.splitlines()
    # 75,535,105,760 of 20,975,724,000 for four times on two aces; 45,998,170,800 for check
    assert "  AA           6   2.192924   2.896998   3.601073     4x" in text.splitlines()
    assert "27,813,810,024,000" in text
    assert "+505   0.00214410%" in text
    assert "AA " not in written(HOLDEM, 80)
    assert "Five aces" in written(FORTUNE, full=True).split("Wagers as filed")[0]


def test_notices_of_the_submission_stand_at_the_head(tmp_path: Path) -> None:
    """A missing name of the certificate holder is no violation, and is told before the figures."""
    filed = tmp_path / "nobody.toml"
    text = (EXAMPLES / HOLDEM).read_text("utf-8")
    filed.write_text(re.sub(r"certificate_holder = .*", "", text), "utf-8")
    page = Page()
    write_sheet(page, analyze(load(filed), wager="trips"))
    head = str(page).split("Wagers as filed")[0]
    assert "Notice: certificate_holder: no certificate holder is named" in head
    assert "Notice" not in written(HOLDEM)


def test_magic_card_and_lucky_bonus() -> None:
    """A magic card of 52 is one of a hand's two in 2 of 52 draws and pays 20 for 1; with its flop one of five."""
    text = " ".join(written(HOLDEM).split())
    assert "Magic Card with the five-card bonus on the player's hand Pays 20 for 1, taken as one card of 52" in text
    assert "3.8462% 76.9231%" in text
    assert "9.6154% 192.3077%" in text


@pytest.mark.parametrize("name", LAWFUL)
def test_the_page_says_what_the_text_says_and_can_be_as_narrow_as_a_telephone(name: str) -> None:
    html = html_page(sheet_of(name), full=True)
    plain = " ".join(re.sub(r"<(style|svg).*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL).split())
    told = unescape(plain)
    assert figures(written(name, full=True)) <= figures(told)
    # every table of figures scrolls in a box of its own, charts take the width that there is
    assert html.count('<div class="scroll"><table') + html.count('<table class="bars">') == html.count("<table")
    assert html.count("<svg") == html.count("</svg>")
    assert not re.search(r"<svg[^>]* width=", html)
    assert "The scale is logarithmic" in told
    assert "Each wager has a scale of its own" in told
    assert "House edge with envy" in told or not any(wager.envy for wager in sheet_of(name).wagers)
    assert "tr, svg.line { break-inside: avoid; }" in html


def test_the_square_of_starting_hands_is_on_the_page() -> None:
    html = html_page(sheet_of(HOLDEM))
    assert '<td class="play"><b>AA</b>3.60</td>' in html
    assert "<td><b>22</b>−0.18</td>" in html
    assert html.count("<b>") == 169


def test_marks_of_the_logarithmic_scale_are_even_and_bars_end_where_they_should() -> None:
    (wager,) = [wager for wager in sheet_of(HOLDEM).wagers if wager.math.wager == "trips"]
    chart = par_charts.distribution(wager)
    places = [place for place, _ in chart.ticks]
    assert [words for _, words in chart.ticks] == ["always", "1 in 100", "1 in 10,000"]
    assert places == pytest.approx([1, 1 - 2 / 5, 1 - 4 / 5])
    royal = chart.bars[0]  # 4,324 of 133,784,560
    assert royal.figure == "1 in 30,940"
    assert royal.end == pytest.approx(1 - log10(133784560 / 4324) / 5)
    assert not any(bar.strong for bar in chart.bars)


def test_bars_of_choices_are_to_each_wagers_own_scale() -> None:
    chart = par_charts.choices(sheet_of(FORTUNE))
    at = next(number for number, bar in enumerate(chart.bars) if bar.name.startswith("Red/Black"))
    assert chart.bars[at].name == "Red/Black: −6.690% to 2.679%"
    chosen, neither = chart.bars[at + 1 : at + 3]
    zero = 6.6900 / (6.6900 + 2.6786)
    assert (chosen.start, chosen.end) == (0.0, pytest.approx(zero, abs=1e-4))
    assert (neither.start, neither.end) == (pytest.approx(zero, abs=1e-4), 1.0)
    assert (chosen.strong, neither.strong) == (False, True)


@pytest.mark.parametrize("handle", ["0.01", "1", "123.45", "5000000", "1000000000000"])
def test_the_growth_of_a_meter_at_odd_handles(handle: str) -> None:
    sheet = analyze(load(EXAMPLES / HOLDEM), wager="progressive", handle=handle)
    for wager in sheet.wagers:
        assert wager.meter is not None
        drawn = par_charts.growth(wager.meter, sheet.handle_of(wager))
        told = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
        (under,) = [words for words in told if words.endswith("of handle an hour")]
        assert under.startswith("hours since the reset, at $")
        assert len(told) <= 20
        marks = [words for words in told if words[-1].isdigit() and ":" not in words]
        assert len(set(marks)) == len(marks) > 6  # no mark is said twice
        assert "nan" not in drawn
