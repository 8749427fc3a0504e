"""The ledger against its plain model: the random histories that the tests draw, more of them and longer, on both databases.

Prints one line a database. ``--examples N`` histories of 50 steps (80; on PostgreSQL a quarter of them).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=80)
    options = parser.parse_args(arguments)
    from hypothesis import HealthCheck, settings
    from hypothesis.stateful import run_state_machine_as_test

    from ledger.test_model import House

    for kind, examples in (("sqlite", options.examples), ("postgresql", max(1, options.examples // 4))):
        machine = type("Drawn", (House,), {"kind": kind})
        wide = settings(
            max_examples=examples,
            stateful_step_count=50,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        run_state_machine_as_test(machine, settings=wide)
        print(f"ledger model, {kind}: {examples} random histories, meters and records equal at every step", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
