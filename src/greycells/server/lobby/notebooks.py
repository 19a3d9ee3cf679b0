"""The notebooks of a table's seats: read and saved over HTTP, or saved by a command on an open socket."""

from __future__ import annotations

from greycells.protocol.commands import CommandRequest, SaveNotebook
from greycells.protocol.frames import Done
from greycells.protocol.notebook_messages import NotebookHistory, NotebookPages
from greycells.server.errors.declined import Declined
from greycells.server.service.service import Service
from greycells.server.tables import notebook_history
from greycells.server.tables.guest import Guest
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.notebook_history import StoredNotebook
from greycells.server.tables.permissions import may_look
from greycells.server.web.endpoints import Endpoint, GuestRequest


async def carry_out(service: Service, live: LiveTable, guest: Guest, asked: CommandRequest) -> Done:
    """Carry out a command: the table's task does, or a notebook is saved beside it; raises the refusal."""
    match asked.command:
        case SaveNotebook(chair=chair, pages=pages):
            may_look(live.table, guest, chair)
            await _write(service, live, chair, pages)
            return Done(id=asked.id, seq=live.history.seq)
        case command:
            return await live.ask(guest, command, id=asked.id)


async def notebook(request: GuestRequest) -> NotebookPages:
    live, _, chair = await request.own_chair()
    return (await _stored(request.service, live, chair)).pages


async def write_notebook(request: GuestRequest) -> NotebookPages:
    live, _, chair = await request.own_chair()
    request.count("commands")
    pages = await request.body(NotebookPages)
    await _write(request.service, live, chair, pages)
    return pages


async def history(request: GuestRequest) -> NotebookHistory:
    live, _, chair = await request.own_chair()
    kept = await _stored(request.service, live, chair)
    return NotebookHistory(changes=notebook_history.whole_history(kept, events=_events(live)))


async def _stored(service: Service, live: LiveTable, chair: int) -> StoredNotebook:
    kept = await service.store.notebook(live.table.id, chair)
    return StoredNotebook() if kept is None else notebook_history.decode(kept[1])


async def _write(service: Service, live: LiveTable, chair: int, pages: NotebookPages) -> None:
    """Save the next version; a write over a version that has changed meanwhile is refused."""
    before = await _stored(service, live, chair)
    body = notebook_history.encode(notebook_history.next_version(before, pages, events=_events(live)))
    if not await service.store.write_notebook(live.table.id, chair, version=pages.version, pages=body):
        raise Declined("notebook changed", stale=True)
    live.viewers.noted(chair, pages.version)


def _events(live: LiveTable) -> int:
    return len(live.history.game.events) if live.history.game is not None else 0


API: tuple[Endpoint, ...] = (
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
