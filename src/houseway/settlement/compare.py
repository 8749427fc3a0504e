"""The same round with one lawful choice changed at a time: what a dispute over the filing needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from houseway.games import house_way
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import dollars
from houseway.regulation import law_hash
from houseway.settlement.engine import settle, settle_typed
from houseway.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.regulation import Law
    from houseway.settlement.lines import Line
    from houseway.settlement.result import Settlement
    from houseway.settlement.round import Round
    from houseway.submission import Submission

Key = tuple[int, str, int | None, str | None]  # seat, wager, from_seat, for_wager


@dataclass(frozen=True, slots=True)
class Change:
    """One line under the filed choice (``before``) and under another (``after``); None: there is no such line."""

    key: Key
    before: Line | None
    after: Line | None

    @property
    def difference_cents(self) -> int:
        """Net under the other choice less net as filed."""
        return (self.after.net_cents if self.after else 0) - (self.before.net_cents if self.before else 0)

    @property
    def reason(self) -> str:
        """Why the line is what it is under the other choice."""
        return self.after.reason if self.after else "There is no such line under this choice."

    def to_dict(self) -> dict[str, object]:
        """``{"seat", "wager", "before", "after", "difference", "cite", …}``"""
        seat, wager, from_seat, for_wager = self.key
        line = self.after or self.before
        out: dict[str, object] = {"seat": seat, "wager": wager}
        if from_seat is not None:
            out["from_seat"] = from_seat
        if for_wager is not None:
            out["for_wager"] = for_wager
        out["before"] = dollars(self.before.net_cents) if self.before else None
        out["after"] = dollars(self.after.net_cents) if self.after else None
        out["difference"] = dollars(self.difference_cents)
        out["cite"] = line.cite if line else ""
        out["reason"] = self.reason
        return out


@dataclass(frozen=True, slots=True)
class Alternative:
    """One lawful choice changed, and every line that it changes."""

    choice: str  # such as "wagers.blind.paytable" or "switches.foul"
    filed: str
    instead: str
    cite: str
    changes: tuple[Change, ...]
    settlement: Settlement

    @property
    def difference_cents(self) -> int:
        """What all players together would have gained or lost by it."""
        return sum(change.difference_cents for change in self.changes)

    def to_dict(self) -> dict[str, object]:
        """``{"choice", "filed", "instead", "cite", "difference", "house_net", "changes"}``"""
        return {
            "choice": self.choice,
            "filed": self.filed,
            "instead": self.instead,
            "cite": self.cite,
            "difference": dollars(self.difference_cents),
            "house_net": dollars(self.settlement.house_net_cents),
            "changes": [change.to_dict() for change in self.changes],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """A settled round, every lawful choice that would have changed it, and how many would not."""

    settlement: Settlement
    alternatives: tuple[Alternative, ...]
    tried: int

    def to_dict(self) -> dict[str, object]:
        """The JSON of a comparison."""
        return {
            "game": self.settlement.round.game,
            "tried": self.tried,
            "house_net": dollars(self.settlement.house_net_cents),
            "alternatives": [alternative.to_dict() for alternative in self.alternatives],
            "notices": [notice.to_dict() for notice in self.settlement.notices],
            "engine": {"version": __version__, "law": law_hash()},
        }


def compare(
    round_: dict[str, Any] | Round, submission: dict[str, Any] | Submission | None = None, *, allow_violations: bool = False
) -> Comparison:
    """Settle a round as filed and under every other lawful paytable, switch and choice, one at a time.

    Only choices that change a line are kept. Raises ``InputError`` as ``settle`` does.
    """
    base = settle(round_, submission, allow_violations=allow_violations)
    alternatives = []
    tried = 0
    for choice, filed, instead, cite, changed in lawful_changes(base.submission, base.law):
        tried += 1
        other = settle_typed(base.round, changed, base.law, allow_violations=True)
        changes = _changes(base, other)
        if changes:
            alternatives.append(Alternative(choice, filed, instead, cite, changes, other))
    return Comparison(base, tuple(alternatives), tried)


def lawful_changes(submission: Submission, law: Law) -> Iterator[tuple[str, str, str, str, Submission]]:
    """Every submission that differs from this one in one lawful choice: (choice, filed, instead, paragraph, submission)."""
    for wager, letter in submission.paytables.items():
        for other, table in law.tables[wager].items():
            if other and other != letter and table.variant in (None, submission.variant):
                changed = replace(submission, paytables={**submission.paytables, wager: other})
                yield f"wagers.{wager}.paytable", letter, other, table.cite, changed
    if submission.game == pgp.GAME:
        cite = law.vigorish.cite if law.vigorish is not None else law.number
        for rounding in pgp.VIGORISH_ROUNDINGS:
            if rounding != submission.vigorish_rounding:
                changed = replace(submission, vigorish_rounding=rounding)
                yield "wagers.pai_gow.vigorish_rounding", submission.vigorish_rounding, rounding, cite, changed
        way = submission.house_way or "standard"
        for name in house_way.NAMES:
            if name != way:
                yield "house_way", way, name, law.number, replace(submission, house_way=name)
    elif "five_card_bonus" in submission.offered:
        cite = law.tables["bonus"][""].cite
        yield (
            "wagers.five_card_bonus.magic_card",
            *_flip(submission.magic_card),
            cite,
            replace(submission, magic_card=not submission.magic_card),
        )
        yield (
            "wagers.five_card_bonus.lucky_bonus",
            *_flip(submission.lucky_bonus),
            cite,
            replace(submission, lucky_bonus=not submission.lucky_bonus),
        )
    switches = uth.SWITCHES if submission.game == uth.GAME else pgp.SWITCHES
    for name, values in switches.items():
        for value in values:
            if value != submission.switches[name]:
                changed = replace(submission, switches={**submission.switches, name: value})
                yield f"switches.{name}", submission.switches[name], value, law.number, changed


def _flip(offered: bool) -> tuple[str, str]:
    return ("true", "false") if offered else ("false", "true")


def _changes(base: Settlement, other: Settlement) -> tuple[Change, ...]:
    before, after = _by_key(base), _by_key(other)
    changes = []
    for key in [*before, *(key for key in after if key not in before)]:
        was, now = before.get(key), after.get(key)
        if was is None or now is None or _money(was) != _money(now):
            changes.append(Change(key, was, now))
    return tuple(changes)


def _money(line: Line) -> tuple[object, ...]:
    return (line.outcome, line.returned_cents, line.paid_cents, line.vigorish_cents)


def _by_key(settlement: Settlement) -> dict[Key, Line]:
    return {(line.seat, line.wager, line.from_seat, line.for_wager): line for line in settlement.lines}
