"""The one door to pyarrow, which has no types of its own."""

from __future__ import annotations

from typing import Any

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

__all__ = ["Array", "Table", "pa", "pc", "pcsv", "pq"]
