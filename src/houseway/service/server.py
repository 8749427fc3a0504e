"""The application on uvicorn: started, told to stop, stopped in order."""

from __future__ import annotations

import ipaddress
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from houseway.problems import InputError, Problem
from houseway.service import logs
from houseway.service.app import create_app
from houseway.service.house import House
from houseway.service.settings import Settings

BACKLOG = 512
STOP_SECONDS = 15  # what is being answered is answered; a commit takes less


class Server(uvicorn.Server):
    """uvicorn that says when it serves, and ends the streams of displays before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, house: House, on_start: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._house, self._on_start = house, on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take requests from now on."""
        await super().startup(sockets)
        if self.started:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, end the streams, wait for the others."""
        self._house.begin_to_close()
        await super().shutdown(sockets)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    settings: Settings, *, on_start: Callable[[House, str], None], application: Callable[[House], FastAPI] = create_app
) -> None:
    """Serve until SIGINT or SIGTERM. ``on_start`` is told the house and the address once requests are taken.

    Port 0 takes a free one. Raises InputError where the address cannot be used, and what opening a ledger raises.
    """
    logs.configure(settings.log_level)
    bound = _bound(settings)
    try:
        house = House(settings)
        try:
            config = uvicorn.Config(
                application(house), log_config=None, access_log=False, server_header=False, proxy_headers=False,
                timeout_keep_alive=30, timeout_graceful_shutdown=STOP_SECONDS, backlog=BACKLOG, ws="none", lifespan="on",
                ssl_certfile=settings.certificate, ssl_keyfile=settings.private_key,
                http="h11", h11_max_incomplete_event_size=32_768,  # the bound on a request's headers
            )  # fmt: skip
            scheme = "https" if settings.certificate else "http"
            host, port = bound.getsockname()[:2]
            address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
            with _signals_are_no_faults():
                Server(config, house, lambda: on_start(house, address)).run(sockets=[bound])
        finally:
            house.close()
    finally:
        bound.close()


@contextmanager
def _signals_are_no_faults() -> Iterator[None]:
    """uvicorn hands on the signal that stopped it, when it has stopped in order; here that is the end wished for."""
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _bound(settings: Settings) -> socket.socket:
    try:
        info = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.socket(*info[:3])  # with its protocol: only of TCP by name does asyncio send small answers without delay
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(info[4])
            made.listen(BACKLOG)  # from here on the port is ours: of two that start at once, one is told so
        except OSError:
            made.close()
            raise
    except OSError as error:
        problem = Problem("host", f"cannot be listened on: {error.strerror}", f"{settings.host}:{settings.port}", "a free port")
        raise InputError([problem]) from None
    return made
