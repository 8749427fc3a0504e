"""A house way as a policy: seven cards in, how they are set and by which step of which row out.

What a way's rows say depends on the seven ranks alone (the joker counted as an ace), so it comes down to a ``Plan`` for
each of the 49,283 combinations of seven ranks: look for a made hand whose low is at least so much, once or more; else
set a low hand of exactly these two ranks. Plans are worked out when first needed and remembered. Suits, and what the
joker completes, matter only for whether there is a made hand and for which of equal ranks goes low.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from houseway.cards import ACE, JOKER, RANK_OF
from houseway.ranking import CATEGORY_SHIFT, FLUSH, HIGH_CARD, PAIR, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH
from houseway.ranking.joker import fast_five

from .words import PARTS, Counts, Holds, Step, Term

Ranks = tuple[int, ...]

MADE = frozenset({STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH})

_rank_of = RANK_OF.__getitem__

# The 21 ways to take two of seven sorted cards, as places, and how the other five are picked.
TWO_OF_SEVEN: tuple[tuple[int, int], ...] = tuple(combinations(range(7), 2))
_PICK_FIVE: tuple[Callable[[Sequence[int]], tuple[int, ...]], ...] = tuple(
    itemgetter(*[place for place in range(7) if place not in two]) for two in TWO_OF_SEVEN
)
_SETTINGS = tuple((low, *two) for low, two in enumerate(TWO_OF_SEVEN))

# A card's suit as four-bit counts; the joker goes with every suit. Three more carries into a count's top bit from five on.
_SUIT_KEY = tuple(1 << 4 * (card & 3) for card in range(52)) + (0x1111,)
_suit_key_of = _SUIT_KEY.__getitem__


class Setting(NamedTuple):
    """Seven cards as they are set: ``high`` (five) and ``low`` (two), each from the highest card (the joker first),
    and ``row``, the row and step of the house way that set them."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    row: str


class Row(NamedTuple):
    """A row of a house way: its title, what seven cards must hold for it, and its steps."""

    title: str
    holds: tuple[Holds, ...]
    steps: tuple[Step, ...]


class Plan(NamedTuple):
    """What a way does with seven ranks: looks for made hands, in order, and else the two ranks of the low hand.

    ``looks`` are (least value of the low hand, as ``ranking.joker.rank_two`` values it; text of the step); ``low`` is
    two ranks, the higher first, and ``row`` the text of the step that says so.
    """

    looks: tuple[tuple[int, str], ...]
    low: tuple[int, int]
    row: str


class NoPlan(Exception):
    """A way has no step for seven ranks: it was not checked (see ``checking``)."""


# A step for one combination of counts: its conditions (place of the part, ranks as bits); whether it looks for a made
# hand; the least low of such a look that has no terms; its terms (a place, or ``~rank``); its text; its row and step.
_Bound = tuple[tuple[tuple[int, int], ...], bool, int, tuple[int, ...], str, tuple[int, int]]

# What is remembered of seven ranks: the plan; the settings, of the 21, whose low hand has the plan's ranks; whether five
# of the ranks are a straight; whether one can be made if an ace is the joker.
_Known = tuple[Plan, tuple[int, ...], bool, bool]


def two_ranks(one: int, other: int) -> int:
    """The value of a low hand of two ranks, as ``ranking.joker.rank_two`` values two cards.

    >>> hex(two_ranks(12, 12)), hex(two_ranks(7, 11))
    ('0x1c0000', '0xb7000')
    """
    if one == other:
        return PAIR << CATEGORY_SHIFT | one << 16
    return HIGH_CARD << CATEGORY_SHIFT | max(one, other) << 16 | min(one, other) << 12


_LOW_VALUE = tuple(tuple(two_ranks(one, other) for other in range(13)) for one in range(13))


def _windows(ranks: Sequence[int]) -> int:
    """The most ranks that any five in a row have among ``ranks``; the ace is also below the two."""
    mask = 0
    for rank in ranks:
        mask |= 2 << rank
    mask |= mask >> ACE + 1
    return max([(mask >> low & 0b11111).bit_count() for low in range(10)])


class HouseWay:
    """A named, versioned policy that sets seven cards. Made by ``reading``; two ways of equal rows set alike.

    ``set`` is what settlement calls. ``plan`` and ``plans`` are for those who work with all hands at once.
    """

    __slots__ = ("_bound", "_known", "description", "name", "rows", "version")

    def __init__(self, name: str, version: str, description: str, rows: tuple[Row, ...]) -> None:
        self.name = name
        self.version = version
        self.description = description
        self.rows = rows
        self._bound: dict[Counts, tuple[_Bound, ...]] = {}
        self._known: dict[Ranks, _Known] = {}

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the name, the version and the words of the rows: which way it was, whatever it is called."""
        from hashlib import sha256

        said = [self.name, self.version]
        for title, holds, steps in self.rows:
            said += ["", title, *[text for text, _, _ in holds], "", *[step.text for step in steps]]
        return sha256("\n".join(said).encode()).hexdigest()

    def __repr__(self) -> str:
        return f"<house way {self.name!r}, version {self.version}>"

    def set(self, cards: Sequence[int], wheel_lowest: bool = False) -> Setting:
        """Set seven different cards (ints 0 to 52, any order); ``wheel_lowest`` ranks A-2-3-4-5 the lowest straight.

        The setting is legal, and the same for the same cards in any order. Where cards of equal rank could go low,
        the high hand is the best there is; if it is equal, the joker and the higher suits stay in it.

        >>> from houseway.cards import cards, names
        >>> from houseway.games import house_way
        >>> high, low, row = house_way.get("standard").set(cards("Jk Kh Qh Jh Th Ks Qs"))
        >>> names(high), names(low), row
        ('Jk Ks Kh Jh Th', 'Qs Qh', 'two pairs: low = the lower pair')
        """
        held = sorted(cards, reverse=True)
        ranks = tuple(map(_rank_of, held))
        known = self._known.get(ranks)
        if known is None:
            known = self._learn(ranks)
        plan, places, straight, straight_with_joker = known
        possible = (straight_with_joker if held[0] == JOKER else straight) or (
            sum(map(_suit_key_of, held)) + 0x3333 & 0x8888 != 0
        )
        if not possible:
            chosen = places[-1]
            return Setting(_PICK_FIVE[chosen](held), _two(held, chosen), plan.row)
        for least, row in plan.looks:
            made = _best_made(held, ranks, least, wheel_lowest)
            if made is not None:
                return Setting(_PICK_FIVE[made](held), _two(held, made), row)
        best, chosen = -1, places[-1]
        for place in reversed(places):
            worth = fast_five(_PICK_FIVE[place](held), wheel_lowest)
            if worth > best:
                best, chosen = worth, place
        return Setting(_PICK_FIVE[chosen](held), _two(held, chosen), plan.row)

    def _learn(self, ranks: Ranks) -> _Known:
        plan = self.plan(ranks)
        low = plan.low
        places = tuple([at for at, one, other in _SETTINGS if (ranks[one], ranks[other]) == low])
        if not places:
            raise NoPlan(f"{self.name}: {plan.row}: no such cards")
        known = self._known[ranks] = (plan, places, _windows(ranks) == 5, _windows(ranks[1:]) >= 4)
        return known

    def plan(self, ranks: Ranks) -> Plan:
        """What the way does with seven ranks (0 to 12, any order, the joker as an ace). Raises NoPlan."""
        return self.plan_of(*parts_of(ranks))[0]

    def plans(self) -> Iterator[tuple[Ranks, Plan]]:
        """Every combination of seven ranks, each from the highest rank down, with its plan: 49,283 of them."""
        for parts, counts in all_parts():
            ranks = sorted([rank for rank, count in zip(parts, counts, strict=True) for _ in range(count)], reverse=True)
            yield tuple(ranks), self.plan_of(parts, counts)[0]

    def plan_of(self, parts: Ranks, counts: Counts) -> tuple[Plan, list[tuple[int, int]]]:
        """The plan for parts and counts as ``parts_of`` gives them, and the (row, step) of its looks and of its low."""
        bound = self._bound.get(counts)
        if bound is None:
            bound = self._bound[counts] = tuple(_bind(self.rows, counts))
        looks: list[tuple[int, str]] = []
        steps: list[tuple[int, int]] = []
        for conditions, made, least, terms, text, where in bound:
            for place, allowed in conditions:
                if not allowed >> parts[place] & 1:
                    break
            else:
                steps.append(where)
                if terms:
                    one, other = [parts[term] if term >= 0 else ~term for term in terms]
                    if not made:
                        low = (one, other) if one >= other else (other, one)
                        return Plan(tuple(looks), low, text), steps
                    least = _LOW_VALUE[one][other]
                looks.append((least, text))
        raise NoPlan(f"{self.name}: no row sets such a hand")


def parts_of(ranks: Sequence[int]) -> tuple[Ranks, Counts]:
    """The parts of seven ranks, the larger group first, then the higher rank; and how many there are of each.

    >>> parts_of((12, 12, 8, 8, 8, 5, 0))
    ((8, 12, 5, 0), (3, 2, 1, 1))
    """
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return tuple([rank for _, rank in groups]), tuple([count for count, _ in groups])


def all_parts() -> Iterator[tuple[Ranks, Counts]]:
    """The parts and counts (as of ``parts_of``) of all combinations of seven ranks that 53 cards can show."""
    for counts in PARTS:
        sizes = sorted(set(counts), reverse=True)

        def choose(of: Sequence[int], taken: Ranks, counts: Counts = counts) -> Iterator[Ranks]:
            if not of:
                yield taken
                return
            ranks = [rank for rank in range(ACE, -1, -1) if rank not in taken and (of[0] < 5 or rank == ACE)]
            for group in combinations(ranks, counts.count(of[0])):
                yield from choose(of[1:], taken + group, counts)

        for parts in choose(sizes, ()):
            yield parts, counts


def _two(held: Sequence[int], place: int) -> tuple[int, int]:
    one, other = TWO_OF_SEVEN[place]
    return held[one], held[other]


def _best_made(held: Sequence[int], ranks: Ranks, least: int, wheel_lowest: bool) -> int | None:
    """The setting, of the 21, with a made high hand, the highest low of at least ``least``, then the highest high."""
    best_low, best_high, chosen = least, -1, None
    for place, one, other in _SETTINGS:
        low = _LOW_VALUE[ranks[one]][ranks[other]]
        if low >= best_low:
            high = fast_five(_PICK_FIVE[place](held), wheel_lowest)
            if high >> CATEGORY_SHIFT in MADE and (low > best_low or high >= best_high):
                best_low, best_high, chosen = low, high, place
    return chosen


def _bind(rows: Sequence[Row], counts: Counts) -> Iterator[_Bound]:
    """The steps that seven cards of these counts can come to, in order. A step about a part they lack is left out."""
    parts = PARTS[counts][1]

    def place(term: Term) -> int:
        return ~term if isinstance(term, int) else parts.index(term)

    for row_at, (title, holds, steps) in enumerate(rows):
        for _, held, first in holds:
            if counts not in held:
                continue
            for step_at, step in enumerate(steps):
                terms = step.low if len(step.low) == 2 else ()
                lacks = [name for name in (*terms, *[part for part, _ in step.conditions]) if name not in parts]
                if any(isinstance(name, str) for name in lacks):
                    continue
                least = 0
                if step.made and len(step.low) == 1:
                    least = step.low[0] << 16 if isinstance(step.low[0], int) else PAIR << CATEGORY_SHIFT
                conditions = [(parts.index(part), allowed) for part, allowed in step.conditions]
                text, where = f"{title}: {step.text}", (row_at, step_at)
                yield ((0, first), *conditions), step.made, least, tuple(map(place, terms)), text, where
