"""How fast hands are ranked on one core, beside phevaluator's own compiled evaluator in the same run.

phevaluator has no batch call, so its compiled function is called by its address from a compiled loop over the same
array, with nothing of Python between two hands: the cheapest way there is to feed it. Its result is checked to be the
same ranking. In Python both are called once a hand with ints. The best of several rounds counts, taken in turns.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable

import numba
import numpy as np
from numpy.typing import NDArray
from phevaluator import _pheval
from rich.console import Console
from rich.table import Table

from houseway.ranking import joker, kernels, kernels_held, standard

BATCH = 4_000_000
ROUNDS = 9
ONE_BY_ONE = 100_000

Cards = NDArray[np.uint8]


def dealt(deck: int, size: int, hands: int) -> Cards:
    """Seeded random hands, a row each."""
    rng = np.random.default_rng(653)
    rows = np.empty((hands, size), np.uint8)
    for first in range(0, hands, 250_000):
        part = rng.random((min(250_000, hands - first), deck), np.float32)
        rows[first : first + 250_000] = part.argpartition(size, axis=1)[:, :size]
    return rows


def phevaluator_batch() -> Callable[[Cards, NDArray[np.uint16]], None]:
    evaluate = ctypes.CDLL(_pheval.__file__).evaluate_7cards
    evaluate.argtypes, evaluate.restype = [ctypes.c_int] * 7, ctypes.c_int

    @numba.njit(nogil=True, boundscheck=False)
    def batch(cards: Cards, ranks: NDArray[np.uint16]) -> None:
        for hand in range(cards.shape[0]):
            ranks[hand] = evaluate(
                cards[hand, 0], cards[hand, 1], cards[hand, 2], cards[hand, 3], cards[hand, 4], cards[hand, 5], cards[hand, 6]
            )  # fmt: skip

    return batch


def best_rates(hands: int, runs: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Hands a second of each, the best of several rounds in turns; the first round warms up."""
    best = dict.fromkeys(runs, float("inf"))
    for turn in range(ROUNDS + 1):
        for name, run in runs.items():
            began = time.perf_counter()
            run()
            if turn:
                best[name] = min(best[name], time.perf_counter() - began)
    return {name: hands / seconds for name, seconds in best.items()}


def show(title: str, rates: dict[str, float], beside: str) -> None:
    table = Table(title=title, title_justify="left")
    table.add_column("")
    table.add_column("hands a second", justify="right")
    table.add_column("times phevaluator", justify="right")
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rate / rates[beside]:.2f}")
    Console(width=100).print(table)


def main() -> None:
    of_52, of_53, fives = dealt(52, 7, BATCH), dealt(53, 7, BATCH), dealt(52, 5, BATCH)
    orders, ranks, held = np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint32)
    by_phevaluator = phevaluator_batch()
    table_52, table_53, table_5 = (
        kernels.rank_table(7, False, True),
        kernels.rank_table(7, True, False),
        kernels.rank_table(5, False, True),
    )
    held_table = kernels_held.held_table()
    rates = best_rates(
        BATCH,
        {
            "phevaluator, 7 of 52": lambda: by_phevaluator(of_52, ranks),
            "houseway, 7 of 52": lambda: kernels.rank_batch(of_52, table_52, orders),
            "houseway, 7 of 53 with the joker": lambda: kernels.rank_batch(of_53, table_53, orders),
            "houseway, what 7 of 53 hold": lambda: kernels_held.held_batch(of_53, *held_table, held),
            "houseway, 5 of 52 (hole cards and flop)": lambda: kernels.rank_batch(fives, table_5, orders),
        },
    )
    kernels.rank_batch(of_52, table_52, orders)
    if not (orders == 7463 - ranks).all():
        raise SystemExit("the two evaluators rank differently: no comparison")
    show(f"Batches of {BATCH:,} random hands, one core", rates, "phevaluator, 7 of 52")

    hands_52, hands_53 = of_52[:ONE_BY_ONE].tolist(), of_53[:ONE_BY_ONE].tolist()
    fives_53 = [hand[:5] for hand in hands_53]
    native = _pheval.evaluate_7cards

    def each(function: Callable[[list[int]], object], hands: list[list[int]]) -> Callable[[], object]:
        def run() -> None:
            for hand in hands:
                function(hand)

        return run

    rates = best_rates(
        ONE_BY_ONE,
        {
            "phevaluator, rank of 7 by its C function": each(lambda hand: native(*hand), hands_52),
            "houseway, rank and best five of 7 of 52": each(standard.best_five, hands_52),
            "houseway, rank of 7 of 52": each(standard.rank_seven, hands_52),
            "houseway, rank of 5 of 53": each(joker.fast_five, fives_53),
        },
    )
    show("One hand at a time, called from Python", rates, "phevaluator, rank of 7 by its C function")


if __name__ == "__main__":
    main()
