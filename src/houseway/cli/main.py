"""``houseway``: the command line's front door. Nothing is imported before it is asked for, the parser included."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from houseway.cli.settling import at_once
from houseway.cli.streams import ClosedPipeError, say

COMMANDS: dict[str, tuple[str, str]] = {
    "settle": ("settle", "Settle one round, line by line, with reason and paragraph."),
    "compare": ("compare", "The same round with one lawful choice changed at a time."),
    "paytables": ("paytables", "Print every lawful paytable with its paragraph."),
    "submission": ("submission", "Check, write, show and compare Rules Submissions."),
    "house-way": ("house_way", "How a house way sets a hand, and by which row."),
    "analyze": ("analyze", "Exact mathematics of what a submission chose (a PAR sheet)."),
    "advise": ("advise", "Best play for a given hand, with the value of each choice."),
    "ledger": ("ledger", "Verify, export, import and back up a ledger of rounds and meters."),
    "audit": ("audit", "Settle a log of rounds again and report every difference."),
    "simulate": ("simulate", "Write a simulated log of rounds, with mistakes planted in it."),
    "serve": ("serve", "The service: rounds, meters, submissions and users over HTTP."),
    "schema": ("schema", "Print the JSON Schema of a format."),
}

CLOSED_PIPE, INTERRUPTED, NOT_WRITTEN = 141, 130, 2  # exit codes, the first two as a shell says them


def main() -> None:
    """Run the command line; bad input ends with exit code 2 and its problems on standard error, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        try:
            code = at_once(sys.argv[1:])
            if code is not None:
                sys.exit(code)
            from houseway.cli.front import cli

            cli(prog_name="houseway")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except (ClosedPipeError, BrokenPipeError):
        _drop_output()
        sys.exit(CLOSED_PIPE)
    except OSError as error:  # a full disk, most likely
        _drop_output()
        with suppress(OSError):
            say(f"{error.filename or 'standard output'}: cannot be written: {error.strerror or error}", sys.stderr)
        sys.exit(NOT_WRITTEN)


def __getattr__(name: str) -> Any:
    """``cli``: the commands as a group, for whoever calls them within his own process."""
    if name == "cli":
        from houseway.cli.front import cli

        return cli
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _drop_output() -> None:
    """What is still held for standard output goes nowhere, so that the interpreter does not try it again on its way out."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    main()
