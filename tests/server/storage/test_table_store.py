"""The log is the truth: what is acknowledged is on disk, a damaged or newer file is not touched, and failures undo."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from tests.server.storage.rows import LINE, NO_QUOTAS

from greycells.server.game_sources.upload_quotas import Upload, keep_upload, uploaded, uploads_of
from greycells.server.storage.database import AlreadyThere, DatabaseError, SqlConnection, StoreError
from greycells.server.storage.log_appends import Append, write_append
from greycells.server.storage.sqlite_database import APPLICATION, DatabaseThread, inspect, migrations
from greycells.server.storage.table_store import Store
from greycells.server.tables.table_log import Fence, LobbyRow, TableMoved


async def test_what_is_appended_is_there_after_a_new_start(place: Path | str) -> None:
    store = Store(place)
    await store.append(LINE, 1, [b"one", b"two"], guests=["ada"], secret=b"s")
    await store.append(LINE._replace(state="running", touched=5.0), 3, [b"three"])
    store.close()
    store = Store(place)
    assert await store.log("t1") == [b"one", b"two", b"three"]
    assert (await store.read("t1")).secret == "s"
    assert await store.with_code("BCDFGH") == "t1"
    assert [line.state for line in await store.games_of("ada")] == ["running"]
    assert await store.due(2.0) == ["t1"]
    assert await store.due(1.9) == []
    store.close()


async def test_the_same_entry_is_never_written_twice_and_a_failure_undoes_itself_alone(place: Path | str) -> None:
    store = Store(place)
    await store.append(LINE, 1, [b"one"])
    other = LINE._replace(id="t2", code="ZZZZZZ")
    outcomes = await asyncio.gather(
        store.append(LINE._replace(touched=9.0), 2, [b"two"]),
        store.append(LINE, 2, [b"two again"]),
        store.append(other, 1, [b"first"]),
        store.append(LINE, 1, [b"one again", b"two and a half"]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), AlreadyThere] * 2
    assert await store.log("t1") == [b"one", b"two"]
    assert await store.log("t2") == [b"first"]
    assert [line.touched for line in await store.listed("open")] == [9.0, 1.0]
    store.close()


async def test_appends_of_many_tables_fail_each_alone(place: Path | str) -> None:
    """One that was written before, and one of a table that another node runs by now, change nothing for the others."""
    rows = [LINE._replace(id=f"t{number}", code=f"CODE{number}") for number in range(12)]

    store = Store(place)
    for row in rows:
        await store.append(row, 1, [b"one"], secret=b"s", fence=Fence("n", 1))
    await store.append(rows[3], 2, [b"before"], fence=Fence("n", 1))
    fences = [Fence("n", 2 if number == 5 else 1) for number in range(12)]
    outcomes = await asyncio.gather(
        *(store.append(row, 2, [b"two", b"three"], fence=fence) for row, fence in zip(rows, fences, strict=True)),
        return_exceptions=True,
    )
    expected = [TableMoved if number in (3, 5) else type(None) for number in range(12)]
    assert [type(outcome) for outcome in outcomes] == expected
    for number, row in enumerate(rows):
        rest = {3: [b"before"], 5: []}.get(number, [b"two", b"three"])
        assert await store.log(row.id) == [b"one", *rest]
    store.close()


@pytest.mark.parametrize("error", [OverflowError("too large"), RuntimeError("a bug"), sqlite3.OperationalError("full")])
async def test_a_job_fails_alone_whatever_it_raises(tmp_path: Path, error: Exception) -> None:
    def fails(connection: SqlConnection) -> None:
        connection.execute("UPDATE tables SET state = 'gone'")
        raise error

    def gives_up_the_transaction(connection: SqlConnection) -> None:
        """As SQLite does by itself when the disk is full."""
        connection.execute("ROLLBACK")
        raise error

    told = DatabaseError if isinstance(error, sqlite3.Error) else type(error)

    store = Store(tmp_path / "log.db")
    await store.append(LINE, 1, [b"one"])
    outcomes = await asyncio.gather(
        store.append(LINE, 2, [b"two"]),
        store.database.write(fails),
        store.append(LINE, 3, [b"three"]),
        store.database.write(gives_up_the_transaction),
        store.append(LINE, 4, [b"four"]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), told] * 2 + [type(None)]
    assert await store.log("t1") == [b"one", b"two", b"three", b"four"]
    assert [line.state for line in await store.listed("open")] == ["open"]
    store.close()


async def test_ten_thousand_appends_share_transactions(tmp_path: Path) -> None:
    """The disk is waited for once for many entries: 500 of those that wait go into one transaction."""
    statements: list[str] = []
    all_wait = threading.Event()

    def hold(connection: SqlConnection) -> None:
        assert isinstance(connection, sqlite3.Connection)
        connection.set_trace_callback(statements.append)
        assert all_wait.wait(30)

    store = Store(tmp_path / "log.db")
    held = store.database.write(hold)
    appends = [asyncio.ensure_future(store.append(LINE, number, [b"x"])) for number in range(1, 10_001)]
    await asyncio.sleep(0)
    all_wait.set()
    await asyncio.gather(held, *appends)
    assert len(await store.log("t1")) == 10_000
    store.close()
    assert 20 <= statements.count("COMMIT") <= 22


async def test_what_comes_within_a_few_milliseconds_waits_for_the_disk_once(tmp_path: Path) -> None:
    """The first append goes at once; those of other tables soon after share the next transaction."""
    Store(path := tmp_path / "log.db").close()
    statements: list[str] = []

    writer = DatabaseThread(path, name="writer", gather_for=3.0)
    await writer.ask(lambda connection: cast("sqlite3.Connection", connection).set_trace_callback(statements.append))
    appends: list[asyncio.Future[None]] = []
    for number in range(8):
        row = LINE._replace(id=f"t{number}", code=f"CODE{number}")
        appends.append(writer.ask(partial(write_append, append=Append(row, 1, [b"one"]))))
        await asyncio.to_thread(len, "")  # The writer could begin now.
    assert not any(append.done() for append in appends)
    await asyncio.gather(*appends)
    writer.stop()
    assert statements.count("COMMIT") == 1 + 1


async def test_a_table_that_plays_alone_does_not_wait_for_itself(tmp_path: Path) -> None:
    """Bots that play on without pauses make one move after the other: there is nothing to gather."""
    Store(path := tmp_path / "log.db").close()

    writer = DatabaseThread(path, name="writer", gather_for=600.0)
    for seq in range(1, 20):
        append = partial(write_append, append=Append(LINE, seq, [b"one"]))
        await writer.ask(append, source=LINE.id)
    writer.stop()


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
async def test_a_damaged_database_is_left_alone(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "log.db"
    store = Store(path)

    for number in range(1, 50):
        await store.append(LINE, number, [b"entry " * 100])
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


async def test_when_the_disk_fails_everybody_is_told_and_nothing_happened(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    await store.append(LINE, 1, [b"one"])

    def full(connection: SqlConnection) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    await store.database.write(full)
    with pytest.raises(DatabaseError, match="full"):
        await store.append(LINE, 2, [b"x" * 1_000_000])
    assert await store.log("t1") == [b"one"]

    def room(connection: SqlConnection) -> None:
        connection.execute("PRAGMA max_page_count = 1000000")

    await store.database.write(room)
    await store.append(LINE, 2, [b"two"])
    assert await store.log("t1") == [b"one", b"two"]
    store.close()


async def test_a_table_is_written_only_by_the_node_and_epoch_that_have_it(place: Path | str) -> None:
    store = Store(place)
    mine = Fence("node-1", 1)
    await store.append(LINE, 1, [b"one"], fence=mine)
    for other in (Fence("node-1", 2), Fence("node-2", 1), Fence()):
        with pytest.raises(TableMoved):
            await store.append(LINE._replace(state="running"), 2, [b"two"], guests=["eve"], fence=other)
    assert await store.log("t1") == [b"one"]
    assert await store.games_of("eve") == []
    await store.append(LINE, 2, [b"two"], fence=mine)
    with pytest.raises(TableMoved):
        await store.append(LINE, 2, [b"another two"], fence=mine)
    assert await store.log("t1") == [b"one", b"two"]
    store.close()


async def test_everything_beside_the_log_is_kept(place: Path | str) -> None:
    store = Store(place)
    await store.append(LINE, 1, [b"one"], guests=["ada"])
    assert await store.write_notebook("t1", 0, version=1, pages=b"first")
    assert not await store.write_notebook("t1", 0, version=1, pages=b"late")
    assert await store.notebook("t1", 0) == (1, b"first")
    for on in (True, True, False, True):
        await store.set_auto_answer("t1", 2, on=on)
    assert (await store.read("t1")).auto == {2}
    await store.rename("ada", "Ada", at=1.0)
    await store.rename("ada", "Ada L.", at=2.0)
    assert (await store.name_of("ada"), await store.name_of("eve")) == ("Ada L.", None)
    await keep_upload(store.database, Upload("r1", "ada", 3.5, "classic", "case"), NO_QUOTAS)
    assert await uploads_of(store.database, "ada") == [("r1", 3.5, "classic")]
    assert await uploaded(store.database, "r1") == "case"
    assert await store.abandoned(10.0, 20.0) == []
    await store.pass_time(15.0)
    assert await store.abandoned(10.0, 20.0) == ["t1"]
    await store.not_abandoned("t1")
    assert await store.abandoned(10.0, 20.0) == []
    await store.wake_at("t1", None)
    assert await store.due(1e9) == []
    await store.beat(1.0)
    await store.beat(2.0)
    assert (await store.listed("open"))[0] == LINE._replace(wake=None)
    assert (await store.with_code("BCD\0GH"), await uploaded(store.database, "\0"), await store.log("\0")) == (
        None,
        None,
        [],
    )
    store.close()


async def test_many_tables_are_written_at_once(place: Path | str) -> None:
    lines = [LINE._replace(id=f"t{number}", code=f"C{number}") for number in range(40)]

    async def one(store: Store, line: LobbyRow) -> None:
        for seq in range(1, 6):
            await store.append(line, seq, [b"%d" % seq], guests=["ada", "eve"])

    store = Store(place)
    await asyncio.gather(*(one(store, line) for line in lines))
    for line in lines:
        assert await store.log(line.id) == [b"1", b"2", b"3", b"4", b"5"]
    assert len(await store.games_of("eve")) == len(lines)
    store.close()
