"""The frame of every HTML page, and the page of a refusal."""

from __future__ import annotations

from html import escape
from http import HTTPStatus

from starlette.responses import HTMLResponse, Response

from greycells.language.languages import ABROAD
from greycells.language.sentences import Sentence, language
from greycells.server.errors.declined import Declined
from greycells.server.service.public_address import url
from greycells.server.web.assets import links
from greycells.server.web.endpoints import problem

SEE_OTHER = 303


def say(key: str, **arguments: str) -> str:
    """Text of the plain pages in the reader's language, escaped for HTML."""
    return escape(str(Sentence(f"page.{key}", **arguments)))


def with_head(text: str) -> str:
    """A page that no script draws over, with the head that the others have."""
    icon = f'<img src="{url("/static/icon.svg")}" alt="" width="26">'
    head = f'<header class="head"><a class="brand" href="{url("/")}">{icon}greycells</a></header>'
    return text.replace("<body>", f"<body>{head}", 1)


def page(heading: str, body: str, *screen: str, like: str = "", needs: str = "", preview: str = "") -> str:
    """A whole page, to be read before any script runs, and the modules of the screen that is drawn in its place.

    Style comes from a file, since nothing inline is allowed. `like` is the screen that it looks like, `needs` the key
    of what is said to those whose browser runs no script, where one is needed, and `preview` what messengers are told.
    """
    where = (("/", "home"), ("/first", "tutorial"), ("/rules", "all rules"), ("/about", "about"))
    ways = " · ".join(f'<a href="{url(path)}">{say(name)}</a>' for path, name in where)
    plea = f"<p><b>{say(needs)}</b></p>" if needs else ""
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="description" content="{say("description")}">'
        f"<title>{escape(heading)}</title>{preview}{links(language().removesuffix(ABROAD), *screen)}</head>"
        f'<body><main class="plain{f" {like}" if like else ""}"><h1>{escape(heading)}</h1>{body}'
        f"<noscript>{plea}<p>{ways}</p></noscript></main></body></html>"
    )


def not_found() -> Response:
    """The page of an address that doesn't exist: the client draws the same sentence, with the way home."""
    body = f'<p>{say("not found note")}</p><p><a href="{url("/")}">{say("home")}</a></p>'
    return HTMLResponse(page(str(Sentence("page.not found")), body), HTTPStatus.NOT_FOUND)


def sorry(why_not: Declined) -> Response:
    """A refusal as a page."""
    status = problem(why_not).status_code
    body = f'<p>{escape(str(why_not))}</p><p><a href="{url("/")}">{say("home")}</a></p>'
    return HTMLResponse(page(str(Sentence("page.sorry")), body), status)
