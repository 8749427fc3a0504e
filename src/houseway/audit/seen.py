"""Which rounds a log has had already: numbers of 64 bits, the latest in memory, older ones in sorted runs on disk.

Of a run, memory holds two and a half bytes a number: where each range of numbers begins in it, and sixteen bits of every one.
They say of nearly every number that it is not there; of the others the run itself is asked, so that the answer is exact.
"""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.problems import InputError, Problem
from houseway.ranking.kernels_support import kernel

RECENT = 1 << 24  # numbers held in memory before they become a run: about 170 megabytes
_TOGETHER = 8  # numbers of a run in one range, on the average
_PARTS = 64
_PARTS_BITS, _HALF, _ZERO, _ONE = np.uint64(6), np.uint64(32), np.uint64(0), np.uint64(1)
_PRINT_BITS = 16


@kernel
def _insert(hashes, table, again):  # type: ignore[no-untyped-def]
    """Hashes into one table, its slots in the order of the hashes as far as may be; how many were new.

    Those that ``again`` marks are left out.
    """
    size = np.uint64(table.size)
    new = 0
    for at in range(hashes.size):
        if again[at]:
            continue
        value = hashes[at]
        slot = ((value << _PARTS_BITS >> _HALF) * size) >> _HALF
        while table[slot] != 0 and table[slot] != value:
            slot += _ONE
            if slot == size:
                slot = _ZERO
        again[at] = table[slot] == value
        if not again[at]:
            table[slot] = value
            new += 1
    return new


@kernel
def _index(numbers, shift, before, ends, prints):  # type: ignore[no-untyped-def]
    """Notes sorted numbers, of which so many came before: where their ranges end, and sixteen bits of each."""
    print_shift = shift - np.uint64(_PRINT_BITS)
    for at in range(numbers.size):
        ends[numbers[at] >> shift] = before + at + 1
        prints[before + at] = (numbers[at] >> print_shift) & np.uint64(0xFFFF)


@kernel
def _perhaps(numbers, shift, ends, prints, out):  # type: ignore[no-untyped-def]
    """Marks numbers that a run may hold."""
    print_shift = shift - np.uint64(_PRINT_BITS)
    for at in range(numbers.size):
        of = numbers[at] >> shift
        begin = ends[of - _ONE] if of else np.uint32(0)
        wanted = (numbers[at] >> print_shift) & np.uint64(0xFFFF)
        there = False
        for place in range(begin, ends[of]):
            there |= prints[place] == wanted
        out[at] = there


class _Run:
    """Sorted numbers in a file without a name, gone when it is closed."""

    def __init__(self, tables: list[NDArray[np.uint64]], size: int, folder: str | None) -> None:
        bits = max(_PARTS_BITS.item(), (size // _TOGETHER).bit_length())
        self.shift = np.uint64(64 - bits)
        self.ends = np.zeros(1 << bits, np.uint32)
        self.prints = np.empty(size, np.uint16)
        self.file: Any = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - open as long as the run
        before = 0
        for table in tables:
            numbers = np.sort(table[table != 0])
            _index(numbers, self.shift, before, self.ends, self.prints)
            self.file.write(numbers.data)
            before += len(numbers)
        self.file.flush()
        np.maximum.accumulate(self.ends, out=self.ends)

    def holds(self, numbers: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which of some numbers are in the run."""
        found = np.empty(len(numbers), np.bool_)
        _perhaps(numbers, self.shift, self.ends, self.prints, found)
        for at in np.flatnonzero(found).tolist():
            number = numbers[at]
            of = int(number >> self.shift)
            begin = int(self.ends[of - 1]) if of else 0
            self.file.seek(8 * begin)
            range_ = np.frombuffer(self.file.read(8 * (int(self.ends[of]) - begin)), np.uint64)
            found[at] = bool((range_ == number).any())
        return found


class Seen:
    """Which numbers have been seen. In memory they are in parts by their first bits, each a table that grows by itself, so that
    there is never room for all of them twice."""

    def __init__(self, folder: str | None = None, recent: int = RECENT, size: int = 1 << 10) -> None:
        """``folder``: where runs are written, the system's own for temporary files where none is given."""
        self.folder, self.recent = folder, recent
        self.tables = [np.zeros(size, np.uint64) for _ in range(_PARTS)]
        self.held = [0] * _PARTS
        self.runs: list[_Run] = []

    def add(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Adds numbers, and says which of them had been there (also: earlier among these). Raises InputError where the disk
        does not take any more of them."""
        hashes = np.where(hashes == 0, np.uint64(1), hashes)
        parts = (hashes >> np.uint64(64 - 6)).astype(np.uint8)
        order = np.argsort(parts, kind="stable")
        ordered = hashes[order]
        ends = np.cumsum(np.bincount(parts, minlength=_PARTS)).tolist()
        found = np.zeros(len(hashes), np.bool_)
        try:
            for run in self.runs:
                found |= run.holds(ordered)
            begin = 0
            for part, end in enumerate(ends):
                if end > begin:
                    self._make_room(part, end - begin)
                    self.held[part] += _insert(ordered[begin:end], self.tables[part], found[begin:end])
                begin = end
            if sum(self.held) >= self.recent:
                self.runs.append(_Run(self.tables, sum(self.held), self.folder))
                for table in self.tables:
                    table.fill(0)
                self.held = [0] * _PARTS
        except OSError as error:
            said = f"cannot keep on disk which rounds were there: {error.strerror or error}"
            raise InputError([Problem("the log", said, None, "room for eight bytes a round")]) from None
        again = np.empty(len(hashes), np.bool_)
        again[order] = found
        return again

    def _make_room(self, part: int, more: int) -> None:
        old = self.tables[part]
        needed = self.held[part] + more
        if needed * 8 > len(old) * 7:
            self.tables[part] = np.zeros(max(len(old) * 5 // 4, needed * 5 // 4), np.uint64)
            kept = old[old != 0]
            _insert(kept, self.tables[part], np.zeros(len(kept), np.bool_))


__all__ = ["RECENT", "Seen"]
