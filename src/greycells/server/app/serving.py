"""Serving: the process that accepts connections until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn._types import ASGI3Application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from greycells.language.sentences import Sentence
from greycells.server.app.application import application
from greycells.server.app.node_server import MOST_IN_A_MESSAGE
from greycells.server.limits.connection_limits import protocols
from greycells.server.limits.trusted_proxies import TrustedProxies
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.storage.database import StoreError
from greycells.server.system.ports import ListenError, check_port
from greycells.server.system.systemd import tell_alive, watchdog_seconds
from greycells.server.web.log_format import log_loop_error, set_up_logs
from greycells.server.web.request_ids import RequestIds

log = logging.getLogger("greycells.server")
STOPS_WITHIN = 9.0
"""Seconds after which a server that was told to stop ends, whatever it is still doing; it takes about one."""
NEVER = 1_000_000_000


def _end_at_last() -> None:
    """End this process if it has not stopped in time: whatever was acknowledged is on disk."""
    time.sleep(STOPS_WITHIN)
    log.error("the server did not stop within %g seconds and is ended", STOPS_WITHIN)
    os._exit(1)


class Server(uvicorn.Server):
    """A server that prints its address once it accepts connections."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready
        self._tell_every = watchdog_seconds(os.environ) / 3
        self._told_at = -math.inf

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        if self._told_at + self._tell_every <= time.monotonic():
            self._told_at = time.monotonic()
            tell_alive(os.environ)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        threading.Thread(target=_end_at_last, name="last resort", daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tables go to the other nodes first, so that guests who are sent away find them there."""
        await self._service.hand_over()
        await super().shutdown(sockets)


def protocol(service: Service) -> uvicorn.Config:
    """The configuration of uvicorn: small messages, no compression of frames (63 KiB per socket), no access log."""
    limits, factor, trusted = service.config.connections, service.config.limits_factor, service.config.trusted_proxies
    proxies, connections = TrustedProxies(trusted), service.open_connections
    http, ws = protocols(replace(limits, burst=limits.burst * factor, rate=limits.rate * factor), connections, proxies)
    # uvicorn and Starlette write the same ASGI types in two ways.
    known = ProxyHeadersMiddleware(cast("ASGI3Application", application(service)), trusted)
    return uvicorn.Config(
        RequestIds(cast("ASGIApp", known), proxies, service.counts),
        host=service.config.host,
        port=service.config.port,
        http=http,
        ws=ws,
        ws_max_size=MOST_IN_A_MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=math.ceil(limits.idle_time),
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # Above: request ids have to be read where the address is still the proxy's.
        access_log=False,
        server_header=False,
        log_config=None,
        log_level="warning",
    )


def run(config: Config, *, ready: Callable[[str], None]) -> None:
    """Serve until told to stop. A StoreError is raised before anything is served."""
    set_up_logs(config.log_format, config.log_level)
    service = Service.start(config)
    try:
        check_port(config.host, config.port)
    except ListenError as error:
        asyncio.run(service.stop())
        raise StoreError(error.sentence) from error
    set_up_logs(config.log_format, config.log_level, lambda: service.leases.node)
    address = service.address("/")
    server = Server(protocol(service), service, ready=lambda: ready(str(Sentence("serve.open at", address=address))))
    gc.collect()
    gc.freeze()
    # Finished objects are freed by reference counting alone (tests/server/tables/test_freed_memory.py), so the garbage
    # collector is only a safety net. Young generations are collected as usual, in about 30 ms. A full collection would
    # stop 500 tables for half a second, so it runs only while few are live (`_collect_when_quiet`).
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    server.run()
