"""From JSON or a dict to a Round: every problem of form at once, each with its place. Nothing is guessed.

What the Rules Submission and the deal have to say is in ``gate``.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from houseway import cards as deck
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import NotMoney, cents, microcents
from houseway.problems import InputError, Problem, nearest, shown
from houseway.settlement.round import Bank, Round, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

GAMES = {uth.GAME: uth, pgp.GAME: pgp}

_ROUND_KEYS = ("game", "date", "round_id", "table", "time", "dealer_id", "dealer", "players", "meters", "payment_order", "void")
_KEYS = {uth.GAME: (*_ROUND_KEYS, "board", "magic_card", "lucky_position"), pgp.GAME: (*_ROUND_KEYS, "bank")}
_PLAYER_KEYS = ("seat", "cards", "wagers", "void", "paid")
_PLAYER = {uth.GAME: (*_PLAYER_KEYS, "folded"), pgp.GAME: (*_PLAYER_KEYS, "low")}
_DEALER = {uth.GAME: ("cards",), pgp.GAME: ("cards", "low")}
PAID_KEYS = {
    uth.GAME: (*uth.WAGERS, "envy", "magic_card", "lucky_bonus"),
    pgp.GAME: (*pgp.WAGERS, "envy", "bank", "vigorish"),
}
HAND_SIZE = {uth.GAME: 2, pgp.GAME: 7}
MOST_SEATS = 22  # more two-card hands than that, a dealer's and a board do not come out of 52 cards
MOST_SEAT_NUMBER = 99
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def json_document(data: bytes, name: str) -> Any:
    """A JSON document with numbers kept exactly. Raises InputError for what is not UTF-8, not JSON, too deep or doubled."""
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            seen: set[str] = set()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            raise InputError([Problem(name, f"the key {shown(twice)!r} stands twice in one object", allowed="each key once")])
        return found

    def constant(word: str) -> Any:
        raise InputError([Problem(name, f"{word} is not a JSON number")])

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            [Problem(name, "is not UTF-8", f"byte {data[error.start]:#04x} at byte {error.start + 1:,}", "UTF-8 text")]
        ) from None
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=once, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise InputError(
            [Problem(f"{name}:{error.lineno}:{error.colno}", f"is not JSON: {error.msg}", allowed="a JSON document")]
        ) from None
    except RecursionError:
        raise InputError(
            [Problem(name, "is nested too deeply", allowed="a round, as `houseway schema round` describes it")]
        ) from None
    except (ValueError, ArithmeticError):
        raise InputError([Problem(name, "holds a number too long to be money")]) from None


class _Reader:
    """Collects problems while a round is read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.held: dict[int, str] = {}  # card -> where it was first seen
        self.cards_matter = True  # not in a void round: nothing is decided by them

    def wrong(self, where: str, message: str, found: object = ..., allowed: str | None = None, near: str | None = None) -> None:
        self.problems.append(Problem(where, message, None if found is ... else shown(found), allowed, near))

    def keys(self, table: dict[Any, Any], where: str, known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                near = nearest(key, known) if isinstance(key, str) else None
                place = f"{where}.{shown(key)}" if where else shown(key)
                self.wrong(place, "is not a key here", key, ", ".join(known), near)

    def table(self, value: object, where: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.wrong(where, "must be a table of keys", value, "an object { … }")
        return None

    def flag(self, value: object, where: str) -> bool:
        if value is None or isinstance(value, bool):
            return bool(value)
        self.wrong(where, "must be true or false", value, "true or false")
        return False

    def text(self, value: object, where: str, most: int = 200) -> str | None:
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
            value = str(value)
        if isinstance(value, str) and 0 < len(value) <= most and value.isprintable():
            return value
        self.wrong(where, "must be a short text", value, f"1 to {most} printable characters")
        return None

    def money(self, value: object, where: str) -> int:
        try:
            return cents(value)  # type: ignore[arg-type]
        except NotMoney as error:
            self.wrong(where, str(error), value, error.allowed)
            return 0

    def hand(self, value: object, where: str, sizes: Iterable[int], joker: bool, dealt: bool = True) -> tuple[int, ...]:
        """The cards at one place; dealt cards may be at one place only."""
        if isinstance(value, str):
            words: list[Any] = deck.split_cards(value[:2000])
        elif isinstance(value, (list, tuple)):
            words = list(value[:200])
        else:
            self.wrong(where, "must be cards", value, 'cards such as "As Td"')
            return ()
        found: list[int] = []
        for word in words:
            card = deck.card(word.strip()) if isinstance(word, str) else None
            if card is None:
                self.wrong(
                    where, f"{shown(word)!r} is not a card", word, "cards such as As, Td, 10d, A♠" + (" or Jk" if joker else "")
                )
            elif card == deck.JOKER and not joker:
                self.wrong(where, "the joker is not in this game's deck", word, "one of the 52 cards")
            elif card in found:
                self.wrong(where, f"{deck.NAMES[card]} is there twice", deck.NAMES[card], "each card once")
            elif dealt and self.cards_matter and card in self.held:
                self.wrong(
                    where, f"{deck.NAMES[card]} is also in {self.held[card]}", deck.NAMES[card], "each card in one place"
                )
            else:
                if dealt:
                    self.held[card] = where
                found.append(card)
                continue
            if len(self.problems) > 300:
                break
        sizes = tuple(sizes)
        if sizes and len(words) not in sizes:
            needed = " or ".join(map(str, sizes))
            self.wrong(
                where, "has the wrong number of cards", f"{len(words)}", needed + (" card" if needed == "1" else " cards")
            )
        return tuple(found)


def read_round(value: object) -> Round:
    """A round as INTERFACES gives it (a dict) as a :class:`Round`. Raises InputError with every problem of form."""
    if isinstance(value, Round):
        return value
    read = _Reader()
    top = read.table(value, "round")
    if top is None:
        raise InputError(read.problems)
    game = top.get("game")
    if not isinstance(game, str) or game not in GAMES:
        near = nearest(game.replace("_", "-"), list(GAMES)) if isinstance(game, str) else None
        read.wrong(
            "game",
            "is no game that is settled here" if "game" in top else "is missing",
            top.get("game"),
            " or ".join(GAMES),
            near,
        )
        raise InputError(read.problems)
    round_ = _read(read, top, game)
    if read.problems:
        raise InputError(read.problems)
    return round_


def _read(read: _Reader, top: dict[str, Any], game: str) -> Round:
    read.keys(top, "", _KEYS[game])
    void = read.flag(top.get("void"), "void")
    read.cards_matter = not void
    joker = game == pgp.GAME
    board: tuple[int, ...] = ()
    if game == uth.GAME:
        board = _cards(read, top, "board", "board", (5,), False, void)
    dealer = _table_or_missing(read, top, "dealer", void)
    read.keys(dealer, "dealer", _DEALER[game])
    dealer_cards = _cards(read, dealer, "cards", "dealer.cards", (HAND_SIZE[game],), joker, void)
    dealer_low = _low(read, dealer, "dealer", dealer_cards) if joker else None
    players = top.get("players")
    seats: list[Seat] = []
    if not isinstance(players, (list, tuple)) or not players:
        read.wrong(
            "players", "must list at least one player" if "players" in top else "is missing", players, "a list of players"
        )
    else:
        if len(players) > MOST_SEATS:
            read.wrong("players", "lists more players than a deck can serve", len(players), f"at most {MOST_SEATS}")
        for index, entry in enumerate(players[:MOST_SEATS]):
            table = read.table(entry, f"players[{index}]")
            if table is not None:
                seats.append(_player(read, table, index, game, void))
        _distinct_seats(read, seats)
    order = _payment_order(read, top.get("payment_order"), [seat.seat for seat in seats])
    magic = None
    if top.get("magic_card") is not None:
        drawn = read.hand([top["magic_card"]], "magic_card", (1,), False, dealt=False)
        magic = drawn[0] if drawn else None
    return Round(
        game=game,
        seats=tuple(seats),
        dealer_cards=dealer_cards,
        on=_date(read, top.get("date"), "date"),
        round_id=read.text(top.get("round_id"), "round_id"),
        table=read.text(top.get("table"), "table"),
        time=_time(read, top.get("time")),
        dealer_id=read.text(top.get("dealer_id"), "dealer_id"),
        void=void,
        board=board,
        dealer_low=dealer_low,
        bank=_bank(read, top.get("bank")) if joker else None,
        meters=_meters(read, top.get("meters"), game),
        magic_card=magic,
        lucky_position=_position(read, top.get("lucky_position")),
        payment_order=order,
    )


def _table_or_missing(read: _Reader, top: dict[str, Any], key: str, optional: bool) -> dict[str, Any]:
    if top.get(key) is None:
        if not optional:
            read.wrong(key, "is missing", allowed=f"the {key}'s cards")
        return {}
    return read.table(top[key], key) or {}


def _cards(
    read: _Reader, table: dict[str, Any], key: str, where: str, sizes: tuple[int, ...], joker: bool, void: bool
) -> tuple[int, ...]:
    """Cards that must be there, unless the round or the seat is void: then any that are given are read."""
    if table.get(key) is None:
        if not void and (table or key == "board"):
            read.wrong(where, "is missing" if key == "board" else "are missing", allowed=f"{sizes[0]} cards")
        return ()
    return read.hand(table[key], where, () if void else sizes, joker)


def _low(read: _Reader, table: dict[str, Any], where: str, seven: tuple[int, ...]) -> tuple[int, ...] | None:
    """The two cards set low, which must be among the seven."""
    if table.get("low") is None:
        return None
    low = read.hand(table["low"], f"{where}.low", (2,), True, dealt=False)
    for card in low:
        if seven and card not in seven:
            read.wrong(f"{where}.low", f"{deck.NAMES[card]} is not among the seven cards", deck.NAMES[card], deck.names(seven))
    return low if len(low) == 2 else None


def _player(read: _Reader, table: dict[str, Any], index: int, game: str, round_void: bool) -> Seat:
    where = f"players[{index}]"
    read.keys(table, where, _PLAYER[game])
    number = table.get("seat")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_SEAT_NUMBER:
        read.wrong(
            f"{where}.seat", "must be a seat number" if "seat" in table else "is missing", number, f"1 to {MOST_SEAT_NUMBER}"
        )
        number = 0
    void = read.flag(table.get("void"), f"{where}.void")
    no_cards = void or round_void
    cards = _cards(read, table, "cards", f"{where}.cards", (HAND_SIZE[game],), game == pgp.GAME, no_cards)
    known = GAMES[game].WAGERS
    wagers: dict[str, int] = {}
    if table.get("wagers") is None:
        read.wrong(f"{where}.wagers", "is missing", allowed="a table of wagers, such as {" + f'"{known[0]}": "10"' + "}")
    elif (given := read.table(table["wagers"], f"{where}.wagers")) is not None:
        read.keys(given, f"{where}.wagers", known)
        for wager in known:
            if given.get(wager) is not None:
                amount = read.money(given[wager], f"{where}.wagers.{wager}")
                if amount:
                    wagers[wager] = amount
    folded = False
    if game == uth.GAME:
        folded = _folded(read, table.get("folded"), "play" in wagers, f"{where}.folded", no_cards)
    return Seat(
        seat=number,
        cards=cards,
        wagers=wagers,
        void=void,
        folded=folded,
        low=_low(read, table, where, cards) if game == pgp.GAME else None,
        paid=_paid(read, table.get("paid"), f"{where}.paid", game),
        index=index,
    )


def _folded(read: _Reader, said: object, played: bool, where: str, void: bool) -> bool:
    """A player without a play wager has folded; saying otherwise is an error, unless the hand is void."""
    if said is not None and not isinstance(said, bool):
        read.wrong(where, "must be true or false", said, "true or false")
    elif not void and said is True and played:
        read.wrong(where, "a player who made a play wager has not folded", said, "false, or no play wager")
    elif not void and said is False and not played:
        read.wrong(where, "a player who made no play wager has folded", said, "true, or a play wager")
    return not played


def _paid(read: _Reader, value: object, where: str, game: str) -> dict[str, int] | None:
    if value is None:
        return None
    given = read.table(value, where)
    if given is None:
        return None
    read.keys(given, where, PAID_KEYS[game])
    paid: dict[str, int] = {}
    for key in PAID_KEYS[game]:
        amount = given.get(key)
        if amount is None:
            continue
        sign = 1
        if key == "bank":  # a bank may have lost
            if isinstance(amount, (int, Decimal)) and not isinstance(amount, bool) and amount < 0:
                sign, amount = -1, -amount
            elif isinstance(amount, str) and amount.strip().startswith("-"):
                sign, amount = -1, amount.strip()[1:]
        paid[key] = sign * read.money(amount, f"{where}.{key}")
    return paid


def _distinct_seats(read: _Reader, seats: list[Seat]) -> None:
    seen: dict[int, int] = {}
    for seat in seats:
        if seat.seat and seat.seat in seen:
            read.wrong(
                f"players[{seat.index}].seat",
                f"seat {seat.seat} is also players[{seen[seat.seat]}]",
                seat.seat,
                "each seat once",
            )
        seen.setdefault(seat.seat, seat.index)


def _payment_order(read: _Reader, value: object, numbers: list[int]) -> tuple[int, ...]:
    """The order given, which must name every seat once; else from the dealer's right, the highest seat number first."""
    if value is None:
        return tuple(sorted(numbers, reverse=True))
    listed = list(value) if isinstance(value, (list, tuple)) else []
    given = [n for n in listed if isinstance(n, int) and not isinstance(n, bool)]
    if len(given) != len(listed) or sorted(given) != sorted(numbers):
        found = ", ".join(shown(n) for n in listed[:MOST_SEATS]) if isinstance(value, (list, tuple)) else shown(value)
        read.wrong("payment_order", "must name every seat once", found, "an order of " + ", ".join(map(str, sorted(numbers))))
    return tuple(given)


def _date(read: _Reader, value: object, where: str) -> date | None:
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str) and _DATE.fullmatch(value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    read.wrong(where, "is not a date", value, "a date such as 2015-07-01")
    return None


def _time(read: _Reader, value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str) and len(value) <= 40:
        try:
            datetime.fromisoformat(value)
            return value
        except ValueError:
            pass
    read.wrong("time", "is not a time", value, "ISO 8601, such as 2015-07-01T21:04:33-04:00")
    return None


def _position(read: _Reader, value: object) -> int | str | None:
    if value is None or value == "dealer":
        return "dealer" if value else None
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_SEAT_NUMBER:
        return value
    read.wrong("lucky_position", "is no position", value, '"dealer" or a seat number')
    return None


def _bank(read: _Reader, value: object) -> Bank | None:
    if value is None:
        return None
    table = read.table(value, "bank")
    if table is None:
        return None
    read.keys(table, "bank", ("seat", "co_bank", "house_wager"))
    seat = table.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int):
        read.wrong(
            "bank.seat",
            "must be the seat number of the banking player" if "seat" in table else "is missing",
            seat,
            "a seat number",
        )
        seat = 0
    wager = table.get("house_wager")
    return Bank(
        seat, read.flag(table.get("co_bank"), "bank.co_bank"), read.money(wager, "bank.house_wager") if wager is not None else 0
    )


def _meters(read: _Reader, value: object, game: str) -> dict[str, int]:
    if value is None:
        return {}
    table = read.table(value, "meters")
    if table is None:
        return {}
    known = GAMES[game].METERS
    read.keys(table, "meters", known)
    readings: dict[str, int] = {}
    for name in known:
        if table.get(name) is not None:
            try:
                readings[name] = microcents(table[name])
            except NotMoney as error:
                read.wrong(f"meters.{name}", str(error), table[name], error.allowed)
    return readings
