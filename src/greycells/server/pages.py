"""The plain pages: home with *Play now* in it before any script runs, a table to show to friends, and a seat's link."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions import load
from greycells.notation.messages import ChairPlan, Plan, Sit, Start
from greycells.server.conduct import Declined
from greycells.server.live import LiveTable
from greycells.server.routes import claim_seat
from greycells.server.web import Endpoint, Visit, problem

SEE_OTHER = 303


@cache
def _links() -> str:
    """The browser's client: its styles, and its modules, all asked for at once instead of one after the other."""
    modules: list[str] = []
    styles: list[str] = []
    folders = [("", files("greycells.server").joinpath("static"))]
    while folders:
        path, folder = folders.pop()
        for entry in folder.iterdir():
            if entry.is_dir():
                folders.append((f"{path}{entry.name}/", entry))
            elif entry.name.endswith(".js"):
                modules.append(f"{path}{entry.name}")
            elif entry.name.endswith(".css"):
                styles.append(f"{path}{entry.name}")
    sheets = "".join(f'<link rel="stylesheet" href="/static/{sheet}">' for sheet in sorted(styles))
    preloads = "".join(f'<link rel="modulepreload" href="/static/{module}">' for module in sorted(modules))
    return (
        '<link rel="icon" href="/static/icon.svg"><link rel="manifest" href="/static/manifest.json">'
        f'{sheets}{preloads}<script type="module" src="/static/app.js"></script>'
    )


def page(title: str, body: str) -> str:
    """A whole page, to be read before any script runs; style comes from a file, since nothing inline is allowed."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="description" content="The great detective board game: with friends by a link, or against bots.">'
        f"<title>{escape(title)}</title>{_links()}</head>"
        f'<body><main class="plain"><h1>{escape(title)}</h1>{body}</main></body></html>'
    )


async def home(visit: Visit) -> Response:
    await visit.guest()
    rows = "".join(
        f'<li><a href="/table/{escape(line.id)}">{escape(load(line.edition).title)}, {escape(line.code)}</a></li>'
        for line in await visit.service.store.listed("open", limit=20)
    )
    listed = f"<h2>Open tables</h2><ul>{rows}</ul>" if rows else ""
    return HTMLResponse(
        page(
            "greycells",
            "<p>The great detective board game: who did it, with what, and where?</p>"
            '<form method="post" action="/play"><button>Play now</button></form>'
            '<form method="get" action="/join"><label>Code of a table <input name="code" maxlength="6" '
            'autocomplete="off" required></label> <button>Join</button></form>' + listed,
        )
    )


async def play_now(visit: Visit) -> Response:
    """One click to a classic game against three bots."""
    guest = await visit.guest()
    visit.count("tables")
    level = visit.service.house.customs.stand_in
    chairs = (ChairPlan(), *(ChairPlan(bot=level) for _ in range(3)))
    live = await visit.service.lobby.open(
        guest,
        Plan(edition="classic", chairs=chairs, spectators=False, help="direct facts", house_rules=("take-backs",)),
    )
    await live.ask(guest, Sit(chair=0))
    await live.ask(guest, Start())
    return RedirectResponse(f"/table/{live.table.id}", SEE_OTHER)


async def join(visit: Visit) -> Response:
    visit.count("codes")
    number = await visit.service.store.with_code((visit.query("code") or "").upper()[:6])
    if number is None:
        return sorry(Declined("no such table"))
    return RedirectResponse(f"/table/{number}", SEE_OTHER)


async def table(visit: Visit) -> Response:
    """A table for those without a script: who sits there, and how to join it."""
    await visit.guest()
    try:
        live = await visit.table()
    except Declined as why_not:
        return sorry(why_not)
    return HTMLResponse(page(f"Table {live.table.code}", _described(visit, live)))


def _described(visit: Visit, live: LiveTable) -> str:
    chairs = "".join(
        f"<li>{escape(chair.suspect or 'any suspect')}: {escape(chair.name or chair.bot or 'free')}</li>"
        for chair in live.table.chairs
    )
    address = escape(visit.service.address(f"/table/{live.table.id}"))
    return (
        f"<p>{escape(load(live.table.plan.edition).title)}; this table is {live.table.state}.</p><ol>{chairs}</ol>"
        f'<p>Invite friends with this address: <a href="{address}">{address}</a>, or the code {live.table.code}.</p>'
        f"<p>In a terminal: <code>greycells join {address}</code></p>"
    )


async def seat(_: Visit) -> Response:
    """A seat's secret link asks before it seats anybody: programs that look at links do not press buttons."""
    return HTMLResponse(
        page(
            "Your seat",
            "<p>This link is your seat at a table. Whoever opens it can play for you.</p>"
            '<form method="post"><button>Sit down here</button></form>',
        )
    )


async def take_seat(visit: Visit) -> Response:
    try:
        live = await claim_seat(visit, visit.path("link"))
    except Declined as why_not:
        return sorry(why_not)
    return RedirectResponse(f"/table/{live.table.id}", SEE_OTHER)


def sorry(why_not: Declined) -> Response:
    """A refusal on a page that a person looks at."""
    status = problem(why_not).status_code
    return HTMLResponse(page("Sorry", f'<p>{escape(str(why_not))}</p><p><a href="/">Home</a></p>'), status)


HTML = "text/html"
PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/", home, "Home", reply=HTML),
    Endpoint("POST", "/play", play_now, "Start a classic game against three bots", reply=HTML),
    Endpoint("GET", "/join", join, "Go to the table with a code", reply=HTML, query=("code",)),
    Endpoint("GET", "/table/{table}", table, "A table", reply=HTML),
    Endpoint("GET", "/seat/{link}", seat, "A seat's secret link", reply=HTML),
    Endpoint("POST", "/seat/{link}", take_seat, "Sit down by a seat's secret link", reply=HTML),
)
