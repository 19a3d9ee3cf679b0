"""The hints that stand beside a result are those that were given."""

from __future__ import annotations

from pathlib import Path

from tests.server.daily_games.shared_case_house import TODAY, House, evening
from tests.server.running_server import guest, refused

from greycells.client import ServerClient
from greycells.protocol.daily_game_messages import CaseStart, CaseTable
from greycells.server.workers.work_queue import WorkQueue


def test_a_hint_that_is_declined_is_not_counted(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada = await guest(house.address, "Ada")
        table = (await ada.send("POST", f"/api/cases/{TODAY}", CaseStart(help="full logic"), CaseTable)).table
        service, usual = house.service, house.service.study
        service.study = full = WorkQueue("full", an_address=0)
        try:
            with refused(429):
                await ask_for_hint(ada, table)
        finally:
            service.study = usual
            full.close()
        assert await counted(house, table) == 0
        await ask_for_hint(ada, table)
        assert await counted(house, table) == 1

    evening(tmp_path, visit)


async def ask_for_hint(who: ServerClient, table: str) -> None:
    assert await who.text(f"/api/tables/{table}/chairs/0/hint")


async def counted(house: House, table: str) -> int:
    row = await house.service.cases.try_at(table)
    assert row is not None
    return row.hints
