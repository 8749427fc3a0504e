"""Rows of a log on their way: some of one file as Arrow columns, and what a file says before its rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from houseway.audit.arrow import Array, pa
from houseway.audit.columns import Found


@dataclass
class Chunk:
    """Some rows of one file: Arrow columns by promised name, where each was found, and each row's number (from 1).

    ``bad``: rows that are no rows at all (number, why, the round they speak of if that can be told). ``done``: how much of
    the file's bytes have been read, 0 to 1.
    """

    file: str
    columns: dict[str, Array]
    found: dict[str, Found]
    numbers: NDArray[np.int64]
    bad: list[tuple[int, str, str | None]] = field(default_factory=list)
    done: float = 0.0

    def __len__(self) -> int:
        return len(self.numbers)

    def slice(self, begin: int, end: int) -> Chunk:
        """Some of the rows; what is no row stays behind."""
        cut = {name: array.slice(begin, end - begin) for name, array in self.columns.items()}
        return Chunk(self.file, cut, self.found, self.numbers[begin:end], [], self.done)

    def joined(self, other: Chunk) -> Chunk:
        """These rows and then the other's."""
        both = {
            name: pa.concat_arrays([_plain(array), _plain(other.columns[name])])
            for name, array in self.columns.items()
        }  # fmt: skip
        return Chunk(other.file, both, self.found, np.concatenate((self.numbers, other.numbers)), [], other.done)


def _plain(array: Array) -> Array:
    return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array


@dataclass(frozen=True)
class Header:
    """What a file says before its rows: its columns and where the promised ones are. ``rows``: what reads the rows, so many
    at a time, of a log that is no file."""

    file: str
    headers: tuple[str, ...]
    found: dict[str, Found]
    rows: Callable[[int], Iterator[Chunk]] | None = None

    @property
    def size(self) -> int:
        """Its bytes, or 1 where nobody can tell."""
        return max(1, os.path.getsize(self.file)) if self.file != "-" and self.rows is None else 1
