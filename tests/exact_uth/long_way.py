"""The game solved the long way, with nothing of the solver's rows, sorts and kinds, for the proofs to compare with.

For each of the 134,459 suit classes of boards all 1,081 pairs are ranked by phevaluator's compiled evaluator and each is
compared with each; the values are added into cells (flop class, pair) for the ten flops inside the board, and cells that
the flop's own symmetries make equal are added together.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray
from phevaluator import _pheval

from exact_uth import brute
from houseway.exact.ultimate_texas_holdem.tables import PAIRS
from houseway.ranking.kernels_classes import suit_classes

_rank_seven = brute._rank_seven
_rank_five = ctypes.CDLL(_pheval.__file__).evaluate_5cards
_rank_five.argtypes, _rank_five.restype = [ctypes.c_int] * 5, ctypes.c_int

# The worst rank that phevaluator gives each category, high card first.
WORST = np.array([7462, 6185, 3325, 2467, 1609, 1599, 322, 166, 10, 1])
PERMUTATIONS = np.array(list(permutations(range(4))))


class Numbers(NamedTuple):
    """Pairs of cards by number, what each renaming of suits makes of them, and flop classes by flop."""

    pair: NDArray[np.int64]  # [card, card]
    renamed: NDArray[np.int64]  # [renaming, pair]
    flop_class: NDArray[np.int64]  # [card, card, card] ascending
    flop_renaming: NDArray[np.int64]  # [card, card, card] a renaming that makes it its class's flop
    flops: NDArray[np.int64]  # [class, 3]


def numbers() -> Numbers:
    """The numberings, made here from nothing."""
    pair = np.full((52, 52), -1)
    for number, (one, other) in enumerate(combinations(range(52), 2)):
        pair[one, other] = pair[other, one] = number
    ones, others = np.array(list(combinations(range(52), 2))).T
    renamed = np.array([pair[ones & ~3 | suits[ones & 3], others & ~3 | suits[others & 3]] for suits in PERMUTATIONS])
    classes: dict[tuple[int, ...], int] = {}
    flop_class, flop_renaming = np.full((52, 52, 52), -1), np.full((52, 52, 52), -1)
    for cards in combinations(range(52), 3):
        forms = [tuple(sorted([card & ~3 | int(suits[card & 3]) for card in cards])) for suits in PERMUTATIONS]
        least = min(forms)
        flop_class[cards] = classes.setdefault(least, len(classes))
        flop_renaming[cards] = forms.index(least)
    return Numbers(pair, renamed, flop_class, flop_renaming, np.array(list(classes)))


@numba.njit(nogil=True)
def count_board(board, pair, ones, others, ranks, counts):  # type: ignore[no-untyped-def]
    """Pairs on a board (their cards), their ranks, and counts [pair, beaten / tied / not qualifying], each with each."""
    used = np.zeros(52, np.bool_)
    for card in board:
        used[card] = True
    place = np.full(pair.shape, -1)
    size = 0
    for one in range(52):
        for other in range(one + 1, 52):
            if not used[one] and not used[other]:
                ones[size], others[size] = one, other
                place[one, other] = place[other, one] = size
                ranks[size] = _rank_seven(one, other, board[0], board[1], board[2], board[3], board[4])
                size += 1
    weak = (ranks > brute.WORST_PAIR).sum()
    for at in range(size):
        mine = ranks[at]
        beaten, tied, poor = (ranks > mine).sum(), (ranks == mine).sum() - 1, weak - (mine > brute.WORST_PAIR)
        for card in (ones[at], others[at]):
            for other in range(52):
                shared = place[card, other]
                if shared >= 0 and shared != at:
                    beaten -= ranks[shared] > mine
                    tied -= ranks[shared] == mine
                    poor -= ranks[shared] > brute.WORST_PAIR
        counts[at, 0], counts[at, 1], counts[at, 2] = beaten, tied, poor


@numba.njit(nogil=True)
def long_way(boards, times, start, stop, pair, renamed, flop_class, flop_renaming, blinds, all_counts, cells):  # type: ignore[no-untyped-def]
    """Counts of every board and pair, and for each blind table the values added to the cells of the ten flops inside."""
    ones, others, ranks = np.empty(1081, np.int64), np.empty(1081, np.int64), np.empty(1081, np.int16)
    counts, values = np.empty((1081, 3), np.int64), np.empty((blinds.shape[0], 1081, 3), np.int64)
    three = np.empty(3, np.int64)
    for number in range(start, stop):
        board = np.sort(boards[number])
        count_board(board, pair, ones, others, ranks, counts)
        for at in range(1081):
            beaten, tied, weak = counts[at]
            lost = 990 - beaten - tied
            for part in range(3):
                all_counts[number, at, part] = counts[at, part]
            beaten_weak = min(beaten, weak)
            lost_weak = max(weak - beaten - tied, 0)
            play = 2 * (beaten - lost)
            for table in range(blinds.shape[0]):
                paid = 0
                for line in range(blinds.shape[1]):
                    if ranks[at] <= blinds[table, line, 0]:
                        paid = blinds[table, line, 1]
                        break
                stay = paid * beaten + 2 * (beaten - beaten_weak) - 2 * lost - 2 * (lost - lost_weak)
                values[table, at, 0], values[table, at, 1], values[table, at, 2] = max(stay + play, -4 * 990), stay, play
        for a in range(5):
            for b in range(a + 1, 5):
                for c in range(b + 1, 5):
                    three[0], three[1], three[2] = board[a], board[b], board[c]
                    flop, to = flop_class[three[0], three[1], three[2]], flop_renaming[three[0], three[1], three[2]]
                    for at in range(1081):
                        cell = renamed[to, pair[ones[at], others[at]]]
                        for table in range(blinds.shape[0]):
                            for part in range(3):
                                cells[table, flop, cell, part] += times[number] * values[table, at, part]


@numba.njit(nogil=True)
def long_tally(
    boards, times, start, stop, pair, renamed, flop_class, flop_renaming, worst, all_counts, choices, blind, tallies
):  # type: ignore[no-untyped-def]
    """Outcomes by decision: ``choices`` [flop class, pair] is 0 for 4x, 1 for check, 2 for 2x."""
    ones, others, ranks = np.empty(1081, np.int64), np.empty(1081, np.int64), np.empty(1081, np.int16)
    counts = np.empty((1081, 3), np.int64)
    used = np.empty(52, np.bool_)
    for number in range(start, stop):
        board = np.sort(boards[number])
        used[:] = False
        for card in board:
            used[card] = True
        size = 0
        for one in range(52):
            for other in range(one + 1, 52):
                if not used[one] and not used[other]:
                    ones[size], others[size] = one, other
                    ranks[size] = _rank_seven(one, other, board[0], board[1], board[2], board[3], board[4])
                    size += 1
        counts[:] = all_counts[number]
        for at in range(1081):
            beaten, tied, weak = counts[at]
            lost = 990 - beaten - tied
            beaten_weak, lost_weak = min(beaten, weak), max(weak - beaten - tied, 0)
            tied_weak = weak - beaten_weak - lost_weak
            category = 0
            for of in range(1, 10):
                if ranks[at] <= worst[of]:
                    category = of
            paid = 0
            for line in range(blind.shape[0]):
                if ranks[at] <= blind[line, 0]:
                    paid = blind[line, 1]
                    break
            once = (paid + 2) * beaten + 2 * (beaten - beaten_weak) - 4 * lost - 2 * (lost - lost_weak)
            for a in range(5):
                for b in range(a + 1, 5):
                    for c in range(b + 1, 5):
                        flop = flop_class[board[a], board[b], board[c]]
                        to = flop_renaming[board[a], board[b], board[c]]
                        choice = choices[flop, renamed[to, pair[ones[at], others[at]]]]
                        decision = 3 if choice == 0 else 2 if choice == 2 else 1 if once > -4 * 990 else 0
                        of = tallies[decision]
                        of[2, 0, category] += times[number] * beaten_weak
                        of[2, 1, category] += times[number] * (beaten - beaten_weak)
                        of[1, 0, category] += times[number] * tied_weak
                        of[1, 1, category] += times[number] * (tied - tied_weak)
                        of[0, 0, category] += times[number] * lost_weak
                        of[0, 1, category] += times[number] * (lost - lost_weak)


@numba.njit(nogil=True)
def category_of(rank, worst):  # type: ignore[no-untyped-def]
    category = 0
    for of in range(1, 10):
        if rank <= worst[of]:
            category = of
    return category


@numba.njit(nogil=True)
def long_folds(boards, times, start, stop, pair, renamed, flop_class, flop_renaming, worst, all_counts, choices, blind, found):  # type: ignore[no-untyped-def]
    """Folds by category ``found`` [own flop hand, another's flop hand, another's seven cards]; the first without the dealer.

    Every pair on every board, for each of the ten flops inside it: the pairs that share no card with it are what is left
    of all pairs when those that hold its one or other card are taken off, and itself put back that went twice.
    """
    ones, others, ranks = np.empty(1081, np.int64), np.empty(1081, np.int64), np.empty(1081, np.int16)
    seven, five, folds = np.empty(1081, np.int64), np.empty(1081, np.int64), np.empty(1081, np.bool_)
    used = np.empty(52, np.bool_)
    totals, holding = np.empty((2, 10), np.int64), np.empty((2, 10, 52), np.int64)
    for number in range(start, stop):
        board = np.sort(boards[number])
        used[:] = False
        for card in board:
            used[card] = True
        size = 0
        totals[0], holding[0] = 0, 0
        for one in range(52):
            for other in range(one + 1, 52):
                if not used[one] and not used[other]:
                    ones[size], others[size] = one, other
                    ranks[size] = _rank_seven(one, other, board[0], board[1], board[2], board[3], board[4])
                    seven[size] = category_of(ranks[size], worst)
                    totals[0, seven[size]] += 1
                    holding[0, seven[size], one] += 1
                    holding[0, seven[size], other] += 1
                    size += 1
        for at in range(1081):
            beaten, tied, weak = all_counts[number, at]
            lost = 990 - beaten - tied
            beaten_weak, lost_weak = min(beaten, weak), max(weak - beaten - tied, 0)
            paid = 0
            for line in range(blind.shape[0]):
                if ranks[at] <= blind[line, 0]:
                    paid = blind[line, 1]
                    break
            folds[at] = (paid + 2) * beaten + 2 * (beaten - beaten_weak) - 4 * lost - 2 * (lost - lost_weak) <= -4 * 990
        for a in range(5):
            for b in range(a + 1, 5):
                for c in range(b + 1, 5):
                    flop = flop_class[board[a], board[b], board[c]]
                    to = flop_renaming[board[a], board[b], board[c]]
                    totals[1], holding[1] = 0, 0
                    for at in range(1081):
                        five[at] = category_of(_rank_five(ones[at], others[at], board[a], board[b], board[c]), worst)
                        totals[1, five[at]] += 1
                        holding[1, five[at], ones[at]] += 1
                        holding[1, five[at], others[at]] += 1
                    for at in range(1081):
                        if folds[at] and choices[flop, renamed[to, pair[ones[at], others[at]]]] == 1:
                            found[0, five[at]] += times[number]
                            for place in range(2):
                                for of in range(10):
                                    met = totals[place, of] - holding[place, of, ones[at]] - holding[place, of, others[at]]
                                    found[2 - place, of] += times[number] * met
                            found[2, seven[at]] += times[number]
                            found[1, five[at]] += times[number]


class Long(NamedTuple):
    """The game solved the long way: river counts, cells, flop choices, hand totals, all for tables A and B."""

    boards: NDArray[np.int64]
    times: NDArray[np.int64]
    counts: NDArray[np.int16]
    cells: NDArray[np.int64]  # [table, flop class, pair, 3] summed over turns and rivers


def in_parts(size: int, step: int, part: Callable[[int, int], Any]) -> list[Any]:
    """The parts of a long loop, on two threads."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda start: part(start, min(size, start + step)), range(0, size, step)))


def solve_long(known: Numbers) -> Long:
    """Every board and pair; about four minutes."""
    cards, times = suit_classes(5)
    boards, weights = cards.astype(np.int64), times.astype(np.int64)
    blinds = np.array([brute.BLIND_A, [*brute.BLIND_B[:5].tolist(), [1609, 0], brute.BLIND_B[5].tolist()]])
    counts = np.empty((len(boards), 1081, 3), np.int16)
    own = [np.zeros((2, len(known.flops), PAIRS, 3), np.int64) for _ in range(2)]
    half = len(boards) // 2

    def part(start: int, stop: int) -> None:
        long_way(
            boards, weights, start, stop, known.pair, known.renamed, known.flop_class, known.flop_renaming,
            blinds, counts, own[start > 0],
        )  # fmt: skip

    in_parts(len(boards), half + 1, part)
    summed = own[0] + own[1]
    cells = np.zeros_like(summed)
    for number, three in enumerate(known.flops.tolist()):
        for suits, renamed in zip(PERMUTATIONS.tolist(), known.renamed, strict=True):
            if sorted([card & ~3 | suits[card & 3] for card in three]) == three:
                cells[:, number] += summed[:, number, renamed]
    if (cells % 24).any():
        raise ValueError("cells do not divide by the number of renamings")
    return Long(boards, weights, counts, cells // 24)
