"""The one door to numba: a typed decorator with the settings that every kernel of houseway shares.

Compiled code is kept on disk between runs (numba's ``cache``). Numba looks at the file of the kernel itself only: when
a function that it calls from another file changes, touch the kernel's file or clear the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles for numbers and arrays: without the interpreter's lock, without bounds checks, kept on disk."""
    return cast(Callable[P, R], numba.njit(cache=True, nogil=True, boundscheck=False, error_model="numpy")(function))
