"""The two house ways, on every pattern of seven cards and either rank of A-2-3-4-5, equal to the tests' literal version.

A pattern is the seven ranks, whether the joker is among them, and where five of a suit (or four and the joker) are held,
which cards of that suit: all that a setting's worth can depend on. The 154,143,080 hands have 292,253 of them. Prints
one line a way and rank of A-2-3-4-5; the exit code is 1 when a pattern differs.
"""

from __future__ import annotations

import sys
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

STEP = 2_000


def part(work: tuple[str, bool, list[tuple[int, ...]]]) -> str | None:
    """One stretch of hands: the first that is set otherwise than literally."""
    from house_way.literal import LITERAL
    from houseway.cards import names
    from houseway.games import house_way
    from houseway.ranking.joker import fast_five, rank_two

    name, wheel_lowest, hands = work
    way, literal = house_way.get(name), LITERAL[name]
    for hand in hands:
        high, low, row = way.set(hand, wheel_lowest)
        right = literal(hand, wheel_lowest)
        if sorted(high + low) != sorted(hand) or (fast_five(high, wheel_lowest), rank_two(low)) != right:
            return f"{name}: {names(hand)} set as {names(high)} and {names(low)} by {row!r}; literally {right}"
    return None


def main() -> int:
    from houseway.exact.pai_gow.table import hands
    from houseway.games import house_way

    every = list(hands())
    stretches = [every[start : start + STEP] for start in range(0, len(every), STEP)]
    failed = False
    with Pool(2) as pool:
        for name in house_way.NAMES:
            for wheel_lowest in (False, True):
                work = [(name, wheel_lowest, stretch) for stretch in stretches]
                wrong = [found for found in pool.imap_unordered(part, work) if found is not None]
                failed = failed or bool(wrong)
                for found in wrong[:5]:
                    print(found, file=sys.stderr)
                wheel = "lowest" if wheel_lowest else "second highest"
                verdict = f"{len(wrong)} stretches of {STEP} with differences" if wrong else "equal to the literal version"
                print(f"house way {name}, A-2-3-4-5 {wheel}: {len(every):,} patterns, {verdict}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
