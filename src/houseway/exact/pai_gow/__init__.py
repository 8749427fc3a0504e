"""Pai Gow Poker solved exactly: house way against house way, best play against it, and advice for seven given cards.

- ``solve(house_way, player_house_way, wheel_lowest)``: all 8,250,459,031,214,400 pairs of hands won, pushed and lost.
- ``best_play(house_way)``: every hand set as well as can be, and what house ways give away.
- ``advise(cards, dead=...)``: every legal setting of seven cards with its exact value.

How it is done is told in docs/exact-pgp.md, and in ``patterns``, ``sieve`` and ``best_kernels``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .advice import Advice, advise
    from .best import BestPlay, best_play
    from .solution import Solution, solve

__all__ = ["Advice", "BestPlay", "Solution", "advise", "best_play", "solve"]

_ROOMS = {
    "Advice": "advice",
    "advise": "advice",
    "BestPlay": "best",
    "best_play": "best",
    "Solution": "solution",
    "solve": "solution",
}


def __getattr__(name: str) -> Any:
    """Rooms are entered when they are asked for: advice needs no compiled kernels."""
    room = _ROOMS.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{room}"), name)
