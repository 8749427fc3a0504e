"""Every side wager of both games to the last combination: lines, expected value, hit frequency, standard deviation.

A line's combinations are counted by asking the wager's own rule about one hand of each kind (see ``counts``).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.batch import kinds as counts
from houseway.exact.figures import decimal_text, over, square_root_text
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import ForOne, MeterShare, Odds, Push, ToOne, dollars
from houseway.ranking import CATEGORY_SHIFT, standard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from houseway.games.ruling import Ruling
    from houseway.regulation import Law, Paytable

LOSING = "No line"


class OddsLine(NamedTuple):
    """One line of a wager: the printed hand, how many combinations take it, what it pays (None: nothing), its envy in cents."""

    hand: str
    combinations: int
    pays: Odds | None
    envy_cents: int | None = None


class EnvyLine(NamedTuple):
    """A hand of another player that pays envy: as printed, how many combinations it has, and what it pays in cents."""

    hand: str
    combinations: int
    cents: int


@dataclass(frozen=True, slots=True)
class EnvyMath:
    """What the hands of other players pay to one wager, exactly: each of them is any hand as likely.

    ``lines`` hold combinations of ``combinations`` in which one other player's hand pays and the wager is still there.
    """

    lines: tuple[EnvyLine, ...]
    combinations: int
    wager_cents: int
    others: int
    judged: str  # on which cards, in words

    def total(self) -> Fraction:
        """What the others' hands pay for one unit wagered, over all combinations: the numerator of the value."""
        return Fraction(self.others * sum(line.combinations * line.cents for line in self.lines), self.wager_cents)

    @property
    def value(self) -> Fraction:
        """The expected envy for one unit wagered."""
        return self.total() / self.combinations

    def to_dict(self) -> dict[str, Any]:
        """The JSON: the expected value as a fraction over ``combinations``, unreduced."""
        return {
            "other_players": self.others,
            "judged_on": self.judged,
            "combinations": self.combinations,
            "lines": [
                {"hand": line.hand, "combinations": line.combinations, "pays": dollars(line.cents)} for line in self.lines
            ],
            "expected_value": over(self.total(), self.combinations),
            "return": decimal_text(self.value),
        }


@dataclass(frozen=True, slots=True)
class WagerMath:
    """One side wager under one paytable, exactly.

    ``lines`` are in printed order, then what no line takes; their combinations add up to ``combinations``. Amounts are in
    units of the wager: a line's *gain* is what the player is ahead by, -1 where the wager is lost.
    """

    wager: str
    paytable: str | None
    cite: str
    combinations: int
    lines: tuple[OddsLine, ...]

    def gain(self, line: OddsLine, meter_units: Fraction = Fraction(0)) -> Fraction:
        """What a line leaves the player ahead by for one unit wagered, with the meter at so many units."""
        pays = line.pays
        if pays is None:
            return Fraction(-1)
        if isinstance(pays, ToOne):
            return Fraction(pays.numerator, pays.denominator)
        if isinstance(pays, ForOne):
            return Fraction(pays.times - 1)
        if isinstance(pays, MeterShare):
            return Fraction(pays.percent, 100) * meter_units - 1
        return Fraction(0)

    def total(self, meter_units: Fraction = Fraction(0)) -> Fraction:
        """The sum of all gains over all combinations: the numerator of the expected value."""
        return sum((line.combinations * self.gain(line, meter_units) for line in self.lines), Fraction(0))

    def expected_value(self, meter_units: Fraction = Fraction(0)) -> Fraction:
        """The expected gain for one unit wagered."""
        return self.total(meter_units) / self.combinations

    def variance(self, meter_units: Fraction = Fraction(0)) -> Fraction:
        """The variance of the gain for one unit wagered."""
        squares = sum((line.combinations * self.gain(line, meter_units) ** 2 for line in self.lines), Fraction(0))
        return squares / self.combinations - self.expected_value(meter_units) ** 2

    def hits(self) -> int:
        """Combinations that are paid (a push is not)."""
        return sum(line.combinations for line in self.lines if line.pays is not None and not isinstance(line.pays, Push))

    def envy(self, wager_cents: int, others: int) -> EnvyMath | None:
        """The envy that the lines name, for a wager of that size and so many other players; None where there is none."""
        lines = tuple(EnvyLine(line.hand, line.combinations, line.envy_cents) for line in self.lines if line.envy_cents)
        return EnvyMath(lines, self.combinations, wager_cents, others, "seven cards") if lines and others > 0 else None

    def meter_chances(self) -> dict[int, Fraction]:
        """Percent of the meter -> the chance of such a line."""
        found: dict[int, Fraction] = {}
        for line in self.lines:
            if isinstance(line.pays, MeterShare):
                chance = Fraction(line.combinations, self.combinations)
                found[line.pays.percent] = found.get(line.pays.percent, Fraction(0)) + chance
        return found

    def distribution(self, meter_units: Fraction = Fraction(0)) -> list[tuple[Fraction, int]]:
        """Every gain with its combinations, from the lowest."""
        by_gain: dict[Fraction, int] = {}
        for line in self.lines:
            gain = self.gain(line, meter_units)
            by_gain[gain] = by_gain.get(gain, 0) + line.combinations
        return sorted(by_gain.items())

    def to_dict(self, meter_units: Fraction = Fraction(0)) -> dict[str, Any]:
        """The promised JSON: fractions over the size of the game, unreduced; decimals to 12 places."""
        value = self.expected_value(meter_units)
        return {
            "name": self.wager,
            "paytable": self.paytable,
            "cite": self.cite,
            "combinations": self.combinations,
            "lines": [
                {
                    "hand": line.hand,
                    "combinations": line.combinations,
                    "pays": None if line.pays is None else str(line.pays),
                    "probability": over(Fraction(line.combinations), self.combinations),
                    "return": decimal_text((self.gain(line, meter_units) + 1) * line.combinations / self.combinations),
                }
                for line in self.lines
            ],
            "expected_value": over(self.total(meter_units), self.combinations),
            "house_edge": decimal_text(-value),
            "hit_frequency": decimal_text(Fraction(self.hits(), self.combinations)),
            "standard_deviation": square_root_text(self.variance(meter_units)),
            "distribution": [
                {
                    "gain": decimal_text(gain),
                    "combinations": combinations,
                    "probability": over(Fraction(combinations), self.combinations),
                }
                for gain, combinations in self.distribution(meter_units)
            ],
        }


def _collect(wager: str, table: Paytable, answered: list[tuple[Ruling, int]]) -> WagerMath:
    """Lines from rulings: printed lines in order, then what meets none."""
    taken = [0] * len(table.rows)
    lost = 0
    for ruling, combinations in answered:
        if ruling.row < 0:
            lost += combinations
        else:
            taken[ruling.row] += combinations
    lines = [OddsLine(row.hand, n, row.pays, row.envy_cents) for row, n in zip(table.rows, taken, strict=True)]
    lines.append(OddsLine(LOSING, lost, None))
    return WagerMath(wager, table.letter, table.cite, sum(n for _, n in answered), tuple(lines))


def holdem_wager(wager: str, table: Paytable) -> WagerMath:
    """Trips (best five of seven), the progressive or the five-card bonus (two cards and the flop) under one table."""
    answered = []
    for hand, combinations in counts.holdem_kinds(7 if wager == "trips" else 5):
        category = standard.best_five(hand)[0] >> CATEGORY_SHIFT
        if wager == "trips":
            ruling = uth.rules.trips(False, category, table, "settle")
        else:
            ruling = uth.rules.flop_wager(False, category, table, "settle")
        answered.append((ruling, combinations))
    return _collect(wager, table, answered)


_RULES = {
    "fortune_bonus": pgp.rules.fortune_bonus,
    "emperors_treasure": pgp.rules.emperors_treasure,
    "insurance": pgp.rules.insurance,
    "queens_dragon": pgp.rules.queens_dragon,
    "dynasty_bonus": pgp.rules.dynasty_bonus,
    "protection": pgp.rules.protection,
}


def pai_gow_wager(wager: str, table: Paytable, switches: Mapping[str, str] | None = None) -> WagerMath:
    """One side wager of Pai Gow Poker under one table; ``switches`` as filed, else their first values."""
    chosen = {name: values[0] for name, values in pgp.SWITCHES.items()} | dict(switches or {})
    answered = []
    for hand, combinations in counts.colour_kinds() if wager == "red_black" else counts.pai_gow_kinds():
        seen = pgp.read_seven(hand)
        if wager == "red_black":
            ruling = pgp.rules.red_black(seen.red, seen.joker, table, chosen["red_black_joker"])
        elif wager == "progressive":
            ruling = pgp.rules.progressive(seen, table, chosen["progressive_seven_card_joker"])
        else:
            ruling = _RULES[wager](seen, table)
        answered.append((ruling, combinations))
    return _collect(wager, table, answered)


HOLDEM_SIDE_WAGERS = ("trips", "progressive", "five_card_bonus")
PAI_GOW_SIDE_WAGERS = (*_RULES, "progressive", "red_black")


def side_wager(law: Law, wager: str, letter: str | None, switches: Mapping[str, str] | None = None) -> WagerMath:
    """One side wager of either game under one of the law's tables."""
    table = law.tables[wager][letter or ""]
    return holdem_wager(wager, table) if law.game == uth.GAME else pai_gow_wager(wager, table, switches)


def all_side_wagers(law: Law, switches: Mapping[str, str] | None = None) -> list[WagerMath]:
    """Every side wager of a game under every paytable of the law, in the order of the paragraphs."""
    names = HOLDEM_SIDE_WAGERS if law.game == uth.GAME else [w for w in law.tables if w in PAI_GOW_SIDE_WAGERS]
    return [side_wager(law, wager, letter or None, switches) for wager in names for letter in law.tables[wager]]
