"""The base game by brute force, from RULES section 3 and nothing of the solver: every board, every dealer hand, one by one.

Hands are ranked by phevaluator's compiled evaluator (1 best, 7,462 worst), called by its address from compiled loops.
Values are in half antes, as the solver's, so that 3 to 2 is a whole number.
"""

from __future__ import annotations

import ctypes
import random

import numba
import numpy as np
from numpy.typing import NDArray
from phevaluator import _pheval

_rank_seven = ctypes.CDLL(_pheval.__file__).evaluate_7cards
_rank_seven.argtypes, _rank_seven.restype = [ctypes.c_int] * 7, ctypes.c_int

WORST_PAIR = 6185  # phevaluator's ranks: a pair or better qualifies

# By phevaluator's worst rank of each category: what a winning blind wager of one ante is paid, in half antes.
BLIND_A = np.array([[1, 1000], [10, 100], [166, 20], [322, 6], [1599, 3], [1609, 2], [7462, 0]])
BLIND_B = np.array([[1, 1000], [10, 100], [166, 20], [322, 6], [1599, 3], [7462, 0]])
BLINDS = {"A": BLIND_A, "B": BLIND_B}

Cards = NDArray[np.int64]


@numba.njit(nogil=True)
def river_values(own, board, free, blind, counts):  # type: ignore[no-untyped-def]
    """Fold, 1x, and ante with blind of one who stays, in half antes over all dealer hands from ``free``; fills ``counts``.

    ``counts``: win, tie, lose against hands that qualify; then against hands that do not.
    """
    mine = _rank_seven(own[0], own[1], board[0], board[1], board[2], board[3], board[4])
    paid = 0
    for line in range(blind.shape[0]):
        if mine <= blind[line, 0]:
            paid = blind[line, 1]
            break
    counts[:] = 0
    fold = stay = play = 0
    for x in range(free.size):
        for y in range(x):
            theirs = _rank_seven(free[x], free[y], board[0], board[1], board[2], board[3], board[4])
            qualified = theirs <= WORST_PAIR
            fold -= 4  # ante and blind
            if mine < theirs:
                counts[0 if qualified else 3] += 1
                stay += paid + (2 if qualified else 0)
                play += 2
            elif mine == theirs:
                counts[1 if qualified else 4] += 1
            else:
                counts[2 if qualified else 5] += 1
                stay -= 2 + (2 if qualified else 0)
                play -= 2
    return fold, stay + play, stay


@numba.njit(nogil=True)
def without(free, one, other):  # type: ignore[no-untyped-def]
    rest = np.empty(free.size - 2, np.int64)
    size = 0
    for card in free:
        if card != one and card != other:
            rest[size] = card
            size += 1
    return rest


@numba.njit(nogil=True)
def flop_values(own, flop, free, blind):  # type: ignore[no-untyped-def]
    """Check, 2x, 3x and 4x after (or 3x and 4x before) this flop, in half antes over all turns, rivers and dealer hands."""
    board = np.empty(5, np.int64)
    board[:3] = flop
    counts = np.empty(6, np.int64)
    check = double = triple = quadruple = 0
    for x in range(free.size):
        for y in range(x):
            board[3], board[4] = free[x], free[y]
            fold, once, stay = river_values(own, board, without(free, free[x], free[y]), blind, counts)
            check += max(fold, once)
            double += 2 * once - stay
            triple += 3 * once - 2 * stay
            quadruple += 4 * once - 3 * stay
    return check, double, triple, quadruple


@numba.njit(nogil=True)
def first_values(own, free, blind):  # type: ignore[no-untyped-def]
    """Check, 3x and 4x before the flop, in half antes over all flops, turns, rivers and dealer hands."""
    flop = np.empty(3, np.int64)
    best = three = four = 0
    for x in range(free.size):
        for y in range(x):
            for z in range(y):
                flop[0], flop[1], flop[2] = free[x], free[y], free[z]
                rest = np.array([card for card in free if card != flop[0] and card != flop[1] and card != flop[2]])
                check, double, triple, quadruple = flop_values(own, flop, rest, blind)
                best += max(check, double)
                three += triple
                four += quadruple
    return best, three, four


def deal(rng: random.Random, board: int, dead: int) -> tuple[list[int], list[int], list[int]]:
    """Random own cards, board and dead cards."""
    cards = rng.sample(range(52), 2 + board + dead)
    return cards[:2], cards[2 : 2 + board], cards[2 + board :]


def free_of(*known: list[int]) -> Cards:
    """The cards that are in none of these, as an array."""
    out = {card for cards in known for card in cards}
    return np.array([card for card in range(52) if card not in out])
