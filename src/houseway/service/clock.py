"""The service's time: UTC, and as it is kept."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The time, UTC."""
    return datetime.now(UTC)


def stamp(at: datetime) -> str:
    """A time as it is kept: comparable as text."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
