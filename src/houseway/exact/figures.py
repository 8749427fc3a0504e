"""Exact figures as text: fractions over the size of a game, decimals to 12 places. No binary floating point."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

PLACES = 12
_CONTEXT = Context(prec=60, rounding=ROUND_HALF_EVEN)
_LAST_PLACE = Decimal(1).scaleb(-PLACES)


def decimal(value: Fraction) -> Decimal:
    """A fraction to 60 significant digits."""
    return _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))


def decimal_text(value: Fraction) -> str:
    """A fraction to 12 decimal places.

    >>> decimal_text(Fraction(-1, 3)), decimal_text(Fraction(5, 2))
    ('-0.333333333333', '2.500000000000')
    """
    text = format(decimal(value).quantize(_LAST_PLACE, context=_CONTEXT), "f")
    return text.removeprefix("-") if not any(digit in text for digit in "123456789") else text


def square_root_text(value: Fraction) -> str:
    """The square root of a fraction (a variance) to 12 decimal places.

    >>> square_root_text(Fraction(2))
    '1.414213562373'
    """
    return format(_CONTEXT.sqrt(decimal(value)).quantize(_LAST_PLACE, context=_CONTEXT), "f")


def over(numerator: Fraction, denominator: int) -> str:
    """A fraction over the size of the game, unreduced; where the numerator is no whole number, both are scaled up.

    >>> over(Fraction(-6), 12), over(Fraction(1, 2), 12)
    ('-6/12', '1/24')
    """
    return f"{numerator.numerator}/{denominator * numerator.denominator}"


def in_parts(value: Fraction, size: int, parts: int) -> str:
    """A value that is whole parts of a unit, over so many parts times the size of the game, unreduced.

    Raises ValueError where it is not whole.

    >>> in_parts(Fraction(-19, 20), 40, 100), in_parts(Fraction(0), 40, 100)
    ('-3800/4000', '0/4000')
    """
    total = value * size * parts
    if total.denominator != 1:
        raise ValueError(f"{value} is no whole number of parts over {size} times {parts}")
    return f"{total.numerator}/{size * parts}"
