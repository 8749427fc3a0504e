"""One table of a data file, read strictly: what is missing, unknown, of another kind or spelt otherwise is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

from houseway.problems import HousewayError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

DOLLARS = "${:,}"
_PARAGRAPH = re.compile(r"\([a-z]\)(\([1-9]\))?", re.ASCII)
_KEY = "abcdefghijklmnopqrstuvwxyz0123456789"


class MalformedLaw(HousewayError):
    """A data file of the law that cannot be relied on: a fault of the installation, never of anybody's input."""


def slug(hand: str) -> str:
    """The key of a hand as printed.

    >>> slug("Four-of-a-kind"), slug("Ace/five natural straight flush"), slug("Less than a straight")
    ('four_of_a_kind', 'ace_five_natural_straight_flush', 'less_than_a_straight')
    """
    return "_".join("".join(ch if ch in _KEY else " " for ch in hand.lower()).split())


def number(text: str, form: str) -> int | None:
    """The number, at least 1, that the form writes as ``text`` and in no other way, or None.

    >>> number("$10,000", "${:,}"), number("$10000", "${:,}"), number("05%", "{}%"), number("5%", "{}%")
    (10000, None, None, 5)
    """
    found = int("".join(filter(str.isdecimal, text)) or 0)
    return found if found and form.format(found) == text else None


class Part:
    """A TOML table and its place in the file. Keys are taken out one by one; what is left at the end is unknown."""

    def __init__(self, of: dict[str, Any], place: str) -> None:
        self.of = dict(of)
        self.place = place

    def wrong(self, why: str) -> MalformedLaw:
        """The error that names this place, to be raised."""
        return MalformedLaw(f"{self.place}: {why}")

    def has(self, key: str) -> bool:
        """Whether the key is there and was not taken yet."""
        return key in self.of

    def take(self, key: str, kind: type[T]) -> T:
        """The value of ``key``, exactly of ``kind``: a true is no number, a time of day no date."""
        if key not in self.of:
            raise self.wrong(f"no {key}")
        value = self.of.pop(key)
        if type(value) is not kind:
            raise self.wrong(f"{key} is {shown(value)}, not of kind {kind.__name__}")
        return value

    def one_of(self, key: str, words: Sequence[str]) -> str:
        """A text that is one of the words."""
        word = self.take(key, str)
        if word not in words:
            raise self.wrong(f"{key} is {shown(word)}, not {' or '.join(words)}")
        return word

    def number(self, key: str, form: str) -> int:
        """The number in a text of the given form."""
        text = self.take(key, str)
        found = number(text, form)
        if found is None:
            raise self.wrong(f"{key} is {shown(text)}, not such as {form.format(25)}")
        return found

    def cents(self, key: str) -> int:
        """Cents of an amount such as ``$10,000``."""
        return self.number(key, DOLLARS) * 100

    def paragraph(self) -> str:
        """The paragraph, such as ``(b)`` or ``(d)(1)``."""
        text = self.take("paragraph", str)
        if not _PARAGRAPH.fullmatch(text):
            raise self.wrong(f"paragraph is {shown(text)}, not such as (d)(1)")
        return text

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, not empty."""
        return tuple(self._several(key, str, "texts"))

    def part(self, key: str) -> Part:
        """The table under ``key``."""
        return Part(self.take(key, dict), f"{self.place}.{key}")

    def parts(self, key: str) -> list[Part]:
        """The list of tables under ``key``, not empty."""
        return [Part(of, f"{self.place}.{key}[{i}]") for i, of in enumerate(self._several(key, dict, "tables"))]

    def _several(self, key: str, kind: type[T], what: str) -> list[T]:
        found = self.take(key, list)
        if not found or any(type(each) is not kind for each in found):
            raise self.wrong(f"{key} is not a list of {what}")
        return found

    def done(self) -> None:
        """To be called at the end: every key must have been taken."""
        if self.of:
            raise self.wrong(f"unknown {', '.join(self.of)}")
