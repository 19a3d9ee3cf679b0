"""A seat's notebook on the server, shared with the seat's other devices: read at once, saved in the background."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from threading import Event, Lock
from typing import TypeAlias
from urllib.parse import quote

import msgspec

from greycells.client.http_client import ServerClient, ServerError
from greycells.language.sentences import Sentence
from greycells.protocol.frames import AnyFrame, Hello, Noted
from greycells.protocol.notebook_messages import NotebookPages

AGAIN = 2.0
"""After how many seconds saving is tried again."""

MOST_UNDO = 200
"""How many marks can be taken back; a browser keeps as many."""

NO = (400, 403, 404)
"""The statuses for which a retry is pointless until something else is written."""

CHANGED = 409
"""The status of a version that another device has written already."""

NEWLINE = "\n"

Change: TypeAlias = Callable[[NotebookPages], NotebookPages]


class SeatNotebook:
    """The pages as the server has them, and on top of them what was written here since, until it is saved.

    A person writes and reads in one thread, without ever waiting; the event loop of another thread saves. When another
    device wrote meanwhile, its pages are loaded and our changes are made again in them: nothing is lost, and in one
    cell the later mark stays. So a change may be made twice, and must then change nothing.
    """

    def __init__(self, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._pause = pause
        self._lock = Lock()
        self._saved = NotebookPages()
        self._unsaved: list[Change] = []
        self._written = 0
        self._stale = False
        self._trouble = self._told = ""
        self._closed = Event()
        self._wake: Callable[[], object] = lambda: None

    @property
    def pages(self) -> NotebookPages:
        """The pages with everything that was written here."""
        with self._lock:
            return _after(self._saved, self._unsaved)

    @property
    def unsaved(self) -> bool:
        """Whether something that was written here is not on the server yet."""
        return bool(self._unsaved)

    @property
    def trouble(self) -> str:
        """Why nothing can be saved just now, or that it can be again: a sentence, once; or nothing."""
        with self._lock:
            trouble, self._trouble = self._trouble, ""
            return trouble

    def mark(self, cell: str, mark: str) -> None:
        """Write a mark in a cell; an empty one erases it."""
        self._write(lambda pages: _marked(pages, cell, mark))

    def note(self, line: str) -> None:
        """Add a line to the notes, unless it is among them."""
        self._write(lambda pages: _noted(pages, line))

    def take(self, frame: AnyFrame) -> None:
        """Load the pages again when another device has written them, or may have while we were not connected."""
        match frame:
            case Noted(version=version):
                self._stale = self._stale or version > self._written
            case Hello():
                self._stale = True
            case _:
                return
        self._wake()

    def wait_closed(self) -> None:
        """Wait until the last change is saved, or cannot be."""
        self._closed.wait()

    @contextlib.asynccontextmanager
    async def opened(self, server: ServerClient, table: str, chair: int) -> AsyncGenerator[None]:
        """The notebook of a chair, kept in step with the server; at the end, what is left is saved."""
        path = f"/api/tables/{quote(table)}/chairs/{chair}/notebook"
        await self._load(server, path)
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(changed.set)
        keeping = asyncio.create_task(self._keep(server, path, changed))
        try:
            yield
        finally:
            keeping.cancel()
            try:
                await self._save(server, path)
            except ServerError as error:
                self._say(Sentence("client.notebook lost", why=str(error)))
            finally:
                self._wake = lambda: None
                self._closed.set()

    async def _keep(self, server: ServerClient, path: str, changed: asyncio.Event) -> None:
        """Save and load whenever there is something new, and again after a while if it fails."""
        while await changed.wait():
            changed.clear()
            while not await self._in_step(server, path):
                await self._pause(AGAIN)

    async def _in_step(self, server: ServerClient, path: str) -> bool:
        """Save and load once; False if that is to be tried again."""
        try:
            await self._save(server, path)
            if self._stale:
                await self._load(server, path)
        except ServerError as error:
            waits = error.status == 0
            self._say(
                Sentence("client.notebook waits") if waits else Sentence("client.notebook refused", why=str(error))
            )
            return error.status in NO
        if self._told:
            self._say(Sentence("client.notebook saved"))
            self._told = ""
        return True

    async def _load(self, server: ServerClient, path: str) -> None:
        self._stale = False
        try:
            saved = await server.get(path, NotebookPages)
        except ServerError:
            self._stale = True
            raise
        with self._lock:
            self._saved, self._written = saved, saved.version

    async def _save(self, server: ServerClient, path: str) -> None:
        """Send what is not saved yet, as the next version; over another device's version, once more on top of that."""
        while changes := tuple(self._unsaved):
            before = self._saved
            pages = _after(before, changes)
            if pages != before:
                pages = msgspec.structs.replace(pages, version=before.version + 1)
                self._written = pages.version
                try:
                    await server.send("PUT", path, pages, NotebookPages)
                except ServerError as error:
                    self._written = before.version
                    if error.status != CHANGED:
                        raise
                    await self._load(server, path)
                    if self._saved == before:
                        raise
                    continue
            with self._lock:
                self._saved = pages
                del self._unsaved[: len(changes)]

    def _write(self, change: Change) -> None:
        with self._lock:
            self._unsaved.append(change)
        self._wake()

    def _say(self, sentence: Sentence) -> None:
        """Have something said, unless it was the last thing said."""
        with self._lock:
            if str(sentence) != self._told:
                self._trouble = self._told = str(sentence)


def _after(pages: NotebookPages, changes: Iterable[Change]) -> NotebookPages:
    for change in changes:
        pages = change(pages)
    return pages


def _marked(pages: NotebookPages, cell: str, mark: str) -> NotebookPages:
    before = pages.marks.get(cell, "")
    if before == mark:
        return pages
    others = {other: written for other, written in pages.marks.items() if other != cell}
    marks = {**others, cell: mark} if mark else others
    return msgspec.structs.replace(pages, marks=marks, undo=(*pages.undo, (cell, before))[-MOST_UNDO:])


def _noted(pages: NotebookPages, line: str) -> NotebookPages:
    if line in pages.notes.splitlines():
        return pages
    notes = f"{pages.notes.rstrip(NEWLINE)}{NEWLINE if pages.notes else ''}{line}"
    return msgspec.structs.replace(pages, notes=notes)
