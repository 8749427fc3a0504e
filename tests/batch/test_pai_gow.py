"""Rows against the one-round settlement: every line of generated rounds, banks, fouls, envy, limits, voids and meters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import houseway
from houseway.batch.answers import OUTCOMES
from houseway.batch.pai_gow import NO_CARD, WAGERS, PaiGowRows, follow_meters, pai_gow_tables, settle_rows
from houseway.exact.pai_gow.settings_for_batch import settings
from houseway.games import house_way
from houseway.games.pai_gow_poker import ENVY_WAGERS
from houseway.settlement.engine import settle
from houseway.settlement.round import Round
from second.generate import generate


def as_rows(rounds: list[Round]) -> PaiGowRows:
    """Typed rounds as columns, each round's rows in its order of payment."""
    seats = [(number, round_.seat(seat)) for number, round_ in enumerate(rounds) for seat in round_.payment_order]
    any_seven = tuple(range(7))
    return PaiGowRows(
        first=np.cumsum([0] + [len(r.seats) for r in rounds]).astype(np.int64),
        dealer=np.array([r.dealer_cards or any_seven for r in rounds], np.uint8),
        void_round=np.array([r.void for r in rounds]),
        bank_seat=np.array([r.bank.seat if r.bank else 0 for r in rounds], np.int16),
        co_bank=np.array([r.bank is not None and r.bank.co_bank for r in rounds]),
        house_wager=np.array([r.bank.house_wager_cents if r.bank else 0 for r in rounds], np.int64),
        round=np.array([number for number, _ in seats], np.int64),
        seat=np.array([seat.seat for _, seat in seats], np.int16),
        cards=np.array([seat.cards or any_seven for _, seat in seats], np.uint8),
        low=np.array([seat.low or (NO_CARD, NO_CARD) for _, seat in seats], np.uint8),
        wagers=np.array([[seat.wagers.get(w, 0) for w in WAGERS] for _, seat in seats], np.int64),
        void=np.array([seat.void for _, seat in seats]),
    )


def one_by_one(result: houseway.Settlement) -> list[dict[str, Any]]:
    """A settlement as the columns say it: a dict a seat, in the order of payment."""
    out = []
    for seat in result.round.payment_order:
        row: dict[str, Any] = {"vigorish": 0, "bank": 0} | {f"envy {name}": 0 for name in ENVY_WAGERS}
        for line in result.lines_of(seat):
            row["vigorish"] += line.vigorish_cents
            if line.wager == "envy":
                row[f"envy {line.for_wager}"] += line.paid_cents
            elif line.wager == "bank":
                row["bank"] += line.paid_cents
            else:
                row[line.wager] = (line.outcome, line.returned_cents, line.paid_cents)
        out.append(row)
    return out


@pytest.mark.parametrize("rare", [False, True], ids=["ordinary", "rare"])
@pytest.mark.parametrize("start", [0, 150])
def test_rows_equal_the_one_round_settlement(start: int, rare: bool) -> None:
    held = {(name, lowest): settings(house_way.get(name), lowest) for name in house_way.NAMES for lowest in (False, True)}
    for seed in range(start, start + 150):
        round_, submission = generate("pai-gow-poker", seed, rare)
        result = settle(round_, submission)
        typed, filed, law = result.round, result.submission, result.law
        rows = as_rows([typed])
        of = held[filed.house_way or "standard", filed.switches["wheel"] == "lowest"]
        settled = settle_rows(rows, pai_gow_tables(law, filed, of))
        meter = next((m for m in result.meters), None)
        balances = follow_meters(rows, settled, filed, law, [meter.opening_micro if meter else 0])
        found = []
        for row in range(len(rows.seat)):
            said: dict[str, Any] = {"vigorish": settled.vigorish[row], "bank": settled.bank[row]}
            said |= {f"envy {name}": settled.envy[row, at] for at, name in enumerate(ENVY_WAGERS)}
            for at, wager in enumerate(WAGERS):
                if settled.outcome[row, at]:
                    said[wager] = (OUTCOMES[settled.outcome[row, at]], settled.returned[row, at], settled.paid[row, at])
            found.append(said)
        assert found == one_by_one(result), seed
        if meter is not None and "progressive" in filed.offered:
            assert balances[-1].tolist() == [meter.balance_micro], seed
