"""Hands dealt to be ordinary, and dealt to be rare: with the joker, of few ranks, near a flush or a straight."""

from __future__ import annotations

import random


def deal(rng: random.Random, turn: int) -> list[int]:
    """Seven different cards (ints 0 to 52); the kind of deal goes round with ``turn``."""
    kind = turn % 5
    if kind == 0:
        return rng.sample(range(53), 7)
    if kind == 1:
        return [52, *rng.sample(range(52), 6)]
    if kind == 2:
        ranks = rng.sample(range(13), rng.choice([2, 3, 4]))
        return rng.sample([*[4 * rank + suit for rank in ranks for suit in range(4)], 52], 7)
    if kind == 3:
        lowest = rng.randrange(-1, 7)
        ranks = [rank % 13 for rank in range(lowest, lowest + 7)]
        return rng.sample([*[4 * rank + suit for rank in ranks for suit in rng.sample(range(4), 2)], 52], 7)
    suit = rng.randrange(4)
    flush = [4 * rank + suit for rank in rng.sample(range(13), rng.choice([4, 5, 6]))]
    return flush + rng.sample([card for card in range(53) if card not in flush], 7 - len(flush))
