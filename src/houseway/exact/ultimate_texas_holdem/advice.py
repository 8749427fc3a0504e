"""Advice at any point of a hand: the exact expected value of every choice that the game allows there, and the best.

On the river the dealer's hands are ranked one by one by the reference; after the flop, and before it with known dead
cards, kernels meet every board that may come; before the flop with none the values are read from a stored table, which
a test makes anew. A table that was made for other payouts than the law's is not read; the game is solved instead.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import names
from houseway.exact.figures import decimal_text
from houseway.games.ultimate_texas_holdem import GAME, Contest, contest, qualifies
from houseway.problems import InputError
from houseway.ranking import CATEGORY_SHIFT
from houseway.ranking.standard import rank_seven
from houseway.regulation import Law, law_for, law_hash
from houseway.settlement.values import Values
from houseway.version import __version__

from .payouts import Payouts, payouts_of
from .solved import CONTESTS, HAND_ORDER, HAND_SIZE, QUALIFIES, Solution, hand_name

if TYPE_CHECKING:
    from houseway.submission import Submission

Given = str | Sequence[str]

STREETS = {0: "before the flop", 3: "after the flop", 5: "on the river"}
STORED = "starting_hands.json"


class Choice(NamedTuple):
    """One lawful choice: its name (``check``, ``fold``, ``1x`` to ``4x``), and its expected value in antes.

    The value is ``total / ways``, unreduced: of everything that may still come, with best play from there on.
    """

    name: str
    total: int
    ways: int

    @property
    def expected_value(self) -> Fraction:
        """In antes; ante, blind and play wager together."""
        return Fraction(self.total, self.ways)


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices at one point of a hand, in the order in which they put out more money.

    Of choices with the same value the first is the best: the one that puts out less. ``showdown`` counts, on the river,
    the dealer hands by win, tie and lose, and by whether they qualify.
    """

    law: Law
    payouts: Payouts
    cards: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    choices: tuple[Choice, ...]
    showdown: dict[str, dict[str, int]] | None
    notices: tuple[str, ...]

    @property
    def street(self) -> str:
        """``before the flop``, ``after the flop`` or ``on the river``."""
        return STREETS[len(self.board)]

    @property
    def best(self) -> Choice:
        """The choice with the greatest expected value."""
        return max(self.choices, key=lambda choice: choice.expected_value)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``houseway advise``: fractions as integer strings, decimals to 12 places."""
        best = self.best
        return {
            "game": GAME,
            "rules": {"section": self.law.section, "version": self.law.version.isoformat()},
            "blind_paytable": self.payouts.table.letter,
            "cite": self.payouts.table.cite,
            "street": self.street,
            "cards": names(self.cards),
            "board": names(self.board),
            "dead": names(self.dead),
            "choices": [
                {
                    "choice": choice.name,
                    "expected_value": f"{choice.total}/{choice.ways}",
                    "decimal": decimal_text(choice.expected_value),
                    "costs": decimal_text(best.expected_value - choice.expected_value),
                }
                for choice in self.choices
            ],
            "best": best.name,
            **({"dealer_hands": self.showdown} if self.showdown is not None else {}),
            "notices": list(self.notices),
            "engine": {"version": __version__, "law": law_hash()},
        }


def advise(cards: Given, board: Given = "", dead: Given = "", submission: Submission | None = None) -> Advice:
    """The exact value of every choice with two cards and a board of 0, 3 or 5, and dead cards known to be out of play.

    Without a submission the blind wager has the law's first paytable. Values are for ante, blind and play; side wagers are
    not in them. Raises InputError with every problem of the cards and of the submission.
    """
    law = law_for(GAME, None)
    values = Values()
    own, table, out = _cards(values, cards, board, dead)
    letter = next(iter(law.tables["blind"]))
    notices = []
    if submission is None:
        notices.append(f"No Rules Submission was given: the blind wager pays by {law.tables['blind'][letter].cite}.")
    elif submission.game != GAME:
        values.wrong("submission.game", "is of another game", submission.game, GAME)
    else:
        letter = submission.paytables.get("blind", "none")
        if letter not in law.tables["blind"]:
            allowed = " or ".join(law.tables["blind"])
            values.wrong("submission.wagers.blind.paytable", "is not a paytable of the law", letter, allowed)
        notices += _of_submission(submission)
    if values.problems:
        raise InputError(values.problems)
    payouts = payouts_of(law, letter)
    showdown = None
    if len(table) == 5:
        choices, showdown = _river(payouts, own, table, out)
    elif len(table) == 3:
        choices = _after_flop(payouts, own, table, out)
    else:
        choices = _before_flop(payouts, own, out)
    return Advice(law, payouts, own, table, out, choices, showdown, tuple(notices))


def _cards(values: Values, cards: Given, board: Given, dead: Given) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    own = values.hand(cards, "cards", 2, joker=False)
    table = values.hand(board, "board", None, joker=False)
    out = values.hand(dead, "dead", None, joker=False)
    if len(table) not in STREETS and "board" not in values.unread:
        values.wrong("board", "has the wrong number of cards", str(len(table)), "0, 3 or 5 cards")
    most = 52 - 2 - 5 - 2
    if len(out) > most and "dead" not in values.unread:
        values.wrong("dead", "leaves too few cards for the board and the dealer", str(len(out)), f"at most {most}")
    return own, table, out


def _of_submission(submission: Submission) -> list[str]:
    """What of a submission changes the value of a fold, and is not in the values."""
    found = []
    for switch, wager in (("trips_on_fold", "trips"), ("progressive_on_fold", "progressive")):
        if submission.switches.get(switch) == "lose" and wager in submission.offered:
            found.append(f"A fold also loses the {wager} wager here (switch {switch} = lose); that is not in the values.")
    return found


def _choice(name: str, total: int, ways: int, unit: int) -> Choice:
    """A total in units as a choice in antes: over the ways, or where that is no whole number over their multiple."""
    whole, part = divmod(total, unit)
    return Choice(name, total, ways * unit) if part else Choice(name, whole, ways)


def _river(
    payouts: Payouts, own: tuple[int, ...], board: tuple[int, ...], dead: tuple[int, ...]
) -> tuple[tuple[Choice, ...], dict[str, dict[str, int]]]:
    player = rank_seven([*own, *board])
    category = player >> CATEGORY_SHIFT
    known = {*own, *board, *dead}
    counts = {(of, q): 0 for of in Contest for q in (False, True)}
    for pair in combinations([card for card in range(52) if card not in known], 2):
        dealer = rank_seven([*board, *pair])
        counts[contest(player, dealer), qualifies(dealer)] += 1
    ways = sum(counts.values())
    played = sum(n * (payouts.still[of][q][category] + payouts.play[of][q][category]) for (of, q), n in counts.items())
    showdown = {word: {QUALIFIES[q]: counts[of, q] for q in (True, False)} for of, word in CONTESTS.items()}
    fold, once = _choice("fold", payouts.folded * ways, ways, payouts.unit), _choice("1x", played, ways, payouts.unit)
    return (fold, once), showdown


def _after_flop(payouts: Payouts, own: tuple[int, ...], board: tuple[int, ...], dead: tuple[int, ...]) -> tuple[Choice, ...]:
    import numpy as np

    from . import one_hand
    from .tables import tables

    deck = np.ones(52, dtype=np.uint8)
    deck[[*own, *dead]] = 0
    sums = np.zeros(3, dtype=np.int64)
    still, play = np.array(payouts.still), np.array(payouts.play)
    flop = np.array([*board, 0, 0], dtype=np.int8)
    one_hand.after_flop(tables(), deck, np.array(own, dtype=np.int8), flop, still, play, payouts.folded, sums)
    checked, staying, playing = sums.tolist()
    left = 47 - len(dead)
    ways = comb(left, 2) * comb(left - 2, 2)
    unit = payouts.unit
    return _choice("check", checked, ways, unit), _choice("2x", staying + 2 * playing, ways, unit)


def _before_flop(payouts: Payouts, own: tuple[int, ...], dead: tuple[int, ...]) -> tuple[Choice, ...]:
    if dead:
        totals = _with_dead_cards(payouts, own, dead)
        left = 50 - len(dead)
        ways = comb(left, 3) * comb(left - 3, 2) * comb(left - 5, 2)
    else:
        one, other = sorted((own[0] >> 2, own[1] >> 2))
        suited = own[0] & 3 == own[1] & 3
        hand = 13 * other + one if suited else 13 * one + other
        totals = _starting_hand(payouts, hand)
        ways = HAND_SIZE
    return tuple([_choice(name, total, ways, payouts.unit) for name, total in zip(("check", "3x", "4x"), totals, strict=True)])


@cache
def _stored() -> Any:
    return json.loads(files(__package__).joinpath(STORED).read_text("utf-8"))


def _starting_hand(payouts: Payouts, hand: int) -> tuple[int, int, int]:
    """Check, 3x and 4x in units over the 20,975,724,000, from the stored table where it was made for these payouts."""
    for table in _stored()["tables"]:
        if table["payouts"] == payouts.digest():
            check, three, four = table["hands"][hand_name(hand)]
            return check, three, four
    from .kept import solution

    return solution(payouts.table.letter or "").hands[hand]


def _with_dead_cards(payouts: Payouts, own: tuple[int, ...], dead: tuple[int, ...]) -> tuple[int, int, int]:
    """Check, 3x and 4x in units over all boards and dealer hands; half a second or so of two cores."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    from . import one_hand
    from .solving import threads
    from .tables import ROWS, tables

    look_up = tables()
    deck = np.ones(52, dtype=np.uint8)
    deck[[*own, *dead]] = 0
    live, mine = np.flatnonzero(deck).astype(np.int8), np.array(own, dtype=np.int8)
    still, play = np.array(payouts.still), np.array(payouts.play)

    values = np.zeros((5, ROWS, 3), dtype=np.int64)

    def rows(start: int) -> None:
        stop = min(ROWS, start + 1000)
        one_hand.every_row(look_up, deck, mine, still, play, payouts.folded, start, stop, values)

    def boards(highest: int) -> Any:
        cells = np.zeros((comb(len(live), 3), 3), dtype=np.int64)
        one_hand.before_flop(look_up, values, live, highest, cells)
        return cells

    with ThreadPoolExecutor(threads()) as pool:
        list(pool.map(rows, range(0, ROWS, 1000)))
        cells = sum(pool.map(boards, range(len(live) - 1, 3, -1)))
    checked, staying, playing = cells.T
    best = int(np.maximum(checked, staying + 2 * playing).sum())
    return best, int((staying + 3 * playing).sum()), int((staying + 4 * playing).sum())


def stored_tables(solutions: Sequence[Solution]) -> dict[str, Any]:
    """What the stored table of starting hands should hold for these solutions: one of each blind paytable of the law."""
    return {
        "about": "Totals of check, 3x and 4x for two given cards, in 1/unit antes over 20,975,724,000 ways.",
        "tables": [
            {
                "blind": solution.payouts.table.letter,
                "payouts": solution.payouts.digest(),
                "unit": solution.payouts.unit,
                "hands": {hand_name(hand): list(solution.hands[hand]) for hand in HAND_ORDER},
            }
            for solution in solutions
        ],
    }


__all__ = ["Advice", "Choice", "advise", "stored_tables"]
