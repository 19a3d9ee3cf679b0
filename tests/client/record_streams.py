"""Records whole games as a seat and a spectator are sent them, for the tests of the client's models.

    python -m tests.client.record_streams

A real server plays each edition: bots in every chair, one of them from outside as a guest. What its socket and a
spectator's are sent is kept as it came, in `streams.json.br`: for each edition and viewer, the messages in order.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.client.test_models import HERE, NODE
from tests.server.running_server import guest, plays_until_over, quick, running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from greycells.client import ServerClient
from greycells.client.connection import cookie_header
from greycells.editions import load, names
from greycells.protocol.commands import Say, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan

STREAMS = HERE / "streams.json.br"
COMPRESS = """
const { brotliCompressSync, constants: c } = require("node:zlib");
const params = { [c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24 };
process.stdout.write(brotliCompressSync(require("node:fs").readFileSync(0), { params }));
"""


async def overheard(server: ServerClient, table: str, chair: int | None) -> list[object]:
    """Every message of the game, as a page is sent it."""
    seat = "" if chair is None else f"&chair={chair}"
    address = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live?look=1&after=0{seat}"
    messages: list[object] = []
    headers = {"Cookie": cookie_header(server.cookie or "")}
    async with connect(address, additional_headers=headers, origin=server.url) as socket:  # type: ignore[arg-type]
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                messages.append(json.loads(await asyncio.wait_for(socket.recv(), timeout=30)))
                if '"state":"over"' in json.dumps(messages[-1], separators=(",", ":")):
                    messages.append(json.loads(await asyncio.wait_for(socket.recv(), timeout=2)))
    return messages


async def game_of(edition: str) -> dict[str, list[object]]:
    """One game, as chair 0 and as a spectator see it."""
    others = max(3, load(edition).rules.fewest_seats) - 1
    chairs = (ChairPlan(), *(ChairPlan(bot="sergeant"),) * others)
    with tempfile.TemporaryDirectory() as folder:
        async with running(quick(Path(folder))) as (address, _):
            ada, bob = await guest(address, "Ada"), await guest(address, "Bob")
            table = (await ada.open(TablePlan(edition=edition, chairs=chairs))).id
            await ada.ask(table, Sit(chair=0))
            await ada.ask(table, Start())
            watching = [asyncio.create_task(overheard(ada, table, 0)), asyncio.create_task(overheard(bob, table, None))]
            await ada.ask(table, Say(phrase="well played"))
            await plays_until_over(ada, table, 0)
            seat, spectator = await asyncio.gather(*watching)
    return {"seat": seat, "spectator": spectator}


async def record() -> None:
    streams: dict[str, dict[str, list[object]]] = {}
    for edition in names():
        streams[edition] = await game_of(edition)
        print(edition, {viewer: len(messages) for viewer, messages in streams[edition].items()}, flush=True)
    text = json.dumps(streams, ensure_ascii=False, separators=(",", ":")).encode()
    packed = subprocess.run([NODE, "--eval", COMPRESS], input=text, stdout=subprocess.PIPE, check=True).stdout
    STREAMS.write_bytes(packed)
    print(f"{len(text):,} bytes of frames, {len(packed):,} kept")


if __name__ == "__main__":
    asyncio.run(record())
