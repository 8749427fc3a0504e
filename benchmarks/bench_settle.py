"""How fast a round is settled: one six-seat round through the Python API, and the commands as whole processes.

The first part settles a round of each game from dicts, submission included, to the promised dict, everything explained, and
gives median and 99th percentile. The second gives the commands as ratios to a bare ``python -c pass`` of the same run, taken
in turns; the least of all turns counts for each, which is what the machine can do when nobody else disturbs it.
``--turns N`` for more or fewer; ``--profile`` prints where the time of a settlement goes.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway import settle
from houseway.cards import NAMES

ROOT = Path(__file__).parent.parent
AIMS = {"ultimate-texas-holdem": 1_000, "pai-gow-poker": 5_000}  # median microseconds to stay under
WARM_UP = 100  # settlements before the clock runs
UTH_SUBMISSION: dict[str, Any] = {
    "game": "ultimate-texas-holdem", "certificate_holder": "Example Casino", "effective": "2015-07-01",
    "limits": {"maximum_payout": "60000.00"},
    "wagers": {
        "ante": {"minimum": "5.00"}, "blind": {"paytable": "A"}, "trips": {"paytable": "C", "minimum": "5.00"},
        "progressive": {
            "amounts": ["1.00", "5.00"],
            "meter": {"initial": "10000.00", "reset": "10000.00", "rate_of_progression": "22%"},
        },
        "five_card_bonus": {
            "magic_card": True, "lucky_bonus": True,
            "meter": {"initial": "10000.00", "reset": "10000.00", "rate_of_progression": "15%"},
        },
    },
}  # fmt: skip
PGP_SUBMISSION: dict[str, Any] = {
    "game": "pai-gow-poker", "certificate_holder": "Example Casino", "effective": "2015-07-01", "variant": "fortune",
    "house_way": "standard", "limits": {"maximum_payout": "100000.00"},
    "wagers": {
        "pai_gow": {"minimum": "5.00", "vigorish_rounding": "exact"}, "fortune_bonus": {"paytable": "A", "minimum": "1.00"},
        "emperors_treasure": {"paytable": "A", "minimum": "1.00"}, "insurance": {"paytable": "C", "minimum": "1.00"},
        "progressive": {
            "amounts": ["1.00"], "meter": {"initial": "2000.00", "reset": "2000.00", "rate_of_progression": "10%"},
        },
        "queens_dragon": {"minimum": "1.00"}, "dynasty_bonus": {"minimum": "1.00"}, "protection": {"minimum": "1.00"},
        "red_black": {"minimum": "1.00"},
    },
}  # fmt: skip


def uth_round(seed: int) -> dict[str, Any]:
    """Six players with every wager, one of them folded."""
    deck = [*NAMES[:52]]
    random.Random(seed).shuffle(deck)
    wagers = {"ante": "10", "blind": "10", "play": "20", "trips": "5", "progressive": "1"}
    wagers |= {"five_card_bonus_player": "1", "five_card_bonus_dealer": "1"}
    players = [{"seat": n + 1, "cards": deck[7 + 2 * n : 9 + 2 * n], "folded": False, "wagers": {**wagers}} for n in range(6)]
    del players[5]["wagers"]["play"]  # type: ignore[attr-defined]
    players[5]["folded"] = True
    return {
        "game": "ultimate-texas-holdem", "date": "2015-08-01", "round_id": str(seed), "board": " ".join(deck[:5]),
        "dealer": {"cards": " ".join(deck[5:7])}, "players": players,
        "meters": {"progressive": "12345.67", "five_card_bonus": "10000.00"}, "magic_card": deck[7], "lucky_position": "dealer",
    }  # fmt: skip


def pgp_round(seed: int) -> dict[str, Any]:
    """Six players with every wager, three of them set by the house way."""
    deck = [*NAMES]
    random.Random(seed).shuffle(deck)
    sides = ("fortune_bonus", "emperors_treasure", "insurance", "queens_dragon", "dynasty_bonus", "protection")
    players: list[dict[str, Any]] = []
    for n in range(6):
        hand = deck[7 * n + 7 : 7 * n + 14]
        wagers = {"pai_gow": "25", **dict.fromkeys(sides, "5"), "progressive": "1", "red" if n % 2 else "black": "5"}
        players.append({"seat": n + 1, "cards": " ".join(hand), "wagers": wagers})
        if n % 2:
            players[n]["low"] = " ".join(sorted(hand, key=lambda card: "23456789TJQKA".find(card[0]))[4:6])
    return {
        "game": "pai-gow-poker", "date": "2015-08-01", "round_id": str(seed), "dealer": {"cards": " ".join(deck[:7])},
        "players": players, "meters": {"progressive": "2345.67"},
    }  # fmt: skip


def micros(run: Callable[[int], object], turns: int) -> tuple[float, float]:
    """Median and 99th percentile of the time of one call, in microseconds; every turn is another round."""
    for turn in range(WARM_UP):
        run(turn)
    took = []
    for turn in range(WARM_UP, WARM_UP + turns):
        began = time.perf_counter_ns()
        run(turn)
        took.append(time.perf_counter_ns() - began)
    took.sort()
    return took[len(took) // 2] / 1_000, took[len(took) * 99 // 100] / 1_000


def settlements(turns: int) -> dict[str, Callable[[int], object]]:
    """One settlement of each game, by its turn; each turn has a round of its own."""
    uth, pgp = ([make(seed) for seed in range(WARM_UP + turns)] for make in (uth_round, pgp_round))
    return {
        "ultimate-texas-holdem": lambda turn: settle(uth[turn], UTH_SUBMISSION).to_dict(),
        "pai-gow-poker": lambda turn: settle(pgp[turn], PGP_SUBMISSION).to_dict(),
    }


def processes(turns: int) -> dict[str, float]:
    """The least time of each command as a whole process, in seconds, taken in turns after one that warms up."""
    python, houseway = [sys.executable], [sys.executable, "-m", "houseway.cli.main"]
    script = Path(sys.executable).with_name("houseway")
    if script.exists():
        houseway = [str(script)]
    uth, pgp = (str(ROOT / "examples" / "rounds" / f"{name}.json") for name in ("uth-royal", "pgp-joker"))
    submission = str(ROOT / "examples" / "submissions" / "ultimate-texas-holdem.toml")
    commands = {
        "python -c pass": [*python, "-c", "pass"],
        "houseway --help": [*houseway, "--help"],
        "houseway settle, UTH": [*houseway, "settle", uth],
        "houseway settle, UTH, as JSON": [*houseway, "settle", uth, "--format", "json"],
        "houseway settle, UTH, with a submission": [*houseway, "settle", uth, "--submission", submission],
        "houseway settle, PGP": [*houseway, "settle", pgp],
        "houseway settle, PGP, as JSON": [*houseway, "settle", pgp, "--format", "json"],
    }
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: compiled once
    least = dict.fromkeys(commands, float("inf"))
    for turn in range(turns + 1):
        for name, command in commands.items():
            began = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
            if turn:
                least[name] = min(least[name], time.perf_counter() - began)
    return least


def profile() -> None:
    """Where the time of a settlement goes."""
    import cProfile
    import pstats

    for name, run in settlements(400).items():
        run(0)
        profiler = cProfile.Profile()
        profiler.enable()
        for turn in range(400):
            run(turn)
        profiler.disable()
        print(name)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(18)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--process-turns", type=int, default=20)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args(arguments)
    if options.profile:
        profile()
        return
    for name, run in settlements(options.turns).items():
        median, slow = micros(run, options.turns)
        print(f"one settlement of six seats, {name:<22} median {median:7,.0f} µs   p99 {slow:7,.0f} µs   aim {AIMS[name]:,} µs")
    least = processes(options.process_turns)
    bare = least["python -c pass"]
    for name, took in least.items():
        print(f"{name:<42} {took * 1_000:7.1f} ms   {took / bare:5.1f} times a bare interpreter")


if __name__ == "__main__":
    main()
