"""What is kept for a guest: found by the guest alone, and never overwritten by somebody who has not read it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from greycells.server.storage.store import Document, Store


def test_a_document_is_kept_for_its_guest_and_written_in_turn(place: Path | str) -> None:
    first = Document("companion", "friday", 1, 10.0, b"one")
    second = first._replace(version=2, changed=20.0, body=b"two")
    streak = Document("daily", "streak", 1, 15.0, b"3")

    async def work() -> None:
        store = Store(place)
        assert not await store.write_document("ada", second), "what is not there has no second version"
        assert await store.write_document("ada", first)
        assert not await store.write_document("ada", first), "another device was first"
        assert await store.write_document("ada", second)
        assert await store.write_document("ada", streak)
        assert await store.write_document("grace", first)
        assert await store.documents_of("ada") == [second, streak]
        assert await store.documents_of("ada", "daily") == [streak]
        assert await store.documents_of("grace") == [first]
        await store.delete_document("ada", "companion", "friday")
        assert await store.document("ada", "companion", "friday") is None
        assert await store.document("grace", "companion", "friday") == first
        assert not await store.write_document("ada", second._replace(version=3)), "deleted meanwhile"
        store.close()

    asyncio.run(work())
