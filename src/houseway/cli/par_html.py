"""A PAR sheet as one self-contained HTML page that prints well: no script, no outside file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from houseway.cli import par_blocks
from houseway.cli import par_charts as charts
from houseway.cli.par_base_game import RANKS, best, hand_at
from houseway.cli.par_words import value
from houseway.submission.sheet_html import STYLE

if TYPE_CHECKING:
    from houseway.cli.par_blocks import Section
    from houseway.exact.par_sheet import ParSheet


def page(sheet: ParSheet, full: bool = False) -> str:
    """The page: UTF-8 text of an HTML document. Everything that was filed is escaped. ``full``: with the long tables."""
    environment = Environment(
        loader=PackageLoader("houseway.cli", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("par_sheet.html").render(
        style=STYLE,
        title=par_blocks.title(sheet),
        subtitle=par_blocks.heading(sheet),
        notices=par_blocks.notices(sheet),
        handle=par_blocks.handle_words(sheet),
        sections=[(section, _charts(sheet, section)) for section in par_blocks.sections(sheet, full)],
        notes=sheet.notes,
    )


def _charts(sheet: ParSheet, section: Section) -> dict[str, Any]:
    """What is drawn in a section: ``bars``, ``line`` and ``grid``, each empty where there is none."""
    drawn: dict[str, Any] = {"bars": None, "line": "", "grid": []}
    if section.kind == "choices":
        drawn["bars"] = charts.choices(sheet)
    elif section.wager is not None:
        drawn["bars"] = charts.distribution(section.wager)
        if section.wager.meter is not None:
            drawn["line"] = charts.growth(section.wager.meter, sheet.handle_of(section.wager))
    elif section.kind == "base" and sheet.main is not None and "starting_hands" in sheet.main:
        drawn["grid"] = starting_hands(sheet.main["starting_hands"])
    return drawn


def starting_hands(hands: dict[str, Any]) -> list[list[tuple[str, str, str]]]:
    """The square of the 169 starting hands: name, best choice and its value in antes."""
    names = [[hand_at(down, across) for across in range(len(RANKS))] for down in range(len(RANKS))]
    return [[(name, best(hands[name]), value(hands[name][best(hands[name])], 2)) for name in row] for row in names]
