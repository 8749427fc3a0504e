"""Rounds of one player dealt at random, played as the solution says and settled through the batch path."""

from __future__ import annotations

from collections import Counter

import numba
import numpy as np
from numpy.typing import NDArray

from exact_uth.long_way import Numbers
from houseway.batch.holdem import (
    ANTE,
    BLIND,
    DEALER,
    NO_CARD,
    NOWHERE,
    PLAY,
    TRIPS,
    WAGERS,
    HoldemRows,
    follow_meters,
    holdem_tables,
    settle_rows,
)
from houseway.exact.side_wagers import WagerMath
from houseway.exact.ultimate_texas_holdem import Solution, flop, payouts_of, river, tables
from houseway.exact.ultimate_texas_holdem.tables import KINDS, ROWS
from houseway.regulation import UTH, law_for
from houseway.submission import Submission, parse

CHUNK = 250_000
ANTE_CENTS = 1_000
SIDES = ("trips", "progressive", "five_card_bonus_player", "five_card_bonus_dealer", "envy", "magic_card", "lucky_bonus")
BEFORE, AFTER = 0, 2  # choices: played 4x before the flop, 2x after it

_row_of = flop.row_of


@numba.njit(nogil=True)
def _stays(boards, own, triple, multiset, rank_pair, set_index, number, kinds, values, folded, stays):  # type: ignore[no-untyped-def]
    """Whether 1x is worth more than a fold on the river, by the solver's own values."""
    for n in range(len(boards)):
        row, suit = _row_of(triple, multiset, rank_pair, set_index, boards[n])
        at = 3 * np.int64(kinds[suit, number[own[n, 0], own[n, 1]]])
        stays[n] = values[row, at + 1] + values[row, at + 2] > folded


def river_values(blind: str) -> NDArray[np.int32]:
    """What the river is worth, [row, 3 * kind + part], as the solver counts it."""
    look_up, payouts = tables.tables(), payouts_of(law_for(UTH), blind)
    packed, category = np.zeros((ROWS, KINDS), np.int32), np.zeros((ROWS, KINDS), np.uint8)
    river.count(look_up.strength, look_up.kinds, look_up.rows, 0, ROWS, packed, category)
    values = np.zeros((ROWS, 3 * KINDS), np.int32)
    river.value(packed, category, np.array(payouts.still), np.array(payouts.play), payouts.folded, 0, ROWS, values)
    return values


class Player:
    """Plays any number of hands as the solution says."""

    def __init__(self, blind: str, known: Numbers, choice: NDArray[np.int64]) -> None:
        self.known, self.choice, self.values = known, choice, river_values(blind)
        self.folded = river.OPPONENTS * payouts_of(law_for(UTH), blind).folded

    def times(self, own: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How many antes are played on each hand (n, 2) on its board (n, 5); 0 for a fold."""
        look_up, known = tables.tables(), self.known
        three = tuple(np.sort(board[:, :3], axis=1).T)
        pair = known.renamed[known.flop_renaming[three], known.pair[own[:, 0], own[:, 1]]]
        chosen = self.choice[known.flop_class[three], pair]
        stays = np.zeros(len(own), np.bool_)
        number, kind = look_up.pairs.number, look_up.pairs.kind
        _stays(board.astype(np.int8), own, *look_up.boards, number, kind, self.values, self.folded, stays)
        return np.select([chosen == BEFORE, chosen == AFTER, stays], [4, 2, 1], 0)


def shuffled(rng: np.random.Generator, size: int, cards: int) -> NDArray[np.uint8]:
    """The first cards (size, cards) of as many shuffled decks."""
    found = rng.random((size, 52), np.float32).argpartition(cards, axis=1)[:, :cards].astype(np.uint8)
    return rng.permuted(found, axis=1, out=found)


def dealt(rounds: int, blind: str, known: Numbers, choice: NDArray[np.int64], seed: int) -> tuple[Counter[int], Counter[int]]:
    """How often each net result of the base game came, in half antes, and each amount paid on trips by paytable A, in antes."""
    law = law_for(UTH)
    filed = parse(
        f'game = "{UTH}"\neffective = 2015-07-01\n[wagers.ante]\n[wagers.blind]\npaytable = "{blind}"\n'
        '[wagers.trips]\npaytable = "A"\n'
    )
    of, player = holdem_tables(law, filed), Player(blind, known, choice)
    rng, nets, trips = np.random.default_rng(seed), Counter[int](), Counter[int]()
    for first in range(0, rounds, CHUNK):
        size = min(CHUNK, rounds - first)
        cards = shuffled(rng, size, 9)
        own, board, dealer = cards[:, :2].copy(), cards[:, 2:7].copy(), cards[:, 7:].copy()
        times = player.times(own, board)
        wagers = np.zeros((size, len(WAGERS)), np.int64)
        wagers[:, [ANTE, BLIND, TRIPS]] = ANTE_CENTS
        wagers[:, PLAY] = times * ANTE_CENTS
        never, none = np.zeros(size, np.bool_), np.full(size, NO_CARD, np.uint8)
        settled = settle_rows(
            HoldemRows(
                first=np.arange(size + 1), board=board, dealer=dealer, void_round=never, magic_card=none,
                lucky=np.full(size, NOWHERE, np.int16), round=np.arange(size), seat=np.ones(size, np.int16), cards=own,
                wagers=wagers, void=never,
            ),
            of,
        )  # fmt: skip
        gained = settled.returned + settled.paid - wagers
        net = gained[:, ANTE] + gained[:, PLAY] + gained[:, BLIND]
        for counted, amounts, unit in ((nets, net, ANTE_CENTS // 2), (trips, settled.paid[:, TRIPS], ANTE_CENTS)):
            if (amounts % unit).any():
                raise ValueError(f"amounts that are no multiples of {unit} cents")
            found, times_seen = np.unique(amounts // unit, return_counts=True)
            counted.update(dict(zip(found.tolist(), times_seen.tolist(), strict=True)))
    return nets, trips


def dealt_sides(
    rounds: int, filings: list[Submission], player: Player, seed: int, unit: int = 100
) -> list[dict[str, Counter[int]]]:
    """Rounds of two players, each with every side wager, settled under each filing: what one of them gained, in units.

    By name the number of rounds for each net result of a wager, or amount of a bonus. A share of the meter counts as -1,
    as if the meter stood at nothing.
    """
    law, rng = law_for(UTH), np.random.default_rng(seed)
    found = [{name: Counter[int]() for name in SIDES} for _ in filings]
    for start in range(0, rounds, CHUNK):
        size = min(CHUNK, rounds - start)
        cards = shuffled(rng, size, 11)
        board, dealer, own = cards[:, :5].copy(), cards[:, 5:7].copy(), cards[:, 7:].reshape(-1, 2).copy()
        wagers = np.full((2 * size, len(WAGERS)), unit)
        wagers[:, PLAY] = unit * player.times(own, np.repeat(board, 2, axis=0))
        magic, lucky = rng.integers(0, 52, size).astype(np.uint8), rng.choice([DEALER, 1, 2], size).astype(np.int16)
        rows = HoldemRows(
            first=np.arange(0, 2 * size + 1, 2), board=board, dealer=dealer, void_round=np.zeros(size, np.bool_),
            magic_card=magic, lucky=lucky, round=np.repeat(np.arange(size), 2), seat=np.tile(np.array([1, 2], np.int16), size),
            cards=own, wagers=wagers, void=np.zeros(2 * size, np.bool_),
        )  # fmt: skip
        for filed, counters in zip(filings, found, strict=True):
            settled = settle_rows(rows, holdem_tables(law, filed))
            follow_meters(rows, settled, filed, law, [10**12, 10**12])
            gained = (settled.returned + settled.paid - wagers)[::2]
            amounts = {name: gained[:, WAGERS.index(name)] for name in SIDES[:4]}
            amounts |= {"envy": settled.envy[::2], "magic_card": settled.magic[::2], "lucky_bonus": settled.lucky[::2]}
            for name, of in amounts.items():
                units = np.where(of % unit == 0, of // unit, -1)
                units = np.where(units >= 600, -1, units) if name in SIDES[:4] else units
                values, times = np.unique(units, return_counts=True)
                counters[name].update(dict(zip(values.tolist(), times.tolist(), strict=True)))
    return found


def too_far(seen: Counter[int], shares: dict[int, float]) -> list[str]:
    """The results that came more than four standard errors too often or too rarely, of those frequent enough to tell."""
    size = seen.total()
    wrong = [f"{result} came {seen[result]} times, which it cannot" for result in seen if result not in shares]
    for result, share in shares.items():
        expected, deviation = size * share, (size * share * (1 - share)) ** 0.5
        if expected >= 20 and abs(seen[result] - expected) > 4 * deviation:
            wrong.append(f"{result} came {seen[result]} times, expected {expected:.0f}")
    return wrong


def net_shares(solution: Solution, size: int) -> dict[int, float]:
    """The exact share of each net result in half antes."""
    return {net: deals / size for net, deals in solution.results().items()}


def gained_shares(sheet: WagerMath) -> dict[int, float]:
    """The exact share of each net result of a wager of 1, the meter at nothing."""
    return {int(gain): deals / sheet.combinations for gain, deals in sheet.distribution()}


def paid_shares(sheet: WagerMath) -> dict[int, float]:
    """The exact share of each amount paid for a wager of 1: nothing where it is lost."""
    return {max(0, int(gain)): deals / sheet.combinations for gain, deals in sheet.distribution()}
