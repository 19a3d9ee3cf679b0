"""The server for other nodes, which lives inside the public one."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Generator
from dataclasses import replace

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from greycells.server.app.routes import routes_of
from greycells.server.limits.connection_limits import protocols
from greycells.server.limits.trusted_proxies import TrustedProxies
from greycells.server.nodes.node_checks import PATH as CHECK_PATH
from greycells.server.operator.table_report import NODE_PATH, running_facts
from greycells.server.service.service import Service
from greycells.server.web.node_door import NodeDoor
from greycells.server.web.request_costs import RequestCosts
from greycells.server.web.request_log import RequestLog
from greycells.server.web.security import PathPrefix

MOST_IN_A_MESSAGE = 16 * 1024


def for_nodes(service: Service) -> ASGIApp:
    """The same application behind the door for other nodes."""
    assert service.cluster is not None

    async def table(request: Request) -> Response:
        facts = await running_facts(service, str(request.path_params["table"]))
        return Response(msgspec.json.encode(facts), media_type="application/json")

    async def here(_: Request) -> Response:
        return Response()

    routes = [*routes_of(service), Route(NODE_PATH, table), Route(CHECK_PATH, here)]
    doors = [
        Middleware(RequestLog, metrics=service.metrics, routes=routes, unlogged=CHECK_PATH),
        Middleware(PathPrefix, prefix=service.config.prefix),
        Middleware(RequestCosts, service=service),
    ]
    inside = Starlette(routes=routes, middleware=doors)
    return NodeDoor(inside, service.cluster.key, service.cluster.leases)


class NodeServer(uvicorn.Server):
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
