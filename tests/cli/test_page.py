"""The page that settle and compare are printed on: columns, folding, colours, and nothing cut short or taken for markup."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houseway
from gate.rounds import pgp_round, uth_round
from houseway.cli.page import PIPE_WIDTH, Page, Styled, folded, page
from houseway.cli.settlement_text import write_comparison, write_settlement


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    page = Page()
    page.table([("ante", "10.00", "win"), ("a longer name", "5.00", "")], right=(1,), head=("Wager", "Paid", "Outcome"))
    assert page.lines == [
        "  Wager           Paid  Outcome",
        "  ante           10.00  win",
        "  a longer name   5.00",
    ]


def test_the_last_column_is_folded_and_set_in() -> None:
    page = Page()
    page.table([("ante", ("the player's pair of aces beats ", "the dealer's king-high"))], fold=40)
    assert page.lines == [
        "  ante  the player's pair of aces beats",
        "        the dealer's king-high",
    ]


def test_styles_are_seen_in_colour_only() -> None:
    for colour, expected in ((False, "Seat 1 +5.00"), (True, "\x1b[1mSeat 1\x1b[0m \x1b[1;31m+5.00\x1b[0m")):
        page = Page(colour=colour)
        page.line(Styled("Seat 1", "bold"), " ", Styled("+5.00", "bold red"), Styled("", "dim"))
        assert str(page) == expected


@given(st.lists(st.text("abc [/]→", max_size=40), max_size=4), st.integers(20, 60))
@settings(deadline=None)
def test_folding_loses_nothing_but_the_blanks_it_folds_at(texts: list[str], room: int) -> None:
    phrase = [Styled(text, "dim") if number % 2 else text for number, text in enumerate(texts)]
    lines = folded(phrase, room)
    assert " ".join("".join(line) for line in lines) == "".join(texts)
    for line in lines:
        whole = "".join(line)
        assert len(whole) <= room or " " not in whole[1:room]
        styles = "".join(text for text in line if isinstance(text, Styled))
        assert set(styles) <= set("".join(texts[1::2]))


@pytest.mark.parametrize("width", [20, 40, 80, 112, 160])
def test_no_amount_is_ever_cut(width: int) -> None:
    round_ = uth_round()
    round_["players"][0]["wagers"] = {"ante": "2500000.55", "blind": "2500000.55", "play": "10000002.20", "trips": "1234567.89"}
    round_["players"][0]["paid"] = {"ante": "2500000.55"}
    page = Page(width)
    write_settlement(page, houseway.settle(round_))
    for amount in ("2500000.55", "10000002.20", "1234567.89", "+10000002.20"):
        assert amount in str(page)
    assert "…" not in str(page)


def test_what_was_filed_or_written_is_no_markup() -> None:
    """A certificate holder in square brackets was taken for markup, and a closing bracket ended in a traceback."""
    submission = {
        "game": "ultimate-texas-holdem", "effective": "2015-07-01", "certificate_holder": "[/] [red] Casino",
        "wagers": {"ante": {}, "blind": {"paytable": "A"}},
    }  # fmt: skip
    round_ = {**uth_round(), "round_id": "[/b]", "table": "[bold]"}
    round_["players"] = round_["players"][1:]
    page = Page()
    write_settlement(page, houseway.settle(round_, submission))
    write_comparison(page, houseway.compare(round_, submission))
    assert "[/] [red] Casino, effective 2015-07-01" in str(page)
    assert "round [/b], table [bold]" in str(page)


def test_each_seat_meter_and_notice_is_on_the_page() -> None:
    result = houseway.settle(pgp_round())
    page = Page()
    write_settlement(page, result)
    text = str(page)
    for seat in result.round.seats:
        assert f"Seat {seat.seat}  " in text
    for line in result.lines:
        assert line.reason[:40] in text
    for meter in result.meters:
        assert f"Meter {meter.name}" in text
    for notice in result.notices:
        assert f"  {notice.where}: {notice.message}" in text


@pytest.mark.parametrize(
    ("columns", "terminal", "width"),
    [(None, 200, 200), ("", 61, 61), ("72", 200, 72), ("wide", 90, 90), (None, 0, 80), (None, None, 80), ("9" * 5000, 90, 80)],
)
def test_a_page_is_as_wide_as_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: str | None, terminal: int | None, width: int
) -> None:
    """COLUMNS where it is set, else what the terminal says; it was 80 wherever COLUMNS was not exported."""

    def size(_: int) -> os.terminal_size:
        if terminal is None:
            raise OSError
        return os.terminal_size((terminal, 40))

    monkeypatch.setattr(os, "get_terminal_size", size)
    monkeypatch.setattr(sys, "stdout", open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    assert page().width == width
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert page().width == PIPE_WIDTH
