"""Best play: against brute force on a small deck, against advice hand by hand on the whole one, and against the sieve."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from houseway.cards import JOKER
from houseway.exact.pai_gow import best, patterns
from houseway.exact.pai_gow.advice import settings
from houseway.exact.pai_gow.best_kernels import BEST_M, BEST_W, HANDS, PER_WAY, WAYS
from houseway.exact.pai_gow.counting import compare
from houseway.exact.pai_gow.numbers import numbers
from houseway.exact.pai_gow.table import Table, pattern_of
from houseway.exact.pai_gow.weights import deck
from houseway.games import house_way
from houseway.ranking import joker

Tables = Callable[[str, bool], Table]

RANKS = 0b1_0000_0000_0111  # A 2 3 4 and the joker
OPPOSITE = comb(10, 7)
PERCENT = 5


def plain_patterns(hands: list[tuple[int, ...]]) -> dict[int, list[tuple[int, ...]]]:
    """Hands by their plain pattern."""
    row, column = patterns.plain_rows()
    found: dict[int, list[tuple[int, ...]]] = {}
    for hand in hands:
        natural = [card for card in hand if card != JOKER]
        lower = sum(patterns.LOWER_CODE[card >> 2] for card in natural)
        upper = sum(patterns.UPPER_CODE[card >> 2] for card in natural)
        found.setdefault(int(row[int(JOKER in hand), lower] + column[upper]), []).append(hand)
    return found


@pytest.mark.parametrize("banking", [False, True])
def test_every_setting_of_a_small_deck(table_of: Tables, banking: bool) -> None:
    """Hands of 17 cards in eight of their plain patterns: every setting against every one of the 120 dealer hands."""
    house = table_of("standard", False)
    of = numbers(False)
    cards = deck(RANKS)
    groups = plain_patterns(list(combinations(cards, 7)))
    chosen = sorted(groups)[:: len(groups) // 8]
    work = best.worker(house, [house], banking, RANKS, PERCENT)
    out = np.zeros((patterns.PLAIN, WAYS + PER_WAY), np.int64)
    for pattern in chosen:
        work(pattern, pattern + 1, out)
        total = [0, 0, 0]
        for hand in groups[pattern]:
            at = [pattern_of(other) for other in combinations([card for card in cards if card not in hand], 7)]
            highs, lows = house.high[at].astype(int), house.low[at].astype(int)
            best_value, best_m, best_w = -1, 0, 0
            for low in combinations(hand, 2):
                high = tuple([card for card in hand if card not in low])
                value, two = joker.rank_five(high), joker.rank_two(low)
                if joker.outranks(two, value):
                    continue
                above, beside = highs < of.high_of[value] + banking, lows < of.low_of[two] + banking
                m, w = int(above.sum() + beside.sum()), int((above & beside).sum())
                if 100 * m - PERCENT * w > best_value:
                    best_value, best_m, best_w = 100 * m - PERCENT * w, m, w
            total = [total[0] + 1, total[1] + best_m, total[2] + best_w]
        assert out[pattern, [HANDS, BEST_M, BEST_W]].tolist() == total


def test_the_house_way_s_own_settings_give_the_sieve_s_counts(table_of: Tables) -> None:
    """Two methods that share nothing but the tables: hand by hand with corrections by suit, and inclusion and exclusion."""
    house, other = table_of("standard", False), table_of("foxwoods", False)
    for banking in (False, True):
        found = best.summary(
            best.sums(house, [house, other], banking, RANKS), house, [house, other], banking, PERCENT, OPPOSITE
        )
        for way, given in zip((house, other), found.ways, strict=True):
            nine = compare(way, house, RANKS).sum(axis=0)
            win, lose = (nine[1:, 1:].sum(), nine[0, 0]) if banking else (nine[2, 2], nine[:2, :2].sum())
            assert (given.tally.win, given.tally.lose) == (win, lose)
            assert given.cost >= 0
            assert given.tally.total == found.tally.total == comb(17, 7) * OPPOSITE


@pytest.mark.parametrize(
    "hand", ["2c 2d 2h 2s 7c 7d 7h", "Kc Kd Kh Ks Jc Jd Jk", "Ac Ad Ah As Jk 5c 5d", "8c 8d 8h 8s Ac Ad Jk"], ids=str
)
def test_the_whole_deck_hand_by_hand(table_of: Tables, hand: str) -> None:
    """Patterns of few hands, each of which is also advised about from the counts of the 53,524,680 dealer hands."""
    from houseway.cards import cards

    way, house = house_way.get("foxwoods"), table_of("foxwoods", False)
    own = cards(hand)
    pattern = next(iter(plain_patterns([own])))
    ranks = [card >> 2 for card in own if card != JOKER]
    groups = [list(combinations([4 * rank + suit for suit in range(4)], ranks.count(rank))) for rank in sorted(set(ranks))]
    hands: list[tuple[int, ...]] = [(JOKER,) if JOKER in own else ()]
    for choices in groups:
        hands = [one + choice for one in hands for choice in choices]
    out = np.zeros((patterns.PLAIN, WAYS + PER_WAY), np.int64)
    best.worker(house, [house], False, percent=PERCENT)(pattern, pattern + 1, out)
    assert out[pattern, HANDS] == len(hands)
    value = way_value = Fraction(0)
    for one in hands:
        choices_of = settings(one, (), way, house, PERCENT)
        value += choices_of[0].expected_value
        way_value += next(choice.expected_value for choice in choices_of if choice.by_house_way)
    opposite = comb(46, 7)
    m, w = (int(out[pattern, column]) for column in (BEST_M, BEST_W))
    assert Fraction(100 * m - PERCENT * w, 100 * opposite) - len(hands) == value
    m, w = (int(out[pattern, column]) for column in (WAYS, WAYS + 1))
    assert Fraction(100 * m - PERCENT * w, 100 * opposite) - len(hands) == way_value


def test_every_hand_has_a_legal_setting() -> None:
    """Of each of the 67,600 plain patterns; hands with five of a suit have the same settings or better ones."""
    from houseway.exact.pai_gow.best_settings import settings as legal_settings

    ranked = best.ranked(False)
    codes = np.array([patterns.LOWER_CODE, patterns.UPPER_CODE], np.int64)
    space = best.space(best.dealer(Table("", "", False, np.zeros(292_253, np.uint16), np.zeros(292_253, np.uint8))))
    fewest = 21
    for at, counts in enumerate(patterns.plain_counts().astype(np.int64)):
        found = legal_settings(counts, int(at >= patterns.PLAIN_WITH_JOKER), ranked, codes, space)
        fewest = min(fewest, int((space.needs[:found] == 0).sum()))
    assert fewest >= 1


def test_interrupted_work_goes_on_where_it_was(table_of: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    house = table_of("standard", False)
    seen: list[int] = []

    def stop(done: int, of: int) -> None:
        seen.append(done)
        if done > of // 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        best.sums(house, [house], ranks=RANKS, progress=stop)
    again: list[int] = []
    resumed = best.sums(house, [house], ranks=RANKS, progress=lambda done, of: again.append(done))
    assert again[0] > seen[-1] - 8  # all that was done, less at most the piece under way on each thread
    monkeypatch.setenv("HOUSEWAY_CACHE", "off")
    assert np.array_equal(resumed, best.sums(house, [house], ranks=RANKS))
