"""What an audit found, as files for people: a page that prints, a spreadsheet, a summary for programs."""

from __future__ import annotations

import csv
import os
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from houseway.audit import charts, theory, writing
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import dollars, spoken
from houseway.settlement.words import WAGER_NAMES, capital
from houseway.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from houseway.audit.running import Outcome
    from houseway.audit.theory import Held
    from houseway.audit.totals import Tally

MOST_LISTED = 40
_MORE_NAMES = {
    "envy": "envy bonus", "magic_card": "Magic Card", "lucky_bonus": "Lucky Bonus", "bank": "bank", "vigorish": "vigorish",
    "main": "ante, blind and play",
}  # fmt: skip

STYLE = """
@page { size: letter; margin: 16mm 15mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.45 Georgia, "Times New Roman", serif; color: #1a1a1a; background: #f3f1ec; margin: 0; }
main { max-width: 216mm; margin: 10mm auto; background: #fff; padding: 15mm 17mm; box-shadow: 0 1px 6px #0002; }
header { border-bottom: 2.5pt solid #1f3a2d; padding-bottom: 4mm; margin-bottom: 6mm; }
h1 { font-size: 19pt; line-height: 1.2; margin: 0; }
header p { margin: 1.5mm 0 0; color: #555; overflow-wrap: anywhere; }
h2 { font-size: 12.5pt; margin: 8mm 0 1mm; border-bottom: .75pt solid #999; padding-bottom: 1mm; break-after: avoid; }
h3 { font-size: 10.5pt; margin: 5mm 0 1mm; break-after: avoid; }
p { margin: 1.5mm 0; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 4mm; margin: 0 0 5mm; }
.figures div { border-top: 1.5pt solid #1f3a2d; padding-top: 1.5mm; }
.figures b { display: block; font-size: 15pt; line-height: 1.2; font-variant-numeric: lining-nums; white-space: nowrap; }
.two td:first-child { white-space: nowrap; }
.figures span { color: #555; font-size: 9pt; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; margin: 1mm 0 3mm; }
th { text-align: left; font-size: 8.5pt; color: #444; padding: 1mm 3mm 1mm 0; vertical-align: bottom; }
td { padding: .9mm 3mm .9mm 0; border-top: .5pt solid #ddd; vertical-align: top; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
th:last-child, td:last-child { padding-right: 0; }
.m { text-align: right; white-space: nowrap; }
.far { font-weight: bold; }
.small td { font-size: 8.5pt; line-height: 1.35; }
.notice { border-left: 3pt solid #b08a2e; padding-left: 3mm; margin: 0 0 2mm; }
.alarm { border-left: 3pt solid #a3231f; padding-left: 3mm; margin: 0 0 2mm; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 10mm; }
svg { display: block; margin: 2mm 0; break-inside: avoid; }
.wide { overflow-x: auto; } .notice + .figures, .alarm + .figures { margin-top: 4mm; }
svg text { font: 11px Georgia, serif; fill: #1a1a1a; } svg .k { fill: #555; font-size: 10px; } svg .n { font-size: 10px; }
footer { border-top: .75pt solid #999; margin-top: 8mm; padding-top: 2mm; font-size: 8.5pt; color: #666; }
@media print { body { background: none; } main { margin: 0; padding: 0; max-width: none; box-shadow: none; } }
@media (max-width: 700px) { main { padding: 5mm; margin: 0; } .figures, .two { grid-template-columns: 1fr 1fr; }
  .two { grid-template-columns: 1fr; } .wide svg { min-width: 600px; } table { font-size: 9pt; }
  th, td { padding-right: 2mm; } }
@media print { .wide { overflow: visible; } }
"""


def write(outcome: Outcome, folder: str) -> None:
    """Everything that is made at the end: the summary, and of a finished audit Parquet, the spreadsheet and the page."""
    writing.save_json(os.path.join(folder, "summary.json"), outcome.summary())
    writing.differences_parquet(folder)
    writing.differences_xlsx(folder)
    with open(os.path.join(folder, "report.html"), "w", encoding="utf-8") as file:
        file.write(page(outcome, folder))


def called(wager: str) -> str:
    """A wager as the page calls it."""
    return _MORE_NAMES.get(wager) or WAGER_NAMES.get(wager, wager)


def page(outcome: Outcome, folder: str | None = None) -> str:
    """The page, one HTML document without a script or an outside file. Everything out of the log is escaped."""
    totals, submission = outcome.totals, outcome.plan.submission
    game = "Ultimate Texas Hold ’Em" if submission.game == uth.GAME else "Pai Gow Poker"
    title = f"Audit: {game}" + (f", {submission.certificate_holder}" if submission.certificate_holder else "")
    span = f"{totals.first_day} to {totals.last_day}" if totals.first_day else "no dates"
    logs = ", ".join(os.path.basename(path.rstrip("/")) for path in outcome.plan.paths[:6])
    more = f" and {len(outcome.plan.paths) - 6} more" if len(outcome.plan.paths) > 6 else ""
    simulated = "simulated" in outcome.unused
    parts = [
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>", "</head>", "<body>", "<main>",
        f"<header><h1>{escape(title)}</h1><p>{escape(logs + more)}; {span}; {outcome.law.section}, "
        f"version of {outcome.law.version.isoformat()}</p></header>",
    ]  # fmt: skip
    if simulated:
        parts.append('<p class="notice">A simulated log: no money was ever wagered.</p>')
    if not outcome.finished:
        parts.append('<p class="alarm">The audit was stopped: this is what was found up to there.</p>')
    parts += _figures(outcome)
    parts += [f'<p class="notice">{escape(notice)}</p>' for notice in outcome.notices]
    parts += _settled_under(outcome)
    parts += [f'<p class="{"alarm" if w.differ else "notice"}">Meter {escape(called(w.name))}: {escape(w.explained())}</p>'
              for w in outcome.watches]  # fmt: skip
    if totals.differences:
        parts += _mistakes(outcome)
        parts += _tallies(outcome)
    parts += _hold(outcome)
    parts += _unreadable(outcome, folder)
    if folder is not None and totals.differences:
        parts += _list(folder)
    parts.append(
        f"<footer><p>houseway {__version__}. {totals.rows:,} rows = {totals.rows - totals.unreadable:,} settled + "
        f"{totals.unreadable:,} unreadable. Every difference, with its paragraph and reason: differences.csv, .parquet, "
        f".xlsx.</p></footer>"
    )
    return "\n".join([*parts, "</main>", "</body>", "</html>", ""])


def _figures(outcome: Outcome) -> list[str]:
    totals = outcome.totals
    share = f"{100 * totals.differences / totals.rows:.3f}% of rows" if totals.rows else "no rows"
    figures = [
        (f"{totals.rows:,}", f"rows in {totals.rounds:,} rounds; {totals.unreadable:,} unreadable"),
        (f"{totals.differences:,}", f"differences; {share}"),
        (spoken(totals.over_cents), "paid too much"),
        (spoken(totals.under_cents), "paid too little"),
    ]
    return ['<div class="figures">', *[f"<div><b>{a}</b><span>{escape(b)}</span></div>" for a, b in figures], "</div>"]


def _settled_under(outcome: Outcome) -> list[str]:
    """Which submissions settled how many rows, where there are several or the law changed meanwhile."""
    under = outcome.settled_under()
    if len(under) < 2:
        return []
    head = ("Rules Submission", "In effect from", "Version of the law", "Rows settled")
    body = [(of["submission"], of["effective"], of["law"], f"{of['rows']:,}") for of in under]
    return ["<h2>Settled under</h2>", _table(head, body, money=(3,))]


def _mistakes(outcome: Outcome) -> list[str]:
    """Repeated mistakes by their plain names, the most frequent first."""
    rows = []
    for name, tables in outcome.totals.mistakes.items():
        count = sum(tally.count for tally in tables.values())
        over, under = (sum(getattr(t, what) for t in tables.values()) for what in ("over_cents", "under_cents"))
        where = sorted(tables.items(), key=lambda item: -item[1].count)
        named = [
            f"table\u00a0{table}" + (f"\u00a0({tally.count:,})" if len(where) > 1 else "")
            for table, tally in where[:4]
            if table
        ]
        rows.append((count, capital(name), ", ".join(named) + (", …" if len(where) > 4 else ""), over, under))
    rows.sort(key=lambda row: (-row[0], row[1]))
    head = ("Mistake", "Times", "Where", "Too much", "Too little")
    body = [(name, f"{n:,}", where, _money(over), _money(under)) for n, name, where, over, under in rows[:MOST_LISTED]]
    out = ["<h2>The mistakes, by name</h2>", _table(head, body, money=(1, 3, 4))]
    if len(rows) > MOST_LISTED:
        out.append(f"<p>And {len(rows) - MOST_LISTED:,} more kinds.</p>")
    return out


def _money(cents: int) -> str:
    return spoken(cents) if cents else ""


def _tallies(outcome: Outcome) -> list[str]:
    """Differences by wager, table, dealer, shift and day."""
    totals = outcome.totals
    out = ["<h2>Where the differences are</h2>"]
    by_wager = sorted(totals.by["wager"].items(), key=lambda item: -(item[1].over_cents + item[1].under_cents))
    bars = [(called(n), t.under_cents, t.over_cents, spoken(t.under_cents), spoken(t.over_cents)) for n, t in by_wager]
    out.append(_chart(charts.both_ways(bars, "Paid too little and too much, by wager")))
    days = sorted((day, tally.count) for day, tally in totals.by["day"].items() if day)
    if days:
        every = [
            (day, totals.by["day"][day].count if day in totals.by["day"] else 0) for day in sorted(totals.rows_by["day"]) if day
        ]
        chart = charts.by_day(every, "Differences by day")
        out += ["<h3>By day</h3>", _chart(chart)] if chart else []
    out.append('<div class="two">')
    for name, title in (("table", "By table"), ("dealer_id", "By dealer"), ("shift", "By shift"), ("day", "The worst days")):
        of = {key: tally for key, tally in totals.by[name].items() if key}
        if of:
            out.append(f"<div><h3>{title}</h3>{_by(of, totals.rows_by[name])}</div>")
    return [*out, "</div>"]


def _by(of: dict[str, Tally], rows: dict[str, int]) -> str:
    ordered = sorted(of.items(), key=lambda item: (-item[1].count, item[0]))[:12]
    body = [
        (name, f"{tally.count:,}", f"{1000 * tally.count / rows[name]:.2f}" if rows.get(name) else "",
         _money(tally.over_cents), _money(tally.under_cents))
        for name, tally in ordered
    ]  # fmt: skip
    return _table(("", "Differences", "In 1,000 rows", "Too much", "Too little"), body, money=(1, 2, 3, 4))


def _hold(outcome: Outcome) -> list[str]:
    """What was kept beside what should have been, with standard scores."""
    whole, each = theory.held(outcome)
    if not whole:
        return []
    out = [
        "<h2>Actual and theoretical hold</h2>",
        "<p>What the house kept of what was wagered, as recorded. The score is how many standard deviations that lies from "
        "the exact mathematics; beyond 2 (bold) happens by chance once in 22.</p>",
        _chart(charts.scores([(called(h.wager), h.score) for h in whole if h.score is not None], "Standard scores by wager")),
        _held_table(whole, False),
    ]
    far = sorted((h for h in each if h.score is not None), key=lambda h: -abs(h.score or 0))
    if far:
        listed = far[:20]
        out += [f"<h3>By table: the {len(listed)} furthest of {len(far)}</h3>", _held_table(listed, True)]
    if outcome.plan.submission.game == uth.GAME and all(h.theory is None for h in whole if h.wager == "main"):
        out.append(
            "<p>The main game has not been solved here yet: run <code>houseway analyze</code> once to have its hold.</p>"
        )
    basis = {f"{called(h.wager)}: {h.theory.basis}" for h in whole if h.theory is not None}
    return [*out, f"<p>{escape('; '.join(sorted(basis)))}.</p>" if basis else ""]


def _held_table(rows: Sequence[Held], tables: bool) -> str:
    body = []
    for h in rows:
        score = "" if h.score is None else f"{h.score:+.2f}"
        expected = "" if h.theory is None else f"{100 * h.theory.edge:.2f}%"
        line = [capital(called(h.wager)), f"{h.made:,}", spoken(h.handle_cents), _signed(h.kept_cents),
                f"{100 * h.actual:.2f}%", expected, score]  # fmt: skip
        body.append(([h.table] if tables else []) + line)
    head = (["Table"] if tables else []) + ["Wager", "Made", "Wagered", "Kept", "Hold", "Theory", "Score"]
    shift = 1 if tables else 0
    far = [at for at, h in enumerate(rows) if h.score is not None and abs(h.score) > 2]
    return _table(head, body, money=tuple(range(1 + shift, 7 + shift)), strong=far)


def _signed(cents: int) -> str:
    return spoken(cents) if cents >= 0 else "−" + spoken(-cents)


def _unreadable(outcome: Outcome, folder: str | None) -> list[str]:
    totals = outcome.totals
    if not totals.unreadable and not totals.partly:
        return []
    out = ["<h2>Rows that could not be read</h2>"]
    body = [(said, f"{count:,}") for said, count in totals.unread_why.most_common(MOST_LISTED)]
    out.append(_table(("Why", "Rows"), body, money=(1,)))
    if totals.partly:
        out.append(
            f"<p>{totals.partly:,} rows share a round with a row that could not be read. They are settled as far as they do "
            "not hang on it: partly.csv says what of each was not compared.</p>"
        )
    if folder is not None and totals.unreadable:
        with open(os.path.join(folder, writing.UNREADABLE), encoding="utf-8", newline="") as file:
            listed = list(islice(csv.reader(file), 1, 16))
        out += [
            "<h3>The first of them</h3>",
            _table(("Row", "Problem"), [(row, said[:300]) for row, said in listed], small=True),
        ]
    return out


def _list(folder: str) -> list[str]:
    """The first differences in full."""
    with open(os.path.join(folder, writing.DIFFERENCES), encoding="utf-8", newline="") as file:
        listed = list(islice(csv.reader(file), 1, MOST_LISTED + 1))
    body = [
        (
            round_id,
            seat,
            called(wager),
            dollars_text(recorded),
            dollars_text(correct),
            dollars_text(difference),
            f"{reason} ({cite})",
        )
        for round_id, seat, wager, recorded, correct, difference, cite, reason in listed
    ]
    head = ("Round", "Seat", "Wager", "Recorded", "Correct", "Difference", "Why")
    title = f"The first {len(body)} differences" if len(body) == MOST_LISTED else "Every difference"
    return [f"<h2>{title}</h2>", _table(head, body, money=(3, 4, 5), small=True)]


def dollars_text(text: str) -> str:
    """An amount of a list as the page writes it."""
    sign, amount = ("−", text[1:]) if text.startswith("-") else ("", text)
    whole, _, part = amount.partition(".")
    return f"{sign}${int(whole):,}.{part}"


def _chart(chart: str) -> str:
    """A chart that a narrow screen moves to and fro rather than makes too small to read."""
    return f'<div class="wide">{chart}</div>' if chart else ""


def _table(
    head: Sequence[str], body: Iterable[Sequence[str]], money: Sequence[int] = (), small: bool = False,
    strong: Sequence[int] = (),
) -> str:  # fmt: skip
    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="m">{escape(cell)}</{tag}>' if at in money else f"<{tag}>{escape(cell)}</{tag}>"
            for at, cell in enumerate(row)
        )

    far = ("", ' class="far"')
    rows = [f"<tr{far[at in strong]}>{cells('td', row)}</tr>" for at, row in enumerate(body)]
    css = ' class="small"' if small else ""
    table = f"<table{css}><thead><tr>{cells('th', head)}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<div class="wide">{table}</div>'


__all__ = ["called", "dollars", "page", "write"]
