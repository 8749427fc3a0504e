"""What a round of the base game brings: made by calling the rule of each wager on every combination of what it looks at."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from math import lcm
from typing import NamedTuple

from houseway.games.ruling import LOSE, PUSH, Ruling
from houseway.games.ultimate_texas_holdem import Contest, rules
from houseway.money import MeterShare, fraction_of_odds
from houseway.ranking import ROYAL_FLUSH
from houseway.regulation import Law, Paytable

CATEGORIES = ROYAL_FLUSH + 1

Cube = tuple[tuple[tuple[int, ...], ...], ...]  # [contest][dealer qualifies][the player's category]


class Payouts(NamedTuple):
    """Net results for an ante of 1, in whole units of ``1 / unit`` ante (half antes, because of 3 to 2).

    ``still`` is what ante and blind together bring to a player who has stayed in, ``play`` what a play wager of one
    ante brings, ``folded`` what a fold brings. ``rows`` is the line of the blind paytable that a winning hand of each
    category takes (-1: none), ``table`` that paytable.
    """

    table: Paytable
    unit: int
    still: Cube
    play: Cube
    folded: int
    rows: tuple[int, ...]

    def digest(self) -> str:
        """A hash over everything the best play depends on: equal payouts have the same solution."""
        return sha256(repr((self.unit, self.still, self.play, self.folded)).encode()).hexdigest()


def _net(ruling: Ruling, table: Paytable) -> Fraction:
    """What a wager of 1 brings under a ruling."""
    if ruling.outcome == LOSE:
        return Fraction(-1)
    if ruling.outcome == PUSH:
        return Fraction(0)
    pays = table.rows[ruling.row].pays
    if isinstance(pays, MeterShare):
        raise ValueError(f"{table.cite} pays a share of a meter; the base game has none")
    return fraction_of_odds(pays)


def payouts_of(law: Law, letter: str) -> Payouts:
    """The payouts under a law and its blind paytable of that letter (653a.12(a), (b)). KeyError where there is none.

    >>> from houseway.regulation import UTH, law_for
    >>> payouts = payouts_of(law_for(UTH, None), "A")
    >>> payouts.unit, payouts.folded, payouts.still[2][1]  # a winner against a dealer who qualifies, high card to royal flush
    (2, -4, (2, 2, 2, 2, 4, 5, 8, 22, 102, 1002))
    """
    ante_table, play_table, blind_table = law.tables["ante"][""], law.tables["play"][""], law.tables["blind"][letter]

    def still(contest: Contest, qualifies: bool, category: int) -> Fraction:
        blind = rules.blind(False, contest, category, blind_table)
        return _net(rules.ante(False, contest, qualifies), ante_table) + _net(blind, blind_table)

    def folded(contest: Contest, qualifies: bool, category: int) -> Fraction:
        blind = rules.blind(True, contest, category, blind_table)
        return _net(rules.ante(True, contest, qualifies), ante_table) + _net(blind, blind_table)

    cells = [
        (contest, qualifies, category) for contest in Contest for qualifies in (False, True) for category in range(CATEGORIES)
    ]
    stills = [still(*cell) for cell in cells]
    plays = [_net(rules.play(contest), play_table) for contest, _, _ in cells]
    folds = {folded(*cell) for cell in cells}
    if len(folds) != 1:
        raise ValueError("what a fold brings depends on the cards")
    fold = folds.pop()
    unit = lcm(*(value.denominator for value in (*stills, *plays, fold)))

    def cube(values: list[Fraction]) -> Cube:
        flat = [int(value * unit) for value in values]
        rows = [tuple(flat[at : at + CATEGORIES]) for at in range(0, len(flat), CATEGORIES)]
        return tuple((rows[at], rows[at + 1]) for at in range(0, len(rows), 2))

    rows = tuple(rules.blind(False, Contest.PLAYER_HIGHER, category, blind_table).row for category in range(CATEGORIES))
    return Payouts(blind_table, unit, cube(stills), cube(plays), int(fold * unit), rows)
