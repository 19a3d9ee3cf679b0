"""A table may move to another node in the middle of a request: nothing is opened or done twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from tests.server.guest_ids import number_of
from tests.server.records.golden_records import SOLVED
from tests.server.running_server import guest, quick, running
from tests.server.seated_table import seated

from greycells.client import ServerClient
from greycells.protocol.commands import Say
from greycells.protocol.daily_game_messages import CaseStart, CaseTable
from greycells.protocol.frames import TableView
from greycells.protocol.lobby_messages import SeatClaim
from greycells.protocol.plans import TablePlan
from greycells.protocol.record_messages import PlayOn
from greycells.server.service.service import Service
from greycells.server.tables.live_table import LiveTable

Opening = Callable[[ServerClient], Awaitable[object]]


async def in_the_lobby(ada: ServerClient) -> None:
    await ada.open(TablePlan())


def by_a_form(path: str, **sent: str) -> Opening:
    async def post(ada: ServerClient) -> None:
        assert ada.cookie is not None
        async with httpx.AsyncClient(timeout=None, base_url=ada.url, cookies={"greycells": ada.cookie}) as browser:
            assert (await browser.post(path, data=sent)).status_code == 303

    return post


async def from_a_record(ada: ServerClient) -> None:
    record = await ada.bring(SOLVED)
    wish = PlayOn(at=60, mine=("Scarlett",), bots={"Mustard": "sergeant", "Peacock": "sergeant"})
    await ada.send("POST", f"/api/records/{record.id}/play-on", wish, TableView)


async def of_the_day(ada: ServerClient) -> None:
    await ada.send("POST", f"/api/cases/{datetime.now(UTC).date()}", CaseStart(), CaseTable)


def move_every_table(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table goes to another node, which gives it back, once it was looked for the first time."""
    moved, find = set[str](), service.lobby.table

    async def find_and_move(table_id: str) -> LiveTable | None:
        live = await find(table_id)
        if live is not None and table_id not in moved:
            moved.add(table_id)
            await live.hand_over()
        return live

    monkeypatch.setattr(service.lobby, "table", find_and_move)


@pytest.mark.parametrize(
    ("opening", "state"),
    [
        (in_the_lobby, "open"),
        (by_a_form("/play"), "running"),
        (by_a_form("/play", nonce_hash="ab" * 32), "open"),
        (by_a_form("/first"), "running"),
        (from_a_record, "running"),
        (of_the_day, "running"),
    ],
    ids=["lobby", "play now", "own nonce", "first case", "play on", "daily game"],
)
async def test_a_table_is_opened_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opening: Opening, state: str
) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        move_every_table(service, monkeypatch)
        await opening(ada)
        rows = await service.store.games_of(number_of(service, ada))
        assert [row.state for row in rows] == [state]
        view = await ada.table(rows[0].id)
        assert view.state == state, "it can be loaded, and it has been dealt if it was to start at once"


async def test_what_is_asked_of_a_table_is_done_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        link = await ada.seat_link(table, 0)
        counted: list[str] = []
        count = service.moderation.count

        def listened(thing: str, **who: str | None) -> None:
            counted.append(thing)
            count(thing, **who)  # type: ignore[arg-type]

        monkeypatch.setattr(service.moderation, "count", listened)
        move_every_table(service, monkeypatch)
        await ada.ask(table, Say(text="Good evening"))
        assert counted == ["requests", "chat"]
        phone = ServerClient(address)
        del counted[:]
        await service.lobby.close()
        move_every_table(service, monkeypatch)
        await phone.send("POST", "/api/seats", SeatClaim(link=link.rpartition("/")[2]), TableView)
        assert counted == ["requests", "codes"]
        log = await service.store.log(table)
        assert sum(b'"type":"said"' in entry for entry in log) == 1
        assert sum(b'"type":"claimed"' in entry for entry in log) == 1
