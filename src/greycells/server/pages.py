"""The plain pages: home with *Play now* in it before any script runs, a table to show to friends, and a seat's link."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, RedirectResponse, Response

from greycells.editions import load
from greycells.editions.translation import title
from greycells.notation.commands import ChairPlan, Plan, Sit, Start
from greycells.rules.languages import ABROAD
from greycells.rules.sentences import Sentence, bot_name, called, language
from greycells.server.conduct import Declined
from greycells.server.live import LiveTable
from greycells.server.routes import claim_seat
from greycells.server.shell import links
from greycells.server.web import HTML, Endpoint, Visit, problem

SEE_OTHER = 303


def _say(key: str, **arguments: str) -> str:
    """Words of the plain pages, in the language of whoever asks, ready to stand in a page."""
    return escape(str(Sentence(f"page.{key}", **arguments)))


def page(heading: str, body: str, *screen: str, like: str = "", needs: str = "") -> str:
    """A whole page, to be read before any script runs, and the modules of the screen that is drawn in its place.

    Style comes from a file, since nothing inline is allowed. `like` is the screen that it looks like, and `needs` the
    key of what is said to those whose browser runs no script, where one is needed.
    """
    where = (("/", "home"), ("/first", "first case"), ("/rules", "all rules"), ("/about", "about"))
    ways = " · ".join(f'<a href="{path}">{_say(name)}</a>' for path, name in where)
    words = f"words/{language().removesuffix(ABROAD)}.js"
    plea = f"<p><b>{_say(needs)}</b></p>" if needs else ""
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="description" content="{_say("description")}">'
        f"<title>{escape(heading)}</title>{links(words, *screen)}</head>"
        f'<body><main class="plain{f" {like}" if like else ""}"><h1>{escape(heading)}</h1>{body}'
        f"<noscript>{plea}<p>{ways}</p></noscript></main></body></html>"
    )


async def home(visit: Visit) -> Response:
    await visit.guest()
    rows = "".join(
        f'<li><a href="/table/{escape(line.id)}">{escape(title(load(line.edition)))}, {escape(line.code)}</a></li>'
        for line in await visit.service.store.listed("open", limit=20)
    )
    listed = f"<h2>{_say('open tables')}</h2><ul>{rows}</ul>" if rows else ""
    return HTMLResponse(
        page(
            "greycells",
            f"<p>{_say('tagline')}</p>"
            f'<form method="post" action="/play"><button>{_say("play now")}</button></form>'
            f'<form method="get" action="/join"><label>{_say("code")} <input name="code" maxlength="6" '
            f'autocomplete="off" required></label> <button>{_say("join")}</button></form>' + listed,
            "screens/home.js",
            needs="table needs script",
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
    screen = "screens/table.js" if live.table.state == "open" else "screens/game.js"
    modules = ("screens/visit.js", screen, "board/boxes.js")
    heading = str(Sentence("page.table", code=live.table.code))
    return HTMLResponse(page(heading, _described(visit, live), *modules, needs="table needs script"))


def _described(visit: Visit, live: LiveTable) -> str:
    edition = load(live.table.plan.edition)
    suspects = {suspect.word: called(suspect) for suspect in edition.deck.suspects}
    chairs = "".join(
        f"<li>{escape(suspects.get(chair.suspect or '') or _say('any suspect'))}: "
        f"{escape(chair.name or (bot_name(chair.bot) if chair.bot else '') or _say('free'))}</li>"
        for chair in live.table.chairs
    )
    address = escape(visit.service.address(f"/table/{live.table.id}"))
    return (
        f"<p>{escape(title(edition))}: {_say(live.table.state)}</p><ol>{chairs}</ol>"
        f'<p>{_say("invite")} <a href="{address}">{address}</a></p><p>{_say("or code", code=live.table.code)}</p>'
        f"<p>{_say('terminal')} <code>greycells join {address}</code></p>"
    )


async def seat(_: Visit) -> Response:
    """A seat's secret link asks before it seats anybody: programs that look at links do not press buttons."""
    return HTMLResponse(
        page(
            str(Sentence("page.seat")),
            f'<p>{_say("seat note")}</p><form method="post"><button>{_say("sit down")}</button></form>',
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
    return HTMLResponse(
        page(str(Sentence("page.sorry")), f'<p>{escape(str(why_not))}</p><p><a href="/">{_say("home")}</a></p>'), status
    )


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/", home, "Home", reply=HTML),
    Endpoint("POST", "/play", play_now, "Start a classic game against three bots", reply=HTML),
    Endpoint("GET", "/join", join, "Go to the table with a code", reply=HTML, query=("code",)),
    Endpoint("GET", "/table/{table}", table, "A table", reply=HTML),
    Endpoint("GET", "/seat/{link}", seat, "A seat's secret link", reply=HTML),
    Endpoint("POST", "/seat/{link}", take_seat, "Sit down by a seat's secret link", reply=HTML),
)
