"""The law is read anew for every test: what an earlier test left in the cache must not hide a fault of the loader."""

from __future__ import annotations

import pytest

from houseway.regulation import holding


@pytest.fixture(autouse=True)
def read_anew() -> None:
    holding._versions.cache_clear()
    holding._hash.cache_clear()
