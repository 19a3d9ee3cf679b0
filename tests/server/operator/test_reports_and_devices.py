"""Reporting a player, and carrying oneself over to another device with a code that works once."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from tests.server.moved_clock import MovedClock
from tests.server.my_data.test_guest_data import Nothing, delete
from tests.server.running_server import guest, refused, running, stored
from tests.server.tables.test_permissions import seated

from greycells.protocol.commands import Say
from greycells.protocol.guest_data import GuestData
from greycells.protocol.guest_messages import DeviceCode, DeviceCodeUse, GuestView
from greycells.protocol.report_messages import PlayerReport, ReportKept
from greycells.server.reports.store import ReportStore
from greycells.server.service.service import Config


def test_a_report_is_kept_for_the_operator_with_the_chat_around_it(anywhere: Config) -> None:
    async def evening() -> None:
        async with running(replace(anywhere, limits_factor=1.0)) as (address, service):
            ada, grace, table = await seated(address)
            watcher = await guest(address, "Watcher")
            await grace.ask(table, Say(text="You cheat!"))
            path = f"/api/tables/{table}/chairs/1/report"
            reason = PlayerReport(reason="insults me")
            with refused(403, "not playing"):
                await watcher.send("POST", path, reason, ReportKept)
            for chair in (0, 2, 9):
                with refused(409):
                    await ada.send("POST", path.replace("/1/", f"/{chair}/"), reason, ReportKept)
            await ada.send("POST", path, reason, ReportKept)
            (row,) = await ReportStore(service.store).latest()
            assert (row.reporter, row.reported, row.game, row.reason) == (
                service.guests.known(ada.cookie),
                service.guests.known(grace.cookie),
                table,
                "insults me",
            )
            assert [line[1:] for line in json.loads(row.lines)] == [[1, "Grace", "You cheat!"]]
            await ada.send("POST", path, reason, ReportKept)
            with refused(429):
                await ada.send("POST", path, reason, ReportKept)
            mine = await ada.text("/api/my-data/file")
            assert "insults me" in mine
            assert "You cheat!" not in mine
            assert "insults me" not in await grace.text("/api/my-data/file"), "the player isn't told"
            await delete(ada)
            assert await ReportStore(service.store).latest() == []

    asyncio.run(evening())


def test_a_code_carries_a_guest_over_once(anywhere: Config) -> None:
    async def evening() -> None:
        clock = MovedClock()
        async with running(replace(anywhere, clock=clock)) as (address, service):
            ada, _, table = await seated(address)
            phone = await guest(address, "Phone")
            old = await ada.send("POST", "/api/device-codes", Nothing(), DeviceCode)
            fresh = await ada.send("POST", "/api/device-codes", Nothing(), DeviceCode)
            kept = await stored(service)
            assert "Phone" in kept
            assert not any(part in kept for part in (fresh.code, fresh.code.replace("-", ""))), "kept as a hash"
            with refused(404, "expired"):
                await phone.send("POST", "/api/device-codes/use", DeviceCodeUse(code=old.code), GuestView)
            typed = DeviceCodeUse(code=f" {fresh.code.lower().replace('-', ' ')}")
            assert (await phone.send("POST", "/api/device-codes/use", typed, GuestView)).name == "Ada"
            assert (await phone.table(table)).yours == (0,) == (await ada.table(table)).yours, "both are Ada"
            with refused(404, "expired"):
                await (await guest(address, "Thief")).send("POST", "/api/device-codes/use", typed, GuestView)
            late = await ada.send("POST", "/api/device-codes", Nothing(), DeviceCode)
            await clock.advance(late.seconds + 1)
            with refused(404, "expired"):
                await phone.send("POST", "/api/device-codes/use", DeviceCodeUse(code=late.code), GuestView)
            await delete(phone)
            assert service.guests.known(ada.cookie) is None, "whoever deletes, deletes for both"
            assert (await ada.get("/api/my-data/file", GuestData)).games == ()

    asyncio.run(evening())
