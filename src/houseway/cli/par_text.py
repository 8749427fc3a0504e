"""A PAR sheet as people read it in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli.output import printing
from houseway.cli.settlement_text import TITLES
from houseway.exact.par_sheet import per_thousand
from houseway.money import spoken
from houseway.settlement.words import WAGER_NAMES, capital
from houseway.version import __version__

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.exact.par_sheet import ParSheet, WagerSheet


def percent(decimal: str, places: int = 4) -> str:
    """A 12-place decimal as a percentage.

    >>> percent("0.009018350100")
    '0.9018%'
    """
    from decimal import Decimal

    return f"{Decimal(decimal) * 100:.{places}f}%"


def short(decimal: str, places: int = 4) -> str:
    """A 12-place decimal with fewer places, and thousands."""
    from decimal import Decimal

    return f"{Decimal(decimal):,.{places}f}"


def players(sheet: ParSheet) -> str:
    """How many are dealt in."""
    return "1 player" if sheet.players == 1 else f"{sheet.players} players"


def dollars_of_thousand(figure: str) -> str:
    """What an edge takes of $1,000, with its sign before the dollar."""
    return f"−${figure[1:]}" if figure.startswith("-") else f"${figure}"


def title_of(sheet: WagerSheet) -> str:
    """A wager with its paytable, as filed."""
    name = capital(WAGER_NAMES.get(sheet.math.wager, sheet.math.wager))
    return f"{name}, Paytable {sheet.math.paytable}" if sheet.math.paytable else name


def columns(*headings: str, left: int = 1) -> Table:
    """A plain table whose first ``left`` columns are words and the others figures."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place < left else "right", no_wrap=True)
    return table


def print_sheet(sheet: ParSheet) -> None:
    """The whole sheet to standard output."""
    with printing() as out:
        _heading(out, sheet)
        if sheet.main is not None:
            _main(out, sheet.main)
        _summary(out, sheet)
        for wager in sheet.wagers:
            _wager(out, sheet, wager)
        _alternatives(out, sheet)
        for note in sheet.notes:
            out.print(Text(f"* {note}", style="dim"), width=min(out.width, 110))


def show(out: Console, table: Table, below: int = 1) -> None:
    """A table at its full width: figures are never cut short."""
    out.print(Padding(table, (0, 0, below, 2), expand=False), width=max(out.width, 250), crop=False, soft_wrap=True)


def _heading(out: Console, sheet: ParSheet) -> None:
    filed = sheet.submission.certificate_holder or "Rules Submission"
    if sheet.submission.effective is not None:
        filed += f", effective {sheet.submission.effective.isoformat()}"
    out.print(Text(f"PAR sheet: {TITLES[sheet.law.game]}", style="bold"))
    under = f"{sheet.law.section} as of {sheet.law.version.isoformat()}"
    out.print(Text(f"{filed}; {under}; {players(sheet)}; houseway {__version__}"))  # a name may hold square brackets
    out.print()


_LEFT_TO_JSON = ("starting_hands", "results", "variance", "cite", "by_category", "outcomes")  # long, and for programs


def main_rows(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """The base game's figures as rows of words and values; long tables of them are left to the JSON."""
    return _flat({key: value for key, value in figures.items() if key not in _LEFT_TO_JSON})


def outcome_rows(figures: dict[str, Any]) -> list[list[str]]:
    """How hands end, by decision: headings first, then a row a decision; none where the game has no such table."""
    outcomes = figures.get("outcomes", {})
    if not outcomes:
        return []
    first = next(iter(outcomes.values()))
    columns = [(word, who) for word, split in first.items() for who in split]
    rows = [["Decision", *(f"{word}, {who.replace('_', ' ').replace('dealer ', '')}" for word, who in columns)]]
    return rows + [[name, *(_said("share", split[word][who]) for word, who in columns)] for name, split in outcomes.items()]


def _flat(figures: dict[str, Any], under: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in figures.items():
        words = f"{under}{key.replace('_', ' ')}"
        if isinstance(value, dict):
            rows += _flat(value, f"{words}, ")
        elif not isinstance(value, list):
            rows.append((words, _said(key, value)))
    return rows


def _said(key: str, value: object) -> str:
    """A figure for the eye: a share of the game as a percentage, a long decimal shorter, a count with thousands."""
    text = str(value)
    above, slash, below = text.partition("/")
    if slash and above.lstrip("-").isdigit() and below.isdigit():
        ratio = int(above) / int(below)
        return f"{text} = {ratio:.6f}" if "value" in key else f"{ratio:.4%}"
    if "edge" in key or "risk" in key:
        return percent(text)
    if text.replace("-", "").replace(".", "").isdigit():
        return short(text, 4) if "." in text else f"{int(text):,}"
    return text


def _summary(out: Console, sheet: ParSheet) -> None:
    if not sheet.wagers:
        return
    out.print(Text("Side wagers", style="bold"))
    table = columns("Wager", "For", "House edge", "With envy", "Hit frequency", "Standard deviation", "Edge of $1,000")
    for row in summary_rows(sheet):
        table.add_row(*row)
    show(out, table)


def _main(out: Console, figures: dict[str, Any]) -> None:
    out.print(Text("Base game", style="bold"))
    table = columns("", "", left=1)
    for words, value in main_rows(figures):
        table.add_row(words, value)
    show(out, table)
    headings, *rows = outcome_rows(figures) or [[]]
    if rows:
        table = columns(*headings)
        for row in rows:
            table.add_row(*row)
        show(out, table)


def summary_rows(sheet: ParSheet) -> list[list[str]]:
    """A row a wager: its title, size, edge, edge with envy, hit frequency, standard deviation, edge of $1,000."""
    rows = []
    for wager in sheet.wagers:
        figures = wager.to_dict(sheet.handle_of(wager))
        envy = percent(figures["envy"]["house_edge_with_envy"]) if "envy" in figures else ""
        rows.append([
            title_of(wager), spoken(wager.wager_cents), percent(figures["house_edge"]), envy, percent(figures["hit_frequency"]),
            short(figures["standard_deviation"]), dollars_of_thousand(per_thousand(wager.edge)),
        ])  # fmt: skip
    return rows


def _wager(out: Console, sheet: ParSheet, wager: WagerSheet) -> None:
    figures = wager.to_dict(sheet.handle_of(wager))
    heading = Text(title_of(wager), style="bold").append(f"  for {spoken(wager.wager_cents)}  ", style="not bold")
    out.print(heading.append(f"[{wager.math.cite}]", style="dim"))
    table = columns("Hand", "Combinations", "Pays", "Probability", "Return")
    for line in figures["lines"]:
        chance = line["combinations"] / figures["combinations"]  # for the eye; the exact fraction is in the JSON
        table.add_row(
            line["hand"], f"{line['combinations']:,}", line["pays"] or "–", f"{chance:.10f}", short(line["return"], 8)
        )
    table.add_row("All", f"{figures['combinations']:,}", "", "", short(figures["lines"] and _sum(figures), 8))
    show(out, table, below=0)
    rows = columns("", "", left=1)
    rows.add_row("expected value", f"{figures['expected_value']} = {figures['house_edge']} to the house")
    for words, value in meter_rows(figures):
        rows.add_row(words, value)
    if "envy" in figures:
        rows.add_row(f"envy from {wager.others} other players", f"{percent(figures['envy']['return'])} of the wager")
    show(out, rows)


def meter_rows(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """The life of a wager's meter as rows of words and values; none where it has no meter."""
    meter = figures.get("meter", {})
    rows = []
    for key, words in _METER_WORDS.items() if meter else ():
        value = meter[key]
        said = "$" + short(value, 2) if key in _METER_MONEY else percent(value) if key in _METER_SHARES else short(value, 1)
        rows.append((words, said))
    return rows


def _sum(figures: dict[str, Any]) -> str:
    from decimal import Decimal

    return str(sum(Decimal(line["return"]) for line in figures["lines"]))


_METER_WORDS = {
    "contribution": "rate of progression",
    "return_at_initial": "return with the meter at its initial amount",
    "return_at_reset": "return with the meter at its reset amount",
    "long_run_return": "return in the long run, over many hits",
    "break_even_meter": "meter at which the wager breaks even",
    "wagers_between_hits": "wagers from one 100% hit to the next",
    "hours_between_hits": "hours between them at this handle",
    "expected_meter_at_hit": "expected meter at a hit",
    "seed_cost": "cost of the seed, of the handle",
    "hits_within_first_week": "hits within a week of the reset",
    "handle_an_hour": "handle an hour",
}
_METER_MONEY = {"break_even_meter", "expected_meter_at_hit", "handle_an_hour"}
_METER_SHARES = {
    "contribution",
    "return_at_initial",
    "return_at_reset",
    "long_run_return",
    "seed_cost",
    "hits_within_first_week",
}


def _alternatives(out: Console, sheet: ParSheet) -> None:
    if not sheet.alternatives:
        return
    out.print(Text("Every lawful choice, from the lowest edge", style="bold"))
    table = columns("Wager", "Choice", "", "House edge", "Edge of $1,000", "Against the filing", "Paragraph", left=3)
    for alternative in sheet.alternatives:
        figures = alternative.to_dict(sheet.filed_edge(alternative.wager))
        style = "bold" if alternative.filed else ""
        table.add_row(
            Text(capital(WAGER_NAMES.get(alternative.wager, alternative.wager.replace("_", " "))), style=style),
            Text(alternative.choice, style=style), "filed" if alternative.filed else "", percent(figures["house_edge"]),
            dollars_of_thousand(figures["per_1000"]),
            "" if alternative.filed else against_words(figures["difference_per_1000"]),
            alternative.cite,
        )  # fmt: skip
    show(out, table)


def against_words(difference: str) -> str:
    """A difference of dollars with its sign."""
    return ("−$" if difference.startswith("-") else "+$") + difference.removeprefix("-")
