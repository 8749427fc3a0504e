"""What adds up while a log goes by: rows, what was wagered and kept by wager and table, differences by everything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit.arrow import Array, pa, pc

NOBODY = ""  # a row that names no table, dealer or shift


class Names:
    """Texts of a column (tables, dealers, shifts) as numbers, the same for the whole log."""

    def __init__(self, names: list[str] | None = None) -> None:
        self.names: list[str] = list(names or [])
        self._place = {name: at for at, name in enumerate(self.names)}
        self._lock = Lock()

    def codes(self, array: Array | None, n: int) -> NDArray[np.int64]:
        """Each row's number; a log without the column has one name, nobody's."""
        if array is None:
            return np.full(n, self.code(NOBODY), np.int64)
        if not pa.types.is_dictionary(array.type):
            array = pc.cast(array, pa.string()).dictionary_encode()
        of = [self.code(NOBODY if name is None else str(name)) for name in array.dictionary.to_pylist()]
        indices = array.indices
        if indices.null_count:
            of.append(self.code(NOBODY))
            indices = indices.fill_null(len(of) - 1)
        codes = indices.to_numpy(zero_copy_only=False)
        found: NDArray[np.int64] = np.array(of, np.int64)[codes]
        return found

    def code(self, name: str) -> int:
        """A text's number, a new one where it has none."""
        with self._lock:
            if name not in self._place:
                self._place[name] = len(self.names)
                self.names.append(name)
            return self._place[name]


@dataclass
class Hold:
    """By table and wager: how many were made, cents wagered, the sum of their squares, cents kept by the house."""

    wagers: tuple[str, ...]
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    handle: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    squares: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0), np.float64))  # for a deviation, not money
    kept: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))

    def __post_init__(self) -> None:
        if self.counts.size == 0:
            self.grow(0)

    def grow(self, tables: int) -> None:
        """Room for so many tables."""
        more = max(0, tables - len(self.counts))
        for name in ("counts", "handle", "squares", "kept"):
            now = getattr(self, name)
            if now.size == 0:
                setattr(self, name, np.zeros((tables, len(self.wagers)), now.dtype))
            elif more:
                setattr(self, name, np.concatenate((now, np.zeros((more, now.shape[1]), now.dtype))))

    def add(self, other: Hold, places: NDArray[np.int64] | None = None) -> None:
        """Another's; ``places``: which table here each of its tables is, None where they are the same."""
        places = np.arange(len(other.counts)) if places is None else places[: len(other.counts)]
        self.grow(int(places.max(initial=-1)) + 1)
        for name in ("counts", "handle", "squares", "kept"):
            getattr(self, name)[places] += getattr(other, name)

    def to_dict(self) -> dict[str, Any]:
        """For the state that an audit goes on from."""
        return {name: getattr(self, name).tolist() for name in ("counts", "handle", "squares", "kept")}

    def load(self, state: dict[str, Any]) -> None:
        """The state of ``to_dict``."""
        for name in ("counts", "handle", "squares", "kept"):
            now = getattr(self, name)
            setattr(self, name, np.array(state[name], now.dtype).reshape(-1, len(self.wagers)))


@dataclass
class Tally:
    """Differences of one kind: how many, cents too much, cents too little."""

    count: int = 0
    over_cents: int = 0
    under_cents: int = 0

    def join(self, other: Tally) -> None:
        """Another's, of the same kind."""
        self.count += other.count
        self.over_cents += other.over_cents
        self.under_cents += other.under_cents

    def add(self, cents: int) -> None:
        """One more."""
        self.count += 1
        if cents > 0:
            self.over_cents += cents
        else:
            self.under_cents -= cents


BY = ("wager", "table", "dealer_id", "shift", "day")


@dataclass
class Totals:
    """Everything that a report adds up."""

    hold: Hold
    names: dict[str, Names] = field(default_factory=lambda: {name: Names() for name in ("table", "dealer_id", "shift")})
    rows: int = 0
    rounds: int = 0
    unreadable: int = 0
    partly: int = 0
    differences: int = 0
    over_cents: int = 0
    under_cents: int = 0
    by: dict[str, dict[str, Tally]] = field(default_factory=lambda: {name: {} for name in BY})
    rows_by: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in BY[1:]})
    mistakes: dict[str, dict[str, Tally]] = field(default_factory=dict)  # plain name -> table -> tally
    unread_why: Counter[str] = field(default_factory=Counter)
    under: Counter[str] = field(default_factory=Counter)  # rows settled by what they were settled under
    holds: dict[str, Hold] = field(default_factory=dict)  # the same for what was kept, where there are several
    first_day: str = ""
    last_day: str = ""

    def difference(self, of: dict[str, str], mistake: str, cents: int) -> None:
        """One difference, above zero where too much was paid."""
        self.differences += 1
        self.over_cents += max(0, cents)
        self.under_cents += max(0, -cents)
        for name in BY:
            self.by[name].setdefault(of.get(name, NOBODY), Tally()).add(cents)
        if len(self.mistakes) < 5000 or mistake in self.mistakes:
            self.mistakes.setdefault(mistake, {}).setdefault(of.get("table", NOBODY), Tally()).add(cents)

    def add(self, other: Totals) -> None:
        """Those of another part of the log, whose tables have numbers of their own."""
        for name in ("rows", "rounds", "unreadable", "partly", "differences", "over_cents", "under_cents"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.first_day = min(self.first_day or other.first_day, other.first_day or self.first_day)
        self.last_day = max(self.last_day, other.last_day)
        self.unread_why.update(other.unread_why)
        self.under.update(other.under)
        for name, rows in other.rows_by.items():
            self.rows_by[name].update(rows)
        for into, of in ((self.by, other.by), (self.mistakes, other.mistakes)):
            for name, tallies in of.items():
                for key, tally in tallies.items():
                    into.setdefault(name, {}).setdefault(key, Tally()).join(tally)
        tables = self.names["table"]
        places = np.array([tables.code(name) for name in other.names["table"].names], np.int64)
        self.hold.grow(len(tables.names))
        self.hold.add(other.hold, places)
        for name, hold in other.holds.items():
            self.kept_under(name, hold, places)

    def kept_under(self, name: str, hold: Hold, places: NDArray[np.int64] | None = None) -> None:
        """What was kept of wagers that were settled under ``name``."""
        self.holds.setdefault(name, Hold(self.hold.wagers)).add(hold, places)

    def to_dict(self) -> dict[str, Any]:
        """For the state that an audit goes on from."""

        def tallies(of: dict[str, Tally]) -> dict[str, list[int]]:
            return {name: [tally.count, tally.over_cents, tally.under_cents] for name, tally in of.items()}

        plain = (
            "rows", "rounds", "unreadable", "partly", "differences", "over_cents", "under_cents", "first_day", "last_day",
        )  # fmt: skip
        return {name: getattr(self, name) for name in plain} | {
            "hold": self.hold.to_dict(),
            "names": {name: names.names for name, names in self.names.items()},
            "by": {name: tallies(of) for name, of in self.by.items()},
            "rows_by": {name: dict(of) for name, of in self.rows_by.items()},
            "mistakes": {name: tallies(of) for name, of in self.mistakes.items()},
            "unread_why": dict(self.unread_why),
            "under": dict(self.under),
            "holds": {name: hold.to_dict() for name, hold in self.holds.items()},
        }

    def load(self, state: dict[str, Any]) -> None:
        """The state of ``to_dict``."""
        for name, value in state.items():
            if name == "hold":
                self.hold.load(value)
            elif name == "names":
                self.names = {key: Names(names) for key, names in value.items()}
            elif name in ("by", "mistakes"):
                setattr(self, name, {k: {n: Tally(*numbers) for n, numbers in of.items()} for k, of in value.items()})
            elif name == "rows_by":
                self.rows_by = {key: Counter(of) for key, of in value.items()}
            elif name in ("unread_why", "under"):
                setattr(self, name, Counter(value))
            elif name == "holds":
                for key, of in value.items():
                    self.holds[key] = Hold(self.hold.wagers)
                    self.holds[key].load(of)
            else:
                setattr(self, name, value)
