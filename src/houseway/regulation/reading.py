"""Reads the data file of a section and refuses whatever could not be the law: a wrong payout must not begin here.

Everything is checked before anything is used: unknown and missing keys, kinds, odds and amounts spelt as printed,
letters in order, every wager priced, every meter wanted by a table, the limit's cover complete.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from houseway.money import MeterShare, odds
from houseway.problems import HousewayError, shown
from houseway.regulation.law import (
    ENVY,
    GAMES,
    PGP,
    VARIANTS,
    WAGERS,
    Law,
    LimitRule,
    MeterRule,
    Paytable,
    Row,
    Vigorish,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from houseway.money import Odds

T = TypeVar("T")

_SECTION = re.compile(r"58 Pa\. Code § ([0-9]+a\.[0-9]+)", re.ASCII)
_SOURCE = re.compile(r"[0-9]+ Pa\.B\. [0-9]+", re.ASCII)
_PARAGRAPH = re.compile(r"\([a-z]\)(?:\([0-9]\))?", re.ASCII)
_DOLLARS = re.compile(r"\$([1-9][0-9]{0,2}(?:,[0-9]{3})*)", re.ASCII)
_SMALL = re.compile(r"([1-9][0-9]?)¢", re.ASCII)
_PERCENT = re.compile(r"([1-9][0-9]?)%", re.ASCII)
_LETTERED = re.compile(r"Paytable ([A-Z])", re.ASCII)
_SINGLE = ("Payout", "Paytable")  # the two words that head the only table of a wager
_HAND = "Hand"
_ENVY_HEAD = "Envy Bonus"


class MalformedLaw(HousewayError):
    """A data file of the law that cannot be relied on: a fault of the installation, never of anybody's input."""


def slug(hand: str) -> str:
    """The key of a hand as printed.

    >>> slug("Four-of-a-kind"), slug("Ace/five natural straight flush"), slug("Less than a straight")
    ('four_of_a_kind', 'ace_five_natural_straight_flush', 'less_than_a_straight')
    """
    return "_".join(re.findall("[a-z0-9]+", hand.lower()))


class _Part:
    """A TOML table and its place. Keys are taken out one by one; what is left at the end is unknown."""

    def __init__(self, of: dict[str, Any], place: str) -> None:
        self.of = dict(of)
        self.place = place

    def wrong(self, why: str) -> MalformedLaw:
        return MalformedLaw(f"{self.place}: {why}")

    def has(self, key: str) -> bool:
        return key in self.of

    def take(self, key: str, kind: type[T]) -> T:
        """The value of ``key``, which must be exactly of ``kind`` (a true is no number, a time no date)."""
        if key not in self.of:
            raise self.wrong(f"no {key}")
        value = self.of.pop(key)
        if type(value) is not kind:
            raise self.wrong(f"{key} is {shown(value)}, not a {kind.__name__}")
        return value

    def spelt(self, key: str, form: re.Pattern[str]) -> str:
        """A text of the given form; its first group, or the whole where the form has none."""
        text = self.take(key, str)
        match = form.fullmatch(text)
        if match is None:
            raise self.wrong(f"{key} is {shown(text)}")
        return match[form.groups]

    def one_of(self, key: str, words: Sequence[str]) -> str:
        word = self.take(key, str)
        if word not in words:
            raise self.wrong(f"{key} is {shown(word)}, not one of {', '.join(words)}")
        return word

    def dollars(self, key: str) -> int:
        """Cents of an amount such as ``$10,000``."""
        return _cents(self.spelt(key, _DOLLARS))

    def texts(self, key: str) -> tuple[str, ...]:
        found = self.take(key, list)
        if not found or not all(type(x) is str for x in found):
            raise self.wrong(f"{key} is not a list of texts")
        return tuple(found)

    def part(self, key: str) -> _Part:
        return _Part(self.take(key, dict), f"{self.place}.{key}")

    def parts(self, key: str) -> list[_Part]:
        found = self.take(key, list)
        if not found or not all(type(x) is dict for x in found):
            raise self.wrong(f"{key} is not a list of tables")
        return [_Part(x, f"{self.place}.{key}[{i}]") for i, x in enumerate(found)]

    def done(self) -> None:
        if self.of:
            raise self.wrong(f"unknown {', '.join(self.of)}")


def _cents(whole_dollars: str) -> int:
    return int(whole_dollars.replace(",", "")) * 100


def read(data: bytes, file: str, game: str) -> tuple[Law, ...]:
    """Every version in the bytes of the data file named ``file``, oldest first. Raises MalformedLaw."""
    try:
        top = _Part(tomllib.loads(data.decode()), file)
    except ValueError as error:  # not UTF-8, or not TOML
        raise MalformedLaw(f"{file}: {error}") from error
    if top.one_of("game", GAMES) != game:
        raise top.wrong(f"game is not {game}")
    number = top.spelt("section", _SECTION)
    if file != f"{number}.toml":
        raise top.wrong(f"section is {number}")
    versions = top.parts("version")
    top.done()
    dates = [part.take("effective", date) for part in versions]
    if dates != sorted(set(dates)):
        raise top.wrong("versions are not in the order of their dates")
    return tuple(_version(part, game, number, day, dates) for part, day in zip(versions, dates, strict=True))


def _version(part: _Part, game: str, number: str, effective: date, dates: list[date]) -> Law:
    adopted = part.take("adopted", date)
    if adopted > effective:
        raise part.wrong("adopted after it is effective")
    source = part.spelt("source", _SOURCE)
    tables = _tables(part, game, number)
    envy = _envy(part.part("envy"), number, tables)
    law = Law(
        game=game, section=f"58 Pa. Code § {number}", number=number, version=effective, adopted=adopted, source=source,
        newest=dates[-1], oldest=dates[0], tables=tables, **envy, meters=_meters(part, number, tables),
        limit=_limit(part.part("limit"), game, number),
        vigorish=_vigorish(part.part("vigorish"), number) if game == PGP else None,
    )  # fmt: skip
    part.done()
    return law


# --- paytables


def _tables(part: _Part, game: str, number: str) -> Mapping[str, Mapping[str, Paytable]]:
    found: dict[str, list[Paytable]] = {wager: [] for wager in WAGERS[game]}
    for printed in part.parts("table"):
        wager = printed.one_of("wager", WAGERS[game])
        found[wager] += _block(printed, wager, number + printed.spelt("paragraph", _PARAGRAPH))
        printed.done()
    for wager, tables in found.items():
        letters = [table.letter for table in tables]
        if letters != [None] and letters != list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[: len(letters) or 1]:
            raise part.wrong(f"{wager} has the tables {letters}")
    return MappingProxyType({w: MappingProxyType({t.letter or "": t for t in ts}) for w, ts in found.items()})


def _block(printed: _Part, wager: str, cite: str) -> Iterable[Paytable]:
    """The paytables of one printed block: several where letters stand side by side."""
    if printed.has("odds"):
        return [Paytable(wager, None, cite, (Row("Win", "win", _odds(printed, printed.take("odds", str)), None),), None)]
    header = printed.texts("header")
    with_envy = header[-1] == _ENVY_HEAD
    heads = header[1:-1] if with_envy else header[1:]
    letters = [match[1] for head in heads if (match := _LETTERED.fullmatch(head))]
    lettered = len(letters) == len(heads) > 0
    single = len(heads) == 1 and heads[0] in _SINGLE
    if header[0] != _HAND or not (lettered or single) or (with_envy and len(heads) != 1):
        raise printed.wrong(f"header is {', '.join(header)}")
    variants: Sequence[str | None] = [None] * len(heads)
    if printed.has("variants"):
        variants = printed.texts("variants")
        if len(variants) != len(letters) or not set(variants) <= set(VARIANTS):
            raise printed.wrong(f"variants are {', '.join(map(str, variants))}")
    rows = _rows(printed, len(heads), with_envy)
    return [
        Paytable(
            wager,
            letters[i] if lettered else None,
            f"{cite} {heads[i]}" if lettered else cite,
            tuple(Row(cells[0], slug(cells[0]), _odds(printed, cells[1 + i]), envy) for cells, envy in rows),
            variants[i],
        )
        for i in range(len(heads))
    ]


def _rows(printed: _Part, columns: int, with_envy: bool) -> list[tuple[list[str], int | None]]:
    """Each row as its cells (the hand and ``columns`` odds) and its envy bonus in cents."""
    rows: list[tuple[list[str], int | None]] = []
    keys: set[str] = set()
    for cells in printed.take("rows", list):
        if type(cells) is not list or not all(type(cell) is str for cell in cells):
            raise printed.wrong(f"row {shown(cells)} is not a list of texts")
        envy = None
        if with_envy and len(cells) == columns + 2:
            envy = _envy_cents(printed, cells[-1])
            cells = cells[:-1]
        if len(cells) != columns + 1:
            raise printed.wrong(f"row {', '.join(cells)} has the wrong number of cells")
        if not slug(cells[0]) or slug(cells[0]) in keys:
            raise printed.wrong(f"row {', '.join(cells)} has no hand of its own")
        keys.add(slug(cells[0]))
        rows.append((cells, envy))
    if not rows:
        raise printed.wrong("no rows")
    return rows


def _odds(printed: _Part, text: str) -> Odds:
    """Odds spelt exactly as the regulation spells them."""
    try:
        found = odds(text)
    except ValueError as error:
        raise printed.wrong(str(error)) from error
    if text not in (str(found), str(found).removesuffix(" of meter")):
        raise printed.wrong(f"{text!r} should be spelt {found}")
    if isinstance(found, MeterShare) and not 1 <= found.percent <= 100:
        raise printed.wrong(f"{shown(text)} is no share of a meter")
    return found


def _envy_cents(printed: _Part, text: str) -> int:
    match = _DOLLARS.fullmatch(text)
    if match is None:
        raise printed.wrong(f"{shown(text)} is no amount")
    return _cents(match[1])


# --- envy, meters, limit, vigorish


def _envy(part: _Part, number: str, tables: Mapping[str, Mapping[str, Paytable]]) -> dict[str, Any]:
    """The envy fields of a Law. Either amounts by the receiver's wager, or amounts in the paytables with a minimum."""
    priced = tuple(w for w, ts in tables.items() if any(row.envy_cents for t in ts.values() for row in t.rows))
    if not part.has("table"):
        if not priced:
            raise part.wrong("no envy amounts")
        minimum = part.dollars("minimum_wager")
        basis = part.one_of("minimum_wager_basis", ("text", "practice"))
        part.done()
        return {
            "envy": MappingProxyType({}), "envy_cite": None, "envy_wagers": priced,
            "envy_minimum_cents": minimum, "envy_minimum_basis": basis,
        }  # fmt: skip
    if priced:
        raise part.wrong("envy amounts in two places")
    wager = part.one_of("wager", tuple(tables))
    cite = number + part.spelt("paragraph", _PARAGRAPH)
    hands = {row.key for table in tables[wager].values() for row in table.rows}
    amounts: dict[int, Mapping[str, int]] = {}
    for printed in part.parts("table"):
        amount = printed.dollars("amount")
        if amount in amounts:
            raise printed.wrong("the same amount again")
        if printed.texts("header") != (_HAND, _ENVY_HEAD):
            raise printed.wrong("header is not Hand, Envy Bonus")
        rows = _rows(printed, 1, False)
        amounts[amount] = MappingProxyType({slug(cells[0]): _envy_cents(printed, cells[1]) for cells, _ in rows})
        if not amounts[amount].keys() <= hands:
            raise printed.wrong(f"a hand that {wager} does not pay")
        printed.done()
    part.done()
    return {
        "envy": MappingProxyType(amounts), "envy_cite": cite, "envy_wagers": (wager,),
        "envy_minimum_cents": None, "envy_minimum_basis": None,
    }  # fmt: skip


def _meters(part: _Part, number: str, tables: Mapping[str, Mapping[str, Paytable]]) -> Mapping[str, MeterRule]:
    wanted = [w for w, ts in tables.items() if any(isinstance(row.pays, MeterShare) for t in ts.values() for row in t.rows)]
    found: dict[str, MeterRule] = {}
    for rule in part.parts("meter"):
        wager = rule.one_of("wager", wanted)
        if wager in found:
            raise rule.wrong(f"{wager} again")
        found[wager] = MeterRule(
            rule.dollars("minimum"), number + rule.spelt("paragraph", _PARAGRAPH), rule.take("rate_required", bool)
        )
        rule.done()
    if len(found) != len(wanted):
        raise part.wrong(f"a meter is missing: wanted {', '.join(wanted)}")
    return MappingProxyType(found)


def _limit(part: _Part, game: str, number: str) -> LimitRule:
    rule = LimitRule(
        part.dollars("minimum"), number + part.spelt("paragraph", _PARAGRAPH), part.texts("covers"), part.texts("exempt")
    )
    if sorted(rule.covers + rule.exempt) != sorted((*WAGERS[game], ENVY)):
        raise part.wrong("covers and exempt do not name every wager and envy once")
    part.done()
    return rule


def _vigorish(part: _Part, number: str) -> Vigorish:
    rule = Vigorish(
        int(part.spelt("percent", _PERCENT)), int(part.spelt("unit", _SMALL)), number + part.spelt("paragraph", _PARAGRAPH)
    )
    part.done()
    return rule
