"""The entrance for other nodes, on its own address: a request is accepted only if a node signed it for this one."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import unquote

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.server.nodes.leases import NodeLeases
from greycells.server.nodes.node_messages import (
    HEADER,
    SIGNATURE,
    ForAnotherNode,
    ForgedMessage,
    NodeKey,
    PassedRequest,
    digest,
)
from greycells.server.web.request_ids import HEADER as REQUEST_ID
from greycells.server.web.request_ids import naming

PASSED = "greycells.passed"
"""Marks the scope of a request that another node passed on: it goes no further."""
MOST = 1024 * 1024


class NodeDoor:
    """Stands before the application on the nodes' address, and makes a passed request what it was at the public one.

    Everything that is not signed is thrown away. On the public address nobody looks at these headers.
    """

    def __init__(self, app: ASGIApp, key: NodeKey, leases: NodeLeases) -> None:
        self._app = app
        self._key = key
        self._leases = leases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        body = await _body(receive) if scope["type"] == "http" else b""
        try:
            request = self._checked(scope, body)
        except ForAnotherNode:
            refusal = PlainTextResponse(self._leases.node, status_code=HTTPStatus.MISDIRECTED_REQUEST)
            await refusal(scope, _replayed(body, receive), send)
            return
        except ForgedMessage:
            refusal = PlainTextResponse("not a message of a node\n", status_code=HTTPStatus.FORBIDDEN)
            await refusal(scope, _replayed(body, receive), send)
            return
        scope["client"] = (request.client, 0)
        scope["headers"] = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers]
        scope[PASSED] = True
        with naming(dict(request.headers).get(REQUEST_ID, "")):
            await self._app(scope, _replayed(body, receive) if scope["type"] == "http" else receive, send)

    def _checked(self, scope: Scope, body: bytes) -> PassedRequest:
        headers = Headers(scope=scope)
        request = self._key.check(
            headers.get(HEADER, ""), headers.get(SIGNATURE, ""), node=self._leases.node, now=self._leases.now()
        )
        path, _, query = request.target.partition("?")
        claimed = (request.method, unquote(path), query, request.body)
        if claimed != (scope.get("method", "GET"), scope["path"], scope["query_string"].decode("ascii"), digest(body)):
            raise ForgedMessage("another request than was signed")
        return request


async def _body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body") or sum(map(len, parts)) > MOST:
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Gives the application the body that was read, once."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
