"""A meter against its readings in the log: where they first part, and which rate of progression would explain them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.money import MICRO, exact_dollars, rate_text, spoken

_STEPS = (100_000, 50_000, 10_000, 5_000, 2_500, 1_000, 500, 100, 10, 1)  # parts per million, the plainest first


@dataclass
class Watch:
    """One meter of the log. Amounts in microcents; a stretch is what lies between two hits."""

    name: str
    rate_ppm: int
    readings: int = 0
    differ: int = 0
    first_round: str = ""
    first_when: str = ""
    first_recorded: int = 0
    first_correct: int = 0
    wagered: int = 0  # cents wagered on the meter in all, up to the last round seen
    base_reading: int = -1  # the reading at the beginning of this stretch, and the cents wagered then
    base_wagered: int = 0
    low: float = 0.0  # rates that the readings since then allow, in parts per million
    high: float = 1e6
    fitted: int = 0  # readings that they were taken from
    since_round: str = ""
    since_when: str = ""
    verdict: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For the state that an audit goes on from."""
        return asdict(self)

    def check(
        self, readings: NDArray[np.int64], balances: NDArray[np.int64], wagered: NDArray[np.int64], hit: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Rounds (of a batch, in order) whose reading is not what the meter holds.

        ``readings`` (-1: none) and ``balances`` after each round; ``wagered`` (R) cents of each round; ``hit`` (R) rounds in
        which the meter may have paid. A reading in whole cents is the balance rounded down; one with fractions is exact.
        """
        there = readings >= 0
        same = (readings == balances) | (readings == balances // MICRO * MICRO)
        wrong = np.flatnonzero(there & ~same)
        self.readings += int(there.sum())
        self.differ += len(wrong)
        self._fit(readings, np.cumsum(wagered) + self.wagered, hit, there, same)
        self.wagered += int(wagered.sum())
        return wrong

    def _fit(
        self, readings: NDArray[np.int64], wagered: NDArray[np.int64], hit: NDArray[np.bool_],
        there: NDArray[np.bool_], same: NDArray[np.bool_],
    ) -> None:  # fmt: skip
        """Narrows the rates that explain the readings since the last right one (or since a hit)."""
        wrong = np.flatnonzero(there & ~same)
        begin = 0
        if not len(wrong) and self.fitted == 0:
            last = np.flatnonzero(there)
            if len(last):
                self.base_reading, self.base_wagered = int(readings[last[-1]]), int(wagered[last[-1]])
            return
        for end in [*np.flatnonzero(hit).tolist(), len(readings)]:
            part = np.arange(begin, end)
            part = part[there[part]]
            if self.fitted == 0 and len(part):
                bad = np.flatnonzero(~same[part])
                right = part[: bad[0]] if len(bad) else part
                if len(right):
                    self.base_reading, self.base_wagered = int(readings[right[-1]]), int(wagered[right[-1]])
                part = part[bad[0] :] if len(bad) else part[:0]
            if len(part):
                self._narrow(readings[part], wagered[part])
            if end < len(readings):
                begin = end + 1
                if self.fitted:  # a hit: a new stretch begins with the reading after it
                    self.base_reading = int(readings[end]) if there[end] else -1
                    self.base_wagered = int(wagered[end])

    def _narrow(self, readings: NDArray[np.int64], wagered: NDArray[np.int64]) -> None:
        if self.base_reading < 0:
            self.base_reading, self.base_wagered = int(readings[0]), int(wagered[0])
            readings, wagered = readings[1:], wagered[1:]
        grown = wagered - self.base_wagered
        some = grown > 0
        if some.any():
            gain = (readings - self.base_reading)[some].astype(np.float64)
            over = grown[some].astype(np.float64)
            self.low = max(self.low, float(((gain - MICRO) / over).max()))  # a reading is up to a cent below its balance
            self.high = min(self.high, float(((gain + MICRO) / over).min()))
        self.fitted += len(readings)

    def explained(self) -> str:
        """What the readings say about the meter, in a sentence."""
        if not self.readings:
            return "The log has no readings of it."
        if not self.differ:
            return f"All {self.readings:,} readings are right."
        said = (
            f"{self.differ:,} of {self.readings:,} readings differ, first after round {self.first_round}"
            f"{f' at {self.first_when}' if self.first_when else ''}: it read {exact_dollars(self.first_recorded)}, "
            f"and {exact_dollars(self.first_correct)} is right."
        )
        rate = self.rate()
        if rate is not None and rate != self.rate_ppm:
            since = f" from {self.since_when}" if self.since_when else f" from round {self.since_round}"
            said += f" The readings are consistent with {rate_text(rate)}{since}, not the {rate_text(self.rate_ppm)} filed."
        elif rate == self.rate_ppm and self.fitted > 1:
            off = self.first_recorded // MICRO - self.first_correct // MICRO
            said += (
                f" From there it grew at the filed rate, {spoken(abs(off))} {'above' if off > 0 else 'below'} what is right."
            )
        return said

    def rate(self) -> int | None:
        """The plainest rate that explains the readings since they parted, in parts per million, or None."""
        if self.fitted < 2 or self.low > self.high:
            return None
        if self.low <= self.rate_ppm <= self.high:
            return self.rate_ppm
        for step in _STEPS:
            at = -(-int(self.low) // step) * step if self.low == int(self.low) else (int(self.low) // step + 1) * step
            if 0 <= at <= self.high:
                return at
        return None

    def parted(self, round_id: str, when: str, recorded: int, correct: int) -> None:
        """The first reading that differs."""
        self.first_round, self.first_when, self.first_recorded, self.first_correct = round_id, when, recorded, correct
        self.since_round, self.since_when = round_id, when
