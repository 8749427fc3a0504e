"""The 53-card ranking: what the joker stands for, both ranks of A-2-3-4-5, low hands, fouls, and the fast path."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import JOKER, RANKS, cards, names
from houseway.ranking import (
    CATEGORY_SHIFT,
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    joker,
)

deck_53 = st.permutations(range(53))


def ranked(hand: str, wheel_lowest: bool = False) -> int:
    value = joker.rank_five(cards(hand), wheel_lowest)
    assert value == joker.fast_five(cards(hand), wheel_lowest)
    return value


@pytest.mark.parametrize(
    ("hand", "category", "stands_for"),
    [
        ("As Ad Ah Ac Jk", FIVE_ACES, "A"),
        ("As Ad Ah Kc Jk", FOUR_OF_A_KIND, "A"),
        ("As Ad Kh Kc Jk", FULL_HOUSE, "A"),
        ("As Ad Kh Qc Jk", THREE_OF_A_KIND, "A"),
        ("As Kd Jh 9c Jk", PAIR, "A"),
        ("9s 9d 8h 8c Jk", TWO_PAIR, "A"),  # no third nine: the joker is an ace
        ("9s 9d 9h 8c Jk", THREE_OF_A_KIND, "A"),
        ("9s 9d 9h 9c Jk", FOUR_OF_A_KIND, "A"),
        ("9s 9d 7h 2c Jk", PAIR, "A"),
        ("9s 8d 7h 5c Jk", STRAIGHT, "6"),  # in the gap
        ("9s 8d 7h 6c Jk", STRAIGHT, "T"),  # at the better end
        ("As Kd Qh Jc Jk", STRAIGHT, "T"),
        ("Ks Qd Jh Tc Jk", STRAIGHT, "A"),
        ("As 2d 3h 4c Jk", STRAIGHT, "5"),
        ("2s 3d 4h 5c Jk", STRAIGHT, "A"),  # A-2-3-4-5 is second to A-K-Q-J-10 only
        ("As 9s 5s 2s Jk", FLUSH, "K"),  # the highest rank missing from the flush
        ("Ks 9s 5s 2s Jk", FLUSH, "A"),
        ("As Ks Qs 9s Jk", FLUSH, "J"),
        ("As Qs Js Ts Jk", ROYAL_FLUSH, "K"),
        ("Ks Qs Js Ts Jk", ROYAL_FLUSH, "A"),
        ("Ks Qs Js 9s Jk", STRAIGHT_FLUSH, "T"),
        ("As 2s 3s 4s Jk", STRAIGHT_FLUSH, "5"),
        ("2s 3s 4s 5s Jk", STRAIGHT_FLUSH, "A"),
    ],
)
def test_what_the_joker_stands_for(hand: str, category: int, stands_for: str) -> None:
    assert ranked(hand) >> CATEGORY_SHIFT == category
    assert RANKS[joker.stands_for(cards(hand))] == stands_for


def test_a_joker_must_be_there_to_stand_for_something() -> None:
    with pytest.raises(ValueError, match="no joker"):
        joker.stands_for(cards("As Kd Qh Jc 9s"))


@pytest.mark.parametrize(
    ("hand", "category", "best"),
    [
        # RULES.md section 6: an old public evaluator calls these four of a kind and a full house
        ("Ah Qh Jh Th Ac Ad Jk", ROYAL_FLUSH, "Ah Jk Qh Jh Th"),
        ("Ah 2h 3h 4h Ac 2c Jk", STRAIGHT_FLUSH, "Jk 4h 3h 2h Ah"),
        ("Ah Qh 9h 4h Ac Ad Jk", FOUR_OF_A_KIND, "Ah Ad Ac Jk Qh"),  # and here four aces beat the flush
        ("As Ad Ah Ac Jk Ks Kd", FIVE_ACES, "As Ah Ad Ac Jk"),
        ("2c 2d 7h 7s Jh Js Jk", TWO_PAIR, "Js Jh 7s 7h Jk"),
    ],
)
def test_seven_cards(hand: str, category: int, best: str) -> None:
    value, five_cards = joker.best_five(cards(hand))
    assert (value >> CATEGORY_SHIFT, names(five_cards)) == (category, best)


def test_ace_to_five_second_highest_or_lowest() -> None:
    highest, wheel, next_one, lowest_one = "As Kd Qh Jc Ts", "As 2d 3h 4c 5s", "Ks Qd Jh Tc 9s", "6s 5d 4h 3c 2s"
    assert ranked(highest) > ranked(wheel) > ranked(next_one) > ranked(lowest_one)
    assert ranked(highest, True) > ranked(next_one, True) > ranked(lowest_one, True) > ranked(wheel, True)
    royal, wheel, next_one, lowest_one = "As Ks Qs Js Ts", "As 2s 3s 4s 5s", "Ks Qs Js Ts 9s", "6s 5s 4s 3s 2s"
    assert ranked(royal) > ranked(wheel) > ranked(next_one) > ranked(lowest_one)
    assert ranked(royal, True) > ranked(next_one, True) > ranked(lowest_one, True) > ranked(wheel, True)


def test_with_the_wheel_lowest_the_joker_makes_the_six() -> None:
    assert RANKS[joker.stands_for(cards("2s 3d 4h 5c Jk"), wheel_lowest=True)] == "6"
    assert names(joker.in_order(cards("2s 3d 4h 5c Jk"), wheel_lowest=True)) == "Jk 5c 4h 3d 2s"
    assert names(joker.in_order(cards("2s 3d 4h 5c Jk"))) == "5c 4h 3d 2s Jk"


def test_poker_order_of_the_categories() -> None:
    hands = [
        "Ks 9d 7h 4c 2s", "As 9d Kh Qc Jk", "9s 9d 8h 8c Jk", "As Ad Kh Qc Jk", "6s 5d 4h 3c Jk", "7s 5s 3s 2s Jk",
        "2s 2d As Ad Jk", "2s 2d 2h 2c Jk", "6s 5s 4s 3s Jk", "Ks Qs Js Ts Jk", "As Ad Ah Ac Jk",
    ]  # fmt: skip
    for worse, better in pairwise(hands):
        assert ranked(worse) < ranked(better), (worse, better)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("2s 3d", "As Kd"),
        ("As Kd", "2s 2d"),  # any pair beats any two unpaired cards
        ("As Qd", "Jk Kd"),  # the joker an ace, never a second king
        ("Ks Kd", "As Jk"),
        ("Kc Qd", "Ah 2s"),
    ],
)
def test_low_hands(worse: str, better: str) -> None:
    assert joker.rank_two(cards(worse)) < joker.rank_two(cards(better))
    one, other = cards(better)
    assert joker.rank_two((other, one)) == joker.rank_two((one, other))


def test_equal_low_hands() -> None:
    assert joker.rank_two(cards("As Kd")) == joker.rank_two(cards("Jk Kh"))
    assert joker.rank_two(cards("As Ad")) == joker.rank_two(cards("Jk Ah"))


@pytest.mark.parametrize(
    ("low", "high", "foul"),
    [
        ("As Kd", "Ah Kh 9c 4d 2s", False),  # equal in what both have
        ("As Kd", "Ah Qh 9c 4d 2s", True),
        ("9s 9d", "9h 9c 4d 3s 2h", False),
        ("9s 9d", "8h 8c As Kd Qh", True),
        ("9s 9d", "8h 8c 2s 2d Ah", False),  # two pair is better than any low hand
        ("As Ad", "Kh Qc Jd 9s 2h", True),
        ("As Jk", "Ah Ad 4d 3s 2h", False),
        ("As Ad", "5h 4c 3d 2s Jk", False),  # a straight
        ("2s 2d", "Ah Kc Qd Js 9h", True),
    ],
)
def test_foul(low: str, high: str, foul: bool) -> None:
    assert joker.outranks(joker.rank_two(cards(low)), joker.fast_five(cards(high))) is foul


def test_readings_are_all_that_the_joker_allows() -> None:
    assert joker.readings(cards("9s 8d 7h 5c 2s")) == {0}
    assert joker.readings(cards("9s 9d 7h 5c Jk")) == {PAIR}
    assert joker.readings(cards("As Ad Ah Ac Jk")) == {FIVE_ACES}
    assert joker.readings(cards("As Qs Js Ts Jk")) == {PAIR, STRAIGHT, FLUSH, ROYAL_FLUSH}


def test_fast_five_on_a_seeded_part_of_all_completions() -> None:
    """The joker beside four cards, in both ranks of A-2-3-4-5; ``prove/ranking.py`` tries all 270,725."""
    dealt = random.Random(645)
    four = list(combinations(range(52), 4))
    for others in dealt.sample(four, 4_000) + [tuple(range(suit, suit + 16, 4)) for suit in range(4)]:
        hand = (*others, JOKER)
        for wheel_lowest in (False, True):
            assert joker.fast_five(hand, wheel_lowest) == joker.rank_five(hand, wheel_lowest), names(hand)


def test_fast_five_on_all_completions_of_four_of_a_suit() -> None:
    for ranks in combinations(range(13), 4):
        hand = (JOKER, *[4 * rank + 1 for rank in ranks])
        assert joker.fast_five(hand) == joker.rank_five(hand)
        assert joker.fast_five(hand, True) == joker.rank_five(hand, True)


def test_a_joker_is_never_worse_than_an_ace() -> None:
    dealt = random.Random(52)
    for _ in range(500):
        others = dealt.sample(range(48), 4)
        ace = 48 + dealt.randrange(4)
        assert joker.fast_five([*others, JOKER]) >= joker.fast_five([*others, ace])


@settings(max_examples=300, deadline=None)
@given(deck_53, st.integers(5, 7), st.booleans(), st.permutations(range(4)))
def test_best_five_is_the_best_of_all_fives(deck: list[int], size: int, wheel_lowest: bool, suits: list[int]) -> None:
    hand = deck[:size]
    value, five_cards = joker.best_five(hand, wheel_lowest)
    assert value == max(joker.rank_five(five, wheel_lowest) for five in combinations(hand, 5))
    assert set(five_cards) <= set(hand)
    assert len(set(five_cards)) == 5
    assert joker.rank_five(five_cards, wheel_lowest) == value
    renamed = [card & ~3 | suits[card & 3] if card != JOKER else card for card in hand]
    assert joker.best_five(renamed, wheel_lowest)[0] == value
