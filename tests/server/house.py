"""A real server on a free port of the loopback, in the loop of the test, and guests who come in through the door."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import uvicorn

from greycells.server.app import application
from greycells.server.service import Config, Service


@contextlib.asynccontextmanager
async def running(config: Config) -> AsyncGenerator[tuple[str, Service]]:
    """The address of a running server, and its insides."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = replace(config, port=listener.getsockname()[1])
        service = Service.start(config)
        server = uvicorn.Server(
            uvicorn.Config(
                application(service),
                ws="websockets-sansio",
                ws_max_size=16384,
                ws_per_message_deflate=False,
                access_log=False,
                log_level="warning",
                timeout_graceful_shutdown=1,
            )
        )
        listener.listen(512)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{config.port}", service
        finally:
            server.should_exit = True
            await serving


def quick(folder: Path) -> Config:
    """A server for tests: bots answer at once."""
    return Config(folder, pace=0.0, bot_workers=1, bot_seconds=20.0, limits_factor=1000.0)
