"""Rows against the one-round settlement: every line of generated rounds, banks, fouls, envy, limits, voids and meters."""

from __future__ import annotations

import pytest

from batch.sweeping import check, pai_gow_columns, pai_gow_lines, pai_gow_rows
from houseway.batch.pai_gow import pai_gow_tables, settle_rows
from houseway.exact.pai_gow.settings_for_batch import settings
from houseway.games import house_way
from houseway.settlement.engine import settle
from second.generate import generate


@pytest.mark.parametrize("rare", [False, True], ids=["ordinary", "rare"])
@pytest.mark.parametrize("start", [0, 150])
def test_rows_equal_the_one_round_settlement(start: int, rare: bool) -> None:
    held = {(name, lowest): settings(house_way.get(name), lowest) for name in house_way.NAMES for lowest in (False, True)}
    for seed in range(start, start + 150):
        round_, submission = generate("pai-gow-poker", seed, rare)
        result = settle(round_, submission)
        typed, filed, law = result.round, result.submission, result.law
        rows = pai_gow_rows([typed])
        of = held[filed.house_way or "standard", filed.switches["wheel"] == "lowest"]
        settled = settle_rows(rows, pai_gow_tables(law, filed, of))
        meter = next((m for m in result.meters), None)
        opening = [meter.opening_micro if meter else 0]
        found, balances = pai_gow_columns(rows, settled, filed, law, opening)
        assert found == pai_gow_lines(result), seed
        if meter is not None and "progressive" in filed.offered:
            assert balances[-1].tolist() == [meter.balance_micro], seed


@pytest.mark.parametrize("number", [0, 150, 555, 1023])
def test_blocks_under_swept_submissions_equal_the_one_round_settlement(number: int) -> None:
    block = check("pai-gow-poker", number)
    assert block.rows > 250
    assert block.lines > 1000
