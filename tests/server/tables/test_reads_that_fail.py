"""What a table only reads beside its own log may fail: the table goes on."""

from __future__ import annotations

from tests.server.tables.memory_log import MemoryLog
from tests.server.tables.test_without_a_server import ADA, PLAN, loaded, services_in_memory

from greycells.protocol.commands import AutoAnswer, Say, Sit, Start
from greycells.server.storage.database import DatabaseError
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.new_tables import open_table
from greycells.server.tables.table_log import LobbyRow


class FailingBeside(MemoryLog):
    """Each table's log can be written and read, and nothing beside it, as long as it is `failing`."""

    def __init__(self) -> None:
        super().__init__()
        self.failing = True
        self.failed = list[str]()

    async def games_of(self, guest: str, *, limit: int = 200) -> list[LobbyRow]:
        self._fail("games of")
        return await super().games_of(guest, limit=limit)

    async def not_abandoned(self, game: str) -> None:
        self._fail("not abandoned")
        await super().not_abandoned(game)

    def _fail(self, name: str) -> None:
        if self.failing:
            self.failed.append(name)
            raise DatabaseError("the database doesn't answer")


async def adas_table(log: MemoryLog) -> LiveTable:
    services = services_in_memory(log)
    live = await loaded(services, (await open_table(services, ADA, PLAN)).table.id)
    await live.ask(ADA, Sit(chair=0))
    return live


async def test_a_table_goes_on_while_earlier_games_cannot_be_read_and_reads_them_later() -> None:
    log = FailingBeside()
    live = await adas_table(log)
    await live.ask(ADA, Start())
    await live.ask(ADA, AutoAnswer(chair=0))
    await live.ask(ADA, Say(text="Still here"))
    await live.ask(ADA, Say(text="And now?"))
    assert len(log.failed) >= 2, "it is tried again"
    log.failing, before = False, len(log.failed)
    for text in ("It works again", "Indeed"):
        await live.ask(ADA, Say(text=text))
    log.failing = True
    await live.ask(ADA, Say(text="And they are known"))
    await live.ask(ADA, Say(text="For good"))
    assert len(log.failed) == before
    await live.stop()


async def test_a_table_goes_on_when_its_idle_time_cannot_begin_anew() -> None:
    log = FailingBeside()
    live = await adas_table(log)
    live.arrive(live.history.viewer(ADA, 0, after=0, at=None))
    live.abandon()
    await live.ask(ADA, Say(text="Still here"))
    assert log.failed == ["not abandoned"]
    assert live.table.state == "open"
    await live.stop()
