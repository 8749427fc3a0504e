"""Who may do what: every permission with the roles that have it. What is not here, nobody may do."""

from __future__ import annotations

DEALER, SUPERVISOR, MANAGER, AUDITOR, ADMINISTRATOR = "dealer", "supervisor", "manager", "auditor", "administrator"
ROLES = (DEALER, SUPERVISOR, MANAGER, AUDITOR, ADMINISTRATOR)
PUBLIC, SIGNED_IN = "public", "signed-in"  # for anybody; for everybody who is signed in, about himself

_FLOOR = frozenset({DEALER, SUPERVISOR, MANAGER, AUDITOR})
PERMISSIONS: dict[str, frozenset[str]] = {
    "rounds.post": frozenset({DEALER}),  # of his tables
    "rounds.read": _FLOOR,  # a dealer those of his tables
    "rounds.what-if": _FLOOR,
    "rounds.correct": frozenset({SUPERVISOR}),
    "meters.read": _FLOOR,
    "meters.manage": frozenset({MANAGER}),
    "tables.read": _FLOOR,
    "tables.manage": frozenset({MANAGER}),
    "submissions.read": _FLOOR,
    "submissions.file": frozenset({MANAGER}),
    "approvals.give": frozenset({SUPERVISOR, MANAGER}),
    "log.read": frozenset({AUDITOR}),
    "users.read": frozenset({AUDITOR, ADMINISTRATOR}),
    "users.manage": frozenset({ADMINISTRATOR}),
    "metrics.read": frozenset({AUDITOR, ADMINISTRATOR}),
    SIGNED_IN: frozenset(ROLES),
}

# What takes two persons, and who the second may be.
SECOND_PERSON: dict[str, frozenset[str]] = {
    "round.void": frozenset({SUPERVISOR, MANAGER}),
    "meter.take-over": frozenset({MANAGER}),
    "meter.set-rate": frozenset({MANAGER}),
    "meter.move-funds": frozenset({MANAGER}),
    "meter.retire": frozenset({MANAGER}),
}


def allowed(roles: frozenset[str], permission: str) -> bool:
    """Whether one of the roles has a permission. Raises KeyError for a permission that there is not."""
    return bool(roles & PERMISSIONS[permission])
