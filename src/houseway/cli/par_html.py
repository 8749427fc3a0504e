"""A PAR sheet as one self-contained HTML page that prints well: no script, no outside file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from houseway.cli import par_charts as charts
from houseway.cli.par_text import (
    against_words,
    dollars_of_thousand,
    main_rows,
    meter_rows,
    outcome_rows,
    percent,
    players,
    short,
    summary_rows,
    title_of,
)
from houseway.cli.settlement_text import TITLES
from houseway.money import spoken
from houseway.settlement.words import WAGER_NAMES, capital
from houseway.submission.sheet_html import STYLE
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.exact.par_sheet import ParSheet, WagerSheet


def page(sheet: ParSheet) -> str:
    """The page: UTF-8 text of an HTML document. Everything that was filed is escaped."""
    environment = Environment(
        loader=PackageLoader("houseway.cli", "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    filed = sheet.submission.certificate_holder or "Rules Submission"
    effective = f", effective {sheet.submission.effective.isoformat()}" if sheet.submission.effective is not None else ""
    return environment.get_template("par_sheet.html").render(
        style=STYLE,
        game=TITLES[sheet.law.game],
        subtitle=f"{filed}{effective}; {sheet.law.section} as of {sheet.law.version.isoformat()}; {players(sheet)}; "
        f"houseway {__version__}",
        main=main_rows(sheet.main) if sheet.main is not None else [],
        main_cite=(sheet.main or {}).get("cite", sheet.law.section),
        outcomes=outcome_rows(sheet.main) if sheet.main is not None else [],
        summary=summary_rows(sheet),
        alternatives=[_alternative(sheet, at) for at in range(len(sheet.alternatives))],
        choices=charts.choices(sheet) if sheet.alternatives else "",
        wagers=[_wager(sheet, wager) for wager in sheet.wagers],
        notes=sheet.notes,
    )


def _alternative(sheet: ParSheet, at: int) -> dict[str, Any]:
    alternative = sheet.alternatives[at]
    figures = alternative.to_dict(sheet.filed_edge(alternative.wager))
    return {
        "wager": capital(WAGER_NAMES.get(alternative.wager, alternative.wager.replace("_", " "))),
        "choice": alternative.choice,
        "filed": alternative.filed,
        "edge": percent(figures["house_edge"]),
        "per_1000": dollars_of_thousand(figures["per_1000"]),
        "against": "" if alternative.filed else against_words(figures["difference_per_1000"]),
        "cite": alternative.cite,
    }


def _wager(sheet: ParSheet, wager: WagerSheet) -> dict[str, Any]:
    figures = wager.to_dict(sheet.handle_of(wager))
    return {
        "title": f"{title_of(wager)}, {spoken(wager.wager_cents)}",
        "cite": wager.math.cite,
        "lines": [
            {
                "hand": line["hand"],
                "combinations": f"{line['combinations']:,}",
                "pays": line["pays"] or "–",
                "probability": f"{line['combinations'] / figures['combinations']:.10f}",
                "return": short(line["return"], 8),
            }
            for line in figures["lines"]
        ],
        "expected_value": figures["expected_value"],
        "edge": percent(figures["house_edge"]),
        "chart": charts.distribution(wager),
        "meter": meter_rows(figures),
        "growth": charts.growth(wager.meter, sheet.handle_of(wager)) if wager.meter is not None else "",
    }
