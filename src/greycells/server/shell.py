"""The page as an app: what it fetches of the client, its worker, and what it shows without a line.

Everything of the client has an address with the client's version in it, so that a browser may keep it for good. A newer
server no longer knows that address: a page that was left open goes on with what it has, or is loaded again as a whole.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from posixpath import dirname, join, normpath

from starlette.responses import HTMLResponse, Response

from greycells.rules.sentences import Sentence, language
from greycells.server.web import HTML, Endpoint, Visit

SCRIPT = "text/javascript"
STYLE = "text/css"
SHEET = "style/page.css"
IMPORT = re.compile(r'^import\s(?:[^;"]*\sfrom\s)?"([^"]+)"', re.MULTILINE)
"""A module that another one cannot do without; what it fetches later is written `import(...)`."""
LEAF = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
STATIC = files("greycells.server").joinpath("static")


def _read(path: str) -> str:
    return STATIC.joinpath(*path.split("/")).read_text(encoding="utf-8")


@cache
def version() -> str:
    """Names the client as it is now: another one as soon as a byte of it changes."""
    digest = sha256()
    folders = [STATIC]
    while folders:
        for entry in sorted(folders.pop().iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                folders.append(entry)
            else:
                digest.update(entry.name.encode() + entry.read_bytes())
    return digest.hexdigest()[:16]


def kept() -> str:
    """Where the client is that a browser may keep for good."""
    return f"/static/{version()}/"


def needed(*modules: str) -> list[str]:
    """These modules, and every other that has to be there before they can run."""
    found = dict.fromkeys(modules)
    waiting = list(modules)
    while waiting:
        module = waiting.pop(0)
        imported = [normpath(join(dirname(module), path)) for path in IMPORT.findall(_read(module))]
        waiting += [path for path in imported if path not in found]
        found.update(dict.fromkeys(imported))
    return list(found)


@cache
def links(*screen: str) -> str:
    """The client in the head of a page: its style, and the modules of a screen, all asked for at once."""
    modules = needed("app.js", *screen)
    preloads = "".join(f'<link rel="modulepreload" href="{kept()}{module}">' for module in modules)
    return (
        '<link rel="icon" href="/static/icon.svg"><link rel="apple-touch-icon" href="/static/icon-192.png">'
        f'<link rel="manifest" href="/static/manifest.json"><link rel="stylesheet" href="{kept()}{SHEET}">'
        f'{preloads}<script type="module" src="{kept()}app.js"></script>'
    )


@cache
def _sheet() -> str:
    """Every leaf of the style on one sheet: a page that waits for its style waits once."""
    return LEAF.sub(lambda leaf: _read(f"style/{leaf[1]}"), _read(SHEET))


@cache
def _worker() -> str:
    return _read("worker.js").replace("unversioned", version())


async def style(_: Visit) -> Response:
    """How everything looks."""
    return Response(_sheet(), media_type=STYLE)


async def worker(_: Visit) -> Response:
    """The worker, under the name of this version: a browser that finds another one takes it at once."""
    return Response(_worker(), media_type=SCRIPT)


async def offline(_: Visit) -> Response:
    """What is there without a line: no game, and a sentence that says so."""
    say = {key: escape(str(Sentence(f"page.{key}"))) for key in ("offline", "offline note", "try again")}
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{say["offline"]}</title><link rel="icon" href="/static/icon.svg">'
        f'<link rel="stylesheet" href="{kept()}{SHEET}">'
        '</head><body><main class="sorry"><img src="/static/icon.svg" width="96" height="96" alt="">'
        f"<h1>{say['offline']}</h1><p>{say['offline note']}</p>"
        f'<p><a class="button primary" href="/">{say["try again"]}</a></p></main></body></html>'
    )


SHELL: tuple[Endpoint, ...] = (
    Endpoint("GET", "/worker.js", worker, "The page's worker", reply=SCRIPT),
    Endpoint("GET", "/offline", offline, "What is there without a line", reply=HTML),
    Endpoint("GET", kept() + SHEET, style, "How everything looks", reply=STYLE),
)
