"""10,000 mutated submission files: every problem at its line, or the file refused as unreadable, and never a traceback.

Prints one line; the exit code is 1 at the first file that is answered wrongly. ``--files N`` for more or fewer, ``--seed N``
to begin elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))


def main(arguments: list[str] | None = None) -> int:
    from submission.mutating import Wrong, cases, judge

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1_000)
    options = parser.parse_args(arguments)
    answers: Counter[str] = Counter()
    for case in cases(options.seed, options.files):
        try:
            answers[judge(case)] += 1
        except Wrong as error:
            print(f"mutated submissions: {error}")
            return 1
    told = ", ".join(f"{count:,} {answer}" for answer, count in sorted(answers.items()))
    print(f"mutated submissions: {options.files:,} files answered rightly ({told})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
