"""Whatever goes wrong, in the promised form: ``{"problems": [...]}`` with the status that fits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from houseway.ledger import ConflictError, DamagedError, LedgerError, NotFoundError, StorageError
from houseway.problems import HousewayError, InputError, Problem, shown
from houseway.service.errors import RefusedError
from houseway.service.logs import log

JSON = "application/json"
_SECRET = frozenset({"password", "old", "new", "approval"})  # nothing of these is said back


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    return Response(body, status, headers, media_type=JSON)


def status_of(error: HousewayError) -> int:
    """The status of what the ledger or the settlement raised."""
    if isinstance(error, RefusedError):
        return error.status
    if isinstance(error, InputError):
        return 422
    if isinstance(error, NotFoundError):
        return 404
    if isinstance(error, ConflictError):
        return 409
    if isinstance(error, StorageError) and not isinstance(error, DamagedError):
        return 503
    return 500


def problems_response(error: HousewayError) -> Response:
    """The answer to an error that was raised on purpose."""
    status = status_of(error)
    headers = dict(error.headers) if isinstance(error, RefusedError) else {}
    if status == 503:
        headers.setdefault("Retry-After", "1")
    if status >= 500:
        log("storage", level="error", problem=str(error))
    if isinstance(error, (InputError, LedgerError, RefusedError)):
        return json_response(error.to_dict(), status, headers)
    return json_response({"problems": [Problem("service", str(error)).to_dict()]}, status, headers)


def register(app: FastAPI) -> None:
    """The application's handlers of what its endpoints raise."""

    async def on_house(_: Request, error: Exception) -> Response:
        if not isinstance(error, HousewayError):
            raise error
        return problems_response(error)

    async def on_validation(_: Request, error: Exception) -> Response:
        if not isinstance(error, RequestValidationError):
            raise error
        found = [problem_of(one, ".".join(map(str, one["loc"]))) for one in error.errors()]
        return json_response(InputError(found).to_dict(), 422)

    async def on_http(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        path = shown(request.url.path, 100)
        known = {404: "there is nothing here", 405: "this method has no meaning here"}
        message = known.get(error.status_code, str(error.detail))
        allowed = (error.headers or {}).get("Allow")
        problem = Problem("path", message, path if error.status_code == 404 else request.method[:20], allowed)
        return json_response({"problems": [problem.to_dict()]}, error.status_code, error.headers)

    app.add_exception_handler(HousewayError, on_house)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(HTTPException, on_http)


def problem_of(error: Mapping[str, Any], where: str) -> Problem:
    """One finding of pydantic's as a problem."""
    quiet = error["type"] == "missing" or bool(_SECRET & set(error["loc"]))
    return Problem(where, str(error["msg"])[:300], None if quiet else shown(error.get("input")))
