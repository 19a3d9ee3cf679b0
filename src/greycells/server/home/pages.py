"""The plain pages: home with *Play now* in it before any script runs, a table to show to friends, and a seat's link."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs

import msgspec
from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions import load
from greycells.editions.translation import title
from greycells.language.sentences import Sentence, called
from greycells.players.ladder import names_at_table
from greycells.protocol.commands import Sit, Start
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.home.link_previews import of_table
from greycells.server.service.public_address import url
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.quick_game import DEFAULT_EDITION, quick_plan
from greycells.server.tables.table import Chair
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.page_frame import SEE_OTHER, page, say, sorry, with_head

MOST_CHOSEN = 1024
"""Bytes of a form that says which game to start."""


async def home(request: GuestRequest) -> Response:
    await request.guest()
    rows = "".join(
        f'<li><a href="{url(f"/table/{escape(line.id)}")}">'
        f"{escape(title(load(line.edition)))}, {escape(line.code)}</a></li>"
        for line in await request.service.store.listed("open", limit=20)
    )
    listed = f"<h2>{say('open tables')}</h2><ul>{rows}</ul>" if rows else ""
    return HTMLResponse(
        page(
            "greycells",
            f"<p>{say('tagline')}</p>"
            f'<form method="post" action="{url("/play")}"><button>{say("play now")}</button></form>'
            f'<form method="get" action="{url("/join")}"><label>{say("code")} <input name="code" maxlength="6" '
            f'autocomplete="off" required></label> <button>{say("join")}</button></form>' + listed,
            "home/home.js",
            needs="table needs script",
        )
    )


async def play_now(request: GuestRequest) -> Response:
    """One click to a game against bots: those that were chosen, or gentle ones for somebody who never chose."""
    guest = await request.guest()
    chosen = parse_qs((await request.bytes(most=MOST_CHOSEN)).decode("latin-1"))
    request.count("tables")
    edition = chosen.get("edition", [DEFAULT_EDITION])[0]
    plan = quick_plan(edition, chosen.get("bot", []), request.service.table_services.policy)
    live = await request.service.lobby.open(guest, plan, origin=request.origin)
    await live.ask(guest, _sitting(chosen.get("nonce_hash", [""])[0]))
    await live.ask(guest, Start())
    return RedirectResponse(url(f"/table/{live.table.id}"), SEE_OTHER)


def _sitting(nonce_hash: str) -> Sit:
    """The host's seat, with the hash of a nonce if a page sent one: then the cards are dealt when the page tells it."""
    try:
        return msgspec.convert({"type": "sit", "chair": 0, "nonce_hash": nonce_hash}, Sit)
    except msgspec.ValidationError:
        return Sit(chair=0)


async def join(request: GuestRequest) -> Response:
    request.count("codes")
    number = await request.service.store.with_code((request.query("code") or "").upper()[:6])
    if number is None:
        return sorry(Declined("no such table", DeclineReason.NOT_FOUND))
    return RedirectResponse(url(f"/table/{number}"), SEE_OTHER)


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


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/", home, "Home", reply=HTML),
    Endpoint("POST", "/play", play_now, "Start a game against bots", reply=HTML),
    Endpoint("GET", "/join", join, "Go to the table with a code", reply=HTML, query=("code",)),
    Endpoint("GET", "/table/{table}", table, "A table", reply=HTML),
    Endpoint("GET", "/seat/{link}", seat, "A seat's secret link", reply=HTML),
    Endpoint("POST", "/seat/{link}", take_seat, "Take a seat by its secret link", reply=HTML),
)
