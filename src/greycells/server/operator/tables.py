"""What the operator does with tables: list them, look at one, close one, save the log of one; unreadable ones too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.nodes.leases import RunsElsewhere
from greycells.server.operator.store import OperatorStore, TableFacts
from greycells.server.operator.table_report import LATE
from greycells.server.service.service import Service
from greycells.server.storage.database import DatabaseError
from greycells.server.tables.live_table import OPERATOR, LiveTable
from greycells.server.tables.log_entries import TableClosed, encode
from greycells.server.tables.new_tables import load_history
from greycells.server.tables.summaries import TableSummary, decode_summary

ATTEMPTS = 10
"""How often a table is taken from another node that takes it back."""
Cell: TypeAlias = str | int | float | bool | None
UNREADABLE = "unreadable"
MOST_READ = 200
"""So many logs a running server reads for a list."""


async def list_tables(service: Service, limit: int, *, served: bool) -> list[dict[str, Cell]]:
    """The tables: first those that can't be read, then those where something should have happened, the latest of them
    last, then those that wait, the longest first, and then those that are over. The logs of those that aren't over are
    read, to find out whether they can be; a server that has players to serve reads the first of them only.
    """
    rows = [_row(service, facts) for facts in await OperatorStore(service.store).tables(limit=limit)]
    rows.sort(key=_order)
    del rows[limit:]
    for row in rows[:MOST_READ] if served else rows:
        if row["state"] in ("open", "running") and not await _is_readable(service, str(row["id"])):
            row["trouble"] = UNREADABLE
    rows.sort(key=_order)
    return rows


def _row(service: Service, facts: TableFacts) -> dict[str, Cell]:
    row, now = facts.row, service.config.clock.now()
    summary = _summary(row.sketch)
    active = row.state in ("open", "running")
    late = active and row.wake is not None and now - row.wake > LATE
    aside = row.id in service.lobby.set_aside or summary is None
    return {
        "id": row.id,
        "code": row.code,
        "state": row.state,
        "trouble": UNREADABLE if aside else "late" if late else "",
        "waiting": now - (summary.since if summary and summary.since else row.touched) if active else None,
        "waits_for": (summary.to_act or "") if summary and active else "",
        "edition": row.edition,
        "public": row.public,
        "touched": row.touched,
        "players": ", ".join(sitter.name or sitter.bot or "-" for sitter in summary.sitters) if summary else "",
        "connected": service.lobby.connected(row.id),
        "node": facts.node,
    }


def _order(row: dict[str, Cell]) -> tuple[int, float]:
    waiting, touched = row["waiting"], row["touched"]
    assert isinstance(touched, float)
    if not isinstance(waiting, float):
        return 3, -touched
    return (UNREADABLE, "late", "").index(str(row["trouble"])), -waiting


def _summary(text: str) -> TableSummary | None:
    try:
        return decode_summary(text)
    except msgspec.MsgspecError:
        return None


async def _is_readable(service: Service, table: str) -> bool:
    """Whether a table is in memory, or can be read. If it can't, `/health` and the metrics tell that from now on."""
    live = service.lobby.loaded(table)
    if live is not None and not live.task.done():
        return True
    try:
        return await load_history(service.table_services, table) is not None
    except Exception as error:
        if isinstance(error, DatabaseError) and service.cluster is not None:
            raise  # The database is away, not the table bad.
        service.lobby.set_aside.setdefault(table, type(error).__name__)
        return False


async def close_table(service: Service, name: str) -> str:
    """Close a table by its id or room code, wherever it runs, and even if its log can't be read; returns its id."""
    table = (await _known(service, name)).row.id

    async def close() -> None:
        try:
            live = await _taken(service, table)
        except Declined:
            if table not in service.lobby.set_aside:
                raise
            await _close_unreadable(service, table)
            return
        if live is None:
            raise Declined("no such table", DeclineReason.NOT_FOUND)
        await live.close_for_operator()

    await service.lobby.while_it_moves(close)
    return table


async def _close_unreadable(service: Service, table: str) -> None:
    """Nobody can load it, so that nobody else writes: the last entry of its log says that it was closed."""
    facts, now = await _known(service, table), service.config.clock.now()
    fence = await service.leases.take(table)
    assert fence is not None
    row = facts.row._replace(state="closed", touched=now, wake=None)
    closed = encode(TableClosed(now, reason=OPERATOR))
    if facts.row.state in ("open", "running"):
        await service.store.append(row, await OperatorStore(service.store).length(table) + 1, [closed], fence=fence)
    await service.leases.release(table, fence)
    service.lobby.set_aside.pop(table, None)


async def export_table(service: Service, name: str) -> tuple[str, ...]:
    """A table's log as it is stored, one JSON object for each entry, with the cards but without names and chat.

    Not of a game that is running and can be read: the file tells everybody's cards.
    """
    facts = await _known(service, name)
    if facts.row.state == "running" and await _is_readable(service, facts.row.id):
        raise Declined("export of running game")
    log: Iterable[bytes] = await service.store.log(facts.row.id)
    return tuple(
        msgspec.json.encode({"number": number, "entry": entry.decode("utf-8", "backslashreplace")}).decode()
        for number, entry in enumerate(log, 1)
    )


async def _known(service: Service, name: str) -> TableFacts:
    facts = await OperatorStore(service.store).table(name)
    if facts is None:
        raise Declined("no such table", DeclineReason.NOT_FOUND)
    return facts


async def _taken(service: Service, table_id: str) -> LiveTable | None:
    """A table, taken from another node if one runs it; its players connect again, perhaps before we have it."""
    for _ in range(ATTEMPTS):
        await service.leases.recall(table_id)
        try:
            return await service.lobby.table(table_id)
        except RunsElsewhere:
            await service.config.clock.sleep(0.1)
    raise Declined("disk", DeclineReason.UNAVAILABLE)
