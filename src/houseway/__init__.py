"""houseway: what is everybody at the table paid, under what the casino filed, and why.

Ultimate Texas Hold 'Em and Pai Gow Poker under 58 Pa. Code § 653a.12 and § 645a.13.

- ``settle(round_, submission)``: a round settled line by line, each with its reason and paragraph
- ``compare(round_, submission)``: the same round with one lawful choice changed at a time
- ``load_submission(path)``, ``check(submission)``: a Rules Submission, and what the law says of it
- ``law_for(game, date)``: the law as data
- ``InputError``: the only exception that bad input raises; every problem is in ``.problems``
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.problems import HousewayError, InputError, Problem, UnbalancedError
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.regulation import law_for
    from houseway.settlement.compare import compare
    from houseway.settlement.engine import settle
    from houseway.settlement.result import Settlement
    from houseway.settlement.round import Round
    from houseway.submission import Submission, check
    from houseway.submission import load as load_submission

_LAZY = {
    "Round": ("houseway.settlement.round", "Round"),
    "Settlement": ("houseway.settlement.result", "Settlement"),
    "Submission": ("houseway.submission", "Submission"),
    "check": ("houseway.submission", "check"),
    "compare": ("houseway.settlement.compare", "compare"),
    "law_for": ("houseway.regulation", "law_for"),
    "load_submission": ("houseway.submission", "load"),
    "settle": ("houseway.settlement.engine", "settle"),
}

__all__ = [
    "HousewayError", "InputError", "Problem", "Round", "Settlement", "Submission", "UnbalancedError", "__version__",
    "check", "compare", "law_for", "load_submission", "settle",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Names are imported when they are first used, so that ``import houseway`` costs nothing."""
    entry = _LAZY.get(name)
    if entry is None:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(entry[0]), entry[1])
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
