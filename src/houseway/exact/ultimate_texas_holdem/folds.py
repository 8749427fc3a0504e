"""What a fold takes along: hands folded at the river, by the cards that side wagers look at.

A fold loses more than ante and blind where a Rules Submission says so (``trips_on_fold``, ``progressive_on_fold``). What
that is worth needs three counts beside the tallies, each of deals in which a player of the base game folds:

- by the category of his own two cards and the flop;
- by the category of another hand's two cards and the flop (the dealer's, or another player's who is not looked at
  otherwise: any two of the 45 cards left are as likely);
- by the category of the best five of seven of another hand.

The first two come from one walk over the flops, as ``flop.decide``: for each pair that checks and each card x, how many
turns and rivers with x make it fold. The other hand must share no card with the pair p, the turn and the river. Of the
pairs q that make a category with the flop, those that share a card with the four are counted by inclusion and exclusion:
one for each card of the four that q holds, less one for each q that is two of them. The third is counted over rows and
kinds, as which cards are left of each sort is all that matters there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels_support import kernel
from houseway.ranking.kernels_tables import rank_table, slots

from .flop import CHECK, NO_SUIT, clear, deal, suits_beside
from .payouts import CATEGORIES
from .tables import CARDS, KINDS, MULTISETS, PAIRS, RANK_PAIRS, RANKS, Kinds, Pairs, Rows, Tables

LIVE = 49  # cards that are not in a flop


def flop_categories(known: Tables, flops: NDArray[np.int8]) -> NDArray[np.uint8]:
    """The category [flop, pair] of each pair of cards with each of the flops; 0 where the pair meets the flop."""
    ones, others = np.triu_indices(CARDS, 1)
    boards, flush, orders = known.boards, known.strength.flush, rank_table(5, False, True)
    by_ranks = np.zeros(MULTISETS, np.uint16)
    sets = slots(5, False)
    ranks = sets.multisets.astype(np.int64)
    by_ranks[
        boards.multiset[boards.triple[ranks[:, 0], ranks[:, 1], ranks[:, 2]], boards.rank_pair[ranks[:, 3], ranks[:, 4]]]
    ] = orders.orders[sets.slot]
    of = np.zeros((len(flops), PAIRS), np.uint8)
    for number, three in enumerate(flops):
        live = np.ones(PAIRS, np.bool_)
        for card in three:
            live &= (ones != card) & (others != card)
        one, other, ranks = ones[live], others[live], three >> 2
        order = by_ranks[boards.multiset[boards.triple[ranks[0], ranks[1], ranks[2]], boards.rank_pair[one >> 2, other >> 2]]]
        if (three & 3 == three[0] & 3).all():
            suited = (one & 3 == three[0] & 3) & (other & 3 == three[0] & 3)
            bits = (1 << ranks.astype(np.int64)).sum() | 1 << (one >> 2) | 1 << (other >> 2)
            order = np.where(suited, flush[bits], order)
        of[number, live] = known.strength.category[order]
    return of


@kernel
def by_flop(
    pairs: Pairs, folds: NDArray[np.uint8], flops: NDArray[np.int8], stands_for: NDArray[np.int64], codes: NDArray[np.int32],
    categories: NDArray[np.uint8], choices: NDArray[np.int8], start: int, stop: int, found: NDArray[np.int64],
) -> None:  # fmt: skip
    """Adds to ``found`` [2, category] the folds on the flops from ``start`` to ``stop``: by own hand, by another hand.

    ``folds`` [row, kind] is 1 where a hand that has checked folds at the river, ``choices`` [flop, pair] what was decided
    before it. Own hands are counted without the dealer's cards (990 times fewer), other hands with theirs.
    """
    numbers, kinds = pairs.number, pairs.kind
    board, live = np.empty(5, dtype=np.int8), np.empty(LIVE, dtype=np.int8)
    sums = np.empty((5, KINDS), dtype=np.int64)
    held = np.empty((5, KINDS), dtype=np.int64)  # pairs that check, by kind for each suit
    of_card = np.empty((2, LIVE), dtype=np.int64)  # folds that hold a card: in the pair, in turn and river
    crossed = np.empty((LIVE, LIVE), dtype=np.int64)  # [a, x] folds with a in the pair and x in turn or river
    of_pair = np.empty((LIVE, LIVE), dtype=np.int64)
    checks = np.empty((LIVE, LIVE), dtype=np.int64)
    pair_of = np.empty((LIVE, LIVE), dtype=np.int64)
    after = np.empty((LIVE, LIVE), dtype=np.int64)  # [x, y] pairs that check and fold when x and y are turn and river
    active, together = np.empty(5, dtype=np.int64), np.empty(LIVE, dtype=np.int64)
    for number in range(start, stop):
        deal(flops[number], board, live)
        clear(sums)
        clear(held)
        clear(of_card)
        clear(crossed)
        clear(of_pair)
        clear(checks)
        for a in range(LIVE):
            for b in range(a + 1, LIVE):
                pair = np.int64(numbers[live[a], live[b]])
                pair_of[a, b] = pair_of[b, a] = pair
                if choices[number, pair] == CHECK:
                    checks[a, b] = checks[b, a] = 1
                    for suit in range(5):
                        held[suit, kinds[suit, pair]] += 1
        every = 0
        for x in range(LIVE):
            suits = suits_beside(codes, number, x)
            size = 0
            for suit in range(5):
                if suits >> suit & 1:
                    active[size] = suit
                    size += 1
                    for b in range(LIVE):
                        if checks[x, b] != 0:
                            held[suit, kinds[suit, pair_of[x, b]]] -= 1
            for y in range(LIVE):
                if y == x:
                    continue
                code = codes[number, x, y]
                row, suit, times = code >> 6, code >> 3 & 7, code & 7
                if times > 0:
                    met = np.int64(0)
                    for at in range(KINDS if suit != NO_SUIT else RANK_PAIRS):
                        sums[suit, at] += times * folds[row, at]
                        met += held[suit, at] * folds[row, at]
                    together[y] = met
                else:  # another card of its rank made the same row
                    for earlier in range(max(0, y - 3), y):
                        if codes[number, x, earlier] >> 3 == code >> 3:
                            together[y] = together[earlier]
                if y > x:
                    ways = together[y]
                    for b in range(LIVE):
                        if checks[y, b] != 0 and b != x:
                            ways -= folds[row, kinds[suit, pair_of[y, b]]]
                    after[x, y] = ways
            for place in range(size):
                suit = active[place]
                for b in range(LIVE):
                    if checks[x, b] != 0:
                        held[suit, kinds[suit, pair_of[x, b]]] += 1
            for a in range(LIVE):
                if a == x:
                    continue
                row_a, suit_a = codes[number, x, a] >> 6, codes[number, x, a] >> 3 & 7
                for b in range(a + 1, LIVE):
                    if b == x or checks[a, b] == 0:
                        continue
                    pair = pair_of[a, b]
                    row_b, suit_b = codes[number, x, b] >> 6, codes[number, x, b] >> 3 & 7
                    ways = -np.int64(folds[row_a, kinds[suit_a, pair]]) - np.int64(folds[row_b, kinds[suit_b, pair]])
                    for place in range(size):
                        ways += sums[active[place], kinds[active[place], pair]]
                    of_pair[a, b] += ways
                    of_card[1, x] += ways
                    crossed[a, x] += ways
                    crossed[b, x] += ways
            clear(sums)
        for a in range(LIVE):
            for b in range(a + 1, LIVE):
                ways = of_pair[a, b] // 2  # each turn and river was met once for either card
                of_pair[a, b] = ways
                of_card[0, a] += ways
                of_card[0, b] += ways
                every += ways
        weight = stands_for[number]
        for a in range(LIVE):
            for b in range(a + 1, LIVE):
                category = categories[number, pair_of[a, b]]
                sharing = of_card[0, a] + of_card[0, b] + of_card[1, a] + of_card[1, b]
                twice = of_pair[a, b] + after[a, b] + crossed[a, b] + crossed[b, a]
                found[0, category] += weight * of_pair[a, b]
                found[1, category] += weight * (every - sharing + twice)


@kernel
def by_row(
    kinds: Kinds, rows: Rows, category: NDArray[np.uint8], folds: NDArray[np.uint8], reached: NDArray[np.int32],
    start: int, stop: int, found: NDArray[np.int64],
) -> None:  # fmt: skip
    """Adds to ``found`` [category] the folds on the rows from ``start`` to ``stop`` by another hand's best five of seven.

    ``reached`` is as ``flop.spread`` leaves it.
    """
    sorts, left = kinds.sorts, rows.left
    totals, holding = np.empty((1, CATEGORIES), dtype=np.int64), np.empty((CATEGORIES, 2 * RANKS), dtype=np.int64)
    for row in range(start, stop):
        size = KINDS if rows.suited[row] else RANK_PAIRS
        clear(totals)
        clear(holding)
        for kind in range(size):
            one, other = sorts[kind, 0], sorts[kind, 1]
            mine, theirs = np.int64(left[row, one]), np.int64(left[row, other])
            level = category[row, kind]
            if one == other:
                totals[0, level] += mine * (mine - 1) // 2
                holding[level, one] += mine - 1
            else:
                totals[0, level] += mine * theirs
                holding[level, one] += theirs
                holding[level, other] += mine
        for kind in range(size):
            ways = np.int64(reached[row, 2 * kind]) // 2 * folds[row, kind]
            if ways != 0:
                for level in range(CATEGORIES):
                    found[level] += ways * (totals[0, level] - holding[level, sorts[kind, 0]] - holding[level, sorts[kind, 1]])
                found[category[row, kind]] += ways  # the pair itself was taken off twice
