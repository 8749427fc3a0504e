"""What every command shares: reading a file or standard input within bounds, and printing problems."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from houseway.problems import InputError, Problem, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

MOST_BYTES = 4_000_000  # a round of one table is a few kilobytes; anything near this is not one

format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)


def fail(error: InputError, format_: str) -> NoReturn:
    """Print every problem to standard error, one a line (or JSON), and exit 2."""
    if format_ == "json":
        import json

        click.echo(json.dumps(error.to_dict(), ensure_ascii=False, indent=2), err=True)
    else:
        for problem in error.problems:
            click.echo(str(problem), err=True)
    sys.exit(2)


def or_fail(format_: str, do: Callable[[], Any]) -> Any:
    """``do()``, or its problems printed and exit 2."""
    try:
        return do()
    except InputError as error:
        fail(error, format_)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``. Raises InputError for what cannot be read or is far too large."""
    name = "standard input" if path == "-" else shown(path, 200)
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError("it is closed")
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        problem = Problem(name, f"cannot be read: {why}", allowed="a readable file, or - for standard input")
        raise InputError([problem]) from None
    if len(data) > MOST_BYTES:
        raise InputError([Problem(name, "is too large", f"more than {MOST_BYTES:,} bytes", f"at most {MOST_BYTES:,} bytes")])
    return data


def read_json(path: str) -> Any:
    """A JSON document with numbers kept exactly (never through a float). Raises InputError."""
    from houseway.settlement.document import json_document

    name = "standard input" if path == "-" else shown(path, 200)
    return json_document(read_bytes(path), name)


def echo_json(value: Any) -> None:
    """Stable JSON to standard output."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


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
