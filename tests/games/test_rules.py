"""The rules of Ultimate Texas Hold 'Em on every combination of their features, and those of Pai Gow Poker that are small."""

from __future__ import annotations

from itertools import product

import pytest

from houseway.games.pai_gow_poker import rules as pgp
from houseway.games.pai_gow_poker.features import SevenCards
from houseway.games.ruling import Ruling
from houseway.games.ultimate_texas_holdem import Contest
from houseway.games.ultimate_texas_holdem import rules as uth
from houseway.regulation import PGP, UTH, law_for

HOLDEM, PAI_GOW = law_for(UTH).tables, law_for(PGP).tables
HIGHER, TIE, LOWER = Contest.PLAYER_HIGHER, Contest.TIE, Contest.DEALER_HIGHER


@pytest.mark.parametrize(("contest", "qualifies"), list(product(Contest, (False, True))))
def test_ante(contest: Contest, qualifies: bool) -> None:
    assert uth.ante(True, contest, qualifies) == Ruling("lose", -1, "folded", None)
    if contest == TIE:
        expected = Ruling("push", -1, "tie", None)
    elif not qualifies:
        expected = Ruling("push", -1, "not_qualified", None)
    else:
        expected = Ruling("win", 0, "higher", None) if contest == HIGHER else Ruling("lose", -1, "lower", None)
    assert uth.ante(False, contest, qualifies) == expected


def test_play() -> None:
    assert [uth.play(contest) for contest in (HIGHER, TIE, LOWER)] == [
        Ruling("win", 0, "higher", None), Ruling("push", -1, "tie", None), Ruling("lose", -1, "lower", None),
    ]  # fmt: skip


@pytest.mark.parametrize("category", range(10))
@pytest.mark.parametrize("letter", "AB")
def test_blind(letter: str, category: int) -> None:
    table = HOLDEM["blind"][letter]
    assert uth.blind(True, HIGHER, category, table) == Ruling("lose", -1, "folded", None)
    assert uth.blind(False, TIE, category, table) == Ruling("push", -1, "tie", None)
    assert uth.blind(False, LOWER, category, table) == Ruling("lose", -1, "lower", None)
    # royal flush is the first line, and each category below it the next one, to a straight (A) or a flush (B)
    lowest = 4 if letter == "A" else 5
    row = 9 - category if category >= lowest else 10 - lowest
    outcome, why = ("win", "line") if category >= lowest else ("push", "push_line")
    assert uth.blind(False, HIGHER, category, table) == Ruling(outcome, row, why, None)


@pytest.mark.parametrize("category", range(10))
@pytest.mark.parametrize("letter", "ABCD")
def test_trips(letter: str, category: int) -> None:
    table = HOLDEM["trips"][letter]
    met = category >= 3
    said = ("win", 9 - category, "line") if met else ("lose", -1, "no_line")
    assert uth.trips(False, category, table, "settle") == Ruling(*said, None)
    assert uth.trips(False, category, table, "lose") == Ruling(*said, None)
    assert uth.trips(True, category, table, "settle") == Ruling(*said, "trips_on_fold")
    assert uth.trips(True, category, table, "lose") == Ruling("lose", -1, "folded", "trips_on_fold")


@pytest.mark.parametrize("category", range(10))
@pytest.mark.parametrize(("wager", "lowest"), [("progressive", 3), ("five_card_bonus", 5)])
def test_wagers_on_the_flop(wager: str, lowest: int, category: int) -> None:
    table = HOLDEM[wager][""]
    said = ("win", 9 - category, "line") if category >= lowest else ("lose", -1, "no_line")
    assert uth.flop_wager(False, category, table, "lose") == Ruling(*said, None)
    assert uth.flop_wager(True, category, table, "settle") == Ruling(*said, "progressive_on_fold")
    assert uth.flop_wager(True, category, table, "lose") == Ruling("lose", -1, "folded", "progressive_on_fold")


def test_envy_is_for_straight_flushes_and_royals() -> None:
    assert [uth.envy_key(category) for category in range(10)] == [None] * 8 + ["straight_flush", "royal_flush"]


@pytest.mark.parametrize(("high", "low"), list(product((False, True), repeat=2)))
def test_main_wager(high: bool, low: bool) -> None:
    assert pgp.main_wager(True, False, high, low) == Ruling("lose", -1, "foul", "foul")
    assert pgp.main_wager(True, True, high, low) == Ruling("lose", -1, "foul", "foul")
    assert pgp.main_wager(False, True, high, low) == Ruling("win", 0, "bank_foul", "foul")
    expected = {
        2: Ruling("win", 0, "both", None), 1: Ruling("push", -1, "one_each", None), 0: Ruling("lose", -1, "neither", None),
    }[high + low]  # fmt: skip
    assert pgp.main_wager(False, False, high, low) == expected


@pytest.mark.parametrize(("count", "joker"), [(n, j) for n in range(8) for j in (False, True) if n + j <= 7])
def test_red_black(count: int, joker: bool) -> None:
    table = PAI_GOW["red_black"][""]
    for switch in ("neither", "chosen"):
        counted = count + (1 if joker and switch == "chosen" else 0)
        said = ("win", 7 - counted, "line") if counted >= 4 else ("lose", -1, "no_line")
        assert pgp.red_black(count, joker, table, switch) == Ruling(*said, "red_black_joker" if joker else None)


@pytest.mark.parametrize("high", [-1, 7, 8, 9, 10, 11, 12])
def test_hands_without_a_pair(high: int) -> None:
    """Nine-high is the first line of insurance and the second of protection; ace-high the last of both."""
    hand = SevenCards(0, high, 3, 4, False)
    no = Ruling("lose", -1, "no_line", None)
    assert pgp.insurance(hand, PAI_GOW["insurance"]["C"]) == (no if high < 0 else Ruling("win", high - 7, "line", None))
    assert pgp.protection(hand, PAI_GOW["protection"][""]) == (no if high < 0 else Ruling("win", high - 6, "line", None))
    assert pgp.queens_dragon(hand, PAI_GOW["queens_dragon"][""]) == (Ruling("win", 0, "line", None) if high == 10 else no)


@pytest.mark.parametrize(
    ("won", "exact", "up", "nearest"),
    [  # wins of $0.05 to $15 at 5%: worked out by hand
        (5, 0, 25, 25), (100, 5, 25, 25), (500, 25, 25, 25), (505, 25, 50, 25), (750, 37, 50, 50), (749, 37, 50, 25),
        (1200, 60, 75, 50), (1250, 62, 75, 75), (1249, 62, 75, 50), (1500, 75, 75, 75), (0, 0, 0, 0), (-100, 0, 0, 0),
    ],
)  # fmt: skip
def test_vigorish(won: int, exact: int, up: int, nearest: int) -> None:
    got = [pgp.vigorish_cents(won, 5, 25, how) for how in ("exact", "up-to-quarter", "nearest-quarter")]
    assert got == [exact, up, nearest]


@pytest.mark.parametrize(("gain", "half"), [(1000, 500), (1001, 500), (-1000, -500), (-1001, -500), (0, 0), (1, 0), (-1, 0)])
def test_co_bank_drops_the_odd_half_cent_toward_zero(gain: int, half: int) -> None:
    assert pgp.bank_gain_cents(gain, True) == half
    assert pgp.bank_gain_cents(gain, False) == gain
