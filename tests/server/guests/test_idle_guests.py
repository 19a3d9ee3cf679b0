"""What one address does by the hundred takes nothing from others: lines of the lobby are shared, idle guests go."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.deadline import until_told
from tests.server.moved_clock import NOON, MovedClock
from tests.server.running_server import plays_until_over, quick, refused, running, stored

from greycells.client import ServerClient
from greycells.protocol.commands import Rematch, Sit, Start
from greycells.protocol.lobby_messages import Tables
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.guests.idle_guests import AT_ONCE, KEPT_FOR, LOOK_EVERY, forget_idle_guests
from greycells.server.limits.rate_limits import LIMITS, Limit
from greycells.server.lobby.api import MOST_LISTED
from greycells.server.my_data.keeping_features import TRACES
from greycells.server.service.config import Config
from greycells.server.storage.table_store import Store

PUBLIC = TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan()), public=True)

COLUMNS = {
    "sitting": "guest game",
    "uploads": "id guest at edition record",
    "documents": "guest kind name version changed body",
    "guest_words": "game seq place guest name said",
    "case_tries": "case_id guest game at shown",
    "shared_cases": "id guest game at body",
    "reports": "id at reporter reported game reason lines",
    "device_codes": "hash guest expires",
}
VALUES: dict[str, str | float | bytes] = {
    "at": 1.0,
    "changed": 1.0,
    "expires": 1.0,
    "version": 1,
    "seq": 1,
    "place": 0,
    "shown": 0,
    "body": b"",
}
"""What fits the columns that hold no text."""


async def from_address(url: str, address: str, name: str) -> ServerClient:
    server = ServerClient(url, headers={"X-Forwarded-For": address})
    await server.meet(name)
    return server


async def lobby(reader: ServerClient) -> list[str]:
    return [line.id for line in (await reader.get("/api/tables", Tables)).tables]


async def test_addresses_share_the_lines_of_the_lobby(anywhere: Config) -> None:
    async with running(anywhere) as (url, service):
        ada, grace = await from_address(url, "192.0.2.1", "Ada"), await from_address(url, "192.0.2.2", "Grace")
        honest = [(await ada.open(PUBLIC)).id, (await grace.open(PUBLIC)).id, (await ada.open(PUBLIC)).id]
        crowd = [await from_address(url, "203.0.113.9", f"Mallory {number}") for number in range(3)]
        for number in range(MOST_LISTED + 10):
            await crowd[number % 3].open(PUBLIC)
        shown = await lobby(grace)
        assert len(shown) == MOST_LISTED
        assert set(honest) <= set(shown)
        assert shown[-3:] == honest[::-1]  # The latest first, as ever.
        assert service.guests.origin("192.0.2.1") != service.guests.origin("203.0.113.9")
        page = await grace.text("/")
        assert all(table in page for table in honest)


async def test_a_rematch_takes_up_the_lines_of_the_game_before(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (url, service):
        ada = await from_address(url, "192.0.2.1", "Ada")
        bot = ChairPlan(bot="constable")
        first = (await ada.open(TablePlan(chairs=(ChairPlan(), bot, bot), public=True, edition="cottage"))).id
        await ada.ask(first, Sit(chair=0))
        await ada.ask(first, Start())
        await plays_until_over(ada, first, 0)
        await ada.ask(first, Rematch())
        origins = await service.store.database.read(
            lambda connection: connection.execute("SELECT origin FROM tables").fetchall()
        )
        assert [tuple(row) for row in origins] == [(service.guests.origin("192.0.2.1"),)] * 2


async def test_an_origin_tells_no_address(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (url, service):
        origins = {service.guests.origin(f"198.51.{high}.{low}") for high in range(100) for low in range(100)}
        assert max(origins) < 2**16
        assert len(origins) > 8000
        same = {service.guests.origin(f"2001:db8::{host:x}") for host in range(9)}
        assert len(same) == 1
        ada = await from_address(url, "192.0.2.77", "Ada")
        await ada.open(PUBLIC)
        assert "192.0.2.77" not in await stored(service)


@pytest.mark.parametrize(("table", "column"), TRACES)
async def test_a_guest_who_did_something_stays(place: Path | str, table: str, column: str) -> None:
    """One trace is enough, whatever it is; what else its row holds does not matter here."""
    store = Store(place)
    for guest, at in (("ada", 1.0), ("idle", 2.0), ("new", 10.0)):
        await store.rename(guest, guest.title(), at=at)
    columns = COLUMNS[table].split()
    row = ["ada" if name == column else VALUES.get(name, "x") for name in columns]
    query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    await store.database.write(lambda connection: [connection.execute(query, row)])
    assert not await forget_idle_guests(store.database, before=9.0, traces=TRACES)
    assert [await store.name_of(guest) for guest in ("ada", "idle", "new")] == ["Ada", None, "New"]
    assert not await forget_idle_guests(store.database, before=11.0, traces=TRACES)
    assert [await store.name_of(guest) for guest in ("ada", "idle", "new")] == ["Ada", None, None]
    store.close()


async def test_many_are_forgotten_in_turns(place: Path | str) -> None:
    store = Store(place)
    await asyncio.gather(*(store.rename(f"g{number}", "G", at=1.0) for number in range(AT_ONCE + 5)))
    assert await forget_idle_guests(store.database, before=2.0, traces=TRACES)
    assert not await forget_idle_guests(store.database, before=2.0, traces=TRACES)
    assert await store.name_of("g7") is None
    store.close()


async def test_the_server_forgets_them_itself(tmp_path: Path) -> None:
    clock = MovedClock(NOON)
    async with running(replace(quick(tmp_path), clock=clock)) as (url, service):
        idle = await from_address(url, "192.0.2.1", "Idle")
        ada = await from_address(url, "192.0.2.2", "Ada")
        await ada.ask((await ada.open(PUBLIC)).id, Sit(chair=0))
        names = [str(service.guests.known(one.cookie)) for one in (idle, ada)]
        await clock.advance(KEPT_FOR - LOOK_EVERY)
        assert [await service.store.name_of(number) for number in names] == ["Idle", "Ada"]

        async def forgotten() -> bool:
            """The server may have been looking just when the time passed: then it finds them the next time."""
            await clock.advance(LOOK_EVERY)
            return await service.store.name_of(names[0]) is None

        await until_told(forgotten, "the idle guest to be forgotten")
        assert await service.store.name_of(names[1]) == "Ada"
        assert (await idle.open(PUBLIC)).id  # The cookie is as good as ever.


async def test_names_are_not_taken_by_the_hundred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "names", Limit(3, 5, 3600))
    async with running(Config(tmp_path)) as (url, _):
        ada = await from_address(url, "192.0.2.1", "Ada")
        await ada.meet("Ada L.")
        await ada.meet("Countess")
        with refused(429):
            await ada.meet("Ada")
        for name in ("Grace", "Mary"):
            await from_address(url, "192.0.2.1", name)
        with refused(429):
            await from_address(url, "192.0.2.1", "Joan")
        await from_address(url, "192.0.2.2", "Joan")
