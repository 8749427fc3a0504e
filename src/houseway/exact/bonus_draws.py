"""Magic Card and Lucky Bonus (653a.12(e)(3)): what one draw of the house is worth to one five-card bonus wager.

How often the house draws is not filed, so everything here is for one draw. The magic card is taken as any of the 52 as
likely, whatever was dealt, and the lucky position as any of those dealt in. Neither looks at the cards: so the chance of a
hit and the chance of having folded multiply, although a given card (an ace) is folded less often than another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.exact.figures import decimal_text, square_root_text
from houseway.games import ultimate_texas_holdem as uth
from houseway.games.ruling import LOSE
from houseway.money import ForOne

if TYPE_CHECKING:
    from houseway.exact.ultimate_texas_holdem.solved import Solution
    from houseway.regulation import Law, Paytable
    from houseway.submission import Submission

CARDS = 52
MATCHED = {"hole": 2, "hole-and-flop": 5}  # of the cards of one hand, how many the magic card may be
FOR_WAGERS = ("five_card_bonus_player", "five_card_bonus_dealer")


@dataclass(frozen=True, slots=True)
class DrawChoice:
    """One lawful choice for a bonus: in words, whether it was filed, and the chance of a hit, ``hits`` of ``ways``."""

    choice: str
    filed: bool
    hits: int
    ways: int

    def chance(self) -> Fraction:
        return Fraction(self.hits, self.ways)


@dataclass(frozen=True, slots=True)
class BonusMath:
    """A bonus on one five-card bonus wager, for one draw. It is paid on top; a miss costs nothing."""

    name: str  # magic_card or lucky_bonus
    for_wager: str
    cite: str
    pays: ForOne
    taken_as: str
    choices: tuple[DrawChoice, ...]

    @property
    def filed(self) -> DrawChoice:
        return next(choice for choice in self.choices if choice.filed)

    def value(self, choice: DrawChoice | None = None) -> Fraction:
        """What a draw is expected to pay for one unit wagered, as filed or by another choice."""
        return (choice or self.filed).chance() * self.pays.times

    def to_dict(self) -> dict[str, Any]:
        """The JSON of a bonus: fractions over all draws (and deals, where a fold matters), unreduced."""
        chance = self.filed.chance()
        return {
            "name": self.name,
            "for_wager": self.for_wager,
            "cite": self.cite,
            "pays": str(self.pays),
            "taken_as": self.taken_as,
            "chance": f"{self.filed.hits}/{self.filed.ways}",
            "hit_frequency": decimal_text(chance),
            "expected_value": f"{self.filed.hits * self.pays.times}/{self.filed.ways}",
            "return": decimal_text(self.value()),
            "standard_deviation": square_root_text(self.pays.times**2 * chance * (1 - chance)),
            "choices": [
                {
                    "choice": choice.choice,
                    "filed": choice.filed,
                    "chance": f"{choice.hits}/{choice.ways}",
                    "return": decimal_text(self.value(choice)),
                }
                for choice in self.choices
            ],
        }


def bonuses(
    submission: Submission, law: Law, names: list[str], players: int, solution: Callable[[], Solution]
) -> list[BonusMath]:
    """The bonuses that were filed, on each of the five-card bonus wagers among ``names``."""
    if submission.game != uth.GAME:
        return []
    table = law.tables["bonus"][""]
    found = []
    for wager in FOR_WAGERS:
        whose = "player's" if wager == "five_card_bonus_player" else "dealer's"
        if wager in names and submission.magic_card:
            scopes = [(f"magic_card_scope = {scope}", {"magic_card_scope": scope}, MATCHED[scope], CARDS) for scope in MATCHED]
            said = f"one card of {CARDS}, whatever was dealt, against the {whose} hand"
            found.append(_bonus("magic_card", wager, table, said, scopes, submission.switches, solution))
        if wager in names and submission.lucky_bonus:
            positions = players + 1
            said = f"one position of {positions}, {players} of players and the dealer's; the {whose} own is drawn"
            found.append(_bonus("lucky_bonus", wager, table, said, [("", {}, 1, positions)], submission.switches, solution))
    return found


def _bonus(
    name: str, wager: str, table: Paytable, said: str, scopes: list[tuple[str, dict[str, str], int, int]],
    switches: Mapping[str, str], solution: Callable[[], Solution],
) -> BonusMath:  # fmt: skip
    from houseway.exact.ultimate_texas_holdem.solved import GAME_SIZE

    pays = next(row.pays for row in table.rows if row.key == name)
    if not isinstance(pays, ForOne):
        raise TypeError(f"{table.cite} pays {name} at {pays}, which is not so much for 1")
    stays = GAME_SIZE - solution().decisions()["fold"]
    choices = []
    for words, chosen, hits, ways in scopes:
        for on_fold in uth.SWITCHES["progressive_on_fold"]:
            both = {**chosen, "progressive_on_fold": on_fold}
            choice = ", ".join(part for part in (words, f"progressive_on_fold = {on_fold}") if part)
            filed = all(switches[switch] == value for switch, value in both.items())
            lost = on_fold == LOSE
            choices.append(DrawChoice(choice, filed, hits * (stays if lost else 1), ways * (GAME_SIZE if lost else 1)))
    return BonusMath(name, wager, table.cite, pays, said, tuple(choices))
