"""A difference in the words of the floor: "flush on the blind wager paid 3 to 1"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.games import pai_gow_poker as pgp
from houseway.games.pai_gow_poker import rules
from houseway.settlement.words import WAGER_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from houseway.settlement.lines import Line

_BONUS = {"envy": "envy bonus", "magic_card": "Magic Card bonus", "lucky_bonus": "Lucky Bonus", "bank": "bank"}


def name(
    wager: str, lines: Sequence[Line], paid: tuple[int, int], returned: tuple[int, int], vigorish_percent: tuple[int, int]
) -> str:
    """The plain name of a mistake on one wager of a seat.

    ``lines``: the right lines of that wager. ``paid`` and ``returned``: what was recorded and what was due, in cents.
    ``vigorish_percent``: the law's percent and unit in cents, for a vigorish that was rounded in another way.
    """
    called = WAGER_NAMES.get(wager, _BONUS.get(wager, wager))
    if wager == "vigorish":
        return _vigorish(lines, paid, vigorish_percent)
    if not lines:
        return f"{called} paid where none was due" if wager in _BONUS else f"{called} paid though none was made"
    line = lines[0]
    if wager in _BONUS:
        if wager == "bank":
            return "bank paid otherwise than the net of its wins and losses"
        if not paid[0]:
            return f"{called} not paid"
        return f"{called} paid {'above' if paid[0] > paid[1] else 'below'} its amount"
    if line.outcome == "void":
        if paid[0]:
            return f"void {called} paid"
        return f"void {called} " + ("not given back" if returned[0] < returned[1] else "given back twice over")
    if line.outcome == "lose":
        if paid[0] and returned[0] > returned[1]:
            return f"losing {called} paid as a win"
        return f"losing {called} " + ("paid" if paid[0] else "given back")
    if line.outcome == "push":
        if returned[0] < returned[1]:
            return f"push on the {called} taken"
        return f"push on the {called} paid"
    return _win(called, line, paid, returned)


def _win(called: str, line: Line, paid: tuple[int, int], returned: tuple[int, int]) -> str:
    hand = f"{line.hand[:1].lower()}{line.hand[1:]} on the {called}" if line.hand else f"winning {called}"
    if not paid[0] and returned[0] < returned[1]:
        return f"{hand} taken as a loss"
    if paid[0] == paid[1]:
        if returned[0] > returned[1] > 0:
            return f"{hand}: more given back than was wagered"
        if returned[0] > returned[1]:
            return f"{hand}: wager given back though the odds are {line.odds}"
        return f"{hand}: wager kept though the odds are {line.odds}"
    if not paid[0]:
        return f"{hand} pushed, not paid" if returned[0] else f"{hand} not paid"
    if line.limited_by is not None and paid[0] > paid[1]:
        return f"{hand} paid beyond the payout limit"
    if line.meter is not None:
        return f"{hand} paid otherwise than its share of the meter"
    times = Fraction(paid[0], line.wagered_cents) if line.wagered_cents else Fraction(0)
    if times.denominator <= 2:
        word = "to" if "to" in line.odds.split() else "for"
        right = "" if not line.odds else f", not {line.odds}"
        return f"{hand} paid {times.numerator:,} {word} {times.denominator}{right}"
    return f"{hand} paid {'above' if paid[0] > paid[1] else 'below'} {line.odds}"


def _vigorish(lines: Sequence[Line], paid: tuple[int, int], of: tuple[int, int]) -> str:
    won = sum(line.paid_cents for line in lines if line.vigorish_cents)
    if not paid[0]:
        return "vigorish not taken"
    if not paid[1]:
        return "vigorish taken where none was due"
    for rounding in pgp.VIGORISH_ROUNDINGS:
        if won and rules.vigorish_cents(won, of[0], of[1], rounding) == paid[0]:
            return f"vigorish rounded as {rounding.replace('-', ' ')}"
    return f"vigorish {'above' if paid[0] > paid[1] else 'below'} its amount"
