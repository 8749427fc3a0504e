"""Ultimate Texas Hold 'Em: every wager of 653a.12, each from its paragraph."""

from __future__ import annotations

from fractions import Fraction

from . import cards as c
from . import tables
from .meter import Meter
from .settle import Limit, Line, Seat, Table, paid_line, void_line

NAMES = {
    c.HIGH_CARD: "High card",
    c.PAIR: "Pair",
    c.TWO_PAIR: "Two pair",
    c.THREE: "Three-of-a-kind",
    c.STRAIGHT: "Straight",
    c.FLUSH: "Flush",
    c.FULL_HOUSE: "Full house",
    c.FOUR: "Four-of-a-kind",
    c.STRAIGHT_FLUSH: "Straight flush",
    c.ROYAL: "Royal flush",
}
METER_OF = {
    "progressive": "progressive",
    "five_card_bonus_player": "five_card_bonus",
    "five_card_bonus_dealer": "five_card_bonus",
}
ON_FOLD = ("progressive", "five_card_bonus_player", "five_card_bonus_dealer")


class Split:
    """The dealer's-hand share of the meter, taken once and divided by head (653a.12(e)(2))."""

    def __init__(self, heads: list[int]) -> None:
        self.heads = heads
        self.each: int | None = None

    def turn(self, meter: Meter, percent: int, first_gets_odd_cents: bool) -> int:
        """What the next head gets at his turn."""
        if self.each is not None:
            return self.each
        amount = meter.share(percent)
        self.each = amount // len(self.heads)
        odd = amount - self.each * len(self.heads) if first_gets_odd_cents else 0
        meter.award(self.heads, percent, self.each * len(self.heads) + odd)
        return self.each + odd


def settle_table(table: Table) -> None:
    board = c.parse(table.round["board"])
    flop = board[:3]
    filed = table.filed
    dealer = c.best_of(table.dealer + board)
    qualifies = dealer[0] >= c.PAIR
    table.move_meters_before_payment(METER_OF)
    heads = [
        seat.number
        for seat in table.paid_in_order
        if "five_card_bonus_dealer" in seat.wagers and not seat.void and in_side_wagers(table, seat)
    ]
    split = Split(heads)
    for seat in table.paid_in_order:
        if seat.void:
            seat.lines = [void_line(name, amount) for name, amount in seat.wagers.items()]
            continue
        best = c.best_of(seat.cards + board)
        limit = Limit(filed.limit)
        for line in base_lines(table, seat, best, dealer, qualifies):
            line.paid = limit.cut(line.paid)
            seat.lines.append(line)
        side_lines(table, seat, flop, split)
        bonus_lines(table, seat, flop)
        envy_lines(table, seat, board)


def in_side_wagers(table: Table, seat: Seat) -> bool:
    """Are the progressive and five-card wagers of this seat settled, or lost by his fold?"""
    return not seat.folded or table.filed.switches["progressive_on_fold"] == "settle"


def base_lines(table: Table, seat: Seat, best: c.Rank, dealer: c.Rank, qualifies: bool) -> list[Line]:
    """Ante, play, blind and trips, in that order."""
    lines = []
    ante, play, blind, trips = (seat.wagers.get(name) for name in ("ante", "play", "blind", "trips"))
    tables_filed, hand = table.filed.tables, NAMES[best[0]]
    if ante:
        if seat.folded:
            lines.append(Line("ante", ante))
        elif best == dealer or not qualifies:
            lines.append(Line("ante", ante, "push", returned=ante))
        elif best > dealer:
            lines.append(paid_line("ante", ante, "", "1 to 1"))
        else:
            lines.append(Line("ante", ante))
    if play:
        if best > dealer:
            lines.append(paid_line("play", play, "", "1 to 1"))
        elif best == dealer:
            lines.append(Line("play", play, "push", returned=play))
        else:
            lines.append(Line("play", play))
    if blind:
        if seat.folded or best < dealer:
            lines.append(Line("blind", blind))
        elif best == dealer:
            lines.append(Line("blind", blind, "push", returned=blind))
        else:
            paytable = tables.BLIND[tables_filed["blind"]]
            row = next((row for row in paytable if row[0] == hand), paytable[-1])
            lines.append(paid_line("blind", blind, row[0], row[1]))
    if trips:
        row = next((row for row in tables.TRIPS[tables_filed["trips"]] if row[0] == hand), ("", "", 0))
        if not row[0] or (seat.folded and table.filed.switches["trips_on_fold"] == "lose"):
            lines.append(Line("trips", trips))
        else:
            lines.append(paid_line("trips", trips, row[0], row[1]))
    return lines


def side_lines(table: Table, seat: Seat, flop: tuple[str, ...], split: Split) -> None:
    """The progressive and both five-card bonuses, on two cards and the flop."""
    for wager, own, paytable in (
        ("progressive", seat.cards, tables.UTH_PROGRESSIVE),
        ("five_card_bonus_player", seat.cards, tables.FIVE_CARD_BONUS),
        ("five_card_bonus_dealer", table.dealer, tables.FIVE_CARD_BONUS),
    ):
        amount = seat.wagers.get(wager)
        if not amount:
            continue
        hand = NAMES[c.five(own + flop)[0]]
        odds = next((row[1] for row in paytable if row[0] == hand), "")
        if not odds or not in_side_wagers(table, seat):
            seat.lines.append(Line(wager, amount))
        elif odds.endswith("%"):
            meter, percent = table.meters[METER_OF[wager]], int(odds.rstrip("%"))
            if wager == "five_card_bonus_dealer":
                paid = split.turn(meter, percent, table.filed.switches["split_remainder"] == "first-paid")
            else:
                paid = meter.share(percent)
                meter.award([seat.number], percent, paid)
            seat.lines.append(Line(wager, amount, "win", paid=paid, hand=hand))
        else:
            seat.lines.append(paid_line(wager, amount, hand, odds))


def bonus_lines(table: Table, seat: Seat, flop: tuple[str, ...]) -> None:
    """Magic Card and Lucky Bonus, for each five-card bonus wager."""
    if not in_side_wagers(table, seat):
        return
    drawn, lucky = table.round.get("magic_card"), table.round.get("lucky_position")
    both = (("five_card_bonus_player", seat.cards, seat.number), ("five_card_bonus_dealer", table.dealer, "dealer"))
    if table.filed.magic_card and drawn:
        for wager, own, _ in both:
            looked_at = own + flop if table.filed.switches["magic_card_scope"] == "hole-and-flop" else own
            if wager in seat.wagers and c.parse_one(drawn) in looked_at:
                bonus(seat, "magic_card", wager, tables.MAGIC_CARD)
    if table.filed.lucky_bonus and lucky is not None:
        for wager, _, position in both:
            if wager in seat.wagers and lucky == position:
                bonus(seat, "lucky_bonus", wager, tables.LUCKY_BONUS)


def bonus(seat: Seat, name: str, for_wager: str, odds: str) -> None:
    paid = paid_line(name, seat.wagers[for_wager], "", odds).paid
    seat.lines.append(Line(name, 0, "bonus", paid=paid, for_wager=for_wager))


def envy_lines(table: Table, seat: Seat, board: tuple[str, ...]) -> None:
    """One line for each other player's straight flush or royal, by the size of the own progressive wager."""
    wager = seat.wagers.get("progressive", Fraction(0))
    amounts = tables.UTH_ENVY.get(int(wager / 100)) if wager else None
    if not amounts or not in_side_wagers(table, seat):
        return
    seen = board if table.filed.switches["envy_hand"] == "any-five" else board[:3]
    for other in table.seats.values():
        if other is seat or other.void:
            continue
        hand = NAMES[c.best_of(other.cards + seen)[0]]
        if hand in amounts:
            seat.lines.append(
                Line("envy", 0, "bonus", paid=amounts[hand] * 100, hand=hand, from_seat=other.number, for_wager="progressive")
            )
