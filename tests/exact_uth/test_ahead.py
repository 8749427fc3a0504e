"""A second process compiles what is not compiled yet; the solver runs with what it left in the cache."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

SOLVED = """
from houseway.exact.ultimate_texas_holdem import ahead, flop, payouts_of, river, solve
from houseway.regulation import UTH, law_for

other = ahead.start()
solution = solve(payouts_of(law_for(UTH, None), "A"))
kernels = (river.value, flop.lay_out, flop.decide, flop.spread, flop.tally)
print(other is not None and other.returncode)
print([len(kernel.signatures) for kernel in kernels])
statistics = [kernel.stats for kernel in kernels]
print(sum(sum(one.cache_hits.values()) for one in statistics), sum(sum(one.cache_misses.values()) for one in statistics))
print(solution.expected_value)
"""


def run(cache: Path) -> list[str]:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", SOLVED], env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_second_process_compiles_exactly_what_is_needed(tmp_path: Path) -> None:
    other, signatures, found, value = run(tmp_path)
    assert (other, signatures, found) == ("0", "[1, 1, 1, 1, 1]", "5 0")
    assert Fraction(value) == Fraction(-607_723_787_676, 27_813_810_024_000)  # the known total with blind table A
    other, signatures, found, again = run(tmp_path)  # the second run has nothing to compile, and starts nobody
    assert (other, signatures, found, again) == ("False", "[1, 1, 1, 1, 1]", "5 0", value)
