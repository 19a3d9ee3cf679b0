"""The pages of the client's screens: the same frame everywhere, with text to read before the script runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions.translation import title
from greycells.language.sentences import Sentence
from greycells.server.errors.declined import Declined
from greycells.server.games.shared_links import shared_game
from greycells.server.home.link_previews import LinkPreview, of_challenge, of_shared_game
from greycells.server.rulebook import rules_page
from greycells.server.service.public_address import url
from greycells.server.shared_cases.shared_case import known_case
from greycells.server.tables.quick_game import DEFAULT_EDITION
from greycells.server.web.endpoints import HTML, Answer, Endpoint, GuestRequest, asked_edition
from greycells.server.web.page_frame import SEE_OTHER, page, sorry

DAILY = ("puzzles/daily.js", "board/edition_art.js")
"""With the art of the cards, so that everything is there when the page is opened without a connection."""

RULES = ("rulebook/rules.js", "board/edition_art.js")


def screen(*modules: str, preview: Callable[[GuestRequest], Awaitable[LinkPreview | None]] | None = None) -> Answer:
    """A screen that is drawn by the page's own script.

    What is sent to somebody as a link has a preview, and search engines are asked to leave it out.
    """
    headers = {"X-Robots-Tag": "noindex"} if preview else {}

    async def drawn(request: GuestRequest) -> Response:
        await request.guest()
        told = await preview(request) if preview else None
        tags = told.tags(request.service) if told else ""
        text = page("greycells", f"<p>{Sentence('page.loading')}</p>", *modules, needs="needs script", preview=tags)
        return HTMLResponse(text, headers=headers)

    return drawn


async def shared_preview(request: GuestRequest) -> LinkPreview | None:
    """What a shared game's link shows; nothing of a link that no longer works."""
    try:
        share = await shared_game(request.service.store, request.path("link"))
    except Declined:
        return None
    return of_shared_game(request.path("link"), share.edition)


async def challenge_preview(request: GuestRequest) -> LinkPreview | None:
    """What a challenge's link shows: the edition, and who made it."""
    found = await known_case(request.service.cases, request.path("case")[:64])
    if found is None or not found[1].guest:
        return None
    by = (await request.service.guests.guest(found[1].guest)).name
    return of_challenge(found[0].id, found[0].plan.edition, by)


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


SCREENS: tuple[Endpoint, ...] = (
    *(
        Endpoint("GET", path, screen(f"{module}.js"), does, reply=HTML, fixed="by route")
        for path, module, does in (
            ("/new", "tables/table_options", "Set up a game"),
            ("/games", "home/my_games", "Your games"),
            ("/daily/game", "cases/shared_case", "The game of the day"),
            ("/daily/game/{day}", "cases/shared_case", "The game of an earlier day"),
            ("/practice", "puzzles/practice", "Puzzles for practice"),
            ("/replay/{table}", "replay/replay", "The replay of a game"),
            ("/record/{record}", "replay/replay", "The replay of an uploaded record"),
        )
    ),
    Endpoint("GET", "/daily", screen(*DAILY), "The daily case", reply=HTML, fixed="by route"),
    Endpoint("GET", "/daily/{day}", screen(*DAILY), "An earlier daily case", reply=HTML, fixed="by route"),
    Endpoint(
        "GET",
        "/shared/{link}",
        screen("replay/replay.js", preview=shared_preview),
        "The replay of a game that somebody shares",
        reply=HTML,
    ),
    Endpoint("GET", "/how-to-play", how_to_play, "How to play the classic edition", reply=HTML),
    Endpoint(
        "GET",
        "/challenge/{case}",
        screen("cases/shared_case.js", preview=challenge_preview),
        "A challenge",
        reply=HTML,
    ),
    Endpoint("GET", "/rules", all_rules, "The rules, edition by edition", reply=HTML, fixed="by route"),
    Endpoint("GET", "/rules/{edition}", rules, "The rules of an edition", reply=HTML, fixed="by path"),
)
