"""Which columns a log may have, and which of a file's columns each of them is."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.problems import InputError, Problem, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CENTS = "_cents"

# Kinds of cells.
MONEY, SIGNED, CARDS, CARD, FLAG, WHOLE, TEXT, DATE, TIME, POSITION, ORDER, READING = (
    "money", "signed", "cards", "card", "flag", "whole", "text", "date", "time", "position", "order", "reading",
)  # fmt: skip

MONEY_KINDS = (MONEY, SIGNED, READING)


class Column(NamedTuple):
    """One column of a log: its promised name, what its cells hold, of how many cards, whether a log must have it,
    and whether the joker may be among its cards."""

    name: str
    kind: str
    size: int = 0
    required: bool = False
    joker: bool = False


def _both(game_meters: Iterable[str]) -> list[Column]:
    return [
        Column("round_id", TEXT, required=True), Column("date", DATE), Column("time", TIME), Column("table", TEXT),
        Column("dealer_id", TEXT), Column("shift", TEXT), Column("seat", WHOLE, required=True), Column("void", FLAG),
        Column("payment_order", ORDER), *[Column(f"meter_{name}", READING) for name in game_meters],
    ]  # fmt: skip


def _money(wagers: Iterable[str], required: Iterable[str], bonuses: Iterable[str]) -> list[Column]:
    found = [Column(wager, MONEY, required=wager in required) for wager in wagers]
    found += [Column(f"paid_{wager}", MONEY) for wager in wagers]
    found += [Column(f"returned_{wager}", MONEY) for wager in wagers]
    return found + [Column(f"paid_{bonus}", MONEY) for bonus in bonuses]


_OF = {
    uth.GAME: [
        *_both(uth.METERS),
        Column("board", CARDS, 5, True), Column("dealer_cards", CARDS, 2, True), Column("player_cards", CARDS, 2, True),
        Column("folded", FLAG), Column("magic_card", CARD), Column("lucky_position", POSITION),
        *_money(uth.WAGERS, ("ante", "blind", "play"), ("envy", "magic_card", "lucky_bonus")),
    ],
    pgp.GAME: [
        *_both(pgp.METERS),
        Column("dealer_cards", CARDS, 7, True, True), Column("dealer_low", CARDS, 2, joker=True),
        Column("player_cards", CARDS, 7, True, True),
        Column("player_low", CARDS, 2, joker=True), Column("bank_seat", WHOLE), Column("co_bank", FLAG),
        Column("house_wager", MONEY),
        *_money(pgp.WAGERS, ("pai_gow",), ("envy",)), Column("vigorish", MONEY), Column("paid_bank", SIGNED),
    ],
}  # fmt: skip

COLUMNS: dict[str, dict[str, Column]] = {game: {column.name: column for column in of} for game, of in _OF.items()}


class Found(NamedTuple):
    """Where a column is in a file: the file's own name for it, and whether its money is in whole cents."""

    source: str
    cents: bool = False


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """What MAP.toml says: promised name -> the log's own name; whether dates such as 3/4/2015 begin with the day."""

    names: Mapping[str, str] = field(default_factory=dict)
    day_first: bool = False


def plain(name: str) -> str:
    """A column's name as it is compared: lower case, words joined by ``_``.

    >>> plain(" Round-ID "), plain("Paid Ante")
    ('round_id', 'paid_ante')
    """
    return re.sub(r"[^0-9a-z]+", "_", name.strip().lower()).strip("_")


def load_map(path: str, game: str | None = None) -> ColumnMap:
    """A MAP.toml: ``round_id = "Hand No"``, one line a column, at the top or under ``[columns]``. Raises InputError."""
    shown_path = shown(path, 200)
    try:
        with open(path, "rb") as file:
            document = tomllib.load(file)
    except OSError as error:
        raise InputError([Problem(shown_path, f"cannot be read: {error.strerror or error}", None, "a TOML file")]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError([Problem(shown_path, f"is not TOML: {error}", None, 'lines such as round_id = "Hand No"')]) from None
    known = {name for of in (COLUMNS.values() if game is None else [COLUMNS[game]]) for name in of}
    known |= {
        name + CENTS for name in known if any(of.get(name, Column("", "")).kind in (MONEY, SIGNED) for of in COLUMNS.values())
    }
    entries = {key: value for key, value in document.items() if key not in ("columns", "day_first")}
    nested = document.get("columns", {})
    problems: list[Problem] = []
    if isinstance(nested, dict):
        entries |= nested
    else:
        problems.append(Problem(f"{shown_path}: columns", "must be a table", shown(nested), "[columns]"))
    day_first = document.get("day_first", False)
    if not isinstance(day_first, bool):
        problems.append(Problem(f"{shown_path}: day_first", "must be true or false", shown(day_first), "true or false"))
    names: dict[str, str] = {}
    for key, value in entries.items():
        where = f"{shown_path}: {shown(key)}"
        if not isinstance(value, str) or not value:
            problems.append(Problem(where, "must be the name of a column of the log", shown(value), 'a text such as "Hand No"'))
        elif key in known:
            names[key] = value
        elif value in known:  # written the other way about
            names[value] = key
        else:
            problems.append(
                Problem(where, "is not a column of a log", shown(key), "see houseway audit --help", nearest(key, sorted(known)))
            )
    if problems:
        raise InputError(problems)
    return ColumnMap(names, day_first is True)


def game_of(headers: Iterable[str]) -> str | None:
    """The game that a file's columns speak of, or None."""
    names = {plain(name) for name in headers}
    score = {game: sum(1 for name in of if name in names or name + CENTS in names) for game, of in COLUMNS.items()}
    own = {
        uth.GAME: names & {"board", "ante", "blind", "play", "ante_cents"},
        pgp.GAME: names & {"pai_gow", "pai_gow_cents", "player_low"},
    }
    best = max(own, key=lambda game: (len(own[game]), score[game]))
    return best if own[best] else None


def resolve(game: str, headers: list[str], chosen: ColumnMap, where: str) -> dict[str, Found]:
    """Promised name -> the file's column. Raises InputError for what is required and missing, or there twice."""
    of = COLUMNS[game]
    found: dict[str, Found] = {}
    problems: list[Problem] = []
    taken: set[str] = set()
    by_plain: dict[str, list[str]] = {}
    for header in headers:
        by_plain.setdefault(plain(header), []).append(header)
    for name, source in chosen.names.items():
        base = name.removesuffix(CENTS) if name not in of else name
        if base not in of:
            continue
        cents = name != base or (source.lower().endswith(CENTS) and of[base].kind in MONEY_KINDS)
        if source not in headers:
            near = nearest(source, headers)
            problems.append(Problem(f"{where}: {name}", "the mapped column is not there", shown(source), listed(headers), near))
        else:
            found[base] = Found(source, cents)
            taken.add(source)
    for name, column in of.items():
        if name in found:
            continue
        spellings = [(name, False)] + ([(name + CENTS, True)] if column.kind in MONEY_KINDS else [])
        there = [
            (header, cents) for spelling, cents in spellings for header in by_plain.get(spelling, []) if header not in taken
        ]
        if len(there) > 1:
            names = " and ".join(repr(shown(header)) for header, _ in there)
            problems.append(Problem(f"{where}: {name}", "is there twice", names, "one column, or a MAP.toml that chooses"))
        elif there:
            found[name] = Found(*there[0])
        elif column.required:
            near = nearest(name, [h for h in by_plain if h])
            problems.append(
                Problem(f"{where}: {name}", "is a column that a log must have", "no such column", listed(headers), near)
            )
    if not found and problems:
        allowed = "columns such as round_id, seat, player_cards; `houseway audit columns LOG` proposes which is which"
        raise InputError([Problem(where, "names no column of a log", listed(headers[:8]), allowed)])
    if problems:
        raise InputError(problems)
    return found


def listed(headers: list[str]) -> str:
    """A file's columns, for a sentence."""
    said = ", ".join(shown(header, 30) for header in headers[:60])
    return said + (", …" if len(headers) > 60 else "")


def unused(headers: list[str], found: Mapping[str, Found]) -> list[str]:
    """The file's columns that the audit does not read."""
    used = {of.source for of in found.values()}
    return [header for header in headers if header not in used]
