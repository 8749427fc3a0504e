"""House way against house way: against brute force on small decks, against dealt hands, and against itself."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from exact_pgp.dealing import dealt_tally, standard_errors
from houseway.cards import cards
from houseway.exact.pai_gow import solve
from houseway.exact.pai_gow.brute import compare_all
from houseway.exact.pai_gow.counting import compare
from houseway.exact.pai_gow.filing import for_submission
from houseway.exact.pai_gow.numbers import numbers
from houseway.exact.pai_gow.shipped import shipped
from houseway.exact.pai_gow.solution import PAIRS, Solution
from houseway.exact.pai_gow.table import NotLawful, Table, check_sample, numbers_of, pattern_of, table
from houseway.games import house_way
from houseway.games.house_way import Setting
from houseway.ranking import joker
from houseway.regulation import PGP, law_for
from houseway.submission import default, parse

Tables = Callable[[str, bool], Table]

ACE_TO_FOUR = 0b1_0000_0000_0111  # A 2 3 4: meets the wheel with the joker, and flushes of four with it
TEN_TO_KING = 0b0_1111_0000_0000


@pytest.mark.parametrize("ranks", [ACE_TO_FOUR, TEN_TO_KING], ids=["A-4", "T-K"])
@pytest.mark.parametrize(("player", "dealer"), [("standard", "standard"), ("foxwoods", "standard")])
def test_every_pair_of_a_small_deck_is_counted(table_of: Tables, ranks: int, player: str, dealer: str) -> None:
    """17 cards: 19,448 hands set by the policy one by one, 2,333,760 pairs compared one by one."""
    brute = compare_all(house_way.get(player), house_way.get(dealer), False, ranks)
    assert int(brute.sum()) == comb(17, 7) * comb(10, 7)
    assert np.array_equal(compare(table_of(player, False), table_of(dealer, False), ranks), brute)


def test_every_pair_of_a_small_deck_with_the_wheel_lowest(table_of: Tables) -> None:
    way = house_way.get("foxwoods")
    brute = compare_all(way, way, True, ACE_TO_FOUR)
    assert np.array_equal(compare(table_of("foxwoods", True), table_of("foxwoods", True), ACE_TO_FOUR), brute)


@pytest.fixture(scope="module")
def standard() -> Solution:
    return solve("standard")


def test_the_counts_of_the_standard_way(standard: Solution) -> None:
    """8,250,459,031,214,400 = C(53, 7) C(46, 7) pairs. The counts are this program's own, kept so that a change is seen;
    ``make prove`` finds them by another way as well (see test_best_play)."""
    assert comb(53, 7) * comb(46, 7) == PAIRS
    assert standard.tally() == (2_479_172_672_590_564, 3_176_124_127_572_504, 2_595_162_231_051_332)
    assert standard.tally().total == standard.tally(banking=True).total == PAIRS
    assert standard.expected_value == Fraction(-1_199_740_960_451_481, 41_252_295_156_072_000)


def test_a_way_that_only_has_a_shipped_name_is_not_taken_for_it() -> None:
    way = house_way.get("standard")
    assert shipped(way, way, False) is not None
    other = house_way.HouseWay(way.name, way.version, "", way.rows)
    assert shipped(other, way, False) is None


def test_equal_house_ways_are_a_mirror(standard: Solution) -> None:
    """With the same house way on both sides, below and above change places, and the bank's wins are the player's losses."""
    nine = standard.nine
    assert all(nine[high][low] == nine[2 - high][2 - low] for high in range(3) for low in range(3))
    against, banking = standard.tally(), standard.tally(banking=True)
    assert (against.win, against.push, against.lose) == (banking.lose, banking.push, banking.win)


def test_what_copies_decide(standard: Solution) -> None:
    """If copies were the player's, he would win what the bank wins: the difference is made by copies alone."""
    copies = standard.copies
    against, banking = standard.tally(), standard.tally(banking=True)
    assert copies.high + copies.low + copies.both == copies.win_to_push + copies.push_to_lose + copies.win_to_lose
    assert banking.win - against.win == copies.win_to_push + copies.win_to_lose
    assert against.lose - banking.lose == copies.push_to_lose + copies.win_to_lose


def test_tallies_by_hand_add_up(standard: Solution) -> None:
    for banking in (False, True):
        by_hand = standard.by_category(banking)
        assert tuple(map(sum, zip(*by_hand.values(), strict=True))) == standard.tally(banking)
    assert next(iter(standard.by_category())) == "Five aces"
    # no dealer hand reaches five aces
    assert standard.by_category()["Five aces"].lose == 0


@pytest.mark.parametrize(("name", "lowest"), [("standard", False), ("foxwoods", False)])
def test_dealt_rounds_agree(name: str, lowest: bool) -> None:
    """200,000 rounds through the batch path, each outcome within four standard errors of its exact count."""
    off = standard_errors(dealt_tally(200_000, name, lowest, seed=11), solve(name, wheel_lowest=lowest).tally())
    assert max(map(abs, off)) < 4


def test_the_roundings_of_the_vigorish(standard: Solution) -> None:
    """RULES of $12: 60, 75 and 50 cents. Exact rounding of a wager whose 5% is whole cents is the exact vigorish."""
    win, _, lose = standard.tally()
    for rounding, cents in (("exact", 60), ("up-to-quarter", 75), ("nearest-quarter", 50)):
        assert standard.at_wager(1200, rounding) == Fraction(win * (1200 - cents) - lose * 1200, 1200 * PAIRS)
    assert standard.at_wager(1200, "exact") == standard.expected_value


def test_the_promised_json(standard: Solution) -> None:
    said = standard.to_dict()
    promised = ("house_way", "player_house_way", "win", "push", "lose", "expected_value", "banking_expected_value")
    assert set(promised) <= set(said)
    assert said["win"] + said["push"] + said["lose"] == PAIRS
    assert Fraction(said["expected_value"]) == standard.expected_value
    assert Fraction(said["co_banking_expected_value"]) * 2 == Fraction(said["banking_expected_value"])
    # unreduced, over hundredths of all pairs; the co-bank's over halves of them
    win, _, lose = standard.tally()
    assert said["expected_value"] == f"{95 * win - 100 * lose}/{100 * PAIRS}"
    assert said["banking_expected_value"].endswith(f"/{100 * PAIRS}")
    assert said["co_banking_expected_value"].endswith(f"/{200 * PAIRS}")


def test_a_filing_gets_its_own_house_way() -> None:
    filed = default(PGP)
    figures, choices = for_submission(filed, law_for(PGP, None))
    assert figures["house_way"] == figures["player_house_way"] == filed.house_way == "standard"
    chosen = [choice for choice in choices if choice.filed]
    assert [choice.choice for choice in chosen] == ["House way standard, for player and dealer"]
    assert chosen[0].edge == -Fraction(figures["expected_value"])
    assert {"House way foxwoods, for player and dealer", "A-2-3-4-5 lowest"} <= {choice.choice for choice in choices}


@pytest.mark.parametrize("name", house_way.NAMES)
def test_a_house_way_sees_nothing_but_the_pattern(table_of: Tables, name: str) -> None:
    check_sample(house_way.get(name), table_of(name, False), 3_000, seed=5)


class Faulty(house_way.HouseWay):
    """A way that sets foul, or with other cards, or by suits."""

    def __init__(self, how: str) -> None:
        super().__init__(how, "1", "", ())

    def set(self, held: tuple[int, ...], wheel_lowest: bool = False) -> Setting:  # type: ignore[override]
        high, low, row = house_way.get("standard").set(held, wheel_lowest)
        if self.name == "foul":
            ordered = sorted(held, reverse=True)
            return Setting(tuple(ordered[2:]), tuple(ordered[:2]), row)
        if self.name == "others":
            return Setting(high, (low[0], low[0]), row)
        return house_way.get("foxwoods").set(held, wheel_lowest) if held[0] & 3 == 0 else Setting(high, low, row)


def test_a_house_way_that_sets_foul_or_by_suits_is_found(table_of: Tables) -> None:
    of = numbers(False)
    for how in ("foul", "others"):
        with pytest.raises(NotLawful):
            numbers_of(Faulty(how), cards("As Kd 9h 8h 7c 5s 3d"), of)
    with pytest.raises(NotLawful, match=r"sets .* foul"):
        table(Faulty("foul"))
    with pytest.raises(ValueError, match="sees more of"):
        check_sample(Faulty("suits"), table_of("standard", False), 3_000, seed=5)


def test_the_tables_know_known_hands(table_of: Tables) -> None:
    """As the house ways' documents set them: split or kept together."""
    of = numbers(False)
    for name, hand, low in (
        ("standard", "Kd Kc 9s 9h Ah 3c 2d", "9s 9h"),
        ("standard", "9d 9c 6s 6h Kh 3c 2d", "Kh 3c"),
        ("foxwoods", "9d 9c 6s 6h Kh 3c 2d", "9s 9h"),
        ("foxwoods", "Jk As Ah Ad Ac Kh Ks", "Kh Ks"),
    ):
        expected = joker.rank_two(cards("6s 6h" if (name, low) == ("foxwoods", "9s 9h") else low))
        got = table_of(name, False)
        assert of.low_values[int(got.low[pattern_of(cards(hand))])] == expected


def test_a_filed_minimum_shows_what_the_rounding_of_the_vigorish_makes() -> None:
    """$12: 60 cents exactly, 75 up to a quarter , 50 to the nearest."""
    filed = parse(
        'game = "pai-gow-poker"\neffective = 2015-07-01\n[wagers.pai_gow]\nminimum = "12.00"\n'
        'vigorish_rounding = "up-to-quarter"\n'
    )
    figures, choices = for_submission(filed, law_for(PGP, None))
    of = solve("standard")
    at = figures["at_minimum_wager"]
    assert at["wager"] == "12.00"
    for rounding, cents in (("exact", 60), ("up-to-quarter", 75), ("nearest-quarter", 50)):
        assert Fraction(at[rounding]["expected_value"]) == of.tally().worth(1 - Fraction(cents, 1200))
    assert [choice.edge for choice in choices if choice.filed] == [-Fraction(at["up-to-quarter"]["expected_value"])]
    rounded = {choice.choice: choice.edge for choice in choices if "rounded" in choice.choice}
    assert set(rounded) == {"Vigorish rounded exact, at $12.00", "Vigorish rounded nearest-quarter, at $12.00"}


def test_an_operator_s_own_way_is_solved_like_the_shipped_ones(table_of: Tables) -> None:
    """The standard way's rows under another name: its table is made, and all pairs are counted, which comes to what is
    stored for the standard way. (``prove/pgp_exact.py`` counts all stored solutions.)"""
    own = house_way.HouseWay("our-way", "2024-03", "", house_way.get("standard").rows)
    assert np.array_equal(table(own).high, table_of("standard", False).high)
    found = solve(own, "standard", recompute=True)
    assert found.counts == solve("standard").counts
    assert (found.house_way, found.house_way_version, found.player_house_way) == ("our-way", "2024-03", "standard")
