"""What a section says, as frozen values: tables of rows, envy amounts, meters, the payout limit, the vigorish.

Every value carries the paragraph it stands in (``cite``). Money is whole cents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from houseway.money import Odds

UTH = "ultimate-texas-holdem"
PGP = "pai-gow-poker"
GAMES = (UTH, PGP)
TITLE = "58 Pa. Code"

#: The wagers that a section prices, in the order of its paragraphs. ``bonus`` is the magic card and the lucky bonus.
WAGERS: dict[str, tuple[str, ...]] = {
    UTH: ("ante", "play", "blind", "trips", "progressive", "five_card_bonus", "bonus"),
    PGP: (
        "pai_gow", "fortune_bonus", "emperors_treasure", "insurance", "progressive",
        "queens_dragon", "dynasty_bonus", "protection", "red_black",
    ),
}  # fmt: skip
ENVY = "envy"  # no wager, but a payout that a limit may cover or exempt
VARIANTS = ("fortune", "emperors-challenge")


class Row(NamedTuple):
    """One line of a paytable: the hand as printed, its key, what it pays, and the envy bonus in cents if it has one."""

    hand: str
    key: str
    pays: Odds
    envy_cents: int | None


class Paytable(NamedTuple):
    """A paytable in printed order. ``letter`` is None for a wager with a single table; ``variant`` names the only
    variant of the game that may offer the table (insurance, 645a.13(d)), or is None."""

    wager: str
    letter: str | None
    cite: str
    rows: tuple[Row, ...]
    variant: str | None


class MeterRule(NamedTuple):
    """The least initial and reset amount of a meter, and whether a rate of progression must be filed."""

    minimum_cents: int
    cite: str
    rate_required: bool


class LimitRule(NamedTuple):
    """The payout limit that may be filed: the least it may be, the wagers it covers, and the wagers and payouts that
    it never touches."""

    minimum_cents: int
    cite: str
    covers: tuple[str, ...]
    exempt: tuple[str, ...]


class Vigorish(NamedTuple):
    """The share of a win that the house keeps, in percent, and the unit in cents that it may be rounded to."""

    percent: int
    unit_cents: int
    cite: str


class Law(NamedTuple):
    """One version of a section, whole.

    ``tables[wager][letter]`` is a :class:`Paytable`; the letter of a single table is ``""``. A wager priced by a
    sentence, not by a table (653a.12(a), 645a.13(a) and (f)), has one row with the hand ``Win``.

    ``envy[amount][key]``, both amounts in cents, is what a receiver whose own wager was ``amount`` is paid (653a.12(d)(5)).
    It is empty where the envy amounts stand in the paytables (645a.13); there ``envy_minimum_cents`` is the least wager
    that receives, and ``envy_minimum_basis`` says whether the section (``text``) or posted practice (``practice``) sets it.
    """

    game: str
    section: str
    number: str
    version: date
    adopted: date
    source: str
    newest: date
    oldest: date
    tables: Mapping[str, Mapping[str, Paytable]]
    envy: Mapping[int, Mapping[str, int]]
    envy_cite: str | None
    envy_wagers: tuple[str, ...]
    envy_minimum_cents: int | None
    envy_minimum_basis: str | None
    meters: Mapping[str, MeterRule]
    limit: LimitRule
    vigorish: Vigorish | None

    @property
    def is_newest(self) -> bool:
        """Whether no later version of the section is held."""
        return self.version == self.newest

    def __hash__(self) -> int:  # the mappings inside have no hash; a section has one version a day
        return hash((self.number, self.version))
