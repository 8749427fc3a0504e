"""Between the streets: the solver's sums after a flop are what advice finds for each pair one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from exact_uth import dealing
from houseway.cards import NAMES
from houseway.exact.ultimate_texas_holdem import advise, flop, tables
from houseway.exact.ultimate_texas_holdem.tables import HANDS, PAIRS


@pytest.fixture(scope="module")
def values() -> np.ndarray:
    return dealing.river_values("A")


@pytest.mark.parametrize("seed", range(8))
def test_cells_equal_advice(values: np.ndarray, seed: int) -> None:
    """30 pairs on one random flop class: check and 2x, and the decision with its weight in the totals."""
    rng = random.Random(seed)
    look_up, (flops, stands_for) = tables.tables(), flop.flop_classes()
    number = rng.randrange(len(flops))
    codes = np.zeros((len(flops), 49, 49), np.int32)
    flop.lay_out(look_up.boards, flops, number, number + 1, codes)
    choices, cells = np.zeros((len(flops), PAIRS), np.int8), np.zeros((PAIRS, 3), np.int64)
    totals = np.zeros((HANDS, 3), np.int64)
    flop.decide(look_up.pairs, values, flops, stands_for, codes, number, number + 1, choices, cells, totals)
    board = flops[number].tolist()
    for _ in range(30):
        own = rng.sample([card for card in range(52) if card not in board], 2)
        advice = advise(" ".join(NAMES[card] for card in own), " ".join(NAMES[card] for card in board))
        pair = look_up.pairs.number[own[0], own[1]]
        checked, staying, playing = cells[pair].tolist()
        ways = 1081 * 990
        assert [2 * ways * choice.expected_value for choice in advice.choices] == [checked, staying + 2 * playing]
        assert choices[number, pair] == (flop.TWICE if advice.best.name == "2x" else flop.CHECK)
    live = [pair for pair in range(PAIRS) if choices[number, pair]]
    assert len(live) == 1176
    best = sum(max(int(cells[pair, 0]), int(cells[pair, 1] + 2 * cells[pair, 2])) for pair in live)
    assert totals[:, 0].sum() == stands_for[number] * best
