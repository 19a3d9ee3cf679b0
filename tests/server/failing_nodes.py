"""Three nodes over one PostgreSQL, killed, frozen, cut off and restarted while people play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Literal, NamedTuple, TypeAlias

import psycopg
from tests.deadline import told_at_the_deadline, until_told, waiting_for
from tests.server.breakable_links import Link
from tests.server.killed_server import Line, Party, one_table, plans
from tests.server.meddling_proxy import Meddler, Mischief
from tests.server.nginx import configuration_for_nodes, free_port, nginx
from tests.server.page_lines import pages
from tests.server.postgres import Postgres
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed as SocketClosed

from greycells.client import ConnectionClosed, NotDone, RemoteSeat, ServerClient, ServerError
from greycells.players.player_specs import player
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Sit, Start
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan

Fault: TypeAlias = Literal[
    "kill", "freeze", "cut from database", "cut from nodes", "cut all apart", "stop", "restart database"
]
AMONG_NODES: tuple[Fault, ...] = ("kill", "freeze", "cut from database", "cut from nodes", "cut all apart")
"""A node that is cut from nodes can reach the others, and they can't reach it. Cut all apart, none reaches any."""
BESIDE: tuple[Fault, ...] = ("stop", "restart database")
SAMPLE: tuple[Fault, ...] = ("kill", "freeze", "cut all apart")
LEASE = 3.0
LONGER: dict[Fault, float] = {"cut all apart": 10.0, "restart database": 10.0}
BACK_WITHIN = 6.0
"""Every page is back after so many seconds while two of three nodes are well; otherwise it may take LONGER."""
GOING_AWAY = 1012


class FeltFault(NamedTuple):
    """A fault, and the seconds from its beginning until everybody was back, and from its end."""

    fault: Fault
    since_it_began: float
    since_it_ended: float
    database_away: float = 0.0
    """How long PostgreSQL itself took to stop and to recover: clients can't be back before."""


class HandOver(NamedTuple):
    """What was noticed when a node was stopped by SIGTERM while somebody played at one of its tables."""

    table: str
    play: Play
    seq: int
    seconds: float
    """From the signal until a move that was sent just after it was acknowledged, by another node."""
    codes: tuple[int, ...]
    """With what a socket at this node was closed, and one that another node passed on to it."""


@dataclass(slots=True)
class NodeParty(Party):
    """What an evening among nodes left behind: also what was acknowledged in chat, and how long each fault was felt."""

    url: str = ""
    said: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])
    felt: list[FeltFault] = field(default_factory=list[FeltFault])
    handed_over: list[HandOver] = field(default_factory=list[HandOver])
    seconds: float = 0.0
    """How long the whole evening took."""
    errors: str = ""
    wrong: list[str] = field(default_factory=list[str])
    """What pages got twice, or not at all."""

    def _rows(self, query: str, table: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(query.encode(), (table,)).fetchall()

    def log(self, table: str) -> list[bytes]:
        rows = self._rows("SELECT entry FROM log WHERE game = %s ORDER BY seq", table)
        return [entry for (entry,) in rows if isinstance(entry, bytes)]

    def secret(self, table: str) -> str:
        ((secret,),) = self._rows("SELECT secret FROM secrets WHERE game = %s", table)
        assert isinstance(secret, bytes)
        return secret.decode()

    def chat(self, table: str) -> dict[int, str]:
        """What was said, by the number of its entry."""
        rows = self._rows("SELECT seq, said FROM guest_words WHERE game = %s AND said <> ''", table)
        return {int(str(seq)): str(json.loads(str(said)).get("text")) for seq, said in rows}

    def last_said(self, table: str) -> int:
        """The number of the last entry that was acknowledged in chat."""
        return max((seq for where, seq, _ in self.said if where == table), default=0)

    def epochs(self, table: str) -> list[int]:
        """The epoch of every entry."""
        rows = self._rows("SELECT epoch FROM log WHERE game = %s ORDER BY seq", table)
        return [int(str(epoch)) for (epoch,) in rows]

    def runners(self, table: str) -> dict[int, str]:
        """The node of every epoch."""
        rows = self._rows("SELECT epoch, node FROM leases WHERE game = %s ORDER BY epoch", table)
        return {int(str(epoch)): str(node) for epoch, node in rows}


class Node:
    """One node in a process of its own; its ways to the database and from the other nodes can be cut."""

    def __init__(self, folder: Path, *, url: Callable[[int], str], database: Link, others: Link) -> None:
        self.folder = folder
        self.database = database
        self.others = others
        self.port, self.inside = free_port(), free_port()
        self._url = url
        self._process: asyncio.subprocess.Process | None = None
        folder.mkdir(parents=True, exist_ok=True)

    async def start(self) -> None:
        arguments = ["serve", "--port", str(self.port), "--data", str(self.folder), "--pace", "0"]
        arguments += ["--database", self._url(self.database.port)]
        arguments += [
            "--node-address",
            f"127.0.0.1:{self.others.port}",
            "--node-listen",
            f"127.0.0.1:{self.inside}",
            "--one-machine",
        ]
        with (self.folder / "errors.txt").open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "greycells", *arguments, "--limits-factor", "10000", "--bot-workers", "1"),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert b"open at" in line, (self.folder / "errors.txt").read_text(encoding="utf-8")

    def send(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    async def wait(self) -> None:
        assert self._process is not None
        await self._process.wait()


@contextlib.asynccontextmanager
async def nodes(folder: Path, postgres: Postgres, schema: str, *, count: int) -> AsyncGenerator[list[Node]]:
    """Running nodes, each with links of its own."""
    async with contextlib.AsyncExitStack() as stack:
        made: list[Node] = []
        for number in range(count):
            database = Link(lambda: asyncio.open_unix_connection(postgres.socket))
            ports: list[int] = []
            others = Link(lambda ports=ports: asyncio.open_connection("127.0.0.1", ports[0]))  # type: ignore[misc]
            await stack.enter_async_context(database.open())
            await stack.enter_async_context(others.open())
            node = Node(
                folder / f"node {number}",
                url=lambda port: postgres.url(schema, port=port),
                database=database,
                others=others,
            )
            ports.append(node.inside)
            made.append(node)
        await asyncio.gather(*(node.start() for node in made))
        try:
            yield made
        finally:
            for node in made:
                with contextlib.suppress(ProcessLookupError):
                    node.send(signal.SIGCONT)
                    node.send(signal.SIGTERM)
            await asyncio.gather(*(node.wait() for node in made))


async def strike(fault: Fault, made: Sequence[Node], postgres: Postgres, chance: random.Random) -> None:
    """Do harm to a node, to all of them, or to the database, and undo it."""
    node = chance.choice(made)
    match fault:
        case "kill" | "stop":
            node.send(signal.SIGKILL if fault == "kill" else signal.SIGTERM)
            await node.wait()
            await asyncio.sleep(chance.random())
            await node.start()
        case "freeze":
            node.send(signal.SIGSTOP)
            await asyncio.sleep(LEASE + 1 + 2 * chance.random())
            node.send(signal.SIGCONT)
        case "cut from database" | "cut from nodes" | "cut all apart":
            links = [node.database if fault == "cut from database" else node.others]
            links = [each.others for each in made] if fault == "cut all apart" else links
            how: Literal["silent", "loud"] = chance.choice(("silent", "loud"))
            for link in links:
                link.cut(how)
            await asyncio.sleep(LEASE + 1 + chance.random())
            for link in links:
                link.heal()
        case "restart database":
            await asyncio.to_thread(postgres.restart)


async def _closed_with(socket: ClientConnection) -> int:
    with contextlib.suppress(SocketClosed):
        async for _ in socket:
            pass
    return socket.close_code or 0


async def _first_play(line: Line) -> Play:
    """What chair 0 chooses at its first decision."""
    place = RemoteSeat(0)
    async for frame in line:
        place.take(frame)
        view = place.view
        if isinstance(frame, Choose) and view is not None and view.to_act and len(view.sightings) == frame.decision:
            return Play(chair=0, decision=frame.decision, action=choice_message(player("sergeant").choose(view)))
    raise AssertionError


async def _is_well(node: Node) -> bool:
    """Whether a node runs tables, and reaches all others."""
    try:
        return await ServerClient(f"http://127.0.0.1:{node.port}").text("/health") == "ok\n"
    except ServerError:
        return False


async def hand_over(made: Sequence[Node], party: NodeParty) -> HandOver:
    """Stop the first node while it runs a table, and play there meanwhile; then start it again."""
    for node in made:  # After the latest fault they may still have to find one another.
        await until_told(partial(_is_well, node), "every node to be well")
    leaving, staying = (f"http://127.0.0.1:{node.port}" for node in made[:2])
    ada = ServerClient(leaving)
    await ada.meet("Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable")), spectators=True)
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0))
    await ada.ask(table, Start())
    cookie = {"Cookie": f"greycells={ada.cookie}"}
    looking_on = [f"{address.replace('http', 'ws')}/api/tables/{table}/live" for address in (leaving, staying)]
    async with (
        connect(looking_on[0], additional_headers=cookie) as near,
        connect(looking_on[1], additional_headers=cookie) as far,
        party.line(ada, table, 0) as line,
    ):
        play = await _first_play(line)
        codes = asyncio.gather(_closed_with(near), _closed_with(far))
        began = time.monotonic()
        made[0].send(signal.SIGTERM)
        done = await line.play(play)
        seconds = time.monotonic() - began
        closed = tuple(await codes)
    await made[0].wait()
    await made[0].start()
    return HandOver(table, play, done.seq, seconds, closed)


async def _answers(party: NodeParty, table: str, line: Line, text: str) -> float:
    """Say something until it is acknowledged; returns when. A game that has ended needs no answer."""
    for attempt in count():
        words = f"{text}, attempt {attempt}"
        try:
            done = await line.say(words)
        except NotDone:
            await asyncio.sleep(0.1)
        except ConnectionClosed:
            return 0.0
        else:
            party.said.append((table, done.seq, words))
            return time.monotonic()
    raise AssertionError(table)


async def _sees(party: NodeParty, table: str, line: Line) -> float:
    """Wait until a spectator has seen everything that was acknowledged at a table so far; returns when."""
    last = party.last_said(table)
    while line.seq < last and not line.ended:
        await asyncio.sleep(0.02)
    return time.monotonic()


async def _all_are_back(party: NodeParty, number: int) -> float:
    """Wait until every player has had something acknowledged and every spectator sees it; returns when the last did."""
    answered = await _all_answer(party, number)
    watching = [(table, line) for table, line in party.watchers if not line.ended]

    def blind() -> str:
        late = [(table, line.seq, line.connections) for table, line in watching if line.seq < party.last_said(table)]
        return f"{len(late)} of {len(watching)} spectators see nothing new: {late}"

    with waiting_for("spectators to see what was acknowledged"), told_at_the_deadline(blind):
        return max([answered, *await asyncio.gather(*(_sees(party, table, line) for table, line in watching))])


async def _all_answer(party: NodeParty, number: int) -> float:
    """Wait until every line has had something acknowledged; returns when the last one had."""
    asked = [
        asyncio.ensure_future(_answers(party, table, line, f"after fault {number}, {token_hex(4)}"))
        for table, line in party.lines
        if not line.ended
    ]
    with waiting_for(f"{len(asked)} players to be back after fault {number}"):
        return max(await asyncio.gather(*asked), default=0.0)


async def evening(
    folder: Path,
    postgres: Postgres,
    *,
    tables: int,
    faults: Sequence[Fault],
    slowness: float,
    seed: int,
    hand_overs: int,
    to_the_end: bool,
) -> NodeParty:
    """A whole evening; it ends when every fault has been done and, if it goes to the end, every game has ended.

    Then nodes are stopped, one after the other, each while somebody plays there.
    """
    chance, schema, opened = random.Random(seed), postgres.new_schema(), time.monotonic()
    party = NodeParty(folder, forgiving=True, url=postgres.url(schema))
    port = free_port()
    async with nodes(folder, postgres, schema, count=3) as made, contextlib.AsyncExitStack() as stack:
        text = configuration_for_nodes(folder, port=port, upstreams=[node.port for node in made])
        stack.enter_context(nginx(folder, text, port=port))
        meddler = Meddler(port, Mischief(), chance)
        address = await stack.enter_async_context(meddler.open())
        party.pages = await stack.enter_async_context(pages(address))
        await asyncio.sleep(1.0)
        games = [
            asyncio.create_task(one_table(party, address, plan, chance, slowness)) for plan in plans(tables, chance)
        ]
        playing = asyncio.gather(*games)
        while len({table for table, _ in party.lines}) < tables and not playing.done():
            await asyncio.sleep(0.1)
        for number, fault in enumerate(faults):
            if playing.done():
                break
            began, away = time.monotonic(), 0.0
            striking = asyncio.create_task(strike(fault, made, postgres, chance))
            if fault == "restart database":
                await striking
                away = time.monotonic() - began
            await asyncio.sleep(0.1)
            felt = await _all_are_back(party, number) - began
            await striking
            undone = time.monotonic()
            party.felt.append(FeltFault(fault, felt, await _all_are_back(party, number) - undone, away))
            await asyncio.sleep(chance.random())
        party.hurried = True
        if not to_the_end:
            playing.cancel()
        await asyncio.gather(playing, return_exceptions=not to_the_end)
        for number in range(hand_overs):
            party.handed_over.append(await hand_over(made[number % 3 :] + made[: number % 3], party))
        party.sent, party.kills = dict(meddler.sent), len(party.felt)
        party.wrong = [wrong for line in party.pages.lines.values() for wrong in line.wrong]
    party.seconds = time.monotonic() - opened
    party.errors = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*/errors.txt")))
    return party
