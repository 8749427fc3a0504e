"""The 52-card ranking: known hands in their order, the exact counts of five cards, the fast path and its five cards."""

import random
from itertools import combinations, combinations_with_replacement, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import cards, names
from houseway.ranking import CATEGORY_NAMES, CATEGORY_SHIFT, FLUSH, five, standard

deck_52 = st.permutations(range(52))

# From the worst to the best, each line better than the one before; "=" is as good.
IN_ORDER = """
7c 5d 4h 3s 2c | 8c 5d 4h 3s 2c | Ac 6d 4h 3s 2c | Ac Kd Qh Js 9c | 2c 2d 5h 4s 3c | 2c 2d Ah Ks Qc | 3c 3d 5h 4s 2c
Ac Ad Kh Qs Jc | 3c 3d 2h 2s 4c | 3c 3d 2h 2s 5c | 4c 4d 2h 2s 3c | Ac Ad Kh Ks Qc | 2c 2d 2h 4s 3c | 2c 2d 2h As Kc
Ac Ad Ah Ks Qc | 5c 4d 3h 2s Ac | 6c 5d 4h 3s 2c | Ac Kd Qh Js Tc | 7c 5c 4c 3c 2c | Ac Kc Qc Jc 9c | 2c 2d 2h 3s 3c
2c 2d 2h As Ac | 3c 3d 3h 2s 2c | Ac Ad Ah Ks Kc | 2c 2d 2h 2s 3c | 2c 2d 2h 2s Ac | 3c 3d 3h 3s 2c | Ac Ad Ah As Kc
5c 4c 3c 2c Ac | 6c 5c 4c 3c 2c | Kc Qc Jc Tc 9c | Ac Kc Qc Jc Tc
"""


def hands_in_order() -> list[tuple[int, ...]]:
    return [cards(hand) for line in IN_ORDER.strip().splitlines() for hand in line.split("|")]


def test_known_hands_in_order() -> None:
    for worse, better in pairwise(hands_in_order()):
        assert standard.rank_five(worse) < standard.rank_five(better), (names(worse), names(better))


def test_each_category_as_named() -> None:
    seen = [CATEGORY_NAMES[standard.rank_five(hand) >> CATEGORY_SHIFT] for hand in hands_in_order()]
    assert list(dict.fromkeys(seen)) == [
        "High card", "Pair", "Two pair", "Three-of-a-kind", "Straight", "Flush", "Full house", "Four-of-a-kind",
        "Straight flush", "Royal flush",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kd Qh Jc 9s", "Ac Kh Qd Js 9d"),  # suits break no tie
        ("2c 3c 4c 5c 7c", "2h 3h 4h 5h 7h"),
        ("9s 9d Kh 4c 2s", "9c 9h Ks 4d 2h"),
    ],
)
def test_equal_hands(one: str, other: str) -> None:
    assert standard.rank_five(cards(one)) == standard.rank_five(cards(other))


def test_around_the_corner_is_no_straight() -> None:
    for hand in ("Qc Kd Ah 2s 3c", "Kd Ah 2s 3c 4d", "Jc Qd Kh As 2c"):
        assert CATEGORY_NAMES[standard.rank_five(cards(hand)) >> CATEGORY_SHIFT] == "High card"


def test_tie_breakers_are_four_bits_each() -> None:
    assert standard.rank_five(cards("9s 9d Kh 4c 2s")) == 0x1_7_B_2_0_0
    assert standard.rank_five(cards("5s 4d 3h 2c As")) == 0x4_3_2_1_0_0
    assert five.rank_five(cards("5s 4d 3h 2c As"), wheel_lowest=False) == 0x4_C_3_2_1_0


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("As Ah Ks Qs Js Ts 9d", "As Ks Qs Js Ts"),
        ("9s 2c 9d 2h Ad 2s 4c", "2s 2h 2c 9s 9d"),  # full house: the three, then the two
        ("Ac 2d 3h 4s 5c 5d 5h", "5h 4s 3h 2d Ac"),  # the ace at the bottom
        ("Ac 2d 3h 4s 5c 6d 6h", "6h 5c 4s 3h 2d"),  # and not used where the six is better
        ("2c 3c 4c 5c Ac Kc Qd", "5c 4c 3c 2c Ac"),  # a straight flush, though the ace-high flush holds higher cards
        ("9s 9d 9c 8h 8d 8c 2s", "9s 9d 9c 8h 8d"),
        ("As Ad Ks Kd Qs Qd Jc", "As Ad Ks Kd Qs"),  # the third pair is a kicker
        ("4s 4d 4h 4c 3s 3d 3h", "4s 4h 4d 4c 3s"),
        ("Kc Qd 9s 7h 4c 3d 2s", "Kc Qd 9s 7h 4c"),
        ("9h 5h 3h 2h Th Kh 2s", "Kh Th 9h 5h 3h"),
        ("Ad Kd 7c 7h 2s 3s", "7h 7c Ad Kd 3s"),  # six cards
        ("2d Ad Kd Kh Ks", "Ks Kh Kd Ad 2d"),  # five
    ],
)
def test_best_five_and_how_it_is_read(hand: str, best: str) -> None:
    value, five_cards = standard.best_five(cards(hand))
    assert names(five_cards) == best
    assert value == standard.rank_five(cards(best)) == standard.rank_seven(cards(hand))


def test_order_of_the_cards_does_not_matter() -> None:
    hand = cards("9s 2c 9d 2h Ad")
    assert {standard.best_five(again) for again in permutations(hand)} == {standard.best_five(hand)}


@settings(max_examples=400, deadline=None)
@given(deck_52, st.integers(5, 7), st.permutations(range(4)))
def test_best_five_is_the_best_of_all_fives(deck: list[int], size: int, suits: list[int]) -> None:
    hand = deck[:size]
    value, five_cards = standard.best_five(hand)
    assert value == max(map(standard.rank_five, combinations(hand, 5))) == standard.rank_seven(hand)
    assert set(five_cards) <= set(hand)
    assert len(set(five_cards)) == 5
    assert standard.rank_five(five_cards) == value
    assert standard.best_five([card & ~3 | suits[card & 3] for card in hand])[0] == value


def test_fast_path_on_flushes_of_five_six_and_seven() -> None:
    """Dealt hands rarely hold them: every six and seven cards of one suit, and a seeded part with others beside."""
    dealt = random.Random(653)
    for size in (6, 7):
        for ranks in combinations(range(13), size):
            hand = [4 * rank + 2 for rank in ranks]
            assert standard.rank_seven(hand) == max(map(standard.rank_five, combinations(hand, 5)))
    for _ in range(1000):
        suit = dealt.randrange(4)
        flush = dealt.sample(range(suit, 52, 4), 5)
        hand = flush + dealt.sample([card for card in range(52) if card not in flush], 2)
        value, five_cards = standard.best_five(hand)
        assert value == max(map(standard.rank_five, combinations(hand, 5)))
        assert value >> CATEGORY_SHIFT >= FLUSH
        assert standard.rank_five(five_cards) == value


@pytest.mark.parametrize(("size", "patterns"), [(5, 6_175), (6, 18_395), (7, 49_205)])
def test_fast_path_on_every_pattern_of_ranks(size: int, patterns: int) -> None:
    """Each multiset of ranks once, in suits that make no flush: the value and the very five cards that all fives give."""
    definition: dict[tuple[int, ...], int] = {}
    found = 0
    for ranks in combinations_with_replacement(range(12, -1, -1), size):
        if any(ranks.count(rank) > 4 for rank in set(ranks)):
            continue
        found += 1
        given: dict[int, int] = {}
        hand = []
        for place, rank in enumerate(ranks):  # suits go round, so that no suit has five
            suits = [suit for suit in (3, 2, 1, 0) if rank * 4 + suit not in given]
            hand.append(rank * 4 + min(suits, key=lambda suit: (sum(card & 3 == suit for card in hand), -suit)))
            given[hand[-1]] = place
        hand.sort(reverse=True)
        best, chosen = -1, ()
        for five_cards in combinations(hand, 5):
            key = tuple(card >> 2 for card in five_cards)
            if key not in definition:
                definition[key] = standard.rank_five([card & ~3 | place & 3 for place, card in enumerate(five_cards)])
            if definition[key] > best:
                best, chosen = definition[key], five_cards
        assert standard.best_five(hand) == (best, five.in_order(chosen)), names(hand)
    assert found == patterns
