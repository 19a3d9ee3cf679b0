"""What companions keep is put together in the turn of the address that asks for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from tests.server.companion.companion_client import linked, started
from tests.server.running_server import guest, quick, running

from greycells.server.workers.work_queue import WorkQueue

P = ParamSpec("P")
T = TypeVar("T")


class Noting(WorkQueue):
    """Notes from where work is asked for."""

    def __init__(self) -> None:
        super().__init__("companions")
        self.asked = set[str]()

    async def ask(self, guest: str, address: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        self.asked.add(address)
        return await super().ask(guest, address, work, *args, **named)


async def test_a_download_waits_in_the_turn_of_its_address(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        await linked(ada, (await started(ada)).id, "read")
        usual = service.companions
        service.companions = noting = Noting()
        try:
            assert "companion link" in await ada.text("/api/my-data/file")
        finally:
            service.companions = usual
            noting.close()
        assert noting.asked == {"127.0.0.1"}
