"""``houseway submission``: check, write, compare and print Rules Submissions, and their history."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output import echo_json, fail, format_option, or_fail

if TYPE_CHECKING:
    from datetime import date

    from houseway.submission import Submission
    from houseway.submission.asking import Question

GAMES = ("ultimate-texas-holdem", "pai-gow-poker")


@click.group()
def command() -> None:
    """Check, write, show and compare Rules Submissions."""


def _day(_ctx: click.Context, _param: click.Parameter, value: str | None) -> date | None:
    from datetime import date

    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a date such as 2015-07-01") from None


@command.command()
@click.argument("path", metavar="SUB.toml")
@format_option
def check(path: str, format_: str) -> None:
    """Every violation and notice of a Rules Submission, each with its paragraph, file and line.

    Exit code 0: compliant; 1: not; 2: unreadable, or a key or value that cannot be understood (what can be checked is
    checked all the same).
    """
    from houseway.submission import examine

    examined = or_fail(format_, lambda: examine(path))
    if format_ == "json":
        echo_json(
            {
                "compliant": examined.compliant,
                "game": examined.submission.game if examined.submission else None,
                "rules": {"section": examined.law.section, "version": str(examined.law.version)} if examined.law else None,
                "findings": [finding.to_dict() for finding in examined.findings],
                "problems": [problem.to_dict() for problem in examined.problems],
            }
        )
    else:
        from houseway.cli.submission_text import examination

        examination(examined)
    if examined.problems:
        from houseway.problems import InputError

        fail(InputError(examined.problems), format_)
    sys.exit(0 if examined.compliant else 1)


@command.command()
@click.argument("path", metavar="FILE.toml")
@click.option("--game", type=click.Choice(GAMES), help="The game; without it you are asked.")
@click.option("--defaults", is_flag=True, help="Take every default that there is; only what has none is asked.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
def new(path: str, game: str | None, defaults: bool, force: bool) -> None:
    """Ask for every choice, offer what is lawful with its paragraph, and write a commented file.

    The file is checked when it is written. Exit code 0: it is compliant; 1: it is not; 2: it could not be written.
    """
    import os

    from houseway.problems import InputError, Problem
    from houseway.submission import examine
    from houseway.submission.asking import compose
    from houseway.submission.writing import to_toml

    folder = os.path.dirname(path) or "."
    if os.path.exists(path) and not force:
        fail(InputError([Problem(path, "exists already", allowed="another name, or --force to overwrite it")]), "text")
    if not os.path.isdir(folder):  # told before the questions, not after them
        fail(InputError([Problem(path, "cannot be written: there is no such folder", folder, "a folder that exists")]), "text")
    try:
        submission = compose(_Terminal(defaults), game)
    except click.Abort:
        unanswered = Problem(path, "is not written: the questions were not all answered", allowed="an answer to each question")
        fail(InputError([unanswered]), "text")
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(to_toml(submission))
    except OSError as error:
        fail(InputError([Problem(path, f"cannot be written: {error.strerror}")]), "text")
    click.echo(f"\nWritten to {path}.")
    examined = examine(path)
    from houseway.cli.submission_text import examination

    examination(examined)
    sys.exit(0 if examined.compliant else 1)


class _Terminal:
    """Puts the questions of ``new`` on the terminal, one after the other, until an answer will do."""

    def __init__(self, defaults: bool) -> None:
        self.defaults = defaults

    def heading(self, text: str) -> None:
        click.echo(f"\n{click.style(text, bold=True)}")

    def ask(self, question: Question) -> str:
        from houseway.submission.asking import Answer

        if self.defaults and question.default is not None:
            answer = question.read(question.default)
            click.echo(f"  {question.asks}: {answer}")
            return answer
        width = max(map(len, question.choices), default=0)
        for word, meaning in question.choices.items():
            click.echo(f"    {word:<{width}}  {meaning}".rstrip())

        def read(text: str) -> str:
            try:
                return question.read(text)
            except Answer as error:
                raise click.UsageError(f"that will not do; {error}.") from None

        asks = f"  {question.asks} ({question.paragraph})"
        return str(click.prompt(asks, default=question.default, value_proc=read))

    def confirm(self, asks: str, paragraph: str, default: bool) -> bool:
        if self.defaults:
            click.echo(f"  {asks} {'yes' if default else 'no'}")
            return default
        return click.confirm(f"  {asks} ({paragraph})", default=default)


@command.command()
@click.argument("old", metavar="OLD.toml")
@click.argument("new_", metavar="NEW.toml")
@format_option
def diff(old: str, new_: str, format_: str) -> None:
    """What changed from one submission to another, the paragraphs touched, and what it does at the table.

    Exit code 0, with changes or without.
    """
    from houseway.submission.difference import difference

    before, after = or_fail(format_, lambda: _both(old, new_))
    changes = or_fail(format_, lambda: difference(before, after))
    if format_ == "json":
        paragraphs = list(dict.fromkeys(change.paragraph for change in changes))
        echo_json({"changes": [change.to_dict() for change in changes], "paragraphs": paragraphs})
        return
    from houseway.cli.submission_text import changed

    changed(changes)


def _both(old: str, new: str) -> tuple[Submission, Submission]:
    """Both submissions, or the problems of both."""
    from houseway.problems import InputError, Problem
    from houseway.submission import load

    problems: list[Problem] = []
    found: list[Submission] = []
    for path in (old, new):
        try:
            found.append(load(path))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return found[0], found[1]


@command.command()
@click.argument("path", metavar="SUB.toml")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    show_default=True,
    help="For a terminal, for a browser or printer, or for programs.",
)
@click.option(
    "--sheet",
    "kind",
    type=click.Choice(["table", "filing"]),
    default="filing",
    show_default=True,
    help="What lies at the table, or what is filed.",
)
def show(path: str, format_: str, kind: str) -> None:
    """Print a submission as a document: for the table, or for the filing."""
    from houseway.submission import load
    from houseway.submission.sheet import sheet

    submission = or_fail(format_, lambda: load(path))
    document = sheet(submission, kind)
    if format_ == "json":
        echo_json(document.to_dict() | {"submission": submission.to_dict()})
    elif format_ == "html":
        from houseway.submission.sheet_html import to_html

        click.echo(to_html(document), nl=False)
    else:
        from houseway.cli.submission_text import printed

        printed(document)


@command.command()
@click.argument("folder")
@click.option("--on", "day", metavar="DATE", callback=_day, help="Which submission is in force on this day.")
@format_option
def history(folder: str, day: date | None, format_: str) -> None:
    """The submissions in a folder by the days they are in force; overlaps and gaps are findings.

    Exit code 0: nothing unlawful; 1: violations, or nothing in force on the day asked for; 2: a file that cannot be read.
    """
    from houseway.problems import InputError
    from houseway.submission import history as read_history

    found = or_fail(format_, lambda: read_history(folder))
    now = () if day is None else found.on(day)
    games = {version.submission.game for version in found.versions}
    uncovered = [] if day is None else sorted(games - {version.submission.game for version in now})
    if format_ == "json":
        told: dict[str, Any] = {
            "versions": [_version(version) for version in found.versions],
            "findings": [finding.to_dict() for finding in found.findings],
            "problems": [problem.to_dict() for problem in found.problems],
        }
        echo_json(
            told
            if day is None
            else {**told, "on": day.isoformat(), "in_force": [_version(version) for version in now], "uncovered": uncovered}
        )
    else:
        from houseway.cli.submission_text import timeline

        timeline(found, day, now)
        for game in uncovered if now else ():
            click.echo(f"On {day}: no submission of {game} is in force.")
    if found.problems:
        fail(InputError(list(found.problems)), format_)
    unlawful = any(finding.severity == "violation" for finding in found.findings)
    sys.exit(1 if unlawful or uncovered or (day is not None and not now) else 0)


def _version(version: Any) -> dict[str, Any]:
    return {
        "file": version.file,
        "game": version.submission.game,
        "certificate_holder": version.submission.certificate_holder,
        "first": version.first.isoformat(),
        "last": version.last.isoformat() if version.last else None,
        "compliant": version.compliant,
    }
