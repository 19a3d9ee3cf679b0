"""Time at the table: clocks of days that outlive the server, hurried bots, take-backs, seats lost and given back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.deadline import until
from tests.server.moved_clock import NOON, MovedClock
from tests.server.running_server import frame_of, gone, guest, loaded, quick, refused, running, table_changes
from tests.server.seated_table import TWO_AND_A_BOT, seated
from tests.server.tables.answering_table import at_table, next_after, theory_without

from greycells.client import Connection, NotDone, ServerClient
from greycells.protocol.choices import AnyChoice, choice_message
from greycells.protocol.commands import Fill, Hurry, Play, Remove, Resign, ReturnToSeat, Sit, Stand, Start
from greycells.protocol.frames import Changed, Choose, Frame, Happened, Hello, SceneFrame
from greycells.protocol.plans import ChairPlan, Clock, Correspondence, PerDecision, TablePlan
from greycells.rules.actions import Accuse, Action, Roll, Suggest, TakeBack
from greycells.rules.default_action import default_action
from greycells.rules.views import View
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.system.durations import DAY
from greycells.server.tables import live_table, next_choice, table_decisions, table_writer
from greycells.server.tables.clocks import OPENING
from greycells.server.tables.table_services import BotFailed

DAYS = 3
NOTICE = 5.0
SLOWLY = TablePlan(chairs=TWO_AND_A_BOT.chairs, clock=Correspondence(days=DAYS))


def days_later(folder: Path, days: float) -> Config:
    """A server in the same folder, so many days later; a clock that ran out meanwhile leaves `NOTICE` seconds."""
    return replace(quick(folder), clock=MovedClock(NOON + days * DAY), notice=NOTICE)


async def passes(config: Config, seconds: float) -> None:
    assert isinstance(config.clock, MovedClock)
    await config.clock.pass_slowly(seconds)


async def deadline(address: str, ada: ServerClient, table: str) -> float:
    ada.url = address
    async with ada.line(table, 0) as line:
        until = (await frame_of(line, Choose)).until
        assert until is not None
        return until


async def test_a_clock_of_days_outlives_the_server_and_then_the_seat_is_answered_for(tmp_path: Path) -> None:
    async with running(days_later(tmp_path, 0)) as (address, _):
        ada, _, table = await seated(address, SLOWLY)
        first = await deadline(address, ada, table)
        assert first == NOON + DAYS * DAY
    async with running(days_later(tmp_path, DAYS - 1)) as (address, _):
        assert await deadline(address, ada, table) == first
    late = days_later(tmp_path, DAYS + 1)
    async with running(late) as (address, _):
        ada.url = address
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            await passes(late, NOTICE + 2)
            happened = await frame_of(line, Happened)
            while happened.by != "clock":
                happened = await frame_of(line, Happened)
            assert b'"Rolled"' in bytes(happened.sightings[0])


async def test_an_absent_players_clock_runs_while_nobody_looks(tmp_path: Path) -> None:
    async with running(days_later(tmp_path, 0)) as (address, _):
        ada, _, table = await seated(address, SLOWLY)
    late = days_later(tmp_path, DAYS + 1)
    async with running(late) as (address, service):
        await until(lambda: len(service.lobby), "the table to be loaded")
        live = await loaded(service, table)
        before = live.history.seq
        await passes(late, NOTICE + 2)
        await until(lambda: live.history.seq > before, "the absent player's clock to choose")
        ada.url = address
        assert (await ada.table(table)).state == "running"


async def test_bots_can_be_hurried_by_whoever_plays(tmp_path: Path) -> None:
    """The shortest wait of a bot that is not hurried is longer than the longest of one that is."""
    clock = MovedClock()
    async with running(replace(quick(tmp_path), pace=0.6, clock=clock)) as (address, service):
        ada, stranger = await guest(address, "Ada"), await guest(address, "Stranger")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), *(ChairPlan(bot="constable"),) * 2)))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        with refused(403, "not playing in this game"):
            await stranger.ask(table, Hurry())
        async with ada.line(table, 0) as line:
            await frame_of(line, Hello)
            await ada.ask(table, Stand(chair=0))
            passing = asyncio.create_task(time_passes_in_pauses(clock, service, table))
            slow = await bots_took(line, 3)
            await ada.ask(table, Hurry())
            assert (await ada.table(table)).hurried
            quick_ones = await bots_took(line, 5)
            passing.cancel()
        assert min(slow) >= 0.6 * 0.7
        assert min(quick_ones) < 0.6 * 0.7


async def time_passes_in_pauses(clock: MovedClock, service: Service, table: str) -> None:
    """Time goes by only while a bot pauses, never while it thinks."""
    live = await loaded(service, table)

    def paused() -> bool:
        task = live._writer.next._task  # pyright: ignore[reportPrivateUsage]
        return task is not None and clock.sleeps(task)

    while True:
        await until(paused, "a bot to pause")
        await clock.advance_to_the_next()


async def bots_took(line: Connection, count: int) -> list[float]:
    """The times between what bots did, one after another."""
    times: list[float] = []
    last: Happened | None = None
    async for frame in line:
        if isinstance(frame, Happened):
            if last is not None and last.by == frame.by == "bot":
                times.append(frame.at - last.at)
            last = frame
        if len(times) == count:
            break
    return times


@pytest.mark.parametrize("allowed", [True, False])
async def test_a_step_is_taken_back_only_where_the_table_allows_it_and_nothing_was_told(
    tmp_path: Path,
    allowed: bool,  # noqa: FBT001
) -> None:
    async with running(quick(tmp_path)) as (address, _):
        rules = ("take-backs",) if allowed else ()
        ada, _, table = await seated(address, TablePlan(chairs=TWO_AND_A_BOT.chairs, house_rules=rules))
        async with ada.line(table, 0) as line:
            asked = await frame_of(line, Choose)

            async def do(action: Callable[[Choose], AnyChoice]) -> Choose:
                nonlocal asked
                await line.play(Play(chair=0, decision=asked.decision, action=action(asked)))
                asked = await frame_of(line, Choose)
                return asked

            rolled = await do(lambda _: choice_message(Roll()))
            with pytest.raises(NotDone, match="nothing" if allowed else "allow"):
                await do(lambda _: choice_message(TakeBack()))
            moves = bytes(rolled.options).decode()
            await do(lambda choose: msgspec.convert({"do": "move", "to": ends(choose)[0]}, AnyChoice))
            if not allowed:
                with pytest.raises(NotDone, match="allow"):
                    await do(lambda _: choice_message(TakeBack()))
                return
            again = await do(lambda _: choice_message(TakeBack()))
            assert bytes(again.options).decode() == moves
            with pytest.raises(NotDone, match="nothing"):
                await do(lambda _: choice_message(TakeBack()))


def ends(asked: Choose) -> list[str]:
    import json

    return list(json.loads(bytes(asked.options))["moves"]["ends"])


async def test_a_seat_that_a_bot_filled_is_given_back(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), grace=20, clock=clock)) as (address, service):
        ada, grace, table = await seated(address)
        async with ada.line(table, 0) as line:
            await frame_of(line, Hello)
            async with grace.line(table, 1) as own:
                await frame_of(own, Hello)
            await gone(service, table, 1)
            await clock.advance(21)
            await ada.ask(table, Fill(chair=1, bot="constable"))
            await table_changes(line, lambda view: view.chairs[1].away)
            async with grace.line(table, 1):
                await table_changes(line, lambda view: not view.chairs[1].away)
            with refused(409, "in progress"):
                await ada.ask(table, Remove(chair=1))


async def test_nobody_loses_time_by_watching_an_accusation(tmp_path: Path) -> None:
    """Pages tell how it ended only after they have shown it: the next player's clock waits for that."""
    limit = 30

    async with running(quick(tmp_path)) as (address, service):
        plan = TablePlan(edition="parlour", chairs=(ChairPlan(),) * 3, clock=PerDecision(seconds=limit))
        at = await at_table(address, service, plan)

        async def time_left() -> float:
            game = await at.game()
            assert game.to_act is not None
            chair = await at.chair(game.to_act)
            async with at.guests[chair].line(at.table, chair) as line:
                until = (await frame_of(line, Choose)).until
            assert until is not None
            return until - (await at.live()).table.decided

        assert await time_left() == limit
        game = await at.game()
        guilty = game.secrets.case_file
        other = next(one for one in game.edition.deck.suspects if one != guilty.suspect)
        await at.act(Accuse(guilty._replace(suspect=other)))
        assert await time_left() == limit + OPENING
        game = await at.game()
        asked = next_after(game)
        await at.act(Suggest(theory_without(game, game.hand(asked))))
        assert await time_left() == limit


FAR_AHEAD = 100
"""Events. A table without pauses would come to its end before a page on a busy machine has seen the beginning."""


class Recorder:
    """Bots that do the plainest thing, never far ahead of a person's page, and remember what they were asked about."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.seen = 0

    async def frames(self, line: Connection) -> AsyncGenerator[Frame]:
        """What comes to the page, which the bots then know."""
        async for frame in line:
            self.seen += len(frame.sightings) if isinstance(frame, Happened) else 0
            yield frame

    async def choose(self, level: str, view: View, *, key: str, seed: int, guest: str = "") -> tuple[Action, bool]:  # noqa: ARG002
        options = view.options
        if options is None or key == level:
            raise BotFailed
        self.asked.append(len(view.sightings))
        await until(lambda: len(view.sightings) < self.seen + FAR_AHEAD, "a page to keep up with its table")
        return default_action(options), False


async def test_the_clocks_moves_are_announced_and_a_bot_steps_in_until_the_seat_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = [0.05]

    def in_a_moment(_: Clock) -> float:
        return limit[0]

    for module in (live_table, next_choice, table_writer):
        monkeypatch.setattr(module, "time_limit", in_a_moment)

    async with running(quick(tmp_path)) as (address, service):
        bots = Recorder()
        object.__setattr__(service.table_services, "bots", bots)
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), *(ChairPlan(bot="constable"),) * 2)))).id
        await ada.ask(table, Sit(chair=0))
        by_clock: list[int] = []
        async with ada.line(table, 0, look=True) as connection:
            line = bots.frames(connection)
            await frame_of(line, Hello)  # Whoever connects has missed nothing yet, so the game starts after that.
            await ada.ask(table, Start())
            async for frame in line:
                if isinstance(frame, Happened) and frame.by == "clock":
                    by_clock.append(frame.decision)
                    assert frame.words[0].startswith("Time was up, so the move was made automatically. You ")
                if isinstance(frame, Changed) and frame.table.chairs[0].away:
                    assert frame.words == "A bot is now playing for Miss Scarlett."
                    break
            # Nothing is asked of somebody whose seat a bot plays.
            turns = 0
            async for frame in line:
                assert not isinstance(frame, Choose)
                if isinstance(frame, SceneFrame) and frame.to_act == "Scarlett":
                    assert frame.ask == "It's Scarlett's turn." or frame.ask.startswith("Scarlett has to answer")
                    turns += 1
                if turns == 4:
                    break
            limit[0] = 30.0
            await ada.ask(table, ReturnToSeat(chair=0))
            while (back := await frame_of(line, Changed)).table.chairs[0].away:
                pass
            assert back.words == "Miss Scarlett is back and playing."
            until = (await frame_of(line, Choose)).until
            assert until is not None
            assert until > time.time() + 10
        assert len(by_clock) == table_decisions.MISSES_BEFORE_A_BOT
        assert not set(by_clock) & set(bots.asked), "a bot was asked about what the clock was answering"


async def test_who_resigned_is_not_asked_and_cannot_take_the_seat_back(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), *(ChairPlan(bot="constable"),) * 2)))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        async with ada.line(table, 0, look=True) as line:
            await frame_of(line, Hello)
            await ada.ask(table, Resign(chair=0))
            while (changed := await frame_of(line, Changed)).table.state != "running" or not changed.words:
                pass
            assert changed.words == "Miss Scarlett resigned. A bot is taking over."
            with refused(409, "You resigned"):
                await ada.ask(table, ReturnToSeat(chair=0))
            happened = 0
            async for frame in line:
                assert not isinstance(frame, Choose)
                happened += isinstance(frame, Happened)
                if happened == 8:
                    break
