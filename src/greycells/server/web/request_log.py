"""Middleware that notes every request: its route, status and duration, in the metrics and as a line of the log.

It stands around everything, so that refusals, files, sockets and addresses that don't exist are noted too.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from http import HTTPStatus
from time import perf_counter

from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.server.system.metrics import Metrics

access = logging.getLogger("greycells.access")
NO_ROUTE = "none"
"""The route of what no route has had: an address that doesn't exist, or a request that was refused before."""
FILES = "/static/{file}"
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
ACCEPTED = int(HTTPStatus.SWITCHING_PROTOCOLS)
ANSWERS = ("http.response.start", "websocket.http.response.start")


class RequestLog:
    """Around an application; `routes` are those whose names are told. What nodes ask all the time is not logged."""

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: Iterable[BaseRoute], *, unlogged: str = "") -> None:
        self._app = app
        self._metrics = metrics
        self._unlogged = unlogged
        self._names: dict[object, str] = {}
        for route in routes:
            if isinstance(route, Mount):
                self._names[route.app] = FILES
            elif isinstance(route, Route | WebSocketRoute):
                self._names[route.endpoint] = route.path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if not status:
                status = _status(message)
                self._note(scope, status, perf_counter() - began)
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            if not status:
                self._note(scope, HTTPStatus.INTERNAL_SERVER_ERROR, perf_counter() - began)
            elif status == ACCEPTED:
                self._note_closed(scope, perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = _method(scope), self._route(scope)
        self._metrics.requests.add(method, route, str(int(status)))
        self._metrics.request_seconds.add(seconds, method, route)
        level = logging.WARNING if status >= HTTPStatus.INTERNAL_SERVER_ERROR else logging.INFO
        if access.isEnabledFor(level) and route != self._unlogged:
            about = {"method": method, "route": route, "status": int(status), "duration": round(seconds, 6)}
            text = "%s %s %d %.1f ms"
            access.log(level, text, method, route, status, seconds * 1000, extra={**about, "table": _table(scope)})

    def _note_closed(self, scope: Scope, seconds: float) -> None:
        """A socket was open until now."""
        if access.isEnabledFor(logging.INFO):
            about = {"method": _method(scope), "route": self._route(scope), "duration": round(seconds, 6)}
            text = "%s %s closed after %.1f s"
            access.info(text, about["method"], about["route"], seconds, extra={**about, "table": _table(scope)})

    def _route(self, scope: Scope) -> str:
        return self._names.get(scope.get("endpoint"), NO_ROUTE)


def _method(scope: Scope) -> str:
    method = str(scope.get("method", "GET"))  # A socket is opened with GET.
    return method if method in METHODS else "other"


def _table(scope: Scope) -> str:
    """The table that the path names; of a route that there is."""
    return str(scope.get("path_params", {}).get("table", ""))


def _status(message: Message) -> int:
    if message["type"] in ANSWERS:
        return int(message["status"])
    # A socket that is closed before it is accepted is answered with 403.
    return ACCEPTED if message["type"] == "websocket.accept" else int(HTTPStatus.FORBIDDEN)
