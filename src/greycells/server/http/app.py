"""The application: every door of the server, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import socket
from collections.abc import AsyncGenerator, Callable
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
from starlette.websockets import WebSocket

from greycells.rules.sentences import Sentence, set_language
from greycells.server.http.advice_api import ADVICE
from greycells.server.http.companion_api import COMPANIONS
from greycells.server.http.connection_limits import protocols
from greycells.server.http.diagram_api import DRAWN
from greycells.server.http.edition_api import PRINTED
from greycells.server.http.endpoints import language_of
from greycells.server.http.lesson_api import LESSONS
from greycells.server.http.logging_setup import LOGS
from greycells.server.http.openapi import document
from greycells.server.http.record_api import RECORDS
from greycells.server.http.security import SAFE, SecurityHeaders
from greycells.server.http.sockets import serve as serve_socket
from greycells.server.http.table_api import ENDPOINTS
from greycells.server.pages.asset_pages import SHELL
from greycells.server.pages.assets import asset_prefix
from greycells.server.pages.board_pictures import PICTURES
from greycells.server.pages.companion_pages import COMPANION_PAGES
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
API = (*ENDPOINTS, *RECORDS, *ADVICE, *PRINTED, *DRAWN, *LESSONS, *COMPANIONS)
HTML_PAGES = (*PAGES, *SCREENS, *SHEETS, *SHELL, *WELCOME, *PICTURES, *COMPANION_PAGES)


def application(service: Service) -> Starlette:
    """The whole server as an ASGI application."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        keeping = [asyncio.create_task(work) for work in (service.lobby.keep(), _search_when_quiet(service.lobby))]
        try:
            yield
        finally:
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            await service.stop()

    async def live(websocket: WebSocket) -> None:
        await serve_socket(service, websocket)

    routes: list[BaseRoute] = [
        *(
            endpoint.route(service)
            for endpoint in (*API, *PAGES, *SCREENS, *SHEETS, *SHELL, *WELCOME, *PICTURES, *COMPANION_PAGES)
        ),
        WebSocketRoute("/api/tables/{table}/live", live),
        *_about(service),
    ]
    with as_file(files("greycells.server").joinpath("static")) as folder:
        routes += [Mount(where, StaticFiles(directory=folder)) for where in (asset_prefix(), "/static")]
    doors = [Middleware(SecurityHeaders, service=service), Middleware(GZipMiddleware)]
    return Starlette(
        routes=routes, lifespan=lifespan, middleware=doors, exception_handlers={HTTPStatus.NOT_FOUND: _nowhere}
    )


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
        if not await service.disk_works():
            return PlainTextResponse("the disk cannot be written\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        aside = len(service.lobby.set_aside)
        return PlainTextResponse(f"well, but {aside} tables cannot be read (see the log)\n" if aside else "well\n")

    async def metrics(_: Request) -> Response:
        lines = [
            ("greycells_tables_live", "gauge", "Tables in memory", len(service.lobby)),
            ("greycells_sockets_open", "gauge", "Open sockets", service.lobby.viewers),
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


class _Server(uvicorn.Server):
    """A server that says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


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
    server = _Server(protocol(service), ready=lambda: ready(str(Sentence("serve.open at", address=address))))
    gc.collect()
    gc.freeze()
    # What is over goes by itself (tests/server/test_put_away.py), a search for circles is a net and no more. What is
    # young is searched as always, a few thousand things at a time, in some 30 ms. The old are all the games, and to
    # search them would stop 500 tables for half a second: that waits until few are live (`_search_when_quiet`).
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    server.run()
