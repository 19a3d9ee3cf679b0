"""Reports of players over HTTP: kept for the operator, with the chat around them."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_urlsafe

import msgspec

from greycells.protocol.report_messages import PlayerReport, ReportKept
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.reports.store import ReportRow, ReportStore
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.log_entries import ChatSaid
from greycells.server.web.endpoints import Endpoint, GuestRequest

LINES = 30
"""So many of the last chat messages of a table go with a report."""


async def report(request: GuestRequest) -> ReportKept:
    """A guest who sits at a table can report another person there."""
    body = await request.body(PlayerReport)
    live, guest, chair = await request.table(), await request.guest(), request.chair()
    request.count("reports")
    chairs = live.table.chairs
    if not live.table.held_by(guest.id):
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if chair >= len(chairs) or not chairs[chair].guests or guest.id in chairs[chair].guests:
        raise Declined("nobody there", chair=chair + 1)
    now = request.service.config.clock.now()
    row = ReportRow(token_urlsafe(9), now, guest.id, chairs[chair].guests[0], live.table.id, body.reason, _lines(live))
    await ReportStore(request.service.store).keep(row)
    return ReportKept(id=row.id)


def _lines(live: LiveTable) -> str:
    """The last chat messages, as JSON: when, in which chair, under which name, and what."""
    said = [entry for entry in live.history.log if isinstance(entry, ChatSaid)][-LINES:]
    lines = [(entry.at, entry.chair, entry.name, entry.text or entry.phrase or entry.reaction or "") for entry in said]
    return msgspec.json.encode(lines).decode()


API: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/tables/{table}/chairs/{chair}/report",
        report,
        "Report another player to the operator",
        body=PlayerReport,
        reply=ReportKept,
        status=HTTPStatus.CREATED,
    ),
)
