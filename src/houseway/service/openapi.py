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
    reference = {"$ref": "#/components/schemas/Round"}
    out["PostedRound"] = {
        "description": "A round with `table`, `round_id` and `date`; without `meters`.",
        "allOf": [reference, {"required": ["table", "round_id", "date"]}],
    }
    out["OpenedRound"] = {
        "type": "object",
        "description": "A round of which the wagers are known: `game`, `table`, `round_id`, `date`, `players` with wagers.",
        "required": ["game", "table", "round_id", "date", "players"],
    }
    out["Cards"] = {"type": "object", "description": "What is known of an opened round now: cards, play wagers, `paid`."}
    return out


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
