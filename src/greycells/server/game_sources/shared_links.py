"""Links by which a guest shares a finished game: made on purpose, listed, revoked, and found by the hash of a token.

A link is a document of its guest, named by the hash: the token itself is told once and kept nowhere. So that a link can
be found without knowing whose it is, a second document under the same hash names the guest, until the link is revoked
or the guest deletes everything.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from secrets import token_urlsafe

import msgspec

from greycells.notation import Record
from greycells.notation.record import Note
from greycells.notation.sighting_json import Reader, encode_sighting
from greycells.rules.record_metadata import Copy
from greycells.rules.scene import GameTable
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.storage.table_store import Document, Store

KIND, OWNER_KIND = "share link", "share link owner"
OWNERS = "share links"
"""Stands for the guest of the documents that say whose a link is."""
MOST_LINKS = 100
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")


class StoredShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link as it is kept: the table or the uploaded record that it leads to, its edition, and what it hides."""

    made: float
    edition: str
    table: str | None = None
    record: str | None = None
    hide_names: bool = False


class _Owner(msgspec.Struct, frozen=True):
    """Whose a link is."""

    guest: str


def hashed(token: str) -> str:
    """A token as it is stored."""
    return sha256(f"share {token}".encode()).hexdigest()


async def make_link(store: Store, guest: str, share: StoredShare) -> tuple[str, str]:
    """Keep a new link; its id and its token, which is told only now."""
    if len(await store.documents_of(guest, KIND, limit=MOST_LINKS)) >= MOST_LINKS:
        raise Declined("too many share links", DeclineReason.TOO_MANY, most=MOST_LINKS)
    token = token_urlsafe(24)
    name = hashed(token)
    await store.write_document(guest, Document(KIND, name, 1, share.made, msgspec.json.encode(share)))
    owner = msgspec.json.encode(_Owner(guest))
    await store.write_document(OWNERS, Document(OWNER_KIND, name, 1, share.made, owner))
    return name, token


async def links_of(store: Store, guest: str) -> list[tuple[str, StoredShare]]:
    """A guest's links with their ids, the latest first; also those that were made at once, over the limit."""
    documents = await store.documents_of(guest, KIND)
    return [(document.name, msgspec.json.decode(document.body, type=StoredShare)) for document in documents]


async def revoke(store: Store, guest: str, name: str) -> None:
    """End a link of a guest's own; one that is gone already stays gone."""
    if await store.document(guest, KIND, name) is None:
        raise Declined("old share link", DeclineReason.NOT_FOUND)
    await store.delete_document(guest, KIND, name)
    await store.delete_document(OWNERS, OWNER_KIND, name)


async def shared_game(store: Store, token: str) -> StoredShare:
    """What the link with this token leads to; Declined if there is none, or none any more."""
    name = hashed(token)
    found = await store.document(OWNERS, OWNER_KIND, name) if _TOKEN.fullmatch(token) else None
    owner = None if found is None else msgspec.json.decode(found.body, type=_Owner)
    document = None if owner is None else await store.document(owner.guest, KIND, name)
    if document is None:
        raise Declined("old share link", DeclineReason.NOT_FOUND)
    return msgspec.json.decode(document.body, type=StoredShare)


def nameless(record: Record) -> Record:
    """A record in which every player is called by the suspect, and nothing stands that its writer remarked."""
    words = [seat.suspect.word for seat in record.table.seats]
    table = GameTable.from_words(record.table.edition, zip(words, words, strict=True))
    read = Reader(table).sighting
    copy = record.copy
    viewer = None if copy is None or copy.seat is None else table.seats[copy.seat.index]
    return replace(
        record,
        table=table,
        events=tuple(read(encode_sighting(sighting)).event for sighting in record.sightings),
        copy=None if copy is None else Copy(viewer),
        notes={number: Note(clock=note.clock) for number, note in record.notes.items() if note.clock is not None},
        preface=(),
        stamp=None,
    )
