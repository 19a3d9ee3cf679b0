"""A seat on other devices: its secret link can be replaced, its player hears of every device, and can remove them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.deadline import until_told
from tests.server.running_server import frame_of, guest, loaded, quick, refused, running
from tests.server.seated_table import seated

from greycells.client import Connection, ConnectionClosed
from greycells.protocol.commands import NewLink, RemoveDevices, Say, Sit, Stand
from greycells.protocol.frames import AnyFrame, Devices, Hello, Said


async def test_a_new_link_makes_the_old_one_dead(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, table = await seated(address)
        phone, thief = await guest(address, "Phone"), await guest(address, "Thief")
        old = await ada.seat_link(table, 0)
        with refused(403, "isn't yours"):
            await thief.ask(table, NewLink(chair=0))
        await ada.ask(table, NewLink(chair=0))
        with refused(404, "no longer works"):
            await thief.claim(old)
        await phone.claim(await ada.seat_link(table, 0))
        await phone.ask(table, Say(text="Here I am"))


async def test_standing_up_in_a_running_game_makes_the_link_dead(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address)
        link = await grace.seat_link(table, 1)
        await grace.ask(table, Stand(chair=1))
        with refused(404, "no longer works"):
            await (await guest(address, "Thief")).claim(link)
        async with grace.line(table, 1) as line:
            await frame_of(line, Hello)

            async def back() -> bool:
                return not (await ada.table(table)).chairs[1].away

            await until_told(back, "the bot to leave the seat")


async def test_a_player_is_told_of_another_device_and_puts_it_out(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address)
        thief = await guest(address, "Thief")
        async with ada.line(table, 0) as line, grace.line(table, 1) as beside:
            await frame_of(line, Hello)
            link = await ada.seat_link(table, 0)
            await thief.claim(link)
            assert await frame_of(line, Devices) == Devices(others=1, joined=True)
            async with thief.line(table, 0) as stolen:
                await frame_of(stolen, Hello)
                with refused(403, "took this seat"):
                    await thief.ask(table, RemoveDevices(chair=0))
                await ada.ask(table, RemoveDevices(chair=0))
                assert await frame_of(line, Devices) == Devices(others=0)
                await _cut_off(stolen)
            with refused(403, "isn't yours"):
                await thief.text(f"/api/tables/{table}/record?chair=0")
            with refused(404, "no longer works"):
                await thief.claim(link)
            await grace.ask(table, Say(text="Who was that?"))
            assert not [frame async for frame in _until_said(beside) if isinstance(frame, Devices)]
        async with ada.line(table, 0) as line:
            await frame_of(line, Hello)


async def _cut_off(line: Connection) -> None:
    """The line ends, and cannot be opened again."""
    with pytest.raises(ConnectionClosed):
        [frame async for frame in line]


async def _until_said(line: Connection) -> AsyncGenerator[AnyFrame]:
    async for frame in line:
        yield frame
        if isinstance(frame, Said):
            return


async def test_whoever_comes_back_is_told_how_many_devices_play_the_seat(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, table = await seated(address)
        phone = await guest(address, "Phone")
        await phone.claim(await ada.seat_link(table, 0))
        async with ada.line(table, 0) as line:
            assert await frame_of(line, Devices) == Devices(others=1)
        async with phone.line(table, 0) as line:
            await phone.ask(table, Say(text="Mine"))
            assert not [frame async for frame in _until_said(line) if isinstance(frame, Devices)]


async def test_whichever_device_changes_the_seat_it_stays_its_players_on_all_of_them(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address, start=False)
        phone = await guest(address, "Phone")
        await phone.claim(await ada.seat_link(table, 0))
        live = await loaded(service, table)
        before = live.table.chairs[0]
        assert len(before.guests) == 2
        async with phone.line(table, 0) as line:
            await frame_of(line, Hello)
            for suspect, device in (("White", phone), ("Plum", ada), ("Peacock", phone)):
                await device.ask(table, Sit(chair=0, suspect=suspect, nonce="ab" if device is ada else "cd"))
                now = live.table.chairs[0]
                assert (now.guests, now.name, now.nonce) == (before.guests, "Ada", "ab")
                assert now.suspect == suspect
            await phone.ask(table, Say(text="Still on this line"))
            assert (await frame_of(line, Said)).text == "Still on this line"
        with refused(403, "took this seat"):
            await phone.ask(table, RemoveDevices(chair=0))
        seq = live.history.seq
        await phone.ask(table, Sit(chair=0, suspect="Peacock", nonce_hash="12" * 32))
        assert live.history.seq == seq, "nothing has changed"
