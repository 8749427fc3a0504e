"""The floor of the payout limit: the section's amount, or the most one player can win at the minimum wagers.

Several wagers are paid by one and the same cards, so the most is not the sum of each wager's best line. Which lines some
hand takes *together* is a matter of cards, not of choices: ``data/joint_lines.json`` holds one hand for each largest such
set, found over every hand that exists (``prove/payout_floor.py`` regenerates it). The rules of the games price them here.
"""

from __future__ import annotations

import os.path
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from houseway.cards import cards, names
from houseway.money import MeterShare, Push, pays_cents
from houseway.regulation import UTH, Law, Paytable, law_for
from houseway.submission.model import Submission

if TYPE_CHECKING:
    from houseway.games.pai_gow_poker import SevenCards

PLAY_TIMES = 4  # the most that may be played: four times the ante before the flop (RULES: 653a.12(a), posted practice)


class Joint(NamedTuple):
    """A hand that takes a largest set of lines together: the player's own cards, the dealer's, and the board (UTH)."""

    player: tuple[int, ...]
    dealer: tuple[int, ...]
    board: tuple[int, ...]


class Share(NamedTuple):
    """What one wager contributes: the wager in cents, the line of its table that the hand takes, what that pays in cents."""

    wager: str
    wager_cents: int
    hand: str
    odds: str
    paid_cents: int
    cite: str


class Floor(NamedTuple):
    """The least that a payout limit may be.

    ``floor_cents`` is the greater of ``section_cents`` (the section's own amount) and ``most_cents`` (the most one player
    can win at the minimum wagers, which ``shares`` add up to with the cards of ``joint``). ``unpriced`` names covered wagers
    on offer without a filed minimum, counted as nothing; ``cite`` is the paragraph of the limit.
    """

    floor_cents: int
    section_cents: int
    most_cents: int
    shares: tuple[Share, ...]
    joint: Joint | None
    unpriced: tuple[str, ...]
    cite: str

    def cards(self) -> str:
        """The cards that reach the most: ``As Ks on Qs Js Ts 9d 9c against Ac Qd``."""
        if self.joint is None:
            return ""
        hand = names(self.joint.player)
        if self.joint.board:
            return f"{hand} on {names(self.joint.board)} against {names(self.joint.dealer)}"
        if any(share.wager == "queens_dragon" for share in self.shares):
            return f"{hand} beside the dealer's {names(self.joint.dealer)}"
        return hand

    def explained(self) -> str:
        """The sum in words: ``$50,500.00 with As Ks on Qs Js Ts 9d 9c against Ac Qd: ante $100.00 (Win, 1 to 1), ...``."""
        if self.joint is None:
            return "$0.00"
        parts = [f"{share.wager} {shown_dollars(share.paid_cents)} ({share.hand}, {share.odds})" for share in self.shares]
        return f"{shown_dollars(self.most_cents)} with {self.cards()}: {', '.join(parts)}"


def shown_dollars(of_cents: int) -> str:
    """Cents as people read them: ``$50,500.00``."""
    return f"${of_cents // 100:,}.{of_cents % 100:02d}"


@cache
def joints(game: str) -> tuple[Joint, ...]:
    """The stored hands of a game, one for each largest set of lines taken together."""
    import json

    with open(os.path.join(os.path.dirname(__file__), "data", "joint_lines.json"), encoding="utf-8") as file:
        entries = json.load(file)[game]
    return tuple(Joint(cards(entry["player"]), cards(entry["dealer"]), cards(entry.get("board", ""))) for entry in entries)


def payout_floor(submission: Submission, law: Law | None = None) -> Floor:
    """The floor of a submission's payout limit under a law (the one in force when it takes effect where none is given).

    Raises InputError where the submission is older than the oldest law held. Paytables that are not lawful count as nothing.
    """
    law = law or law_for(submission.game, submission.effective)
    wagers, unpriced = _minimums(submission, law)
    best: tuple[Share, ...] = ()
    best_joint: Joint | None = None
    for joint in joints(submission.game) if wagers else ():
        shares = (_holdem if submission.game == UTH else _pai_gow)(submission, law, wagers, joint)
        if _total(shares) > _total(best):
            best, best_joint = shares, joint
    most = _total(best)
    section = law.limit.minimum_cents
    return Floor(max(section, most), section, most, best, best_joint, unpriced, law.limit.cite)


def _total(shares: tuple[Share, ...]) -> int:
    return sum(share.paid_cents for share in shares)


def least_wager_cents(submission: Submission, wager: str) -> int | None:
    """The smallest wager that may be made: the filed minimum, or the smallest filed amount from it up; None for neither."""
    minimum = submission.minimum_cents.get(wager)
    amounts = submission.amounts_cents.get(wager, ())
    if amounts:
        return min((amount for amount in amounts if amount >= (minimum or 0)), default=min(amounts))
    return minimum or None


def _minimums(submission: Submission, law: Law) -> tuple[dict[str, int], tuple[str, ...]]:
    """The least wager of each covered wager on offer, and the covered wagers that have none filed."""
    wagers: dict[str, int] = {}
    unpriced = []
    for name in law.limit.covers:
        filed = "ante" if name in ("ante", "play") else name
        if filed not in submission.offered:
            continue
        # The play wager follows the ante, and the blind equals it.
        least = least_wager_cents(submission, "ante" if name in ("ante", "play", "blind") else name)
        if least is None:
            if filed == name and not (name == "blind" and "ante" in submission.offered):
                unpriced.append(name)
        else:
            wagers[name] = least * PLAY_TIMES if name == "play" else least
    return wagers, tuple(unpriced)


def _table(submission: Submission, law: Law, wager: str) -> Paytable | None:
    """The table filed for a wager, or its only one; None where the letter filed is not lawful."""
    tables = law.tables[wager]
    return tables.get("") or tables.get(submission.paytables.get(wager, ""))


def _share(submission: Submission, table: Paytable, wager: str, wager_cents: int, row: int) -> Share | None:
    """What a line pays on the least wager; a push pays nothing."""
    if row < 0:
        return None
    line = table.rows[row]
    if isinstance(line.pays, Push):
        return None
    if isinstance(line.pays, MeterShare):
        meter = submission.meters[wager]
        paid = max(meter.initial_cents, meter.reset_cents) * line.pays.percent // 100
    else:
        paid = pays_cents(line.pays, wager_cents)[0]
    return Share(wager, wager_cents, line.hand, str(line.pays), paid, table.cite)


def _holdem(submission: Submission, law: Law, wagers: dict[str, int], joint: Joint) -> tuple[Share, ...]:
    """(a) to (c) of 653a.12 with these cards, the ante played four times."""
    from houseway.games.ultimate_texas_holdem import contest, qualifies, rules
    from houseway.ranking import CATEGORY_SHIFT, standard

    player, _ = standard.best_five(joint.player + joint.board)
    dealer, _ = standard.best_five(joint.dealer + joint.board)
    against, category = contest(player, dealer), player >> CATEGORY_SHIFT
    shares = []
    for name, wager_cents in wagers.items():
        table = _table(submission, law, name)
        if table is None:
            continue
        if name == "ante":
            ruling = rules.ante(False, against, qualifies(dealer))
        elif name == "play":
            ruling = rules.play(against)
        elif name == "blind":
            ruling = rules.blind(False, against, category, table)
        else:
            ruling = rules.trips(False, category, table, submission.switches["trips_on_fold"])
        shares.append(_share(submission, table, name, wager_cents, ruling.row))
    return tuple(share for share in shares if share is not None)


@cache
def _features(seven: tuple[int, ...]) -> SevenCards:
    """What the rules see in a stored hand."""
    from houseway.games.pai_gow_poker import read_seven

    return read_seven(seven)


def _pai_gow(submission: Submission, law: Law, wagers: dict[str, int], joint: Joint) -> tuple[Share, ...]:
    """(b) to (i) of 645a.13 with these cards; red/black on the better colour."""
    from houseway.games.pai_gow_poker import rules

    hand = _features(joint.player)
    shares = []
    for name, wager_cents in wagers.items():
        table = _table(submission, law, name)
        if table is None:
            continue
        if name == "red_black":
            switch = _known(submission, "red_black_joker")
            colours = [rules.red_black(chosen, hand.joker, table, switch).row for chosen in (hand.red, hand.black)]
            both = [_share(submission, table, name, wager_cents, row) for row in colours]
            shares.append(max((share for share in both if share is not None), key=lambda share: share.paid_cents, default=None))
            continue
        if name == "progressive":
            ruling = rules.progressive(hand, table, _known(submission, "progressive_seven_card_joker"))
        elif name == "queens_dragon":
            ruling = rules.queens_dragon(_features(joint.dealer), table)
        else:
            ruling = {
                "fortune_bonus": rules.fortune_bonus,
                "emperors_treasure": rules.emperors_treasure,
                "insurance": rules.insurance,
                "dynasty_bonus": rules.dynasty_bonus,
                "protection": rules.protection,
            }[name](hand, table)
        shares.append(_share(submission, table, name, wager_cents, ruling.row))
    return tuple(share for share in shares if share is not None)


def _known(submission: Submission, switch: str) -> str:
    """The value of a switch, or its default where the value filed is not one of them (``check`` reports it)."""
    from houseway.submission.choices import GAMES

    values = GAMES[submission.game].switches[switch].values
    return submission.switches[switch] if submission.switches[switch] in values else values[0]
