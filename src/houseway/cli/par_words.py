"""Figures of a PAR sheet as people read them: thousands, a real minus sign, amounts in dollars, and names instead of keys."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.exact.figures import decimal
from houseway.settlement.words import WAGER_NAMES, capital
from houseway.submission.choices import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from houseway.exact.par_sheet import WagerSheet

MINUS = "−"
CENT = Decimal("0.01")
_KEY = re.compile(r"\b([a-z]+(?:_[a-z]+)*) = ([a-z][a-z-]*)")


def signed(text: str, plus: bool = False) -> str:
    """A figure with a real minus sign; ``plus``: with its sign always, unless it is zero.

    >>> signed("-0.0219"), signed("1.5", plus=True), signed("-0.00"), signed("0.00", plus=True)
    ('−0.0219', '+1.5', '0.00', '0.00')
    """
    size = text.removeprefix("-")
    if not any(digit in size for digit in "123456789"):
        return size
    return (MINUS if text.startswith("-") else "+" if plus else "") + size


def percent(decimal_: str, places: int = 4) -> str:
    """A decimal as a percentage.

    >>> percent("0.009018350100"), percent("-0.0669")
    ('0.9018%', '−6.6900%')
    """
    return signed(f"{Decimal(decimal_) * 100:,.{places}f}%")


def short(decimal_: str, places: int = 4) -> str:
    """A decimal with fewer places, and thousands.

    >>> short("649740.000000000000", 1), short("-2.25", 1)
    ('649,740.0', '−2.2')
    """
    return signed(f"{Decimal(decimal_):,.{places}f}")


def count(whole: int) -> str:
    """A count with thousands."""
    return signed(f"{whole:,}")


def dollars(decimal_: str, plus: bool = False) -> str:
    """An amount in dollars and cents, its sign before the dollar; of what is less than half a cent, that it is.

    >>> dollars("1200"), dollars("-25.30", plus=True), dollars("0.001", plus=True), dollars("0.00")
    ('$1,200.00', '−$25.30', 'under $0.01', '$0.00')
    """
    amount = Decimal(decimal_)
    if amount and not amount.quantize(CENT):
        return "under $0.01"
    size = f"${abs(amount):,.2f}"
    return (MINUS if amount < 0 else "+" if plus and amount else "") + size


def fraction(text: str) -> Fraction:
    """A fraction of the JSON, ``-6/12``; or a decimal."""
    return Fraction(text)


def exactly(text: str) -> str:
    """A fraction of the JSON with thousands.

    >>> exactly("-607723787676/27813810024000")
    '−607,723,787,676 / 27,813,810,024,000'
    """
    above, _, below = text.partition("/")
    return f"{count(int(above))} / {count(int(below))}"


def value(text: str, places: int = 6) -> str:
    """A fraction of the JSON as a decimal.

    >>> value("-1/3"), value("1/3", 2)
    ('−0.333333', '0.33')
    """
    return short(str(decimal(fraction(text))), places)


def share(text: str, places: int = 4) -> str:
    """A fraction of the JSON as a percentage.

    >>> share("1/3")
    '33.3333%'
    """
    return percent(str(decimal(fraction(text))), places)


def wager_title(name: str) -> str:
    """A wager's name as it begins a line; the base game is called so."""
    return "Base game" if name == "main" else capital(WAGER_NAMES.get(name, name.replace("_", " ")))


def title_of(sheet: WagerSheet) -> str:
    """A wager with its paytable, as filed."""
    name = wager_title(sheet.math.wager)
    return f"{name}, Paytable {sheet.math.paytable}" if sheet.math.paytable else name


def choice_words(game: str, choice: str) -> str:
    """A lawful choice in words, with the value to type where it is a switch; its key is in ``keys_words``.

    >>> choice_words("pai-gow-poker", "the only paytable, red_black_joker = chosen")
    'Of the chosen colour ("chosen")'
    >>> choice_words("ultimate-texas-holdem", "Paytable A, trips_on_fold = lose")
    'Paytable A; lost with the hand ("lose")'
    """
    parts = []
    for part in choice.split(", "):
        found = _KEY.fullmatch(part)
        switch = GAMES[game].switches.get(found[1]) if found else None
        if found is not None and switch is not None:
            meaning = dict(zip(switch.values, switch.meanings, strict=True)).get(found[2], found[2])
            parts.append(f'; {meaning} ("{found[2]}")')
        elif part != "the only paytable":
            parts.append(f", {part}")
    return capital("".join(parts).lstrip(";, ") or choice)


def keys_words(game: str, choices: Iterable[str]) -> str:
    """What the switches in choices decide, each with the key to type.

    >>> keys_words("ultimate-texas-holdem", ["Paytable A, trips_on_fold = lose", "Paytable A, trips_on_fold = settle"])
    'A Trips wager after a fold (trips_on_fold).'
    """
    keys = dict.fromkeys(found[1] for choice in choices for found in _KEY.finditer(choice))
    switches = GAMES[game].switches
    return " ".join(f"{switches[key].asks} ({key})." for key in keys if key in switches)


def plain_key(key: str) -> str:
    """A key of the JSON that has no words of its own here."""
    return capital(key.replace("_", " "))


def said(key: str, of: object) -> str:
    """A figure of the JSON by what it looks like, where nothing better is known of it.

    >>> said("house_edge", "0.0123"), said("wager", "25.00"), said("deals", "1/4"), said("hours", "7.123456789")
    ('1.2300%', '$25.00', '25.0000%', '7.1235')
    """
    text = "yes" if of is True else "no" if of is False else str(of)
    if re.fullmatch(r"-?[0-9]+/[0-9]+", text):
        return f"{value(text)}" if "value" in key else share(text)
    if re.fullmatch(r"-?[0-9]+", text):
        return count(int(text))
    if re.fullmatch(r"-?[0-9]+\.[0-9]{2}", text):
        return dollars(text)
    if re.fullmatch(r"-?[0-9]+\.[0-9]+", text):
        return percent(text) if "edge" in key or "return" in key else short(text)
    return text
