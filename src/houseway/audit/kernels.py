"""Loops over rows that numpy has no word for: the order of payment, what is out of order, what differs, what adds up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels_support import kernel

MISSING_CARD = 255


@kernel
def payment_order(first, seat, rank, order):  # type: ignore[no-untyped-def]
    """The rows of each round in its order of payment: by ``rank``, then the highest seat first."""
    for number in range(first.size - 1):
        begin, end = first[number], first[number + 1]
        for row in range(begin, end):
            at = row
            while at > begin:
                other = order[at - 1]
                if rank[other] > rank[row] or (rank[other] == rank[row] and seat[other] < seat[row]):
                    order[at] = other
                    at -= 1
                else:
                    break
            order[at] = row


@kernel
def put_in_order(  # type: ignore[no-untyped-def]
    order, void, dead, seat, wagered, cards, low, most, into_void, into_seat, into_wagered, into_cards, into_low
):  # fmt: skip
    """Rows in the order of payment, dead rows void and without wagers: cards at most ``most``; where that is no card of hold
    'em, void rows show any seven, and none set low."""
    for row in range(order.size):
        there = order[row]
        out = void[there] or dead[there]
        into_void[row], into_seat[row] = out, seat[there]
        for wager in range(wagered.shape[1]):
            into_wagered[row, wager] = 0 if dead[there] else wagered[there, wager]
        hidden = out and most > 51
        for place in range(cards.shape[1]):
            into_cards[row, place] = place if hidden else min(cards[there, place], most)
        for place in range(low.shape[1]):
            into_low[row, place] = 255 if hidden else low[there, place]


@kernel
def dealt_twice(first, shared, own, skip_round, skip_row, flags):  # type: ignore[no-untyped-def]
    """Flags rounds in which a card is in two places; 255 is no card. ``shared`` (R, k), ``own`` (n, m)."""
    for number in range(first.size - 1):
        if skip_round[number]:
            continue
        seen = np.uint64(0)
        twice = False
        for at in range(shared.shape[1]):
            card = shared[number, at]
            if card != 255:
                bit = np.uint64(1) << np.uint64(card)
                twice |= (seen & bit) != 0
                seen |= bit
        for row in range(first[number], first[number + 1]):
            if skip_row[row]:
                continue
            for at in range(own.shape[1]):
                card = own[row, at]
                if card != 255:
                    bit = np.uint64(1) << np.uint64(card)
                    twice |= (seen & bit) != 0
                    seen |= bit
        if twice:
            flags[number] = True


@kernel
def seated_twice(first, seat, flags):  # type: ignore[no-untyped-def]
    """Flags rounds with one seat in two rows, or a seat that is no number from 1 to 99."""
    for number in range(first.size - 1):
        low, high = np.uint64(0), np.uint64(0)
        for row in range(first[number], first[number + 1]):
            place = seat[row]
            if place < 1 or place > 99:
                flags[number] = True
            elif place < 64:
                bit = np.uint64(1) << np.uint64(place)
                if low & bit:
                    flags[number] = True
                low |= bit
            else:
                bit = np.uint64(1) << np.uint64(place - 64)
                if high & bit:
                    flags[number] = True
                high |= bit


@kernel
def unlike(first, values, flags):  # type: ignore[no-untyped-def]
    """Flags rounds whose rows do not all say the same."""
    for number in range(first.size - 1):
        said = values[first[number]]
        for row in range(first[number] + 1, first[number + 1]):
            if values[row] != said:
                flags[number] = True


@kernel
def unlike_cards(first, cards, flags):  # type: ignore[no-untyped-def]
    """Flags rounds whose rows do not all show the same cards."""
    for number in range(first.size - 1):
        begin = first[number]
        for row in range(begin + 1, first[number + 1]):
            for at in range(cards.shape[1]):
                if cards[row, at] != cards[begin, at]:
                    flags[number] = True


@kernel
def _showing(cards, card, out):  # type: ignore[no-untyped-def]
    for row in range(cards.shape[0]):
        there = False
        for at in range(cards.shape[1]):
            there |= cards[row, at] == card
        out[row] = there


def showing(cards: NDArray[np.uint8], card: int) -> NDArray[np.bool_]:
    """Rows that show a card (255: rows that lack one)."""
    out = np.empty(len(cards), np.bool_)
    _showing(cards, card, out)
    return out


@kernel
def main_wagers_wrong(wagered, folded, wrong):  # type: ignore[no-untyped-def]
    """Rows of Ultimate Texas Hold 'Em whose ante, blind and play do not fit together, or whose fold they belie."""
    for row in range(wagered.shape[0]):
        ante, play, blind = wagered[row, 0], wagered[row, 1], wagered[row, 2]
        bad = ante == 0 or ante != blind
        if play != 0:
            bad |= play != ante and play != 2 * ante and play != 3 * ante and play != 4 * ante
        if folded[row] >= 0:
            bad |= (folded[row] == 1) != (play == 0)
        wrong[row] |= bad


@kernel
def not_filed(wagered, column, amounts, wrong):  # type: ignore[no-untyped-def]
    """Rows whose wager is there and is none of some amounts."""
    for row in range(wagered.shape[0]):
        amount = wagered[row, column]
        if amount:
            fits = False
            for filed in amounts:
                fits |= amount == filed
            wrong[row] |= not fits


@kernel
def _not_among(few, many, flags):  # type: ignore[no-untyped-def]
    for row in range(few.shape[0]):
        for at in range(few.shape[1]):
            if few[row, at] == 255:
                continue
            there = False
            for other in range(many.shape[1]):
                there |= many[row, other] == few[row, at]
            if not there:
                flags[row] = True


def not_among(few: NDArray[np.uint8], many: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Rows with a card in ``few`` (n, k; 255: none) that is not in ``many`` (n, m)."""
    flags = np.zeros(len(few), np.bool_)
    _not_among(few, many, flags)
    return flags


@kernel
def take_money(amounts, factor, out):  # type: ignore[no-untyped-def]
    """Amounts times a factor into a column; the least of them."""
    least = np.int64(0)
    for row in range(amounts.size):
        amount = amounts[row] * factor
        out[row] = amount
        least = min(least, amount)
    return least


@kernel
def take_wagers(money, places, out):  # type: ignore[no-untyped-def]
    """The wagers of each row out of columns of money; a place below 0 is a column that the log does not have."""
    for row in range(out.shape[0]):
        for wager in range(places.size):
            amount = np.int64(0)
            if places[wager] >= 0:
                amount = max(amount, money[places[wager], row])
            out[row, wager] = amount


@kernel
def compare(  # type: ignore[no-untyped-def]
    order, round_, slow, these, skip, void, money, wagered, paid, returned, paid_at, returned_at, less, less_at, main, group,
    marks, counts, handle, squares, kept,
):  # fmt: skip
    """Rows of rounds that are ``slow`` or not (``these``), in the order of payment: what was paid and returned on each wager
    against what is due, and what was wagered and kept of it into totals by group.

    ``money`` (columns, n) by row of the log, ``order`` leads there; ``paid_at`` and ``returned_at`` are the columns of each
    wager in it, -1 for one that the log does not have: what is due then counts. ``less`` by row, or column ``less_at``, was
    taken from what the first wager won. The first ``main`` wagers are one game as well, by the first of them.
    """
    wagers = wagered.shape[1]
    for row in range(order.size):
        if slow[round_[row]] != these:
            continue
        there = order[row]
        at = group[there]
        differs = False
        of_main = np.int64(0)
        for wager in range(wagers):
            given, back = paid[row, wager], returned[row, wager]
            if paid_at[wager] >= 0:
                said = money[paid_at[wager], there]
                differs |= said != given
                given = said
            if returned_at[wager] >= 0:
                said = money[returned_at[wager], there]
                differs |= said != back
                back = said
            if wager == 0:
                if less_at >= 0:
                    given -= money[less_at, there]
                elif less.size:
                    given -= less[row]
            amount = wagered[row, wager]
            house = amount - given - back
            if wager < main:
                of_main += house
            if amount and not void[row]:
                counts[at, wager] += 1
                handle[at, wager] += amount
                squares[at, wager] += float(amount) * float(amount)
                kept[at, wager] += house
        first = wagered[row, 0]
        if main and first and not void[row]:
            counts[at, wagers] += 1
            handle[at, wagers] += first
            squares[at, wagers] += float(first) * float(first)
            kept[at, wagers] += of_main
        if differs and not skip[row]:
            marks[row] = True


@kernel
def differ(order, round_, slow, these, skip, recorded, due, marks):  # type: ignore[no-untyped-def]
    """Marks rows of rounds that are ``slow`` or not (``these``), in the order of payment, whose record is not what is due."""
    for row in range(order.size):
        if recorded[order[row]] != due[row] and slow[round_[row]] == these and not skip[row]:
            marks[row] = True


@kernel
def scatter(order, due, column, out):  # type: ignore[no-untyped-def]
    """A column of what is due, from the order of payment to the order of the log."""
    for row in range(order.size):
        out[order[row]] = due[row, column]


@kernel
def last_reading(first, values, out):  # type: ignore[no-untyped-def]
    """Each round's last reading, -1 where it has none."""
    for number in range(first.size - 1):
        for row in range(first[number], first[number + 1]):
            if values[row] >= 0:
                out[number] = values[row]


@kernel
def sum_by_round(round_, void, wagers, column, out):  # type: ignore[no-untyped-def]
    """Cents of one wager by round, void rows left out."""
    for row in range(round_.size):
        if not void[row]:
            out[round_[row]] += wagers[row, column]
