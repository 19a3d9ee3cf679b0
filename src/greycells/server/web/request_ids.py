"""An id for every request: in its response, in every line of the log about it, and taken over from a trusted proxy."""

from __future__ import annotations

import re
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.server.limits.trusted_proxies import TrustedProxies

HEADER = "x-request-id"
READABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What an id can look like: nothing that could break a line of the log."""


class RequestName:
    """The id of a request while it is answered. A table's task inherits it from the request that loaded the table."""

    __slots__ = ("is_over", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_over = False


_request: ContextVar[RequestName | None] = ContextVar("request", default=None)


def current_request() -> str:
    """The id of the request that is being answered; empty if there is none."""
    name = _request.get()
    return "" if name is None or name.is_over else name.text


@contextmanager
def naming(text: str) -> Generator[None]:
    """Until the end of the block, a request with this id is answered."""
    name = RequestName(text)
    token = _request.set(name)
    try:
        yield
    finally:
        name.is_over = True
        _request.reset(token)


class RequestIds:
    """Stands before everything else, where the address is still that of the proxy."""

    def __init__(self, app: ASGIApp, trusted: TrustedProxies) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        name = self._given(scope) or secrets.token_hex(8)
        encoded = (HEADER.encode(), name.encode())
        others = (header for header in scope["headers"] if header[0] != encoded[0])
        scope["headers"] = [*others, encoded]  # Another node that the request is passed on to uses the same id.

        async def send_with_id(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", ()), encoded]
            await send(message)

        with naming(name):
            await self._app(scope, receive, send_with_id)

    def _given(self, scope: Scope) -> str | None:
        """The id that a trusted proxy gave the request."""
        client = scope.get("client")
        if client is None or client[0] not in self._trusted:
            return None
        given = Headers(scope=scope).get(HEADER, "")
        return given if READABLE.fullmatch(given) else None
