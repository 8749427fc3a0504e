"""Where a record does not agree with itself or with the rules, and the first thing that is asked of an event: its link."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.ledger.canonical import Event, canonical, event_hash
from houseway.problems import shown

if TYPE_CHECKING:
    from collections.abc import Mapping


class Divergence(NamedTuple):
    """The first place where the record does not agree with itself or with the rules."""

    seq: int
    where: str
    message: str
    found: str | None = None
    expected: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return self._asdict()

    def __str__(self) -> str:
        said = f"event {self.seq}, {self.where}: {self.message}"
        said += "" if self.found is None else f"; found {self.found}"
        return said if self.expected is None else f"{said}; expected {self.expected}"


class DivergenceError(Exception):
    """Carries a divergence to where the stretch is given up."""

    def __init__(self, divergence: Divergence) -> None:
        self.divergence = divergence
        super().__init__(str(divergence))


def diverge(seq: int, where: str, message: str, found: object = None, expected: object = None) -> DivergenceError:
    """An error to raise at a divergence."""
    return DivergenceError(
        Divergence(seq, where, message, None if found is None else short(found), None if expected is None else short(expected))
    )


def short(value: object) -> str:
    text = value if isinstance(value, str) else canonical(value) if isinstance(value, (dict, list, tuple)) else str(value)
    return shown(text, 200)


def check_link(event: Event, seq: int, previous: str | None) -> None:
    """One event's place in the chain. Raises DivergenceError."""
    if event.seq != seq:
        raise diverge(seq, "log", "is missing", f"event {event.seq}", f"event {seq}")
    if previous is not None and event.previous != previous:
        raise diverge(seq, "previous", "is not the hash of the event before it", event.previous, previous)
    right = event_hash(event.previous, event.seq, event.at, event.kind, event.actor, event.payload)
    if event.hash != right:
        raise diverge(seq, "hash", "is not the hash of what the event says", event.hash, right)


def content_of(event: Event) -> Mapping[str, Any]:
    """What a payload says. Raises DivergenceError where it is no JSON object."""
    try:
        content = json.loads(event.payload)
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise diverge(event.seq, "payload", "is not a JSON object", event.payload)
    return content
