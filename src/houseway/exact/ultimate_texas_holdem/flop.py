"""The three cards of the flop and what may follow: sums over the 1,081 turns and rivers, and the same way back.

Both kernels walk all pairs of turn and river for one flop of each of the 1,755 suit classes. To add a row of river
values to each of the 1,176 pairs of hole cards would be slow; but pairs of one kind get the same. So rows are added up
by kind, for each flush suit and for none, over all turns and rivers, and over those that hold a given card. A pair of
hole cards gets the sum over all, less those that hold its one card, less those that hold its other card, plus the one
that was taken off twice. (A kind with no card left on a board has some value there or other: what goes in comes out.)
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels_support import kernel

from .river import OPPONENTS, split
from .tables import CARDS, FIVE_FROM, FOUR_FROM, KINDS, PAIRS, RANK_PAIRS, RANKS, THREE_FROM, Boards, Kinds, Pairs, Rows

NO_SUIT = 4
CHECK, TWICE = 1, 2  # choices after the flop; 0 where the hand was played before it, or meets the flop
FOLDED, ONCE, DOUBLED, RAISED = range(4)  # decisions: fold, 1x, 2x, 4x


def flop_classes() -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """One flop of each suit class ([1755, 3], ascending cards), and how many of the 22,100 flops each stands for."""
    grid = np.arange(CARDS)
    flops = np.stack(np.meshgrid(grid, grid, grid, indexing="ij"), axis=-1).reshape(-1, 3)
    flops = flops[(flops[:, 0] < flops[:, 1]) & (flops[:, 1] < flops[:, 2])]
    least = np.full(len(flops), CARDS**3)
    for suits in permutations(range(4)):
        renamed = np.sort(flops & ~3 | np.array(suits)[flops & 3], axis=1)
        least = np.minimum(least, (renamed[:, 0] * CARDS + renamed[:, 1]) * CARDS + renamed[:, 2])
    names, counts = np.unique(least, return_counts=True)
    return np.stack([names // CARDS**2, names // CARDS % CARDS, names % CARDS], axis=1).astype(np.int8), counts


@kernel
def row_of(
    triple: NDArray[np.int16], multiset: NDArray[np.int16], rank_pair: NDArray[np.int16], set_index: NDArray[np.int16],
    board: NDArray[np.int8],
) -> Any:  # fmt: skip
    """Row and flush suit (4 for none) of five cards. The tables are given one by one: all of them for each board is slow."""
    suits = 0  # four bits a suit: how many cards
    for card in board:
        suits += 1 << 4 * (card & 3)
    three = suits + 0x5555 & 0x8888  # five more carry into the top bit from three cards on
    if three == 0:
        first_three = triple[board[0] >> 2, board[1] >> 2, board[2] >> 2]
        return np.int64(multiset[first_three, rank_pair[board[3] >> 2, board[4] >> 2]]), NO_SUIT
    suit = int(three > 0x8) + int(three > 0x80) + int(three > 0x800)
    bits = others = first = second = 0
    for card in board:  # without branches: which cards are of the suit is as good as random
        rank, off = int(card >> 2), int(card & 3 != suit)
        bits |= 1 - off << rank
        others += off
        first += off * (second - first)
        second += off * (rank - second)
    place = np.int64(set_index[bits])
    if others == 2:
        return THREE_FROM + place * RANK_PAIRS + rank_pair[first, second], suit
    if others == 1:
        return FOUR_FROM + place * RANKS + second, suit
    return FIVE_FROM + place, suit


@kernel
def clear(table: NDArray[np.integer]) -> None:
    """Zeroes. (Assigning to a slice would say it, but takes the compiler seconds.)"""
    for x in range(table.shape[0]):
        for y in range(table.shape[1]):
            table[x, y] = 0


@kernel
def deal(flop: NDArray[np.int8], board: NDArray[np.int8], live: NDArray[np.int8]) -> None:
    """The flop onto the board, and the 49 cards that are not in it, ascending."""
    for place in range(3):
        board[place] = flop[place]
    size = 0
    for card in range(CARDS):
        if card != flop[0] and card != flop[1] and card != flop[2]:
            live[size] = card
            size += 1


@kernel
def lay_out(boards: Boards, flops: NDArray[np.int8], start: int, stop: int, codes: NDArray[np.int32]) -> None:
    """Fills ``codes`` [flop, x, y]: the row and flush suit that two live cards make with a flop, by their places among the 49.

    A code is ``row << 6 | suit << 3 | times``. Beside the same x, cards y of one rank often make the same row with the
    same suit; the first of them has the number of these cards as ``times`` and the others 0.
    """
    triple, multiset, rank_pair, set_index = boards.triple, boards.multiset, boards.rank_pair, boards.set_index
    board, live = np.empty(5, dtype=np.int8), np.empty(49, dtype=np.int8)
    for number in range(start, stop):
        deal(flops[number], board, live)
        for x in range(49):
            for y in range(x + 1, 49):
                board[3], board[4] = live[x], live[y]
                row, suit = row_of(triple, multiset, rank_pair, set_index, board)
                codes[number, x, y] = codes[number, y, x] = row << 6 | suit << 3
        for x in range(49):
            for y in range(49):
                first = y
                for earlier in range(max(0, y - 3), y):  # of another rank the row is another
                    first = min(first, earlier if codes[number, x, earlier] >> 3 == codes[number, x, y] >> 3 else y)
                codes[number, x, first] += 1 if x != y else 0


@kernel
def suits_beside(codes: NDArray[np.int32], number: int, x: int) -> int:
    """The flush suits (4 for none) that card x makes with others on a flop, as bits."""
    suits = 0
    for y in range(49):
        if x != y:
            suits |= 1 << (codes[number, x, y] >> 3 & 7)
    return suits


@kernel
def decide(
    pairs: Pairs, values: NDArray[np.int32], flops: NDArray[np.int8], stands_for: NDArray[np.int64], codes: NDArray[np.int32],
    start: int, stop: int, choices: NDArray[np.int8], cells: NDArray[np.int64], totals: NDArray[np.int64],
) -> None:  # fmt: skip
    """The flop decision of each pair on the flops from ``start`` to ``stop``.

    Fills ``choices`` [flop, pair] (0 where the pair meets the flop), leaves in ``cells`` [pair, 3] the last flop's sums,
    and adds to ``totals`` [hand, 3], weighted by what each flop stands for: the best of checking and 2x, ante and blind
    of one who stays, a play of 1x. A tie between checking and 2x goes to checking.
    """
    numbers, kinds, hands = pairs.number, pairs.kind, pairs.hand
    board, live = np.empty(5, dtype=np.int8), np.empty(49, dtype=np.int8)
    all_sums, sums = np.empty((5, 3 * KINDS), dtype=np.int64), np.empty((5, 3 * KINDS), dtype=np.int64)
    clear(sums)
    for number in range(start, stop):
        deal(flops[number], board, live)
        clear(all_sums)
        clear(cells)
        for x in range(49):
            for y in range(49):
                code = codes[number, x, y]
                row, suit, times = code >> 6, code >> 3 & 7, code & 7
                if times > 0:
                    for at in range(3 * (KINDS if suit != NO_SUIT else RANK_PAIRS)):
                        sums[suit, at] += times * values[row, at]
            suits = suits_beside(codes, number, x)
            for suit in range(5):
                if suits >> suit & 1:
                    for y in range(49):
                        if x != y:
                            pair = numbers[live[x], live[y]]
                            for part in range(3):
                                cells[pair, part] -= sums[suit, 3 * kinds[suit, pair] + part]
                    for at in range(3 * KINDS):
                        all_sums[suit, at] += sums[suit, at]
                        sums[suit, at] = 0
        for x in range(49):
            for y in range(x + 1, 49):
                pair = numbers[live[x], live[y]]
                row, suit_of_both = codes[number, x, y] >> 6, codes[number, x, y] >> 3 & 7
                both = 3 * kinds[suit_of_both, pair]
                for part in range(3):
                    twice = 0  # each turn and river was added once for either card
                    for suit in range(5):
                        twice += all_sums[suit, 3 * kinds[suit, pair] + part]
                    cells[pair, part] += twice // 2 + values[row, both + part]
                checked, staying, playing = cells[pair, 0], cells[pair, 1], cells[pair, 2]
                doubled = staying + 2 * playing
                choices[number, pair] = TWICE if doubled > checked else CHECK
                hand = hands[pair]
                totals[hand, 0] += stands_for[number] * max(checked, doubled)
                totals[hand, 1] += stands_for[number] * staying
                totals[hand, 2] += stands_for[number] * playing


@kernel
def spread(
    pairs: Pairs, flops: NDArray[np.int8], stands_for: NDArray[np.int64], codes: NDArray[np.int32],
    own: int, shares: int, choices: NDArray[np.int8], dealt: NDArray[np.int64], reached: NDArray[np.int32],
) -> None:  # fmt: skip
    """The way back: how often each row and kind is reached by checking and by 2x, for every ``shares``-th row from ``own``.

    Adds to ``dealt`` [row] the flops with a turn and river that make it, and to ``reached`` [row, 2 * kind + (0, 1)]
    those of them, times pairs of that kind, where the pair had checked (0) or played 2x (1), everything twice: once for
    the turn and river in either order. Pairs whose choice is 0 are not counted.
    """
    numbers, kinds = pairs.number, pairs.kind
    board, live = np.empty(5, dtype=np.int8), np.empty(49, dtype=np.int8)
    all_held, held = np.empty((5, 2 * KINDS), dtype=np.int32), np.empty((5, 2 * KINDS), dtype=np.int32)
    for number in range(flops.shape[0]):
        deal(flops[number], board, live)
        weight = np.int32(stands_for[number])
        clear(all_held)
        for pair in range(PAIRS):
            if choices[number, pair] > 0:
                for suit in range(5):
                    all_held[suit, 2 * kinds[suit, pair] + choices[number, pair] - 1] += weight
        for x in range(49):
            suits = suits_beside(codes, number, x)
            for suit in range(5):
                if suits >> suit & 1:
                    for at in range(2 * KINDS):
                        held[suit, at] = all_held[suit, at]
                    for y in range(49):
                        pair = numbers[live[x], live[y]]
                        if x != y and choices[number, pair] > 0:
                            held[suit, 2 * kinds[suit, pair] + choices[number, pair] - 1] -= 2 * weight
            for y in range(49):
                code = codes[number, x, y]
                row, suit, times = code >> 6, code >> 3 & 7, code & 7
                if x == y or row % shares != own:
                    continue
                pair = numbers[live[x], live[y]]
                if choices[number, pair] > 0:  # the pair that is the turn and the river goes twice
                    reached[row, 2 * kinds[suit, pair] + choices[number, pair] - 1] += weight
                if times > 0:
                    dealt[row] += times * weight
                    for at in range(2 * (KINDS if suit != NO_SUIT else RANK_PAIRS)):
                        reached[row, at] += times * held[suit, at]


@kernel
def tally(
    kinds: Kinds, rows: Rows, packed: NDArray[np.int32], category: NDArray[np.uint8],
    still: NDArray[np.int64], play: NDArray[np.int64],
    folded: int, dealt: NDArray[np.int64], reached: NDArray[np.int32], start: int, stop: int, tallies: NDArray[np.int64],
) -> None:  # fmt: skip
    """Adds up ``tallies`` [decision, contest, qualifies, category] over the rows from ``start`` to ``stop``.

    What was dealt and neither checked nor played at 2x had been played before the flop. At the river a tie between fold
    and 1x goes to fold.
    """
    sorts, left = kinds.sorts, rows.left
    outcomes = np.empty((3, 2), dtype=np.int64)
    ways = np.empty(4, dtype=np.int64)
    for row in range(start, stop):
        for kind in range(KINDS if rows.suited[row] else RANK_PAIRS):
            one, other = np.int64(left[row, sorts[kind, 0]]), np.int64(left[row, sorts[kind, 1]])
            pairs = one * other
            if sorts[kind, 0] == sorts[kind, 1]:
                pairs = one * (one - 1) // 2
            if pairs <= 0:
                continue
            counts, hand = packed[row, kind], category[row, kind]
            split(counts & 1023, counts >> 10 & 1023, counts >> 20, OPPONENTS, outcomes)
            once = 0
            for contest in range(3):
                for qualifies in range(2):
                    once += outcomes[contest, qualifies] * (still[contest, qualifies, hand] + play[contest, qualifies, hand])
            checked, doubled = np.int64(reached[row, 2 * kind]) // 2, np.int64(reached[row, 2 * kind + 1]) // 2
            for decision in range(4):
                ways[decision] = 0
            ways[ONCE if once > OPPONENTS * folded else FOLDED] = checked
            ways[DOUBLED] = doubled
            ways[RAISED] = dealt[row] // 2 * pairs - checked - doubled
            for decision in range(4):
                if ways[decision] != 0:
                    for contest in range(3):
                        for qualifies in range(2):
                            tallies[decision, contest, qualifies, hand] += ways[decision] * outcomes[contest, qualifies]
