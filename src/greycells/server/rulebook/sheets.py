"""Detective sheets to print: `/print/EDITION`, in the reader's language, for as many players as sit at the table."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, Response

from greycells.editions import load, names
from greycells.editions.detective_sheet import clamp_players, sheet_page
from greycells.editions.loader import BY_THE_BOOK, shelf
from greycells.editions.translation import title
from greycells.language.sentences import language
from greycells.rules.edition import Edition
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.service.public_address import url
from greycells.server.web.assets import PRINT_STYLE, asset
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.page_frame import say, sorry


async def print_sheet(request: GuestRequest) -> Response:
    """The sheet of an edition; `players` is how many columns it has."""
    await request.guest()
    key = request.path("edition")
    if key not in names():
        return sorry(Declined("no such plan", DeclineReason.INVALID, what=key[:24]))
    edition = load(key)
    players = clamp_players(edition, request.query_number("players"))
    head = (
        f'<link rel="icon" href="{url("/static/icon.svg")}"><link rel="stylesheet" href="{asset(PRINT_STYLE)}">'
        f'<script type="module" src="{asset("print/print.js")}"></script>'
    )
    return HTMLResponse(sheet_page(edition, players, tag=language(), head=head, before=_controls(edition, players)))


def _controls(edition: Edition, players: int) -> str:
    """What is on the screen above the sheet: the other editions, how many players, and a button to print."""
    current = ' aria-current="page"'
    books = "".join(
        f'<a href="{url(f"/print/{key}")}"{current if key == edition.key else ""}>{escape(title(load(key)))}</a>'
        for key in shelf(BY_THE_BOOK)
    )
    rules = edition.rules
    counts = "".join(
        f"<option{' selected' if count == players else ''}>{count}</option>"
        for count in range(rules.fewest_seats, rules.most_seats + 1)
    )
    return (
        f'<header class="controls"><a href="{url("/")}">{say("home")}</a>'
        f'<nav aria-label="{say("editions")}">{books}</nav>'
        f'<form method="get"><label>{say("sheet players")} <select name="players">{counts}</select></label>'
        f"<noscript><button>{say('sheet show')}</button></noscript>"
        f'<button type="button" class="print" hidden>{say("print")}</button></form></header>'
    )


PAGES: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/print/{edition}",
        print_sheet,
        "A detective sheet to print",
        reply=HTML,
        query=("players",),
        fixed="by path",
    ),
)
