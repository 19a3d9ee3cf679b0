"""Takes finished games out of the database after so many days and writes them to the archive, one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from greycells.errors import GreycellsError
from greycells.library import fault_of
from greycells.notation import scan, write
from greycells.notation.case_writer import wrong_stamp
from greycells.server.errors.report import report
from greycells.server.nodes.leases import RunsElsewhere
from greycells.server.storage.archive_store import ArchiveStore
from greycells.server.storage.database import DatabaseError
from greycells.server.table_hosting.table_loading import Lobby
from greycells.server.tables.archived_logs import kept_in_log
from greycells.server.tables.guest_words import writers
from greycells.server.tables.log_entries import decode
from greycells.server.tables.new_tables import read_history
from greycells.server.tables.records import record_of
from greycells.server.tables.table_log import StoredLog, TableMoved

log = logging.getLogger("greycells.server")
LOOK_EVERY = 60.0
"""How often, in seconds, the archiver looks for games that are old enough."""
PAUSE = 0.25
"""Seconds between two games, so that no table notices that one is archived."""
AT_ONCE = 100


class WontArchive(GreycellsError):
    """A game whose record would not read back as it was written; it stays in the database."""


class Archiver:
    """Archives finished games at whose tables nothing has happened for `after` seconds; with None, it archives none.

    With several nodes, one of them does it, and takes each table's lease first, as if the table had been asked for.
    """

    def __init__(
        self, lobby: Lobby, archive: ArchiveStore, *, after: float | None, archived: Callable[[], object]
    ) -> None:
        self._lobby = lobby
        self._archive = archive
        self._clock = lobby.services.clock
        self._after = after
        self._moved = archived
        self._stuck: set[str] = set()
        self._failed = Counter[str]()
        """How often the database failed at a game; the others are archived first."""

    async def keep(self) -> None:
        """Look for games from time to time; for ever."""
        while True:
            try:
                if not await self._has_other_folder() and self._after is not None:
                    await self.look()
            except DatabaseError as error:
                report("the archiver could not look for games", error)
            await self._clock.sleep(LOOK_EVERY)

    async def _has_other_folder(self) -> bool:
        """Whether files are missing: another folder, or one that isn't mounted, must not get a part of the archive."""
        missing = await self._archive.missing()
        if missing is not None:
            log.warning("%s has no %s: is it the archive of this server?", self._archive.folder.path, missing)
        return missing is not None

    async def look(self) -> None:
        """Archive what is old enough now. What can't be archived stays where it is, and is tried after a restart.

        If the database fails, this look is over.
        """
        while self._lobby.leases.leads:
            before = self._clock.now() - (self._after or 0.0)
            due = await self._archive.due(before, limit=AT_ONCE + len(self._stuck) + len(self._failed))
            due = sorted((game for game in due if game not in self._stuck), key=self._failed.__getitem__)
            if not due:
                return
            for game in due:
                try:
                    await self._try(game)
                except DatabaseError as error:
                    self._failed[game] += 1
                    report(f"table {game} could not be archived now", error)
                    return
                await self._clock.sleep(PAUSE)
            if len(due) < AT_ONCE:
                return

    async def _try(self, game: str) -> None:
        try:
            async with self._lobby.kept_apart(game) as free:
                if free and await self._move(game):
                    self._moved()
        except (RunsElsewhere, TableMoved):
            pass  # It is looked at on another node, or something was said there just now.
        except DatabaseError:
            raise  # No fault of this game: the disk is full, or this node's lease has run out.
        except Exception as error:
            self._stuck.add(game)
            report(f"table {game} could not be archived and stays in the database", error)

    async def _move(self, game: str) -> bool:
        """The file is on disk, under its name, before anything leaves the database. Dying in between leaves the file of
        a game that is still there, which is written again the next time."""
        store, leases, archive = self._lobby.store, self._lobby.leases, self._archive
        fence = await leases.take(game)
        if fence is None:
            return False
        try:
            stored = await store.read(game)
            if stored.archived is not None:
                return False
            text, kept, at = await asyncio.to_thread(archived_text, stored)
            file = await asyncio.to_thread(archive.folder.keep, game, text, at=at)
            await archive.archive(game, file, kept, entries=len(stored.entries), fence=fence)
        finally:
            await leases.release(game, fence)
        return True


def archived_text(stored: StoredLog) -> tuple[str, list[int], float]:
    """The record of a game without anybody's name, the numbers of the entries that stay in its log, and its last time.

    It is read back first, as replay and review will read it.
    """
    entries = [decode(entry) for entry in stored.entries]
    hidden = writers(entries, stored.words)
    history = read_history(stored.entries, stored.secret, hidden=hidden)
    text, kept = write(record_of(history)), kept_in_log(entries)
    reading = scan(text)
    if fault_of(reading) or wrong_stamp(reading) or write(reading.record) != text:
        raise WontArchive
    short = [stored.entries[number - 1] for number in kept]
    again = read_history(short, stored.secret, hidden=hidden, archived=text)
    if write(record_of(again)) != text:
        raise WontArchive
    return text, kept, entries[-1].at
