"""The page as an app: its worker, new with every change of the client, and the page it shows without a line."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from starlette.responses import HTMLResponse, Response

from greycells.rules.sentences import Sentence, language
from greycells.server.web import Endpoint, Visit

HTML = "text/html"
SCRIPT = "text/javascript"


@cache
def version() -> str:
    """Names the client as it is now: another one as soon as a byte of it changes."""
    digest = sha256()
    folders = [files("greycells.server").joinpath("static")]
    while folders:
        for entry in sorted(folders.pop().iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                folders.append(entry)
            else:
                digest.update(entry.name.encode() + entry.read_bytes())
    return digest.hexdigest()[:16]


async def worker(_: Visit) -> Response:
    """The worker, under the name of this version: a browser that finds another one takes it at once."""
    script = files("greycells.server").joinpath("static", "worker.js").read_text(encoding="utf-8")
    return Response(script.replace("unversioned", version()), media_type=SCRIPT)


async def offline(_: Visit) -> Response:
    """What is there without a line: no game, and a sentence that says so."""
    say = {key: escape(str(Sentence(f"page.{key}"))) for key in ("offline", "offline note", "try again")}
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{say["offline"]}</title><link rel="icon" href="/static/icon.svg">'
        '<link rel="stylesheet" href="/static/style/tokens.css"><link rel="stylesheet" href="/static/style/base.css">'
        '</head><body><main class="sorry"><img src="/static/icon.svg" width="96" height="96" alt="">'
        f"<h1>{say['offline']}</h1><p>{say['offline note']}</p>"
        f'<p><a class="button primary" href="/">{say["try again"]}</a></p></main></body></html>'
    )


SHELL: tuple[Endpoint, ...] = (
    Endpoint("GET", "/worker.js", worker, "The page's worker", reply=SCRIPT),
    Endpoint("GET", "/offline", offline, "What is there without a line", reply=HTML),
)
