"""Money in integer cents, meters in integer millionths of a cent, and odds as types. No float comes near.

A meter grows by fractions of a cent (22% of $1.00 a hundred thousand times is exact here), so it is kept in
*microcents*: 1 cent is 1,000,000 microcents. It becomes money only in whole cents, rounded down.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

MICRO = 1_000_000  # microcents in a cent
MOST_CENTS = 10**14  # no amount on a table comes near a million million dollars

_MONEY = re.compile(r"([0-9]{1,13})(?:\.([0-9]{1,2}))?", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?", re.ASCII)
_READING = re.compile(r"([0-9]{1,13})(?:\.([0-9]{1,8}))?", re.ASCII)


class NotMoney(ValueError):
    """A value that is not an amount of money; its text says why, and ``allowed`` what would be one."""

    def __init__(self, why: str, allowed: str = 'an amount such as "12.50"') -> None:
        super().__init__(why)
        self.allowed = allowed


def _plain(value: object) -> str:
    """The decimal text of a money value, or NotMoney for what could only be read by guessing."""
    if type(value) is str:
        return value.strip()
    if isinstance(value, bool) or value is None:
        raise NotMoney("is not an amount of money")
    if isinstance(value, int):
        return str(value) if -MOST_CENTS <= value <= MOST_CENTS else "9" * 20
    if isinstance(value, float):
        raise NotMoney(
            "is a binary floating-point number, which cannot hold cents exactly; write it as a string",
            f'a string such as "{value:.2f}"' if abs(value) < MOST_CENTS else 'a string such as "12.50"',
        )
    from decimal import Decimal

    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) > 20:
            raise NotMoney("is not an amount of money")
        return format(value, "f")
    raise NotMoney("is not an amount of money")


def cents(value: str | int | Decimal) -> int:
    """Whole cents of a decimal string, an int (dollars) or a Decimal. Raises NotMoney; a float is always refused.

    >>> cents("12.50"), cents(3), cents("0.05")
    (1250, 300, 5)
    """
    return _cents_of(_plain(value))


@lru_cache(maxsize=4096)  # a table sees the same few amounts all day
def _cents_of(text: str) -> int:
    match = _MONEY.fullmatch(text)
    if match is not None:
        whole, part = match.groups()
        total = int(whole) * 100
        if part:
            total += int(part) * (10 if len(part) == 1 else 1)
        if total <= MOST_CENTS:
            return total
        raise NotMoney("is more than any amount on a table", "at most 1000000000000.00")
    if _DECIMAL.fullmatch(text):
        if text.startswith("-"):
            raise NotMoney("is negative", '"0" or more')
        if "." in text and len(text.rpartition(".")[2]) > 2:
            raise NotMoney("has more than two decimals", 'whole cents, such as "12.50"')
        raise NotMoney("is more than any amount on a table", "at most 1000000000000.00")
    raise NotMoney("is not an amount of money")


def microcents(value: str | int | Decimal) -> int:
    """A meter reading in microcents: dollars with up to eight decimals. Raises NotMoney.

    >>> microcents("10000.225")
    1000022500000
    """
    text = _plain(value)
    match = _READING.fullmatch(text)
    if match is None:
        if _DECIMAL.fullmatch(text) and text.startswith("-"):
            raise NotMoney("is negative", 'a reading of "0" or more')
        if _DECIMAL.fullmatch(text) and "." in text and len(text.rpartition(".")[2]) > 8:
            raise NotMoney("has more than eight decimals", 'a reading such as "10000.225", with at most eight decimals')
        raise NotMoney("is not a meter reading", 'a reading such as "10000.22"')
    whole, part = match.groups()
    total = int(whole) * 100 * MICRO + int((part or "").ljust(8, "0"))
    if total > MOST_CENTS * MICRO:
        raise NotMoney("is more than any meter", "at most 1000000000000.00")
    return total


@lru_cache(maxsize=8192)
def dollars(of_cents: int) -> str:
    """Cents as a decimal string with two places.

    >>> dollars(1250), dollars(-5), dollars(0)
    ('12.50', '-0.05', '0.00')
    """
    if of_cents >= 0:
        return f"{of_cents // 100}.{of_cents % 100:02d}"
    return f"-{-of_cents // 100}.{-of_cents % 100:02d}"


def spoken(of_cents: int) -> str:
    """An amount in a sentence.

    >>> spoken(39999960)
    '$399,999.60'
    """
    return f"${of_cents // 100:,}.{of_cents % 100:02d}"


def exact_dollars(of_microcents: int) -> str:
    """Microcents as a decimal string: two places, or as many as it needs.

    >>> exact_dollars(1000022500000), exact_dollars(22_000_000), exact_dollars(-22_500_000)
    ('10000.225', '0.22', '-0.225')
    """
    in_cents, part = divmod(of_microcents, MICRO)
    if not part:
        return dollars(in_cents)
    sign, left = ("-", -of_microcents) if of_microcents < 0 else ("", of_microcents)
    whole, part = divmod(left, 100 * MICRO)
    digits = f"{part:08d}"
    return f"{sign}{whole}.{digits[:2]}{digits[2:].rstrip('0')}"


# --- Odds: what a line of a paytable pays. Different words of the law, different types.


class ToOne(NamedTuple):
    """``X to 1`` or ``3 to 2``: pays ``numerator/denominator`` times the wager, and the wager goes back."""

    numerator: int
    denominator: int

    def __str__(self) -> str:
        return f"{self.numerator:,} to {self.denominator}"


class ForOne(NamedTuple):
    """``X for 1``: pays X times the wager; the wager stays with the house."""

    times: int

    def __str__(self) -> str:
        return f"{self.times:,} for 1"


class MeterShare(NamedTuple):
    """``100% of meter``: pays that share of what the meter shows; the wager stays with the house."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}% of meter"


class Push(NamedTuple):
    """``Push``: the wager goes back and nothing is paid."""

    def __str__(self) -> str:
        return "Push"


Odds = ToOne | ForOne | MeterShare | Push

_ODDS = re.compile(r"([0-9][0-9,]*) (to|for) ([0-9]+)", re.ASCII)
_SHARE = re.compile(r"([0-9]{1,3})%(?: of meter)?", re.ASCII)


def odds(text: str) -> Odds:
    """Odds as the regulation prints them.

    >>> odds("8,000 to 1"), odds("3 to 2"), odds("300 for 1"), odds("10% of meter"), odds("Push")
    (ToOne(numerator=8000, denominator=1), ToOne(numerator=3, denominator=2), ForOne(times=300), MeterShare(percent=10), Push())
    """
    if text == "Push":
        return Push()
    if match := _SHARE.fullmatch(text):
        return MeterShare(int(match[1]))
    match = _ODDS.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no odds")
    left, kind, right = int(match[1].replace(",", "")), match[2], int(match[3])
    if left <= 0 or right <= 0:
        raise ValueError(f"{text!r} is no odds")
    if kind == "to":
        return ToOne(left, right)
    if right != 1:
        raise ValueError(f"{text!r} is no odds")
    return ForOne(left)


def pays_cents(of: ToOne | ForOne, wager_cents: int) -> tuple[int, bool]:
    """What fixed odds pay on a wager, in cents, and whether an odd half cent was rounded up in the player's favour.

    >>> pays_cents(ToOne(3, 2), 500), pays_cents(ToOne(3, 2), 5)
    ((750, False), (8, True))
    """
    if isinstance(of, ForOne):
        return of.times * wager_cents, False
    paid, left = divmod(of.numerator * wager_cents, of.denominator)
    return (paid + 1, True) if left else (paid, False)


def rate_ppm(text: str) -> int:
    """A rate of progression such as ``22%`` or ``0.5%``, in parts per million of the wager. Raises NotMoney.

    >>> rate_ppm("22%"), rate_ppm("0.5%")
    (220000, 5000)
    """
    match = re.fullmatch(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?\s?%", text.strip(), re.ASCII)
    if match is None:
        raise NotMoney("is not a rate of progression", 'a percentage such as "22%", with at most four decimals')
    ppm = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0"))
    if ppm > 1_000_000:
        raise NotMoney("is more than the whole wager", "at most 100%")
    return ppm


def rate_text(ppm: int) -> str:
    """Parts per million as a percentage.

    >>> rate_text(220000), rate_text(5000)
    ('22%', '0.5%')
    """
    whole, part = divmod(ppm, 10_000)
    return f"{whole}.{part:04d}".rstrip("0").rstrip(".") + "%"


def fraction_of_odds(of: ToOne | ForOne | Push) -> Fraction:
    """What a line pays for each unit wagered, beyond the wager's own return (a push 0): for the mathematics."""
    from fractions import Fraction

    if isinstance(of, ToOne):
        return Fraction(of.numerator, of.denominator)
    return Fraction(of.times) if isinstance(of, ForOne) else Fraction(0)
