"""Rounds of one player dealt at random and settled through the batch path, to hold against exact counts."""

from __future__ import annotations

from math import sqrt

import numpy as np

from houseway.batch.answers import OUTCOMES
from houseway.batch.pai_gow import MAIN, NO_CARD, WAGERS, PaiGowRows, pai_gow_tables, settle_rows
from houseway.exact.pai_gow.settings_for_batch import settings
from houseway.exact.pai_gow.solution import Tally
from houseway.games import house_way
from houseway.regulation import PGP, law_for
from houseway.submission import parse

CHUNK = 250_000
WAGER_CENTS = 2_000


def dealt_tally(rounds: int, name: str, wheel_lowest: bool, seed: int) -> Tally:
    """What became of a $20 main wager in so many rounds, the dealer banking, both sides set by the house way."""
    switches = '[switches]\nwheel = "lowest"\n' if wheel_lowest else ""
    filed = parse(f'game = "{PGP}"\neffective = 2015-07-01\nhouse_way = "{name}"\n[wagers.pai_gow]\n{switches}')
    tables = pai_gow_tables(law_for(PGP, None), filed, settings(house_way.get(name), wheel_lowest))
    rng = np.random.default_rng(seed)
    seen = {"win": 0, "push": 0, "lose": 0}
    for first in range(0, rounds, CHUNK):
        size = min(CHUNK, rounds - first)
        cards = rng.random((size, 53), np.float32).argpartition(14, axis=1)[:, :14].astype(np.uint8)
        wagers = np.zeros((size, len(WAGERS)), np.int64)
        wagers[:, MAIN] = WAGER_CENTS
        nothing, never = np.zeros(size, np.int64), np.zeros(size, np.bool_)
        settled = settle_rows(
            PaiGowRows(
                first=np.arange(size + 1), dealer=cards[:, :7].copy(), void_round=never, bank_seat=nothing.astype(np.int16),
                co_bank=never, house_wager=nothing, round=np.arange(size), seat=np.ones(size, np.int16),
                cards=cards[:, 7:].copy(), low=np.full((size, 2), NO_CARD, np.uint8), wagers=wagers, void=never,
            ),
            tables,
        )  # fmt: skip
        for code, count in zip(*np.unique(settled.outcome[:, MAIN], return_counts=True), strict=True):
            seen[OUTCOMES[code]] += int(count)
        won = settled.outcome[:, MAIN] == OUTCOMES.index("win")
        if not ((settled.paid[:, MAIN] == WAGER_CENTS * won).all() and (settled.vigorish == WAGER_CENTS * won // 20).all()):
            raise ValueError("a main wager was not paid even money less 5%")
    return Tally(**seen)


def standard_errors(seen: Tally, exact: Tally) -> list[float]:
    """How many standard errors each count of a sample is off."""
    size = seen.total
    chances = [count / exact.total for count in exact]
    return [(got - size * chance) / sqrt(size * chance * (1 - chance)) for got, chance in zip(seen, chances, strict=True)]
