"""A small house for the ledger's tests: two tables of Ultimate Texas Hold 'Em on the same two meters, one of pai gow."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from houseway.ledger import Ledger
from houseway.submission import Submission, load
from second import deals

UTH, PGP = "ultimate-texas-holdem", "pai-gow-poker"
EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "submissions"
SUITS = "cdhs"


def filed(name: str = "ultimate-texas-holdem") -> Submission:
    """One of the example submissions."""
    return load(EXAMPLES / f"{name}.toml")


def furnish(ledger: Ledger) -> dict[str, str]:
    """File the examples, make meters and tables; returns the ids of the submissions by game."""
    ids = {}
    for game, name in ((UTH, "ultimate-texas-holdem"), (PGP, "pai-gow-poker-fortune")):
        ids[game] = ledger.file_submission(filed(name), by="manager").id
    ledger.create_meter("uth-progressive", "progressive", ids[UTH], by="manager")
    ledger.create_meter("uth-bonus", "five_card_bonus", ids[UTH], by="manager")
    ledger.create_meter("pgp-progressive", "progressive", ids[PGP], by="manager")
    for table in ("T1", "T2"):
        ledger.create_table(table, UTH, by="manager", meters={"progressive": "uth-progressive", "five_card_bonus": "uth-bonus"})
    ledger.create_table("P1", PGP, by="manager", meters={"progressive": "pgp-progressive"})
    return ids


def cents(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02d}"


def holdem(rng: Random, table: str, round_id: str, *, rare: bool = False, seats: int | None = None) -> dict[str, Any]:
    """A whole round of Ultimate Texas Hold 'Em with every wager here and there."""
    taken = sorted(rng.sample(range(1, 7), seats or rng.randrange(1, 7)))
    hands, board = deals.holdem(rng, len(taken) + 1, rare)
    players = []
    for seat, hand in zip(taken, hands[1:], strict=True):
        ante = rng.choice([500, 1000, 2500, 750])
        wagers = {"ante": cents(ante), "blind": cents(ante)}
        if rng.random() < 0.8:
            wagers["play"] = cents(ante * rng.choice([1, 2, 3, 4]))
        for name, amounts in (
            ("trips", [500, 1000]), ("progressive", [100, 500]),
            ("five_card_bonus_player", [100, 333, 1000]), ("five_card_bonus_dealer", [100, 777]),
        ):  # fmt: skip
            if rng.random() < 0.7:
                wagers[name] = cents(rng.choice(amounts))
        players.append({"seat": seat, "cards": " ".join(hand), "wagers": wagers})
    round_: dict[str, Any] = {
        "game": UTH, "table": table, "round_id": round_id, "date": f"2015-07-{rng.randrange(1, 29):02d}",
        "board": " ".join(board), "dealer": {"cards": " ".join(hands[0])}, "players": players,
        "time": f"2015-07-01T20:{rng.randrange(60):02d}:00-04:00",
    }  # fmt: skip
    if rng.random() < 0.2:
        round_["payment_order"] = rng.sample(taken, len(taken))
    if rng.random() < 0.2:
        rng.choice(players)["void"] = True
    if rng.random() < 0.1:
        round_["magic_card"] = hands[1][0]
    return round_


def pai_gow(rng: Random, table: str, round_id: str, *, rare: bool = False) -> dict[str, Any]:
    """A whole round of pai gow poker."""
    taken = sorted(rng.sample(range(1, 7), rng.randrange(1, 7)))
    hands = deals.pai_gow(rng, len(taken) + 1, rare)
    players = []
    for seat, hand in zip(taken, hands[1:], strict=True):
        wagers = {"pai_gow": cents(rng.choice([2500, 5000, 2700]))}
        for name in ("fortune_bonus", "insurance", "queens_dragon", "dynasty_bonus", "protection", "red"):
            if rng.random() < 0.5:
                wagers[name] = cents(rng.choice([500, 1000]))
        if rng.random() < 0.7:
            wagers["progressive"] = "1.00"
        players.append({"seat": seat, "cards": " ".join(hand), "wagers": wagers})
    return {
        "game": PGP, "table": table, "round_id": round_id, "date": f"2015-07-{rng.randrange(1, 29):02d}",
        "dealer": {"cards": " ".join(hands[0])}, "players": players,
    }  # fmt: skip


def split(round_: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A whole round as the two documents of a round in two steps: the wagers, then the cards."""
    early = ("game", "table", "round_id", "date", "time", "payment_order", "bank")
    opened = {key: round_[key] for key in early if key in round_}
    opened["players"] = [
        {"seat": p["seat"], "wagers": {name: amount for name, amount in p["wagers"].items() if name != "play"}}
        for p in round_["players"]
    ]
    settled = {key: value for key, value in round_.items() if key not in early}
    settled["players"] = []
    for player in round_["players"]:
        later = {key: value for key, value in player.items() if key != "wagers"}
        if "play" in player["wagers"]:
            later["wagers"] = {"play": player["wagers"]["play"]}
        settled["players"].append(later)
    return opened, settled


def any_round(rng: Random, round_id: str, *, rare: bool = False) -> dict[str, Any]:
    """A round of any of the three tables."""
    table = rng.choice(["T1", "T2", "P1"])
    return pai_gow(rng, table, round_id, rare=rare) if table == "P1" else holdem(rng, table, round_id, rare=rare)
