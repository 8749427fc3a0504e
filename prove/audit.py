"""The audit against the one-round settlement, against the tests' own second settlement, and against planted mistakes.

    python prove/audit.py [rounds] [--second ROUNDS] [--seed N] [--rows ROWS] [--from BLOCK] [--game GAME] [--kinds]

Simulated logs with planted mistakes of every kind: every one must be found, and nothing else. Then logs settled by the second
settlement, which shares nothing with houseway. Then millions of generated seat rows over columns and one by one, every line
and meter the same, in blocks that go through every combination of paytables and switches. Another seed, or another block to
begin from, is another part of the same proof: what parts count adds up.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from audit import logs
from batch import sweeping
from houseway import submission as filing
from houseway.audit.running import Plan, run
from houseway.audit.simulating.files import write
from houseway.audit.simulating.rounds import Habits
from second.filing import PGP, UTH


def second(game: str, rounds: int, seed: int) -> None:
    """Logs of the second settlement hold no mistake."""
    submission = logs.SUBMISSIONS[game]
    with tempfile.TemporaryDirectory() as folder:
        made = logs.settled_rows(game, logs.rounds(game, range(seed * rounds, (seed + 1) * rounds), submission), submission)
        path = logs.write_csv(Path(folder) / "log.csv", made)
        outcome = run(Plan([str(path)], filing.parse(submission)))
        if not outcome.clean:
            raise SystemExit(f"{game}: {outcome.summary()}")
    print(f"{game}: {outcome.totals.rows:,} rows of the second settlement, every line and reading the same")


def planted(game: str, rounds: int, seed: int, kinds: bool) -> None:
    """Every planted mistake is found, and nothing else."""
    submission = filing.parse({**logs.SUBMISSIONS[game], "limits": {"maximum_payout": "75000.00"}})
    with tempfile.TemporaryDirectory() as folder:
        log, truth = f"{folder}/log.parquet", f"{folder}/planted.csv"
        write(Habits(submission, rounds, seed=11 + seed, rare=0.05, big=0.01, mistakes=0.002), log, truth)
        outcome = run(Plan([log], submission, out=f"{folder}/out", allow_violations=True))

        def keys(path: str) -> set[tuple[str, str, str]]:
            with open(path, encoding="utf-8", newline="") as file:
                return {(row["round_id"], row["seat"], row["wager"]) for row in csv.DictReader(file)}

        with open(truth, encoding="utf-8", newline="") as file:
            named = Counter(row["mistake"] for row in csv.DictReader(file))
        wanted, found = keys(truth), keys(f"{folder}/out/differences.csv")
        if wanted != found or any(watch.differ for watch in outcome.watches):
            raise SystemExit(f"{game}: missed {len(wanted - found)}, false {len(found - wanted)}; {outcome.summary()}")
    print(f"{game}: {outcome.totals.rows:,} simulated rows, {len(wanted):,} planted mistakes of {len(named)} kinds, 0 false")
    if kinds:
        for name, count in sorted(named.items()):
            print(f"    {count:8,}  {name}")


TOGETHER = 4  # blocks that one process does at a time


def _blocks(game: str, first: int) -> list[sweeping.Block]:
    return [sweeping.check(game, number) for number in range(first, first + TOGETHER)]


def equal(game: str, rows: int, begin: int, processes: int) -> None:
    """So many generated rows over columns and one by one: every line and every meter the same."""
    done, lines, at = 0, 0, begin
    won: Counter[str] = Counter()
    filed: Counter[str] = Counter()
    tell = 100_000
    with ProcessPoolExecutor(processes) as pool:
        for part in _in_order(pool, game, begin):
            for block in part:
                done, lines = done + block.rows, lines + block.lines
                won.update(block.won)
                filed.update(block.filed)
            at += len(part)
            if done >= tell:
                print(f"    {done:,} rows the same; go on with --from {at}", flush=True)
                tell += 100_000
            if done >= rows:
                break
        pool.shutdown(cancel_futures=True)
    seldom, blocks = min(filed.items(), key=lambda pair: pair[1])
    rarest, wins = min(won.items(), key=lambda pair: pair[1])
    print(
        f"{game}: {done:,} rows and {lines:,} lines of blocks {begin} to {at - 1} are the same over columns and one by one;"
        f" {len(filed)} choices, each in {blocks:,} submissions or more ({seldom}); every wager won, {rarest} {wins:,} times"
    )


def _in_order(pool: ProcessPoolExecutor, game: str, begin: int) -> Iterator[list[sweeping.Block]]:
    """Blocks without end, a few groups of them under way."""
    firsts = count(begin, TOGETHER)
    under_way = [pool.submit(_blocks, game, next(firsts)) for _ in range(6)]
    while True:
        part = under_way.pop(0).result()
        under_way.append(pool.submit(_blocks, game, next(firsts)))
        yield part


def main() -> None:
    """Both games, every way."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("rounds", nargs="?", type=int, default=500_000, help="simulated rounds of each game")
    words.add_argument("--second", type=int, help="rounds of each game that the second settlement settles")
    words.add_argument("--seed", type=int, default=0, help="which part of the proof")
    words.add_argument("--rows", type=int, default=2_000_000, help="rows of each game over columns and one by one")
    words.add_argument("--from", type=int, default=0, dest="begin", metavar="BLOCK", help="the first block of them")
    words.add_argument("--processes", type=int, default=2, help="processes for them")
    words.add_argument("--game", choices=(UTH, PGP), help="only this game")
    words.add_argument("--kinds", action="store_true", help="list how many mistakes of each kind there were")
    given = words.parse_args()
    for game, most in ((UTH, 7_000), (PGP, 6_000)):
        if given.game in (None, game):
            if given.rounds:
                planted(game, given.rounds, given.seed, given.kinds)
            of_second = min(given.rounds, most) if given.second is None else given.second
            if of_second:
                second(game, of_second, given.seed)
            if given.rows:
                equal(game, given.rows, given.begin, given.processes)


if __name__ == "__main__":
    main()
