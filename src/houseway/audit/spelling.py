"""One cell's text into a value, as people and their exports write it. Columns ask once for each different text.

Every function returns the value, or raises ``Unread`` with what would have been one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from houseway import cards as deck
from houseway.audit import columns as of
from houseway.money import MICRO, MOST_CENTS, NotMoney, cents, microcents

EPOCH = date(1970, 1, 1).toordinal()


class Unread(ValueError):
    """A cell that is not what its column holds: why, and what is allowed."""

    def __init__(self, why: str, allowed: str) -> None:
        super().__init__(why)
        self.allowed = allowed


_DECIMAL_COMMA = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+),([0-9]{2})", re.ASCII)
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?", re.ASCII)


_NONE = frozenset({"null", "none", "n/a", "na", "nan", "#n/a"})  # what programs write for a cell that is empty


def said_nothing(text: str) -> bool:
    """Whether a cell says that it is empty."""
    return text.strip().lower() in _NONE


def amount_text(text: str) -> str:
    """An amount without its dress: ``$1,250.00`` is 1250.00, ``12,50`` and ``1.250,00`` (a decimal comma) too.

    >>> amount_text(" $1,250.00 "), amount_text("12,50"), amount_text("(5.00)"), amount_text("USD 7")
    ('1250.00', '12.50', '-5.00', '7')
    """
    said = text.strip().replace("\u00a0", "").replace("\u2212", "-").replace("'", "")
    negative = False
    if said.startswith("(") and said.endswith(")"):
        negative, said = True, said[1:-1].strip()
    for _ in range(2):  # a sign on either side of the dollar
        if said.startswith("-"):
            negative, said = not negative, said[1:].strip()
        said = said.removeprefix("+").removeprefix("$").removeprefix("USD").removesuffix("USD").removesuffix("$").strip()
    if _THOUSANDS.fullmatch(said):
        said = said.replace(",", "")
    elif match := _DECIMAL_COMMA.fullmatch(said):
        said = f"{match[1].replace('.', '')}.{match[2]}"
    if re.fullmatch(r"[0-9]+\.[0-9]{2}0+", said):  # 12.5000 is whole cents
        said = said[: said.index(".") + 3]
    if said.endswith(".") and said[:-1].isdigit():
        said = said[:-1]
    if said.startswith(".") and said[1:].isdigit():
        said = "0" + said
    return ("-" + said) if negative and said else said


def _amount(text: str, in_cents: bool, signed: bool) -> int:
    said = amount_text(text)
    if said in ("", "-"):
        return 0
    negative = said.startswith("-")
    body = said.removeprefix("-")
    try:
        if in_cents:
            if not re.fullmatch(r"[0-9]{1,15}(?:\.0+)?", body, re.ASCII):
                raise NotMoney("is not a whole number of cents", "whole cents, such as 1250")
            found = int(body.partition(".")[0])
            if found > MOST_CENTS:
                raise NotMoney("is more than any amount on a table", "at most 100000000000000")
        else:
            found = cents(body)
        if negative and found and not signed:
            raise NotMoney("is negative", '"0" or more')
    except NotMoney as error:
        raise Unread(str(error), error.allowed) from None
    return -found if negative else found


def money(text: str) -> int:
    """Cents of a decimal amount; nothing at all is 0."""
    return _amount(text, False, False)


def money_in_cents(text: str) -> int:
    """Cents of a whole number of cents; nothing at all is 0."""
    return _amount(text, True, False)


def signed(text: str) -> int:
    """Cents of an amount that may be below zero."""
    return _amount(text, False, True)


def signed_in_cents(text: str) -> int:
    """The same of a whole number of cents."""
    return _amount(text, True, True)


def reading(text: str) -> int:
    """A meter's reading in microcents, or -1 for none."""
    said = amount_text(text)
    if not said:
        return -1
    try:
        return microcents(said)
    except NotMoney as error:
        raise Unread(str(error), error.allowed) from None


def reading_in_cents(text: str) -> int:
    """The same of a whole number of cents."""
    return _amount(text, True, False) * MICRO if text.strip() else -1


def hand(text: str) -> tuple[int, ...]:
    """The cards of a text in any spelling; written together (``AsKd``) too."""
    if said_nothing(text):
        return ()
    words = deck.split_cards(text.replace(";", " ").replace("-", " ").replace("|", " "))
    found = []
    for word in words:
        card = deck.card(word)
        if card is None:
            parts = re.findall(r"(?:10|[2-9TJQKA])[cdhs♣♧♦♢♥♡♠♤]|Jk|Joker", word.replace("\ufe0f", ""), re.IGNORECASE)
            if len(parts) < 2 or "".join(parts) != word.replace("\ufe0f", ""):
                raise Unread(f"{word[:20]!r} is not a card", "cards such as As, Td, 10d, A♠")
            found += [card for part in parts if (card := deck.card(part)) is not None]
        else:
            found.append(card)
    return tuple(found)


_TRUE = frozenset({"true", "t", "yes", "y", "1", "x", "void", "voided", "folded", "fold"})
_FALSE = frozenset({"false", "f", "no", "n", "0", "-"})


def flag(text: str) -> int:
    """1, 0, or -1 where nothing is said."""
    said = text.strip().lower().removesuffix(".0")
    if not said:
        return -1
    if said in _TRUE:
        return 1
    if said in _FALSE:
        return 0
    raise Unread("is not true or false", "true, false, yes, no, 1, 0 or nothing")


def whole(text: str) -> int:
    """A whole number; 0 where nothing is said."""
    said = text.strip()
    if not said:
        return 0
    match = re.fullmatch(r"(?:seat\s*)?#?([0-9]{1,9})(?:\.0+)?", said, re.IGNORECASE | re.ASCII)
    if match is None:
        raise Unread("is not a whole number", "a whole number")
    return int(match[1])


def position(text: str) -> int:
    """A seat, -1 for the dealer, 0 for none."""
    if text.strip().lower() in ("dealer", "d"):
        return -1
    try:
        return whole(text)
    except Unread:
        raise Unread("is no position", '"dealer" or a seat number') from None


_FORMATS = ("%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y", "%d-%b-%Y", "%d-%b-%y", "%Y%m%d")


def day(text: str, day_first: bool = False) -> int:
    """Days since 1970-01-01, or -1 for none: ISO, 7/1/2015 (the month first, unless it cannot be), 1.7.2015 (the day first),
    1-Jul-2015, 20150701."""
    found = _any_day(text, day_first)
    if found is not None and found < 0:
        raise Unread("is before any version of the rules", "a date such as 2015-07-01")
    return -1 if found is None else found


def _any_day(text: str, day_first: bool) -> int | None:
    said = text.strip()
    if not said:
        return None
    head = re.split(r"[T ](?=[0-9]{1,2}:)", said)[0].rstrip(",")
    match = re.fullmatch(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})", head)
    if match:
        return _day(int(match[1]), int(match[2]), int(match[3]))
    match = re.fullmatch(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4}|[0-9]{2})", head)
    if match:
        one, two, year = (int(part) for part in match.groups())
        year += 2000 if year < 100 else 0
        day_first = day_first or "." in head
        month, of_month = (two, one) if (day_first and two <= 12) or one > 12 else (one, two)
        return _day(year, month, of_month)
    words = head.replace(",", " ").split()
    for form in _FORMATS:
        try:
            return datetime.strptime(" ".join(words), form).date().toordinal() - EPOCH
        except ValueError:
            continue
    raise Unread("is not a date", "a date such as 2015-07-01")


def _day(year: int, month: int, of_month: int) -> int:
    try:
        return date(year, month, of_month).toordinal() - EPOCH
    except ValueError:
        raise Unread("is not a date", "a date such as 2015-07-01") from None


def day_day_first(text: str) -> int:
    """The same with the day first in 1/7/2015."""
    return day(text, day_first=True)


def order(text: str) -> tuple[int, ...]:
    """Seats in their order of payment: ``3 1 2``, ``[3, 1, 2]``, ``3>1>2``."""
    words = re.split(r"[\s,;>|/\[\]-]+", text.strip())
    try:
        return tuple(int(word) for word in words if word)
    except ValueError:
        raise Unread("is not an order of seats", "every seat once, such as 3 1 2") from None


def reader(kind: str, in_cents: bool, day_first: bool) -> Callable[[str], Any]:
    """The function that reads cells of a kind; what says that it is empty is."""
    read = _reader(kind, in_cents, day_first)
    return lambda text: read("" if said_nothing(text) else text)


def _reader(kind: str, in_cents: bool, day_first: bool) -> Callable[[str], Any]:
    if kind == of.DATE:
        return day_day_first if day_first else day
    if in_cents:
        return {of.MONEY: money_in_cents, of.SIGNED: signed_in_cents, of.READING: reading_in_cents}[kind]
    return {
        of.MONEY: money, of.SIGNED: signed, of.READING: reading, of.CARDS: hand, of.CARD: hand, of.FLAG: flag,
        of.WHOLE: whole, of.POSITION: position, of.ORDER: order,
    }[kind]  # fmt: skip
