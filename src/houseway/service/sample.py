"""A sample house for a first look: tables of both games, their filings and meters, and the example rounds.

Only an empty ledger is furnished, or one that was furnished by this before; never one that somebody works with.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from houseway.ledger import ConflictError
from houseway.problems import InputError, Problem
from houseway.settlement.document import json_document
from houseway.submission import load

if TYPE_CHECKING:
    from houseway.ledger import Ledger, RoundRecord

BY = "sample"
KIND = "sample.begun"


class _Table(NamedTuple):
    name: str
    game: str
    meters: dict[str, str]


_UTH, _PGP = "ultimate-texas-holdem", "pai-gow-poker"
_UTH_METERS = {"progressive": "uth-progressive", "five_card_bonus": "uth-five-card-bonus"}
_SUBMISSIONS = {  # file -> the tables it is filed for; None: every table of its game
    "ultimate-texas-holdem.toml": None,
    "pai-gow-poker-fortune.toml": None,
    "pai-gow-poker-emperors-challenge.toml": ["PGP-2"],
}
_METERS = {  # meter -> its wager and the file of its terms
    "uth-progressive": ("progressive", "ultimate-texas-holdem.toml"),
    "uth-five-card-bonus": ("five_card_bonus", "ultimate-texas-holdem.toml"),
    "pgp-progressive": ("progressive", "pai-gow-poker-fortune.toml"),
}
TABLES = (
    _Table("UTH-1", _UTH, _UTH_METERS),
    _Table("UTH-2", _UTH, _UTH_METERS),  # linked: both tables feed and win the same meters
    _Table("PGP-1", _PGP, {"progressive": "pgp-progressive"}),
    _Table("PGP-2", _PGP, {}),
)


def furnish(ledger: Ledger, examples: Path) -> list[RoundRecord]:
    """Make whatever of the sample is not there yet, from a folder with ``submissions`` and ``rounds``; returns the rounds.

    Raises InputError where the ledger is somebody's own, and what reading the examples raises.
    """
    _assert_ours(ledger)
    tables = {table.name for table in ledger.tables()}
    for table in TABLES:  # without meters yet: a submission for one table needs its table, a meter needs its submission
        if table.name not in tables:
            ledger.create_table(table.name, table.game, by=BY)
    ids = _file(ledger, examples / "submissions")
    meters = {meter.name for meter in ledger.meters()}
    for name, (wager, file) in _METERS.items():
        if name not in meters:
            ledger.create_meter(name, wager, ids[file], by=BY)
    linked = {table.name: dict(table.links) for table in ledger.tables()}
    for table in TABLES:
        for wager, meter in table.meters.items():
            if wager not in linked[table.name]:
                ledger.link(table.name, wager, meter, by=BY)
    return [_round(ledger, path) for path in sorted((examples / "rounds").glob("*.json"))]


def _assert_ours(ledger: Ledger) -> None:
    if ledger.events(kinds=[KIND], limit=1):
        return
    if ledger.tables() or ledger.submissions():
        message = "is somebody's own; the sample goes into an empty ledger only"
        raise InputError([Problem("database", message, ledger.database.shown, "another --database, or none")])
    ledger.record(KIND, {"tables": [table.name for table in TABLES]}, by=BY)


def _file(ledger: Ledger, folder: Path) -> dict[str, str]:
    """The ids of the submissions by file."""
    ids = {}
    filed = {json.dumps(filing.submission.to_dict(), sort_keys=True): filing.id for filing in ledger.submissions()}
    for file, tables in _SUBMISSIONS.items():
        submission = load(folder / file)
        same = filed.get(json.dumps(submission.to_dict(), sort_keys=True))
        ids[file] = same or ledger.file_submission(submission, by=BY, tables=tables).id
    return ids


def _round(ledger: Ledger, path: Path) -> RoundRecord:
    """An example round, posted at the first table of its game; its meters are the ledger's."""
    document = json_document(path.read_bytes(), str(path))
    table = next(table.name for table in TABLES if table.game == document["game"])
    document = {**document, "table": table, "round_id": document.get("round_id") or path.stem}
    document.pop("meters", None)
    try:
        return ledger.post(document, by=BY)
    except ConflictError:  # the examples of another version: what is recorded stays
        return ledger.find_round(table, document["round_id"])
