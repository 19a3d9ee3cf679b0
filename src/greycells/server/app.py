"""The ASGI application: all routes of the server, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import os
import socket
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from dataclasses import replace
from http import HTTPStatus
from types import FrameType
from typing import cast
from urllib.parse import quote

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn._types import ASGI3Application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from greycells.language.sentences import Sentence, language, set_language
from greycells.server.cases.api import API as CASES
from greycells.server.cases.pages import PAGES as CASES_PAGES
from greycells.server.companion.api import API as COMPANIONS
from greycells.server.companion.pages import PAGES as COMPANION_PAGES
from greycells.server.guests.idle_guests import keep_guests
from greycells.server.home.api import API as HOME
from greycells.server.home.pages import PAGES as HOME_PAGES
from greycells.server.home.welcome_pages import PAGES as WELCOME
from greycells.server.hosting import handing_over
from greycells.server.hosting.lobby import Lobby
from greycells.server.lessons.api import API as LESSONS
from greycells.server.limits.connection_limits import protocols
from greycells.server.limits.trusted_proxies import TrustedProxies
from greycells.server.lobby.advice_api import API as ADVICE
from greycells.server.lobby.api import API as TABLES
from greycells.server.lobby.pages import PAGES as LOBBY_PAGES
from greycells.server.lobby.sockets import serve as serve_socket
from greycells.server.my_data.api import API as GUEST_DATA
from greycells.server.my_data.gathered_data import TRACES
from greycells.server.my_data.pages import PAGES as MY_DATA_PAGES
from greycells.server.nodes.node_checks import PATH as CHECK_PATH
from greycells.server.operator.admin_socket import serving as serving_operator
from greycells.server.operator.table_report import NODE_PATH, running_facts
from greycells.server.puzzles.api import API as PUZZLES
from greycells.server.puzzles.pages import PAGES as PUZZLES_PAGES
from greycells.server.records.api import API as RECORDS
from greycells.server.records.pages import PAGES as RECORDS_PAGES
from greycells.server.records.shares_api import API as SHARES
from greycells.server.reports.api import API as REPORTS
from greycells.server.reviews.api import API as REVIEWS
from greycells.server.reviews.pages import PAGES as REVIEWS_PAGES
from greycells.server.rulebook.api import API as PRINTED
from greycells.server.rulebook.board_pictures import PAGES as PICTURES
from greycells.server.rulebook.diagram_api import API as DRAWN
from greycells.server.rulebook.pages import PAGES as RULEBOOK_PAGES
from greycells.server.rulebook.sheets import PAGES as SHEETS
from greycells.server.service.fixed_bodies import FixedBody, fixed_body
from greycells.server.service.public_address import taken_prefix, without_prefix
from greycells.server.service.service import Config, Service
from greycells.server.storage.database import DatabaseError, StoreError
from greycells.server.web.asset_pages import PAGES as SHELL
from greycells.server.web.assets import asset_prefix
from greycells.server.web.endpoints import language_of
from greycells.server.web.gate import Gate
from greycells.server.web.logging_setup import log_loop_error, set_up_logs
from greycells.server.web.node_door import NodeDoor
from greycells.server.web.openapi import document
from greycells.server.web.page_frame import not_found
from greycells.server.web.request_costs import RequestCosts
from greycells.server.web.request_ids import RequestIds
from greycells.server.web.request_log import RequestLog
from greycells.server.web.security import METRICS, SAFE, PathPrefix, SecurityHeaders
from greycells.server.web.static_files import StaticFolder

log = logging.getLogger("greycells.server")
MOST_IN_A_MESSAGE = 16 * 1024
LARGE = 4 * 1024
"""Responses of so many bytes are compressed in a thread, unless they are kept compressed."""
STOPS_WITHIN = 9.0
"""Seconds after which a server that was told to stop ends, whatever it is still doing; it takes about one."""
COLLECT_EVERY = 600.0
FEW_TABLES = 30
"""A full garbage collection with this many tables takes a twentieth of a second."""
NEVER = 1_000_000_000
FOLLOW_EVERY, RECENT = 1.0, 600.0
"""How often a node looks for what others have done, and how far back, in seconds."""
FOR_PROGRAMS = ("/api/", "/static/")
HTML_PAGES = (
    *CASES_PAGES,  # Before those of puzzles: `/daily/game` is no date.
    *COMPANION_PAGES,
    *HOME_PAGES,
    *WELCOME,
    *LOBBY_PAGES,
    *MY_DATA_PAGES,
    *PUZZLES_PAGES,
    *RECORDS_PAGES,
    *REVIEWS_PAGES,
    *PICTURES,
    *RULEBOOK_PAGES,
    *SHEETS,
    *SHELL,
)
API = (
    *CASES,
    *COMPANIONS,
    *HOME,
    *LESSONS,
    *ADVICE,
    *TABLES,
    *GUEST_DATA,
    *PUZZLES,
    *RECORDS,
    *SHARES,
    *REPORTS,
    *REVIEWS,
    *PRINTED,
    *DRAWN,
)


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
                _NodeServer(node_protocol(service)).at(cluster.listener),
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
    routes = [*_routes(service), *(Mount(where, folder) for where in (asset_prefix(), "/static"))]
    taken = taken_prefix(service.config.prefix, (route.path for route in routes if isinstance(route, Route | Mount)))
    if taken is not None:
        raise StoreError(taken)
    doors = [
        Middleware(RequestLog, metrics=service.metrics, routes=routes),
        Middleware(PathPrefix, prefix=service.config.prefix),
        Middleware(SecurityHeaders, service=service),
        Middleware(RequestCosts, service=service),
        Middleware(Gate, service=service),
        Middleware(GZipMiddleware, compresslevel=6, thread_minimum_size=LARGE),
    ]
    nowhere = {HTTPStatus.NOT_FOUND: _nowhere(service)}
    app = Starlette(routes=routes, lifespan=lifespan, middleware=doors, exception_handlers=nowhere)
    app.router.redirect_slashes = False  # It would lead to the host that the request names (see `_nowhere`).
    return app


def for_nodes(service: Service) -> ASGIApp:
    """The same application behind the door for other nodes."""
    assert service.cluster is not None

    async def table(request: Request) -> Response:
        facts = await running_facts(service, str(request.path_params["table"]))
        return Response(msgspec.json.encode(facts), media_type="application/json")

    async def here(_: Request) -> Response:
        return Response()

    routes = [*_routes(service), Route(NODE_PATH, table), Route(CHECK_PATH, here)]
    doors = [
        Middleware(RequestLog, metrics=service.metrics, routes=routes, unlogged=CHECK_PATH),
        Middleware(PathPrefix, prefix=service.config.prefix),
        Middleware(RequestCosts, service=service),
    ]
    inside = Starlette(routes=routes, middleware=doors)
    return NodeDoor(inside, service.cluster.key, service.cluster.leases)


def _routes(service: Service) -> list[BaseRoute]:
    async def live(websocket: WebSocket) -> None:
        await serve_socket(service, websocket)

    return [
        *(endpoint.route(service) for endpoint in (*API, *HTML_PAGES)),
        WebSocketRoute("/api/tables/{table}/live", live),
        *_about(service),
    ]


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
            if await service.guests.look_up_gone(service.config.clock.now(), within=RECENT):
                service.reviews.forget()
            await service.lobby.drop_what_was_taken()


async def _collect_when_quiet(lobby: Lobby) -> None:
    """Run a full garbage collection from time to time, while so few tables are live that nobody notices."""
    while True:
        await lobby.services.clock.sleep(COLLECT_EVERY)
        if len(lobby) <= FEW_TABLES:
            gc.collect()


def _about(service: Service) -> list[Route]:
    """Health, metrics and the API description, for monitoring; nothing about any single table."""
    description = msgspec.json.encode(document(API, server=service.config.public_url or "/"))

    async def health(_: Request) -> Response:
        """Healthy while the disk can be written. Unreadable tables are reported, and don't affect the others."""
        if not service.leases.valid:
            return PlainTextResponse("this node is leaving\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        if service.cluster is not None and service.cluster.leases.apart:
            words = "this node and others don't reach one another (see the log)\n"
            return PlainTextResponse(words, status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        if not await service.disk_works():
            return PlainTextResponse("the disk cannot be written\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        unreached = len(service.cluster.leases.unreached) if service.cluster is not None else 0
        counts = {"tables that cannot be read": len(service.lobby.set_aside), "nodes that can't be reached": unreached}
        told = "; ".join(f"{what} (see the log): {count}" for what, count in counts.items() if count)
        return PlainTextResponse(f"ok, but {told}\n" if told else "ok\n")

    async def metrics(_: Request) -> Response:
        return PlainTextResponse(service.metrics.text(), media_type="text/plain; version=0.0.4")

    async def describe() -> FixedBody:
        return await fixed_body(description, "application/json")

    async def openapi(request: Request) -> Response:
        made = await service.fixed_bodies.get(("openapi", ""), describe)
        assert isinstance(made, FixedBody)
        return made.response(request.headers.get("accept-encoding", ""))

    return [Route("/health", health), Route(METRICS, metrics), Route("/openapi.json", openapi)]


def _end_at_last() -> None:
    """End this process if it has not stopped in time: whatever was acknowledged is on disk."""
    time.sleep(STOPS_WITHIN)
    log.error("the server did not stop within %g seconds and is ended", STOPS_WITHIN)
    os._exit(1)


class _Server(uvicorn.Server):
    """A server that prints its address once it accepts connections."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        threading.Thread(target=_end_at_last, name="last resort", daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tables go to the other nodes first, so that whoever is sent away finds them there."""
        await self._service.hand_over()
        await super().shutdown(sockets)


class _NodeServer(uvicorn.Server):
    """The server for other nodes, which lives inside the public one and leaves signals to it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def at(self, listener: socket.socket) -> None:
        """Serve until cancelled. The loop lets go of the socket before it is closed: otherwise whatever gets the number
        of its descriptor next would be taken for it, and never be read."""
        try:
            await self.serve(sockets=[listener])
        finally:
            for server in self.servers if self.started else ():
                server.close()


def node_protocol(service: Service) -> uvicorn.Config:
    """As to the public, but for what other nodes pass on, who keep the limits of each connection themselves."""
    limits, factor = service.config.connections, 4 * service.config.limits_factor
    http, ws = protocols(
        replace(limits, burst=limits.burst * factor, rate=limits.rate * factor, head_size=4 * limits.head_size),
        service.open_connections,
        TrustedProxies("*"),
    )
    return uvicorn.Config(
        for_nodes(service),
        http=http,
        ws=ws,
        ws_max_size=MOST_IN_A_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        lifespan="off",
        proxy_headers=False,
        access_log=False,
        server_header=False,
        log_config=None,
        log_level="warning",
    )


def protocol(service: Service) -> uvicorn.Config:
    """The configuration of uvicorn: small messages, no compression of frames (63 KiB per socket), no access log."""
    limits, factor, trusted = service.config.connections, service.config.limits_factor, service.config.trusted_proxies
    proxies, connections = TrustedProxies(trusted), service.open_connections
    http, ws = protocols(replace(limits, burst=limits.burst * factor, rate=limits.rate * factor), connections, proxies)
    # uvicorn and Starlette write the same ASGI types in two ways.
    known = ProxyHeadersMiddleware(cast("ASGI3Application", application(service)), trusted)
    return uvicorn.Config(
        RequestIds(cast("ASGIApp", known), proxies),
        host=service.config.host,
        port=service.config.port,
        http=http,
        ws=ws,
        ws_max_size=MOST_IN_A_MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=math.ceil(limits.idle_time),
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # Above: request ids have to be read where the address is still the proxy's.
        access_log=False,
        server_header=False,
        log_config=None,
        log_level="warning",
    )


def run(config: Config, *, ready: Callable[[str], None]) -> None:
    """Serve until told to stop. A StoreError is raised before anything is served."""
    set_up_logs(config.log_format, config.log_level)
    service = Service.start(config)
    set_up_logs(config.log_format, config.log_level, lambda: service.leases.node)
    address = service.address("/")
    server = _Server(protocol(service), service, ready=lambda: ready(str(Sentence("serve.open at", address=address))))
    gc.collect()
    gc.freeze()
    # Finished objects are freed by reference counting alone (tests/server/tables/test_freed_memory.py), so the garbage
    # collector is only a safety net. Young generations are collected as usual, in about 30 ms. A full collection would
    # stop 500 tables for half a second, so it runs only while few are live (`_collect_when_quiet`).
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    server.run()
