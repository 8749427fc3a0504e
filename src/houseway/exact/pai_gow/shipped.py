"""Solutions that come with the package: the shipped house ways against each other, under either rank of A-2-3-4-5.

They are what ``solution.solve`` finds when it counts; a test counts one anew, ``prove/pgp_exact.py`` all of them. A way is
known by name and version here: a row that changes changes the version.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from houseway.games.house_way import NAMES, HouseWay, get

STORED = "solutions.json"

Counts = list[list[list[int]]]


def shipped(dealer: HouseWay, player: HouseWay, wheel_lowest: bool) -> Counts | None:
    """The (11, 3, 3) counts of a player against a dealer, or None where a way is not one that ships."""
    if any(way.name not in NAMES or get(way.name) is not way for way in (dealer, player)):
        return None
    stored = json.loads(files(__package__).joinpath(STORED).read_text("utf-8"))
    wanted = _key(dealer, player, wheel_lowest)
    for solution in stored["solutions"]:
        if {name: solution[name] for name in wanted} == wanted:
            counts: Counts = solution["counts"]
            return counts
    return None


def _key(dealer: HouseWay, player: HouseWay, wheel_lowest: bool) -> dict[str, Any]:
    return {
        "house_way": [dealer.name, dealer.version],
        "player_house_way": [player.name, player.version],
        "wheel_lowest": wheel_lowest,
    }


def stored_solutions() -> dict[str, Any]:
    """What the stored file should hold: every pair of shipped ways counted anew (a minute or two)."""
    from .solution import solve

    solutions = []
    for wheel_lowest in (False, True):
        for dealer in map(get, NAMES):
            for player in map(get, NAMES):
                counts = solve(dealer, player, wheel_lowest, recompute=True).counts
                solutions.append({**_key(dealer, player, wheel_lowest), "counts": counts})
    about = (
        "Pairs of hands by category of the player's high hand, then by how high and low hands compare; by stored_solutions()."
    )
    return {"about": about, "solutions": solutions}


def write() -> None:
    """Write the stored file of this source tree anew: ``python -m houseway.exact.pai_gow.shipped``."""
    from pathlib import Path

    said = json.dumps(stored_solutions(), indent=None, separators=(",", ":"))
    said = said.replace('{"house_way"', '\n{"house_way"').replace('"counts":', '"counts":\n ')
    Path(__file__).with_name(STORED).write_text(said + "\n", "utf-8")


if __name__ == "__main__":
    write()
