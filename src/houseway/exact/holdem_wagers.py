"""Side wagers of Ultimate Texas Hold 'Em under the switches that were filed: what a fold loses, and which hands pay envy.

Where a wager is lost with a fold, it depends on when hands are folded: they are played as is best for ante, blind and play
together, under the filed blind paytable, whatever else is wagered. Such a wager's combinations are the 27,813,810,024,000
deals of the base game, not the hands of five or seven cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from houseway.batch import kinds as counts
from houseway.exact.side_wagers import LOSING, EnvyLine, EnvyMath, OddsLine, WagerMath, holdem_wager
from houseway.games import ultimate_texas_holdem as uth
from houseway.games.ruling import LOSE
from houseway.ranking import CATEGORY_SHIFT, standard

if TYPE_CHECKING:
    from houseway.exact.ultimate_texas_holdem.solved import Solution
    from houseway.regulation import Law

WAGERS = ("trips", "progressive", "five_card_bonus_player", "five_card_bonus_dealer")
ON_FOLD = {
    "trips": "trips_on_fold",
    "progressive": "progressive_on_fold",
    "five_card_bonus_player": "progressive_on_fold",
    "five_card_bonus_dealer": "progressive_on_fold",
}
FOLDED = "Folded"
JUDGED = {"flop": "two cards and the flop", "any-five": "any five of seven"}


@cache
def _hands(size: int) -> tuple[int, ...]:
    """Hands of five or seven cards by the category of their best five."""
    found = [0] * len(uth.rules.LINE_KEYS)
    for hand, combinations in counts.holdem_kinds(size):
        found[standard.best_five(hand)[0] >> CATEGORY_SHIFT] += combinations
    return tuple(found)


def _of_all_deals(size: int) -> tuple[int, ...]:
    """The same as deals of the base game."""
    from houseway.exact.ultimate_texas_holdem.solved import GAME_SIZE

    hands = _hands(size)
    return tuple(n * (GAME_SIZE // sum(hands)) for n in hands)


def wager(law: Law, name: str, letter: str | None, switches: Mapping[str, str], solution: Callable[[], Solution]) -> WagerMath:
    """A wager of ``WAGERS`` under one of the law's tables and the switches; ``solution`` is asked for where a fold matters."""
    table = law.tables[uth.FILED_AS[name]][letter or ""]
    if switches[ON_FOLD[name]] != LOSE:
        return holdem_wager(name, table)
    solved = solution()
    if name == "trips":
        folded, dealt = solved.folded_by_category(), _of_all_deals(7)
    else:
        folded = solved.folds.other if name == "five_card_bonus_dealer" else solved.folds.own
        dealt = _of_all_deals(5)
    taken, lost, gone = [0] * len(table.rows), 0, 0
    for category, (all_deals, folds) in enumerate(zip(dealt, folded, strict=True)):
        for has_folded, deals in ((False, all_deals - folds), (True, folds)):
            if name == "trips":
                ruling = uth.rules.trips(has_folded, category, table, LOSE)
            else:
                ruling = uth.rules.flop_wager(has_folded, category, table, LOSE)
            if ruling.row >= 0:
                taken[ruling.row] += deals
            elif has_folded:
                gone += deals
            else:
                lost += deals
    lines = [OddsLine(row.hand, n, row.pays, row.envy_cents) for row, n in zip(table.rows, taken, strict=True)]
    lines += [OddsLine(LOSING, lost, None), OddsLine(FOLDED, gone, None)]
    return WagerMath(name, table.letter, table.cite, sum(dealt), tuple(lines))


def envy(
    law: Law, wager_cents: int, others: int, switches: Mapping[str, str], solution: Callable[[], Solution]
) -> EnvyMath | None:
    """The envy of a progressive wager of that size from so many other players; None where the law prices none.

    A hand pays envy whether or not it was folded. What is lost with a fold, where that was filed, is the envy of the player
    who folded himself.
    """
    if others < 1 or wager_cents not in law.envy:
        return None
    any_five = switches["envy_hand"] == "any-five"
    hands = _hands(7 if any_five else 5)
    if switches["progressive_on_fold"] == LOSE:
        folds = solution().folds
        dealt = _of_all_deals(7 if any_five else 5)
        hands = tuple(n - folded for n, folded in zip(dealt, folds.other_seven if any_five else folds.other, strict=True))
        size = sum(dealt)
    else:
        size = sum(hands)
    named = {row.key: row.hand for row in law.tables["progressive"][""].rows}
    lines = []
    for category in range(len(hands) - 1, -1, -1):
        key = uth.rules.envy_key(category)
        if key is not None:
            lines.append(EnvyLine(named[key], hands[category], law.envy[wager_cents][key]))
    return EnvyMath(tuple(lines), size, wager_cents, others, JUDGED[switches["envy_hand"]])
