"""Security headers on every response, and protection against CSRF: no requests from other sites' pages."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.service.public_address import serve_under, url, without_prefix
from greycells.server.service.service import Service
from greycells.server.web.assets import asset_prefix
from greycells.server.web.endpoints import problem

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
METRICS = "/metrics"
HEADERS: tuple[tuple[str, str], ...] = (
    (
        "Content-Security-Policy",
        (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
            " font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
            " require-trusted-types-for 'script'; trusted-types lit-html greycells"
        ),
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)


def same_origin(service: Service, headers: Headers) -> bool:
    """Whether a request comes from one of our pages, or from no page: by Origin, otherwise by Sec-Fetch-Site."""
    origin = headers.get("origin")
    if origin is not None:
        allowed = {service.config.origin} if service.config.origin else _own_origins(headers.get("host", ""))
        return origin in allowed
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _own_origins(host: str) -> set[str]:
    """Without a configured public address, the origin is the host that the browser asked for."""
    return {f"http://{host}", f"https://{host}"} if host else set()


class SecurityHeaders:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_encoded(HEADERS, self._tls(scope))]
                path = without_prefix(scope["path"], self._service.config.prefix)
                message["headers"].append((b"cache-control", _kept(path, message["status"])))
            await send(message)

        if scope["method"] not in SAFE and not same_origin(self._service, Headers(scope=scope)):
            await problem(Declined("foreign page", DeclineReason.FORBIDDEN))(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _tls(self, scope: MutableMapping[str, object]) -> bool:
        return scope["scheme"] == "https" or self._service.config.tls


class PathPrefix:
    """Requests under a path prefix, whether the proxy has taken it away or not; the bare prefix leads to the home page.

    With `root_path` set as ASGI says, routes are found and redirects are made as without a prefix. The metrics aren't
    under the prefix: a proxy hides them at one address, and where it takes the prefix away, that would be a second one.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = self._prefix
        serve_under(prefix)
        if prefix and scope["type"] == "http" and scope["path"] == prefix:
            await RedirectResponse(url("/"))(scope, receive, send)
            return
        if prefix and scope["type"] in ("http", "websocket"):
            path = without_prefix(scope["path"], prefix)
            path = scope["path"] if path == METRICS else path
            scope.update(root_path=prefix, path=prefix + path)  # In place: the log reads there which route it was.
        await self._app(scope, receive, send)


def _kept(path: str, status: int) -> bytes:
    """Cache headers: addresses that contain the version are cached for good, pages never."""
    if path.startswith(asset_prefix()) and status < HTTPStatus.BAD_REQUEST:
        return b"max-age=31536000, immutable"
    return b"no-cache" if path.startswith("/static/") else b"no-store"


def _encoded(headers: Iterable[tuple[str, str]], tls: bool) -> list[tuple[bytes, bytes]]:  # noqa: FBT001
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers]
    if tls:
        encoded.append((b"strict-transport-security", b"max-age=31536000"))
    return encoded
