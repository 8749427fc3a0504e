"""What may be filed for each game: the wagers and their keys, the words to choose from, and where each switch comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houseway.games import pai_gow_poker, ultimate_texas_holdem
from houseway.regulation import PGP, UTH

RULES_SUBMISSION = "601a.2"  # the section that asks for a Rules Submission, cited where no paragraph asks for the value itself


class Switch(NamedTuple):
    """A choice that the two sections leave open. ``meanings`` stand beside ``values``; the first value is the default."""

    values: tuple[str, ...]
    meanings: tuple[str, ...]
    cite: str
    asks: str
    source: str


class Game(NamedTuple):
    """What a submission of one game may hold.

    ``wagers``: each wager's own keys, in the order of the file; ``words``: top-level keys of this game alone;
    ``cites``: the paragraph that each wager comes from.
    """

    title: str
    section: str
    wagers: Mapping[str, tuple[str, ...]]
    titles: Mapping[str, str]
    cites: Mapping[str, str]
    required: tuple[str, ...]
    switches: Mapping[str, Switch]
    words: tuple[str, ...]


COMMON_KEYS = ("game", "certificate_holder", "effective", "expires", "limits", "wagers", "switches")
METER_KEYS = ("initial", "reset", "rate_of_progression")
LIMIT_KEYS = ("maximum_payout",)

VIGORISH_MEANINGS = {
    "exact": "5% to the cent; part of a cent is dropped",
    "up-to-quarter": "up to the next multiple of 25 cents",
    "nearest-quarter": "to the nearest multiple of 25 cents, half up, never below 25 cents",
}
VARIANT_TITLES = {"fortune": "Fortune Pai Gow Poker", "emperors-challenge": "Emperor's Challenge Pai Gow Poker"}
FAMILY = {"fortune_bonus": "fortune", "emperors_treasure": "emperors-challenge"}  # whose bonus it is

_UTH_SWITCHES = {
    "trips_on_fold": Switch(
        ultimate_texas_holdem.SWITCHES["trips_on_fold"],
        ("settled on the player's own hand", "lost with the hand"),
        "653a.12(c)",
        "A Trips wager after a fold",
        "653a.12(c) speaks of the hand alone; some tables take the wager with the cards",
    ),
    "progressive_on_fold": Switch(
        ultimate_texas_holdem.SWITCHES["progressive_on_fold"],
        ("settled on two cards and the flop", "lost with the hand, with all that hangs on it; the increment stays"),
        "653a.12(d)(2)",
        "Progressive and five-card bonus wagers after a fold",
        "653a.12(d) and (e) speak of the hand alone",
    ),
    "envy_hand": Switch(
        ultimate_texas_holdem.SWITCHES["envy_hand"],
        ("two cards and the flop", "any five of the seven cards"),
        "653a.12(d)(5)",
        "Which hand of another player earns the envy bonus",
        "653a.12(d)(2) judges the wager on the flop; the definition in 653a.1 allows any five",
    ),
    "magic_card_scope": Switch(
        ultimate_texas_holdem.SWITCHES["magic_card_scope"],
        ("the hand's own two cards", "the hand's own two cards and the flop"),
        "653a.12(e)(3)",
        "What the magic card is matched against",
        "653a.12(e)(3) does not say",
    ),
    "split_remainder": Switch(
        ultimate_texas_holdem.SWITCHES["split_remainder"],
        ("stays in the meter", "goes to the first who is paid"),
        "653a.12(e)(2)",
        "An odd cent of the dealer's-hand split",
        "653a.12(e)(2) says equally and no more",
    ),
}

_PGP_SWITCHES = {
    "wheel": Switch(
        pai_gow_poker.SWITCHES["wheel"],
        ("second highest straight", "lowest straight"),
        "645a.13(a)",
        "Where A-2-3-4-5 stands among the straights",
        "posted practice; other jurisdictions differ",
    ),
    "foul": Switch(
        pai_gow_poker.SWITCHES["foul"],
        ("the main wager loses", "the hand is set again by the house way"),
        "645a.13(a)",
        "A hand whose low outranks its high",
        "posted practice; some houses reset it",
    ),
    "progressive_seven_card_joker": Switch(
        pai_gow_poker.SWITCHES["progressive_seven_card_joker"],
        ("the joker may be in it", "without the joker only"),
        "645a.13(e)(1)",
        "A seven-card straight flush for the meter",
        '645a.13(e)(1) prints no "natural", as (g) does',
    ),
    "red_black_joker": Switch(
        pai_gow_poker.SWITCHES["red_black_joker"],
        ("of neither colour", "of the chosen colour"),
        "645a.13(i)",
        "The joker's colour",
        "645a.13(i) does not say",
    ),
}

GAMES: Mapping[str, Game] = {
    UTH: Game(
        "Ultimate Texas Hold 'Em Poker",
        "653a.12",
        {
            "ante": ("minimum",),
            "blind": ("paytable", "minimum"),
            "trips": ("paytable", "minimum"),
            "progressive": ("minimum", "amounts", "meter"),
            "five_card_bonus": ("minimum", "magic_card", "lucky_bonus", "meter"),
        },
        {
            "ante": "Ante and Play",
            "blind": "Blind",
            "trips": "Trips",
            "progressive": "Progressive Payout",
            "five_card_bonus": "Five Card Hand Bonus",
        },
        {
            "ante": "653a.12(a)",
            "blind": "653a.12(b)",
            "trips": "653a.12(c)",
            "progressive": "653a.12(d)",
            "five_card_bonus": "653a.12(e)",
        },
        ("ante", "blind"),
        _UTH_SWITCHES,
        (),
    ),
    PGP: Game(
        "Pai Gow Poker",
        "645a.13",
        {
            "pai_gow": ("minimum", "vigorish_rounding"),
            "fortune_bonus": ("paytable", "minimum"),
            "emperors_treasure": ("paytable", "minimum"),
            "insurance": ("paytable", "minimum"),
            "progressive": ("minimum", "amounts", "meter"),
            "queens_dragon": ("minimum",),
            "dynasty_bonus": ("minimum",),
            "protection": ("minimum",),
            "red_black": ("minimum",),
        },
        {
            "pai_gow": "Pai Gow Poker",
            "fortune_bonus": "Fortune Bonus",
            "emperors_treasure": "Emperor's Treasure",
            "insurance": "Pai Gow Insurance",
            "progressive": "Progressive Payout",
            "queens_dragon": "Queen's Dragon",
            "dynasty_bonus": "Dynasty Bonus",
            "protection": "Protection",
            "red_black": "Red/Black",
        },
        {
            "pai_gow": "645a.13(a)",
            "fortune_bonus": "645a.13(b)",
            "emperors_treasure": "645a.13(c)",
            "insurance": "645a.13(d)",
            "progressive": "645a.13(e)",
            "queens_dragon": "645a.13(f)",
            "dynasty_bonus": "645a.13(g)",
            "protection": "645a.13(h)",
            "red_black": "645a.13(i)",
        },
        ("pai_gow",),
        _PGP_SWITCHES,
        ("variant", "house_way"),
    ),
}

# Names that a reader of a round may expect in a submission, and where the submission has them.
FILED_ELSEWHERE = {
    "play": "ante",
    "five_card_bonus_player": "five_card_bonus",
    "five_card_bonus_dealer": "five_card_bonus",
    "red": "red_black",
    "black": "red_black",
}

# Which wager's meter a paragraph speaks of, and which of a submission's values are words with meanings.
VIGORISH_ROUNDINGS = pai_gow_poker.VIGORISH_ROUNDINGS
VARIANTS = pai_gow_poker.VARIANTS
LETTERED = {game: tuple(name for name, keys in of.wagers.items() if "paytable" in keys) for game, of in GAMES.items()}
METERED = {game: tuple(name for name, keys in of.wagers.items() if "meter" in keys) for game, of in GAMES.items()}


def one_of(words: Sequence[str]) -> str:
    """The words to choose from.

    >>> one_of(["A", "B", "C"])
    'A, B or C'
    """
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def paragraph_of(game: str, place: str) -> str:
    """The paragraph that a place of a submission (``wagers.trips.paytable``) falls under.

    >>> paragraph_of("ultimate-texas-holdem", "wagers.progressive.meter.reset"), paragraph_of("pai-gow-poker", "variant")
    ('653a.12(d)(3)', '645a.13(d)')
    """
    of = GAMES[game]
    parts = place.replace("[", ".").split(".")
    if parts[0] == "wagers" and len(parts) > 1:
        name = parts[1]
        key = parts[2] if len(parts) > 2 else ""
        if key == "meter":
            return {"653a.12progressive": "653a.12(d)(3)", "653a.12five_card_bonus": "653a.12(e)(4)"}.get(
                of.section + name, "645a.13(e)(2)"
            )
        if key in ("magic_card", "lucky_bonus"):
            return "653a.12(e)(3)"
        if key == "amounts" and game == UTH:
            return "653a.12(d)(5)"
        return of.cites.get(name, RULES_SUBMISSION)
    if parts[0] == "limits":
        return "653a.12(f)" if game == UTH else "645a.13(j)"
    if parts[0] == "switches" and len(parts) > 1 and parts[1] in of.switches:
        return of.switches[parts[1]].cite
    return "645a.13(d)" if parts[0] == "variant" else RULES_SUBMISSION
