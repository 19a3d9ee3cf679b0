"""Guests of one address who ask for the dearest work that there is, each as fast as the answers come.

    python -m benchmarks.greedy http://127.0.0.1:8000 reviews 10

Prints how often each thing was answered or refused. `benchmarks.load --floods` measures tables, and an honest reader,
beside it. Floods of plain requests are in `benchmarks.flood`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path

import uvloop
from benchmarks.flood import ATTACKER
from msgspec.structs import replace
from tests.server.kinds_of_work import tangled_game
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from greycells.client import RemoteSeat, ServerClient, ServerError
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Sit, Skip, Start
from greycells.protocol.companion_messages import CompanionView, SolvedView
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.review_messages import ReviewProgress
from greycells.rules.actions import Accuse
from greycells.rules.cards import Theory
from greycells.rules.default_action import default_action

LONG_RECORD = Path(__file__).parents[1] / "records" / "master-detective" / "ten-players.case"
SOCKETS = 15
"""So many of a guest's twenty sockets are used at once."""
BOT = ChairPlan(bot="superintendent")
Work = Callable[["Greed"], Coroutine[None, None, None]]


def another(record: Path, number: int) -> bytes:
    """The same game with another comment, and without the hash of the text: to a server it is another record."""
    text = record.read_text(encoding="utf-8").partition("\nstamp ")[0]
    return text.replace("\nsecret ", f"\n{{{number}}}\nsecret ").encode() + b"\n"


class Greed:
    """One attack: where, until when, and what came of it so far."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address
        self.ends = time.monotonic() + seconds
        self.seen = Counter[str]()

    async def guest(self, name: str | None = None) -> ServerClient:
        one = ServerClient(self.address, headers={"X-Forwarded-For": ATTACKER})
        await one.meet(name)
        return one

    async def again_and_again(self, work: Callable[[], Awaitable[object]]) -> None:
        """The next one as soon as there is an answer, whatever it is."""
        while time.monotonic() < self.ends:
            try:
                await work()
                self.seen["done"] += 1
            except ServerError as refused:
                self.seen[str(refused.status)] += 1
                await asyncio.sleep(0.01)


async def proofs(greed: Greed) -> None:
    """Tangled companion games, and why they are solved, asked by four guests."""
    tangled = tangled_game(100, 12)
    tangled = replace(tangled, setup=replace(tangled.setup, level="advice"))

    async def one(_: int) -> None:
        mallory = await greed.guest()

        async def ask() -> None:
            game = await mallory.send("POST", "/api/companion", tangled, CompanionView)
            await mallory.get(f"/api/companion/{game.id}/proof", SolvedView)

        await greed.again_and_again(ask)

    await asyncio.gather(*map(one, range(4)))


async def reviews(greed: Greed) -> None:
    """Reviews of the longest record, each time with another comment in it, asked by eight guests."""
    count = itertools.count()

    async def one(_: int) -> None:
        mallory = await greed.guest()

        async def ask() -> None:
            record = await mallory.bring(another(LONG_RECORD, next(count)))
            await mallory.get(f"/api/records/{record.id}/analysis", ReviewProgress)

        await greed.again_and_again(ask)

    await asyncio.gather(*map(one, range(8)))


async def bots(greed: Greed) -> None:
    """Thirty tables of one guest, who is eliminated and skips to the end: superintendents play without pauses."""
    mallory = await greed.guest()
    few = asyncio.Semaphore(SOCKETS)

    async def one(table: str) -> None:
        async with few:
            await accuse(mallory, table)
        await mallory.ask(table, Skip())
        greed.seen["skipped"] += 1

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(greed.ends - time.monotonic()), asyncio.TaskGroup() as playing:
            for _ in range(30):
                table = (await mallory.open(TablePlan(chairs=(ChairPlan(), BOT, BOT, BOT)))).id
                await mallory.ask(table, Sit(chair=0))
                await mallory.ask(table, Start())
                playing.create_task(one(table))
                await asyncio.sleep(0.1)
    await asyncio.sleep(greed.ends - time.monotonic())


async def accuse(guest: ServerClient, table: str) -> None:
    """Play at this table until an accusation is allowed, which is wrong: nobody knows anything yet."""
    place = RemoteSeat(0)
    async with guest.line(table, 0) as line:
        async for frame in line:
            place.take(frame)
            if not isinstance(frame, Choose) or (view := place.view) is None or (options := view.options) is None:
                continue
            deck = view.scene.edition.deck
            wrong = Accuse(Theory(deck.suspects[0], deck.weapons[0], deck.rooms[0]))
            action = wrong if options.accuse else default_action(options)
            await line.play(Play(chair=0, decision=frame.decision, action=choice_message(action)))
            if options.accuse:
                return


async def joins(greed: Greed) -> None:
    """Sockets that come and go at a table where 140 others look on."""
    host = await greed.guest()
    table = (await host.open(TablePlan(chairs=(ChairPlan(),) * 3, spectators=True))).id
    await host.ask(table, Sit(chair=0))
    where = f"{greed.address.replace('http', 'ws')}/api/tables/{table}/live"

    def socket(guest: ServerClient) -> connect:
        headers = {"Cookie": f"greycells={guest.cookie}", "X-Forwarded-For": ATTACKER}
        return connect(where, additional_headers=headers)

    async with contextlib.AsyncExitStack() as looking_on:
        kept = list[ClientConnection]()
        for _ in range(7):
            one = await greed.guest()
            kept += [await looking_on.enter_async_context(socket(one)) for _ in range(20)]

        async def join() -> None:
            try:
                async with socket(host) as joined:
                    await joined.recv()
            except (OSError, WebSocketException):
                greed.seen["refused"] += 1

        await asyncio.gather(*(greed.again_and_again(join) for _ in range(8)))
    greed.seen["looking on"] = len(kept)


async def names(greed: Greed) -> None:
    """New guests who take a name, over twenty connections."""
    await asyncio.gather(*(greed.again_and_again(lambda: greed.guest("Mallory")) for _ in range(20)))


async def tables(greed: Greed) -> None:
    """Public tables, opened by four guests."""

    async def one(_: int) -> None:
        mallory = await greed.guest()
        await greed.again_and_again(lambda: mallory.open(TablePlan(chairs=(ChairPlan(),) * 3, public=True)))

    await asyncio.gather(*map(one, range(4)))


WORKS: dict[str, Work] = {work.__name__: work for work in (proofs, reviews, bots, joins, names, tables)}


def main() -> int:
    address, what, seconds = sys.argv[1:4]
    greed = Greed(address, float(seconds))
    uvloop.run(WORKS[what](greed))
    told = ", ".join(f"{thing}: {count}" for thing, count in sorted(greed.seen.items()))
    print(f"{what} for {seconds} s ({told})", flush=True)
    return int(not greed.seen)


if __name__ == "__main__":
    sys.exit(main())
