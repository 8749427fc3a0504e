"""Rows against the one-round settlement: every line of generated rounds, every wager, switch, limit, void and meter."""

from __future__ import annotations

from decimal import Decimal

import pytest

import houseway
from batch.sweeping import check, holdem_columns, holdem_lines, holdem_rows
from houseway.batch.holdem import follow_meters, holdem_tables, settle_rows
from houseway.games.ultimate_texas_holdem import METERS
from houseway.settlement.engine import settle
from second.generate import generate


@pytest.mark.parametrize("rare", [False, True], ids=["ordinary", "rare"])
@pytest.mark.parametrize("start", [0, 150])
def test_rows_equal_the_one_round_settlement(start: int, rare: bool) -> None:
    for seed in range(start, start + 150):
        round_, submission = generate("ultimate-texas-holdem", seed, rare)
        result = settle(round_, submission)
        typed, filed, law = result.round, result.submission, result.law
        rows = holdem_rows([typed])
        settled = settle_rows(rows, holdem_tables(law, filed))
        opening = [m.opening_micro for name in METERS for m in result.meters if m.name == name]
        by_name = {m.name: m for m in result.meters}
        opening = [by_name[n].opening_micro if n in by_name else 0 for n in METERS]
        found, balances = holdem_columns(rows, settled, filed, law, opening)
        assert found == holdem_lines(result), seed
        closing = [by_name[n].balance_micro if n in by_name else 0 for n in METERS]
        assert balances[-1].tolist() == closing, seed


@pytest.mark.parametrize("number", [0, 77, 178, 255])
def test_blocks_under_swept_submissions_equal_the_one_round_settlement(number: int) -> None:
    block = check("ultimate-texas-holdem", number)
    assert block.rows > 250
    assert block.lines > 1000


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
    rows = holdem_rows(rounds)
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
