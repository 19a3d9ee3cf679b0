"""The pages of the rulebooks."""

from __future__ import annotations

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions.translation import title
from greycells.language.sentences import Sentence
from greycells.server.errors.declined import Declined
from greycells.server.rulebook import rules_page
from greycells.server.service.public_address import url
from greycells.server.tables.quick_game import DEFAULT_EDITION
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest, asked_edition
from greycells.server.web.page_frame import SEE_OTHER, page, sorry

RULES = ("rulebook/rules.js", "board/edition_art.js")


async def all_rules(request: GuestRequest) -> Response:
    """The rulebooks, and on what they differ."""
    await request.guest()
    return HTMLResponse(page(str(Sentence("page.all rules")), rules_page.all_rules(), *RULES, like="rules"))


async def rules(request: GuestRequest) -> Response:
    """The rules of an edition."""
    await request.guest()
    try:
        table = asked_edition(request)
    except Declined as no:
        return sorry(no)
    heading = str(Sentence("page.rules", edition=title(table)))
    return HTMLResponse(page(heading, rules_page.rules_of(table), *RULES, like="rules"))


async def how_to_play(request: GuestRequest) -> Response:
    """How to play stands above the rules of an edition"""
    await request.guest()
    return RedirectResponse(url(f"/rules/{DEFAULT_EDITION}"), SEE_OTHER)


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/how-to-play", how_to_play, "How to play the classic edition", reply=HTML),
    Endpoint("GET", "/rules", all_rules, "The rules, edition by edition", reply=HTML, fixed="by route"),
    Endpoint("GET", "/rules/{edition}", rules, "The rules of an edition", reply=HTML, fixed="by path"),
)
