"""The gate, before anything else sees a request: who asks, how often, how much; and after it, the log and the counts.

Deny by default: a path that is not among the public ones is answered 401 to whoever brings no valid key or session,
whether there is anything at that path or not.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from houseway.ledger import StorageError
from houseway.problems import Problem
from houseway.service.errors import RefusedError, busy, too_many, unknown_caller
from houseway.service.logs import log

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from houseway.service.accounts import Principal
    from houseway.service.house import House

PUBLIC_PATHS = frozenset({"/", "/api", "/health/live", "/health/ready", "/api/v1/sessions", "/api/v1/openapi.json"})
SIGN_IN = ("POST", "/api/v1/sessions")
STREAM = "/api/v1/meters/stream"
MOST_PATH = 2000
_HEADERS = [
    (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]  # fmt: skip


class Gate:
    """ASGI around the application."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app, self.house = app, house
        self.in_flight = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        seen = _Seen(scope, send)
        self.in_flight += 1
        self.house.metrics.in_flight.set(self.in_flight)
        try:
            await self._pass(scope, receive, seen)
        except RefusedError as error:
            await seen.refuse(error)
        except StorageError as error:
            await seen.refuse(RefusedError(503, error.problem, {"Retry-After": "1"}))
        except TimeoutError:
            message = "took too long; what was asked may have been done: asking again is right"
            await seen.refuse(RefusedError(503, Problem("service", message), {"Retry-After": "1"}))
        except Exception:
            log("fault", level="error", fault=True, request=seen.id)
            await seen.refuse(
                RefusedError(500, Problem("service", "a fault of the service", seen.id, "asking whoever runs it"))
            )
        finally:
            self.in_flight -= 1
            self._count(scope, seen)

    async def _pass(self, scope: Scope, receive: Receive, seen: _Seen) -> None:
        settings = self.house.settings
        if self.in_flight > settings.most_requests + settings.most_streams:
            raise busy("has too much to do at this moment")
        method, path = scope["method"], scope["path"]
        if len(scope["raw_path"]) + len(scope["query_string"]) > MOST_PATH:
            raise RefusedError(414, Problem("path", "is too long", allowed=f"{MOST_PATH:,} bytes"))
        address = scope["client"][0] if scope.get("client") else "unknown"
        principal = await self._who(scope)
        if principal is None:
            self._slow(self.house.rates, f"address {address}")
            if (method, path) == SIGN_IN:
                self._slow(self.house.sign_ins, address)
            if path not in PUBLIC_PATHS:
                raise unknown_caller()
        else:
            seen.who = principal.name
            self._slow(self.house.rates, principal.credential)
        scope.setdefault("state", {})["principal"] = principal
        if path == STREAM:
            await self.app(scope, receive, seen)
            return
        async with asyncio.timeout(settings.request_seconds):
            await self.app(scope, _Body(receive, settings.most_body, settings.body_seconds, scope), seen)

    @staticmethod
    def _slow(buckets: Any, key: str) -> None:
        wait = buckets.wait(key)
        if wait:
            raise too_many("has been reached", wait)

    async def _who(self, scope: Scope) -> Principal | None:
        """Whose key or session came along; None without one. Raises RefusedError for one that is not valid."""
        said = [value for name, value in scope["headers"] if name == b"authorization"]
        if not said:
            return None
        scheme, _, token = said[0].decode("latin-1").partition(" ")
        accounts = self.house.accounts
        if len(said) == 1 and scheme.lower() == "bearer":
            found = accounts.known(token) or await run_in_threadpool(accounts.identify, token)
            if found is not None:
                return found
        self._slow(self.house.rates, f"address {scope['client'][0] if scope.get('client') else 'unknown'}")
        raise unknown_caller("is no valid key or session; it may have expired or been revoked")

    def _count(self, scope: Scope, seen: _Seen) -> None:
        metrics = self.house.metrics
        route = getattr(scope.get("route"), "path", "none")
        seconds = time.perf_counter() - seen.began
        method = scope["method"] if scope["method"] in _METHODS else "other"
        metrics.in_flight.set(self.in_flight)
        metrics.requests.labels(method, route, str(seen.status)).inc()
        metrics.seconds.labels(method, route).observe(seconds)
        if seen.status in (401, 403, 413, 429):
            metrics.refusals.labels(str(seen.status)).inc()
        level = "error" if seen.status >= 500 else "warning" if seen.status in (401, 403, 429) else "info"
        log(
            "request", level=level, request=seen.id, method=method, path=scope["path"][:200], route=route, status=seen.status,
            milliseconds=round(seconds * 1000, 2), user=seen.who, address=scope["client"][0] if scope.get("client") else None,
        )  # fmt: skip


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class _Seen:
    """``send`` that remembers the status and adds the headers that every answer has."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.send = send
        self.id = secrets.token_hex(8)
        self.who: str | None = None
        self.status = 0
        self.began = time.perf_counter()
        scope.setdefault("state", {})["request_id"] = self.id

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            present = {name for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"], *(header for header in _HEADERS if header[0] not in present),
                (b"x-request-id", self.id.encode()),
            ]  # fmt: skip
        await self.send(message)

    async def refuse(self, error: RefusedError) -> None:
        """Answer with a problem, unless an answer has begun: then the connection is broken off by whoever serves it."""
        if self.status:
            raise error
        body = json.dumps(error.to_dict(), ensure_ascii=False).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if error.status in (408, 413):
            headers.append((b"connection", b"close"))  # the rest of the body is not read
        headers += [(name.lower().encode(), value.encode()) for name, value in error.headers.items()]
        await self({"type": "http.response.start", "status": error.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


class _Body:
    """``receive`` that refuses a body that is too large or too slow."""

    def __init__(self, receive: Receive, most: int, seconds: float, scope: Scope) -> None:
        self.receive, self.most = receive, most
        self.size, self.ended = 0, False
        self.until = time.monotonic() + seconds
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit() and int(value[:20]) > most:
                raise self._too_large()

    def _too_large(self) -> RefusedError:
        return RefusedError(413, Problem("body", "is too large", allowed=f"at most {self.most:,} bytes"))

    async def __call__(self) -> Message:
        if self.ended:
            return await self.receive()  # only a disconnection can follow
        try:
            async with asyncio.timeout(max(0.0, self.until - time.monotonic())):
                message = await self.receive()
        except TimeoutError:
            raise RefusedError(408, Problem("body", "did not arrive in time")) from None
        if message["type"] == "http.request":
            self.size += len(message.get("body", b""))
            self.ended = not message.get("more_body", False)
            if self.size > self.most:
                raise self._too_large()
        return message
