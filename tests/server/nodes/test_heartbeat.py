"""Pages hear something every two seconds, notice when nothing comes any more, and connect again."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.deadline import until
from tests.margin import at_most
from tests.server.breakable_links import Link
from tests.server.page_lines import pages
from tests.server.running_server import frame_of, guest, quick, running
from websockets.asyncio.client import connect

from greycells.protocol.frames import Hello, Said
from greycells.protocol.plans import ChairPlan, TablePlan

PLAN = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable")))
NOTICED = 4.0
"""Seconds within which a page notices that nothing comes."""


async def test_a_page_that_asks_for_it_hears_something_every_two_seconds(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        table = (await ada.open(PLAN)).id
        live = f"{address.replace('http', 'ws')}/api/tables/{table}/live"
        cookie = {"Cookie": f"greycells={ada.cookie}"}
        async with (
            connect(live, additional_headers=cookie) as silent,
            connect(f"{live}?beat=1", additional_headers=cookie) as page,
        ):
            beats = 0
            while beats < 3:
                beats += await page.recv() == "[]"
            assert service.counts["beats sent"] >= 3
            await silent.send("")  # Answered, and nothing else has come before.
            heard = [str(await silent.recv())]
            while '"refused"' not in heard[-1]:
                heard.append(str(await silent.recv()))
            assert "[]" not in heard


async def test_a_page_notices_that_nothing_comes_and_connects_again(tmp_path: Path) -> None:
    """Packets are lost without an error, as when a network is gone or a server is frozen. What was said is not lost."""
    ports: list[int] = []
    link = Link(lambda: asyncio.open_connection("127.0.0.1", ports[0]))
    async with running(quick(tmp_path)) as (address, _), link.open():
        ports.append(int(address.rpartition(":")[2]))
        ada = await guest(address, "Ada")
        table = (await ada.open(PLAN)).id
        async with (
            pages(f"http://127.0.0.1:{link.port}") as open_pages,
            open_pages.line(table, None, cookie=ada.cookie or "") as line,
        ):
            await frame_of(line, Hello)
            link.cut("silent")
            began = time.monotonic()
            saying = asyncio.create_task(line.say("is anybody there?"))
            await until(lambda: line.lost, "the page to notice that nothing comes")
            assert time.monotonic() - began < at_most(NOTICED)
            link.heal()
            await saying
            assert (await frame_of(line, Said)).text == "is anybody there?"
            assert (line.connections, line.wrong) == (2, [])
