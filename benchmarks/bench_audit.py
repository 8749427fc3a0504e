"""Rows a second of the audit: in memory, end to end from Parquet, beside ranking the same hands with phevaluator.

Then the most memory that an audit holds, of a log of ``--days`` days and of one four times as long: ``--days 27`` are two
hundred million rows, and take some ten gigabytes of disk and as many minutes.

phevaluator's compiled evaluator is called by its address from a compiled loop, in two threads as well, for what a settlement
ranks: each player's seven cards and each dealer's. Pai gow hands are ranked as seven of 52, for it knows no joker.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import subprocess
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
from houseway.audit.arrow import pa, pq
from houseway.audit.simulating import rounds as simulating
from houseway.audit.simulating.files import write
from houseway.regulation import PGP, UTH, law_for

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "submissions"
LONG, YEAR = 2_000_000, 200_000_000  # rows
TARGETS = {UTH: 5e6, PGP: 3e6}  # rows a second in memory
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


def end_to_end(submission: Any, log: str, folder: str) -> float:
    """Seconds from a Parquet file to the written report, the better of three; compiled and looked up before."""
    plan = running.Plan([log], submission, out=folder)

    def whole() -> None:
        report.write(running.run(plan), folder)

    whole()
    return min(timed(whole) for _ in range(3))


# The most that the process itself held: what resource.getrusage says of it begins with what its parent had held.
AUDITED_ALONE = """
import re, sys
from houseway import submission as filing
from houseway.audit import report, running
outcome = running.run(running.Plan([sys.argv[2]], filing.load(sys.argv[1]), out=sys.argv[3]))
report.write(outcome, sys.argv[3])
print(outcome.totals.rows, re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def most_memory(filed: Path, log: str, folder: str, days: int) -> tuple[int, int]:
    """Rows, and the most bytes that a process held which audited the log so many times over, each time of another day."""
    of_log = pq.read_table(log)
    of_log = of_log.drop_columns([name for name in of_log.column_names if name.startswith("meter_")])
    whole = Path(folder) / f"days-{days}"
    whole.mkdir()
    for day in range(days):
        dated = [f"2016-{1 + day // 28:02d}-{1 + day % 28:02d}"] * of_log.num_rows
        at = of_log.column_names.index("date")
        pq.write_table(of_log.set_column(at, "date", pa.array(dated)), whole / f"{day:04d}.parquet", row_group_size=1 << 17)
    said = subprocess.run(
        [sys.executable, "-c", AUDITED_ALONE, str(filed), str(whole), f"{folder}/out-{days}"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    shutil.rmtree(whole)
    return int(said[0]), int(said[1]) * 1024


def line(*cells: str) -> None:
    """One line of the table."""
    print("  ".join(cell.ljust(width) for cell, width in zip(cells, (22, 50, 6, 30), strict=True)).rstrip(), flush=True)


def measure(name: str, rounds: int, days: int, parts: list[str]) -> None:
    """One game: the ratios first, then the seconds behind them."""
    submission = filing.load(EXAMPLES / name)
    if "speed" in parts:
        memory, theirs = in_memory(submission)
        of = TARGETS[submission.game]
        million = f"{memory / 1e6:.2f} million rows/s"
        line(submission.game, "in memory, of what must be reached", f"{memory / of:.2f}", f"{million} of {of / 1e6:.0f}")
        seen = f"{theirs / 1e6:.2f} million rows/s ranked"
        line("", "in memory, of phevaluator ranking the same hands", f"{memory / theirs:.2f}", seen)
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log.parquet"
        rows, _ = write(simulating.Habits(submission, rounds, mistakes=0.00001), log)
        if "speed" in parts:
            seconds = end_to_end(submission, log, f"{folder}/out")
            million = f"{rows / seconds / 1e6:.2f} million rows/s of 2"
            line("", f"Parquet to report ({rows:,} rows), of 2 million", f"{rows / seconds / 2e6:.2f}", million)
        if "memory" in parts:
            remembered(submission.game, EXAMPLES / name, log, folder, days)


def remembered(game: str, filed: Path, log: str, folder: str, days: int) -> None:
    """What a long log takes."""
    few, held = most_memory(filed, log, folder, days)
    many, held_more = most_memory(filed, log, folder, 4 * days)
    line(
        game,
        f"most memory at {few:,} and {many:,} rows",
        f"{held_more / held:.2f}",
        f"{held / 1e9:.2f} and {held_more / 1e9:.2f} GB",
    )
    if few < LONG:  # shorter logs do not fill the batches that are under way
        return
    growth = max(0.0, (held_more - held) / (many - few))
    at_length = held_more + growth * max(0, YEAR - many)
    line("", "at 200 million rows, of 2 GB", f"{at_length / 2e9:.2f}", f"{growth:.1f} bytes a row: {at_length / 1e9:.2f} GB")


def main() -> None:
    """Both games."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=500_000, help="rounds of the log (500,000)")
    words.add_argument("--days", type=int, default=2, help="how many times over the shorter of the long logs holds it (2)")
    words.add_argument("--part", choices=("speed", "memory"), help="only this")
    words.add_argument("--game", choices=(UTH, PGP), help="only this game")
    given = words.parse_args()
    print(f"load on the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    line("game", "what", "ratio", "seen")
    for name, game in zip(SUBMISSIONS, (UTH, PGP), strict=True):
        if given.game in (None, game):
            measure(name, given.rounds, given.days, [given.part] if given.part else ["speed", "memory"])


if __name__ == "__main__":
    main()
