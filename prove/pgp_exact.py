"""Pai Gow Poker's mathematics, proved in full: classes, house ways, brute force over small decks, best play, dealt rounds.

- The suit classes of 0 to 7 of 53 cards are as many as is known, and a house way sees nothing but the pattern: the
  policy is asked about one hand of each of the 6,972,147 classes and compared with the table.
- Every pair of hands of A to 6 and the joker (1.5 * 10^10 pairs), and of T to A and the joker, each hand set by the
  policy and each pair compared by itself, is what inclusion and exclusion counts, to the unit.
- With all 53 cards, the house ways' own settings, worked out hand by hand by the kernels of best play, are worth what
  inclusion and exclusion counts. ``--all`` does it for every dealer, rank of A-2-3-4-5 and side that banks.
- The solutions that come with the package are counted anew.
- 20,000,000 dealt rounds through the batch path, and 200,000 settled one by one, agree within four standard errors.

Prints one line for each. Half an hour on two cores; some hours with ``--all``.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.exact.pai_gow.solution import Tally

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

PROCESSES = 2
STEP = 20_000
ROUNDS = 200_000
ROWS = 20_000_000
ACE_TO_SIX = 0b1_0000_0001_1111
TEN_TO_ACE = 0b1_1111_0000_0000


@cache
def every_class(held: int) -> NDArray[np.uint16]:
    """The suit classes of seven cards, with the joker or without: (n, 4) ranks in each suit."""
    from houseway.exact.pai_gow.classes import classes

    return classes(7, held).masks


def differing(work: tuple[str, bool, int, int, int]) -> tuple[int, int]:
    """Of one stretch of suit classes: how many there are, and of how many the policy does not set what the table says."""
    from houseway.cards import JOKER
    from houseway.exact.pai_gow.numbers import numbers
    from houseway.exact.pai_gow.table import numbers_of, pattern_of, table
    from houseway.games.house_way import get

    name, wheel_lowest, held, first, last = work
    way, of, ranked = get(name), table(get(name), wheel_lowest), numbers(wheel_lowest)
    masks = every_class(held)[first:last].tolist()
    wrong = 0
    for row in masks:
        hand = [4 * rank + suit for suit, mask in enumerate(row) for rank in range(13) if mask >> rank & 1]
        hand += [JOKER] * held
        at = pattern_of(hand)
        wrong += numbers_of(way, hand, ranked) != (int(of.high[at]), int(of.low[at]))
    return len(masks), wrong


def house_ways() -> int:
    """Every shipped way, either rank of A-2-3-4-5, over all suit classes."""
    from houseway.exact.pai_gow.classes import classes
    from houseway.exact.pai_gow.table import table
    from houseway.games.house_way import NAMES, get

    counts = [sum(len(classes(size, held).masks) for held in (0, 1)) for size in range(8)]
    failed = counts != [1, 14, 182, 1_924, 18_187, 150_891, 1_097_447, 6_972_147]
    print(
        f"suit classes of 0 to 7 cards: {', '.join(f'{count:,}' for count in counts)}{': WRONG' if failed else ''}", flush=True
    )
    sizes = [(held, len(classes(7, held).masks)) for held in (0, 1)]
    for name in NAMES:
        for lowest in (False, True):
            table(get(name), lowest)  # made once, before the processes want it
            work = [
                (name, lowest, held, first, min(first + STEP, size)) for held, size in sizes for first in range(0, size, STEP)
            ]
            with ProcessPoolExecutor(PROCESSES) as pool:
                found = list(pool.map(differing, work))
            asked, wrong = (sum(column) for column in zip(*found, strict=True))
            failed = failed or wrong > 0 or asked != 6_972_147
            print(
                f"{name}, wheel {_wheel(lowest)}: {asked:,} suit classes set by the policy, {wrong} unlike the table",
                flush=True,
            )
    return int(failed)


def small_decks() -> int:
    """Brute force against inclusion and exclusion."""
    from houseway.exact.pai_gow.brute import compare_all
    from houseway.exact.pai_gow.counting import compare
    from houseway.exact.pai_gow.table import table
    from houseway.games.house_way import get

    failed = 0
    for ranks, said, player, dealer, lowest in (
        (TEN_TO_ACE, "T to A and the joker", "standard", "standard", False),
        (TEN_TO_ACE, "T to A and the joker", "foxwoods", "standard", True),
        (ACE_TO_SIX, "A to 6 and the joker", "foxwoods", "foxwoods", False),
        (ACE_TO_SIX, "A to 6 and the joker", "standard", "foxwoods", True),
    ):
        cards = 4 * ranks.bit_count() + 1
        brute = compare_all(get(player), get(dealer), lowest, ranks)
        same = np.array_equal(brute, compare(table(get(player), lowest), table(get(dealer), lowest), ranks))
        same = same and int(brute.sum()) == comb(cards, 7) * comb(cards - 7, 7)
        failed += not same
        said = f"{said}, {player} against {dealer}, wheel {_wheel(lowest)}: {int(brute.sum()):,} pairs one by one"
        print(f"{said}: {'equal' if same else 'DIFFERENT'}", flush=True)
    return failed


def two_methods(everything: bool) -> int:
    """Best play's kernels against the sieve, over the whole deck."""
    from houseway.exact.pai_gow import best_play, solve
    from houseway.games.house_way import NAMES

    failed = 0
    cases = [(NAMES[0], False, False), (NAMES[1], True, True)]
    if everything:
        cases = [(name, lowest, banking) for name in NAMES for lowest in (False, True) for banking in (False, True)]
    for dealer, lowest, banking in cases:
        began = time.monotonic()
        found = best_play(dealer, lowest, banking)
        same = all(solve(dealer, way.name, lowest).tally(banking) == way.tally for way in found.ways)
        same = same and all(way.cost >= 0 for way in found.ways)
        failed += not same
        told = ", ".join(f"{way.name} gives away {100 * float(way.cost):.4f}%" for way in found.ways)
        print(
            f"best play against {dealer}, wheel {_wheel(lowest)}, {'player' if banking else 'dealer'} banking: "
            f"{100 * float(found.expected_value):+.4f}% ({told}); two methods {'agree' if same else 'DISAGREE'} "
            f"on the house ways ({time.monotonic() - began:.0f} s)",
            flush=True,
        )
    return failed


def stored() -> int:
    """The solutions that come with the package, each counted anew."""
    import json
    from importlib.resources import files

    from houseway.exact.pai_gow.shipped import STORED, stored_solutions

    held = json.loads(files("houseway.exact.pai_gow").joinpath(STORED).read_text("utf-8"))
    anew = json.loads(json.dumps(stored_solutions()))
    same = held == anew
    print(f"stored solutions: {len(anew['solutions'])} counted anew, {'equal' if same else 'DIFFERENT'}", flush=True)
    return int(not same)


def dealt_rounds() -> int:
    """Rounds dealt at random: through the batch path, and settled one by one as any round is."""
    import houseway
    from exact_pgp.dealing import dealt_tally
    from houseway.cards import NAMES
    from houseway.exact.pai_gow.solution import Tally

    failed = 0
    for name, lowest in (("standard", False), ("foxwoods", True)):
        failed += _agrees(
            f"{ROWS:,} dealt rounds through the batch path", dealt_tally(ROWS, name, lowest, seed=645), name, lowest
        )
    random, counts = Random(645), {"win": 0, "push": 0, "lose": 0}
    for _ in range(ROUNDS):
        dealt = [NAMES[card] for card in random.sample(range(53), 14)]
        player = {"seat": 1, "cards": dealt[7:], "wagers": {"pai_gow": "20"}}
        round_ = {"game": "pai-gow-poker", "dealer": {"cards": dealt[:7]}, "players": [player]}
        line = houseway.settle(round_).to_dict()["players"][0]["lines"][0]
        counts[line["outcome"]] += 1
    return failed + _agrees(f"{ROUNDS:,} dealt rounds settled one by one", Tally(**counts), "standard", False)


def _agrees(what: str, seen: Tally, name: str, lowest: bool) -> int:
    """Prints how far a sample is off the exact counts; 1 if by four standard errors or more."""
    from exact_pgp.dealing import standard_errors
    from houseway.exact.pai_gow import solve

    off = standard_errors(seen, solve(name, wheel_lowest=lowest).tally())
    failed = any(abs(errors) >= 4 for errors in off)
    counted = zip(seen._fields, seen, off, strict=True)
    told = ", ".join(f"{outcome} {count:,} ({errors:+.2f})" for outcome, count, errors in counted)
    print(f"{what}, {name}, wheel {_wheel(lowest)}: {told} standard errors off{': TOO MANY' if failed else ''}", flush=True)
    return int(failed)


def _wheel(lowest: bool) -> str:
    return "lowest" if lowest else "second highest"


def main() -> int:
    """Everything, the shorter proofs first; 1 where one fails."""
    failed = dealt_rounds() + stored() + two_methods("--all" in sys.argv[1:]) + small_decks() + house_ways()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
