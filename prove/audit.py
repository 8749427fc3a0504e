"""The audit against the tests' own second settlement on tens of thousands of seat rows, and against itself on millions.

    python prove/audit.py [rounds] [--second ROUNDS] [--seed N] [--game GAME] [--kinds]

Simulated logs with planted mistakes of every kind: every one must be found, and nothing else. Then logs settled by the second
settlement, which shares nothing with houseway. Another seed is another part of the same proof: what parts count adds up.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from audit import logs
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


def main() -> None:
    """Both games, both ways."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("rounds", nargs="?", type=int, default=500_000, help="simulated rounds of each game")
    words.add_argument("--second", type=int, help="rounds of each game that the second settlement settles")
    words.add_argument("--seed", type=int, default=0, help="which part of the proof")
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


if __name__ == "__main__":
    main()
