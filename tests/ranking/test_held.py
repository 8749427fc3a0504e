"""What seven of the 53 cards hold: against a slow and literal reading of the cards, and the exact counts by printed order."""

import random
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.cards import JOKER, cards, names
from houseway.ranking import (
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
)
from houseway.ranking import kernels_held as kh
from houseway.ranking.kernels import rank_53, scale
from houseway.ranking.kernels_classes import suit_classes
from ranking.held_literally import ROYAL, SEVENS, literally

KINDS = (PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_ACES)


def check(hands: list[list[int]]) -> None:
    found = kh.held_53(np.array(hands, np.uint8)).tolist()
    for hand, word in zip(hands, found, strict=True):
        assert word == literally(hand), f"{names(hand)}: {word:#x}, literally {literally(hand):#x}"


def test_dealt_hands() -> None:
    pick = random.Random(645)
    check([pick.sample(range(53), 7) for _ in range(20_000)])
    check([[JOKER, *pick.sample(range(52), 6)] for _ in range(10_000)])


def test_hands_near_a_straight_flush() -> None:
    """Four to seven cards of one suit in a stretch of eight ranks, with the joker and high cards beside them."""
    pick = random.Random(13)
    hands = []
    for _ in range(20_000):
        suit, low, size = pick.randrange(4), pick.randrange(13), pick.randrange(4, 8)
        hand = [4 * ((low + step) % 13) + suit for step in pick.sample(range(8), size)]
        rest = [card for card in (*range(40, 53), JOKER) if card not in hand]
        hands.append(hand + pick.sample(sorted(set(rest)), 7 - size))
    check(hands)


def test_every_seven_card_straight_flush_and_every_royal_with_two_beside() -> None:
    hands = []
    for suit in range(4):
        for run in SEVENS:
            whole = [4 * rank + suit for rank in run]
            hands.append(whole)
            hands += [[JOKER if card == away else card for card in whole] for away in whole]
        royal = [4 * rank + suit for rank in ROYAL]
        court = [card for card in range(40, 52) if card not in royal]
        for away in (JOKER, *royal):
            hands += [[JOKER if card == away else card for card in royal] + list(two) for two in combinations(court, 2)]
    check(hands)


@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("Ah Qh Jh Th Ac Ad Jk", {PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FOUR_OF_A_KIND, ROYAL_FLUSH}),
        ("9s 9d 9h 8c 7d 6s 5h", {PAIR, THREE_OF_A_KIND, STRAIGHT}),
        ("As Ad Ah Ac Jk Ks Kd", {PAIR, TWO_PAIR, THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND, FIVE_ACES}),
        ("9s 8s 7s 6s 5s Ah Kd", {STRAIGHT, FLUSH, STRAIGHT_FLUSH}),
        ("As Kd Jh 9c 7s 5d 3h", set()),
    ],
)
def test_a_hand_holds_several_kinds(hand: str, held: set[int]) -> None:
    word = int(kh.held_53(np.array([cards(hand)], np.uint8))[0])
    assert {kind for kind in KINDS if word >> kind & 1} == held


def all_classes() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    without, with_joker = suit_classes(7), suit_classes(7, joker=True)
    return np.concatenate([without[0], with_joker[0]]), np.concatenate([without[1], with_joker[1]]).astype(np.int64)


def test_exact_counts_of_seven_of_53() -> None:
    """RULES.md section 6, Pai Gow Poker: a hand counts in the first printed line that it meets."""
    hands, times = all_classes()
    assert len(hands) == 6_972_147
    assert times.sum() == 154_143_080
    held = kh.held_53(hands)

    def kind(category: int) -> Callable[[], NDArray[np.bool_]]:
        return lambda: held >> np.uint32(category) & 1 == 1

    royal = kind(ROYAL_FLUSH)
    lines = [
        (lambda: held & (kh.SEVEN_STRAIGHT_FLUSH | kh.HAS_JOKER) == kh.SEVEN_STRAIGHT_FLUSH, 32),
        (lambda: royal() & (held & kh.KING_QUEEN_BESIDE > 0), 72),
        (lambda: held & kh.SEVEN_STRAIGHT_FLUSH > 0, 196),
        (kind(FIVE_ACES), 1_128),
        (royal, 26_020),
        (kind(STRAIGHT_FLUSH), 184_644),
        (kind(FOUR_OF_A_KIND), 307_472),
        (kind(FULL_HOUSE), 4_188_528),
        (kind(FLUSH), 6_172_088),
        (kind(THREE_OF_A_KIND), 7_672_500),
        (kind(STRAIGHT), 11_034_204),
        (lambda: held & kh.THREE_PAIR > 0, 2_862_000),
    ]
    left = np.ones(len(hands), bool)
    for met, count in lines:
        now = left & met()
        assert times[now].sum() == count
        left &= ~now
    assert times[left].sum() == 121_694_196

    # in poker order, best five of seven: the same royals and straight flushes with the seven-card ones among them
    by_category = np.bincount(scale(False).categories[rank_53(hands)], weights=times).astype(int).tolist()
    assert by_category[FIVE_ACES] == 1_128
    assert by_category[ROYAL_FLUSH] + by_category[STRAIGHT_FLUSH] == 32 + 72 + 196 + 26_020 + 184_644
    assert by_category[FOUR_OF_A_KIND : FULL_HOUSE - 1 : -1] == [307_472, 4_188_528]
    assert by_category[FLUSH] == 6_172_088
    # three of a kind is printed above a straight, so some of its hands are straights in poker order
    assert by_category[STRAIGHT] + by_category[THREE_OF_A_KIND] == 7_672_500 + 11_034_204
