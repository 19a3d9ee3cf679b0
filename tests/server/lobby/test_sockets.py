"""What a socket does when the server is at fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.deadline import until
from tests.server.running_server import guest, quick, running

from greycells.protocol.plans import TablePlan
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.viewer import Viewer


async def test_a_socket_that_fails_says_so_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def news(_table: LiveTable, _viewer: Viewer) -> bytes:
        raise KeyError("the Rope")

    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan())).id
        monkeypatch.setattr(LiveTable, "news", news)
        async with ada.line(table):
            await until(lambda: "a socket failed: KeyError" in caplog.messages, "the failure to be logged")
    assert "Rope" not in caplog.text
