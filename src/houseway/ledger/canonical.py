"""The one way in which an event is written down and hashed, so that anybody can compute the chain again.

The payload is JSON with sorted keys, no blanks, text as itself (UTF-8), and no fractional numbers: money is a decimal
string. The hash of an event is the SHA-256, in hexadecimal, of these six lines joined by ``\\n``::

    <hash of the event before it, 64 zeros for the first>
    <sequence number>
    <time, as the clock gave it: 2015-07-01T21:04:33.000000Z>
    <kind>
    <who did it>
    <payload>
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from houseway.money import MICRO, exact_dollars
from houseway.problems import InputError, Problem

NO_HASH = "0" * 64
DOLLAR = 100 * MICRO
MOST_PAYLOAD = 1_000_000  # characters
TIME_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"

_dump = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


class Event(NamedTuple):
    """One event of the log. ``payload`` is canonical JSON text; ``at`` is UTC, to the microsecond."""

    seq: int
    at: str
    kind: str
    actor: str
    payload: str
    previous: str
    hash: str

    @property
    def content(self) -> dict[str, Any]:
        """The payload as a dict."""
        value: dict[str, Any] = json.loads(self.payload)
        return value

    def to_dict(self) -> dict[str, Any]:
        """The event as JSON: its seven fields, the payload as an object."""
        return {**self._asdict(), "payload": self.content}


def canonical(value: Any) -> str:
    """Canonical JSON. Raises InputError for what has none: a float, bytes, text that is not Unicode, far too much."""
    try:
        text = _dump(value)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:  # UnicodeEncodeError is a ValueError
        raise InputError([Problem("payload", f"cannot be recorded: {error}", allowed="JSON without fractions")]) from None
    if len(text) > MOST_PAYLOAD:
        raise InputError([Problem("payload", "is too large", f"{len(text):,} characters", f"at most {MOST_PAYLOAD:,}")])
    return text


def no_floats(value: Any) -> None:
    """Raises InputError where a binary floating-point number hides in a value that is to be recorded."""
    if isinstance(value, float):
        raise InputError(
            [Problem("payload", "holds a binary floating-point number", str(value), "a string, or a whole number")]
        )
    if isinstance(value, dict):
        for part in value.values():
            no_floats(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            no_floats(part)


def event_hash(previous: str, seq: int, at: str, kind: str, actor: str, payload: str) -> str:
    """The hash of an event, in hexadecimal.

    >>> event_hash(NO_HASH, 1, "2015-07-01T21:04:33.000000Z", "ledger.created", "houseway", "{}")[:16]
    'e2b71826f5b20065'
    """
    return sha256(f"{previous}\n{seq}\n{at}\n{kind}\n{actor}\n{payload}".encode()).hexdigest()


def digest(value: Any) -> str:
    """The SHA-256 of a value's canonical JSON: what two postings of the same content share."""
    return sha256(canonical(value).encode()).hexdigest()


def exact(micro: int) -> str:
    """Microcents as an exact decimal string of dollars, as it stands in a payload.

    >>> exact(22_500_000), exact(-22_500_000)
    ('0.225', '-0.225')
    """
    return exact_dollars(micro)


def micro_of(text: str) -> int:
    """``exact`` read back: microcents, with their sign. Raises ValueError for what ``exact`` never writes.

    >>> micro_of("10000.225"), micro_of("-0.225")
    (1000022500000, -22500000)
    """
    whole, _, part = text.partition(".")
    value = int(whole.removeprefix("-")) * DOLLAR + int(part.ljust(8, "0"))
    return -value if text.startswith("-") else value


@lru_cache(maxsize=16384)  # the same few amounts make up a million rounds
def cents_of(text: str) -> int:
    """A decimal string of whole cents, with its sign, in cents.

    >>> cents_of("12.50"), cents_of("-0.05")
    (1250, -5)
    """
    whole, _, part = text.rpartition(".")
    value = int(whole.removeprefix("-")) * 100 + int(part)
    return -value if text.startswith("-") else value
