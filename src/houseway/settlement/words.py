"""Hands in words, as a dealer would call them."""

from __future__ import annotations

from functools import cache

from houseway.cards import ACE, RANK_PLURALS, RANK_WORDS
from houseway.ranking import (
    CATEGORY_NAMES,
    CATEGORY_SHIFT,
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

# "a full house, kings over nines": category names as the result prints them, in the words of the example.
HAND_NAMES = tuple(name.replace("-of-a-", " of a ") for name in CATEGORY_NAMES)

WAGER_NAMES = {
    "ante": "ante", "blind": "blind", "play": "play wager", "trips": "trips wager", "progressive": "progressive wager",
    "five_card_bonus_player": "five-card bonus on the player's hand",
    "five_card_bonus_dealer": "five-card bonus on the dealer's hand",
    "pai_gow": "main wager", "fortune_bonus": "Fortune Bonus", "emperors_treasure": "Emperor's Treasure",
    "insurance": "Pai Gow Insurance", "queens_dragon": "Queen's Dragon", "dynasty_bonus": "Dynasty Bonus",
    "protection": "Protection wager", "red": "wager on red", "black": "wager on black", "red_black": "Red/Black",
    "five_card_bonus": "Five Card Hand Bonus",
}  # fmt: skip


def category(value: int) -> int:
    """The category in a hand's value."""
    return value >> CATEGORY_SHIFT


def article(words: str) -> str:
    """``a`` or ``an`` before words.

    >>> article("ace-high flush"), article("eight-high straight"), article("king-high flush")
    ('an ace-high flush', 'an eight-high straight', 'a king-high flush')
    """
    return ("an " if words[0] in "aeiAEI" else "a ") + words


@cache
def describe(value: int) -> str:
    """A five-card hand in words, from its value.

    >>> describe(9 << 20), describe(6 << 20 | 0xB7000), describe(1 << 20 | 0xB9870)
    ('a royal flush', 'a full house, kings over nines', 'a pair of kings')
    """
    kind = value >> CATEGORY_SHIFT
    first, second = value >> 16 & 15, value >> 12 & 15
    if kind == ROYAL_FLUSH:
        return "a royal flush"
    if kind == FIVE_ACES:
        return "five aces"
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        wheel = (second == 3 and first == ACE) or (first == 3 and second == 2)
        word = "straight" if kind == STRAIGHT else "straight flush"
        return f"an ace-to-five {word}" if wheel else article(f"{RANK_WORDS[first]}-high {word}")
    if kind == FLUSH:
        return article(f"{RANK_WORDS[first]}-high flush")
    if kind == FOUR_OF_A_KIND:
        return f"four {RANK_PLURALS[first]}"
    if kind == FULL_HOUSE:
        return f"a full house, {RANK_PLURALS[first]} over {RANK_PLURALS[second]}"
    if kind == THREE_OF_A_KIND:
        return f"three {RANK_PLURALS[first]}"
    if kind == TWO_PAIR:
        return f"two pair, {RANK_PLURALS[first]} and {RANK_PLURALS[second]}"
    if kind == PAIR:
        return f"a pair of {RANK_PLURALS[first]}"
    return f"{RANK_WORDS[first]}-high"


@cache
def describe_two(value: int) -> str:
    """A two-card hand in words.

    >>> describe_two(1 << 20 | 0xB0000), describe_two(0xCB000)
    ('a pair of kings', 'ace-king')
    """
    first, second = value >> 16 & 15, value >> 12 & 15
    if value >> CATEGORY_SHIFT == PAIR:
        return f"a pair of {RANK_PLURALS[first]}"
    return f"{RANK_WORDS[first]}-{RANK_WORDS[second]}"


def capital(sentence: str) -> str:
    """A sentence with a capital letter."""
    return sentence[0].upper() + sentence[1:]
