"""Logs for tests: rounds of the tests' own generator under one submission, settled by the tests' own second settlement."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random
from typing import Any

from second import generate as made
from second import settle as second_settle
from second.filing import PGP, UTH

Row = dict[str, str]

SUBMISSIONS: dict[str, dict[str, Any]] = {
    UTH: {
        "game": UTH,
        "certificate_holder": "Example Casino",
        "effective": "2015-07-01",
        "limits": {"maximum_payout": "50000.00"},
        "wagers": {
            "ante": {"minimum": "5.00"},
            "blind": {"paytable": "A"},
            "trips": {"paytable": "C", "minimum": "5.00"},
            "progressive": {
                "amounts": ["1.00", "5.00"],
                "meter": {"initial": "10000.00", "reset": "10000.00", "rate_of_progression": "22%"},
            },
            "five_card_bonus": {
                "minimum": "1.00",
                "magic_card": True,
                "lucky_bonus": True,
                "meter": {"initial": "10000.00", "reset": "10000.00", "rate_of_progression": "15%"},
            },
        },
    },
    PGP: {
        "game": PGP,
        "certificate_holder": "Example Casino",
        "effective": "2015-07-01",
        "variant": "fortune",
        "house_way": "standard",
        "wagers": {
            "pai_gow": {"minimum": "5.00", "vigorish_rounding": "exact"},
            "fortune_bonus": {"paytable": "A", "minimum": "1.00"},
            "emperors_treasure": {"paytable": "A", "minimum": "1.00"},
            "insurance": {"paytable": "C", "minimum": "1.00"},
            "progressive": {
                "amounts": ["1.00", "5.00"],
                "meter": {"initial": "2000.00", "reset": "2000.00", "rate_of_progression": "20%"},
            },
            "queens_dragon": {"minimum": "1.00"},
            "dynasty_bonus": {"minimum": "1.00"},
            "protection": {"minimum": "1.00"},
            "red_black": {"minimum": "1.00"},
        },
        "switches": {"wheel": "second-highest", "foul": "lose"},
    },
}
WAGERS = {
    UTH: ("ante", "play", "blind", "trips", "progressive", "five_card_bonus_player", "five_card_bonus_dealer"),
    PGP: (
        "pai_gow", "fortune_bonus", "emperors_treasure", "insurance", "progressive", "queens_dragon", "dynasty_bonus",
        "protection", "red", "black",
    ),
}  # fmt: skip
EXTRA = {UTH: ("envy", "magic_card", "lucky_bonus"), PGP: ("envy", "bank")}


def rounds(game: str, seeds: range, submission: dict[str, Any]) -> list[dict[str, Any]]:
    """Generated rounds under one submission, without readings of their own: the log's meters run through them."""
    found = []
    name = "holdem_submission" if game == UTH else "pai_gow_submission"
    kept = getattr(made, name)
    setattr(made, name, lambda rng: submission)
    try:
        for seed in seeds:
            rng = Random(f"log {game} {seed}")
            while True:
                round_, filed = (made.holdem_round if game == UTH else made.pai_gow_round)(rng, bool(seed % 2))
                if filed is not None:
                    break
            round_.pop("meters", None)
            round_["round_id"] = f"R{seed:06d}"
            found.append(round_)
    finally:
        setattr(made, name, kept)
    found.sort(key=lambda round_: round_["date"])
    return found


def settled_rows(game: str, some: list[dict[str, Any]], submission: dict[str, Any]) -> list[Row]:
    """One row a seat, paid as the second settlement says, with every meter's reading after the round."""
    meters = {
        name: wager["meter"]["initial"] for name, wager in submission["wagers"].items() if "meter" in wager
    }  # fmt: skip
    rows = []
    for round_ in some:
        result = second_settle({**round_, "meters": meters}, submission)
        meters = {meter["name"]: meter["closing_exact"] for meter in result["meters"]}
        lines = {player["seat"]: player["lines"] for player in result["players"]}
        for player in round_["players"]:
            rows.append(row(game, round_, player, lines[player["seat"]], meters))
    return rows


def cards(given: Any) -> str:
    return "" if given is None else given if isinstance(given, str) else " ".join(given)


def row(game: str, round_: dict[str, Any], player: dict[str, Any], lines: list[dict[str, Any]], meters: dict[str, str]) -> Row:
    from fractions import Fraction

    out: Row = {
        "round_id": round_["round_id"], "date": round_["date"], "seat": str(player["seat"]),
        "dealer_cards": cards(round_["dealer"]["cards"]), "player_cards": cards(player["cards"]),
        "payment_order": " ".join(map(str, round_.get("payment_order", []))),
        "void": "true" if round_.get("void") or player.get("void") else "",
    }  # fmt: skip
    if game == UTH:
        out["board"] = cards(round_["board"])
        out["folded"] = {True: "true", False: "false", None: ""}[player.get("folded")]
        out["magic_card"], out["lucky_position"] = round_.get("magic_card", ""), str(round_.get("lucky_position", ""))
    else:
        out["dealer_low"], out["player_low"] = cards(round_["dealer"].get("low")), cards(player.get("low"))
        bank = round_.get("bank") or {}
        out["bank_seat"], out["house_wager"] = str(bank.get("seat", "")), str(bank.get("house_wager", ""))
        out["co_bank"] = "true" if bank.get("co_bank") else ""
    for wager in WAGERS[game]:
        out[wager] = str(player["wagers"].get(wager, ""))
    paid = {f"paid_{name}": Fraction(0) for name in (*WAGERS[game], *EXTRA[game])}
    paid |= {f"returned_{name}": Fraction(0) for name in WAGERS[game]}
    vigorish = Fraction(0)
    for line in lines:
        paid[f"paid_{line['wager']}"] += Fraction(line["paid"])
        if f"returned_{line['wager']}" in paid:
            paid[f"returned_{line['wager']}"] += Fraction(line["returned"])
        vigorish += Fraction(line["vigorish"])
    if game == PGP:
        paid["vigorish"] = vigorish
    out |= {name: f"{float(amount):.2f}" if amount else "" for name, amount in paid.items()}  # tests only: exact below 2**53
    return out | {f"meter_{name}": reading for name, reading in meters.items()}


def write_csv(path: Path, rows: list[Row], **how: Any) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), **how)
        writer.writeheader()
        writer.writerows(rows)
    return path
