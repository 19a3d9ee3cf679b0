"""Finished games go to `.case` files after so many days, all or nothing, and still open as if they were in the log."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.cli import conftest as cli
from tests.cli.conftest import Run
from tests.margin import PROOF
from tests.server.faulty_database import faulty
from tests.server.nodes.two_nodes import two_nodes
from tests.server.running_server import frame_of, guest, plays_until_over, quick, refused, running
from tests.server.seated_table import seated

from greycells.client import ServerClient
from greycells.notation import read
from greycells.protocol.commands import Rematch, Say, Sit, Start
from greycells.protocol.frames import Happened, Hello, Said
from greycells.protocol.guest_data import GuestData
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.review_messages import ReviewProgress
from greycells.server.my_data.deletion import erase_guest
from greycells.server.service.service import Service
from greycells.server.storage.archive_folder import ArchivedFile, ArchiveFolder
from greycells.server.storage.archive_store import ArchiveStore
from greycells.server.table_hosting.archiving import Archiver
from greycells.server.tables.log_entries import Played, decode
from greycells.server.tables.table_log import Fence, TableMoved

run = cli.run
ALONE = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable")))


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


async def finished(address: str) -> tuple[ServerClient, ServerClient, str]:
    """A game of Ada, Grace and a bot, played to its end, about which they talked."""
    ada, grace, table = await seated(address)
    await ada.ask(table, Say(text="Lovelace said"))
    await asyncio.gather(plays_until_over(ada, table, 0), plays_until_over(grace, table, 1))
    await grace.ask(table, Say(text="Hopper said"))
    return ada, grace, table


async def archive(service: Service) -> None:
    """Archive everything that is over: as the server does after some days, when nobody has looked at it for a while."""
    await service.lobby.put_to_rest(rest=0.0)
    await Archiver(
        service.lobby, service.archive, after=-1.0, archived=lambda: service.counts.update(["games archived"])
    ).look()


async def seen(somebody: ServerClient, table: str) -> dict[str, str]:
    """What a guest is told of a finished game."""
    paths = ("record", "steps", "replay", "record?chair=0", "chairs/0/notebook")
    return {path: await somebody.text(f"/api/tables/{table}/{path}") for path in paths}


async def reviewed(somebody: ServerClient, table: str) -> bytes:
    """The review; in a sample, that one is begun: its record is compared, and it takes many seconds."""
    while True:
        progress = await somebody.get(f"/api/tables/{table}/analysis", ReviewProgress)
        assert progress.problem is None
        if progress.review is not None:
            return msgspec.json.encode(progress.review)
        if not PROOF:
            return b""
        await asyncio.sleep(0.1)


async def test_an_archived_game_opens_as_before_and_its_table_lives_on(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, table = await finished(address)
        before, review = await seen(ada, table), await reviewed(ada, table)
        log, mine = await service.store.log(table), await ada.text("/api/my-data/file")
        others = sum(not isinstance(decode(entry), Played) for entry in log)
        await archive(service)
        (file,) = files(folder)
        assert re.fullmatch(r"\d{4}-\d{2}/[\w-]+\.case", str(file.relative_to(folder)))
        assert (file.stat().st_mode & 0o777, service.counts["games archived"]) == (0o600, 1)
        kept = [decode(entry) for entry in await service.store.log(table)]
        assert sum(isinstance(entry, Played) for entry in kept) == 1
        assert len(kept) == others + 1
        text = file.read_text()
        assert read(text).events
        assert not any(word in text for word in ("Ada", "Grace", "Lovelace", "Hopper"))
    async with running(quick(tmp_path)) as (address, service):
        ada, grace = ServerClient(address, cookie=ada.cookie), ServerClient(address, cookie=grace.cookie)
        assert await seen(ada, table) == before
        assert await reviewed(ada, table) == review
        now, then = (msgspec.json.decode(file, type=GuestData) for file in (await ada.text("/api/my-data/file"), mine))
        assert now.games == then.games
        async with grace.line(table, 1) as line:
            happened = [await frame_of(line, Happened) for _ in range(2)]
            assert sum(len(frame.sightings) for frame in happened) == len(read(before["record"]).events)
            assert (await frame_of(line, Said)).text == "Hopper said"
            await ada.ask(table, Say(text="again?"))
            assert (await frame_of(line, Said)).text == "again?"
        assert (await grace.ask(table, Rematch())).table
        await archive(service)
        assert files(folder) == [file], "it is archived once"


async def test_deleting_ones_data_leaves_nothing_of_an_archived_game(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, table = await finished(address)
        number = service.guests.known(ada.cookie)
        assert number
        await archive(service)
        await erase_guest(service, number)
        record = await grace.text(f"/api/tables/{table}/record")
        assert "Grace" in record
        assert "Ada" not in record
        (file,) = files(tmp_path / "archive")
    with closing(sqlite3.connect(tmp_path / "greycells.db")) as database:
        dump = "\n".join(database.iterdump())
    assert "Hopper said" in dump
    assert not any(word in dump + file.read_text() for word in ("Ada", "Lovelace"))


async def test_dying_at_any_moment_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the file has its name, and before the rows go: the game is in the database, and archived the next time."""

    class Dead(BaseException):
        """The process is killed here."""

    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await finished(address)
        log, record = await service.store.log(table), await ada.text(f"/api/tables/{table}/record")
        for owner, name in ((Path, "replace"), (ArchiveStore, "archive")):
            with monkeypatch.context() as patch:
                patch.setattr(owner, name, _raise(Dead))
                with pytest.raises(Dead):
                    await archive(service)
            assert await service.store.log(table) == log
            assert await ada.text(f"/api/tables/{table}/record") == record
        await archive(service)
        assert await ada.text(f"/api/tables/{table}/record") == record
        (file,) = files(tmp_path / "archive")
        await service.lobby.put_to_rest(rest=0.0)
        file.write_text(file.read_text() + " ")
        with refused(503, "can't be opened"):
            await ada.table(table)
        file.write_text(file.read_text()[:-1])
        assert (await ada.table(table)).id == table
        assert "Ada" in await ada.text("/api/my-data/file")


def _raise(error: type[BaseException]) -> object:
    def work(*_: object, **__: object) -> None:
        raise error

    return work


async def test_what_is_in_use_new_or_in_another_folder_is_not_archived(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await finished(address)
        async with ada.line(table, 0) as line:
            await frame_of(line, Hello)
            await archive(service)
            assert not files(tmp_path / "archive"), "somebody looks at it"
        await service.lobby.put_to_rest(rest=0.0)
        await Archiver(service.lobby, service.archive, after=60.0, archived=int).look()
        assert not files(tmp_path / "archive"), "it was over just now"
        await archive(service)
        assert await service.archive.missing() is None
        other = ArchiveStore(service.store, ArchiveFolder(tmp_path / "other"))
        assert await other.missing() is not None
        log = await service.store.log(table)
        with pytest.raises(TableMoved):
            await other.archive(table, ArchivedFile("2026-01/x.case", ""), [1], entries=len(log), fence=Fence())
        assert await service.store.log(table) == log, "it is archived already"


async def test_a_game_is_archived_once_the_database_works_again(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        await finished(address)
        await service.lobby.put_to_rest(rest=0.0)
        archiver, disk = Archiver(service.lobby, service.archive, after=-1.0, archived=int), faulty(service.store)
        with disk.failing("UPDATE tables SET archive_file"):
            await archiver.look()
        assert await service.archive.due(float("inf"), limit=10)
        await archiver.look()
        assert not await service.archive.due(float("inf"), limit=10)
        assert len(files(tmp_path / "archive")) == 1


async def test_one_of_several_nodes_archives_and_all_open_it(tmp_path: Path, postgres_url: str) -> None:
    folder = tmp_path / "shared"

    async with two_nodes(tmp_path, postgres_url, archive=folder) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        table = (await ada.open(ALONE)).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        await plays_until_over(ada, table, 0)
        also = ServerClient(there, cookie=ada.cookie)
        record = await also.text(f"/api/tables/{table}/record")
        first, second = (one, other) if one.leases.leads else (other, one)
        await archive(second)
        assert not files(folder), "one node does it, the one that leads"
        await second.lobby.put_to_rest(rest=0.0)
        await archive(first)
        assert len(files(folder)) == 1
        for node in (ada, also):
            assert await node.text(f"/api/tables/{table}/record") == record
        await also.ask(table, Say(text="it goes on"))


def test_backups_and_copies_have_the_archive_and_the_doctor_misses_what_is_lost(
    tmp_path: Path, postgres_url: str, run: Run
) -> None:
    data, copy, other = tmp_path / "data", tmp_path / "copy", tmp_path / "other"
    elsewhere = tmp_path / "games"

    async def evening() -> tuple[str, str, str]:
        async with running(replace(quick(data), archive=elsewhere)) as (address, service):
            ada, _, table = await finished(address)
            record = await ada.text(f"/api/tables/{table}/record")
            await archive(service)
            return ada.cookie or "", table, record

    async def later(cookie: str, table: str, *, data: Path = other) -> str:
        async with running(quick(data)) as (address, _):
            return await ServerClient(address, cookie=cookie).text(f"/api/tables/{table}/record")

    cookie, table, record = asyncio.run(evening())
    settings = tmp_path / "greycells.toml"
    settings.write_text(f'data = "{data}"\narchive = "{elsewhere}"\n')
    said = run("backup", str(copy), "--config", str(settings))
    assert "1 archived game is in it too" in said.out
    assert [path.name for path in files(copy / "archive")] == [f"{table}.case"]
    assert "1 archived game" in run("restore", str(copy), "--data", str(other)).out
    assert asyncio.run(later(cookie, table)) == record
    assert "The archive has the 1 game that was moved there" in run("doctor", "--data", str(other)).out
    shelf, back = tmp_path / "shelf", tmp_path / "back"
    assert "Name a folder for them with --target-archive" in run("admin", "copy", str(other), postgres_url).err
    said = run("admin", "copy", str(other), postgres_url, "--target-archive", str(shelf))
    assert "with everything that belongs to it.\n1 archived game is in it too" in said.out
    assert [path.name for path in files(shelf)] == [f"{table}.case"]
    for missing in ((), ("--archive", str(tmp_path / "nowhere"))):
        assert "Name the folder that holds them" in run("admin", "copy", postgres_url, str(back), *missing).err
    assert "1 archived game is" in run("admin", "copy", postgres_url, str(back), "--archive", str(shelf)).out
    assert asyncio.run(later(cookie, table, data=back)) == record
    (file,) = files(other / "archive")
    file.unlink()
    assert "is missing or damaged" in run("admin", "copy", str(other), str(tmp_path / "third")).err
    assert "1 of 1 archived game is not in" in run("doctor", "--data", str(other)).out
    assert "is missing or damaged" in run("backup", str(tmp_path / "poor"), "--data", str(other)).err
    assert (tmp_path / "poor" / "greycells.db").exists()
