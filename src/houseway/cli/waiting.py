"""What a person sees while something takes long: one line on standard error in a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BEGIN = "\r\x1b[2K"  # the line is written anew


@contextmanager
def progress_line(title: str) -> Iterator[Callable[[str, int, int], None] | None]:
    """Gives what to call with (what is done, how much, of how much), or None where nobody would see it.

    The line is gone when the work has ended, has failed or was interrupted.
    """
    stream = sys.stderr
    if stream is None or not stream.isatty():
        yield None
        return

    def told(what: str, done: int, of: int) -> None:
        stream.write(f"{_BEGIN}{what}: {100 * done // max(of, 1)}%")
        stream.flush()

    stream.write(f"{_BEGIN}{title}")
    stream.flush()
    try:
        yield told
    finally:
        stream.write(_BEGIN)
        stream.flush()
