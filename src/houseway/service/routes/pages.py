"""The pages for people."""

from __future__ import annotations

from fastapi import Request, Response

from houseway.service import pages
from houseway.service.roles import PUBLIC
from houseway.service.routing import Routes

routes = Routes("pages", prefix="")


@routes.add("GET", "/", PUBLIC, {"type": "string"}, media="text/html")
def front_page(request: Request) -> Response:
    """What this is, and first steps."""
    text = pages.front(str(request.base_url), request.app.openapi())
    return Response(text, media_type="text/html; charset=utf-8", headers=pages.HEADERS)


@routes.add("GET", "/api", PUBLIC, {"type": "string"}, media="text/html")
def reference_page(request: Request) -> Response:
    """The API, to read."""
    return Response(pages.reference(request.app.openapi()), media_type="text/html; charset=utf-8", headers=pages.HEADERS)
