"""Generated tables are kept in the user's cache folder, under the hash of the sources that they come from.

Losing the folder costs half a second; a damaged file is made anew. ``HOUSEWAY_CACHE`` names another folder, and
``HOUSEWAY_CACHE=off`` keeps nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]

LEFT_SECONDS = 3600  # nobody writes a table for so long

_SOURCES = ("__init__.py", "five.py", "joker.py", "kernels_cache.py", "kernels_tables.py", "kernels_held.py")


def folder() -> Path | None:
    """The folder for generated tables, or None if none are to be kept."""
    chosen = os.environ.get("HOUSEWAY_CACHE")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("houseway")


@lru_cache(maxsize=1)
def sources_hash() -> str:
    """A hash over the sources of this room: tables made by other rules are never read."""
    here = Path(__file__).parent
    return sha256(b"\0".join([(here / name).read_bytes() for name in _SOURCES])).hexdigest()[:16]


def _tidy(where: Path) -> None:
    """Away with tables of other rules, and with what a process left behind that was killed while it wrote."""
    for old in where.glob("ranking-*.npz"):
        if not old.name.startswith(f"ranking-{sources_hash()}-"):
            old.unlink(missing_ok=True)
    for left in where.glob("ranking-*.part"):
        if left.stat().st_mtime < time.time() - LEFT_SECONDS:
            left.unlink(missing_ok=True)


def kept(name: str, make: Callable[[], Arrays]) -> Arrays:
    """The arrays kept under ``name``, or else made and kept; a folder that cannot be written is no error."""
    where = folder()
    if where is None:
        return make()
    path = where / f"ranking-{sources_hash()}-{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as stored:
            return {key: stored[key] for key in stored.files}
    except Exception:  # whatever is wrong with the file (a damaged archive fails in a dozen ways), it is made anew
        pass
    arrays = make()
    try:
        where.mkdir(parents=True, exist_ok=True)
        part = NamedTemporaryFile(dir=where, prefix=path.stem, suffix=".part", delete=False)  # noqa: SIM115
        try:
            with part:
                np.savez_compressed(part, allow_pickle=False, **arrays)
            os.replace(part.name, path)  # whoever reads meanwhile sees no file or the whole of it
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise
        _tidy(where)
    except OSError:
        pass
    return arrays
