"""The recorded traces say today what they said when they were kept, and the second settlement confirms them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import houseway
from differential.side_by_side import differences
from traces.traces import GAMES, covered, kept, text

HERE = Path(__file__).parent
TRACES = [(f"{short}-{n:02d}", entry) for short, entries in kept().items() for n, entry in enumerate(entries, 1)]


@pytest.mark.parametrize(("name", "entry"), TRACES, ids=[name for name, _ in TRACES])
def test_trace(name: str, entry: list[Any]) -> None:
    round_, submission = entry
    recorded = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert text(round_, submission) == recorded
    assert differences(round_, submission) == []
    assert json.loads(recorded.splitlines()[0]) == round_


@pytest.mark.parametrize("short", GAMES)
def test_at_least_twenty_a_game(short: str) -> None:
    assert len(kept()[short]) >= 20


@pytest.mark.parametrize("short", GAMES)
def test_every_paragraph_and_switch_is_shown(short: str) -> None:
    shown = set().union(*(covered(houseway.settle(*entry)) for entry in kept()[short]))
    law = houseway.law_for(GAMES[short])
    cites = {table.cite for tables in law.tables.values() for table in tables.values()}
    missing = {cite for cite in cites if not any(f" {cite} " in item for item in shown)}
    assert missing == set()
    from houseway.games import pai_gow_poker, ultimate_texas_holdem

    switches = (ultimate_texas_holdem if short == "uth" else pai_gow_poker).SWITCHES
    undecided = {name for name in switches if not any(item.startswith(f"switch {name} ") for item in shown)}
    assert undecided == set()
    assert any(item.startswith(f"limit {law.limit.cite}") for item in shown)
