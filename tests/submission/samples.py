"""Submissions that the tests start from: the examples, and helpers to look at what is said of them."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from houseway.submission import Finding, check, load

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "submissions"
COMPLIANT = (
    "ultimate-texas-holdem.toml",
    "ultimate-texas-holdem-high-limit.toml",
    "pai-gow-poker-fortune.toml",
    "pai-gow-poker-emperors-challenge.toml",
)


def example(name: str) -> dict[str, Any]:
    """An example as a dict, to be changed."""
    return load(EXAMPLES / name).to_dict()


def uth() -> dict[str, Any]:
    """A compliant hold 'em submission: ante 5, trips 5, both meters, no limit."""
    form = example("ultimate-texas-holdem.toml")
    del form["limits"]
    return form


def pgp() -> dict[str, Any]:
    """A compliant pai gow submission with every wager of its variant, no limit."""
    form = example("pai-gow-poker-fortune.toml")
    del form["limits"]
    return form


def put(form: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """A copy with one value put at a dotted place; tables are made on the way."""
    form = deepcopy(form)
    *tables, key = place.split(".")
    at = form
    for table in tables:
        at = at.setdefault(table, {})
    at[key] = value
    return form


def without(form: dict[str, Any], place: str) -> dict[str, Any]:
    """A copy without one key."""
    form = deepcopy(form)
    *tables, key = place.split(".")
    at = form
    for table in tables:
        at = at[table]
    del at[key]
    return form


def said(form: Any) -> set[tuple[str, str, str]]:
    """What is found: (severity, where, paragraph)."""
    return {(finding.severity, finding.where, finding.paragraph) for finding in check(form)}


def at(findings: list[Finding], where: str) -> Finding:
    """The one finding at a place."""
    (found,) = [finding for finding in findings if finding.where == where]
    return found
