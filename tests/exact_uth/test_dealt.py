"""A seeded part of the 20 million rounds of ``prove/uth.py``: dealt, played as the solver says, settled over columns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from exact_uth import dealing
from exact_uth.long_way import numbers
from houseway.exact.side_wagers import holdem_wager
from houseway.exact.ultimate_texas_holdem import flop, payouts_of, solve, solving
from houseway.exact.ultimate_texas_holdem.solved import GAME_SIZE
from houseway.regulation import UTH, law_for


def test_dealt_rounds_come_out_as_often_as_the_solution_says() -> None:
    law, known = law_for(UTH), numbers()
    payouts = payouts_of(law, "A")
    solution = solve(payouts)
    with ThreadPoolExecutor(2) as pool:
        deck = solving._deck(pool, lambda part, size, step: [part(0, size)])
        choices, totals = solving._decide(deck, dealing.river_values("A"), lambda part, size, step: [part(0, size)])
    played = np.array([max(of) > of[0] for of in solving._hands(totals)])
    choices[:, played[deck.tables.pairs.hand]] = 0
    place = {tuple(cards): number for number, cards in enumerate(flop.flop_classes()[0].tolist())}
    choice = choices[[place[tuple(cards)] for cards in known.flops.tolist()]].astype(np.int64)
    nets, trips = dealing.dealt(1_000_000, "A", known, choice, 653)
    assert nets.total() == trips.total() == 1_000_000
    assert dealing.too_far(nets, dealing.net_shares(solution, GAME_SIZE)) == []
    assert dealing.too_far(trips, dealing.paid_shares(holdem_wager("trips", law.tables["trips"]["A"]))) == []
