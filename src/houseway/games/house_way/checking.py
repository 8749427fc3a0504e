"""Does a house way set every hand there is, and legally? By all 49,283 combinations of seven ranks.

Legality of a low hand is judged as if no straight or flush were there: with one the high hand is only better, so what
is legal by ranks is legal always. A made hand outranks every low hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.cards import RANKS
from houseway.problems import InputError, Problem

from .policy import HouseWay, NoPlan, parts_of, seven_ranks, two_ranks
from .words import PARTS

_GROUPS = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1}  # anything more outranks every low hand


def legal(ranks: Sequence[int], low: tuple[int, int]) -> bool | None:
    """Whether the low hand of two of seven ranks leaves a high hand that it does not outrank; None: not among them.

    >>> legal((12, 12, 11, 11, 8, 5, 2), (12, 12)), legal((12, 12, 11, 11, 8, 5, 2), (11, 11))
    (False, True)
    """
    left = list(ranks)
    for rank in low:
        if rank not in left:
            return None
        left.remove(rank)
    parts, counts = parts_of(left)
    category = _GROUPS.get(counts)
    if category is None:
        return True
    return two_ranks(*low) <= (category << 20 | parts[0] << 16 | parts[1] << 12)


def problems(way: HouseWay, source: str) -> Iterator[Problem]:
    """What keeps a way from setting every hand legally, each thing once with the first hand that shows it.

    Hands that no row sets; low hands that are not there or would outrank the high hand; rows that never set a hand.
    """
    seen: set[object] = set()
    used: set[tuple[int, int]] = set()
    for ranks in seven_ranks():
        try:
            plan, steps = way.plan_and_steps(ranks)
        except NoPlan:
            phrase = PARTS[parts_of(ranks)[1]][0]
            if phrase not in seen:
                seen.add(phrase)
                yield Problem(source, f"no row sets every hand with {phrase}", _shown(ranks), "a last step without a condition")
            continue
        used.update(steps)
        lawful = legal(ranks, plan.low)
        row, step = at = steps[-1]
        if not lawful and at not in seen:
            seen.add(at)
            why = "names a low hand that is not among the cards"
            if lawful is not None:
                why = "sets a low hand that outranks the high hand"
            allowed = "a legal low hand that every such hand has"
            yield Problem(f"{source}: row[{row}].set[{step}]", why, _shown(ranks), allowed)
    for row, of in enumerate(way.rows):
        for step in range(len(of.steps)):
            if (row, step) not in used:
                where, text = f"{source}: row[{row}].set[{step}]", of.steps[step].text
                yield Problem(where, "never sets a hand", text, "a step to which earlier ones leave hands")


def check(way: HouseWay, source: str) -> None:
    """Raise InputError with every problem, if there is one."""
    found = list(problems(way, source))
    if found:
        raise InputError(found)


def _shown(ranks: Sequence[int]) -> str:
    return " ".join([RANKS[rank] for rank in ranks])
