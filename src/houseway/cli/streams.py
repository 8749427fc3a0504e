"""Standard streams and files, without the parser of the command line: read within bounds, and problems told."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from houseway.problems import InputError, Problem, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from houseway.submission import Submission

MOST_BYTES = 4_000_000  # a round of one table is a few kilobytes; anything near this is not one


class ClosedPipeError(Exception):
    """Whoever reads our output has gone (``| head``). No OSError: the parser of the command line would end on that with 1."""


def say(text: str, stream: TextIO | None = None) -> None:
    """A text and a line end to a stream, standard output where none is named; nowhere, where it is closed."""
    to = stream or sys.stdout
    if to is not None:
        to.write(text + "\n")
        to.flush()


def fail(error: InputError, format_: str) -> NoReturn:
    """Print every problem to standard error, one a line (or JSON), and exit 2."""
    if format_ == "json":
        import json

        say(json.dumps(error.to_dict(), ensure_ascii=False, indent=2), sys.stderr)
    else:
        say("\n".join(map(str, error.problems)), sys.stderr)
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

    say(json.dumps(value, ensure_ascii=False, indent=2))


def read_submission(path: str | None) -> Submission | None:
    """The submission a command was given, or None for the section's default choices. Raises InputError."""
    if path is None:
        return None
    from houseway.submission import load

    return load(path)


def round_and_submission(round_path: str, submission_path: str | None) -> tuple[Any, Submission | None]:
    """Both documents. Raises InputError with the problems of both."""
    if round_path == submission_path == "-":
        raise InputError([Problem("--submission", "standard input is the round already", "-", "a file")])
    problems: list[Problem] = []
    document: Any = None
    submission: Submission | None = None
    try:
        document = read_json(round_path)
    except InputError as error:
        problems += error.problems
    try:
        submission = read_submission(submission_path)
    except InputError as error:
        problems += error.problems
    if problems:
        raise InputError(problems)
    return document, submission
