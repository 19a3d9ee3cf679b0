"""A live table: one task owns one game. Questions come in by its inbox, sightings go out by each viewer's cursor."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import reduce
from typing import assert_never

from greycells.notation.action_json import WireError
from greycells.protocol.commands import (
    AnyChoice,
    AnyCommand,
    AutoAnswer,
    Challenge,
    Change,
    Hurry,
    Mute,
    Play,
    Ready,
    Rematch,
    RemoveDevices,
    Reveal,
    Say,
    Sit,
    Skip,
    Start,
    choice_message,
    chosen_action,
)
from greycells.protocol.frames import Done
from greycells.rules.actions import Action
from greycells.rules.default_action import default_action
from greycells.rules.events import Event, Finished
from greycells.rules.game import Game
from greycells.rules.refusals import Refusal
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.automatic_answers import answered_automatically, earlier_answers
from greycells.server.tables.clocks import time_limit
from greycells.server.tables.erasing import entries_for_leaving
from greycells.server.tables.guest_words import apart
from greycells.server.tables.inbox import (
    Abandoned,
    AnsweredItem,
    AutomaticChoice,
    ClaimRequest,
    CloseRequest,
    CommandRequestItem,
    EraseRequest,
    GuestReturned,
    HandOver,
    Item,
    NoncesDue,
    SomebodyLeft,
    TableGone,
    WorkItem,
    report,
)
from greycells.server.tables.lesson_game import check_lesson
from greycells.server.tables.log_entries import (
    AnyEntry,
    By,
    CameBack,
    ChatSaid,
    Claimed,
    NoncesAsked,
    NoticePosted,
    Played,
    Rematched,
    Sat,
    Started,
    SteppedIn,
    TableClosed,
    encode,
)
from greycells.server.tables.new_tables import (
    deal,
    encode_events,
    game_of,
    load_history,
    open_again,
)
from greycells.server.tables.next_choice import NextChoice
from greycells.server.tables.permissions import (
    ABANDONED,
    CommandContext,
    Guest,
    entries_for,
    entries_for_skip,
    may_play,
    ready_to_start,
    skip_without,
)
from greycells.server.tables.presence import Presence
from greycells.server.tables.summaries import lobby_row
from greycells.server.tables.table import Chair, Table, after
from greycells.server.tables.table_log import ALONE, Fence, LobbyRow, TableMoved
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.viewer_frames import Prompt, TableHistory, Viewer

MISSES_BEFORE_A_BOT = 3
"""After this many decisions in a row made by the clock, a bot steps in for an absent guest."""


BACK_SOON = 15.0
"""A player who has lost the connection is expected back for so many seconds."""
JUST_ASKED = 1.0
"""A player who was asked for a choice less than so many seconds ago is still looking at what happened."""
ROOM_TO_TALK = 10_000
"""From this many log entries on, a table accepts only moves: no more chat or changed settings."""
MOST_ENTRIES = 20_000
"""A game with this many entries is closed: ten times as long as the longest that people play."""
TOO_LONG = "too long"
OPERATOR = "operator"
"""Why a table was closed by the operator."""


class LiveTable:
    """The task that owns a table. A failed write ends it; the table is loaded again from its log."""

    def __init__(
        self,
        services: TableServices,
        history: TableHistory,
        secret: str,
        *,
        auto: AbstractSet[int] = frozenset(),
        fence: Fence = ALONE,
    ) -> None:
        self.services = services
        self.fence = fence
        self.history = history
        self.viewers = Presence(services.clock.monotonic)
        self.used = services.clock.monotonic()
        self._secret = secret
        self._auto = frozenset(auto)
        self._earlier: dict[int, tuple[float, ...]] = {}
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._next = NextChoice(services, secret, self._inbox.put_nowait)
        self._looking: asyncio.Task[None] | None = None
        self._misses: dict[int, int] = {}
        self._plays = {entry.decision: seq for seq, entry in enumerate(history.log, 1) if isinstance(entry, Played)}
        self._failed = False
        self._news = False
        """Whether something has happened here that the viewers have not been woken for."""
        self.task = asyncio.create_task(self._run(), name=f"table {history.table.id}")

    @property
    def table(self) -> Table:
        return self.history.table

    @property
    def prompt(self) -> Prompt | None:
        """The decision that the table waits for."""
        return self._next.prompt

    @property
    def waiting(self) -> int:
        """How many items wait in the inbox."""
        return self._inbox.qsize()

    async def ask(self, guest: Guest, command: AnyCommand, *, id: str = "") -> Done:  # noqa: A002
        """Put a command into the inbox and wait for the result; raises the refusal."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        return await self._put(CommandRequestItem(guest, command, id, answer))

    async def claim(self, guest: Guest, chair: int, *, sittings: int) -> Done:
        """Sit down on another device, by the seat's secret link."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        return await self._put(ClaimRequest(guest, chair, sittings, answer))

    async def erase(self, guest: str) -> Done:
        """Let a guest go who wants everything deleted."""
        return await self._put(EraseRequest(guest, asyncio.get_running_loop().create_future()))

    async def reread(self) -> Done:
        """Read the log again, since a guest's words beside it are gone, and show it anew to everybody here."""
        return await self._put(EraseRequest(None, asyncio.get_running_loop().create_future()))

    async def close_for_operator(self) -> Done:
        """Close the table, whoever sits there."""
        return await self._put(CloseRequest(asyncio.get_running_loop().create_future()))

    async def _put(self, item: AnsweredItem) -> Done:
        if self.task.done():
            raise self._ended()
        self.used = self.services.clock.monotonic()  # Unloading it now would lose the answer to this.
        self._inbox.put_nowait(item)
        return await item.answer

    def arrive(self, viewer: Viewer) -> None:
        """A viewer has connected: greet them, tell the others, and give the seat back to its guest.

        If the table has ended since it was looked for, they are sent back: nobody would ever tell them anything.
        """
        if self.task.done():
            viewer.send_away()
            return
        self.viewers.join(viewer)
        if viewer.chair is not None:
            self._inbox.put_nowait(GuestReturned(viewer.chair))
        viewer.extras.appendleft(
            self.history.hello(viewer, self.viewers.present(self.table), auto=viewer.chair in self._auto)
        )
        if viewer.chair is not None and len(self.table.chairs[viewer.chair].guests) > 1:
            self.viewers.tell_owner(self.table, viewer.chair, only=viewer)
        viewer.wake.set()
        self.viewers.tell_who_is_here(self.table)

    def leave(self, viewer: Viewer) -> None:
        self.used = self.services.clock.monotonic()
        self.viewers.leave(viewer, self.table)
        if not self.task.done():
            self._look_who_left()

    def _still_here(self) -> set[int]:
        """The chairs of people who are connected, or have lost their connection just now without giving up the seat."""
        here = set(self.viewers.present(self.table))
        return here | {
            number
            for number, chair in enumerate(self.table.chairs)
            if chair.guests and chair.stand_in is None and self.viewers.away_for(chair.guests) < BACK_SOON
        }

    def _look_who_left(self) -> None:
        """Where a player waits to skip to the end, look again when nobody who was lost can be expected back."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None
        if self.table.skip_wanted:
            self._looking = asyncio.create_task(self._look_later())

    async def _look_later(self) -> None:
        await self.services.clock.sleep(BACK_SOON + 1)
        self._inbox.put_nowait(SomebodyLeft())

    def hello(self, viewer: Viewer) -> bytes:
        """The table as this viewer may see it."""
        present = self.viewers.present(self.table)
        return self.history.hello(viewer, present, auto=viewer.chair in self._auto)

    def news(self, viewer: Viewer) -> bytes | None:
        """What a viewer has not been told yet."""
        return self.history.news(viewer, self._next.prompt)

    @property
    def busy(self) -> bool:
        """Whether a viewer is connected, a bot is thinking, or a clock is about to run out."""
        return bool(self.viewers) or not self._inbox.empty() or self._next.due_soon

    @property
    def nobody_waits(self) -> bool:
        """Whether nobody is connected who has been thinking about a choice for long, nor waits for an answer."""
        prompt = self._next.prompt
        if not self._inbox.empty() or self.table.asking:
            return False
        if prompt is None or prompt.automatic or prompt.chair not in self.viewers.present(self.table):
            return True
        return self.services.now() - self.table.decided < JUST_ASKED

    def _ended(self) -> Declined | TableGone:
        """Why a table that has stopped answers nothing: the disk failed, or it runs elsewhere, or sleeps."""
        return Declined("disk", DeclineReason.UNAVAILABLE) if self._failed else TableGone()

    async def hand_over(self) -> None:
        """Finish what is being done, and stop; all who are connected are told to connect again."""
        self._inbox.put_nowait(HandOver())
        await asyncio.wait({self.task})

    async def stop(self) -> None:
        """Unload the table; it can be loaded again from its log."""
        self.task.cancel()
        self._next.stop()
        self.viewers.end()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            self._look_who_left()
            await self._read_earlier_answers(loading=True)
            while not isinstance(item := await self._inbox.get(), HandOver):
                await self._take(item)
                self._tell_viewers()  # After the command's answer, so that both go in one message.
                await self._read_earlier_answers()
        except TableMoved:
            return  # Another node has it; the log has all that was acknowledged here.
        except asyncio.CancelledError:
            return  # Unloaded. If the task kept the error, its traceback would form a reference cycle with the table.
        except Exception as error:
            self._failed = True
            report(f"table {self.table.id} stopped", error, table=self.table.id)
            self.services.troubles.note(self.table.id, "stopped", error, at=self.services.now())
        finally:
            self._next.stop()
            if self._looking is not None:
                self._looking.cancel()
            self._answer_the_rest()

    async def _read_earlier_answers(self, *, loading: bool = False) -> None:
        """Wait for the next choice, once the answering times of earlier games are read that it may depend on."""
        unread = answered_automatically(self.history, self._auto) - self._earlier.keys()
        for chair in unread:
            self._earlier[chair] = await earlier_answers(self.services, self.history, chair)
        if unread or loading:
            self._next.wait(self.history, self._auto, earlier=self._earlier, loading=loading)

    def _answer_the_rest(self) -> None:
        """Refuse the remaining requests of a table that has stopped."""
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, AnsweredItem) and not item.answer.done():
                item.answer.set_exception(self._ended())
        self.viewers.end()

    async def _take(self, item: WorkItem) -> None:
        match item:
            case CommandRequestItem() | ClaimRequest() | EraseRequest() | CloseRequest():
                await self._settle(item)
            case AutomaticChoice():
                await self._chosen(item)
            case NoncesDue():
                if self.table.asking:
                    await self._deal()
            case GuestReturned(chair):
                sitting = self.table.chairs[chair] if chair < len(self.table.chairs) else Chair()
                if sitting.stand_in is not None and not sitting.resigned:
                    await self._append([CameBack(self.services.now(), chair=chair)])
                self._misses.pop(chair, None)
            case SomebodyLeft():
                here, bot = self._still_here(), self.services.policy.stand_in
                await self._append(skip_without(self.table, here, now=self.services.now(), bot=bot))
            case Abandoned():
                await self._close_if_abandoned()
            case _:
                assert_never(item)

    async def _settle(self, item: AnsweredItem) -> None:
        """Carry out a command and set its result, unless nobody waits any more."""
        try:
            match item:
                case CommandRequestItem():
                    done = await self._answer(item)
                case ClaimRequest():
                    done = await self._sit_elsewhere(item)
                case EraseRequest():
                    done = await self._erase(item.guest)
                case CloseRequest():
                    if self.table.state in ("open", "running"):
                        await self._append([TableClosed(self.services.now(), reason=OPERATOR)])
                    done = Done(id="", seq=self.history.seq)
                case _:
                    assert_never(item)
        except (Declined, Refusal, WireError) as why_not:
            if not item.answer.done():
                item.answer.set_exception(why_not)
        except BaseException as error:
            self._failed = isinstance(error, Exception) and not isinstance(error, TableMoved)
            if not item.answer.done():
                item.answer.set_exception(self._ended())
            raise
        else:
            if not item.answer.done():
                item.answer.set_result(done)

    async def _answer(self, question: CommandRequestItem) -> Done:
        command = question.command
        if isinstance(command, Play):  # Before what only other commands need to know.
            may_play(self.table, question.guest, command.chair)
            self._misses.pop(command.chair, None)
            return Done(id=question.id, seq=await self._play(command))
        now = self.services.now()
        asked = CommandContext(
            question.guest,
            command,
            question.id,
            now,
            lambda chair: self.viewers.away_for(self.table.chairs[chair].guests),
            self.viewers.away_for([self.table.host]),
        )
        match command:
            case Start():
                passed = ready_to_start(self.table, asked, policy=self.services.policy)
                asking = [NoncesAsked(now)] if self.table.keeps_nonces else []
                await self._deal_when_told([*passed, *asking])
            case Reveal() if told := entries_for(self.table, asked, policy=self.services.policy):
                await self._deal_when_told(told)
            case Rematch():
                return await self._rematch(question)
            case Challenge():
                await self._append(await self.services.challenge(self.history, question.guest, self._secret))
            case Skip():
                scene, bot = self.history.game.scene if self.history.game else None, self.services.policy.stand_in
                await self._append(entries_for_skip(self.table, scene, asked, here=self._still_here(), bot=bot))
                self._look_who_left()
            case AutoAnswer():
                await self._answer_automatically(question.guest, command)
            case Say() | Change() | Sit() | Ready() | Mute() | Hurry() if self.history.seq >= ROOM_TO_TALK:
                raise Declined("log full")
            case Say() if question.id and (seq := self._said(question.guest, question.id)):
                return Done(id=question.id, seq=seq)
            case _:
                entries = entries_for(self.table, asked, policy=self.services.policy)
                await self._append(entries)
                if isinstance(command, RemoveDevices):
                    self.viewers.tell_owner(self.table, command.chair)
        return Done(id=question.id, seq=self.history.seq)

    async def _deal_when_told(self, entries: Sequence[AnyEntry]) -> None:
        """Deal after these entries, if every nonce is known that a guest gave the hash of; otherwise wait for it."""
        table = reduce(after, entries, self.table)
        if table.keeps_nonces:
            await self._append(entries)
        else:
            await self._append([*entries, deal(table, self._secret, now=self.services.now())])

    async def _deal(self) -> None:
        """Deal now. A player who hasn't told their nonce has the dealer's."""
        await self._append([deal(self.table, self._secret, now=self.services.now())])

    async def _answer_automatically(self, guest: Guest, command: AutoAnswer) -> None:
        """Kept beside the log, since everybody reads that; only the seat itself is told."""
        may_play(self.table, guest, command.chair)
        if command.on != (command.chair in self._auto):
            await self.services.log.set_auto_answer(self.table.id, command.chair, on=command.on, fence=self.fence)
            self._auto = self._auto ^ {command.chair}
            self._next.wait(self.history, self._auto, earlier=self._earlier)
            self.viewers.wake(command.chair)

    def _said(self, guest: Guest, command_id: str) -> int | None:
        """The entry of a chat message that was already said, so that a repeated frame is said only once."""
        for seq in range(self.history.seq, max(0, self.history.seq - 200), -1):
            match self.history.log[seq - 1]:
                case ChatSaid(guest=who, id=known) if who == guest.id and known == command_id:
                    return seq
                case _:
                    pass
        return None

    async def _play(self, play: Play) -> int:
        """A person answers a decision: played once, however often it is sent; refused when the game has gone on."""
        game = self.history.game
        assert game is not None
        if play.decision in self._plays:
            seq = self._plays[play.decision]
            entry = self.history.log[seq - 1]
            if isinstance(entry, Played) and (entry.chair, entry.action) == (play.chair, play.action):
                return seq
        if play.decision != len(game.events):
            raise Declined("stale", stale=True)
        action = chosen_action(game.table, play.action)
        return await self._decide(game, action, play.action, chair=play.chair, by="person")

    async def _decide(
        self, game: Game, action: Action, choice: AnyChoice, *, chair: int, by: By, auto: bool = False
    ) -> int:
        """Make the next decision; `choice` is the action as it is logged. Gives the entry."""
        decision = len(game.events)
        check_lesson(self.table, decision, action)
        events = game.outcome(action, by=self.history.seat(chair))
        entry = Played(
            self.services.now(),
            chair=chair,
            decision=decision,
            by=by,
            action=choice,
            events=encode_events(decision, events),
            over=isinstance(events[-1], Finished),
            auto=auto,
        )
        await self._append([entry], events)
        seq = self.history.seq
        if seq >= MOST_ENTRIES and self.table.state == "running":
            await self._append([TableClosed(self.services.now(), reason=TOO_LONG)])
        return seq

    async def _rematch(self, question: CommandRequestItem) -> Done:
        if self.table.state != "over":
            raise Declined("not over")
        own = self.table.held_by(question.guest.id)
        if not own:
            raise Declined("not seated", DeclineReason.FORBIDDEN)
        if self.table.rematch is None:
            another = await open_again(self.services, self.history, host=question.guest)
            name = self.table.chairs[own[0]].name or ""
            await self._append([Rematched(self.services.now(), table=another, name=name, guest=question.guest.id)])
        return Done(id=question.id, seq=self.history.seq, table=self.table.rematch)

    async def _sit_elsewhere(self, claim: ClaimRequest) -> Done:
        chair = self.table.chairs[claim.chair] if claim.chair < len(self.table.chairs) else None
        if chair is None or not chair.guests or chair.sittings != claim.sittings:
            raise Declined("old link", DeclineReason.NOT_FOUND)
        if self.table.case_id is not None and claim.guest.id not in chair.guests:
            raise Declined("case of one guest", DeclineReason.FORBIDDEN)
        if claim.guest.id not in chair.guests:
            await self._append([Claimed(self.services.now(), chair=claim.chair, guest=claim.guest.id)])
            self.viewers.tell_owner(self.table, claim.chair, joined=True)
        return Done(id="", seq=self.history.seq)

    async def _erase(self, guest: str | None) -> Done:
        if guest is not None:
            if self.table.asking and self.table.held_by(guest):
                await self._deal()
            now, policy = self.services.now(), self.services.policy
            await self._append(entries_for_leaving(self.table, guest, now=now, policy=policy))
            return Done(id="", seq=self.history.seq)
        history = await load_history(self.services, self.table.id)
        assert history is not None
        self.history = history
        self._earlier.clear()
        scene = history.game.scene if history.game is not None else None
        await self.services.log.draw_anew(self.table.id, self._line(self.table, scene).sketch)
        for viewer in self.viewers:
            viewer.begin_anew()
            viewer.extras.append(
                self.history.hello(viewer, self.viewers.present(self.table), auto=viewer.chair in self._auto)
            )
            viewer.wake.set()
        return Done(id="", seq=self.history.seq)

    async def _chosen(self, chosen: AutomaticChoice) -> None:
        """Play a choice that no person made. If it is illegal, the default action is played, and the table is told."""
        game, prompt = self.history.game, self._next.prompt
        if game is None or prompt is None or prompt.decision != chosen.decision or self.table.state != "running":
            return
        if chosen.by == "bot" and self.table.driver(prompt.chair) is None:
            return  # The player has come back while the bot was still thinking.
        if chosen.remark is not None:
            key, arguments = chosen.remark.key, chosen.remark.arguments
            told = {name: str(value) for name, value in arguments.items()}
            await self._append([NoticePosted(self.services.now(), key=key, arguments=told)])
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

    async def _missed(self, chair: int) -> None:
        """A bot steps in after the clock's move: earlier, it would be asked about what the clock is answering."""
        self._misses[chair] = self._misses.get(chair, 0) + 1
        absent = self.table.state == "running" and self.table.chairs[chair].driver is None
        if absent and self._misses[chair] >= MISSES_BEFORE_A_BOT:
            await self._append([SteppedIn(self.services.now(), chair=chair, bot=self.services.policy.stand_in)])

    async def _append(self, entries: Sequence[AnyEntry], events: Sequence[Event] = ()) -> None:
        """Write entries to the log, with the events of a choice; only once they are on disk does anything change.

        The new state is computed on the side and replaces the old one, which everybody reads, after the disk has
        answered. If the disk fails, memory still agrees with the log, and this table ends.
        """
        if not entries:
            return
        self._tell_viewers()
        table = reduce(after, entries, self.table)
        guests = {entry.guest for entry in entries if isinstance(entry, Sat | Claimed)}
        dealt = next((game_of(table, [entry], self._secret) for entry in entries if isinstance(entry, Started)), None)
        game = dealt or self.history.game
        scene = game.scene_after(events) if game is not None else None
        first = self.history.seq + 1
        plain, words = apart(table, first, entries)
        encoded = [encode(entry) for entry in plain]
        await self.services.log.append(
            self._line(table, scene), first, encoded, words=words, guests=guests, fence=self.fence
        )
        for seq, entry in enumerate(entries, self.history.seq + 1):
            if isinstance(entry, Played):
                self._plays[entry.decision] = seq
        self.history.apply(entries, table, game=dealt, events=events, scene=scene)
        self.used = self.services.clock.monotonic()
        self._next.wait(self.history, self._auto, earlier=self._earlier)
        if guests:
            self.viewers.tell_who_is_here(self.table)
        if not all(isinstance(entry, Played) for entry in entries):
            self.viewers.put_out_whoever_may_not_look(self.table)
        self._news = True

    def _tell_viewers(self) -> None:
        """Send everybody what is new."""
        if self._news:
            self._news = False
            self.viewers.wake()

    def _line(self, table: Table, scene: Scene | None) -> LobbyRow:
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
        return table.driver(chair) is not None or (answering and (chair in self._auto or scene.is_out(seat)))

    @property
    def wake(self) -> float | None:
        """When this table has to be loaded."""
        prompt = self._next.prompt
        if prompt is not None and (prompt.until is not None or not prompt.automatic):
            return prompt.until
        return self._line(self.table, self.history.game.scene if self.history.game else None).wake

    def abandon(self) -> None:
        """Nothing has happened here for a long time: close the table, unless a viewer is there or a clock runs."""
        self._inbox.put_nowait(Abandoned())

    async def _close_if_abandoned(self) -> None:
        waiting = self.table.state == "open" or (
            self.table.state == "running" and time_limit(self.table.plan.clock) is None
        )
        if waiting and not self.viewers:
            await self._append([TableClosed(self.services.now(), reason=ABANDONED)])
        else:
            await self.services.log.not_abandoned(self.table.id)
