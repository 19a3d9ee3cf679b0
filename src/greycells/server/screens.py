"""The pages of the browser's own screens: the same shell everywhere, with something to read before it runs."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from greycells.editions import load, names
from greycells.editions.translation import title
from greycells.rules.sentences import Sentence
from greycells.server import reading
from greycells.server.conduct import Declined
from greycells.server.pages import page, sorry
from greycells.server.web import HTML, Answer, Endpoint, Visit

RULES = ("screens/rules.js", "board/boxes.js")


def screen(module: str) -> Answer:
    """A screen that is drawn by the page's own script."""

    async def drawn(visit: Visit) -> Response:
        await visit.guest()
        return HTMLResponse(page("greycells", f"<p>{Sentence('page.loading')}</p>", module, needs="needs script"))

    return drawn


async def all_rules(visit: Visit) -> Response:
    """The rulebooks, and on what they differ."""
    await visit.guest()
    return HTMLResponse(page(str(Sentence("page.all rules")), reading.all_rules(), *RULES, like="rules"))


async def rules(visit: Visit) -> Response:
    """The rules of an edition."""
    await visit.guest()
    key = visit.path("edition")
    if key not in names():
        return sorry(Declined("no such plan", what=key[:24]))
    return HTMLResponse(
        page(str(Sentence("page.rules", edition=title(load(key)))), reading.rules_of(key), *RULES, like="rules")
    )


SCREENS: tuple[Endpoint, ...] = (
    *(
        Endpoint("GET", path, screen(f"screens/{module}.js"), does, reply=HTML)
        for path, module, does in (
            ("/new", "plan", "Plan a table"),
            ("/games", "games", "The games of this guest"),
            ("/replay/{table}", "replay", "A game to look at again"),
            ("/record/{record}", "replay", "A record that somebody brought, to look at"),
        )
    ),
    Endpoint("GET", "/rules", all_rules, "The rules, edition by edition", reply=HTML),
    Endpoint("GET", "/rules/{edition}", rules, "The rules of an edition", reply=HTML),
)
