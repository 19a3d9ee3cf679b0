"""A database that an earlier version wrote opens, and its games go on. `old_data` holds one for each form it had."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from tests.server.running_server import plays_until_over, quick, running
from tests.server.storage.old_database import ADA, DATA, GRACE, OPEN, RUNNING

from greycells.client import ServerClient
from greycells.notation import read


async def test_a_game_of_version_2_goes_on_to_its_end(tmp_path: Path) -> None:
    shutil.copy(DATA / "version-2.db", tmp_path / "greycells.db")
    shutil.copy(DATA / "version-2.key", tmp_path / "key")

    async with running(quick(tmp_path)) as (address, _):
        ada, grace = (ServerClient(address, cookie=cookie) for cookie in (ADA, GRACE))
        assert (await ada.table(OPEN)).state == "open"
        before = await ada.table(RUNNING)
        assert (before.state, before.yours, [chair.name for chair in before.chairs[:2]]) == (
            "running",
            (0,),
            ["Ada", "Grace"],
        )
        await asyncio.gather(plays_until_over(ada, RUNNING, 0), plays_until_over(grace, RUNNING, 1))
        assert (await ada.table(RUNNING)).state == "over"
        assert read(await ada.text(f"/api/tables/{RUNNING}/record")).pledge is not None
