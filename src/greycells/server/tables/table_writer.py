"""Writes what happens at a table: to its log first, and once it is on disk into the state that everybody reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import reduce

from greycells.rules.events import Event
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat
from greycells.server.tables.automatic_answer_waits import earlier_answers
from greycells.server.tables.automatic_answers import answered_automatically
from greycells.server.tables.clocks import time_limit
from greycells.server.tables.guest_words import apart
from greycells.server.tables.inbox import AutomaticChoice, NoncesDue
from greycells.server.tables.log_entries import AnyEntry, Claimed, Played, Sat, Started, encode
from greycells.server.tables.new_tables import deal, game_of, load_history
from greycells.server.tables.next_choice import NextChoice
from greycells.server.tables.presence import Presence
from greycells.server.tables.summaries import lobby_row
from greycells.server.tables.table_log import Fence, LobbyRow
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.table_state import Table, after
from greycells.server.tables.viewer_frames import TableHistory


class TableWriter:
    """A table's state and its log. `put` takes what is chosen without a person into the table's inbox."""

    def __init__(
        self,
        services: TableServices,
        history: TableHistory,
        secret: str,
        *,
        auto: AbstractSet[int],
        fence: Fence,
        put: Callable[[AutomaticChoice | NoncesDue], None],
    ) -> None:
        self.services = services
        self.fence = fence
        self.history = history
        self.viewers = Presence(services.clock.monotonic)
        self.used = services.clock.monotonic()
        self.secret = secret
        self.auto = frozenset(auto)
        self.next = NextChoice(services, secret, put)
        self.plays = {entry.decision: seq for seq, entry in enumerate(history.log, 1) if isinstance(entry, Played)}
        """The entry of each decision."""
        self._earlier: dict[int, tuple[float, ...]] = {}
        self._news = False
        """Whether something has happened here that the viewers have not been woken for."""

    @property
    def table(self) -> Table:
        return self.history.table

    async def append(self, entries: Sequence[AnyEntry], events: Sequence[Event] = ()) -> None:
        """Write entries to the log, with the events of a choice; only once they are on disk does anything change.

        The new state is computed on the side and replaces the old one, which everybody reads, after the disk has
        answered. If the disk fails, memory still agrees with the log, and this table ends.
        """
        if not entries:
            return
        self.tell_viewers()
        table = reduce(after, entries, self.table)
        guests = {entry.guest for entry in entries if isinstance(entry, Sat | Claimed)}
        dealt = next((game_of(table, [entry], self.secret) for entry in entries if isinstance(entry, Started)), None)
        game = dealt or self.history.game
        scene = game.scene_after(events) if game is not None else None
        first = self.history.seq + 1
        plain, words = apart(table, first, entries)
        encoded = [encode(entry) for entry in plain]
        row = self.lobby_row(table, scene)
        await self.services.log.append(row, first, encoded, words=words, guests=guests, fence=self.fence)
        for seq, entry in enumerate(entries, self.history.seq + 1):
            if isinstance(entry, Played):
                self.plays[entry.decision] = seq
        self.history.apply(entries, table, game=dealt, events=events, scene=scene)
        self.used = self.services.clock.monotonic()
        self.wait()
        if guests:
            self.viewers.tell_who_is_here(self.table)
        if not all(isinstance(entry, Played) for entry in entries):
            self.viewers.put_out_whoever_may_not_look(self.table)
        self._news = True

    def tell_viewers(self) -> None:
        """Send everybody what is new."""
        if self._news:
            self._news = False
            self.viewers.wake()

    def wait(self, *, loading: bool = False) -> None:
        """Wait for the next choice."""
        self.next.wait(self.history, self.auto, earlier=self._earlier, loading=loading)

    async def read_earlier_answers(self, *, loading: bool = False) -> None:
        """Wait for the next choice, once the answering times of earlier games are read that it may depend on.

        What can't be read now is tried again when something happens here.
        """
        unread = answered_automatically(self.history, self.auto) - self._earlier.keys()
        for chair in unread:
            if (times := await earlier_answers(self.services, self.history, chair)) is not None:
                self._earlier[chair] = times
        if unread or loading:
            self.wait(loading=loading)

    async def deal(self) -> None:
        """Deal now. A player who hasn't told their nonce has the dealer's."""
        await self.append([deal(self.table, self.secret, now=self.services.now())])

    async def deal_when_told(self, entries: Sequence[AnyEntry]) -> None:
        """Deal after these entries, if every nonce is known that a guest gave the hash of; otherwise wait for it."""
        table = reduce(after, entries, self.table)
        if table.keeps_nonces:
            await self.append(entries)
        else:
            await self.append([*entries, deal(table, self.secret, now=self.services.now())])

    async def set_auto_answer(self, chair: int, *, on: bool) -> None:
        """Kept beside the log, since everybody reads that; only the seat itself is told."""
        if on != (chair in self.auto):
            await self.services.log.set_auto_answer(self.table.id, chair, on=on, fence=self.fence)
            self.auto = self.auto ^ {chair}
            self.wait()
            self.viewers.wake(chair)

    async def reread(self) -> None:
        """Read the log again, since a guest's words beside it are gone, and show it anew to everybody here."""
        history = await load_history(self.services, self.table.id)
        assert history is not None
        self.history = history
        self._earlier.clear()
        scene = history.game.scene if history.game is not None else None
        await self.services.log.draw_anew(self.table.id, self.lobby_row(self.table, scene).sketch)
        present = self.viewers.present(self.table)
        for viewer in self.viewers:
            viewer.begin_anew()
            viewer.extras.append(self.history.hello(viewer, present, auto=viewer.chair in self.auto))
            viewer.wake.set()

    def lobby_row(self, table: Table, scene: Scene | None) -> LobbyRow:
        """The table's row in the lobby; `wake` is when it has to be loaded."""
        wake: float | None = table.touched if table.asking else None
        if table.state == "running":
            seconds = time_limit(table.plan.clock)
            wake = None if seconds is None else table.decided + seconds
            if scene is None or (scene.to_act is not None and self._may_answer_itself(table, scene, scene.to_act)):
                wake = table.touched
        return lobby_row(table, scene, wake=wake)

    def _may_answer_itself(self, table: Table, scene: Scene, seat: Seat) -> bool:
        """Whether a seat's next choice may come without its player; known for sure only when the table is loaded."""
        chair = table.chair_of(seat)
        answering = scene.turn.phase == "answering"
        return table.driver(chair) is not None or (answering and (chair in self.auto or scene.is_out(seat)))
