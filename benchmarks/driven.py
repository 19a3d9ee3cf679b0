"""Tables that are played at a constant rate through real sockets, and what their viewers received."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

import msgspec

from greycells import load
from greycells.client import ServerClient
from greycells.protocol.commands import Ready, Rematch, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan

SEATS = 4
END = "\r\n"
LONGEST_GAME = 120
"""After this many actions at most the players accuse, so that the game ends."""


class Told(msgspec.Struct):
    """The fields of a table that the driver needs."""

    state: str


class Frame(msgspec.Struct):
    """The fields of a frame that the driver needs."""

    type: str
    seq: int = 0
    decision: int = 0
    options: dict[str, msgspec.Raw] | None = None
    sentence: str = ""
    table: Told | None = None


decode = msgspec.json.Decoder(list[Frame]).decode


@dataclass(slots=True)
class Tally:
    """Results: times from a command to the last viewer, and errors."""

    times: list[float] = field(default_factory=list[float])
    lags: list[float] = field(default_factory=list[float])
    reviews: list[float] = field(default_factory=list[float])
    actions: int = 0
    games: int = 0
    refusals: list[str] = field(default_factory=list[str])
    lost: int = 0
    doubled: int = 0


class Socket(asyncio.Protocol):
    """A minimal WebSocket client: reads unfragmented text frames, sends masked ones (RFC 6455, 5.2)."""

    def __init__(self, request: bytes, take: Callable[[bytes], None]) -> None:
        self._request = request
        self._take = take
        self._data = bytearray()
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self.opened.done():
            head, found, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head:
                self.opened.set_exception(ConnectionError(rest.decode()))
                return
            self._data = bytearray(rest)
            self.opened.set_result(None)
        while self._next_frame():
            pass

    def _next_frame(self) -> bool:
        if len(self._data) < 2:
            return False
        size, start = self._data[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(self._data[2:start], "big")
        if len(self._data) < start + size:
            return False
        kind, payload = self._data[0] & 0x0F, bytes(self._data[start : start + size])
        del self._data[: start + size]
        if kind == 1:
            self._take(payload)
        elif kind == 9:
            self.send(payload, kind=10)
        return True

    def send(self, payload: bytes, *, kind: int = 1) -> None:
        """Send a frame. A mask of zeros is valid and needs no work."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if self._transport is not None:
            self._transport.write(bytes([0x80 | kind]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Viewer:
    """One seat's socket, and how far it has read."""

    def __init__(self, chair: int, table: DrivenTable) -> None:
        self.chair = chair
        self.table = table
        self.seq = 0
        self.socket: Socket | None = None

    async def open(self, address: str, cookie: str, headers: Mapping[str, str]) -> None:
        parts = urlsplit(address)
        look = "&look=1" if self.table.look else ""
        request = (
            f"GET /api/tables/{self.table.number}/live?chair={self.chair}{look} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: greycells={cookie}\r\n"
            f"{''.join(f'{name}: {value}{END}' for name, value in headers.items())}\r\n"
        )
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(
            lambda: Socket(request.encode(), self.read), parts.hostname or "", parts.port or 80
        )
        await self.socket.opened

    def read(self, message: bytes) -> None:
        tally = self.table.tally
        for frame in decode(message):
            if frame.type in ("happened", "changed", "said", "remarked"):
                tally.doubled += frame.seq <= self.seq
                tally.lost += frame.seq > self.seq + 1
                self.seq = frame.seq
                self.table.over = self.table.over or (frame.table is not None and frame.table.state == "over")
                self.table.seen()
            elif frame.type == "choose" and frame.options is not None:
                self.table.ask = (self, frame.decision, frame.options)
                self.table.asked.set()
            elif frame.type == "refused":
                tally.refusals.append(frame.sentence)
                self.table.done.set()


class DrivenTable:
    """A table that the same guests play at a constant rate, game after game, with simple choices."""

    def __init__(
        self,
        guests: Sequence[ServerClient],
        tally: Tally,
        chance: random.Random,
        *,
        through: Sequence[str] = (),
        look: bool = False,
    ) -> None:
        """`through` are the addresses of the guests' sockets, if they are not where the table is opened.

        With `look` the sockets are those of pages, which have sentences and scenes sent to them.
        """
        self.guests = guests
        self.look = look
        self.through = through or [guest.url for guest in guests]
        self.tally = tally
        self.chance = chance
        self.number = ""
        self.viewers: list[Viewer] = []
        self.asked, self.done = asyncio.Event(), asyncio.Event()
        self.actions_left = chance.randint(1, LONGEST_GAME)
        self.cards = load("classic").deck

    async def begin(self) -> None:
        """Get ready for a game, and start it."""
        self.over, self.waits_for = False, 0
        self.ask: tuple[Viewer, int, dict[str, msgspec.Raw]] | None = None
        self.asked.clear()
        host, *others = self.guests
        for chair, guest in enumerate(others, 1):
            await guest.ask(self.number, Ready(chair=chair))
        await host.ask(self.number, Start())
        self.viewers = [Viewer(chair, self) for chair in range(SEATS)]
        for viewer, guest, address in zip(self.viewers, self.guests, self.through, strict=True):
            await viewer.open(address, guest.cookie or "", guest.headers)

    async def open(self) -> None:
        host = self.guests[0]
        for guest in self.guests:
            await guest.meet()
        self.number = (await host.open(TablePlan(edition="classic", chairs=(ChairPlan(),) * SEATS))).id
        for chair, guest in enumerate(self.guests):
            await guest.ask(self.number, Sit(chair=chair))
        await self.begin()

    async def again(self) -> None:
        """Start a rematch: another table with new sockets."""
        for viewer in self.viewers:
            if viewer.socket is not None:
                viewer.socket.close()
        self.number = (await self.guests[0].ask(self.number, Rematch())).table or ""
        self.tally.games += 1
        self.actions_left = self.chance.randint(LONGEST_GAME // 3, LONGEST_GAME)
        await self.begin()

    def seen(self) -> None:
        if self.waits_for and min(viewer.seq for viewer in self.viewers) >= self.waits_for:
            self.done.set()

    async def act(self) -> None:
        """One action, from the command to every viewer's frame."""
        await self.asked.wait()
        assert self.ask is not None
        viewer, decision, options = self.ask
        self.asked.clear()
        self.done.clear()
        self.waits_for = max(viewer.seq for viewer in self.viewers) + 1
        command = {"type": "play", "chair": viewer.chair, "decision": decision, "action": self._choice(options)}
        message = json.dumps({"id": str(decision), "command": command}).encode()
        assert viewer.socket is not None
        began = time.perf_counter()
        viewer.socket.send(message)
        try:
            async with asyncio.timeout(30):
                await self.done.wait()
        except TimeoutError:
            self.tally.lost += 1
            return
        self.tally.times.append(time.perf_counter() - began)
        self.tally.actions += 1
        self.actions_left -= 1

    def _choice(self, options: dict[str, msgspec.Raw]) -> dict[str, object]:
        pick = self.chance.choice
        if "show" in options:
            return {"do": "show", "card": json.loads(bytes(options["show"]))[0]}
        if self.actions_left <= 0 and "accuse" in options:
            kinds = (self.cards.suspects, self.cards.weapons, self.cards.rooms)
            return {"do": "accuse", "theory": [pick(kind).word for kind in kinds]}
        for name in ("cannot show", "roll", "end turn"):
            if name in options:
                return {"do": name}
        if "moves" in options:
            return {"do": "move", "to": pick(json.loads(bytes(options["moves"]))["ends"])}
        if "suggest" in options:
            cards = json.loads(bytes(options["suggest"]))
            return {"do": "suggest", "theory": [pick(cards[kind]) for kind in ("suspects", "weapons", "rooms")]}
        return {"do": "take passage"}

    async def play(self, period: float, until: float) -> None:
        """An action every `period` seconds, starting at a random phase."""
        due = time.monotonic() + self.chance.random() * period
        while due < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if self.over:
                await self.again()
            await self.act()
            due = max(due + period, time.monotonic() - period)
