"""An id for every request: in its response, in every line of the log about it, and taken over from a trusted proxy."""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.server.limits.trusted_proxies import TrustedProxies

log = logging.getLogger("greycells.server")
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
    """Stands before everything else, where the address is still that of the proxy.

    It notices requests that a machine of the same network, or this one, forwards without being trusted: then all
    players have its address. Whoever sends such a header from elsewhere, may just have made it up.
    """

    def __init__(self, app: ASGIApp, trusted: TrustedProxies, counts: Counter[str]) -> None:
        self._app = app
        self._trusted = trusted
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        self._look_for_untrusted(scope)
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

    def _look_for_untrusted(self, scope: Scope) -> None:
        client = scope.get("client")
        if client is None or client[0] in self._trusted or not _is_private(client[0]):
            return
        if any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            if not self._counts["untrusted proxy requests"]:
                log.warning("requests come through the proxy %s, which isn't in --trusted-proxies", client[0])
            self._counts.update(["untrusted proxy requests"])

    def _given(self, scope: Scope) -> str | None:
        """The id that a trusted proxy gave the request."""
        client = scope.get("client")
        if client is None or client[0] not in self._trusted:
            return None
        given = Headers(scope=scope).get(HEADER, "")
        return given if READABLE.fullmatch(given) else None


def _is_private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
