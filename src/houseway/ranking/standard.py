"""Ranking of the 52 cards, as in Ultimate Texas Hold 'Em: A-2-3-4-5 is the lowest straight and straight flush.

``rank_five`` is the definition. ``best_five`` and ``rank_seven`` are the fast path for one hand: each pattern of ranks
is asked of the definition once and remembered (at most 49,205 patterns of seven cards, 18,395 of six, 7,462 of five).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from operator import itemgetter

from . import five

# A card's key: 3 bits a rank hold how many cards of that rank there are (0 to 4), and above them 4 bits a suit.
# Keys add up to what a set of cards is. Three more on a suit's count carries into its top bit from five cards on.
_SUITS_AT = 39
_KEYS = tuple(1 << 3 * (card >> 2) | 1 << _SUITS_AT + 4 * (card & 3) for card in range(52))
_key_of = _KEYS.__getitem__
_RANKS_ONLY = (1 << _SUITS_AT) - 1
_FIVE_OF_A_SUIT = {0x8 << 4 * suit: suit for suit in range(4)}

_STRAIGHTS = [*(tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)), (3, 2, 1, 0, 12)]

Pick = Callable[[Sequence[int]], tuple[int, ...]]

_five_ranks: dict[int, int] = {}  # rank pattern of five cards that are no flush -> value
_patterns: dict[int, tuple[int, Pick]] = {}  # rank pattern of five to seven cards -> value, and which of the sorted cards
_flushes: dict[int, tuple[int, Pick]] = {}  # the same for five to seven cards of one suit
_picks: dict[tuple[int, ...], Pick] = {}


def rank_five(cards: Sequence[int]) -> int:
    """The value of five different cards (ints 0 to 51, any order): the definition, plain and slow.

    >>> from houseway.cards import cards
    >>> hex(rank_five(cards("As Kd Kh 7c Ad")))
    '0x2cb500'
    """
    return five.rank_five(cards, wheel_lowest=True)


def _unsuited(pattern: int, cards: Sequence[int]) -> int:
    """The value of five cards by their ranks alone, remembered by their pattern."""
    known = _five_ranks.get(pattern)
    if known is None:
        # the suits 0 1 2 3 0 in order of rank are five different cards that make no flush
        known = _five_ranks[pattern] = rank_five([card & ~3 | place & 3 for place, card in enumerate(sorted(cards))])
    return known


def _choose(cards: Sequence[int], rank: Callable[[Sequence[int]], int]) -> tuple[int, Pick]:
    """The best five of cards sorted from the top: the value, and the picker of those five in reading order."""
    best, chosen = -1, cards[:5]
    for five_cards in combinations(cards, 5):
        worth = rank(five_cards)
        if worth > best:  # of equals the first: the highest suits
            best, chosen = worth, five_cards
    return _chosen(cards, best, five.in_order(chosen))


def _chosen(cards: Sequence[int], value: int, five_cards: Sequence[int]) -> tuple[int, Pick]:
    """The value, and the picker of these five, which are in reading order, from the cards."""
    places = tuple([cards.index(card) for card in five_cards])
    pick = _picks.get(places)
    if pick is None:
        pick = _picks[places] = itemgetter(*places)
    return value, pick


def _grouped(cards: Sequence[int]) -> list[int]:
    """Of sorted cards the largest group, the next one beside it if both fit, and the highest others, as five are read."""
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(card >> 2, []).append(card)
    first, second = sorted(groups.values(), key=len, reverse=True)[:2]  # of equals the higher: sorting keeps their order
    taken = [*first, *second[:2]] if 2 <= len(first) <= 3 and len(second) >= 2 else first[:]
    for card in cards:
        if len(taken) == 5:
            break
        if card not in taken:
            taken.append(card)
    return taken


def _straight(cards: Sequence[int]) -> list[int] | None:
    """The best straight of sorted cards, its highest suits, from the top, A-2-3-4-5 from the five; or None."""
    by_rank = {card >> 2: card for card in reversed(cards)}
    if len(by_rank) < 5:
        return None
    for ranks in _STRAIGHTS:
        if all(map(by_rank.__contains__, ranks)):
            return [by_rank[rank] for rank in ranks]
    return None


def _learn_pattern(pattern: int, cards: Sequence[int]) -> tuple[int, Pick]:
    """Without a flush the best five are the largest groups, or a straight; the definition says which."""
    worth = []
    for five_cards in (_straight(cards), _grouped(cards)):  # of equals the first: the wheel as it is read
        if five_cards is not None:
            of_five = sum(map(_key_of, five_cards)) & _RANKS_ONLY
            worth.append((_unsuited(of_five, five_cards), five_cards))
    found = _patterns[pattern] = _chosen(cards, *max(worth, key=itemgetter(0)))
    return found


def _learn_flush(pattern: int, cards: Sequence[int]) -> tuple[int, Pick]:
    found = _flushes[pattern] = _choose(cards, rank_five)
    return found


def _look_up(cards: Sequence[int]) -> tuple[tuple[int, Pick], Sequence[int]]:
    """Value and picker, and the sorted cards from which the picker picks."""
    key = sum(map(_key_of, cards))
    ordered = sorted(cards, reverse=True)
    suited = (key >> _SUITS_AT) + 0x3333 & 0x8888
    if suited:  # five of a suit leave two cards at most: no four of a kind or full house beside them
        suit = _FIVE_OF_A_SUIT[suited]
        ordered = [card for card in ordered if card & 3 == suit]
        pattern = sum(map(_key_of, ordered)) & _RANKS_ONLY
        return _flushes.get(pattern) or _learn_flush(pattern, ordered), ordered
    pattern = key & _RANKS_ONLY
    return _patterns.get(pattern) or _learn_pattern(pattern, ordered), ordered


def best_five(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The best five of five, six or seven different cards of the 52: their value, and the five in reading order.

    Reading order: larger groups first, then from the top, A-2-3-4-5 as 5 4 3 2 A. Where suits leave a choice, spades
    come before hearts, diamonds and clubs.

    >>> from houseway.cards import cards, names
    >>> value, five_cards = best_five(cards("As Ah Ks Qs Js Ts 9d"))
    >>> value >> 20, names(five_cards)
    (9, 'As Ks Qs Js Ts')
    """
    (value, pick), ordered = _look_up(cards)
    return value, pick(ordered)


def rank_seven(cards: Sequence[int]) -> int:
    """The value of the best five of seven (or six, or five) different cards of the 52."""
    return _look_up(cards)[0][0]
