"""Meters for displays: a stream of server-sent events, each with a meter's reading after a commit.

One thread waits for the ledger's news and wakes every stream. What another process on the same database commits is seen by
asking for the end of the log, once a second.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from houseway.ledger import StorageError
from houseway.service.errors import busy
from houseway.service.logs import log

if TYPE_CHECKING:
    from houseway.ledger import MeterRecord
    from houseway.service.house import House

ALIVE_SECONDS = 10.0  # a line that says nothing, so that a broken connection is noticed; the key is looked at again
POLL_SECONDS = 1.0
STEP_SECONDS = 0.1  # how soon the thread notices that it is to stop


class News:
    """The end of the log, as every stream waits for it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.seq = 0
        self._waiting: set[asyncio.Future[None]] = set()
        self._stop = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to wait, in a thread of its own. Called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._watch, name="houseway-news", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; it is gone when this returns."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(POLL_SECONDS * 5)

    def _watch(self) -> None:
        asked = 0.0
        while not self._stop.is_set():
            try:
                news = self._house.ledger.wait(self.seq, STEP_SECONDS)
                if not news and time.monotonic() < asked + POLL_SECONDS:
                    continue
                asked = time.monotonic()
                seq = self._house.ledger.head().seq
            except StorageError as error:
                log("storage", level="error", problem=str(error))
                self._stop.wait(POLL_SECONDS)
                continue
            self._house.metrics.last_event.set(seq)
            if seq != self.seq and self._loop is not None:
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(self._tell, seq)
                self.seq = seq

    def _tell(self, seq: int) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def wait(self, after: int, seconds: float) -> None:
        """Until there is an event beyond ``after``, or the time has passed."""
        if self.seq > after:
            return
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await asyncio.wait_for(future, seconds)
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(future)

    def wake(self) -> None:
        """Wake every stream, so that it sees that the service is closing. Called in the event loop."""
        self._tell(self.seq)


def stream(house: House, token: str, names: frozenset[str]) -> AsyncIterator[bytes]:
    """The stream of one display: every meter (or those named) at once, then each whenever it has moved.

    Raises RefusedError where there are too many already.
    """
    if house.streams >= house.settings.most_streams:
        raise busy("has as many displays as it serves")
    return _stream(house, token, names)


async def _stream(house: House, token: str, names: frozenset[str]) -> AsyncIterator[bytes]:
    house.streams += 1
    house.metrics.streams.set(house.streams)
    try:
        sent: dict[str, int] = {}
        until = time.monotonic() + house.settings.stream_seconds
        alive = time.monotonic() + ALIVE_SECONDS
        yield b"retry: 1000\n\n"
        while time.monotonic() < until and not house.closing.is_set():
            seq = house.news.seq
            for meter in await run_in_threadpool(house.ledger.meters):
                if (not names or meter.name in names) and sent.get(meter.name) != meter.seq:
                    sent[meter.name] = meter.seq
                    yield _event(meter)
            await house.news.wait(seq, max(0.01, min(alive, until) - time.monotonic()))
            if time.monotonic() >= alive:
                if await run_in_threadpool(house.accounts.identify, token) is None:
                    return  # revoked or expired
                alive = time.monotonic() + ALIVE_SECONDS
                yield b": alive\n\n"
    finally:
        house.streams -= 1
        house.metrics.streams.set(house.streams)


def _event(meter: MeterRecord) -> bytes:
    data = json.dumps(meter.to_dict(), ensure_ascii=False, separators=(",", ":"))
    return f"id: {meter.seq}\nevent: meter\ndata: {data}\n\n".encode()
