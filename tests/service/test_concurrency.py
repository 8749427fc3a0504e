"""A seeded part of ``prove/service_concurrency.py``: clients on eight tables and one meter, with duplicates on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from postgres import shared
from service.crowd import crowd


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_recorded_order_explains_every_amount(tmp_path: Path, kind: str) -> None:
    url = str(tmp_path / "ledger.sqlite") if kind == "sqlite" else shared().url()
    found = crowd(url, clients=16, rounds=6, seed=5)
    assert found.rounds == 96
    assert found.again > 10
    assert found.conflicts > 5
    assert found.awards > 5
