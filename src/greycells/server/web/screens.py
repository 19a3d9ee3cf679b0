"""Screens of the client: the same frame everywhere, with text to read before the script runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from starlette.responses import HTMLResponse, Response

from greycells.language.sentences import Sentence
from greycells.server.web.endpoints import HTML, Answer, Endpoint, GuestRequest
from greycells.server.web.link_previews import LinkPreview
from greycells.server.web.page_frame import page


def screen(*modules: str, preview: Callable[[GuestRequest], Awaitable[LinkPreview | None]] | None = None) -> Answer:
    """A screen that is drawn by the page's own script.

    What is sent as a link has a preview, and search engines are asked to leave it out.
    """
    headers = {"X-Robots-Tag": "noindex"} if preview else {}

    async def drawn(request: GuestRequest) -> Response:
        await request.guest()
        told = await preview(request) if preview else None
        tags = told.tags(request.service) if told else ""
        text = page("greycells", f"<p>{Sentence('page.loading')}</p>", *modules, needs="needs script", preview=tags)
        return HTMLResponse(text, headers=headers)

    return drawn


def screens(*of: tuple[str, str, str]) -> Iterator[Endpoint]:
    """Screens by path, module and what is there."""
    for path, module, does in of:
        yield Endpoint("GET", path, screen(module), does, reply=HTML, fixed="by route")
