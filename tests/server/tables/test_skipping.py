"""Skipping to the end of a game that only bots can still win."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from tests.deadline import until
from tests.server.moved_clock import MovedClock
from tests.server.running_server import frame_of, guest, quick, refused, running
from tests.server.tables.answering_table import Evening, at_table

from greycells.client import Connection
from greycells.protocol.commands import Resign, Skip
from greycells.protocol.frames import Changed, Choose, Happened, Hello
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Accuse
from greycells.server.tables import command_answers
from greycells.server.tables.log_entries import Played, Skipped


async def test_the_end_is_skipped_to_once_nobody_but_bots_plays_for_the_win(tmp_path: Path) -> None:
    """Nobody who still plays is hurried; then even an eliminated player's choices are made, whatever the pace is."""
    async with running(replace(quick(tmp_path), pace=3600.0)) as (address, service):
        at = await at_table(address, service, TablePlan(edition="parlour", chairs=(ChairPlan(),) * 3))
        game = await at.game()
        assert game.to_act is not None
        out, guilty = await at.chair(game.to_act), game.secrets.case_file
        other = next(one for one in game.edition.deck.suspects if one != guilty.suspect)
        async with at.guests[out].line(at.table, out) as line:
            await at.act(Accuse(guilty._replace(suspect=other)))
            while (told := await frame_of(line, Happened)).by != "person":
                pass
            assert told.table is not None
            assert told.table.skip is None
            first, second = (chair for chair in range(3) if chair != out)
            await at.guests[first].ask(at.table, Resign(chair=first))
            with refused(409, "only when every player"):
                await at.guests[out].ask(at.table, Skip())
            await at.guests[second].ask(at.table, Resign(chair=second))
            assert (await at.guests[out].table(at.table)).skip == "can"
            with refused(403, "not playing in this game"):
                await (await guest(address, "Stranger")).ask(at.table, Skip())
            await at.guests[out].ask(at.table, Skip())
            async for frame in line:
                assert not isinstance(frame, Choose)
                if isinstance(frame, Happened) and frame.table and frame.table.state == "over":
                    break
        history = (await at.live()).history
        assert [type(entry) for entry in history.log].count(Skipped) == 1
        played = [entry for entry in history.log if isinstance(entry, Played)]
        assert {entry.by for entry in played[1:]} == {"bot"}
        assert out in {entry.chair for entry in played[1:]}, "The eliminated player's cards are shown, too."


async def accuses_wrongly(at: Evening) -> int:
    """Whoever is to act is eliminated; the chair."""
    game = await at.game()
    assert game.to_act is not None
    out, guilty = await at.chair(game.to_act), game.secrets.case_file
    other = next(one for one in game.edition.deck.suspects if one != guilty.suspect)
    await at.act(Accuse(guilty._replace(suspect=other)))
    return out


TwoEliminated: TypeAlias = tuple[Evening, MovedClock, list[Connection], tuple[contextlib.AsyncExitStack, ...]]


@contextlib.asynccontextmanager
async def two_eliminated(folder: Path) -> AsyncGenerator[TwoEliminated]:
    """Two people who are eliminated and still there, while a bot plays on that takes an hour for a thought."""
    clock = MovedClock()
    async with running(replace(quick(folder), pace=3600.0, clock=clock)) as (address, service):
        plan = TablePlan(edition="parlour", chairs=(ChairPlan(),) * 3)
        at = await at_table(address, service, plan)
        first, second = await accuses_wrongly(at), await accuses_wrongly(at)
        (third,) = {0, 1, 2} - {first, second}
        await at.guests[third].ask(at.table, Resign(chair=third))
        at.guests = [at.guests[first], at.guests[second], at.guests[third]]
        async with contextlib.AsyncExitStack() as one, contextlib.AsyncExitStack() as two:
            stacks = (one, two)
            lines = [
                await stack.enter_async_context(guest.line(at.table, chair))
                for stack, guest, chair in zip(stacks, at.guests, (first, second), strict=False)
            ]
            for line in lines:
                await frame_of(line, Hello)
            yield at, clock, lines, stacks


async def skip_of(at: Evening) -> tuple[str | None, int]:
    table = (await at.live()).history.view()
    return table.skip, len(table.skip_wanted)


async def test_the_end_is_skipped_to_only_when_everybody_who_is_there_wants_it(tmp_path: Path) -> None:
    async with two_eliminated(tmp_path) as (at, _, lines, _):
        ada, grace = at.guests[:2]
        await ada.ask(at.table, Skip())
        assert await skip_of(at) == ("can", 1)
        while not (changed := await frame_of(lines[1], Changed)).table.skip_wanted:
            pass
        await ada.ask(at.table, Skip(on=False))
        assert await skip_of(at) == ("can", 0)
        await grace.ask(at.table, Skip())
        assert await skip_of(at) == ("can", 1)
        await ada.ask(at.table, Skip())
        await told_of(lines[0], "over")
        assert changed.table.skip == "can"


async def test_whoever_leaves_keeps_nobody_from_skipping_and_wants_nothing_any_more(tmp_path: Path) -> None:
    """A page that is loaded again is no leaving."""
    async with two_eliminated(tmp_path) as (at, clock, lines, leave):
        ada, grace = at.guests[:2]
        live = await at.live()
        await ada.ask(at.table, Skip())
        await leave[0].aclose()
        await until(lambda: len(live.viewers) == 1, "Ada to be gone")
        await clock.advance(command_answers.BACK_SOON - 1)
        assert await skip_of(at) == ("can", 1)
        await clock.advance(2)
        await until(lambda: not live.table.skip_wanted, "Ada's wish to be taken back")
        assert live.table.skipped is None
        await grace.ask(at.table, Skip())
        await told_of(lines[1], "over")


async def test_whoever_waits_to_skip_need_not_wait_for_somebody_who_leaves(tmp_path: Path) -> None:
    async with two_eliminated(tmp_path) as (at, clock, lines, leave):
        live = await at.live()
        await at.guests[0].ask(at.table, Skip())
        await leave[1].aclose()
        await until(lambda: len(live.viewers) == 1, "Grace to be gone")
        assert await skip_of(at) == ("can", 1)
        await clock.advance(command_answers.BACK_SOON + 1)
        await told_of(lines[0], "over")


async def told_of(line: Connection, state: str) -> None:
    while (table := (await frame_of(line, Happened)).table) is None or table.state != state:
        pass
