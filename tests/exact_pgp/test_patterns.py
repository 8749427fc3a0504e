"""Suit classes, patterns and numbers: everything that the counting rests on, against plain enumeration."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import JOKER
from houseway.exact.pai_gow import patterns
from houseway.exact.pai_gow.classes import classes
from houseway.exact.pai_gow.numbers import numbers
from houseway.exact.pai_gow.table import hands, pattern_of
from houseway.exact.pai_gow.weights import deck, pattern_weights
from houseway.ranking import CATEGORY_SHIFT, joker

seven = st.lists(st.integers(0, 52), min_size=7, max_size=7, unique=True)


@pytest.mark.parametrize(
    ("size", "count"), list(enumerate([1, 14, 182, 1_924, 18_187, 150_891, 1_097_447, 6_972_147])), ids=str
)
def test_suit_classes_are_as_many_as_is_known(size: int, count: int) -> None:
    """The counts of the orbits of sets of 0 to 7 of 53 cards under exchange of suits, and C(53, n) sets in them."""
    both = [classes(size, held) for held in (0, 1) if held <= size]
    assert sum(len(of.masks) for of in both) == count
    assert sum(int(of.multiplicity.sum(dtype=np.int64)) for of in both) == comb(53, size)


def test_suit_classes_of_three_cards_are_the_orbits() -> None:
    def masks(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([sum([1 << (card >> 2) for card in cards if card & 3 == suit]) for suit in range(4)])

    orbits: dict[frozenset[tuple[int, ...]], int] = {}
    for cards in combinations(range(52), 3):
        orbit = frozenset(permutations(masks(cards)))
        orbits[orbit] = orbits.get(orbit, 0) + 1
    of = classes(3, 0)
    found = {
        frozenset(permutations(row)): times for row, times in zip(of.masks.tolist(), of.multiplicity.tolist(), strict=True)
    }
    assert found == orbits


def test_a_reduced_deck_has_the_classes_of_its_ranks() -> None:
    of = classes(2, 0, ranks=0b11)
    assert int(of.multiplicity.sum()) == comb(8, 2)
    assert set(np.unique(of.masks)) <= {0, 1, 2, 3}


def test_the_patterns_are_all_154_143_080_hands() -> None:
    weights = pattern_weights(deck())
    assert len(weights) == patterns.PLAIN + patterns.SUITED
    assert int(weights.sum()) == 154_143_080
    assert (weights > 0).all()  # every pattern can be dealt without being another
    # seven of one suit: 4 * C(13, 7); with the joker and six of one suit: 4 * C(13, 6)
    of = patterns.suited()
    held = np.array([int(mask).bit_count() for mask in of.mask])
    assert int(weights[patterns.PLAIN :][(held == 7)].sum()) == 4 * comb(13, 7)
    assert int(weights[patterns.PLAIN :][(held == 6) & (of.joker == 1)].sum()) == 4 * comb(13, 6)


@pytest.mark.parametrize("seed", range(4))
def test_weights_are_what_enumeration_counts(seed: int) -> None:
    """Of 14 cards every one of the 3,432 hands is looked up by its pattern."""
    random = Random(seed)
    suits = random.sample(range(4), 2)
    cards = sorted(random.sample([card for card in range(52) if card & 3 in suits], 13)) + [
        JOKER if seed % 2 else 51 - suits[0]
    ]
    cards = sorted(set(cards))
    counted = np.zeros(patterns.PLAIN + patterns.SUITED, np.int64)
    for hand in combinations(cards, 7):
        counted[pattern_of(hand)] += 1
    assert np.array_equal(pattern_weights(cards), counted)


def test_the_hand_of_each_pattern_has_that_pattern() -> None:
    for at, hand in enumerate(hands()):
        if at % 97 == 0 or at in (patterns.PLAIN - 1, patterns.PLAIN):
            assert pattern_of(hand) == at


@settings(max_examples=300, deadline=None)
@given(seven, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_a_pattern_sees_neither_order_nor_suits(hand: list[int], suits: list[int], random: Random) -> None:
    turned = [card if card == JOKER else card & ~3 | suits[card & 3] for card in hand]
    random.shuffle(turned)
    assert pattern_of(turned) == pattern_of(hand)


@pytest.mark.parametrize("wheel_lowest", [False, True])
def test_numbers_are_in_the_order_of_the_ranking(wheel_lowest: bool) -> None:
    """7,462 different hands of five of 52 cards and five aces; 78 unpaired and 13 paired hands of two."""
    of = numbers(wheel_lowest)
    assert (len(of.high_values), len(of.low_values)) == (7_463, 91)
    assert list(of.high_values) == sorted(set(of.high_values))
    random = Random(7)
    for _ in range(3_000):
        five = random.sample(range(53), 5)
        value = joker.rank_five(five, wheel_lowest)
        number = of.high_of[value]
        assert of.high_values[number] == value
        assert of.category[number] == value >> CATEGORY_SHIFT
        two = joker.rank_two(random.sample(range(53), 2))
        assert (number >= of.least_high[of.low_of[two]]) is not joker.outranks(two, value)


def test_the_wheel_is_the_only_difference_of_the_two_rankings() -> None:
    """Ten straights and ten straight flushes a suit: in each the wheel moves from the ninth place down to the tenth."""
    high, low = numbers(False), numbers(True)
    changed = {value for value in high.high_values if value not in low.high_of}
    assert {value >> CATEGORY_SHIFT for value in changed} == {4, 8}
    assert len(changed) == 2
