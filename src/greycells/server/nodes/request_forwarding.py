"""Passes requests and WebSockets on to the node that runs a table, as they came."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import httptools
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed as SocketClosed
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI

from greycells.errors import GreycellsError
from greycells.server.nodes.leases import NodeLeases, RunsElsewhere
from greycells.server.nodes.node_messages import TAKEN_ALONG, NodeKey, PassedRequest, digest

ANSWER_TIME_LIMIT = 10.0
"""So many seconds a node may take to answer a request that was passed on."""
CONNECTING = 2.0
LOOK_AGAIN = 0.5
GOING_AWAY, LOST = 1012, 1006
MAY_BE_SENT = (1001, 1000, 1008)
"""The codes with which a guest's end is passed on; others only name how a socket was lost."""
NOT_HERE = 421
"""The status of a node that does not run the table any more (Misdirected Request)."""
HOP_BY_HOP = frozenset({b"connection", b"content-length", b"date", b"keep-alive", b"server", b"transfer-encoding"})


class NotPassedOn(GreycellsError):
    """A request that did not reach the node that runs its table: it was not carried out, and can be tried again."""


class AnotherNode(NotPassedOn):
    """Another node than the one that was meant answers at its address."""

    def __init__(self, node: str, answered: str) -> None:
        super().__init__(node)
        self.answered = answered
        """Its name; empty if it doesn't tell."""


class NoAnswer(GreycellsError):
    """A node that was asked and did not answer: whether it has carried the request out is in the log alone."""


class PassedAnswer(NamedTuple):
    """What the other node answered."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


@dataclass(slots=True)
class _Collected:
    """What httptools reads of an answer; that to a HEAD request ends with its headers, whatever length they tell."""

    has_body: bool
    headers: list[tuple[bytes, bytes]] = field(default_factory=list[tuple[bytes, bytes]])
    body: list[bytes] = field(default_factory=list[bytes])
    complete: bool = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() not in HOP_BY_HOP:
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self.complete = not self.has_body

    def on_body(self, body: bytes) -> None:
        self.body.append(body)

    def on_message_complete(self) -> None:
        self.complete = True


class Passing:
    """The way from this node to the others."""

    def __init__(self, key: NodeKey, leases: NodeLeases) -> None:
        self._key = key
        self._leases = leases

    def _signed(
        self, to: RunsElsewhere, method: str, target: str, *, client: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, str]:
        kept = tuple((name, value) for name, value in headers.items() if name in TAKEN_ALONG)
        request = PassedRequest(to.node, method, target, client, kept, digest(body), self._leases.now())
        return self._key.sign(request)

    async def request(
        self, to: RunsElsewhere, method: str, target: str, *, client: str, headers: Mapping[str, str], body: bytes
    ) -> PassedAnswer:
        """Ask the other node; raises NotPassedOn or NoAnswer."""
        signed = self._signed(to, method, target, client=client, headers=headers, body=body)
        try:
            async with self._leases.clock.time_limit(CONNECTING):
                reader, writer = await asyncio.open_connection(*_place(to.address))
        except (OSError, TimeoutError, ValueError) as error:
            raise NotPassedOn(to.node) from error  # Its lease goes on: only the database knows whether it is gone.
        try:
            lines = [f"{method} {target} HTTP/1.1", f"host: {to.address}", f"content-length: {len(body)}"]
            lines += [f"{name}: {value}" for name, value in signed.items()]
            writer.write("\r\n".join([*lines, "connection: close", "", ""]).encode() + body)
            answer = await self._unless_gone(to.node, _read(reader, has_body=method != "HEAD"))
        except (OSError, EOFError, TimeoutError, httptools.HttpParserError) as error:
            raise NoAnswer(to.node) from error
        finally:
            writer.close()
        if answer.status == NOT_HERE:
            raise AnotherNode(to.node, answer.body.decode("ascii", "replace"))
        return answer

    async def changed(self, to: RunsElsewhere) -> None:
        """Wait a moment for a table to change hands: at most as long as it takes to notice that a node is gone."""
        waits = (self._leases.gone(to.node).wait(), self._leases.clock.sleep(LOOK_AGAIN))
        tasks = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _unless_gone(self, node: str, answer: Awaitable[PassedAnswer]) -> PassedAnswer:
        """Wait for an answer, but not for that of a node whose lease has ended."""
        asking, gone = asyncio.ensure_future(answer), asyncio.ensure_future(self._leases.gone(node).wait())
        try:
            await asyncio.wait({asking, gone}, timeout=ANSWER_TIME_LIMIT, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                raise TimeoutError
            return asking.result()
        finally:
            gone.cancel()
            asking.cancel()

    async def socket(self, to: RunsElsewhere, socket: WebSocket, *, client: str) -> None:
        """Pass a WebSocket through until either side ends it; raises NotPassedOn before it was accepted.

        InvalidStatus is the other node's refusal.
        """
        query = socket.url.query
        target = socket.scope["raw_path"].decode("ascii") + (f"?{query}" if query else "")
        signed = self._signed(to, "GET", target, client=client, headers=dict(socket.headers), body=b"")
        try:
            upstream = await connect(
                f"ws://{to.address}{target}",
                additional_headers=signed,
                compression=None,
                max_size=None,
                open_timeout=CONNECTING,
                close_timeout=1,
                ping_interval=None,
                user_agent_header=None,
                proxy=None,
            )
        except InvalidStatus as refused:
            if refused.response.status_code == NOT_HERE:
                raise NotPassedOn(to.node) from refused
            raise
        except (OSError, EOFError, TimeoutError, InvalidHandshake, InvalidURI, SocketClosed) as error:
            raise NotPassedOn(to.node) from error
        try:
            if not await accepted(socket):
                return
            parts = (_up(socket, upstream), _down(socket, upstream), self._leases.gone(to.node).wait())
            tasks = [asyncio.ensure_future(part) for part in parts]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            if tasks[2].done() and not tasks[2].cancelled():
                await _close(socket, GOING_AWAY)
        finally:
            with contextlib.suppress(Exception):
                await upstream.close()


async def accepted(socket: WebSocket) -> bool:
    """Accept a socket; False if the client has gone while its table was looked for."""
    try:
        await socket.accept()
    except (WebSocketDisconnect, OSError, RuntimeError):
        return False
    return True


def _place(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


async def _read(reader: asyncio.StreamReader, *, has_body: bool) -> PassedAnswer:
    collected = _Collected(has_body)
    parser = httptools.HttpResponseParser(collected)
    while not collected.complete:
        if not (data := await reader.read(65536)):
            raise EOFError
        parser.feed_data(data)
    return PassedAnswer(parser.get_status_code(), collected.headers, b"".join(collected.body))


async def _up(socket: WebSocket, upstream: ClientConnection) -> None:
    """From the guest to the node that runs the table."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code")
            await upstream.close(code if code in MAY_BE_SENT else MAY_BE_SENT[0])
            return
        text = message.get("text")
        with contextlib.suppress(SocketClosed):
            await upstream.send(message["bytes"] if text is None else text)


async def _down(socket: WebSocket, upstream: ClientConnection) -> None:
    """From the node that runs the table to the guest."""
    try:
        async for message in upstream:
            await socket.send({"type": "websocket.send", "text" if isinstance(message, str) else "bytes": message})
    except SocketClosed:
        pass
    except (WebSocketDisconnect, OSError, RuntimeError):
        return
    code = upstream.close_code
    await _close(socket, GOING_AWAY if code in (None, 1000, 1001, LOST) else code, upstream.close_reason or "")


async def _close(socket: WebSocket, code: int, reason: str = "") -> None:
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.close(code, reason)
