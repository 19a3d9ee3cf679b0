"""A guest's companion games on the server: one document each, and links by which other phones view or edit them.

Only the hash of a link's token is stored. The link is a document of its own under that hash, so that a phone that came
by it keeps no more than the hash; without the document the link is dead.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from secrets import token_urlsafe
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec

from greycells.analysis.companion.changes import CompanionBook
from greycells.protocol.companion_entries import CompanionGame, EntryId
from greycells.protocol.companion_messages import CompanionLinkView, CompanionRole, LinkMode
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.storage.table_store import Document, Store
from greycells.server.system.durations import DAY
from greycells.server.web.endpoints import GuestRequest
from greycells.server.workers.slow_work import slow_work

P = ParamSpec("P")
T = TypeVar("T")

MOST_GAMES, MOST_LINKS = 50, 10
KIND, LINK_KIND = "companion", "companion link"
LINKS = "companion links"
"""Stands for the guest of all links to companions: they are found by their hash alone."""
LINK_DAYS = 30
ATTEMPTS = 8
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")


class StoredLink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link: whose game it leads to, what it allows, when it was made, and how many phones came by it."""

    owner: str
    game: str
    mode: LinkMode
    made: float
    phones: int = 0


class StoredCompanion(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored for a guest: a game with the hashes of its links, or the hash of the link they joined by."""

    book: CompanionBook | None = None
    links: tuple[str, ...] = ()
    joined: str | None = None


@slow_work
def read_stored(body: bytes) -> StoredCompanion:
    """What is stored for a guest."""
    return msgspec.json.decode(body, type=StoredCompanion)


@slow_work
def encoded(body: msgspec.Struct) -> bytes:
    """A document as it is stored."""
    return msgspec.json.encode(body)


class OpenedCompanion(NamedTuple):
    """A companion's game as a guest may use it; owner and other phones call it by the same id."""

    id: str
    owner: str
    role: CompanionRole
    version: int
    book: CompanionBook
    links: tuple[str, ...]


class Aside(Protocol):
    """Runs work that takes a while off the event loop, in the turn of the guest."""

    def __call__(self, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Awaitable[T]: ...


class CompanionGames:
    """Reads and writes the companions of guests. Everything is on disk before anybody sees it.

    A game can be long, so it is decoded, changed and encoded `aside`.
    """

    def __init__(self, store: Store, now: Callable[[], float], aside: Aside) -> None:
        self._store = store
        self._now = now
        self._aside = aside

    async def games_of(self, guest: str) -> list[tuple[OpenedCompanion, float]]:
        """A guest's own games and those joined, with the time of the last change; dead links are left out."""
        found: list[tuple[OpenedCompanion, float]] = []
        for document in await self._store.documents_of(guest, KIND, limit=MOST_GAMES):
            try:
                found.append((await self.open(guest, document.name), document.changed))
            except Declined:
                continue
        return found

    async def create(self, guest: str, game: CompanionGame, *, once: EntryId | None = None) -> OpenedCompanion:
        """Keep a new game. With `once`, a phone that asks again because it got no answer gets the same game."""
        # A name that a guest could choose might be that of another guest's game, so it is never theirs to choose.
        name = token_urlsafe(9) if once is None else hashed(f"{guest} {once}")[:16]
        book = CompanionBook(game)
        if once is not None and await self._store.document(guest, KIND, name) is not None:
            return await self.open(guest, name)
        await self._make_room(guest)
        await self._write(guest, name, 1, StoredCompanion(book))
        return await self.open(guest, name)

    async def _make_room(self, guest: str) -> None:
        """Make room for one more; if need be, leave the joined games whose links have ended: nobody sees them."""
        documents = await self._store.documents_of(guest, KIND, limit=MOST_GAMES)
        if len(documents) < MOST_GAMES:
            return
        dead = [document.name for document in documents if await self._has_ended(document)]
        if not dead:
            raise Declined("too many companions", DeclineReason.TOO_MANY, most=MOST_GAMES)
        for name in dead:
            await self._store.delete_document(guest, KIND, name)

    async def _has_ended(self, document: Document) -> bool:
        """Whether a game was joined by a link that doesn't work any more."""
        joined = (await self._stored(document)).joined
        if joined is None:
            return False
        try:
            await self._link(joined)
        except Declined:
            return True
        return False

    async def open(self, guest: str, name: str) -> OpenedCompanion:
        """A game that this guest owns, or joined by a link that still works."""
        document = await self._store.document(guest, KIND, name)
        if document is None:
            raise Declined("no companion", DeclineReason.NOT_FOUND)
        stored = await self._stored(document)
        if stored.book is not None:
            return OpenedCompanion(name, guest, "owner", document.version, stored.book, stored.links)
        link = await self._link(stored.joined or "")
        document = await self._store.document(link.owner, KIND, link.game)
        owned = None if document is None else await self._stored(document)
        if document is None or owned is None or owned.book is None or stored.joined not in owned.links:
            raise Declined("old companion link", DeclineReason.NOT_FOUND)
        return OpenedCompanion(name, link.owner, link.mode, document.version, owned.book, owned.links)

    async def change(
        self, guest: str, name: str, change: Callable[[CompanionBook], Awaitable[CompanionBook]]
    ) -> OpenedCompanion:
        """Change a game in the server's order: what another phone wrote meanwhile is read again first."""
        for _ in range(ATTEMPTS):
            opened = await self.open(guest, name)
            if opened.role == "read":
                raise Declined("companion is read only", DeclineReason.FORBIDDEN)
            book = await change(opened.book)
            if book == opened.book:
                return opened
            kept = StoredCompanion(book, opened.links)
            if await self._write(opened.owner, name, opened.version + 1, kept):
                return opened._replace(version=opened.version + 1, book=book)
        raise Declined("too fast", DeclineReason.TOO_MANY)

    async def delete(self, guest: str, name: str) -> None:
        """Delete a game with its links, or leave another guest's, also one whose link has ended."""
        document = await self._store.document(guest, KIND, name)
        if document is None:
            raise Declined("no companion", DeclineReason.NOT_FOUND)
        await self._end_links((await self._stored(document)).links)
        await self._store.delete_document(guest, KIND, name)

    async def _end_links(self, links: Iterable[str]) -> None:
        for link in links:
            await self._store.delete_document(LINKS, LINK_KIND, link)

    async def links(self, opened: OpenedCompanion) -> tuple[CompanionLinkView, ...]:
        """The links of the guest's own game that still work."""
        found: list[CompanionLinkView] = []
        for name in opened.links if opened.role == "owner" else ():
            try:
                found.append(self._link_view(name, await self._link(name)))
            except Declined:
                continue
        return tuple(found)

    def _link_view(self, name: str, link: StoredLink, path: str | None = None) -> CompanionLinkView:
        ends = link.made + LINK_DAYS * DAY
        return CompanionLinkView(id=name[:16], mode=link.mode, made=link.made, ends=ends, phones=link.phones, path=path)

    async def make_link(self, guest: str, name: str, mode: LinkMode) -> CompanionLinkView:
        """A new link to the guest's own game; its token is shown once and stored as a hash."""
        opened = await self._own(guest, name)
        alive = [link for link in opened.links if await self._store.document(LINKS, LINK_KIND, link)]
        if len(alive) >= MOST_LINKS:
            raise Declined("too many companion links", DeclineReason.TOO_MANY, most=MOST_LINKS)
        token = token_urlsafe(24)
        link = StoredLink(guest, name, mode, self._now())
        await self._write(LINKS, hashed(token), 1, link, kind=LINK_KIND)
        await self._relink(guest, name, (*alive, hashed(token)))
        return self._link_view(hashed(token), link, f"/follow/{token}")

    async def revoke(self, guest: str, name: str, link: str) -> None:
        """Turn off a link: guests who joined by it no longer see the game."""
        opened = await self._own(guest, name)
        for full in opened.links:
            if full.startswith(link) and len(link) == 16:
                await self._store.delete_document(LINKS, LINK_KIND, full)
                await self._relink(guest, name, tuple(one for one in opened.links if one != full))

    async def join(self, guest: str, token: str) -> str:
        """Join a game by its link; returns the game's id."""
        if not _TOKEN.fullmatch(token):
            raise Declined("old companion link", DeclineReason.NOT_FOUND)
        link = await self._link(hashed(token))
        if link.owner == guest:
            return link.game
        known = await self._store.document(guest, KIND, link.game)
        if known is not None and msgspec.json.decode(known.body, type=StoredCompanion).book is not None:
            raise Declined("old companion link", DeclineReason.NOT_FOUND)
        if known is None:
            await self._make_room(guest)
        version = 1 if known is None else known.version + 1
        if await self._write(guest, link.game, version, StoredCompanion(joined=hashed(token))) and known is None:
            document = await self._store.document(LINKS, LINK_KIND, hashed(token))
            if document is not None:
                more = msgspec.structs.replace(link, phones=link.phones + 1)
                await self._write(LINKS, hashed(token), document.version + 1, more, kind=LINK_KIND)
        return link.game

    async def _stored(self, document: Document) -> StoredCompanion:
        return await self._aside(read_stored, document.body)

    async def _own(self, guest: str, name: str) -> OpenedCompanion:
        opened = await self.open(guest, name)
        if opened.role != "owner":
            raise Declined("companion is read only", DeclineReason.FORBIDDEN)
        return opened

    async def _link(self, name: str) -> StoredLink:
        document = await self._store.document(LINKS, LINK_KIND, name)
        if document is None:
            raise Declined("old companion link", DeclineReason.NOT_FOUND)
        link = msgspec.json.decode(document.body, type=StoredLink)
        if self._now() > link.made + LINK_DAYS * DAY:
            await self._store.delete_document(LINKS, LINK_KIND, name)
            raise Declined("old companion link", DeclineReason.NOT_FOUND)
        return link

    async def _relink(self, guest: str, name: str, links: tuple[str, ...]) -> None:
        """Save these links with the guest's own game, whatever other phones write meanwhile."""
        for _ in range(ATTEMPTS):
            opened = await self._own(guest, name)
            if await self._write(guest, name, opened.version + 1, StoredCompanion(opened.book, links)):
                return
        raise Declined("too fast", DeclineReason.TOO_MANY)

    async def _write(self, guest: str, name: str, version: int, body: msgspec.Struct, *, kind: str = KIND) -> bool:
        document = Document(kind, name, version, self._now(), await self._aside(encoded, body))
        return await self._store.write_document(guest, document)


def companion_games(request: GuestRequest) -> CompanionGames:
    """The companions of the guest who asks, who waits in the companions' queue."""

    async def aside(work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        return await request.run_in(request.service.companions, work, *args, **named)

    return CompanionGames(request.service.store, request.service.config.clock.now, aside)


def hashed(token: str) -> str:
    """A token as it is stored."""
    return sha256(token.encode()).hexdigest()
