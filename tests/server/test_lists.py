"""Lists of tables: with whom one plays there, and how it stands or ended, in words to whoever reads them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

from tests.server.house import guest, plays_until_over, quick, running

from greycells.client import Server
from greycells.notation.commands import ChairPlan, Plan, Ready, Sit, Start
from greycells.rules.sentences import speaking

NONCE = "0" * 16


async def lines(*readers: Server) -> list[tuple[str, str]]:
    """The latest table of each reader's own, as their lists tell it."""
    return [(first.company, first.standing) for first in [(await one.games()).tables[0] for one in readers]]


async def sit(server: Server, table: str, chair: int) -> None:
    suspect = (await server.table(table)).chairs[chair].suspect
    await server.ask(table, Sit(chair=chair, suspect=suspect, nonce=NONCE))


def test_from_an_empty_table_to_a_solved_case(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
            chairs = (ChairPlan(suspect="Scarlett"), ChairPlan(suspect="Mustard"), ChairPlan(bot="constable"))
            table = (await ada.open(Plan(chairs=chairs))).id
            assert await lines(ada) == [("against 1 bot", "Not begun, 2 chairs free")]
            await sit(ada, table, 0)
            await sit(grace, table, 1)
            assert await lines(ada, grace) == [
                ("with Grace and 1 bot", "Not begun, every chair taken"),
                ("with Ada and 1 bot", "Not begun, every chair taken"),
            ]
            await grace.ask(table, Ready(chair=1))
            await ada.ask(table, Start())
            assert [standing for _, standing in await lines(ada, grace)] == [
                "Turn 1: it is up to you",
                "Turn 1: it is up to Ada",
            ]
            with speaking("de"):
                assert await lines(grace) == [("mit Ada und 1 Bot", "Zug 1: Ada ist an der Reihe")]
            await asyncio.gather(plays_until_over(ada, table, 0), plays_until_over(grace, table, 1))
            (_, told), (_, told_grace) = await lines(ada, grace)
            assert re.fullmatch(r"(You|Grace|Mrs\. White) solved it in turn \d+|Unsolved after \d+ turns", told)
            assert told.partition(" ")[2] == told_grace.partition(" ")[2]

    asyncio.run(evening())


def test_a_table_tells_a_guest_which_chairs_are_theirs(tmp_path: Path) -> None:
    """So that a page looks from its own chair at once."""

    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
            table = (await ada.open(Plan())).id
            await sit(ada, table, 2)
            assert await lines(ada) == [("with nobody yet", "Not begun, 2 chairs free")]
            assert ((await ada.table(table)).yours, (await grace.table(table)).yours) == ((2,), ())

    asyncio.run(evening())


def test_a_table_from_before_there_were_sketches(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada = await guest(address, "Ada")
            await ada.open(Plan())
            with sqlite3.connect(next(tmp_path.glob("*.db"))) as connection:
                connection.execute("UPDATE tables SET sketch = ''")
            connection.close()
            assert await lines(ada) == [("", "Not begun yet")]

    asyncio.run(evening())


def test_whoever_takes_a_name_and_then_a_chair_sits_under_that_name(tmp_path: Path) -> None:
    """Also along a line that was open before."""

    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada, friend = await guest(address, "Ada"), await guest(address, "Somebody")
            table = (await ada.open(Plan())).id
            async with friend.line(table) as line:
                await friend.meet("Grace")
                await line.ask(Sit(chair=1, nonce=NONCE))
            assert (await ada.table(table)).chairs[1].name == "Grace"

    asyncio.run(evening())
