"""Tables over HTTP: open a table, find one, sit down, send commands."""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from greycells.protocol.commands import CommandRequest
from greycells.protocol.frames import Done, TableView
from greycells.protocol.lobby_messages import Frames, Listed, SeatClaim, SeatLink, Tables
from greycells.protocol.plans import TablePlan
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.limits.rate_limits import counted_as
from greycells.server.lobby.notebooks import carry_out
from greycells.server.tables.permissions import may_look
from greycells.server.tables.summaries import can_join, company, decode_summary, standing
from greycells.server.tables.table_log import LobbyRow
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.web.query_values import time_of

MOST_LISTED = 50
MOST_READ = 4 * MOST_LISTED
"""How many rows are read to find tables that can be joined."""


async def open_table(request: GuestRequest) -> TableView:
    plan = await request.body(TablePlan)
    guest = await request.guest()
    request.count("tables")
    return (await request.service.lobby.open(guest, plan, origin=request.origin)).view()


def listed(row: LobbyRow, guest: str) -> Listed:
    """A row of the lobby, as this guest reads it."""
    drawn = decode_summary(row.sketch)
    return msgspec.convert(
        {
            "id": row.id,
            "code": row.code,
            "state": row.state,
            "edition": row.edition,
            "touched": row.touched,
            "spectators": row.watched,
            "company": str(company(drawn, guest) or ""),
            "standing": str(standing(drawn, guest, state=row.state, edition=row.edition)),
            "practice": drawn.practice,
        },
        Listed,
    )


async def tables(request: GuestRequest) -> Tables:
    """The public tables that this guest can join (those that are open) or watch (those that are running).

    Where there are more than fit, every address that opened some gets as many.
    """
    state, guest = request.query("state") or "open", request.guest_id or ""
    rows = await request.service.store.listed(state, limit=MOST_READ) if state in ("open", "running") else []
    shown = [
        row
        for row in rows
        if row.id not in request.service.lobby.set_aside
        and (can_join(decode_summary(row.sketch), guest) if state == "open" else row.watched)
    ]
    shared = sorted(shown[:MOST_LISTED], key=lambda row: row.touched, reverse=True)
    return Tables(tables=tuple(listed(row, guest) for row in shared))


async def games(request: GuestRequest) -> Tables:
    guest = (await request.guest()).id
    rows = await request.service.store.games_of(guest)
    return Tables(tables=tuple(listed(row, guest) for row in rows))


async def table(request: GuestRequest) -> TableView:
    live = await request.table()
    return msgspec.structs.replace(live.history.view(), yours=live.table.held_by(request.guest_id or ""))


async def by_code(request: GuestRequest) -> TableView:
    request.count("codes")
    table_id = await request.service.store.with_code(request.path("code").upper()[:6])
    live = await request.service.lobby.table(table_id) if table_id else None
    if live is None:
        raise Declined("no such table", DeclineReason.NOT_FOUND)
    return live.history.view()


async def command(request: GuestRequest) -> Done:
    sent = await request.body(CommandRequest)
    guest = await request.guest()
    request.count(counted_as(sent.command))

    async def ask() -> Done:
        return await carry_out(request.service, await request.table(), guest, sent)

    return await request.service.lobby.while_it_moves(ask)


async def frames(request: GuestRequest) -> Frames:
    """Polling, for clients that can't keep a WebSocket open."""
    live, guest = await request.table(), await request.guest()
    chair = request.query_number("chair")
    may_look(live.table, guest, chair)
    at = time_of(request.query("at"))
    viewer = live.history.viewer(guest, chair, after=request.query_number("after") or 0, at=at)
    viewer.extras.append(live.hello(viewer))
    return Frames(frames=msgspec.Raw(live.news(viewer) or b"[]"))


async def seat_link(request: GuestRequest) -> SeatLink:
    live, _, chair = await request.own_chair()
    link = request.service.guests.seat_link(live.table.id, chair, sittings=live.table.chairs[chair].sittings)
    return SeatLink(url=request.service.address(f"/seat/{link}"))


async def claim(request: GuestRequest) -> TableView:
    return (await request.claim_seat((await request.body(SeatClaim)).link)).history.view()


API: tuple[Endpoint, ...] = (
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
    Endpoint("POST", "/api/tables/{table}", command, "Send a command to a table", body=CommandRequest, reply=Done),
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
)
