"""Middleware that charges each address with what its requests cost the event loop, whatever they ask for."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import cast

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.language.sentences import set_language
from greycells.server.errors.declined import Declined
from greycells.server.limits.event_loop_shares import OVERHEAD, MeteredRun
from greycells.server.service.service import Service
from greycells.server.web.endpoints import language_of, problem


class RequestCosts:
    """Stands before all routes, so that none can be forgotten. A socket is charged until it is accepted."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        shares, address = self._service.loop_shares, scope["client"][0] if scope.get("client") else "?"
        try:
            await shares.turn(address)
        except Declined as too_fast:
            self._service.counts["requests beyond a share"] += 1
            set_language(language_of(HTTPConnection(scope)))
            await problem(too_fast)(scope, receive, send)
            return
        charged = False

        def charge() -> None:
            nonlocal charged
            if not charged:
                charged = True
                shares.charge(address, OVERHEAD + run.seconds)

        async def send_and_charge(message: Message) -> None:
            if message["type"] == "websocket.accept":
                charge()
            await send(message)

        run = MeteredRun(cast("Coroutine[object, None, None]", self._app(scope, receive, send_and_charge)))
        try:
            await run
        finally:
            charge()
