"""Lists of tables: with whom one plays there, and how it stands or ended, in words to whoever reads them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

from tests.server.running_server import guest, plays_until_over, quick, running

from greycells.client import ServerClient
from greycells.language.sentences import using_language
from greycells.protocol.commands import Ready, Rematch, Sit, Stand, Start
from greycells.protocol.plans import ChairPlan, TablePlan

NONCE = "0" * 16


async def lines(*readers: ServerClient) -> list[tuple[str, str]]:
    """The latest table of each reader's own, as their lists tell it."""
    return [(first.company, first.standing) for first in [(await one.games()).tables[0] for one in readers]]


async def sit(server: ServerClient, table: str, chair: int) -> None:
    suspect = (await server.table(table)).chairs[chair].suspect
    await server.ask(table, Sit(chair=chair, suspect=suspect, nonce=NONCE))


async def test_from_an_empty_table_to_a_solved_case(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        chairs = (ChairPlan(suspect="Scarlett"), ChairPlan(suspect="Mustard"), ChairPlan(bot="constable"))
        table = (await ada.open(TablePlan(chairs=chairs))).id
        assert await lines(ada) == [("against 1 bot", "Waiting for players, 2 open seats")]
        await sit(ada, table, 0)
        await sit(grace, table, 1)
        assert await lines(ada, grace) == [
            ("with Grace and 1 bot", "Waiting to start, all seats taken"),
            ("with Ada and 1 bot", "Waiting to start, all seats taken"),
        ]
        await grace.ask(table, Ready(chair=1))
        await ada.ask(table, Start())
        assert [standing for _, standing in await lines(ada, grace)] == [
            "Turn 1: waiting for you",
            "Turn 1: waiting for Ada",
        ]
        with using_language("de"):
            assert await lines(grace) == [("mit Ada und 1 Bot", "Zug 1: Ada ist dran")]
        await asyncio.gather(plays_until_over(ada, table, 0), plays_until_over(grace, table, 1))
        (_, told), (_, told_grace) = await lines(ada, grace)
        assert re.fullmatch(r"(You|Grace|Mrs\. White) solved it on turn \d+|Unsolved after \d+ turns", told)
        assert told.partition(" ")[2] == told_grace.partition(" ")[2]
        await invited_to_a_rematch(ada, grace, table)


async def invited_to_a_rematch(ada: ServerClient, grace: ServerClient, table: str) -> None:
    """Everybody at the finished table is told who wants to play again; whoever declines frees the seat."""
    assert (await grace.table(table)).rematch_by is None
    again = (await ada.ask(table, Rematch())).table
    over = await grace.table(table)
    assert (over.rematch, over.rematch_by) == (again, "Ada")
    assert again is not None
    assert (await grace.table(again)).yours == (1,)
    await grace.ask(again, Stand(chair=1))
    assert [chair.name for chair in (await ada.table(again)).chairs] == ["Ada", None, None]


async def test_the_lobby_lists_only_tables_that_can_be_joined_or_watched(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        bots = (ChairPlan(bot="constable"), ChairPlan(bot="constable"))
        with_room = (await ada.open(TablePlan(public=True))).id
        full = (await ada.open(TablePlan(chairs=(ChairPlan(), *bots), public=True))).id
        await sit(ada, full, 0)
        private = (await ada.open(TablePlan())).id

        async def listed(reader: ServerClient, state: str = "open") -> set[str]:
            return {line.id for line in (await reader.tables(state)).tables}

        assert await listed(grace) == {with_room}
        assert await listed(ada) == {with_room, full}
        assert private not in await listed(ada)
        await ada.ask(full, Start())
        hidden = (await ada.open(TablePlan(chairs=(ChairPlan(), *bots), public=True, spectators=False))).id
        await sit(ada, hidden, 0)
        await ada.ask(hidden, Start())
        assert await listed(grace, "running") == {full}


async def test_a_table_tells_a_guest_which_chairs_are_theirs(tmp_path: Path) -> None:
    """So that a page looks from its own chair at once."""
    async with running(quick(tmp_path)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        table = (await ada.open(TablePlan())).id
        await sit(ada, table, 2)
        assert await lines(ada) == [("no other players yet", "Waiting for players, 2 open seats")]
        assert ((await ada.table(table)).yours, (await grace.table(table)).yours) == ((2,), ())


async def test_a_table_from_before_there_were_sketches(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        await ada.open(TablePlan())
        with sqlite3.connect(next(tmp_path.glob("*.db"))) as connection:
            connection.execute("UPDATE tables SET sketch = ''")
        connection.close()
        assert await lines(ada) == [("", "Waiting for players")]


async def test_whoever_takes_a_name_and_then_a_chair_sits_under_that_name(tmp_path: Path) -> None:
    """Also along a line that was open before."""
    async with running(quick(tmp_path)) as (address, _):
        ada, friend = await guest(address, "Ada"), await guest(address, "Somebody")
        table = (await ada.open(TablePlan())).id
        async with friend.line(table) as line:
            await friend.meet("Grace")
            await line.ask(Sit(chair=1, nonce=NONCE))
        assert (await ada.table(table)).chairs[1].name == "Grace"
