"""Paying one line: odds into cents, the payout limit, the meter. The same for both games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.games.ruling import LOSE, PUSH
from houseway.money import ForOne, MeterShare, ToOne, pays_cents, spoken
from houseway.settlement.lines import Line, Notice

if TYPE_CHECKING:
    from houseway.games.ruling import Ruling
    from houseway.regulation import LimitRule, Paytable
    from houseway.settlement.meters import RoundMeter


class Limit:
    """What is left of the payout limit of one player on one hand (653a.12(f), 645a.13(j))."""

    __slots__ = ("cite", "covers", "left_cents", "most_cents")

    def __init__(self, rule: LimitRule, most_cents: int | None) -> None:
        self.cite = rule.cite
        self.covers = rule.covers
        self.most_cents = most_cents
        self.left_cents = most_cents or 0

    def allow(self, wager: str, paid_cents: int) -> tuple[int, str | None]:
        """What may be paid of a line, and the sentence that says so where it is less."""
        filed = "red_black" if wager in ("red", "black") else wager  # the law and the filing know them as one wager
        if self.most_cents is None or filed not in self.covers:
            return paid_cents, None
        allowed = min(paid_cents, self.left_cents)
        said = None
        if allowed < paid_cents:
            said = (
                f" The payout limit of {spoken(self.most_cents)} on one hand leaves {spoken(allowed)} "
                f"of {spoken(paid_cents)} to be paid ({self.cite})."
            )
        self.left_cents -= allowed
        return allowed, said


class Share:
    """A share of a meter ready to be paid: the meter, the seats it goes to, and what this seat gets of it.

    ``taken`` says that the amount has left the meter already (a split is taken once, for all its heads).
    """

    __slots__ = ("cents", "meter", "seats", "taken", "words")

    def __init__(self, meter: RoundMeter, seats: tuple[int, ...], cents: int, taken: bool, words: str) -> None:
        self.meter = meter
        self.seats = seats
        self.cents = cents
        self.taken = taken
        self.words = words


def pay_line(
    seat: int,
    wager: str,
    wagered_cents: int,
    ruling: Ruling,
    table: Paytable,
    reason: str,
    hand: str,
    cards: tuple[int, ...],
    switches: tuple[tuple[str, str], ...],
    limit: Limit,
    notices: list[Notice],
    where: str,
    share: Share | None = None,
) -> Line:
    """The line that a ruling makes of a wager."""
    odds = "" if ruling.row < 0 else str(table.rows[ruling.row].pays)
    if ruling.outcome == LOSE:
        return Line(seat, wager, wagered_cents, LOSE, 0, 0, hand, cards, odds, table.cite, reason, switches)
    if ruling.outcome == PUSH:
        return Line(seat, wager, wagered_cents, PUSH, wagered_cents, 0, hand, cards, odds, table.cite, reason, switches)
    pays = table.rows[ruling.row].pays
    returned = wagered_cents if isinstance(pays, ToOne) else 0
    if isinstance(pays, MeterShare):
        if share is None:
            raise ValueError(f"{table.cite} pays a share of a meter, and no meter was given")
        paid, limited = limit.allow(wager, share.cents)
        if not share.taken:
            share.meter.pay(share.seats, pays.percent, paid)
        reason += share.words
    elif isinstance(pays, (ToOne, ForOne)):
        whole, rounded = pays_cents(pays, wagered_cents)
        if rounded:
            message = f"{odds} on {spoken(wagered_cents)} ends in half a cent, which goes up in the player's favour."
            notices.append(Notice(where, message, table.cite))
        paid, limited = limit.allow(wager, whole)
    else:
        raise TypeError(f"{pays!r} is not paid on a win")
    if limited is not None:
        reason += limited
    return Line(
        seat, wager, wagered_cents, "win", returned, paid, hand, cards, odds, table.cite, reason, switches,
        limited_by=limit.cite if limited is not None else None,
        meter=share.meter.name if share is not None else None,
    )  # fmt: skip


def void_line(seat: int, wager: str, wagered_cents: int, cite: str, reason: str) -> Line:
    """A void wager goes back."""
    return Line(seat, wager, wagered_cents, "void", wagered_cents, 0, "", (), "", cite, reason)
