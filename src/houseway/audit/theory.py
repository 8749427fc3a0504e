"""What a wager should keep, by the exact mathematics, and how far what it kept lies from that. Statistics, not money."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.games import ultimate_texas_holdem as uth
from houseway.problems import InputError

if TYPE_CHECKING:
    from houseway.audit.running import Outcome
    from houseway.audit.totals import Hold
    from houseway.regulation import Law
    from houseway.submission import Submission

TYPICAL_UNIT = 100  # cents that a meter's share is compared with, where nothing else is known


class Theory(NamedTuple):
    """The house's edge on a wager and its standard deviation, in units of the wager; and what that rests on."""

    edge: float
    deviation: float
    basis: str


class Held(NamedTuple):
    """One wager (at one table): how many, cents wagered and kept, what should have been kept, and the standard score."""

    wager: str
    table: str
    made: int
    handle_cents: int
    kept_cents: int
    theory: Theory | None
    score: float | None

    @property
    def actual(self) -> float:
        """What was kept of each unit wagered."""
        return self.kept_cents / self.handle_cents if self.handle_cents else 0.0


def theories(submission: Submission, law: Law, meters: dict[str, int], unit_cents: dict[str, int]) -> dict[str, Theory]:
    """By wager: the side wagers exactly, meters at their average; the main game where its solution is at hand.

    ``meters``: what each meter showed on the average, in cents; ``unit_cents``: the average wager of each wager on a meter.
    """
    from houseway.exact.side_wagers import HOLDEM_SIDE_WAGERS, PAI_GOW_SIDE_WAGERS, side_wager

    found: dict[str, Theory] = {}
    holdem = submission.game == uth.GAME
    for filed in HOLDEM_SIDE_WAGERS if holdem else PAI_GOW_SIDE_WAGERS:
        if filed not in submission.offered:
            continue
        of = side_wager(law, filed, submission.paytables.get(filed), submission.switches)
        names = {"five_card_bonus": ("five_card_bonus_player", "five_card_bonus_dealer"), "red_black": ("red", "black")}
        for name in names.get(filed, (filed,)):
            units = Fraction(meters.get(filed, 0), max(1, unit_cents.get(name) or TYPICAL_UNIT))
            basis = f"{of.cite}" + (f", meter at ${meters[filed] // 100:,} on the average" if filed in meters else "")
            found[name] = Theory(float(-of.expected_value(units)), sqrt(float(of.variance(units))), basis)
    main = _holdem_main(submission, law) if holdem else _pai_gow_main(submission)
    if main is not None:
        found["main" if holdem else "pai_gow"] = main
    return found


def _holdem_main(submission: Submission, law: Law) -> Theory | None:
    """Ante, blind and play by the ante under best play, where the game has been solved on this machine before."""
    from houseway.exact.ultimate_texas_holdem.kept import load
    from houseway.exact.ultimate_texas_holdem.payouts import payouts_of

    of = load(payouts_of(law, submission.paytables["blind"]))
    if of is None:
        return None
    return Theory(float(-of.expected_value), sqrt(float(of.variance)), "best play; players' mistakes keep more")


def _pai_gow_main(submission: Submission) -> Theory | None:
    """The main wager, players set by the house way, for a house way whose solution ships."""
    from houseway.exact.pai_gow.shipped import shipped
    from houseway.exact.pai_gow.solution import solve
    from houseway.games.house_way import get

    try:
        way = get(submission.house_way or "standard")
    except InputError:
        return None
    lowest = submission.switches["wheel"] == "lowest"
    if shipped(way, way, lowest) is None:
        return None
    of = solve(way, way, lowest)
    won, _, lost = of.tally()
    every = sum(of.tally())
    mean = float(of.expected_value)
    square = (won * 0.95**2 + lost) / every
    return Theory(-mean, sqrt(square - mean**2), "players set by the house way, the dealer banking")


def held(outcome: Outcome) -> tuple[list[Held], list[Held]]:
    """Every wager in all, and every wager at every table."""
    totals, hold = outcome.totals, outcome.totals.hold
    wagers = hold.wagers
    counts, handle = hold.counts.sum(axis=0), hold.handle.sum(axis=0)
    units = {name: int(handle[at] // counts[at]) if counts[at] else 0 for at, name in enumerate(wagers)}
    bases = {basis.said: basis for basis in outcome.bases}
    parts = [
        (of, theories(bases[said].submission, bases[said].law, outcome.meter_average, units))
        for said, of in (totals.holds or dict.fromkeys(totals.under, hold)).items()
    ]  # fmt: skip
    holdem = outcome.plan.submission.game == uth.GAME
    shown = [name for name in wagers if name not in (("ante", "play", "blind") if holdem else ("main",))]
    if holdem:
        shown = ["main", *[name for name in shown if name != "main"]]
    whole = [_held(hold, parts, wagers.index(name), None, "", name) for name in shown]
    tables = totals.names["table"].names
    each = [
        _held(hold, parts, wagers.index(name), at, table, name)
        for at, table in sorted(enumerate(tables[: len(hold.counts)]), key=lambda pair: pair[1])
        for name in shown
        if hold.counts[at, wagers.index(name)]
    ]
    return [one for one in whole if one.made], each if len(tables) > 1 else []


def _sum(hold: Hold, what: str, wager: int, table: int | None) -> Any:
    """A sum of a hold, of one table or of all."""
    column = getattr(hold, what)[:, wager]
    if table is None:
        return column.sum()
    return column[table] if table < len(column) else 0


def _held(
    hold: Hold, parts: list[tuple[Hold, dict[str, Theory]]], wager: int, table: int | None, called: str, name: str
) -> Held:  # fmt: skip
    """One wager; ``parts``: what was wagered under each submission, and what each of them should keep."""
    count, handle, kept, squares = (int(_sum(hold, of, wager, table)) for of in ("counts", "handle", "kept", "squares"))
    some = [(of, found.get(name)) for of, found in parts if _sum(of, "counts", wager, table)]
    theory, score = None, None
    known = [(of, found) for of, found in some if found is not None]
    if known and len(known) == len(some):
        due = sum(found.edge * _sum(of, "handle", wager, table) for of, found in known)
        square = sum(found.deviation**2 * _sum(of, "squares", wager, table) for of, found in known)
        basis = "; ".join(dict.fromkeys(found.basis for _, found in known))
        theory = known[0][1]
        if len(known) > 1:
            theory = Theory(due / handle if handle else 0.0, sqrt(square / squares) if squares else 0.0, basis)
        if square > 0:
            score = (kept - due) / sqrt(square)
    return Held(name, called, count, handle, kept, theory, score)
