"""64 clients post to eight tables on one meter, with retries, duplicates at the same moment, and other content under known ids.

Then, on each database: every round is there once, the final meters equal a serial replay of the recorded order, and each
amount of each meter follows from that order. ``--rounds N`` for each client (40), ``--clients N`` (64), ``--database``,
``--seed``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--database", choices=["sqlite", "postgresql"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    from postgres import shared
    from service.crowd import crowd

    for kind in [options.database] if options.database else ["sqlite", "postgresql"]:
        with tempfile.TemporaryDirectory() as folder:
            url = str(Path(folder) / "ledger.sqlite") if kind == "sqlite" else shared().url()
            found = crowd(url, options.clients, options.rounds, options.seed)
        print(
            f"service concurrency, {kind}: {options.clients} clients, {found.rounds:,} rounds once each, {found.again:,} "
            f"repetitions answered as the first time, {found.conflicts:,} conflicts refused, {found.awards:,} awards; meters "
            "equal a serial replay, and the recorded order explains every amount",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
