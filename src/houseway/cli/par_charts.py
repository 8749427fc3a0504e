"""The charts of a PAR sheet as SVG: payout distributions, lawful alternatives, the growth of a meter."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from houseway.settlement.words import WAGER_NAMES, capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from houseway.exact.meter_math import MeterMath
    from houseway.exact.par_sheet import Alternative, ParSheet, WagerSheet

FILED, OTHER, INK = "#1f3a2d", "#b9c4bd", "#444444"
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "houseway",
    "font.family": "Georgia, 'Times New Roman', serif",
    "font.size": 9,
}


def _svg(figure: Figure) -> str:
    """A figure as an SVG element to stand inside a page; the same figure gives the same text."""
    with matplotlib.rc_context(_SETTINGS):
        held = io.StringIO()
        FigureCanvasSVG(figure).print_svg(held, metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]
    text = held.getvalue()
    return text[text.index("<svg") :]


def _bare(axes: Axes) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=INK)


def distribution(sheet: WagerSheet) -> str:
    """How often each line is paid, on a logarithmic scale."""
    lines = [line for line in sheet.math.lines if line.combinations]
    chances = [line.combinations / sheet.math.combinations for line in lines]
    names = [f"{line.hand}  ({'lost' if line.pays is None else line.pays})" for line in lines]
    figure = Figure(figsize=(6.6, 0.5 + 0.24 * len(lines)), layout="constrained")
    axes = figure.add_subplot()
    axes.barh(names[::-1], chances[::-1], color=[OTHER if line.pays is None else FILED for line in lines][::-1], height=0.62)
    axes.set_xscale("log")
    axes.set_xlim(min(chances) / 4, 8)
    for place, chance in enumerate(chances[::-1]):
        shown = f"1 in {1 / chance:,.0f}" if chance < 0.01 else f"{chance:.2%}"
        axes.text(chance * 1.15, place, shown, va="center", fontsize=8, color=INK)
    axes.xaxis.set_major_locator(NullLocator())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.spines["bottom"].set_visible(False)
    _bare(axes)
    return _svg(figure)


def choices(sheet: ParSheet) -> str:
    """The edge of every lawful choice beside the one that was filed."""
    shown: list[Alternative] = list(sheet.alternatives)
    names = [f"{capital(WAGER_NAMES.get(a.wager, a.wager))}: {a.choice}" for a in shown]
    edges = [float(a.edge) * 100 for a in shown]
    figure = Figure(figsize=(6.6, 0.6 + 0.26 * len(shown)), layout="constrained")
    axes = figure.add_subplot()
    axes.barh(names[::-1], edges[::-1], color=[FILED if a.filed else OTHER for a in shown][::-1], height=0.62)
    for place, edge in enumerate(edges[::-1]):
        axes.text(max(edge, 0), place, f" {edge:.3f}%", va="center", fontsize=8, color=INK)
    axes.set_xlim(min(0, *edges), max(edges) * 1.16)
    axes.set_xlabel("house edge, percent of the wager (dark: as filed)", color=INK)
    _bare(axes)
    return _svg(figure)


def growth(meter: MeterMath, handle_cents_an_hour: int) -> str:
    """The expected reading while nobody has hit the whole meter, over the hours that pass between two hits."""
    hours = float(meter.wagers_between_hits()) * meter.wager_cents / handle_cents_an_hour * 2
    times = [hours * step / 60 for step in range(61)]
    readings = [meter.expected_after_cents(int(hour * handle_cents_an_hour / meter.wager_cents)) / 100 for hour in times]
    figure = Figure(figsize=(6.6, 2.6), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(times, readings, color=FILED, linewidth=1.6)
    even = float(meter.break_even_cents()) / 100
    at_hit = float(meter.expected_at_hit_cents()) / 100
    for level, words in ((even, "breaks even"), (at_hit, "expected at a hit")):
        if level <= max(readings) * 1.5:
            axes.axhline(level, color=OTHER, linewidth=1)
            axes.text(hours, level, f"{words}: ${level:,.0f}", ha="right", va="bottom", fontsize=8, color=INK)
    axes.set_xlabel("hours since the reset, at this handle", color=INK)
    axes.yaxis.set_major_formatter("${x:,.0f}")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_ylim(bottom=0)
    _bare(axes)
    return _svg(figure)
