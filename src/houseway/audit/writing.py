"""The files of an audit: written as it goes, so that what is done stays done; the rest of them at its end."""

from __future__ import annotations

import csv
import json
import os
from typing import TYPE_CHECKING, Any

from houseway.audit.arrow import pa, pcsv, pq
from houseway.money import dollars, exact_dollars

if TYPE_CHECKING:
    from collections.abc import Iterable

    from houseway.audit.differences import Difference

DIFFERENCES, UNREADABLE, METERS, PARTLY = "differences.csv", "unreadable.csv", "meters.csv", "partly.csv"
STATE = "audit-state.json"
HEADERS = {
    DIFFERENCES: ("round_id", "seat", "wager", "recorded", "correct", "difference", "cite", "reason"),
    UNREADABLE: ("row", "problem"),
    METERS: ("round_id", "time", "meter", "recorded", "correct", "difference"),
    PARTLY: ("row", "round_id", "seat", "not_compared"),
}
MOST_XLSX = 1_000_000  # rows that fit a sheet


class Files:
    """The lists of an audit, open for more lines."""

    def __init__(self, folder: str, offsets: dict[str, int] | None = None) -> None:
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self._open: dict[str, Any] = {}
        self._write: dict[str, Any] = {}
        for name, header in HEADERS.items():
            path = os.path.join(folder, name)
            mode = "r+" if offsets is not None and os.path.exists(path) else "w"
            file = open(path, mode, encoding="utf-8", newline="")  # noqa: SIM115 - open until close()
            if mode == "r+" and offsets is not None:
                file.seek(offsets[name])
                file.truncate()
            self._open[name] = file
            self._write[name] = csv.writer(file, lineterminator="\n")
            if mode == "w":
                self._write[name].writerow(header)

    def differences(self, found: Iterable[Difference]) -> None:
        """More differences."""
        self._write[DIFFERENCES].writerows(
            (d.round_id, d.seat, d.wager, dollars(d.recorded_cents), dollars(d.correct_cents), dollars(d.difference_cents),
             d.cite, d.reason)
            for d in found
        )  # fmt: skip

    def line(self, name: str, cells: Iterable[Any]) -> None:
        """One more line of a list, as it stands."""
        self._write[name].writerow(cells)

    def unreadable(self, row: str, problem: str) -> None:
        """One more row that cannot be settled."""
        self._write[UNREADABLE].writerow((row, problem))

    def meter(self, round_id: str, when: str, name: str, recorded: int, correct: int) -> None:
        """One more reading that differs, in microcents."""
        amounts = (exact_dollars(recorded), exact_dollars(correct), exact_dollars(recorded - correct))
        self._write[METERS].writerow((round_id, when, name, *amounts))

    def partly(self, row: str, round_id: str, seat: int, left: Iterable[str]) -> None:
        """One more row that was settled only as far as it does not hang on a seat that cannot be read."""
        self._write[PARTLY].writerow((row, round_id, seat, " ".join(sorted(left))))

    def offsets(self) -> dict[str, int]:
        """How long each list is now, everything written out."""
        found = {}
        for name, file in self._open.items():
            file.flush()
            found[name] = file.tell()
        return found

    def close(self) -> None:
        """No more lines."""
        for file in self._open.values():
            file.close()


_MONEY_COLUMNS = ("recorded", "correct", "difference")


def differences_parquet(folder: str) -> None:
    """``differences.parquet``: the same rows, amounts as decimals."""
    kinds = {name: pa.decimal128(18, 2) for name in _MONEY_COLUMNS}
    schema = pa.schema(
        [
            (name, kinds.get(name, pa.int32() if name == "seat" else pa.string()))
            for name in HEADERS[DIFFERENCES]
        ]
    )  # fmt: skip
    reader = pcsv.open_csv(
        os.path.join(folder, DIFFERENCES),
        read_options=pcsv.ReadOptions(use_threads=False),
        parse_options=pcsv.ParseOptions(newlines_in_values=True),
        convert_options=pcsv.ConvertOptions(column_types=schema, strings_can_be_null=False),
    )
    with pq.ParquetWriter(os.path.join(folder, "differences.parquet"), schema) as writer:
        for batch in reader:
            writer.write_batch(batch.cast(schema))


def differences_xlsx(folder: str) -> bool:
    """``differences.xlsx``, where openpyxl is installed; as many rows as a sheet holds."""
    try:
        from openpyxl import Workbook  # type: ignore[import-untyped,unused-ignore]
        from openpyxl.cell import WriteOnlyCell  # type: ignore[import-untyped,unused-ignore]
        from openpyxl.styles import Font  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return False
    from decimal import Decimal

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Differences")
    sheet.freeze_panes = "A2"
    for column, width in zip("ABCDEFGH", (18, 6, 24, 13, 13, 13, 26, 100), strict=True):
        sheet.column_dimensions[column].width = width
    with open(os.path.join(folder, DIFFERENCES), encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        head = []
        for name in next(rows):
            cell = WriteOnlyCell(sheet, value=name)
            cell.font = Font(bold=True)
            head.append(cell)
        sheet.append(head)
        last = 1
        for count, row in enumerate(rows):
            if count >= MOST_XLSX:
                break
            cells: list[Any] = [_text(row[0]), int(row[1]), row[2]]
            for amount in row[3:6]:
                cell = WriteOnlyCell(sheet, value=Decimal(amount))  # type: ignore[arg-type,unused-ignore]
                cell.number_format = "#,##0.00"
                cells.append(cell)
            sheet.append([*cells, _text(row[6]), _text(row[7])])
            last = count + 2
    sheet.auto_filter.ref = f"A1:H{last}"
    book.save(os.path.join(folder, "differences.xlsx"))
    return True


def _text(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text


def save_json(path: str, value: Any) -> None:
    """A JSON file, there whole or not at all."""
    beside = path + ".part"
    with open(beside, "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=None if path.endswith(STATE) else 2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
