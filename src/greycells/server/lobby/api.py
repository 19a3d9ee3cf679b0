"""The HTTP API of guests and tables."""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from greycells.editions import load, names
from greycells.editions.loader import shelf
from greycells.editions.translation import rulebook, title
from greycells.players.ladder import LADDER
from greycells.players.registry import bot_name, levels
from greycells.protocol.commands import CommandRequest as Asked
from greycells.protocol.commands import TablePlan
from greycells.protocol.frames import Done, TableView
from greycells.protocol.responses import (
    EditionOffer,
    Frames,
    GuestView,
    LevelOffer,
    Listed,
    NotebookHistory,
    NotebookPages,
    Offer,
    Rename,
    SeatClaim,
    SeatLink,
    Tables,
)
from greycells.server.declined import Declined, DeclineReason
from greycells.server.limits.rate_limits import counted_as
from greycells.server.storage.store import LobbyRow
from greycells.server.tables import notebook_history
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.notebook_history import StoredNotebook
from greycells.server.tables.permissions import may_look
from greycells.server.tables.quick_game import DEFAULT_HELP
from greycells.server.tables.summaries import can_join, company, decode_summary, standing
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.web.query_values import time_of

MOST_LISTED = 50
MOST_READ = 4 * MOST_LISTED
"""How many rows are read to find tables that can be joined."""


async def who(visit: GuestRequest) -> GuestView:
    return GuestView(name=(await visit.guest()).name)


async def rename(visit: GuestRequest) -> GuestView:
    name, number = (await visit.body(Rename)).name, (await visit.guest()).id
    visit.count("names")
    guest = await visit.service.guests.rename(number, name)
    return GuestView(name=guest.name)


async def offer(visit: GuestRequest) -> Offer:
    editions = [load(name) for name in shelf(names())]
    offered = [level for level in LADDER if level.id in visit.service.table_services.policy.levels]
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
        levels=tuple(level.id for level in offered),
        level_names={level: bot_name(level) for level in levels()},
        characters=tuple(
            LevelOffer(key=level.id, number=level.number, character=level.character, rank=level.rank, way=level.way)
            for level in offered
        ),
        starters=visit.service.table_services.policy.starters,
        help=DEFAULT_HELP,
    )


async def open_table(visit: GuestRequest) -> TableView:
    plan = await visit.body(TablePlan)
    guest = await visit.guest()
    visit.count("tables")
    return (await visit.service.lobby.open(guest, plan, origin=visit.origin)).story.view()


def listed(line: LobbyRow, guest: str) -> Listed:
    """A line of the lobby, as this guest reads it."""
    drawn = decode_summary(line.sketch)
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
            "practice": drawn.practice,
        },
        Listed,
    )


async def tables(visit: GuestRequest) -> Tables:
    """The public tables that this guest can join (those that are open) or watch (those that are running).

    Where there are more than lines, every address that opened some gets as many.
    """
    state, guest = visit.query("state") or "open", visit.number or ""
    lines = await visit.service.store.listed(state, limit=MOST_READ) if state in ("open", "running") else []
    shown = [
        line
        for line in lines
        if line.id not in visit.service.lobby.set_aside
        and (can_join(decode_summary(line.sketch), guest) if state == "open" else line.watched)
    ]
    shared = sorted(shown[:MOST_LISTED], key=lambda line: line.touched, reverse=True)
    return Tables(tables=tuple(listed(line, guest) for line in shared))


async def games(visit: GuestRequest) -> Tables:
    guest = (await visit.guest()).id
    lines = await visit.service.store.games_of(guest)
    return Tables(tables=tuple(listed(line, guest) for line in lines))


async def table(visit: GuestRequest) -> TableView:
    live = await visit.table()
    return msgspec.structs.replace(live.story.view(), yours=live.table.held_by(visit.number or ""))


async def by_code(visit: GuestRequest) -> TableView:
    visit.count("codes")
    number = await visit.service.store.with_code(visit.path("code").upper()[:6])
    live = await visit.service.lobby.table(number) if number else None
    if live is None:
        raise Declined("no such table", DeclineReason.NOT_FOUND)
    return live.story.view()


async def command(visit: GuestRequest) -> Done:
    asked = await visit.body(Asked)
    guest = await visit.guest()
    visit.count(counted_as(asked.command))
    return await (await visit.table()).ask(guest, asked.command, id=asked.id)


async def frames(visit: GuestRequest) -> Frames:
    """Polling, for clients that can't keep a WebSocket open."""
    live, guest = await visit.table(), await visit.guest()
    chair = visit.query_number("chair")
    may_look(live.table, guest, chair)
    at = time_of(visit.query("at"))
    viewer = live.story.viewer(guest, chair, after=visit.query_number("after") or 0, at=at)
    viewer.extras.append(live.hello(viewer))
    return Frames(frames=msgspec.Raw(live.news(viewer) or b"[]"))


async def seat_link(visit: GuestRequest) -> SeatLink:
    live, _, chair = await visit.own_chair()
    link = visit.service.guests.seat_link(live.table.id, chair, sittings=live.table.chairs[chair].sittings)
    return SeatLink(url=visit.service.address(f"/seat/{link}"))


async def claim(visit: GuestRequest) -> TableView:
    return (await visit.claim_seat((await visit.body(SeatClaim)).link)).story.view()


async def notebook(visit: GuestRequest) -> NotebookPages:
    live, _, chair = await visit.own_chair()
    return (await _stored(visit, live, chair)).pages


async def _stored(visit: GuestRequest, live: LiveTable, chair: int) -> StoredNotebook:
    kept = await visit.service.store.notebook(live.table.id, chair)
    return StoredNotebook() if kept is None else notebook_history.decode(kept[1])


def _events(live: LiveTable) -> int:
    return len(live.story.game.events) if live.story.game is not None else 0


async def write_notebook(visit: GuestRequest) -> NotebookPages:
    """Save the next version; a write over a version that has changed meanwhile is refused."""
    live, _, chair = await visit.own_chair()
    visit.count("commands")
    pages = await visit.body(NotebookPages)
    before = await _stored(visit, live, chair)
    body = notebook_history.encode(notebook_history.next_version(before, pages, events=_events(live)))
    written = await visit.service.store.write_notebook(live.table.id, chair, version=pages.version, pages=body)
    if not written:
        raise Declined("notebook changed", stale=True)
    live.viewers.noted(chair, pages.version)
    return pages


async def history(visit: GuestRequest) -> NotebookHistory:
    live, _, chair = await visit.own_chair()
    kept = await _stored(visit, live, chair)
    return NotebookHistory(changes=notebook_history.whole_history(kept, events=_events(live)))


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/guest", who, "Who you are here; sets a cookie if you have none", reply=GuestView),
    Endpoint("POST", "/api/guest", rename, "Change your name", body=Rename, reply=GuestView),
    Endpoint("GET", "/api/offer", offer, "The editions, house rules and bots", reply=Offer, fixed="by route"),
    Endpoint("GET", "/api/tables", tables, "Public tables that are open, or running", reply=Tables, query=("state",)),
    Endpoint(
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        body=TablePlan,
        reply=TableView,
        status=HTTPStatus.CREATED,
    ),
    Endpoint("GET", "/api/games", games, "The tables where you have sat", reply=Tables),
    Endpoint("GET", "/api/codes/{code}", by_code, "The table with this six-letter code", reply=TableView),
    Endpoint("GET", "/api/tables/{table}", table, "A table, and which of its chairs are yours", reply=TableView),
    Endpoint("POST", "/api/tables/{table}", command, "Send a command to a table", body=Asked, reply=Done),
    Endpoint(
        "GET",
        "/api/tables/{table}/frames",
        frames,
        "The frames you haven't seen yet, for clients without a socket",
        reply=Frames,
        query=("after", "at", "chair"),
    ),
    Endpoint("POST", "/api/seats", claim, "Sit down by a seat's secret link", body=SeatClaim, reply=TableView),
    Endpoint(
        "GET", "/api/tables/{table}/chairs/{chair}/link", seat_link, "The secret link of your seat", reply=SeatLink
    ),
    Endpoint("GET", "/api/tables/{table}/chairs/{chair}/notebook", notebook, "Your notebook", reply=NotebookPages),
    Endpoint(
        "PUT",
        "/api/tables/{table}/chairs/{chair}/notebook",
        write_notebook,
        "Save the next version of your notebook",
        body=NotebookPages,
        reply=NotebookPages,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/chairs/{chair}/notebook/history",
        history,
        "How the marks in your notebook came about",
        reply=NotebookHistory,
    ),
)
