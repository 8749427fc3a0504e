"""What a round recorded against its right lines: one difference a seat and wager, with the line's paragraph and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from houseway.audit import mistakes
from houseway.money import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from houseway.regulation import Law
    from houseway.settlement.lines import Line


class Difference(NamedTuple):
    """One wager of one seat that was not paid right; amounts in cents. ``difference`` is what the player got too much."""

    round_id: str
    seat: int
    wager: str
    recorded_cents: int
    correct_cents: int
    difference_cents: int
    cite: str
    reason: str
    mistake: str


def of_seat(
    round_id: str, seat: int, recorded: Mapping[str, int], lines: Sequence[Line], law: Law, leave: Iterable[str] = ()
) -> list[Difference]:
    """The differences of one seat.

    ``recorded``: recorded columns (``paid_ante``, ``returned_ante``, ``vigorish``) in cents. ``leave``: columns that are not
    compared. Where a wager was returned wrongly as well as paid wrongly, both are one difference, of both amounts together.
    """
    own: dict[str, list[Line]] = {}
    for line in lines:
        if line.seat == seat:
            own.setdefault(line.wager, []).append(line)
    left = set(leave)
    found = []
    wagers = dict.fromkeys(name.removeprefix("paid_").removeprefix("returned_") for name in recorded)
    for wager in wagers:
        mine = own.get(wager, [])
        if wager == "vigorish":
            mine = [line for of in own.values() for line in of if line.vigorish_cents]
            paid = (recorded["vigorish"], sum(line.vigorish_cents for line in mine)) if "vigorish" not in left else (0, 0)
            returned = (0, 0)
        else:
            due = sum(line.paid_cents for line in mine)
            back = sum(line.returned_cents for line in mine)
            paid = (recorded.get(f"paid_{wager}", due), due)
            if "vigorish" not in recorded and mine and paid[0] == due - sum(line.vigorish_cents for line in mine):
                paid = (due, due)  # paid after vigorish, which the log does not have apart
            returned = (recorded.get(f"returned_{wager}", back), back)
            if f"paid_{wager}" in left:
                paid = (due, due)
            if f"returned_{wager}" in left:
                returned = (back, back)
        if paid[0] == paid[1] and returned[0] == returned[1]:
            continue
        found.append(_difference(round_id, seat, wager, mine, paid, returned, law))
    return found


def _difference(
    round_id: str, seat: int, wager: str, lines: list[Line], paid: tuple[int, int], returned: tuple[int, int], law: Law
) -> Difference:
    percent = (law.vigorish.percent, law.vigorish.unit_cents) if law.vigorish is not None else (0, 1)
    both = paid[0] != paid[1] and returned[0] != returned[1]
    was, due = (paid[0] + returned[0], paid[1] + returned[1]) if both else paid if paid[0] != paid[1] else returned
    gain = due - was if wager == "vigorish" else was - due  # vigorish is taken from the player
    if lines:
        cite, reason = lines[0].cite, " ".join(line.reason for line in lines[:12])
    else:
        cite = (law.envy_cite or law.number) if wager == "envy" else law.number
        reason = "Nothing is due: there is no such line in the settlement of this seat."
    if returned[0] != returned[1]:
        reason += f" {spoken(returned[1])} of the wager goes back; {spoken(returned[0])} was returned."
    name = mistakes.name(wager, lines, paid, returned, percent)
    return Difference(round_id, seat, wager, was, due, gain, cite, reason, name)


def depends_on_others(game: str, seat: int, lines: Sequence[Line], bank_seat: int, bank_lost: bool) -> set[str]:
    """Recorded columns of a seat that hang on the other seats of its round, for a round of which a seat cannot be read."""
    left = {"paid_envy"}
    for line in lines:
        if line.seat == seat and line.meter is not None:
            left |= {f"paid_{line.wager}"}
    if bank_seat and (bank_lost or seat == bank_seat):
        left |= {"paid_bank", "vigorish", "paid_pai_gow", "returned_pai_gow"}
    return left
