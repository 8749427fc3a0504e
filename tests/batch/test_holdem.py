"""Rows against the one-round settlement: every line of generated rounds, every wager, switch, limit, void and meter."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.batch.answers import OUTCOMES
from houseway.batch.holdem import DEALER, NO_CARD, NOWHERE, WAGERS, HoldemRows, follow_meters, holdem_tables, settle_rows
from houseway.games.ultimate_texas_holdem import METERS
from houseway.settlement.engine import settle
from houseway.settlement.round import Round
from second.generate import generate


def as_rows(rounds: list[Round]) -> HoldemRows:
    """Typed rounds as columns, each round's rows in its order of payment."""
    seats = [(number, round_.seat(seat)) for number, round_ in enumerate(rounds) for seat in round_.payment_order]
    lucky = [DEALER if r.lucky_position == "dealer" else r.lucky_position or NOWHERE for r in rounds]
    return HoldemRows(
        first=np.cumsum([0] + [len(r.seats) for r in rounds]).astype(np.int64),
        board=np.array([r.board or (0, 1, 2, 3, 4) for r in rounds], np.uint8),
        dealer=np.array([r.dealer_cards or (5, 6) for r in rounds], np.uint8),
        void_round=np.array([r.void for r in rounds]),
        magic_card=np.array([NO_CARD if r.magic_card is None else r.magic_card for r in rounds], np.uint8),
        lucky=np.array(lucky, np.int16),
        round=np.array([number for number, _ in seats], np.int64),
        seat=np.array([seat.seat for _, seat in seats], np.int16),
        cards=np.array([seat.cards or (7, 8) for _, seat in seats], np.uint8),
        wagers=np.array([[seat.wagers.get(w, 0) for w in WAGERS] for _, seat in seats], np.int64),
        void=np.array([seat.void for _, seat in seats]),
    )


def one_by_one(result: houseway.Settlement) -> list[dict[str, Any]]:
    """A settlement as the columns say it: a dict a seat, in the order of payment."""
    out = []
    for seat in result.round.payment_order:
        row: dict[str, Any] = {"envy": 0, "magic_card": 0, "lucky_bonus": 0}
        for line in result.lines_of(seat):
            if line.outcome == "bonus":
                row[line.wager] += line.paid_cents
            else:
                row[line.wager] = (line.outcome, line.returned_cents, line.paid_cents)
        out.append(row)
    return out


@pytest.mark.parametrize("rare", [False, True], ids=["ordinary", "rare"])
@pytest.mark.parametrize("start", [0, 150])
def test_rows_equal_the_one_round_settlement(start: int, rare: bool) -> None:
    for seed in range(start, start + 150):
        round_, submission = generate("ultimate-texas-holdem", seed, rare)
        result = settle(round_, submission)
        typed, filed, law = result.round, result.submission, result.law
        rows = as_rows([typed])
        settled = settle_rows(rows, holdem_tables(law, filed))
        opening = [m.opening_micro for name in METERS for m in result.meters if m.name == name]
        by_name = {m.name: m for m in result.meters}
        opening = [by_name[n].opening_micro if n in by_name else 0 for n in METERS]
        balances = follow_meters(rows, settled, filed, law, opening)
        found = []
        for row in range(len(rows.seat)):
            said: dict[str, Any] = {
                "envy": settled.envy[row],
                "magic_card": settled.magic[row],
                "lucky_bonus": settled.lucky[row],
            }
            for at, wager in enumerate(WAGERS):
                if settled.outcome[row, at]:
                    said[wager] = (OUTCOMES[settled.outcome[row, at]], settled.returned[row, at], settled.paid[row, at])
            found.append(said)
        assert found == one_by_one(result), seed
        closing = [by_name[n].balance_micro if n in by_name else 0 for n in METERS]
        assert balances[-1].tolist() == closing, seed


def test_meters_run_through_many_rounds() -> None:
    """One submission, 300 rounds in a row: the batch's balances are those of settling one after the other, to the microcent."""
    rounds, filed, law = [], None, None
    for seed in range(4000):
        round_, submission = generate("ultimate-texas-holdem", seed, bool(seed % 2))
        if submission is not None and len(submission["wagers"]) == 5 and filed is None:
            filed = submission
        if filed is None:
            continue
        try:
            result = settle({k: v for k, v in round_.items() if k != "meters"}, filed)
        except houseway.InputError:
            continue
        rounds.append(result.round)
        if len(rounds) == 300:
            break
    assert len(rounds) == 300
    first = settle({"game": "ultimate-texas-holdem", "board": "2c 3c 4c 5c 7d", "dealer": {"cards": "9s 9d"}, "players": [
        {"seat": 1, "cards": "Ah Kh", "wagers": {"ante": "500", "blind": "500"}}]}, filed)  # fmt: skip
    law, sub = first.law, first.submission
    balances = {name: meter.initial_cents * 1_000_000 for name, meter in sub.meters.items()}
    rows = as_rows(rounds)
    settled = settle_rows(rows, holdem_tables(law, sub))
    batch = follow_meters(rows, settled, sub, law, [balances[name] for name in METERS])
    from dataclasses import replace

    from houseway.settlement.engine import settle_typed

    for number, round_ in enumerate(rounds):
        one = settle_typed(replace(round_, meters=balances), sub, law)
        balances = {meter.name: meter.balance_micro for meter in one.meters}
        assert batch[number].tolist() == [balances[name] for name in METERS]
    assert settled.rare.any()
    assert Decimal(int(batch[-1, 0])) > 0
