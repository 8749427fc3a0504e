"""Cards as small integers, and the spellings that are read and written.

Inside, a card is an int: ``4 * rank + suit`` for the 52 cards, with ranks 0 (deuce) to 12 (ace) and suits
0 to 3 (clubs, diamonds, hearts, spades), and 52 for the joker. Strings stay at the edge.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
ACE = 12

NAMES: tuple[str, ...] = tuple(r + s for r in RANKS for s in SUITS) + ("Jk",)
RANK_OF: tuple[int, ...] = tuple(c >> 2 for c in range(52)) + (ACE,)  # the joker counts as an ace
SUIT_OF: tuple[int, ...] = tuple(c & 3 for c in range(52)) + (-1,)  # and has no suit

RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANK_PLURALS = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings", "aces",
)  # fmt: skip

_SUIT_SPELLINGS = {"c": "c♣♧", "d": "d♦♢", "h": "h♥♡", "s": "s♠♤"}


def _spellings() -> dict[str, int]:
    spelt: dict[str, int] = {}
    for card in range(52):
        rank, suit = NAMES[card][0], NAMES[card][1]
        for r in {rank, rank.lower()} | ({"10"} if rank == "T" else set()):
            for s in _SUIT_SPELLINGS[suit]:
                spelt[r + s] = card
                spelt[r + s.upper()] = card
    for word in ("jk", "joker", "🃏"):
        spelt[word] = spelt[word.upper()] = spelt[word.capitalize()] = JOKER
    return spelt


_SPELT = _spellings()


def card(text: str) -> int | None:
    """The card that ``text`` spells (``As``, ``10d``, ``A♠``, ``Jk``, any case), or None.

    >>> card("As"), card("10d"), card("a♠"), card("Joker"), card("1s")
    (51, 33, 51, 52, None)
    """
    found = _SPELT.get(text)
    if found is None:
        found = _SPELT.get(text.replace("\ufe0f", "").lower())
    return found


def split_cards(text: str) -> list[str]:
    """The words of a string of cards separated by spaces or commas.

    >>> split_cards("As, Kd  10h")
    ['As', 'Kd', '10h']
    """
    return text.replace(",", " ").split()


def cards(text: str) -> tuple[int, ...]:
    """The cards in ``text``; raises ValueError at the first word that is no card. For tests, tables and examples.

    >>> cards("As Jk")
    (51, 52)
    """
    found = []
    for word in split_cards(text):
        c = card(word)
        if c is None:
            raise ValueError(f"{word!r} is not a card")
        found.append(c)
    return tuple(found)


def names(of: tuple[int, ...] | list[int]) -> str:
    """Cards as they are written: ``As Kd Jk``.

    >>> names((51, 46, 52))
    'As Kh Jk'
    """
    return " ".join([NAMES[c] for c in of])
