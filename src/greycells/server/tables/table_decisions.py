"""Makes the decisions of a game: what a person, a bot or the clock has chosen is played once, and logged."""

from __future__ import annotations

from greycells.protocol.choices import AnyChoice, choice_message, chosen_action
from greycells.protocol.commands import Play
from greycells.protocol.vocabulary import By
from greycells.rules.actions import Action
from greycells.rules.default_action import default_action
from greycells.rules.events import Finished
from greycells.rules.game import Game
from greycells.rules.refusals import Refusal
from greycells.server.errors.declined import Declined
from greycells.server.tables.guest import Guest
from greycells.server.tables.inbox import AutomaticChoice
from greycells.server.tables.lesson_game import check_lesson
from greycells.server.tables.log_entries import NoticePosted, Played, SteppedIn, TableClosed
from greycells.server.tables.new_tables import encode_events
from greycells.server.tables.permissions import may_play
from greycells.server.tables.table_writer import TableWriter

MISSES_BEFORE_A_BOT = 3
"""After this many decisions in a row made by the clock, a bot steps in for an absent guest."""
MOST_ENTRIES = 20_000
"""A game with this many entries is closed: ten times as long as the longest that people play."""
TOO_LONG = "too long"


class TableDecisions:
    """Everybody's choices at one table."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer
        self._misses: dict[int, int] = {}

    def is_back(self, chair: int) -> None:
        """The player of a chair chooses again: what the clock chose meanwhile doesn't count any more."""
        self._misses.pop(chair, None)

    async def play(self, guest: Guest, play: Play) -> int:
        """A person answers a decision: played once, however often it is sent; refused when the game has gone on."""
        history = self._writer.history
        may_play(history.table, guest, play.chair)
        self.is_back(play.chair)
        game = history.game
        assert game is not None
        if play.decision in self._writer.plays:
            seq = self._writer.plays[play.decision]
            entry = history.log[seq - 1]
            if isinstance(entry, Played) and (entry.chair, entry.action) == (play.chair, play.action):
                return seq
        if play.decision != len(game.events):
            raise Declined("stale", stale=True)
        action = chosen_action(game.table, play.action)
        return await self._decide(game, action, play.action, chair=play.chair, by="person")

    async def chosen(self, chosen: AutomaticChoice) -> None:
        """Play a choice that no person made. If it is illegal, the default action is played, and the table is told."""
        writer = self._writer
        game, prompt, table = writer.history.game, writer.next.prompt, writer.table
        if game is None or prompt is None or prompt.decision != chosen.decision or table.state != "running":
            return
        if chosen.by == "bot" and table.driver(prompt.chair) is None:
            return  # The player has come back while the bot was still thinking.
        if chosen.remark is not None:
            key, arguments = chosen.remark.key, chosen.remark.arguments
            told = {name: str(value) for name, value in arguments.items()}
            await writer.append([NoticePosted(writer.services.now(), key=key, arguments=told)])
        action, auto = chosen.action, chosen.by == "person"
        try:
            await self._decide(game, action, choice_message(action), chair=prompt.chair, by=chosen.by, auto=auto)
        except Refusal:
            options = game.view(game.to_act).options
            assert options is not None
            action = default_action(options)
            await self._decide(game, action, choice_message(action), chair=prompt.chair, by=chosen.by)
        if chosen.by == "clock":
            await self._missed(prompt.chair)

    async def _decide(
        self, game: Game, action: Action, choice: AnyChoice, *, chair: int, by: By, auto: bool = False
    ) -> int:
        """Make the next decision; `choice` is the action as it is logged. Gives the entry."""
        writer, decision = self._writer, len(game.events)
        check_lesson(writer.table, decision, action)
        events = game.outcome(action, by=writer.history.seat(chair))
        entry = Played(
            writer.services.now(),
            chair=chair,
            decision=decision,
            by=by,
            action=choice,
            events=encode_events(decision, events),
            over=isinstance(events[-1], Finished),
            auto=auto,
        )
        await writer.append([entry], events)
        seq = writer.history.seq
        if seq >= MOST_ENTRIES and writer.table.state == "running":
            await writer.append([TableClosed(writer.services.now(), reason=TOO_LONG)])
        return seq

    async def _missed(self, chair: int) -> None:
        """A bot steps in after the clock's move: earlier, it would be asked about what the clock is answering."""
        writer = self._writer
        self._misses[chair] = self._misses.get(chair, 0) + 1
        absent = writer.table.state == "running" and writer.table.chairs[chair].driver is None
        if absent and self._misses[chair] >= MISSES_BEFORE_A_BOT:
            stand_in = writer.services.policy.stand_in
            await writer.append([SteppedIn(writer.services.now(), chair=chair, bot=stand_in)])
