"""A live table: one task owns one game. Questions come in by its inbox, sightings go out by each viewer's cursor."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import assert_never

import msgspec

from greycells.notation.commands import AnyChoice, AnyCommand, Play, Rematch, Say, Start
from greycells.notation.frames import Done, Noted, Present
from greycells.notation.wire import WireError, decode_action, encode_action
from greycells.players.guard import default_action
from greycells.rules.actions import Action
from greycells.rules.game import Game
from greycells.rules.sentences import Refusal, Sentence
from greycells.rules.views import View
from greycells.server.conduct import Asked, Declined, Guest, follows, may_look, may_play, ready_to_start
from greycells.server.entries import (
    AnyEntry,
    By,
    CameBack,
    Claimed,
    Closed,
    Played,
    Remarked,
    Rematched,
    Said,
    Sat,
    Started,
    SteppedIn,
    encode,
)
from greycells.server.inbox import Chosen, Claim, Item, Question, Returned, report
from greycells.server.lesson import check_lesson
from greycells.server.opening import BotFailed, House, deal, game_of, open_again, texts
from greycells.server.pace import limit
from greycells.server.sketches import line_of
from greycells.server.store import Line
from greycells.server.table import Chair, Table, after
from greycells.server.viewing import Prompt, Story, Viewer

PATIENCE = 3
"""So many decisions in a row that the clock has answered bring in a bot for an absent guest."""


class LiveTable:
    """The one task that owns a table. Whatever fails on disk ends it; the log still tells the truth to the next one."""

    def __init__(self, house: House, story: Story, secret: str) -> None:
        self.house = house
        self.story = story
        self.viewers: set[Viewer] = set()
        self.idle_since = house.now()
        self._secret = secret
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._prompt: Prompt | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._waits_for: tuple[int, str | None, bool] | None = None
        self._last_seen: dict[int, float] = {}
        self._loaded = house.now()
        self._misses: dict[int, int] = {}
        self._plays = {entry.decision: seq for seq, entry in enumerate(story.log, 1) if isinstance(entry, Played)}
        self.task = asyncio.create_task(self._run(), name=f"table {story.table.id}")

    @property
    def table(self) -> Table:
        return self.story.table

    async def ask(self, guest: Guest, command: AnyCommand, *, id: str = "") -> Done:  # noqa: A002
        """Put a command into the inbox and wait for what comes of it; raises why not."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        return await self._put(Question(guest, command, id, answer))

    async def claim(self, guest: Guest, chair: int, *, sittings: int) -> Done:
        """Sit down on another device, by the seat's secret link."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        return await self._put(Claim(guest, chair, sittings, answer))

    async def _put(self, item: Question | Claim) -> Done:
        if self.task.done():
            raise Declined("disk")
        self._inbox.put_nowait(item)
        return await item.answer

    def arrive(self, viewer: Viewer) -> None:
        """Somebody is looking: greet them, tell the others, and give a seat back to its guest."""
        self.viewers.add(viewer)
        if viewer.chair is not None:
            self._inbox.put_nowait(Returned(viewer.chair))
        viewer.extras.appendleft(self.story.hello(viewer, self.present()))
        viewer.wake.set()
        self._tell_who_is_here()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.idle_since = self.house.now()
        for chair in self.table.held_by(viewer.guest.id):
            self._last_seen[chair] = self.idle_since
        self._tell_who_is_here()

    def present(self) -> list[int]:
        """The chairs whose guests are connected, from whichever chair they look: before the start, from none."""
        return sorted({chair for viewer in self.viewers for chair in self.table.held_by(viewer.guest.id)})

    def news(self, viewer: Viewer) -> bytes | None:
        """What a viewer has not been told yet."""
        return self.story.news(viewer, self._prompt)

    def noted(self, chair: int, version: int) -> None:
        """A seat's notebook has been written in: its other devices look again."""
        for viewer in self.viewers:
            if viewer.chair == chair:
                viewer.tell(Noted(version=version))

    @property
    def busy(self) -> bool:
        """Whether somebody looks on, a bot thinks, or a clock is about to run out."""
        if self.viewers or not self._inbox.empty():
            return True
        prompt = self._prompt
        soon = prompt is None or prompt.until is None or prompt.until < self.house.now() + 600
        return self._waiting is not None and soon

    async def stop(self) -> None:
        """Put the table away; its log brings it back."""
        self.task.cancel()
        self._wait_no_more()
        for viewer in self.viewers:
            viewer.gone = True
            viewer.wake.set()
        await asyncio.gather(self.task, return_exceptions=True)

    def _tell_who_is_here(self) -> None:
        frame = Present(chairs=tuple(self.present()))
        for viewer in self.viewers:
            viewer.tell(frame)

    def _away_for(self, chair: int) -> float:
        if chair in self.present():
            return 0.0
        return self.house.now() - self._last_seen.get(chair, self._loaded)

    async def _run(self) -> None:
        try:
            await self._close_if_abandoned()
            self._wait_for_somebody(loading=True)
            while True:
                await self._take(await self._inbox.get())
        except asyncio.CancelledError:
            return  # Put away. Kept by the task, the error would keep this frame, and with it the table, in a circle.
        except Exception as error:
            report(f"table {self.table.id} stopped", error)
        finally:
            self._wait_no_more()
            self._answer_the_rest()

    def _answer_the_rest(self) -> None:
        """Nobody waits for a table that has stopped."""
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, Question | Claim) and not item.answer.done():
                item.answer.set_exception(Declined("disk"))
        for viewer in self.viewers:
            viewer.gone = True
            viewer.wake.set()

    async def _take(self, item: Item) -> None:
        match item:
            case Question() | Claim():
                await self._settle(item)
            case Chosen():
                await self._chosen(item)
            case Returned(chair):
                sitting = self.table.chairs[chair] if chair < len(self.table.chairs) else Chair()
                if sitting.stand_in is not None and not sitting.resigned:
                    await self._append([CameBack(self.house.now(), chair=chair)])
                self._misses.pop(chair, None)
            case _:
                assert_never(item)

    async def _settle(self, item: Question | Claim) -> None:
        """Carry a command out, and tell whoever asked what came of it, unless they have gone."""
        try:
            done = await (self._answer(item) if isinstance(item, Question) else self._sit_elsewhere(item))
        except (Declined, Refusal, WireError) as why_not:
            if not item.answer.done():
                item.answer.set_exception(why_not)
        except BaseException:
            if not item.answer.done():
                item.answer.set_exception(Declined("disk"))
            raise
        else:
            if not item.answer.done():
                item.answer.set_result(done)

    async def _answer(self, question: Question) -> Done:
        command, now = question.command, self.house.now()
        asked = Asked(question.guest, command, question.id, now, self._away_for)
        match command:
            case Play():
                may_play(self.table, question.guest, command.chair)
                self._misses.pop(command.chair, None)
                return Done(id=question.id, seq=await self._play(command, by="person"))
            case Start():
                passed = ready_to_start(self.table, asked, customs=self.house.customs)
                await self._append([*passed, deal(self.table, self._secret, now=now)])
            case Rematch():
                return await self._rematch(question)
            case Say() if question.id and (seq := self._said(question.guest, question.id)):
                return Done(id=question.id, seq=seq)
            case _:
                entries = follows(self.table, asked, customs=self.house.customs)
                await self._append(entries)
        return Done(id=question.id, seq=self.story.seq)

    def _said(self, guest: Guest, number: str) -> int | None:
        """The entry of something that was said already: a doubled frame is said once."""
        for seq in range(self.story.seq, max(0, self.story.seq - 200), -1):
            match self.story.log[seq - 1]:
                case Said(guest=who, id=known) if who == guest.id and known == number:
                    return seq
                case _:
                    pass
        return None

    async def _play(self, play: Play, *, by: By) -> int:
        """A seat answers a decision: played once, however often it is sent; refused when the game has gone on."""
        game = self.story.game
        assert game is not None
        if play.decision in self._plays:
            seq = self._plays[play.decision]
            entry = self.story.log[seq - 1]
            if isinstance(entry, Played) and (entry.chair, entry.action) == (play.chair, play.action):
                return seq
        if play.decision != len(game.events):
            raise Declined("stale", stale=True)
        action = decode_action(game.table, msgspec.to_builtins(play.action))
        check_lesson(self.table, play.decision, action)
        events = game.play(action, by=self.story.seat(play.chair))
        entry = Played(
            self.house.now(),
            chair=play.chair,
            decision=play.decision,
            by=by,
            action=play.action,
            events=texts(play.decision, events),
            over=game.over,
        )
        await self._append([entry])
        return self.story.seq

    async def _rematch(self, question: Question) -> Done:
        if self.table.state != "over":
            raise Declined("not over")
        if not self.table.held_by(question.guest.id):
            raise Declined("not seated")
        if self.table.rematch is None:
            another = await open_again(self.house, self.story, host=question.guest)
            await self._append([Rematched(self.house.now(), table=another)])
        return Done(id=question.id, seq=self.story.seq, table=self.table.rematch)

    async def _sit_elsewhere(self, claim: Claim) -> Done:
        chair = self.table.chairs[claim.chair] if claim.chair < len(self.table.chairs) else None
        if chair is None or not chair.guests or chair.sittings != claim.sittings:
            raise Declined("old link")
        if claim.guest.id not in chair.guests:
            await self._append([Claimed(self.house.now(), chair=claim.chair, guest=claim.guest.id)])
        return Done(id="", seq=self.story.seq)

    async def _chosen(self, chosen: Chosen) -> None:
        """A bot's choice, or the clock's; an illegal one is replaced by the plainest, and the table hears of it."""
        game, prompt = self.story.game, self._prompt
        if game is None or prompt is None or prompt.decision != chosen.decision or self.table.state != "running":
            return
        if chosen.remark is not None:
            key, arguments = chosen.remark.key, chosen.remark.arguments
            told = {name: str(value) for name, value in arguments.items()}
            await self._append([Remarked(self.house.now(), key=key, arguments=told)])
        if chosen.by == "clock":
            await self._missed(prompt.chair)
        try:
            await self._play(_as_play(prompt, chosen.action), by=chosen.by)
        except Refusal:
            options = game.view(game.to_act).options
            assert options is not None
            await self._play(_as_play(prompt, default_action(options)), by=chosen.by)

    async def _missed(self, chair: int) -> None:
        self._misses[chair] = self._misses.get(chair, 0) + 1
        if self._misses[chair] >= PATIENCE and self.table.chairs[chair].driver is None:
            await self._append([SteppedIn(self.house.now(), chair=chair, bot=self.house.customs.stand_in)])

    async def _append(self, entries: Sequence[AnyEntry]) -> None:
        """Write entries to the log; only when they are safe does anybody hear of them."""
        if not entries:
            return
        table = self.table
        for entry in entries:
            table = after(table, entry)
        guests = {entry.guest for entry in entries if isinstance(entry, Sat | Claimed)}
        dealt = [game_of(table, [entry], self._secret) for entry in entries if isinstance(entry, Started)]
        game = dealt[0] if dealt else self.story.game
        await self.house.store.append(
            self._line(table, game), self.story.seq + 1, [encode(entry) for entry in entries], guests=guests
        )
        self.story.table, self.story.game = table, game
        for entry in entries:
            if isinstance(entry, Played):
                self._plays[entry.decision] = self.story.seq + 1
            self.story.add(entry)
        self._wait_for_somebody()
        if guests:
            self._tell_who_is_here()
        for viewer in self.viewers:
            viewer.gone = viewer.gone or not self._may_look(viewer)
            viewer.wake.set()

    def _may_look(self, viewer: Viewer) -> bool:
        """A socket that was opened for a chair ends when its guest has lost that chair."""
        try:
            may_look(self.table, viewer.guest, viewer.chair)
        except Declined:
            return False
        return True

    def _line(self, table: Table, game: Game | None) -> Line:
        """What the lobby keeps of this table; `wake` is when it wants to be loaded if it is not."""
        wake: float | None = None
        if table.state == "open":
            wake = table.touched + self.house.open_for
        elif table.state == "running":
            seconds = limit(table.plan.clock)
            wake = table.touched + self.house.play_for if seconds is None else table.decided + seconds
            if game is None or (game.to_act is not None and table.chairs[table.chair_of(game.to_act)].driver):
                wake = table.touched
        return line_of(table, game, wake=wake)

    async def _close_if_abandoned(self) -> None:
        idle = self.house.now() - self.table.touched
        open_too_long = self.table.state == "open" and idle >= self.house.open_for
        clock = limit(self.table.plan.clock)
        if open_too_long or (self.table.state == "running" and clock is None and idle >= self.house.play_for):
            await self._append([Closed(self.house.now(), reason="abandoned")])

    def _wait_for_somebody(self, *, loading: bool = False) -> None:
        """Whoever is to act decides: a bot is set to think, or a person's clock runs."""
        game, table = self.story.game, self.table
        seat = game.to_act if game is not None and table.state == "running" else None
        if game is None or seat is None:
            self._prompt = None
            self._wait_no_more()
            return
        chair, decision = table.chair_of(seat), len(game.events)
        driver = table.chairs[chair].driver
        waits_for = (decision, driver, table.hurried)
        if waits_for == self._waits_for:
            return
        self._wait_no_more()
        self._waits_for = waits_for
        seconds = limit(table.plan.clock)
        until = None
        if seconds is not None and driver is None:
            until = table.decided + seconds
            if loading:
                until = max(until, self.house.now() + min(seconds, self.house.notice))
        self._prompt = Prompt(decision, chair, until)
        view = game.view(seat)
        if driver is not None:
            self._waiting = asyncio.create_task(self._let_bot_think(driver, view, decision))
        elif until is not None:
            self._waiting = asyncio.create_task(self._let_clock_run(until, view, decision))

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._waits_for = None

    async def _let_clock_run(self, until: float, view: View, decision: int) -> None:
        wait = self.house.pace.wait(hurried=False)
        await asyncio.sleep(max(0.0, until - self.house.now()) + wait)
        options = view.options
        assert options is not None
        self._inbox.put_nowait(Chosen(decision, default_action(options), "clock"))

    async def _let_bot_think(self, level: str, view: View, decision: int) -> None:
        """The wait is drawn first; a bot that needs longer than that waits for another whole draw."""
        pace, hurried, began = self.house.pace, self.table.hurried, time.monotonic()
        wait = pace.wait(hurried=hurried)
        options, seat = view.options, view.seat
        assert options is not None
        assert seat is not None
        try:
            action, replaced = await self.house.bots.choose(level, view, key=f"{self.table.id} {seat}")
        except Exception as error:
            if not isinstance(error, BotFailed):
                report("a bot could not be asked", error)
            action, replaced = default_action(options), True
        remark = Sentence("table.stand-in", name=seat.name, level=level) if replaced else None
        while pace.factor and began + wait < time.monotonic():
            wait += pace.wait(hurried=hurried)
        await asyncio.sleep(max(0.0, began + wait - time.monotonic()))
        self._inbox.put_nowait(Chosen(decision, action, "bot", remark))


def _as_play(prompt: Prompt, action: Action) -> Play:
    choice = msgspec.convert(encode_action(action), AnyChoice)
    return Play(chair=prompt.chair, decision=prompt.decision, action=choice)
