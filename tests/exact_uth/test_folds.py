"""What a fold takes along: the solver's counts by category against every card met one by one, by another evaluator."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from exact_uth import brute, dealing
from exact_uth.long_way import WORST
from houseway.cards import NAMES
from houseway.exact.ultimate_texas_holdem import flop, folds, payouts_of, river, tables
from houseway.exact.ultimate_texas_holdem.tables import KINDS, PAIRS, ROWS
from houseway.regulation import UTH, law_for

SAMPLE = 4  # pairs a flop that are taken to have checked


def category_of(*cards: int) -> int:
    """The category of the best five, by phevaluator's ranks: 0 a high card, 9 a royal flush."""
    rank = evaluate_cards(*[NAMES[card] for card in cards])
    return int(max(of for of in range(10) if rank <= WORST[of]))


@pytest.fixture(scope="module")
def folding() -> np.ndarray:
    """[row, kind] whether a hand that has checked folds at the river, blind table A."""
    values = dealing.river_values("A")
    folded = river.OPPONENTS * payouts_of(law_for(UTH), "A").folded
    return (values[:, 1::3] + values[:, 2::3] <= folded).astype(np.uint8)


def test_categories_of_flop_hands() -> None:
    rng = random.Random(5)
    flops = flop.flop_classes()[0]
    look_up = tables.tables()
    of = folds.flop_categories(look_up, flops)
    numbers = look_up.pairs.number
    for _ in range(2_000):
        number = rng.randrange(len(flops))
        three = flops[number].tolist()
        one, other = rng.sample([card for card in range(52) if card not in three], 2)
        assert of[number, numbers[one, other]] == category_of(*three, one, other)


@pytest.mark.parametrize(
    "three",
    ["2c 2d 2h", "Th Jh Qh", "7c 8c 9c", "2c 2d 9h", "5c 6c 7d", "2c 7d Qh", "4h 4s 5s", "Kc Ac As"],
)
def test_folds_after_a_flop_equal_every_card_met(three: str, folding: np.ndarray) -> None:
    """A few pairs, each turn and river, each hand of another player: by own and by other flop hand."""
    look_up, (flops, stands_for) = tables.tables(), flop.flop_classes()
    wanted = sorted(NAMES.index(name) for name in three.split())
    renamed = [
        sorted(card & ~3 | suits[card & 3] for card in wanted)
        for suits in [(a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4)]
        if len(set(suits)) == 4
    ]
    number = next(at for at, cards in enumerate(flops.tolist()) if cards in renamed)
    board = flops[number].tolist()
    rng = random.Random(three)
    free = [card for card in range(52) if card not in board]
    sample = [tuple(sorted(rng.sample(free, 2))) for _ in range(SAMPLE)]
    codes = np.zeros((len(flops), 49, 49), np.int32)
    flop.lay_out(look_up.boards, flops, number, number + 1, codes)
    choices = np.zeros((len(flops), PAIRS), np.int8)
    choices[number, [look_up.pairs.number[pair] for pair in sample]] = flop.CHECK
    found = np.zeros((2, 10), np.int64)
    folds.by_flop(
        look_up.pairs,
        folding,
        flops,
        stands_for,
        codes,
        folds.flop_categories(look_up, flops),
        choices,
        number,
        number + 1,
        found,
    )
    of_flop = {pair: category_of(*board, *pair) for pair in combinations(free, 2)}
    expected = np.zeros((2, 10), np.int64)
    counts = np.empty(6, np.int64)
    for pair in set(sample):
        live = brute.free_of(board, list(pair))
        for turn, last in combinations(live.tolist(), 2):
            left = brute.without(live, turn, last)
            seven = np.array([*board, turn, last])
            fold, once, _ = brute.river_values(np.array(pair), seven, left, brute.BLIND_A, counts)
            if fold >= once:
                expected[0, of_flop[pair]] += 1
                others = np.bincount([of_flop[other] for other in combinations(left.tolist(), 2)], minlength=10)
                expected[1] += others
    assert (found == expected * stands_for[number]).all()
    assert expected[1].sum() == 990 * expected[0].sum() > 0


def test_folds_on_a_board_equal_every_opponent_met(folding: np.ndarray) -> None:
    """Another hand's best five of seven, where a pair folds on a board: straights and flushes on many of them."""
    look_up = tables.tables()
    category = np.zeros((ROWS, KINDS), np.uint8)
    river.count(look_up.strength, look_up.kinds, look_up.rows, 0, ROWS, np.zeros((ROWS, KINDS), np.int32), category)
    boards, pairs = look_up.boards, look_up.pairs
    rng, seen = random.Random(7), set()
    for _ in range(400):
        suited = rng.sample(range(4, 13) if rng.random() < 0.6 else range(13), rng.choice([0, 3, 4]))
        board = [4 * rank for rank in suited]
        board += rng.sample([card for card in range(52) if card not in board], 5 - len(board))
        own = rng.sample([card for card in range(52) if card not in board], 2)
        row, suit = flop.row_of(
            boards.triple, boards.multiset, boards.rank_pair, boards.set_index, np.array(sorted(board), np.int8)
        )
        kind = pairs.kind[suit, pairs.number[own[0], own[1]]]
        if not folding[row, kind]:
            continue
        reached = np.zeros((ROWS, 2 * KINDS), np.int32)
        reached[row, 2 * kind] = 2  # twice one: turn and river in either order
        found = np.zeros(10, np.int64)
        folds.by_row(look_up.kinds, look_up.rows, category, folding, reached, row, row + 1, found)
        left = [card for card in range(52) if card not in board and card not in own]
        expected = np.bincount([category_of(*board, *other) for other in combinations(left, 2)], minlength=10)
        assert found.tolist() == expected.tolist()
        seen |= set(np.flatnonzero(expected).tolist())
    assert seen >= {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
