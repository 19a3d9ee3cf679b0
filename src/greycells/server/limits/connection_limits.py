"""How bytes come in: HTTP and WebSocket connections with limits on time and size, for a server without a proxy.

The application's own rate limits come too late for a client that never finishes a request, or that sends faster than
frames are parsed.
"""

from __future__ import annotations

import asyncio
from asyncio import BaseTransport, TimerHandle, Transport
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, Literal, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.protocol import OPEN
from websockets.speedups import apply_mask

from greycells.server.limits.address_networks import address_network
from greycells.server.limits.open_connections import OpenConnections
from greycells.server.limits.trusted_proxies import TrustedProxies

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent, WebSocketScope
    from websockets.http11 import Request

TEXT, SHORT, MIDDLE = 0x81, 126, 1 << 16
"""A whole text message (RFC 6455, 5.2); from these sizes on, its length takes two bytes more, or eight."""
MASKED, HEAD = 0x80, 6
"""What is added to the length of a frame of a client, and how many bytes come before its text at least."""
SLICE = 4096
"""How many bytes of a WebSocket are parsed before other tasks run."""
WRITE_TEXT = "greycells.write_text"
"""Where the scope of a socket has its `write_text`."""
AHEAD = 4
"""So many messages of a socket may wait before nothing more is read from it."""
FRAME = 64
"""What a frame costs on top of its bytes, since an empty frame is as much work as a full one."""


def text_of_frame(data: bytes) -> bytes | None:
    """What a whole masked text frame of medium length says (RFC 6455, 5.2); None if this is anything else."""
    if len(data) < HEAD or len(data) > SLICE or data[0] != TEXT:
        return None
    size, head = data[1] - MASKED, HEAD
    if size == SHORT:
        size, head = int.from_bytes(data[2:4], "big"), HEAD + 2
        if size < SHORT:
            return None
    if size < 0 or len(data) != head + size:
        return None
    return apply_mask(data[head:], data[head - 4 : head])


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How long and how large a request may be, and how much a WebSocket may send; times are in seconds."""

    head_time: float = 10.0
    body_time: float = 30.0
    idle_time: float = 10.0
    stall_time: float = 30.0
    head_size: int = 16 * 1024
    body_size: int = 1024 * 1024
    burst: float = 64 * 1024
    rate: float = 16 * 1024


class HttpConnection(HttpToolsProtocol):
    """HTTP, until a WebSocket is opened; its parser forms a reference cycle, which is broken then.

    The head of a request, its body and a response that nobody reads each have a time-out. An idle connection is closed
    by uvicorn's keep-alive timer once it has had a response, and by the time-out for the head before that.

    `_address` is the one that the connection is counted for: its peer's, or None for a trusted proxy; while a proxy
    sends a body, the one of its client.
    """

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()
    everybody: ClassVar[OpenConnections] = OpenConnections()
    proxies: ClassVar[TrustedProxies] = TrustedProxies("")
    _address: str | None = None
    _by_proxy: bool = False
    _admitted: bool = False
    _part: Literal["head", "body", "done"] = "head"
    _size: int = 0
    _refused: bool = False
    _deadline: TimerHandle | None = None
    _stalled: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._by_proxy = host in self.proxies
        self._address = None if self._by_proxy else address_network(host)
        self._admitted = self.everybody.admit(self._address, transport.get_extra_info("socket").fileno())
        if not self._admitted:
            self._refused = True
            transport.abort()
            return
        self.everybody.waits(self, self._address)
        self._due_in(self.limits.head_time)

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_deadline()
        self._leave()
        super().connection_lost(exc)

    def give_way(self) -> None:
        """Close for others, while it waits for a request."""
        self._admitted, self._refused = False, True
        self.transport.abort()

    def _leave(self) -> None:
        """It is gone, or a socket from now on."""
        if self._admitted:
            self._admitted = False
            self.everybody.gone(self, self._address)

    def _count_for(self, address: str | None) -> None:
        """A proxy speaks for this client, or for nobody any more."""
        if self._admitted:
            self.everybody.moves(self, self._address, address)
            self._address = address

    def _client_of_proxy(self) -> str | None:
        forwarded = next((value for name, value in self.headers if name == b"x-forwarded-for"), b"")
        return address_network(self.proxies.client_of(forwarded.decode("latin-1"))) if forwarded else None

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._part == "done" and not self._answering and self._deadline is None:
            self._due_in(self.limits.head_time)  # Blank lines between requests must not keep the connection open.
        self._size += len(data)
        super().data_received(data)
        if self._part == "head" and self._size > self.limits.head_size:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._part == "body" and self._size > self.limits.body_size:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif self._part == "body" and self._address is None:
            self._count_for(self._client_of_proxy())

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._part = "head"
        self._due_in(self.limits.head_time)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.limits.head_size:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if self._refused:
            return
        super().on_headers_complete()
        self._part, self._size = "body", 0
        self._due_in(self.limits.body_time)

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._refused:
            super().on_message_complete()
            self._part, self._size = "done", 0
            self._no_deadline()
            self.everybody.works(self, self._address)
            if self._by_proxy:
                self._count_for(None)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._admitted and not self._answering:
            self.everybody.waits(self, self._address)

    def handle_websocket_upgrade(self) -> None:
        self._no_deadline()
        self._leave()
        self._part = "done"
        super().handle_websocket_upgrade()
        del self.parser

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.limits.stall_time, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    @property
    def _answering(self) -> bool:
        """Whether the application is at work on a request of this connection."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is not None and not cycle.response_complete

    def _due_in(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._too_slow)

    def _no_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if self._part != "body" and not self._size:
            self.transport.close()  # Nothing was requested: a browser that connected in advance.
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Respond with a status and close, unless another response has already started."""
        self._refused = True
        self._no_deadline()
        if self.transport.is_closing():
            return
        if self._answering and self.cycle.response_started:
            self.transport.abort()
            return
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that may send `burst` bytes at once and `rate` bytes a second, and is closed when it sends more.

    The generator that parses its frames forms a reference cycle, which is broken when the connection ends.
    """

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()
    everybody: ClassVar[OpenConnections] = OpenConnections()
    _cut: bool = False
    scope: WebSocketScope | None = None  # type: ignore[assignment]

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.everybody.socket_opened()
        self._credit, self._counted = self.limits.burst, self.loop.time()
        self._unread = bytearray()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.everybody.socket_closed()
        self._unread.clear()
        self.conn.parser.close()
        self._extras().pop(WRITE_TEXT, None)

    def data_received(self, data: bytes) -> None:
        if self._cut:
            return
        if not self.handshake_initiated:
            super().data_received(data)
        elif (text := self._whole_text(data)) is not None:
            if self._afford(len(data) + FRAME):
                self.curr_msg_data_type, self.frames = "text", [text]
                self.send_receive_event_to_app()
            else:
                self._cut_off()
        elif not self._afford(len(data)):
            self._cut_off()
        else:
            busy = bool(self._unread)
            self._unread += data
            if not busy:
                self._read()

    def _whole_text(self, data: bytes) -> bytes | None:
        """The text of a message that came whole, in one frame and nothing else; None for the parser to read it.

        Nearly every message of a guest is of that kind, and to read it here costs a fifth.
        """
        if self._unread or self.disconnected or self.conn.state is not OPEN:
            return None
        if self.conn.reader.buffer or self.conn.current_size is not None:
            return None  # In the middle of a frame, or of a message of several.
        return text_of_frame(data)

    def handle_events(self) -> None:
        if self._afford(FRAME * len(self.conn.events)):
            super().handle_events()
        else:
            self._cut_off()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._extras()[WRITE_TEXT] = self.write_text

    def _extras(self) -> dict[str, object]:
        """The scope, to which a server may add what it likes; of a handshake that failed there is none."""
        return {} if self.scope is None else cast("dict[str, object]", self.scope)

    def send_receive_event_to_app(self) -> None:
        """Reading is paused only when several messages wait: to pause and resume for each costs two system calls."""
        paused, few = self.read_paused, self.queue.qsize() < AHEAD
        self.read_paused = paused or few  # What is paused already is not paused by uvicorn.
        super().send_receive_event_to_app()
        if few:
            self.read_paused = paused

    def write_text(self, text: bytes) -> bool:
        """Send a message at once, past the layers of the application; False if it can't be sent now, and nothing was.

        A table tells several viewers of every move: what is between them and their sockets costs as much as the move.
        """
        if not (self.handshake_complete and self.writable.is_set()):
            return False
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        size = len(text)
        if size < SHORT:
            head = bytes((TEXT, size))
        elif size < MIDDLE:
            head = bytes((TEXT, SHORT)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # Otherwise uvicorn would log a denied handshake as an error.

    def _read(self) -> None:
        """Parse a slice, and the rest after other tasks have run."""
        if self.disconnected or self._cut:
            return
        part = bytes(self._unread[:SLICE])
        del self._unread[:SLICE]
        super().data_received(part)
        if self._unread:
            self.loop.call_soon(self._read)

    def _afford(self, cost: float) -> bool:
        now = self.loop.time()
        self._credit = min(self.limits.burst, self._credit + (now - self._counted) * self.limits.rate) - cost
        self._counted = now
        return self._credit >= 0

    def _cut_off(self) -> None:
        """Close at once, without reading the rest."""
        self._cut = True
        self._unread.clear()
        code, why = CloseCode.POLICY_VIOLATION, "too much at once"
        if self.handshake_complete and not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
            self.conn.fail(code, why)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()


def protocols(
    limits: ConnectionLimits, everybody: OpenConnections, proxies: TrustedProxies
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The classes of HTTP connections and of WebSockets that keep these limits."""
    shared = {"limits": limits, "everybody": everybody}
    http = type("HttpConnection", (HttpConnection,), {**shared, "proxies": proxies})
    socket = type("SocketConnection", (SocketConnection,), shared)
    return cast("type[asyncio.Protocol]", http), cast("type[asyncio.Protocol]", socket)
