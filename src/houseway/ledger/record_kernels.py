"""What rounds come to, compared with what their payloads say: the lines, the movements, the house's net and the meters' terms,
to the letter as this ledger writes them.

A round is *proved* where its payload, from its lines to its end, is what the settled columns make of it, and the gate of the
one-round settlement would have nothing to say of it. Of any other round nothing is said: it is settled by itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.batch.answers import LOST, NONE, OUTCOMES, PUSHED, WON
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.ledger.payload_kernels import HOLDEM, WAGERS
from houseway.ledger.text_kernels import (
    I64,
    MOST_BALANCE,
    Bytes,
    after,
    after_cents,
    after_micro,
    after_one,
    after_whole,
    literal,
    literals,
    read_micro,
)
from houseway.ledger.value_kernels import NO_CARD
from houseway.money import MICRO
from houseway.ranking.kernels_support import kernel

Flags = NDArray[np.bool_]

BANK_LINE, MAGIC_LINE, LUCKY_LINE = range(WAGERS, WAGERS + 3)
LINE_CODES = WAGERS + 3
INCREMENT, REVERSAL = 0, 1
KINDS = ("increment", "reversal")
SEAT, CODE, WAGERED, RETURNED, PAID, VIGORISH, NET, OUTCOME, FOR = range(9)  # columns of a line
MOST_LINES = WAGERS + 4  # of a seat
MOST_MOVES = 6


def _line_names(wagers: tuple[str, ...]) -> list[str]:
    return [*wagers, *[""] * (WAGERS - len(wagers)), "bank", "magic_card", "lucky_bonus"]


LINE_NAMES = (_line_names(uth.WAGERS), _line_names(pgp.WAGERS))  # by game and code


class Texts(NamedTuple):
    """The bytes of many payloads; of each round where its lines begin, its house's net (R, 2), where its tail begins and ends
    (R, 2; ``,"of":…,"round":…,"submission":"``), where it stops, and whether it had been opened before. ``opening``: they are
    rounds that are being opened; instead of lines the movements begin."""

    data: Bytes
    lines: I64
    net: I64
    tails: I64
    stops: I64
    opened: Flags
    opening: bool


class Rules(NamedTuple):
    """What the submission allows (``offered`` by column of wagers, ``amounts`` between ``bounds``), and its bonuses."""

    game: int
    offered: Flags
    amounts: I64
    bounds: I64
    magic_times: int
    magic_on_flop: bool
    lost_on_fold: bool


class Meters(NamedTuple):
    """The terms of meters, as texts. ``of`` (R) is the kind of terms of each round; by kind: how many meters, where in ``blob``
    what stands around their openings begins and ends (3 k + n), how a movement of each begins (``names``, 2 k + n), rates in
    ppm (K, 2), their columns of wagers (K, 2, 2; -1: none), and the order in which they move (K, 2)."""

    of: I64
    many: I64
    blob: Bytes
    around: I64
    names: I64
    rates: I64
    columns: I64
    order: I64


class Due(NamedTuple):
    """What the columns make of the rounds: see ``HoldemSettled`` and ``PaiGowSettled``; ``unsure`` (R) is left to one round."""

    first: I64
    seat: NDArray[np.int16]
    void: Flags
    cards: Bytes
    wagers: I64
    outcome: NDArray[np.int8]
    returned: I64
    paid: I64
    vigorish: I64
    bank: I64
    magic: I64
    lucky: I64
    unsure: Flags
    board: Bytes
    dealer: Bytes
    magic_card: Bytes
    lucky_position: NDArray[np.int16]
    bank_seat: NDArray[np.int16]
    co_bank: Flags
    house_wager: I64


class Proof(NamedTuple):
    """By round: ``proved``, each meter before and after (R, 2), where its lines and movements begin (R + 1). By line:
    ``SEAT`` to ``FOR``; by movement: meter, kind, seat, change and balance in microcents."""

    proved: Flags
    opening: I64
    closing: I64
    line_first: I64
    line: I64
    move_first: I64
    move: I64


def room(rounds: int, rows: int) -> Proof:
    """Room for the proof of so many rounds of so many rows."""
    return Proof(
        np.zeros(rounds, np.bool_), np.zeros((rounds, 2), np.int64), np.zeros((rounds, 2), np.int64),
        np.zeros(rounds + 1, np.int64), np.empty((rows * MOST_LINES, FOR + 1), np.int64),
        np.zeros(rounds + 1, np.int64), np.empty((rows * MOST_MOVES, 5), np.int64),
    )  # fmt: skip


_LINE, _LINE_BOUNDS = literals([f',"{name}","' for names in LINE_NAMES for name in names])
_OUTCOME, _OUTCOME_BOUNDS = literals([f'{outcome}","' for outcome in (*OUTCOMES, "bonus")])
_BONUS = len(OUTCOMES)
_FOR, _FOR_BOUNDS = literals(['"]', *[f'",null,"{wager}"]' for wager in uth.WAGERS[5:]]])
_KIND, _KIND_BOUNDS = literals([f'{kind}",[' for kind in KINDS])

_OPEN, _COMMA = literal("["), literal(",")
_BETWEEN = literal('","')
_MOVED = literal('],"')
_END_MOVE = literal('"]')
_MOVEMENTS = literal('],"movements":[')
_END_MOVEMENTS = literal("]")
_TERMS = literal('","terms":')

_ANTE, _PLAY, _BLIND = 0, 1, 2
_BONUS_PLAYER, _BONUS_DEALER = 5, 6
_MAIN, _RED, _BLACK = 0, 8, 9
_HASH = 64


@kernel
def _allowed(of, due, rules):  # type: ignore[no-untyped-def]
    """Whether the gate of the one-round settlement lets a round pass."""
    begin, end = due.first[of], due.first[of + 1]
    bank_there = due.bank_seat[of] == 0
    for row in range(begin, end):
        for wager in range(WAGERS):
            amount = due.wagers[row, wager]
            if amount == 0:
                continue
            if not rules.offered[wager]:
                return False
            low, high = rules.bounds[wager], rules.bounds[wager + 1]
            if low < high and not due.void[row]:
                fits = False
                for n in range(low, high):
                    fits |= rules.amounts[n] == amount
                if not fits:
                    return False
        if due.bank_seat[of] != 0 and due.seat[row] == due.bank_seat[of]:
            bank_there = True
            if due.wagers[row, _MAIN] or due.void[row]:
                return False
        if due.void[row]:
            continue
        if rules.game == HOLDEM:
            ante, play = due.wagers[row, _ANTE], due.wagers[row, _PLAY]
            if ante == 0 or ante != due.wagers[row, _BLIND]:
                return False
            if play != 0 and play != ante and play != 2 * ante and play != 3 * ante and play != 4 * ante:
                return False
        elif due.wagers[row, _RED] and due.wagers[row, _BLACK]:
            return False
    return bank_there and not (due.co_bank[of] and due.house_wager[of])


@kernel
def _list_lines(of, rules, due, proof):  # type: ignore[no-untyped-def]
    """The lines of a round in the order of payment, into ``proof``; how many there are now, or -1: not to be told here."""
    line, game, card = proof.line_first[of], rules.game, due.magic_card[of]
    on_flop = False
    if game == HOLDEM and rules.magic_on_flop:
        on_flop = card == due.board[of, 0] or card == due.board[of, 1] or card == due.board[of, 2]
    for row in range(due.first[of], due.first[of + 1]):
        for at in range(MOST_LINES):
            proof.line[line + at] = 0
            proof.line[line + at, SEAT] = due.seat[row]
        if due.bank_seat[of] != 0 and due.seat[row] == due.bank_seat[of]:
            gain = due.bank[row]
            proof.line[line, CODE], proof.line[line, PAID], proof.line[line, VIGORISH] = BANK_LINE, gain, due.vigorish[row]
            proof.line[line, OUTCOME] = WON if gain > 0 else LOST if gain < 0 else PUSHED
            line += 1
        for wager in range(WAGERS):
            amount = due.wagers[row, wager]
            if amount == 0:
                continue
            if due.outcome[row, wager] == NONE:
                return -1
            proof.line[line, CODE], proof.line[line, OUTCOME] = wager, due.outcome[row, wager]
            proof.line[line, WAGERED], proof.line[line, RETURNED] = amount, due.returned[row, wager]
            proof.line[line, PAID] = due.paid[row, wager]
            if game != HOLDEM and wager == _MAIN:
                proof.line[line, VIGORISH] = due.vigorish[row]
            line += 1
        if game != HOLDEM or due.void[row]:
            continue
        drawn = np.int64(0)  # 653a.12(e)(3), by wager; the columns have them together
        if card != NO_CARD and rules.magic_times and not (rules.lost_on_fold and due.wagers[row, _PLAY] == 0):
            for wager in range(_BONUS_PLAYER, _BONUS_DEALER + 1):
                one, other = due.cards[row, 0], due.cards[row, 1]
                if wager == _BONUS_DEALER:
                    one, other = due.dealer[of, 0], due.dealer[of, 1]
                won = rules.magic_times * due.wagers[row, wager]
                if won and (on_flop or card in (one, other)):
                    proof.line[line, CODE], proof.line[line, OUTCOME], proof.line[line, PAID] = MAGIC_LINE, _BONUS, won
                    proof.line[line, FOR] = wager - _BONUS_PLAYER + 1
                    line += 1
                    drawn += won
        if drawn != due.magic[row]:
            return -1
        if due.lucky[row]:
            proof.line[line, CODE], proof.line[line, OUTCOME] = LUCKY_LINE, _BONUS
            proof.line[line, PAID] = due.lucky[row]
            proof.line[line, FOR] = 2 if due.lucky_position[of] == -1 else 1
            line += 1
    return line


@kernel
def _after_lines(of, last, texts, game, proof):  # type: ignore[no-untyped-def]
    """After the lines of a round: each ``[seat,"wager","outcome","wagered","returned","paid","vigorish"]``; and their net."""
    data, at, stop = texts.data, texts.lines[of], texts.stops[of]
    net = np.int64(0)
    for line in range(proof.line_first[of], last):
        if line > proof.line_first[of]:
            at = after(data, at, stop, _COMMA)
        at = after_whole(data, after(data, at, stop, _OPEN), stop, proof.line[line, SEAT])
        at = after_one(data, at, stop, _LINE, _LINE_BOUNDS, game * LINE_CODES + proof.line[line, CODE])
        at = after_one(data, at, stop, _OUTCOME, _OUTCOME_BOUNDS, proof.line[line, OUTCOME])
        for amount in range(WAGERED, VIGORISH + 1):
            if amount > WAGERED:
                at = after(data, at, stop, _BETWEEN)
            at = after_cents(data, at, stop, proof.line[line, amount])
        at = after_one(data, at, stop, _FOR, _FOR_BOUNDS, proof.line[line, FOR])
        gained = proof.line[line, RETURNED] + proof.line[line, PAID] - proof.line[line, VIGORISH] - proof.line[line, WAGERED]
        proof.line[line, NET] = gained
        net += gained
    return at, net


@kernel
def _moves(of, at, texts, due, meters, proof):  # type: ignore[no-untyped-def]
    """The movements of a round on the meters' openings in ``proof``: the place after them, and how many there are now."""
    data, stop = texts.data, texts.stops[of]
    kind = meters.of[of]
    begin = move = proof.move_first[of]
    first, last = due.first[of], due.first[of + 1]
    for n in range(meters.many[kind]):
        meter = meters.order[kind, n]
        rate, balance = meters.rates[kind, meter], proof.opening[of, meter]
        for what in range(2):
            if what == INCREMENT and texts.opened[of]:
                continue  # counted when the round was opened
            for seat in range(1, 100):  # in ascending order of seats, whatever the order of payment
                row = -1
                for there in range(first, last):
                    if due.seat[there] == seat:
                        row = there
                if row < 0 or (what == REVERSAL and not due.void[row]):
                    continue
                for one in range(2):
                    column = meters.columns[kind, meter, one]
                    if column < 0 or due.wagers[row, column] == 0 or rate == 0:
                        continue
                    change = due.wagers[row, column] * rate
                    if what == REVERSAL:
                        change = -change
                    balance += change
                    if balance < 0:
                        return -1, move
                    at = after(data, at, stop, _COMMA) if move > begin else at
                    at = after_one(data, at, stop, meters.blob, meters.names, 2 * kind + meter)
                    at = after_one(data, at, stop, _KIND, _KIND_BOUNDS, what)
                    at = after(data, after_whole(data, at, stop, np.int64(seat)), stop, _MOVED)
                    at = after(data, after_micro(data, at, stop, change), stop, _BETWEEN)
                    at = after(data, after_micro(data, at, stop, balance), stop, _END_MOVE)
                    proof.move[move, 0], proof.move[move, 1], proof.move[move, 2] = meter, what, seat
                    proof.move[move, 3], proof.move[move, 4] = change, balance
                    move += 1
        proof.closing[of, meter] = balance
    return at, move


@kernel
def _terms(of, texts, due, meters, proof):  # type: ignore[no-untyped-def]
    """Whether the end of a payload is the meters' terms; their openings."""
    data, stop = texts.data, texts.stops[of]
    kind = meters.of[of]
    at = after(data, texts.tails[of, 1] + _HASH, stop, _TERMS)
    for n in range(meters.many[kind] + 1):
        at = after_one(data, at, stop, meters.blob, meters.around, 3 * kind + n)
        if n < meters.many[kind]:
            proof.opening[of, n], at = read_micro(data, at, stop)
    return at == stop


@kernel
def _metered(of, due, meters, feeds):  # type: ignore[no-untyped-def]
    """Whether a meter stands behind every wager that feeds one."""
    kind = meters.of[of]
    for row in range(due.first[of], due.first[of + 1]):
        for wager in range(WAGERS):
            if not feeds[wager] or due.wagers[row, wager] == 0:
                continue
            there = False
            for n in range(meters.many[kind]):
                there |= meters.columns[kind, n, 0] == wager or meters.columns[kind, n, 1] == wager
            if not there:
                return False
    return True


@kernel
def prove(texts, rules, meters, feeds, due, proof):  # type: ignore[no-untyped-def]
    """Fills ``proof`` for rounds of one game under one submission. ``feeds``: the columns of wagers that feed a meter."""
    for of in range(texts.stops.size):
        proof.line_first[of + 1], proof.move_first[of + 1] = proof.line_first[of], proof.move_first[of]
        if due.unsure[of] or not _allowed(of, due, rules) or not _metered(of, due, meters, feeds):
            continue
        if not _terms(of, texts, due, meters, proof):
            continue
        line, at, net = proof.line_first[of], texts.lines[of], np.int64(0)
        if not texts.opening:
            line = _list_lines(of, rules, due, proof)
            if line < 0:
                continue
            at, net = _after_lines(of, line, texts, rules.game, proof)
            at = after(texts.data, at, texts.stops[of], _MOVEMENTS)
        at, move = _moves(of, at, texts, due, meters, proof)
        at = after(texts.data, at, texts.stops[of], _END_MOVEMENTS)
        if at < 0 or at != texts.tails[of, 0]:
            continue
        kind = meters.of[of]
        house = -net
        beyond = False
        for n in range(meters.many[kind]):
            house -= proof.closing[of, n] // MICRO - proof.opening[of, n] // MICRO
            beyond |= proof.closing[of, n] > MOST_BALANCE
        if beyond or after_cents(texts.data, texts.net[of, 0], texts.stops[of], house) != texts.net[of, 1]:
            continue
        proof.proved[of] = True
        proof.line_first[of + 1], proof.move_first[of + 1] = line, move
