"""Kills the service under load, hundreds of times on each database, and asks the ledger for everything it had acknowledged.

Six clients post rounds, in one step and in two, and read meters; the server process is killed with signal 9 at a random moment
and started again. After each life what it had acknowledged must be there, as answered; in the end the whole record verifies,
holds every round once and none that was not sent, and equals a serial replay of what was sent, meters to the millionth of a
cent. Four kills of five must have had a request in flight. Then PostgreSQL itself is stopped and started under load.
``--kills N`` (300), ``--restarts N`` of PostgreSQL (20), ``--database sqlite|postgresql`` (both), ``--seed N``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--database", choices=["sqlite", "postgresql"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    from ledger.killing import told
    from service.killing import campaign

    failed = False
    for kind in [options.database] if options.database else ["sqlite", "postgresql"]:
        with tempfile.TemporaryDirectory() as folder:
            tally = campaign(kind, Path(folder), options.kills, options.seed, options.restarts if kind == "postgresql" else 0)
        restarts = f"{tally.restarts} restarts of the database ({tally.unavailable} answers 503); " if tally.restarts else ""
        said = f"{tally.acknowledged:,} rounds acknowledged and all there once, {tally.untold} more landed whole"
        replayed = f"the record verifies, {tally.rounds:,} rounds and the meters equal a serial replay"
        failed = not told("service kill", kind, tally, f"{restarts}{said}; {replayed}") or failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
