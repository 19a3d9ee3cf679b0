"""Everything that the server keeps of a guest: put together to be downloaded, and deleted."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct, json
from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.notation import write
from greycells.protocol.data_export import (
    CaseData,
    ChatData,
    DocumentData,
    GameData,
    GuestData,
    GuestDataSummary,
    NotebookData,
    ReportData,
    UploadData,
)
from greycells.server.errors.declined import Declined
from greycells.server.games.shared_links import revoke_all
from greycells.server.service.service import Service
from greycells.server.storage.archive_folder import ArchiveError
from greycells.server.storage.store import Document
from greycells.server.tables import notebook_history
from greycells.server.tables.erasing import OwnChairs, holders, own_chairs, sketch_without
from greycells.server.tables.guest_words import NEUTRAL, writers
from greycells.server.tables.log_entries import ChatSaid, decode
from greycells.server.tables.new_tables import load_history, read_history
from greycells.server.tables.permissions import Guest
from greycells.server.tables.records import record_of
from greycells.server.tables.table_log import LobbyRow, StoredLog
from greycells.server.tables.viewer_frames import TableHistory
from greycells.server.workers.slow_work import slow_work

MOST_GAMES = 5_000
"""So many games are in a download, the latest ones; reading them takes about a minute."""
ALL = 10_000_000
COMPANIONS, LINK_KIND = "companion", "companion link"
LINKS = "companion links"
"""Stands for the guest of all links to companions: they are found by their hash alone."""


class _Asking(NamedTuple):
    """For whom data are put together, and from where they were asked for: a work queue is shared fairly."""

    guest: str
    address: str


async def summary_of(service: Service, guest: Guest) -> GuestDataSummary:
    """How much is stored about a guest, and what happens when it is deleted."""
    rows = await service.store.games_of(guest.id, limit=ALL)
    games, waiting, running = len(rows), *(sum(row.state == state for row in rows) for state in ("open", "running"))
    uploads = len(await service.store.uploads_of(guest.id, limit=ALL))
    documents = await service.store.number_of_documents(guest.id)
    kept = [Sentence("mydata.name", name=guest.name), Sentence("mydata.games", games=games)]
    if uploads:
        kept.append(Sentence("mydata.uploads", uploads=uploads))
    if documents:
        kept.append(Sentence("mydata.documents", documents=documents))
    if cases := len(await service.cases.tries_of(guest.id)):
        kept.append(Sentence("mydata.cases", cases=cases))
    deleting = [Sentence("mydata.all gone")]
    if waiting:
        deleting.append(Sentence("mydata.waiting", waiting=waiting))
    if running:
        deleting.append(Sentence("mydata.running", running=running))
    deleting += [Sentence("mydata.finished", name=NEUTRAL), Sentence("mydata.copies"), Sentence("mydata.backups")]
    if service.config.database is not None:
        deleting.append(Sentence("mydata.vacuum"))
    deleting.append(Sentence("mydata.for good"))
    return GuestDataSummary(
        name=guest.name,
        games=games,
        waiting=waiting,
        running=running,
        uploads=uploads,
        documents=documents,
        kept=tuple(map(str, kept)),
        deleting=tuple(map(str, deleting)),
    )


async def data_of(service: Service, guest: str, *, address: str) -> GuestData:
    """Everything stored about a guest: of a running game, what their seat saw; nothing that other guests wrote."""
    asking = _Asking(guest, address)
    rows = await service.store.games_of(guest, limit=MOST_GAMES)
    games = [await _game(service, asking, row) for row in rows]
    records = [
        UploadData(id=number, at=at, edition=edition, record=await service.store.uploaded(number) or "")
        for number, at, edition in await service.store.uploads_of(guest, limit=ALL)
    ]
    return GuestData(
        at=service.table_services.now(),
        guest=guest,
        name=await service.store.name_of(guest),
        games=tuple(game for game in games if game is not None),
        uploads=tuple(records),
        documents=tuple(map(_document, await _documents(service, guest))),
        reports=tuple(
            ReportData(at=at, table=table, reason=reason)
            for at, table, reason in await service.operator_store.reports_by(guest)
        ),
        cases=await _cases(service, guest),
    )


async def _cases(service: Service, guest: str) -> tuple[CaseData, ...]:
    """A guest's tries at shared cases, with the challenges that they made; what is dealt there is nobody's data."""
    store = service.cases
    made = {row.id for row in await store.cases_of(guest)}
    return tuple(
        CaseData(
            case=row.case,
            table=row.game,
            at=row.at,
            shown=row.shown,
            hints=row.hints,
            result=row.result,
            made=row.case in made,
        )
        for row in await store.tries_of(guest)
    )


async def _documents(service: Service, guest: str) -> list[Document]:
    """What is kept for a guest, with the links to companion games, which are stored apart."""
    links = [await service.store.document(LINKS, LINK_KIND, link) for link in await _links(service, guest)]
    return [*await service.store.documents_of(guest, limit=ALL), *(link for link in links if link is not None)]


async def _game(service: Service, asking: _Asking, row: LobbyRow) -> GameData | None:
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


def _document(document: Document) -> DocumentData:
    """A document in whatever form its feature gave it: as text, or in base64 where it is none."""
    try:
        text, base64 = document.body.decode(), False
    except UnicodeDecodeError:
        text, base64 = b64encode(document.body).decode(), True
    return DocumentData(
        kind=document.kind,
        name=document.name,
        version=document.version,
        changed=document.changed,
        text=text,
        base64=base64,
    )


async def erase_guest(service: Service, guest: str) -> None:
    """Delete everything stored about a guest, for good.

    First the guest gives up every seat, so that no table waits for somebody who is gone. If that fails, nothing is
    deleted, the cookie is still good, and it can be tried again.
    """
    store = service.store
    service.guests.turn_away(guest)
    try:
        rows = await store.games_of(guest, limit=ALL)
        own = {row.id: await _own_chairs(service, row, guest) for row in rows}
        for row in rows:
            if row.state in ("open", "running"):
                await _leave(service, row.id, guest)
        await revoke_all(store, guest)
        await store.erase_guest(
            guest,
            at=service.table_services.now(),
            chairs=[(game, chair) for game, chairs in own.items() for chair in sorted(chairs.alone)],
            documents=[(LINKS, LINK_KIND, link) for link in await _links(service, guest)],
            sketches=[
                (row.id, sketch_without(row, guest, own[row.id]))
                for row in await store.games_of(guest, limit=ALL)
                if row.id in own
            ],
            node=service.leases.node,
        )
    except BaseException:
        service.guests.let_back(guest)
        raise
    service.to_sweep.set()
    service.guests.forget_name(guest)
    service.reviews.forget()
    for viewer in service.lobby.all_viewers():
        if viewer.guest.id == guest:
            viewer.send_away()
    for row in rows:
        await service.lobby.reread(row.id)


class _Linked(Struct):
    """What matters of a stored companion when it is deleted: the links that lead to it."""

    links: tuple[str, ...] = ()


async def _links(service: Service, guest: str) -> list[str]:
    """The links to a guest's companions. They name the guest, but aren't found by the guest's number."""
    games = await service.store.documents_of(guest, COMPANIONS, limit=ALL)
    return await service.companions.ask(guest, "", links_in, [game.body for game in games])


@slow_work
def links_in(bodies: Sequence[bytes]) -> list[str]:
    """The links to stored companion games."""
    return [link for body in bodies for link in json.decode(body, type=_Linked).links]


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
    await service.leases.recall(table)
    try:
        live = await service.lobby.table(table)
    except Declined:
        return
    if live is not None:
        await live.erase(guest)
