"""A seeded handful of kills under load; ``prove/service_kill.py`` does hundreds."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.killing import campaign


@pytest.mark.parametrize(("kind", "restarts"), [("sqlite", 0), ("postgresql", 2)])
def test_what_was_acknowledged_outlives_kills(tmp_path: Path, kind: str, restarts: int) -> None:
    tally = campaign(kind, tmp_path, kills=5, seed=11, restarts=restarts, plain_every=5)
    assert (tally.kills, tally.restarts) == (5, restarts)
    assert tally.in_flight  # four of five of them, the proof asserts over hundreds of kills
    assert tally.acknowledged >= 5
