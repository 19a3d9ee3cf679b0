"""Home, with *Play now* in it before any script runs."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs

import msgspec
from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions import load
from greycells.editions.translation import title
from greycells.protocol.vocabulary import NonceHash
from greycells.server.service.public_address import url
from greycells.server.tables.log_entries import Sat
from greycells.server.tables.quick_game import DEFAULT_EDITION, quick_plan
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.page_frame import SEE_OTHER, page, say

MOST_CHOSEN = 1024
"""Bytes of a form that says which game to start."""


async def home(request: GuestRequest) -> Response:
    await request.guest()
    rows = "".join(
        f'<li><a href="{url(f"/table/{escape(row.id)}")}">'
        f"{escape(title(load(row.edition)))}, {escape(row.code)}</a></li>"
        for row in await request.service.store.listed("open", limit=20)
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
    """One click to a game against bots: those that were chosen, or gentle ones for a guest who never chose."""
    guest = await request.guest()
    chosen = parse_qs((await request.bytes(most=MOST_CHOSEN)).decode("latin-1"))
    request.count("tables")
    edition = chosen.get("edition", [DEFAULT_EDITION])[0]
    plan = quick_plan(edition, chosen.get("bot", []), request.service.table_services.policy)
    seat = Sat(
        request.service.table_services.now(),
        chair=0,
        guest=guest.id,
        name=guest.name,
        suspect=plan.chairs[0].suspect,
        nonce="",
        nonce_hash=_hash_in(chosen.get("nonce_hash", [""])[0]),
    )
    opened = await request.service.lobby.open(guest, plan, origin=request.origin, sitting=[seat], start=True)
    return RedirectResponse(url(f"/table/{opened.table.id}"), SEE_OTHER)


def _hash_in(sent: str) -> str:
    """The hash of a nonce, if a page sent one: then the cards are dealt when the page tells it."""
    try:
        return msgspec.convert(sent, NonceHash)
    except msgspec.ValidationError:
        return ""


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/", home, "Home", reply=HTML),
    Endpoint("POST", "/play", play_now, "Start a game against bots", reply=HTML),
)
