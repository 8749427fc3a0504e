"""What makes a long log quick must not change what is found: how the file is cut, how cells are written, what is remembered."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.logs import SUBMISSIONS
from houseway import submission as filing
from houseway.audit import seen
from houseway.audit.batches import Cutter
from houseway.audit.columns import Found
from houseway.audit.rows import Chunk
from houseway.audit.running import Plan, run
from houseway.audit.simulating.files import write
from houseway.audit.simulating.rounds import Habits
from houseway.problems import InputError
from second.filing import PGP, UTH


def found(log: Path, game: str, out: Path, rows: int) -> tuple[list[list[str]], int]:
    outcome = run(Plan([str(log)], filing.parse(SUBMISSIONS[game]), out=str(out), rows=rows))
    assert outcome.totals.unreadable == 0
    with (out / "differences.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file)), outcome.totals.rows


@pytest.mark.parametrize("game", [UTH, PGP])
def test_row_groups_and_batches_of_any_size_find_the_same(game: str, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    rows, _ = write(Habits(filing.parse(SUBMISSIONS[game]), 2_500, seed=11, rare=0.2, void=0.02, mistakes=0.01), str(log))
    right = found(log, game, tmp_path / "whole", 1 << 16)
    assert right[1] == rows
    assert len(right[0]) > 100
    table = pq.read_table(log)
    for group, batch in ((rows, 1_000), (97, 1_000), (1_000, 1_000), (1_700, 1_000), (rows, 10 * rows), (5, 60)):
        other = tmp_path / f"{group}-{batch}.parquet"
        pq.write_table(table, other, row_group_size=group)
        assert found(other, game, tmp_path / f"out-{group}-{batch}", batch) == right


@pytest.mark.parametrize("game", [UTH, PGP])
def test_cards_however_they_are_written_and_kept_find_the_same(game: str, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    write(Habits(filing.parse(SUBMISSIONS[game]), 800, seed=12, mistakes=0.02), str(log))
    right = found(log, game, tmp_path / "whole", 1 << 16)
    table = pq.read_table(log)
    spellings = {
        "commas": lambda text: text.replace(" ", ","),
        "tens": lambda text: text.replace("T", "10"),
        "small": lambda text: text.lower(),
        "wide": lambda text: "  " + text.replace(" ", "  "),
        "suits": lambda text: text.replace("h", "♥").replace("s", "♠"),
    }
    for name, spell in spellings.items():
        changed = table
        for column in ("board", "dealer_cards", "player_cards", "player_low"):
            if column in table.column_names:
                at = table.column_names.index(column)
                texts = [None if text is None else spell(text) for text in table[column].to_pylist()]
                changed = changed.set_column(at, column, pa.array(texts, pa.string()))
        pq.write_table(changed, tmp_path / f"{name}.parquet")
        assert found(tmp_path / f"{name}.parquet", game, tmp_path / f"out-{name}", 500) == right, name


def test_a_round_that_shows_two_boards_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    write(Habits(filing.parse(SUBMISSIONS[UTH]), 200, seed=13), str(log))
    table = pq.read_table(log)
    boards = table["board"].to_pylist()
    ids = table["round_id"].to_pylist()
    at = next(n for n in range(1, len(ids)) if ids[n] == ids[n - 1])
    boards[at] = " ".join(reversed(boards[at].split()))
    table = table.set_column(table.column_names.index("board"), "board", pa.array(boards))
    pq.write_table(table, log)
    outcome = run(Plan([str(log)], filing.parse(SUBMISSIONS[UTH])))
    assert outcome.totals.unreadable == ids.count(ids[at])
    assert any("board: the rows of this round do not say the same" in why for why in outcome.totals.unread_why)


@pytest.mark.parametrize("void", [False, True])
@pytest.mark.parametrize("dealt", ["8s 8s 8s 8s 8s 8s 8s", "Jk Jk Jk Jk Jk Jk Jk", "Jk 8s 8h 8d 8c 8s 8h", None, "As", "Zz"])
def test_a_dealer_who_cannot_be_harms_no_other_round(dealt: str | None, void: bool, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    write(Habits(filing.parse(SUBMISSIONS[PGP]), 60, seed=14), str(log))
    table = pq.read_table(log)
    ids = table["round_id"].to_pylist()
    dealers, voids = table["dealer_cards"].to_pylist(), table["void"].to_pylist()
    changed = [n for n, its_round in enumerate(ids) if its_round == ids[70]]
    for n in changed:
        dealers[n] = dealt
        if void:
            voids[n] = "true"
    for name, values in (("dealer_cards", dealers), ("void", voids)):
        table = table.set_column(table.column_names.index(name), name, pa.array(values, pa.string()))
    pq.write_table(table, log)
    outcome = run(Plan([str(log)], filing.parse(SUBMISSIONS[PGP])))
    assert outcome.totals.rows == len(ids)
    assert outcome.totals.unreadable in ((0, len(changed)) if void else (len(changed),))
    assert void or outcome.totals.differences == 0


@pytest.mark.parametrize("recent", [1 << 40, 9_000, 500])
def test_numbers_that_were_seen_are_known_and_no_others(recent: int, tmp_path: Path) -> None:
    some = np.random.default_rng(1)
    memory, known = seen.Seen(str(tmp_path), recent, 4), set[int]()
    for _ in range(100):
        numbers = some.integers(0, 1 << 14, 700, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        again = memory.add(numbers).tolist()
        for number, was in zip(numbers.tolist(), again, strict=True):
            assert was == ((number or 1) in known)
            known.add(number or 1)
    assert sum(memory.held) + sum(len(run.prints) for run in memory.runs) == len(known)
    assert bool(memory.runs) == (recent < 1 << 40)
    assert sum(memory.held) < recent
    crowded = np.arange(1 << 12, dtype=np.uint64) + np.uint64((1 << 64) - (1 << 12))  # all of one place, at the very end
    assert not memory.add(crowded).any()
    assert memory.add(crowded).all()
    assert memory.add(crowded[::-1] - np.uint64(1 << 12)).sum() == 0
    assert list(tmp_path.iterdir()) == []  # runs have no names
    if recent == 1 << 40:
        assert sum(table.nbytes for table in memory.tables) < 16 * sum(memory.held)


def test_a_number_that_only_looks_like_one_in_a_run_is_new(tmp_path: Path) -> None:
    memory = seen.Seen(str(tmp_path), 4096)
    numbers = (np.arange(4096, dtype=np.uint64) << np.uint64(52)) + np.uint64(2)
    assert not memory.add(numbers).any()
    assert len(memory.runs) == 1
    assert not memory.add(numbers + np.uint64(1)).any()  # the same but for the last bit, of which memory holds nothing
    assert memory.add(numbers).all()
    assert memory.add(numbers + np.uint64(1)).all()


def test_a_disk_that_takes_no_more_is_told(tmp_path: Path) -> None:
    memory = seen.Seen(str(tmp_path / "gone"), 100)
    with pytest.raises(InputError, match="cannot keep on disk which rounds were there: No such file or directory"):
        memory.add(np.arange(1, 101, dtype=np.uint64))


@pytest.mark.parametrize("game", [UTH, PGP])
def test_rounds_that_come_again_after_a_run_was_written_are_told(game: str, tmp_path: Path, monkeypatch: Any) -> None:
    log = tmp_path / "log.parquet"
    write(Habits(filing.parse(SUBMISSIONS[game]), 400, seed=15, readings=False), str(log))
    table = pq.read_table(log)
    pq.write_table(pa.concat_tables([table, table.slice(0, 300)]), log, row_group_size=200)
    monkeypatch.setattr(seen.Seen.__init__, "__defaults__", (None, 50, 16))
    outcome = run(Plan([str(log)], filing.parse(SUBMISSIONS[game]), out=str(tmp_path / "out"), rows=200))
    assert outcome.totals.unreadable in range(295, 306)
    assert all("not together" in why for why in outcome.totals.unread_why)


def cut(*rounds_of_chunks: str) -> list[list[str]]:
    """The rounds of each batch that chunks are cut into; a letter is a row of the round of that name."""
    cutter, found = Cutter(UTH), []
    columns = {"round_id": Found("round_id", False)}
    for rounds in rounds_of_chunks:
        rows = {"round_id": pa.array(list(rounds), pa.string())}
        found += cutter.cut(Chunk("log", rows, columns, np.arange(len(rounds), dtype=np.int64)))
    found += cutter.flush()
    return [[batch.round_id(row) for row in batch.first[:-1]] for batch in found]


@pytest.mark.parametrize(
    ("chunks", "batches"),
    [
        (("aab", "cdd"), [["a", "b"], ["c", "d"]]),  # as a log is mostly written: a chunk is a batch
        (("aab", "bcdd"), [["a"], ["b"], ["c", "d"]]),  # the round that goes on is one by itself
        (("aa", "ab"), [["a"], ["b"]]),
        (("ab", "bb", "bc"), [["a"], ["b"], ["c"]]),  # over three chunks
        (("ab", "", "bc"), [["a"], ["b"], ["c"]]),
        (("a",), [["a"]]),
        ((), []),
    ],
)
def test_chunks_are_cut_between_rounds(chunks: tuple[str, ...], batches: list[list[str]]) -> None:
    assert cut(*chunks) == batches
