"""The solved game as integers, and what follows from them: edges, shares, outcomes, deviation, starting hands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import RANKS
from houseway.exact.figures import decimal_text, over, square_root_text
from houseway.games.ultimate_texas_holdem import Contest
from houseway.money import Push
from houseway.problems import HousewayError

from .payouts import CATEGORIES, Cube, Payouts

if TYPE_CHECKING:
    from houseway.exact.side_wagers import WagerMath

HAND_SIZE = comb(50, 3) * comb(47, 2) * comb(45, 2)  # 20,975,724,000 flops, turns with rivers, and dealer hands
GAME_SIZE = comb(52, 2) * HAND_SIZE  # 27,813,810,024,000
DECISIONS = ("fold", "1x", "2x", "4x")
MULTIPLES = (0, 1, 2, 4)
CONTESTS = {Contest.PLAYER_HIGHER: "win", Contest.TIE: "tie", Contest.DEALER_HIGHER: "lose"}
FOLD = 0
QUALIFIES = ("dealer_does_not_qualify", "dealer_qualifies")


class UnbalancedSolution(HousewayError):
    """A solution whose two sides (best choices, and outcomes that follow) do not agree: a fault of the program or a file."""


def hand_name(hand: int) -> str:
    """The name of a starting hand numbered as in ``tables``: ``AA``, ``AKs``, ``AKo``.

    >>> hand_name(13 * 12 + 11), hand_name(13 * 11 + 12), hand_name(0)
    ('AKs', 'AKo', '22')
    """
    one, other = divmod(hand, 13)
    if one == other:
        return RANKS[one] * 2
    return f"{RANKS[one]}{RANKS[other]}s" if one > other else f"{RANKS[other]}{RANKS[one]}o"


def pairs_of(hand: int) -> int:
    """How many of the 1,326 pairs of cards a starting hand is: 6 for a pair, 4 suited, 12 offsuit."""
    one, other = divmod(hand, 13)
    return 6 if one == other else 4 if one > other else 12


# From the top: AA to 22, AKs, AKo, AQs, ... 32o
HAND_ORDER = tuple([14 * rank for rank in range(12, -1, -1)]) + tuple(
    [number for high in range(12, 0, -1) for low in range(high - 1, -1, -1) for number in (13 * high + low, 13 * low + high)]
)


class Folds(NamedTuple):
    """Deals of the 27,813,810,024,000 that end in a fold, by category (high card to royal flush)."""

    own: tuple[int, ...]  # of the player's two cards and the flop
    other: tuple[int, ...]  # of another hand's two cards and the flop
    other_seven: tuple[int, ...]  # of the best five of another hand's two cards and the board


@dataclass(frozen=True, slots=True)
class Solution:
    """The base game under best play.

    ``hands[hand]`` are the totals of check, 3x and 4x over the 20,975,724,000 ways a deal can go on for two given cards,
    in units of ``1 / payouts.unit`` ante. ``tallies[decision][contest][qualifies][category]`` are deals of the
    27,813,810,024,000, decisions as in ``DECISIONS``; a folded hand is tallied by what it would have met. ``folds`` are the
    deals that end in a fold, by what side wagers look at.

    Ties between choices go to the one that puts out less money: fold before 1x, check before 2x and 4x.
    """

    payouts: Payouts
    hands: tuple[tuple[int, int, int], ...]
    tallies: tuple[Cube, ...]
    folds: Folds

    def check_balance(self) -> None:
        """Raises UnbalancedSolution unless every deal is tallied once and both ways to the expected value agree."""
        if sum(self._deals(decision) for decision in range(4)) != GAME_SIZE:
            raise UnbalancedSolution("the tallies do not add up to the size of the game")
        if sum(pairs_of(hand) * max(totals) for hand, totals in enumerate(self.hands)) != self._moment(1):
            raise UnbalancedSolution("the best choices and the outcomes that follow from them differ")
        if any(len(of) != CATEGORIES or sum(of) != self._deals(FOLD) for of in self.folds):
            raise UnbalancedSolution("the hands that fold are not all counted by category")

    def _deals(self, decision: int) -> int:
        return sum(sum(row) for contest in self.tallies[decision] for row in contest)

    def results(self) -> dict[int, int]:
        """The exact distribution of the net result: units to the number of deals, ascending."""
        found: dict[int, int] = {}
        for decision, multiple in enumerate(MULTIPLES):
            for contest in Contest:
                for qualifies in (0, 1):
                    for category, deals in enumerate(self.tallies[decision][contest][qualifies]):
                        net = self.payouts.folded
                        if multiple:
                            still, play = self.payouts.still[contest][qualifies], self.payouts.play[contest][qualifies]
                            net = still[category] + multiple * play[category]
                        if deals:
                            found[net] = found.get(net, 0) + deals
        return dict(sorted(found.items()))

    def _moment(self, power: int) -> int:
        return sum(net**power * deals for net, deals in self.results().items())

    @property
    def expected_value(self) -> Fraction:
        """In antes."""
        return Fraction(self._moment(1), self.payouts.unit * GAME_SIZE)

    @property
    def variance(self) -> Fraction:
        """Of the net result, in antes squared."""
        return Fraction(self._moment(2), self.payouts.unit**2 * GAME_SIZE) - self.expected_value**2

    @property
    def average_wager(self) -> Fraction:
        """Ante, blind and play together, in antes."""
        return 2 + Fraction(sum(multiple * self._deals(decision) for decision, multiple in enumerate(MULTIPLES)), GAME_SIZE)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all money wagered, not of the ante alone."""
        return -self.expected_value / self.average_wager

    def wins_with(self, category: int) -> int:
        """Deals that the player wins with a hand of that category."""
        return sum(self.tallies[decision][Contest.PLAYER_HIGHER][q][category] for decision in (1, 2, 3) for q in (0, 1))

    def folded_by_category(self) -> tuple[int, ...]:
        """Deals that end in a fold, by the category of the player's best five of seven."""
        return tuple(sum(of[q][category] for of in self.tallies[FOLD] for q in (0, 1)) for category in range(CATEGORIES))

    def starting_hands(self) -> dict[str, dict[str, Fraction]]:
        """Expected values in antes of check, 3x and 4x, from AA to 32o."""
        size = HAND_SIZE * self.payouts.unit
        return {
            hand_name(hand): dict(
                zip(("check", "3x", "4x"), [Fraction(total, size) for total in self.hands[hand]], strict=True)
            )
            for hand in HAND_ORDER
        }

    def decisions(self) -> dict[str, int]:
        """Deals by decision, of ``GAME_SIZE``."""
        return {name: self._deals(decision) for decision, name in enumerate(DECISIONS)}

    def outcomes(self) -> dict[str, dict[str, dict[str, int]]]:
        """Deals by decision, then win, tie and lose, then whether the dealer qualifies. A fold: by what it would have met."""
        return {
            name: {
                word: {QUALIFIES[q]: sum(self.tallies[decision][contest][q]) for q in (1, 0)}
                for contest, word in CONTESTS.items()
            }
            for decision, name in enumerate(DECISIONS)
        }

    def blind_wager(self) -> WagerMath:
        """The blind wager under best play as a wager of its own: lines, expected value, hit frequency, deviation."""
        from houseway.exact.side_wagers import OddsLine, WagerMath

        table = self.payouts.table
        wins = [0] * len(table.rows)
        for category in range(CATEGORIES):
            wins[self.payouts.rows[category]] += self.wins_with(category)
        ties = sum(sum(self.tallies[decision][Contest.TIE][q]) for decision in (1, 2, 3) for q in (0, 1))
        lines = [OddsLine(row.hand, deals, row.pays) for row, deals in zip(table.rows, wins, strict=True)]
        lines += [OddsLine("Tie", ties, Push()), OddsLine("Lost or folded", GAME_SIZE - ties - sum(wins), None)]
        return WagerMath("blind", table.letter, table.cite, GAME_SIZE, tuple(lines))

    def to_dict(self) -> dict[str, Any]:
        """The promised JSON under ``main``: fractions as integer strings over the size of the game, decimals to 12 places.

        ``variance``, in antes squared, is unreduced over the square of the size of the game in units: of
        ``payouts.unit * GAME_SIZE`` (twice the game's size, as results are in half antes).
        """
        unit = self.payouts.unit

        def share(deals: int) -> str:
            return f"{deals}/{GAME_SIZE}"

        def of_hand(total: int) -> str:
            return over(Fraction(total, unit), HAND_SIZE)

        return {
            "blind_paytable": self.payouts.table.letter,
            "cite": self.payouts.table.cite,
            "expected_value": over(Fraction(self._moment(1), unit), GAME_SIZE),
            "house_edge": decimal_text(-self.expected_value),
            "element_of_risk": decimal_text(self.element_of_risk),
            "average_wager": decimal_text(self.average_wager),
            "standard_deviation": square_root_text(self.variance),
            "variance": f"{self._moment(2) * GAME_SIZE - self._moment(1) ** 2}/{(unit * GAME_SIZE) ** 2}",
            "ties_go_to": "the choice that puts out less money",
            "decisions": {name: share(deals) for name, deals in reversed(self.decisions().items())},
            "outcomes": {
                name: {word: {who: share(deals) for who, deals in split.items()} for word, split in words.items()}
                for name, words in reversed(self.outcomes().items())
            },
            "results": {
                decimal_text(Fraction(net, unit)).rstrip("0").rstrip("."): share(n) for net, n in self.results().items()
            },
            "starting_hands": {
                hand_name(hand): dict(zip(("check", "3x", "4x"), map(of_hand, self.hands[hand]), strict=True))
                for hand in HAND_ORDER
            },
        }
