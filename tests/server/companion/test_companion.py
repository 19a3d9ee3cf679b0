"""A companion on the server: kept for its guest, changed in one order, followed by links that can be ended."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec
from tests.analysis.companion_games import bot_game, entered_copy
from tests.margin import at_most
from tests.server.companion.companion_client import SETUP, SHOWN, change, linked, news, press, started
from tests.server.moved_clock import MovedClock
from tests.server.running_server import guest, quick, refused, running, stored

from greycells.client import ServerClient
from greycells.deduction import warm_up
from greycells.editions import names
from greycells.protocol.companion_entries import CompanionGame, KnownEntry, ShownEntry, SuggestionEntry
from greycells.protocol.companion_messages import (
    CompanionAdvice,
    CompanionBoxes,
    CompanionChanges,
    CompanionList,
    CompanionView,
    CompanionWhy,
    PutEntry,
    SolvedView,
    TakeOutEntry,
    UndoChange,
)
from greycells.server.service.config import Config

T = TypeVar("T")
DAYS_31 = 31 * 24 * 3600.0


async def delete(server: ServerClient, path: str, kind: type[T]) -> T:
    return await server.send("DELETE", path, CompanionChanges(()), kind)


async def test_entries_are_kept_worked_out_explained_and_undone(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        game = await started(ada)
        assert game.turn == 0
        view = await change(ada, game.id, PutEntry(id="c1", entry=SHOWN))
        assert view.sheet.shares[8] == (0.0, 0.0, 1.0, 0.0)
        assert view.turn == 1
        assert view.entries[0].words.endswith("Alan showed the Knife.")
        again = await change(ada, game.id, PutEntry(id="c1", entry=SHOWN))
        assert len(again.entries) == 1, "a change that is sent twice is made once"
        assert await news(ada, game.id, view.version) is None
        why = await ada.get(f"/api/companion/{game.id}/why?card=8&holder=2", CompanionWhy)
        assert why.proof == ("1. In entry 1, Alan showed the Knife.",)
        likely = await ada.get(f"/api/companion/{game.id}/why?card=2&holder=1", CompanionWhy)
        assert "possible deals" in likely.words
        advice = await ada.get(f"/api/companion/{game.id}/advice?rooms=15,16&by=1&cards=0,6,12", CompanionAdvice)
        assert advice.questions[0].cards[2] in (15, 16)
        assert advice.show
        assert len(advice.others) == 2
        clash = SuggestionEntry(id="e2", by=1, cards=(2, 8, 16))
        view = await change(ada, game.id, PutEntry(id="c2", entry=clash))
        assert [entry.aside for entry in view.entries] == [True, True]
        assert view.sheet.shares[8] == (-1.0, -1.0, -1.0, -1.0), "nothing is certain while entries clash"
        assert view.clashes[0].entries == ("e1", "e2")
        fixed = next(one for one in view.clashes[0].corrections if one.entry == "e2" and one.replacement)
        assert fixed.replacement is not None
        healed = await change(ada, game.id, PutEntry(id="c3", entry=fixed.replacement, was=clash))
        assert not healed.clashes
        for number in range(3):
            view = await change(ada, game.id, UndoChange(id=f"u{number}"))
        assert not view.entries
        refused_one = await change(ada, game.id, PutEntry(id="c4", entry=KnownEntry(id="k", holder=1, card=60)))
        assert "no card number 60" in refused_one.refused[0].words
        mallory = await guest(address, "Mallory")
        with refused(404, "no such game"):
            await news(mallory, game.id)
        listed = await ada.get("/api/companion", CompanionList)
        assert [one.id for one in listed.games] == [game.id]
        assert not (await delete(ada, f"/api/companion/{game.id}", CompanionList)).games


async def test_links_let_others_read_or_write_until_they_end(anywhere: Config) -> None:
    clock = MovedClock()
    async with running(replace(anywhere, clock=clock)) as (address, service):
        ada, reader, writer, late = [await guest(address, name) for name in ("Ada", "R", "W", "Late")]
        game = (await started(ada)).id
        read, write = await linked(ada, game, "read"), await linked(ada, game, "write")
        assert read.path != write.path
        kept = await stored(service)
        for link in (read, write):
            assert link.path is not None
            token = link.path.rsplit("/", 1)[1]
            assert token not in kept, "only the hash of a token is stored"
        assert "Open it on this device" in await reader.text(read.path or "")
        with refused(404):
            await news(reader, game)
        await press(reader, read.path)
        await press(writer, write.path)
        assert (await news(reader, game) or await started(ada)).role == "read"
        with refused(403, "can't change"):
            await change(reader, game, PutEntry(id="r1", entry=SHOWN))
        view = await change(writer, game, PutEntry(id="w1", entry=SHOWN))
        assert view.role == "write"
        assert not view.links
        edited = msgspec.structs.replace(SHOWN, shown=(ShownEntry(1, 8),))
        await change(writer, game, PutEntry(id="w2", entry=edited, was=SHOWN))
        other = msgspec.structs.replace(SHOWN, shown=())
        view = await change(ada, game, PutEntry(id="a1", entry=other, was=SHOWN))
        assert view.overwritten[0].entry == edited, "an edit that was overwritten is shown"
        assert [link.phones for link in view.links] == [1, 1]
        with refused(403):
            await linked(writer, game, "write")
        view = await delete(ada, f"/api/companion/{game}/links/{write.id}", CompanionView)
        assert [link.mode for link in view.links] == ["read"]
        with refused(404, "no longer works"):
            await change(writer, game, PutEntry(id="w3", entry=edited))
        await clock.advance(DAYS_31)
        with refused(404, "no longer works"):
            await news(reader, game)
        assert "no longer works" in await press(late, read.path)


async def test_a_solved_case_is_told_at_once_and_its_proof_follows(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        game = (await started(ada)).id
        with refused(403):
            await ada.get(f"/api/companion/{game}/proof", SolvedView)
        facts = [KnownEntry(id=f"k{card}", holder=-1, card=card) for card in (1, 8, 15)]
        view = await change(ada, game, *(PutEntry(id=f"c{fact.card}", entry=fact) for fact in facts))
        assert view.sheet.solved is not None
        assert view.sheet.solved.proof == ()
        told = await ada.get(f"/api/companion/{game}/proof", SolvedView)
        assert [line for line in told.proof if line.endswith(":")] == [
            "Col. Mustard is in the case file:",
            "The Knife is in the case file:",
            "The Kitchen is in the case file:",
        ]
        more = KnownEntry(id="more", holder=1, card=9)
        view = await change(ada, game, PutEntry(id="c", entry=more))
        assert view.sheet.solved == told, "a proof stays one when there are more entries"
        view = await change(ada, game, TakeOutEntry(id="o", entry="k1"), PutEntry(id="p", entry=facts[0]))
        assert view.sheet.solved is not None
        assert view.sheet.solved.proof == (), "the numbers of its entries have changed"


async def test_a_game_that_is_sent_twice_is_one_game(tmp_path: Path) -> None:
    """A phone that set up a table without a connection sends it until it gets an answer."""
    async with running(quick(tmp_path)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        first, again, hers = [
            (await server.send("POST", "/api/companion?once=new-1", CompanionGame(1, SETUP), CompanionView)).id
            for server in (ada, ada, grace)
        ]
        assert first == again != hers
        assert len((await ada.get("/api/companion", CompanionList)).games) == 1
        with refused(400):
            await ada.send("POST", "/api/companion?once=a%20b", CompanionGame(1, SETUP), CompanionView)
        boxes = {box.key: box for box in (await ada.get("/api/companion/boxes", CompanionBoxes)).boxes}
        assert set(boxes) == set(names())
        assert boxes["classic"].rooms[0] == "Hall"
        assert [key for key, box in boxes.items() if box.everybody] == ["master-detective"]


async def test_an_entry_is_worked_out_in_under_a_tenth_of_a_second(tmp_path: Path) -> None:
    warm_up()
    game = bot_game("classic", 4, 1)
    copy = entered_copy(game, game.seats[0])

    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        view = await started(ada, copy.setup)
        took: list[float] = []
        for number, (entry, _) in enumerate(copy.entries):
            begun = time.perf_counter()
            await change(ada, view.id, PutEntry(id=f"c{number}", entry=entry))
            took.append(time.perf_counter() - begun)
        assert statistics.median(took) < at_most(0.1)
