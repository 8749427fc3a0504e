"""Ultimate Texas Hold 'Em (58 Pa. Code Chapter 653a): what each wager looks at, and one rule for each."""

from houseway.games.ultimate_texas_holdem import rules
from houseway.games.ultimate_texas_holdem.features import Contest, contest, qualifies

GAME = "ultimate-texas-holdem"

# In the order in which one player's wagers are paid.
WAGERS = ("ante", "play", "blind", "trips", "progressive", "five_card_bonus_player", "five_card_bonus_dealer")

# A wager of the round and the table of the Rules Submission under which it is filed. The play wager is not filed.
FILED_AS = {
    "ante": "ante",
    "blind": "blind",
    "play": "ante",
    "trips": "trips",
    "progressive": "progressive",
    "five_card_bonus_player": "five_card_bonus",
    "five_card_bonus_dealer": "five_card_bonus",
}

# Which meter a wager feeds and may be paid from: both five-card bonus wagers share one.
METER_OF = {
    "progressive": "progressive",
    "five_card_bonus_player": "five_card_bonus",
    "five_card_bonus_dealer": "five_card_bonus",
}

METERS = ("progressive", "five_card_bonus")

PLAY_MULTIPLES = (1, 2, 3, 4)  # 3 or 4 before the flop, 2 after it, 1 after the last card

SWITCHES = {
    "trips_on_fold": ("settle", "lose"),
    "progressive_on_fold": ("settle", "lose"),
    "envy_hand": ("flop", "any-five"),
    "magic_card_scope": ("hole", "hole-and-flop"),
    "split_remainder": ("meter", "first-paid"),
}

__all__ = [
    "FILED_AS",
    "GAME",
    "METERS",
    "METER_OF",
    "PLAY_MULTIPLES",
    "SWITCHES",
    "WAGERS",
    "Contest",
    "contest",
    "qualifies",
    "rules",
]
