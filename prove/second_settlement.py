"""20,000 generated rounds a game (ordinary, and dealt to be rare) settled by houseway and by the tests' second settlement.

Prints one line a game; the exit code is 1 when a round differs. ``--rounds N`` for more or fewer, ``--seed N`` to begin
elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

GAMES = ("ultimate-texas-holdem", "pai-gow-poker")
STEP = 100


def part(work: tuple[str, int, int]) -> str | None:
    """One stretch of seeds of one game."""
    from differential.side_by_side import first_difference

    game, start, end = work
    return first_difference(game, range(start, end))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=100_000)
    options = parser.parse_args(arguments)
    failed = False
    with Pool(2) as pool:
        for game in GAMES:
            end = options.seed + options.rounds
            work = [(game, start, min(start + STEP, end)) for start in range(options.seed, end, STEP)]
            wrong = [found for found in pool.imap_unordered(part, work) if found is not None]
            failed = failed or bool(wrong)
            for found in wrong[:5]:
                print(found, file=sys.stderr)
            verdict = "equal line by line" if not wrong else f"{len(wrong)} stretches of {STEP} with differences"
            print(f"second settlement, {game}: {options.rounds:,} rounds, {verdict}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
