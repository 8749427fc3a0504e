"""One rule for each wager of Ultimate Texas Hold 'Em: features in, a ruling out. Each reads like its paragraph.

Nothing here knows cards, cents or seats. The settlement, the batch tables and the mathematics all call these.
"""

from __future__ import annotations

from houseway.games.ruling import LOSE, PUSH, WIN, Ruling, by_line, line_of
from houseway.games.ultimate_texas_holdem.features import Contest
from houseway.ranking import ROYAL_FLUSH, STRAIGHT_FLUSH
from houseway.regulation import Paytable

# Keys of the lines that name a hand, by category; categories from pair down have no line of their own.
LINE_KEYS = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush",
    "full_house", "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip


def ante(folded: bool, contest: Contest, dealer_qualifies: bool) -> Ruling:
    """(a): 1 to 1. A fold loses; a tie pushes; whoever is higher, it pushes where the dealer does not qualify."""
    if folded:
        return Ruling(LOSE, -1, "folded")
    if contest == Contest.TIE:
        return Ruling(PUSH, -1, "tie")
    if not dealer_qualifies:
        return Ruling(PUSH, -1, "not_qualified")
    if contest == Contest.PLAYER_HIGHER:
        return Ruling(WIN, 0, "higher")
    return Ruling(LOSE, -1, "lower")


def play(contest: Contest) -> Ruling:
    """(a): 1 to 1, whether the dealer qualifies or not."""
    if contest == Contest.TIE:
        return Ruling(PUSH, -1, "tie")
    if contest == Contest.PLAYER_HIGHER:
        return Ruling(WIN, 0, "higher")
    return Ruling(LOSE, -1, "lower")


def blind(folded: bool, contest: Contest, category: int, table: Paytable) -> Ruling:
    """(b): a winning hand is paid by the table, and below its last paying line it pushes; a tie pushes."""
    if folded:
        return Ruling(LOSE, -1, "folded")
    if contest == Contest.TIE:
        return Ruling(PUSH, -1, "tie")
    if contest == Contest.DEALER_HIGHER:
        return Ruling(LOSE, -1, "lower")
    row = line_of(table, LINE_KEYS[category])
    if row < 0:
        row = len(table.rows) - 1  # "Less than a straight" or "Less than a flush": the table's last line, a push
    return by_line(table, row)


def trips(folded: bool, category: int, table: Paytable, trips_on_fold: str) -> Ruling:
    """(c): the player's own best five of seven, whatever the dealer has."""
    if folded and trips_on_fold == "lose":
        return Ruling(LOSE, -1, "folded", "trips_on_fold")
    return by_line(table, line_of(table, LINE_KEYS[category]), "trips_on_fold" if folded else None)


def flop_wager(folded: bool, flop_category: int, table: Paytable, progressive_on_fold: str) -> Ruling:
    """(d)(1) and (e)(1): two cards and the flop, those five only. The progressive and both five-card bonus wagers."""
    if folded and progressive_on_fold == "lose":
        return Ruling(LOSE, -1, "folded", "progressive_on_fold")
    return by_line(table, line_of(table, LINE_KEYS[flop_category]), "progressive_on_fold" if folded else None)


def envy_key(category: int) -> str | None:
    """(d)(5): the line of the envy table that another player's hand of this category meets, or None."""
    return LINE_KEYS[category] if category in (STRAIGHT_FLUSH, ROYAL_FLUSH) else None
