"""100,000 mutated rounds and submissions: refused with every problem, or settled rightly, and never anything else.

Half are dicts through the Python API, half damaged JSON texts; of every thousand, a few also run through the command line
as a process. What is accepted must balance, equal its plain form, and equal the tests' second settlement. Prints one line;
the exit code is 1 when an input is answered wrongly. ``--inputs N`` for more or fewer, ``--seed N`` to begin elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

EVERY = 500  # one input in so many is also given to the command line


def main(arguments: list[str] | None = None) -> int:
    from gate.mutating import Wrong, case_of, judge
    from gate.processes import judge_process

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    options = parser.parse_args(arguments)
    answers: Counter[str] = Counter()
    wrong = 0
    for seed in range(options.seed, options.seed + options.inputs):
        case = case_of(seed)
        try:
            answers[judge(case)] += 1
            if seed % EVERY == 1:
                judge_process(case)
                answers["through the command line"] += 1
        except Wrong as found:
            wrong += 1
            print(f"{found}\n{case}\n", file=sys.stderr)
        except Exception as error:
            wrong += 1
            print(f"{type(error).__name__}: {error}\n{case}\n", file=sys.stderr)
        if wrong >= 10:
            break
    told = ", ".join(f"{count:,} {answer}" for answer, count in sorted(answers.items()))
    print(f"mutated rounds: {options.inputs:,} inputs, {told}, {wrong} answered wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
