"""How an endpoint is made: never without the permission that it takes, and with every answer that it may give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from houseway.service.accounts import Principal
from houseway.service.errors import forbidden, unknown_caller
from houseway.service.house import House, house_of
from houseway.service.roles import PERMISSIONS, PUBLIC, allowed

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
TheHouse = Annotated[House, Depends(house_of)]
_MEANS = {
    400: "The body is not JSON.", 401: "No valid key or session.", 403: "Not allowed to whoever asks.",
    404: "Not recorded here.", 408: "The body came too slowly.", 409: "It does not agree with what is recorded.",
    413: "The body is too large.", 415: "The body is no JSON by its type.", 429: "Too many requests.",
    422: "What was given is wrong; every problem is named.",
    503: "The database or the service cannot do it now; asking again is right.",
}  # fmt: skip
PREFIX = "/api/v1"
SCHEMA = "x-houseway-schema"  # where the document of the API puts one of the formats' schemas


async def who_asks(request: Request) -> Principal:
    """Who asks."""
    found: Principal | None = request.state.principal
    if found is None:
        raise unknown_caller()
    return found


Who = Annotated[Principal, Depends(who_asks)]


def _may(permission: str) -> Any:
    async def check(request: Request) -> None:
        if permission == PUBLIC:
            return
        who = await who_asks(request)
        if not allowed(who.roles, permission):
            house = house_of(request)
            await run_in_threadpool(house.record_refusal, who, permission, request.method, request.url.path)
            raise forbidden(f"{permission} is not among what {who.name} may do", " or ".join(sorted(PERMISSIONS[permission])))

    return Depends(check)


class Routes:
    """An APIRouter whose every endpoint names its permission."""

    def __init__(self, tag: str, prefix: str = PREFIX) -> None:
        self.router = APIRouter(prefix=prefix, tags=[tag], default_response_class=Response)

    def add(
        self, method: str, path: str, permission: str, answer: type[BaseModel] | dict[str, Any] | None, *,
        body: type[BaseModel] | dict[str, Any] | None = None, also: dict[int, Any] | None = None, status: int = 200,
        conflicts: bool = False, looks_up: bool = False, media: str = "application/json",
    ) -> Callable[[Endpoint], Endpoint]:  # fmt: skip
        """A decorator: the function below answers ``method`` at ``path`` for whoever has ``permission``."""
        if permission != PUBLIC and permission not in PERMISSIONS:
            raise ValueError(f"there is no permission {permission}")
        errors = {401, 403, 422, 429, 503} if permission != PUBLIC else {401, 422, 429, 503}
        errors |= {400, 408, 413, 415} if body is not None else set()
        errors |= {404} if "{" in path or body is not None or looks_up else set()
        errors |= {409} if conflicts else set()
        responses: dict[int | str, dict[str, Any]] = {code: _problems(_MEANS[code]) for code in sorted(errors)}
        responses[status] = _answer(answer, media)
        responses.update({code: _answer(model) for code, model in (also or {}).items()})
        extra: dict[str, Any] = {"x-permission": permission}
        if permission == PUBLIC:
            extra["security"] = []
        if body is not None:
            schema = body if isinstance(body, dict) else body.model_json_schema()
            extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}

        def register(endpoint: Endpoint) -> Endpoint:
            self.router.add_api_route(
                path, endpoint, methods=[method], dependencies=[_may(permission)], response_model=None, responses=responses,
                status_code=status, openapi_extra=extra, summary=(endpoint.__doc__ or "").split("\n")[0].rstrip("."),
                operation_id=endpoint.__name__.strip("_"),
            )  # fmt: skip
            return endpoint

        return register


def _answer(model: type[BaseModel] | dict[str, Any] | None, media: str = "application/json") -> dict[str, Any]:
    if model is None:
        return {"description": "Done."}
    if isinstance(model, dict):
        return {"description": "The answer.", "content": {media: {"schema": model}}}
    return {"description": "The answer.", "model": model}


def _problems(means: str) -> dict[str, Any]:
    return {"description": means, "content": {"application/json": {"schema": {SCHEMA: "Problems"}}}}


def assert_guarded(router: APIRouter) -> None:
    """Raises RuntimeError where an endpoint has no permission: such an application does not start."""
    for route in router.routes:
        if not isinstance(route, APIRoute) or "x-permission" not in (route.openapi_extra or {}):
            raise RuntimeError(f"no permission is named for {getattr(route, 'path', route)}")
