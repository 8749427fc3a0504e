"""Kernels that are not compiled yet are compiled in a second process, while the first compiles those it needs sooner.

Compiling is most of what a first solution takes, and one process compiles one kernel at a time. The compiled code comes
by way of the kernels' cache on disk; so where nothing can be kept, or no second process started, nothing is gained and
nothing is lost: whoever finds a kernel uncompiled compiles it.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import flop, folds, river
from .payouts import CATEGORIES
from .tables import KINDS, PAIRS, no_tables

PATIENCE = 60  # seconds


def compile_later_kernels() -> None:
    """Calls for nothing the kernels that are needed once the showdowns are counted."""
    look_up = no_tables()
    cells, cubes, numbers = np.zeros((0, 3), np.int64), np.zeros((3, 2, CATEGORIES), np.int64), np.zeros(0, np.int64)
    flops, choices, counts = np.zeros((0, 3), np.int8), np.zeros((0, PAIRS), np.int8), np.zeros((0, KINDS), np.int32)
    category, codes = np.zeros((0, KINDS), np.uint8), np.zeros((0, 49, 49), np.int32)
    tallies = np.zeros((4, 3, 2, CATEGORIES), np.int64)
    flop.lay_out(look_up.boards, flops, 0, 0, codes)
    flop.decide(look_up.pairs, counts, flops, numbers, codes, 0, 0, choices, cells, cells)
    flop.spread(look_up.pairs, flops, numbers, codes, 0, 1, choices, numbers, counts)
    flop.tally(look_up.kinds, look_up.rows, counts, category, cubes, cubes, 0, numbers, counts, 0, 0, tallies)
    river.value(counts, category, cubes, cubes, 0, 0, 0, counts)


def compile_last_kernels() -> None:
    """Calls for nothing the kernels that are needed last, which take as long to be compiled as those before them."""
    look_up, numbers = no_tables(), np.zeros(0, np.int64)
    flops, choices, counts = np.zeros((0, 3), np.int8), np.zeros((0, PAIRS), np.int8), np.zeros((0, KINDS), np.int32)
    category, codes = np.zeros((0, KINDS), np.uint8), np.zeros((0, 49, 49), np.int32)
    folds.by_flop(look_up.pairs, category, flops, numbers, codes, category, choices, 0, 0, np.zeros((2, CATEGORIES), np.int64))
    folds.by_row(look_up.kinds, look_up.rows, category, category, counts, 0, 0, numbers)


def _are_compiled() -> bool:
    """Whether the last of them has been compiled before, as far as the cache's files tell."""
    kernel: Any = flop.tally
    try:
        return any(Path(kernel.stats.cache_path).glob("flop.tally-*.nbi"))
    except (AttributeError, OSError, TypeError):  # no cache that could be written
        return True


@cache
def start() -> subprocess.Popen[bytes] | None:
    """Starts the second process, once; None where it has nothing to do or cannot be started."""
    if _are_compiled():
        return None
    with suppress(OSError, ValueError):
        return subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import compile_later_kernels as f; f()"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    return None


def finish() -> None:
    """Compiles the last kernels while the second process, if there is one, compiles the others; then takes these over.

    What is missing is compiled here.
    """
    other = start()
    compile_last_kernels()
    if other is not None:
        try:
            other.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            other.kill()
            other.wait()
    compile_later_kernels()
