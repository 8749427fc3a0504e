"""Findings, changes, documents and histories of Rules Submissions, printed for people."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from houseway.cli.output import printing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from rich.console import Console

    from houseway.submission import Examination, Finding, History, Version
    from houseway.submission.difference import Change
    from houseway.submission.sheet import Block, Sheet

NUMBERS = ("Payout", "Paytable", "Envy", "Amount", "Initial", "Reset", "Rate of", "Required", "Wagers")


def examination(examined: Examination) -> None:
    """The findings of a submission, one after the other, and the verdict."""
    from houseway.submission.choices import GAMES

    for finding in examined.findings:
        _finding(finding)
    violations, notices = len(examined.violations), len(examined.findings) - len(examined.violations)
    name = examined.file or "submission"
    if examined.submission is not None and examined.law is not None:
        title = GAMES[examined.submission.game].title
        law = f"{title}, {examined.law.section} as effective {examined.law.version}"
    else:
        law = "no game that could be told"
    counted = f"{_count(violations, 'violation')}, {_count(notices, 'notice')}"
    if examined.problems:
        verdict = click.style("not read whole", fg="red", bold=True)
        counted += f", {_count(len(examined.problems), 'problem')}"
    elif violations:
        verdict = click.style("not compliant", fg="red", bold=True)
    else:
        verdict = click.style("compliant", fg="green", bold=True)
    click.echo(f"{name}: {verdict} ({counted}); {law}.")


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _finding(finding: Finding) -> None:
    place = f"{finding.file}:{finding.line}  " if finding.file is not None else ""
    colour = "red" if finding.severity == "violation" else "yellow"
    click.echo(f"{place}{click.style(finding.severity, fg=colour, bold=True)}  {finding.where}  ({finding.paragraph})")
    click.echo(f"    {finding.message}")
    click.echo(f"    found {finding.found}; allowed {finding.allowed}")
    click.echo()


def changed(changes: Sequence[Change]) -> None:
    """What changed, with effects indented, and the paragraphs touched."""
    if not changes:
        click.echo("Nothing changed.")
        return
    for change in changes:
        click.echo(f"{click.style(change.where, bold=True)}: {change.old} -> {change.new}  ({change.paragraph})")
        for effect in change.effects:
            click.echo(f"    {effect}")
    paragraphs = list(dict.fromkeys(change.paragraph for change in changes))
    click.echo(f"\n{_count(len(changes), 'change')}, touching {', '.join(paragraphs)}.")


def printed(document: Sheet) -> None:
    """A document on the terminal: its head, its blocks, its findings, its foot."""
    with printing(width=132) as console:
        console.print(document.title, style="bold", markup=False)
        console.print(document.subtitle, markup=False)
        console.print()
        width = max(len(fact.label) for fact in document.facts)
        for fact in document.facts:
            cite = f"  ({fact.paragraph})" if fact.paragraph else ""
            console.print(f"{fact.label:<{width}}  {fact.value}{cite}", markup=False)
        for block in document.blocks:
            _block(console, block)
        if document.findings:
            console.print()
            console.print("Findings", style="bold")
            for finding in document.findings:
                console.print(str(finding), markup=False)
        console.print()
        for line in document.foot:
            console.print(line, style="dim", markup=False)


def _block(console: Console, block: Block) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print()
    heading = Text(block.title, style="bold")
    if block.paragraph:
        heading.append(f"  ({block.paragraph})", style="not bold")
    console.print(heading)
    if block.rows:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for title in block.header:
            table.add_column(title, justify="right" if title.startswith(NUMBERS) else "left", overflow="fold")
        for row in block.rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
    for note in block.notes:
        console.print(note, markup=False)


def timeline(found: History, day: date | None, now: Sequence[Version]) -> None:
    """The versions of a history by game, its findings, and what is in force on a day."""
    from houseway.submission.choices import GAMES

    game = ""
    width = max((len(os.path.basename(version.file)) for version in found.versions), default=0)
    for version in found.versions:
        if version.submission.game != game:
            game = version.submission.game
            click.echo(click.style(GAMES[game].title, bold=True))
        last = version.last.isoformat() if version.last else "open end"
        lawful = "compliant" if version.compliant else click.style("not compliant", fg="red")
        mark = " *" if version in now else ""
        click.echo(f"  {version.first} to {last:<10}  {os.path.basename(version.file):<{width}}  {lawful}{mark}")
    click.echo()
    for finding in found.findings:
        _finding(finding)
    if day is None:
        return
    for version in now:
        click.echo(f"On {day}: {version.file} ({GAMES[version.submission.game].title}).")
    if not now:
        click.echo(f"On {day}: no submission is in force.")
