"""Every test of the ledger runs on both databases."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houseway.ledger import Ledger
from ledger.house import furnish
from postgres import shared


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    said: str = request.param
    return said


@pytest.fixture
def new_url(kind: str, tmp_path: Path) -> Callable[[], str]:
    """Makes new, empty databases."""
    numbers = iter(range(1000))
    return (lambda: str(tmp_path / f"ledger-{next(numbers)}.sqlite")) if kind == "sqlite" else (lambda: shared().url())


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    """A new, empty database."""
    return new_url()


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], str]:
    """Copies of a furnished ledger, made once for each kind of database."""
    made: dict[str, str] = {}

    def copy(kind: str, folder: Path) -> str:
        if kind not in made:
            made[kind] = str(tmp_path_factory.mktemp("house") / "house.sqlite") if kind == "sqlite" else shared().url()
            with Ledger(made[kind]) as ledger:
                furnish(ledger)
        if kind == "sqlite":
            return str(shutil.copy(made[kind], folder / "house.sqlite"))
        return shared().url(made[kind].rpartition("/")[2])

    return copy


@pytest.fixture
def house_url(furnished: Callable[[str, Path], str], kind: str, tmp_path: Path) -> str:
    """A database with the house of ``house.py`` in it."""
    return furnished(kind, tmp_path)


@pytest.fixture
def empty(url: str) -> Iterator[Ledger]:
    """A new ledger with nothing in it."""
    with Ledger(url) as ledger:
        yield ledger


@pytest.fixture
def ledger(house_url: str) -> Iterator[Ledger]:
    """The house's ledger, open."""
    with Ledger(house_url) as ledger:
        yield ledger
