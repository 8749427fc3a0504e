"""Short names for the arrays that kernels read and write."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

I8 = NDArray[np.int8]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]
