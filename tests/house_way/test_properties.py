"""What holds for every hand and both ways: legal, the same by any order or suits, equal to the literal second version."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from house_way.hands import deal
from house_way.literal import LITERAL
from houseway.cards import JOKER, RANK_OF
from houseway.games import house_way
from houseway.games.house_way.checking import legal, problems
from houseway.games.house_way.policy import MADE, parts_of
from houseway.games.house_way.reading import Places
from houseway.ranking.joker import fast_five as worth
from houseway.ranking.joker import outranks, rank_five, rank_two

BOTH = pytest.mark.parametrize("name", house_way.NAMES)
SEVEN = st.lists(st.integers(0, 52), min_size=7, max_size=7, unique=True)


@BOTH
@pytest.mark.parametrize("wheel_lowest", [False, True])
def test_equal_to_the_literal_second_version(name: str, wheel_lowest: bool) -> None:
    way, literal = house_way.get(name), LITERAL[name]
    rng = random.Random(f"{name} {wheel_lowest}")
    for turn in range(12_000):
        seven = deal(rng, turn)
        high, low, row = way.set(seven, wheel_lowest)
        assert (worth(high, wheel_lowest), rank_two(low)) == literal(seven, wheel_lowest), (seven, row)


@BOTH
@given(seven=SEVEN, wheel_lowest=st.booleans())
@settings(deadline=None, max_examples=400)
def test_legal_and_of_the_seven_cards(name: str, seven: list[int], wheel_lowest: bool) -> None:
    high, low, _ = house_way.get(name).set(seven, wheel_lowest)
    assert (len(high), len(low)) == (5, 2)
    assert sorted(high + low) == sorted(seven)
    assert not outranks(rank_two(low), rank_five(high, wheel_lowest))
    assert high == tuple(sorted(high, reverse=True))
    assert low == tuple(sorted(low, reverse=True))


@BOTH
def test_the_order_of_the_cards_does_not_matter_nor_do_names_of_suits(name: str) -> None:
    way, rng = house_way.get(name), random.Random(5)
    for turn in range(3_000):
        seven = deal(rng, turn)
        first = way.set(seven)
        rng.shuffle(seven)
        assert way.set(seven) == first
        suits = rng.choice(list(permutations(range(4))))
        other = way.set([card if card == JOKER else card & ~3 | suits[card & 3] for card in seven])
        assert (worth(other.high), rank_two(other.low), other.row) == (worth(first.high), rank_two(first.low), first.row)


@BOTH
def test_every_hand_has_a_legal_setting(name: str) -> None:
    """All 49,283 combinations of ranks: each is set, with a low hand that is there and legal; no step is for nothing."""
    assert list(problems(house_way.get(name), Places("", name))) == []


def test_there_are_49283_combinations_of_seven_ranks() -> None:
    """49,205 with at most four of a rank (a known count), and five aces with any two others: 12 pairs + 66."""
    found = [ranks for ranks, _ in house_way.get("standard").plans()]
    assert len(found) == len(set(found)) == 49_205 + 12 + 66
    assert all(ranks == tuple(sorted(ranks, reverse=True)) and len(ranks) == 7 for ranks in found)


def test_legality_by_ranks_is_legality_by_cards_where_nothing_is_made() -> None:
    """Each of the 21 settings of random hands whose high hand is no straight or flush; a made one is always legal."""
    rng = random.Random(3)
    tried = {True: 0, False: 0}
    for turn in range(4_000):
        seven = deal(rng, turn)
        parts, counts = parts_of([RANK_OF[card] for card in seven])
        for low in combinations(seven, 2):
            high = [card for card in seven if card not in low]
            value = worth(high)
            lawful = not outranks(rank_two(low), value)
            if value >> 20 in MADE:
                assert lawful
                continue
            one, other = sorted([RANK_OF[card] for card in low], reverse=True)
            assert legal(parts, counts, (one, other)) is lawful
            tried[lawful] += 1
    assert min(tried.values()) > 5_000


@BOTH
def test_without_a_made_hand_the_plan_decides(name: str) -> None:
    """Every combination of ranks that is in no five a straight, in suits that make no flush: low as planned."""
    way = house_way.get(name)
    for ranks, plan in way.plans():
        assert plan == way.plan(tuple(reversed(ranks)))
        seven = [4 * rank + place % 4 for place, rank in enumerate(ranks)]
        if len(set(seven)) < 7:  # five aces
            continue
        high, low, row = way.set(seven)
        if row == plan.row:
            assert (low[0] >> 2, low[1] >> 2) == plan.low
        else:
            assert row in [text for _, text in plan.looks]
            assert worth(high) >> 20 in (4, 8)
