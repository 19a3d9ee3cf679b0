"""Middleware that keeps banned guests and addresses out, and tells pages that maintenance is near."""

from __future__ import annotations

from html import escape
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.language.sentences import Sentence, language, set_language
from greycells.server.errors.declined import Declined
from greycells.server.service.public_address import url, without_prefix
from greycells.server.service.service import Service
from greycells.server.web.assets import SHEET, asset
from greycells.server.web.endpoints import language_of, problem

OPEN_TO_ALL = ("/static/", "/about", "/api/about", "/my-data", "/api/my-data", "/health", "/metrics", "/worker.js")
"""A banned guest can still read what is stored, download it and delete it."""
MAINTENANCE = b"x-maintenance-in"
"""The header of API responses that says how many seconds are left until maintenance."""


def _page(why_not: Declined) -> Response:
    """The refusal on a page without a script, which would draw its own screen over it."""
    title, about = (escape(str(Sentence(f"page.{key}"))) for key in ("sorry", "about"))
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><link rel="stylesheet" href="{asset(SHEET)}"></head>'
        f'<body><main class="message-page"><h1>{title}</h1><p>{escape(str(why_not))}</p>'
        f'<p><a class="button" href="{url("/about")}">{about}</a></p></main></body></html>',
        HTTPStatus.FORBIDDEN,
    )


class BanGate:
    """Stands between the security headers and the routes."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = without_prefix(str(scope.get("path", "")), self._service.config.prefix)
        if scope["type"] != "http" or path.startswith("/static/"):
            await self._app(scope, receive, send)
            return

        async def send_with_notice(message: Message) -> None:
            left = self._service.admissions.seconds_left
            if message["type"] == "http.response.start" and left is not None and path.startswith("/api/"):
                message["headers"] = [*message["headers"], (MAINTENANCE, str(left).encode())]
            await send(message)

        try:
            if not path.startswith(OPEN_TO_ALL):
                request = Request(scope)
                set_language(language_of(request))
                address = request.client.host if request.client else "?"
                self._service.admissions.check(self._service.guests.of_request(request.cookies), address)
        except Declined as why_not:
            refusal = problem(why_not) if path.startswith("/api/") else _page(why_not)
            await refusal(scope, receive, send_with_notice)
            return
        await self._app(scope, receive, send_with_notice)
