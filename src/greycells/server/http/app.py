"""The application: every door of the server, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import socket
from collections.abc import AsyncGenerator, Callable, Generator
from dataclasses import replace
from http import HTTPStatus
from importlib.resources import as_file, files

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from greycells.rules.sentences import Sentence, set_language
from greycells.server.http.advice_api import ADVICE
from greycells.server.http.connection_limits import protocols
from greycells.server.http.diagram_api import DRAWN
from greycells.server.http.edition_api import PRINTED
from greycells.server.http.endpoints import language_of
from greycells.server.http.lesson_api import LESSONS
from greycells.server.http.logging_setup import LOGS
from greycells.server.http.node_door import NodeDoor
from greycells.server.http.openapi import document
from greycells.server.http.record_api import RECORDS
from greycells.server.http.security import SAFE, SecurityHeaders
from greycells.server.http.sockets import serve as serve_socket
from greycells.server.http.table_api import ENDPOINTS
from greycells.server.pages.asset_pages import SHELL
from greycells.server.pages.assets import asset_prefix
from greycells.server.pages.board_pictures import PICTURES
from greycells.server.pages.home_pages import PAGES
from greycells.server.pages.page_layout import not_found
from greycells.server.pages.screens import SCREENS
from greycells.server.pages.sheet_pages import SHEETS
from greycells.server.pages.welcome_pages import WELCOME
from greycells.server.service import Config, Service
from greycells.server.tables.lobby import Lobby

log = logging.getLogger("greycells.server")
MOST_IN_A_MESSAGE = 16 * 1024
SEARCH_EVERY = 600.0
FEW_TABLES = 30
"""So many tables are searched through in a twentieth of a second."""
NEVER = 1_000_000_000
FOR_PROGRAMS = ("/api/", "/static/")
API = (*ENDPOINTS, *RECORDS, *ADVICE, *PRINTED, *DRAWN, *LESSONS)


def application(service: Service) -> Starlette:
    """The whole server as an ASGI application."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        works = [service.lobby.keep(), _search_when_quiet(service.lobby)]
        if (cluster := service.cluster) is not None:
            await cluster.leases.join()
            works += [
                cluster.leases.keep(service.lobby.lapsed),
                _NodeServer(node_protocol(service)).at(cluster.listener),
            ]
        keeping = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            await service.hand_over()
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            await service.stop()

    with as_file(files("greycells.server").joinpath("static")) as folder:
        static = [Mount(where, StaticFiles(directory=folder)) for where in (asset_prefix(), "/static")]
    doors = [Middleware(SecurityHeaders, service=service), Middleware(GZipMiddleware)]
    return Starlette(
        routes=[*_routes(service), *static],
        lifespan=lifespan,
        middleware=doors,
        exception_handlers={HTTPStatus.NOT_FOUND: _nowhere},
    )


def for_nodes(service: Service) -> ASGIApp:
    """The same application behind the door for other nodes."""
    assert service.cluster is not None
    return NodeDoor(Starlette(routes=_routes(service)), service.cluster.key, service.cluster.leases)


def _routes(service: Service) -> list[BaseRoute]:
    async def live(websocket: WebSocket) -> None:
        await serve_socket(service, websocket)

    return [
        *(endpoint.route(service) for endpoint in (*API, *PAGES, *SCREENS, *SHEETS, *SHELL, *WELCOME, *PICTURES)),
        WebSocketRoute("/api/tables/{table}/live", live),
        *_about(service),
    ]


async def _nowhere(request: Request, _: Exception) -> Response:
    """An address that doesn't exist: a page for people, a word for programs."""
    if request.method not in SAFE or request.url.path.startswith(FOR_PROGRAMS):
        return PlainTextResponse("not found\n", status_code=HTTPStatus.NOT_FOUND)
    set_language(language_of(request))
    return not_found()


async def _search_when_quiet(lobby: Lobby) -> None:
    """Search the whole house for what is left in circles, when so few tables are live that none feels it; for ever."""
    while True:
        await asyncio.sleep(SEARCH_EVERY)
        if len(lobby) <= FEW_TABLES:
            gc.collect()


def _about(service: Service) -> list[Route]:
    """How the server is: for machines that watch it, and telling nothing of any table."""
    description = msgspec.json.encode(document(API))

    async def health(_: Request) -> Response:
        """Well while the disk can be read and written; a table that cannot be read is said, and harms no other."""
        if not service.house.leases.valid:
            return PlainTextResponse("this node is leaving\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        if not await service.disk_works():
            return PlainTextResponse("the disk cannot be written\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        aside = len(service.lobby.set_aside)
        return PlainTextResponse(f"well, but {aside} tables cannot be read (see the log)\n" if aside else "well\n")

    async def metrics(_: Request) -> Response:
        lines = [
            ("greycells_tables_live", "gauge", "Tables in memory", len(service.lobby)),
            ("greycells_sockets_open", "gauge", "Open sockets", service.lobby.viewers),
            ("greycells_nodes", "gauge", "Nodes with a lease", _nodes(service)),
            ("greycells_tables_set_aside", "gauge", "Tables that cannot be read", len(service.lobby.set_aside)),
            *(
                (f"greycells_{name.replace(' ', '_')}_total", "counter", name.capitalize(), count)
                for name, count in sorted(service.counts.items())
            ),
        ]
        text = "".join(
            f"# HELP {name} {says}\n# TYPE {name} {kind}\n{name} {value}\n" for name, kind, says, value in lines
        )
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def openapi(_: Request) -> Response:
        return Response(description, media_type="application/json")

    return [Route("/health", health), Route("/metrics", metrics), Route("/openapi.json", openapi)]


def _nodes(service: Service) -> int:
    return 1 if service.cluster is None else len(service.cluster.leases.living)


class _Server(uvicorn.Server):
    """A server that says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

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
        await self.serve(sockets=[listener])


def node_protocol(service: Service) -> uvicorn.Config:
    """As to the public, but for what other nodes pass on, who keep the limits of each connection themselves."""
    limits, factor = service.config.connections, 4 * service.config.limits_factor
    http, ws = protocols(
        replace(limits, burst=limits.burst * factor, rate=limits.rate * factor, head_size=4 * limits.head_size)
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
    """How uvicorn speaks for us: small messages, no compression of frames (63 KiB a socket), no names in any log."""
    limits, factor = service.config.connections, service.config.limits_factor
    http, ws = protocols(replace(limits, burst=limits.burst * factor, rate=limits.rate * factor))
    return uvicorn.Config(
        application(service),
        host=service.config.host,
        port=service.config.port,
        http=http,
        ws=ws,
        ws_max_size=MOST_IN_A_MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=math.ceil(limits.idle_time),
        timeout_graceful_shutdown=2,
        forwarded_allow_ips=service.config.trusted_proxies,
        access_log=False,
        server_header=False,
        log_config=LOGS,
        log_level="warning",
    )


def run(config: Config, *, ready: Callable[[str], None]) -> None:
    """Serve until told to stop. A StoreError is raised before anything is served."""
    service = Service.start(config)
    address = service.address("/")
    server = _Server(protocol(service), service, ready=lambda: ready(str(Sentence("serve.open at", address=address))))
    gc.collect()
    gc.freeze()
    # What is over goes by itself (tests/server/test_put_away.py), a search for circles is a net and no more. What is
    # young is searched as always, a few thousand things at a time, in some 30 ms. The old are all the games, and to
    # search them would stop 500 tables for half a second: that waits until few are live (`_search_when_quiet`).
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    server.run()
