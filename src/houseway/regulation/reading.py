"""Reads the data file of a section and refuses whatever could not be the law: a wrong payout must not begin here.

Everything is checked before anything is used: unknown and missing keys, kinds, odds and amounts spelt as printed,
letters in order, every wager priced, a meter for every table that pays from one, the limit's cover complete.
"""

from __future__ import annotations

import tomllib
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from houseway.money import MeterShare, odds
from houseway.problems import shown
from houseway.regulation.law import ENVY, PGP, TITLE, VARIANTS, WAGERS, Law, LimitRule, MeterRule, Paytable, Row, Vigorish
from houseway.regulation.part import DOLLARS, MalformedLaw, Part, number, slug

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from houseway.money import Odds

    Tables = Mapping[str, Mapping[str, Paytable]]

LETTERS = "ABCDEFGH"  # no wager has more than five tables
HAND, ENVY_BONUS = "Hand", "Envy Bonus"  # words of printed headers
SINGLE = ("Payout", "Paytable")  # what heads the odds of a wager with a single table
LETTERED = tuple(f"Paytable {letter}" for letter in LETTERS)


def read(data: bytes, file: str, game: str) -> tuple[Law, ...]:
    """Every version in the bytes of the data file ``file`` of a game, oldest first. Raises MalformedLaw."""
    try:
        top = Part(tomllib.loads(data.decode()), file)
    except ValueError as error:  # not UTF-8, or not TOML
        raise MalformedLaw(f"{file}: {error}") from error
    top.one_of("game", (game,))
    section = top.one_of("section", (f"{TITLE} § {file.removesuffix('.toml')}",))
    versions = top.parts("version")
    top.done()
    laws = [_version(part, game, section) for part in versions]
    dates = [law.version for law in laws]
    if dates != sorted(set(dates)):
        raise top.wrong("the versions are not in the order of their dates")
    return tuple(law._replace(newest=dates[-1], oldest=dates[0]) for law in laws)


def _version(part: Part, game: str, section: str) -> Law:
    """One version, as if it were the only one."""
    effective = part.take("effective", date)
    adopted = part.take("adopted", date)
    if adopted > effective:
        raise part.wrong("adopted after it is effective")
    section_number = section.rpartition(" ")[2]
    tables = _tables(part, game, section_number)
    envy = _envy(part.part("envy"), section_number, tables)
    law = Law(
        game=game,
        section=section,
        number=section_number,
        version=effective,
        adopted=adopted,
        source=_source(part),
        newest=effective,
        oldest=effective,
        tables=tables,
        envy=envy.amounts,
        envy_cite=envy.cite,
        envy_wagers=envy.wagers,
        envy_minimum_cents=envy.minimum_cents,
        envy_minimum_basis=envy.minimum_basis,
        meters=_meters(part, section_number, tables),
        limit=_limit(part.part("limit"), game, section_number),
        vigorish=_vigorish(part.part("vigorish"), section_number) if game == PGP else None,
    )
    part.done()
    return law


def _source(part: Part) -> str:
    """Volume and page of the Pennsylvania Bulletin."""
    source = part.take("source", str)
    volume, _, page = source.partition(" Pa.B. ")
    if not number(volume, "{}") or not number(page, "{}"):
        raise part.wrong(f"source is {shown(source)}, not such as 44 Pa.B. 7683")
    return source


# --- paytables


def _tables(part: Part, game: str, section_number: str) -> Tables:
    found: dict[str, list[Paytable]] = {wager: [] for wager in WAGERS[game]}
    for printed in part.parts("table"):
        wager = printed.one_of("wager", WAGERS[game])
        cite = section_number + printed.paragraph()
        found[wager] += [_unprinted(printed, wager, cite)] if printed.has("odds") else _block(printed, wager, cite)
        printed.done()
    for wager, tables in found.items():
        letters = [table.letter for table in tables]
        if not letters or (letters != [None] and letters != list(LETTERS[: len(letters)])):
            raise part.wrong(f"the tables of {wager} are {letters}")
    return MappingProxyType({w: MappingProxyType({t.letter or "": t for t in ts}) for w, ts in found.items()})


def _unprinted(printed: Part, wager: str, cite: str) -> Paytable:
    """The one line of a wager whose odds stand in a sentence, without a table."""
    return Paytable(wager, None, cite, (Row("Win", "win", _odds(printed, printed.take("odds", str)), None),), None)


def _block(printed: Part, wager: str, cite: str) -> list[Paytable]:
    """The paytables of one printed block: several where letters stand side by side."""
    header = printed.texts("header")
    with_envy = header[-1] == ENVY_BONUS
    heads = header[1:-1] if with_envy else header[1:]
    lettered = bool(heads) and all(head in LETTERED for head in heads)
    single = len(heads) == 1 and heads[0] in SINGLE
    if header[0] != HAND or not (lettered or single) or (with_envy and len(heads) != 1):
        raise printed.wrong(f"header is {', '.join(header)}")
    variants: Sequence[str | None] = [None] * len(heads)
    if printed.has("variants"):
        variants = printed.texts("variants")
        if len(variants) != len(heads) or not set(variants) <= set(VARIANTS) or not lettered:
            raise printed.wrong("variants do not name a variant for each letter")
    rows = _rows(printed, len(heads), with_envy)
    return [
        Paytable(
            wager,
            head[-1] if lettered else None,
            f"{cite} {head}" if lettered else cite,
            tuple(Row(cells[0], slug(cells[0]), _odds(printed, cells[i]), envy) for cells, envy in rows),
            variants[i - 1],
        )
        for i, head in enumerate(heads, start=1)
    ]


def _rows(printed: Part, columns: int, with_envy: bool = False) -> list[tuple[list[str], int | None]]:
    """Each row as its cells (the hand and ``columns`` more) and its envy bonus in cents, where the block has them."""
    rows: list[tuple[list[str], int | None]] = []
    keys: set[str] = set()
    for cells in printed.take("rows", list):
        if type(cells) is not list or any(type(cell) is not str for cell in cells):
            raise printed.wrong(f"row {shown(cells)} is not a list of texts")
        said = f"row {', '.join(cells)}"
        envy = None
        if with_envy and len(cells) == columns + 2:
            envy = _cents(printed, cells[-1])
            cells = cells[:-1]
        if len(cells) != columns + 1:
            raise printed.wrong(f"{said} does not fit the header")
        key = slug(cells[0])
        if not key or key in keys:
            raise printed.wrong(f"{said} has no hand of its own")
        keys.add(key)
        rows.append((cells, envy))
    if not rows:
        raise printed.wrong("no rows")
    return rows


def _odds(printed: Part, text: str) -> Odds:
    """Odds spelt exactly as the regulation spells them."""
    try:
        found = odds(text)
    except ValueError as error:
        raise printed.wrong(str(error)) from error
    if text not in (str(found), str(found).removesuffix(" of meter")):
        raise printed.wrong(f"{text!r} should be spelt {found}")
    if isinstance(found, MeterShare) and not 1 <= found.percent <= 100:
        raise printed.wrong(f"{text!r} is no share of a meter")
    return found


def _cents(printed: Part, text: str) -> int:
    dollars = number(text, DOLLARS)
    if dollars is None:
        raise printed.wrong(f"{shown(text)} is no amount such as $5,000")
    return dollars * 100


# --- envy, meters, limit, vigorish


class _Envy(NamedTuple):
    amounts: Mapping[int, Mapping[str, int]]
    cite: str | None
    wagers: tuple[str, ...]
    minimum_cents: int | None
    minimum_basis: str | None


def _envy(part: Part, section_number: str, tables: Tables) -> _Envy:
    """Amounts by the receiver's wager, in tables of their own; or amounts in the paytables, with a least wager."""
    priced = tuple(w for w, ts in tables.items() if any(row.envy_cents for t in ts.values() for row in t.rows))
    if part.has("table"):
        if priced:
            raise part.wrong("envy amounts stand in the paytables too")
        envy = _envy_tables(part, section_number, tables)
    else:
        if not priced:
            raise part.wrong("no envy amounts")
        minimum_cents = part.cents("minimum_wager")
        envy = _Envy(
            MappingProxyType({}), None, priced, minimum_cents, part.one_of("minimum_wager_basis", ("text", "practice"))
        )
    part.done()
    return envy


def _envy_tables(part: Part, section_number: str, tables: Tables) -> _Envy:
    wager = part.one_of("wager", tuple(tables))
    cite = section_number + part.paragraph()
    hands = {row.key for table in tables[wager].values() for row in table.rows}
    amounts: dict[int, Mapping[str, int]] = {}
    for printed in part.parts("table"):
        amount_cents = printed.cents("amount")
        if amount_cents in amounts:
            raise printed.wrong("the same amount again")
        if printed.texts("header") != (HAND, ENVY_BONUS):
            raise printed.wrong(f"header is not {HAND}, {ENVY_BONUS}")
        rows = {slug(cells[0]): _cents(printed, cells[1]) for cells, _ in _rows(printed, 1)}
        if rows.keys() - hands:
            raise printed.wrong(f"a hand that no table of {wager} has")
        amounts[amount_cents] = MappingProxyType(rows)
        printed.done()
    return _Envy(MappingProxyType(amounts), cite, (wager,), None, None)


def _meters(part: Part, section_number: str, tables: Tables) -> Mapping[str, MeterRule]:
    wanted = [w for w, ts in tables.items() if any(isinstance(row.pays, MeterShare) for t in ts.values() for row in t.rows)]
    found: dict[str, MeterRule] = {}
    for rule in part.parts("meter"):
        wager = rule.one_of("wager", wanted)
        if wager in found:
            raise rule.wrong(f"{wager} again")
        found[wager] = MeterRule(rule.cents("minimum"), section_number + rule.paragraph(), rule.take("rate_required", bool))
        rule.done()
    if len(found) != len(wanted):
        raise part.wrong(f"not every meter is there: {', '.join(wanted)}")
    return MappingProxyType(found)


def _limit(part: Part, game: str, section_number: str) -> LimitRule:
    rule = LimitRule(part.cents("minimum"), section_number + part.paragraph(), part.texts("covers"), part.texts("exempt"))
    if sorted(rule.covers + rule.exempt) != sorted((*WAGERS[game], ENVY)):
        raise part.wrong("covers and exempt do not name every wager and envy once")
    part.done()
    return rule


def _vigorish(part: Part, section_number: str) -> Vigorish:
    rule = Vigorish(part.number("percent", "{}%"), part.number("unit", "{}¢"), section_number + part.paragraph())
    if rule.percent > 100:
        raise part.wrong("more than the whole win")
    part.done()
    return rule
