"""A settled line: what one wager of one seat got, and all that explains it. Screens print it; nobody computes it again."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from houseway.cards import names
from houseway.money import dollars

_names = lru_cache(maxsize=4096)(names)  # several lines of a round show the same hand
_dollars = lru_cache(maxsize=4096)(dollars)  # and most of them the same few amounts


class Notice(NamedTuple):
    """Something that the reader of a result should know: where, what, and the paragraph if there is one."""

    where: str
    message: str
    cite: str | None = None

    def to_dict(self) -> dict[str, str | None]:
        """``{"where", "message", "cite"}``"""
        return {"where": self.where, "message": self.message, "cite": self.cite}


class Line(NamedTuple):
    """One line of a settlement; amounts in cents. ``net = returned + paid - vigorish - wagered``, always."""

    seat: int
    wager: str
    wagered_cents: int
    outcome: str  # win, lose, push, void, bonus
    returned_cents: int
    paid_cents: int
    hand: str
    cards: tuple[int, ...]  # the five (or two, or seven) cards that made the hand
    odds: str
    cite: str
    reason: str
    switches: tuple[tuple[str, str], ...] = ()
    vigorish_cents: int = 0
    from_seat: int | None = None
    for_wager: str | None = None
    limited_by: str | None = None
    meter: str | None = None  # the meter that paid it

    @property
    def net_cents(self) -> int:
        """What the player gained on the line."""
        return self.returned_cents + self.paid_cents - self.vigorish_cents - self.wagered_cents

    def to_dict(self) -> dict[str, object]:
        """The promised JSON of a line."""
        out: dict[str, object] = {
            "wager": self.wager,
            "wagered": _dollars(self.wagered_cents),
            "outcome": self.outcome,
            "returned": _dollars(self.returned_cents),
            "paid": _dollars(self.paid_cents),
            "vigorish": _dollars(self.vigorish_cents),
            "net": _dollars(self.net_cents),
            "hand": self.hand,
            "cards": _names(self.cards),
            "odds": self.odds,
            "cite": self.cite,
            "reason": self.reason,
            "switches": [{"name": name, "value": value} for name, value in self.switches],
        }
        if self.from_seat is not None:
            out["from_seat"] = self.from_seat
        if self.for_wager is not None:
            out["for_wager"] = self.for_wager
        if self.limited_by is not None:
            out["limited_by"] = self.limited_by
        return out
