"""What an operator filed, as a frozen value: the form in which every other part reads a Rules Submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.money import dollars, rate_text

if TYPE_CHECKING:
    from houseway.submission.files import Filed


class Meter(NamedTuple):
    """A progressive meter as filed.

    ``initial_cents`` and ``reset_cents`` are whole cents; ``rate_ppm`` is the rate of progression in parts per million of
    each wager on it, or None where none was filed.
    """

    initial_cents: int
    reset_cents: int
    rate_ppm: int | None


@dataclass(frozen=True, slots=True)
class Submission:
    """A Rules Submission: what was filed, lawful or not. ``check`` says which.

    Wagers carry the names of the file: ``ante``, ``blind``, ``trips``, ``five_card_bonus``, ``pai_gow``, ``red_black``, ...
    A wager that is not in ``offered`` is not on offer. Money is in cents. ``paytables`` holds a letter for each wager that
    has lettered tables (absent where none was filed), ``switches`` every switch of the game with defaults filled in.

    ``filled`` names the places (``wagers.progressive.meter.reset``) where the law wants a value, none was filed and one was
    put in so that a table can still be settled; ``check`` reports each of them. ``source`` is the file it was read from, by
    which ``check`` tells the lines.
    """

    game: str
    certificate_holder: str
    effective: date | None
    expires: date | None
    offered: frozenset[str]
    paytables: Mapping[str, str]
    minimum_cents: Mapping[str, int]
    amounts_cents: Mapping[str, tuple[int, ...]]
    meters: Mapping[str, Meter]
    magic_card: bool
    lucky_bonus: bool
    maximum_payout_cents: int | None
    variant: str | None
    house_way: str | None
    vigorish_rounding: str
    switches: Mapping[str, str]
    switches_filed: frozenset[str]
    is_default: bool = False
    filled: frozenset[str] = field(default=frozenset())
    source: Filed | None = field(default=None, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form of ``INTERFACES``: what ``parse`` reads back to an equal submission (values filled in are left out)."""
        from houseway.submission.choices import GAMES

        form: dict[str, Any] = {"game": self.game}
        if self.certificate_holder:
            form["certificate_holder"] = self.certificate_holder
        for name, day in (("effective", self.effective), ("expires", self.expires)):
            if day is not None:
                form[name] = day.isoformat()
        for name, word in (("variant", self.variant), ("house_way", self.house_way)):
            if word is not None:
                form[name] = word
        if self.maximum_payout_cents is not None:
            form["limits"] = {"maximum_payout": dollars(self.maximum_payout_cents)}
        form["wagers"] = {name: self._wager(name) for name in GAMES[self.game].wagers if name in self.offered}
        form["switches"] = {name: self.switches[name] for name in GAMES[self.game].switches if name in self.switches_filed}
        return form

    def _wager(self, name: str) -> dict[str, Any]:
        place = f"wagers.{name}"
        table: dict[str, Any] = {}
        if name in self.paytables:
            table["paytable"] = self.paytables[name]
        if name in self.minimum_cents:
            table["minimum"] = dollars(self.minimum_cents[name])
        if name in self.amounts_cents and f"{place}.amounts" not in self.filled:
            table["amounts"] = [dollars(amount) for amount in self.amounts_cents[name]]
        if name == "pai_gow" and f"{place}.vigorish_rounding" not in self.filled:
            table["vigorish_rounding"] = self.vigorish_rounding
        if name == "five_card_bonus":
            table["magic_card"] = self.magic_card
            table["lucky_bonus"] = self.lucky_bonus
        if name in self.meters and f"{place}.meter" not in self.filled:
            meter = self.meters[name]
            filed: dict[str, Any] = {}
            if f"{place}.meter.initial" not in self.filled:
                filed["initial"] = dollars(meter.initial_cents)
            if f"{place}.meter.reset" not in self.filled:
                filed["reset"] = dollars(meter.reset_cents)
            if meter.rate_ppm is not None:
                filed["rate_of_progression"] = rate_text(meter.rate_ppm)
            table["meter"] = filed
        return table
