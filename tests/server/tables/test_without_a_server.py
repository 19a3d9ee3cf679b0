"""A table runs without a server: a whole game with a log in memory and bots that think in this process."""

from __future__ import annotations

import subprocess
import sys

import msgspec
from tests.deadline import until
from tests.server.tables.memory_log import MemoryLog

from greycells.notation import read, write
from greycells.players.player import Player
from greycells.players.player_specs import player
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Say, Sit, Start
from greycells.protocol.frames import AnyFrame, Choose, Happened, Said
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action
from greycells.rules.replay import replay
from greycells.rules.views import View
from greycells.server.system.system_clock import SYSTEM_CLOCK
from greycells.server.tables.bot_pace import Pace
from greycells.server.tables.guest import Guest
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.new_tables import history_of, load_history, open_table
from greycells.server.tables.permissions import TablePolicy
from greycells.server.tables.records import record_of
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.viewer import Viewer

ADA = Guest("ada", "Ada")
PLAN = TablePlan(edition="classic", chairs=(ChairPlan(), ChairPlan(bot="inspector"), ChairPlan(bot="sergeant")))
ENTRIES_BEFORE_THE_STOP = 40
SECRET = "5e" * 32
"""Whatever chance decides follows from it: a game that is long enough to be interrupted."""

LOADED = """
import sys
import greycells.server.tables.live_table
names = {name for name in sys.modules if name.startswith("greycells.server.")}
print(*sorted({name.split(".")[2] for name in names}))
print(*({"sqlite3", "multiprocessing", "starlette", "uvicorn"} & set(sys.modules)))
"""


class BotsHere:
    """Bots that think in this process."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    async def choose(self, level: str, view: View, *, key: str, seed: int, guest: str = "") -> tuple[Action, bool]:
        del guest
        return self._players.setdefault(key, player(level, seed=seed)).choose(view), False


def services_in_memory(log: MemoryLog) -> TableServices:
    """What a table needs, without a server."""
    policy = TablePolicy(("sergeant", "inspector"), "inspector", grace=60.0)
    return TableServices(log, BotsHere(), policy, Pace(factor=0.0), SYSTEM_CLOCK, new_secret=lambda: SECRET)


async def loaded(services: TableServices, table_id: str) -> LiveTable:
    """A table from its log, as after a restart."""
    stored = await services.log.read(table_id)
    history = await history_of(services, stored)
    assert history is not None
    return LiveTable(services, history, stored.secret, auto=stored.auto)


class AdasPage:
    """Ada's eyes and hands: the frames that her seat is sent, and an inspector who answers each question for her."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.seen: list[AnyFrame] = []
        self._mind = player("inspector", seed=1)
        self._viewer = live.history.viewer(ADA, 0, after=0, at=None)
        live.arrive(self._viewer)

    async def play(self, *, entries: int | None = None) -> None:
        """Play until the game is over, or the log has so many entries."""
        live = self.live
        while live.table.state == "running" and (entries is None or live.history.seq < entries):
            asked = [frame for frame in self._read(self._viewer) if isinstance(frame, Choose)]
            if asked:
                game, seat = live.history.game, live.history.seat(0)
                assert game is not None
                assert seat is not None
                action = self._mind.choose(game.view(seat))
                await live.ask(ADA, Play(chair=0, decision=asked[-1].decision, action=choice_message(action)))
            else:
                await until(lambda: self._viewer.wake.is_set() or live.task.done(), "something happens")
                self._viewer.wake.clear()
        self._read(self._viewer)

    def _read(self, viewer: Viewer) -> list[AnyFrame]:
        found: list[AnyFrame] = []
        while (text := self.live.news(viewer)) is not None:
            found += msgspec.json.decode(text, type=list[AnyFrame])
        self.seen += found
        return found


async def test_a_whole_game_is_played_with_a_log_in_memory() -> None:
    """Half way the table is put away, and goes on from its log."""
    log = MemoryLog()
    services = services_in_memory(log)
    table_id = (await open_table(services, ADA, PLAN)).table.id
    live = await loaded(services, table_id)
    await live.ask(ADA, Sit(chair=0))
    await live.ask(ADA, Say(text="Good evening"), id="1")
    await live.ask(ADA, Start())
    page = AdasPage(live)
    await page.play(entries=ENTRIES_BEFORE_THE_STOP)
    assert live.table.state == "running"
    assert any(isinstance(frame, Said) and frame.text == "Good evening" for frame in page.seen)
    await live.stop()

    live = await loaded(services, table_id)
    await until(lambda: live.prompt is not None, "the table waits for a choice")
    page = AdasPage(live)
    await page.play()
    game = live.history.game
    assert game is not None
    assert game.over
    decisions = [frame.decision for frame in page.seen if isinstance(frame, Happened)]
    assert decisions == sorted(set(decisions)), "every entry is seen once"
    assert len(decisions) > ENTRIES_BEFORE_THE_STOP
    await live.stop()

    again = await load_history(services, table_id)
    assert again is not None
    record = record_of(again)
    assert record.events == tuple(game.events)
    assert replay(record.table, record.events) == game.scene
    assert read(write(record)).events == record.events
    assert log.rows[table_id].state == "over"
    assert [row.id for row in await log.games_of("ada")] == [table_id]


def test_a_table_loads_nothing_of_a_server() -> None:
    """Not even indirectly: this is what a page in a browser could load."""
    told = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told[0].split() == ["errors", "tables"]
    assert told[1].split() == []
