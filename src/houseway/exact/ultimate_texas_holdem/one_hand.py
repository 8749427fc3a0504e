"""One player's two cards against all dealer hands, with whatever other cards are known to be out of the deck.

Nothing is shared between hands here, so that any cards may be missing. Boards are still taken by row and dealer hands
by kind (see ``tables``): how many dealer hands there are of a kind follows from the cards that are left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels_support import kernel

from .flop import NO_SUIT, row_of
from .river import split
from .tables import CARDS, KINDS, MULTISETS, RANK_PAIRS, RANKS, Tables


@kernel
def meet(
    tables: Tables, deck: NDArray[np.uint8], own: NDArray[np.int8], row: int, suit: int, left: NDArray[np.int64],
    outcomes: NDArray[np.int64],
) -> int:  # fmt: skip
    """The player's category on a board, and in ``outcomes`` [contest, qualifies] how many dealer hands he meets.

    The board is given by its row and flush suit. ``deck`` [card] is 1 for each card that is neither the player's nor
    dead; the board is taken out here. ``left`` [26] is room to work in. Returns -1 where the deck cannot make the board.
    """
    multiset, suited = tables.rows.multiset[row], np.int64(tables.rows.suited[row])
    for rank in range(RANKS):
        others = 0  # of this rank and not of the suit
        for of in range(4):
            if of != suit:
                others += deck[4 * rank + of]
        taken = (4 if suit == NO_SUIT else 3) - tables.rows.left[row, rank]
        left[rank] = others - taken
        left[RANKS + rank] = deck[4 * rank + suit] - (suited >> rank & 1) if suit != NO_SUIT else 0
        if left[rank] < 0 or left[RANKS + rank] < 0:
            return -1
    kind = tables.pairs.kind[suit, tables.pairs.number[own[0], own[1]]]
    strength = max(
        tables.strength.flush[suited | tables.kinds.bits[kind]],
        tables.strength.unsuited[multiset, tables.kinds.rank_pair[kind]],
    )
    beaten = tied = weak = opponents = 0
    for kind in range(KINDS if suit != NO_SUIT else RANK_PAIRS):
        one, other = tables.kinds.sorts[kind, 0], tables.kinds.sorts[kind, 1]
        pairs = left[one] * left[other]
        if one == other:
            pairs = left[one] * (left[one] - 1) // 2
        theirs = max(
            tables.strength.flush[suited | tables.kinds.bits[kind]],
            tables.strength.unsuited[multiset, tables.kinds.rank_pair[kind]],
        )
        opponents += pairs
        if theirs < strength:
            beaten += pairs
        elif theirs == strength:
            tied += pairs
        if theirs < tables.strength.first_qualifying:
            weak += pairs
    split(beaten, tied, weak, opponents, outcomes)
    return int(tables.strength.category[strength])


@kernel
def evaluate(
    tables: Tables, deck: NDArray[np.uint8], own: NDArray[np.int8], row: int, suit: int,
    still: NDArray[np.int64], play: NDArray[np.int64], folded: int, values: NDArray[np.int64],
) -> None:  # fmt: skip
    """Fills ``values`` [3] on a board: the better of fold and 1x, ante and blind of one who stays, a play of 1x."""
    left, outcomes = np.empty(2 * RANKS, dtype=np.int64), np.empty((3, 2), dtype=np.int64)
    category = meet(tables, deck, own, row, suit, left, outcomes)
    if category < 0:
        return
    staying = playing = opponents = 0
    for contest in range(3):
        for qualifies in range(2):
            opponents += outcomes[contest, qualifies]
            staying += outcomes[contest, qualifies] * still[contest, qualifies, category]
            playing += outcomes[contest, qualifies] * play[contest, qualifies, category]
    values[0], values[1], values[2] = max(staying + playing, opponents * folded), staying, playing


@kernel
def after_flop(
    tables: Tables, deck: NDArray[np.uint8], own: NDArray[np.int8], board: NDArray[np.int8],
    still: NDArray[np.int64], play: NDArray[np.int64], folded: int, sums: NDArray[np.int64],
) -> None:  # fmt: skip
    """Adds to ``sums`` [3] the values of every turn and river; ``board`` has the flop, which is in the deck as yet."""
    triple, multiset, rank_pair, set_index = (
        tables.boards.triple,
        tables.boards.multiset,
        tables.boards.rank_pair,
        tables.boards.set_index,
    )
    values = np.zeros(3, dtype=np.int64)
    for turn in range(CARDS):
        for river in range(turn):
            fresh = deck[turn] and deck[river]
            for place in range(3):
                fresh = fresh and board[place] != turn and board[place] != river
            if fresh:
                board[3], board[4] = turn, river
                row, suit = row_of(triple, multiset, rank_pair, set_index, board)
                evaluate(tables, deck, own, row, suit, still, play, folded, values)
                for part in range(3):
                    sums[part] += values[part]


@kernel
def every_row(
    tables: Tables, deck: NDArray[np.uint8], own: NDArray[np.int8], still: NDArray[np.int64], play: NDArray[np.int64],
    folded: int, start: int, stop: int, values: NDArray[np.int64],
) -> None:  # fmt: skip
    """Fills ``values`` [suit, row, 3] for rows ``start`` to ``stop``, with each suit that may be a row's flush suit."""
    for row in range(start, stop):
        for suit in range(5):
            if (suit == NO_SUIT) == (row < MULTISETS):
                evaluate(tables, deck, own, row, suit, still, play, folded, values[suit, row])


@kernel
def before_flop(
    tables: Tables, values: NDArray[np.int64], live: NDArray[np.int8], highest: int, cells: NDArray[np.int64]
) -> None:
    """Adds the values of each board whose highest card is ``live[highest]`` to the ten flops inside it.

    ``live`` are the cards of the deck; ``cells`` [flop, 3], flops by the places i < j < k of their cards among these:
    ``k(k-1)(k-2)/6 + j(j-1)/2 + i``.
    """
    triple, multiset, rank_pair, set_index = (
        tables.boards.triple,
        tables.boards.multiset,
        tables.boards.rank_pair,
        tables.boards.set_index,
    )
    board, places = np.empty(5, dtype=np.int8), np.empty(5, dtype=np.int64)
    places[4] = highest
    board[4] = live[highest]
    for d in range(highest):
        places[3], board[3] = d, live[d]
        for c in range(d):
            places[2], board[2] = c, live[c]
            for b in range(c):
                places[1], board[1] = b, live[b]
                for a in range(b):
                    places[0], board[0] = a, live[a]
                    row, suit = row_of(triple, multiset, rank_pair, set_index, board)
                    for x in range(2, 5):
                        k = places[x]
                        for y in range(1, x):
                            j = places[y]
                            for z in range(y):
                                flop = k * (k - 1) * (k - 2) // 6 + j * (j - 1) // 2 + places[z]
                                for part in range(3):
                                    cells[flop, part] += values[suit, row, part]
