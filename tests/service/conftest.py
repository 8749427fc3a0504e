"""The service's tests run on the ledger's furnished house, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.ledger import Ledger
from ledger.house import furnish
from postgres import shared
from service.serving import Served


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running service over a furnished ledger, shared by a module's tests; on each database."""
    running = Served(furnished(request.param, tmp_path_factory.mktemp("served")))
    yield running
    running.close()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same on SQLite only, for what the database has no part in."""
    running = Served(furnished("sqlite", tmp_path_factory.mktemp("alone")))
    yield running
    running.close()


def furnished(kind: str, folder: Path) -> str:
    """A new ledger with the house of ``ledger/house.py`` in it."""
    url = str(folder / "house.sqlite") if kind == "sqlite" else shared().url()
    with Ledger(url) as ledger:
        furnish(ledger)
    return url
