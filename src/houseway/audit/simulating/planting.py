"""Mistakes that are made at tables, each planted where it can be made. What was right is kept beside what was recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.batch.answers import LOST, PUSHED, VOID, WON
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.games.pai_gow_poker import rules
from houseway.money import ForOne, ToOne

if TYPE_CHECKING:
    from houseway.regulation import Law, Paytable
    from houseway.submission import Submission

I64 = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass
class Table:
    """Settled rows about to be recorded, by column in cents (``recorded`` begins as ``due``)."""

    wagers: dict[str, I64]
    outcome: dict[str, NDArray[np.int8]]
    due: dict[str, I64]
    round: I64
    unlimited: dict[str, I64]  # what would be paid without a payout limit
    of_seven: I64  # the progressive's line as if all seven cards counted
    increments: I64  # cents that the round put on the progressive meter, rounded down
    recorded: dict[str, I64] = field(default_factory=dict)


class Kind(NamedTuple):
    """A kind of mistake: its name, the column that it spoils, where it can be made, and what is then recorded."""

    name: str
    column: str
    where: Callable[[Table], Mask]
    said: Callable[[Table], I64]
    other: tuple[str, Callable[[Table], I64]] | None = None  # a second column that the same mistake spoils

    @property
    def wager(self) -> str:
        """The wager under which an audit tells it."""
        return self.column.removeprefix("paid_").removeprefix("returned_")


class Planted(NamedTuple):
    """One planted mistake: the row, and the kind."""

    row: int
    kind: Kind


def plant(table: Table, kinds: list[Kind], rate: float, rng: np.random.Generator) -> list[Planted]:
    """Plants each kind with that chance wherever it can be made, at most one mistake a row, into ``table.recorded``."""
    table.recorded = {name: column.copy() for name, column in table.due.items()}
    spoilt = np.zeros(len(table.round), np.bool_)
    found: list[Planted] = []
    for kind in kinds:
        said = kind.said(table)
        able = kind.where(table) & ~spoilt & (said != table.due[kind.column]) & (said >= 0)
        rows = np.flatnonzero(able & (rng.random(len(able)) < rate))
        table.recorded[kind.column][rows] = said[rows]
        if kind.other is not None:
            name, also = kind.other
            table.recorded[name][rows] = also(table)[rows]
        spoilt[rows] = True
        found += [Planted(row, kind) for row in rows.tolist()]
    return found


def kinds(law: Law, submission: Submission) -> list[Kind]:
    """Every kind of mistake that can be made under a submission, rare ones first."""
    out = _meter_kinds(submission) + _special(law, submission)
    game = uth if submission.game == uth.GAME else pgp
    for wager in game.WAGERS:
        filed = game.FILED_AS[wager]
        if filed not in submission.offered:
            continue
        tables = law.tables[wager if wager in law.tables else filed]
        paytable = tables[""] if "" in tables else tables[submission.paytables[filed]]
        out += _line_kinds(wager, paytable)
        out += _outcome_kinds(wager, paytable)
    return out


def _outcome(wager: str, code: int) -> Callable[[Table], Mask]:
    return lambda table: table.outcome[wager] == code


def _due(column: str) -> Callable[[Table], I64]:
    return lambda table: table.due[column]


def _wagered(wager: str) -> Callable[[Table], I64]:
    return lambda table: table.wagers[wager]


def _zero(table: Table) -> I64:
    return np.zeros(len(table.round), np.int64)


def _at_odds(pays: ToOne | ForOne, wagered: I64) -> I64:
    if isinstance(pays, ForOne):
        return pays.times * wagered
    return (pays.numerator * wagered + pays.denominator - 1) // pays.denominator


def _line_kinds(wager: str, paytable: Paytable) -> list[Kind]:
    """Each line paid at the odds of the next line of other odds."""
    fixed = [row for row in paytable.rows if isinstance(row.pays, (ToOne, ForOne))]
    out = []
    for at, row in enumerate(fixed):
        others = [other for other in fixed[at + 1 :] + fixed[:at][::-1] if other.pays != row.pays]
        if not others or not isinstance(row.pays, (ToOne, ForOne)):
            continue
        right, wrong = row.pays, others[0].pays

        def where(table: Table, right: ToOne | ForOne = right) -> Mask:
            exact = table.due[f"paid_{wager}"] == _at_odds(right, table.wagers[wager])
            found: Mask = (table.outcome[wager] == WON) & exact & (table.wagers[wager] > 0)
            return found

        def said(table: Table, wrong: object = wrong) -> I64:
            return _at_odds(wrong, table.wagers[wager])  # type: ignore[arg-type]

        out.append(Kind(f"{wager}: {row.key} paid as {others[0].key}", f"paid_{wager}", where, said))
    return out


def _outcome_kinds(wager: str, paytable: Paytable) -> list[Kind]:
    """Wins not paid, pushes taken or paid, losers paid, the wager kept or given back against the odds."""
    paid, returned = f"paid_{wager}", f"returned_{wager}"
    to_one = any(isinstance(row.pays, ToOne) for row in paytable.rows)
    out = [
        Kind(f"{wager}: win taken as a loss", paid, _outcome(wager, WON), _zero, (returned, _zero)),
        Kind(f"{wager}: loser paid even money", paid, _outcome(wager, LOST), _wagered(wager), (returned, _wagered(wager))),
        Kind(f"{wager}: loser given back", returned, _outcome(wager, LOST), _wagered(wager)),
        Kind(f"{wager}: void wager taken", returned, _outcome(wager, VOID), _zero),
        Kind(f"{wager}: digits changed about", paid, _outcome(wager, WON), lambda table: _swapped(table.due[paid])),
    ]
    if to_one:
        out += [
            Kind(f"{wager}: paid for one, not to one", returned, _outcome(wager, WON), _zero),
            Kind(f"{wager}: win pushed", paid, _outcome(wager, WON), _zero),
        ]
    else:
        out.append(Kind(f"{wager}: paid to one, not for one", returned, _outcome(wager, WON), _wagered(wager)))
    if wager in ("ante", "play", "blind", "pai_gow", "fortune_bonus"):
        out += [
            Kind(f"{wager}: push taken", returned, _outcome(wager, PUSHED), _zero),
            Kind(f"{wager}: push paid even money", paid, _outcome(wager, PUSHED), _wagered(wager)),
        ]
    return out


def _swapped(cents: I64) -> I64:
    """The last digit of the dollars and the one before it, changed about."""
    dollars, part = np.divmod(cents, 100)
    found: I64 = (dollars // 100 * 100 + dollars % 10 * 10 + dollars // 10 % 10) * 100 + part
    return found


def _hit(wager: str) -> Callable[[Table], Mask]:
    """Where the meter paid a wager (without the meter, nothing would be paid)."""
    paid = f"paid_{wager}"

    def hit(table: Table) -> Mask:
        found: Mask = (table.outcome[wager] == WON) & (table.unlimited[paid] == 0) & (table.due[paid] > 0)
        return found

    return hit


def _changed(column: str, change: Callable[[I64, Table], I64]) -> Callable[[Table], I64]:
    return lambda table: change(table.due[column], table)


def _meter_kinds(submission: Submission) -> list[Kind]:
    out = []
    game = uth if submission.game == uth.GAME else pgp
    for wager, meter in game.METER_OF.items():
        if meter not in submission.offered:
            continue
        paid, hit = f"paid_{wager}", _hit(wager)
        reset = submission.meters[meter].reset_cents
        out += [
            Kind(f"{wager}: meter read before the wagers were on it", paid, hit, _changed(paid, lambda d, t: d - t.increments)),
            Kind(f"{wager}: meter share paid ten times over", paid, hit, _changed(paid, lambda d, t: d * 10)),
            Kind(f"{wager}: meter share paid for a tenth", paid, hit, _changed(paid, lambda d, t: d // 10)),
            Kind(f"{wager}: meter read after its reset", paid, hit, _constant(reset)),
        ]
    if "five_card_bonus_dealer" in game.WAGERS and "five_card_bonus" in submission.offered:
        column = "paid_five_card_bonus_dealer"
        out.append(Kind("five_card_bonus_dealer: split by wager, not by head", column, _in_split, _by_wager))
    for wager in ("progressive", "five_card_bonus_player"):
        if wager in game.WAGERS and game.FILED_AS[wager] in submission.offered:
            out.append(_turned(f"paid_{wager}", wager))
    return out


def _constant(cents: int) -> Callable[[Table], I64]:
    return lambda table: np.full(len(table.round), cents, np.int64)


def _turned(column: str, wager: str) -> Kind:
    """Two players paid from one meter in the wrong order: each is paid the other's amount."""

    def where(table: Table) -> Mask:
        found: Mask = _partner(table, column) >= 0
        return found

    def said(table: Table) -> I64:
        other = _partner(table, column)
        return np.where(other >= 0, table.due[column][other], table.due[column])

    return Kind(f"{wager}: order of payment turned about", column, where, said)


def _partner(table: Table, column: str) -> I64:
    """Another row of the same round that the meter paid too, or -1."""
    out = np.full(len(table.round), -1, np.int64)
    wager = column.removeprefix("paid_")
    rows = np.flatnonzero(_hit(wager)(table))
    for one, other in zip(rows[:-1].tolist(), rows[1:].tolist(), strict=True):
        if table.round[one] == table.round[other]:
            out[one], out[other] = other, one
    return out


def _in_split(table: Table) -> Mask:
    hit = _hit("five_card_bonus_dealer")(table)
    heads = np.zeros(int(table.round.max(initial=0)) + 1, np.int64)
    np.add.at(heads, table.round[hit], 1)
    found: Mask = hit & (heads[table.round] > 1)
    return found


def _by_wager(table: Table) -> I64:
    paid, wager = "paid_five_card_bonus_dealer", "five_card_bonus_dealer"
    size = int(table.round.max(initial=0)) + 1
    total, wagered = np.zeros(size, np.int64), np.zeros(size, np.int64)
    mine = np.where(_in_split(table), table.wagers[wager], 0)
    np.add.at(total, table.round, np.where(mine > 0, table.due[paid], 0))
    np.add.at(wagered, table.round, mine)
    return total[table.round] * mine // np.maximum(1, wagered[table.round])


def _limited(column: str) -> Callable[[Table], Mask]:
    return lambda table: table.unlimited[column] > table.due[column]


def _unlimited(column: str) -> Callable[[Table], I64]:
    return lambda table: table.unlimited[column]


def _special(law: Law, submission: Submission) -> list[Kind]:
    """What a game has of its own."""
    out = []
    for wager in law.limit.covers:
        for name in ("red", "black") if wager == "red_black" else (wager,):
            column = f"paid_{name}"
            out.append(Kind(f"{name}: payout limit not kept", column, _limited(column), _unlimited(column)))

    def there(column: str) -> Callable[[Table], Mask]:
        return lambda table: table.due[column] > 0

    out += [
        Kind("envy: missed", "paid_envy", there("paid_envy"), _zero),
        Kind("envy: paid twice", "paid_envy", there("paid_envy"), lambda table: table.due["paid_envy"] * 2),
    ]
    if submission.game == uth.GAME:
        out += [
            Kind("envy: paid for one's own hand", "paid_envy",
                 lambda t: (t.due["paid_envy"] == 0) & (t.due["paid_progressive"] > 100_000), _constant(100_000)),
            Kind("magic_card: missed", "paid_magic_card", there("paid_magic_card"), _zero),
            Kind("magic_card: paid as the Lucky Bonus", "paid_magic_card", there("paid_magic_card"),
                 lambda t: t.due["paid_magic_card"] // 4),
            Kind("lucky_bonus: missed", "paid_lucky_bonus", there("paid_lucky_bonus"), _zero),
            Kind("lucky_bonus: paid as the Magic Card", "paid_lucky_bonus", there("paid_lucky_bonus"),
                 lambda t: t.due["paid_lucky_bonus"] * 4),
            Kind("progressive: hand taken from seven cards", "paid_progressive",
                 lambda t: (t.outcome["progressive"] == LOST) & (t.of_seven > 0), lambda t: t.of_seven),
            Kind("ante: paid though the dealer does not qualify", "paid_ante",
                 lambda t: (t.outcome["ante"] == PUSHED) & (t.outcome["play"] == WON), lambda t: t.wagers["ante"]),
            Kind("ante: taken though the dealer does not qualify", "returned_ante",
                 lambda t: (t.outcome["ante"] == PUSHED) & (t.outcome["play"] == LOST), _zero),
        ]  # fmt: skip
    else:
        out += _vigorish_kinds(law, submission)
        out += [
            Kind("bank: sign turned about", "paid_bank", lambda t: t.due["paid_bank"] < 0, lambda t: -t.due["paid_bank"]),
            Kind("bank: not paid", "paid_bank", there("paid_bank"), _zero),
            Kind("pai_gow: copy paid to the player", "paid_pai_gow", _outcome("pai_gow", PUSHED), _wagered("pai_gow")),
        ]
    return out


def _vigorish_kinds(law: Law, submission: Submission) -> list[Kind]:
    if law.vigorish is None:
        return []
    percent, unit = law.vigorish.percent, law.vigorish.unit_cents
    out = [
        Kind("vigorish: not taken", "vigorish", lambda t: t.due["vigorish"] > 0, _zero),
        Kind("vigorish: taken from a push", "vigorish", _outcome("pai_gow", PUSHED),
             lambda t: t.wagers["pai_gow"] * percent // 100),
        Kind("vigorish: of 4%", "vigorish", lambda t: t.due["vigorish"] > 0, lambda t: t.due["paid_pai_gow"] * 4 // 100),
    ]  # fmt: skip
    for rounding in pgp.VIGORISH_ROUNDINGS:
        if rounding != submission.vigorish_rounding:

            def said(table: Table, rounding: str = rounding) -> I64:
                won = table.due["paid_pai_gow"]
                known = {int(each): rules.vigorish_cents(int(each), percent, unit, rounding) for each in np.unique(won)}
                return np.array([known[int(each)] for each in won], np.int64).reshape(won.shape)

            out.append(Kind(f"vigorish: rounded {rounding}", "vigorish", lambda t: t.due["paid_pai_gow"] > 0, said))
    return out


__all__ = ["Kind", "Planted", "Table", "kinds", "plant"]
