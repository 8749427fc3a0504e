"""The application: the gate, then the endpoints."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from houseway.service import answers, openapi
from houseway.service.gate import Gate
from houseway.service.house import House
from houseway.service.routes import care, filings, meters, pages, people, rounds
from houseway.service.routing import PREFIX, assert_guarded
from houseway.version import __version__


def create_app(house: House) -> FastAPI:
    """The application of an open house; the house is closed when the application is shut down."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = house.settings.workers
        house.news.start()
        yield
        house.begin_to_close()
        await run_in_threadpool(house.close)

    app = FastAPI(
        title="houseway", version=__version__, openapi_url=f"{PREFIX}/openapi.json", docs_url=None, redoc_url=None,
        lifespan=lifespan,
    )  # fmt: skip
    app.state.house = house
    for module in (rounds, meters, filings, people, care, pages):
        assert_guarded(module.routes.router)
        app.include_router(module.routes.router)
    answers.register(app)
    app.openapi = lambda: openapi.openapi(app)  # type: ignore[method-assign]  # as FastAPI's own pages say to do it
    app.add_middleware(Gate, house=house)
    return app
