"""Joining a table by its address, for a person at a terminal or a bot."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from secrets import token_hex
from urllib.parse import urlsplit

from greycells.client.deal_check import compared
from greycells.client.http_client import ServerClient, ServerError
from greycells.client.remote_seat import Chooser, FrameListener, RemoteSeat, play
from greycells.client.seat_notebook import SeatNotebook
from greycells.language.sentences import Sentence
from greycells.notation import read
from greycells.protocol.commands import Ready, Sit
from greycells.protocol.frames import AnyFrame, Hello, TableView
from greycells.rules.fair_dealing import nonce_hash


async def play_at(
    url: str,
    choose: Chooser,
    *,
    name: str,
    on_frame: FrameListener,
    say: Callable[[str], None],
    notebook: SeatNotebook | None = None,
) -> RemoteSeat:
    """Sit down at the table behind an address, and play to the end of the game; `say` prints what is worth knowing.

    A person's `notebook` is that of the seat; a bot needs none.
    """

    def received(place: RemoteSeat, frame: AnyFrame) -> None:
        if notebook is not None:
            notebook.take(frame)
        on_frame(place, frame)

    server = ServerClient(url)
    await server.meet(name)
    nonce = token_hex(16)
    table, chair = await _seated(server, url, nonce)
    link = await server.seat_link(table.id, chair)
    say(str(Sentence("client.seated", code=table.code, link=link)))
    async with server.line(table.id, chair) as connection, _opened(notebook, server, table.id, chair):
        if table.state == "open":
            await connection.ask(Ready(chair=chair))
            say(str(Sentence("client.ready")))
        place = await play(connection, chair, choose, on_frame=received, nonce=nonce)
    await _compare_deal(server, place, say)
    return place


async def _compare_deal(server: ServerClient, place: RemoteSeat, say: Callable[[str], None]) -> None:
    """Compare the record of a finished game with what we were told before the deal."""
    if place.promise is None or place.table is None or place.table.state != "over":
        return
    record = read(await server.text(f"/api/tables/{place.table.id}/record"))
    say(str(compared(place.promise, [chair.suspect for chair in place.table.chairs], record)))


def _opened(
    notebook: SeatNotebook | None, server: ServerClient, table: str, chair: int
) -> AbstractAsyncContextManager[None]:
    return nullcontext() if notebook is None else notebook.opened(server, table, chair)


async def _seated(server: ServerClient, url: str, nonce: str) -> tuple[TableView, int]:
    """The table and our chair there: the seat of a secret link, or the first free chair."""
    parts = [part for part in urlsplit(url).path.split("/") if part]
    match parts:
        case [*_, "seat", link]:
            table = await server.claim(link)
            async with server.line(table.id) as connection:
                async for frame in connection:
                    if isinstance(frame, Hello) and frame.yours:
                        return table, frame.yours[0]
        case [*_, "table", table_id]:
            return await _first_free_chair(server, await server.table(table_id), nonce)
        case _:
            pass
    raise ServerError(Sentence("client.no table", url=url[:200]))


async def _first_free_chair(server: ServerClient, table: TableView, nonce: str) -> tuple[TableView, int]:
    for chair, taken in enumerate(table.chairs):
        if taken.name is None and taken.bot is None:
            try:
                await server.ask(table.id, Sit(chair=chair, nonce_hash=nonce_hash(nonce)))
            except ServerError as error:
                if error.status != 409:
                    raise
                continue
            return table, chair
    raise ServerError(Sentence("client.no free chair"))
