"""How ``houseway advise`` looks: nothing cut in any terminal, real signs, every setting with its figures."""

from __future__ import annotations

import re

import pytest

from houseway.cli import advise_pai_gow_text, advise_text
from houseway.cli.page import Page
from houseway.exact.pai_gow import advice as pai_gow
from houseway.exact.ultimate_texas_holdem import advice as holdem

SEVEN = ["Kd Kc 9s 9h Ah 3c 2d", "Jk As Kh Qh 7d 6c 2s", "As Ad Ac Ah Jk Ks Kd"]
HANDS = [("As Kd", ""), ("5s Kd", "Ah 7c 2d"), ("5s Kd", "Ah 7c 2d 5h 7d")]


def tokens(text: str) -> set[str]:
    return {word.strip(",;.") for word in text.split() if re.search(r"[0-9]", word)}


def pai_gow_page(cards: str, width: int) -> str:
    out = Page(width)
    advise_pai_gow_text.write_advice(out, pai_gow.advise(cards, dead="4s 5s"))
    return str(out)


def holdem_page(cards: str, board: str, width: int) -> str:
    out = Page(width)
    advise_text.write_advice(out, holdem.advise(cards, board))
    return str(out)


@pytest.mark.parametrize("cards", SEVEN)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_setting_is_cut(cards: str, width: int) -> None:
    text, whole = pai_gow_page(cards, width), pai_gow_page(cards, 200)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    assert tokens(text) == tokens(whole)
    assert not re.search(r"(?<![\w-])-[0-9]", text)


@pytest.mark.parametrize(("cards", "board"), HANDS)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_choice_is_cut(cards: str, board: str, width: int) -> None:
    text, whole = holdem_page(cards, board, width), holdem_page(cards, board, 200)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    assert tokens(text) == tokens(whole)
    assert not re.search(r"(?<![\w-])-[0-9]", text)


def test_settings_as_they_are_printed() -> None:
    out = Page(160)
    advise_pai_gow_text.write_advice(out, pai_gow.advise(SEVEN[0]))
    # 0.590752 and its shares are those of the tests of the advice; two nines low is the house way too
    line = next(line for line in out.lines if "9s 9h, Ah Kd Kc 3c 2d" in line)
    assert line.split() == [
        "9s", "9h,", "Ah", "Kd", "Kc", "3c", "2d", "Pair", "+0.590752", "67.425%", "27.596%", "4.979%", "+0.595175",
        "the", "house", "way",
    ]  # fmt: skip
    assert "over the 53,524,680 hands the dealer may hold" in str(out)  # C(46, 7)
