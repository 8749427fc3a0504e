"""Settling a round on the ledger's meters: the same settlement as everywhere, with the meters' own terms and balances.

What an event records of a settlement is compact: *lines* ``[seat, wager, outcome, wagered, returned, paid, vigorish]`` (with
``from_seat`` and ``for_wager`` after them where a line has them) and *movements* ``[meter, kind, seats, amount, balance]``.
The sentences are in the answer, whose SHA-256 the event carries.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.ledger.canonical import exact, micro_of
from houseway.money import cents, dollars, rate_ppm, rate_text
from houseway.progressive import INCREMENT
from houseway.settlement.engine import settle_typed
from houseway.settlement.lines import Notice
from houseway.settlement.meters import RoundMeter, open_meters
from houseway.submission import Meter as FiledMeter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from houseway.ledger.books import Books, HouseTable
    from houseway.regulation import Law
    from houseway.settlement.result import Settlement
    from houseway.settlement.round import Round
    from houseway.submission import Submission

METER_OF = {uth.GAME: uth.METER_OF, pgp.GAME: pgp.METER_OF}
METERED = {uth.GAME: uth.METERS, pgp.GAME: pgp.METERS}


class Terms(NamedTuple):
    """A meter as a round meets it: its name, its exact balance when its turn comes, its reset amount and its rate."""

    meter: str
    opening_micro: int
    reset_cents: int
    rate_ppm: int | None

    def recorded(self) -> list[Any]:
        """As it stands in a payload: ``[meter, opening, reset, rate]``."""
        rate = None if self.rate_ppm is None else rate_text(self.rate_ppm)
        return [self.meter, exact(self.opening_micro), dollars(self.reset_cents), rate]


AllTerms = dict[str, Terms]  # by wager: "progressive", "five_card_bonus"


def terms_of(recorded: Mapping[str, Sequence[Any]]) -> AllTerms:
    """The terms that a payload recorded."""
    return {
        wager: Terms(meter, micro_of(opening), cents(reset), None if rate is None else rate_ppm(rate))
        for wager, (meter, opening, reset, rate) in recorded.items()
    }


def current_terms(books: Books, table: HouseTable, submission: Submission) -> AllTerms:
    """The meters that stand behind a table's wagers now, where the submission offers those wagers."""
    found = {}
    for wager in METERED[table.game]:
        name = table.links.get(wager)
        if name is not None and wager in submission.offered:
            meter = books.meters[name]
            found[wager] = Terms(name, meter.balance_micro, meter.reset_cents, meter.rate_ppm)
    return found


def wagered_micro(round_: Round, wager: str, rate: int | None) -> int:
    """What a round's wagers have put on a meter, in microcents."""
    of = METER_OF[round_.game]
    return sum(seat.wagers[name] for seat in round_.seats for name in seat.wagers if of.get(name) == wager) * (rate or 0)


def under_terms(submission: Submission, terms: AllTerms) -> tuple[Submission, tuple[Notice, ...]]:
    """The submission with the meters' own reset amounts and rates, and a notice for each that differs from what is filed."""
    return _under_terms(_Known(submission), tuple((wager, t.reset_cents, t.rate_ppm) for wager, t in terms.items()))


class _Known:
    """A submission as a key: the same object is the same submission."""

    __slots__ = ("of",)

    def __init__(self, of: Submission) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and other.of is self.of

    def __hash__(self) -> int:
        return id(self.of)


@lru_cache(maxsize=256)
def _under_terms(known: _Known, terms: tuple[tuple[str, int, int | None], ...]) -> tuple[Submission, tuple[Notice, ...]]:
    submission = known.of
    meters, notices = dict(submission.meters), []
    for wager, reset, rate in terms:
        filed = meters[wager]
        if (filed.reset_cents, filed.rate_ppm) == (reset, rate):
            continue
        meters[wager] = FiledMeter(filed.initial_cents, reset, rate)
        mine, theirs = _spoken(reset, rate), _spoken(filed.reset_cents, filed.rate_ppm)
        notices.append(Notice(f"meters.{wager}", f"The meter {mine}; the submission in force files a meter that {theirs}."))
    return (submission if not notices else replace(submission, meters=meters)), tuple(notices)


def _spoken(reset: int, rate: int | None) -> str:
    grows = "does not grow" if not rate else f"grows by {rate_text(rate)} of each wager"
    return f"{grows} and is reset to ${dollars(reset)}"


def settle_on(round_: Round, submission: Submission, law: Law, terms: AllTerms, *, opened: bool) -> Settlement:
    """Settle a round on meters that stand as ``terms`` say.

    ``opened``: the round's increments are in those balances already, counted when it was opened; then its settlement holds
    only what moves now, from the balance that the meter shows when the round comes to be paid. Raises InputError.
    """
    filed, said = under_terms(submission, terms)
    readings = {
        wager: t.opening_micro - (wagered_micro(round_, wager, t.rate_ppm) if opened else 0) for wager, t in terms.items()
    }
    settlement = settle_typed(replace(round_, meters=readings), filed, law)
    meters = tuple(meter for meter in settlement.meters if meter.name in terms)
    house = settlement.house_net_cents
    if opened:
        now = tuple(_without_increments(meter, terms[meter.name]) for meter in meters)
        house += sum(m.shown_change_cents for m in meters) - sum(m.shown_change_cents for m in now)
        meters = now
    return replace(settlement, meters=meters, notices=settlement.notices + said, house_net_cents=house)


def _without_increments(meter: RoundMeter, terms: Terms) -> RoundMeter:
    now = RoundMeter(meter.name, terms.opening_micro, meter.reset_cents, meter.rate_ppm)
    now.movements = [movement for movement in meter.movements if movement.kind != INCREMENT]
    now.balance_micro = meter.balance_micro
    return now


def increments(round_: Round, submission: Submission, terms: AllTerms) -> tuple[RoundMeter, ...]:
    """The meters of a round that is opened: its wagers count at once."""
    filed, _ = under_terms(submission, terms)
    readings = {wager: t.opening_micro for wager, t in terms.items()}
    opened = open_meters(replace(round_, meters=readings), filed, METER_OF[round_.game])
    return tuple(meter for meter in opened.values() if meter.name in terms)


def lines_of(settlement: Settlement) -> list[list[Any]]:
    """The lines as an event records them."""
    out: list[list[Any]] = []
    for line in settlement.lines:
        recorded: list[Any] = [
            line.seat, line.wager, line.outcome, dollars(line.wagered_cents), dollars(line.returned_cents),
            dollars(line.paid_cents), dollars(line.vigorish_cents),
        ]  # fmt: skip
        if line.from_seat is not None or line.for_wager is not None:
            recorded += [line.from_seat, line.for_wager]
        out.append(recorded)
    return out


def movements_of(meters: Iterable[RoundMeter], terms: AllTerms) -> list[list[Any]]:
    """The movements as an event records them."""
    return [
        [terms[meter.name].meter, m.kind, list(m.seats), exact(m.change_micro), exact(m.balance_micro)]
        for meter in meters
        for m in meter.movements
    ]


def answer_of(settlement: Settlement) -> bytes:
    """The result as the poster is answered: the promised JSON of a result."""
    return json.dumps(settlement.to_dict(), ensure_ascii=False, separators=(",", ":")).encode()
