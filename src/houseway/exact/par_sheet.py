"""A PAR sheet of what a Rules Submission chose: every side wager, its meter, its envy, and what each other lawful choice costs.

The main games are solved elsewhere (``ultimate_texas_holdem``, ``pai_gow``); this room puts the figures of one filing
together. Everything is a fraction until it is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.exact import holdem_wagers
from houseway.exact.bonus_draws import BonusMath, bonuses
from houseway.exact.figures import decimal, decimal_text
from houseway.exact.meter_math import MeterMath
from houseway.exact.side_wagers import PAI_GOW_SIDE_WAGERS, EnvyMath, WagerMath, side_wager
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.games.ruling import LOSE
from houseway.money import NotMoney, cents, dollars
from houseway.problems import InputError, Problem, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from houseway.exact.ultimate_texas_holdem.solved import Solution
    from houseway.regulation import Law
    from houseway.submission import Submission

    Told = Callable[[str, int, int], None]

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
    envy: EnvyMath | None
    others: int
    bettors: int = 1  # players who make the wager in every round, where the handle is not asked for

    @property
    def meter_units(self) -> Fraction:
        """The meter's initial amount in units of the wager."""
        return Fraction(self.meter.initial_cents, self.wager_cents) if self.meter is not None else Fraction(0)

    @property
    def edge(self) -> Fraction:
        """The house edge without envy, the meter at its initial amount."""
        return -self.math.expected_value(self.meter_units)

    @property
    def whole_edge(self) -> Fraction:
        """The edge with the envy, where there is any."""
        return self.edge if self.envy is None else self.edge - self.envy.value

    def to_dict(self, handle_cents: int, handle_basis: str = "") -> dict[str, Any]:
        """The promised JSON of a wager, with its meter and envy; ``handle_basis``: how the handle an hour was come by."""
        out = self.math.to_dict(self.meter_units)
        out["wager"] = dollars(self.wager_cents)
        if self.meter is not None:
            out["meter_at"] = dollars(self.meter.initial_cents)
            out["meter"] = self.meter.to_dict(handle_cents, handle_basis)
        if self.envy is not None:
            out["envy"] = {**self.envy.to_dict(), "house_edge_with_envy": decimal_text(self.whole_edge)}
        return out


@dataclass(frozen=True, slots=True)
class Alternative:
    """One lawful choice for a wager: as filed or instead, its edge, and what it costs players per $1,000 of handle.

    ``with_envy`` is the edge less the expected envy, for as many players as were asked for; None where there is no envy.
    ``wager_cents`` is the size of wager that it is given for, where the figures depend on it.
    """

    wager: str
    choice: str
    filed: bool
    cite: str
    edge: Fraction
    with_envy: Fraction | None = None
    wager_cents: int | None = None

    @property
    def whole_edge(self) -> Fraction:
        """The edge with the envy, where there is any: what the choice takes of the players."""
        return self.edge if self.with_envy is None else self.with_envy

    def to_dict(self, filed: Alternative) -> dict[str, Any]:
        """The choice, ``for`` what size of wager, its edge, its edge with envy, and what both make of $1,000 of handle."""
        envy = self.with_envy is not None
        return {
            "wager": self.wager,
            "choice": self.choice,
            "filed": self.filed,
            "cite": self.cite,
            "for": None if self.wager_cents is None else dollars(self.wager_cents),
            "house_edge": decimal_text(self.edge),
            "house_edge_with_envy": None if self.with_envy is None else decimal_text(self.with_envy),
            "per_1000": per_thousand(self.edge),
            "difference_per_1000": per_thousand(self.edge - filed.edge),
            "per_1000_with_envy": per_thousand(self.whole_edge) if envy else None,
            "difference_per_1000_with_envy": per_thousand(self.whole_edge - filed.whole_edge) if envy else None,
        }


def per_thousand(edge: Fraction) -> str:
    """What an edge takes of $1,000 of handle, in dollars and cents.

    >>> per_thousand(Fraction(1, 100)), per_thousand(Fraction(-1, 10**9))
    ('10.00', '0.00')
    """
    figure = f"{decimal(edge * THOUSAND):.2f}"
    return figure.removeprefix("-") if not any(digit in figure for digit in "123456789") else figure


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
    bonuses: tuple[BonusMath, ...] = ()

    def handle_basis(self, sheet: WagerSheet) -> str:
        """How the handle an hour on one wager was come by, in words."""
        if self.handle_cents is not None:
            return "as asked for"
        everybody = "1 player" if sheet.bettors == 1 else f"each of {sheet.bettors} players"
        return f"{ROUNDS_AN_HOUR} rounds an hour with this wager from {everybody}"

    def handle_of(self, sheet: WagerSheet) -> int:
        """Handle an hour on one wager, in cents: as asked for, or that wager from every player in every round."""
        return self.handle_cents or ROUNDS_AN_HOUR * sheet.bettors * sheet.wager_cents

    def filed(self, wager: str) -> Alternative:
        """The filed choice for a wager that has others."""
        return next(a for a in self.alternatives if a.wager == wager and a.filed)

    def to_dict(self) -> dict[str, Any]:
        """The promised JSON of ``houseway analyze`` (``houseway schema analysis``)."""
        from houseway.regulation import law_hash
        from houseway.version import __version__

        out: dict[str, Any] = {
            "game": self.law.game,
            "rules": {"section": self.law.section, "version": self.law.version.isoformat()},
            "submission": self.submission.to_dict(),
            "players": self.players,
            "wagers": [sheet.to_dict(self.handle_of(sheet), self.handle_basis(sheet)) for sheet in self.wagers],
        }
        if self.bonuses:
            out["bonuses"] = [bonus.to_dict() for bonus in self.bonuses]
        if self.main is not None:
            out["main"] = self.main
        out["alternatives"] = [a.to_dict(self.filed(a.wager)) for a in self.alternatives]
        out["notes"] = list(self.notes)
        out["engine"] = {"version": __version__, "law": law_hash()}
        return out


def side_wager_names(submission: Submission) -> list[str]:
    """The side wagers a submission offers, in the order of the paragraphs; both hands of the five-card bonus apart."""
    if submission.game == uth.GAME:
        return [name for name in holdem_wagers.WAGERS if uth.FILED_AS[name] in submission.offered]
    return [name for name in dict.fromkeys(pgp.FILED_AS.values()) if name in PAI_GOW_SIDE_WAGERS and name in submission.offered]


def _asked_for(submission: Submission, wager: str | None) -> list[str]:
    """The side wagers that a question is about: all of them, one, or both hands of the five-card bonus by its filed name."""
    names = side_wager_names(submission)
    return names if wager is None else [name for name in names if wager in (name, filed_as(name))]


def filed_as(name: str) -> str:
    """The name under which a Rules Submission files a side wager."""
    return uth.FILED_AS[name] if name in holdem_wagers.WAGERS else name


def check_question(submission: Submission, players: int, wager: str | None) -> None:
    """Raises InputError where the number of players or the wager asked for makes no sense."""
    problems = []
    most = MOST_PLAYERS[submission.game]
    if not 1 <= players <= most:
        problems.append(Problem("--players", "is not a number of players that the cards allow", shown(players), f"1 to {most}"))
    sides = side_wager_names(submission)
    names = list(dict.fromkeys([*_OF_THE_BASE_GAME[submission.game], *map(filed_as, sides), *sides]))
    if wager is not None and wager not in names:
        problems.append(
            Problem("--wager", "is not on offer in this submission", shown(wager), ", ".join(names), nearest(wager, names))
        )
    if problems:
        raise InputError(problems)


@dataclass(frozen=True, slots=True)
class _Question:
    """What every figure of a side wager needs: the filing, its law, who is dealt in, and the solved base game when needed."""

    submission: Submission
    law: Law
    players: int
    solution: Callable[[], Solution]

    def math(self, name: str, letter: str | None, switches: Mapping[str, str]) -> WagerMath:
        """A wager's mathematics under a paytable and switches."""
        if self.law.game == uth.GAME:
            return holdem_wagers.wager(self.law, name, letter, switches, self.solution)
        return side_wager(self.law, name, letter, switches)

    def envy(self, math: WagerMath, wager_cents: int, switches: Mapping[str, str]) -> EnvyMath | None:
        """The envy of one wager of that size."""
        others = self.players - 1
        if self.law.game == uth.GAME:
            if math.wager != "progressive":
                return None
            return holdem_wagers.envy(self.law, wager_cents, others, switches, self.solution)
        if math.wager not in self.law.envy_wagers or wager_cents < (self.law.envy_minimum_cents or 0):
            return None
        return math.envy(wager_cents, others)

    def sizes(self, name: str) -> tuple[int, ...]:
        """The sizes of wager to speak of: those filed, or the least one."""
        filed = filed_as(name)
        amounts = self.submission.amounts_cents.get(filed)
        return amounts or (max(self.submission.minimum_cents.get(filed, 0), _least(self.law, filed)),)

    def sheets(self, name: str) -> list[WagerSheet]:
        """A side wager as filed: one sheet, or where a meter or the envy depends on the size of the wager one for each size."""
        filed = filed_as(name)
        switches, meter = self.submission.switches, self.submission.meters.get(filed)
        math = self.math(name, self.submission.paytables.get(filed), switches)
        sheets = []
        for size in self.sizes(name):
            of_meter = None
            if meter is not None:
                heads = self._bettors(name) if name == _ONE_DRAW else 1
                of_meter = MeterMath(math, size, meter.initial_cents, meter.reset_cents, meter.rate_ppm or 0, heads)
            envy = self.envy(math, size, switches)
            sheets.append(WagerSheet(math, size, of_meter, envy, self.players - 1, self._bettors(name)))
        return sheets

    def _bettors(self, name: str) -> int:
        """Everybody; one where all are on one draw and lose with a fold: how many are left is not known from one hand alone."""
        alone = name == _ONE_DRAW and self.submission.switches["progressive_on_fold"] == LOSE
        return 1 if alone else self.players

    def alternatives(self, name: str) -> list[Alternative]:
        """Every lawful choice for a side wager, from the lowest edge: paytables, and switches that change its odds."""
        filed = filed_as(name)
        size, meter = self.sizes(name)[0], self.submission.meters.get(filed)
        units = Fraction(meter.initial_cents, size) if meter is not None else Fraction(0)
        found = []
        for letter, table in self.law.tables[filed].items():
            if table.variant not in (None, self.submission.variant):
                continue
            chosen = letter == (self.submission.paytables.get(filed) or "")
            for said, switches in self._switched(name):
                math = self.math(name, letter or None, switches)
                envy = self.envy(math, size, switches)
                edge = -math.expected_value(units)
                choice = (f"Paytable {letter}" if letter else "the only paytable") + (f", {said}" if said else "")
                is_filed = chosen and dict(switches) == dict(self.submission.switches)
                with_envy = None if envy is None else edge - envy.value
                of_size = size if meter is not None or envy is not None else None
                found.append(Alternative(name, choice, is_filed, table.cite, edge, with_envy, of_size))
        return sorted(found, key=lambda a: (a.whole_edge, a.edge))

    def _switched(self, name: str) -> list[tuple[str, dict[str, str]]]:
        """The switch settings under which a wager's odds (or its envy) differ, with how each is called."""
        found = [("", dict(self.submission.switches))]
        known = uth.SWITCHES if self.law.game == uth.GAME else pgp.SWITCHES
        for switch in _ODDS_SWITCHES[self.law.game].get(name, ()):
            if switch == "envy_hand" and not any(size in self.law.envy and self.players > 1 for size in self.sizes(name)):
                continue
            found = [
                (f"{said}, {switch} = {value}".removeprefix(", "), {**switches, switch: value})
                for said, switches in found
                for value in known[switch]
            ]
        return found

    def all_alternatives(self, name: str) -> list[Alternative]:
        """As ``alternatives``; none where the law leaves no choice."""
        found = self.alternatives(name)
        return found if len(found) > 1 else []


def _least(law: Law, filed: str) -> int:
    """The size of wager to speak of where none was filed: what envy needs, else a dollar."""
    return law.envy_minimum_cents or 100 if filed in law.envy_wagers and law.game == pgp.GAME else 100


_ODDS_SWITCHES: dict[str, dict[str, tuple[str, ...]]] = {
    uth.GAME: {
        "trips": ("trips_on_fold",),
        "progressive": ("progressive_on_fold", "envy_hand"),
        "five_card_bonus_player": ("progressive_on_fold",),
        "five_card_bonus_dealer": ("progressive_on_fold",),
    },
    pgp.GAME: {"progressive": ("progressive_seven_card_joker",), "red_black": ("red_black_joker",)},
}

_ONE_DRAW = "five_card_bonus_dealer"  # every wager of a round is on the one hand of the dealer
_UNITS = "A wager's figures are for one unit wagered; a metered wager's with the meter at its initial amount."
_ENVY = "Envy takes every other player's hand as any hand as likely; it is not in the edge or the standard deviation."
_LIMIT = "A payout limit and the odd cents of meters are not in the figures."
_HOLDEM_ENVY = (
    " A folded hand still pays envy to others; where progressive wagers are lost with a fold (progressive_on_fold), a player "
    "who has folded is paid none himself."
)
_ON_FOLD = (
    "Where side wagers are lost with a fold (trips_on_fold, progressive_on_fold), hands are folded as is best for ante, blind "
    "and play alone under Blind paytable {blind}; a player who minds what his side wagers lose would fold less, and keep a "
    "little more of them."
)
_HEADS = (
    "A share of the meter won by the dealer's hand is taken once and divided by head among the players with a wager on it: the "
    "return and the meter that breaks even are for one head, with n heads each has an nth of the meter's part. Hours, hits and "
    "the expected meter are for the wager from everybody dealt in; where they are lost with a fold (progressive_on_fold), from "
    "one player, as heads then go with folds."
)
_SHARED = (
    "The life of a meter is that of one wager of one size alone. A meter that {wagers} share grows and is hit by all of them."
)
_DRAWS = "How often the house draws for {what} is not filed: the figures are for one draw, and are in no edge."


def _notes(submission: Submission, names: list[str], bonuses: list[BonusMath]) -> tuple[str, ...]:
    """What has to be said beside the figures of this filing."""
    if submission.game == pgp.GAME:
        shared = _sharing(submission, names)
        return (_UNITS, _ENVY, *([_SHARED.format(wagers=shared)] if shared else []), _LIMIT)
    notes = [_UNITS]
    if names:
        notes.append(_ON_FOLD.format(blind=submission.paytables["blind"]))
    if "progressive" in names:
        notes.append(_ENVY + _HOLDEM_ENVY)
    if "five_card_bonus_dealer" in names:
        notes.append(_HEADS)
    drawn = [said for name, said in (("magic_card", "Magic Card"), ("lucky_bonus", "Lucky Bonus")) if _has(bonuses, name)]
    if drawn:
        notes.append(_DRAWS.format(what=" and ".join(drawn)))
    if (shared := _sharing(submission, names)) is not None:
        notes.append(_SHARED.format(wagers=shared))
    return (*notes, _LIMIT)


def _sharing(submission: Submission, names: list[str]) -> str | None:
    """Which wagers of one filed meter are told apart, in words; None where none are."""
    kinds = []
    for filed in dict.fromkeys(filed_as(name) for name in names if filed_as(name) in submission.meters):
        if sum(filed_as(name) == filed for name in names) > 1:
            kinds.append("the player's and the dealer's five-card bonus")
        if len(submission.amounts_cents.get(filed, ())) > 1:
            kinds.append("wagers of several sizes")
    return " or ".join(dict.fromkeys(kinds)) or None


def _has(bonuses: list[BonusMath], name: str) -> bool:
    return any(bonus.name == name for bonus in bonuses)


def analyze(
    submission: Submission,
    *,
    players: int = USUAL_PLAYERS,
    wager: str | None = None,
    handle: str | None = None,
    recompute: bool = False,
    progress: Told | None = None,
) -> ParSheet:
    """The PAR sheet of a submission. Raises InputError for a question that makes no sense, or a submission with violations.

    ``players`` are all who are dealt in; ``wager`` one name (or ``main``) instead of everything; ``handle`` dollars an hour
    on each metered wager; ``recompute`` passes by what is kept of a solved base game. ``progress(what, done, of)`` is told
    about a base game that takes long to be counted: all Pai Gow Poker hands set by one house way, from 0 or 1 to ``of``.
    """
    from houseway.exact.main_game import expect, main_game, solved
    from houseway.regulation import law_for
    from houseway.submission import examine

    check_question(submission, players, wager)
    wrong = [finding.problem() for finding in examine(submission).violations]
    if wrong:
        raise InputError(wrong)
    law = law_for(submission.game, submission.effective)
    of_base_game = wager is None or wager in _OF_THE_BASE_GAME[submission.game]
    names = _asked_for(submission, wager)
    expect(law, recompute=recompute)
    solutions = solved(law, recompute=recompute)
    base = main_game(submission, law, solutions, recompute=recompute, progress=progress) if of_base_game else None
    question = _Question(submission, law, players, lambda: solutions()[submission.paytables["blind"]])
    sheets = [sheet for name in names for sheet in question.sheets(name)]
    others = [choice for name in names for choice in question.all_alternatives(name)]
    drawn = bonuses(submission, law, names, players, question.solution)
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
        _notes(submission, names, drawn),
        tuple(drawn),
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
