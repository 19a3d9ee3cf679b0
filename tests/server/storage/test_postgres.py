"""PostgreSQL holds what SQLite holds, comes back after a restart, and a server moves between the two as a whole."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import psycopg
import pytest
from tests.cli.conftest import Run, run
from tests.deadline import until_told
from tests.server.postgres import Postgres
from tests.server.storage.rows import LINE

from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.storage.copying import copy_server, opened
from greycells.server.storage.database import DatabaseError, StoreError, migration_steps
from greycells.server.storage.table_store import Document, Store
from greycells.server.tables.table_log import Fence, LobbyRow

__all__ = ["run"]


def test_both_databases_have_the_same_tables_and_columns(tmp_path: Path, postgres_url: str) -> None:
    with opened(str(tmp_path), new=True) as one, opened(postgres_url, new=True) as other:
        assert {table: set(columns) for table, columns in one.tables().items()} == {
            table: set(columns) for table, columns in other.tables().items()
        }


async def _fill(store: Store) -> None:
    await store.append(LINE, 1, [b"one", bytes(range(256))], guests=["ada"], secret=b"s", fence=Fence("n", 7))
    await store.append(LINE._replace(id="t2", code="ZZZZZZ", public=False, wake=None), 1, [b"x"])
    await store.rename("ada", "Ada \N{LATIN SMALL LETTER E WITH ACUTE}\t\\N", at=1.0)
    assert await store.write_document("ada", Document("daily", "streak", 1, 15.0, b"\0\xff"))
    await store.write_notebook("t1", 0, version=1, pages=b"first")


def _everything(where: str) -> dict[str, set[tuple[object, ...]]]:
    with opened(where, new=False) as kept:
        return {table: {tuple(row) for row in kept.rows(table, columns)} for table, columns in kept.tables().items()}


def test_a_whole_server_is_copied_there_and_back(tmp_path: Path, postgres_url: str, run: Run) -> None:
    first = Service.start(Config(tmp_path / "first"))
    cookie = first.guests.cookie("ada")
    asyncio.run(_fill(first.store))
    asyncio.run(first.stop())
    said = run("admin", "copy", str(tmp_path / "first"), postgres_url)
    assert said.out == "Copied the whole server: 2 games, with everything that belongs to them.\n"
    run("admin", "copy", postgres_url, str(tmp_path / "second"))
    assert _everything(str(tmp_path / "first"))["log"]
    there, back = _everything(postgres_url), _everything(str(tmp_path / "second"))
    assert there == back
    assert {**back, "tables": set()} == {**_everything(str(tmp_path / "first")), "tables": set()}
    for config in (Config(tmp_path / "third", database=postgres_url, one_machine=True), Config(tmp_path / "second")):
        service = Service.start(config)
        assert service.guests.known(cookie) == "ada"
        assert asyncio.run(_log(service.store)) == [b"one", bytes(range(256))]
        if config.database is None:
            asyncio.run(service.store.append(LINE, 3, [b"it goes on"]))
        asyncio.run(service.stop())


async def _log(store: Store) -> list[bytes]:
    return await store.log("t1")


def test_a_copy_goes_only_to_an_empty_place(tmp_path: Path, postgres_url: str) -> None:
    Store(postgres_url).close()
    asyncio.run(_filled(postgres_url))
    before = _everything(postgres_url)
    source = Service.start(Config(tmp_path / "first"))
    with pytest.raises(StoreError, match="Another greycells server is using"):
        copy_server(str(tmp_path / "first"), postgres_url)
    asyncio.run(source.stop())
    with pytest.raises(StoreError, match="isn't empty"):
        copy_server(str(tmp_path / "first"), postgres_url)
    with pytest.raises(StoreError, match="no greycells database"):
        copy_server(str(tmp_path / "nowhere"), postgres_url)
    assert _everything(postgres_url) == before


async def _filled(url: str) -> None:
    store = Store(url)
    await _fill(store)
    store.close()


def _form(url: str) -> list[tuple[object, ...]]:
    """Columns, primary keys and indexes of a schema."""
    with psycopg.connect(url) as connection:
        columns = connection.execute(
            "SELECT table_name, ordinal_position, column_name, data_type, is_nullable, column_default"
            " FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2"
        ).fetchall()
        schema = connection.execute("SELECT current_schema()").fetchone()
        indexes = connection.execute(
            "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1, 2"
        ).fetchall()
    assert schema is not None
    return [*columns, *((table, str(text).replace(str(schema[0]), "")) for table, text in indexes)]


def test_every_earlier_form_is_brought_up_to_date(postgres: Postgres, postgres_url: str) -> None:
    """From the first version on, a database of any age becomes the same as a new one, and keeps what it has."""
    steps = migration_steps("postgres")
    Store(postgres_url).close()
    for age in range(1, len(steps)):
        url = postgres.url(postgres.new_schema())
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE greycells_version (version BIGINT NOT NULL)")
            connection.execute("INSERT INTO greycells_version VALUES (%s)", (age,))
            for step in steps[:age]:
                connection.execute(step.encode())
            connection.execute("INSERT INTO guests (id, name) VALUES ('ada', 'Ada')")
        store = Store(url)
        assert asyncio.run(_name_in(store)) == "Ada"
        store.close()
        assert _form(url) == _form(postgres_url), f"from version {age}"


async def _name_in(store: Store) -> str | None:
    return await store.name_of("ada")


def test_another_programs_database_and_a_newer_one_are_left_alone(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE theirs (a int)")
    with pytest.raises(StoreError, match="another program's tables"):
        Store(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DROP TABLE theirs")
    Store(postgres_url).close()
    with psycopg.connect(postgres_url) as connection:
        connection.execute("UPDATE greycells_version SET version = 99")
    with pytest.raises(StoreError, match="newer version of greycells"):
        Store(postgres_url)
    with pytest.raises(StoreError, match="The database can't be used"):
        Store("postgresql://nobody@127.0.0.1:1/none")


async def test_a_job_fails_as_a_whole_and_the_next_goes_on(postgres_url: str) -> None:
    store = Store(postgres_url)
    await store.append(LINE, 1, [b"one"])
    with pytest.raises(DatabaseError):
        await store.append(LINE._replace(state="running"), 1, [b"one"])
    with pytest.raises(DatabaseError):
        await store.append(LINE._replace(id="t9"), 1, [b"the same code"])
    assert [line.state for line in await store.listed("open")] == ["open"]
    assert await store.log("t9") == []
    await store.append(LINE, 2, [b"two"])
    store.close()


def _rows(count: int) -> list[LobbyRow]:
    return [LINE._replace(id=f"t{number}", code=f"CODE{number}") for number in range(count)]


async def test_appends_of_several_tables_share_a_transaction(postgres_url: str) -> None:
    """Rows that were written by one transaction have the same `xmin`."""
    store = Store(postgres_url)
    for row in _rows(40):
        await store.append(row, 1, [b"one"], secret=b"s")
    await asyncio.gather(*(store.append(row, 2, [b"two", b"three"]) for row in _rows(40)))
    store.close()
    with psycopg.connect(postgres_url) as connection:
        query = "SELECT count(*), count(DISTINCT xmin::text) FROM log WHERE seq > 1"
        assert connection.execute(query).fetchone() == (80, 1)


async def test_a_table_whose_row_is_locked_makes_no_other_wait(postgres_url: str) -> None:
    """As when another node is frozen in the middle of taking it over."""
    store = Store(postgres_url)
    for row in _rows(20):
        await store.append(row, 1, [b"one"], secret=b"s")
    with psycopg.connect(postgres_url) as frozen:
        frozen.execute("SELECT id FROM tables WHERE id = 't7' FOR UPDATE")
        appends = [asyncio.ensure_future(store.append(row, 2, [b"two"])) for row in _rows(20)]
        await asyncio.gather(*appends[:7], *appends[8:])
        assert not appends[7].done()
    await appends[7]
    assert await store.log("t7") == [b"one", b"two"]
    store.close()


async def test_a_store_goes_on_after_the_database_was_restarted(postgres: Postgres, postgres_url: str) -> None:
    store = Store(postgres_url)
    await asyncio.gather(*(store.beat(1.0) for _ in range(20)))
    await store.append(LINE, 1, [b"one"])
    await asyncio.to_thread(postgres.restart)
    assert await store.log("t1") == [b"one"], "reading is tried again with a new connection"

    async def appended() -> bool:
        with contextlib.suppress(DatabaseError):
            await store.append(LINE, 2, [b"two"])
            return True
        return False

    await until_told(appended, "the store to write again")
    assert await store.log("t1") == [b"one", b"two"]
    store.close()
