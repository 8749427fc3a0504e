"""High and low hands as small consecutive numbers, in the order of the ranking, so that arrays can be indexed by them.

Everything here is made by asking ``houseway.ranking.joker`` about one hand of each kind: 7,463 different high hands and
91 different low hands. A number compares as the hand's value does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from houseway.cards import ACE, JOKER
from houseway.ranking import CATEGORY_SHIFT, joker

Counts = tuple[int, ...]  # of 13 ranks


@dataclass(frozen=True)
class Numbers:
    """The numbers of all high and low hands under one rank of A-2-3-4-5.

    ``high_values`` and ``low_values`` give the ranking's value of each number, ascending; ``category`` the category of
    each high number; ``least_high`` for each low number the least high number that it does not outrank (a lower one is a
    foul). ``plain_five`` and ``suited_five`` give the high number of five cards that are not all of one suit, by
    (joker, natural ranks ascending), and of five that are.
    """

    wheel_lowest: bool
    high_values: tuple[int, ...]
    low_values: tuple[int, ...]
    category: tuple[int, ...]
    least_high: tuple[int, ...]
    high_of: dict[int, int]
    low_of: dict[int, int]
    plain_five: dict[tuple[int, Counts], int]
    suited_five: dict[tuple[int, Counts], int]


def five_ranks(with_joker: int) -> Iterator[Counts]:
    """Every combination of the natural ranks of five cards, ascending, with or without the joker among the five."""
    for ranks in combinations_with_replacement(range(13), 5 - with_joker):
        if all(ranks.count(rank) <= 4 for rank in ranks):
            yield ranks


def plain_cards(ranks: Counts, with_joker: int) -> tuple[int, ...]:
    """Cards of these ranks (at most four of one) and perhaps the joker, such that the suits are as mixed as can be.

    >>> from houseway.cards import names
    >>> names(plain_cards((0, 0, 1, 2, 3, 4, 5), 0))
    '2c 2d 3h 4s 5c 6d 7h'
    """
    cards = tuple([4 * rank + at % 4 for at, rank in enumerate(ranks)])
    return (*cards, JOKER) if with_joker else cards


@cache
def numbers(wheel_lowest: bool) -> Numbers:
    """The numbers for A-2-3-4-5 as the second highest (False) or the lowest straight (True)."""
    plain: dict[tuple[int, Counts], int] = {}
    suited: dict[tuple[int, Counts], int] = {}
    for with_joker in (0, 1):
        extra = (JOKER,) * with_joker
        for ranks in five_ranks(with_joker):
            plain[with_joker, ranks] = joker.fast_five(plain_cards(ranks, with_joker), wheel_lowest)
        for ranks in combinations(range(13), 5 - with_joker):
            suited[with_joker, ranks] = joker.fast_five([4 * rank for rank in ranks] + list(extra), wheel_lowest)
    high_values = tuple(sorted({*plain.values(), *suited.values()}))
    low_values = tuple(sorted({joker.rank_two((4 * a, 4 * b + 1)) for a in range(13) for b in range(a, 13)}))
    if joker.rank_two((JOKER, 4 * ACE)) not in low_values:
        raise ValueError("the joker beside an ace is not ranked as a low hand of two natural cards")
    high_of = {value: number for number, value in enumerate(high_values)}
    least = []
    for low in low_values:
        lawful = [not joker.outranks(low, high) for high in high_values]
        first = lawful.index(True)
        if not all(lawful[first:]):
            raise ValueError("a low hand outranks a high hand, but not a lower one")
        least.append(first)
    return Numbers(
        wheel_lowest,
        high_values,
        low_values,
        tuple([value >> CATEGORY_SHIFT for value in high_values]),
        tuple(least),
        high_of,
        {value: number for number, value in enumerate(low_values)},
        {key: high_of[value] for key, value in plain.items()},
        {key: high_of[value] for key, value in suited.items()},
    )
