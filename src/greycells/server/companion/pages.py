"""The pages of the companion: its screen, and the button by which another phone follows a link."""

from __future__ import annotations

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.language.sentences import Sentence
from greycells.server.companion.stored_games import companion_games
from greycells.server.errors.declined import Declined
from greycells.server.service.public_address import url
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.page_frame import SEE_OTHER, page, say, sorry, with_head


async def companion(request: GuestRequest) -> Response:
    """The companion's screen: the same page for every game, so that a phone can keep it."""
    await request.guest()
    body = f"<p>{say('companion note')}</p>"
    return HTMLResponse(page(str(Sentence("page.companion")), body, "companion/companion.js", needs="needs script"))


async def follow(_: GuestRequest) -> Response:
    """A link for another phone asks before it joins: programs that look at links do not press buttons."""
    body = f'<p>{say("follow note")}</p><form method="post"><button class="primary">{say("follow it")}</button></form>'
    return HTMLResponse(with_head(page(str(Sentence("page.follow")), body)))


async def join(request: GuestRequest) -> Response:
    try:
        request.count("codes")
        game = await companion_games(request).join((await request.guest()).id, request.path("token"))
    except Declined as why_not:
        return sorry(why_not)
    return RedirectResponse(url(f"/companion/{game}"), SEE_OTHER)


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/companion", companion, "The companion for a real table", reply=HTML, fixed="by route"),
    Endpoint("GET", "/companion/{game}", companion, "A companion game", reply=HTML, fixed="by route"),
    Endpoint("GET", "/follow/{token}", follow, "A link for another phone", reply=HTML),
    Endpoint("POST", "/follow/{token}", join, "Follow a companion game on this phone", reply=HTML),
)
