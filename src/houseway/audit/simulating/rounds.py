"""Rounds as they might have been played: who sat where, what was wagered, which cards came, what should have been paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import metering, running
from houseway.audit.playing import Played
from houseway.audit.simulating.dealing import deal, holdem_patterns, pai_gow_patterns
from houseway.audit.simulating.planting import Planted, Table, kinds, plant
from houseway.audit.spelling import EPOCH
from houseway.batch.holdem import HoldemRows
from houseway.batch.pai_gow import PaiGowRows
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import MICRO
from houseway.ranking.kernels import rank_52, scale
from houseway.regulation import law_for

if TYPE_CHECKING:
    from houseway.exact.ultimate_texas_holdem.many_hands import BestPlay
    from houseway.submission import Submission

ROUNDS = 20_000  # of one part
SEATS = 6
AMOUNTS = (500, 500, 1000, 1000, 1500, 2500, 2500, 5000, 10_000, 20_000)
SIDE_AMOUNTS = (100, 500, 500, 500, 1000, 2500)
TYPICAL, BEST = "typical", "best"  # how players play
SECONDS = {True: 75, False: 150}  # of a round: hold'em, pai gow


@dataclass(frozen=True)
class Habits:
    """How a simulated log is made. ``rare``: the part of rounds that is dealt to be rare (0: as cards fall).

    ``mistakes``: the chance of each kind of mistake wherever it can be made. ``big``: the part of rounds at very high wagers,
    where a payout limit is reached. ``play``: ``TYPICAL`` or ``BEST``.
    """

    submission: Submission
    rounds: int
    seed: int = 1
    first_day: str = "2015-07-01"
    tables: int = 4
    rare: float = 0.0
    big: float = 0.0
    void: float = 0.001
    mistakes: float = 0.0
    readings: bool = True
    play: str = TYPICAL


@dataclass
class Part:
    """Some rounds of a simulated log in the order of the log (seats ascending): columns, and what was planted in them."""

    columns: dict[str, Any]
    planted: list[Planted] = field(default_factory=list)
    due: dict[str, NDArray[np.int64]] = field(default_factory=dict)


def simulate(habits: Habits) -> Iterator[Part]:
    """The log, part by part; meters run on from one to the next. Raises InputError for a submission without a lawful day."""
    submission = habits.submission
    law = law_for(submission.game, None)
    game = running.game_module(submission.game)
    of = game.tables(law, submission)
    free = game.tables(law, replace(submission, maximum_payout_cents=None))
    balances = np.array(metering.opening(submission, game), np.int64)
    made = kinds(law, submission)
    for first in range(0, habits.rounds, ROUNDS):
        rounds = min(ROUNDS, habits.rounds - first)
        rng = np.random.default_rng([habits.seed, first])
        rows, more = (_holdem if submission.game == uth.GAME else _pai_gow)(habits, rng, first, rounds)
        played: Played = game.settle(rows, of)
        unlimited: Played = game.settle(rows, free)
        after = game.follow(played, submission, law, balances)
        balances = after[-1].copy()
        yield _part(habits, rng, game, first, rows, more, played, unlimited, after, made)


def _seats(rng: np.random.Generator, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Where rounds begin, the round of each row, and its seat: highest first, as they are paid."""
    count = rng.choice([1, 2, 3, 4, 5, 6], rounds, p=[0.1, 0.15, 0.2, 0.2, 0.15, 0.2])
    taken = np.argsort(rng.random((rounds, SEATS)), axis=1) < count[:, None]
    round_, place = np.nonzero(taken[:, ::-1])
    first = np.concatenate(([0], np.cumsum(count))).astype(np.int64)
    return first, round_.astype(np.int64), SEATS - place.astype(np.int64)


def _patterns(
    habits: Habits, rng: np.random.Generator, rounds: int, of: list[NDArray[np.uint8]], width: int
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The cards that a rare round must have, 255 where any will do."""
    pattern = np.full((rounds, width), 255, np.uint8)
    rare = rng.random(rounds) < habits.rare
    for number in np.flatnonzero(rare).tolist():
        kind = of[int(rng.integers(len(of)))]
        pattern[number] = kind[int(rng.integers(len(kind)))]
    return pattern, rare


def _amounts(
    habits: Habits, rng: np.random.Generator, first: NDArray[np.int64], round_: NDArray[np.int64], some: tuple[int, ...],
    least: int,
) -> NDArray[np.int64]:  # fmt: skip
    """Cents of a wager of every row."""
    amounts: NDArray[np.int64] = np.maximum(np.array(some)[rng.integers(0, len(some), len(round_))], least).astype(np.int64)
    big = (rng.random(len(first) - 1) < habits.big)[round_]
    found: NDArray[np.int64] = np.where(big, amounts * 400, amounts)
    return found


def _holdem(
    habits: Habits, rng: np.random.Generator, number: int, rounds: int
) -> tuple[HoldemRows, dict[str, NDArray[np.int64]]]:  # fmt: skip
    submission = habits.submission
    first, round_, seat = _seats(rng, rounds)
    pattern, _ = _patterns(habits, rng, rounds, holdem_patterns(), 5)
    # five places among a hand's two and the board's five; mostly the two and the flop
    place = np.tile(np.array([0, 1, 2, -1, -2], np.int64), (rounds, 1))
    for at in range(rounds):
        if pattern[at, 0] == 255:
            continue
        whose = int(rng.integers(-1, SEATS))
        hole = 5 if whose < 0 else 7 + 2 * whose
        places = [hole, hole + 1, 0, 1, 2] if rng.random() < 0.7 else rng.permutation([hole, hole + 1, 0, 1, 2, 3, 4])[:5]
        place[at] = places
    cards = deal(habits.seed, number, rounds, 7 + 2 * SEATS, 52, pattern, place)
    board, dealer = cards[:, :5].copy(), cards[:, 5:7].copy()
    hole_at = 7 + 2 * (seat - 1)
    own = np.stack((cards[round_, hole_at], cards[round_, hole_at + 1]), axis=1)
    wagers = np.zeros((len(round_), 7), np.int64)
    ante = _amounts(habits, rng, first, round_, AMOUNTS, submission.minimum_cents.get("ante", 0))
    wagers[:, 0] = wagers[:, 2] = ante
    if habits.play == BEST:
        wagers[:, 1] = ante * _best(submission).times(own, board[round_])
    else:
        wagers[:, 1] = ante * _play(rng, own, board[round_])
    if "trips" in submission.offered:
        trips = _amounts(habits, rng, first, round_, SIDE_AMOUNTS, submission.minimum_cents.get("trips", 0))
        wagers[:, 3] = np.where(rng.random(len(round_)) < 0.6, trips, 0)
    if "progressive" in submission.offered:
        filed = np.array(submission.amounts_cents.get("progressive", (100, 500)))
        wagers[:, 4] = np.where(rng.random(len(round_)) < 0.6, filed[rng.integers(0, len(filed), len(round_))], 0)
    if "five_card_bonus" in submission.offered:
        for column in (5, 6):
            bonus = np.maximum(np.array(SIDE_AMOUNTS)[rng.integers(0, 6, len(round_))],
                               submission.minimum_cents.get("five_card_bonus", 0))  # fmt: skip
            wagers[:, column] = np.where(rng.random(len(round_)) < 0.4, bonus, 0)
    void = rng.random(len(round_)) < habits.void
    magic = rng.integers(0, 52, rounds).astype(np.uint8)
    lucky = rng.integers(0, SEATS + 1, rounds)
    rows = HoldemRows(
        first, board, dealer, np.logical_and.reduceat(void, first[:-1]),
        magic if submission.magic_card else np.full(rounds, 255, np.uint8),
        (np.where(lucky == 0, -1, lucky) if submission.lucky_bonus else np.zeros(rounds)).astype(np.int16),
        round_, seat.astype(np.int16), own, wagers, void,
    )  # fmt: skip
    return rows, {}


def _best(submission: Submission) -> BestPlay:
    """Best play for the base game under the filed blind paytable; side wagers do not change it, nor does a payout limit."""
    from houseway.exact.ultimate_texas_holdem.many_hands import best_play
    from houseway.exact.ultimate_texas_holdem.payouts import payouts_of

    law = law_for(uth.GAME, None)
    return best_play(payouts_of(law, submission.paytables.get("blind") or next(iter(law.tables["blind"]))))


def _play(rng: np.random.Generator, own: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many times the ante a player plays: as most do, with a hand before the flop, a pair after it, or at the end."""
    high, low = np.maximum(own[:, 0], own[:, 1]) >> 2, np.minimum(own[:, 0], own[:, 1]) >> 2
    suited = (own[:, 0] & 3) == (own[:, 1] & 3)
    before = (high == low) | (high == 12) | ((high == 11) & (suited | (low >= 3))) | ((high == 10) & (low >= 6))
    category = scale(wheel_lowest=True).categories
    after = category[rank_52(np.concatenate((own, board[:, :3]), axis=1))] >= 1
    last = category[rank_52(np.concatenate((own, board), axis=1))] >= 1
    four = np.where(rng.random(len(own)) < 0.9, 4, 3)
    chance = rng.random(len(own))
    choice = np.where(before, four, np.where(after, 2, np.where(last | (high >= 9), 1, 0)))
    return np.where(chance < 0.03, 0, choice).astype(np.int64)  # now and then a hand is folded that should not be


def _pai_gow(
    habits: Habits, rng: np.random.Generator, number: int, rounds: int
) -> tuple[PaiGowRows, dict[str, NDArray[np.int64]]]:  # fmt: skip
    submission = habits.submission
    first, round_, seat = _seats(rng, rounds)
    pattern, _ = _patterns(habits, rng, rounds, pai_gow_patterns(), 7)
    hand = rng.integers(0, SEATS + 1, rounds)
    place = (7 * hand)[:, None] + np.arange(7)
    cards = deal(habits.seed, number, rounds, 7 * (SEATS + 1), 53, pattern, place)
    own = np.stack([cards[round_, 7 * seat + at] for at in range(7)], axis=1)
    wagers = np.zeros((len(round_), 10), np.int64)
    wagers[:, 0] = _amounts(habits, rng, first, round_, AMOUNTS + (1200, 1205), submission.minimum_cents.get("pai_gow", 0))
    game = running.game_module(submission.game)
    for at, wager in enumerate(game.WAGERS):
        filed = "red_black" if wager in ("red", "black") else wager
        if at == 0 or filed not in submission.offered:
            continue
        if submission.amounts_cents.get(filed):
            amounts = np.array(submission.amounts_cents[filed])
            side = amounts[rng.integers(0, len(amounts), len(round_))]
        else:
            side = _amounts(habits, rng, first, round_, SIDE_AMOUNTS, submission.minimum_cents.get(filed, 0))
        wagers[:, at] = np.where(rng.random(len(round_)) < (0.5 if wager == "fortune_bonus" else 0.3), side, 0)
    wagers[:, 9] = np.where(wagers[:, 8] > 0, 0, wagers[:, 9])  # one colour is chosen
    void = rng.random(len(round_)) < habits.void
    low = np.full((len(round_), 2), 255, np.uint8)
    own_setting = (rng.random(len(round_)) < 0.5) & (habits.play != BEST)  # else the house way sets the hand
    ranked = np.where(own == 52, 51, own)  # sets the second and third highest card low: seldom well, sometimes foul
    order = np.argsort(-(ranked.astype(np.int64)), axis=1)
    chosen = np.take_along_axis(own, order, axis=1)
    low[own_setting] = chosen[own_setting][:, 1:3]
    banked = rng.random(rounds) < 0.1
    banker = np.zeros(rounds, np.int64)
    banker[banked] = seat[first[:-1][banked]]
    banker[np.logical_or.reduceat(void, first[:-1])] = 0
    mine = (banker[round_] == seat) & (banker[round_] > 0)
    wagers[mine, 0] = 0
    co_bank = (banker > 0) & (rng.random(rounds) < 0.5)
    house = np.where((banker > 0) & ~co_bank, np.array(AMOUNTS)[rng.integers(0, len(AMOUNTS), rounds)], 0)
    rows = PaiGowRows(
        first, cards[:, :7].copy(), np.logical_and.reduceat(void, first[:-1]), banker.astype(np.int16), co_bank,
        house.astype(np.int64), round_, seat.astype(np.int16), own, low, wagers, void,
    )  # fmt: skip
    return rows, {}


def _part(
    habits: Habits, rng: np.random.Generator, game: ModuleType, number: int, rows: Any, more: dict[str, Any],
    played: Played, unlimited: Played, after: NDArray[np.int64], made: list[Any],
) -> Part:  # fmt: skip
    due = {name: of[:, column].copy() for name, (of, column) in played.due.items()}
    free = {name: of[:, column].copy() for name, (of, column) in unlimited.due.items()}
    holdem = habits.submission.game == uth.GAME
    of_seven = np.zeros(len(rows.round), np.int64)
    if holdem and "progressive" in habits.submission.offered:
        of = game.tables(law_for(uth.GAME, None), habits.submission).progressive
        category = scale(wheel_lowest=True).categories[rank_52(np.concatenate((rows.cards, rows.board[rows.round]), axis=1))]
        folded = np.where(rows.wagers[:, 1] > 0, 0, 10)
        of_seven = rows.wagers[:, 4] * of.numerator[folded + category]
    increments = (played.increments[:, 0] // MICRO)[rows.round]
    table = Table(
        {wager: rows.wagers[:, at] for at, wager in enumerate(game.WAGERS)},
        {wager: played.settled.outcome[:, at] for at, wager in enumerate(game.WAGERS)},
        due, rows.round, free, of_seven, increments,
    )  # fmt: skip
    planted = plant(table, made if habits.mistakes else [], habits.mistakes, rng)
    order = np.lexsort((rows.seat, rows.round))  # a log lists seats upwards
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    columns = _columns(habits, game, number, rows, order, after)
    columns |= {name: column[order] for name, column in table.recorded.items()}
    moved = [Planted(int(back[one.row]), one.kind) for one in planted]
    return Part(columns, moved, {name: column[order] for name, column in due.items()})


def _columns(
    habits: Habits, game: ModuleType, number: int, rows: Any, order: NDArray[np.int64], after: NDArray[np.int64]
) -> dict[str, Any]:  # fmt: skip
    """Everything but what was paid, by promised names; money in cents, readings in microcents."""
    from datetime import date

    holdem = habits.submission.game == uth.GAME
    round_ = rows.round[order]
    at = number + round_
    second = at // habits.tables * SECONDS[holdem] + at % habits.tables * 7
    hour = second // 3600 % 24
    day = date.fromisoformat(habits.first_day).toordinal() - EPOCH + second // 86_400
    out: dict[str, Any] = {
        "round": at,
        "day": day,
        "second": second % 86_400,
        "table": at % habits.tables,
        "dealer_id": (second // 2400 * 7 + at % habits.tables * 3) % (habits.tables * 3),
        "shift": np.where(hour < 8, 0, np.where(hour < 16, 1, 2)),
        "seat": rows.seat[order],
        "void": rows.void[order],
        "player_cards": rows.cards[order],
        "dealer_cards": rows.dealer[round_],
    }
    if holdem:
        out |= {"board": rows.board[round_], "folded": rows.wagers[order, 1] == 0, "magic_card": rows.magic_card[round_]}
        out["lucky_position"] = rows.lucky[round_]
    else:
        out |= {"player_low": rows.low[order], "bank_seat": rows.bank_seat[round_], "co_bank": rows.co_bank[round_]}
        out["house_wager"] = rows.house_wager[round_]
    out |= {wager: rows.wagers[order, at] for at, wager in enumerate(game.WAGERS)}
    if habits.readings:
        for meter, name in enumerate(game.METERS):
            if name in habits.submission.meters:
                out[f"meter_{name}"] = after[round_, meter]
    return out
