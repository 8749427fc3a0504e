"""The document of the API: what FastAPI gathers, with the formats' own schemas (``houseway schema``) in their places."""

from __future__ import annotations

import copy
import json
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from houseway.service.routing import SCHEMA
from houseway.version import __version__

_FORMATS = {"Round": "round", "Result": "result", "Submission": "submission", "Problems": "problems"}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The document, made once for each application."""
    if app.openapi_schema is None:
        found = get_openapi(
            title="houseway", version=__version__, routes=app.routes,
            description="Rounds settled and recorded, meters to the cent, and who may do what. Money is decimal strings.",
        )  # fmt: skip
        schemas = found.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(_schemas())
        found["components"]["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
        found["security"] = [{"bearer": []}]
        app.openapi_schema = _placed(found)
    return app.openapi_schema


@cache
def _schemas() -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, file in _FORMATS.items():
        schema = json.loads(files("houseway").joinpath("schemas", f"{file}.json").read_text(encoding="utf-8"))
        for key in ("$schema", "$id"):
            schema.pop(key, None)
        definitions = schema.pop("$defs", {})
        out[name] = _renamed(schema, name)
        out.update({f"{name}.{key}": _renamed(value, name) for key, value in definitions.items()})
    out |= _posted(out)
    return out


_NAMED = {  # what a round must carry to be recorded
    "table": {"type": "string", "minLength": 1, "maxLength": 200, "description": "The name of a table of this ledger."},
    "round_id": {"type": "string", "minLength": 1, "maxLength": 200, "description": "Unique at its table."},
    "date": {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "The day of play."},
}
_GAMES = {"uth": "ultimate-texas-holdem", "pgp": "pai-gow-poker"}
_EARLY = ("game", "table", "round_id", "date", "time", "dealer_id", "payment_order", "bank")


def _posted(formats: dict[str, Any]) -> dict[str, Any]:
    """Rounds as the ledger takes them: whole, opened with the wagers only, and the cards that follow."""
    reference = {"$ref": "#/components/schemas/Round"}
    named = {"required": list(_NAMED), "properties": _NAMED}
    out: dict[str, Any] = {
        "PostedRound": {
            "description": "A round with `table`, `round_id` and `date`; without `meters`.",
            "allOf": [reference, {**named, "properties": {**_NAMED, "meters": {"type": "null"}}}],
        },
        "AskedRound": {"description": "A round with `table` and `date`; `meters` may be given.", "allOf": [reference, named]},
        "OpenedRound": {
            "description": "A round of which the wagers are known: `game`, `table`, `round_id`, `date`, `players` with wagers.",
            "oneOf": [{"$ref": f"#/components/schemas/OpenedRound.{game}"} for game in _GAMES],
        },
        "Cards": {
            "description": "What is known of an opened round now: cards, play wagers, `paid`. What was said need not be again.",
            "anyOf": [{"$ref": f"#/components/schemas/Cards.{game}"} for game in _GAMES],
        },
    }
    for game, name in _GAMES.items():
        whole = formats[f"Round.{game}_round"]["properties"]
        player = formats[f"Round.{game}_player_if_void"]["properties"]
        wagers = copy.deepcopy(formats[f"Round.{game}_wagers"])
        wagers["properties"].pop("play", None)  # it is made after the cards are dealt
        seat = {"seat": player["seat"], "wagers": wagers}
        out[f"OpenedRound.{game}"] = {
            "type": "object", "description": f"The wagers of a round of {name}.", "additionalProperties": False,
            "required": ["game", *_NAMED, "players"],
            "properties": {
                **{key: whole[key] for key in _EARLY if key in whole}, **_NAMED,
                "players": {**whole["players"], "items": _closed(seat, ["seat", "wagers"])},
            },
        }  # fmt: skip
        out[f"Cards.{game}"] = {
            "type": "object", "description": f"The cards of an opened round of {name}.", "additionalProperties": False,
            "properties": {
                **{key: value for key, value in whole.items() if key != "meters"},
                "players": {**whole["players"], "items": _closed(player, ["seat"])},
            },
        }  # fmt: skip
    return out


def _closed(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _renamed(value: Any, name: str) -> Any:
    """References within one format, as references within the document."""
    if isinstance(value, dict):
        out = {key: _renamed(part, name) for key, part in value.items()}
        said = out.get("$ref")
        if isinstance(said, str) and said.startswith("#/$defs/"):
            out["$ref"] = f"#/components/schemas/{name}.{said.removeprefix('#/$defs/')}"
        return out
    return [_renamed(part, name) for part in value] if isinstance(value, list) else value


def _placed(value: Any) -> Any:
    if isinstance(value, dict):
        if SCHEMA in value:
            return {"$ref": f"#/components/schemas/{value[SCHEMA]}"}
        return {key: _placed(part) for key, part in value.items()}
    return [_placed(part) for part in value] if isinstance(value, list) else copy.copy(value)
