"""Tables of the shipped house ways, made once: from the cache folder where they are there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from houseway.exact.pai_gow.table import Table, table
from houseway.games import house_way


@pytest.fixture(scope="session")
def table_of() -> Callable[[str, bool], Table]:
    return cache(lambda name, wheel_lowest=False: table(house_way.get(name), wheel_lowest))
