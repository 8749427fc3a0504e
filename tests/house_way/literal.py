"""The two house ways a second time, slow and plain: all 21 settings are made and the document's definitions applied.

Written from the house's document on house ways alone. It shares with the program only how five and two cards rank.
A setting here is ``(high value, low value)``; which suits go where is left to the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from houseway.ranking import CATEGORY_SHIFT, FLUSH, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH
from houseway.ranking.joker import fast_five, outranks, rank_two

Values = tuple[int, int]
TWO, SIX, SEVEN, TEN, JACK, KING, ACE = 0, 4, 5, 8, 9, 11, 12


def rank(card: int) -> int:
    return ACE if card == 52 else card // 4


class Hand:
    """Seven cards, their groups with the joker as an ace, and all their legal settings."""

    def __init__(self, cards: Sequence[int], wheel_lowest: bool) -> None:
        held = Counter(map(rank, cards))
        self.of = {n: sorted([r for r in held if held[r] == n], reverse=True) for n in (1, 2, 3, 4, 5)}
        self.singles = self.of[1]
        self.legal: list[tuple[int, int, list[int]]] = []  # high value, low value, ranks of the low hand
        for low in combinations(cards, 2):
            high = [card for card in cards if card not in low]
            high_value, low_value = fast_five(high, wheel_lowest), rank_two(low)
            if not outranks(low_value, high_value):
                self.legal.append((high_value, low_value, sorted(map(rank, low))))

    def low(self, one: int, other: int) -> Values:
        """Low = R R': of all legal settings whose low hand has exactly these ranks, the one with the highest high hand."""
        return max((high, low) for high, low, ranks in self.legal if ranks == sorted([one, other]))

    def best_made(self, least: int) -> Values | None:
        """Best made hand with low at least L: of all legal settings with a made high hand, highest low, then highest high."""
        made = [
            (low, high)
            for high, low, _ in self.legal
            if high >> CATEGORY_SHIFT in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH) and low >= least
        ]
        if not made:
            return None
        low, high = max(made)
        return high, low


LOWEST_PAIR = rank_two((0, 1))
ANY = 0


def two_cards(one: int, other: int) -> int:
    return rank_two((4 * one, 4 * other + 1))


def standard(cards: Sequence[int], wheel_lowest: bool) -> Values:
    hand = Hand(cards, wheel_lowest)
    s = hand.singles
    pairs, threes, fours, fives = hand.of[2], hand.of[3], hand.of[4], hand.of[5]
    if fives:
        return hand.low(KING, KING) if pairs == [KING] else hand.low(ACE, ACE)
    if fours and threes:
        return hand.low(threes[0], threes[0])
    if fours and pairs:
        return hand.low(pairs[0], pairs[0])
    if fours:
        four = fours[0]
        if TWO <= four <= SIX:
            return hand.low(s[0], s[1])
        if SEVEN <= four <= TEN:
            return hand.low(s[0], s[1]) if s[0] in (KING, ACE) else hand.low(four, four)
        if JACK <= four <= KING:
            return hand.low(s[0], s[1]) if s[0] == ACE else hand.low(four, four)
        return hand.low(ACE, ACE)
    if len(threes) == 2:
        return hand.low(threes[0], threes[0])
    if threes and len(pairs) == 2:
        return hand.low(pairs[0], pairs[0])
    if threes and pairs:
        if pairs == [TWO] and s == [ACE, KING]:
            return hand.low(ACE, KING)
        return hand.low(pairs[0], pairs[0])
    if threes:
        if made := hand.best_made(LOWEST_PAIR):
            return made
        if threes == [ACE]:
            return hand.low(ACE, s[0])
        return hand.low(s[0], s[1])
    if len(pairs) == 3:
        return hand.low(pairs[0], pairs[0])
    if len(pairs) == 2:
        if made := hand.best_made(LOWEST_PAIR):
            return made
        kept = {
            ("low", "low"): (KING, ACE),
            ("medium", "low"): (KING, ACE),
            ("high", "low"): (ACE,),
            ("medium", "medium"): (ACE,),
        }
        if s[0] in kept.get((kind(pairs[0]), kind(pairs[1])), ()):
            return hand.low(s[0], s[1])
        return hand.low(pairs[1], pairs[1])
    if pairs:
        return hand.best_made(two_cards(s[0], s[1])) or hand.low(s[0], s[1])
    return hand.best_made(ANY) or hand.low(s[1], s[2])


def kind(pair: int) -> str:
    return "aces" if pair == ACE else "high" if pair >= JACK else "medium" if pair >= SEVEN else "low"


def foxwoods(cards: Sequence[int], wheel_lowest: bool) -> Values:
    hand = Hand(cards, wheel_lowest)
    s = hand.singles
    pairs, threes, fours, fives = hand.of[2], hand.of[3], hand.of[4], hand.of[5]
    if fives:
        return hand.low(KING, KING) if pairs == [KING] else hand.low(ACE, ACE)
    if fours and threes:
        return hand.low(threes[0], threes[0])
    if fours and pairs:
        return hand.low(pairs[0], pairs[0])
    if fours:
        if fours[0] <= SIX or (fours[0] <= TEN and s[0] in (KING, ACE)):
            return hand.low(s[0], s[1])
        return hand.low(fours[0], fours[0])
    if len(threes) == 2:
        return hand.low(threes[0], threes[0])
    if threes and pairs:
        return hand.low(pairs[0], pairs[0])
    if threes:
        if made := hand.best_made(LOWEST_PAIR):
            return made
        return hand.low(ACE, s[0]) if threes == [ACE] else hand.low(s[0], s[1])
    if len(pairs) == 3:
        return hand.low(pairs[0], pairs[0])
    if len(pairs) == 2:
        if pairs[0] < JACK and (s[0] == ACE or (s[0] == KING and pairs[0] <= SIX)):
            return hand.low(s[0], s[1])
        return hand.low(pairs[1], pairs[1])
    if pairs:
        made = hand.best_made(ANY)
        if made is None:
            return hand.low(s[0], s[1])
        if s[0] == ACE and TEN <= pairs[0] <= KING:
            is_pair, is_ace_high = made[1] >= LOWEST_PAIR, made[1] >> 16 == ACE
            if not (is_pair or is_ace_high):
                return hand.low(s[0], s[1])
        return made
    return hand.best_made(ANY) or hand.low(s[1], s[2])


LITERAL: dict[str, Callable[[Sequence[int], bool], Values]] = {"standard": standard, "foxwoods": foxwoods}
