"""Recorded traces: whole rounds with their settlement as text, short enough to read in review.

``python -m traces.traces choose``, with ``tests`` on the path, picks rounds that together cover the rows, paragraphs and
switches, from the seeded generators; ``python -m traces.traces record`` settles the kept rounds again and writes the texts.
Both refuse a round on which houseway and the tests' second settlement differ: no value is kept that was not confirmed
independently.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import houseway
from differential.side_by_side import differences
from houseway.cli.page import Page
from houseway.cli.settlement_text import write_settlement
from second.generate import generate

# What the generators hardly ever deal: the player's A-2-3-4-5 against a king-high straight, where its rank decides.
WHEEL = {
    "game": "pai-gow-poker", "date": "2015-08-01", "dealer": {"cards": "9c Td Jh Qs Kc 7d 2s"},
    "players": [{"seat": 1, "cards": "Ac 2d 3h 4s 5c Kd 9h", "low": "Kd 9h", "wagers": {"pai_gow": "25"}}],
}  # fmt: skip
HERE = Path(__file__).parent
GAMES = {"uth": "ultimate-texas-holdem", "pgp": "pai-gow-poker"}
KEPT = HERE / "rounds.json"
ENOUGH = 24


def covered(result: houseway.Settlement) -> set[str]:
    """What a settled round shows: lines met, switches that decided, movements of meters, special cases."""
    shown: set[str] = set()
    for line in result.lines:
        shown.add(
            f"{line.wager} {line.outcome} {line.cite} {line.odds} {line.hand if line.outcome in ('win', 'bonus') else ''}"
        )
        shown |= {f"switch {name} {value}" for name, value in line.switches}
        if line.limited_by:
            shown.add(f"limit {line.limited_by} {line.wager}")
        for word in ("foul", "copies", "tie", "does not qualify", "divided equally", "co-banks", "folded"):
            if word in line.reason:
                shown.add(f"{line.wager}: {word}")
    shown |= {f"meter {meter.name} {movement.kind}" for meter in result.meters for movement in meter.movements}
    shown |= {f"notice {notice.where.split('.')[-1]} {notice.cite}" for notice in result.notices}
    return shown


def choose(game: str, seeds: int) -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Rounds of few seats that together show as much as possible: each time the one that adds most for its length."""
    pool = []
    for seed in range(seeds):
        round_, submission = generate(game, seed, rare=True)
        if len(round_["players"]) <= 3:
            pool.append((covered(houseway.settle(round_, submission)), round_, submission))
    left = set().union(*(shown for shown, _, _ in pool))
    kept = []
    while left and len(kept) < ENOUGH:
        shown, round_, submission = max(pool, key=lambda entry: len(entry[0] & left) / (2 + len(entry[1]["players"])))
        left -= shown
        kept.append((round_, submission))
    return kept


def text(round_: dict[str, Any], submission: dict[str, Any] | None) -> str:
    """A round, its submission and its settlement, as they are kept."""
    settled = Page(width=150)
    write_settlement(settled, houseway.settle(round_, submission))
    given = json.dumps(round_, ensure_ascii=False)
    filed = json.dumps(submission, ensure_ascii=False)
    return f"{given}\n{filed}\n\n{settled}\n"


def kept() -> dict[str, list[list[Any]]]:
    """The kept rounds by game."""
    loaded: dict[str, list[list[Any]]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return loaded


def record() -> None:
    """Write every trace again, after the second settlement has confirmed it."""
    for short, rounds in kept().items():
        for number, (round_, submission) in enumerate(rounds, 1):
            wrong = differences(round_, submission)
            if wrong:
                raise SystemExit(f"{short}-{number:02d} is not confirmed: {wrong}")
            (HERE / f"{short}-{number:02d}.txt").write_text(text(round_, submission), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["choose"]:
        chosen = {short: choose(game, 3000) for short, game in GAMES.items()}
        chosen["pgp"].append((WHEEL, None))
        lines = [
            f'"{short}": [\n' + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries) + "\n]"
            for short, entries in chosen.items()
        ]
        KEPT.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
    record()
