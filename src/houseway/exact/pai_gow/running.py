"""What takes more than a moment runs on every core, and shows how far it is: to a callback, or as a bar in a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]  # done, of
MOST_THREADS = 8


def threads() -> int:
    """One for each core that may be used, at most eight."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_THREADS)


@contextmanager
def bar(title: str, progress: Progress | None = None) -> Iterator[Progress]:
    """Gives a function to call with (done, of): ``progress`` itself, or one that moves a bar, or one that does nothing."""
    if progress is not None:
        yield progress
        return
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    with Bars(TextColumn(title), BarColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(title, total=None)
        yield lambda done, of: bars.update(task, completed=done, total=of)
