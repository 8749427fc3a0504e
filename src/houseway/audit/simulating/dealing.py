"""Cards from a seed, a round at a time: any round is the same whatever is dealt before it."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER
from houseway.ranking.kernels_support import kernel


@kernel
def _deal(seed, first, size, pattern, place, out):  # type: ignore[no-untyped-def]
    deck = np.empty(size, np.uint8)
    at = np.empty(size, np.int64)
    for number in range(out.shape[0]):
        state = (np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15)) ^ (np.uint64(first + number) * np.uint64(0xD1342543DE82EF95))
        state ^= state >> np.uint64(31)
        state = state * np.uint64(0xBF58476D1CE4E5B9) + np.uint64(0x94D049BB133111EB)
        for card in range(size):
            deck[card] = card
        for card in range(size - 1, 0, -1):
            state ^= state >> np.uint64(12)
            state ^= state << np.uint64(25)
            state ^= state >> np.uint64(27)
            draw = (state * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
            other = np.int64(draw * np.uint64(card + 1) >> np.uint64(32))
            deck[card], deck[other] = deck[other], deck[card]
        for card in range(size):
            at[deck[card]] = card
        for index in range(pattern.shape[1]):
            wanted, to = pattern[number, index], place[number, index]
            if wanted < 255 and to >= 0:
                here = at[wanted]
                moved = deck[to]
                deck[here], deck[to] = moved, wanted
                at[moved], at[wanted] = here, to
        for card in range(out.shape[1]):
            out[number, card] = deck[card]


def deal(
    seed: int, first: int, rounds: int, cards: int, size: int, pattern: NDArray[np.uint8], place: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """(rounds, cards) cards of a deck of ``size``. Cards of ``pattern`` (rounds, k; 255: none) go to their ``place``."""
    out = np.empty((rounds, cards), np.uint8)
    _deal(seed, first, size, pattern, place, out)
    return out


_RUNS = [[12, *range(4)], *[list(range(low, low + 5)) for low in range(9)]]


def holdem_patterns() -> list[NDArray[np.uint8]]:
    """Five-card hands of each category from three of a kind to the royal flush, by category."""
    rng = Random("patterns of five")

    def suited(ranks: list[int], suit: int) -> list[int]:
        return [4 * rank + suit for rank in ranks]

    def some(count: int, ranks: list[int]) -> list[int]:
        rank = rng.choice(ranks)
        return [4 * rank + suit for suit in rng.sample(range(4), count)]

    kinds: list[list[list[int]]] = [[] for _ in range(7)]
    for _ in range(200):
        ranks = rng.sample(range(13), 5)
        kinds[0].append(some(3, ranks[:1]) + [4 * rank + rng.randrange(4) for rank in ranks[1:3]])
        kinds[1].append([4 * rank + rng.randrange(4) for rank in rng.choice(_RUNS)])
        kinds[2].append(suited(ranks, rng.randrange(4)))
        kinds[3].append(some(3, ranks[:1]) + some(2, ranks[1:2]))
        kinds[4].append([4 * ranks[0] + suit for suit in range(4)] + [4 * ranks[1] + rng.randrange(4)])
    kinds[5] = [suited(run, suit) for run in _RUNS[:-1] for suit in range(4)]
    kinds[6] = [suited(_RUNS[-1], suit) for suit in range(4)]
    return [np.array(kind, np.uint8) for kind in kinds]


def pai_gow_patterns() -> list[NDArray[np.uint8]]:
    """Beginnings of seven cards (255: any card) that the side wagers have lines for, by kind of hand."""
    rng = Random("patterns of seven")

    def suited(ranks: list[int], suit: int) -> list[int]:
        return [4 * rank + suit for rank in ranks]

    def with_joker(cards: list[int]) -> list[int]:
        at = rng.randrange(len(cards))
        return [*cards[:at], *cards[at + 1 :], JOKER]

    kinds: list[list[list[int]]] = [[] for _ in range(16)]
    for _ in range(60):
        suit, other = rng.sample(range(4), 2)
        ranks = rng.sample(range(12), 7)
        low = rng.randrange(7)
        seven = suited(list(range(low, low + 7)), suit)
        royal = suited(_RUNS[-1], suit)
        wheel = suited(_RUNS[0], suit)
        kinds[0].append(seven)
        kinds[1].append(with_joker(seven))
        kinds[2].append(royal + suited([11, 10], other))
        kinds[3].append(with_joker(royal) + suited([12, 11], other))
        kinds[4].append(royal + suited([12, 10], other))
        kinds[5].append(wheel + suited([12, 10], other))
        kinds[6].append(wheel)
        kinds[7].append([48, 49, 50, 51, JOKER])
        kinds[8].append(royal if rng.random() < 0.5 else with_joker(royal))
        kinds[9].append(suited(rng.choice(_RUNS[1:9]), suit))
        kinds[10].append([4 * ranks[0] + each for each in range(4)])
        kinds[11].append([4 * ranks[0], 4 * ranks[0] + 1, 4 * ranks[0] + 2, 4 * ranks[1], 4 * ranks[1] + 1])
        kinds[12].append(suited(ranks[:5], suit))
        kinds[13].append([4 * ranks[0], 4 * ranks[0] + 1, 4 * ranks[0] + 2])
        kinds[14].append([4 * rank + at for rank in ranks[:3] for at in (0, 1)])
        kinds[15].append([4 * rank + at % 4 for at, rank in enumerate((12, 0, 1, 2, 4, 5, 6))])  # no pair, ace high
        kinds[15].append([4 * rank + at % 4 for at, rank in enumerate((7, 0, 1, 2, 4, 5, 6))][:7])
        kinds[15].append([4 * rank + at % 4 for at, rank in enumerate((rng.choice((8, 9, 10, 11)), 0, 1, 2, 4, 5, 6))])
    return [np.array([cards + [255] * (7 - len(cards)) for cards in kind], np.uint8) for kind in kinds]
