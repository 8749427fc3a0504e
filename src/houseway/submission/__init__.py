"""What an operator filed: read a Rules Submission, check it against the law, and know the floor of its payout limit.

>>> submission = parse('game = "ultimate-texas-holdem"\\nwagers.ante.minimum = "5.00"')
>>> submission.minimum_cents["ante"], sorted(submission.offered), submission.switches["trips_on_fold"]
(500, ['ante'], 'settle')
>>> [finding.where for finding in check(submission) if finding.severity == "violation"]
['effective', 'wagers.blind']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.submission.model import Meter, Submission

if TYPE_CHECKING:
    from houseway.submission.checking import Examination, Finding, check, examine, examine_bytes
    from houseway.submission.defaults import default
    from houseway.submission.files import load, parse
    from houseway.submission.floor import Floor, payout_floor
    from houseway.submission.versions import History, Version, history, in_force

_ROOMS = {
    "checking": ("Examination", "Finding", "check", "examine", "examine_bytes"),
    "defaults": ("default",),
    "files": ("load", "parse"),
    "floor": ("Floor", "payout_floor"),
    "versions": ("History", "Version", "history", "in_force"),
}
_LAZY = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Examination", "Finding", "Floor", "History", "Meter", "Submission", "Version",
    "check", "default", "examine", "examine_bytes", "history", "in_force", "load", "parse", "payout_floor",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """A room is entered when a name of it is first used: to settle under the default choices, nothing need be read."""
    room = _LAZY.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{room}"), name)
    return value
