"""A guest who leaves words everywhere, and deletes everything."""

from __future__ import annotations

import msgspec
from tests.server.storage.rows import NO_QUOTAS

from greycells.client import ServerClient
from greycells.protocol.commands import Say
from greycells.protocol.guest_data import GuestDataSummary
from greycells.protocol.notebook_messages import NotebookPages
from greycells.server.game_sources.upload_quotas import Upload, keep_upload
from greycells.server.service.service import Service
from greycells.server.storage.table_store import Document


class Nothing(msgspec.Struct):
    """An empty request."""


async def delete(somebody: ServerClient) -> GuestDataSummary:
    return await somebody.send("DELETE", "/api/my-data", Nothing(), GuestDataSummary)


async def number_of(service: Service, somebody: ServerClient) -> str:
    number = service.guests.known(somebody.cookie)
    assert number is not None
    return number


async def writes(service: Service, somebody: ServerClient, table: str, chair: int, word: str) -> str:
    """Somebody leaves their word wherever one can be left; returns their number."""
    number = await number_of(service, somebody)
    await somebody.ask(table, Say(text=f"{word} said"))
    await somebody.send(
        "PUT",
        f"/api/tables/{table}/chairs/{chair}/notebook",
        NotebookPages(version=1, notes=f"{word} noted"),
        NotebookPages,
    )
    await service.store.write_document(number, Document("daily", word, 1, 1.0, f"{word} kept".encode()))
    await service.store.write_document(number, Document("blob", word, 1, 1.0, b"\xff\x00"))
    await service.store.set_auto_answer(table, chair, on=True)
    record = await somebody.text(f"/api/tables/{table}/record?chair={chair}")
    await keep_upload(service.store.database, Upload(f"{word}-upload", number, 1.0, "classic", record), NO_QUOTAS)
    return number
