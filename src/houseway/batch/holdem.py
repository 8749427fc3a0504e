"""Ultimate Texas Hold 'Em over columns: one pass over seat rows, then the few rounds that touch a meter one by one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.batch.answers import NONE, OUTCOMES, VOID, Answers, answers
from houseway.games import ultimate_texas_holdem as game
from houseway.games.ultimate_texas_holdem import Contest, rules
from houseway.money import ForOne
from houseway.ranking import PAIR, STRAIGHT_FLUSH
from houseway.ranking.kernels import FIVE_OF_A_SUIT, START, rank_table, scale, slot_of, suited_order
from houseway.ranking.kernels_support import kernel
from houseway.settlement.round import Round, Seat
from houseway.settlement.ultimate_texas_holdem import settle as settle_one

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from houseway.regulation import Law
    from houseway.settlement.lines import Line
    from houseway.submission import Submission

CATEGORIES = 10
NO_CARD = 255
DEALER, NOWHERE = -1, 0  # lucky positions that are no seat
WAGERS = game.WAGERS
ANTE, PLAY, BLIND, TRIPS, PROGRESSIVE, BONUS_PLAYER, BONUS_DEALER = range(len(WAGERS))

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HoldemRows:
    """Seat rows of whole rounds: n rows in R rounds, the rows of a round together, in its order of payment.

    By round: ``first`` (R + 1, where each begins), ``board`` (R, 5), ``dealer`` (R, 2), ``void_round`` (R), ``magic_card``
    (R, 255: none), ``lucky`` (R: a seat, -1 the dealer, 0 none). By row: ``round`` (n), ``seat``, ``cards`` (n, 2),
    ``wagers`` (n, 7) in cents in the order of ``WAGERS``, ``void``. Cards are bytes 0 to 51; of void rows any byte will do.
    """

    first: I64
    board: U8
    dealer: U8
    void_round: NDArray[np.bool_]
    magic_card: U8
    lucky: NDArray[np.int16]
    round: I64
    seat: NDArray[np.int16]
    cards: U8
    wagers: I64
    void: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HoldemSettled:
    """What each row got, in cents, by wager (n, 7): ``outcome`` (a code of ``answers``), ``returned``, ``paid``; and by row
    ``magic``, ``lucky``, ``envy``. ``rare`` (R) marks rounds with a share of a meter or an envy bonus, whose rows are
    completed by ``follow_meters``. ``increments`` (R, 2) are what a round left on the meters, in microcents, by
    ``game.METERS``."""

    outcome: NDArray[np.int8]
    returned: I64
    paid: I64
    magic: I64
    lucky: I64
    envy: I64
    rare: NDArray[np.bool_]
    increments: I64


@dataclass(frozen=True, slots=True)
class HoldemTables:
    """All that a row looks up under one law and submission: each rule asked about every combination of its features."""

    ante: Answers  # folded, contest, qualifies
    play: Answers  # contest
    blind: Answers  # folded, contest, category
    trips: Answers  # folded, category
    progressive: Answers  # folded, category of five
    bonus: Answers  # folded, category of five
    limit_cents: int  # 0: none
    magic_times: int
    lucky_times: int
    magic_on_flop: bool
    progressive_lost_on_fold: bool
    any_five: bool
    rates_ppm: tuple[int, int]


def holdem_tables(law: Law, submission: Submission) -> HoldemTables:
    """The tables of a law under a submission, made by calling the rules."""
    fold = (False, True)
    categories = range(CATEGORIES)
    switches = submission.switches

    def table(wager: str) -> object:
        of = law.tables[wager]
        return of[""] if "" in of else of.get(submission.paytables.get(wager, ""), next(iter(of.values())))

    ante, blind, trips = table("ante"), table("blind"), table("trips")
    flop = {name: table(name) for name in game.METERS}
    on_flop = {
        name: answers([rules.flop_wager(f, c, of, switches["progressive_on_fold"]) for f, c in product(fold, categories)], of)  # type: ignore[arg-type]
        for name, of in flop.items()
    }
    bonus = {row.key: row.pays for row in law.tables["bonus"][""].rows}
    magic, lucky = bonus["magic_card"], bonus["lucky_bonus"]
    if not isinstance(magic, ForOne) or not isinstance(lucky, ForOne):
        raise TypeError(f"{law.number} pays its bonuses otherwise than so much for 1")
    rates = [submission.meters[name].rate_ppm or 0 if name in submission.meters else 0 for name in game.METERS]
    return HoldemTables(
        answers([rules.ante(f, c, q) for f, c, q in product(fold, Contest, fold)], ante),  # type: ignore[arg-type]
        answers([rules.play(c) for c in Contest], law.tables["play"][""]),
        answers([rules.blind(f, c, k, blind) for f, c, k in product(fold, Contest, categories)], blind),  # type: ignore[arg-type]
        answers([rules.trips(f, k, trips, switches["trips_on_fold"]) for f, k in product(fold, categories)], trips),  # type: ignore[arg-type]
        on_flop["progressive"],
        on_flop["five_card_bonus"],
        submission.maximum_payout_cents or 0,
        magic.times if submission.magic_card else 0,
        lucky.times if submission.lucky_bonus else 0,
        switches["magic_card_scope"] == "hole-and-flop",
        switches["progressive_on_fold"] == "lose",
        switches["envy_hand"] == "any-five",
        (rates[0], rates[1]),
    )


@kernel
def _look(of, at, wager, row, wagered, outcome, returned, paid):  # type: ignore[no-untyped-def]
    """One wager's answer into the row: an odd half cent goes up, in the player's favour."""
    outcome[row, wager] = of[0][at]
    returned[row, wager] = of[1][at] * wagered
    win, part = of[2][at] * wagered, of[3][at]
    paid[row, wager] = win if part == 1 else (win + part - 1) // part


@kernel
def _rank_rounds(  # type: ignore[no-untyped-def]
    first, cards, dealer, board, keys, far, far_shift, of_seven, suited, near, near_shift, of_five, flop_suited, mine, flop,
    theirs, dealer_flop,
):  # fmt: skip
    """The orders of each row's and each dealer's best of seven, and of their two cards with the flop."""
    far_last, near_last = np.uint32(of_seven.size - 1), np.uint32(of_five.size - 1)
    hand = np.empty((1, 7), np.uint8)
    for of in range(first.size - 1):
        for place in range(5):
            hand[0, 2 + place] = board[of, place]
        flop_key = START + keys[board[of, 0]] + keys[board[of, 1]] + keys[board[of, 2]]
        turned = keys[board[of, 3]] + keys[board[of, 4]]
        for row in range(first[of] - 1, first[of + 1]):  # the dealer before the first
            if row < first[of]:
                one, other = dealer[of, 0], dealer[of, 1]
            else:
                one, other = cards[row, 0], cards[row, 1]
            five = flop_key + keys[one] + keys[other]
            seven = five + turned
            best = of_seven[slot_of(seven, far, far_shift, far_last)]
            best_five = of_five[slot_of(five, near, near_shift, near_last)]
            if seven & FIVE_OF_A_SUIT:
                hand[0, 0], hand[0, 1] = one, other
                flush = suited_order(hand, 0, 7, seven, suited)
                if flush > best:
                    best = flush
                if five & FIVE_OF_A_SUIT:
                    flush = suited_order(hand, 0, 5, five, flop_suited)
                    if flush > best_five:
                        best_five = flush
            if row < first[of]:
                theirs[of], dealer_flop[of] = best, best_five
            else:
                mine[row], flop[row] = best, best_five


@kernel
def _settle(  # type: ignore[no-untyped-def]
    first, void, seat, cards, wagers, dealer, board, void_round, magic_card, lucky_position, mine, flops, theirs, dealer_flops,
    category, ante, play, blind, trips, progressive, bonus, limit, magic_times, lucky_times, magic_on_flop, lost_on_fold,
    any_five, rate_one, rate_two, outcome, returned, paid, magic, lucky, rare, increments,
):  # fmt: skip
    for of in range(first.size - 1):
        dealer_flop = category[dealer_flops[of]]
        qualifies = 1 if category[theirs[of]] >= PAIR else 0
        card = magic_card[of]
        if not magic_times:
            card = NO_CARD
        on_flop = magic_on_flop and (card == board[of, 0] or card == board[of, 1] or card == board[of, 2])
        dealers = on_flop or card == dealer[of, 0] or card == dealer[of, 1]
        is_rare = False
        to_one, to_two = np.int64(0), np.int64(0)
        for row in range(first[of], first[of + 1]):
            for wager in range(7):
                outcome[row, wager] = NONE
                returned[row, wager] = 0
                paid[row, wager] = 0
            magic[row], lucky[row] = 0, 0
            if void[row] or void_round[of]:
                for wager in range(7):
                    if wagers[row, wager]:
                        outcome[row, wager] = VOID
                        returned[row, wager] = wagers[row, wager]
                continue
            flop = category[flops[row]]
            to_one += wagers[row, PROGRESSIVE]
            to_two += wagers[row, BONUS_PLAYER] + wagers[row, BONUS_DEALER]
            folded = 0 if wagers[row, PLAY] else 1
            contest = 2 if mine[row] > theirs[of] else 1 if mine[row] == theirs[of] else 0
            kind = category[mine[row]]
            if wagers[row, ANTE]:
                _look(ante, (folded * 3 + contest) * 2 + qualifies, ANTE, row, wagers[row, ANTE], outcome, returned, paid)
            if wagers[row, PLAY]:
                _look(play, contest, PLAY, row, wagers[row, PLAY], outcome, returned, paid)
            if wagers[row, BLIND]:
                _look(blind, (folded * 3 + contest) * 10 + kind, BLIND, row, wagers[row, BLIND], outcome, returned, paid)
            if wagers[row, TRIPS]:
                _look(trips, folded * 10 + kind, TRIPS, row, wagers[row, TRIPS], outcome, returned, paid)
            if limit:
                left = limit
                for wager in range(4):
                    if paid[row, wager] > left:
                        paid[row, wager] = left
                    left -= paid[row, wager]
            if wagers[row, PROGRESSIVE]:
                at = folded * 10 + flop
                _look(progressive, at, PROGRESSIVE, row, wagers[row, PROGRESSIVE], outcome, returned, paid)
                is_rare |= progressive[4][at] != 0
            if flop >= STRAIGHT_FLUSH or (any_five and kind >= STRAIGHT_FLUSH):
                is_rare = True  # somebody may be paid envy for it
            if wagers[row, BONUS_PLAYER]:
                at = folded * 10 + flop
                _look(bonus, at, BONUS_PLAYER, row, wagers[row, BONUS_PLAYER], outcome, returned, paid)
                is_rare |= bonus[4][at] != 0
            if wagers[row, BONUS_DEALER]:
                at = folded * 10 + dealer_flop
                _look(bonus, at, BONUS_DEALER, row, wagers[row, BONUS_DEALER], outcome, returned, paid)
                is_rare |= bonus[4][at] != 0
            if lost_on_fold and folded:
                continue
            if card != NO_CARD:
                if on_flop or card == cards[row, 0] or card == cards[row, 1]:
                    magic[row] += magic_times * wagers[row, BONUS_PLAYER]
                if dealers:
                    magic[row] += magic_times * wagers[row, BONUS_DEALER]
            if lucky_times and lucky_position[of] != NOWHERE:
                if lucky_position[of] == DEALER:
                    lucky[row] += lucky_times * wagers[row, BONUS_DEALER]
                elif lucky_position[of] == seat[row]:
                    lucky[row] += lucky_times * wagers[row, BONUS_PLAYER]
        rare[of] = is_rare
        increments[of, 0], increments[of, 1] = to_one * rate_one, to_two * rate_two


def settle_rows(rows: HoldemRows, tables: HoldemTables, room: Callable[..., Any] = np.empty) -> HoldemSettled:
    """Every row settled but for what is rare. The heavy parts run without the interpreter's lock, for use in threads.

    ``room`` gives arrays of a shape and type to be filled: for whoever settles batch after batch in the same memory.
    """
    n, rounds = len(rows.round), len(rows.board)
    out = HoldemSettled(
        room((n, 7), np.int8), room((n, 7), np.int64), room((n, 7), np.int64), room((n,), np.int64), room((n,), np.int64),
        np.zeros(n, np.int64), np.empty(rounds, np.bool_), np.empty((rounds, 2), np.int64),
    )  # fmt: skip
    keys, *seven = rank_table(7, False, True)
    _, *five = rank_table(5, False, True)
    mine, flop, theirs, dealer_flop = (room((size,), np.uint16) for size in (n, n, rounds, rounds))
    rank: Any = _rank_rounds
    rank(rows.first, rows.cards, rows.dealer, rows.board, keys, *seven, *five, mine, flop, theirs, dealer_flop)
    _settle(
        rows.first, rows.void, rows.seat, rows.cards, rows.wagers, rows.dealer, rows.board, rows.void_round, rows.magic_card,
        rows.lucky, mine, flop, theirs, dealer_flop, scale(wheel_lowest=True).categories, tables.ante, tables.play,
        tables.blind, tables.trips, tables.progressive, tables.bonus, tables.limit_cents, tables.magic_times,
        tables.lucky_times, tables.magic_on_flop, tables.progressive_lost_on_fold, tables.any_five, *tables.rates_ppm,
        out.outcome, out.returned, out.paid, out.magic, out.lucky, out.rare, out.increments,
    )  # fmt: skip
    return out


# --- Meters: between rare rounds a running sum, at each of them the one-round settlement.


def typed_round(rows: HoldemRows, number: int, readings: Mapping[str, int]) -> Round:
    """One round of the rows as the one-round settlement takes it, with its meters' readings in microcents."""
    first, last = int(rows.first[number]), int(rows.first[number + 1])
    seats = []
    for row in range(first, last):
        wagers = {name: int(cents) for name, cents in zip(WAGERS, rows.wagers[row].tolist(), strict=True) if cents}
        cards = tuple(int(card) for card in rows.cards[row])
        seats.append(Seat(int(rows.seat[row]), cards, wagers, bool(rows.void[row]), "play" not in wagers, index=row - first))
    magic, lucky = int(rows.magic_card[number]), int(rows.lucky[number])
    return Round(
        game=game.GAME,
        seats=tuple(seats),
        dealer_cards=tuple(int(card) for card in rows.dealer[number]),
        board=tuple(int(card) for card in rows.board[number]),
        void=bool(rows.void_round[number]),
        meters=dict(readings),
        magic_card=None if magic == NO_CARD else magic,
        lucky_position="dealer" if lucky == DEALER else lucky or None,
        payment_order=tuple(seat.seat for seat in seats),
    )


def follow_meters(
    rows: HoldemRows, settled: HoldemSettled, submission: Submission, law: Law, opening_micro: Sequence[int]
) -> NDArray[np.int64]:
    """Settles the rare rounds in their order and returns the exact balance of each meter after each round, (R, 2) microcents.

    ``opening_micro``: the meters before the first round, by ``game.METERS``. Rows of rare rounds are completed in ``settled``.
    """
    balances = np.empty((len(rows.board), 2), np.int64)
    reading = np.array(list(opening_micro), np.int64)
    done = 0
    for number in np.flatnonzero(settled.rare).tolist():
        balances[done:number] = reading + np.cumsum(settled.increments[done:number], axis=0)
        before = balances[number - 1] if number > done else reading
        on_offer = {
            name: int(micro) for name, micro in zip(game.METERS, before.tolist(), strict=True) if name in submission.meters
        }
        lines, meters, _ = settle_one(typed_round(rows, number, on_offer), submission, law)
        _complete(rows, settled, number, lines)
        reading = np.array(
            [meters[n].balance_micro if n in meters else m for n, m in zip(game.METERS, before.tolist(), strict=True)]
        )
        balances[number] = reading
        done = number + 1
    balances[done:] = reading + np.cumsum(settled.increments[done:], axis=0)
    return balances


def _complete(rows: HoldemRows, settled: HoldemSettled, number: int, lines: Sequence[Line]) -> None:
    """The lines of a rare round into its rows."""
    first = int(rows.first[number])
    row_of = {int(seat): first + at for at, seat in enumerate(rows.seat[first : int(rows.first[number + 1])])}
    bonuses = {"envy": settled.envy, "magic_card": settled.magic, "lucky_bonus": settled.lucky}
    for column in bonuses.values():
        column[first : int(rows.first[number + 1])] = 0
    for line in lines:
        row = row_of[line.seat]
        if line.wager in bonuses:
            bonuses[line.wager][row] += line.paid_cents
        else:
            wager = WAGERS.index(line.wager)
            settled.outcome[row, wager] = OUTCOMES.index(line.outcome)
            settled.returned[row, wager] = line.returned_cents
            settled.paid[row, wager] = line.paid_cents


__all__ = [
    "DEALER", "NOWHERE", "NO_CARD", "WAGERS", "HoldemRows", "HoldemSettled", "HoldemTables", "follow_meters",
    "holdem_tables", "settle_rows", "typed_round",
]  # fmt: skip
