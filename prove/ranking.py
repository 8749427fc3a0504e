"""The ranking proved on every hand that exists. One line a proof; the exit code is 1 when one fails.

Every five cards of the 53 are asked of the plain references, once for either rank of A-2-3-4-5. From those two lists
alone the best five of every six and seven cards are found by brute force and compared with the kernels, hand by hand
(133,784,560 and 154,143,080 hands of seven), and the counts with the known ones, by hand and by suit classes. The fast
paths in Python are compared with the lists on every five cards, and with the kernels on every suit class of seven. What
seven cards hold is compared with a literal reading on every pattern of ranks and flush.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice
from math import comb
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER, names
from houseway.ranking import CATEGORY_NAMES, ROYAL_FLUSH, STRAIGHT_FLUSH, joker, kernels, standard
from houseway.ranking import kernels_held as kh
from houseway.ranking.kernels_classes import suit_classes
from houseway.ranking.kernels_support import kernel

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "ranking"))

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
I64 = NDArray[np.int64]
Hand = tuple[int, ...]

PART = 20_000

# RULES of both games: how many hands of seven; the 52 by best five, the 53 by the first printed line that they meet.
COUNTS_52 = {
    "Royal flush": 4_324, "Straight flush": 37_260, "Four-of-a-kind": 224_848, "Full house": 3_473_184,
    "Flush": 4_047_644, "Straight": 6_180_020, "Three-of-a-kind": 6_461_620,
}  # fmt: skip
PRINTED_53 = {
    "seven-card straight flush": 32, "royal flush and royal match": 72, "seven-card straight flush with joker": 196,
    "five aces": 1_128, "royal flush": 26_020, "straight flush": 184_644, "four of a kind": 307_472,
    "full house": 4_188_528, "flush": 6_172_088, "three of a kind": 7_672_500, "straight": 11_034_204,
    "three pair": 2_862_000, "rest": 121_694_196,
}  # fmt: skip

failures: list[str] = []


def prove(proof: str, run: Callable[[], bool | str]) -> None:
    """Runs one proof and prints its line; a text is what went wrong."""
    began = time.perf_counter()
    found = run()
    if found is not True:
        failures.append(proof)
        print(f"FAILED: {proof}: {found}", file=sys.stderr)
    print(f"{'proved' if found is True else 'FAILED'}: {proof} ({time.perf_counter() - began:.0f} s)", flush=True)


# --- Every five cards. The place of ascending cards a b c d e in a list is C(a,1) + C(b,2) + C(c,3) + C(d,4) + C(e,5), so
# --- the hands with the joker (52) come after all others.


def parts(hands: Iterator[Any]) -> Iterator[list[Any]]:
    while part := list(islice(hands, PART)):
        yield part


def place(hand: Hand) -> int:
    return sum([comb(card, at + 1) for at, card in enumerate(hand)])


def ask(hands: list[Hand]) -> tuple[list[int], list[int], list[int], list[str]]:
    """Places, the references' values (A-2-3-4-5 second highest, lowest), and hands that a fast path values otherwise."""
    second = [joker.rank_five(hand, False) for hand in hands]
    lowest = [joker.rank_five(hand, True) for hand in hands]
    wrong = []
    for hand, one, other in zip(hands, second, lowest, strict=True):
        right = joker.fast_five(hand, False) == one and joker.fast_five(hand, True) == other
        if JOKER not in hand:
            value, five_cards = standard.best_five(hand)
            right = right and value == other == standard.rank_five(hand) == standard.rank_seven(hand)
            right = right and sorted(five_cards) == list(hand)
        if not right:
            wrong.append(names(hand))
    return [place(hand) for hand in hands], second, lowest, wrong


class Fives:
    """What the references say of every five cards, as orders: by place, for A-2-3-4-5 second highest and lowest."""

    def __init__(self) -> None:
        self.values = np.zeros((2, comb(53, 5)), np.uint32)
        self.wrong: list[str] = []

    def ask(self) -> bool | str:
        with Pool(2) as pool:
            for places, second, lowest, wrong in pool.imap_unordered(ask, parts(combinations(range(53), 5))):
                self.values[0, places], self.values[1, places] = second, lowest
                self.wrong += wrong
        return not self.wrong or " | ".join(self.wrong[:5])

    def orders(self, wheel_lowest: bool) -> U16:
        orders: U16 = np.searchsorted(kernels.scale(wheel_lowest).values, self.values[int(wheel_lowest)]).astype(np.uint16)
        return orders

    def scales(self) -> bool:
        """The numbering has exactly the values that five cards have."""
        return all(
            np.array_equal(np.unique(self.values[int(wheel)]), kernels.scale(wheel).values[1:]) for wheel in (False, True)
        )


# --- Every six and seven cards: the greatest of their fives.

COMB = np.array([[comb(card, chosen) for chosen in range(6)] for card in range(53)], np.int64)
OUT_OF_6 = np.array(list(combinations(range(6), 4)), np.int64)  # which four of the first six go with the seventh


@kernel
def _six(first: int, deck: int, fives: U16, comb_: I64, cards: U8, best: U16) -> int:
    """All six of the deck whose lowest is ``first``, and the greatest of their six fives."""
    hand = np.empty(6, np.int64)
    hand[0] = first
    found = 0
    for b in range(first + 1, deck):
        hand[1] = b
        for c in range(b + 1, deck):
            hand[2] = c
            for d in range(c + 1, deck):
                hand[3] = d
                for e in range(d + 1, deck):
                    hand[4] = e
                    for f in range(e + 1, deck):
                        hand[5] = f
                        greatest = 0
                        for away in range(6):
                            at, chosen = 0, 0
                            for place in range(6):
                                if place != away:
                                    chosen += 1
                                    at += comb_[hand[place], chosen]
                            greatest = max(greatest, fives[at])
                        for place in range(6):
                            cards[found, place] = hand[place]
                        best[found] = greatest
                        found += 1
    return found


@kernel
def _seven(first: int, second: int, deck: int, fives: U16, comb_: I64, fours: I64, cards: U8, best: U16) -> int:
    """All seven of the deck whose lowest two are given, and the greatest of their 21 fives."""
    hand = np.empty(7, np.int64)
    hand[0], hand[1] = first, second
    at_four = np.empty(15, np.int64)
    found = 0
    for c in range(second + 1, deck):
        hand[2] = c
        for d in range(c + 1, deck):
            hand[3] = d
            for e in range(d + 1, deck):
                hand[4] = e
                for f in range(e + 1, deck):
                    hand[5] = f
                    without = 0  # the six fives without the seventh card
                    for away in range(6):
                        at, chosen = 0, 0
                        for place in range(6):
                            if place != away:
                                chosen += 1
                                at += comb_[hand[place], chosen]
                        without = max(without, fives[at])
                    for way in range(15):
                        at = 0
                        for place in range(4):
                            at += comb_[hand[fours[way, place]], place + 1]
                        at_four[way] = at
                    for g in range(f + 1, deck):
                        greatest, at = without, comb_[g, 5]
                        for way in range(15):
                            greatest = max(greatest, fives[at + at_four[way]])
                        for place in range(6):
                            cards[found, place] = hand[place]
                        cards[found, 6] = g
                        best[found] = greatest
                        found += 1
    return found


def every_six(with_joker: bool, wheel_lowest: bool, fives: U16) -> bool | str:
    deck = 53 if with_joker else 52
    cards, best = np.empty((comb(deck - 1, 5), 6), np.uint8), np.empty(comb(deck - 1, 5), np.uint16)
    seen = 0
    for first in range(deck):
        found = _six(first, deck, fives, COMB, cards, best)
        orders = np.empty(found, np.uint16)
        kernels.rank_batch(cards[:found], kernels.rank_table(6, with_joker, wheel_lowest), orders)
        if not np.array_equal(orders, best[:found]):
            return names(cards[:found][orders != best[:found]][0].tolist())
        seen += found
    return seen == comb(deck, 6) or f"{seen:,} hands"


def every_seven(with_joker: bool, wheel_lowest: bool, fives: U16, counts: I64, other: Callable[[U8, U16], bool]) -> bool | str:
    """Compares every hand of seven, counts orders into ``counts``, and lets another evaluator see cards and orders."""
    deck = 53 if with_joker else 52
    cards, best = np.empty((comb(deck - 2, 5), 7), np.uint8), np.empty(comb(deck - 2, 5), np.uint16)
    for first in range(deck):
        for second in range(first + 1, deck):
            found = _seven(first, second, deck, fives, COMB, OUT_OF_6, cards, best)
            orders = np.empty(found, np.uint16)
            kernels.rank_batch(cards[:found], kernels.rank_table(7, with_joker, wheel_lowest), orders)
            if not np.array_equal(orders, best[:found]):
                return names(cards[:found][orders != best[:found]][0].tolist())
            if not other(cards[:found], orders):
                return f"another evaluator differs among the hands from {names([first, second])} up"
            counts += np.bincount(orders, minlength=7464)
    return int(counts.sum()) == comb(deck, 7) or f"{counts.sum():,} hands"


def by_category(counts: I64, wheel_lowest: bool) -> dict[str, int]:
    found = np.bincount(kernels.scale(wheel_lowest).categories, weights=counts, minlength=11).astype(int).tolist()
    return dict(zip(CATEGORY_NAMES, found, strict=True))


# --- An evaluator by other hands, called in its compiled form.


def phevaluator_agrees() -> Callable[[U8, U16], bool]:
    import numba
    from phevaluator import _pheval

    evaluate = ctypes.CDLL(_pheval.__file__).evaluate_7cards
    evaluate.argtypes, evaluate.restype = [ctypes.c_int] * 7, ctypes.c_int

    @numba.njit(nogil=True)
    def agrees(cards: U8, orders: U16) -> bool:
        for hand in range(cards.shape[0]):
            c = cards[hand]
            if orders[hand] != 7463 - evaluate(c[0], c[1], c[2], c[3], c[4], c[5], c[6]):
                return False
        return True

    return agrees


# --- Suit classes: the counts again, and the fast paths in Python.


def classes_53() -> tuple[U8, I64]:
    without, with_joker = suit_classes(7), suit_classes(7, joker=True)
    return np.concatenate([without[0], with_joker[0]]), np.concatenate([without[1], with_joker[1]]).astype(np.int64)


def python_differs(work: tuple[U8, U32, bool, bool]) -> str | None:
    """The first hand whose best five in Python are not worth what the kernels say, or are not among its cards."""
    cards, values, with_joker, wheel_lowest = work
    for hand, value in zip(cards.tolist(), values.tolist(), strict=True):
        if with_joker:
            found, five_cards = joker.best_five(hand, wheel_lowest)
            right = joker.fast_five(five_cards, wheel_lowest) == value
        else:
            found, five_cards = standard.best_five(hand)
            right = standard.rank_seven(hand) == value == standard.rank_five(five_cards)
        if not (right and found == value and len(set(five_cards)) == 5 and set(five_cards) <= set(hand)):
            return names(hand)
    return None


def python_on_classes(with_joker: bool, wheel_lowest: bool) -> bool | str:
    cards, _ = suit_classes(7, joker=with_joker)
    rank = kernels.rank_53(cards, wheel_lowest) if with_joker else kernels.rank_52(cards)
    values = kernels.scale(wheel_lowest).values[rank]
    stretches = range(0, len(cards), PART)
    work = ((cards[at : at + PART], values[at : at + PART], with_joker, wheel_lowest) for at in stretches)
    with Pool(2) as pool:
        wrong = [hand for hand in pool.imap_unordered(python_differs, work) if hand is not None]
    return not wrong or " | ".join(wrong[:5])


def class_counts_52() -> dict[str, int]:
    cards, times = suit_classes(7)
    return by_category(np.bincount(kernels.rank_52(cards), weights=times, minlength=7464).astype(np.int64), True)


def printed_53() -> dict[str, int]:
    """Every hand of seven of the 53, by suit classes, in the first printed line that it meets."""
    cards, times = classes_53()
    held = kh.held_53(cards)
    left = np.ones(len(held), bool)

    def holds(category: int) -> NDArray[np.bool_]:
        met: NDArray[np.bool_] = held >> np.uint32(category) & 1 == 1
        return met

    tests: list[Callable[[], NDArray[np.bool_]]] = [
        lambda: held & (kh.SEVEN_STRAIGHT_FLUSH | kh.HAS_JOKER) == kh.SEVEN_STRAIGHT_FLUSH,
        lambda: holds(ROYAL_FLUSH) & (held & kh.KING_QUEEN_BESIDE > 0),
        lambda: held & kh.SEVEN_STRAIGHT_FLUSH > 0,
        *[partial(holds, category) for category in (10, 9, 8, 7, 6, 5, 3, 4)],
        lambda: held & kh.THREE_PAIR > 0,
        lambda: left,
    ]
    counts = {}
    for line, test in zip(PRINTED_53, tests, strict=True):
        met = left & test()
        counts[line] = int(times[met].sum())
        left &= ~met
    return counts


def literally_otherwise(work: tuple[U8, U32]) -> str | None:
    from held_literally import literally

    cards, words = work
    for hand, word in zip(cards.tolist(), words.tolist(), strict=True):
        if literally(hand) != word:
            return names(hand)
    return None


def held_as_read() -> bool | str:
    """One hand of each pattern of ranks and flush, and each class with a straight flush: red cards are counted apart."""
    cards, _ = classes_53()
    slot, suited = kernels.places_53(cards)
    _, patterns = np.unique(slot.astype(np.int64) << 16 | suited, return_index=True)
    held = kh.held_53(cards)
    flushes = np.flatnonzero(held & (1 << STRAIGHT_FLUSH | 1 << ROYAL_FLUSH))
    chosen = np.union1d(patterns, flushes)
    work = ((cards[at], held[at]) for at in np.array_split(chosen, 100))
    with Pool(2) as pool:
        wrong = [hand for hand in pool.imap_unordered(literally_otherwise, work) if hand is not None]
    return not wrong or " | ".join(wrong[:5])


def no_other(cards: U8, orders: U16) -> bool:
    """No evaluator by other hands knows a joker rightly."""
    return True


def exact_counts_52(by_hand: I64) -> bool | str:
    found = by_category(by_hand, True)
    return (found == class_counts_52() and COUNTS_52.items() <= found.items()) or f"{found}"


def exact_counts_53() -> bool | str:
    found = printed_53()
    return found == PRINTED_53 or f"{found}"


def main() -> int:
    fives = Fives()
    prove(
        f"fast paths in Python equal to the references on all {comb(53, 5):,} hands of five, either rank of A-2-3-4-5",
        fives.ask,
    )
    prove("7,462 values of 52 cards and five aces, numbered in order", fives.scales)
    games = [
        ("52 cards", False, True),
        ("53 cards, A-2-3-4-5 second highest", True, False),
        ("53 cards, A-2-3-4-5 lowest", True, True),
    ]
    for deck, with_joker, wheel in games:
        size, orders, counts = 53 if with_joker else 52, fives.orders(wheel), np.zeros(7464, np.int64)
        six = partial(every_six, with_joker, wheel, orders)
        prove(f"{deck}: kernel equal to the reference on all {comb(size, 6):,} hands of six", six)
        also, other = ("", no_other) if with_joker else (" and to phevaluator", phevaluator_agrees())
        seven = partial(every_seven, with_joker, wheel, orders, counts, other)
        prove(f"{deck}: kernel equal to the reference{also} on all {comb(size, 7):,} hands of seven", seven)
        if not with_joker:
            prove("52 cards: exact counts, hand by hand and by suit classes", partial(exact_counts_52, counts))
    prove("53 cards: exact counts of the printed lines, by suit classes", exact_counts_53)
    prove("53 cards: what seven cards hold, as read literally, on every pattern of ranks and flush", held_as_read)
    for deck, with_joker, wheel in games:
        python = partial(python_on_classes, with_joker, wheel)
        prove(
            f"{deck}: best five in Python equal to the kernel on every suit class of seven{' with the joker' * with_joker}",
            python,
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
