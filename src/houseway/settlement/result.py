"""The Settlement: what a settled round says, and its promised JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from houseway.money import dollars
from houseway.regulation import law_hash
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.regulation import Law
    from houseway.settlement.lines import Line, Notice
    from houseway.settlement.meters import RoundMeter
    from houseway.settlement.payments import Payment
    from houseway.settlement.round import Round
    from houseway.submission import Submission


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round: every line in the order of payment, the meters after it, and what the reader should know.

    ``house_net_cents``: minus the players' nets and minus what the meters, as shown, have grown. ``payments``: what the
    round says was really paid, against what was due.
    """

    round: Round
    submission: Submission
    law: Law
    lines: tuple[Line, ...]
    meters: tuple[RoundMeter, ...]
    notices: tuple[Notice, ...]
    house_net_cents: int
    payments: tuple[Payment, ...] = ()

    def lines_of(self, seat: int) -> list[Line]:
        """One seat's lines, in the order in which they are paid."""
        return [line for line in self.lines if line.seat == seat]

    def net_cents(self, seat: int) -> int:
        """What a seat gained in the round, in cents."""
        return sum(line.net_cents for line in self.lines if line.seat == seat)

    @property
    def paid_wrongly(self) -> bool:
        """Whether the round says that something was paid, and it was not what was due."""
        return any(payment.difference_cents for payment in self.payments)

    def to_dict(self) -> dict[str, object]:
        """The promised JSON of a result (``houseway schema result``)."""
        lines: dict[int, list[dict[str, object]]] = {seat.seat: [] for seat in self.round.seats}
        nets = dict.fromkeys(lines, 0)
        for line in self.lines:
            lines[line.seat].append(line.to_dict())
            nets[line.seat] += line.net_cents
        out: dict[str, object] = {"game": self.round.game}
        if self.round.round_id is not None:
            out["round_id"] = self.round.round_id
        if self.round.on is not None:
            out["date"] = self.round.on.isoformat()
        out["rules"] = {"section": self.law.section, "version": self.law.version.isoformat()}
        players = []
        for number, own in lines.items():
            player: dict[str, object] = {"seat": number, "net": dollars(nets[number]), "lines": own}
            recorded = [payment.to_dict() for payment in self.payments if payment.seat == number]
            if recorded:
                player["payments"] = recorded
            players.append(player)
        out["players"] = players
        out["meters"] = [meter.to_dict() for meter in self.meters]
        out["house_net"] = dollars(self.house_net_cents)
        if self.payments:
            out["owed"] = dollars(-sum(min(0, payment.difference_cents) for payment in self.payments))
            out["overpaid"] = dollars(sum(max(0, payment.difference_cents) for payment in self.payments))
        out["notices"] = [notice.to_dict() for notice in self.notices]
        out["engine"] = {"version": __version__, "law": law_hash()}
        return out
