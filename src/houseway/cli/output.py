"""What every command shares: its ``--format``, and a console to print on; the streams themselves are in ``streams``."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from houseway.cli.streams import MOST_BYTES, echo_json, fail, or_fail, read_bytes, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

__all__ = ["MOST_BYTES", "echo_json", "fail", "format_option", "or_fail", "printing", "read_bytes", "read_json"]

format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)


@contextmanager
def printing(width: int = 160) -> Iterator[Console]:
    """A rich console on standard output: coloured in a terminal; plain in a pipe, ``width`` wide, without trailing blanks."""
    from rich.console import Console

    if sys.stdout is not None and sys.stdout.isatty():
        yield Console(highlight=False)
        return
    from io import StringIO

    held = StringIO()
    yield Console(file=held, width=width, highlight=False, color_system=None)
    click.echo("\n".join(line.rstrip() for line in held.getvalue().splitlines()))
