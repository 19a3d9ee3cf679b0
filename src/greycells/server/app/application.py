"""The ASGI application, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncGenerator, Awaitable, Callable
from http import HTTPStatus
from typing import cast
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Match, Mount, Route

from greycells.language.sentences import language, set_language
from greycells.server.app.node_server import NodeServer, node_protocol
from greycells.server.app.routes import routes_of
from greycells.server.guests.idle_guests import keep_guests
from greycells.server.my_data.keeping_features import TRACES
from greycells.server.operator.admin_socket import serving as serving_operator
from greycells.server.service.fixed_bodies import FixedBody, fixed_body
from greycells.server.service.public_address import taken_prefix, without_prefix
from greycells.server.service.service import Service
from greycells.server.storage.database import DatabaseError, StoreError
from greycells.server.table_hosting import handing_over
from greycells.server.table_hosting.table_loading import Lobby
from greycells.server.web.assets import asset_prefix
from greycells.server.web.ban_gate import BanGate
from greycells.server.web.endpoints import language_of
from greycells.server.web.page_frame import not_found
from greycells.server.web.request_costs import RequestCosts
from greycells.server.web.request_log import RequestLog
from greycells.server.web.security import SAFE, PathPrefix, SecurityHeaders
from greycells.server.web.static_files import StaticFolder

LARGE = 4 * 1024
"""Responses of so many bytes are compressed in a thread, unless they are kept compressed."""
COLLECT_EVERY = 600.0
FEW_TABLES = 30
"""A full garbage collection with this many tables takes a twentieth of a second."""
FOLLOW_EVERY = 1.0
"""How often a node looks for what others have done, in seconds."""
FOR_PROGRAMS = ("/api/", "/static/")


def application(service: Service) -> Starlette:
    """The whole server as an ASGI application."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        await service.look_at_admissions()
        works = [
            service.lobby.keep(),
            service.keep_admissions(),
            service.keep_archive(),
            keep_guests(service.store, service.config.clock, lambda: service.leases.leads, TRACES),
            service.keep_swept(),
            service.metrics.keep_measuring_lag(),
            _collect_when_quiet(service.lobby),
        ]
        if (cluster := service.cluster) is not None:
            await cluster.leases.join()
            works += [
                cluster.leases.keep(service.lobby.lapsed),
                cluster.checks.keep(),
                handing_over.keep(service.lobby, cluster.leases),
                _follow(service),
                NodeServer(node_protocol(service)).at(cluster.listener),
            ]
        keeping = [asyncio.create_task(work) for work in works]
        try:
            async with serving_operator(service):
                yield
        finally:
            await service.hand_over()
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            await service.stop()

    folder = StaticFolder(service.fixed_bodies)
    routes = [*routes_of(service), *(Mount(where, folder) for where in (asset_prefix(), "/static"))]
    taken = taken_prefix(service.config.prefix, (route.path for route in routes if isinstance(route, Route | Mount)))
    if taken is not None:
        raise StoreError(taken)
    doors = [
        Middleware(RequestLog, metrics=service.metrics, routes=routes),
        Middleware(PathPrefix, prefix=service.config.prefix),
        Middleware(SecurityHeaders, service=service),
        Middleware(RequestCosts, service=service),
        Middleware(BanGate, service=service),
        Middleware(GZipMiddleware, compresslevel=6, thread_minimum_size=LARGE),
    ]
    nowhere = {HTTPStatus.NOT_FOUND: _nowhere(service)}
    app = Starlette(routes=routes, lifespan=lifespan, middleware=doors, exception_handlers=nowhere)
    app.router.redirect_slashes = False  # It would lead to the host that the request names (see `_nowhere`).
    return app


def _nowhere(service: Service) -> Callable[[Request, Exception], Awaitable[Response]]:
    """The handler of addresses that don't exist: a page for people, plain text for programs.

    One slash too many leads to the address without it: by its path alone, since a host could be anybody's.
    """

    prefix = service.config.prefix

    async def make() -> FixedBody | Response:
        page = not_found()
        return await fixed_body(bytes(page.body), page.media_type)

    async def answer(request: Request, _: Exception) -> Response:
        asked = str(request.scope["path"])
        path, shorter = without_prefix(asked, prefix), asked.removesuffix("/")
        if shorter != asked and _is_known(request, shorter):
            query = request.scope["query_string"].decode("latin-1")
            return RedirectResponse(quote(shorter) + (f"?{query}" if query else ""))
        if request.method not in SAFE or path.startswith(FOR_PROGRAMS):
            return PlainTextResponse("not found\n", status_code=HTTPStatus.NOT_FOUND)
        set_language(language_of(request))
        page = await service.fixed_bodies.get(("nowhere", language()), make)
        assert isinstance(page, FixedBody)
        return page.response(request.headers.get("accept-encoding", ""), status=HTTPStatus.NOT_FOUND)

    return answer


def _is_known(request: Request, path: str) -> bool:
    """Whether there is a route for this path."""
    scope = {**request.scope, "path": path}
    return any(route.matches(scope)[0] is not Match.NONE for route in cast("Starlette", request.app).routes)


async def _follow(service: Service) -> None:
    """Learn from the database what other nodes have done: which guests are gone, and which tables were taken."""
    while True:
        await service.config.clock.sleep(FOLLOW_EVERY)
        with contextlib.suppress(DatabaseError):
            await service.look_up_gone()
            await service.lobby.drop_what_was_taken()


async def _collect_when_quiet(lobby: Lobby) -> None:
    """Run a full garbage collection from time to time, while so few tables are live that nobody notices."""
    while True:
        await lobby.services.clock.sleep(COLLECT_EVERY)
        if len(lobby) <= FEW_TABLES:
            gc.collect()
