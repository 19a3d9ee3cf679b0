"""The welcome: the first case, which is begun, gone on with, or begun again, and what the project says about itself."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import parse_qs

from msgspec import structs
from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.notation.commands import Message
from greycells.rules.sentences import Sentence
from greycells.server.lesson import Lesson, rehearsal
from greycells.server.pages import SEE_OTHER, page
from greycells.server.web import HTML, Endpoint, Visit

ABOUT = (
    ("is", ("rules", "bots", "deal", "proof")),
    ("not", ("hasbro", "money")),
    ("stored", ("cookie", "tables", "device", "nothing")),
    ("code", ("licence",)),
)
"""The points of the about page under their titles, by the keys of the catalogue."""


async def first_case(visit: Visit) -> Lesson:
    """What the coach says; `table` is where this guest has begun it already."""
    live = await visit.service.lobby.lesson_of(await visit.guest())
    return structs.replace(rehearsal().lesson, table=live.table.id if live else None)


async def begin(visit: Visit) -> Response:
    """Go on with the first case where it was left, or begin it; `again` begins it anew."""
    guest = await visit.guest()
    again = "again" in parse_qs((await visit.bytes(most=1024)).decode("latin-1"))
    live = None if again else await visit.service.lobby.lesson_of(guest)
    if live is None:
        visit.count("tables")
        live = await visit.service.lobby.open_lesson(guest)
    return RedirectResponse(f"/table/{live.table.id}", SEE_OTHER)


async def first_page(visit: Visit) -> Response:
    """The first case for those without a script: what it is, and how to begin."""
    await visit.guest()
    return HTMLResponse(
        page(
            str(Sentence("page.first case")),
            f"<p>{Sentence('page.first case note')}</p>"
            f'<form method="post" action="/first"><button>{Sentence("page.begin")}</button></form>',
            "screens/first.js",
            needs="first case needs script",
        )
    )


class About(Message, frozen=True):
    """What the project says about itself: in a sentence, and in points under titles."""

    title: str
    lead: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]


async def about(_: Visit) -> About:
    """What the project is and is not, and what is stored."""
    return About(
        title=str(Sentence("about.title")),
        lead=str(Sentence("about.lead")),
        sections=tuple(
            (str(Sentence(f"about.{title}")), tuple(str(Sentence(f"about.{point}")) for point in points))
            for title, points in ABOUT
        ),
    )


async def about_page(visit: Visit) -> Response:
    """The same to be read as it is, without a script."""
    await visit.guest()
    told = await about(visit)
    sections = "".join(
        f"<section><h2>{escape(title)}</h2><ul>{_items(points)}</ul></section>" for title, points in told.sections
    )
    body = f'<p class="lead">{escape(told.lead)}</p>{sections}'
    return HTMLResponse(page(told.title, body, "screens/about.js", like="about"))


def _items(points: Iterable[str]) -> str:
    return "".join(f"<li>{escape(point)}</li>" for point in points)


LESSONS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/about", about, "What the project is and is not, and what is stored", reply=About),
    Endpoint("GET", "/api/lessons/first", first_case, "The first case as its coach follows it", reply=Lesson),
)
WELCOME: tuple[Endpoint, ...] = (
    Endpoint("GET", "/first", first_page, "The first case", reply=HTML),
    Endpoint("POST", "/first", begin, "Begin the first case, or go on with it", reply=HTML),
    Endpoint("GET", "/about", about_page, "What the project is and is not", reply=HTML),
)
