"""Your data: all of it in one file with nothing of anybody else's, and deleted so that no name or word is left."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.companion.companion_client import SETUP, SHOWN, change, linked, news, press, started
from tests.server.my_data.deleting import delete, number_of, writes
from tests.server.running_server import frame_of, guest, plays_until_over, quick, refused, running, stored
from tests.server.seated_table import TWO_AND_A_BOT, seated
from tests.server.storage.old_database import ADA, DATA, GRACE, RUNNING

from greycells.client import ServerClient
from greycells.client.connection import NotDone
from greycells.notation import read
from greycells.protocol.commands import Rematch, Say, Sit
from greycells.protocol.companion_messages import PutEntry
from greycells.protocol.frames import Changed, Hello, Said
from greycells.protocol.guest_data import GuestData
from greycells.protocol.guest_messages import GuestView
from greycells.protocol.notebook_messages import NotebookPages
from greycells.server.companion.stored_games import LINKS
from greycells.server.service.config import Config
from greycells.server.tables.table_log import StoredLog


def dump(folder: Path) -> str:
    """Everything in the database, as text; but not Grace's own upload, in which Ada's name stays."""
    with closing(sqlite3.connect(folder / "greycells.db")) as database:
        assert database.execute("UPDATE uploads SET record = ''").rowcount == 1
        return "\n".join(database.iterdump()) + "".join(
            bytes(row[0]).decode("utf-8", "replace")
            for table, column in (("log", "entry"), ("notebooks", "pages"), ("documents", "body"))
            for row in database.execute(f"SELECT {column} FROM {table}")
        )


async def test_a_download_has_all_of_ones_own_and_nothing_of_another_guest(anywhere: Config) -> None:
    async with running(anywhere) as (address, service):
        ada, grace, table = await seated(address)
        number = await writes(service, ada, table, 0, "Lovelace")
        other = await writes(service, grace, table, 1, "Hopper")
        text = await ada.text("/api/my-data/file")
        data = msgspec.json.decode(text, type=GuestData)
        (game,) = data.games
        assert (data.guest, data.name, game.id, game.chairs, game.names) == (number, "Ada", table, (0,), ("Ada",))
        assert [line.text for line in game.chat] == ["Lovelace said"]
        assert [notebook.notes for notebook in game.notebooks] == ["Lovelace noted"]
        assert (game.automatic, [upload.id for upload in data.uploads]) == ((0,), ["Lovelace-upload"])
        assert [(kept.kind, kept.text, kept.base64) for kept in data.documents] == [
            ("blob", "/wA=", True),
            ("daily", "Lovelace kept", False),
        ]
        (record,) = game.records
        served = await ada.text(f"/api/tables/{table}/record?chair=0")
        assert record == served.replace("Grace", "Guest"), "what the seat saw, as it is served, without other names"
        own = json.dumps(msgspec.to_builtins(msgspec.structs.replace(data, uploads=())))
        assert "Hopper" not in text
        assert other not in text
        assert "Grace" not in own, "an uploaded record is the guest's own file"


async def test_deleting_leaves_no_name_and_no_word_and_never_rewrites_the_log(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, table = await seated(address)
        number = await writes(service, ada, table, 0, "Lovelace")
        await writes(service, grace, table, 1, "Hopper")
        before = await service.store.log(table)
        async with grace.line(table, 1) as line:
            await frame_of(line, Said)
            old = ada.cookie
            told = await delete(ada)
            assert (told.games, told.running, told.uploads, told.documents) == (1, 1, 1, 2)
            hello = Hello(table=await grace.table(table), seq=0, yours=(), present=())
            while not hello.anew:
                hello = await frame_of(line, Hello)
            chair, hers = hello.table.chairs[:2]
            assert (chair.name, chair.resigned, chair.away, hers.name, hers.host) == (
                "Guest",
                True,
                True,
                "Grace",
                True,
            )
            said = [await frame_of(line, Said), await frame_of(line, Said)]
            assert [(one.name, one.text) for one in said] == [("Guest", ""), ("Grace", "Hopper said")]
        assert (await service.store.log(table))[: len(before)] == before
        listed = await grace.games()
        assert listed.tables[0].company == "with Guest and 1 bot"
        assert service.guests.known(old) is None
        stale = ServerClient(address, cookie=old)
        assert (await stale.get("/api/guest", GuestView)).name != "Ada", "somebody new"
        with refused(403):
            await stale.ask(table, Say(text="me again"))
        assert await service.store.documents_of(number) == []
        await plays_until_over(grace, table, 1)
        record = await grace.text(f"/api/tables/{table}/record")
        assert [seat.name for seat in read(record).table.seats if seat.suspect.word == "Scarlett"] == ["Guest"]
        again = await grace.ask(table, Rematch())
        assert again.table is not None
        assert [chair.name for chair in (await grace.table(again.table)).chairs[:2]] == [None, "Grace"]
    left = dump(tmp_path)
    assert "Ada" not in left
    assert "Lovelace" not in left
    assert all(word in left for word in ("Grace", "Hopper said", "Hopper noted", "Hopper kept", "Hopper-upload"))
    async with running(quick(tmp_path)) as (address, service):
        assert service.guests.known(old) is None, "after a restart, too"
        view = await ServerClient(address, cookie=grace.cookie).table(table)
        assert [chair.name for chair in view.chairs[:2]] == ["Guest", "Grace"]


async def test_whoever_deletes_leaves_open_tables_and_closes_those_where_nobody_else_is(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address, start=False)
        alone = (await ada.open(TWO_AND_A_BOT)).id
        await ada.ask(alone, Sit(chair=0))
        async with grace.line(table) as line:
            await frame_of(line, Hello)
            await delete(ada)
            change = await frame_of(line, Changed)
            while change.table.chairs[0].name is not None:
                change = await frame_of(line, Changed)
            assert (change.table.chairs[1].name, change.table.chairs[1].host) == ("Grace", True)
        assert (await grace.table(alone)).state == "closed"


async def test_a_table_that_cannot_be_read_again_keeps_no_other_from_losing_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, good = await seated(address, start=False)
        bad = (await ada.open(TWO_AND_A_BOT)).id
        await ada.ask(bad, Sit(chair=0))
        await grace.ask(bad, Sit(chair=1))
        await ada.ask(good, Say(text="Lovelace said"))
        await ada.ask(bad, Say(text="Lovelace said"))
        rows = await service.store.games_of(await number_of(service, ada))
        assert [row.id for row in rows] == [bad, good], "the bad one is read first"
        read_log = service.store.read

        async def reads(table: str) -> StoredLog:
            if table == bad:
                raise OSError("bad sector")
            return await read_log(table)

        monkeypatch.setattr(service.store, "read", reads)
        async with grace.line(good, 1) as line:
            await frame_of(line, Said)
            await delete(ada)
            assert (await frame_of(line, Said)).text == "", "told anew, without the words"
        assert service.lobby.loaded(bad) is None
        assert service.guests.known(ada.cookie) is None
        monkeypatch.undo()
        async with grace.line(bad, 1) as line:
            assert (await frame_of(line, Said)).text == ""


async def test_a_guest_who_is_gone_does_nothing_by_a_socket_that_is_still_open(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        table = (await ada.open(TWO_AND_A_BOT)).id
        async with ada.line(table) as line:
            await frame_of(line, Hello)
            service.guests.turn_away(await number_of(service, ada))
            with pytest.raises(NotDone, match="cookies"):
                await line.ask(Sit(chair=0))


async def test_a_seat_that_another_device_holds_stays_with_it(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        await writes(service, ada, table, 0, "Lovelace")
        phone = await guest(address, "Phone")
        await phone.claim(await ada.seat_link(table, 0))
        await delete(ada)
        view = await phone.table(table)
        assert (view.yours, view.chairs[0].name, view.chairs[0].resigned) == ((0,), "Guest", False)
        pages = await phone.get(f"/api/tables/{table}/chairs/0/notebook", NotebookPages)
        assert pages.notes == "Lovelace noted"


async def test_companion_games_are_downloaded_and_deleted_with_their_links(anywhere: Config) -> None:
    async with running(anywhere) as (address, service):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        number = await number_of(service, ada)
        game = (await started(ada, replace(SETUP, players=("Ada", "Babbage", "Menabrea")))).id
        await change(ada, game, PutEntry(id="c1", entry=SHOWN))
        link = await linked(ada, game, "write")
        await press(grace, link.path)
        await change(grace, game, PutEntry(id="c2", entry=replace(SHOWN, id="e2", by=1, shown=())))
        data = msgspec.json.decode(await ada.text("/api/my-data/file"), type=GuestData)
        kept, shared = data.documents
        assert (kept.kind, kept.name, shared.kind) == ("companion", game, "companion link")
        book = json.loads(kept.text)["book"]
        assert [entry["id"] for entry in book["game"]["entries"]] == ["e1", "e2"]
        assert book["game"]["setup"]["players"] == ["Ada", "Babbage", "Menabrea"]
        assert json.loads(shared.text)["phones"] == 1
        assert (link.path or "").rpartition("/")[2] not in str(data), "only the hash of a token is kept"
        hers = await grace.text("/api/my-data/file")
        assert "Babbage" not in hers, "whoever came by a link has no copy"
        assert (await delete(ada)).documents == 1
        with refused(404, "no longer works"):
            await news(grace, game)
        assert await service.store.documents_of(LINKS) == []
        documents = await service.store.database.read(
            lambda connection: connection.execute("SELECT body FROM documents").fetchall()
        )
        assert number not in str(documents)
        assert "Babbage" not in await stored(service)


async def test_in_a_database_of_an_earlier_version_a_name_is_covered(tmp_path: Path) -> None:
    """There the log holds names and chat; it stays byte for byte, and shows neither."""
    shutil.copy(DATA / "version-2.db", tmp_path / "greycells.db")
    shutil.copy(DATA / "version-2.key", tmp_path / "key")

    async with running(quick(tmp_path)) as (address, service):
        ada, grace = (ServerClient(address, cookie=cookie) for cookie in (ADA, GRACE))
        await ada.ask(RUNNING, Say(text="new words"))
        data = await ada.get("/api/my-data/file", GuestData)
        assert {name for game in data.games for name in game.names} == {"Ada"}
        assert "Grace" not in json.dumps(msgspec.to_builtins(data))
        before = await service.store.log(RUNNING)
        assert b'"name":"Ada"' in b"".join(before)
        await delete(ada)
        assert (await service.store.log(RUNNING))[: len(before)] == before
        view = await grace.table(RUNNING)
        assert [chair.name for chair in view.chairs[:2]] == ["Guest", "Grace"]
        assert {name for _, name in view.seats} & {"Ada", "Guest", "Grace"} == {"Guest", "Grace"}
        record = await grace.text(f"/api/tables/{RUNNING}/record?chair=1")
        assert "Ada" not in record
        await plays_until_over(grace, RUNNING, 1)
