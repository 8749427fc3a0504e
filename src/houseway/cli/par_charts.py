"""The charts of a PAR sheet: how often lines are paid, lawful alternatives, the growth of a meter.

Bars are given as rows of a table, so that names fold as they must, which no drawing does; a meter's growth is drawn as SVG.
"""

from __future__ import annotations

import io
import re
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cli.par_words import choice_words, percent, wager_title
from houseway.money import spoken

if TYPE_CHECKING:
    from houseway.exact.meter_math import MeterMath
    from houseway.exact.par_sheet import ParSheet, WagerSheet

FILED, OTHER, INK = "#1f3a2d", "#b9c4bd", "#444444"
MOST_TICKS = 4
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Bar(NamedTuple):
    """A bar from ``start`` to ``end``, parts of the chart's width, with what it is called and its figure in words."""

    name: str
    start: float
    end: float
    figure: str
    dark: bool
    strong: bool = False  # as filed
    group: bool = False  # no bar: a heading of those below it


class Chart(NamedTuple):
    """Bars under a caption, with what the marks of the scale below them say and where they stand."""

    caption: str
    bars: list[Bar]
    ticks: list[tuple[float, str]]


def plain(number: float) -> str:
    """A number of a scale: thousands, and as many decimals as it has.

    >>> plain(20000.0), plain(0.05), plain(-5.0)
    ('20,000', '0.05', '−5')
    """
    text = f"{abs(number):,.10f}".rstrip("0").rstrip(".")
    return ("−" if number < 0 else "") + text


def distribution(sheet: WagerSheet) -> Chart:
    """How often each line comes, on a logarithmic scale."""
    lines = [line for line in sheet.math.lines if line.combinations]
    chances = [line.combinations / sheet.math.combinations for line in lines]
    low = floor(log10(min(chances)) - 0.3)
    bars = [
        Bar(
            f"{line.hand} ({'nothing' if line.pays is None else line.pays})", 0.0, 1 - log10(chance) / low,
            f"1 in {1 / chance:,.0f}" if chance < 0.01 else f"{chance:.2%}", line.pays is not None,
        )
        for line, chance in zip(lines, chances, strict=True)
    ]  # fmt: skip
    every = max(1, ceil(-low / MOST_TICKS))
    ticks = [(1 - power / -low, _one_in(power)) for power in range(0, -low + 1, every)]
    return Chart(
        "How often each line comes, and what it pays. The scale is logarithmic: each mark is rarer by the same factor.",
        bars,
        ticks,
    )


def _one_in(power: int) -> str:
    if power == 0:
        return "always"
    return f"1 in {10**power:,}" if power < 5 else f"1 in 10{str(power).translate(SUPERSCRIPTS)}"


def choices(sheet: ParSheet) -> Chart:
    """The edge of every lawful choice beside the one that was filed; each wager from zero to its own greatest."""
    bars: list[Bar] = []
    for wager in dict.fromkeys(choice.wager for choice in sheet.alternatives):
        of = [choice for choice in sheet.alternatives if choice.wager == wager]
        edges = [float(choice.whole_edge) for choice in of]
        low, high = min(0.0, *edges), max(0.0, *edges)
        width = (high - low) or 1.0
        scale = f"{percent(str(low), 3) if low else '0'} to {percent(str(high), 3) if high else '0'}"
        bars.append(Bar(f"{wager_title(wager)}: {scale}", 0, 0, "", dark=False, group=True))
        for choice, edge in zip(of, edges, strict=True):
            start, end = (min(edge, 0.0) - low) / width, (max(edge, 0.0) - low) / width
            name = choice_words(sheet.law.game, choice.choice) + (" (filed)" if choice.filed else "")
            bars.append(Bar(name, start, end, percent(str(edge), 3), choice.filed, choice.filed))
    caption = (
        "House edge of each lawful choice, with envy where there is any; dark: as filed. "
        "Each wager has a scale of its own, which stands beside its name."
    )
    return Chart(caption, bars, [])


_DRAWN: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "houseway",
    "font.family": "DejaVu Serif",  # comes with it; the page has its own
    "font.size": 9,
    "text.parse_math": False,  # a dollar sign is a dollar sign
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
LABEL = 0.07  # the height of a label, as a part of the chart's


def growth(meter: MeterMath, handle_cents_an_hour: int) -> str:
    """The expected reading while nobody has hit the whole meter, over twice the hours that pass between two hits: SVG."""
    import matplotlib  # a second to load, and only a page with a meter needs it
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    wagers = float(meter.wagers_between_hits()) * 2
    hours = wagers * meter.wager_cents / handle_cents_an_hour
    readings = [meter.expected_after_cents(int(wagers * step / 60)) / 100 for step in range(61)]
    levels = [
        (float(meter.expected_at_hit_cents()) / 100, "expected at a hit"),
        (float(meter.break_even_cents()) / 100, "breaks even"),
    ]
    levels = sorted((level, words) for level, words in levels if 0 < level <= max(readings) * 1.5)
    top = max([*readings, *(level for level, _ in levels)]) * 1.06
    with matplotlib.rc_context(_DRAWN):
        figure = Figure(figsize=(6.6, 2.6), layout="constrained")
        axes = figure.add_subplot(xlim=(0, hours), ylim=(0, top))
        axes.grid(axis="y", color="#e4e4e4", linewidth=0.8)
        axes.plot([hours * step / 60 for step in range(61)], readings, color=FILED, linewidth=1.6)
        near = len(levels) == 2 and levels[1][0] - levels[0][0] < LABEL * top  # two labels would overlap
        for place, (level, words) in enumerate(levels):
            axes.axhline(level, color=OTHER, linewidth=1)
            below = near and place == 0
            axes.annotate(
                f"{words}: ${level:,.0f}", (0, level), xytext=(4, -2 if below else 2), textcoords="offset points",
                va="top" if below else "bottom", fontsize=8.5,
            )  # fmt: skip
        axes.set_xlabel(f"hours since the reset, at {spoken(handle_cents_an_hour)} of handle an hour")
        axes.xaxis.set_major_formatter(lambda at, _: plain(at))
        axes.yaxis.set_major_formatter(lambda at, _: f"${plain(at)}")
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(length=0)
        held = io.StringIO()
        FigureCanvasSVG(figure).print_svg(held, metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]
    text = held.getvalue()
    # without a width of its own it is as wide as the page lets it be
    head, body = re.sub(r' (?:width|height)="[^"]*pt"', "", text[text.index("<svg") :], count=2).split("<svg ", 1)
    return f'{head}<svg class="line" role="img" aria-label="growth of the meter" {body}'
