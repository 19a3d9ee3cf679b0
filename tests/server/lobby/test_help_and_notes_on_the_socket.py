"""Help comes over the open connection, and marks go over it: for the seat alone, and lost by nobody."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.deadline import until, waiting_for
from tests.server.running_server import frame_of, guest, loaded, plays_until_over, quick, refused, running
from tests.server.seated_table import seated, table_with

from greycells import Game, load
from greycells.client import ServerClient
from greycells.client.connection import Connection, NotDone
from greycells.deduction.facts import CASE_FILE
from greycells.players.player_specs import player
from greycells.protocol.commands import SaveNotebook
from greycells.protocol.frames import Happened, Hello, Helped, Noted
from greycells.protocol.help_messages import Advice
from greycells.protocol.notebook_messages import NotebookHistory, NotebookPages
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.vocabulary import Help
from greycells.server.lobby.advice_api import marks, signs
from greycells.server.service.service import Service

BOTS = (ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant"))
ROPE = NotebookPages(version=1, marks={"Rope|White": "yes"}, undo=(("Rope|White", ""),))


def written(helped: Helped, holders: list[str]) -> dict[tuple[str, str], bool]:
    """What a frame of help writes, cell by cell."""
    return {
        (card, holder): sign == "+"
        for card, row in helped.marks.items()
        for holder, sign in zip(holders, row, strict=True)
        if sign != "."
    }


async def frames_of_help(line: Connection, service: Service, table: str) -> list[Helped]:
    """Every frame of help until one knows of the last event of the game."""
    found: list[Helped] = []
    with waiting_for("the last frame of help"):
        async for frame in line:
            if isinstance(frame, Helped):
                found.append(frame)
            game = (await loaded(service, table)).history.game
            if found and game is not None and game.over and not _more(game, found[-1].event):
                return found
    raise AssertionError


def _more(game: Game, event: int) -> bool:
    """Whether anything was shown or opened after an event."""
    return any(type(later).__name__ in ("Shown", "CouldNotShow", "Opened") for later in game.events[event + 1 :])


@pytest.mark.parametrize("level", ["direct facts", "full logic"])
async def test_help_comes_without_being_asked_for(tmp_path: Path, level: Help) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        table = await table_with(ada, TablePlan(edition="cottage", chairs=BOTS, help=level))
        async with ada.line(table, 0, helped=True) as line:
            await plays_until_over(ada, table, 0)
            found = await frames_of_help(line, service, table)
        game = (await loaded(service, table)).history.game
        assert game is not None
        holders = [*map(str, game.seats), str(CASE_FILE)]
        advice = await ada.get(f"/api/tables/{table}/chairs/0/help", Advice)
        assert written(found[-1], holders) == {(mark.card, mark.holder): mark.has for mark in advice.marks}
        assert [helped.event for helped in found] == sorted({helped.event for helped in found})
        for helped in found:
            view = game.at(helped.event + 1).view(game.seats[0])
            told = {(mark.card, mark.holder): mark.has for mark in marks(view, level)}
            assert written(helped, holders) == told


async def test_nobody_else_is_helped(tmp_path: Path) -> None:
    """Neither a spectator, nor a page that has not asked for it, nor where the table has no help."""
    async with running(quick(tmp_path)) as (address, _):
        ada, watcher = await guest(address, "Ada"), await guest(address, "Bo")
        helpful = await table_with(ada, TablePlan(edition="cottage", chairs=BOTS, help="full logic"))
        helpless = await table_with(ada, TablePlan(edition="cottage", chairs=BOTS))
        async with (
            watcher.line(helpful, helped=True) as watching,
            ada.line(helpful, 0) as silent,
            ada.line(helpless, 0, helped=True) as alone,
        ):
            await plays_until_over(ada, helpful, 0)
            await plays_until_over(ada, helpless, 0)
            for line in (watching, silent, alone):
                with waiting_for("the end of the game"):
                    async for frame in line:
                        assert not isinstance(frame, Helped)
                        if isinstance(frame, Happened) and frame.table is not None and frame.table.state == "over":
                            break


@pytest.mark.parametrize("edition", ["classic", "master-detective"])
def test_the_length_of_help_tells_nothing(edition: str) -> None:
    lengths: set[int] = set()
    for seed in range(4):
        names = ["Ada", "Bo", "Cy", "Di"]
        game = Game.new(load(edition), names, seed=seed)
        minds = {seat: player("constable", seed=seat.index) for seat in game.seats}
        for _ in range(25 * seed):
            if game.to_act is not None:
                game.play(minds[game.to_act].choose(game.view(game.to_act)))
        lengths |= {len(msgspec.json.encode(signs(game.view(seat), "full logic"))) for seat in game.seats}
    assert len(lengths) == 1


async def test_a_mark_goes_over_the_connection_to_the_other_device(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, table = await seated(address)
        path = f"/api/tables/{table}/chairs/0/notebook"
        phone = ServerClient(address)
        await phone.claim(await ada.seat_link(table, 0))
        async with ada.line(table, 0) as line, phone.line(table, 0) as other:
            for device in (line, other):
                await frame_of(device, Hello)
            await line.ask(SaveNotebook(chair=0, pages=ROPE))
            assert (await frame_of(other, Noted)).version == 1
            assert await phone.get(path, NotebookPages) == ROPE
            with pytest.raises(NotDone, match="another device") as stale:
                await other.ask(SaveNotebook(chair=0, pages=NotebookPages(version=1)))
            assert stale.value.stale
            both = msgspec.structs.replace(ROPE, version=2, notes="Plum?")
            await other.ask(SaveNotebook(chair=0, pages=both))
            assert await ada.get(path, NotebookPages) == both
            # A page from before this could be sent goes on writing by requests.
            third = msgspec.structs.replace(both, version=3, notes="Green?")
            await ada.send("PUT", path, third, NotebookPages)
            assert [(await frame_of(line, Noted)).version for _ in range(3)] == [1, 2, 3]
        history = await ada.get(f"{path}/history", NotebookHistory)
        assert [(cell, mark) for _, cell, mark in history.changes] == [("Rope|White", "yes")]


async def test_a_mark_is_the_seats_own(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, grace, table = await seated(address)
        watcher = await guest(address, "Bo")
        async with grace.line(table, 1) as line, watcher.line(table) as watching, ada.line(table, 0) as own:
            for stranger in (line, watching):
                with pytest.raises(NotDone, match="isn't yours"):
                    await stranger.ask(SaveNotebook(chair=0, pages=ROPE))
            await own.ask(SaveNotebook(chair=0, pages=ROPE))
            assert await service.store.notebook(table, 1) is None
        with refused(403, "isn't yours"):
            await grace.ask(table, SaveNotebook(chair=0, pages=ROPE))
        await grace.ask(table, SaveNotebook(chair=1, pages=ROPE))
        live = await loaded(service, table)
        await until(lambda: not live.viewers, "everybody to be gone")
