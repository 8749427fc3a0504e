"""The charts of a PAR sheet: how often lines are paid, lawful alternatives, the growth of a meter.

Bars are given as rows of a table, so that names fold as they must; lines are drawn as SVG. Nothing is measured that only
the reader's fonts could tell.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

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


def steps(low: float, high: float, most: int = MOST_TICKS) -> list[float]:
    """Round numbers from ``low`` to ``high``, at most ``most`` + 1 of them.

    >>> steps(0, 52.6), steps(-6.7, 2.7)
    ([0.0, 20.0, 40.0], [-5.0, 0.0])
    """
    size = (high - low) / most
    ten = 10.0 ** floor(log10(size))
    step = next(ten * of for of in (1, 2, 5, 10) if ten * of >= size * (1 - 1e-9))
    return [round(step * at, 12) + 0.0 for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


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
        edges = [float(choice.edge) for choice in of]
        low, high = min(0.0, *edges), max(0.0, *edges)
        width = (high - low) or 1.0
        scale = f"{percent(str(low), 3) if low else '0'} to {percent(str(high), 3) if high else '0'}"
        bars.append(Bar(f"{wager_title(wager)}: {scale}", 0, 0, "", dark=False, group=True))
        for choice, edge in zip(of, edges, strict=True):
            start, end = (min(edge, 0.0) - low) / width, (max(edge, 0.0) - low) / width
            name = choice_words(sheet.law.game, choice.choice) + (" (filed)" if choice.filed else "")
            bars.append(Bar(name, start, end, percent(str(edge), 3), choice.filed, choice.filed))
    caption = (
        "House edge of each lawful choice; dark: as filed. Each wager has a scale of its own, which stands beside its name."
    )
    return Chart(caption, bars, [])


WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 250, 74, 12, 14, 44


def growth(meter: MeterMath, handle_cents_an_hour: int) -> str:
    """The expected reading while nobody has hit the whole meter, over twice the hours that pass between two hits."""
    hours = float(meter.wagers_between_hits()) * meter.wager_cents / handle_cents_an_hour * 2
    wagers = float(meter.wagers_between_hits()) * 2
    readings = [meter.expected_after_cents(int(wagers * step / 60)) / 100 for step in range(61)]
    levels = [
        (float(meter.expected_at_hit_cents()) / 100, "expected at a hit"),
        (float(meter.break_even_cents()) / 100, "breaks even"),
    ]
    levels = sorted((level, words) for level, words in levels if 0 < level <= max(readings) * 1.5)
    top = max([*readings, *(level for level, _ in levels)]) * 1.06

    def x(part: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * part

    def y(reading: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * reading / top

    parts = [f'<svg class="line" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="growth of the meter">']
    for at in steps(0, top):
        parts.append(_line(x(0), y(at), x(1), y(at), "#e4e4e4"))
        parts.append(_text(LEFT - 8, y(at) + 4, f"${plain(at)}", "end"))
    for at in steps(0, hours, 5):
        parts.append(_line(x(at / hours), y(0), x(at / hours), y(0) + 4, INK))
        anchor = "end" if at / hours > 0.97 else "middle"
        parts.append(_text(x(at / hours), y(0) + 17, plain(at), anchor))
    near = len(levels) == 2 and y(levels[0][0]) - y(levels[1][0]) < 16  # two labels would overlap
    for place, (level, words) in enumerate(levels):
        parts.append(_line(x(0), y(level), x(1), y(level), OTHER))
        parts.append(_text(x(0) + 6, y(level) + (13 if near and place == 0 else -4), f"{words}: ${level:,.0f}", "start"))
    points = " ".join(f"{x(step / 60):.1f},{y(reading):.1f}" for step, reading in enumerate(readings))
    parts.append(f'<polyline points="{points}" fill="none" stroke="{FILED}" stroke-width="2"/>')
    parts.append(_line(x(0), y(0), x(1), y(0), INK))
    under = f"hours since the reset, at {spoken(handle_cents_an_hour)} of handle an hour"
    parts.append(_text((x(0) + x(1)) / 2, HEIGHT - 8, under, "middle"))
    return "\n".join([*parts, "</svg>"])


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK}">{escape(words)}</text>'
