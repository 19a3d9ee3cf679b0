"""A server on a day of which the test knows the case."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.server.moved_clock import MovedClock
from tests.server.running_server import loaded, quick, running

from greycells.client import ServerClient, in_thread, play
from greycells.players.player_specs import player
from greycells.protocol.daily_game_messages import CaseStart, CaseTable
from greycells.rules.game import Game
from greycells.server.service.service import Service

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp()


TODAY = "2026-11-17"


KEY = "daily game " * 8
"""A key of this test alone, so that every run plays the same day."""


DAY = 86_400.0


class House:
    """A running server whose clock the test sets."""

    def __init__(self, address: str, service: Service, clock: MovedClock) -> None:
        self.address = address
        self.service = service
        self.clock = clock

    async def game(self, table: str) -> Game:
        live = await loaded(self.service, table)
        assert live.history.game is not None
        return live.history.game


def evening(tmp_path: Path, visit: Callable[[House], Awaitable[None]]) -> None:
    async def work() -> None:
        clock = MovedClock(NOON)
        async with running(replace(quick(tmp_path), clock=clock, key=KEY)) as (address, service):
            await visit(House(address, service, clock))

    asyncio.run(work())


async def begin(who: ServerClient, case: str = TODAY) -> str:
    return (await who.send("POST", f"/api/cases/{case}", CaseStart(), CaseTable)).table


async def plays(who: ServerClient, table: str, *, seed: int, level: str = "stroller", chair: int = 0) -> None:
    """Play to the end as a program does that always chooses alike with the same seed."""
    async with who.line(table, chair) as line:
        await play(line, chair, in_thread(player(level, seed=seed).choose))
