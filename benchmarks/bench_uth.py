"""How long Ultimate Texas Hold 'Em takes to solve, beside the same enumeration with phevaluator's compiled evaluator.

phevaluator ranks hands one by one, so its compiled function is called by its address from a compiled loop. On a seeded
sample of the 134,459 suit classes of boards it is given two jobs, each timed on one core and scaled up to all classes:
to rank all 1,081 pairs on the board, and nothing more; and to meet, for each pair, its 990 opponents one by one, as a
plain solver does. Neither decides anything yet. houseway's times are of the whole solution: both blind tables from
scratch, every decision, outcome and starting hand. Its processor seconds are of all threads together.
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray
from phevaluator import _pheval
from rich.console import Console
from rich.table import Table

from houseway.cards import NAMES
from houseway.exact.ultimate_texas_holdem import advise, payouts_of, solve, solve_each
from houseway.exact.ultimate_texas_holdem.solving import threads
from houseway.ranking.kernels_classes import suit_classes
from houseway.regulation import UTH, law_for

RANKED, MET = 4_000, 8  # boards in the samples
SEED = 653
ROUNDS = 3

_rank_seven = ctypes.CDLL(_pheval.__file__).evaluate_7cards
_rank_seven.argtypes, _rank_seven.restype = [ctypes.c_int] * 7, ctypes.c_int


@numba.njit(nogil=True)
def rank_pairs(boards: NDArray[np.int64]) -> int:
    """Ranks all pairs on each board; the sum of the ranks, so that nothing is left out."""
    total = 0
    free = np.empty(47, np.int64)
    for board in boards:
        size = 0
        for card in range(52):
            if not (board == card).any():
                free[size] = card
                size += 1
        for x in range(47):
            for y in range(x):
                total += _rank_seven(free[x], free[y], board[0], board[1], board[2], board[3], board[4])
    return total


@numba.njit(nogil=True)
def meet_opponents(boards: NDArray[np.int64]) -> int:
    """Ranks each pair's 990 opponents; how many of them are beaten."""
    beaten = 0
    free = np.empty(47, np.int64)
    for board in boards:
        size = 0
        for card in range(52):
            if not (board == card).any():
                free[size] = card
                size += 1
        for x in range(47):
            for y in range(x):
                mine = _rank_seven(free[x], free[y], board[0], board[1], board[2], board[3], board[4])
                for a in range(47):
                    for b in range(a):
                        if a != x and a != y and b != x and b != y:
                            beaten += mine < _rank_seven(free[a], free[b], board[0], board[1], board[2], board[3], board[4])
    return beaten


def timed(run: Callable[[], Any], rounds: int = ROUNDS) -> tuple[float, float]:
    """The least seconds on the clock, and of the processor, of several rounds."""
    clock, processor = [], []
    for _ in range(rounds):
        began, busy = time.perf_counter(), time.process_time()
        run()
        clock.append(time.perf_counter() - began)
        processor.append(time.process_time() - busy)
    return min(clock), min(processor)


def advice_milliseconds(board: int, dead: int, states: int) -> float:
    """The mean of advice at random states of a street, after the first."""
    rng = random.Random(SEED)
    dealt = [rng.sample(NAMES[:52], 2 + board + dead) for _ in range(states + 1)]
    began = 0.0
    for number, cards in enumerate(dealt):
        if number == 1:
            began = time.perf_counter()
        advise(cards[:2], cards[2 : 2 + board], cards[2 + board :])
    return 1000 * (time.perf_counter() - began) / states


# Programs that print their seconds, imports left out, and then the most memory they took in kB, as Linux tells it.
MEMORY = """
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
SOLVING = """
import time
from houseway.exact.ultimate_texas_holdem import payouts_of, solve_each
from houseway.regulation import UTH, law_for
law = law_for(UTH)
began = time.perf_counter()
solve_each([payouts_of(law, letter) for letter in law.tables["blind"]])
print(time.perf_counter() - began)
"""
SIDE_WAGERS = """
import time
from houseway.exact.side_wagers import all_side_wagers
from houseway.regulation import GAMES, law_for
began = time.perf_counter()
for game in GAMES:
    all_side_wagers(law_for(game))
print(time.perf_counter() - began)
"""


def whole_process(program: str, cold: bool = False, turns: int = ROUNDS) -> tuple[float, float]:
    """The least seconds of several processes, and their most memory; ``cold`` without any kernel compiled before."""
    took = []
    for _ in range(turns):
        with TemporaryDirectory() as empty:
            env = {**os.environ, "NUMBA_CACHE_DIR": empty} if cold else None
            done = subprocess.run([sys.executable, "-c", program + MEMORY], env=env, check=True, capture_output=True, text=True)
            took.append([float(word) for word in done.stdout.split()])
    return min(seconds for seconds, _ in took), max(memory for _, memory in took) / 1000


def main() -> None:
    """Prints the tables."""
    law = law_for(UTH)
    tables = [payouts_of(law, letter) for letter in law.tables["blind"]]
    classes = suit_classes(5)[0].astype(np.int64)
    chosen = np.random.default_rng(SEED).permutation(len(classes))
    ranked, met = classes[chosen[:RANKED]], classes[chosen[:MET]]
    for warm in (rank_pairs, meet_opponents):
        warm(classes[:1])
    solve(tables[0])

    one = timed(lambda: solve(tables[0]))
    both = timed(lambda: solve_each(tables))
    ranking = timed(lambda: rank_pairs(ranked))[1] * len(classes) / RANKED
    meeting = timed(lambda: meet_opponents(met), 1)[1] * len(classes) / MET

    out = Console(width=110)
    table = Table(title="Ultimate Texas Hold 'Em solved", title_justify="left", box=None, header_style="bold")
    table.add_column("What", no_wrap=True)
    for heading in ("Clock s", "Processor s", "times houseway"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, clock, processor in (
        (f"houseway, one blind table ({threads()} threads)", f"{one[0]:.2f}", one[1]),
        (f"houseway, both blind tables ({threads()} threads)", f"{both[0]:.2f}", both[1]),
        (f"phevaluator ranks every pair once (scaled from {RANKED:,} boards)", "", ranking),
        (f"phevaluator meets every opponent (scaled from {MET} boards)", "", meeting),
    ):
        table.add_row(name, clock, f"{processor:,.2f}", f"{processor / one[1]:,.2f}")
    out.print(table)
    out.print()
    table = Table(title="In a process of its own", title_justify="left", box=None, header_style="bold")
    table.add_column("What", no_wrap=True)
    for heading in ("Clock s", "Most MB"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, seconds, memory in (
        ("both blind tables, kernels kept from before", *whole_process(SOLVING)),
        ("both blind tables, kernels to be compiled", *whole_process(SOLVING, cold=True)),
        ("all side wagers of both games, every paytable", *whole_process(SIDE_WAGERS)),
    ):
        table.add_row(name, f"{seconds:.2f}", f"{memory:,.0f}")
    out.print(table)
    out.print()
    table = Table(title="Advice, milliseconds each", title_justify="left", box=None, header_style="bold")
    table.add_column("Street", no_wrap=True)
    table.add_column("ms", justify="right")
    for name, board, dead, states in (
        ("before the flop (stored)", 0, 0, 200),
        ("before the flop, 4 dead cards", 0, 4, 5),
        ("after the flop", 3, 0, 200),
        ("on the river", 5, 0, 200),
    ):
        table.add_row(name, f"{advice_milliseconds(board, dead, states):,.1f}")
    out.print(table)


if __name__ == "__main__":
    main()
