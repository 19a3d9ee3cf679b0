"""Three nodes behind a proxy, one of which accepts connections and answers nothing, as a frozen process does."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import NamedTuple

from tests.deadline import until_told
from tests.server.nodes.two_nodes import PLAN, two_nodes
from tests.server.page_lines import pages
from tests.server.running_server import frame_of, guest

from greycells.client import ServerClient, ServerError
from greycells.protocol.frames import Hello, Said
from greycells.server.service.service import Service


class BesideAFrozenOne(NamedTuple):
    """Two nodes that are well, and the ports of all three, the frozen one's first."""

    address: str
    one: Service
    other: Service
    ports: tuple[int, int, int]


@contextlib.asynccontextmanager
async def beside_a_frozen_node(folder: Path, postgres_url: str) -> AsyncGenerator[BesideAFrozenOne]:
    with socket.create_server(("127.0.0.1", 0)) as frozen:
        async with two_nodes(folder, postgres_url) as ((here, one), (_, other)):
            ports = (frozen.getsockname()[1], one.config.port, other.config.port)
            yield BesideAFrozenOne(here, one, other, ports)


async def a_page_goes_on(nodes: BesideAFrozenOne, public: str) -> None:
    """A page's own connection code finds a node that answers, and another one when that one leaves."""
    ada = await guest(nodes.address, "Ada")
    table = (await ada.open(PLAN)).id
    async with pages(public) as open_pages, open_pages.line(table, None, cookie=ada.cookie or "") as line:
        await frame_of(line, Hello)
        live = nodes.one.lobby.loaded(table)
        assert live is not None
        await nodes.one.hand_over()
        await line.say("still here")
        assert (await frame_of(line, Said)).text == "still here"
        assert line.wrong == []
    also = ServerClient(public, cookie=ada.cookie)

    async def well() -> bool:
        """The proxy, which asks its nodes in turn, has noticed within its time that one has left."""
        with contextlib.suppress(ServerError):
            return [await also.text("/health") for _ in range(6)] == ["ok\n"] * 6
        return False

    await until_told(well, "the proxy to lead away from the node that left")
    assert nodes.other.lobby.loaded(table) is not None
