"""A process with four threads that post rounds, killed with signal 9 at random moments, on SQLite and on PostgreSQL.

After each kill everything acknowledged must be there with the answer that was given, and nothing that was never asked for; at
the end the whole record must verify. At least four kills of five must have had work in flight. ``--kills N`` (300).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    from houseway.ledger import Ledger
    from ledger.house import furnish
    from ledger.killing import Tally, check_all, kill_once, told
    from postgres import shared

    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("sqlite", "postgresql"):
            url = str(Path(folder) / "ledger.sqlite") if kind == "sqlite" else shared().url()
            with Ledger(url) as ledger:
                furnish(ledger)
            rng, tally = Random(options.seed), Tally()
            for number in range(options.kills):
                kill_once(url, f"kill-{number}", rng, tally)
            check_all(url, tally)
            said = f"{len(tally.acknowledged):,} rounds acknowledged and all there once, {tally.landed} more landed whole"
            failed = not told("ledger kill", kind, tally, f"{said}; the record verifies") or failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
