"""``houseway schema``: the JSON Schema of each format."""

from __future__ import annotations

import click

FORMATS = {
    "round": "a round, as settle and compare read it",
    "submission": "a Rules Submission, as JSON or the same as TOML",
    "result": "a settled round, as settle prints it",
    "comparison": "the same round under other lawful choices, as compare prints it",
    "findings": "what the law says of a Rules Submission, as submission check prints it",
    "analysis": "the exact mathematics of a Rules Submission, as analyze prints it",
    "problems": "what is wrong with an input, as every command prints it to standard error",
}


@click.command()
@click.argument("name", metavar="[FORMAT]", type=click.Choice(list(FORMATS)), required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema (draft 2020-12) of a format.

    FORMAT is round, submission, result, comparison, findings, analysis or problems; without it, they are listed.
    """
    if name is None:
        width = max(map(len, FORMATS))
        for known, what in FORMATS.items():
            click.echo(f"{known:<{width}}  {what}")
        return
    click.echo(text_of(name), nl=False)


def text_of(name: str) -> str:
    """The schema's own text. Raises KeyError for a format that has none."""
    from importlib.resources import files

    if name not in FORMATS:
        raise KeyError(name)
    return files("houseway").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
