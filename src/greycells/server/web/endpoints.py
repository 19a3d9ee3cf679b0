"""Endpoints: each declares what it takes and returns; a request carries the guest who sent it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal, ParamSpec, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from greycells.editions import load, names
from greycells.errors import GreycellsError
from greycells.language.languages import accepted, known
from greycells.language.sentences import language, set_language
from greycells.notation.action_json import WireError
from greycells.protocol.guest_messages import GuestView
from greycells.protocol.problem_message import Problem
from greycells.rules.edition import Edition, UnknownHouseRule
from greycells.rules.refusals import Refusal
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.errors.report import report
from greycells.server.identity.guest_cookies import COOKIE, PATH_COOKIE, TLS_COOKIE
from greycells.server.limits.rate_limits import LimitedAction
from greycells.server.nodes.leases import RunsElsewhere
from greycells.server.nodes.request_forwarding import NoAnswer, NotPassedOn
from greycells.server.service.fixed_bodies import FixedBody, fixed_body
from greycells.server.service.service import Service
from greycells.server.storage.database import DatabaseError
from greycells.server.system.durations import YEAR
from greycells.server.tables.guest import Guest
from greycells.server.tables.inbox import TableGone
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import may_look
from greycells.server.web.node_door import PASSED
from greycells.server.web.query_values import whole_number
from greycells.server.workers.work_queue import WorkQueue

P = ParamSpec("P")
T = TypeVar("T")
encode = msgspec.json.Encoder().encode
HTML = "text/html"
LANGUAGE = "language"
"""The cookie with the reader's language and choice of suspects' names."""

TRIES = 4
"""So often a request looks for the node that runs its table."""
MOST_PASSED_ON = 1024 * 1024

STATUS: dict[DeclineReason, HTTPStatus] = {
    DeclineReason.NOT_NOW: HTTPStatus.CONFLICT,
    DeclineReason.UNREADABLE: HTTPStatus.BAD_REQUEST,
    DeclineReason.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    DeclineReason.FORBIDDEN: HTTPStatus.FORBIDDEN,
    DeclineReason.NOT_FOUND: HTTPStatus.NOT_FOUND,
    DeclineReason.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    DeclineReason.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    DeclineReason.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    DeclineReason.OUR_FAULT: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The status of each kind of refusal."""


class Unreadable(GreycellsError):
    """An upload that the referee does not accept: the sentence, and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.sentence)
        self.problem = problem


@dataclass(slots=True)
class GuestRequest:
    """One request: who asks, from where, and for what."""

    service: Service
    http: Request
    guest_id: str | None
    address: str
    fresh: bool = False
    sent: bytes | None = None
    elsewhere: bool = False
    unreached: bool = False

    def path(self, name: str) -> str:
        return str(self.http.path_params[name])

    def query(self, name: str) -> str | None:
        return self.http.query_params.get(name)

    def query_number(self, name: str) -> int | None:
        """A whole number of the query."""
        return whole_number(name, self.query(name))

    def chair(self) -> int:
        """The chair that the path names."""
        text = self.path("chair")
        if not (text.isascii() and text.isdigit() and len(text) == 1):
            raise Declined("no such chair", DeclineReason.NOT_FOUND, chair=text[:8])
        return int(text)

    async def guest(self) -> Guest:
        """The guest; a new one, with a cookie, if the request has none."""
        if self.guest_id is None:
            self.guest_id, self.fresh = self.service.guests.new(), True
        return await self.service.guests.guest(self.guest_id)

    async def table(self) -> LiveTable:
        """The table that the path names."""
        live = await self.service.lobby.table(self.path("table"))
        if live is None:
            raise Declined("no such table", DeclineReason.NOT_FOUND)
        return live

    async def own_chair(self) -> tuple[LiveTable, Guest, int]:
        """The chair in the path; refused unless the guest holds it."""
        live, guest, chair = await self.table(), await self.guest(), self.chair()
        may_look(live.table, guest, chair)
        return live, guest, chair

    async def linked_seat(self, link: str) -> tuple[LiveTable, int]:
        """The table and the chair of a seat's secret link, as long as it works."""
        self.count("codes")
        return await self._linked_seat(link)

    async def _linked_seat(self, link: str) -> tuple[LiveTable, int]:
        found = self.service.guests.linked_seat(link)
        live = await self.service.lobby.table(found[0]) if found else None
        chairs = live.table.chairs[found[1] : found[1] + 1] if found and live else ()
        if found is None or live is None or not chairs or chairs[0].sittings != found[2]:
            raise Declined("old link", DeclineReason.NOT_FOUND)
        return live, found[1]

    async def claim_seat(self, link: str) -> LiveTable:
        """Sit down on this device by a seat's secret link."""
        self.count("codes")
        guest = await self.guest()

        async def claim() -> LiveTable:
            live, chair = await self._linked_seat(link)
            await live.claim(guest, chair, sittings=live.table.chairs[chair].sittings)
            return live

        return await self.service.lobby.while_it_moves(claim)

    async def body(self, kind: type[T]) -> T:
        """What was sent, checked field by field."""
        try:
            return msgspec.json.decode(await self.bytes(), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Declined("bad message", DeclineReason.UNREADABLE, why=str(error)[:200]) from error

    async def bytes(self, *, most: int = 64 * 1024) -> bytes:
        """What was sent, up to a size; it can be read again."""
        if self.sent is not None:
            return self.sent
        parts: list[bytes] = []
        size = 0
        async for part in self.http.stream():
            parts.append(part)
            size += len(part)
            if size > most:
                raise Declined("too large", DeclineReason.TOO_LARGE)
        self.sent = b"".join(parts)
        return self.sent

    async def run_in(self, room: WorkQueue, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do slow work in the process of a work queue."""
        return await room.ask((await self.guest()).id, self.address, work, *args, **named)

    @property
    def origin(self) -> int:
        """What the tables of this address have in common."""
        return self.service.guests.origin(self.address)

    def count(self, thing: LimitedAction) -> None:
        """Count one such action against the rate limits of this guest and address."""
        self.service.moderation.count(thing, guest=self.guest_id, address=self.address)

    def go_home(self, work: str) -> None:
        """Raises RunsElsewhere if another node does this work, which belongs to no table; it is passed on there.

        If that node can't be reached, or if it was passed on to this one, it is done here.
        """
        if self.unreached or self.http.scope.get(PASSED):
            return
        if (home := self.service.leases.home_of(work)) is not None:
            raise home

    async def passed_on(self, to: RunsElsewhere) -> Response:
        """What the node answers that runs the table; one that was passed on itself goes no further."""
        if self.http.scope.get(PASSED):
            return Response(status_code=HTTPStatus.MISDIRECTED_REQUEST)
        query = self.http.url.query
        target = self.http.scope["raw_path"].decode("ascii") + (f"?{query}" if query else "")
        self.service.counts["passed on"] += 1
        assert self.service.passing is not None
        answer = await self.service.passing.request(
            to,
            self.http.method,
            target,
            client=self.address,
            headers=dict(self.http.headers),
            body=await self.bytes(most=MOST_PASSED_ON),
        )
        response = Response(answer.body, status_code=answer.status)
        length = [header for header in response.raw_headers if header[0] == b"content-length"]
        response.raw_headers = [*answer.headers, *(length if self.http.method != "HEAD" else ())]
        return response


Answer = Callable[[GuestRequest], Awaitable[msgspec.Struct | Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One route of the API: method, path, request and response types, and a line of documentation.

    What is `fixed` is the same for everybody, in each language: for the whole route, or for each path that there is.
    It is made once, for a request without a query.
    """

    method: str
    path: str
    answer: Answer
    does: str
    body: object = None
    reply: object = None
    query: tuple[str, ...] = ()
    status: HTTPStatus = HTTPStatus.OK
    counted: LimitedAction = "requests"
    fixed: Literal["no", "by route", "by path"] = "no"

    @property
    def renews(self) -> bool:
        """Whether a request here renews the guest's cookie for another year: pages do, and `GET /api/me`."""
        return self.reply in (HTML, GuestView)

    async def _answer(self, request: GuestRequest) -> msgspec.Struct | Response:
        """The answer of this node, or of the one that runs the table; asked here again if that one isn't there."""
        for _ in range(TRIES):
            try:
                return await self.answer(request)
            except RunsElsewhere as elsewhere:
                try:
                    response = await request.passed_on(elsewhere)
                except NotPassedOn:
                    request.unreached = True
                    assert request.service.passing is not None
                    await request.service.passing.changed(elsewhere)
                else:
                    request.elsewhere = True
                    return response
        raise Declined("moving", DeclineReason.UNAVAILABLE)

    async def _fixed_answer(self, request: GuestRequest) -> Response:
        """What everybody gets, from memory. It is made as for a stranger, and a refusal isn't kept."""
        service, http = request.service, request.http
        stranger = GuestRequest(service, http, None, request.address)

        async def make() -> FixedBody | Response:
            answer = await self._answer(stranger)
            response = answer if isinstance(answer, Response) else json_response(answer, self.status)
            if response.status_code != HTTPStatus.OK:
                return response
            return await fixed_body(bytes(response.body), response.media_type, for_guests=stranger.fresh)

        key = self.path if self.fixed == "by route" else str(http.scope["path"])
        made = await service.fixed_bodies.get((key, language()), make)
        if request.guest_id is None and (made.for_guests if isinstance(made, FixedBody) else stranger.fresh):
            request.guest_id, request.fresh = service.guests.new(), True
        return made.response(http.headers.get("accept-encoding", "")) if isinstance(made, FixedBody) else made

    def _is_fixed(self, http: Request) -> bool:
        """Whether this request gets what everybody gets: a query may ask for something else."""
        return self.fixed != "no" and http.query_params.keys() <= {LANGUAGE}

    def _report(self, http: Request, error: Exception) -> None:
        table = str(http.path_params.get("table", ""))
        report(f"{self.method} {self.path}", error, table=table, method=self.method, route=self.path)

    def route(self, service: Service) -> Route:
        service.metrics.requests.begin(self.method, self.path, str(int(self.status)))

        async def respond(http: Request) -> Response:
            address = http.client.host if http.client else "?"
            set_language(language_of(http))
            request = GuestRequest(service, http, service.guests.of_request(http.cookies), address)
            try:
                request.count(self.counted)
                if self._is_fixed(http):
                    answer: msgspec.Struct | Response = await self._fixed_answer(request)
                else:
                    answer = await self._answer(request)
            except (Declined, Refusal, WireError, Unreadable) as why_not:
                return problem(why_not)
            except ClientDisconnect:
                return Response(status_code=HTTPStatus.BAD_REQUEST)  # The client disconnected.
            except (NoAnswer, TableGone):
                return problem(Declined("moving", DeclineReason.UNAVAILABLE))
            except DatabaseError as error:
                self._report(http, error)
                return problem(Declined("disk", DeclineReason.UNAVAILABLE))
            except Exception as error:
                self._report(http, error)
                return problem(Declined("our fault", DeclineReason.OUR_FAULT))
            response = answer if isinstance(answer, Response) else json_response(answer, self.status)
            if request.guest_id is not None and (request.fresh or self.renews) and not request.elsewhere:
                set_cookie(response, service, request.guest_id)
            return response

        return Route(self.path, respond, methods=[self.method], name=f"{self.method} {self.path}")


def asked_edition(request: GuestRequest) -> Edition:
    """The edition that a path names, with the house rules that the query asks for."""
    key = request.path("edition")
    if key not in names():
        raise Declined("no such plan", DeclineReason.INVALID, what=key[:24])
    house_rules = request.http.query_params.getlist("house_rule")
    try:
        return load(key).with_house_rules(*house_rules)
    except UnknownHouseRule:
        raise Declined("no such plan", DeclineReason.INVALID, what=", ".join(house_rules)[:24]) from None


def language_of(asked: HTTPConnection) -> str:
    """The language of the response: the page's, the one chosen there, or the browser's."""
    chosen = asked.query_params.get(LANGUAGE) or asked.cookies.get(LANGUAGE, "")
    return known(chosen[:40]) or accepted(asked.headers.get("accept-language", ""))


def json_response(answer: msgspec.Struct, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return Response(encode(answer), status_code=status, media_type="application/json")


def problem(why_not: Declined | Refusal | WireError | Unreadable) -> Response:
    """The response for a refusal, with its status."""
    why_not.with_traceback(None)  # The traceback would close a reference cycle that keeps the whole table alive.
    match why_not:
        case Declined():
            return json_response(Problem(sentence=str(why_not)), STATUS[why_not.reason])
        case Refusal():
            return json_response(Problem(sentence=str(why_not.to_player()), rule=why_not.rule), HTTPStatus.CONFLICT)
        case WireError():
            return json_response(Problem(sentence=str(why_not)), HTTPStatus.UNPROCESSABLE_ENTITY)
        case Unreadable():
            return json_response(why_not.problem, HTTPStatus.UNPROCESSABLE_ENTITY)


def drop_cookie(request: GuestRequest, response: Response) -> None:
    """The guest is gone: the browser forgets the cookie under all its names, and gets no other one now."""
    request.guest_id = None
    prefix = request.service.config.prefix or "/"
    for name, path, secure in ((COOKIE, prefix, False), (TLS_COOKIE, "/", True), (PATH_COOKIE, prefix, True)):
        response.delete_cookie(name, path=path, httponly=True, samesite="lax", secure=secure)


def set_cookie(response: Response, service: Service, guest_id: str) -> None:
    """Set the guest's cookie: HttpOnly, SameSite, and Secure behind TLS."""
    secure, prefix, cookie = service.config.tls, service.config.prefix, service.guests.cookie(guest_id)
    response.set_cookie(
        service.guests.cookie_name,
        cookie,
        max_age=YEAR,
        path=prefix or "/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
