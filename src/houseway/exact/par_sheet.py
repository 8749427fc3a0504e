"""A PAR sheet of what a Rules Submission chose: every side wager, its meter, its envy, and what each other lawful choice costs.

The main games are solved elsewhere (``ultimate_texas_holdem``, ``pai_gow``); this room puts the figures of one filing
together. Everything is a fraction until it is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.exact.figures import decimal, decimal_text, over
from houseway.exact.meter_math import MeterMath
from houseway.exact.side_wagers import HOLDEM_SIDE_WAGERS, PAI_GOW_SIDE_WAGERS, WagerMath, side_wager
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import NotMoney, cents, dollars
from houseway.problems import InputError, Problem, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from houseway.regulation import Law
    from houseway.submission import Submission

ROUNDS_AN_HOUR = 40
MOST_PLAYERS = {uth.GAME: 22, pgp.GAME: 6}
USUAL_PLAYERS = 6
_OF_THE_BASE_GAME = {uth.GAME: ("main", "ante", "blind", "play"), pgp.GAME: ("main", "pai_gow")}  # asked for by any of them
THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class WagerSheet:
    """One side wager as filed: its mathematics, for one size of wager where a meter or envy depends on it."""

    math: WagerMath
    wager_cents: int
    meter: MeterMath | None
    envy: Fraction  # expected envy for one unit wagered
    others: int

    @property
    def meter_units(self) -> Fraction:
        """The meter's initial amount in units of the wager."""
        return Fraction(self.meter.initial_cents, self.wager_cents) if self.meter is not None else Fraction(0)

    @property
    def edge(self) -> Fraction:
        """The house edge without envy, the meter at its initial amount."""
        return -self.math.expected_value(self.meter_units)

    def to_dict(self, handle_cents: int) -> dict[str, Any]:
        """The promised JSON of a wager, with its meter and envy."""
        out = self.math.to_dict(self.meter_units)
        out["wager"] = dollars(self.wager_cents)
        if self.meter is not None:
            out["meter_at"] = dollars(self.meter.initial_cents)
            out["meter"] = self.meter.to_dict(handle_cents)
        if self.envy:
            out["envy"] = {
                "other_players": self.others,
                "expected_value": over(self.envy * self.math.combinations, self.math.combinations),
                "return": decimal_text(self.envy),
                "house_edge_with_envy": decimal_text(self.edge - self.envy),
            }
        return out


@dataclass(frozen=True, slots=True)
class Alternative:
    """One lawful choice for a wager: as filed or instead, its edge, and what it costs players per $1,000 of handle."""

    wager: str
    choice: str
    filed: bool
    cite: str
    edge: Fraction

    def to_dict(self, filed_edge: Fraction) -> dict[str, Any]:
        """``{"wager", "choice", "filed", "cite", "house_edge", "per_1000", "difference_per_1000"}``"""
        return {
            "wager": self.wager,
            "choice": self.choice,
            "filed": self.filed,
            "cite": self.cite,
            "house_edge": decimal_text(self.edge),
            "per_1000": per_thousand(self.edge),
            "difference_per_1000": per_thousand(self.edge - filed_edge),
        }


def per_thousand(edge: Fraction) -> str:
    """What an edge takes of $1,000 of handle, in dollars and cents.

    >>> per_thousand(Fraction(1, 100))
    '10.00'
    """
    return f"{decimal(edge * THOUSAND):.2f}"


@dataclass(frozen=True, slots=True)
class ParSheet:
    """The mathematics of a filing. ``main`` is the base game's promised JSON, or None where a single wager was asked for."""

    submission: Submission
    law: Law
    players: int
    handle_cents: int | None  # an hour on each metered wager, as asked for
    wagers: tuple[WagerSheet, ...]
    alternatives: tuple[Alternative, ...]
    main: dict[str, Any] | None
    notes: tuple[str, ...]

    def handle_of(self, sheet: WagerSheet) -> int:
        """Handle an hour on one wager, in cents: as asked for, or that wager from every player in every round."""
        return self.handle_cents or ROUNDS_AN_HOUR * self.players * sheet.wager_cents

    def filed_edge(self, wager: str) -> Fraction:
        """The edge of the filed choice for a wager."""
        return next((a.edge for a in self.alternatives if a.wager == wager and a.filed), Fraction(0))

    def to_dict(self) -> dict[str, Any]:
        """The promised JSON of ``houseway analyze``."""
        from houseway.regulation import law_hash
        from houseway.version import __version__

        out: dict[str, Any] = {
            "game": self.law.game,
            "rules": {"section": self.law.section, "version": self.law.version.isoformat()},
            "submission": self.submission.to_dict(),
            "players": self.players,
            "wagers": [sheet.to_dict(self.handle_of(sheet)) for sheet in self.wagers],
        }
        if self.main is not None:
            out["main"] = self.main
        out["alternatives"] = [a.to_dict(self.filed_edge(a.wager)) for a in self.alternatives]
        out["notes"] = list(self.notes)
        out["engine"] = {"version": __version__, "law": law_hash()}
        return out


def side_wager_names(submission: Submission) -> list[str]:
    """The side wagers a submission offers, in the order of the paragraphs."""
    known = HOLDEM_SIDE_WAGERS if submission.game == uth.GAME else PAI_GOW_SIDE_WAGERS
    order = uth.FILED_AS.values() if submission.game == uth.GAME else pgp.FILED_AS.values()
    return [name for name in dict.fromkeys(order) if name in known and name in submission.offered]


def check_question(submission: Submission, players: int, wager: str | None) -> None:
    """Raises InputError where the number of players or the wager asked for makes no sense."""
    problems = []
    most = MOST_PLAYERS[submission.game]
    if not 1 <= players <= most:
        problems.append(Problem("--players", "is not a number of players that the cards allow", shown(players), f"1 to {most}"))
    names = [*_OF_THE_BASE_GAME[submission.game], *side_wager_names(submission)]
    if wager is not None and wager not in names:
        problems.append(
            Problem("--wager", "is not on offer in this submission", shown(wager), ", ".join(names), nearest(wager, names))
        )
    if problems:
        raise InputError(problems)


def wager_sheets(submission: Submission, law: Law, name: str, players: int) -> list[WagerSheet]:
    """One side wager as filed: one sheet, or where a meter or the envy depends on the size of the wager one for each size."""
    math = side_wager(law, name, submission.paytables.get(name), submission.switches)
    meter = submission.meters.get(name)
    sizes = submission.amounts_cents.get(name) or (max(submission.minimum_cents.get(name, 0), _least(law, name)),)
    sheets = []
    for size in sizes:
        of_meter = None
        if meter is not None:
            of_meter = MeterMath(math, size, meter.initial_cents, meter.reset_cents, meter.rate_ppm or 0)
        sheets.append(WagerSheet(math, size, of_meter, _envy(law, math, size, players - 1), players - 1))
    return sheets


def _least(law: Law, name: str) -> int:
    """The size of wager to speak of where none was filed: what envy needs, else a dollar."""
    return law.envy_minimum_cents or 100 if name in law.envy_wagers and law.game == pgp.GAME else 100


def _envy(law: Law, math: WagerMath, wager_cents: int, others: int) -> Fraction:
    """The expected envy for one unit: every other player's hand is any hand as likely."""
    if law.game == uth.GAME:
        if math.wager != "progressive" or wager_cents not in law.envy:
            return Fraction(0)
        keys = law.envy[wager_cents]
        by_hand = {row.hand: keys[row.key] for row in law.tables["progressive"][""].rows if row.key in keys}
        return math.envy_value(wager_cents, others, by_hand)
    if math.wager not in law.envy_wagers or wager_cents < (law.envy_minimum_cents or 0):
        return Fraction(0)
    return math.envy_value(wager_cents, others)


def alternatives(submission: Submission, law: Law, name: str) -> list[Alternative]:
    """Every lawful choice for a side wager, from the lowest edge: paytables by letter, and switches that change its odds."""
    filed = submission.paytables.get(name)
    found = []
    for letter, table in law.tables[name].items():
        if table.variant not in (None, submission.variant):
            continue
        chosen = letter == (filed or "")
        for said, switches in _switched(submission, name):
            math = side_wager(law, name, letter, switches)
            meter = submission.meters.get(name)
            size = (submission.amounts_cents.get(name) or (100,))[0]
            units = Fraction(meter.initial_cents, size) if meter is not None else Fraction(0)
            choice = (f"Paytable {letter}" if letter else "the only paytable") + (f", {said}" if said else "")
            is_filed = chosen and dict(switches) == dict(submission.switches)
            found.append(Alternative(name, choice, is_filed, table.cite, -math.expected_value(units)))
    return sorted(found, key=lambda a: a.edge)


_ODDS_SWITCHES = {"progressive": "progressive_seven_card_joker", "red_black": "red_black_joker"}


def _switched(submission: Submission, name: str) -> list[tuple[str, Mapping[str, str]]]:
    """The switch settings under which a wager's odds differ, with how each is called."""
    switch = _ODDS_SWITCHES.get(name) if submission.game == pgp.GAME else None
    if switch is None:
        return [("", submission.switches)]
    return [(f"{switch} = {value}", {**submission.switches, switch: value}) for value in pgp.SWITCHES[switch]]


_UNITS = "A wager's figures are for one unit wagered; a metered wager's with the meter at its initial amount."
_ENVY = "Envy takes every other player's hand as any hand as likely; it is not in the edge or the standard deviation."
NOTES = {
    uth.GAME: (
        _UNITS,
        "Magic Card and Lucky Bonus are paid on a draw whose frequency is not filed, and are not in the figures: a magic "
        "card drawn from 52 is one of a hand's two cards in 2 of 52 draws; a position drawn is one of all dealt in.",
        _ENVY,
        "A payout limit and the odd cents of meters are not in the figures.",
    ),
    pgp.GAME: (_UNITS, _ENVY, "A payout limit and the odd cents of meters are not in the figures."),
}


def analyze(
    submission: Submission,
    *,
    players: int = USUAL_PLAYERS,
    wager: str | None = None,
    handle: str | None = None,
    recompute: bool = False,
) -> ParSheet:
    """The PAR sheet of a submission. Raises InputError for a question that makes no sense, or a submission with violations.

    ``players`` are all who are dealt in; ``wager`` one name (or ``main``) instead of everything; ``handle`` dollars an hour
    on each metered wager; ``recompute`` passes by what is kept of a solved base game.
    """
    from houseway.exact.main_game import expect, main_game
    from houseway.regulation import law_for
    from houseway.submission import examine

    check_question(submission, players, wager)
    wrong = [finding.problem() for finding in examine(submission).violations]
    if wrong:
        raise InputError(wrong)
    law = law_for(submission.game, submission.effective)
    base_game = wager in _OF_THE_BASE_GAME[submission.game]
    if wager is None or base_game:
        expect(law, recompute=recompute)
    names = side_wager_names(submission) if wager is None else [] if base_game else [wager]
    sheets = [sheet for name in names for sheet in wager_sheets(submission, law, name, players)]
    others = [
        a
        for name in names
        if len(law.tables[name]) > 1 or _switched_by(submission, name)
        for a in alternatives(submission, law, name)
    ]
    base = main_game(submission, law, recompute=recompute) if wager is None or base_game else None
    if base is not None:
        sheets = [*base.wagers, *sheets]
        others = [*base.alternatives, *others]
    return ParSheet(
        submission,
        law,
        players,
        _handle(handle),
        tuple(sheets),
        tuple(others),
        base.figures if base else None,
        NOTES[law.game],
    )


def _handle(handle: str | None) -> int | None:
    """Handle an hour in cents, as asked for."""
    if handle is None:
        return None
    try:
        given = cents(handle)
    except NotMoney as error:
        raise InputError([Problem("--handle", str(error), shown(handle), error.allowed)]) from None
    if not given:
        raise InputError([Problem("--handle", "is nothing", shown(handle), "an amount above zero")])
    return given


def _switched_by(submission: Submission, name: str) -> bool:
    return submission.game == pgp.GAME and name in _ODDS_SWITCHES
