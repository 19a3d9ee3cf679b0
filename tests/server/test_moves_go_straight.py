"""What a move costs, in steps: nothing is worked out twice on the way from the command to the viewers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.house import quick

from greycells.protocol.commands import ChairPlan, Play, Sit, Start, TablePlan, choice_message
from greycells.rules import scene
from greycells.rules.actions import Roll
from greycells.rules.events import Rolled
from greycells.rules.scene import Scene
from greycells.server.service import Service
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import Guest
from greycells.server.tables.viewer_frames import Viewer

ADA = Guest("a" * 24, "Ada")


async def pass_and_play(service: Service, *viewers: Viewer) -> LiveTable:
    """A game of one guest in three chairs that has just begun."""
    live = await service.lobby.open(ADA, TablePlan(chairs=(ChairPlan(),) * 3))
    for chair in range(3):
        await live.ask(ADA, Sit(chair=chair))
    for viewer in viewers:
        live.arrive(viewer)
    await live.ask(ADA, Start())
    return live


async def roll(live: LiveTable) -> None:
    game, prompt = live.story.game, live.prompt
    assert game is not None
    assert prompt is not None
    await live.ask(ADA, Play(chair=prompt.chair, decision=len(game.events), action=choice_message(Roll())))


def test_the_scene_after_a_move_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[Rolled] = []
    rolled = scene._rolled  # pyright: ignore[reportPrivateUsage]

    def counted(before: Scene, event: Rolled) -> Scene:
        worked_out.append(event)
        return rolled(before, event)

    async def play() -> None:
        service = Service.start(quick(tmp_path))
        try:
            await roll(await pass_and_play(service))
        finally:
            await service.stop()

    monkeypatch.setattr(scene, "_rolled", counted)
    asyncio.run(play())
    assert len(worked_out) == 1
