"""What the side wagers of Pai Gow Poker see in seven cards: which hands they hold, the high card, the colours.

The hands held are one bit each, so that batch code can look a hand's set of bits up in tables made by the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from houseway.cards import ACE, JOKER, RANK_OF

# Bits of SevenCards.holds. "Natural" is without the joker; the others may use it.
SEVEN_CARD_STRAIGHT_FLUSH_NATURAL = 1 << 0
SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = 1 << 1
FIVE_ACES = 1 << 2
ROYAL_FLUSH = 1 << 3
ROYAL_FLUSH_WITH_SUITED_KING_QUEEN = 1 << 4  # the joker may be in the royal, not in the pair of suited cards beside it
ROYAL_FLUSH_WITH_SUITED_ACE_KING = 1 << 5
NATURAL_ROYAL_FLUSH_WITH_SUITED_ACE_QUEEN = 1 << 6
ACE_FIVE_NATURAL_STRAIGHT_FLUSH = 1 << 7
ACE_FIVE_NATURAL_STRAIGHT_FLUSH_WITH_SUITED_ACE_QUEEN = 1 << 8
STRAIGHT_FLUSH = 1 << 9  # a royal flush is one too
FOUR_OF_A_KIND = 1 << 10
FULL_HOUSE = 1 << 11
FLUSH = 1 << 12
THREE_OF_A_KIND = 1 << 13
STRAIGHT = 1 << 14
THREE_PAIR = 1 << 15

_ROYAL = 0b1111100000000  # T J Q K A
_WHEEL = 0b1000000001111  # A 2 3 4 5
_RUNS = tuple(0b11111 << low for low in range(9)) + (_WHEEL,)
_RUNS_OF_SEVEN = tuple(0b1111111 << low for low in range(7)) + (0b1000000111111,)
_RED = 0b0110  # suits d and h
_QUEEN, _KING = 10, 11


class SevenCards(NamedTuple):
    """Seven cards as the side wagers see them.

    ``holds``: bits named in this module. ``no_pair_high``: the highest rank (7 for nine to 12 for ace) of seven cards with
    no pair, straight or flush, else -1. ``red``, ``black``: natural cards of each colour; ``joker``: whether it is held.
    """

    holds: int
    no_pair_high: int
    red: int
    black: int
    joker: bool


def _run(mask: int, runs: tuple[int, ...], missing: int) -> bool:
    """Whether a set of ranks contains one of the runs, but for at most ``missing`` of its ranks."""
    if missing == 0:
        return any(mask & run == run for run in runs)
    return any((run & ~mask).bit_count() <= missing for run in runs)


def _suited_beside(others: list[int], first: int, second: int) -> bool:
    """Whether the two cards beside a five-card hand are natural, of one suit and of these two ranks."""
    a, b = others
    return a != JOKER and b != JOKER and a & 3 == b & 3 and {a >> 2, b >> 2} == {first, second}


def read_seven(cards: tuple[int, ...]) -> SevenCards:
    """Everything that the side wagers look at in seven cards of the 53.

    >>> from houseway.cards import cards
    >>> read_seven(cards("9c 8d 7h 5s 4c 3d 2h")).no_pair_high
    7
    """
    counts = [0] * 13
    masks = [0, 0, 0, 0]
    joker = 0
    red = 0
    for card in cards:
        counts[RANK_OF[card]] += 1  # the joker is an ace where it completes nothing
        if card == JOKER:
            joker = 1
        else:
            suit = card & 3
            masks[suit] |= 1 << (card >> 2)
            red += _RED >> suit & 1
    holds = 0
    natural_ranks = masks[0] | masks[1] | masks[2] | masks[3]
    for suit, mask in enumerate(masks):
        size = mask.bit_count()
        if size + joker < 5:
            continue
        holds |= FLUSH | _suited_hands(cards, suit, mask, size, joker)
    if _run(natural_ranks, _RUNS, joker):
        holds |= STRAIGHT
    holds |= _groups(counts)
    no_pair_high = -1
    if max(counts) == 1 and not holds & (STRAIGHT | FLUSH):
        no_pair_high = ACE if counts[ACE] else natural_ranks.bit_length() - 1
    return SevenCards(holds, no_pair_high, red, len(cards) - joker - red, bool(joker))


def _suited_hands(cards: tuple[int, ...], suit: int, mask: int, size: int, joker: int) -> int:
    """The straight flushes of one suit that, with the joker, has five cards or more."""
    holds = 0
    if size + joker == 7 and _run(mask, _RUNS_OF_SEVEN, joker):
        holds |= SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER if joker else SEVEN_CARD_STRAIGHT_FLUSH_NATURAL
    if _run(mask, _RUNS, joker):
        holds |= STRAIGHT_FLUSH
    if (_ROYAL & ~mask).bit_count() <= joker:
        holds |= ROYAL_FLUSH
        natural = mask & _ROYAL == _ROYAL
        # A natural royal leaves the joker beside it, and a joker beside it is no natural match.
        others = [
            c for c in cards if (c == JOKER and natural) or (c != JOKER and not (c & 3 == suit and _ROYAL >> (c >> 2) & 1))
        ]
        if _suited_beside(others, _KING, _QUEEN):
            holds |= ROYAL_FLUSH_WITH_SUITED_KING_QUEEN
        if _suited_beside(others, ACE, _KING):
            holds |= ROYAL_FLUSH_WITH_SUITED_ACE_KING
        if natural and _suited_beside(others, ACE, _QUEEN):
            holds |= NATURAL_ROYAL_FLUSH_WITH_SUITED_ACE_QUEEN
    if mask & _WHEEL == _WHEEL:
        holds |= ACE_FIVE_NATURAL_STRAIGHT_FLUSH
        others = [c for c in cards if c == JOKER or not (c & 3 == suit and _WHEEL >> (c >> 2) & 1)]
        if _suited_beside(others, ACE, _QUEEN):
            holds |= ACE_FIVE_NATURAL_STRAIGHT_FLUSH_WITH_SUITED_ACE_QUEEN
    return holds


def _groups(counts: list[int]) -> int:
    """Fours, threes, full houses and three pairs, with the joker counted as an ace."""
    most = max(counts)
    if most == 1:
        return 0
    holds = 0
    pairs = sum(1 for n in counts if n >= 2)
    if most == 5:
        holds |= FIVE_ACES
    if most >= 4:
        holds |= FOUR_OF_A_KIND
    if most >= 3:
        holds |= THREE_OF_A_KIND
        if pairs >= 2:
            holds |= FULL_HOUSE
    if pairs >= 3:
        holds |= THREE_PAIR
    return holds
