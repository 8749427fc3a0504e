"""Ranking of the 53 cards, as in Pai Gow Poker: a joker, five aces, and A-2-3-4-5 the second highest straight.

The joker stands for an ace, or for the card that completes a straight, a flush, a straight flush or a royal flush; in
the two-card low hand always for an ace. ``wheel_lowest`` is the switch ``wheel``: True ranks A-2-3-4-5 lowest.

``rank_five`` is the definition; ``fast_five`` asks it once for each pattern of ranks and remembers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ..cards import ACE, JOKER, RANK_OF
from . import CATEGORY_SHIFT, FIVE_ACES, FLUSH, HIGH_CARD, PAIR, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH, five

_ACES = frozenset(card for card in range(52) if card >> 2 == ACE)
_COMPLETED = frozenset({STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH})  # what the joker may complete

# A card's key: 3 bits a rank for how many there are, one bit for the joker, then 4 bits a suit. The joker goes with
# every suit, so three more on a suit's count carries into its top bit exactly when all five are of that suit.
_JOKER_BIT = 1 << 39
_FLUSH_BIT = 1 << 40
_SUITS_AT = 40
_KEYS = tuple([1 << 3 * (card >> 2) | 1 << _SUITS_AT + 4 * (card & 3) for card in range(52)])
_KEYS += (_JOKER_BIT | 0x1111 << _SUITS_AT,)
_key_of = _KEYS.__getitem__

# By wheel_lowest, and then by pattern: the value of five cards, and the rank the joker among them stands for.
_values: tuple[dict[int, int], dict[int, int]] = ({}, {})
_stands: tuple[dict[int, int], dict[int, int]] = ({}, {})


def _ways(others: Sequence[int], stands: Iterable[int], wheel_lowest: bool) -> list[tuple[int, int]]:
    """The joker beside four others: every lawful (value, card that it stands for); in five aces it stands for itself."""
    if _ACES.issubset(others):
        return [(five.value(FIVE_ACES, [ACE]), JOKER)]
    ways = []
    for stand in stands:
        if stand not in others:
            value = five.rank_five([*others, stand], wheel_lowest)
            if stand in _ACES or value >> CATEGORY_SHIFT in _COMPLETED:
                ways.append((value, stand))
    return ways


def rank_five(cards: Sequence[int], wheel_lowest: bool = False) -> int:
    """The value of five different cards of the 53 (ints 0 to 52, any order): the definition, plain and slow.

    With the joker it is the best of all hands that arise from the cards the joker may lawfully stand for. In a flush
    that is the highest card missing from it.

    >>> from houseway.cards import cards
    >>> [rank_five(cards(hand)) >> 20 for hand in ("Ah Ad Ac As Jk", "Ah Qh Jh Th Jk", "9c 9d 8s 8h Jk", "9c 9d 9s 8h Jk")]
    [10, 9, 2, 3]
    """
    if JOKER not in cards:
        return five.rank_five(cards, wheel_lowest)
    others = [card for card in cards if card != JOKER]
    return max(_ways(others, range(52), wheel_lowest))[0]


def _stands_that_matter(others: Sequence[int]) -> list[int]:
    """One card of each rank: suits matter to a flush only, so the one in the first one's suit, or if that is there, another.

    A test shows for all four-card completions that these suffice.
    """
    stands = []
    for rank in range(13):
        of_rank = [4 * rank + (others[0] + turn & 3) for turn in range(4)]
        stands += [card for card in of_rank if card not in others][:1]
    return stands


def _learn(pattern: int, cards: Sequence[int], wheel_lowest: bool) -> int:
    """Asks the definition and remembers."""
    if JOKER in cards:
        others = [card for card in cards if card != JOKER]
        value, stand = max(_ways(others, _stands_that_matter(others), wheel_lowest))
        _stands[wheel_lowest][pattern] = RANK_OF[stand]
    else:
        value = five.rank_five(cards, wheel_lowest)
    _values[wheel_lowest][pattern] = value
    return value


def readings(cards: Sequence[int]) -> frozenset[int]:
    """Every category in which five cards may lawfully be read: one without the joker, with it as many as it can be.

    >>> from houseway.cards import cards
    >>> sorted(readings(cards("9c 8d 7d 6d Jk"))), sorted(readings(cards("Ah Qh Jh Th Jk")))  # straight, or ace-high, ...
    ([0, 4], [1, 4, 5, 9])
    """
    if JOKER not in cards:
        return frozenset([five.rank_five(cards, False) >> CATEGORY_SHIFT])
    others = [card for card in cards if card != JOKER]
    return frozenset([value >> CATEGORY_SHIFT for value, _ in _ways(others, range(52), False)])


def _pattern(cards: Sequence[int]) -> int:
    key = sum(map(_key_of, cards))
    pattern = key & _FLUSH_BIT - 1
    return pattern | _FLUSH_BIT if (key >> _SUITS_AT) + 0x3333 & 0x8888 else pattern


def fast_five(cards: Sequence[int], wheel_lowest: bool = False) -> int:
    """The same value as ``rank_five``, from memory of the pattern (at most 9,997 patterns)."""
    key = sum(map(_key_of, cards))
    pattern = key & 0xFF_FFFF_FFFF  # _pattern(cards), written out: a setting of seven cards asks this 21 times
    if (key >> _SUITS_AT) + 0x3333 & 0x8888:
        pattern |= _FLUSH_BIT
    return _values[wheel_lowest].get(pattern) or _learn(pattern, cards, wheel_lowest)


def stands_for(cards: Sequence[int], wheel_lowest: bool = False) -> int:
    """The rank (0 to 12) for which the joker of five cards stands; ValueError without a joker.

    >>> from houseway.cards import RANKS, cards
    >>> [RANKS[stands_for(cards(hand))] for hand in ("As 9s 5s 2s Jk", "9c 9d 8s 8h Jk", "9c 8d 6d 5d Jk")]
    ['K', 'A', '7']
    """
    if JOKER not in cards:
        raise ValueError("there is no joker among these cards")
    fast_five(cards, wheel_lowest)
    return _stands[wheel_lowest][_pattern(cards)]


def in_order(cards: Sequence[int], wheel_lowest: bool = False) -> tuple[int, ...]:
    """Five cards as they are read aloud, the joker as the last card of the rank that it stands for.

    >>> from houseway.cards import cards, names
    >>> names(in_order(cards("Ts Jk As Js Ks"))), names(in_order(cards("9c Jk 8s 9d Ah")))
    ('As Ks Jk Js Ts', 'Ah Jk 9d 9c 8s')
    """
    return five.in_order(cards, stands_for(cards, wheel_lowest) if JOKER in cards else ACE)


def best_five(cards: Sequence[int], wheel_lowest: bool = False) -> tuple[int, tuple[int, ...]]:
    """The best five of five to seven different cards of the 53: their value, and the five in reading order.

    >>> from houseway.cards import cards, names
    >>> value, five_cards = best_five(cards("Ah Qh Jh Th Ac Ad Jk"))
    >>> value >> 20, names(five_cards)
    (9, 'Ah Jk Qh Jh Th')
    """
    best, chosen = -1, tuple(cards[:5])
    for five_cards in combinations(sorted(cards, reverse=True), 5):
        worth = fast_five(five_cards, wheel_lowest)
        if worth > best:  # of equals the first: the joker, then the highest suits
            best, chosen = worth, five_cards
    return best, in_order(chosen, wheel_lowest)


def rank_two(cards: Sequence[int]) -> int:
    """The value of a two-card low hand (ints 0 to 52): any pair beats any two unpaired cards; the joker is an ace.

    >>> from houseway.cards import cards
    >>> hex(rank_two(cards("Jk Ad"))), hex(rank_two(cards("9s Kd")))
    ('0x1c0000', '0xb7000')
    """
    one, other = RANK_OF[cards[0]], RANK_OF[cards[1]]
    if one == other:
        return PAIR << CATEGORY_SHIFT | one << 16
    if one < other:
        one, other = other, one
    return HIGH_CARD << CATEGORY_SHIFT | one << 16 | other << 12


def outranks(two_value: int, five_value: int) -> bool:
    """Whether a low hand outranks a high hand, which is a foul; equal in what both have is none.

    Values are comparable as they are: the two cards' tie-breakers stand in the same places, and the high hand has
    more of them.

    >>> from houseway.cards import cards
    >>> outranks(rank_two(cards("As Kd")), rank_five(cards("Ah Kh 9c 4d 2s")))
    False
    """
    return two_value > five_value
