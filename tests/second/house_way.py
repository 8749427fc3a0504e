"""The two house ways, by looking at all 21 settings of seven cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from . import cards as c

Setting = tuple[tuple[str, ...], tuple[str, ...]]  # high, low
KING, ACE, TEN = 13, 14, 10


def settings(seven: tuple[str, ...], wheel: str) -> list[Setting]:
    """The legal ones: the low hand does not outrank the high hand."""
    found: list[Setting] = []
    for low in combinations(seven, 2):
        high = tuple(card for card in seven if card not in low)
        if not c.outranks(c.two(low), c.five(high, wheel)):
            found.append((high, low))
    return found


@lru_cache(maxsize=200_000)
def _set(seven: tuple[str, ...], way: str, wheel: str) -> Setting:
    legal = settings(seven, wheel)
    return {"standard": standard, "foxwoods": foxwoods}[way](seven, Hand(seven, legal, wheel))


def set_hand(seven: tuple[str, ...], way: str = "standard", wheel: str = c.SECOND) -> Setting:
    return _set(tuple(sorted(seven)), way, wheel)


class Hand:
    """Seven cards in the words of the house ways."""

    def __init__(self, seven: tuple[str, ...], legal: list[Setting], wheel: str) -> None:
        self.legal, self.wheel = legal, wheel
        held = c.groups(seven)
        self.fives = [rank for size, rank in held if size == 5]
        self.fours = [rank for size, rank in held if size == 4]
        self.threes = [rank for size, rank in held if size == 3]
        self.pairs = [rank for size, rank in held if size == 2]
        self.singles = [rank for size, rank in held if size == 1]

    def low(self, first: int, second: int) -> Setting:
        """Of the legal settings whose low hand has these ranks, the one with the highest high hand."""
        wanted = sorted((first, second), reverse=True)
        return max((s for s in self.legal if c.numbers(s[1]) == wanted), key=lambda s: c.five(s[0], self.wheel))

    def s1_s2(self) -> Setting:
        return self.low(self.singles[0], self.singles[1])

    def made(self, good_enough: Callable[[c.Rank], bool]) -> Setting | None:
        """Of the settings with a straight or flush high and a low hand that is good enough: highest low, then highest high."""
        found = [
            s
            for s in self.legal
            if c.five(s[0], self.wheel)[0] in (c.STRAIGHT, c.FLUSH, c.STRAIGHT_FLUSH, c.ROYAL) and good_enough(c.two(s[1]))
        ]
        return max(found, key=lambda s: (c.two(s[1]), c.five(s[0], self.wheel)), default=None)


def pair_low(low: c.Rank) -> bool:
    return low[0] == c.PAIR


def any_low(low: c.Rank) -> bool:
    return True


def standard(seven: tuple[str, ...], h: Hand) -> Setting:
    if h.fives:
        return h.low(KING, KING) if h.pairs == [KING] else h.low(ACE, ACE)
    if h.fours:
        four = h.fours[0]
        if h.threes:
            return h.low(h.threes[0], h.threes[0])
        if h.pairs:
            return h.low(h.pairs[0], h.pairs[0])
        s1 = h.singles[0]
        if four <= 6 or (four <= 10 and s1 >= KING) or (11 <= four <= 13 and s1 == ACE):
            return h.s1_s2()
        return h.low(four, four)
    if len(h.threes) == 2:
        return h.low(h.threes[0], h.threes[0])
    if h.threes and len(h.pairs) == 2:
        return h.low(h.pairs[0], h.pairs[0])
    if h.threes and h.pairs:
        if h.pairs == [2] and h.singles == [ACE, KING]:
            return h.low(ACE, KING)
        return h.low(h.pairs[0], h.pairs[0])
    if h.threes:
        found = h.made(pair_low)
        if found is not None:
            return found
        return h.low(ACE, h.singles[0]) if h.threes == [ACE] else h.s1_s2()
    if len(h.pairs) == 3:
        return h.low(h.pairs[0], h.pairs[0])
    if len(h.pairs) == 2:
        return h.made(pair_low) or standard_two_pairs(h)
    if h.pairs:
        least = c.two_of(h.singles[0], h.singles[1])
        return h.made(lambda low: low >= least) or h.s1_s2()
    return h.made(any_low) or h.low(h.singles[1], h.singles[2])


def standard_two_pairs(h: Hand) -> Setting:
    kinds = []
    for rank in h.pairs:
        kinds.append("low" if rank <= 6 else "medium" if rank <= 10 else "high" if rank <= 13 else "aces")
    s1 = h.singles[0]
    if kinds in (["low", "low"], ["medium", "low"]) and s1 >= KING:
        return h.s1_s2()
    if kinds in (["high", "low"], ["medium", "medium"]) and s1 == ACE:
        return h.s1_s2()
    return h.low(h.pairs[1], h.pairs[1])


def foxwoods(seven: tuple[str, ...], h: Hand) -> Setting:
    if h.fives:
        return h.low(KING, KING) if h.pairs == [KING] else h.low(ACE, ACE)
    if h.fours:
        four = h.fours[0]
        if h.threes:
            return h.low(h.threes[0], h.threes[0])
        if h.pairs:
            return h.low(h.pairs[0], h.pairs[0])
        if four <= 6 or (four <= 10 and h.singles[0] >= KING):
            return h.s1_s2()
        return h.low(four, four)
    if len(h.threes) == 2:
        return h.low(h.threes[0], h.threes[0])
    if h.threes and h.pairs:
        return h.low(h.pairs[0], h.pairs[0])
    if h.threes:
        found = h.made(pair_low)
        if found is not None:
            return found
        return h.low(ACE, h.singles[0]) if h.threes == [ACE] else h.s1_s2()
    if len(h.pairs) == 3:
        return h.low(h.pairs[0], h.pairs[0])
    if len(h.pairs) == 2:
        higher, lower = h.pairs
        s1 = h.singles[0]
        together = (s1 == ACE) if 7 <= higher <= 10 else (s1 >= KING) if higher <= 6 else False
        return h.s1_s2() if together else h.low(lower, lower)
    if h.pairs:
        found = h.made(any_low)
        if found is None:
            return h.s1_s2()
        low = c.two(found[1])
        if h.singles[0] == ACE and TEN <= h.pairs[0] <= KING and low[0] != c.PAIR and low[1][0] != ACE:
            return h.s1_s2()
        return found
    return h.made(any_low) or h.low(h.singles[1], h.singles[2])
