"""The service: everything that one server process has, put together from its settings."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from greycells.players.registry import LEVELS
from greycells.server.bots.pool import COMMAND, BotPool
from greycells.server.http.connection_limits import ConnectionLimits
from greycells.server.http.guests import Guests
from greycells.server.http.rate_limits import RateLimits
from greycells.server.http.work_queue import WorkQueue
from greycells.server.nodes.cluster import Cluster, listening_socket
from greycells.server.nodes.leases import LEASE, NodeLeases, OneNode
from greycells.server.nodes.passing import Passing
from greycells.server.storage.data_folder import DataFolder
from greycells.server.storage.store import DatabaseError, Store, open_database
from greycells.server.tables.clocks import DAY, Pace
from greycells.server.tables.lobby import Lobby
from greycells.server.tables.new_tables import TableServices
from greycells.server.tables.permissions import TablePolicy

STAND_IN = "inspector"
DISK_EVERY = 3.0
"""An answer about the disk is good for so many seconds."""
HAND_OVER = 1.0
"""So many seconds the database may take when this node leaves."""
DISK_PATIENCE = 10.0
"""A disk that takes longer than this to write one row does not work."""


@dataclass(frozen=True, slots=True)
class Config:
    """How a server is set up. Every setting is described in `docs/hosting.md`."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    public_url: str | None = None
    trusted_proxies: str = "127.0.0.1"
    pace: float = 1.0
    grace: float = 60.0
    open_for: float = DAY
    play_for: float = 14 * DAY
    bot_workers: int = 0
    bot_seconds: float = 5.0
    bot_command: Sequence[str] = COMMAND
    limits_factor: float = 1.0
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    notice: float = 60.0
    now: Callable[[], float] = time.time
    node_address: str = "127.0.0.1:0"
    node_listen: str | None = None
    lease: float = LEASE

    @property
    def local_url(self) -> str:
        """Where the server is reached on this machine; an IPv6 address stands in brackets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def origin(self) -> str | None:
        """The origin of the public address."""
        if self.public_url is None:
            return None
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}"


def levels() -> tuple[str, ...]:
    """Those of our own players that this installation has, from weakest to strongest."""
    return tuple(name for name, level in LEVELS.items() if importlib.util.find_spec(level.make.partition(":")[0]))


def join_cluster(store: Store, key: str, config: Config) -> Cluster:
    """The part of this process that other nodes see; a StoreError if its address cannot be used."""
    assert config.database is not None
    listener = listening_socket(config.node_listen or config.node_address)
    host, _, port = config.node_address.rpartition(":")
    address = f"{host}:{listener.getsockname()[1] if port == '0' else port}"
    renewals = open_database(config.database, connections=1)
    return Cluster(key, NodeLeases(store.database, renewals, address=address, lease=config.lease), listener)


@dataclass(slots=True)
class Service:
    """One server process. Records are read in the library, help and reviews are worked out in the study."""

    config: Config
    folder: DataFolder
    store: Store
    bots: BotPool
    house: TableServices
    lobby: Lobby
    guests: Guests
    moderation: RateLimits
    cluster: Cluster | None = None
    counts: Counter[str] = field(default_factory=Counter[str])
    library: WorkQueue = field(default_factory=lambda: WorkQueue("library"))
    study: WorkQueue = field(default_factory=lambda: WorkQueue("study"))
    _disk: tuple[float, asyncio.Future[bool]] | None = None

    @classmethod
    def start(cls, config: Config) -> Service:
        """Open the data folder, or make it; a StoreError says why not."""
        folder = DataFolder(config.data)
        try:
            store = Store(config.database or folder.database)
            key = store.shared_key or folder.signing_key()
            cluster = join_cluster(store, key, config) if config.database is not None else None
        except BaseException:
            folder.close()
            raise
        workers = config.bot_workers or max(1, (os.cpu_count() or 2) - 1)
        bots = BotPool(workers=workers, time_limit=config.bot_seconds, command=config.bot_command)
        known = levels()
        customs = TablePolicy(known, STAND_IN if STAND_IN in known else known[-1], config.grace)
        house = TableServices(
            store,
            bots,
            customs,
            Pace(factor=config.pace),
            cluster.leases if cluster is not None else OneNode(),
            open_for=config.open_for,
            play_for=config.play_for,
            notice=config.notice,
            now=config.now,
        )
        if cluster is None:
            moderation = RateLimits(factor=config.limits_factor)
            return cls(config, folder, store, bots, house, Lobby(house), Guests(key, store), moderation)
        moderation = RateLimits(factor=config.limits_factor, now=time.time)
        cluster.leases.tell, cluster.leases.hear = moderation.told, moderation.heard
        guests = Guests(key, store, names_for=config.lease)
        return cls(config, folder, store, bots, house, Lobby(house), guests, moderation, cluster)

    @property
    def passing(self) -> Passing | None:
        """The way to other nodes, if there can be any."""
        return self.cluster.passing if self.cluster is not None else None

    async def disk_works(self) -> bool:
        """Whether the disk can be written; tried at most once in a few seconds, however often it is asked."""
        now = time.monotonic()
        if self._disk is None or now - self._disk[0] > DISK_EVERY:
            self._disk = (now, asyncio.ensure_future(self._write()))
        return await asyncio.shield(self._disk[1])

    async def _write(self) -> bool:
        try:
            async with asyncio.timeout(DISK_PATIENCE):
                await self.store.beat(self.config.now())
        except (DatabaseError, TimeoutError):
            return False
        return True

    async def hand_over(self) -> None:
        """Leave all tables to the other nodes, at the end of what each is doing; nothing to do where there is one."""
        if self.cluster is None or self.cluster.leases.leaving:
            return
        self.cluster.leases.leaving = True
        await self.lobby.hand_over()
        try:
            async with asyncio.timeout(HAND_OVER):
                await self.cluster.leases.leave()
        except (DatabaseError, TimeoutError):
            pass  # The leases run out by themselves.

    async def stop(self) -> None:
        await self.hand_over()
        await self.lobby.close()
        await self.bots.stop()
        self.library.close()
        self.study.close()
        self.store.close()
        if self.cluster is not None:
            self.cluster.close()
        self.folder.close()

    def address(self, path: str) -> str:
        """A link to somewhere on this server, as the public knows it."""
        return (self.config.public_url or self.config.local_url).rstrip("/") + path
