"""The values that a round is made of, read one by one: cards, money, flags, words, dates. Problems are collected."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from houseway import cards as deck
from houseway.money import NotMoney, cents, microcents
from houseway.problems import Problem, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Set

Words = dict[str, None]  # the words allowed in a place, in order
MOST_UNKNOWN = 50  # unknown keys that are named one by one: in one table, and with the nearest valid key in all
MOST_CARDS = 200  # in one place; no deck has as many
MOST_CHARACTERS = 2000  # of a string of cards
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NOT_FOUND: Any = object()


class Values:
    """Reads values and collects the problems of all of them.

    ``unread`` holds every place that a problem is at (and, for a misspelt key, the place that was meant), so that nothing
    else is said of a value that could not be read.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.unread: set[str] = set()
        self.held: dict[int, str] = {}  # card -> where it was first seen
        self.cards_matter = True  # not in a void round: nothing is decided by them
        self._guessed = 0

    def wrong(
        self, where: str, message: str, found: object = _NOT_FOUND, allowed: str | None = None, near: str | None = None
    ) -> None:
        """One more problem."""
        self.unread.add(where)
        self.problems.append(Problem(where, message, None if found is _NOT_FOUND else shown(found), allowed, near))

    def keys(self, table: dict[Any, Any], where: str, known: Words) -> None:
        """A problem for each key that is not known here, with the nearest that is; of very many, the first fifty."""
        if table.keys() <= known.keys():
            return
        unknown = [key for key in table if key not in known]
        for key in unknown[:MOST_UNKNOWN]:
            near = None
            if isinstance(key, str) and self._guessed < MOST_UNKNOWN:
                self._guessed += 1
                near = nearest(key, list(known))
                if near is not None and near not in table:
                    self.unread.add(f"{where}.{near}" if where else near)
            place = f"{where}.{shown(key)}" if where else shown(key)
            self.wrong(place, "is not a key here", key, ", ".join(known), near)
        if len(unknown) > MOST_UNKNOWN:
            more = f"{len(unknown) - MOST_UNKNOWN:,} more"
            self.wrong(where or "round", "has more keys that are not keys here", more, ", ".join(known))

    def table(self, value: object, where: str) -> dict[str, Any] | None:
        """A table of keys, or None and a problem."""
        if isinstance(value, dict):
            return value
        self.wrong(where, "must be a table of keys", value, "an object { … }")
        return None

    def flag(self, value: object, where: str) -> bool:
        """True or false; absent is false."""
        if value is None or isinstance(value, bool):
            return bool(value)
        self.wrong(where, "must be true or false", quoted(value), "true or false")
        return False

    def text(self, value: object, where: str, most: int = 200) -> str | None:
        """A short text of one line; a whole number is taken for its digits."""
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
            value = str(value)
        if isinstance(value, str) and 0 < len(value) <= most and value.isprintable():
            return value
        self.wrong(where, "must be a short text", value, f"1 to {most} printable characters")
        return None

    def whole(self, value: object, where: str, least: int, most: int, what: str) -> int | None:
        """A whole number within bounds, or None and a problem."""
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        if value is None:
            self.wrong(where, "is missing", allowed=f"{what}, {least} to {most}")
        else:
            self.wrong(where, f"must be {what}", quoted(value), f"{least} to {most}")
        return None

    def money(self, value: object, where: str, may_be_negative: bool = False) -> int:
        """An amount in cents; 0 and a problem where it is none."""
        sign, amount = _sign_and_amount(value) if may_be_negative else (1, value)
        try:
            return sign * cents(amount)  # type: ignore[arg-type]  # whatever it is: cents refuses what is no money
        except NotMoney as error:
            self.wrong(where, str(error), value, error.allowed)
            return 0

    def reading(self, value: object, where: str) -> int | None:
        """A meter reading in microcents, or None and a problem."""
        try:
            return microcents(value)  # type: ignore[arg-type]  # whatever it is: microcents refuses what is no reading
        except NotMoney as error:
            self.wrong(where, str(error), value, error.allowed)
            return None

    def hand(self, value: object, where: str, size: int | None, joker: bool, dealt: bool = True) -> tuple[int, ...]:
        """The cards at one place: ``size`` of them, or any number. Dealt cards may be at one place only."""
        if isinstance(value, str):
            words: list[Any] = deck.split_cards(value[:MOST_CHARACTERS])
            count = f"more than {len(words)}" if len(value) > MOST_CHARACTERS else str(len(words))
        elif isinstance(value, (list, tuple)):
            words, count = list(value[:MOST_CARDS]), str(len(value))
        else:
            self.wrong(where, "must be cards", value, 'cards such as "As Td"')
            return ()
        found: list[int] = []
        for word in words[:MOST_CARDS]:
            card = deck.card(word.strip()) if isinstance(word, str) else None
            if card is None:
                allowed = "cards such as As, Td, 10d, A♠" + (" or Jk" if joker else "")
                self.wrong(where, f"{shown(word)!r} is not a card", word, allowed)
            elif card == deck.JOKER and not joker:
                self.wrong(where, "the joker is not in this game's deck", word, "one of the 52 cards")
            elif card in found:
                self.wrong(where, f"{deck.NAMES[card]} is there twice", deck.NAMES[card], "each card once")
            elif dealt and self.cards_matter and card in self.held:
                message = f"{deck.NAMES[card]} is also in {self.held[card]}"
                self.wrong(where, message, deck.NAMES[card], "each card in one place")
            else:
                if dealt:
                    self.held[card] = where
                found.append(card)
        if size is not None and len(words) != size:
            allowed = "1 card" if size == 1 else f"{size} cards"
            self.wrong(where, "has the wrong number of cards", count, allowed)
        return tuple(found)

    def day(self, value: object, where: str) -> date | None:
        """A date: a ``date``, or an ISO string of year, month and day."""
        if value is None:
            return None
        if isinstance(value, date) and not isinstance(value, datetime):
            return value
        if isinstance(value, str) and _DATE.fullmatch(value):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        self.wrong(where, "is not a date", value, "a date such as 2015-07-01")
        return None

    def time(self, value: object, where: str) -> str | None:
        """A moment or a time of day in ISO 8601, kept as it was written."""
        if value is None:
            return None
        if isinstance(value, str) and len(value) <= 40:
            for kind in (datetime, time):
                try:
                    kind.fromisoformat(value)
                    return value
                except ValueError:
                    continue
        self.wrong(where, "is not a time", value, "ISO 8601, such as 2015-07-01T21:04:33-04:00")
        return None


def seats_in_doubt(unread: Set[str]) -> bool:
    """Whether, with these places unread, it is not known which seats there are.

    >>> seats_in_doubt({"players[1].seat"}), seats_in_doubt({"players[1].cards", "board"})
    (True, False)
    """
    return any(where[:7] == "players" and where.partition(".")[2] in ("", "seat") for where in unread)


def quoted(value: object) -> str:
    """A found value; a text in quotation marks, so that "2" is not taken for 2.

    >>> quoted("2"), quoted(2), quoted(True)
    ('"2"', '2', 'true')
    """
    return f'"{shown(value)}"' if isinstance(value, str) else shown(value)


def _sign_and_amount(value: object) -> tuple[int, object]:
    """A value that may be below zero, without its sign."""
    if isinstance(value, str):
        text = value.strip()
        return (-1, text[1:]) if text[:1] == "-" and text[1:2].isdigit() else (1, value)
    if isinstance(value, Decimal):
        return (-1, -value) if value.is_finite() and value < 0 else (1, value)
    return (-1, -value) if isinstance(value, int) and not isinstance(value, bool) and value < 0 else (1, value)
