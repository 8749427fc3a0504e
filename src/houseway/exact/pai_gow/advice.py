"""Advice for seven given cards: every legal setting with its exact expected value against the dealer's house way.

The dealer's hands are counted by pattern (see ``patterns``), from the cards that are left when the player's own and all
other known cards are taken out; each setting is then compared with all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.cards import names
from houseway.exact.figures import decimal_text, over
from houseway.games.house_way import HouseWay, get
from houseway.games.pai_gow_poker import GAME, SWITCHES
from houseway.problems import InputError
from houseway.ranking import CATEGORY_NAMES, CATEGORY_SHIFT, joker
from houseway.regulation import Law, law_for, law_hash
from houseway.settlement.values import Values
from houseway.version import __version__

from .arrays import I64
from .numbers import numbers
from .solution import Tally, vigorish_percent
from .table import Table, table
from .weights import pattern_weights

if TYPE_CHECKING:
    from houseway.submission import Submission

Given = str | Sequence[str]

MOST_DEAD = 53 - 7 - 7


class Choice(NamedTuple):
    """One legal setting: its cards (each hand from the highest, the joker first), its worth against the dealer's hands.

    ``banking`` is the tally where the player banks, and copies are his. ``by_house_way``: the house way sets like this.
    """

    high: tuple[int, ...]
    low: tuple[int, ...]
    hand: str
    tally: Tally
    banking: Tally
    percent: int
    by_house_way: bool

    @property
    def expected_value(self) -> Fraction:
        """Of each unit wagered against the dealer, with the exact vigorish."""
        return self.tally.worth(1 - Fraction(self.percent, 100))

    @property
    def banking_expected_value(self) -> Fraction:
        """Of each unit that the dealer wagers against the player as the bank, with the exact vigorish."""
        return self.banking.worth(1 - Fraction(self.percent, 100))


@dataclass(frozen=True, slots=True)
class Advice:
    """All legal settings of seven cards, the best first; of equals, the one that the house way chooses."""

    law: Law
    house_way: HouseWay
    wheel_lowest: bool
    cards: tuple[int, ...]
    dead: tuple[int, ...]
    choices: tuple[Choice, ...]
    notices: tuple[str, ...]

    @property
    def best(self) -> Choice:
        """The best setting against the dealer."""
        return self.choices[0]

    @property
    def best_banking(self) -> Choice:
        """The best setting for a player who banks."""
        return max(self.choices, key=lambda choice: choice.banking_expected_value)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``houseway advise``: fractions over the dealer's hands, decimals to 12 places."""
        hands, best, best_banking = self.best.tally.total, self.best, self.best_banking

        def figures(tally: Tally, value: Fraction, top: Fraction) -> dict[str, Any]:
            return {
                **tally._asdict(),
                "expected_value": over(value * hands, hands),
                "decimal": decimal_text(value),
                "costs": decimal_text(top - value),
            }

        return {
            "game": GAME,
            "rules": {"section": self.law.section, "version": self.law.version.isoformat()},
            "cite": self.law.tables["pai_gow"][""].cite,
            "house_way": {"name": self.house_way.name, "version": self.house_way.version},
            "wheel": SWITCHES["wheel"][self.wheel_lowest],
            "cards": names(self.cards),
            "dead": names(self.dead),
            "dealer_hands": hands,
            "settings": [
                {
                    "high": names(choice.high),
                    "low": names(choice.low),
                    "hand": choice.hand,
                    **figures(choice.tally, choice.expected_value, best.expected_value),
                    "banking": figures(choice.banking, choice.banking_expected_value, best_banking.banking_expected_value),
                    "house_way": choice.by_house_way,
                }
                for choice in self.choices
            ],
            "best": {"high": names(best.high), "low": names(best.low)},
            "best_banking": {"high": names(best_banking.high), "low": names(best_banking.low)},
            "notices": list(self.notices),
            "engine": {"version": __version__, "law": law_hash()},
        }


def advise(cards: Given, board: Given = "", dead: Given = "", submission: Submission | None = None) -> Advice:
    """Every legal setting of seven cards with its exact value against the filed house way, other known cards taken out.

    Without a submission the dealer sets by the first house way and A-2-3-4-5 ranks as by default. Raises InputError with
    every problem of the cards and of the submission.
    """
    law = law_for(GAME, None)
    values = Values()
    own = values.hand(cards, "cards", 7, joker=True)
    if board and not (isinstance(board, str) and board.isspace()):
        values.wrong("board", "is not part of this game", board, "no board")
    out = values.hand(dead, "dead", None, joker=True)
    if len(out) > MOST_DEAD and "dead" not in values.unread:
        values.wrong("dead", "leaves too few cards for the dealer", str(len(out)), f"at most {MOST_DEAD}")
    way_name, wheel_lowest, notices = None, False, []
    if submission is None:
        notices.append("No Rules Submission was given: the dealer sets by the first house way that houseway ships.")
    elif submission.game != GAME:
        values.wrong("submission.game", "is of another game", submission.game, GAME)
    else:
        way_name, wheel_lowest = submission.house_way, submission.switches["wheel"] == "lowest"
    way = None
    try:
        way = get(way_name or "standard")
    except InputError as error:
        values.problems += error.problems
    if values.problems or way is None:
        raise InputError(values.problems)
    choices = settings(own, out, way, table(way, wheel_lowest), vigorish_percent(law))
    return Advice(law, way, wheel_lowest, own, out, tuple(choices), tuple(notices))


def settings(cards: Sequence[int], dead: Sequence[int], way: HouseWay, of: Table, percent: int) -> list[Choice]:
    """The choices of seven cards against a dealer who sets by ``way``, whose table is ``of``, the best first."""
    numbered = numbers(of.wheel_lowest)
    known = {*cards, *dead}
    weights = pattern_weights([card for card in range(53) if card not in known])
    below = _below(of, weights, len(numbered.high_values), len(numbered.low_values))
    hands = comb(53 - len(known), 7)
    by_way = way.set(cards, of.wheel_lowest)
    chosen = (numbered.high_of[joker.fast_five(by_way.high, of.wheel_lowest)], numbered.low_of[joker.rank_two(by_way.low)])

    def tally(win: int, lose: int) -> Tally:
        return Tally(win, hands - win - lose, lose)

    held = sorted(cards, reverse=True)
    found = []
    for low in combinations(held, 2):
        high = tuple([card for card in held if card not in low])
        value, two = joker.fast_five(high, of.wheel_lowest), joker.rank_two(low)
        if joker.outranks(two, value):
            continue
        h, lw = numbered.high_of[value], numbered.low_of[two]
        # below[h, l]: the dealer's hands with a high number below h and a low number below l
        wins, copies = int(below[h, lw]), int(below[h + 1, lw + 1])
        high_or_low = int(below[h, -1] + below[-1, lw]) - wins
        upto = int(below[h + 1, -1] + below[-1, lw + 1]) - copies
        against, banking = tally(wins, hands - high_or_low), tally(copies, hands - upto)
        hand = CATEGORY_NAMES[value >> CATEGORY_SHIFT]
        found.append(Choice(high, low, hand, against, banking, percent, (h, lw) == chosen))
    return sorted(found, key=lambda choice: (choice.expected_value, choice.by_house_way), reverse=True)


def _below(of: Table, weights: I64, highs: int, lows: int) -> I64:
    """(highs + 1, lows + 1): hands with numbers below both; the last row and column take in all."""
    counts = np.zeros((highs + 1) * (lows + 1), np.int64)
    np.add.at(counts, (of.high.astype(np.int64) + 1) * (lows + 1) + of.low + 1, weights)
    return counts.reshape(highs + 1, lows + 1).cumsum(axis=0).cumsum(axis=1)
