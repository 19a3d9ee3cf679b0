"""Nobody is shown what is not on disk: every write is held up and broken at every statement, while everybody looks."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias, get_args

import httpx
import msgspec
import pytest
from tests.margin import PROOF
from tests.server.faulty_database import STATEMENTS, Faulty, faulty, on_disk
from tests.server.moved_clock import MovedClock
from tests.server.running_server import loaded, quick, running

from greycells.language.sentences import Sentence
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import (
    AnyCommand,
    Challenge,
    Change,
    Close,
    Hurry,
    Mute,
    NewLink,
    Play,
    Ready,
    Rematch,
    RemoveDevices,
    Reopen,
    Resign,
    Reveal,
    Say,
    Sit,
    Skip,
    Stand,
    Start,
)
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Accuse, Roll
from greycells.rules.cards import Theory
from greycells.rules.default_action import default_action
from greycells.rules.fair_dealing import nonce_hash
from greycells.server.app.features import API, HTML_PAGES
from greycells.server.errors.declined import Declined
from greycells.server.service.service import Service
from greycells.server.tables.guest import Guest
from greycells.server.tables.inbox import AutomaticChoice, GuestReturned, Item
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.log_entries import AnyEntry, decode
from greycells.server.tables.viewer import Viewer

ADA, GRACE, HEDY = (Guest(letter * 24, name) for letter, name in (("a", "Ada"), ("b", "Grace"), ("c", "Hedy")))
PLAN = TablePlan(chairs=(ChairPlan(suspect="Scarlett"), ChairPlan(suspect="Mustard"), ChairPlan(suspect="White")))
QUERIES = {"chair": "chair=0", "state": "state=running"}
PATHS = sorted(
    endpoint.path + (f"?{QUERIES[query]}" if query in QUERIES else "")
    for endpoint in (*API, *HTML_PAGES)
    if endpoint.method == "GET" and ("table" in endpoint.path or endpoint.path in ("/api/games", "/api/codes/{code}"))
    for query in ("", *endpoint.query)
    if query == "" or query in QUERIES
)
"""Everything that can be asked for about tables, with and without a chair."""


@dataclass(slots=True)
class Evening:
    """A server whose disk can be held up or broken, with viewers who compare what they are told with the disk."""

    folder: Path
    service: Service
    disk: Faulty
    http: httpx.AsyncClient
    early: list[str] = field(default_factory=list[str])
    written: set[type] = field(default_factory=set[type])

    def path(self, folder: Path | None = None) -> Path:
        return (folder or self.folder) / "greycells.db"

    async def live(self, table: str) -> LiveTable:
        return await loaded(self.service, table)

    async def look(self, table: str, viewer: Viewer) -> None:
        """A socket's reader: whatever has a number is in the log by the time that it is told."""
        while True:
            live = await self.live(table)
            live.arrive(viewer)
            if viewer.gone:
                return  # They may not look any more: they have left their seat.
            while not viewer.gone:
                await viewer.wake.wait()
                viewer.wake.clear()
                for frame in msgspec.json.decode(live.news(viewer) or b"[]"):
                    if (number := frame.get("seq", 0)) > on_disk(self.path(), table):
                        self.early.append(f"frame {number} of {frame['type']}")
            live.leave(viewer)
            viewer.gone = False

    async def everything(self, table: str | None) -> dict[str, bytes]:
        """What every address that can be asked for answers, to somebody at the table and to a stranger.

        Of a review, only whether there is one: how far it is, or that its guest has too many, changes by itself.
        """
        answers: dict[str, bytes] = {}
        code = (await self.live(table)).table.code if table else "BCDFGH"
        for path in PATHS:
            filled = path.replace("{table}", table or "nowhere").replace("{code}", code).replace("{chair}", "0")
            for asker in (ADA, HEDY):
                cookie = f"greycells={self.service.guests.cookie(asker.id)}"
                answer = await self.http.get(filled, headers={"Cookie": cookie})
                reviewed = path.endswith("/analysis") and answer.status_code in (200, 429)
                answers[f"{asker.name} {filled}"] = b"a review" if reviewed else answer.content
        return answers


@contextlib.asynccontextmanager
async def evening(folder: Path) -> AsyncGenerator[Evening]:
    """Bots take an hour for a thought, and the clock stands still, so that nothing happens but what is asked for."""
    config = replace(quick(folder), pace=3600.0, clock=MovedClock())
    async with running(config) as (address, service), httpx.AsyncClient(timeout=None, base_url=address) as http:
        yield Evening(folder, service, faulty(service.store), http)


Act: TypeAlias = Callable[[Evening, str], Awaitable[object]]


def says(guest: Guest, command: AnyCommand) -> Act:
    async def act(evening: Evening, table: str) -> object:
        return await (await evening.live(table)).ask(guest, command, id="one")

    return act


def puts(item: Callable[[LiveTable], Item]) -> Act:
    """Something that comes into the inbox by itself; what comes of it is seen in the log."""

    async def act(evening: Evening, table: str) -> object:
        live = await evening.live(table)
        seq = live.history.seq
        live._inbox.put_nowait(item(live))  # pyright: ignore[reportPrivateUsage]
        while live.history.seq == seq:
            if live.task.done():
                raise Declined("disk")
            await asyncio.sleep(0.002)
        return None

    return act


def accuses(*, right: bool) -> Act:
    async def act(evening: Evening, table: str) -> object:
        live = await evening.live(table)
        game = live.history.game
        assert game is not None
        seat = game.to_act
        assert seat is not None
        true, deck = game.secrets.case_file, game.edition.deck
        theory = Theory(*true) if right else Theory(next(s for s in deck.suspects if s != true[0]), *true[1:])
        chair = live.table.chair_of(seat)
        play = Play(chair=chair, decision=len(game.events), action=choice_message(Accuse(theory)))
        return await live.ask(ADA if chair == 0 else GRACE, play, id="accusation")

    return act


async def rolls(evening: Evening, table: str) -> object:
    live = await evening.live(table)
    game = live.history.game
    assert game is not None
    seat = game.to_act
    assert seat is not None
    chair = live.table.chair_of(seat)
    play = Play(chair=chair, decision=len(game.events), action=choice_message(Roll()))
    return await live.ask(ADA if chair == 0 else GRACE, play)


async def claims(evening: Evening, table: str) -> object:
    live = await evening.live(table)
    return await live.claim(HEDY, 0, sittings=live.table.chairs[0].sittings)


async def erases(evening: Evening, table: str) -> object:
    return await (await evening.live(table)).erase(GRACE.id)


async def wants_to_skip(evening: Evening, table: str) -> object:
    """Ada wants to skip to the end while Grace is watching."""
    live = await evening.live(table)
    live.arrive(Viewer(GRACE, 1, 0))
    return await live.ask(ADA, Skip())


async def abandons(evening: Evening, table: str) -> object:
    live = await evening.live(table)
    for viewer in list(live.viewers):
        live.leave(viewer)
    live.abandon()
    while live.table.state != "closed":
        await asyncio.sleep(0.002)
    return None


def remarked_choice(live: LiveTable) -> AutomaticChoice:
    """A choice for an absent guest that the table is told about, as when a bot has been replaced."""
    game = live.history.game
    assert game is not None
    options = game.view(game.to_act).options
    assert options is not None
    said = Sentence("table.stand-in", name="White", level="inspector")
    return AutomaticChoice(len(game.events), default_action(options), "clock", said)


SEATED: tuple[Act, ...] = (says(ADA, Sit(chair=0)), says(GRACE, Sit(chair=1)), says(GRACE, Sit(chair=2)))
READY: tuple[Act, ...] = (*SEATED, says(GRACE, Ready(chair=1)), says(GRACE, Ready(chair=2)))
STARTED: tuple[Act, ...] = (*READY, says(ADA, Start()))
BOTS = ChairPlan(suspect="Mustard", bot="constable"), ChairPlan(suspect="White", bot="constable")
AGAINST_BOTS: tuple[Act, ...] = (
    SEATED[0],
    says(ADA, Change(plan=msgspec.structs.replace(PLAN, chairs=(PLAN.chairs[0], *BOTS)))),
    says(ADA, Start()),
)
FIXED: tuple[Act, ...] = (
    *(says(who, Sit(chair=at, nonce_hash=nonce_hash(f"0{at}"))) for who, at in ((ADA, 0), (GRACE, 1), (GRACE, 2))),
    *READY[-2:],
)
LEFT: tuple[Act, ...] = (*STARTED, says(GRACE, Stand(chair=1)))

CASES: dict[str, tuple[tuple[Act, ...], Act]] = {
    "changed": ((), says(ADA, Change(plan=msgspec.structs.replace(PLAN, help="full logic")))),
    "sat": (SEATED[:1], SEATED[1]),
    "stood": (SEATED, says(GRACE, Stand(chair=1))),
    "ready": (SEATED, says(GRACE, Ready(chair=1))),
    "nonces asked": (FIXED, says(ADA, Start())),
    "nonce revealed": ((*FIXED, says(ADA, Start())), says(ADA, Reveal(chair=0, nonce="00"))),
    "started": (READY, says(ADA, Start())),
    "rolled": (STARTED, rolls),
    "accused in vain": (STARTED, accuses(right=False)),
    "accused": (STARTED, accuses(right=True)),
    "said": (STARTED, says(GRACE, Say(text="Hello"))),
    "muted": (STARTED, says(ADA, Mute(chair=1))),
    "left and a bot stepped in": (STARTED, says(GRACE, Stand(chair=1))),
    "came back": (LEFT, puts(lambda _: GuestReturned(1))),
    "claimed": (STARTED, claims),
    "link renewed": (STARTED, says(ADA, NewLink(chair=0))),
    "devices removed": ((*STARTED, claims), says(ADA, RemoveDevices(chair=0))),
    "resigned": (STARTED, says(GRACE, Resign(chair=1))),
    "guest erased": (STARTED, erases),
    "hurried": (STARTED, says(ADA, Hurry())),
    "host left": (STARTED, says(ADA, Stand(chair=0))),
    "remarked": (STARTED, puts(remarked_choice)),
    "rematched": ((*STARTED, accuses(right=True)), says(ADA, Rematch())),
    "challenged": ((*AGAINST_BOTS, accuses(right=True)), says(ADA, Challenge())),
    "closed": (STARTED, says(ADA, Close())),
    "reopened": ((*STARTED, abandons), says(ADA, Reopen())),
    "skip wanted": (
        (*STARTED, *(says(who, Resign(chair=chair)) for who, chair in ((ADA, 0), (GRACE, 1), (GRACE, 2)))),
        wants_to_skip,
    ),
    # The last one: from here on bots play without pauses, so that lists of games change by themselves.
    "skipped": ((*AGAINST_BOTS, says(ADA, Resign(chair=0))), says(ADA, Skip())),
}
"""For every kind of entry: what happens before, and what writes it."""


async def tried(evening: Evening, before: tuple[Act, ...], act: Act, statement: str, harm: str) -> None:
    """One write, held up or broken at one statement: what anybody sees is what is on disk."""
    table = (await evening.service.lobby.open(ADA, PLAN)).table.id
    for step in before:
        await step(evening, table)
    viewers = [Viewer(ADA, 0, 0, looks=True), Viewer(HEDY, None, 0)] if before else [Viewer(HEDY, None, 0)]
    looking = [asyncio.create_task(evening.look(table, viewer)) for viewer in viewers]
    await asyncio.sleep(0)
    shown, seq = await evening.everything(table), on_disk(evening.path(), table)
    if harm == "held":
        with evening.disk.holding(statement):
            acting = asyncio.ensure_future(act(evening, table))
            reached = await evening.disk.reached()
            assert await evening.everything(table) == shown
            assert on_disk(evening.path(), table) == seq
            crashed = evening.folder / "crashed"
            shutil.copytree(evening.folder, crashed, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock"))
            assert on_disk(evening.path(crashed), table) == seq
            shutil.rmtree(crashed)
        await acting
        assert reached or statement.startswith("INSERT OR")
    else:
        with evening.disk.failing(statement, after=harm == "broken after"):
            failed = False
            try:
                await act(evening, table)
            except Declined as declined:
                failed = declined.sentence.key == "table.disk"
            if harm == "broken" and failed:
                assert await evening.everything(table) == shown
                assert on_disk(evening.path(), table) == seq
            assert failed or statement.startswith("INSERT OR")
        if on_disk(evening.path(), table) == seq:
            await act(evening, table)
    assert on_disk(evening.path(), table) > seq
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    assert evening.early == []
    evening.written |= {type(decode(entry)) for entry in await evening.service.store.log(table)}


def harms(name: str) -> list[tuple[str, str]]:
    """All the ways in proof size; else those that tell the most: five for an accusation, one for each other case."""
    if PROOF or name == "accused in vain":
        statements = STATEMENTS if PROOF else ("INSERT INTO log", "COMMIT")
        ways = [(statement, harm) for harm in ("held", "broken") for statement in statements]
        return [*ways, ("COMMIT", "broken after")]
    return [("COMMIT", "held")] if list(CASES).index(name) % 2 else [("INSERT INTO log", "broken")]


async def test_nothing_is_shown_that_is_not_on_disk(tmp_path: Path) -> None:
    async with evening(tmp_path) as server:
        for name, (before, act) in CASES.items():
            for statement, harm in harms(name):
                try:
                    await tried(server, before, act, statement, harm)
                except AssertionError as error:
                    raise AssertionError(f"{name}, {harm} at {statement}") from error
        assert server.written == set(get_args(AnyEntry))


@pytest.mark.parametrize("statement", ["INSERT INTO log", "INSERT INTO secrets", "COMMIT"])
async def test_a_table_that_could_not_be_written_is_not_there(tmp_path: Path, statement: str) -> None:
    async with evening(tmp_path) as server:
        before = await server.everything(None)
        cookie = {"Cookie": f"greycells={server.service.guests.cookie(ADA.id)}"}
        with server.disk.failing(statement):
            answer = await server.http.post("/api/tables", json={}, headers=cookie)
            assert (answer.status_code, "save" in answer.json()["sentence"]) == (503, True)
            assert await server.everything(None) == before
        answer = await server.http.post("/api/tables", json={}, headers=cookie)
        assert answer.status_code == 201
