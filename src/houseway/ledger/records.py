"""What the ledger hands out: frozen values with a JSON form of their own."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.ledger.canonical import exact
from houseway.money import MICRO, dollars, rate_text

if TYPE_CHECKING:
    from datetime import date

    from houseway.ledger.books import Filing, HouseTable
    from houseway.ledger.canonical import Event


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round as recorded.

    ``id`` is the ledger's own number for it, ``round_id`` the name its table gave it (unique at the table). ``status`` is
    ``open``, ``settled`` or ``void``. ``document`` is the round in its canonical spelling, ``answer`` the result it was
    answered with, as JSON bytes (None while it is open). ``events`` are its events, oldest first: the last holds lines and
    differences of a void or re-settled round. ``hit_at`` is the time that the poster gave, ``paid_at`` the time of the last
    event. ``repeated``: this content had been recorded before, and this is what was answered then.
    """

    id: int
    table: str
    round_id: str
    game: str
    date: str
    status: str
    submission: str
    document: dict[str, Any]
    events: tuple[Event, ...]
    answer: bytes | None
    repeated: bool = False

    @property
    def hit_at(self) -> str | None:
        """When it was played, as the poster gave it."""
        at: str | None = self.document.get("time")
        return at

    @property
    def paid_at(self) -> str:
        """When its last event was committed, by the ledger's clock."""
        return self.events[-1].at

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON; ``result`` is the answer, ``events`` each with its payload."""
        return {
            "id": self.id,
            "table": self.table,
            "round_id": self.round_id,
            "game": self.game,
            "date": self.date,
            "status": self.status,
            "submission": self.submission,
            "hit_at": self.hit_at,
            "paid_at": self.paid_at,
            "repeated": self.repeated,
            "round": self.document,
            "result": None if self.answer is None else json.loads(self.answer),
            "events": [event.to_dict() for event in self.events],
        }


class RoundRow(NamedTuple):
    """A round in a list; ``wagered_cents`` and ``paid_cents`` are sums over its lines as they stand (0 while it is open)."""

    id: int
    table: str
    round_id: str
    game: str
    date: str
    status: str
    submission: str
    last_seq: int
    wagered_cents: int
    paid_cents: int

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON, money as decimal strings."""
        out = self._asdict()
        out["wagered"], out["paid"] = dollars(out.pop("wagered_cents")), dollars(out.pop("paid_cents"))
        return out


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """Which rounds to list. ``seat``, ``wager`` and the amounts (cents) must be met by one and the same line of the round."""

    table: str | None = None
    game: str | None = None
    status: str | None = None
    date_from: date | None = None
    date_to: date | None = None
    seat: int | None = None
    wager: str | None = None
    wagered_least: int | None = None
    wagered_most: int | None = None
    paid_least: int | None = None
    paid_most: int | None = None


@dataclass(frozen=True, slots=True)
class MeterRecord:
    """A meter as it reads. ``balance_micro`` is exact (microcents); ``shows`` is what its display shows, whole cents.

    ``seq`` is the last event that touched it: a display that has seen a later one is up to date. ``links`` are the tables
    and wagers it stands behind.
    """

    name: str
    game: str
    wager: str
    submission: str
    balance_micro: int
    initial_cents: int
    reset_cents: int
    rate_ppm: int | None
    status: str
    seq: int
    links: tuple[tuple[str, str], ...] = field(default=())

    @property
    def shows(self) -> str:
        """What it shows and can pay."""
        return dollars(self.balance_micro // MICRO)

    def to_dict(self) -> dict[str, Any]:
        """The meter as JSON, money as decimal strings."""
        return {
            "name": self.name,
            "game": self.game,
            "wager": self.wager,
            "submission": self.submission,
            "shows": self.shows,
            "exact": exact(self.balance_micro),
            "initial": dollars(self.initial_cents),
            "reset": dollars(self.reset_cents),
            "rate_of_progression": None if self.rate_ppm is None else rate_text(self.rate_ppm),
            "status": self.status,
            "seq": self.seq,
            "tables": [{"table": table, "wager": wager} for table, wager in self.links],
        }


class MeterMovement(NamedTuple):
    """One movement of a meter. ``seq`` and ``n`` are its place in the recorded order; ``round`` the round that made it, with
    the moment of the hit as the poster gave it (``hit_at``); ``at`` the moment of the commit."""

    seq: int
    n: int
    meter: str
    event: str
    kind: str
    seats: tuple[int, ...]
    change_micro: int
    balance_micro: int
    round: int | None
    hit_at: str | None
    at: str
    by: str

    def to_dict(self) -> dict[str, Any]:
        """The movement as JSON, money as exact decimal strings."""
        out = self._asdict()
        out["amount"], out["exact"] = exact(out.pop("change_micro")), exact(out.pop("balance_micro"))
        out["balance"] = dollars(self.balance_micro // MICRO)
        out["seats"] = list(self.seats)
        return out


def filing_dict(filing: Filing) -> dict[str, Any]:
    """A filing as JSON."""
    return {
        "id": filing.id, "seq": filing.seq, "game": filing.submission.game,
        "effective": filing.submission.effective.isoformat() if filing.submission.effective else None,
        "expires": filing.submission.expires.isoformat() if filing.submission.expires else None,
        "tables": None if filing.tables is None else list(filing.tables), "submission": filing.submission.to_dict(),
    }  # fmt: skip


def table_dict(table: HouseTable) -> dict[str, Any]:
    """A table as JSON."""
    return {"name": table.name, "game": table.game, "seq": table.seq, "meters": dict(table.links)}
