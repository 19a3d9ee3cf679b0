"""Your data, for those without a script: what is kept, a file to download, and a form that deletes it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.language.sentences import Sentence
from greycells.server.errors.declined import Declined
from greycells.server.my_data.deletion import erase_guest
from greycells.server.my_data.download import summary_of
from greycells.server.service.public_address import url
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest, drop_cookie
from greycells.server.web.page_frame import SEE_OTHER, page, say, sorry

SCREEN = "my_data/my_data.js"


async def my_data(request: GuestRequest) -> Response:
    told = await summary_of(request.service, await request.guest())
    body = (
        f"<section><h2>{say('kept')}</h2><ul>{_items(told.kept)}</ul>"
        f'<p><a class="button" href="{url("/api/my-data/file")}" download>{say("download data")}</a></p></section>'
        f"<section><h2>{say('delete data')}</h2><ul>{_items(told.deleting)}</ul>"
        f'<form method="post"><label><input type="checkbox" name="sure" required> {say("delete sure")}</label>'
        f"<p><button>{say('delete data')}</button></p></form></section>"
    )
    return HTMLResponse(page(str(Sentence("page.my data")), body, SCREEN, like="about"))


async def delete(request: GuestRequest) -> Response:
    """Delete everything, if the box was ticked; then a page without a cookie."""
    sure = "sure" in parse_qs((await request.bytes(most=1024)).decode("latin-1"))
    if not sure:
        return RedirectResponse(url("/my-data"), SEE_OTHER)
    try:
        guest = await request.guest()
        request.count("downloads")
        await erase_guest(request.service, guest.id)
    except Declined as why_not:
        return sorry(why_not)
    body = f'<p>{say("deleted note")}</p><p><a href="{url("/")}">{say("home")}</a></p>'
    response = HTMLResponse(page(str(Sentence("page.deleted")), body, like="about"))
    drop_cookie(request, response)
    return response


def _items(points: Iterable[str]) -> str:
    return "".join(f"<li>{escape(point)}</li>" for point in points)


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/my-data", my_data, "What is stored about you", reply=HTML),
    Endpoint("POST", "/my-data", delete, "Delete everything stored about you", reply=HTML),
)
