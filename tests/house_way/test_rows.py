"""Every row of both ways, and every case within a row, on hands set by hand from the document on house ways.

A line is: the seven cards, the low hand that the document gives, and the row (with the step) that gives it. The cards
of the low hand are written where suits decide which go; else any cards of these ranks are right.
"""

from __future__ import annotations

import pytest

from houseway.cards import RANK_OF, cards, names
from houseway.games import house_way

BOTH = ("standard", "foxwoods")
STANDARD = ("standard",)
FOXWOODS = ("foxwoods",)

LOOK_PAIR = "best made hand with a pair low"
LOOK_ANY = "best made hand with any low"
LOOK_S1_S2 = "best made hand with low at least s1 s2"
LOOK_ACE = "best made hand with low at least ace-high if the pair is 10 to K and s1 is an ace"

# ways, seven cards, low hand, row and step
HANDS: list[tuple[tuple[str, ...], str, str, str]] = [
    # five aces: kings go low only if both others are kings
    (BOTH, "As Ah Ad Ac Jk Ks Kh", "Ks Kh", "five aces: low = K-K if the pair is K"),
    (BOTH, "As Ah Ad Ac Jk Qs Qh", "A A", "five aces: low = A-A"),
    (BOTH, "As Ah Ad Ac Jk Ks Qh", "A A", "five aces: low = A-A"),
    (BOTH, "As Ah Ad Ac Jk 2s 2h", "A A", "five aces: low = A-A"),
    # four and three, four and a pair
    (BOTH, "9s 9h 9d 9c 4s 4h 4d", "4 4", "four of a kind and three of a kind: low = a pair out of the three"),
    (BOTH, "2s 2h 2d 2c As Ah Jk", "A A", "four of a kind and three of a kind: low = a pair out of the three"),
    (BOTH, "As Ah Ad Jk 4s 4h 4d", "4 4", "four of a kind and three of a kind: low = a pair out of the three"),
    (BOTH, "As Ah Ad Jk 2s 2h Kd", "2 2", "four of a kind and a pair: low = that pair"),
    (BOTH, "6s 6h 6d 6c As Jk Kd", "As Jk", "four of a kind and a pair: low = that pair"),
    (BOTH, "As Ah Ad Jk Ks Kh 5c", "Ks Kh", "four of a kind and a pair: low = that pair"),  # not five aces
    # four of a kind, 2 to 6
    (BOTH, "2s 2h 2d 2c 9s 7h 5d", "9 7", "four of a kind, 2 to 6: low = s1 s2"),
    (BOTH, "6s 6h 6d 6c Js 4h 3d", "J 4", "four of a kind, 2 to 6: low = s1 s2"),
    # four of a kind, 7 to 10: both neighbours of the border, and of king
    (BOTH, "7s 7h 7d 7c Ks 4h 3d", "K 4", "four of a kind, 7 to 10: low = s1 s2 if s1 is a king or ace"),
    (BOTH, "7s 7h 7d 7c Qs Jh 3d", "7 7", "four of a kind, 7 to 10: split two and two"),
    (BOTH, "Ts Th Td Tc Jk 4h 3d", "Jk 4h", "four of a kind, 7 to 10: low = s1 s2 if s1 is a king or ace"),
    (BOTH, "Ts Th Td Tc Qs 4h 3d", "T T", "four of a kind, 7 to 10: split two and two"),
    # four of a kind, J to K
    (STANDARD, "Js Jh Jd Jc As 4h 3d", "A 4", "four of a kind, J to K: low = s1 s2 if s1 is an ace"),
    (STANDARD, "Ks Kh Kd Kc Jk 4h 3d", "Jk 4h", "four of a kind, J to K: low = s1 s2 if s1 is an ace"),
    (STANDARD, "Js Jh Jd Jc Ks 4h 3d", "J J", "four of a kind, J to K: split two and two"),
    (STANDARD, "Ks Kh Kd Kc Qs 4h 3d", "K K", "four of a kind, J to K: split two and two"),
    (FOXWOODS, "Js Jh Jd Jc As 4h 3d", "J J", "four of a kind, J to A: split two and two"),
    (FOXWOODS, "Ks Kh Kd Kc Jk 4h 3d", "K K", "four of a kind, J to A: split two and two"),
    # four aces, the joker among them or not
    (STANDARD, "As Ah Ad Ac Ks Qh Jd", "A A", "four aces: split two and two"),
    (FOXWOODS, "As Ah Ad Ac Ks Qh Jd", "A A", "four of a kind, J to A: split two and two"),
    # an ace, K, Q, J and the joker (a ten) are a straight, so the joker stays high
    (STANDARD, "As Ah Ad Jk Ks Qh Jc", "A A", "four aces: split two and two"),
    # and in spades a royal flush, so the ace of spades stays too
    (STANDARD, "As Ah Ad Jk Ks Qs Js", "Ah Ad", "four aces: split two and two"),
    (FOXWOODS, "As Ah Ad Jk Ks Qs Js", "Ah Ad", "four of a kind, J to A: split two and two"),
    # two threes: the higher gives the pair
    (BOTH, "Ks Kh Kd 4s 4h 4d Ac", "K K", "two three-of-a-kinds: low = a pair out of the higher"),
    (BOTH, "As Ah Jk 4s 4h 4d 9c", "A A", "two three-of-a-kinds: low = a pair out of the higher"),
    (BOTH, "3s 3h 3d 2s 2h 2d Ac", "3 3", "two three-of-a-kinds: low = a pair out of the higher"),
    # three and two pairs: the higher pair, higher than the three or not
    (STANDARD, "2s 2h 2d Ks Kh Ac Ad", "A A", "three of a kind and two pairs: low = the higher pair"),
    (FOXWOODS, "2s 2h 2d Ks Kh Ac Ad", "A A", "three of a kind and one or two pairs: low = the higher pair"),
    (STANDARD, "Ks Kh Kd 3s 3h 2c 2d", "3 3", "three of a kind and two pairs: low = the higher pair"),
    (STANDARD, "Ks Kh Kd 3s 3h Ac Jk", "Ac Jk", "three of a kind and two pairs: low = the higher pair"),
    (FOXWOODS, "Ks Kh Kd 3s 3h Ac Jk", "Ac Jk", "three of a kind and one or two pairs: low = the higher pair"),
    # three and a pair; standard keeps a full house of twos for ace-king
    (STANDARD, "9s 9h 9d 4s 4h Ac Kd", "4 4", "three of a kind and one pair: low = the pair"),
    (
        STANDARD,
        "9s 9h 9d 2s 2h Ac Kd",
        "A K",
        "three of a kind and one pair: low = A-K if the pair is 2 and s1 is an ace and s2 is a king",
    ),
    (
        STANDARD,
        "9s 9h 9d 2s 2h Jk Kd",
        "Jk Kd",
        "three of a kind and one pair: low = A-K if the pair is 2 and s1 is an ace and s2 is a king",
    ),
    (STANDARD, "9s 9h 9d 2s 2h Ac Qd", "2 2", "three of a kind and one pair: low = the pair"),
    (STANDARD, "9s 9h 9d 2s 2h Kc Qd", "2 2", "three of a kind and one pair: low = the pair"),
    (STANDARD, "Ks Kh Kd 2s 2h Ac Qd", "2 2", "three of a kind and one pair: low = the pair"),
    (STANDARD, "As Ah Jk 2s 2h Kc Qd", "2 2", "three of a kind and one pair: low = the pair"),
    (STANDARD, "9s 9h 9d 3s 3h Ac Kd", "3 3", "three of a kind and one pair: low = the pair"),
    (FOXWOODS, "9s 9h 9d 2s 2h Ac Kd", "2 2", "three of a kind and one or two pairs: low = the pair"),
    # three of a kind with a made hand beside a pair of it
    (BOTH, "9s 9h 9d 8c 7d 6h 5s", "9 9", f"three of a kind: {LOOK_PAIR}"),
    (BOTH, "9s 9h 9d As Js 6s 2s", "9h 9d", f"three of a kind: {LOOK_PAIR}"),
    (BOTH, "As Ah Jk Ks Qd Jh Tc", "As Ah", f"three of a kind: {LOOK_PAIR}"),  # the joker is the ace of the straight
    # without a made hand that leaves a pair
    (BOTH, "9s 9h 9d Kc Qd 6h 5s", "K Q", "three of a kind: low = s1 s2"),
    (BOTH, "As Ah Jk Ks Qd Jh 2c", "A K", "three of a kind: low = ace and s1 if the three is A"),
    (BOTH, "2s 2h 2d 9c 7d 6h 4s", "9 7", "three of a kind: low = s1 s2"),
    (BOTH, "As Ah Ad Kc Qd 6h 5s", "A K", "three of a kind: low = ace and s1 if the three is A"),
    (BOTH, "As Ah Jk 9c 7d 4h 2s", "A 9", "three of a kind: low = ace and s1 if the three is A"),
    # three pairs
    (BOTH, "Ks Kh 9d 9s 4c 4d 7h", "K K", "three pairs: low = the highest pair"),
    (BOTH, "As Jk 3d 3s 2c 2d Kh", "As Jk", "three pairs: low = the highest pair"),
    # two pairs with a made hand and a pair low: only where the joker, one of a pair of aces, completes A K Q J
    (STANDARD, "As Jk 4d 4s Kd Qd Jd", "4 4", f"two pairs: {LOOK_PAIR}"),
    (FOXWOODS, "As Jk 4d 4s Kd Qd Jd", "4 4", "two pairs: split if the higher pair is J or better"),
    # two pairs, standard: low and low
    (STANDARD, "6s 6h 2d 2s Kc 9d 8h", "K 9", "two pairs: low = s1 s2 if both pairs are 2 to 6 and s1 is a king or ace"),
    (STANDARD, "6s 6h 2d 2s Jk 9d 8h", "Jk 9d", "two pairs: low = s1 s2 if both pairs are 2 to 6 and s1 is a king or ace"),
    (STANDARD, "6s 6h 5d 5s Qc 9d 8h", "5 5", "two pairs: low = the lower pair"),
    # medium and low
    (
        STANDARD,
        "7s 7h 6d 6s Kc 9d 8h",
        "K 9",
        "two pairs: low = s1 s2 if the higher pair is 7 to 10 and the lower pair is 2 to 6 and s1 is a king or ace",
    ),
    (
        STANDARD,
        "Ts Th 2d 2s Ac Qd 8h",
        "A Q",
        "two pairs: low = s1 s2 if the higher pair is 7 to 10 and the lower pair is 2 to 6 and s1 is a king or ace",
    ),
    (STANDARD, "Ts Th 2d 2s Qc Jd 8h", "2 2", "two pairs: low = the lower pair"),
    # high and low: an ace, a king is not enough
    (
        STANDARD,
        "Js Jh 6d 6s Ac 9d 8h",
        "A 9",
        "two pairs: low = s1 s2 if the higher pair is J to K and the lower pair is 2 to 6 and s1 is an ace",
    ),
    (
        STANDARD,
        "Ks Kh 2d 2s Ac Qd 8h",
        "A Q",
        "two pairs: low = s1 s2 if the higher pair is J to K and the lower pair is 2 to 6 and s1 is an ace",
    ),
    (STANDARD, "Js Jh 6d 6s Kc 9d 8h", "6 6", "two pairs: low = the lower pair"),
    # medium and medium: an ace, a king is not enough
    (STANDARD, "Ts Th 7d 7s Ac 9d 8h", "A 9", "two pairs: low = s1 s2 if both pairs are 7 to 10 and s1 is an ace"),
    (STANDARD, "Ts Th 7d 7s Kc 9d 8h", "7 7", "two pairs: low = the lower pair"),
    # high and medium, high and high, aces: always split
    (STANDARD, "Js Jh 7d 7s Ac 9d 8h", "7 7", "two pairs: low = the lower pair"),
    (STANDARD, "Ks Kh Jd Js Ac 9d 8h", "J J", "two pairs: low = the lower pair"),
    (STANDARD, "As Ah 2d 2s Kc Qd 9h", "2 2", "two pairs: low = the lower pair"),
    (STANDARD, "As Jk Kd Ks Qc 9d 8h", "K K", "two pairs: low = the lower pair"),
    # two pairs, foxwoods
    (FOXWOODS, "Js Jh 2d 2s Ac 9d 8h", "2 2", "two pairs: split if the higher pair is J or better"),
    (FOXWOODS, "As Jk 3d 3s Kc 9d 8h", "3 3", "two pairs: split if the higher pair is J or better"),
    (FOXWOODS, "Ts Th 9d 9s Ac Kd 8h", "A K", "two pairs: low = s1 s2 if the higher pair is 7 to 10 and s1 is an ace"),
    (FOXWOODS, "7s 7h 2d 2s Jk Kd 8h", "Jk Kd", "two pairs: low = s1 s2 if the higher pair is 7 to 10 and s1 is an ace"),
    (FOXWOODS, "7s 7h 2d 2s Kc Qd 8h", "2 2", "two pairs: split"),
    (FOXWOODS, "6s 6h 2d 2s Kc Qd 8h", "K Q", "two pairs: low = s1 s2 if the higher pair is 3 to 6 and s1 is a king or ace"),
    (FOXWOODS, "3s 3h 2d 2s Ac Qd 8h", "A Q", "two pairs: low = s1 s2 if the higher pair is 3 to 6 and s1 is a king or ace"),
    (FOXWOODS, "6s 6h 5d 5s Qc Jd 8h", "5 5", "two pairs: split"),
    # foxwoods does not look for made hands with two pairs: 9 9 8 8 7 6 5 is split
    (FOXWOODS, "9s 9h 8d 8s 7c 6d 5h", "8 8", "two pairs: split"),
    (STANDARD, "9s 9h 8d 8s 7c 6d 5h", "8 8", "two pairs: low = the lower pair"),  # the straight leaves 9-8, no pair
    # one pair, no made hand
    (BOTH, "Ks Kh 9d 7c 5s 4h 2d", "9 7", "one pair: low = s1 s2"),
    (BOTH, "2s 2h Ad Kc 9s 7h 5d", "A K", "one pair: low = s1 s2"),
    (BOTH, "As Jk 9d 7c 6s 4h 2d", "9 7", "one pair: low = s1 s2"),
    # one pair and a made hand: standard wants s1 s2 or better low, foxwoods takes any
    (STANDARD, "5s 5h Kd 9c 8s 7h 6d", "K 9", "one pair: low = s1 s2"),  # the straight would leave K-5
    (FOXWOODS, "5s 5h Kd 9c 8s 7h 6d", "K 5", f"one pair: {LOOK_ANY}"),
    (STANDARD, "9s 9h 8d 7c 6s 5h 2d", "9 2", f"one pair: {LOOK_S1_S2}"),  # beats 8-7
    (FOXWOODS, "9s 9h 8d 7c 6s 5h 2d", "9 2", f"one pair: {LOOK_ANY}"),
    (STANDARD, "6s 6h Ad Kd 9d 7d 2d", "6 6", f"one pair: {LOOK_S1_S2}"),  # a pair low beside the flush
    (FOXWOODS, "6s 6h Ad Kd 9d 7d 2d", "6 6", f"one pair: {LOOK_ANY}"),
    (STANDARD, "9s 9h 8d 7c 6s 5h 4d", "9 9", f"one pair: {LOOK_S1_S2}"),  # 8 to 4, not 9 to 5
    (STANDARD, "Ks Kh Qs 9s 7s 4s 2d", "Kh 2d", f"one pair: {LOOK_S1_S2}"),
    (STANDARD, "2s 2h As Qs 7s 4s 3d", "A Q", "one pair: low = s1 s2"),  # the flush would leave 3-2
    (FOXWOODS, "2s 2h As Qs 7s 4s 3d", "2h 3d", f"one pair: {LOOK_ANY}"),
    # the joker is one of a pair of aces, and completes the straight that leaves the other ace low
    (STANDARD, "As Jk Kd Qc Jh 9s 2d", "As 2d", f"one pair: {LOOK_S1_S2}"),  # A-2 beats K-Q; the joker is the ten
    # foxwoods, ace single and a pair of 10 to K: a made hand is kept only with a pair or an ace low
    (FOXWOODS, "Ks Kh Ac 5d 4s 3h 2c", "K K", f"one pair: {LOOK_ACE}"),
    (FOXWOODS, "Ts Th Ac 9d 8s 7h 6c", "A T", f"one pair: {LOOK_ACE}"),
    (FOXWOODS, "Ts Th Jk 9d 8s 7h 6c", "Ts Th", f"one pair: {LOOK_ACE}"),  # the joker completes 9 to 6
    (FOXWOODS, "Ks Kh Ac Qd Js Th 2c", "A Q", "one pair: low = s1 s2 if the pair is 10 to K and s1 is an ace"),
    (FOXWOODS, "Ks Kh Jk Qd Js Th 2c", "Jk Qd", "one pair: low = s1 s2 if the pair is 10 to K and s1 is an ace"),
    (FOXWOODS, "Ts Th As Qs 7s 4s 2d", "A Q", "one pair: low = s1 s2 if the pair is 10 to K and s1 is an ace"),
    (FOXWOODS, "Ts Th Ac Qs 7s 4s 2d", "A Q", "one pair: low = s1 s2 if the pair is 10 to K and s1 is an ace"),
    # a pair of nines, or no ace, is not the exception
    (FOXWOODS, "9s 9h As Qs 7s 4s 2d", "9h 2d", f"one pair: {LOOK_ANY}"),
    (FOXWOODS, "Ts Th Ks Qs 7s 4s 2d", "Th 2d", f"one pair: {LOOK_ANY}"),
    (FOXWOODS, "Ts Th Kc Qs 7s 4s 2d", "K Q", "one pair: low = s1 s2"),
    # no pair
    (BOTH, "As Qd Jh 9s 6c 4d 2s", "Q J", "no pair: low = the second and third highest"),
    (BOTH, "Jk Qs 9d 8c 6h 4s 2d", "Q 9", "no pair: low = the second and third highest"),
    (BOTH, "As Kd 9h 8h 7c 6s 5d", "A K", f"no pair: {LOOK_ANY}"),
    (BOTH, "Jk Kd 9h 8h 7c 6s 2d", "K 2", f"no pair: {LOOK_ANY}"),  # the joker is the ten; an ace low would break it
    # the highest low comes first, then the highest high: a straight with K-Q or K-9 low before a (straight) flush
    (BOTH, "Ks Qs 9s 8s 7s 6s 5d", "K Q", f"no pair: {LOOK_ANY}"),
    (BOTH, "Kd 9s 8s 7s 6s 5s 4d", "K 9", f"no pair: {LOOK_ANY}"),
    (BOTH, "As Kd 6h 5d 4s 3c 2h", "A K", f"no pair: {LOOK_ANY}"),  # 6 to 2, so that the ace goes low
]


def _ranks(low: str) -> list[int]:
    """The ranks of a low hand written as ranks or as cards."""
    return sorted([RANK_OF[cards(word if len(word) == 2 else word + "c")[0]] for word in low.split()])


@pytest.mark.parametrize(("ways", "seven", "low", "row"), HANDS, ids=[f"{hand[1]}, {hand[0][0]}" for hand in HANDS])
def test_a_hand_set_by_hand(ways: tuple[str, ...], seven: str, low: str, row: str) -> None:
    for way in ways:
        setting = house_way.get(way).set(cards(seven))
        assert sorted(setting.high + setting.low) == sorted(cards(seven))
        assert sorted([RANK_OF[card] for card in setting.low]) == _ranks(low), names(setting.low)
        if all(len(word) == 2 for word in low.split()):
            assert sorted(setting.low) == sorted(cards(low))
        assert setting.row == row


@pytest.mark.parametrize("name", house_way.NAMES)
def test_every_step_of_every_row_is_among_them(name: str) -> None:
    steps = {f"{row.title}: {step.text}" for row in house_way.get(name).rows for step in row.steps}
    assert steps == {row for ways, _, _, row in HANDS if name in ways}


def test_the_high_hand_keeps_what_completes_it() -> None:
    """Low A-A out of three aces and the joker: a royal flush stays, by any way that splits four aces."""
    for name in house_way.NAMES:
        setting = house_way.get(name).set(cards("As Ah Ad Jk Ks Qs Js"))
        assert (names(setting.high), names(setting.low)) == ("Jk As Ks Qs Js", "Ah Ad")
