"""The pages of the client's screens: the same frame everywhere, with text to read before the script runs."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from greycells.editions import load, names
from greycells.editions.translation import title
from greycells.rules.sentences import Sentence
from greycells.server.http.endpoints import HTML, Answer, Endpoint, GuestRequest
from greycells.server.pages import rules_pages
from greycells.server.pages.page_layout import page, sorry
from greycells.server.tables.permissions import Declined, DeclineReason

DAILY = ("screens/daily.js", "board/edition_art.js")
"""With the art of the cards, so that everything is there when the page is opened without a connection."""

RULES = ("screens/rules.js", "board/edition_art.js")


def screen(*modules: str, listed: bool = True) -> Answer:
    """A screen that is drawn by the page's own script; search engines are asked to leave out what isn't `listed`."""
    headers = {} if listed else {"X-Robots-Tag": "noindex"}

    async def drawn(visit: GuestRequest) -> Response:
        await visit.guest()
        text = page("greycells", f"<p>{Sentence('page.loading')}</p>", *modules, needs="needs script")
        return HTMLResponse(text, headers=headers)

    return drawn


async def all_rules(visit: GuestRequest) -> Response:
    """The rulebooks, and on what they differ."""
    await visit.guest()
    return HTMLResponse(page(str(Sentence("page.all rules")), rules_pages.all_rules(), *RULES, like="rules"))


async def rules(visit: GuestRequest) -> Response:
    """The rules of an edition."""
    await visit.guest()
    key = visit.path("edition")
    if key not in names():
        return sorry(Declined("no such plan", DeclineReason.INVALID, what=key[:24]))
    return HTMLResponse(
        page(str(Sentence("page.rules", edition=title(load(key)))), rules_pages.rules_of(key), *RULES, like="rules")
    )


SCREENS: tuple[Endpoint, ...] = (
    *(
        Endpoint("GET", path, screen(f"screens/{module}.js"), does, reply=HTML)
        for path, module, does in (
            ("/new", "table_options", "Set up a game"),
            ("/games", "my_games", "Your games"),
            ("/daily/game", "shared_case", "The game of the day"),
            ("/daily/game/{day}", "shared_case", "The game of an earlier day"),
            ("/practice", "practice", "Puzzles for practice"),
            ("/replay/{table}", "replay", "The replay of a game"),
            ("/record/{record}", "replay", "The replay of an uploaded record"),
        )
    ),
    Endpoint("GET", "/daily", screen(*DAILY), "The daily case", reply=HTML),
    Endpoint("GET", "/daily/{day}", screen(*DAILY), "An earlier daily case", reply=HTML),
    Endpoint(
        "GET",
        "/shared/{link}",
        screen("screens/replay.js", listed=False),
        "The replay of a game that somebody shares",
        reply=HTML,
    ),
    Endpoint("GET", "/challenge/{case}", screen("screens/shared_case.js", listed=False), "A challenge", reply=HTML),
    Endpoint("GET", "/rules", all_rules, "The rules, edition by edition", reply=HTML),
    Endpoint("GET", "/rules/{edition}", rules, "The rules of an edition", reply=HTML),
)
