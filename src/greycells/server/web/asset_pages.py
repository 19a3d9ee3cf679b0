"""What is served beside the static files: the joined style sheet, the service worker and the offline page."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, PlainTextResponse, Response

from greycells.language.sentences import Sentence, language
from greycells.server.service.public_address import url
from greycells.server.web.assets import SHEET, asset, asset_prefix, module_script, style_sheet, worker_script
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest

SCRIPT = "text/javascript"
STYLE = "text/css"


async def style(_: GuestRequest) -> Response:
    """How everything looks."""
    return Response(style_sheet(), media_type=STYLE)


async def module(request: GuestRequest) -> Response:
    """A module of the client, without its comments."""
    script = module_script(f"{request.path('module')}.js")
    return PlainTextResponse("Not Found", 404) if script is None else Response(script, media_type=SCRIPT)


async def worker(_: GuestRequest) -> Response:
    """The service worker with this version's name; a browser that finds another version installs it at once."""
    return Response(worker_script(), media_type=SCRIPT)


async def offline(_: GuestRequest) -> Response:
    """The offline page."""
    say = {key: escape(str(Sentence(f"page.{key}"))) for key in ("offline", "offline note", "try again")}
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{say["offline"]}</title><link rel="icon" href="{url("/static/icon.svg")}">'
        f'<link rel="stylesheet" href="{asset(SHEET)}">'
        f'</head><body><main class="message-page"><img src="{url("/static/icon.svg")}" width="96" height="96" alt="">'
        f"<h1>{say['offline']}</h1><p>{say['offline note']}</p>"
        f'<p><a class="button primary" href="{url("/")}">{say["try again"]}</a></p></main></body></html>'
    )


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/worker.js", worker, "The service worker", reply=SCRIPT, fixed="by route"),
    Endpoint("GET", "/offline", offline, "The offline page", reply=HTML, fixed="by route"),
    Endpoint("GET", asset_prefix() + SHEET, style, "The stylesheet", reply=STYLE, counted="files", fixed="by route"),
    Endpoint(
        "GET",
        asset_prefix() + "{module:path}.js",
        module,
        "A module of the client",
        reply=SCRIPT,
        counted="files",
        fixed="by path",
    ),
)
