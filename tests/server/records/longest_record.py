"""The longest record that may be uploaded, and the time that others at a table wait while it is read."""

from __future__ import annotations

import asyncio
import time
from functools import cache

from msgspec import convert
from tests.margin import PROOF, at_most
from tests.server.running_server import frame_of, guest, loaded

from greycells import Game, load
from greycells.notation import Record, write
from greycells.notation.action_json import encode_action
from greycells.protocol.choices import AnyChoice, choice_message
from greycells.protocol.commands import Play, Sit, Start
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll
from greycells.rules.default_action import default_action
from greycells.rules.events import Finished
from greycells.server.records.api import MOST_IN_A_RECORD
from greycells.server.service.service import Service
from greycells.server.tables.log_entries import Played, encode
from greycells.server.tables.new_tables import encode_events

PROMISED = at_most(0.2)


SIZE = MOST_IN_A_RECORD if PROOF else MOST_IN_A_RECORD // 4


@cache
def monster() -> bytes:
    """A game in which nobody accuses, as long as a record may be; a quarter of that in the sample."""
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    record = b""
    while True:
        for _ in range(400):
            options = game.view(game.to_act).options
            assert options is not None
            game.play(default_action(options))
        longer = write(Record(game.table, tuple(game.events))).encode()
        if len(longer) > SIZE:
            return record
        record = longer


async def actions_of_another_table(address: str, done: asyncio.Event) -> list[float]:
    """Seconds from a command to its answer, one after another until the reading is done: asked in vain, for a decision
    that is over, so that every one does the same.
    """
    ada = await guest(address, "Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0, suspect="Scarlett"))
    await ada.ask(table, Start())
    times: list[float] = []
    async with ada.line(table, 0) as line:
        asked = await frame_of(line, Choose)
        roll = Play(chair=0, decision=asked.decision, action=choice_message(Roll()))
        while not done.is_set():
            began = time.perf_counter()
            await line.play(roll)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0.01)
    return times


ENTRIES = 9000 if PROOF else 3000


async def lengthen(service: Service, table: str) -> None:
    """Play on in the log of a table until it is very long: everybody walks about, and nobody accuses."""
    live = await loaded(service, table)
    game = live.history.game
    assert game is not None
    entries: list[bytes] = []
    for _ in range(ENTRIES):
        options = game.view(game.to_act).options
        assert options is not None
        assert game.to_act is not None
        chair, decision, action = live.table.chair_of(game.to_act), len(game.events), default_action(options)
        events = game.play(action)
        assert not isinstance(events[-1], Finished)
        choice = convert(encode_action(action), AnyChoice)
        texts = encode_events(decision, events)
        entry = Played(time.time(), chair=chair, decision=decision, by="person", action=choice, events=texts)
        entries.append(encode(entry))
    row = (await service.store.games_of(live.table.chairs[0].guests[0]))[0]
    await service.store.append(row, live.history.seq + 1, entries)
