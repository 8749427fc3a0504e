"""Reading the payloads of settled rounds, as they stand in the log, into columns: bytes in, cards and cents out.

Only the one spelling in which this ledger records is read here (see ``canonical`` and ``documents``): keys in their order, no
blanks, plain text. Whatever is spelt in any other way, or is rare (a void round, recorded payments), is not read, and is left
to the reader of one round. So what is read here is canonical JSON, and its document is a round that the reader would read
without a problem, but for what hangs on the submission, the table and the day.

Places are byte numbers in ``data``, as in ``text_kernels``.
"""

from __future__ import annotations

import numpy as np

from houseway.cards import JOKER
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.ledger.text_kernels import after, after_one, literal, literals
from houseway.ledger.value_kernels import (
    NO_CARD,
    after_hand,
    after_hash,
    bits,
    payment_order,
    read_card,
    read_cents,
    read_number,
    text_end,
)  # fmt: skip
from houseway.ranking.kernels_support import kernel

HOLDEM, PAI_GOW = 0, 1
MOST_SEATS = 22
WAGERS = 10  # columns of wagers: the more of both games

# By round, in ``about``: the first five as the batch room has them; rows of the round.
GAME, MAGIC, LUCKY, BANK, CO_BANK, HOUSE_WAGER = range(6)
# By round, in ``spans``: where each value begins and where it ends.
ANSWER, DOCUMENT, DATE, DEALER_ID, ROUND_ID, TABLE, TIME, HOUSE_NET, LAW, LINES = range(10)
SPANS = 10


_PLAY = uth.WAGERS.index("play")

# By game, in the order of the alphabet, as canonical JSON has keys: the wagers' names, and their columns (-1: no more).
_SORTED = [[*sorted(wagers), *[""] * (WAGERS - len(wagers))] for wagers in (uth.WAGERS, pgp.WAGERS)]
_NAMES, _NAME_BOUNDS = literals([f'"{name}":"' for names in _SORTED for name in names])
_COLUMNS = np.array(
    [
        wagers.index(name) if name else -1
        for names, wagers in zip(_SORTED, (uth.WAGERS, pgp.WAGERS), strict=True)
        for name in names
    ]
)
_ANSWER = literal('{"answer":"')
_OPENED = literal('{"document":{')
_DOCUMENT = literal('","document":{')
_BANK = literal('"bank":{')
_CO_BANK = literal('"co_bank":true,')
_HOUSE_WAGER = literal('"house_wager":"')
_SEAT = literal('"seat":')
_BOARD = literal('"board":"')
_DATE = literal('"date":"')
_DEALER = literal('"dealer":{"cards":"')
_LOW_OF_DEALER = literal('","low":"')
_END_DEALER = literal('"},')
_DEALER_ID = literal('"dealer_id":"')
_HOLDEM = literal('"game":"' + uth.GAME + '",')
_PAI_GOW = literal('"game":"' + pgp.GAME + '",')
_LUCKY = literal('"lucky_position":')
_LUCKY_DEALER = literal('"dealer"')
_MAGIC = literal('"magic_card":"')
_ORDER = literal('"payment_order":[')
_PLAYERS = literal('"players":[')
_CARDS = literal('{"cards":"')
_OPEN = literal("{")
_LOW = literal('"low":"')
_VOID = literal(',"void":true')
_WAGERS = literal(',"wagers":{')
_END_PLAYER = literal("}}")
_ROUND_ID = literal('],"round_id":"')
_TABLE = literal('","table":"')
_TIME = literal('","time":"')
_END_DOCUMENT = literal('"},"hit_at":')
_NULL = literal("null")
_QUOTE = literal('"')
_NEXT = literal('",')
_COMMA = literal(",")
_END_LIST = literal("],")
_END_BANK = literal("},")
_HOUSE_NET = literal(',"house_net":"')
_LAW = literal('","law":"')
_LINES = literal('","lines":[')
_MOVEMENTS = literal('","movements":[')


@kernel
def _bank(data, at, stop, about):  # type: ignore[no-untyped-def]
    """A banking player; ``at`` where his table of keys begins."""
    there = after(data, at, stop, _CO_BANK)
    if there >= 0:
        about[CO_BANK], at = 1, there
    there = after(data, at, stop, _HOUSE_WAGER)
    if there >= 0:
        about[HOUSE_WAGER], at = read_cents(data, there, stop)
        at = after(data, at, stop, _NEXT) if about[HOUSE_WAGER] else -1
    about[BANK], at = read_number(data, after(data, at, stop, _SEAT), stop)
    return after(data, at, stop, _END_BANK)


@kernel
def _wagers(data, at, stop, game, out):  # type: ignore[no-untyped-def]
    """The wagers of a player in cents by column; the place after the last."""
    for column in range(WAGERS):
        out[column] = 0
    some = False
    for name in range(game * WAGERS, (game + 1) * WAGERS):
        if _COLUMNS[name] < 0:
            break
        there = after(data, at, stop, _COMMA) if some else at
        there = after_one(data, there, stop, _NAMES, _NAME_BOUNDS, name)
        if there >= 0:
            amount, at = read_cents(data, there, stop)
            at = after(data, at, stop, _QUOTE)
            if at < 0 or amount == 0:
                return -1
            out[_COLUMNS[name]] = amount
            some = True
    return at


@kernel
def _players(data, at, stop, game, opening, held, seat, void, cards, low, wagers):  # type: ignore[no-untyped-def]
    """The players of a round in the order in which they are listed: how many, and the place after them."""
    size, highest = (7, JOKER) if game == PAI_GOW else (2, JOKER - 1)
    many = 0
    taken_low, taken_high = np.uint64(0), np.uint64(0)
    while True:
        if many == MOST_SEATS:
            return 0, -1
        there = after(data, at, stop, _CARDS)
        shows = there >= 0
        if shows:
            at = after_hand(data, there, stop, size, highest, cards[many])
            if at < 0:
                return 0, -1
            own = bits(cards[many], size)
            if held & own:
                return 0, -1
            held |= own
            at = after(data, at, stop, _NEXT)
        else:
            for n in range(size):
                cards[many, n] = n
            at = after(data, at, stop, _OPEN)
        low[many, 0], low[many, 1] = NO_CARD, NO_CARD
        there = after(data, at, stop, _LOW)
        if there >= 0:
            at = after(data, after_hand(data, there, stop, 2, highest, low[many]), stop, _NEXT)
            if at < 0 or game != PAI_GOW or not shows or bits(low[many], 2) & ~bits(cards[many], size):
                return 0, -1
        seat[many], at = read_number(data, after(data, at, stop, _SEAT), stop)
        if at < 0:
            return 0, -1
        if seat[many] < 64:
            bit = np.uint64(1) << np.uint64(seat[many])
            if taken_low & bit:
                return 0, -1
            taken_low |= bit
        else:
            bit = np.uint64(1) << np.uint64(seat[many] - 64)
            if taken_high & bit:
                return 0, -1
            taken_high |= bit
        there = after(data, at, stop, _VOID)
        void[many] = there >= 0
        if void[many]:
            at = there
            low[many, 0], low[many, 1] = NO_CARD, NO_CARD
        if (opening and (shows or void[many])) or not (opening or shows or void[many]):
            return 0, -1
        at = _wagers(data, after(data, at, stop, _WAGERS), stop, game, wagers[many])
        at = after(data, at, stop, _END_PLAYER)
        if opening and game == HOLDEM and wagers[many, _PLAY]:
            return 0, -1
        many += 1
        there = after(data, at, stop, _COMMA)
        if there < 0:
            return many, at
        at = there


@kernel
def _dealer(data, at, stop, boarded, dealer, low):  # type: ignore[no-untyped-def]
    """The dealer's cards, and the place after them; the two that were set low are among them and decide nothing."""
    size, highest = (2, JOKER - 1) if boarded else (7, JOKER)
    at = after_hand(data, after(data, at, stop, _DEALER), stop, size, highest, dealer)
    there = after(data, at, stop, _LOW_OF_DEALER)
    if there >= 0:
        at = after_hand(data, there, stop, 2, highest, low)
        if at < 0 or boarded or bits(low, 2) & ~bits(dealer, 7):
            return -1
    return after(data, at, stop, _END_DEALER)


@kernel
def _document(  # type: ignore[no-untyped-def]
    data, at, stop, opening, about, spans, board, dealer, listed, seat, void, cards, low, wagers
):  # fmt: skip
    """A document of a round: its players, and the place after its last value. ``at`` after its opening brace."""
    there = after(data, at, stop, _BANK)
    banks = there >= 0
    if banks:
        at = _bank(data, there, stop, about)
    there = after(data, at, stop, _BOARD)
    boarded = there >= 0
    if boarded:
        at = after(data, after_hand(data, there, stop, 5, JOKER - 1, board), stop, _NEXT)
    at = after(data, at, stop, _DATE)
    spans[DATE, 0] = at
    at = text_end(data, at, stop, 10)
    spans[DATE, 1] = at
    at = after(data, at, stop, _NEXT)
    if not opening:
        at = _dealer(data, at, stop, boarded, dealer, low[0])
    there = after(data, at, stop, _DEALER_ID)
    if there >= 0:
        spans[DEALER_ID, 0] = there
        spans[DEALER_ID, 1] = text_end(data, there, stop, 200)
        at = after(data, spans[DEALER_ID, 1], stop, _NEXT)
    there = after(data, at, stop, _HOLDEM)
    about[GAME] = HOLDEM if there >= 0 else PAI_GOW
    at = there if there >= 0 else after(data, at, stop, _PAI_GOW)
    if at < 0 or boarded != (about[GAME] == HOLDEM and not opening) or (banks and about[GAME] == HOLDEM):
        return 0, -1
    there = after(data, at, stop, _LUCKY)
    if there >= 0:
        at = after(data, there, stop, _LUCKY_DEALER)
        about[LUCKY] = -1
        if at < 0:
            about[LUCKY], at = read_number(data, there, stop)
        at = after(data, at, stop, _COMMA)
    there = after(data, at, stop, _MAGIC)
    if there >= 0:
        about[MAGIC] = read_card(data, there, stop)
        at = after(data, there + 2, stop, _NEXT)
    if not boarded and (about[LUCKY] != 0 or about[MAGIC] != NO_CARD):  # nor before the cards are dealt
        return 0, -1
    if boarded and about[MAGIC] == JOKER:
        return 0, -1
    if there >= 0 and about[MAGIC] == NO_CARD:
        return 0, -1
    there = after(data, at, stop, _ORDER)
    if there >= 0:
        at = there
        for n in range(MOST_SEATS + 1):
            if n == MOST_SEATS:
                return 0, -1
            listed[n], at = read_number(data, at, stop)
            there = after(data, at, stop, _COMMA)
            if there < 0:
                break
            at = there
        at = after(data, at, stop, _END_LIST)
    at = after(data, at, stop, _PLAYERS)
    if at < 0:
        return 0, -1
    held = np.uint64(0)
    if not opening:
        held = bits(dealer, 2 if boarded else 7)
    if boarded:
        shared = bits(board, 5)
        if held & shared:
            return 0, -1
        held |= shared
    many, at = _players(data, at, stop, about[GAME], opening, held, seat, void, cards, low, wagers)
    at = after(data, at, stop, _ROUND_ID)
    spans[ROUND_ID, 0] = at
    at = text_end(data, at, stop, 200)
    spans[ROUND_ID, 1] = at
    at = after(data, at, stop, _TABLE)
    spans[TABLE, 0] = at
    at = text_end(data, at, stop, 200)
    spans[TABLE, 1] = at
    there = after(data, at, stop, _TIME)
    if there >= 0:
        spans[TIME, 0] = there
        at = text_end(data, there, stop, 40)
        spans[TIME, 1] = at
    return many, at


@kernel
def _payload(  # type: ignore[no-untyped-def]
    data, at, stop, opening, about, spans, board, dealer, listed, seat, void, cards, low, wagers
):  # fmt: skip
    """Everything of a payload up to its lines (or movements): how many players, 0 where it is not read."""
    if opening:
        at = after(data, at, stop, _OPENED)
    else:
        at = after(data, at, stop, _ANSWER)
        spans[ANSWER, 0] = at
        at = after_hash(data, at, stop)
        spans[ANSWER, 1] = at
        at = after(data, at, stop, _DOCUMENT)
    if at < 0:
        return 0
    spans[DOCUMENT, 0] = at - 1
    many, at = _document(data, at, stop, opening, about, spans, board, dealer, listed, seat, void, cards, low, wagers)
    spans[DOCUMENT, 1] = at + 2
    at = after(data, at, stop, _END_DOCUMENT)
    if at < 0:
        return 0
    if spans[TIME, 0] < 0:
        at = after(data, at, stop, _NULL)
    else:  # the time of the hit is that of the document
        at = after(data, at, stop, _QUOTE)
        at = after_one(data, at, stop, data, spans, TIME)
        at = after(data, at, stop, _QUOTE)
    at = after(data, at, stop, _HOUSE_NET)
    spans[HOUSE_NET, 0] = at
    at = text_end(data, at, stop, 30)
    spans[HOUSE_NET, 1] = at
    at = after(data, at, stop, _LAW)
    spans[LAW, 0] = at
    at = text_end(data, at, stop, 10)
    spans[LAW, 1] = at
    at = after(data, at, stop, _MOVEMENTS) if opening else after(data, at, stop, _LINES)
    spans[LINES, 0] = at
    return many if at >= 0 else 0


@kernel
def read_payloads(  # type: ignore[no-untyped-def]
    data, starts, stops, opening, about, spans, board, dealer, first, seat, void, cards, low, wagers
):  # fmt: skip
    """Many payloads of settled rounds, or (``opening``) of rounds that are opened: they have no cards yet, and no lines.

    By round: ``about`` (R, 6), ``spans`` (R, SPANS, 2), ``board`` (R, 5), ``dealer`` (R, 7), ``first`` (R + 1; a round without
    rows is not read); by row, in the order of payment: the rest. Returns how many rows there are.
    """
    listed = np.zeros(MOST_SEATS + 1, np.int64)
    order = np.empty(MOST_SEATS, np.int64)
    seats = np.empty(MOST_SEATS, np.int64)
    voids = np.empty(MOST_SEATS, np.bool_)
    hands = np.empty((MOST_SEATS, 7), np.uint8)
    lows = np.empty((MOST_SEATS, 2), np.uint8)
    amounts = np.empty((MOST_SEATS, WAGERS), np.int64)
    row = 0
    for number in range(starts.size):
        first[number] = row
        listed[:] = 0
        spans[number] = -1
        about[number] = 0
        about[number, MAGIC] = NO_CARD
        many = _payload(
            data, starts[number], stops[number], opening, about[number], spans[number], board[number], dealer[number], listed,
            seats, voids, hands, lows, amounts,
        )  # fmt: skip
        if many == 0 or not payment_order(many, seats, listed, order):
            continue
        for n in range(many):
            player = order[n]
            seat[row], void[row] = seats[player], voids[player]
            for place in range(7):
                cards[row, place] = hands[player, place]
            low[row, 0], low[row, 1] = lows[player, 0], lows[player, 1]
            for wager in range(WAGERS):
                wagers[row, wager] = amounts[player, wager]
            row += 1
    first[starts.size] = row
    return row
