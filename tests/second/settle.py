"""A round in, its lines and meters out: what both games share."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from . import filing
from .filing import Filed, cents
from .meter import Meter, money


class Line:
    """One wager (or bonus) of one seat, in cents."""

    def __init__(
        self,
        wager: str,
        wagered: Fraction | int,
        outcome: str = "lose",
        *,
        returned: Fraction | int = 0,
        paid: Fraction | int = 0,
        vigorish: int = 0,
        hand: str = "",
        from_seat: int | None = None,
        for_wager: str | None = None,
    ) -> None:
        self.wager, self.wagered, self.outcome, self.returned = wager, Fraction(wagered), outcome, Fraction(returned)
        self.paid, self.vigorish, self.hand = Fraction(paid), Fraction(vigorish), hand
        self.from_seat, self.for_wager = from_seat, for_wager
        self.share: tuple[Meter, int] | None = None  # the meter and percentage that it was paid from

    def net(self) -> Fraction:
        return self.returned + self.paid - self.vigorish - self.wagered

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "wager": self.wager,
            "wagered": money(self.wagered),
            "outcome": self.outcome,
            "returned": money(self.returned),
            "paid": money(self.paid),
            "vigorish": money(self.vigorish),
            "net": money(self.net()),
            "hand": self.hand,
        }
        if self.from_seat is not None:
            found["from_seat"] = self.from_seat
        if self.for_wager is not None:
            found["for_wager"] = self.for_wager
        return found


def paid_line(wager: str, amount: Fraction, hand: str, odds: str) -> Line:
    """A wager that met a line of its paytable, at "X to Y" (goes back), "X for 1" (stays) or "Push"."""
    if odds == "Push":
        return Line(wager, amount, "push", returned=amount, hand=hand)
    times, word, unit = odds.replace(",", "").split()
    paid = ceil(amount * Fraction(int(times), int(unit)))  # half a cent goes up, in the player's favour
    return Line(wager, amount, "win", returned=amount if word == "to" else 0, paid=paid, hand=hand)


def void_line(wager: str, amount: Fraction) -> Line:
    return Line(wager, amount, "void", returned=amount)


class Limit:
    """How much of the filed maximum one player has left."""

    def __init__(self, most: Fraction | None) -> None:
        self.left = most

    def cut(self, amount: Fraction | int) -> Fraction:
        """What of an amount may still be paid; it is used up."""
        if self.left is None:
            return Fraction(amount)
        pays = min(Fraction(amount), self.left)
        self.left -= pays
        return pays


def vigorish(won: Fraction | int, rounding: str) -> int:
    """645a.13(a): 5% of the amount won, in cents, for one of the three roundings."""
    if won <= 0:
        return 0
    five_percent = Fraction(won) / 20
    if rounding == "exact":
        return floor(five_percent)
    if rounding == "up-to-quarter":
        return 25 * ceil(five_percent / 25)
    return max(25, 25 * floor(five_percent / 25 + Fraction(1, 2)))


class Seat:
    """One player of the round as it was dealt."""

    def __init__(self, player: dict[str, Any], round_void: bool) -> None:
        from .cards import parse

        self.number: int = player["seat"]
        self.cards = parse(player["cards"])
        self.low = parse(player["low"]) if player.get("low") else None
        self.wagers = {name: cents(amount) for name, amount in player["wagers"].items() if cents(amount)}
        self.void = round_void or bool(player.get("void"))
        self.folded = "play" not in self.wagers
        self.lines: list[Line] = []


class Table:
    """A round being settled: its seats in payment order, its meters, what was filed."""

    def __init__(self, round_: dict[str, Any], filed: Filed) -> None:
        from .cards import parse

        self.round, self.filed = round_, filed
        self.void = bool(round_.get("void"))
        self.dealer = parse(round_["dealer"]["cards"])
        self.seats = {player["seat"]: Seat(player, self.void) for player in round_["players"]}
        order = round_.get("payment_order") or sorted(self.seats, reverse=True)
        self.paid_in_order = [self.seats[number] for number in order]
        readings = round_.get("meters") or {}
        self.meters = {
            name: Meter(name, cents(readings.get(name, Fraction(initial) / 100)), reset, rate)
            for name, (initial, reset, rate) in filed.meters.items()
        }

    def move_meters_before_payment(self, meter_of: dict[str, str]) -> None:
        """Every wager's increment in ascending seat order, then a void seat's go back, all before anyone is paid."""
        for void_only in (False, True):
            for number in sorted(self.seats):
                seat = self.seats[number]
                for wager, amount in seat.wagers.items():
                    meter = self.meters.get(meter_of.get(wager, ""))
                    if meter is None or not meter.rate or (void_only and not seat.void):
                        continue
                    if void_only:
                        meter.take_back(number, amount)
                    else:
                        meter.grow(number, amount)

    def to_dict(self, game: str) -> dict[str, Any]:
        players, nets = [], Fraction(0)
        for number in sorted(self.seats):
            net = sum((line.net() for line in self.seats[number].lines), Fraction(0))
            nets += net
            players.append({"seat": number, "net": money(net), "lines": [line.to_dict() for line in self.seats[number].lines]})
        grown = sum(meter.shows() - floor(meter.opening) for meter in self.meters.values())
        return {
            "game": game,
            "players": players,
            "meters": [meter.to_dict() for meter in self.meters.values()],
            "house_net": money(-nets - grown),
        }


def settle(round_: dict[str, Any], submission: dict[str, Any] | None = None) -> dict[str, Any]:
    """The result of a round as JSON: players, lines, meters, house_net."""
    from . import pgp, uth

    game = round_["game"]
    table = Table(round_, filing.read(game, submission))
    (uth if game == filing.UTH else pgp).settle_table(table)
    return table.to_dict(game)
