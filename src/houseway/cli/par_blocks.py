"""What stands on a PAR sheet, section by section: the same words and figures for the terminal and for the page."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.cli import par_base_game
from houseway.cli.par_base_game import PAIR, Block
from houseway.cli.par_tables import Column, Row
from houseway.cli.par_words import (
    choice_words,
    count,
    dollars,
    exactly,
    keys_words,
    percent,
    plain_key,
    said,
    share,
    short,
    title_of,
    value,
    wager_title,
)
from houseway.cli.settlement_text import TITLES
from houseway.exact.figures import decimal, decimal_text
from houseway.exact.meter_math import HOURS_A_WEEK
from houseway.exact.par_sheet import ROUNDS_AN_HOUR, per_thousand
from houseway.money import spoken
from houseway.settlement.words import WAGER_NAMES
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.exact.par_sheet import ParSheet, WagerSheet


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its paragraph, tables, and for a wager the sheet that its charts are drawn from."""

    title: str
    cite: str
    blocks: tuple[Block, ...]
    kind: str  # base, summary, choices or wager
    wager: WagerSheet | None = None


def heading(sheet: ParSheet) -> str:
    """The line under the title: whose filing, the law, the players, the engine."""
    filed = sheet.submission.certificate_holder or "Rules Submission"
    if sheet.submission.effective is not None:
        filed += f", effective {sheet.submission.effective.isoformat()}"
    at_table = "1 player" if sheet.players == 1 else f"{sheet.players} players"
    under = f"{sheet.law.section} as of {sheet.law.version.isoformat()}"
    return f"{filed}; {under}; {at_table} dealt in; houseway {__version__}"


def title(sheet: ParSheet) -> str:
    """The title of the sheet."""
    return f"PAR sheet: {TITLES[sheet.law.game]}"


def notices(sheet: ParSheet) -> list[str]:
    """What the examination noticed without its being a violation, and wagers on which players have the edge."""
    from houseway.submission import examine

    noticed = [
        f"{of.where}: {of.message} ({of.paragraph})" for of in examine(sheet.submission).findings if of.severity == "notice"
    ]
    for wager in sheet.wagers:
        if wager.whole_edge < 0:
            edge = percent(decimal_text(-wager.whole_edge))
            envy = ", envy included" if wager.envy is not None else ""
            noticed.append(f"{title_of(wager)} for {spoken(wager.wager_cents)}: the players have an edge of {edge}{envy}")
    return noticed


def handle_words(sheet: ParSheet) -> str:
    """Which handle is behind the hours and weeks of meters; empty where there is no meter."""
    metered = [wager for wager in sheet.wagers if wager.meter is not None]
    if not metered:
        return ""
    week = f"a week is {HOURS_A_WEEK} hours of play."
    if sheet.handle_cents is not None:
        return f"Meters: {spoken(sheet.handle_cents)} of handle an hour on each metered wager, as asked for; {week}"
    of = ", ".join(
        f"{spoken(sheet.handle_of(wager))} an hour on {wager_title(wager.math.wager)} for {spoken(wager.wager_cents)}"
        for wager in metered
    )
    everybody = "the player" if sheet.players == 1 else f"each of {sheet.players} players"
    return (
        f"Meters: the handle is taken as {ROUNDS_AN_HOUR} rounds an hour with the wager from {everybody}: {of}; "
        f"{week} Another with --handle."
    )


def sections(sheet: ParSheet, full: bool = False) -> list[Section]:
    """Everything on the sheet, in order; ``full``: with the long tables of the base game."""
    found = []
    if sheet.main is not None:
        blocks = tuple(par_base_game.blocks(sheet.main, full))
        found.append(Section("Base game", sheet.main.get("cite", sheet.law.section), blocks, "base"))
    if sheet.wagers:
        found.append(Section("Wagers as filed", "", (_summary(sheet),), "summary"))
    if sheet.alternatives:
        found.append(Section("Every lawful choice, from the lowest edge", "", (_choices(sheet),), "choices"))
    if sheet.bonuses:
        found.append(Section("Magic Card and Lucky Bonus", "", (_bonuses(sheet),), "bonuses"))
    return [*found, *(_wager(sheet, wager) for wager in sheet.wagers)]


def _summary(sheet: ParSheet) -> Block:
    envy = any(wager.envy for wager in sheet.wagers)
    columns = [Column("Wager", figures=False), Column("For"), Column("House edge"), *([Column("With envy")] if envy else [])]
    columns += [Column("Hit frequency"), Column("Standard deviation"), Column("Edge of $1,000")]
    rows = []
    for wager in sheet.wagers:
        figures = wager.to_dict(sheet.handle_of(wager))
        with_envy = percent(figures["envy"]["house_edge_with_envy"]) if "envy" in figures else ""
        name = title_of(wager) + (", part of the base game" if wager.math.wager == "blind" else "")
        rows.append(Row((
            name, spoken(wager.wager_cents), percent(figures["house_edge"]), *([with_envy] if envy else []),
            percent(figures["hit_frequency"]), short(figures["standard_deviation"]), dollars(per_thousand(wager.whole_edge)),
        )))  # fmt: skip
    blind = any(wager.math.wager == "blind" for wager in sheet.wagers)
    after = ["The blind is no further cost: what it takes is in the edge of the base game already."] if blind else []
    return Block(tuple(columns), rows, after=" ".join([*after, *([_OF_A_THOUSAND] if envy else [])]))


_OF_A_THOUSAND = "The edge of $1,000 is with envy where there is any."


def _choices(sheet: ParSheet) -> Block:
    """Every lawful choice by wager, as the mathematics orders them."""
    told = [choice.to_dict(sheet.filed(choice.wager)) for choice in sheet.alternatives]
    envy = any(_with_envy(figures) for figures in told)
    columns = [Column("Choice", figures=False), Column("House edge"), *([Column("With envy")] if envy else [])]
    columns += [Column("Edge of $1,000"), Column("Against the filing"), Column("Paragraph", figures=False)]
    rows: list[Row] = []
    wager = ""
    for choice, figures in zip(sheet.alternatives, told, strict=True):
        if choice.wager != wager:
            wager = choice.wager
            of = [other.choice for other in sheet.alternatives if other.wager == wager]
            size = f", for {dollars(figures['for'])}" if figures.get("for") else ""
            rows.append(Row((wager_title(wager) + size, keys_words(sheet.law.game, of)), group=True))
        rows.append(Row((
            choice_words(sheet.law.game, choice.choice) + (" (filed)" if choice.filed else ""), percent(figures["house_edge"]),
            *([_with_envy(figures)] if envy else []), dollars(per_thousand(choice.whole_edge)),
            "" if choice.filed else against(choice.whole_edge - sheet.filed(wager).whole_edge), choice.cite,
        ), strong=choice.filed))  # fmt: skip
    return Block(tuple(columns), rows, after=_OF_A_THOUSAND if envy else "")


def _bonuses(sheet: ParSheet) -> Block:
    """What a draw for each bonus returns, under each choice that the switches leave."""
    columns = (Column("For each draw", figures=False), Column("Chance"), Column("Return"), Column("Paragraph", figures=False))
    rows: list[Row] = []
    for bonus in sheet.bonuses:
        figures = bonus.to_dict()
        choices = figures["choices"] or [{"choice": "as filed", "filed": True, **figures}]
        keys = keys_words(sheet.law.game, [of["choice"] for of in choices])
        name = f"{_BONUSES.get(figures['name'], plain_key(figures['name']))} with the {WAGER_NAMES[figures['for_wager']]}"
        taken = f"Pays {figures['pays']}, taken as {figures['taken_as']}. {keys}"
        rows.append(Row((name, taken), group=True))
        for of in choices:
            words = choice_words(sheet.law.game, of["choice"]) + (" (filed)" if of["filed"] else "")
            rows.append(Row((words, share(of["chance"]), percent(of["return"]), figures["cite"]), strong=of["filed"]))
    after = "Returns are of one wager for one draw; how often the house draws is not filed, and they are in no edge above."
    return Block(columns, rows, after=after)


_BONUSES = {"magic_card": "Magic Card", "lucky_bonus": "Lucky Bonus"}


def _with_envy(figures: dict[str, Any]) -> str:
    edge = figures.get("house_edge_with_envy")
    return percent(edge) if edge is not None else ""


def against(difference: Fraction) -> str:
    """What another choice takes more or less of $1,000 than the filed one."""
    return dollars(str(decimal(difference * 1000)), plus=True)


def _wager(sheet: ParSheet, wager: WagerSheet) -> Section:
    figures = wager.to_dict(sheet.handle_of(wager))
    columns = (
        Column("Hand", figures=False), Column("Combinations"), Column("Pays"), Column("Probability"), Column("Return"),
    )  # fmt: skip
    whole = figures["combinations"]
    rows = [
        Row((
            line["hand"], count(line["combinations"]), line["pays"] or "–",
            short(str(decimal(Fraction(line["combinations"], whole))), 10), short(line["return"], 8),
        ))
        for line in figures["lines"]
    ]  # fmt: skip
    returned = str(sum(Decimal(line["return"]) for line in figures["lines"]))
    rows.append(Row(("All", count(whole), "", "", short(returned, 8)), strong=True))
    after = f"The expected value exactly: {exactly(figures['expected_value'])}."
    blocks = [Block(columns, rows), Block(PAIR, _ends(wager, figures), after=after)]
    if "envy" in figures and figures["envy"].get("lines"):
        blocks.append(_envy(figures["envy"]))
    if "meter" in figures:
        blocks.append(Block(PAIR, meter_rows(figures), f"The meter, from wagers of {spoken(wager.wager_cents)}."))
    part = ", part of the base game" if wager.math.wager == "blind" else ""
    return Section(f"{title_of(wager)}, for {spoken(wager.wager_cents)}{part}", wager.math.cite, tuple(blocks), "wager", wager)


def _envy(envy: dict[str, Any]) -> Block:
    """What each other player's hand brings."""
    columns = (Column("Another player's hand", figures=False), Column("Combinations"), Column("Envy bonus"))
    rows = [Row((line["hand"], count(line["combinations"]), dollars(line["pays"]))) for line in envy["lines"]]
    return Block(columns, rows, f"Envy, judged on {envy['judged_on']}: of {count(envy['combinations'])} combinations.")


def _ends(wager: WagerSheet, figures: dict[str, Any]) -> list[Row]:
    """A wager's own figures below its lines."""
    rows = [("House edge", percent(figures["house_edge"]))]
    if "envy" in figures:
        others = "1 other player" if wager.others == 1 else f"{wager.others} other players"
        rows.append((f"Envy from {others}, of the wager", percent(figures["envy"]["return"])))
        rows.append(("House edge with envy", percent(figures["envy"]["house_edge_with_envy"])))
    rows += [
        ("Hit frequency", percent(figures["hit_frequency"])),
        ("Standard deviation, in wagers", short(figures["standard_deviation"])),
        ("Expected value for the player, in wagers", value(figures["expected_value"])),
    ]
    return [Row(row) for row in rows]


_METER_WORDS = {
    "heads": "Heads on one hand",
    "contribution": "Rate of progression",
    "return_at_initial": "Return with the meter at its initial amount",
    "return_at_reset": "Return with the meter at its reset amount",
    "long_run_return": "Return in the long run, over many hits",
    "break_even_meter": "Meter at which the wager breaks even",
    "hit_chance": "",
    "wagers_between_hits": "Wagers from one 100% hit to the next",
    "hours_between_hits": "Hours between them at this handle",
    "expected_meter_at_hit": "Expected meter at a hit",
    "seed_cost": "Cost of the seed, of the handle",
    "hits_within_first_week": "Hits within a week of the reset",
    "hours_a_week": "Hours of play in that week",
    "handle_an_hour": "Handle an hour",
    "handle_basis": "",  # at the head of the sheet
    "wager": "",
    "initial": "Initial amount",
    "reset": "Reset amount",
}
_METER_MONEY = ("break_even_meter", "expected_meter_at_hit", "handle_an_hour", "initial", "reset")
_METER_SHARES = (
    "contribution", "return_at_initial", "return_at_reset", "long_run_return", "seed_cost", "hits_within_first_week",
)  # fmt: skip


def meter_rows(figures: dict[str, Any]) -> list[Row]:
    """The life of a wager's meter."""
    rows = []
    for key, of in figures["meter"].items():
        words = _METER_WORDS.get(key, plain_key(key))
        if not words or isinstance(of, (dict, list)):
            continue
        text = str(of)
        if key in _METER_MONEY:
            rows.append(Row((words, dollars(text))))
        elif key in _METER_SHARES:
            rows.append(Row((words, percent(text))))
        else:
            rows.append(Row((words, short(text, 2) if key in ("wagers_between_hits", "hours_between_hits") else said(key, of))))
    return rows


__all__ = ["Section", "handle_words", "heading", "notices", "sections", "title"]
