"""The one door to pyarrow, which has no types of its own."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

# Arrow's pool gives what is free back to the system at once, and takes it anew for the next batch, page by page: let it
# keep it a while. Read when pyarrow is loaded; whoever says otherwise is heard.
os.environ.setdefault("MIMALLOC_PURGE_DELAY", "2000")  # milliseconds

import pyarrow  # type: ignore[import-untyped]
import pyarrow.compute  # type: ignore[import-untyped]
import pyarrow.csv  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]

pa: Any = pyarrow
pc: Any = pyarrow.compute
pcsv: Any = pyarrow.csv
pq: Any = pyarrow.parquet

Table = Any
Array = Any

__all__ = ["Array", "Table", "pa", "pc", "pcsv", "pq", "room"]


def room(shape: tuple[int, ...], kind: Any = np.int64) -> Any:
    """An array to be filled, out of Arrow's pool, which keeps what batch after batch asks for and gives back."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return np.frombuffer(pa.allocate_buffer(max(size, 1)), kind, int(np.prod(shape))).reshape(shape)
