"""A simulated log as Parquet or CSV, and beside it what was planted."""

from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import running
from houseway.audit.arrow import Array, pa, pcsv, pq
from houseway.audit.simulating.rounds import Habits, simulate
from houseway.cards import NAMES
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import MICRO, dollars, exact_dollars

if TYPE_CHECKING:
    from houseway.audit.simulating.rounds import Part

SHIFTS = ("grave", "day", "swing")


def write(habits: Habits, path: str, planted_path: str | None = None) -> tuple[int, int]:
    """Writes the log (``.csv`` or Parquet) and the list of planted mistakes; how many rows and mistakes there are."""
    game = running.game_module(habits.submission.game)
    rows = mistakes = 0
    writer: Any = None
    planted_file = None
    if planted_path is not None:
        planted_file = open(planted_path, "w", encoding="utf-8", newline="")  # noqa: SIM115 - closed below
        said = csv.writer(planted_file, lineterminator="\n")
        said.writerow(("round_id", "seat", "wager", "column", "recorded", "correct", "mistake"))
    as_csv = path.lower().endswith(".csv")
    try:
        for part in simulate(habits):
            table = as_table(part, game, as_csv)
            if writer is None:
                if as_csv:
                    writer = pcsv.CSVWriter(path, table.schema, write_options=pcsv.WriteOptions(quoting_style="needed"))
                else:
                    writer = pq.ParquetWriter(path, table.schema.with_metadata({"simulated": "houseway simulate"}))
            writer.write_table(table)
            rows += table.num_rows
            mistakes += len(part.planted)
            if planted_file is not None:
                for one in part.planted:
                    recorded = int(part.columns[one.kind.column][one.row])
                    correct = int(part.due[one.kind.column][one.row])
                    seat = int(part.columns["seat"][one.row])
                    its_round = round_id(int(part.columns["round"][one.row]))
                    amounts = dollars(recorded), dollars(correct)
                    said.writerow((its_round, seat, one.kind.wager, one.kind.column, *amounts, one.kind.name))
    finally:
        if writer is not None:
            writer.close()
        if planted_file is not None:
            planted_file.close()
    if not rows and os.path.exists(path):
        os.remove(path)
    return rows, mistakes


def round_id(number: int) -> str:
    """A simulated round's id, which says what it is."""
    return f"SIM-{number:09d}"


def _of(names: list[str], codes: NDArray[Any]) -> Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), pa.array(names, pa.string()))


def _cards(cards: NDArray[np.uint8]) -> Array:
    """Cards as text, all of a row; nothing for a row that begins with 255."""
    n, size = cards.shape
    letters = np.array([list(name.encode()) for name in NAMES] + [[32, 32]] * 203, np.uint8)
    text = np.full((n, 3 * size), 32, np.uint8)
    text[:, 0::3], text[:, 1::3] = letters[cards, 0], letters[cards, 1]
    width = 3 * size - 1
    offsets = np.arange(n + 1, dtype=np.int32) * width
    body = np.ascontiguousarray(text[:, :width])
    there = cards[:, 0] != 255
    found = pa.StringArray.from_buffers(n, pa.py_buffer(offsets), pa.py_buffer(body))
    return found if there.all() else pa.array(np.where(there, found.to_numpy(zero_copy_only=False), None), pa.string())


def _money(cents: NDArray[np.int64], as_csv: bool) -> Array:
    if not as_csv:
        return pa.array(cents)
    known, codes = np.unique(cents, return_inverse=True)
    return _of([dollars(int(each)) if each else "" for each in known], codes).dictionary_decode()


def as_table(part: Part, game: Any, as_csv: bool = False) -> Any:
    """A part of a log as an Arrow table: cents in Parquet, decimal text in CSV."""
    from datetime import date, timedelta

    of = part.columns
    numbers = np.unique(of["round"])
    days = np.unique(of["day"])
    ending = "" if as_csv else "_cents"
    columns: dict[str, Array] = {
        "simulated": _of(["true"], np.zeros(len(of["round"]))),
        "round_id": _of([round_id(int(number)) for number in numbers], np.searchsorted(numbers, of["round"])),
        "date": _of(
            [(date(1970, 1, 1) + timedelta(days=int(day))).isoformat() for day in days], np.searchsorted(days, of["day"])
        ),
        "time": _of(
            [f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}" for second in range(86_400)], of["second"]
        ),
        "table": _of([f"T{at + 1}" for at in range(int(of["table"].max()) + 1)], of["table"]),
        "dealer_id": _of([f"D{at + 101}" for at in range(int(of["dealer_id"].max()) + 1)], of["dealer_id"]),
        "shift": _of(list(SHIFTS), of["shift"]),
        "seat": pa.array(of["seat"]),
        "void": _of(["", "true"], of["void"].astype(np.int32)),
        "player_cards": _cards(of["player_cards"]),
        "dealer_cards": _cards(of["dealer_cards"]),
    }
    if game.GAME == uth.GAME:
        columns |= {
            "board": _cards(of["board"]),
            "folded": _of(["false", "true"], of["folded"].astype(np.int32)),
            "magic_card": _of([*NAMES[:52], ""], np.where(of["magic_card"] == 255, 52, of["magic_card"])),
            "lucky_position": _of(["dealer", "", "1", "2", "3", "4", "5", "6"], of["lucky_position"] + 1),
        }
    else:
        columns |= {
            "player_low": _cards(of["player_low"]),
            "bank_seat": _of(["", "1", "2", "3", "4", "5", "6"], of["bank_seat"]),
            "co_bank": _of(["false", "true"], of["co_bank"].astype(np.int32)),
            "house_wager" + ending: _money(of["house_wager"], as_csv),
        }
    for name in (*game.WAGERS, *part.due):
        columns[name + ending] = _money(of[name], as_csv)
    for meter in game.METERS:
        if f"meter_{meter}" in of:
            if not as_csv:
                columns[f"meter_{meter}_cents"] = pa.array(of[f"meter_{meter}"] // MICRO)
                continue
            known, codes = np.unique(of[f"meter_{meter}"], return_inverse=True)
            shown = [exact_dollars(int(each) // MICRO * MICRO) for each in known]
            columns[f"meter_{meter}"] = _of(shown, codes)
    made = pa.table(columns)
    if as_csv:
        decoded = [
            column.combine_chunks().dictionary_decode() if pa.types.is_dictionary(column.type) else column
            for column in made.columns
        ]
        return pa.table(dict(zip(made.column_names, decoded, strict=True)))
    return pa.table(
        {
            name: column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
            for name, column in zip(made.column_names, made.columns, strict=True)
        }
    )
