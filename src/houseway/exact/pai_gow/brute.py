"""All pairs of hands of a small deck, one by one: nothing of the sieve's method, so that the two can be compared.

Every hand is set by the policy itself and every pair without a common card is looked at. For decks of up to 25 cards.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb

import numpy as np

from houseway.games.house_way import HouseWay
from houseway.ranking.kernels_support import kernel

from .arrays import I8, I32, I64
from .numbers import numbers
from .running import threads
from .table import numbers_of
from .weights import deck


def set_all(way: HouseWay, wheel_lowest: bool, cards: tuple[int, ...]) -> I32:
    """(hands, 2) high and low numbers of all hands of a deck, each set by the policy, in the order of ``combinations``."""
    of = numbers(wheel_lowest)
    return np.array([numbers_of(way, hand, of) for hand in combinations(cards, 7)], np.int32)


@kernel
def _pairs(first: int, last: int, hands: I8, size: int, binomial: I64, mine: I32, theirs: I32, category: I64, out: I64) -> None:
    """Counts into ``out`` (11, 3, 3) all pairs whose first hand is from ``first`` to ``last``. ``hands`` (n, 7) are places
    in the deck. A hand is numbered, backwards, by ``binomial[place, k]``, the number of hands after it in order."""
    ways = np.zeros((7, size - 7), np.int64)
    cards = size - 7
    for at in range(first, last):
        found = 0
        for card in range(size):
            held = False
            for place in range(7):
                held = held or hands[at, place] == card
            if not held:
                for place in range(7):
                    ways[place, found] = binomial[size - 1 - card, 7 - place]
                found += 1
        high = mine[at, 0]
        low = mine[at, 1]
        counts = out[category[high]]
        after = 0
        for a in range(cards - 6):
            for b in range(a + 1, cards - 5):
                for c in range(b + 1, cards - 4):
                    after = ways[0, a] + ways[1, b] + ways[2, c]
                    for d in range(c + 1, cards - 3):
                        for e in range(d + 1, cards - 2):
                            for f in range(e + 1, cards - 1):
                                number = len(hands) - 1 - after - ways[3, d] - ways[4, e] - ways[5, f]
                                for g in range(f + 1, cards):
                                    other_high = theirs[number - ways[6, g], 0]
                                    other_low = theirs[number - ways[6, g], 1]
                                    by_high = 1 + (high > other_high) - (high < other_high)
                                    by_low = 1 + (low > other_low) - (low < other_low)
                                    counts[by_high, by_low] += 1


def compare_all(player: HouseWay, dealer: HouseWay, wheel_lowest: bool, ranks: int) -> I64:
    """The same (11, 3, 3) counts as ``counting.compare``, for a deck with all suits of ``ranks`` and the joker."""
    cards = deck(ranks)
    mine = set_all(player, wheel_lowest, cards)
    theirs = mine if dealer is player else set_all(dealer, wheel_lowest, cards)
    hands = np.array(list(combinations(range(len(cards)), 7)), np.int8)
    binomial = np.array([[comb(n, k) for k in range(8)] for n in range(len(cards) + 1)], np.int64)
    category = np.array(numbers(wheel_lowest).category, np.int64)
    edges = np.linspace(0, len(hands), 32 + 1).astype(int).tolist()

    def run(first: int, last: int) -> I64:
        out = np.zeros((11, 3, 3), np.int64)
        _pairs(first, last, hands, len(cards), binomial, mine, theirs, category, out)
        return out

    with ThreadPoolExecutor(threads()) as pool:
        return sum(pool.map(run, edges, edges[1:]), np.zeros((11, 3, 3), np.int64))
