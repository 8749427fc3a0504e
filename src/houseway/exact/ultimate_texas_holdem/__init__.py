"""Ultimate Texas Hold 'Em under best play, exactly: the whole game, and any point of one hand.

- ``payouts_of(law, letter)``: what the rules pay under a blind paytable, from the rules themselves.
- ``solution(letter)``: the solved game as a ``Solution``, kept in the user's cache folder; ``solve`` works it out.
- ``advise(cards, board, dead)``: the exact value of every choice at one point of a hand, as an ``Advice``.

Names are imported when they are first used: advice before the flop needs neither numpy nor numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.exact.ultimate_texas_holdem.advice import Advice, advise
    from houseway.exact.ultimate_texas_holdem.kept import solution
    from houseway.exact.ultimate_texas_holdem.payouts import Payouts, payouts_of
    from houseway.exact.ultimate_texas_holdem.solved import Solution
    from houseway.exact.ultimate_texas_holdem.solving import solve, solve_each

_HOMES = {
    "Advice": "advice", "advise": "advice", "solution": "kept", "Payouts": "payouts", "payouts_of": "payouts",
    "Solution": "solved", "solve": "solving", "solve_each": "solving",
}  # fmt: skip

__all__ = ["Advice", "Payouts", "Solution", "advise", "payouts_of", "solution", "solve", "solve_each"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
