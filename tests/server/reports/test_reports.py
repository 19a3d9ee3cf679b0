"""Reporting a player."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.server.my_data.deleting import delete
from tests.server.running_server import guest, refused, running
from tests.server.seated_table import seated

from greycells.protocol.commands import Say
from greycells.protocol.report_messages import PlayerReport, ReportKept
from greycells.server.reports.store import ReportStore
from greycells.server.service.config import Config


async def test_a_report_is_kept_for_the_operator_with_the_chat_around_it(anywhere: Config) -> None:
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
