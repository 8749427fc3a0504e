"""How fast Pai Gow Poker is solved, beside brute force in the same run.

The reference is the plainest way: compare every pair of hands of a small deck, one by one, in the compiled loop that the
proofs use. Its pairs a second are measured, and so the time that it would need for the 8,250,459,031,214,400 pairs of the
whole deck; the ratio to the time of inclusion and exclusion is printed. Best play is measured over a seeded part of its
67,600 pieces. Kernels are compiled, and tables made, before anything is timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from houseway.cards import names
from houseway.exact.pai_gow import advise, patterns
from houseway.exact.pai_gow.best import worker
from houseway.exact.pai_gow.best_kernels import PER_WAY, WAYS
from houseway.exact.pai_gow.brute import compare_all
from houseway.exact.pai_gow.counting import compare
from houseway.exact.pai_gow.running import threads
from houseway.exact.pai_gow.solution import PAIRS
from houseway.exact.pai_gow.table import table
from houseway.games.house_way import get

SMALL = 0b1_1111_0000_0000  # T to A and the joker: 399,072,960 pairs
PART = 400  # of the plain patterns
HANDS = 20


def seconds(run: Callable[[], object]) -> float:
    """The time of one call."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def main() -> None:
    way, other = get("standard"), get("foxwoods")
    of, others = table(way), table(other)
    small = 0b1_0000_0000_0111
    compare(of, of, small)
    compare_all(way, way, False, small)
    brute = seconds(lambda: compare_all(way, way, False, SMALL)) - seconds(lambda: compare_all(way, way, False, small))
    pairs = int(compare(of, of, SMALL).sum())
    alike = seconds(lambda: compare(of, of))
    different = seconds(lambda: compare(of, others))

    out = np.zeros((patterns.PLAIN, WAYS + 2 * PER_WAY), np.int64)
    work = worker(of, [of, others])
    work(0, 1, out)
    chosen = Random(645).sample(range(patterns.PLAIN), PART)
    best = seconds(lambda: [work(at, at + 1, out) for at in chosen]) * patterns.PLAIN / PART / threads()

    random = Random(13)
    dealt = [random.sample(range(53), 7) for _ in range(HANDS)]
    advised = seconds(lambda: [advise(names(hand)) for hand in dealt]) / HANDS

    rate = pairs / brute
    shown = Table(title=f"Pai Gow Poker on {threads()} threads", box=None)
    for heading in ("", "seconds", "pairs a second", "beside brute force"):
        shown.add_column(heading, justify="left" if not heading else "right")
    shown.add_row("brute force, T to A and the joker", f"{brute:.1f}", f"{rate:.2e}", "1")
    for name, took in (("a house way against itself", alike), ("one against another", different)):
        shown.add_row(name, f"{took:.1f}", f"{PAIRS / took:.2e}", f"{PAIRS / took / rate:,.0f}")
    shown.add_row("best play, from a part of it", f"{best:.0f}", f"{PAIRS / best:.2e}", f"{PAIRS / best / rate:,.0f}")
    shown.add_row("advice for seven cards", f"{advised:.3f}", "", "")
    Console(width=110).print(shown)


if __name__ == "__main__":
    main()
