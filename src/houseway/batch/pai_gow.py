"""Pai Gow Poker over columns: one pass over rounds, then the few that touch the meter one by one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.batch.answers import LOST, NONE, OUTCOMES, VOID, WON, Answers, answers
from houseway.batch.kinds import kind_numbers, pai_gow_kinds
from houseway.batch.pai_gow_hands import NO_CARD, Settings, read_hands
from houseway.games import pai_gow_poker as game
from houseway.games.pai_gow_poker import read_seven, rules
from houseway.ranking.kernels import rank_table
from houseway.ranking.kernels_held import held_table
from houseway.ranking.kernels_support import kernel
from houseway.settlement.pai_gow_poker import SIDE_RULES
from houseway.settlement.pai_gow_poker import settle as settle_one
from houseway.settlement.round import Bank, Round, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from houseway.regulation import Law
    from houseway.settlement.lines import Line
    from houseway.submission import Submission

WAGERS = game.WAGERS
MAIN, FORTUNE, EMPERORS, INSURANCE, PROGRESSIVE, DRAGON, DYNASTY, PROTECTION, RED, BLACK = range(len(WAGERS))
SEVEN_CARD_WAGERS = (FORTUNE, EMPERORS, INSURANCE, PROGRESSIVE, DRAGON, DYNASTY, PROTECTION)
ENVY_WAGERS = (FORTUNE, EMPERORS, DYNASTY)
MAIN_COMBINATIONS = tuple(product((False, True), repeat=4))  # player fouls, opponent fouls, high won, low won

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I64 = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PaiGowRows:
    """Seat rows of whole rounds: n rows in R rounds, the rows of a round together, in its order of payment.

    By round: ``first`` (R + 1), ``dealer`` (R, 7), ``void_round``, ``bank_seat`` (0: the dealer banks), ``co_bank``,
    ``house_wager`` in cents. By row: ``round``, ``seat``, ``cards`` (n, 7), ``low`` (n, 2; 255: set by the house way),
    ``wagers`` (n, 10) in cents in the order of ``WAGERS``, ``void``. Cards are bytes 0 to 52.
    """

    first: I64
    dealer: U8
    void_round: NDArray[np.bool_]
    bank_seat: NDArray[np.int16]
    co_bank: NDArray[np.bool_]
    house_wager: I64
    round: I64
    seat: NDArray[np.int16]
    cards: U8
    low: U8
    wagers: I64
    void: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PaiGowSettled:
    """What each row got, in cents: ``outcome`` (a code of ``answers``), ``returned`` and ``paid`` by wager (n, 10),
    ``vigorish`` (n), ``envy`` (n, 3; Fortune, Emperor's, Dynasty), ``bank`` (n; what a banking player won or lost).
    ``dealer_high`` and ``dealer_low`` (R) are the numbers of the dealer's hand as the house way sets it. ``rare`` (R) marks
    rounds with a share of the meter, whose rows ``follow_meters`` completes. ``increments`` (R) in microcents."""

    outcome: NDArray[np.int8]
    returned: I64
    paid: I64
    vigorish: I64
    envy: I64
    bank: I64
    dealer_high: U16
    dealer_low: U8
    rare: NDArray[np.bool_]
    increments: I64


@dataclass(frozen=True, slots=True)
class PaiGowTables:
    """All that a row looks up under one law and submission: each rule asked about every combination of its features."""

    settings: Settings
    wheel_lowest: bool
    main: Answers
    by_kind: tuple[Answers, ...]  # SEVEN_CARD_WAGERS, by kind of seven cards
    red_black: Answers  # cards of the chosen colour, joker
    kind_of: U16
    vigorish_percent: int
    vigorish_unit: int
    vigorish_rounding: str
    foul_by_house_way: bool
    limit_cents: int
    envy_least: int
    rate_ppm: int


def pai_gow_tables(law: Law, submission: Submission, settings: Settings) -> PaiGowTables:
    """The tables of a law under a submission, made by calling the rules on one hand of every kind."""
    kinds = [read_seven(kind.hand) for kind in pai_gow_kinds()]
    switches = submission.switches

    def seven_card(wager: int) -> Answers:
        name = WAGERS[wager]
        of = law.tables[name]
        table = of[""] if "" in of else of.get(submission.paytables.get(name, ""), next(iter(of.values())))
        if wager == PROGRESSIVE:
            return answers([rules.progressive(k, table, switches["progressive_seven_card_joker"]) for k in kinds], table)
        rule = rules.queens_dragon if wager == DRAGON else SIDE_RULES[name]
        return answers([rule(k, table) for k in kinds], table)

    colours = law.tables["red_black"][""]
    colour = [rules.red_black(n, bool(j), colours, switches["red_black_joker"]) for n, j in product(range(8), (0, 1))]
    if law.vigorish is None:
        raise TypeError(f"{law.number} has no vigorish")
    meter = submission.meters.get("progressive")
    return PaiGowTables(
        settings, switches["wheel"] == "lowest",
        answers([rules.main_wager(*each) for each in MAIN_COMBINATIONS], law.tables["pai_gow"][""]),
        tuple(seven_card(wager) for wager in SEVEN_CARD_WAGERS), answers(colour, colours), kind_numbers(),
        law.vigorish.percent, law.vigorish.unit_cents, submission.vigorish_rounding, switches["foul"] == "house-way",
        submission.maximum_payout_cents or 0, law.envy_minimum_cents or 0, (meter.rate_ppm or 0) if meter is not None else 0,
    )  # fmt: skip


# The rules' own arithmetic, compiled.
_vigorish = kernel(rules.vigorish_cents)
_bank_gain = kernel(rules.bank_gain_cents)


@kernel
def _main_of(high, low, foul, other_high, other_low, other_foul):  # type: ignore[no-untyped-def]
    """Where the main wager's answer stands: player fouls, opponent fouls, high won, low won."""
    return foul * 8 + other_foul * 4 + (high > other_high) * 2 + (low > other_low)


@kernel
def _pay(of, at, wager, row, wagered, outcome, returned, paid):  # type: ignore[no-untyped-def]
    outcome[row, wager] = of.outcome[at]
    returned[row, wager] = of.returned[at] * wagered
    win, part = of.numerator[at] * wagered, of.denominator[at]
    paid[row, wager] = win if part == 1 else (win + part - 1) // part


@kernel
def _settle(  # type: ignore[no-untyped-def]
    first, void_round, bank_seat, co_bank, house_wager, seat, wagers, void, high, low, fouled, dealer_high, dealer_low,
    kind, dealer_kind, red, joker, main, fortune, emperors, insurance, progressive, dragon, dynasty, protection, colour,
    percent, unit, rounding, limit, envy_least, rate, outcome, returned, paid, vigorish, envy, bank, rare, increments,
):  # fmt: skip
    for number in range(len(first) - 1):
        start, end = first[number], first[number + 1]
        rare[number], increments[number] = False, 0
        for row in range(start, end):
            for wager in range(10):
                outcome[row, wager] = NONE
                returned[row, wager] = 0
                paid[row, wager] = 0
            vigorish[row], bank[row] = 0, 0
            envy[row, 0], envy[row, 1], envy[row, 2] = 0, 0, 0
        if void_round[number]:
            for row in range(start, end):
                for wager in range(10):
                    if wagers[row, wager]:
                        outcome[row, wager], returned[row, wager] = VOID, wagers[row, wager]
            continue
        banker = -1
        of_fortune, of_emperors, of_dynasty = np.int64(0), np.int64(0), np.int64(0)
        for row in range(start, end):
            if not void[row]:
                if bank_seat[number] and seat[row] == bank_seat[number]:
                    banker = row
                of_fortune += fortune.envy_cents[kind[row]]
                of_emperors += emperors.envy_cents[kind[row]]
                of_dynasty += dynasty.envy_cents[kind[row]]
        other_high, other_low = np.int64(dealer_high[number]), np.int64(dealer_low[number])
        other_foul: Any = 0
        if banker >= 0:
            other_high, other_low, other_foul = np.int64(high[banker]), np.int64(low[banker]), np.int64(fouled[banker])
        gain = 0
        for row in range(start, end):
            if void[row]:
                for wager in range(10):
                    if wagers[row, wager]:
                        outcome[row, wager], returned[row, wager] = VOID, wagers[row, wager]
                continue
            increments[number] += wagers[row, PROGRESSIVE] * rate
            mine = np.int64(kind[row])
            if wagers[row, MAIN]:
                at = _main_of(high[row], low[row], np.int64(fouled[row]), other_high, other_low, other_foul)
                _pay(main, at, MAIN, row, wagers[row, MAIN], outcome, returned, paid)
                if outcome[row, MAIN] == WON:
                    vigorish[row] = _vigorish(paid[row, MAIN], percent, unit, rounding)
                    gain -= wagers[row, MAIN]
                elif outcome[row, MAIN] == LOST:
                    gain += wagers[row, MAIN]
            if wagers[row, FORTUNE]:
                _pay(fortune, mine, FORTUNE, row, wagers[row, FORTUNE], outcome, returned, paid)
                if wagers[row, FORTUNE] >= envy_least:
                    envy[row, 0] = of_fortune - fortune.envy_cents[mine]
            if wagers[row, EMPERORS]:
                _pay(emperors, mine, EMPERORS, row, wagers[row, EMPERORS], outcome, returned, paid)
                if wagers[row, EMPERORS] >= envy_least:
                    envy[row, 1] = of_emperors - emperors.envy_cents[mine]
            if wagers[row, INSURANCE]:
                _pay(insurance, mine, INSURANCE, row, wagers[row, INSURANCE], outcome, returned, paid)
            if wagers[row, PROGRESSIVE]:
                _pay(progressive, mine, PROGRESSIVE, row, wagers[row, PROGRESSIVE], outcome, returned, paid)
                if progressive.percent[mine]:
                    rare[number] = True
            if wagers[row, DRAGON]:
                _pay(dragon, dealer_kind[number], DRAGON, row, wagers[row, DRAGON], outcome, returned, paid)
            if wagers[row, DYNASTY]:
                _pay(dynasty, mine, DYNASTY, row, wagers[row, DYNASTY], outcome, returned, paid)
                if wagers[row, DYNASTY] >= envy_least:
                    envy[row, 2] = of_dynasty - dynasty.envy_cents[mine]
            if wagers[row, PROTECTION]:
                _pay(protection, mine, PROTECTION, row, wagers[row, PROTECTION], outcome, returned, paid)
            if wagers[row, RED]:
                _pay(colour, red[row] * 2 + joker[row], RED, row, wagers[row, RED], outcome, returned, paid)
            if wagers[row, BLACK]:
                at = (7 - joker[row] - red[row]) * 2 + joker[row]
                _pay(colour, at, BLACK, row, wagers[row, BLACK], outcome, returned, paid)
            if limit:
                left = limit
                for wager in range(1, 10):
                    if paid[row, wager] > left:
                        paid[row, wager] = left
                    left -= paid[row, wager]
        if banker >= 0:
            if house_wager[number]:
                dealt_high, dealt_low = np.int64(dealer_high[number]), np.int64(dealer_low[number])
                at = _main_of(dealt_high, dealt_low, 0, other_high, other_low, other_foul)
                if main.outcome[at] == WON:
                    gain -= house_wager[number]
                elif main.outcome[at] == LOST:
                    gain += house_wager[number]
            bank[banker] = _bank_gain(gain, co_bank[number])
            vigorish[banker] = _vigorish(bank[banker], percent, unit, rounding)


def settle_rows(rows: PaiGowRows, tables: PaiGowTables, room: Callable[..., Any] = np.empty) -> PaiGowSettled:
    """Every row settled but for what is rare. The heavy parts run without the interpreter's lock, for use in threads.

    ``room`` gives arrays of a shape and type to be filled: for whoever settles batch after batch in the same memory.
    """
    n, rounds = len(rows.round), len(rows.dealer)
    out = PaiGowSettled(
        room((n, 10), np.int8), room((n, 10), np.int64), room((n, 10), np.int64), room((n,), np.int64),
        room((n, 3), np.int64), room((n,), np.int64), np.empty(rounds, np.uint16), np.empty(rounds, np.uint8),
        np.empty(rounds, np.bool_), np.empty(rounds, np.int64),
    )  # fmt: skip

    def read(cards: U8, low: U8, by_house_way: bool, high: U16, low_number: U8) -> tuple[Any, ...]:
        size = len(cards)
        fouled, kind = np.empty(size, np.bool_), np.empty(size, np.uint16)
        red, joker = np.empty(size, np.uint8), np.empty(size, np.uint8)
        read_hands(
            cards, low, held_table(), rank_table(5, True, tables.wheel_lowest), tables.settings, tables.kind_of, by_house_way,
            np.empty((1, 5), np.uint8), high, low_number, fouled, kind, red, joker,
        )  # fmt: skip
        return fouled, kind, red, joker

    high, low = np.empty(n, np.uint16), np.empty(n, np.uint8)
    fouled, kind, red, joker = read(rows.cards, rows.low, tables.foul_by_house_way, high, low)
    _, dealer_kind, _, _ = read(rows.dealer, np.zeros((0, 2), np.uint8), True, out.dealer_high, out.dealer_low)
    settle: Any = _settle  # the seven tables by kind are passed as one run of arguments
    settle(
        rows.first, rows.void_round, rows.bank_seat, rows.co_bank, rows.house_wager, rows.seat, rows.wagers, rows.void, high,
        low, fouled, out.dealer_high, out.dealer_low, kind, dealer_kind, red, joker, tables.main, *tables.by_kind,
        tables.red_black, tables.vigorish_percent, tables.vigorish_unit, tables.vigorish_rounding, tables.limit_cents,
        tables.envy_least, tables.rate_ppm, out.outcome, out.returned, out.paid, out.vigorish, out.envy, out.bank, out.rare,
        out.increments,
    )  # fmt: skip
    return out


# --- The meter: between rare rounds a running sum, at each of them the one-round settlement.


def typed_round(rows: PaiGowRows, number: int, readings: Mapping[str, int]) -> Round:
    """One round of the rows as the one-round settlement takes it, with its meter's reading in microcents."""
    first, last = int(rows.first[number]), int(rows.first[number + 1])
    seats = []
    for row in range(first, last):
        wagers = {name: int(cents) for name, cents in zip(WAGERS, rows.wagers[row].tolist(), strict=True) if cents}
        low = tuple(int(card) for card in rows.low[row]) if rows.low[row, 0] != NO_CARD else None
        cards = tuple(int(card) for card in rows.cards[row])
        seats.append(Seat(int(rows.seat[row]), cards, wagers, bool(rows.void[row]), low=low, index=row - first))
    bank = int(rows.bank_seat[number])
    return Round(
        game=game.GAME,
        seats=tuple(seats),
        dealer_cards=tuple(int(card) for card in rows.dealer[number]),
        void=bool(rows.void_round[number]),
        bank=Bank(bank, bool(rows.co_bank[number]), int(rows.house_wager[number])) if bank else None,
        meters=dict(readings),
        payment_order=tuple(seat.seat for seat in seats),
    )


def follow_meters(
    rows: PaiGowRows, settled: PaiGowSettled, submission: Submission, law: Law, opening_micro: Sequence[int]
) -> NDArray[np.int64]:
    """Settles the rare rounds in their order and returns the exact balance of the meter after each round, (R, 1) microcents.

    ``opening_micro``: the meters before the first round, by ``game.METERS``. Rows of rare rounds are completed in ``settled``.
    """
    balances = np.empty(len(rows.dealer), np.int64)
    reading = int(opening_micro[0])
    done = 0
    for number in np.flatnonzero(settled.rare).tolist():
        balances[done:number] = reading + np.cumsum(settled.increments[done:number])
        before = int(balances[number - 1]) if number > done else reading
        on_offer = {"progressive": before} if "progressive" in submission.meters else {}
        lines, meters, _ = settle_one(typed_round(rows, number, on_offer), submission, law)
        _complete(rows, settled, number, lines)
        reading = meters["progressive"].balance_micro if "progressive" in meters else before
        balances[number] = reading
        done = number + 1
    balances[done:] = reading + np.cumsum(settled.increments[done:])
    return balances.reshape(-1, 1)


def _complete(rows: PaiGowRows, settled: PaiGowSettled, number: int, lines: Sequence[Line]) -> None:
    """The lines of a rare round into its rows: only what its meter and limit touch can differ from the pass over rows."""
    first = int(rows.first[number])
    row_of = {int(seat): first + at for at, seat in enumerate(rows.seat[first : int(rows.first[number + 1])])}
    for line in lines:
        if line.wager in WAGERS:
            row, wager = row_of[line.seat], WAGERS.index(line.wager)
            settled.outcome[row, wager] = OUTCOMES.index(line.outcome)
            settled.returned[row, wager] = line.returned_cents
            settled.paid[row, wager] = line.paid_cents


__all__ = [
    "ENVY_WAGERS", "NO_CARD", "WAGERS", "PaiGowRows", "PaiGowSettled", "PaiGowTables", "Settings",
    "follow_meters", "pai_gow_tables", "settle_rows", "typed_round",
]  # fmt: skip
