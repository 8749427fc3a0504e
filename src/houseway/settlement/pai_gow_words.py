"""The sentences of Pai Gow Poker: what decided a main wager, what seven cards hold, which five made a line."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from houseway.cards import ACE, RANK_OF, RANK_WORDS, names
from houseway.games.pai_gow_poker import features as f
from houseway.games.ruling import PUSH, WIN
from houseway.ranking import (
    CATEGORY_SHIFT,
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    joker,
)
from houseway.settlement.words import WAGER_NAMES, article, capital, describe, describe_two

if TYPE_CHECKING:
    from houseway.games.pai_gow_poker import SevenCards
    from houseway.games.ruling import Ruling
    from houseway.regulation import Paytable
    from houseway.settlement.pai_gow_poker import Hand

# The categories whose five cards make a printed line; other lines are made by all seven.
_MADE_OF = {
    "royal_flush": (ROYAL_FLUSH,),
    "straight_flush": (STRAIGHT_FLUSH, ROYAL_FLUSH),
    "ace_five_natural_straight_flush": (STRAIGHT_FLUSH,),
    "five_aces": (FIVE_ACES,),
    "four_of_a_kind": (FOUR_OF_A_KIND,),
    "full_house": (FULL_HOUSE,),
    "flush": (FLUSH,),
    "three_of_a_kind": (THREE_OF_A_KIND,),
    "straight": (STRAIGHT,),
}

_HELD = (
    (f.SEVEN_CARD_STRAIGHT_FLUSH_NATURAL, "Seven-card straight flush"),
    (f.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER, "Seven-card straight flush with joker"),
    (f.FIVE_ACES, "Five aces"),
    (f.ROYAL_FLUSH, "Royal flush"),
    (f.STRAIGHT_FLUSH, "Straight flush"),
    (f.FOUR_OF_A_KIND, "Four of a kind"),
    (f.FULL_HOUSE, "Full house"),
    (f.FLUSH, "Flush"),
    (f.THREE_OF_A_KIND, "Three of a kind"),
    (f.STRAIGHT, "Straight"),
    (f.THREE_PAIR, "Three pair"),
)


def is_wheel(value: int) -> bool:
    """Whether a high hand is A-2-3-4-5, a straight or a straight flush, under either rank of it."""
    first, second = value >> 16 & 15, value >> 12 & 15
    wheel = (first == ACE and second == 3) or (first == 3 and second == 2)
    return wheel and value >> CATEGORY_SHIFT in (STRAIGHT, STRAIGHT_FLUSH)


def made_by(key: str, cards: tuple[int, ...], wheel_lowest: bool) -> tuple[int, ...]:
    """The five cards (or all seven) that made a printed line."""
    wanted = _MADE_OF.get(key)
    if wanted is None:
        return cards
    best, made = -1, cards
    for five in combinations(cards, 5):
        value = joker.fast_five(five, wheel_lowest)
        if value > best and value >> CATEGORY_SHIFT in wanted and (key[:8] != "ace_five" or is_wheel(value)):
            best, made = value, five
    return made if best < 0 else joker.in_order(made, wheel_lowest)


def seven_hand(seen: SevenCards, cards: tuple[int, ...]) -> str:
    """What seven cards hold, for a wager that they do not win."""
    for bit, name in _HELD:
        if seen.holds & bit:
            return name
    if seen.no_pair_high >= 0:
        return f"{capital(RANK_WORDS[seen.no_pair_high])}-high"
    return "Two pair" if len({RANK_OF[card] for card in cards}) == 5 else "One pair"


def line_words(hand: str) -> str:
    """A printed hand inside a sentence.

    >>> line_words("Four-of-a-kind"), line_words("Seven-card straight flush"), line_words("Five aces")
    ('four of a kind', 'a seven-card straight flush', 'five aces')
    """
    said = hand[0].lower() + hand[1:].replace("-of-a-", " of a ")
    if said.startswith(("four", "three", "five aces")) or "cards of" in said or "-high" in said:
        return said
    return article(said)


def set_hand(hand: Hand) -> str:
    """A set hand: high and low.

    Such as ``Pair of aces, low king-queen``.
    """
    high = describe(hand.high_value).removeprefix("a ").removeprefix("an ")
    return f"{capital(high)}, low {describe_two(hand.low_value).removeprefix('a ')}"


def main_reason(ruling: Ruling, mine: Hand, other: Hand, against: str) -> str:
    """Why the main wager won, lost or went back."""
    if ruling.why == "foul":
        low, high = describe_two(mine.low_value), describe(mine.high_value)
        return f"A foul: the low hand, {low} ({names(mine.low)}), outranks the high hand, {high}. The wager loses."
    if ruling.why == "bank_foul":
        return "The bank fouled its hand, and loses to every hand that is not fouled: 1 to 1."
    high = _compared(
        f"{describe(mine.high_value)} ({names(mine.high)})", f"{describe(other.high_value)} ({names(other.high)})",
        mine.high_value, other.high_value, against,
    )  # fmt: skip
    low = _compared(describe_two(mine.low_value), describe_two(other.low_value), mine.low_value, other.low_value, against)
    ends = {
        "both": "Both hands won: 1 to 1.",
        "one_each": "One hand each: the wager goes back.",
        "neither": "Neither hand won: the wager loses.",
    }[ruling.why]
    return f"High: {high}. Low: {low}. {ends}"


def _compared(mine: str, other: str, mine_value: int, other_value: int, against: str) -> str:
    if mine_value > other_value:
        return f"{mine} beats {other}"
    if mine_value < other_value:
        return f"{mine} loses to {other}"
    return f"{mine} copies {other}, and a copy goes to the {against}"


def side_reason(ruling: Ruling, wager: str, paytable: Paytable, seen: SevenCards, held: str, red_black_joker: str) -> str:
    """Why a side wager won, lost or went back."""
    name = WAGER_NAMES[wager]
    if wager in ("red", "black"):
        return _colour_reason(ruling, wager, paytable, seen, red_black_joker)
    if ruling.outcome in (WIN, PUSH):
        row = paytable.rows[ruling.row]
        does = f"pays {row.pays}" if ruling.outcome == WIN else "pushes and goes back"
        if wager == "queens_dragon":
            return f"The dealer's seven cards are queen-high, without a pair, straight or flush: the {name} {does}."
        return f"The player's seven cards hold {line_words(row.hand)}, the first printed line they meet: the {name} {does}."
    if wager == "queens_dragon":
        return (
            f"The dealer's seven cards are not queen-high without a pair, straight or flush ({held.lower()}): the {name} loses."
        )
    return f"The player's seven cards ({held.lower()}) meet no line of the paytable: the {name} loses."


def _colour_reason(ruling: Ruling, wager: str, paytable: Paytable, seen: SevenCards, red_black_joker: str) -> str:
    chosen = seen.red if wager == "red" else seen.black
    counts = f"{chosen} of the seven cards {'is' if chosen == 1 else 'are'} {wager}"
    if seen.joker:
        counts += (
            ", and the joker counts as the chosen color" if red_black_joker == "chosen" else "; the joker is of neither color"
        )
    if ruling.outcome == WIN:
        return f"{counts}: {paytable.rows[ruling.row].pays}."
    return f"{counts}, and four are needed: the wager loses."
