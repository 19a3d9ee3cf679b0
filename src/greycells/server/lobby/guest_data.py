"""What the tables keep of guests: where they sat, what they wrote there, and their notebooks."""

from __future__ import annotations

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.notation import write
from greycells.protocol.guest_data import ChatData, GameData, GuestData, GuestDataSummary, NotebookData
from greycells.server.errors.declined import Declined
from greycells.server.service.feature_guest_data import ALL, Asking, Forget, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.storage.archive_folder import ArchiveError
from greycells.server.storage.database import SqlConnection
from greycells.server.tables import notebook_history
from greycells.server.tables.deleted_guests import OwnChairs, holders, own_chairs, sketch_without
from greycells.server.tables.guest import Guest
from greycells.server.tables.guest_words import NEUTRAL, writers
from greycells.server.tables.log_entries import ChatSaid, decode
from greycells.server.tables.new_tables import load_history, read_history
from greycells.server.tables.records import record_of
from greycells.server.tables.table_log import LobbyRow, StoredLog
from greycells.server.tables.viewer_frames import TableHistory
from greycells.server.workers.slow_work import slow_work

MOST_GAMES = 5_000
"""So many games are in a download, the latest ones; reading them takes about a minute."""


class KeptGames(KeptOfGuests):
    """The games of guests. Their logs stay as they are: names and chat are kept beside them."""

    columns = (("guest_words", "guest"), ("sitting", "guest"))

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        """Of a running game, what the guest's seats saw; nothing that other guests wrote."""
        rows = await service.store.games_of(asking.guest, limit=MOST_GAMES)
        games = [await _game(service, asking, row) for row in rows]
        return replace(data, games=tuple(game for game in games if game is not None))

    async def summed_up(self, service: Service, guest: Guest, summary: GuestDataSummary) -> GuestDataSummary:
        rows = await service.store.games_of(guest.id, limit=ALL)
        games, waiting, running = len(rows), *(sum(row.state == state for row in rows) for state in ("open", "running"))
        deleting = (
            *((Sentence("mydata.waiting", waiting=waiting),) if waiting else ()),
            *((Sentence("mydata.running", running=running),) if running else ()),
            Sentence("mydata.finished", name=NEUTRAL),
        )
        return replace(
            summary,
            games=games,
            waiting=waiting,
            running=running,
            kept=(*summary.kept, str(Sentence("mydata.games", games=games))),
            deleting=(*summary.deleting, *map(str, deleting)),
        )

    async def forget(self, service: Service, guest: str) -> Forget:
        """First the guest gives up every seat, so that no table waits for a guest who is gone.

        Other nodes lose these tables in the transaction: what they have in memory still has the guest's name in it.
        """
        store, at, node = service.store, service.table_services.now(), service.leases.node
        rows = await store.games_of(guest, limit=ALL)
        own = {row.id: await _own_chairs(service, row, guest) for row in rows}
        for row in rows:
            if row.state in ("open", "running"):
                await _leave(service, row.id, guest)
        sketches = [
            (sketch_without(row, guest, own[row.id]), row.id)
            for row in await store.games_of(guest, limit=ALL)
            if row.id in own
        ]
        chairs = [(game, chair) for game, held in own.items() for chair in sorted(held.alone)]

        def work(connection: SqlConnection) -> None:
            connection.execute(
                "INSERT INTO erased (game, guest, at) SELECT game, guest, ? FROM sitting WHERE guest = ?"
                " ON CONFLICT (game, guest) DO NOTHING",
                (at, guest),
            )
            for table in ("notebooks", "auto_answers"):
                connection.executemany(f"DELETE FROM {table} WHERE game = ? AND chair = ?", chairs)
            connection.executemany("UPDATE tables SET sketch = ? WHERE id = ?", sketches)
            connection.executemany(
                "UPDATE tables SET node = '', epoch = epoch + 1 WHERE id = ? AND node NOT IN ('', ?)",
                [(game, node) for _, game in sketches],
            )

        return work


async def _game(service: Service, asking: Asking, row: LobbyRow) -> GameData | None:
    """One game, read in a work queue; None if its log can't be read."""
    try:
        stored = await service.store.read(row.id)
    except ArchiveError:
        return None
    found = await service.library.ask(asking.guest, asking.address, told_game, row, stored, asking.guest)
    if found is None:
        return None
    game, chairs = found
    kept = [(chair, await service.store.notebook(row.id, chair)) for chair in sorted(chairs.alone)]
    return replace(
        game,
        notebooks=tuple(_notebook(chair, pages[1]) for chair, pages in kept if pages is not None),
        automatic=tuple(sorted(stored.auto & chairs.alone)),
    )


@slow_work
def told_game(row: LobbyRow, stored: StoredLog, guest: str) -> tuple[GameData, OwnChairs] | None:
    """A game as one guest may have it, with the guest's chairs; None if it can't be read."""
    try:
        known = [decode(entry) for entry in stored.entries]
        hidden = writers(known, stored.words) - {guest}
        history = read_history(
            stored.entries, stored.secret, words=stored.words, hidden=hidden, archived=stored.archived
        )
    except Exception:  # A table that can't be read is set aside, and doesn't keep a guest from the others.
        return None
    return _told(history, row, guest), own_chairs([chair.guests for chair in history.table.chairs], guest)


def _told(history: TableHistory, row: LobbyRow, guest: str) -> GameData:
    """A game as one guest may have it: whole when it is over, else what each of the guest's seats saw."""
    table, game = history.table, history.game
    own = table.held_by(guest)
    records: tuple[str, ...] = ()
    if game is not None:
        record = record_of(history)
        seats = [seat for seat in map(history.seat, own) if seat is not None]
        records = (write(record),) if game.over else tuple(write(record.copy_for(seat)) for seat in seats)
    return GameData(
        id=table.id,
        code=table.code,
        state=table.state,
        edition=table.plan.edition,
        touched=row.touched,
        host=table.host == guest,
        chairs=own,
        names=tuple(sorted({chair.name for chair in table.chairs if chair.name and guest in chair.guests[:1]})),
        chat=tuple(
            ChatData(at=entry.at, text=entry.text, phrase=entry.phrase, reaction=entry.reaction)
            for entry in history.log
            if isinstance(entry, ChatSaid) and entry.guest == guest
        ),
        records=records,
        practice=table.practice is not None,
    )


def _notebook(chair: int, body: bytes) -> NotebookData:
    pages = notebook_history.decode(body)
    return NotebookData(chair=chair, marks=pages.marks, notes=pages.notes, changes=pages.history)


async def _own_chairs(service: Service, row: LobbyRow, guest: str) -> OwnChairs:
    """A guest's chairs at a table; one that has no summary, or can't be read, is looked up in its log or has none."""
    chairs: list[tuple[str, ...]] | None = holders(row)
    if chairs is None:
        try:
            history = await load_history(service.table_services, row.id)
        except Exception:
            history = None
        chairs = [chair.guests for chair in history.table.chairs] if history is not None else []
    return own_chairs(chairs, guest)


async def _leave(service: Service, table: str, guest: str) -> None:
    """Give up a guest's seats at a table. One that can't be read is set aside, and nobody plays there."""

    async def leave() -> None:
        await service.leases.recall(table)
        try:
            live = await service.lobby.table(table)
        except Declined:
            return
        if live is not None:
            await live.erase(guest)

    await service.lobby.while_it_moves(leave)
