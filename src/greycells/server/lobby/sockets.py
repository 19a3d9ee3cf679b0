"""One WebSocket per viewer: frames go out from the viewer's own cursor, commands come in, and no viewer waits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from http import HTTPStatus
from random import random
from time import perf_counter

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import InvalidStatus

from greycells.language.sentences import set_language
from greycells.notation.action_json import WireError
from greycells.notation.place_names import by_rooms
from greycells.protocol.commands import CommandRequest
from greycells.protocol.frames import AnyFrame, Done, MaintenanceNotice, Refused
from greycells.rules.refusals import Refusal
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.errors.report import report
from greycells.server.limits.connection_limits import WRITE_TEXT
from greycells.server.limits.rate_limits import LimitedAction, counted_as
from greycells.server.lobby.help_sender import HelpSender
from greycells.server.lobby.notebooks import carry_out
from greycells.server.nodes.leases import RunsElsewhere
from greycells.server.nodes.request_forwarding import NotPassedOn, accepted
from greycells.server.service.service import Service
from greycells.server.storage.database import DatabaseError
from greycells.server.tables.guest import Guest
from greycells.server.tables.inbox import TableGone
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import may_look
from greycells.server.tables.viewer import Viewer
from greycells.server.web.endpoints import TRIES, language_of, problem
from greycells.server.web.node_door import PASSED
from greycells.server.web.query_values import time_of, whole_number
from greycells.server.web.security import same_origin

SEND_TIME_LIMIT = 20.0
"""How many seconds a viewer may take to receive one message before the socket is closed."""
OUR_FAULTS = (DeclineReason.UNAVAILABLE, DeclineReason.OUR_FAULT)
BEAT = 1.0
"""A page that asks for it hears something at least every two such seconds, so that it notices a server that is gone."""
NO_FRAMES = b"[]"
TRY_AGAIN, GOING_AWAY, TOO_MUCH = 1013, 1012, 1008
decode = msgspec.json.Decoder(CommandRequest).decode


async def serve(service: Service, socket: WebSocket) -> None:
    """Cookie, Origin and table are checked before the socket is accepted."""
    guest_id = service.guests.of_request(socket.cookies)
    address = socket.client.host if socket.client else "?"
    set_language(language_of(socket))
    try:
        if not same_origin(service, socket.headers):
            raise Declined("foreign page", DeclineReason.FORBIDDEN)
        if guest_id is None:
            raise Declined("no cookie", DeclineReason.FORBIDDEN)
        service.admissions.check(guest_id, address)
        service.moderation.count("requests", guest=guest_id, address=address)
        service.moderation.check("noise", guest=guest_id, address=address)
        with service.moderation.socket(guest=guest_id, address=address):
            await _serve(service, socket, guest_id, address)
    except Declined as why_not:
        await _deny(socket, problem(why_not))
    except DatabaseError:
        await _deny(socket, problem(Declined("disk", DeclineReason.UNAVAILABLE)))
    except InvalidStatus as refused:
        answer = refused.response
        await _deny(socket, Response(bytes(answer.body), answer.status_code, media_type="application/json"))


async def _deny(socket: WebSocket, response: Response) -> None:
    """Refuse a socket, unless the client has gone meanwhile."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.send_denial_response(response)


async def _serve(service: Service, socket: WebSocket, guest_id: str, address: str) -> None:
    """Here, or passed through to the node that runs the table."""
    for _ in range(TRIES):
        try:
            live = await service.lobby.table(str(socket.path_params["table"]))
        except RunsElsewhere as elsewhere:
            if socket.scope.get(PASSED):
                await _deny(socket, Response(status_code=HTTPStatus.MISDIRECTED_REQUEST))
                return
            assert service.passing is not None
            service.counts["sockets passed on"] += 1
            try:
                await service.passing.socket(elsewhere, socket, client=address)
            except NotPassedOn:
                await service.passing.changed(elsewhere)
                continue
            return
        if live is None:
            raise Declined("no such table", DeclineReason.NOT_FOUND)
        guest = await service.guests.guest(guest_id)
        viewer = _viewer(socket, live, guest)
        viewer.address = address
        if (seconds := service.admissions.seconds_left) is not None:
            viewer.tell(MaintenanceNotice(seconds=seconds))
        if not await accepted(socket):
            return
        await _Line(service, socket, live, viewer).run(address)
        return
    raise Declined("moving", DeclineReason.UNAVAILABLE)


def _viewer(socket: WebSocket, live: LiveTable, guest: Guest) -> Viewer:
    """The viewer behind a socket: the guest of a chair, or a spectator if the table allows them."""
    chair = whole_number("chair", socket.query_params.get("chair"))
    after = whole_number("after", socket.query_params.get("after")) or 0
    may_look(live.table, guest, chair)
    at = time_of(socket.query_params.get("at"))
    looks, letters = (socket.query_params.get(name) == "1" for name in ("look", "coordinates"))
    return live.history.viewer(guest, chair, after=after, at=at, looks=looks, letters=letters)


class _Line:
    """An accepted socket: what is new is sent as soon as the viewer is woken, and a task receives.

    A task sends only to a viewer who has much to receive still. When sending ends, so does receiving, and the other way
    round.
    """

    def __init__(self, service: Service, socket: WebSocket, live: LiveTable, viewer: Viewer) -> None:
        self._service = service
        self._socket = socket
        self._live = live
        self._viewer = viewer
        self._noise = False
        self._write_text: Callable[[bytes], bool] | None = socket.scope.get(WRITE_TEXT)
        self._beats = socket.query_params.get("beat") == "1"
        self._quiet = self._beat = False
        self._slow: asyncio.Task[None] | None = None
        self._help = HelpSender(service, live, viewer) if socket.query_params.get("help") == "1" else None
        self._ended = asyncio.get_running_loop().create_future()

    async def run(self, address: str) -> None:
        self._viewer.wake.listen(self._send)
        self._live.arrive(self._viewer)
        beating = asyncio.create_task(self._keep_beating()) if self._beats else None
        receiving = asyncio.create_task(self._receive(address))
        try:
            await asyncio.wait((self._ended, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._viewer.wake.listen(None)
            self._live.leave(self._viewer)
            helping = self._help.task if self._help is not None else None
            tasks = [task for task in (beating, receiving, helping, self._slow) if task is not None]
            for task in (*tasks, self._ended):
                task.cancel()
            for outcome in await asyncio.gather(*tasks, self._ended, return_exceptions=True):
                if isinstance(outcome, Exception) and not isinstance(outcome, (WebSocketDisconnect, OSError)):
                    report("a socket failed", outcome, table=self._live.table.id)

    async def _keep_beating(self) -> None:
        """Send something if nothing was sent since the last look. Not all at once, should many have come together."""
        sleep = self._service.config.clock.sleep
        await sleep(BEAT * random())
        while True:
            self._beat, self._quiet = self._quiet, True
            if self._beat:
                self._viewer.wake.set()
            await sleep(BEAT)

    def _send(self) -> None:
        """Send what is new, if anything is, or begin to: called whenever the viewer is woken."""
        viewer = self._viewer
        if self._slow is not None or self._ended.done():
            return
        viewer.wake.clear()
        try:
            if viewer.gone:
                self._slow = asyncio.create_task(self._send_away())
            elif (message := self._message()) is None:
                return
            elif self._write_text is not None and self._write_text(message):
                self._note_sent(message)
            else:
                self._slow = asyncio.create_task(self._send_slowly(message))
        except Exception as error:
            self._ended.set_exception(error)

    def _message(self) -> bytes | None:
        """What is new, or an empty message if it's time that the page hears something."""
        message = self._live.news(self._viewer)
        return NO_FRAMES if message is None and self._beat else message

    def _note_sent(self, message: bytes) -> None:
        self._beat = self._quiet = False
        if self._help is not None:
            self._help.follow()
        self._service.counts["beats sent" if message is NO_FRAMES else "messages sent"] += 1

    async def _send_slowly(self, message: bytes) -> None:
        try:
            if await self._send_when_possible(message):
                self._note_sent(message)
                self._slow = None
        finally:
            if self._slow is not None:  # Whatever went wrong, nothing more would ever be sent.
                self._ended.cancel()
        if self._slow is None and self._viewer.wake.is_set():
            self._send()

    async def _send_away(self) -> None:
        viewer = self._viewer
        try:
            await self._socket.close(GOING_AWAY if viewer.why is None else TOO_MUCH, str(viewer.why or ""))
        finally:
            self._ended.cancel()

    async def _send_when_possible(self, message: bytes) -> bool:
        """Send a message to a viewer who has much to receive still; False if it takes too long, or they have gone."""
        try:
            async with self._service.config.clock.time_limit(SEND_TIME_LIMIT):
                await self._socket.send({"type": "websocket.send", "text": message.decode()})
        except TimeoutError:
            with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
                await self._socket.close(TRY_AGAIN, "too far behind")
            return False
        except (WebSocketDisconnect, OSError, RuntimeError):
            return False
        return True

    async def _receive(self, address: str) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") == TOO_MUCH:
                    self._stop_flood(address)
                return
            text = message.get("text") or message.get("bytes") or ""
            self._service.counts["commands"] += 1
            try:
                answer = await self._answer(text, address)
            except TableGone:
                await self._socket.close(GOING_AWAY)  # Unanswered, so that it is sent again, to another node.
                return
            self._viewer.answer(answer)
            if self._noise and not self._tolerates(address):
                await self._socket.close(TOO_MUCH, "too much at once")
                return
            if not isinstance(answer, Done):
                await asyncio.sleep(0)  # Nothing was waited for, perhaps, so let other tasks run.

    def _count(self, thing: LimitedAction, address: str) -> None:
        self._service.moderation.count(thing, guest=self._viewer.guest.id, address=address)

    def _tolerates(self, address: str) -> bool:
        """Count a bad message; False if there were too many."""
        self._noise = False
        try:
            self._count("noise", address)
        except Declined:
            return False
        return True

    def _stop_flood(self, address: str) -> None:
        """The connection was closed for flooding: its guest can't open another one for a while."""
        while self._tolerates(address):
            pass

    async def _answer(self, text: str | bytes, address: str) -> AnyFrame:
        """Handle one message. One that can't be decoded, or comes too fast, changes nothing and counts as noise."""
        name = ""
        try:
            too_fast = self._too_fast(address)  # Counted before decoding; decoded anyway, for its id.
            request = decode(text)
            name = request.id
            if too_fast is not None:
                raise too_fast
            if (thing := counted_as(request.command)) != "commands":
                self._count(thing, address)
            guest = await self._service.guests.guest(self._viewer.guest.id)  # With the current name.
            if self._service.guests.is_gone(guest.id):
                raise Declined("no cookie", DeclineReason.FORBIDDEN)
            return await self._carried_out(guest, request)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why_not: Declined | Refusal | WireError = Declined(
                "bad message", DeclineReason.UNREADABLE, why=str(error)[:200]
            )
            self._noise = True
        except (Declined, Refusal, WireError) as error:
            why_not = error.with_traceback(None)  # The traceback would close a reference cycle.
            self._noise = isinstance(error, Declined) and error.reason is DeclineReason.TOO_MANY
        self._service.counts["refusals"] += 1
        rule = why_not.rule if isinstance(why_not, Refusal) else None
        told = self._to_player(why_not) if isinstance(why_not, Refusal) else why_not
        return Refused(id=name, sentence=str(told), rule=rule, stale=isinstance(why_not, Declined) and why_not.stale)

    async def _carried_out(self, guest: Guest, request: CommandRequest) -> Done:
        """The table's answer; how long it took is noted, whatever the answer is."""
        began, result = perf_counter(), "unanswered"
        try:
            done = await carry_out(self._service, self._live, guest, request)
            result = "done"
        except (Refusal, WireError):
            result = "refused"
            raise
        except Declined as why_not:
            result = "failed" if why_not.reason in OUR_FAULTS else "refused"
            raise
        finally:
            self._service.metrics.command_seconds.add(perf_counter() - began, result)
        return done

    def _to_player(self, why_not: Refusal) -> Refusal:
        """A refusal to the viewer who asked; a page names squares by rooms, unless its reader asked for coordinates."""
        told, viewer = why_not.to_player(), self._viewer
        if not viewer.looks or viewer.letters:
            return told
        return Refusal(told.rule, by_rooms(told.sentence, self._live.table.edition.board))

    def _too_fast(self, address: str) -> Declined | None:
        try:
            self._count("commands", address)
        except Declined as too_fast:
            return too_fast.with_traceback(None)
        return None
