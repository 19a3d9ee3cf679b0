"""The pages of tables: one to show to friends, the one that a room code leads to, and a seat's secret link."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions import load
from greycells.editions.translation import title
from greycells.language.sentences import Sentence, called
from greycells.players.bot_levels import names_at_table
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.service.public_address import url
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.table_state import Chair, Table
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.link_previews import MOST_LETTERS, LinkPreview, edition_title
from greycells.server.web.page_frame import SEE_OTHER, page, say, sorry, with_head
from greycells.server.web.screens import screens


async def join(request: GuestRequest) -> Response:
    request.count("codes")
    table_id = await request.service.store.with_code((request.query("code") or "").upper()[:6])
    if table_id is None:
        return sorry(Declined("no such table", DeclineReason.NOT_FOUND))
    return RedirectResponse(url(f"/table/{table_id}"), SEE_OTHER)


async def table(request: GuestRequest) -> Response:
    """A table for those without a script: who sits there, and how to join it."""
    await request.guest()
    try:
        live = await request.table()
    except Declined as why_not:
        return sorry(why_not)
    screen = "tables/table_setup.js" if live.table.state == "open" and not live.table.asking else "game/game.js"
    modules = ("tables/table_visit.js", screen, "board/edition_art.js")
    heading = str(Sentence("page.table", code=live.table.code))
    preview = of_table(live.table).tags(request.service)
    return HTMLResponse(page(heading, _described(request, live), *modules, needs="table needs script", preview=preview))


def _described(request: GuestRequest, live: LiveTable) -> str:
    edition = load(live.table.plan.edition)
    suspects = {suspect.word: called(suspect) for suspect in edition.deck.suspects}
    names = names_at_table([chair.bot or "" for chair in live.table.chairs])
    chairs = "".join(
        f"<li>{escape(suspects.get(chair.suspect or '') or say('any suspect'))}: {_sitter(chair, name)}</li>"
        for chair, name in zip(live.table.chairs, names, strict=True)
    )
    address = escape(request.service.address(f"/table/{live.table.id}"))
    return (
        f"<p>{escape(title(edition))}: {say(live.table.state)}</p><ol>{chairs}</ol>"
        f'<p>{say("invite")} <a href="{address}">{address}</a></p><p>{say("or code", code=live.table.code)}</p>'
        f"<p>{say('terminal')} <code>greycells join {address}</code></p>"
    )


def _sitter(chair: Chair, bot: str) -> str:
    """Who is in a chair: a player's name, what its bot is called, or nobody."""
    if chair.name:
        return escape(chair.name)
    return say("bot", level=bot) if chair.bot else say("free")


async def seat(request: GuestRequest) -> Response:
    """A seat's secret link asks before it seats anybody: programs that look at links do not press buttons."""
    try:
        live, chair = await request.linked_seat(request.path("link"))
    except Declined as why_not:
        return sorry(why_not)
    button = f'<form method="post"><button class="primary">{say("sit down")}</button></form>'
    text = f"<p><b>{_seat_of(live, chair)}</b></p><p>{say('seat note')}</p>{button}"
    return HTMLResponse(with_head(page(str(Sentence("page.seat")), text)))


def _seat_of(live: LiveTable, number: int) -> str:
    """Which seat it is: the edition, the room code, and the suspect, once it is known."""
    edition, word = load(live.table.plan.edition), live.table.chairs[number].suspect
    suspects = (called(one) for one in edition.deck.suspects if one.word == word)
    game = f"{title(edition)}, {live.table.code}"
    return escape(": ".join((game, *suspects)))


async def take_seat(request: GuestRequest) -> Response:
    try:
        live = await request.claim_seat(request.path("link"))
    except Declined as why_not:
        return sorry(why_not)
    return RedirectResponse(url(f"/table/{live.table.id}"), SEE_OTHER)


def of_table(table: Table) -> LinkPreview:
    """An invitation, as long as the game hasn't started; afterwards only which game it is."""
    host = next((chair.name for chair in table.chairs if table.host in chair.guests and chair.name), "")
    edition = edition_title(table.plan.edition)
    state = "table" if table.state != "open" else "invitation" if host else "open table"
    heading = str(Sentence(f"preview.{state}", name=host[:MOST_LETTERS], edition=edition))
    note = str(Sentence(f"preview.{'watch' if table.state != 'open' else 'join'} note"))
    return LinkPreview(heading, note, f"/table/{table.id}", table.plan.edition)


PAGES: tuple[Endpoint, ...] = (
    *screens(
        ("/new", "tables/table_options.js", "Set up a game"),
        ("/games", "home/my_games.js", "Your games"),
    ),
    Endpoint("GET", "/join", join, "Go to the table with a code", reply=HTML, query=("code",)),
    Endpoint("GET", "/table/{table}", table, "A table", reply=HTML),
    Endpoint("GET", "/seat/{link}", seat, "A seat's secret link", reply=HTML),
    Endpoint("POST", "/seat/{link}", take_seat, "Take a seat by its secret link", reply=HTML),
)
