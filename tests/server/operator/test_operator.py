"""The operator's commands, through the socket of a running server or on the folder of a stopped one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.guest_ids import number_of
from tests.server.running_server import frame_of, guest, hears_the_end, quick, refused, running
from tests.server.seated_table import TWO_AND_A_BOT, seated
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from greycells.client import ServerClient, ServerError
from greycells.protocol.commands import Say, Sit
from greycells.protocol.frames import Changed, MaintenanceNotice
from greycells.protocol.guest_data import GuestData
from greycells.protocol.guest_messages import GuestView
from greycells.protocol.plans import TablePlan
from greycells.server.limits.ban_store import BanRow
from greycells.server.operator.admin_socket import LONGEST, ask_server, socket_path
from greycells.server.operator.commands import (
    AnyOperatorCommand,
    BanGuest,
    CloseTable,
    EraseGuest,
    ExportGuest,
    ListBans,
    ListGuests,
    ListReports,
    ListTables,
    OperatorAnswer,
    SetMaintenance,
    ShowTable,
)
from greycells.server.operator.table_report_text import report_lines
from greycells.server.service.config import Config
from greycells.server.storage.database import StoreError


async def ask(folder: Path, command: AnyOperatorCommand) -> OperatorAnswer:
    return await asyncio.to_thread(ask_server, Config(folder), command)


async def test_a_guest_who_chose_no_name_is_listed_as_others_see_them(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        nameless = ServerClient(address)
        seen = await nameless.meet()
        await nameless.ask((await nameless.open(TablePlan())).id, Sit(chair=0))
        (row,) = (await ask(tmp_path, ListGuests())).rows
        assert (row["name"], seen.startswith("Guest ")) == (seen, True)
        answer = await ask(tmp_path, BanGuest(who=seen))
        assert answer.sentence.startswith("There's no such guest. Guests are named by their numbers: greycells admin")
        assert not (await ask(tmp_path, BanGuest(who=str(row["guest"])))).refused


async def test_lists_show_tables_and_guests_and_only_the_owner_can_ask(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        async with ada.line(table, 0) as line:
            await frame_of(line, Changed)
            (row,) = (await ask(tmp_path, ListTables())).rows
            assert (row["id"], row["state"], row["players"], row["connected"]) == (
                table,
                "running",
                "Ada, Grace, sergeant",
                1,
            )
            rows = {row["name"]: row for row in (await ask(tmp_path, ListGuests())).rows}
            assert rows["Ada"]["guest"] == number_of(service, ada)
            assert (rows["Ada"]["address"], rows["Grace"]["address"]) == ("127.0.0.1", "")
            report = (await ask(tmp_path, ShowTable(table=table))).table
            assert report is not None
            assert report.chairs[0].guests == (number_of(service, ada),)
            assert f"Ada (guest {number_of(service, ada)})" in "\n".join(report_lines(report))
        assert (await ask(tmp_path, ListReports())).rows == ()
        found = (tmp_path / "admin.sock").lstat()
        assert (stat.S_ISSOCK(found.st_mode), stat.S_IMODE(found.st_mode)) == (True, 0o600)
    assert not (tmp_path / "admin.sock").exists()
    (row,) = (await ask(tmp_path, ListTables())).rows
    assert row["id"] == table, "on the folder of a server that is stopped"


async def test_a_banned_guest_is_disconnected_with_a_sentence_and_let_in_again(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, table = await seated(address)
        number = number_of(service, grace)
        live = f"{address.replace('http', 'ws')}/api/tables/{table}/live?chair=1"
        cookie = {"Cookie": f"greycells={grace.cookie}"}
        async with connect(live, additional_headers=cookie) as line:
            await line.recv()
            told = await ask(tmp_path, BanGuest(who=number, why="rude"))
            assert told.sentence == f"{number} is banned."
            with pytest.raises(ConnectionClosed) as closed:
                await hears_the_end(line)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "You're banned from this server.")
        with pytest.raises(InvalidStatus):
            await connect(live, additional_headers=cookie)
        with refused(403, "You're banned"):
            await grace.ask(table, Say(text="hello?"))
        with pytest.raises(ServerError):
            await grace.text("/games")
        assert (await grace.get("/api/my-data/file", GuestData)).guest == number, "their data stay theirs"
        assert (await ada.get("/api/guest", GuestView)).name == "Ada"
        assert [row["why"] for row in (await ask(tmp_path, ListBans())).rows] == ["rude"]
        await ask(tmp_path, BanGuest(who=number, lift=True))
        await grace.ask(table, Say(text="hello!"))
        for wrong, words in (("nobody", "no such guest"), ("1.2.3.999", "neither an IP address")):
            answer = ask(tmp_path, BanGuest(who=wrong))
            assert (told := await answer).refused
            assert words in told.sentence
        await ask(tmp_path, BanGuest(who="2001:db8::1"))
        assert service.admissions.banned(None, "2001:db8::ffff"), "a /64 is one address"
        assert not service.admissions.banned(None, "2001:db8:0:1::1")
        await ask(tmp_path, BanGuest(who="127.0.0.1"))
        with refused(403, "You're banned"):
            await ada.table(table)


@pytest.mark.parametrize("who", ["203.0.113.0/24", "203.0.113.1/32", "10.0.0.0/8", "2001:db8::/32", "1.2", "1.2.3.4.5"])
async def test_a_ban_that_would_match_nobody_is_refused(tmp_path: Path, who: str) -> None:
    async with running(quick(tmp_path)) as (_, service):
        told = await ask(tmp_path, BanGuest(who=who))
        assert (told.refused, "neither an IP address" in told.sentence) == (True, True)
        await service.admissions.store.ban(BanRow("address", who, 1.0, "by an earlier version"))
        assert not (await ask(tmp_path, BanGuest(who=who, lift=True))).refused
        assert (await ask(tmp_path, ListBans())).rows == ()


@pytest.mark.parametrize(
    ("who", "banned"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8::/64", "2001:db8::9"),
        ("2001:db8::5/64", "2001:db8::9"),
    ],
)
async def test_a_ban_of_an_address_matches_it_and_is_lifted_by_the_same_name(
    tmp_path: Path, who: str, banned: str
) -> None:
    async with running(quick(tmp_path)) as (_, service):
        assert not (await ask(tmp_path, BanGuest(who=who))).refused
        assert service.admissions.banned(None, banned)
        assert not (await ask(tmp_path, BanGuest(who=who, lift=True))).refused
        assert not service.admissions.banned(None, banned)


async def test_maintenance_is_told_to_everybody_and_opens_no_tables(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        async with ada.line(table, 0) as line:
            await frame_of(line, Changed)
            await ask(tmp_path, SetMaintenance(minutes=10))
            notice = await frame_of(line, MaintenanceNotice)
            assert notice.seconds is not None
            assert 595 <= notice.seconds <= 600
            with refused(503, "no new games can start"):
                await ada.open(TWO_AND_A_BOT)
            await ada.ask(table, Say(text="games go on"))
            await ask(tmp_path, SetMaintenance())
            assert (await frame_of(line, MaintenanceNotice)).seconds is None
        await ada.open(TWO_AND_A_BOT)
        assert service.admissions.begins is None


async def test_what_another_process_writes_is_known_soon(tmp_path: Path) -> None:
    """Another process on the same database, here a command that had no socket; among nodes: `test_nodes.py`."""
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        await service.admissions.store.set_maintenance(service.config.clock.now() + 60)
        while service.admissions.begins is None:
            await asyncio.sleep(0.1)
        async with ada.line(table, 0) as line:
            await frame_of(line, MaintenanceNotice)


async def test_a_table_is_closed_and_a_guest_exported_and_erased(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, table = await seated(address)
        code = (await ada.table(table)).code
        number = number_of(service, ada)
        exported = await ask(tmp_path, ExportGuest(guest=number))
        assert exported.file is not None
        assert exported.file.name == "Ada"
        assert (await ask(tmp_path, CloseTable(table="nowhere"))).refused
        await ask(tmp_path, CloseTable(table=code.lower()))
        assert (await grace.table(table)).reason == "operator"
        await ask(tmp_path, EraseGuest(guest=number))
        assert [chair.name for chair in (await grace.table(table)).chairs[:2]] == ["Guest", "Grace"]
        assert (await ask(tmp_path, EraseGuest(guest=number))).refused, "there is nothing left to erase"
        await grace.ask((await grace.open(TWO_AND_A_BOT)).id, Sit(chair=0))
    stopped = await ask(tmp_path, EraseGuest(guest=number_of(service, grace)))
    assert not stopped.refused, "with the server stopped, too"
    assert (await ask(tmp_path, ListGuests())).rows == ()


async def test_nonsense_on_the_socket_harms_nothing(tmp_path: Path) -> None:
    async with running(quick(tmp_path)):
        for text in (b"\n", b"{}\n", b"[1\n", b'{"do":"ban"}\n', b'{"do":"tables","limit":0}\n', b"x" * 200_000):
            reader, writer = await asyncio.open_unix_connection(tmp_path / "admin.sock")
            writer.write(text)
            writer.write_eof()
            try:
                answer = await reader.read()
                assert not answer or json.loads(answer)["refused"], text
            except ConnectionError:
                assert len(text) > 100_000
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        assert (await ask(tmp_path, ListTables())).rows == ()


async def test_a_false_socket_and_a_path_that_is_too_long_are_sentences(tmp_path: Path) -> None:
    async with running(quick(tmp_path)):
        true = tmp_path / "admin.sock"
        true.unlink()
        with pytest.raises(StoreError, match="doesn't answer"):
            await ask(tmp_path, ListTables())
        with socket.socket(socket.AF_UNIX) as false:
            false.bind(str(true))
            false.listen()
            true.chmod(0o666)
            with pytest.raises(StoreError, match="isn't the admin socket"):
                await ask(tmp_path, ListTables())
        true.unlink()
        true.symlink_to(tmp_path / "elsewhere.sock")
        with pytest.raises(StoreError, match="isn't the admin socket"):
            await ask(tmp_path, ListTables())
    deep = tmp_path / ("x" * LONGEST)
    with pytest.raises(StoreError, match="too long for a Unix socket"):
        socket_path(deep)
    async with running(quick(deep)) as (address, _):
        await guest(address, "Ada")
        with pytest.raises(StoreError, match="too long for a Unix socket"):
            await ask(deep, ListTables())
    with pytest.raises(StoreError, match=r"no greycells\.db"):
        await ask(tmp_path / "empty", ListTables())
    assert not (tmp_path / "empty").exists()


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED") or os.geteuid() != 0, reason="only root can be somebody else")
async def test_another_user_is_not_answered(tmp_path: Path) -> None:
    """Even where the permissions of the file were widened by mistake."""
    async with running(quick(tmp_path)):
        path = tmp_path / "admin.sock"
        path.chmod(0o666)
        for folder in (tmp_path, *list(tmp_path.parents)[:-1]):
            folder.chmod(folder.stat().st_mode | 0o011)
        script = (
            "import os, socket; os.setuid(65534); line = socket.socket(socket.AF_UNIX);"
            f"line.connect({str(path)!r}); print(line.recv(100))"
        )
        process = await asyncio.create_subprocess_exec(
            "python3", "-c", script, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, err = await process.communicate()
        assert out == b"b''\n", err


async def test_the_operator_reaches_a_database_from_anywhere(tmp_path: Path, postgres_url: str) -> None:
    """Through the socket of a node on this machine, or as a node that lives for one command."""
    async with running(replace(quick(tmp_path), database=postgres_url)) as (address, service):
        ada, grace, table = await seated(address)
        config = Config(tmp_path, database=postgres_url)

        async def ask_it(command: AnyOperatorCommand, *, directly: bool) -> OperatorAnswer:
            return await asyncio.to_thread(ask_server, config, command, directly=directly)

        async with ada.line(table, 0) as line:
            await frame_of(line, Changed)
            rows = [(await ask_it(ListTables(), directly=directly)).rows[0] for directly in (False, True)]
            assert [(row["id"], row["connected"]) for row in rows] == [(table, 1), (table, 0)]
        closed = await ask_it(CloseTable(table=table), directly=True)
        assert not closed.refused
        while (await grace.table(table)).state != "closed":
            await asyncio.sleep(0.1)
        number = number_of(service, ada)
        assert (await ask_it(ExportGuest(guest=number), directly=True)).file is not None
        await ask_it(EraseGuest(guest=number), directly=True)
        while [chair.name for chair in (await grace.table(table)).chairs][:2] != ["Guest", "Grace"]:
            await asyncio.sleep(0.1)
        assert service.cluster is not None
        assert [path.name for path in tmp_path.iterdir() if path.name not in ("lock", "admin.sock")] == []
    guests = (await ask_it(ListGuests(), directly=False)).rows
    assert [row["name"] for row in guests] == ["Grace"], "no node runs"
    with pytest.raises(StoreError, match="can't be used"):
        await asyncio.to_thread(ask_server, Config(tmp_path, database="postgresql://127.0.0.1:1/x"), ListBans())
