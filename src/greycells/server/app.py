"""The application: every door of the server, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
from collections.abc import AsyncGenerator, Callable
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
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from greycells.rules.sentences import Sentence
from greycells.server.advice import ADVICE
from greycells.server.drawings import DRAWN
from greycells.server.guard import Guard
from greycells.server.lobby import Lobby
from greycells.server.openapi import document
from greycells.server.pages import PAGES
from greycells.server.printed import PRINTED
from greycells.server.records import RECORDS
from greycells.server.routes import ENDPOINTS
from greycells.server.screens import SCREENS
from greycells.server.service import Config, Service
from greycells.server.shell import SHELL, kept
from greycells.server.sockets import serve as serve_socket
from greycells.server.welcome import LESSONS, WELCOME

log = logging.getLogger("greycells.server")
MOST_IN_A_MESSAGE = 16 * 1024
SEARCH_EVERY = 600.0
FEW_TABLES = 30
"""So many tables are searched through in a twentieth of a second."""
NEVER = 1_000_000_000
API = (*ENDPOINTS, *RECORDS, *ADVICE, *PRINTED, *DRAWN, *LESSONS)


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
        *(endpoint.route(service) for endpoint in (*API, *PAGES, *SCREENS, *SHELL, *WELCOME)),
        WebSocketRoute("/api/tables/{table}/live", live),
        *_about(service),
    ]
    with as_file(files("greycells.server").joinpath("static")) as folder:
        routes += [Mount(where, StaticFiles(directory=folder)) for where in (kept(), "/static")]
    doors = [Middleware(Guard, service=service), Middleware(GZipMiddleware)]
    return Starlette(routes=routes, lifespan=lifespan, middleware=doors)


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
        await service.store.with_code("")
        return PlainTextResponse("well\n")

    async def metrics(_: Request) -> Response:
        lines = [
            ("greycells_tables_live", "gauge", "Tables in memory", len(service.lobby)),
            ("greycells_sockets_open", "gauge", "Open sockets", service.lobby.viewers),
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


class _Doorstep(HttpToolsProtocol):
    """HTTP up to where a socket is opened; its parser holds it in a circle, which is cut then."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        del self.parser


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket; the generator that reads its frames holds it in a circle, which is cut at its end."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()


def protocol(service: Service) -> uvicorn.Config:
    """How uvicorn speaks for us: small messages, no compression of frames (63 KiB a socket), no names in any log."""
    return uvicorn.Config(
        application(service),
        host=service.config.host,
        port=service.config.port,
        http=_Doorstep,
        ws=_Socket,
        ws_max_size=MOST_IN_A_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        forwarded_allow_ips=service.config.trusted_proxies,
        access_log=False,
        server_header=False,
        log_level="warning",
    )


def run(config: Config, *, ready: Callable[[str], None]) -> None:
    """Serve until told to stop. A StoreError is raised before anything is served."""
    service = Service.start(config)
    address = service.address("/")
    server = _Server(protocol(service), ready=lambda: ready(str(Sentence("cli.open at", address=address))))
    gc.collect()
    gc.freeze()
    # What is over goes by itself (tests/server/test_put_away.py), a search for circles is a net and no more. What is
    # young is searched as always, a few thousand things at a time, in some 30 ms. The old are all the games, and to
    # search them would stop 500 tables for half a second: that waits until few are live (`_search_when_quiet`).
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    server.run()
