"""House way against house way: exact counts of the main wager won, pushed and lost, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.exact.figures import decimal_text, in_parts
from houseway.games.house_way import HouseWay, get
from houseway.games.pai_gow_poker import SWITCHES, rules
from houseway.money import ToOne
from houseway.ranking import CATEGORY_NAMES
from houseway.regulation import PGP, law_for

from .running import Progress, bar
from .shipped import Counts, shipped

if TYPE_CHECKING:
    from houseway.regulation import Law

    from .table import Table

PAIRS = 8_250_459_031_214_400  # C(53, 7) * C(46, 7)
HUNDREDTHS = 100  # expected values are given in hundredths of the wager, so that they are whole numbers over all pairs
FORMAT = 1

Nine = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]


class Tally(NamedTuple):
    """Pairs of hands by what becomes of one wager."""

    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    def worth(self, won: Fraction) -> Fraction:
        """The expected value of one unit, where a win is worth ``won``."""
        return (self.win * won - self.lose) / self.total


class Copies(NamedTuple):
    """Pairs of hands with a copy, by what it makes of the wager of the side that does not get it: each would be one step
    better the other way, but a copy of both hands two."""

    high: int  # a copy of the high hand only
    low: int
    both: int
    win_to_push: int
    push_to_lose: int
    win_to_lose: int


def vigorish_percent(law: Law | None = None) -> int:
    """The vigorish of the law (the newest where none is given), whose main wager must pay even money."""
    law = law or law_for(PGP, None)
    if law.vigorish is None or law.tables["pai_gow"][""].rows[0].pays != ToOne(1, 1):
        raise ValueError("the mathematics of the main wager is that of even money less a vigorish")
    return law.vigorish.percent


def _outcome(high: int, low: int) -> str:
    """What the rule says to a player whose hands are below, equal to or above (0, 1, 2) the other's."""
    return rules.main_wager(False, False, high == 2, low == 2).outcome


def _tally(nine: Nine, banking: bool) -> Tally:
    counts = {"win": 0, "push": 0, "lose": 0}
    for high, row in enumerate(nine):
        for low, pairs in enumerate(row):
            if banking:  # the rule is asked for the other side, who plays against the bank
                counts[{"win": "lose", "lose": "win", "push": "push"}[_outcome(2 - high, 2 - low)]] += pairs
            else:
                counts[_outcome(high, low)] += pairs
    return Tally(**counts)


@dataclass(frozen=True, slots=True)
class Solution:
    """All 8,250,459,031,214,400 pairs of a player's and a dealer's hand, each set by a house way.

    ``counts``, by category of the player's high hand: pairs by how the player's high hand compares with the dealer's
    (below, equal, above), and then by how the low hands compare.
    """

    house_way: str
    house_way_version: str
    player_house_way: str
    player_house_way_version: str
    wheel_lowest: bool
    percent: int
    counts: tuple[Nine, ...]

    def __post_init__(self) -> None:
        if sum([pairs for nine in self.counts for row in nine for pairs in row]) != PAIRS:
            raise ValueError("the counts are not of all pairs of hands")

    @property
    def nine(self) -> Nine:
        """The counts of all categories together."""
        sums = [[sum([of[high][low] for of in self.counts]) for low in range(3)] for high in range(3)]
        return (tuple(sums[0]), tuple(sums[1]), tuple(sums[2]))  # type: ignore[return-value]

    def tally(self, banking: bool = False) -> Tally:
        """The player's wager against the dealer; ``banking``: the player banks, so that copies are his."""
        return _tally(self.nine, banking)

    def by_category(self, banking: bool = False) -> dict[str, Tally]:
        """The tally for each category of the player's high hand, the highest first."""
        return {name: _tally(of, banking) for name, of in reversed(list(zip(CATEGORY_NAMES, self.counts, strict=True)))}

    @property
    def copies(self) -> Copies:
        """How often copies decide, for a player against the dealer."""
        nine = self.nine
        high, low, both = nine[1][0] + nine[1][2], nine[0][1] + nine[2][1], nine[1][1]
        return Copies(high, low, both, nine[1][2] + nine[2][1], nine[1][0] + nine[0][1], both)

    def won(self) -> Fraction:
        """What a win is worth after the exact vigorish."""
        return 1 - Fraction(self.percent, 100)

    @property
    def expected_value(self) -> Fraction:
        """Of each unit the player wagers against the dealer, with the exact vigorish."""
        return self.tally().worth(self.won())

    @property
    def banking_expected_value(self) -> Fraction:
        """Of each unit that the dealer wagers against a player who banks, to the player, with the exact vigorish.

        The vigorish is on the bank's net win of a round; this is a round with the dealer as the only opponent.
        """
        return self.tally(banking=True).worth(self.won())

    @property
    def co_banking_expected_value(self) -> Fraction:
        """Of each unit that one other player, setting by the house way, wagers against a co-bank, to the banking player:
        half of the bank's, for the house takes the other half."""
        return self.banking_expected_value / 2

    def at_wager(self, wager_cents: int, rounding: str, law: Law | None = None) -> Fraction:
        """Of each unit the player wagers against the dealer, where the vigorish of this wager is rounded as filed."""
        rule = (law or law_for(PGP, None)).vigorish
        if rule is None:
            raise ValueError("the law holds no vigorish")
        vigorish = rules.vigorish_cents(wager_cents, rule.percent, rule.unit_cents, rounding)
        return self.tally().worth(1 - Fraction(vigorish, wager_cents))

    def to_dict(self) -> dict[str, Any]:
        """The promised JSON of the main wager: counts, and expected values with the exact vigorish as fractions, unreduced.

        They are over ``HUNDREDTHS`` times all pairs, as a vigorish is hundredths of the wager; the co-bank's, a half of them,
        over twice as much.
        """

        def value(of: Fraction, halves: int = 1) -> str:
            return in_parts(of, PAIRS, HUNDREDTHS * halves)

        banking = self.tally(banking=True)
        return {
            "house_way": self.house_way,
            "player_house_way": self.player_house_way,
            "wheel": SWITCHES["wheel"][self.wheel_lowest],
            "pairs": PAIRS,
            **self.tally()._asdict(),
            "expected_value": value(self.expected_value),
            "house_edge": decimal_text(-self.expected_value),
            "banking_expected_value": value(self.banking_expected_value),
            "banking_house_edge": decimal_text(-self.banking_expected_value),
            "co_banking_expected_value": value(self.co_banking_expected_value, 2),
            "banking": banking._asdict(),
            "copies": self.copies._asdict(),
            "by_high_hand": [
                {"hand": hand, **tally._asdict(), "banking": self.by_category(True)[hand]._asdict()}
                for hand, tally in self.by_category().items()
            ],
        }


def solve(
    house_way: str | HouseWay,
    player_house_way: str | HouseWay | None = None,
    wheel_lowest: bool = False,
    *,
    recompute: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """The player by one house way against the dealer by another (None: the same), exactly.

    Names, or house ways themselves. The shipped ways come solved; others are solved when first asked for and then kept.
    ``recompute`` counts anew. Raises InputError for a name that is not known. ``progress(done, of)`` is told about the
    counting; without it a bar is shown where standard error is a terminal.
    """
    theirs = get(house_way) if isinstance(house_way, str) else house_way
    mine = theirs if player_house_way is None else player_house_way
    mine = get(mine) if isinstance(mine, str) else mine
    found = None if recompute else shipped(theirs, mine, wheel_lowest)
    if found is None:
        found = _counted(theirs, mine, wheel_lowest, recompute, progress)
    nines: list[Any] = [tuple([tuple(row) for row in nine]) for nine in found]
    return Solution(theirs.name, theirs.version, mine.name, mine.version, wheel_lowest, vigorish_percent(), tuple(nines))


def _counted(theirs: HouseWay, mine: HouseWay, wheel_lowest: bool, recompute: bool, progress: Progress | None) -> Counts:
    """The counts of any two ways: kept from an earlier time, or counted now."""
    from . import store
    from .table import table

    if progress is not None:
        progress(0, 1)  # making tables and loading what is compiled takes seconds before anything is counted
    dealer, player = table(theirs, wheel_lowest, progress), table(mine, wheel_lowest, progress)
    name = _file_name(player, dealer)
    kept = None if recompute else store.load(name)
    counts = kept.get("counts") if kept is not None else None
    if counts is None or counts.shape != (len(CATEGORY_NAMES), 3, 3):
        from .counting import compare

        with bar(f"Pai Gow Poker, {mine.name} against {theirs.name}", progress) as told:
            counts = compare(player, dealer, progress=told)
        store.save(name, {"counts": counts})
    found: Counts = counts.tolist()
    return found


def _file_name(player: Table, dealer: Table) -> str:
    from . import store

    made_by = store.sources("counting.py", "sieve.py", "classes.py", "patterns.py", "weights.py")
    tables = [(of.high.tobytes(), of.low.tobytes()) for of in (player, dealer)]
    return f"main-{dealer.name}-{store.digest(FORMAT, tables, dealer.wheel_lowest, made_by)}.counts"
