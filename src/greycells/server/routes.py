"""What can be asked for over HTTP about guests and tables."""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from greycells.editions import load, names
from greycells.editions.loader import shelf
from greycells.editions.translation import rulebook, title
from greycells.notation.answers import (
    Claim,
    EditionOffer,
    Frames,
    GuestView,
    Listed,
    Notebook,
    Offer,
    Rename,
    SeatLink,
    Tables,
)
from greycells.notation.commands import Plan, Say
from greycells.notation.commands import Request as Asked
from greycells.notation.frames import Done, TableView
from greycells.server.conduct import Declined, Guest
from greycells.server.live import LiveTable
from greycells.server.sketches import company, sketched, standing
from greycells.server.sockets import check_eyes
from greycells.server.store import Line
from greycells.server.viewing import Viewer
from greycells.server.web import Endpoint, Visit


async def who(visit: Visit) -> GuestView:
    return GuestView(name=(await visit.guest()).name)


async def rename(visit: Visit) -> GuestView:
    name = (await visit.body(Rename)).name
    guest = await visit.service.guests.rename((await visit.guest()).id, name)
    return GuestView(name=guest.name)


async def offer(visit: Visit) -> Offer:
    editions = [load(name) for name in shelf(names())]
    return Offer(
        editions=tuple(
            EditionOffer(
                key=edition.key,
                title=title(edition),
                rulebook=rulebook(edition),
                fewest=edition.rules.fewest_seats,
                most=edition.rules.most_seats,
                suspects=tuple(suspect.word for suspect in edition.deck.suspects),
                house_rules=tuple(edition.offered_house_rules),
            )
            for edition in editions
        ),
        levels=visit.service.house.customs.levels,
    )


async def open_table(visit: Visit) -> TableView:
    plan = await visit.body(Plan)
    guest = await visit.guest()
    visit.count("tables")
    return (await visit.service.lobby.open(guest, plan)).story.view()


def listed(line: Line, guest: str) -> Listed:
    """A line of the lobby, as this guest reads it."""
    drawn = sketched(line.sketch)
    return msgspec.convert(
        {
            "id": line.id,
            "code": line.code,
            "state": line.state,
            "edition": line.edition,
            "touched": line.touched,
            "spectators": line.watched,
            "company": str(company(drawn, guest) or ""),
            "standing": str(standing(drawn, guest, state=line.state, edition=line.edition)),
        },
        Listed,
    )


async def tables(visit: Visit) -> Tables:
    """Open tables can be joined, running ones watched."""
    state = visit.query("state") or "open"
    lines = await visit.service.store.listed(state) if state in ("open", "running") else []
    shown = [line for line in lines if state == "open" or line.watched]
    return Tables(tables=tuple(listed(line, visit.number or "") for line in shown))


async def games(visit: Visit) -> Tables:
    guest = (await visit.guest()).id
    lines = await visit.service.store.games_of(guest)
    return Tables(tables=tuple(listed(line, guest) for line in lines))


async def table(visit: Visit) -> TableView:
    live = await visit.table()
    return msgspec.structs.replace(live.story.view(), yours=live.table.held_by(visit.number or ""))


async def by_code(visit: Visit) -> TableView:
    visit.count("codes")
    number = await visit.service.store.with_code(visit.path("code").upper()[:6])
    live = await visit.service.lobby.table(number) if number else None
    if live is None:
        raise Declined("no such table")
    return live.story.view()


async def command(visit: Visit) -> Done:
    asked = await visit.body(Asked)
    guest = await visit.guest()
    visit.count("chat" if isinstance(asked.command, Say) else "commands")
    return await (await visit.table()).ask(guest, asked.command, id=asked.id)


async def frames(visit: Visit) -> Frames:
    """For those who cannot keep a socket open: ask again from time to time."""
    live, guest = await visit.table(), await visit.guest()
    chair = visit.query_number("chair")
    check_eyes(live, guest, chair)
    viewer = Viewer(guest, chair, min(visit.query_number("after") or 0, live.story.seq))
    viewer.extras.append(live.story.hello(viewer, live.present()))
    return Frames(frames=msgspec.Raw(live.news(viewer) or b"[]"))


async def own_chair(visit: Visit) -> tuple[LiveTable, Guest, int]:
    """The chair that the path names; only its guest gets any further."""
    live, guest, chair = await visit.table(), await visit.guest(), visit.chair()
    check_eyes(live, guest, chair)
    return live, guest, chair


async def seat_link(visit: Visit) -> SeatLink:
    live, _, chair = await own_chair(visit)
    link = visit.service.guests.seat_link(live.table.id, chair, sittings=live.table.chairs[chair].sittings)
    return SeatLink(url=visit.service.address(f"/seat/{link}"))


async def claim_seat(visit: Visit, link: str) -> LiveTable:
    """Sit down on this device by a seat's secret link."""
    visit.count("codes")
    found = visit.service.guests.linked_seat(link)
    live = await visit.service.lobby.table(found[0]) if found else None
    if found is None or live is None:
        raise Declined("old link")
    await live.claim(await visit.guest(), found[1], sittings=found[2])
    return live


async def claim(visit: Visit) -> TableView:
    return (await claim_seat(visit, (await visit.body(Claim)).link)).story.view()


async def notebook(visit: Visit) -> Notebook:
    live, _, chair = await own_chair(visit)
    kept = await visit.service.store.notebook(live.table.id, chair)
    return Notebook() if kept is None else msgspec.json.decode(kept[1], type=Notebook)


async def write_notebook(visit: Visit) -> Notebook:
    """Keep the next version; whoever writes over a version that has changed meanwhile is told to look first."""
    live, _, chair = await own_chair(visit)
    visit.count("commands")
    pages = await visit.body(Notebook)
    body = msgspec.json.encode(pages)
    written = await visit.service.store.write_notebook(live.table.id, chair, version=pages.version, pages=body)
    if not written:
        raise Declined("notebook changed", stale=True)
    live.noted(chair, pages.version)
    return pages


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/guest", who, "Who you are here; gives a cookie to whoever has none", reply=GuestView),
    Endpoint("POST", "/api/guest", rename, "Be called something else", body=Rename, reply=GuestView),
    Endpoint("GET", "/api/offer", offer, "The editions and bots that there are", reply=Offer),
    Endpoint("GET", "/api/tables", tables, "Public tables that are open, or running", reply=Tables, query=("state",)),
    Endpoint(
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        body=Plan,
        reply=TableView,
        status=HTTPStatus.CREATED,
    ),
    Endpoint("GET", "/api/games", games, "The tables where you have sat", reply=Tables),
    Endpoint("GET", "/api/codes/{code}", by_code, "The table with this six-letter code", reply=TableView),
    Endpoint("GET", "/api/tables/{table}", table, "A table, and which of its chairs are yours", reply=TableView),
    Endpoint("POST", "/api/tables/{table}", command, "Ask something of a table", body=Asked, reply=Done),
    Endpoint(
        "GET",
        "/api/tables/{table}/frames",
        frames,
        "What you have not been told yet, for those without a socket",
        reply=Frames,
        query=("after", "chair"),
    ),
    Endpoint("POST", "/api/seats", claim, "Sit down by a seat's secret link", body=Claim, reply=TableView),
    Endpoint(
        "GET", "/api/tables/{table}/chairs/{chair}/link", seat_link, "The secret link of your seat", reply=SeatLink
    ),
    Endpoint("GET", "/api/tables/{table}/chairs/{chair}/notebook", notebook, "Your notebook", reply=Notebook),
    Endpoint(
        "PUT",
        "/api/tables/{table}/chairs/{chair}/notebook",
        write_notebook,
        "Write the next version of your notebook",
        body=Notebook,
        reply=Notebook,
    ),
)
