"""A house way as a table: the high and the low number of every pattern, made by asking the policy.

There is no second implementation of the rows: ``HouseWay.set`` is called once for each of the 292,253 patterns, and the
setting is ranked by ``houseway.ranking.joker``. That a policy sees nothing but the pattern is proved over all suit
classes by ``prove/pgp_exact.py``, and sampled by ``check_sample`` for a way that an operator brings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from houseway import cards
from houseway.cards import JOKER, RANK_OF
from houseway.games.house_way import NAMES, HouseWay, policy, words
from houseway.ranking import five, joker

from . import patterns, store
from .numbers import Numbers, numbers
from .running import Progress, bar

FORMAT = 1
SAMPLE = 5_000  # random hands about which an operator's way is asked once more
_EVERY = 4096


class NotLawful(ValueError):
    """A house way set a hand so that its low hand outranks its high hand, or with other cards than it was given."""


@dataclass(frozen=True)
class Table:
    """The numbers of all patterns under one house way and one rank of A-2-3-4-5.

    ``high`` and ``low`` (292,253 each): the plain patterns first, then the suited ones.
    """

    name: str
    version: str
    wheel_lowest: bool
    high: NDArray[np.uint16]
    low: NDArray[np.uint8]


def numbers_of(way: HouseWay, hand: Sequence[int], of: Numbers) -> tuple[int, int]:
    """The high and low number of one hand as the way sets it. Raises NotLawful."""
    high, low, _ = way.set(hand, of.wheel_lowest)
    two = joker.rank_two(low)
    if sorted(high + low) != sorted(hand):
        raise NotLawful(f"{way.name} sets {cards.names(tuple(hand))} as {cards.names(high)} and {cards.names(low)}")
    five_value = joker.fast_five(high, of.wheel_lowest)
    if joker.outranks(two, five_value):
        raise NotLawful(f"{way.name} sets {cards.names(tuple(hand))} foul: {cards.names(low)} low")
    return of.high_of[five_value], of.low_of[two]


def hands() -> Iterator[tuple[int, ...]]:
    """One hand of every pattern, in their order."""
    for at, counts in enumerate(patterns.plain_counts()):
        yield patterns.plain_hand(counts, int(at >= patterns.PLAIN_WITH_JOKER))
    of = patterns.suited()
    for mask, (one, other), with_joker in zip(of.mask.tolist(), of.others.tolist(), of.joker.tolist(), strict=True):
        yield patterns.suited_hand(mask, (one, other), with_joker)


def make(way: HouseWay, wheel_lowest: bool, progress: Progress) -> Table:
    """The table of a way, made by asking it (about ten seconds). Raises NotLawful."""
    of = numbers(wheel_lowest)
    total = patterns.PLAIN + patterns.SUITED
    high, low = np.zeros(total, np.uint16), np.zeros(total, np.uint8)
    for at, hand in enumerate(hands()):
        high[at], low[at] = numbers_of(way, hand, of)
        if at % _EVERY == 0:
            progress(at, total)
    progress(total, total)
    return Table(way.name, way.version, wheel_lowest, high, low)


def table(way: HouseWay, wheel_lowest: bool = False, progress: Progress | None = None) -> Table:
    """The table of a way: from the cache folder, or made and kept there.

    Raises NotLawful, and ValueError for a way of an operator that is found to see more of a hand than its pattern.
    """
    name = file_name(way, wheel_lowest)
    found = store.load(name)
    total = patterns.PLAIN + patterns.SUITED
    if found is not None and {"high", "low"} == set(found) and len(found["high"]) == len(found["low"]) == total:
        return Table(way.name, way.version, wheel_lowest, found["high"], found["low"])
    with bar(f"House way {way.name}, all patterns", progress) as told:
        made = make(way, wheel_lowest, told)
    if way.name not in NAMES:
        check_sample(way, made, SAMPLE, seed=645)
    store.save(name, {"high": made.high, "low": made.low})
    return made


def file_name(way: HouseWay, wheel_lowest: bool) -> str:
    """The name of the table's file: it changes with the way's rows and with the code that sets and ranks."""
    made_by = store.sources(cards, five, joker, policy, words, "numbers.py", "patterns.py")
    known_by = store.digest(FORMAT, way.name, way.version, way.rows, wheel_lowest, made_by)
    return f"{way.name}-{'lowest' if wheel_lowest else 'second-highest'}-{known_by}.table"


def pattern_of(hand: Sequence[int]) -> int:
    """The pattern of seven cards.

    >>> from houseway.cards import cards
    >>> pattern_of(cards("2c 2d 2h 2s 3c 3d 3h")) == pattern_of(cards("2c 2d 2h 2s 3d 3h 3s"))
    True
    """
    with_joker = int(JOKER in hand)
    natural = [card for card in hand if card != JOKER]
    masks = [0, 0, 0, 0]
    for card in natural:
        masks[card & 3] |= 1 << RANK_OF[card]
    of = patterns.suited()
    for suit, mask in enumerate(masks):
        if mask.bit_count() + with_joker >= 5:
            others = tuple(sorted([card >> 2 for card in natural if card & 3 != suit]))
            choices = patterns.OTHERS[len(others)]
            within = int(of.order[mask]) * len(choices) + choices.index(others)
            return patterns.PLAIN + int(of.base[with_joker, len(others)]) + within
    row, column = patterns.plain_rows()
    lower = sum(patterns.LOWER_CODE[card >> 2] for card in natural)
    upper = sum(patterns.UPPER_CODE[card >> 2] for card in natural)
    return int(row[with_joker, lower] + column[upper])


def check_sample(way: HouseWay, of: Table, hands: int, seed: int) -> None:
    """Ask the way about random hands and compare with its table. Raises ValueError at the first difference."""
    random, ranked = Random(seed), numbers(of.wheel_lowest)
    for _ in range(hands):
        hand = tuple(random.sample(range(53), 7))
        at = pattern_of(hand)
        if numbers_of(way, hand, ranked) != (int(of.high[at]), int(of.low[at])):
            raise ValueError(f"{way.name} sees more of {cards.names(hand)} than its pattern")
