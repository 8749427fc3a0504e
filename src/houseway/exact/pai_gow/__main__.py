"""``python -m houseway.exact.pai_gow``: the main wager of Pai Gow Poker solved, as JSON; with ``--best`` also best play."""

from __future__ import annotations

import argparse
import json

from houseway.games.house_way import NAMES, get
from houseway.games.pai_gow_poker import SWITCHES
from houseway.problems import InputError


def main() -> None:
    """Print the solution of one house way against another."""
    parser = argparse.ArgumentParser(prog="python -m houseway.exact.pai_gow", description=main.__doc__)
    parser.add_argument("house_way", nargs="?", default=NAMES[0], help="the dealer's house way")
    parser.add_argument("--player", help="the player's house way, if another")
    parser.add_argument("--wheel", choices=SWITCHES["wheel"], default=SWITCHES["wheel"][0], help="the rank of A-2-3-4-5")
    parser.add_argument("--best", action="store_true", help="also best play against it (a few minutes, once)")
    parser.add_argument("--banking", action="store_true", help="best play for a player who banks")
    parser.add_argument("--recompute", action="store_true", help="pass by what was kept")
    asked = parser.parse_args()
    lowest = asked.wheel == "lowest"
    try:
        for name in (asked.house_way, asked.player):
            if name is not None:
                get(name)
    except InputError as error:
        parser.error(str(error))
    from . import best_play, solve

    out = {"main": solve(asked.house_way, asked.player, lowest, recompute=asked.recompute).to_dict()}
    if asked.best:
        out["best_play"] = best_play(asked.house_way, lowest, asked.banking).to_dict()
    print(json.dumps(out, indent=2))


if __name__ == "__main__":
    main()
