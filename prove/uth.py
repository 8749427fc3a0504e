"""Ultimate Texas Hold 'Em solved a second time, the long way (tests/exact_uth/long_way.py), and compared state by state.

One line a proof; the exit code is 1 when one fails. Every state there is at the river, after the flop and before it is
compared, and every outcome of every decision, under both blind tables.

Then advice with dead cards against plain brute force, and rounds dealt at random, played as the solution says and paid
by the settlement engine: every result's frequency within four standard errors.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway import settle
from houseway.cards import NAMES
from houseway.exact.side_wagers import holdem_wager
from houseway.exact.ultimate_texas_holdem import Solution, advice, flop, payouts_of, river, solve_each, tables
from houseway.exact.ultimate_texas_holdem.solved import GAME_SIZE
from houseway.exact.ultimate_texas_holdem.tables import HANDS, KINDS, PAIRS, ROWS
from houseway.regulation import UTH, law_for
from houseway.submission import parse

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from exact_uth import brute, dealing
from exact_uth.long_way import WORST, Long, Numbers, in_parts, long_folds, long_tally, numbers, solve_long

LAW = law_for(UTH)
SEED = 653
ROUNDS, ROWS_DEALT = 200_000, 20_000_000
failures: list[str] = []


def prove(proof: str, run: Callable[[], bool | str]) -> None:
    """Runs one proof and prints its line; a text is what went wrong."""
    began = time.perf_counter()
    found = run()
    wrong = found if isinstance(found, str) else "" if found else "failed"
    print(f"{'FAILED' if wrong else 'proved'}  {proof}  {wrong}({time.perf_counter() - began:.0f} s)", flush=True)
    if wrong:
        failures.append(proof)


def rivers(long: Long) -> bool:
    """The solver's counts of every board class and pair."""
    look_up = tables.tables()
    packed, category = np.zeros((ROWS, KINDS), np.int32), np.zeros((ROWS, KINDS), np.uint8)
    river.count(look_up.strength, look_up.kinds, look_up.rows, 0, ROWS, packed, category)
    boards = look_up.boards
    for number, cards in enumerate(long.boards):
        row, suit = flop.row_of(boards.triple, boards.multiset, boards.rank_pair, boards.set_index, cards.astype(np.int8))
        ones, others = np.array(list(combinations([card for card in range(52) if card not in cards], 2))).T
        found = packed[row, look_up.pairs.kind[suit, look_up.pairs.number[ones, others]]]
        if (np.stack([found & 1023, found >> 10 & 1023, found >> 20], axis=1) != long.counts[number]).any():
            return False
    return True


def flops_and_hands(known: Numbers, long: Long, solutions: list[Solution]) -> tuple[list[str], list[NDArray[np.int64]]]:
    """What is wrong with hands and totals, for each table; and the choices [flop class, pair] (0 for 4x)."""
    look_up, wrong, choices = tables.tables(), [], []
    stands_for = np.bincount(known.flop_class[known.flop_class >= 0])
    for table, solution in enumerate(solutions):
        check, staying, playing = np.moveaxis(long.cells[table], -1, 0)
        doubled = staying + 2 * playing
        totals = np.zeros((HANDS, 3), np.int64)
        for part, values in enumerate((np.maximum(check, doubled), staying + 3 * playing, staying + 4 * playing)):
            np.add.at(totals[:, part], look_up.pairs.hand, (stands_for[:, None] * values).sum(axis=0))
        pairs = np.bincount(look_up.pairs.hand)
        if (totals != np.array(solution.hands) * pairs[:, None]).any():
            wrong.append(f"hands of table {solution.payouts.table.letter} ")
        if totals.max(axis=1).sum() != solution.expected_value * 2 * GAME_SIZE:
            wrong.append(f"total of table {solution.payouts.table.letter} ")
        choice = np.where(doubled > check, 2, 1)
        choice[:, (totals[:, 2] > totals[:, 0])[look_up.pairs.hand]] = 0
        choices.append(choice)
    return wrong, choices


def cells_of_the_solver(known: Numbers, long: Long) -> bool:
    """The solver's sums of every flop class and pair, blind table A, against the long way's."""
    look_up, (flops, stands_for) = tables.tables(), flop.flop_classes()
    values, codes = dealing.river_values("A"), np.zeros((len(flops), 49, 49), np.int32)
    flop.lay_out(look_up.boards, flops, 0, len(flops), codes)
    choices, cells = np.zeros((len(flops), PAIRS), np.int8), np.zeros((PAIRS, 3), np.int64)
    totals = np.zeros((HANDS, 3), np.int64)
    for number, three in enumerate(flops.tolist()):
        flop.decide(look_up.pairs, values, flops, stands_for, codes, number, number + 1, choices, cells, totals)
        renamed = known.renamed[known.flop_renaming[tuple(three)]]
        if (cells != long.cells[0, known.flop_class[tuple(three)], renamed]).any():
            return False
    return True


def outcomes(known: Numbers, long: Long, choices: list[NDArray[np.int64]], solutions: list[Solution]) -> bool:
    """Every outcome of every decision under table A, and table B."""
    for choice, solution, blind in zip(choices, solutions, (brute.BLIND_A, brute.BLIND_B), strict=True):

        def part(start: int, stop: int, choice: Any = choice, blind: Any = blind) -> NDArray[np.int64]:
            tallies = np.zeros((4, 3, 2, 10), np.int64)
            long_tally(
                long.boards, long.times, start, stop, known.pair, known.renamed, known.flop_class, known.flop_renaming,
                WORST, long.counts, choice, blind, tallies,
            )  # fmt: skip
            return tallies

        if (sum(in_parts(len(long.boards), 5000, part)) != np.array(solution.tallies)).any():
            return False
    return True


def folded_hands(known: Numbers, long: Long, choices: list[NDArray[np.int64]], solutions: list[Solution]) -> bool:
    """Folds by category of the own flop hand, of another's, and of another's best five of seven, under both tables."""
    for choice, solution, blind in zip(choices, solutions, (brute.BLIND_A, brute.BLIND_B), strict=True):

        def part(start: int, stop: int, choice: Any = choice, blind: Any = blind) -> NDArray[np.int64]:
            found = np.zeros((3, 10), np.int64)
            long_folds(
                long.boards, long.times, start, stop, known.pair, known.renamed, known.flop_class, known.flop_renaming,
                WORST, long.counts, choice, blind, found,
            )  # fmt: skip
            return found

        found = sum(in_parts(len(long.boards), 5000, part))
        found[0] *= river.OPPONENTS
        if (found != np.array(solution.folds)).any():
            return False
    return True


def states(street: int, number: int, most_dead: int, least_dead: int = 0) -> bool:
    """Advice at random states of a street against brute force, blind tables in turn."""
    rng = random.Random(f"{SEED} {street}")
    filed = [parse(f'game = "{UTH}"\nwagers.blind.paytable = "{letter}"') for letter in "AB"]
    for state in range(number):
        own, board, dead = brute.deal(rng, street, rng.randint(least_dead, most_dead))
        free, blind = brute.free_of(own, board, dead), brute.BLINDS["AB"[state % 2]]
        if street == 5:
            expected = brute.river_values(np.array(own), np.array(board), free, blind, np.empty(6, np.int64))[:2]
        elif street == 3:
            expected = brute.flop_values(np.array(own), np.array(board), free, blind)[:2]
        else:
            expected = brute.first_values(np.array(own), free, blind)
        told = advice.advise(*[[NAMES[card] for card in part] for part in (own, board, dead)], filed[state % 2])
        ways = {5: 1, 3: 1, 0: 1}[street]
        left = free.size
        for size in {5: (2,), 3: (2, 2), 0: (3, 2, 2)}[street]:
            for factor in range(size):
                ways = ways * (left - factor) // (factor + 1)
            left -= size
        if [2 * ways * choice.expected_value for choice in told.choices] != list(expected):
            return False
    return True


def one_dead_card() -> bool:
    """A hand's 4x is the mean of its 4x over the 50 cards of which one may be known dead."""
    for own in (["As", "Kd"], ["7c", "2h"]):
        dead = [name for name in NAMES[:52] if name not in own]
        values = [advice.advise(own, "", [card]).choices[2].expected_value for card in dead]
        if sum(values, Fraction(0)) / 50 != advice.advise(own).choices[2].expected_value:
            return False
    return True


def dealt_rounds(known: Numbers, solution: Solution, choice: NDArray[np.int64]) -> str:
    """Rounds played as the solution says and paid by the settlement engine, against the solution's results."""
    rng, seen = random.Random(SEED), Counter[int]()
    for _ in range(ROUNDS):
        cards = rng.sample(range(52), 9)
        own, board, dealer = cards[:2], cards[2:7], cards[7:]
        three = tuple(sorted(board[:3]))
        chosen = choice[known.flop_class[three], known.renamed[known.flop_renaming[three], known.pair[own[0], own[1]]]]
        play = {0: 40, 2: 20}.get(int(chosen))
        if play is None:
            free = brute.free_of(own, board)
            fold, once, _ = brute.river_values(np.array(own), np.array(board), free, brute.BLIND_A, np.empty(6, np.int64))
            play = 10 if once > fold else 0
        text = [" ".join([NAMES[card] for card in part]) for part in (own, board, dealer)]
        wagers = {"ante": "10", "blind": "10", **({"play": str(play)} if play else {})}
        player = {"seat": 1, "cards": text[0], "folded": not play, "wagers": wagers}
        result = settle(
            {"game": UTH, "date": "2015-07-01", "board": text[1], "dealer": {"cards": text[2]}, "players": [player]}
        )
        seen[result.net_cents(1) // 500] += 1  # in half antes of 10.00
    return "".join(f"{wrong} " for wrong in dealing.too_far(seen, dealing.net_shares(solution, GAME_SIZE)))


def dealt_rows(known: Numbers, solution: Solution, choice: NDArray[np.int64]) -> str:
    """Rounds played as the solution says and settled over columns, against the solution and the trips wager's own sheet."""
    nets, trips = dealing.dealt(ROWS_DEALT, "A", known, choice, SEED)
    sheet = holdem_wager("trips", LAW.tables["trips"]["A"])
    wrong = dealing.too_far(nets, dealing.net_shares(solution, GAME_SIZE)) + dealing.too_far(trips, dealing.paid_shares(sheet))
    return "".join(f"{each} " for each in wrong)


def main() -> int:
    """Prints a line for each proof; 1 if one failed."""
    known = numbers()
    solutions = solve_each([payouts_of(LAW, letter) for letter in "AB"])
    held: list[Long] = []
    prove("every board and pair ranked and compared the long way: 134,459 x 1,081", lambda: not held.append(solve_long(known)))  # type: ignore[func-returns-value]
    long = held[0]
    prove("river: all counts of the solver equal the long way's", lambda: rivers(long))
    prove("flop: all 1,755 x 1,176 sums of the solver equal the long way's", lambda: cells_of_the_solver(known, long))
    wrong, choices = flops_and_hands(known, long, solutions)
    prove("before the flop: 169 hands x 3 choices and the total, both blind tables", lambda: "".join(wrong) or True)
    prove("outcomes by decision, both blind tables", lambda: outcomes(known, long, choices, solutions))
    prove("folded hands by three categories, both blind tables", lambda: folded_hands(known, long, choices, solutions))
    prove("river: advice equals brute force in 2,000 states, dead cards among them", lambda: states(5, 2000, 12))
    prove("flop: advice equals brute force in 400 states, dead cards among them", lambda: states(3, 400, 12))
    prove("before the flop: advice with dead cards equals brute force in 200 states", lambda: states(0, 200, 40, 30))
    prove("before the flop: the mean over one dead card is the stored value", one_dead_card)
    prove(
        f"{ROUNDS:,} dealt rounds through the settlement: every result within 4 standard errors",
        lambda: dealt_rounds(known, solutions[0], choices[0]) or True,
    )
    prove(
        f"{ROWS_DEALT:,} dealt rounds through the batch path: every result and every trips line within 4 standard errors",
        lambda: dealt_rows(known, solutions[0], choices[0]) or True,
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
