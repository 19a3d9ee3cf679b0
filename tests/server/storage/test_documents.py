"""What is kept for a guest: found by the guest alone, and never overwritten by somebody who has not read it."""

from __future__ import annotations

from pathlib import Path

from greycells.server.my_data.deletion import delete_rows
from greycells.server.shared_cases.store import CaseRow, CaseStore, TryRow
from greycells.server.storage.table_store import Document, Store


async def test_a_document_is_kept_for_its_guest_and_written_in_turn(place: Path | str) -> None:
    first = Document("companion", "friday", 1, 10.0, b"one")
    second = first._replace(version=2, changed=20.0, body=b"two")
    streak = Document("daily", "streak", 1, 15.0, b"3")

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


async def test_a_guest_has_one_try_at_a_shared_case(place: Path | str) -> None:
    day = CaseRow("2026-11-17", "", "", 10.0, b"a secret")
    challenge = CaseRow("opaque", "ada", "a table", 20.0, b"another")
    first = TryRow(day.id, "ada", "never opened", 11.0)

    store = Store(place)
    cases = CaseStore(store)
    for row in (day, day._replace(body=b"made by another node"), challenge):
        await cases.keep_case(row)
    assert await cases.case(day.id) == day, "the first one stays"
    assert await cases.cases_of("ada") == [challenge]
    assert await cases.begin(first)
    assert not await cases.begin(first._replace(game="a second one"))
    assert await cases.begin_again(first, game="a table", at=12.0)
    assert not await cases.begin_again(first, game="somebody was quicker", at=13.0)
    kept = first._replace(game="a table", at=12.0)
    assert await cases.try_of(day.id, "ada") == await cases.try_at("a table") == kept
    await cases.count_hint("a table")
    assert await cases.show(day.id, "ada", shown=True)
    assert not await cases.show(day.id, "grace", shown=True)
    await cases.keep_result(kept, "won")
    assert await cases.tries(day.id, limit=5) == [kept._replace(shown=True, hints=1, result="won")]
    await delete_rows(store.database, "ada")
    assert (await cases.tries_of("ada"), await cases.case("opaque")) == ([], None)
    assert await cases.case(day.id) == day, "a day is nobody's own"
    store.close()
