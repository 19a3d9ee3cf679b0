"""What a move costs, in steps: nothing is worked out twice on the way from the command to the viewers."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import json
from tests.server.running_server import loaded, quick, running
from tests.server.tables.simulated_table import Simulation
from websockets.asyncio.client import connect

from greycells.language.sentences import using_language
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import CommandRequest, Play, Sit, Start
from greycells.protocol.frames import AnyFrame
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules import scene
from greycells.rules.actions import Roll
from greycells.rules.events import Rolled
from greycells.rules.scene import Scene
from greycells.server.service.service import Service
from greycells.server.tables.guest import Guest
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.viewer import Prompt, Viewer
from greycells.server.tables.viewer_frames import TableHistory

ADA = Guest("a" * 24, "Ada")


async def pass_and_play(service: Service, *viewers: Viewer) -> LiveTable:
    """A game of one guest in three chairs that has just begun."""
    opened = await service.lobby.open(ADA, TablePlan(chairs=(ChairPlan(),) * 3))
    live = await loaded(service, opened.table.id)
    for chair in range(3):
        await live.ask(ADA, Sit(chair=chair))
    for viewer in viewers:
        live.arrive(viewer)
    await live.ask(ADA, Start())
    return live


async def roll(live: LiveTable) -> None:
    game, prompt = live.history.game, live.prompt
    assert game is not None
    assert prompt is not None
    await live.ask(ADA, Play(chair=prompt.chair, decision=len(game.events), action=choice_message(Roll())))


async def test_the_scene_after_a_move_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[Rolled] = []
    rolled = scene._rolled  # pyright: ignore[reportPrivateUsage]

    def counted(before: Scene, event: Rolled) -> Scene:
        worked_out.append(event)
        return rolled(before, event)

    monkeypatch.setattr(scene, "_rolled", counted)
    service = Service.start(quick(tmp_path))
    try:
        await roll(await pass_and_play(service))
    finally:
        await service.stop()
    assert len(worked_out) == 1


async def test_what_came_of_a_command_and_its_answer_are_one_message(tmp_path: Path) -> None:
    """So a move costs a message for each viewer and not one more."""
    async with running(quick(tmp_path)) as (address, service):
        live = await pass_and_play(service)
        game, prompt = live.history.game, live.prompt
        assert game is not None
        assert prompt is not None
        command = Play(chair=prompt.chair, decision=len(game.events), action=choice_message(Roll()))
        asked = json.encode(CommandRequest(command=command, id="roll")).decode()
        where = f"{address.replace('http', 'ws')}/api/tables/{live.table.id}/live?chair={prompt.chair}"
        cookie = {"Cookie": f"{service.guests.cookie_name}={service.guests.cookie(ADA.id)}"}
        async with connect(where, additional_headers=cookie) as socket:
            while "choose" not in kinds(await socket.recv()):
                pass
            await socket.send(asked)
            while "done" not in (told := kinds(await socket.recv())):
                assert "happened" not in told
    assert told[0] == "happened"
    assert told[-1] == "done"


def kinds(message: str | bytes) -> list[str]:
    return [frame["type"] for frame in json.decode(message)]


@pytest.mark.parametrize("size", [1, 125, 126, 65_535, 65_536, 200_000])
async def test_a_message_of_any_size_arrives_as_it_was_sent(tmp_path: Path, size: int) -> None:
    """The server frames what it sends by itself: the lengths where a frame's head changes."""
    text = "x" * size

    async with running(quick(tmp_path)) as (address, service):
        live = await pass_and_play(service)
        assert live.prompt is not None
        where = f"{address.replace('http', 'ws')}/api/tables/{live.table.id}/live?chair={live.prompt.chair}"
        cookie = {"Cookie": f"{service.guests.cookie_name}={service.guests.cookie(ADA.id)}"}
        async with connect(where, additional_headers=cookie) as socket:
            while "choose" not in kinds(await socket.recv()):
                pass
            (viewer,) = live.viewers
            live.news = lambda _viewer: text.encode()  # type: ignore[assignment,method-assign]
            viewer.wake.set()
            assert await socket.recv() == text


def viewers_of(history: TableHistory, *, looks: bool, letters: bool = False) -> list[Viewer]:
    return [Viewer(ADA, chair, history.seq, looks=looks, letters=letters) for chair in (0, 1, 2, None, None)]


@pytest.mark.parametrize("looks", [False, True])
def test_what_several_viewers_are_sent_alike_is_what_each_would_be_sent_alone(*, looks: bool) -> None:
    """Half a game, in two languages: a viewer's message is the same as if nobody else were there."""
    table = Simulation(1, 5.0)
    history, game = table.history, table.game
    together = {tag: viewers_of(history, looks=looks, letters=tag == "de") for tag in ("en", "de")}
    while game.scene.turn.number < 12 and not game.over:
        before = history.seq
        table.step()
        seat = game.to_act
        prompt = None if seat is None else Prompt(len(game.events), history.table.chair_of(seat), None)
        for tag, viewers in together.items():
            with using_language(tag):
                for viewer in viewers:
                    alone = TableHistory(history.table, history.log, game)
                    lonely = replace(viewer, cursor=before, extras=deque(), answers=[])
                    expected = alone.news(lonely, prompt)
                    assert history.news(viewer, prompt) == expected


def test_what_several_viewers_are_sent_alike_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Simulation(2, 5.0)
    history, game = table.history, table.game
    put_together: list[int] = []
    frame = TableHistory.frame

    def counted(self: TableHistory, number: int, chair: int | None, words: tuple[str, ...] = ()) -> AnyFrame:
        put_together.append(number)
        return frame(self, number, chair, words)

    monkeypatch.setattr(TableHistory, "frame", counted)
    watching = [Viewer(ADA, None, history.seq, looks=True) for _ in range(20)]
    before = len(game.events)
    table.step()
    for viewer in watching:
        assert history.news(viewer, None)
    assert len(game.events) > before
    assert put_together == [history.seq - 1]
