"""One WebSocket per viewer: frames go out from the viewer's own cursor, commands come in, and no viewer waits."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from greycells.notation.commands import Request as Asked
from greycells.notation.commands import Say
from greycells.notation.frames import AnyFrame, Refused
from greycells.notation.wire import WireError
from greycells.rules.sentences import Refusal, speak
from greycells.server.conduct import Declined, Guest, may_look
from greycells.server.guard import from_here
from greycells.server.live import LiveTable
from greycells.server.people import COOKIE, Thing
from greycells.server.service import Service
from greycells.server.viewing import Viewer
from greycells.server.web import language_of, problem

PATIENCE = 20.0
"""So many seconds a viewer may take to receive one message before the line is given up."""
TRY_AGAIN, GOING_AWAY = 1013, 1012
decode = msgspec.json.Decoder(Asked).decode


async def serve(service: Service, socket: WebSocket) -> None:
    """Cookie, Origin and table are checked before the socket is accepted."""
    number = service.guests.known(socket.cookies.get(COOKIE))
    address = socket.client.host if socket.client else "?"
    speak(language_of(socket))
    try:
        if not from_here(service, socket.headers):
            raise Declined("foreign page")
        if number is None:
            raise Declined("no cookie")
        service.moderation.count("requests", guest=number, address=address)
        with service.moderation.socket(guest=number, address=address):
            live = await service.lobby.table(str(socket.path_params["table"]))
            if live is None:
                raise Declined("no such table")
            guest = await service.guests.guest(number)
            viewer = _viewer(socket, live, guest)
            await socket.accept()
            await _Line(service, socket, live, viewer).run(address)
    except Declined as why_not:
        await socket.send_denial_response(problem(why_not))


def _viewer(socket: WebSocket, live: LiveTable, guest: Guest) -> Viewer:
    """Who looks: the guest of a chair, or a spectator where the table has them."""
    chair = whole_number(socket.query_params.get("chair"))
    after = whole_number(socket.query_params.get("after")) or 0
    check_eyes(live, guest, chair)
    looks = socket.query_params.get("look") == "1"
    return Viewer(guest, chair, min(after, live.story.seq), looks=looks)


def whole_number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Declined("bad message", why="a whole number was expected")
    return int(text)


def check_eyes(live: LiveTable, guest: Guest, chair: int | None) -> None:
    """Whoever looks from a chair holds it; whoever looks from none is welcome, or the game has not begun."""
    may_look(live.table, guest, chair)


class _Line:
    """A socket that was accepted: one task sends, one receives, and the end of either is the end of both."""

    def __init__(self, service: Service, socket: WebSocket, live: LiveTable, viewer: Viewer) -> None:
        self._service = service
        self._socket = socket
        self._live = live
        self._viewer = viewer

    async def run(self, address: str) -> None:
        self._live.arrive(self._viewer)
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive(address))
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._live.leave(self._viewer)
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)

    async def _send(self) -> None:
        viewer, send = self._viewer, self._socket.send
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            if viewer.gone:
                await self._socket.close(GOING_AWAY)
                return
            if (message := self._live.news(viewer)) is None:
                continue
            try:
                async with asyncio.timeout(PATIENCE):
                    await send({"type": "websocket.send", "text": message.decode()})
            except TimeoutError:
                await self._socket.close(TRY_AGAIN, "too far behind")
                return
            except (WebSocketDisconnect, OSError, RuntimeError):
                return
            self._service.counts["messages sent"] += 1

    async def _receive(self, address: str) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or message.get("bytes") or ""
            self._service.counts["commands"] += 1
            self._viewer.tell(await self._answer(text, address))

    async def _answer(self, text: str | bytes, address: str) -> AnyFrame:
        """What comes of one message; a message that cannot be read changes nothing, and the line stays open."""
        name = ""
        try:
            asked = decode(text)
            name = asked.id
            thing: Thing = "chat" if isinstance(asked.command, Say) else "commands"
            self._service.moderation.count(thing, guest=self._viewer.guest.id, address=address)
            guest = await self._service.guests.guest(self._viewer.guest.id)  # By the name that is theirs now.
            return await self._live.ask(guest, asked.command, id=name)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why_not: Declined | Refusal | WireError = Declined("bad message", why=str(error)[:200])
        except (Declined, Refusal, WireError) as error:
            why_not = error.with_traceback(None)  # It leads to the question that holds the answer: a circle.
        self._service.counts["refusals"] += 1
        rule = why_not.rule if isinstance(why_not, Refusal) else None
        return Refused(id=name, sentence=str(why_not), rule=rule, stale=isinstance(why_not, Declined) and why_not.stale)
