"""The pages for newcomers: the first case, which can be begun, continued or begun again, and the about page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.language.sentences import Sentence
from greycells.server.home.about_text import about_project
from greycells.server.service.public_address import url
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.page_frame import SEE_OTHER, page


async def begin(request: GuestRequest) -> Response:
    """Continue the first case, or start it; `again` starts it over."""
    guest = await request.guest()
    again = "again" in parse_qs((await request.bytes(most=1024)).decode("latin-1"))
    live = None if again else await request.service.lobby.lesson_of(guest)
    if live is None:
        request.count("tables")
        table = (await request.service.lobby.open_lesson(guest)).table
    else:
        table = live.table
    return RedirectResponse(url(f"/table/{table.id}"), SEE_OTHER)


async def first_page(request: GuestRequest) -> Response:
    """The first case for those without a script: what it is, and how to begin."""
    await request.guest()
    return HTMLResponse(
        page(
            str(Sentence("page.first case")),
            f"<p>{Sentence('page.first case note')}</p>"
            f'<form method="post" action="{url("/first")}"><button>{Sentence("page.begin")}</button></form>',
            "lessons/first_case.js",
            needs="first case needs script",
        )
    )


async def about_page(request: GuestRequest) -> Response:
    """The same as a page without a script."""
    await request.guest()
    told = about_project()
    sections = "".join(
        f"<section><h2>{escape(title)}</h2><ul>{_items(points)}</ul></section>" for title, points in told.sections
    )
    body = f'<p class="lead">{escape(told.lead)}</p>{sections}'
    return HTMLResponse(page(told.title, body, "home/about.js", like="about"))


def _items(points: Iterable[str]) -> str:
    return "".join(f"<li>{escape(point)}</li>" for point in points)


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/first", first_page, "The first case", reply=HTML, fixed="by route"),
    Endpoint("POST", "/first", begin, "Start the first case, or continue it", reply=HTML),
    Endpoint("GET", "/about", about_page, "What the project is and is not", reply=HTML, fixed="by route"),
)
