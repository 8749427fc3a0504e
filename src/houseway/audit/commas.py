"""CSV as it is exported: every cell as text; rows of another width are named, not guessed at."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit.arrow import pa, pcsv
from houseway.audit.rows import Chunk, Header
from houseway.audit.texts import Recoded, Text
from houseway.problems import InputError, Problem

CSV_BYTES = 16 << 20
BEYOND = "beyond the header "


def csv_headers(text: Text) -> list[str]:
    """The names of the columns. Fields that only the rows have, and have empty (a comma at their ends), get names of ours."""
    names = [name.strip() for name in text.header]
    names += [f"{BEYOND}{at}" for at, cell in enumerate(text.first[len(names) :], 1) if not "".join(text.first[len(names) :])]
    twice = {name for name in names if name and names.count(name) > 1}
    if twice:
        raise InputError([Problem("the log", "has two columns of one name", ", ".join(sorted(twice)), "each name once")])
    return names


def csv_rows(header: Header, text: Text) -> Iterator[Chunk]:
    """CSV with every cell as text; rows of another width are named, not guessed at."""
    bad: list[tuple[int, str, str | None]] = []
    names = list(header.headers)
    sources = {found.source for found in header.found.values()}
    at_round = names.index(header.found["round_id"].source)

    def wrong(row: Any) -> str:
        fields = next(csv.reader([row.text or ""], delimiter=text.separator), [])
        its_round = fields[at_round].strip() if len(fields) > at_round else None
        said = f"has {row.actual_columns} fields where the header has {row.expected_columns}"
        if (row.text or "").count('"') % 2:
            said += "; a quotation mark is opened in it and not closed"
        bad.append(((row.number or 0) - text.skip - 1, said, its_round))
        return "skip"

    kinds = {
        name: pa.string() if name == header.found["round_id"].source else pa.dictionary(pa.int32(), pa.string())
        for name in sources
    }
    stream = text.stream
    if text.encoding != "utf-8":
        stream = Recoded(stream, text.encoding)
    reading = pcsv.ReadOptions(
        use_threads=False, block_size=CSV_BYTES, column_names=names, skip_rows=1 + text.skip, encoding="utf8"
    )
    reader = pcsv.open_csv(
        stream,
        read_options=reading,
        parse_options=pcsv.ParseOptions(delimiter=text.separator, invalid_row_handler=wrong, newlines_in_values=False),
        convert_options=pcsv.ConvertOptions(
            column_types=kinds, include_columns=sorted(sources), strings_can_be_null=False, check_utf8=True
        ),
    )
    following, told = 1, 0
    size = max(1, os.path.getsize(header.file)) if header.file != "-" else 0
    held = 0
    for batch in reader:
        here, told = bad[told:], len(bad)
        numbers, following = _numbered(batch.num_rows, following, [number for number, _, _ in here])
        held += batch.nbytes
        done = min(1.0, held / size) if size else 0.0
        columns = {name: batch.column(found.source) for name, found in header.found.items()}
        yield Chunk(header.file, columns, header.found, numbers, list(here), done)
    if bad[told:]:
        empty = {name: pa.array([], pa.string()) for name in header.found}
        yield Chunk(header.file, empty, header.found, np.zeros(0, np.int64), list(bad[told:]), 1.0)


def _numbered(n: int, following: int, bad: list[int]) -> tuple[NDArray[np.int64], int]:
    """The numbers of the next ``n`` rows, when some numbers are of rows that are none."""
    numbers = np.arange(following, following + n, dtype=np.int64)
    for number in sorted(bad):
        numbers[numbers >= number] += 1
    return numbers, following + n + len(bad)
