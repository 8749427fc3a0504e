"""Does a house way set every hand there is, and legally? By all 49,283 combinations of seven ranks.

Legality of a low hand is judged as if no straight or flush were there: with one the high hand is only better, so what
is legal by ranks is legal always. A made hand outranks every low hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import RANKS
from houseway.problems import InputError, Problem

from .policy import HouseWay, NoPlan, Ranks, all_parts
from .reading import Places
from .words import PARTS, Counts


def legal(parts: Ranks, counts: Counts, low: tuple[int, int]) -> bool | None:
    """Whether a low hand of two ranks leaves a high hand that it does not outrank; None: the two are not there.

    ``parts`` and ``counts`` are the seven cards' ranks and how many there are of each; ``low`` has the higher first.

    >>> aces_and_kings = (12, 11, 8, 5, 2), (2, 2, 1, 1, 1)
    >>> [legal(*aces_and_kings, low) for low in ((12, 12), (11, 11), (12, 11), (7, 6))]
    [False, True, True, None]
    """
    left = list(counts)
    for rank in low:
        at = parts.index(rank) if rank in parts else -1
        if at < 0 or not left[at]:
            return None
        left[at] -= 1
    groups = [rank for rank, count in zip(parts, left, strict=True) if count > 1]
    if len(groups) > 1 or max(left) > 2:
        return True  # two pair or more outranks every low hand
    if groups:
        return low[0] != low[1] or groups[0] >= low[0]
    singles = sorted([rank for rank, count in zip(parts, left, strict=True) if count], reverse=True)
    return low[0] != low[1] and low <= (singles[0], singles[1])


def problems(way: HouseWay, places: Places) -> Iterator[Problem]:
    """What keeps a way from setting every hand legally, each thing once with the first hand that shows it.

    Hands that no row sets; low hands that are not there or would outrank the high hand; steps that never set a hand.
    """
    seen: set[object] = set()
    used: set[tuple[int, int]] = set()
    for parts, counts in all_parts():
        try:
            plan, steps = way.plan_of(parts, counts)
        except NoPlan:
            phrase = PARTS[counts][0]
            if phrase not in seen:
                seen.add(phrase)
                allowed = "a last step without a condition"
                yield Problem(places.of("row"), f"no row sets every hand with {phrase}", _shown(parts, counts), allowed)
            continue
        used.update(steps)
        lawful = legal(parts, counts, plan.low)
        row, step = at = steps[-1]
        if not lawful and at not in seen:
            seen.add(at)
            why = "names a low hand that is not among the cards"
            if lawful is not None:
                why = "sets a low hand that outranks the high hand"
            allowed = "a legal low hand that every such hand has"
            yield Problem(places.of(f"set[{step}]", row), why, _shown(parts, counts), allowed)
    for row, of in enumerate(way.rows):
        for step in range(len(of.steps)):
            if (row, step) not in used:
                allowed = "a step to which earlier ones leave hands"
                yield Problem(places.of(f"set[{step}]", row), "never sets a hand", of.steps[step].text, allowed)


def check(way: HouseWay, places: Places) -> None:
    """Raise InputError with every problem, if there is one."""
    found = list(problems(way, places))
    if found:
        raise InputError(found)


def _shown(parts: Ranks, counts: Counts) -> str:
    return " ".join([RANKS[rank] for rank, count in zip(parts, counts, strict=True) for _ in range(count)])
