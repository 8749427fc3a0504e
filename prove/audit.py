"""The audit against the tests' own second settlement on tens of thousands of seat rows, and against itself on millions.

    python prove/audit.py [rounds]

First logs settled by the second settlement (which shares nothing with houseway), then simulated logs with planted mistakes of
every kind: every one must be found, and nothing else.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from audit import logs
from houseway import submission as filing
from houseway.audit.running import Plan, run
from houseway.audit.simulating.files import write
from houseway.audit.simulating.rounds import Habits
from second.filing import PGP, UTH


def second(game: str, rounds: int) -> None:
    """Logs of the second settlement hold no mistake."""
    submission = logs.SUBMISSIONS[game]
    with tempfile.TemporaryDirectory() as folder:
        made = logs.settled_rows(game, logs.rounds(game, range(rounds), submission), submission)
        path = logs.write_csv(Path(folder) / "log.csv", made)
        outcome = run(Plan([str(path)], filing.parse(submission)))
        if not outcome.clean:
            raise SystemExit(f"{game}: {outcome.summary()}")
    print(f"{game}: {outcome.totals.rows:,} rows of the second settlement, every line and reading the same")


def planted(game: str, rounds: int) -> None:
    """Every planted mistake is found, and nothing else."""
    submission = filing.parse({**logs.SUBMISSIONS[game], "limits": {"maximum_payout": "75000.00"}})
    with tempfile.TemporaryDirectory() as folder:
        log, truth = f"{folder}/log.parquet", f"{folder}/planted.csv"
        write(Habits(submission, rounds, seed=11, rare=0.05, big=0.01, mistakes=0.002), log, truth)
        outcome = run(Plan([log], submission, out=f"{folder}/out", allow_violations=True))

        def keys(path: str) -> set[tuple[str, str, str]]:
            with open(path, encoding="utf-8", newline="") as file:
                return {(row["round_id"], row["seat"], row["wager"]) for row in csv.DictReader(file)}

        wanted, found = keys(truth), keys(f"{folder}/out/differences.csv")
        if wanted != found or any(watch.differ for watch in outcome.watches):
            raise SystemExit(f"{game}: missed {len(wanted - found)}, false {len(found - wanted)}; {outcome.summary()}")
    print(f"{game}: {outcome.totals.rows:,} simulated rows, {len(wanted):,} planted mistakes found, 0 false")


def main() -> None:
    """Both games, both ways."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    for game, of_second in ((UTH, min(rounds, 7_000)), (PGP, min(rounds, 6_000))):
        planted(game, rounds)
        second(game, of_second)


if __name__ == "__main__":
    main()
