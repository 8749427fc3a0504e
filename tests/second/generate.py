"""Seeded rounds and Rules Submissions, as JSON values: ordinary ones, and ones dealt to be rare. Everything here is lawful."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from . import cards as c
from . import deals
from .filing import PGP, SWITCHES, UTH, cents
from .house_way import set_hand
from .meter import money

Round = dict[str, Any]
Submission = dict[str, Any]
Generated = tuple[Round, Submission | None]

AMOUNTS = (
    "5",
    "10",
    "25",
    "5.00",
    "10.00",
    "5.05",
    "12.35",
    "0.05",
    "0.01",
    "1",
    "2",
    "7.50",
    "15",
    "40.35",
    "12",
    "99.99",
    "100",
    "250.01",
    "500",
    "1000",
    "2500.55",
    "3333.33",
)
MINIMUMS = ("0.05", "1.00", "5.00", "0.50")
RATES = ("22%", "15%", "10%", "0.5%", "33.3333%", "1.2345%", "7%", "0.0001%", "12.5%", "100%")


def generate(game: str, seed: int, rare: bool) -> Generated:
    """One round and its submission (None: none was given)."""
    rng = Random(f"{game} {seed} {rare}")
    return (holdem_round if game == UTH else pai_gow_round)(rng, rare)


def amount(rng: Random) -> str | int:
    text = rng.choice(AMOUNTS)
    return int(text) if text.isdigit() and rng.random() < 0.2 else text


def written(rng: Random, some: tuple[str, ...]) -> str | list[str]:
    """Cards as a person or a program may write them."""
    style = rng.random()
    if style < 0.9:
        return " ".join(some)
    if style < 0.93:
        return list(some)
    if style < 0.96:
        return ", ".join(card.replace("T", "10") for card in some)
    if style < 0.98:
        return " ".join(card.lower() if card != c.JOKER else "Joker" for card in some)
    symbols = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return " ".join(card if card == c.JOKER else card[0] + symbols[card[1]] for card in some)


def reading(rng: Random, most: int = 250_000) -> str:
    """What a meter reads: any dollars, cents, and up to six more decimals."""
    whole = rng.choice(["0", "10000", "2000", "9999", str(rng.randrange(most)), str(rng.randrange(most))])
    places = rng.choice([0, 2, 2, 3, 5, 8])
    return whole + ("." + "".join(rng.choice("0123456789") for _ in range(places)) if places else "")


def meter_filed(rng: Random, least: int, may_lack_rate: bool) -> dict[str, str]:
    def at_least() -> str:
        return rng.choice([f"{least}.00", f"{least}.00", f"{least}.01", f"{least + rng.randrange(5000)}.50"])

    meter = {"initial": at_least(), "reset": at_least()}
    if not (may_lack_rate and rng.random() < 0.15):
        meter["rate_of_progression"] = rng.choice(RATES)
    return meter


def switches(rng: Random, game: str) -> dict[str, str]:
    return {name: rng.choice(values) for name, values in SWITCHES[game].items() if rng.random() < 0.75}


def head(rng: Random, game: str) -> Submission:
    return {"game": game, "certificate_holder": "Generated Casino", "effective": "2015-07-01"}


def opening(rng: Random, game: str) -> Round:
    return {"game": game, "date": f"2015-{rng.randrange(7, 13):02d}-{rng.randrange(1, 29):02d}"}


def closing(rng: Random, round_: Round, seats: list[int]) -> None:
    """What either game's round may carry besides."""
    if rng.random() < 0.5:
        round_["payment_order"] = rng.sample(seats, len(seats))
    if rng.random() < 0.03:
        round_["void"] = True
    bank = (round_.get("bank") or {}).get("seat")
    for player in round_["players"]:
        if rng.random() < 0.06 and player["seat"] != bank:  # without its bank a round is void as a whole
            player["void"] = True
    rng.shuffle(round_["players"])


def meters_read(rng: Random, names: list[str]) -> dict[str, str]:
    return {name: reading(rng) for name in names if rng.random() < 0.85}


# --- Ultimate Texas Hold 'Em

UTH_OPTIONAL = ("trips", "progressive", "five_card_bonus")


def holdem_submission(rng: Random) -> Submission:
    least_ante, least_trips = Fraction(rng.choice([*MINIMUMS, "15.00", "100.00", "150.00"])), Fraction(rng.choice(MINIMUMS))
    wagers: dict[str, Any] = {"ante": {"minimum": money(least_ante * 100)}, "blind": {"paytable": rng.choice("AB")}}
    floor = 505 * least_ante
    if rng.random() < 0.9:
        wagers["trips"] = {"paytable": rng.choice("ABCD"), "minimum": money(least_trips * 100)}
        floor += 50 * least_trips
    if rng.random() < 0.9:
        wagers["progressive"] = {
            "amounts": rng.choice([["1.00", "5.00"], ["1.00", "5.00"], ["1.00"], ["5.00"]]),
            "meter": meter_filed(rng, 10_000, False),
        }
    if rng.random() < 0.9:
        wagers["five_card_bonus"] = {"minimum": "1.00", "meter": meter_filed(rng, 10_000, False)}
        for name in ("magic_card", "lucky_bonus"):
            if rng.random() < 0.8:
                wagers["five_card_bonus"][name] = rng.random() < 0.85
    submission = {**head(rng, UTH), "wagers": wagers, "switches": switches(rng, UTH)}
    limit_filed(rng, submission, floor)
    return submission


def limit_filed(rng: Random, submission: Submission, floor: Fraction) -> None:
    """A payout limit at the lowest lawful amount or a little over it; ``floor`` in dollars."""
    if rng.random() < 0.5:
        most = max(Fraction(50_000), floor) + Fraction(rng.choice(["0", "0", "0.01", "10000", "4321.09"]))
        submission["limits"] = {"maximum_payout": money(most * 100)}


def holdem_round(rng: Random, rare: bool) -> Generated:
    submission = None if rng.random() < 0.1 else holdem_submission(rng)
    offered: dict[str, Any] = submission["wagers"] if submission else {name: {} for name in UTH_OPTIONAL}
    filed_five = offered.get("five_card_bonus", {})
    seats = sorted(rng.sample(range(1, 7), rng.choice([1, 2, 3, 4, 5, 6, 6] if not rare else [2, 3, 4, 5, 6, 6])))
    hands, board = deals.holdem(rng, len(seats) + 1, rare)
    round_: Round = {
        **opening(rng, UTH),
        "board": written(rng, board),
        "dealer": {"cards": written(rng, hands[0])},
        "players": [],
    }
    for seat, hand in zip(seats, hands[1:], strict=True):
        ante = amount(rng)
        wagers: dict[str, Any] = {"ante": ante, "blind": ante}
        folded = rng.random() < 0.2
        if not folded:
            wagers["play"] = money(cents(ante) * rng.choice([1, 2, 3, 4]))
        elif rng.random() < 0.1:
            wagers["play"] = "0"
        if "trips" in offered and rng.random() < 0.75:
            wagers["trips"] = amount(rng)
        if "progressive" in offered and rng.random() < 0.75:
            wagers["progressive"] = rng.choice(offered["progressive"].get("amounts", ["1", "5", "1.00", "5.00", "0"]))
        if "five_card_bonus" in offered:
            for name in ("five_card_bonus_player", "five_card_bonus_dealer"):
                if rng.random() < 0.75:
                    wagers[name] = amount(rng)
        player: dict[str, Any] = {"seat": seat, "cards": written(rng, hand), "wagers": wagers}
        if rng.random() < 0.8:
            player["folded"] = folded
        round_["players"].append(player)
    if rng.random() < 0.9:
        round_["meters"] = meters_read(rng, [name for name in ("progressive", "five_card_bonus") if name in offered])
    if filed_five.get("magic_card", submission is None) and rng.random() < 0.8:
        shown = [card for hand in hands for card in hand] + list(board)
        round_["magic_card"] = rng.choice(shown if rng.random() < 0.8 else c.DECK52)
    if filed_five.get("lucky_bonus", submission is None) and rng.random() < 0.8:
        round_["lucky_position"] = rng.choice(["dealer", *seats])
    closing(rng, round_, seats)
    return round_, submission


# --- Pai Gow Poker

MOST_PAID = {
    "fortune_bonus": 8000,
    "emperors_treasure": 8000,
    "insurance": 100,
    "queens_dragon": 50,
    "dynasty_bonus": 2000,
    "protection": 120,
    "red_black": 5,
}


def pai_gow_submission(rng: Random) -> Submission:
    variant = rng.choice(["fortune", "emperors-challenge"])
    letters = {"fortune_bonus": "ABCD", "emperors_treasure": "ABCD", "insurance": "CDE" if variant == "fortune" else "AB"}
    wagers: dict[str, Any] = {
        "pai_gow": {
            "minimum": rng.choice(MINIMUMS),
            "vigorish_rounding": rng.choice(["exact", "up-to-quarter", "nearest-quarter"]),
        }
    }
    most = Fraction(0)  # no round at the minimums wins more than this; the real floor is no higher
    for wager, pays in MOST_PAID.items():
        if rng.random() < 0.85:
            wagers[wager] = {"minimum": rng.choice(MINIMUMS)}
            most += pays * Fraction(wagers[wager]["minimum"])
            if wager in letters:
                wagers[wager]["paytable"] = rng.choice(letters[wager])
    if rng.random() < 0.85:
        wagers["progressive"] = {"amounts": ["1.00", "5.00"]} if rng.random() < 0.5 else {"minimum": "1.00"}
        meter = wagers["progressive"]["meter"] = meter_filed(rng, 2_000, True)
        most += 500 + max(Fraction(meter["initial"]), Fraction(meter["reset"]))
    submission = {
        **head(rng, PGP),
        "variant": variant,
        "house_way": rng.choice(["standard", "standard", "foxwoods"]),
        "wagers": wagers,
        "switches": switches(rng, PGP),
    }
    limit_filed(rng, submission, most)
    return submission


def pai_gow_round(rng: Random, rare: bool) -> Generated:
    submission = None if rng.random() < 0.1 else pai_gow_submission(rng)
    offered: dict[str, Any] = submission["wagers"] if submission else {name: {} for name in (*MOST_PAID, "progressive")}
    wheel = submission["switches"].get("wheel", c.SECOND) if submission else c.SECOND
    seats = sorted(rng.sample(range(1, 7), rng.choice([3, 4, 5, 6] if rare else [1, 2, 3, 4, 5, 6])))
    hands = deals.pai_gow(rng, len(seats) + 1, rare)
    bank = rng.choice(seats) if rng.random() < 0.3 else None
    round_: Round = {**opening(rng, PGP), "dealer": {"cards": written(rng, hands[0])}, "players": []}
    if rng.random() < 0.3:
        round_["dealer"]["low"] = written(rng, tuple(rng.sample(hands[0], 2)))
    for seat, hand in zip(seats, hands[1:], strict=True):
        wagers: dict[str, Any] = {} if seat == bank else {"pai_gow": amount(rng)}
        for name in MOST_PAID:
            if name in offered and rng.random() < 0.6:
                wagers[rng.choice(["red", "black"]) if name == "red_black" else name] = amount(rng)
        if "progressive" in offered and rng.random() < 0.6:
            wagers["progressive"] = rng.choice(offered["progressive"].get("amounts") or ["1", "5", "2.50", "0"])
        player: dict[str, Any] = {"seat": seat, "cards": written(rng, hand), "wagers": wagers}
        low = low_hand(rng, hand, wheel)
        if low:
            player["low"] = written(rng, low)
        round_["players"].append(player)
    if bank is not None:
        round_["bank"] = {"seat": bank}
        if rng.random() < 0.5:
            round_["bank"]["co_bank"] = True
        else:
            round_["bank"].update(rng.choice([{"co_bank": False}, {}]))
            if rng.random() < 0.8:
                round_["bank"]["house_wager"] = amount(rng)
    elif rng.random() < 0.5:
        round_["bank"] = None
    if rng.random() < 0.9 and "progressive" in offered:
        round_["meters"] = meters_read(rng, ["progressive"])
    closing(rng, round_, seats)
    return round_, submission


def low_hand(rng: Random, seven: tuple[str, ...], wheel: str) -> tuple[str, ...] | None:
    """A player's low hand: none given, set well, set anyhow, or set foul where that can be done."""
    how = rng.random()
    if how < 0.35:
        return None
    if how < 0.65:
        low = list(set_hand(seven, "standard", wheel)[1])
        rng.shuffle(low)
        return tuple(low)
    if how < 0.9:
        return tuple(rng.sample(seven, 2))
    groups = c.groups(seven)
    best = groups[0][1]
    together = [card for card in seven if c.number(card) == best][:2]
    if len(together) == 2:
        return tuple(together)
    highest = sorted(seven, key=c.number, reverse=True)
    return tuple(highest[:2])
