"""From JSON or a dict to a Round: every problem of form at once, each with its place. Nothing is guessed.

What the Rules Submission and the deal have to say is in ``gate``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from houseway import cards as deck
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.problems import InputError, Problem, nearest
from houseway.settlement.document import json_document
from houseway.settlement.round import Bank, Round, Seat
from houseway.settlement.values import Values, Words, quoted, seats_in_doubt

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Reading", "json_document", "read", "read_round"]

GAMES = {uth.GAME: uth, pgp.GAME: pgp}


def _words(*groups: tuple[str, ...]) -> Words:
    return dict.fromkeys(word for group in groups for word in group)


_ROUND_OF_BOTH = (
    "game", "date", "round_id", "table", "time", "dealer_id", "dealer", "players", "meters", "payment_order", "void",
)  # fmt: skip
_PLAYER_OF_BOTH = ("seat", "cards", "wagers", "void", "paid")
KEYS = {
    uth.GAME: _words(_ROUND_OF_BOTH, ("board", "magic_card", "lucky_position")),
    pgp.GAME: _words(_ROUND_OF_BOTH, ("bank",)),
}
PLAYER_KEYS = {uth.GAME: _words(_PLAYER_OF_BOTH, ("folded",)), pgp.GAME: _words(_PLAYER_OF_BOTH, ("low",))}
DEALER_KEYS = {uth.GAME: _words(("cards",)), pgp.GAME: _words(("cards", "low"))}
PAID_KEYS = {
    uth.GAME: _words(uth.WAGERS, ("envy", "magic_card", "lucky_bonus")),
    pgp.GAME: _words(pgp.WAGERS, ("envy", "bank", "vigorish")),
}
_WAGERS = {uth.GAME: _words(uth.WAGERS), pgp.GAME: _words(pgp.WAGERS)}
_METERS = {uth.GAME: _words(uth.METERS), pgp.GAME: _words(pgp.METERS)}
_BANK_KEYS = _words(("seat", "co_bank", "house_wager"))
HAND_SIZE = {uth.GAME: 2, pgp.GAME: 7}
BOARD_SIZE = 5
MOST_SEATS = 22  # more two-card hands than that, a dealer's and a board do not come out of 52 cards
MOST_SEAT_NUMBER = 99


class Reading(NamedTuple):
    """What could be read of a round, and every problem of form.

    ``round`` is None where not even the game is known. ``unread``: the places whose value could not be read; what is in the
    round there stands for nothing.
    """

    round: Round | None
    problems: list[Problem]
    unread: set[str]


def read_round(value: object) -> Round:
    """A round as INTERFACES gives it (a dict) as a :class:`Round`. Raises InputError with every problem of form."""
    reading = read(value)
    if reading.problems or reading.round is None:
        raise InputError(reading.problems)
    return reading.round


def read(value: object) -> Reading:
    """A round out of a dict as far as it can be read, with every problem of form. A Round is returned as it is."""
    if isinstance(value, Round):
        return Reading(value, [], set())
    values = Values()
    top = values.table(value, "round")
    round_ = None
    if top is not None:
        game = top.get("game")
        if isinstance(game, str) and game in GAMES:
            round_ = _Reader(values, top, game).round()
        else:
            near = nearest(game.replace("_", "-"), list(GAMES)) if isinstance(game, str) else None
            if game is None:
                values.wrong("game", "is missing", allowed=" or ".join(GAMES))
            else:
                values.wrong("game", "is no game that is settled here", game, " or ".join(GAMES), near)
    return Reading(round_, values.problems, values.unread)


class _Reader:
    """One round of one game while it is being read."""

    def __init__(self, values: Values, top: dict[str, Any], game: str) -> None:
        self.values = values
        self.top = top
        self.game = game
        self.joker = game == pgp.GAME
        self.wagers = _WAGERS[game]

    def round(self) -> Round:
        """Everything that the round's keys say."""
        values, top = self.values, self.top
        values.keys(top, "", KEYS[self.game])
        void = values.flag(top.get("void"), "void")
        values.cards_matter = not void
        board = () if self.joker else self.cards(top, "board", "board", BOARD_SIZE, void)
        dealer_cards, dealer_low = self.dealer(void)
        seats = self.players(top.get("players"), void)
        return Round(
            game=self.game,
            seats=tuple(seats),
            dealer_cards=dealer_cards,
            on=values.day(top.get("date"), "date"),
            round_id=values.text(top.get("round_id"), "round_id"),
            table=values.text(top.get("table"), "table"),
            time=values.time(top.get("time"), "time"),
            dealer_id=values.text(top.get("dealer_id"), "dealer_id"),
            void=void,
            board=board,
            dealer_low=dealer_low,
            bank=self.bank(top.get("bank")) if self.joker else None,
            meters=self.meters(top.get("meters")),
            magic_card=self.magic_card(top.get("magic_card")),
            lucky_position=self.position(top.get("lucky_position")),
            payment_order=self.payment_order(top.get("payment_order"), seats),
        )

    def cards(self, table: Mapping[str, Any], key: str, where: str, size: int, void: bool) -> tuple[int, ...]:
        """Cards that must be there, unless the round or the seat is void: then any that are given are read."""
        if table.get(key) is None:
            if not void:
                self.values.wrong(where, "is missing" if key == "board" else "are missing", allowed=f"{size} cards")
            return ()
        return self.values.hand(table[key], where, None if void else size, self.joker)

    def low(self, table: Mapping[str, Any], where: str, seven: tuple[int, ...]) -> tuple[int, ...] | None:
        """The two cards set low, which must be among the seven."""
        if table.get("low") is None:
            return None
        values = self.values
        low = values.hand(table["low"], f"{where}.low", 2, True, dealt=False)
        if seven and f"{where}.cards" not in values.unread:
            for card in low:
                if card not in seven:
                    message = f"{deck.NAMES[card]} is not among the seven cards"
                    values.wrong(f"{where}.low", message, deck.NAMES[card], deck.names(seven))
        return low if len(low) == 2 else None

    def dealer(self, void: bool) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        """The dealer's cards, and the two that were set low where the round says so."""
        given = self.top.get("dealer")
        if given is None:
            if not void:
                self.values.wrong("dealer", "is missing", allowed="the dealer's cards")
            return (), None
        table = self.values.table(given, "dealer")
        if table is None:
            return (), None
        self.values.keys(table, "dealer", DEALER_KEYS[self.game])
        cards = self.cards(table, "cards", "dealer.cards", HAND_SIZE[self.game], void)
        return cards, self.low(table, "dealer", cards) if self.joker else None

    def players(self, given: object, void: bool) -> list[Seat]:
        """Every player that can be read; their seats must differ."""
        values = self.values
        if not isinstance(given, (list, tuple)) or not given:
            if given is None:
                values.wrong("players", "is missing", allowed="a list of players")
            else:
                values.wrong("players", "must list at least one player", given, "a list of players")
            return []
        if len(given) > MOST_SEATS:
            values.wrong("players", "lists more players than a deck can serve", len(given), f"at most {MOST_SEATS}")
        seats: list[Seat] = []
        seen: dict[int, int] = {}
        for index, entry in enumerate(given[:MOST_SEATS]):
            table = values.table(entry, f"players[{index}]")
            if table is None:
                continue
            seat = self.player(table, index, void)
            seats.append(seat)
            if seat.seat in seen:
                message = f"seat {seat.seat} is also players[{seen[seat.seat]}]"
                values.wrong(f"players[{index}].seat", message, seat.seat, "each seat once")
            elif seat.seat:
                seen[seat.seat] = index
        return seats

    def player(self, table: dict[str, Any], index: int, round_void: bool) -> Seat:
        """One player. His seat is 0 where it could not be read."""
        values, where = self.values, f"players[{index}]"
        values.keys(table, where, PLAYER_KEYS[self.game])
        number = values.whole(table.get("seat"), f"{where}.seat", 1, MOST_SEAT_NUMBER, "a seat number")
        void = values.flag(table.get("void"), f"{where}.void")
        no_play = void or round_void
        cards = self.cards(table, "cards", f"{where}.cards", HAND_SIZE[self.game], no_play)
        wagers = self.wagered(table.get("wagers"), f"{where}.wagers")
        played = "play" in wagers
        if not self.joker:
            self.folded(table.get("folded"), played, where, no_play)
        return Seat(
            seat=number or 0,
            cards=cards,
            wagers=wagers,
            void=void,
            folded=not self.joker and not played,
            low=self.low(table, where, cards) if self.joker else None,
            paid=self.paid(table.get("paid"), f"{where}.paid"),
            index=index,
        )

    def wagered(self, given: object, where: str) -> dict[str, int]:
        """The wagers in cents, in the order in which they are paid; "0" is no wager."""
        wagers: dict[str, int] = {}
        if given is None:
            first = next(iter(self.wagers))
            self.values.wrong(where, "is missing", allowed=f'a table of wagers, such as {{"{first}": "10"}}')
            return wagers
        table = self.values.table(given, where)
        if table is None:
            return wagers
        self.values.keys(table, where, self.wagers)
        for wager in self.wagers:
            value = table.get(wager)
            if value is not None:
                amount = self.values.money(value, f"{where}.{wager}")
                if amount:
                    wagers[wager] = amount
        return wagers

    def folded(self, said: object, played: bool, where: str, void: bool) -> None:
        """A player without a play wager has folded; saying otherwise is an error, unless the hand is void."""
        values = self.values
        if said is not None and not isinstance(said, bool):
            values.wrong(f"{where}.folded", "must be true or false", quoted(said), "true or false")
        elif void or said is None or not values.unread.isdisjoint({f"{where}.wagers", f"{where}.wagers.play"}):
            return
        elif said and played:
            values.wrong(f"{where}.folded", "a player who made a play wager has not folded", said, "false, or no play wager")
        elif not said and not played:
            values.wrong(f"{where}.folded", "a player who made no play wager has folded", said, "true, or a play wager")

    def paid(self, given: object, where: str) -> dict[str, int] | None:
        """What the round says was really paid, in cents; a bank may have lost."""
        table = None if given is None else self.values.table(given, where)
        if table is None:
            return None
        known = PAID_KEYS[self.game]
        self.values.keys(table, where, known)
        return {
            key: self.values.money(table[key], f"{where}.{key}", may_be_negative=key == "bank")
            for key in known
            if table.get(key) is not None
        }

    def payment_order(self, given: object, seats: list[Seat]) -> tuple[int, ...]:
        """The order given, which must name every seat once; else from the dealer's right, the highest seat number first."""
        numbers = sorted((seat.seat for seat in seats), reverse=True)
        if given is None:
            return tuple(numbers)
        listed = given if isinstance(given, (list, tuple)) else ()
        order = tuple(n for n in listed[:MOST_SEATS] if isinstance(n, int) and not isinstance(n, bool))
        in_doubt = seats_in_doubt(self.values.unread)
        if len(order) != len(listed) or not listed or (sorted(order, reverse=True) != numbers and not in_doubt):
            found = ", ".join(quoted(n) for n in listed[:MOST_SEATS]) if listed else quoted(given)
            expected = "every seat once" if in_doubt else "an order of " + ", ".join(map(str, reversed(numbers)))
            self.values.wrong("payment_order", "must name every seat once", found, expected)
        return order

    def magic_card(self, given: object) -> int | None:
        """The card that was drawn for the Magic Card bonus; it may be anywhere in the deal, or nowhere."""
        drawn = () if given is None else self.values.hand([given], "magic_card", None, False, dealt=False)
        return drawn[0] if drawn else None

    def position(self, given: object) -> int | str | None:
        """Whose position was drawn for the Lucky Bonus: the dealer's, or a seat's."""
        if given is None or (isinstance(given, str) and given == "dealer"):
            return given
        if isinstance(given, int) and not isinstance(given, bool) and 1 <= given <= MOST_SEAT_NUMBER:
            return given
        near = nearest(given, ["dealer"]) if isinstance(given, str) else None
        self.values.wrong("lucky_position", "is no position", given, '"dealer" or a seat number', near)
        return None

    def bank(self, given: object) -> Bank | None:
        """The banking player, and what the house puts up."""
        table = None if given is None else self.values.table(given, "bank")
        if table is None:
            return None
        values = self.values
        values.keys(table, "bank", _BANK_KEYS)
        seat = values.whole(table.get("seat"), "bank.seat", 1, MOST_SEAT_NUMBER, "the seat number of the banking player")
        wager = table.get("house_wager")
        return Bank(
            seat or 0,
            values.flag(table.get("co_bank"), "bank.co_bank"),
            0 if wager is None else values.money(wager, "bank.house_wager"),
        )

    def meters(self, given: object) -> dict[str, int]:
        """Readings in microcents."""
        table = None if given is None else self.values.table(given, "meters")
        if table is None:
            return {}
        known = _METERS[self.game]
        self.values.keys(table, "meters", known)
        readings: dict[str, int] = {}
        for name in known:
            if table.get(name) is not None:
                reading = self.values.reading(table[name], f"meters.{name}")
                if reading is not None:
                    readings[name] = reading
        return readings
