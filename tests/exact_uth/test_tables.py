"""The tables behind the solver: strengths as the reference gives them, rows and kinds that account for every card."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.exact.ultimate_texas_holdem import flop, river, tables
from houseway.exact.ultimate_texas_holdem.tables import KINDS, MULTISETS, RANK_PAIRS, ROWS
from houseway.ranking.kernels_tables import scale
from houseway.ranking.standard import rank_seven

LOOK_UP = tables.tables()


def row_of(board: list[int]) -> tuple[int, int]:
    boards = LOOK_UP.boards
    row, suit = flop.row_of(boards.triple, boards.multiset, boards.rank_pair, boards.set_index, np.array(board, np.int8))
    return int(row), int(suit)


def strength(row: int, kind: int) -> int:
    suited, multiset = LOOK_UP.rows.suited[row], LOOK_UP.rows.multiset[row]
    flush = LOOK_UP.strength.flush[suited | LOOK_UP.kinds.bits[kind]]
    return int(max(flush, LOOK_UP.strength.unsuited[multiset, LOOK_UP.kinds.rank_pair[kind]]))


def some_boards(seed: int, number: int) -> list[list[int]]:
    """Random boards, half of them with three, four or five cards of a suit."""
    rng = random.Random(seed)
    found = [rng.sample(range(52), 5) for _ in range(number // 2)]
    for _ in range(number - number // 2):
        suit, size = rng.randrange(4), rng.randrange(3, 6)
        of_suit = [4 * rank + suit for rank in rng.sample(range(13), size)]
        board = of_suit + rng.sample([card for card in range(52) if card & 3 != suit], 5 - size)
        rng.shuffle(board)
        found.append(board)
    return found


def test_every_pair_on_many_boards_is_as_strong_as_the_reference_says() -> None:
    values = scale(True).values
    for board in some_boards(1, 40):
        row, suit = row_of(board)
        left = [card for card in range(52) if card not in board]
        for pair in combinations(left, 2):
            kind = LOOK_UP.pairs.kind[suit, LOOK_UP.pairs.number[pair]]
            assert values[strength(row, kind)] == rank_seven([*board, *pair])


def test_the_cards_of_a_board_in_any_order_are_one_row() -> None:
    rng = random.Random(2)
    for board in some_boards(3, 200):
        shuffled = board[:]
        rng.shuffle(shuffled)
        assert row_of(shuffled) == row_of(board)
        assert (row_of(board)[1] == flop.NO_SUIT) == (row_of(board)[0] < MULTISETS)


def test_what_is_left_of_each_sort() -> None:
    for board in some_boards(4, 200):
        row, suit = row_of(board)
        left = np.zeros(26, np.int64)
        for card in set(range(52)) - set(board):
            left[(card >> 2) + (13 if card & 3 == suit else 0)] += 1
        assert LOOK_UP.rows.left[row].tolist() == left.tolist()
        assert left.sum() == 47


def test_kinds_number_every_pair_of_sorts_once() -> None:
    sorts = [tuple(sorted(pair)) for pair in LOOK_UP.kinds.sorts.tolist()]
    assert len(set(sorts)) == KINDS == RANK_PAIRS + 13 * 13 + comb(13, 2)
    assert sum(one < 13 and other < 13 for one, other in sorts) == RANK_PAIRS


def test_all_boards_fall_into_the_rows() -> None:
    """The flops with each turn and river make every board ten times, in its row: C(52, 5) = 2,598,960 boards."""
    flops, stands_for = flop.flop_classes()
    assert len(flops) == 1755
    assert stands_for.sum() == comb(52, 3)
    codes = np.zeros((len(flops), 49, 49), np.int32)
    flop.lay_out(LOOK_UP.boards, flops, 0, len(flops), codes)
    weights = np.broadcast_to(stands_for[:, None, None], codes.shape)
    upper = np.triu(np.ones((49, 49), bool), 1)[None]
    boards = np.bincount((codes >> 6).ravel(), weights=(weights * upper).ravel(), minlength=ROWS)
    assert boards.sum() == 10 * comb(52, 5)
    flushes = 4 * (comb(13, 3) * comb(39, 2) + comb(13, 4) * 39 + comb(13, 5))
    assert boards[MULTISETS:].sum() == 10 * flushes
    assert np.count_nonzero(boards) == ROWS - 13  # five of a rank is no board
    assert ((codes & 7).sum(axis=2) == 48).all()  # beside each card the groups have all the others


@pytest.mark.parametrize("seed", [5, 6])
def test_showdowns_of_whole_boards_counted_one_by_one(seed: int) -> None:
    """Every pair on a board against every other, from the reference's values."""
    packed, category = np.zeros((ROWS, KINDS), np.int32), np.zeros((ROWS, KINDS), np.uint8)
    for board in some_boards(seed, 6):
        row, suit = row_of(board)
        river.count(LOOK_UP.strength, LOOK_UP.kinds, LOOK_UP.rows, row, row + 1, packed, category)
        pairs = list(combinations([card for card in range(52) if card not in board], 2))
        ones, others = np.array(pairs).T
        values = np.array([rank_seven([*board, *pair]) for pair in pairs])
        for pair, value in zip(pairs, values.tolist(), strict=True):
            theirs = values[~np.isin(ones, pair) & ~np.isin(others, pair)]
            assert theirs.size == 990
            kind = LOOK_UP.pairs.kind[suit, LOOK_UP.pairs.number[pair]]
            found = int(packed[row, kind])
            expected = ((theirs < value).sum(), (theirs == value).sum(), (theirs < 1 << 20).sum())
            assert (found & 1023, found >> 10 & 1023, found >> 20) == expected
            assert category[row, kind] == value >> 20


def test_tables_of_nothing_have_the_types_of_the_real_ones() -> None:
    """Kernels compiled for the one are those that run on the other."""
    for empty, full in zip(tables.no_tables(), LOOK_UP, strict=True):
        for nothing, something in zip(empty, full, strict=True):
            if isinstance(something, np.ndarray):
                assert (nothing.dtype, nothing.ndim, nothing.flags.c_contiguous, nothing.flags.writeable) == (
                    something.dtype, something.ndim, something.flags.c_contiguous, something.flags.writeable,
                )  # fmt: skip
            else:
                assert type(nothing) is type(something)
