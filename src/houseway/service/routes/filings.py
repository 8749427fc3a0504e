"""Rules Submissions and tables."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import Query, Response

from houseway.ledger import NotFoundError, filing_dict, table_dict
from houseway.problems import InputError, Problem, shown
from houseway.service import bodies
from houseway.service.answers import json_response
from houseway.service.bodies import Name, Raw, Word
from houseway.service.routing import SCHEMA, Routes, TheHouse, Who
from houseway.service.shapes import FilingList, FilingShape, NewTable, TableLink, TableList, TableShape

routes = Routes("submissions and tables")
_FILING = {
    "type": "object",
    "required": ["submission"],
    "additionalProperties": False,
    "properties": {
        "submission": {SCHEMA: "Submission"},
        "tables": {
            "description": "The tables it is for; null or absent: every table of its game.",
            "anyOf": [{"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 500}, {"type": "null"}],
        },
    },
}


@routes.add("GET", "/submissions", "submissions.read", FilingList)
def list_submissions(house: TheHouse) -> Response:
    """Every filing, in the order of filing."""
    return json_response({"submissions": [filing_dict(filing) for filing in house.ledger.submissions()]})


@routes.add("POST", "/submissions", "submissions.file", FilingShape, body=_FILING, status=201, conflicts=True)
def file_submission(raw: Raw, house: TheHouse, who: Who) -> Response:
    """File a Rules Submission; one that is not compliant is refused with its findings."""
    value = bodies.document(raw)
    problems = []
    if not isinstance(value, dict):
        raise InputError([Problem("body", "must be a table of keys", shown(value), "submission, tables")])
    problems += [Problem(str(shown(key)), "is not known", allowed="submission, tables") for key in value if key not in _KEYS]
    submission, tables = value.get("submission"), value.get("tables")
    if not isinstance(submission, dict):
        problems.append(Problem("submission", "must be a Rules Submission", shown(submission), "an object { … }"))
    if tables is not None and not _names(tables):
        problems.append(Problem("tables", "must be a list of tables", shown(tables), "their names, at most 500"))
    if problems or not isinstance(submission, dict):
        raise InputError(problems)
    return json_response(filing_dict(house.ledger.file_submission(submission, by=who.name, tables=tables)), 201)


_KEYS = ("submission", "tables")


def _names(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 500 and all(isinstance(one, str) and one.isprintable() for one in value)


@routes.add("GET", "/submissions/{id}", "submissions.read", FilingShape)
def get_submission(id: Word, house: TheHouse) -> Response:  # noqa: A002
    """A filing by its id."""
    for filing in house.ledger.submissions():
        if filing.id == id:
            return json_response(filing_dict(filing))
    raise NotFoundError("submission", "is not filed with this ledger", id)


@routes.add("GET", "/tables", "tables.read", TableList)
def list_tables(house: TheHouse) -> Response:
    """Every table, with the meters behind its wagers."""
    return json_response({"tables": [table_dict(table) for table in house.ledger.tables()]})


@routes.add("POST", "/tables", "tables.manage", TableShape, body=NewTable, status=201, conflicts=True)
def create_table(raw: Raw, house: TheHouse, who: Who) -> Response:
    """A new table."""
    body = bodies.read(raw, NewTable)
    table = house.ledger.create_table(body.name, body.game, by=who.name, meters=body.meters)
    return json_response(table_dict(table), 201)


@routes.add("POST", "/tables/{name}/link", "tables.manage", TableShape, body=TableLink, conflicts=True)
def link_table(name: Name, raw: Raw, house: TheHouse, who: Who) -> Response:
    """Another meter behind a table's wager, or none."""
    body = bodies.read(raw, TableLink)
    return json_response(table_dict(house.ledger.link(name, body.wager, body.meter, by=who.name)))


@routes.add("GET", "/tables/{name}/submission", "submissions.read", FilingShape)
def submission_in_force(
    name: Name, house: TheHouse, on: Annotated[date, Query(description="The day of play.")]
) -> Response:  # fmt: skip
    """The filing that a table's rounds of a day settle under."""
    filing = house.ledger.submission_in_force(name, on)
    if filing is None:
        raise NotFoundError("submission", f"none is in force at table {name} on this day", on.isoformat())
    return json_response(filing_dict(filing))
