"""Rows a second of the audit: in memory, end to end from Parquet, beside ranking the same hands with phevaluator.

    python benchmarks/bench_audit.py [rounds]

phevaluator's compiled evaluator is called by its address from a compiled loop, in two threads as well, for what a settlement
ranks: each player's seven cards and each dealer's. Pai gow hands are ranked as seven of 52, for it knows no joker.
"""

from __future__ import annotations

import ctypes
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
from phevaluator import _pheval

from houseway import submission as filing
from houseway.audit import report, running
from houseway.audit.arrow import pq
from houseway.audit.simulating import rounds as simulating
from houseway.audit.simulating.files import write
from houseway.regulation import UTH, law_for

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "submissions"
SUBMISSIONS = ("ultimate-texas-holdem.toml", "pai-gow-poker-fortune.toml")


def timed(do: Callable[[], object]) -> float:
    """Seconds of one run."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def phevaluator_batch() -> Any:
    """phevaluator over rows of seven cards."""
    evaluate = ctypes.CDLL(_pheval.__file__).evaluate_7cards
    evaluate.argtypes, evaluate.restype = [ctypes.c_int] * 7, ctypes.c_int

    @numba.njit(nogil=True, boundscheck=False)
    def batch(cards: Any, ranks: Any) -> None:
        for hand in range(cards.shape[0]):
            ranks[hand] = evaluate(
                cards[hand, 0], cards[hand, 1], cards[hand, 2], cards[hand, 3], cards[hand, 4], cards[hand, 5], cards[hand, 6]
            )  # fmt: skip

    return batch


def ranked_hands(part: Any) -> Any:
    """The seven cards of every player and every dealer of some rows."""
    if hasattr(part, "board"):
        seven = np.concatenate((part.cards, part.board[part.round]), axis=1)
        theirs = np.concatenate((part.dealer, part.board), axis=1)
    else:
        seven, theirs = part.cards, part.dealer
    return np.minimum(np.concatenate((seven, theirs)), 51)


def in_memory(submission: Any) -> tuple[float, float]:
    """Rows a second settled by two threads, and ranked by phevaluator in two threads."""
    game = running.game_module(submission.game)
    of = game.tables(law_for(submission.game, None), submission)
    deal = simulating._holdem if submission.game == UTH else simulating._pai_gow
    size = 100_000
    parts = [deal(simulating.Habits(submission, size), np.random.default_rng(seed), size * seed, size)[0] for seed in range(4)]
    hands = [ranked_hands(part) for part in parts]
    ranks = [np.empty(len(each), np.uint16) for each in hands]
    theirs = phevaluator_batch()
    n = sum(len(part.round) for part in parts)
    game.settle(parts[0], of)
    theirs(hands[0], ranks[0])
    with ThreadPoolExecutor(2) as pool:
        settled, ranked = [], []
        for _ in range(5):  # in turns, so that both see the same machine
            settled.append(timed(lambda: list(pool.map(lambda part: game.settle(part, of), parts))))
            ranked.append(timed(lambda: list(pool.map(theirs, hands, ranks))))
    return n / min(settled), n / min(ranked)


def end_to_end(name: str, rounds: int) -> None:
    """From a Parquet file to the report."""
    submission = filing.load(EXAMPLES / name)
    memory, theirs = in_memory(submission)
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log.parquet"
        rows, _ = write(simulating.Habits(submission, rounds, mistakes=0.00001), log)
        plan = running.Plan([log], submission, out=f"{folder}/out")
        running.run(running.Plan([log], submission))

        def whole() -> None:
            report.write(running.run(plan), f"{folder}/out")

        seconds = min(timed(whole) for _ in range(2))
        size = pq.read_metadata(log).num_rows
        if size != rows:
            raise SystemExit("the log is not whole")
    print(f"{submission.game}: in memory {memory / 1e6:.2f} million rows/s; phevaluator ranks the hands of "
          f"{theirs / 1e6:.2f} million rows/s (ratio {memory / theirs:.1f})")  # fmt: skip
    print(f"{submission.game}: end to end with a report, {rows:,} rows at {rows / seconds / 1e6:.2f} million rows/s")


def main() -> None:
    """Both games."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    for name in SUBMISSIONS:
        end_to_end(name, rounds)
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
