"""Uploaded games take only so much room: of a guest, from an address, and altogether. What is unused makes room."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.moved_clock import MovedClock
from tests.server.records.golden_records import SOLVED
from tests.server.running_server import guest, refused, running

from greycells.client import ServerClient
from greycells.protocol.record_messages import ShareLink, ShareWish, Uploads
from greycells.server.service.config import Config
from greycells.server.system.durations import DAY

ROOM = 3.5 * len(SOLVED) / 1e6
"""Megabytes for three records, however they are written."""


async def in_turn(clock: MovedClock, *guests: ServerClient) -> list[str]:
    """Each of these guests uploads a record, one after the other."""
    numbers: list[str] = []
    for one in guests:
        numbers.append((await one.bring(SOLVED)).id)
        await clock.advance(1)
    return numbers


async def kept(somebody: ServerClient) -> set[str]:
    return {record.id for record in (await somebody.get("/api/records", Uploads)).records}


async def test_the_oldest_unused_records_of_a_guest_make_room(anywhere: Config) -> None:
    clock = MovedClock()
    async with running(replace(anywhere, clock=clock, uploads_guest=ROOM)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        first, second, third = await in_turn(clock, ada, ada, ada)
        with refused(429, "within a day"):
            await ada.bring(SOLVED)
        other = (await grace.bring(SOLVED)).id
        await clock.advance(1.5 * DAY)
        share = await ada.send("POST", f"/api/records/{first}/shares", ShareWish(), ShareLink)
        fourth = (await ada.bring(SOLVED)).id
        assert await kept(ada) == {first, third, fourth}, "one that was shared is in use"
        with refused(404):
            await grace.text(f"/api/records/{second}")
        await clock.advance(1.5 * DAY)
        assert share.url is not None
        assert await grace.text(f"/api/shared/{share.url.rsplit('/', 1)[1]}/record")
        await ada.bring(SOLVED)
        fifth = (await ada.bring(SOLVED)).id
        assert {first, fifth} < await kept(ada), "whoever opens the link uses it"
        assert await kept(grace) == {other}, "nobody else's go"


@pytest.mark.parametrize(("of_address", "total", "status"), [(ROOM, 1.0, 429), (1.0, ROOM, 503)])
async def test_an_address_and_the_server_have_a_total(
    anywhere: Config, of_address: float, total: float, status: int
) -> None:
    clock = MovedClock()
    async with running(replace(anywhere, clock=clock, uploads_address=of_address, uploads_total=total)) as (
        address,
        _,
    ):
        guests = [await guest(address, f"Guest {number}") for number in range(4)]
        first, second, _ = await in_turn(clock, *guests[:3])
        await clock.advance(20 * DAY)
        with refused(status):
            await guests[3].bring(SOLVED)
        await guests[3].text(f"/api/records/{first}")
        await clock.advance(20 * DAY)
        await guests[3].bring(SOLVED)
        assert await kept(guests[0]) == {first}, "it was opened 20 days ago"
        assert second not in await kept(guests[1])
