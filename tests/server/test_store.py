"""The log is the truth: what is acknowledged is on disk, a damaged or newer file is not touched, and failures undo."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from greycells.server.storage.store import APPLICATION, LobbyRow, Store, StoreError, inspect, migrations

LINE = LobbyRow("t1", "BCDFGH", "open", "classic", public=True, watched=True, touched=1.0, wake=2.0)


def test_what_is_appended_is_there_after_a_new_start(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path / "log.db")
        await store.append(LINE, 1, [b"one", b"two"], guests=["ada"], secret=b"s")
        await store.append(LINE._replace(state="running", touched=5.0), 3, [b"three"])
        store.close()
        store = Store(tmp_path / "log.db")
        assert await store.log("t1") == [b"one", b"two", b"three"]
        assert await store.secret("t1") == b"s"
        assert await store.with_code("BCDFGH") == "t1"
        assert [line.state for line in await store.games_of("ada")] == ["running"]
        assert await store.due(2.0) == ["t1"]
        assert await store.due(1.9) == []
        store.close()

    asyncio.run(work())


def test_the_same_entry_is_never_written_twice_and_a_failure_undoes_itself_alone(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path / "log.db")
        await store.append(LINE, 1, [b"one"])
        other = LINE._replace(id="t2", code="ZZZZZZ")
        outcomes = await asyncio.gather(
            store.append(LINE._replace(touched=9.0), 2, [b"two"]),
            store.append(LINE, 2, [b"two again"]),
            store.append(other, 1, [b"first"]),
            store.append(LINE, 1, [b"one again", b"two and a half"]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), sqlite3.IntegrityError] * 2
        assert await store.log("t1") == [b"one", b"two"]
        assert await store.log("t2") == [b"first"]
        assert [line.touched for line in await store.listed("open")] == [9.0, 1.0]
        store.close()

    asyncio.run(work())


@pytest.mark.parametrize("error", [OverflowError("too large"), RuntimeError("a bug"), sqlite3.OperationalError("full")])
def test_a_job_fails_alone_whatever_it_raises(tmp_path: Path, error: Exception) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE tables SET state = 'gone'")
        raise error

    def gives_up_the_transaction(connection: sqlite3.Connection) -> None:
        """As SQLite does by itself when the disk is full."""
        connection.execute("ROLLBACK")
        raise error

    async def work() -> None:
        store = Store(tmp_path / "log.db")
        await store.append(LINE, 1, [b"one"])
        outcomes = await asyncio.gather(
            store.append(LINE, 2, [b"two"]),
            store.writer.ask(fails),
            store.append(LINE, 3, [b"three"]),
            store.writer.ask(gives_up_the_transaction),
            store.append(LINE, 4, [b"four"]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), type(error)] * 2 + [type(None)]
        assert await store.log("t1") == [b"one", b"two", b"three", b"four"]
        assert [line.state for line in await store.listed("open")] == ["open"]
        store.close()

    asyncio.run(work())


def test_ten_thousand_appends_share_transactions(tmp_path: Path) -> None:
    """The disk is waited for once for many entries: 500 of those that wait go into one transaction."""
    statements: list[str] = []
    all_wait = threading.Event()

    def hold(connection: sqlite3.Connection) -> None:
        connection.set_trace_callback(statements.append)
        assert all_wait.wait(30)

    async def work() -> None:
        store = Store(tmp_path / "log.db")
        held = store.writer.ask(hold)
        appends = [asyncio.ensure_future(store.append(LINE, number, [b"x"])) for number in range(1, 10_001)]
        await asyncio.sleep(0)
        all_wait.set()
        await asyncio.gather(held, *appends)
        assert len(await store.log("t1")) == 10_000
        store.close()

    asyncio.run(asyncio.wait_for(work(), 60))
    assert 20 <= statements.count("COMMIT") <= 22


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE precious (thing TEXT)")
    connection.close()
    _refused(path, "another program's database")


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    connection.close()
    _refused(path, "newer version of greycells")


@pytest.mark.parametrize("damage", ["garbage", "torn", "zeros"])
def test_a_damaged_database_is_left_alone(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "log.db"
    store = Store(path)

    async def fill() -> None:
        for number in range(1, 50):
            await store.append(LINE, number, [b"entry " * 100])

    asyncio.run(fill())
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    whole = path.read_bytes()
    match damage:
        case "garbage":
            path.write_bytes(b"This is not a database at all. " * 100)
        case "torn":
            path.write_bytes(whole[: len(whole) // 2 + 100])
        case _:
            path.write_bytes(whole[:8192] + b"\0" * 8192 + whole[16384:])
    _refused(path, "damaged")


def _refused(path: Path, words: str) -> None:
    before = path.read_bytes()
    with pytest.raises(StoreError, match=words):
        Store(path)
    assert path.read_bytes() == before


def test_every_earlier_form_is_brought_up_to_date(tmp_path: Path) -> None:
    """From the first version on, a database of any age becomes the same as a new one."""
    new = tmp_path / "new.db"
    Store(new).close()
    for age in range(1, len(migrations()) + 1):
        path = tmp_path / f"{age}.db"
        with sqlite3.connect(path) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            for step in migrations()[:age]:
                connection.executescript(step)
            connection.execute(f"PRAGMA user_version = {age}")
        connection.close()
        Store(path).close()
        assert inspect(path) == len(migrations())
        assert _form(path) == _form(new)


def _form(path: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()
    connection.close()
    return [(str(name), str(sql)) for name, sql in rows]


def test_when_the_disk_fails_everybody_is_told_and_nothing_happened(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path / "log.db")
        await store.append(LINE, 1, [b"one"])

        def full(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA max_page_count = 1")

        await store.writer.ask(full)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            await store.append(LINE, 2, [b"x" * 1_000_000])
        assert await store.log("t1") == [b"one"]

        def room(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA max_page_count = 1000000")

        await store.writer.ask(room)
        await store.append(LINE, 2, [b"two"])
        assert await store.log("t1") == [b"one", b"two"]
        store.close()

    asyncio.run(work())
