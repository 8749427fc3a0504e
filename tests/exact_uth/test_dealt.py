"""A seeded part of the twenty million rounds of ``prove/uth.py``: dealt, played as the solver says, settled over columns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from exact_uth import dealing
from exact_uth.long_way import Numbers, numbers
from houseway.exact import holdem_wagers
from houseway.exact.bonus_draws import bonuses
from houseway.exact.side_wagers import holdem_wager
from houseway.exact.ultimate_texas_holdem import Solution, flop, payouts_of, solve, solving
from houseway.exact.ultimate_texas_holdem.solved import GAME_SIZE
from houseway.games import ultimate_texas_holdem as uth
from houseway.regulation import UTH, law_for
from houseway.submission import Submission, parse

LAW = law_for(UTH)


class Solved(NamedTuple):
    """The game by table A, and what the solver decides after each flop of ``known`` (0: played before it)."""

    solution: Solution
    known: Numbers
    choice: Any


@pytest.fixture(scope="module")
def solved() -> Solved:
    known, solution = numbers(), solve(payouts_of(LAW, "A"))
    with ThreadPoolExecutor(2) as pool:
        deck = solving._deck(pool, lambda part, size, step: [part(0, size)])
        choices, totals = solving._decide(deck, dealing.river_values("A"), lambda part, size, step: [part(0, size)])
    played = np.array([max(of) > of[0] for of in solving._hands(totals)])
    choices[:, played[deck.tables.pairs.hand]] = 0
    place = {tuple(cards): number for number, cards in enumerate(flop.flop_classes()[0].tolist())}
    choice = choices[[place[tuple(cards)] for cards in known.flops.tolist()]].astype(np.int64)
    return Solved(solution, known, choice)


def test_dealt_rounds_come_out_as_often_as_the_solution_says(solved: Solved) -> None:
    nets, trips = dealing.dealt(1_000_000, "A", solved.known, solved.choice, 653)
    assert nets.total() == trips.total() == 1_000_000
    assert dealing.too_far(nets, dealing.net_shares(solved.solution, GAME_SIZE)) == []
    assert dealing.too_far(trips, dealing.paid_shares(holdem_wager("trips", LAW.tables["trips"]["A"]))) == []


def filing(on_fold: str, envy_hand: str, scope: str) -> Submission:
    """A table with every side wager, and these switches."""
    return parse(
        f'game = "{UTH}"\neffective = 2015-07-01\n[wagers.ante]\n[wagers.blind]\npaytable = "A"\n[wagers.trips]\n'
        'paytable = "C"\n[wagers.progressive]\namounts = ["1.00"]\nmeter = {initial = "10000.00", reset = "10000.00", '
        'rate_of_progression = "22%"}\n[wagers.five_card_bonus]\nmagic_card = true\nlucky_bonus = true\n'
        'meter = {initial = "10000.00", reset = "10000.00", rate_of_progression = "15%"}\n[switches]\n'
        f'trips_on_fold = "{on_fold}"\nprogressive_on_fold = "{on_fold}"\nenvy_hand = "{envy_hand}"\n'
        f'magic_card_scope = "{scope}"\n'
    )


FILINGS = {
    words: filing(*words)
    for words in product(uth.SWITCHES["trips_on_fold"], uth.SWITCHES["envy_hand"], uth.SWITCHES["magic_card_scope"])
}


def shares_of(filed: Submission, solution: Solution) -> dict[str, dict[int, float]]:
    """What the sheet says: the share of each result of a wager of $1, two players dealt in."""
    found = {}
    for name in holdem_wagers.WAGERS:
        math = holdem_wagers.wager(LAW, name, filed.paytables.get(uth.FILED_AS[name]), filed.switches, lambda: solution)
        found[name] = dealing.gained_shares(math)
    envy = holdem_wagers.envy(LAW, 100, 1, filed.switches, lambda: solution)
    assert envy is not None
    found["envy"] = {line.cents // 100: line.combinations / envy.combinations for line in envy.lines}
    found["envy"][0] = 1 - sum(found["envy"].values())
    drawn = bonuses(filed, LAW, list(holdem_wagers.WAGERS), 2, lambda: solution)
    on = {(bonus.name, bonus.for_wager): float(bonus.filed.chance()) for bonus in drawn}
    assert len({chance for (name, _), chance in on.items() if name == "magic_card"}) == 1
    # both five-card bonus wagers are paid where the magic card is on the flop: three of the five cards of either hand
    one = on["magic_card", "five_card_bonus_player"]
    on_flop = one * 3 / 5 if filed.switches["magic_card_scope"] == "hole-and-flop" else 0.0
    found["magic_card"] = {40: on_flop, 20: 2 * (one - on_flop), 0: 1 - 2 * one + on_flop}
    lucky = on["lucky_bonus", "five_card_bonus_player"] + on["lucky_bonus", "five_card_bonus_dealer"]
    found["lucky_bonus"] = {5: lucky, 0: 1 - lucky}
    return found


def test_side_wagers_under_every_switch_come_out_as_the_sheet_says(solved: Solved) -> None:
    """Two players with every wager: each result within four standard errors under its own switches, and not under others."""
    player = dealing.Player("A", solved.known, solved.choice)
    seen = dealing.dealt_sides(1_000_000, list(FILINGS.values()), player, 654)
    shares = [shares_of(filed, solved.solution) for filed in FILINGS.values()]
    deciding = {"trips": {0}, "progressive": {0}, "five_card_bonus_dealer": {0}, "envy": {0, 1}, "lucky_bonus": {0}}
    deciding["magic_card"] = {0, 2}
    words = list(FILINGS)
    for mine, theirs in product(range(len(words)), repeat=2):
        differs = {place for place in range(3) if words[mine][place] != words[theirs][place]}
        for name, of in shares[theirs].items():
            wrong = dealing.too_far(seen[mine][name], of)
            if not differs & deciding.get(name, set()):
                assert wrong == [], (name, words[mine], words[theirs])
            elif name in ("trips", "five_card_bonus_dealer", "magic_card", "lucky_bonus") or 1 in differs & deciding[name]:
                assert wrong != [], (name, words[mine], words[theirs])
