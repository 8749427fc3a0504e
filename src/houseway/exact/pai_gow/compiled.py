"""One way to compile a kernel: to machine code, kept on disk between runs, and free of the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """``function`` compiled by numba at its first call; the result is cached beside the source, or in the user's folder."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
