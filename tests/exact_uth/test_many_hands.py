"""Best play of many hands at once: the same as the advice on each, and each decision as often as the solution says."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from houseway.cards import NAMES
from houseway.exact.ultimate_texas_holdem import payouts_of
from houseway.exact.ultimate_texas_holdem.advice import advise
from houseway.exact.ultimate_texas_holdem.many_hands import BestPlay, best_play
from houseway.regulation import UTH, law_for

SHARES = {4: 0.37707, 2: 0.21285, 1: 0.21822, 0: 0.19186}  # docs/exact-uth.md: published by every analysis of the game


@pytest.fixture(scope="module")
def player() -> BestPlay:
    return best_play(payouts_of(law_for(UTH, None), "A"))


def dealt(rounds: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    cards = rng.random((rounds, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
    return cards[:, :2].copy(), cards[:, 2:].copy()


def test_each_hand_is_played_as_the_advice_says(player: BestPlay) -> None:
    own, board = dealt(120, 1)
    names = {"fold": 0, "check": None, "1x": 1, "2x": 2, "3x": 3, "4x": 4}
    for two, five, times in zip(own.tolist(), board.tolist(), player.times(own, board).tolist(), strict=True):
        cards = " ".join(NAMES[card] for card in two)
        for shown in (0, 3, 5):
            best = names[advise(cards, " ".join(NAMES[card] for card in five[:shown])).best.name]
            if best is not None:
                break
        assert times == best, (cards, [NAMES[card] for card in five])


def test_suits_and_the_order_of_cards_change_nothing(player: BestPlay) -> None:
    own, board = dealt(20_000, 2)
    right = player.times(own, board)
    other = np.array([2, 0, 3, 1], np.uint8)

    def renamed(cards: np.ndarray) -> np.ndarray:
        return (cards & ~np.uint8(3)) | other[cards & 3]

    assert (player.times(renamed(own), renamed(board)) == right).all()
    turned = np.concatenate((board[:, [2, 0, 1]], board[:, [4, 3]]), axis=1)
    assert (player.times(own[:, ::-1].copy(), turned) == right).all()


def test_each_decision_comes_as_often_as_the_solution_says(player: BestPlay) -> None:
    rounds = 300_000
    times = player.times(*dealt(rounds, 3))
    for choice, share in SHARES.items():
        deviation = sqrt(share * (1 - share) / rounds)
        assert abs((times == choice).mean() - share) < 4.5 * deviation, choice
