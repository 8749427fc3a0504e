"""The books: what the log amounts to so far, as far as the next event needs it. Tables, links, meters, submissions, and the
rounds that are open.

Settled rounds are not here (there are millions): they are looked up in the database, or in the events. Books are made by
applying one event after the other, so the live ledger, an import and ``verify`` come by them in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.ledger.canonical import NO_HASH, micro_of
from houseway.money import cents, rate_ppm
from houseway.problems import nearest
from houseway.submission import Submission, in_force, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

ACTIVE, RETIRED = "active", "retired"


def like(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant: the same but for its case, or the nearest."""
    known = list(names)
    same = [other for other in known if other.casefold() == name.casefold()]
    return same[0] if same else nearest(name, known)


class Head(NamedTuple):
    """The end of the log: the last event's number, time and hash."""

    seq: int
    at: str
    hash: str


START = Head(0, "", NO_HASH)


class Filing(NamedTuple):
    """A Rules Submission as filed with this ledger: ``id`` is the SHA-256 of its document, ``seq`` the event that filed it,
    ``tables`` the tables it is for, or None for every table of its game."""

    seq: int
    id: str
    submission: Submission
    tables: tuple[str, ...] | None


@dataclass(slots=True)
class HouseTable:
    """A table of the house: its game, and which meter stands behind each wager that has one."""

    name: str
    game: str
    seq: int
    links: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Meter:
    """A meter: its exact balance in microcents and its terms. ``wager`` is the name under which its terms were filed."""

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
    last_seq: int


class Books:
    """Everything but the rounds. ``apply`` is the only way in."""

    def __init__(self) -> None:
        self.head = START
        self.ledger_id = ""
        self.tables: dict[str, HouseTable] = {}
        self.meters: dict[str, Meter] = {}
        self.filings: dict[str, Filing] = {}
        self.filed: list[Filing] = []
        self.open_rounds: dict[int, Mapping[str, Any]] = {}  # by id: the payload with which each was opened
        self._ruling: dict[tuple[str, date], Filing | None] = {}

    def in_force(self, table: HouseTable, on: date) -> Filing | None:
        """The filing that a table's rounds of a day settle under, or None.

        A submission filed for this table by name rules on the days on which one is in force; on others one filed for every
        table of the game does. Of two that take effect on the same day the one filed later counts.
        """
        key = (table.name, on)
        if key not in self._ruling:
            self._ruling[key] = self._look_up(table, on)
        return self._ruling[key]

    def _look_up(self, table: HouseTable, on: date) -> Filing | None:
        for named in (True, False):
            found = [
                filing
                for filing in self.filed
                if filing.submission.game == table.game
                and ((table.name in filing.tables) if filing.tables is not None else not named)
                and (filing.tables is not None) == named
            ]
            submission = in_force((filing.submission for filing in found), on, table.game)
            if submission is not None:
                return next(filing for filing in reversed(found) if filing.submission is submission)
        return None

    def apply(self, seq: int, kind: str, content: Mapping[str, Any]) -> None:
        """Take one event in. Kinds that do not concern tables, meters or submissions only move what they name."""
        do = _APPLY.get(kind)
        if do is not None:
            do(self, seq, content)
        for movement in content.get("movements", ()) if kind.startswith(("round.", "meter.")) else ():
            meter = self.meters[movement[0]]
            meter.balance_micro = micro_of(movement[4])
            meter.last_seq = seq

    def _created(self, seq: int, content: Mapping[str, Any]) -> None:
        self.ledger_id = content["id"]

    def _filed(self, seq: int, content: Mapping[str, Any]) -> None:
        tables = content["tables"]
        known = self.filings.get(content["id"])
        submission = known.submission if known is not None and tables is None else parse(content["submission"])
        filing = Filing(seq, content["id"], submission, None if tables is None else tuple(tables))
        self.filings.setdefault(filing.id, filing)
        self.filed.append(filing)
        self._ruling.clear()

    def _table(self, seq: int, content: Mapping[str, Any]) -> None:
        self.tables[content["table"]] = HouseTable(content["table"], content["game"], seq)

    def _linked(self, seq: int, content: Mapping[str, Any]) -> None:
        links = self.tables[content["table"]].links
        if content["meter"] is None:
            del links[content["wager"]]
        else:
            links[content["wager"]] = content["meter"]

    def _meter(self, seq: int, content: Mapping[str, Any]) -> None:
        rate = content["rate_of_progression"]
        self.meters[content["meter"]] = Meter(
            name=content["meter"],
            game=content["game"],
            wager=content["wager"],
            submission=content["submission"],
            balance_micro=0,
            initial_cents=cents(content["initial"]),
            reset_cents=cents(content["reset"]),
            rate_ppm=None if rate is None else rate_ppm(rate),
            status=ACTIVE,
            seq=seq,
            last_seq=seq,
        )

    def _rate(self, seq: int, content: Mapping[str, Any]) -> None:
        meter = self.meters[content["meter"]]
        meter.rate_ppm = rate_ppm(content["rate_of_progression"])
        meter.last_seq = seq

    def _retired(self, seq: int, content: Mapping[str, Any]) -> None:
        meter = self.meters[content["meter"]]
        meter.status = RETIRED
        meter.last_seq = seq
        for table in self.tables.values():
            for wager in [wager for wager, name in table.links.items() if name == meter.name]:
                del table.links[wager]

    def _opened(self, seq: int, content: Mapping[str, Any]) -> None:
        self.open_rounds[seq] = content

    def _closed(self, seq: int, content: Mapping[str, Any]) -> None:
        self.open_rounds.pop(content["round"], None)


_APPLY = {
    "round.opened": Books._opened,
    "round.settled": Books._closed,
    "round.voided": Books._closed,
    "ledger.created": Books._created,
    "submission.filed": Books._filed,
    "table.created": Books._table,
    "table.linked": Books._linked,
    "meter.created": Books._meter,
    "meter.taken-over": Books._meter,
    "meter.rate-set": Books._rate,
    "meter.retired": Books._retired,
}
