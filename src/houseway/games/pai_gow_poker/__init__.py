"""Pai Gow Poker (58 Pa. Code Chapter 645a): what each wager looks at, and one rule for each."""

from houseway.games.pai_gow_poker import rules
from houseway.games.pai_gow_poker.features import SevenCards, read_seven

GAME = "pai-gow-poker"

# In the order in which one player's wagers are paid: the main wager, then by paragraph (b) to (i).
WAGERS = (
    "pai_gow", "fortune_bonus", "emperors_treasure", "insurance", "progressive",
    "queens_dragon", "dynasty_bonus", "protection", "red", "black",
)  # fmt: skip

FILED_AS = {wager: "red_black" if wager in ("red", "black") else wager for wager in WAGERS}

METER_OF = {"progressive": "progressive"}

METERS = ("progressive",)

# Wagers whose holder is paid an envy bonus, given at least the minimum.
ENVY_WAGERS = ("fortune_bonus", "emperors_treasure", "dynasty_bonus")

SWITCHES = {
    "wheel": ("second-highest", "lowest"),
    "foul": ("lose", "house-way"),
    "progressive_seven_card_joker": ("allowed", "natural"),
    "red_black_joker": ("neither", "chosen"),
}

VIGORISH_ROUNDINGS = ("exact", "up-to-quarter", "nearest-quarter")
VARIANTS = ("fortune", "emperors-challenge")

__all__ = [
    "ENVY_WAGERS", "FILED_AS", "GAME", "METERS", "METER_OF", "SWITCHES", "VARIANTS", "VIGORISH_ROUNDINGS", "WAGERS",
    "SevenCards", "read_seven", "rules",
]  # fmt: skip
