"""Whatever process a server starts for its guests has a limit of memory."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from tests.deadline import told_at_the_deadline, until
from tests.server.processes import children_of, is_running
from tests.server.reviews.review_party import RECORDS
from tests.server.running_server import guest, quick, running

from greycells import Game
from greycells.server.workers.bot_worker import MEMORY
from greycells.server.workers.review_worker import MEMORY as MEMORY_OF_REVIEW
from greycells.server.workers.work_queue import MEMORY as MEMORY_OF_WORK


def memory_limits() -> dict[str, set[str]]:
    """By the module that each process of this server runs, how many bytes it may have."""
    found: dict[str, set[str]] = {}
    for child in filter(is_running, children_of(os.getpid())):
        words = Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0")
        limits = Path(f"/proc/{child}/limits").read_text(encoding="ascii").splitlines()
        (most,) = [line.split()[3] for line in limits if line.startswith("Max data size")]
        found.setdefault(next((word for word in words if word.startswith("greycells.")), ""), set()).add(most)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_every_process_has_a_limit_of_memory(tmp_path: Path) -> None:
    """A process sets its limit before it does anything, so it is looked at when it has done something."""
    wanted = {
        "greycells.server.workers.bot_worker": {str(MEMORY)},
        "greycells.server.workers.review_worker": {str(MEMORY_OF_REVIEW)},
        "greycells.server.workers.work_process": {str(MEMORY_OF_WORK)},
    }

    seen: dict[str, set[str]] = {}
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        game = Game.new("classic", ["Ada", "Grace", "Hedy"], seed=1)
        await service.bots.choose("constable", game.view(game.to_act), key="one", seed=1)
        record = await ada.bring((RECORDS / "master-detective" / "ten-players.case").read_bytes())

        async def review_is_running() -> bool:
            await ada.text(f"/api/records/{record.id}/analysis")
            return any(module.endswith("review_worker") for module in memory_limits())

        def all_are_limited() -> bool:
            seen.update(memory_limits())
            return all(seen.get(module) == most for module, most in wanted.items())

        while not await review_is_running():
            await asyncio.sleep(0.05)
        with told_at_the_deadline(lambda: str(seen)):
            await until(all_are_limited, "every process to have its limit")
    assert {module for module in seen if module} == wanted.keys(), "a process that was added needs a limit, too"
