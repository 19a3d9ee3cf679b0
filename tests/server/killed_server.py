"""Many tables at once, bots and scripted people, on bad lines, while the server is killed again and again."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import socket
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from tests.server.meddling_proxy import Meddler, Mischief
from tests.server.page_lines import PageLine, Pages

from greycells.client import Connection, NotDone, RemoteSeat, ServerClient, ServerError
from greycells.players.player import Player
from greycells.players.player_specs import player
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Ready, Sit, Start
from greycells.protocol.frames import Choose, TableView
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.tables.log_entries import Played, decode
from greycells.server.tables.new_tables import read_history
from greycells.server.tables.viewer_frames import TableHistory

T = TypeVar("T")
Line: TypeAlias = Connection | PageLine
CONFLICT = 409
UNAVAILABLE = 503
LEVELS = ("constable", "sergeant", "inspector")


class Host:
    """A server in a process of its own, that can be killed at any moment and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kills = 0
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._process: asyncio.subprocess.Process | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._errors = (folder / "errors.txt").open("ab")

    async def start(self) -> None:
        arguments = ["serve", "--port", str(self.port), "--data", str(self.folder), "--pace", "0"]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "greycells", *arguments, "--limits-factor", "10000", "--bot-workers", "1"),
            stdout=asyncio.subprocess.PIPE,
            stderr=self._errors,
        )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert b"open at" in line

    async def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        self.kills += 1

    async def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        await self._process.wait()
        self._errors.close()


@dataclass(slots=True)
class Party:
    """What one evening of chaos left behind: what the server acknowledged, and what it sent to whom."""

    folder: Path
    tables: list[str] = field(default_factory=list[str])
    acknowledged: list[tuple[str, int, Play]] = field(default_factory=list[tuple[str, int, Play]])
    sent: dict[str, bytearray] = field(default_factory=dict[str, bytearray])
    kills: int = 0
    harm: int = 0
    connections: int = 0
    cookies: list[str] = field(default_factory=list[str])
    lines: list[tuple[str, Line]] = field(default_factory=list[tuple[str, Line]])
    watchers: list[tuple[str, Line]] = field(default_factory=list[tuple[str, Line]])
    hurried: bool = False
    pages: Pages | None = None
    """Where people's lines are those of pages, rather than of our client for programs."""
    forgiving: bool = False
    """Whether a refusal is only waited out: a database that is away refuses, and the decision is asked again."""

    def line(self, guest: ServerClient, table: str, chair: int | None = None) -> Line:
        """Somebody's line to a table."""
        if self.pages is None:
            return guest.line(table, chair)
        return self.pages.line(table, chair, cookie=guest.cookie or "")

    def log(self, table: str) -> list[bytes]:
        with contextlib.closing(sqlite3.connect(self.folder / "greycells.db")) as connection:
            rows = connection.execute("SELECT entry FROM log WHERE game = ? ORDER BY seq", (table,))
            return [entry for (entry,) in rows]

    def secret(self, table: str) -> str:
        with contextlib.closing(sqlite3.connect(self.folder / "greycells.db")) as connection:
            (secret,) = connection.execute("SELECT secret FROM secrets WHERE game = ?", (table,)).fetchone()
            return bytes(secret).decode()

    def history(self, table: str) -> TableHistory:
        return read_history(self.log(table), self.secret(table))

    def lost_or_doubled(self) -> list[str]:
        """Every acknowledged action that is not in the log exactly once, where the server said that it is."""
        wrong: list[str] = []
        for table in self.tables:
            entries = [decode(entry) for entry in self.log(table)]
            played = [entry for entry in entries if isinstance(entry, Played)]
            if len({entry.decision for entry in played}) != len(played):
                wrong.append(f"{table}: a decision was answered twice")
            for where, seq, play in self.acknowledged:
                if where != table:
                    continue
                entry = entries[seq - 1] if seq <= len(entries) else None
                answered = isinstance(entry, Played) and (entry.chair, entry.decision, entry.action)
                if answered != (play.chair, play.decision, play.action):
                    wrong.append(f"{table}: {play} is not entry {seq}")
            for chair in {play.chair for where, _, play in self.acknowledged if where == table}:
                told = [seq for where, seq, play in self.acknowledged if (where, play.chair) == (table, chair)]
                if told != sorted(told):
                    wrong.append(f"{table}: chair {chair} was answered out of order")
        return wrong


@dataclass(slots=True)
class Person:
    """A scripted person: chooses as a player would, takes a little time, and notes what was acknowledged."""

    player: Player
    chance: random.Random
    party: Party
    slowness: float

    async def play(self, line: Line, table: str, chair: int) -> RemoteSeat:
        place = RemoteSeat(chair)
        async for frame in line:
            place.take(frame)
            if place.table is not None and place.table.state == "over":
                break
            view = place.view
            if isinstance(frame, Choose) and view is not None and view.to_act and len(view.sightings) == frame.decision:
                if not self.party.hurried:
                    await asyncio.sleep(self.chance.random() * self.slowness)
                choice = choice_message(self.player.choose(view))
                play = Play(chair=chair, decision=frame.decision, action=choice)
                try:
                    done = await line.play(play)
                except NotDone as refused:
                    if not refused.stale and not self.party.forgiving:
                        raise
                else:
                    self.party.acknowledged.append((table, done.seq, play))
        self.party.connections += line.connections
        return place


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask again while the server is away; a 409 means that an earlier attempt got through."""
    while True:
        try:
            return await ask()
        except ServerError as error:
            if error.status not in (0, UNAVAILABLE):
                raise
            await asyncio.sleep(0.2)


async def one_table(party: Party, address: str, plan: TablePlan, chance: random.Random, slowness: float) -> None:
    """People sit down on bad lines, play against bots to the end, and one spectator looks on."""
    people = [number for number, chair in enumerate(plan.chairs) if chair.bot is None]
    guests = [ServerClient(address) for _ in people]
    host = guests[0]
    await patiently(lambda: host.meet("Ada"))
    table: TableView = await patiently(lambda: host.open(plan))
    party.tables.append(table.id)
    for chair, guest in zip(people, guests, strict=True):
        await patiently(partial(guest.meet, f"Guest {chair}"))
        await _get_through(guest, table.id, Sit(chair=chair, nonce=f"{chance.getrandbits(64):x}"))
        await _get_through(guest, table.id, Ready(chair=chair))
    await _get_through(host, table.id, Start())
    party.cookies += [guest.cookie or "" for guest in guests]
    async with contextlib.AsyncExitStack() as lines:
        playing: list[Awaitable[RemoteSeat]] = []
        for chair, guest in zip(people, guests, strict=True):
            line = party.line(guest, table.id, chair)
            await lines.enter_async_context(line)
            party.lines.append((table.id, line))
            person = Person(player(chance.choice(LEVELS), seed=chance.getrandbits(16)), chance, party, slowness)
            playing.append(person.play(line, table.id, chair))
        watcher = ServerClient(address)
        await patiently(watcher.meet)
        watching = party.line(watcher, table.id)
        await lines.enter_async_context(watching)
        party.watchers.append((table.id, watching))
        playing.append(_watch(watching))
        await asyncio.gather(*playing)


async def _get_through(guest: ServerClient, table: str, command: Sit | Ready | Start) -> None:
    try:
        await patiently(lambda: guest.ask(table, command))
    except ServerError as error:
        if error.status != CONFLICT:
            raise


async def _watch(line: Line) -> RemoteSeat:
    place = RemoteSeat(None)
    async for frame in line:
        place.take(frame)
        if place.table is not None and place.table.state == "over":
            break
    return place


def plans(count: int, chance: random.Random) -> list[TablePlan]:
    """Tables of every edition, with two or three people each, and bots."""
    editions = ("classic", "master-detective", "luxury", "getaway", "anniversary")
    made: list[TablePlan] = []
    for number in range(count):
        people, bots = chance.choice((1, 2, 3)), chance.choice((2, 3))
        chairs = [ChairPlan() for _ in range(people)] + [ChairPlan(bot=chance.choice(LEVELS)) for _ in range(bots)]
        chance.shuffle(chairs)
        made.append(TablePlan(edition=editions[number % len(editions)], chairs=tuple(chairs)))
    return made


async def evening(folder: Path, *, tables: int, kills: int, mischief: Mischief, slowness: float, seed: int) -> Party:
    """A whole evening; it ends when every game has ended and the server has been killed often enough."""
    chance = random.Random(seed)
    host, party = Host(folder), Party(folder)
    await host.start()
    meddler = Meddler(host.port, mischief, chance)
    async with meddler.open() as address:
        games = [
            asyncio.create_task(one_table(party, address, plan, chance, slowness)) for plan in plans(tables, chance)
        ]
        playing = asyncio.gather(*games)
        while not playing.done() and host.kills < kills:
            await asyncio.sleep(0.3 + chance.random() * 1.5)
            await host.kill()
            await host.start()
        await playing
        await host.stop()
    party.sent, party.kills, party.harm = dict(meddler.sent), host.kills, meddler.harm
    return party
