"""Logs settled by the tests' own second settlement, which knows nothing of houseway: the audit finds them right."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit import logs
from houseway import submission as filing
from houseway.audit.running import Plan, run
from second.filing import PGP, UTH


@pytest.mark.parametrize(("game", "rounds"), [(UTH, 500), (PGP, 150)])
def test_right_logs_are_right(game: str, rounds: int, tmp_path: Path) -> None:
    submission = logs.SUBMISSIONS[game]
    rows = logs.settled_rows(game, logs.rounds(game, range(rounds), submission), submission)
    path = logs.write_csv(tmp_path / "log.csv", rows)
    outcome = run(Plan([str(path)], filing.parse(submission), out=str(tmp_path / "out"), rows=256))
    assert outcome.clean, (outcome.summary(), (tmp_path / "out" / "differences.csv").read_text()[:2000])
    assert outcome.totals.rows == len(rows)
    assert all(watch.readings == rounds and not watch.differ for watch in outcome.watches)
