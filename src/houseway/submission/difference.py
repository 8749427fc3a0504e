"""What changed from one Rules Submission to another, which paragraphs it touches, and what it does at the table."""

from __future__ import annotations

from typing import Any, NamedTuple

from houseway.money import dollars
from houseway.problems import InputError, Problem
from houseway.regulation import Law, Paytable, law_for
from houseway.submission.choices import GAMES, VIGORISH_MEANINGS, paragraph_of
from houseway.submission.floor import payout_floor
from houseway.submission.model import Submission

NOT_FILED = "not filed"


class Change(NamedTuple):
    """One value that differs: its place, the paragraph it falls under, both values as they are filed, and its effects at the
    table (lines of a paytable that pay otherwise, what a switch now means)."""

    where: str
    paragraph: str
    old: str
    new: str
    effects: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {**self._asdict(), "effects": list(self.effects)}


def difference(old: Submission, new: Submission) -> list[Change]:
    """Every change, in the order of the file. Raises InputError where the two are of different games.

    A switch that is filed with its default value is the same as one that is not filed.
    """
    if old.game != new.game:
        found = f"{old.game} and {new.game}"
        raise InputError([Problem("game", "the two submissions are of different games", found, "one game")])
    before, after = _flat(old), _flat(new)
    laws = _law(old), _law(new)
    changes = []
    for where in [*before, *(place for place in after if place not in before)]:
        was, now = before.get(where, NOT_FILED), after.get(where, NOT_FILED)
        if was != now:
            changes.append(Change(where, paragraph_of(old.game, where), was, now, _effects(where, old, new, laws)))
    floors = payout_floor(old, laws[0]), payout_floor(new, laws[1])
    if floors[0].floor_cents != floors[1].floor_cents:
        effect = ("the most that one player can win in a round at the minimum wagers: " + floors[1].explained(),)
        was, now = (dollars(floor.floor_cents) for floor in floors)
        changes.append(Change("floor of limits.maximum_payout", floors[1].cite, was, now, effect))
    if laws[0].version != laws[1].version:
        was, now = (law.version.isoformat() for law in laws)
        changes.append(Change("version of the section", laws[1].number, was, now, ()))
    return changes


def _law(of: Submission) -> Law:
    newest = law_for(of.game)
    return law_for(of.game, max(of.effective, newest.oldest)) if of.effective else newest


def _flat(of: Submission) -> dict[str, str]:
    """Every filed value by its place; switches with their defaults."""
    form = of.to_dict()
    wagers, limits = form.pop("wagers"), form.pop("limits", {})
    form.pop("switches")
    flat = {key: str(value) for key, value in form.items()}
    flat |= {f"limits.{key}": str(value) for key, value in limits.items()}
    for name, table in wagers.items():
        flat[f"wagers.{name}"] = "on offer"
        for key, value in table.items():
            if key == "meter":
                flat |= {f"wagers.{name}.meter.{inner}": str(amount) for inner, amount in value.items()}
            else:
                flat[f"wagers.{name}.{key}"] = _written(value)
    return flat | {f"switches.{name}": of.switches[name] for name in GAMES[of.game].switches}


def _written(value: str | bool | list[str]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ", ".join(value)


def _effects(where: str, old: Submission, new: Submission, laws: tuple[Law, Law]) -> tuple[str, ...]:
    """What a change does at the table."""
    parts = where.split(".")
    if parts[-1] == "paytable":
        before = laws[0].tables[parts[1]].get(old.paytables.get(parts[1], ""))
        after = laws[1].tables[parts[1]].get(new.paytables.get(parts[1], ""))
        return _lines(before, after) if before and after else ()
    if parts[0] == "switches":
        switch = GAMES[old.game].switches[parts[1]]
        meanings = dict(zip(switch.values, switch.meanings, strict=True))
        return (f"{switch.asks}: {meanings.get(new.switches[parts[1]], 'unknown')}",)
    if parts[-1] == "vigorish_rounding":
        return (VIGORISH_MEANINGS.get(new.vigorish_rounding, "unknown"),)
    return ()


def _lines(before: Paytable, after: Paytable) -> tuple[str, ...]:
    """The lines of two tables that pay otherwise, envy bonuses among them."""
    old, new = ({row.key: row for row in table.rows} for table in (before, after))
    said = []
    for key in [*old, *(key for key in new if key not in old)]:
        was, now = old.get(key), new.get(key)
        hand = (now or was).hand  # type: ignore[union-attr]  # a key is in one of the two
        odds = [str(row.pays) if row else "no line" for row in (was, now)]
        if odds[0] != odds[1]:
            said.append(f"{hand}: {odds[0]} becomes {odds[1]}")
        envy = [f"${(row.envy_cents or 0) // 100:,}" if row else "none" for row in (was, now)]
        if envy[0] != envy[1] and was and now:
            said.append(f"{hand}, envy bonus: {envy[0]} becomes {envy[1]}")
    return tuple(said)
