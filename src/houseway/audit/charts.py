"""Small charts as SVG text, drawn for paper: no script, no outside file, nothing told by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

INK, OVER, UNDER, GRID = "#1a1a1a", "#a3231f", "#1f4e79", "#dddddd"
WIDTH = 640


def both_ways(rows: Sequence[tuple[str, int, int, str, str]], title: str) -> str:
    """Bars to both sides of a line: (name, under, over, and both as they are written), under to the left."""
    if not rows:
        return ""
    most = max(max(under, over) for _, under, over, _, _ in rows) or 1
    left, right = 250, WIDTH - 70
    middle = (left + right) // 2
    half = (right - left) // 2 - 62
    height = 22 * len(rows) + 26
    out = [_open(height, title)]
    out.append(f'<text x="{middle - 8}" y="12" text-anchor="end" class="k">paid too little</text>')
    out.append(f'<text x="{middle + 8}" y="12" class="k">paid too much</text>')
    for at, (name, under, over, under_text, over_text) in enumerate(rows):
        y = 22 + 22 * at
        less, more = round(half * under / most), round(half * over / most)
        out.append(f'<text x="0" y="{y + 13}">{escape(name[:42])}</text>')
        if under:
            out.append(f'<rect x="{middle - less}" y="{y + 2}" width="{max(1, less)}" height="14" fill="{UNDER}"/>')
            out.append(f'<text x="{middle - less - 4}" y="{y + 13}" text-anchor="end" class="n">{escape(under_text)}</text>')
        if over:
            out.append(f'<rect x="{middle}" y="{y + 2}" width="{max(1, more)}" height="14" fill="{OVER}"/>')
            out.append(f'<text x="{middle + more + 4}" y="{y + 13}" class="n">{escape(over_text)}</text>')
    out.append(f'<line x1="{middle}" y1="18" x2="{middle}" y2="{height - 4}" stroke="{INK}"/></svg>')
    return "".join(out)


def scores(rows: Sequence[tuple[str, float]], title: str) -> str:
    """Standard scores as dots on a line from -4 to 4; beyond two of them is marked."""
    if not rows:
        return ""
    left, right = 250, WIDTH - 60
    height = 22 * len(rows) + 28

    def place(score: float) -> float:
        return left + (max(-4.0, min(4.0, score)) + 4) / 8 * (right - left)

    out = [_open(height, title)]
    for mark in range(-4, 5):
        x = place(mark)
        heavy = INK if mark == 0 else GRID
        out.append(f'<line x1="{x:.1f}" y1="16" x2="{x:.1f}" y2="{height - 6}" stroke="{heavy}"/>')
        out.append(f'<text x="{x:.1f}" y="11" text-anchor="middle" class="k">{mark:+d}</text>'.replace("+0", "0"))
    for at, (name, score) in enumerate(rows):
        middle = 31 + 22 * at
        fill = OVER if abs(score) > 2 else "#fff"
        out.append(f'<text x="0" y="{middle + 4}">{escape(name[:42])}</text>')
        out.append(f'<circle cx="{place(score):.1f}" cy="{middle}" r="5" fill="{fill}" stroke="{INK}"/>')
        out.append(f'<text x="{right + 10}" y="{middle + 4}" class="n">{score:+.1f}</text>')
    return "".join(out) + "</svg>"


def by_day(days: Sequence[tuple[str, int]], title: str) -> str:
    """A column for each day: how many differences."""
    if len(days) < 2:
        return ""
    most = max(count for _, count in days) or 1
    height, left, floor = 130, 40, 104
    wide = (WIDTH - left) / len(days)
    out = [_open(height, title), f'<text x="{left - 6}" y="14" text-anchor="end" class="k">{most:,}</text>']
    out.append(f'<text x="{left - 6}" y="{floor}" text-anchor="end" class="k">0</text>')
    for at, (_, count) in enumerate(days):
        tall = (floor - 8) * count / most
        across = left + wide * at
        out.append(
            f'<rect x="{across:.1f}" y="{floor - tall:.1f}" width="{max(0.6, wide - 1):.1f}" '
            f'height="{tall:.1f}" fill="{OVER}"/>'
        )
    out.append(f'<line x1="{left}" y1="{floor}" x2="{WIDTH}" y2="{floor}" stroke="{INK}"/>')
    out.append(f'<text x="{left}" y="{floor + 16}" class="k">{escape(days[0][0])}</text>')
    out.append(f'<text x="{WIDTH}" y="{floor + 16}" text-anchor="end" class="k">{escape(days[-1][0])}</text></svg>')
    return "".join(out)


def _open(height: int, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" width="100%" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
    )
