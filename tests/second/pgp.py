"""Pai Gow Poker: every wager of 645a.13, each from its paragraph."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from . import cards as c
from . import tables
from .filing import cents
from .house_way import set_hand
from .settle import Limit, Line, Seat, Table, paid_line, vigorish, void_line

CATEGORY_ROWS = {
    "Five aces": c.FIVE_ACES,
    "Royal flush": c.ROYAL,
    "Straight flush": c.STRAIGHT_FLUSH,
    "Four-of-a-kind": c.FOUR,
    "Full house": c.FULL_HOUSE,
    "Flush": c.FLUSH,
    "Three-of-a-kind": c.THREE,
    "Straight": c.STRAIGHT,
}
HIGH_ROWS = {"Nine-high": 9, "Ten-high": 10, "Jack-high": 11, "Queen-high": 12, "King-high": 13, "Ace-high": 14}
COLOR_ROWS = {
    "Seven cards of the chosen color": 7,
    "Six cards of the chosen color": 6,
    "Five cards of the chosen color": 5,
    "Four cards of the chosen color": 4,
}
ENVY_LEAST = 500  # cents


# --- Seven cards


@lru_cache(maxsize=100_000)
def categories(seven: tuple[str, ...]) -> frozenset[int]:
    """The categories of all 21 five-card hands among the seven."""
    return frozenset(c.five(some)[0] for some in combinations(seven, 5))


def no_pair_high(seven: tuple[str, ...]) -> int:
    """The highest card of seven that make nothing at all; 0 when they make something."""
    return max(c.numbers(seven)) if categories(seven) == {c.HIGH_CARD} else 0


def seven_card_straight_flush(seven: tuple[str, ...]) -> bool:
    """Seven in a row of one suit; the joker may be any one of them."""
    natural = [card for card in seven if card != c.JOKER]
    for suit in c.SUITS:
        for start in range(8):  # A-2-3-4-5-6-7 up to 8-9-T-J-Q-K-A
            run = [rank + suit for rank in ("A" + c.RANKS)[start : start + 7]]
            if all(card in run for card in natural):
                return True
    return False


def fives_beside(seven: tuple[str, ...]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each five of the seven with the two left beside it."""
    return [(tuple(card for card in seven if card not in beside), beside) for beside in combinations(seven, 2)]


def natural_suited(two_cards: tuple[str, ...], ranks: str) -> bool:
    first, second = two_cards
    return c.JOKER not in two_cards and first[1] == second[1] and {first[0], second[0]} == set(ranks)


def royal(five: tuple[str, ...]) -> bool:
    return c.five(five)[0] == c.ROYAL


def natural_ace_five(five: tuple[str, ...]) -> bool:
    return c.JOKER not in five and {card[0] for card in five} == set("A2345") and len({card[1] for card in five}) == 1


def meets(seven: tuple[str, ...], hand: str, joker_in_seven: bool) -> bool:
    """Do the seven cards meet this printed line? ``joker_in_seven``: "seven-card straight flush" is met with a joker too.

    In (b) and (c) it is not, for the line "with joker" stands lower; in (g) it is, for the natural one stands higher.
    """
    natural = c.JOKER not in seven
    if hand in CATEGORY_ROWS:
        return CATEGORY_ROWS[hand] in categories(seven)
    if hand in HIGH_ROWS:
        return no_pair_high(seven) == HIGH_ROWS[hand]
    if hand == "Three pair":
        return [size for size, _ in c.groups(seven)] == [2, 2, 2, 1]
    if hand == "Seven-card straight flush":
        return seven_card_straight_flush(seven) and (natural or joker_in_seven)
    if hand == "Seven-card natural straight flush":
        return seven_card_straight_flush(seven) and natural
    if hand == "Seven-card straight flush with joker":
        return seven_card_straight_flush(seven) and not natural
    if hand == "Royal flush and Royal Match":
        return any(royal(five) and natural_suited(beside, "KQ") for five, beside in fives_beside(seven))
    if hand == "Royal flush and ace king suited":
        return any(royal(five) and natural_suited(beside, "AK") for five, beside in fives_beside(seven))
    if hand == "Natural royal flush and natural ace/queen suited":
        return any(royal(five) and c.JOKER not in five and natural_suited(beside, "AQ") for five, beside in fives_beside(seven))
    if hand == "Ace/five natural straight flush":
        return any(natural_ace_five(five) for five, _ in fives_beside(seven))
    if hand == "Ace/five natural straight flush and a natural ace/queen suited":
        return any(natural_ace_five(five) and natural_suited(beside, "AQ") for five, beside in fives_beside(seven))
    raise ValueError(hand)


@lru_cache(maxsize=100_000)
def first_line(seven: tuple[str, ...], table: tables.Table, joker_in_seven: bool) -> tables.Row | None:
    """The first printed line that the hand meets."""
    return next((row for row in table if meets(seven, row[0], joker_in_seven)), None)


def color_line(seven: tuple[str, ...], color: str, joker_counts: bool) -> tables.Row | None:
    suits = "dh" if color == "red" else "cs"
    count = sum(card[1] in suits for card in seven if card != c.JOKER) + (joker_counts and c.JOKER in seven)
    return next((row for row in tables.RED_BLACK if COLOR_ROWS[row[0]] == count), None)


# --- The round


class Hand:
    """A hand set into five and two."""

    def __init__(self, high: tuple[str, ...], low: tuple[str, ...], wheel: str) -> None:
        self.high, self.low = c.five(high, wheel), c.two(low)
        self.foul = c.outranks(self.low, self.high)

    def against_bank(self, bank: Hand) -> int:
        """1 win, 0 push, -1 lose, for this hand against the dealer or bank, to whom copies go."""
        if self.foul:
            return -1
        if bank.foul:
            return 1
        won = (self.high > bank.high) + (self.low > bank.low)
        return won - 1


def as_set(table: Table, seven: tuple[str, ...], low: tuple[str, ...] | None) -> Hand:
    wheel, way = table.filed.switches["wheel"], table.filed.house_way
    if low is not None:
        hand = Hand(tuple(card for card in seven if card not in low), low, wheel)
        if not hand.foul or table.filed.switches["foul"] == "lose":
            return hand
    return Hand(*set_hand(seven, way, wheel), wheel)


def settle_table(table: Table) -> None:
    bank = table.round.get("bank")
    bank_seat = table.seats[bank["seat"]] if bank else None
    dealer = as_set(table, table.dealer, None)
    against = as_set(table, bank_seat.cards, bank_seat.low) if bank_seat else dealer
    table.move_meters_before_payment({"progressive": "progressive"})
    bank_wins = Fraction(0)
    for seat in table.seats.values():
        amount = seat.wagers.get("pai_gow")
        if not amount or seat.void:
            continue
        result = as_set(table, seat.cards, seat.low).against_bank(against)
        bank_wins -= result * amount
        if result > 0:
            vig = vigorish(amount, table.filed.vigorish_rounding)
            seat.lines.append(Line("pai_gow", amount, "win", returned=amount, paid=amount, vigorish=vig))
        elif result == 0:
            seat.lines.append(Line("pai_gow", amount, "push", returned=amount))
        else:
            seat.lines.append(Line("pai_gow", amount))
    for seat in table.paid_in_order:
        if bank and seat is bank_seat:
            seat.lines.append(bank_line(table, bank, dealer, against, bank_wins, seat.void))
        if seat.void:
            seat.lines += [void_line(name, amount) for name, amount in seat.wagers.items()]
            continue
        limit = Limit(table.filed.limit)
        for wager in (
            "fortune_bonus",
            "emperors_treasure",
            "insurance",
            "progressive",
            "queens_dragon",
            "dynasty_bonus",
            "protection",
            "red",
            "black",
        ):
            if wager in seat.wagers:
                seat.lines.append(side_line(table, seat, wager, limit))
        envy_lines(table, seat)


def bank_line(table: Table, bank: dict[str, Any], dealer: Hand, against: Hand, wins: Fraction, void: bool) -> Line:
    """What the banking player won or lost on main wagers; half of it when the house co-banks."""
    if void:
        return Line("bank", 0, "void")
    if bank.get("co_bank"):
        wins = Fraction(int(wins / 2))  # int() drops the half cent toward zero
    else:
        wins -= dealer.against_bank(against) * cents(bank.get("house_wager") or 0)
    outcome = "win" if wins > 0 else "lose" if wins < 0 else "push"
    return Line("bank", 0, outcome, paid=wins, vigorish=vigorish(wins, table.filed.vigorish_rounding))


def printed_line(table: Table, seven: tuple[str, ...], wager: str) -> tables.Row | None:
    """The line of a wager's filed paytable that a player's seven cards are paid on."""
    letter = table.filed.tables.get(wager, "")
    paytable = {
        "fortune_bonus": tables.FORTUNE,
        "emperors_treasure": tables.EMPERORS,
        "insurance": tables.INSURANCE,
        "progressive": {"": tables.PGP_PROGRESSIVE},
        "dynasty_bonus": {"": tables.DYNASTY},
        "protection": {"": tables.PROTECTION},
    }[wager][letter]
    joker_in_seven = wager == "dynasty_bonus" or (
        wager == "progressive" and table.filed.switches["progressive_seven_card_joker"] == "allowed"
    )
    return first_line(seven, paytable, joker_in_seven)


def side_line(table: Table, seat: Seat, wager: str, limit: Limit) -> Line:
    amount, seven, switches = seat.wagers[wager], seat.cards, table.filed.switches
    row: tables.Row | None
    if wager == "queens_dragon":
        row = ("Queen-high", tables.QUEENS_DRAGON, 0) if no_pair_high(table.dealer) == 12 else None
    elif wager in ("red", "black"):
        row = color_line(seven, wager, switches["red_black_joker"] == "chosen")
    else:
        row = printed_line(table, seven, wager)
    if row is None:
        return Line(wager, amount)
    if row[1].endswith("%"):
        meter, percent = table.meters["progressive"], int(row[1].rstrip("%"))
        paid = limit.cut(meter.share(percent))
        meter.award([seat.number], percent, int(paid))
        return Line(wager, amount, "win", paid=paid, hand=row[0])
    line = paid_line(wager, amount, row[0], row[1])
    line.paid = limit.cut(line.paid)
    return line


def envy_lines(table: Table, seat: Seat) -> None:
    """Fortune, Emperor's and Dynasty: one line for each other player's hand and wager, read in the recipient's table."""
    for wager in ("fortune_bonus", "emperors_treasure", "dynasty_bonus"):
        if seat.wagers.get(wager, 0) < ENVY_LEAST:
            continue
        for other in table.seats.values():
            row = printed_line(table, other.cards, wager)
            if other is not seat and not other.void and row is not None and row[2]:
                seat.lines.append(
                    Line("envy", 0, "bonus", paid=row[2] * 100, hand=row[0], from_seat=other.number, for_wager=wager)
                )
