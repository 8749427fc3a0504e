"""The service: the ledger over HTTP, with users, roles and keys; ``houseway serve`` runs it.

``create_app(House(settings))`` gives an ASGI application, ``serve(settings, on_start=...)`` runs it on uvicorn until it is
told to stop. Everything under ``/api/v1`` is refused unless a role allows it (``roles``); what each endpoint takes and gives
is in ``/api/v1/openapi.json``.
"""

from houseway.service.app import create_app
from houseway.service.house import House
from houseway.service.server import is_loopback, serve
from houseway.service.settings import Settings

__all__ = ["House", "Settings", "create_app", "is_loopback", "serve"]
