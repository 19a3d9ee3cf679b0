"""A request is a visit by a guest, answered by an endpoint that says what it takes and what it gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from greycells.notation.answers import Problem
from greycells.notation.wire import WireError
from greycells.rules.languages import accepted, known
from greycells.rules.sentences import Refusal, speak
from greycells.server.conduct import Declined, Guest
from greycells.server.inbox import report
from greycells.server.live import LiveTable
from greycells.server.people import COOKIE, YEAR, Thing
from greycells.server.service import Service

T = TypeVar("T")
encode = msgspec.json.Encoder().encode
HTML = "text/html"
LANGUAGE = "language"
"""The cookie in which a page keeps the language of its reader, and which names the suspects have."""

STATUS: dict[str, HTTPStatus] = {
    "bad message": HTTPStatus.BAD_REQUEST,
    "no such plan": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no such suspect": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no such level": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no name": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no cookie": HTTPStatus.FORBIDDEN,
    "foreign page": HTTPStatus.FORBIDDEN,
    "host only": HTTPStatus.FORBIDDEN,
    "not seated": HTTPStatus.FORBIDDEN,
    "not your chair": HTTPStatus.FORBIDDEN,
    "not watching": HTTPStatus.FORBIDDEN,
    "muted": HTTPStatus.FORBIDDEN,
    "no help": HTTPStatus.FORBIDDEN,
    "no such table": HTTPStatus.NOT_FOUND,
    "no such chair": HTTPStatus.NOT_FOUND,
    "no such record": HTTPStatus.NOT_FOUND,
    "old link": HTTPStatus.NOT_FOUND,
    "too large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too fast": HTTPStatus.TOO_MANY_REQUESTS,
    "too many sockets": HTTPStatus.TOO_MANY_REQUESTS,
    "disk": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The status of a refusal; whatever is not here was refused because of how the table stands."""


class Unreadable(Exception):
    """An upload that the referee does not accept: the sentence, and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.sentence)
        self.problem = problem


@dataclass(slots=True)
class Visit:
    """One request: who asks, from where, and for what."""

    service: Service
    request: Request
    number: str | None
    address: str
    fresh: bool = False

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name)

    def query_number(self, name: str) -> int | None:
        """A whole number of the query."""
        text = self.query(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Declined("bad message", why=f"{name} is a whole number")
        return int(text)

    def chair(self) -> int:
        """The chair that the path names."""
        text = self.path("chair")
        if not (text.isascii() and text.isdigit() and len(text) == 1):
            raise Declined("no such chair", chair=text[:8])
        return int(text)

    async def guest(self) -> Guest:
        """Who asks; somebody without a cookie is given one."""
        if self.number is None:
            self.number, self.fresh = self.service.guests.new(), True
        return await self.service.guests.guest(self.number)

    async def table(self) -> LiveTable:
        """The table that the path names."""
        live = await self.service.lobby.table(self.path("table"))
        if live is None:
            raise Declined("no such table")
        return live

    async def body(self, kind: type[T]) -> T:
        """What was sent, checked field by field."""
        try:
            return msgspec.json.decode(await self.bytes(), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Declined("bad message", why=str(error)[:200]) from error

    async def bytes(self, *, most: int = 64 * 1024) -> bytes:
        """What was sent, up to a size."""
        parts: list[bytes] = []
        size = 0
        async for part in self.request.stream():
            parts.append(part)
            size += len(part)
            if size > most:
                raise Declined("too large")
        return b"".join(parts)

    def count(self, thing: Thing) -> None:
        """One more of this for this guest and this address."""
        self.service.moderation.count(thing, guest=self.number, address=self.address)


Answer = Callable[[Visit], Awaitable[msgspec.Struct | Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked for: how, what is sent along, what comes back, and in a line what it does."""

    method: str
    path: str
    answer: Answer
    does: str
    body: object = None
    reply: object = None
    query: tuple[str, ...] = ()
    status: HTTPStatus = HTTPStatus.OK

    def route(self, service: Service) -> Route:
        async def serve(request: Request) -> Response:
            address = request.client.host if request.client else "?"
            speak(language_of(request))
            visit = Visit(service, request, service.guests.known(request.cookies.get(COOKIE)), address)
            try:
                visit.count("requests")
                answer = await self.answer(visit)
            except (Declined, Refusal, WireError, Unreadable) as why_not:
                return problem(why_not)
            except Exception as error:
                report(f"{self.method} {self.path}", error)
                return json_response(Problem(sentence=str(Declined("our fault"))), HTTPStatus.INTERNAL_SERVER_ERROR)
            response = answer if isinstance(answer, Response) else json_response(answer, self.status)
            if visit.fresh and visit.number is not None:
                set_cookie(response, service, visit.number)
            return response

        return Route(self.path, serve, methods=[self.method], name=f"{self.method} {self.path}")


def language_of(asked: HTTPConnection) -> str:
    """In which language whoever asks is answered: that of the page, the one chosen there, or the browser's."""
    chosen = asked.query_params.get(LANGUAGE) or asked.cookies.get(LANGUAGE, "")
    return known(chosen[:40]) or accepted(asked.headers.get("accept-language", ""))


def json_response(answer: msgspec.Struct, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return Response(encode(answer), status_code=status, media_type="application/json")


def problem(why_not: Declined | Refusal | WireError | Unreadable) -> Response:
    """Why not, with the status that fits."""
    why_not.with_traceback(None)  # It leads to the question that holds the answer: a circle with the whole table in it.
    match why_not:
        case Declined():
            key = why_not.sentence.key.removeprefix("table.")
            return json_response(Problem(sentence=str(why_not)), STATUS.get(key, HTTPStatus.CONFLICT))
        case Refusal():
            return json_response(Problem(sentence=str(why_not), rule=why_not.rule), HTTPStatus.CONFLICT)
        case WireError():
            return json_response(Problem(sentence=str(why_not)), HTTPStatus.UNPROCESSABLE_ENTITY)
        case Unreadable():
            return json_response(why_not.problem, HTTPStatus.UNPROCESSABLE_ENTITY)


def set_cookie(response: Response, service: Service, number: str) -> None:
    """The guest's cookie: not for scripts, not for other sites, and only over TLS where there is TLS."""
    secure = (service.config.public_url or "").startswith("https:")
    cookie = service.guests.cookie(number)
    response.set_cookie(COOKIE, cookie, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)
