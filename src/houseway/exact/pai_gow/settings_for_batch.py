"""A house way's table in the form that the batch room looks up (``houseway.batch.pai_gow_hands.Settings``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from houseway.batch.pai_gow_hands import Settings
from houseway.ranking import joker
from houseway.ranking.kernels import scale

from . import patterns
from .numbers import numbers
from .table import table

if TYPE_CHECKING:
    from houseway.games.house_way import HouseWay

    from .running import Progress


def settings(way: HouseWay, wheel_lowest: bool, progress: Progress | None = None) -> Settings:
    """The settings of a house way; its table is made when it is first asked for, and kept in the cache folder."""
    of, made = numbers(wheel_lowest), table(way, wheel_lowest, progress)
    row, column = patterns.plain_rows()
    suited = patterns.suited()
    values = scale(wheel_lowest=wheel_lowest).values.tolist()
    low_of_ranks = [[of.low_of[joker.rank_two((4 * a, 4 * b + 1))] for b in range(13)] for a in range(13)]
    return Settings(
        high=made.high,
        low=made.low,
        row=row,
        column=column,
        base=suited.base,
        order=suited.order,
        plain=patterns.PLAIN,
        lower_code=np.array(patterns.LOWER_CODE, np.int64),
        upper_code=np.array(patterns.UPPER_CODE, np.int64),
        high_of_order=np.array([of.high_of.get(value, 0) for value in values], np.uint16),
        low_of_ranks=np.array(low_of_ranks, np.uint8),
        least_high=np.array(of.least_high, np.uint16),
    )
