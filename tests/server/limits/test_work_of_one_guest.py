"""What one guest enters, uploads or asks for never makes the others wait, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.margin import at_most
from tests.server.companion.companion_client import SETUP, SHOWN, change, linked, started
from tests.server.kinds_of_work import note, tangled_game, wait_for
from tests.server.running_server import guest, quick, running

from greycells.analysis.companion.changes import MOST_IN_A_BOOK, CompanionBook
from greycells.analysis.companion.tables import EntryError
from greycells.protocol.companion_entries import CompanionGame
from greycells.protocol.companion_messages import ImportGame, PutEntry, UndoChange
from greycells.protocol.guest_messages import Rename
from greycells.server.companion import api as companion_api
from greycells.server.companion import views as companion_views
from greycells.server.errors.declined import Declined
from greycells.server.guests.store import keep_device_code, use_device_code
from greycells.server.limits.ban_store import BanRow
from greycells.server.storage.table_store import Store
from greycells.server.workers.fair_queue import FairQueue
from greycells.server.workers.work_queue import WorkQueue

KIND = 30


def test_a_tangled_companion_game_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tangled_game(100, 12)
    began = time.monotonic()
    monkeypatch.setattr(companion_views, "THINKING_TIME_LIMIT", 0.5)
    view = companion_views.companion_view(CompanionBook(game), "one", version=1, role="owner")
    assert len(view.clashes) == 1, "these entries can't all be true, or nobody knows in time"
    assert not any("Everything fits" in correction.words for correction in view.clashes[0].corrections)
    assert view.sheet.shares[1] == (1.0, *[-1.0] * 12), "my own cards, and nothing that follows"
    monkeypatch.setattr(companion_views, "THINKING_TIME_LIMIT", 0.0)
    view = companion_views.companion_view(CompanionBook(game), "one", version=1, role="owner")
    with pytest.raises(EntryError, match="too tangled"):
        companion_views.advice_view(game, [], by=None, cards=[])
    with pytest.raises(EntryError, match="too tangled"):
        companion_views.why_view(game, card=50, holder=2)
    with pytest.raises(EntryError, match="too tangled"):
        companion_views.solved_view(game)
    assert time.monotonic() - began < at_most(15)
    assert "too tangled" in view.clashes[0].words[0]
    assert view.sheet.shares[1][0] == 1.0, "my own cards are still shown"


def test_a_book_stays_small_whatever_is_imported_into_it() -> None:
    game = tangled_game(400, 12)
    book = CompanionBook(CompanionGame(1, SETUP))
    for number in range(30):
        other = msgspec.structs.replace(game, entries=game.entries[number:])
        book, refused = companion_api.apply_all(book, [ImportGame(id=f"c{number}", game=other)])
        assert not refused
    assert len(msgspec.json.encode(book)) <= MOST_IN_A_BOOK
    book, _ = companion_api.apply_all(book, [UndoChange(id="back")])
    assert len(book.game.entries) == 372, "the last change can still be undone"


async def test_changes_are_made_in_another_process(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        game = await started(ada)
        view = await change(ada, game.id, PutEntry(id="c1", entry=SHOWN))
        assert len(view.entries) == 1
        assert service.companions.process_id not in (None, os.getpid())


async def test_a_home_network_is_one_address_in_a_work_queue(tmp_path: Path) -> None:
    queue, door = WorkQueue("test", most=9, an_address=3), tmp_path / "door"
    asked = [asyncio.create_task(queue.ask(f"guest {n}", f"2001:db8::{n}", wait_for, door)) for n in range(1, 4)]
    await asyncio.sleep(0)
    with pytest.raises(Declined):
        await queue.ask("guest 4", "2001:db8::4", wait_for, door)
    asked.append(asyncio.create_task(queue.ask("guest 5", "2001:db8:0:1::1", wait_for, door)))
    await asyncio.sleep(0)
    door.touch()
    assert await asyncio.gather(*asked) == [True] * 4
    queue.close()


async def test_whoever_asks_once_does_not_wait_for_all_that_another_address_asked(tmp_path: Path) -> None:
    queue, door, diary = WorkQueue("test", an_address=9), tmp_path / "door", tmp_path / "diary"
    many = [queue.ask(f"guest {n}", "192.0.2.1", note, diary, "many", door) for n in range(6)]
    asked = [asyncio.create_task(one) for one in many]
    await asyncio.sleep(0)
    asked.append(asyncio.create_task(queue.ask("Ada", "192.0.2.2", note, diary, "Ada", door)))
    asked[3].cancel()
    await asyncio.sleep(0)
    door.touch()
    await asyncio.gather(*asked, return_exceptions=True)
    assert queue.waiting == 0
    queue.close()
    order = (tmp_path / "diary").read_text().split()
    assert order.index("Ada") <= 2
    assert len(order) == 6, "one had gone before its turn"


async def test_whoever_used_less_time_has_the_next_turn() -> None:
    clock, order = [0.0], list[str]()
    turns = FairQueue(1, now=lambda: clock[0])

    async def work(who: str, seconds: float) -> None:
        began = await turns.take(who)
        order.append(who)
        await asyncio.sleep(0)
        clock[0] += seconds
        turns.give(who, began)

    asked = [("long", 9.0)] * 2 + [("short", 1.0)] * 8
    await asyncio.gather(*(asyncio.create_task(work(*one)) for one in asked))
    assert 16 < turns.used.of("long") < 18
    clock[0] += 3600.0
    assert turns.used.of("long") < 0.001, "forgotten"
    assert (order) == ["long", *["short"] * 8, "long"], "eight seconds together are less than nine"


async def test_an_address_with_nothing_in_a_full_queue_gets_the_place_of_whoever_waits_for_most(tmp_path: Path) -> None:
    queue, door = WorkQueue("test", most=6, a_guest=9), tmp_path / "door"
    homes = ["192.0.2.1"] * 4 + ["192.0.2.2"] * 2
    asked = [asyncio.create_task(queue.ask(home, home, wait_for, door)) for home in homes]
    await asyncio.sleep(0)
    ada = asyncio.create_task(queue.ask("Ada", "192.0.2.3", wait_for, door))
    await asyncio.sleep(0)
    with pytest.raises(Declined):
        await queue.ask("Ada", "192.0.2.3", wait_for, door)
    door.touch()
    assert await ada
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(one, Declined) for one in found] == [False, False, False, True, False, False]
    assert queue.waiting == 0
    queue.close()


async def test_only_the_last_of_two_codes_that_were_asked_for_at_once_works(tmp_path: Path) -> None:
    store = Store(tmp_path / "greycells.db")
    await asyncio.gather(*(keep_device_code(store.database, code, guest="Ada", expires=9.0) for code in "ab"))
    used = [await use_device_code(store.database, code, now=1.0) for code in "abab"]
    store.close()
    assert sorted(map(str, (used))) == ["Ada", "None", "None", "None"]


async def test_a_deleted_guest_leaves_no_links_behind(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        game = await started(ada)
        await linked(ada, game.id, "read")
        async with httpx.AsyncClient(base_url=address, cookies={"greycells": str(ada.cookie)}, timeout=None) as browser:
            assert (await browser.delete("/api/my-data")).status_code == 200
        with contextlib.closing(sqlite3.connect(tmp_path / "greycells.db")) as connection:
            assert connection.execute("SELECT guest, kind FROM documents").fetchall() == []


async def test_under_a_prefix_a_ban_leaves_ones_own_data_and_deleting_drops_the_cookie(tmp_path: Path) -> None:
    config = replace(quick(tmp_path), public_url="https://example.org/clue")
    async with running(config) as (address, service):
        cookie = service.guests.cookie(number := service.guests.new())
        browser = httpx.AsyncClient(
            base_url=f"{address}/clue",
            timeout=None,
            headers={"origin": "https://example.org", "cookie": f"__Secure-greycells={cookie}"},
        )
        async with browser:
            await browser.post("/api/guest", content=msgspec.json.encode(Rename(name="Ada")))
            await service.admissions.store.ban(BanRow("guest", number, 0.0, ""))
            await service.look_at_admissions()
            refusal = await browser.get("/api/games")
            assert (refusal.status_code, refusal.headers["content-type"]) == (403, "application/json")
            assert 'href="/clue/about"' in (await browser.get("/games")).text
            assert (await browser.get("/api/my-data")).json()["name"] == "Ada"
            gone = await browser.delete("/api/my-data")
            dropped = [line for line in gone.headers.get_list("set-cookie") if "__Secure-greycells" in line]
            assert len(dropped) == 1
            assert "Path=/clue" in dropped[0]
