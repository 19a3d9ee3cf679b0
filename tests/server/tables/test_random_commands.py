"""Guests do anything to a table over real sockets, in any order: the table is as a model says, and each log gapless."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.margin import PROOF
from tests.server.running_server import guest, loaded, quick, running
from websockets.asyncio.client import ClientConnection, connect

from greycells.client import ServerClient
from greycells.notation.action_json import Json
from greycells.protocol.commands import Ready, Reopen, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.errors.declined import Declined
from greycells.server.tables.guest import Guest
from greycells.server.tables.guest_words import together
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.log_entries import ChatSaid, Played, Resigned, decode

T = TypeVar("T")
PEOPLE = 3
CHAIRS = st.integers(0, PEOPLE - 1)
SENT = st.sampled_from(
    [
        "",
        "{",
        "[]",
        "null",
        '{"command":{"type":"play"}}',
        '{"command":{"type":"start"},"x":1}',
        "\u0000" * 9,
        "9" * 900,
    ]
)


class Eyes:
    """One socket, and the numbered frames that it was sent."""

    def __init__(self, server: ServerClient, table: str, chair: int | None) -> None:
        self.server, self.table, self.chair = server, table, chair
        self.log: list[dict[str, Json]] = []
        self.answers: dict[str, dict[str, Json]] = {}
        self.ask: dict[str, Json] = {}
        self._told = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        return len(self.log)

    async def open(self) -> None:
        chair = "" if self.chair is None else f"chair={self.chair}&"
        address = f"ws{self.server.url.removeprefix('http')}/api/tables/{self.table}/live?{chair}after={self.seq}"
        self._socket = await connect(address, additional_headers={"Cookie": f"greycells={self.server.cookie}"})
        self._reading = asyncio.create_task(self._read(self._socket))

    async def cut(self) -> None:
        """The line is lost, without a word."""
        assert self._socket is not None
        assert self._reading is not None
        self._socket.transport.abort()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for message in socket:
                for frame in cast("list[dict[str, Json]]", json.loads(message)):
                    self._take(frame)
                async with self._told:
                    self._told.notify_all()

    def _take(self, frame: dict[str, Json]) -> None:
        match frame["type"]:
            case "happened" | "changed" | "said" | "remarked":
                assert frame["seq"] == self.seq + 1, (frame["seq"], self.seq)
                self.log.append(frame)
            case "done" | "refused":
                self.answers[str(frame["id"])] = frame
            case "choose":
                self.ask = frame
            case _:
                pass

    async def send(self, text: str, name: str = "") -> dict[str, Json]:
        """Send a message; what was answered to it."""
        assert self._socket is not None
        self.answers.pop(name, None)
        await self._socket.send(text)
        await self.until(lambda: name in self.answers)
        return self.answers[name]

    async def until(self, true: Callable[[], bool]) -> None:
        async with self._told:
            await self._told.wait_for(true)


class Guests(RuleBasedStateMachine):
    """Three people and a spectator at one table; the model is what the server has acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = contextlib.AsyncExitStack()
        self.count = 0
        self.plays: list[tuple[int, int, str]] = []
        self.said: list[str] = []
        self.resigned: set[int] = set()
        self.live, self.eyes = self.do(self.begin())

    def do(self, coroutine: Coroutine[object, object, T]) -> T:
        return self.loop.run_until_complete(coroutine)

    async def begin(self) -> tuple[LiveTable, list[Eyes]]:
        address, service = await self.stack.enter_async_context(running(quick(Path(self.folder.name))))
        guests = [await guest(address, name) for name in ("Ada", "Grace", "Hedy", "Spectator")]
        table = (await guests[0].open(TablePlan(chairs=(ChairPlan(),) * PEOPLE))).id
        for chair, person in enumerate(guests[:PEOPLE]):
            await person.ask(table, Sit(chair=chair))
            await person.ask(table, Ready(chair=chair))
        await guests[0].ask(table, Start())
        eyes = [Eyes(person, table, chair if chair < PEOPLE else None) for chair, person in enumerate(guests)]
        for each in eyes:
            await each.open()
        live = await loaded(service, table)
        return live, eyes

    def teardown(self) -> None:
        self.do(self.stack.aclose())
        self.loop.close()
        self.folder.cleanup()

    def send(self, sender: int, /, *, name: str | None = None, **command: object) -> dict[str, Json]:
        self.count += 1
        name = name or f"n{self.count}"
        return self.do(self.eyes[sender].send(json.dumps({"id": name, "command": command}), name))

    async def settle(self) -> None:
        """Bots have played as far as they can, all that was chosen is in the log, and every viewer has been told."""
        await self._inbox_is_empty()
        while self.running and self.live.table.chairs[self.to_act].driver is not None:
            await asyncio.sleep(0.005)
            await self._inbox_is_empty()
        for each in self.eyes:
            await each.until(partial(self._told_all, each))

    def _told_all(self, eyes: Eyes) -> bool:
        return eyes.seq >= self.live.history.seq

    @property
    def running(self) -> bool:
        return self.live.table.state == "running"

    async def _inbox_is_empty(self) -> None:
        """A command that changes nothing is answered after everything that came before it is in the log."""
        with contextlib.suppress(Declined):
            await self.live.ask(Guest(self.live.table.chairs[0].guests[0], ""), Reopen())

    @property
    def decision(self) -> int:
        assert self.live.history.game is not None
        return len(self.live.history.game.events)

    @property
    def to_act(self) -> int:
        assert self.live.history.game is not None
        seat = self.live.history.game.to_act
        assert seat is not None
        return self.live.table.chair_of(seat)

    def choice(self, chance: int) -> dict[str, Json]:
        """Something that is allowed, from the question that the seat was asked."""
        asked = self.eyes[self.to_act]
        self.do(asked.until(lambda: asked.ask.get("decision") == self.decision))
        options = cast("dict[str, Json]", asked.ask["options"])
        if "show" in options:
            return {"do": "show", "card": cast("list[str]", options["show"])[0]}
        for name in ("cannot show", "roll", "end turn"):
            if name in options:
                return {"do": name}
        if "moves" in options:
            ends = cast("dict[str, list[str]]", options["moves"])["ends"]
            return {"do": "move", "to": ends[chance % len(ends)]}
        if "suggest" in options:
            cards = cast("dict[str, list[str]]", options["suggest"])
            return {"do": "suggest", "theory": [cards[kind][0] for kind in ("suspects", "weapons", "rooms")]}
        return {"do": "take passage"}

    @precondition(lambda self: self.running)
    @rule(chance=st.integers(0, 1000), times=st.integers(1, 3))
    def act(self, chance: int, times: int) -> None:
        """The seat that is asked answers: once, twice with the same words, and once too late with others."""
        chair, decision, action = self.to_act, self.decision, self.choice(chance)
        answers = [self.send(chair, type="play", chair=chair, decision=decision, action=action) for _ in range(times)]
        assert all(answer["type"] == "done" for answer in answers), answers
        assert len({cast(int, answer["seq"]) for answer in answers}) == 1
        self.plays.append((chair, decision, str(action["do"])))
        late = self.send(chair, type="play", chair=chair, decision=decision, action={"do": "take back"})
        assert (late["type"], late.get("stale", not self.running)) == ("refused", True), late

    @precondition(lambda self: self.running)
    @rule(chair=CHAIRS, by=st.sampled_from([-3, -1, 1, 7]))
    def act_on_another_state(self, chair: int, by: int) -> None:
        decision = max(0, self.decision + by)
        if chair in self.resigned or any(decision == known for _, known, _ in self.plays):
            return
        answer = self.send(chair, type="play", chair=chair, decision=decision, action={"do": "take back"})
        assert (answer["type"], answer["stale"]) == ("refused", True), answer

    @precondition(lambda self: self.running)
    @rule(chair=CHAIRS, other=CHAIRS)
    def act_for_another(self, chair: int, other: int) -> None:
        if chair != other:
            answer = self.send(chair, type="play", chair=other, decision=self.decision, action={"do": "roll"})
            assert answer["type"] == "refused", answer

    @precondition(lambda self: self.running)
    @rule(chair=CHAIRS)
    def act_out_of_turn(self, chair: int) -> None:
        if chair != self.to_act:
            answer = self.send(chair, type="play", chair=chair, decision=self.decision, action={"do": "roll"})
            assert answer["type"] == "refused", answer

    @rule(chair=CHAIRS, text=SENT)
    def say_nothing_sensible(self, chair: int, text: str) -> None:
        assert self.do(self.eyes[chair].send(text))["type"] == "refused"

    @rule(chair=CHAIRS, twice=st.booleans())
    def chat(self, chair: int, twice: bool) -> None:  # noqa: FBT001
        text = f"Hello {len(self.said)}"
        answers = [self.send(chair, name=text, type="say", text=text) for _ in range(1 + twice)]
        assert len({cast(int, answer["seq"]) for answer in answers}) == 1
        self.said.append(text)

    @rule(viewer=st.integers(0, PEOPLE))
    def cut_and_resume(self, viewer: int) -> None:
        self.do(self.eyes[viewer].cut())
        self.do(self.eyes[viewer].open())

    @rule(viewer=st.integers(0, PEOPLE), after=st.integers(0, 200))
    def look_again_after(self, viewer: int, after: int) -> None:
        """Another device comes in the middle of the log and is told the rest, in the same words."""
        old = self.eyes[viewer]
        new = Eyes(old.server, old.table, old.chair)
        new.log = old.log[: min(after, old.seq)]
        self.do(new.open())
        self.do(new.until(lambda: new.seq >= old.seq))
        # How the table is now may come with what happened then: only that may differ.
        happened = [
            [{**frame, "table": None} for frame in each.log if frame["type"] != "changed"] for each in (new, old)
        ]
        assert happened[0] == happened[1]
        self.do(new.cut())

    @precondition(lambda self: self.running)
    @rule(chair=CHAIRS)
    def leave_and_come_back(self, chair: int) -> None:
        """A bot plays on, and gives the seat back to whoever connects again."""
        if chair in self.resigned:
            return
        assert self.send(chair, type="stand", chair=chair)["type"] == "done"
        self.cut_and_resume(chair)
        self.do(self.eyes[chair].until(lambda: self.live.table.chairs[chair].driver is None or not self.running))

    @precondition(lambda self: self.running and len(self.resigned) < PEOPLE - 1)
    @rule(chair=CHAIRS)
    def resign(self, chair: int) -> None:
        answer = self.send(chair, type="resign", chair=chair)
        assert answer["type"] == "done", answer
        self.resigned.add(chair)

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        self.do(self.settle())
        stored = self.do(self.live.services.log.read(self.live.table.id))
        entries = together([decode(entry) for entry in stored.entries], stored.words)
        played = [entry for entry in entries if isinstance(entry, Played)]
        assert [(e.chair, e.decision, _word(e)) for e in played if e.by == "person"] == self.plays
        assert len({entry.decision for entry in played}) == len(played)
        assert [entry.text for entry in entries if isinstance(entry, ChatSaid)] == self.said
        assert {entry.chair for entry in entries if isinstance(entry, Resigned)} == self.resigned
        for each in self.eyes:
            assert [frame["seq"] for frame in each.log] == list(range(1, len(entries) + 1))


def _word(entry: Played) -> str:
    return str(entry.action.__struct_config__.tag)


Guests.TestCase.settings = settings(
    max_examples=60 if PROOF else 4,
    stateful_step_count=40 if PROOF else 20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
TestGuests = Guests.TestCase
