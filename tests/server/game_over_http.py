"""A game that begins at one server and ends at the same, or at what was restored from its backup."""

from __future__ import annotations

from tests.server.running_server import frame_of

from greycells.client import ServerClient, in_thread, play
from greycells.players.player_specs import player
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Sit, Start
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll


async def begins(public: str) -> tuple[str, str]:
    """Ada opens a table against bots and rolls once; returns her cookie and the table."""
    ada = ServerClient(public)
    await ada.meet("Ada")
    table = (await ada.open(TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant"))))).id
    await ada.ask(table, Sit(chair=0, suspect="Scarlett"))
    await ada.ask(table, Start())
    async with ada.line(table, 0) as line:
        asked = await frame_of(line, Choose)
        await line.play(Play(chair=0, decision=asked.decision, action=choice_message(Roll())))
        await frame_of(line, Choose)
    assert ada.cookie is not None
    return ada.cookie, table


async def ends(public: str, cookie: str, table: str) -> None:
    """With the same cookie Ada sits at the same table, and plays to the end."""
    ada = ServerClient(public, cookie=cookie)
    assert await ada.meet() == "Ada"
    async with ada.line(table, 0) as line:
        place = await play(line, 0, in_thread(player("sergeant").choose))
    assert place.table is not None
    assert place.table.state == "over"
