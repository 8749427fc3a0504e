"""What was filed, as plainly as the rules need it, with the defaults filled in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

UTH, PGP = "ultimate-texas-holdem", "pai-gow-poker"

SWITCHES = {  # the first value is the default
    UTH: {
        "trips_on_fold": ("settle", "lose"),
        "progressive_on_fold": ("settle", "lose"),
        "envy_hand": ("flop", "any-five"),
        "magic_card_scope": ("hole", "hole-and-flop"),
        "split_remainder": ("meter", "first-paid"),
    },
    PGP: {
        "wheel": ("second-highest", "lowest"),
        "foul": ("lose", "house-way"),
        "progressive_seven_card_joker": ("allowed", "natural"),
        "red_black_joker": ("neither", "chosen"),
    },
}
METERS = {UTH: {"progressive": "10000", "five_card_bonus": "10000"}, PGP: {"progressive": "2000"}}
FIRST_INSURANCE = {"fortune": "C", "emperors-challenge": "A"}  # 645a.13(d)


class Filed(NamedTuple):
    tables: dict[str, str]  # letter by wager
    meters: dict[str, tuple[Fraction, Fraction, Fraction]]  # initial cents, reset cents, rate
    switches: dict[str, str]
    limit: Fraction | None  # cents
    magic_card: bool
    lucky_bonus: bool
    vigorish_rounding: str
    house_way: str


def cents(value: Any) -> Fraction:
    return Fraction(str(value)) * 100


def rate(text: str) -> Fraction:
    return Fraction(text.strip().rstrip("%").strip()) / 100


def read(game: str, submission: dict[str, Any] | None) -> Filed:
    switches = {name: values[0] for name, values in SWITCHES[game].items()}
    if submission is None:
        return Filed(
            tables={"blind": "A", "trips": "A", "fortune_bonus": "A", "emperors_treasure": "A", "insurance": "C"},
            meters={name: (cents(least), cents(least), Fraction(0)) for name, least in METERS[game].items()},
            switches=switches,
            limit=None,
            magic_card=True,
            lucky_bonus=True,
            vigorish_rounding="exact",
            house_way="standard",
        )
    switches.update(submission.get("switches") or {})
    wagers = submission["wagers"]
    meters = {}
    for name in METERS[game]:
        meter = wagers.get(name, {}).get("meter")
        if meter:
            growth = rate(meter["rate_of_progression"]) if "rate_of_progression" in meter else Fraction(0)
            meters[name] = (cents(meter["initial"]), cents(meter["reset"]), growth)
    most = (submission.get("limits") or {}).get("maximum_payout")
    five = wagers.get("five_card_bonus", {})
    return Filed(
        tables={name: wager["paytable"] for name, wager in wagers.items() if "paytable" in wager},
        meters=meters,
        switches=switches,
        limit=None if most is None else cents(most),
        magic_card=bool(five.get("magic_card")),
        lucky_bonus=bool(five.get("lucky_bonus")),
        vigorish_rounding=wagers.get("pai_gow", {}).get("vigorish_rounding", "exact"),
        house_way=submission.get("house_way", "standard"),
    )
