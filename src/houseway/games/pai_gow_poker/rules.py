"""One rule for each wager of Pai Gow Poker: features in, a ruling out. Each reads like its paragraph.

A hand takes the first printed line that it meets. Printed order is not poker order (three of a kind stands over a
straight), so each line asks only "is such a hand among the seven cards?", and the order of the table does the rest.
"""

from __future__ import annotations

from houseway.games.pai_gow_poker import features as f
from houseway.games.pai_gow_poker.features import SevenCards
from houseway.games.ruling import LOSE, PUSH, WIN, Ruling, by_line
from houseway.regulation import Paytable

# What each printed hand asks of the seven cards: (b) and (c).
BONUS_LINES = {
    "seven_card_straight_flush": f.SEVEN_CARD_STRAIGHT_FLUSH_NATURAL,
    "royal_flush_and_royal_match": f.ROYAL_FLUSH_WITH_SUITED_KING_QUEEN,
    "royal_flush_and_ace_king_suited": f.ROYAL_FLUSH_WITH_SUITED_ACE_KING,
    "seven_card_straight_flush_with_joker": f.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER,
    "five_aces": f.FIVE_ACES,
    "royal_flush": f.ROYAL_FLUSH,
    "straight_flush": f.STRAIGHT_FLUSH,
    "four_of_a_kind": f.FOUR_OF_A_KIND,
    "full_house": f.FULL_HOUSE,
    "flush": f.FLUSH,
    "three_of_a_kind": f.THREE_OF_A_KIND,
    "straight": f.STRAIGHT,
    "three_pair": f.THREE_PAIR,
}

# (g) names its natural lines itself; its other seven-card straight flush may use the joker.
DYNASTY_LINES = BONUS_LINES | {
    "ace_five_natural_straight_flush_and_a_natural_ace_queen_suited": f.ACE_FIVE_NATURAL_STRAIGHT_FLUSH_WITH_SUITED_ACE_QUEEN,
    "seven_card_natural_straight_flush": f.SEVEN_CARD_STRAIGHT_FLUSH_NATURAL,
    "natural_royal_flush_and_natural_ace_queen_suited": f.NATURAL_ROYAL_FLUSH_WITH_SUITED_ACE_QUEEN,
    "seven_card_straight_flush": f.SEVEN_CARD_STRAIGHT_FLUSH_NATURAL | f.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER,
    "ace_five_natural_straight_flush": f.ACE_FIVE_NATURAL_STRAIGHT_FLUSH,
}

# (e): the joker may stand in the seven-card straight flush, unless the submission says otherwise.
PROGRESSIVE_LINES = {
    "allowed": BONUS_LINES
    | {"seven_card_straight_flush": f.SEVEN_CARD_STRAIGHT_FLUSH_NATURAL | f.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER},
    "natural": BONUS_LINES,
}

HIGH_LINES = {7: "nine_high", 8: "ten_high", 9: "jack_high", 10: "queen_high", 11: "king_high", 12: "ace_high"}
QUEEN = 10

COLOUR_LINES = {
    7: "seven_cards_of_the_chosen_color",
    6: "six_cards_of_the_chosen_color",
    5: "five_cards_of_the_chosen_color",
    4: "four_cards_of_the_chosen_color",
}


def first_line(table: Paytable, asks: dict[str, int], holds: int) -> int:
    """The index of the first printed line that the hand meets, or -1."""
    for index, row in enumerate(table.rows):
        if asks[row.key] & holds:
            return index
    return -1


def main_wager(player_fouls: bool, opponent_fouls: bool, high_won: bool, low_won: bool) -> Ruling:
    """(a): win both hands, win; lose both, lose; one each, push. A copy is not won: it goes to the dealer or the bank.

    A fouled player loses in any case; a fouled bank loses to every hand that is not fouled.
    """
    if player_fouls:
        return Ruling(LOSE, -1, "foul", "foul")
    if opponent_fouls:
        return Ruling(WIN, 0, "bank_foul", "foul")
    if high_won and low_won:
        return Ruling(WIN, 0, "both")
    if high_won or low_won:
        return Ruling(PUSH, -1, "one_each")
    return Ruling(LOSE, -1, "neither")


def fortune_bonus(hand: SevenCards, table: Paytable) -> Ruling:
    """(b): the first printed line met; only table C pushes three pair."""
    return by_line(table, first_line(table, BONUS_LINES, hand.holds))


def emperors_treasure(hand: SevenCards, table: Paytable) -> Ruling:
    """(c): as the fortune bonus, with a natural suited ace-king beside the royal."""
    return by_line(table, first_line(table, BONUS_LINES, hand.holds))


def insurance(hand: SevenCards, table: Paytable) -> Ruling:
    """(d): seven cards with no pair, straight or flush, by their highest card."""
    return by_line(table, _high_line(hand, table))


def progressive(hand: SevenCards, table: Paytable, progressive_seven_card_joker: str) -> Ruling:
    """(e)(1): the first printed line met."""
    row = first_line(table, PROGRESSIVE_LINES[progressive_seven_card_joker], hand.holds)
    decided = bool(hand.holds & f.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER)
    return by_line(table, row, "progressive_seven_card_joker" if decided else None)


def queens_dragon(dealer: SevenCards, table: Paytable) -> Ruling:
    """(f): the dealer's seven cards have no pair, straight or flush and are queen-high."""
    return by_line(table, 0 if dealer.no_pair_high == QUEEN else -1)


def dynasty_bonus(hand: SevenCards, table: Paytable) -> Ruling:
    """(g): the first printed line met; "natural" is without the joker."""
    return by_line(table, first_line(table, DYNASTY_LINES, hand.holds))


def protection(hand: SevenCards, table: Paytable) -> Ruling:
    """(h): a natural ace-to-five straight flush, or a hand as in insurance."""
    if hand.holds & f.ACE_FIVE_NATURAL_STRAIGHT_FLUSH:
        return by_line(table, _keys(table).index("ace_five_natural_straight_flush"))
    return by_line(table, _high_line(hand, table))


def red_black(chosen: int, joker: bool, table: Paytable, red_black_joker: str) -> Ruling:
    """(i): how many of the seven are of the chosen colour; the joker is of neither, unless the submission says otherwise."""
    counted = chosen + (1 if joker and red_black_joker == "chosen" else 0)
    key = COLOUR_LINES.get(counted)
    row = -1 if key is None else _keys(table).index(key)
    return by_line(table, row, "red_black_joker" if joker else None)


def _keys(table: Paytable) -> list[str]:
    return [row.key for row in table.rows]


def _high_line(hand: SevenCards, table: Paytable) -> int:
    if hand.no_pair_high < 0:
        return -1
    return _keys(table).index(HIGH_LINES[hand.no_pair_high])


def vigorish_cents(won_cents: int, percent: int, unit_cents: int, rounding: str) -> int:
    """(a): the percentage of the amount won, in cents.

    ``exact`` drops the part of a cent; ``up-to-quarter`` takes the next multiple of the unit of 25 cents;
    ``nearest-quarter`` the nearest one, half up, never below one unit.

    >>> [vigorish_cents(1200, 5, 25, rounding) for rounding in ("exact", "up-to-quarter", "nearest-quarter")]
    [60, 75, 50]
    """
    if won_cents <= 0:
        return 0
    hundredths = won_cents * percent
    if rounding == "exact":
        return hundredths // 100
    unit = 100 * unit_cents
    if rounding == "up-to-quarter":
        return -(-hundredths // unit) * unit_cents
    return max(1, (2 * hundredths + unit) // (2 * unit)) * unit_cents


def bank_gain_cents(gain_cents: int, co_bank: bool) -> int:
    """The bank's net on main wagers; in a co-bank the house takes half, and an odd half cent is dropped toward zero."""
    if not co_bank:
        return gain_cents
    return gain_cents // 2 if gain_cents >= 0 else -(-gain_cents // 2)
