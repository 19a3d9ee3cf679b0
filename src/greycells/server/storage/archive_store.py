"""The archive as the database knows it: which games could go there, and where those are that did."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.server.storage.archive_folder import ArchivedFile, ArchiveFolder
from greycells.server.storage.database import SqlConnection, row_as
from greycells.server.storage.table_store import Store
from greycells.server.tables.table_log import Fence, TableMoved


class ArchiveStore:
    """The archive's part of a store, and its folder."""

    def __init__(self, store: Store, folder: ArchiveFolder) -> None:
        self._store = store
        self.folder = folder

    async def due(self, before: float, *, limit: int) -> list[str]:
        """Finished games at whose tables nothing has happened since then, the oldest first."""
        rows = await self._store.rows(
            "SELECT id FROM tables WHERE state = 'over' AND archive_file = '' AND touched < ? ORDER BY touched LIMIT ?",
            before,
            limit,
        )
        return [str(game) for (game,) in rows]

    async def missing(self) -> str | None:
        """The latest file that should be in the folder and isn't: then the folder is another one, or isn't mounted."""
        rows = await self._store.rows(
            "SELECT archive_file FROM tables WHERE archive_file <> '' ORDER BY archive_file DESC LIMIT 1"
        )
        return str(rows[0][0]) if rows and not self.folder.has(str(rows[0][0])) else None

    async def archive(self, game: str, file: ArchivedFile, kept: Sequence[int], *, entries: int, fence: Fence) -> None:
        """Take all entries but the `kept` ones out of a table's log; the file that has them is on disk.

        The others move up, with what is beside them, so that the numbers have no gaps. Raises TableMoved, and changes
        nothing, if the table has another node or epoch than `fence`, or another number of entries than were read.
        """

        def work(connection: SqlConnection) -> None:
            held = connection.execute(
                "UPDATE tables SET archive_file = ?, archive_hash = ?"
                " WHERE id = ? AND state = 'over' AND archive_file = '' AND node = ? AND (epoch = ? OR node = '')",
                (*file, game, *fence),
            )
            if held.rowcount != 1:
                raise TableMoved(game)
            query = "SELECT seq, entry, epoch FROM log WHERE game = ? ORDER BY seq"
            rows = [row_as(tuple[int, bytes, int], row) for row in connection.execute(query, (game,)).fetchall()]
            if len(rows) != entries:
                raise TableMoved(game)
            numbers = {old: new for new, old in enumerate(kept, 1)}
            connection.execute("DELETE FROM log WHERE game = ?", (game,))
            connection.executemany(
                "INSERT INTO log (game, seq, entry, epoch) VALUES (?, ?, ?, ?)",
                [(game, numbers[seq], entry, epoch) for seq, entry, epoch in rows if seq in numbers],
            )
            connection.executemany(
                "UPDATE guest_words SET seq = ? WHERE game = ? AND seq = ?",
                [(new, game, old) for old, new in numbers.items() if new != old],
            )

        await self._store.database.write(work)
