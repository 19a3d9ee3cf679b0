"""The routes of every node: endpoints, pages, the socket, and what monitoring asks."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from greycells.server.app.features import API, HTML_PAGES
from greycells.server.lobby.sockets import serve as serve_socket
from greycells.server.nodes.leases import NodeLeases
from greycells.server.service.fixed_bodies import FixedBody, fixed_body
from greycells.server.service.service import Service
from greycells.server.web.openapi import document
from greycells.server.web.security import METRICS


def routes_of(service: Service) -> list[BaseRoute]:
    """Everything that can be asked for."""

    async def live(websocket: WebSocket) -> None:
        await serve_socket(service, websocket)

    return [
        *(endpoint.route(service) for endpoint in (*API, *HTML_PAGES)),
        WebSocketRoute("/api/tables/{table}/live", live),
        *_monitoring(service),
    ]


def _monitoring(service: Service) -> list[Route]:
    """Health, metrics and the API description, for monitoring; nothing about any single table."""
    description = msgspec.json.encode(document(API, server=service.config.public_url or "/"))

    async def health(_: Request) -> Response:
        """Healthy while the disk can be written. Unreadable tables are reported, and don't affect the others."""
        if trouble := (_node_trouble(service.cluster.leases) if service.cluster is not None else ""):
            return PlainTextResponse(f"{trouble}\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        if not await service.disk_works():
            words = "the disk" if service.cluster is None else "the database"
            return PlainTextResponse(f"{words} cannot be written\n", status_code=HTTPStatus.SERVICE_UNAVAILABLE)
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


def _node_trouble(leases: NodeLeases) -> str:
    """Why this node runs no tables; empty if it does."""
    if leases.leaving:
        return "this node is leaving"
    if not leases.valid:
        return "the database can't be reached, so this node has lost its lease (see the log)"
    if leases.node in leases.unreached:
        return f"another node answers at this node's address {leases.address}: give each its own --node-address"
    return "this node and others don't reach one another (see the log)" if leases.apart else ""
