"""A sheet as one self-contained HTML page that prints well: no script, no outside file."""

from __future__ import annotations

from html import escape

from houseway.submission.checking import Finding
from houseway.submission.sheet import FILING, Block, Sheet

STYLE = """
@page { size: letter; margin: 18mm 16mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.45 "Source Serif 4", Georgia, "Times New Roman", serif; color: #1a1a1a; background: #f3f1ec; margin: 0; }
main { max-width: 210mm; margin: 10mm auto; background: #fff; padding: 16mm 18mm; box-shadow: 0 1px 6px #0002; }
header { border-bottom: 2.5pt solid #1f3a2d; padding-bottom: 4mm; margin-bottom: 6mm; }
h1 { font-size: 19pt; line-height: 1.2; margin: 0; font-weight: 600; letter-spacing: -.2pt; }
header p { margin: 1.5mm 0 0; color: #555; }
h2 { font-size: 12.5pt; margin: 0; font-weight: 600; }
section { margin: 0 0 7mm; break-inside: avoid; }
.head { display: flex; justify-content: space-between; align-items: baseline; gap: 6mm; border-bottom: .75pt solid #999;
  padding-bottom: 1mm; margin-bottom: 1.5mm; }
.cite { color: #666; font-size: 8.5pt; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr max-content; gap: 1mm 6mm; margin: 0 0 7mm; }
dt { color: #555; } dd { margin: 0; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; }
th { text-align: left; font-weight: 600; font-size: 8.5pt; color: #444; padding: 1mm 4mm 1mm 0; vertical-align: bottom; }
td { padding: 1.1mm 4mm 1.1mm 0; border-top: .5pt solid #ddd; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.money { text-align: right; white-space: nowrap; }
.small td { font-size: 9pt; }
.notes { margin: 1.5mm 0 0; color: #444; font-size: 9.5pt; }
.violation { border-left: 3pt solid #a3231f; padding-left: 3mm; margin: 0 0 3mm; }
.notice { border-left: 3pt solid #b08a2e; padding-left: 3mm; margin: 0 0 3mm; }
.what { font-weight: 600; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm; margin-top: 16mm; break-inside: avoid; }
.sign div { border-top: .75pt solid #333; padding-top: 1mm; font-size: 8.5pt; color: #555; }
footer { border-top: .75pt solid #999; margin-top: 8mm; padding-top: 2mm; font-size: 8.5pt; color: #666; }
footer p { margin: 0; }
.columns { columns: 2; column-gap: 10mm; }
.columns .wide { column-span: all; padding-top: 6mm; margin-bottom: 6mm; }
@media print { body { background: none; } main { margin: 0; padding: 0; max-width: none; box-shadow: none; } }
@media (max-width: 700px) { main { padding: 6mm; margin: 0; } .columns { columns: 1; } dl { grid-template-columns: 1fr; } }
"""


def to_html(sheet: Sheet) -> str:
    """The page: UTF-8 text of an HTML document. Everything that was filed is escaped."""
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(sheet.title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<header><h1>{escape(sheet.title)}</h1><p>{escape(sheet.subtitle)}</p></header>",
        "<dl>",
        *(
            f'<dt>{escape(fact.label)}</dt><dd>{escape(fact.value)}</dd><dd class="cite">{escape(fact.paragraph)}</dd>'
            for fact in sheet.facts
        ),
        "</dl>",
    ]
    if sheet.kind == FILING:
        parts += _findings(sheet)
        parts += [_block(block, False) for block in sheet.blocks]
        parts.append(
            '<div class="sign"><div>For the certificate holder, name and date</div><div>Received, name and date</div></div>'
        )
    else:
        parts += [
            '<div class="columns">',
            *(_block(block, len(block.header) > 2 or not block.paragraph) for block in sheet.blocks),
            "</div>",
        ]
    parts += ["<footer>", *(f"<p>{escape(line)}</p>" for line in sheet.foot), "</footer>", "</main>", "</body>", "</html>"]
    return "\n".join(parts) + "\n"


def _block(block: Block, wide: bool) -> str:
    numbers = _money_columns(block)
    small = ' class="small"' if len(block.header) > 4 else ""
    head = "".join(f"<th{_class(index in numbers)}>{escape(cell)}</th>" for index, cell in enumerate(block.header))
    body = "\n".join(
        "<tr>" + "".join(_cell(cell, index in numbers, block.header[index]) for index, cell in enumerate(row)) + "</tr>"
        for row in block.rows
    )
    table = f"<table{small}>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>" if block.rows else ""
    notes = f'<p class="notes">{escape(" ".join(block.notes))}</p>' if block.notes else ""
    title = f'<div class="head"><h2>{escape(block.title)}</h2><span class="cite">{escape(block.paragraph)}</span></div>'
    return f"<section{_wide(wide)}>\n{title}\n{table}\n{notes}\n</section>"


def _cell(cell: str, number: bool, title: str) -> str:
    return f"<td{_class(number, title)}>{escape(cell)}</td>"


def _money_columns(block: Block) -> set[int]:
    """Columns of amounts and odds stand to the right."""
    wanted = ("Payout", "Paytable", "Envy Bonus", "Amount", "Initial", "Reset", "Rate of progression", "Required minimum")
    return {index for index, cell in enumerate(block.header) if cell.startswith(wanted)}


def _class(number: bool, title: str = "") -> str:
    if title == "Paragraph":
        return ' class="cite"'
    return ' class="money"' if number else ""


def _wide(wide: bool) -> str:
    return ' class="wide"' if wide else ""


def _findings(sheet: Sheet) -> list[str]:
    if not sheet.findings:
        return []
    return [
        "<section>",
        '<div class="head"><h2>Findings</h2></div>',
        *(_finding(finding) for finding in sheet.findings),
        "</section>",
    ]


def _finding(finding: Finding) -> str:
    line = f", line {finding.line}" if finding.line is not None else ""
    message = finding.message[:1].upper() + finding.message[1:]
    return (
        f'<div class="{finding.severity}"><div class="head" style="border:0;margin:0;padding:0">'
        f'<span class="what">{finding.severity.capitalize()}: {escape(finding.where)}{line}</span>'
        f'<span class="cite">{escape(finding.paragraph)}</span></div>{escape(message)}.'
        f"<br>Found {escape(finding.found)}; allowed {escape(finding.allowed)}.</div>"
    )
