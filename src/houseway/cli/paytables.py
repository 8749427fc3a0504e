"""``houseway paytables``: every lawful table of a section, with its paragraph, and the amounts that go with them.

The JSON is ``{"games": [...], "engine": {"version", "law"}}``, one entry a game, in every case a list. An entry holds

- ``game``; ``rules``: section, version (the date it took effect), adopted, source, is_newest;
- ``wagers``: in the order of the paragraphs, each with ``wager``, ``title``, ``tables`` and ``meter``. A table has ``paytable``
  (its letter, null where there is only one), ``cite``, ``variant`` (null, or the only variant that may offer it) and ``rows``:
  ``hand``, ``key``, ``pays`` (odds as text), ``envy`` (null or an amount). ``meter`` is null, or ``minimum`` of the initial and
  reset amount, ``rate_required``, ``cite``;
- ``envy``: ``wagers`` that give and receive it, ``cite`` and ``amounts`` (by the size of the receiver's wager), or
  ``minimum_wager`` and its ``minimum_wager_basis`` (``text`` or ``practice``) where the amounts stand in the tables;
- ``limit``: ``minimum``, ``covers``, ``exempt``, ``cite``; ``vigorish``: null, or ``percent``, ``unit``, ``cite``.

Amounts are decimal strings. Names may be added to this form, none is changed or taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output import echo_json, fail, format_option, printing
from houseway.money import dollars
from houseway.problems import InputError, Problem, shown
from houseway.regulation import GAMES, PGP, UTH, WAGERS, Law, Paytable, law_for, law_hash

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from rich.console import Console

WIDTH = 100  # columns that a page takes at most

NAMES = {UTH: "Ultimate Texas Hold 'Em Poker", PGP: "Pai Gow Poker"}
TITLES = {
    "ante": "Ante", "play": "Play", "blind": "Blind", "trips": "Trips", "progressive": "Progressive Payout",
    "five_card_bonus": "Five Card Hand Bonus", "bonus": "Magic Card and Lucky Bonus",
    "pai_gow": "Pai Gow Poker Wager", "fortune_bonus": "Fortune Bonus", "emperors_treasure": "Emperor's Treasure",
    "insurance": "Pai Gow Insurance", "queens_dragon": "Queen's Dragon", "dynasty_bonus": "Dynasty Bonus",
    "protection": "Protection", "red_black": "Red/Black", "envy": "Envy Bonus",
}  # fmt: skip


@click.command()
@click.argument("game", required=False)
@click.option("--date", "on", metavar="YYYY-MM-DD", help="The version in force on a day, not the newest.")
@format_option
def command(game: str | None, on: str | None, format_: str) -> None:
    """Print every lawful paytable with its paragraph, and envy, meters, payout limit and vigorish.

    GAME is ultimate-texas-holdem or pai-gow-poker; without it, both.
    """
    try:
        laws = _laws(game, on)
    except InputError as error:
        fail(error, format_)
    if format_ == "json":
        echo_json(as_dict(laws))
    else:
        with printing(WIDTH) as out:
            for i, law in enumerate(laws):
                if i:
                    out.print()
                _print(out, law)


def _laws(game: str | None, on: str | None) -> list[Law]:
    """The laws asked for. Raises InputError with every problem."""
    from datetime import date

    problems: list[Problem] = []
    day: date | None = None
    if on is not None:
        try:
            day = date.fromisoformat(on)
        except ValueError:
            problems.append(Problem("--date", "is no date", shown(on), "a date such as 2015-07-01"))
    laws = []
    for name in GAMES if game is None else (game,):
        try:
            laws.append(law_for(name, day))
        except InputError as error:
            problems += [p._replace(where="GAME" if p.where == "game" else "--date") for p in error.problems]
    if problems:
        raise InputError(problems)
    return laws


# --- JSON


def as_dict(laws: list[Law]) -> dict[str, Any]:
    """The JSON form, as the module's text says it."""
    from houseway.version import __version__

    return {"games": [_law_dict(law) for law in laws], "engine": {"version": __version__, "law": law_hash()}}


def _law_dict(law: Law) -> dict[str, Any]:
    return {
        "game": law.game,
        "rules": {
            "section": law.section,
            "version": law.version.isoformat(),
            "adopted": law.adopted.isoformat(),
            "source": law.source,
            "is_newest": law.is_newest,
        },
        "wagers": [
            {
                "wager": wager,
                "title": TITLES[wager],
                "tables": [_table_dict(table) for table in law.tables[wager].values()],
                "meter": _meter_dict(law, wager),
            }
            for wager in WAGERS[law.game]
        ],
        "envy": {
            "wagers": list(law.envy_wagers),
            "cite": law.envy_cite,
            "amounts": [
                {
                    "wager_amount": dollars(amount),
                    "rows": [
                        {"hand": hand, "key": key, "amount": dollars(rows[key])} for key, hand in _envy_hands(law).items()
                    ],
                }
                for amount, rows in law.envy.items()
            ],
            "minimum_wager": None if law.envy_minimum_cents is None else dollars(law.envy_minimum_cents),
            "minimum_wager_basis": law.envy_minimum_basis,
        },
        "limit": {
            "minimum": dollars(law.limit.minimum_cents),
            "covers": list(law.limit.covers),
            "exempt": list(law.limit.exempt),
            "cite": law.limit.cite,
        },
        "vigorish": None
        if law.vigorish is None
        else {"percent": law.vigorish.percent, "unit": dollars(law.vigorish.unit_cents), "cite": law.vigorish.cite},
    }


def _table_dict(table: Paytable) -> dict[str, Any]:
    return {
        "paytable": table.letter,
        "cite": table.cite,
        "variant": table.variant,
        "rows": [
            {
                "hand": row.hand,
                "key": row.key,
                "pays": str(row.pays),
                "envy": None if row.envy_cents is None else dollars(row.envy_cents),
            }
            for row in table.rows
        ],
    }


def _meter_dict(law: Law, wager: str) -> dict[str, Any] | None:
    rule = law.meters.get(wager)
    if rule is None:
        return None
    return {"minimum": dollars(rule.minimum_cents), "rate_required": rule.rate_required, "cite": rule.cite}


def _envy_hands(law: Law) -> dict[str, str]:
    """The hands that the envy tables price, as printed, by key: the same hands in each table."""
    priced = {key for rows in law.envy.values() for key in rows}
    tables = [table for wager in law.envy_wagers for table in law.tables[wager].values()]
    return {row.key: row.hand for table in tables for row in table.rows if row.key in priced}


# --- text


def _print(out: Console, law: Law) -> None:
    from rich.text import Text

    newest = "the newest version held" if law.is_newest else f"not the newest version held, which is of {law.newest}"
    out.print(Text(NAMES[law.game], "bold"))
    out.print(Text(f"{law.section}, effective {law.version} ({law.source}), {newest}"))
    for title, cite, lines in _blocks(law, min(WIDTH, out.width)):
        out.print()
        out.print(Text.assemble((title, "bold"), "  ", (cite, "dim")))
        for line in lines:
            out.print(Text(f"  {line}".rstrip()))


def _blocks(law: Law, width: int) -> Iterator[tuple[str, str, list[str]]]:
    """Heading, paragraph and lines of each block of the page: the wagers, then what holds for all of them."""
    for wager in WAGERS[law.game]:
        tables = list(law.tables[wager].values())
        lines: list[str] = []
        if tables[0].rows[0].key == "win":
            lines.append(f"a winning wager pays {tables[0].rows[0].pays}")
        else:
            for group in _side_by_side(tables, width):
                lines += ["", *_grid(_columns(group))] if lines else _grid(_columns(group))
        lines += [
            f"paytables {_and(letters)}: only with the variant {variant}" for variant, letters in _variants(tables).items()
        ]
        if rule := law.meters.get(wager):
            rate = "a rate of progression must be filed" if rule.rate_required else "no rate of progression is asked for"
            lines.append(f"meter, {rule.cite}: initial and reset at least {_usd(rule.minimum_cents)}; {rate}")
        yield _heading(wager), tables[0].cite.split(" ")[0], lines
    if law.vigorish:
        unit = f"{law.vigorish.unit_cents}¢"
        share = f"{law.vigorish.percent}% of the amount won; may be rounded to {unit} or to the next multiple of {unit}"
        yield "Vigorish", law.vigorish.cite, [share]
    yield TITLES["envy"], _envy_cite(law), _envy(law)
    yield "Payout limit", law.limit.cite, [
        *_folded(
            f"where one is filed, at least {_usd(law.limit.minimum_cents)}, or the most that one player can win in a round "
            "at the minimum wagers, whichever is greater",
            width,
        ),
        *_folded(f"covers: {_listed(law.limit.covers)}", width),
        *_folded(f"never:  {_listed(law.limit.exempt)}", width),
    ]  # fmt: skip


def _folded(text: str, width: int) -> list[str]:
    """The text in lines that the page holds; a line that goes on is set in."""
    from textwrap import wrap

    return wrap(text, width - 2, subsequent_indent=" " * 8)


def _heading(wager: str) -> str:
    """The wager's title with its name in files; the two bonuses are switches of another wager there."""
    return TITLES[wager] + (" (of five_card_bonus)" if wager == "bonus" else f" ({wager})")


def _listed(wagers: tuple[str, ...]) -> str:
    return ", ".join(TITLES[wager] for wager in wagers)


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _usd(cents: int) -> str:
    """An amount as the sections print it: whole dollars, and cents only where there are any."""
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


def _variants(tables: list[Paytable]) -> dict[str, list[str]]:
    """The letters that only one variant of the game may offer, by variant."""
    found: dict[str, list[str]] = {}
    for table in tables:
        if table.variant and table.letter:
            found.setdefault(table.variant, []).append(table.letter)
    return found


def _side_by_side(tables: list[Paytable], width: int) -> list[list[Paytable]]:
    """Tables of the same hands together, as many abreast as the page holds, in even shares."""
    same: dict[tuple[str, ...], list[Paytable]] = {}
    for table in tables:
        same.setdefault(tuple(row.key for row in table.rows), []).append(table)
    groups = []
    for group in same.values():
        abreast = len(group)
        while abreast > 1 and len(_grid(_columns(group[:abreast]))[1]) > width - 2:
            abreast -= 1
        shares = -(-len(group) // abreast)
        abreast = -(-len(group) // shares)
        groups += [group[i : i + abreast] for i in range(0, len(group), abreast)]
    return groups


def _columns(group: list[Paytable]) -> list[list[str]]:
    """The columns of tables side by side, each with its head: the hand, then odds (and envy) of each table."""
    columns = [["Hand", *(row.hand for row in group[-1].rows)]]  # (b) A alone writes "Seven card"
    for table in group:
        columns.append([f"Paytable {table.letter}" if table.letter else "Pays", *(str(row.pays) for row in table.rows)])
        if any(row.envy_cents for row in table.rows):
            columns.append(["Envy", *(_usd(row.envy_cents) if row.envy_cents else "" for row in table.rows)])
    return columns


def _grid(columns: list[list[str]]) -> list[str]:
    """Aligned lines of columns that begin with their heads: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in columns]
    lines = [
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        for cells in zip(*columns, strict=True)
    ]
    return [lines[0], "─" * len(lines[0]), *lines[1:]]


def _envy_cite(law: Law) -> str:
    """The paragraph of the envy amounts; several where they stand in the paytables."""
    found = {table.cite.split(" ")[0] for wager in law.envy_wagers for table in law.tables[wager].values()}
    return law.envy_cite or ", ".join(sorted(found))


def _envy(law: Law) -> list[str]:
    if law.envy:
        hands = _envy_hands(law)
        amounts = [[f"on a wager of {_usd(amount)}", *(_usd(rows[key]) for key in hands)] for amount, rows in law.envy.items()]
        return _grid([["Hand", *hands.values()], *amounts])
    source = "posted practice, not the section's text" if law.envy_minimum_basis == "practice" else "the section's text"
    return [
        f"the amounts beside the odds, on {_listed(law.envy_wagers)}",
        f"one's own wager must be at least {_usd(law.envy_minimum_cents or 0)} ({source})",
    ]
