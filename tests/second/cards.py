"""Cards and how hands rank, the slow way: every five of seven, and every card that the joker may stand for.

A card is its two characters, "As", "Td"; the joker is "Jk". A rank is a tuple that compares: (category, tie-breakers).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "Jk"
DECK52 = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK53 = (*DECK52, JOKER)
ACE = 14

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)

LOWEST = "lowest"
SECOND = "second-highest"
# The highest card of each straight, from the weakest straight to the strongest; 5 is A-2-3-4-5.
STRAIGHTS = {LOWEST: (5, 6, 7, 8, 9, 10, 11, 12, 13, 14), SECOND: (6, 7, 8, 9, 10, 11, 12, 13, 5, 14)}

Rank = tuple[int, tuple[int, ...]]
_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def parse(cards: Any) -> tuple[str, ...]:
    """The cards of a string ("As 10d, Jk") or of a list."""
    words = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
    return tuple(parse_one(word) for word in words)


def parse_one(word: str) -> str:
    word = word.strip().lower()
    if word in ("jk", "joker"):
        return JOKER
    rank, suit = word[:-1].upper().replace("10", "T"), _SYMBOLS.get(word[-1], word[-1])
    card = rank + suit
    if card not in DECK52:
        raise ValueError(f"{word!r} is no card")
    return card


NUMBERS = {JOKER: ACE, **{card: RANKS.index(card[0]) + 2 for card in DECK52}}


def number(card: str) -> int:
    """2 to 14; the joker counts as an ace."""
    return NUMBERS[card]


def numbers(cards: Iterable[str]) -> list[int]:
    return sorted([NUMBERS[card] for card in cards], reverse=True)


def groups(cards: Iterable[str]) -> list[tuple[int, int]]:
    """(how many, rank) for each rank held, the largest group first, then the highest rank; the joker is an ace."""
    return _groups(tuple(numbers(cards)))


@lru_cache(maxsize=100_000)
def _groups(held: tuple[int, ...]) -> list[tuple[int, int]]:
    return sorted(((held.count(rank), rank) for rank in set(held)), reverse=True)


def natural_five(cards: tuple[str, ...], wheel: str) -> Rank:
    """The rank of five cards without a joker."""
    held = groups(cards)
    ties = tuple([rank for _, rank in held])
    sizes = [size for size, _ in held]
    flush = len({card[1] for card in cards}) == 1
    top = straight_top(ties) if len(held) == 5 else 0
    if top:
        strength = STRAIGHTS[wheel].index(top)
        if flush:
            return (ROYAL, ()) if top == ACE else (STRAIGHT_FLUSH, (strength,))
        return (STRAIGHT, (strength,))
    if flush:
        return (FLUSH, ties)
    if sizes == [4, 1]:
        return (FOUR, ties)
    if sizes == [3, 2]:
        return (FULL_HOUSE, ties)
    if sizes == [3, 1, 1]:
        return (THREE, ties)
    if sizes == [2, 2, 1]:
        return (TWO_PAIR, ties)
    if sizes == [2, 1, 1, 1]:
        return (PAIR, ties)
    return (HIGH_CARD, ties)


def straight_top(five_ranks: tuple[int, ...]) -> int:
    """The highest card of the straight that five different ranks (falling) make; 0 when they make none."""
    if five_ranks == (14, 5, 4, 3, 2):
        return 5
    return five_ranks[0] if five_ranks[0] - five_ranks[4] == 4 else 0


@lru_cache(maxsize=500_000)
def _five(cards: tuple[str, ...], wheel: str) -> Rank:
    if JOKER not in cards:
        return natural_five(cards, wheel)
    others = tuple(card for card in cards if card != JOKER)
    if [card[0] for card in others] == ["A"] * 4:
        return (FIVE_ACES, ())
    found = []
    for card in DECK52:
        if card in others:
            continue
        rank = natural_five((*others, card), wheel)
        # An ace always; another card only to complete one of these four.
        if card[0] == "A" or rank[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
            found.append(rank)
    return max(found)


def five(cards: Iterable[str], wheel: str = LOWEST) -> Rank:
    """The rank of five cards, one of which may be the joker."""
    return _five(tuple(sorted(cards)), wheel)


def best_of(cards: Iterable[str], wheel: str = LOWEST) -> Rank:
    """The rank of the best five of five, six or seven cards."""
    return max(five(some, wheel) for some in combinations(cards, 5))


def two(cards: Iterable[str]) -> Rank:
    """The rank of a low hand: any pair beats any two unpaired cards; the joker is an ace."""
    return two_of(*numbers(cards))


def two_of(high: int, low: int) -> Rank:
    return (PAIR, (high,)) if high == low else (HIGH_CARD, (high, low))


def outranks(low: Rank, high: Rank) -> bool:
    """Does the two-card hand outrank the five-card hand (a foul)? Equal as far as two cards go is no foul."""
    if low[0] != high[0]:
        return low[0] > high[0]
    return low[1] > high[1][: len(low[1])]
