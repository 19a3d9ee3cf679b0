"""The service: everything that one server process has, put together from its settings."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import platform
import shutil
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from greycells import __version__
from greycells.editions.loader import use_own_editions
from greycells.language.sentences import Sentence
from greycells.players.bot_levels import LEVELS
from greycells.protocol.frames import MaintenanceNotice
from greycells.server.errors.report import report
from greycells.server.identity.guest_cookies import Guests
from greycells.server.limits.admissions import LOOK_EVERY, Admissions
from greycells.server.limits.ban_store import BanStore
from greycells.server.limits.event_loop_shares import LoopShares
from greycells.server.limits.open_connections import OpenConnections
from greycells.server.limits.rate_limits import RateLimits
from greycells.server.nodes.cluster import Cluster, check_address, listening_socket
from greycells.server.nodes.leases import Leases, NodeLeases, OneNode
from greycells.server.nodes.request_forwarding import Passing
from greycells.server.service.config import Config
from greycells.server.service.fixed_bodies import FixedBodies
from greycells.server.shared_cases.game_of_the_day import DailySecrets
from greycells.server.shared_cases.recognised_uploads import CaseDeals
from greycells.server.shared_cases.shared_case import entries_for_challenge
from greycells.server.shared_cases.store import CaseStore
from greycells.server.storage.archive_folder import ArchiveFolder
from greycells.server.storage.archive_store import ArchiveStore
from greycells.server.storage.data_folder import DATABASE, DataFolder
from greycells.server.storage.database import DatabaseError
from greycells.server.storage.sqlite_database import SqliteDatabase
from greycells.server.storage.table_store import Store, open_database
from greycells.server.system.durations import DAY
from greycells.server.system.metrics import COUNTERS, LEASE_COUNTERS, Histograms, Metrics
from greycells.server.system.open_files import most_open_files
from greycells.server.system.process_figures import process_figures
from greycells.server.table_hosting.archiving import Archiver
from greycells.server.table_hosting.table_loading import Lobby
from greycells.server.tables.bot_pace import Pace
from greycells.server.tables.permissions import TablePolicy
from greycells.server.tables.table_services import TableServices
from greycells.server.workers.bot_pool import BotPool
from greycells.server.workers.review_jobs import ReviewJobs
from greycells.server.workers.work_queue import WorkQueue

STAND_IN = "inspector"
SWEEP_EVERY = 1.0
"""At least so many seconds lie between two sweeps of the database's files."""
DISK_EVERY = 3.0
"""For how many seconds the result of a disk check is reused."""
NOWHERE = "127.0.0.1:0"
HAND_OVER = 1.0
"""How many seconds the database may take when this node leaves."""
DISK_TIME_LIMIT = 10.0
"""A disk that takes longer than this many seconds to write one row counts as failed."""


def levels() -> tuple[str, ...]:
    """The levels of bots that this installation has, from weakest to strongest."""
    return tuple(name for name, level in LEVELS.items() if importlib.util.find_spec(level.make.partition(":")[0]))


def join_cluster(store: Store, key: str, config: Config) -> Cluster:
    """The part of this process that other nodes see; a StoreError if its address cannot be used.

    Without an address, as while it carries out one command, nobody passes anything on to it.
    """
    assert config.database is not None
    if config.node_address and not config.one_machine:
        check_address(config.node_address, listen=config.node_listen)
    listener = listening_socket(config.node_listen or config.node_address or NOWHERE)
    host, _, port = config.node_address.rpartition(":")
    address = f"{host}:{listener.getsockname()[1] if port == '0' else port}" if config.node_address else ""
    renewals = open_database(config.database, connections=1)
    return Cluster(
        key, NodeLeases(store.database, renewals, address=address, lease=config.lease, clock=config.clock), listener
    )


@dataclass(slots=True, kw_only=True)
class Service:
    """One server process, and the processes that it starts: for bots, for reviews, and one for each work queue.

    Work queues: `library` parses records, `study` computes help and puzzles, `companions` is for real tables.
    """

    config: Config
    folder: DataFolder
    store: Store
    bots: BotPool
    table_services: TableServices
    lobby: Lobby
    archive: ArchiveStore
    cases: CaseStore
    guests: Guests
    moderation: RateLimits
    loop_shares: LoopShares
    open_connections: OpenConnections
    admissions: Admissions
    daily_secrets: DailySecrets
    reviews: ReviewJobs
    library: WorkQueue
    study: WorkQueue
    companions: WorkQueue
    cluster: Cluster | None = None
    counts: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(COUNTERS, 0)))
    metrics: Metrics = field(default_factory=Metrics)
    fixed_bodies: FixedBodies = field(default_factory=FixedBodies)
    case_deals: CaseDeals = field(default_factory=CaseDeals)
    to_sweep: asyncio.Event = field(default_factory=asyncio.Event)
    _disk: tuple[float, asyncio.Future[bool]] | None = None

    @classmethod
    def start(cls, config: Config) -> Service:
        """Open the data folder, or make it; a StoreError says why not."""
        if config.editions is not None:
            use_own_editions(config.editions)
        folder = DataFolder(config.data)
        try:
            archive_folder = ArchiveFolder(config.archive_folder)
            store = Store(config.database or folder.database, archive=archive_folder)
            key = folder.signing_key(config.key or store.shared_key)
            cluster = join_cluster(store, key, config) if config.database is not None else None
        except BaseException:
            folder.close()
            raise
        workers = config.bot_workers or max(1, (os.cpu_count() or 2) - 1)
        bots = BotPool(workers=workers, time_limit=config.bot_seconds, command=config.bot_command, clock=config.clock)
        admissions = Admissions(BanStore(store), config.clock.now)
        known = levels()
        policy = TablePolicy(known, STAND_IN if STAND_IN in known else known[-1], config.grace)
        cases = CaseStore(store, config.clock)
        leases = cluster.leases if cluster is not None else OneNode()
        services = TableServices(
            store,
            bots,
            policy,
            Pace(factor=config.pace),
            config.clock,
            notice=config.notice,
            may_open=admissions.check_new_table,
            new_fence=leases.for_new_table,
            challenge=partial(entries_for_challenge, cases),
            read_long=asyncio.to_thread,
            new_secret=config.new_secret,
        )
        names_for, limits_now = float("inf"), config.clock.monotonic
        if cluster is not None:
            names_for, limits_now = config.lease, config.clock.now
        moderation = RateLimits(
            factor=config.limits_factor, sockets_an_address=min(200, most_open_files() // 4), now=limits_now
        )
        guests = Guests(key, store, cookie_name=config.cookie_name, names_for=names_for, clock=config.clock)
        if cluster is not None:
            cluster.leases.tell, cluster.leases.hear = moderation.told, moderation.heard
        lobby = Lobby(services, store, leases, open_for=config.open_for, play_for=config.play_for)
        if cluster is not None:
            cluster.leases.tables = lobby.__len__
        service = cls(
            config=config,
            folder=folder,
            store=store,
            bots=bots,
            table_services=services,
            lobby=lobby,
            archive=ArchiveStore(store, archive_folder),
            cases=cases,
            guests=guests,
            moderation=moderation,
            loop_shares=LoopShares(factor=config.limits_factor),
            open_connections=OpenConnections(factor=config.limits_factor),
            admissions=admissions,
            daily_secrets=DailySecrets(key),
            reviews=ReviewJobs(clock=config.clock),
            library=WorkQueue("library", clock=config.clock),
            study=WorkQueue("study", an_address=64, clock=config.clock),
            companions=WorkQueue("companions", clock=config.clock),
            cluster=cluster,
        )
        service.watch_all()
        return service

    @property
    def leases(self) -> Leases:
        """Which tables are this node's to run."""
        return self.lobby.leases

    @property
    def passing(self) -> Passing | None:
        """The way to other nodes, if there can be any."""
        return self.cluster.passing if self.cluster is not None else None

    def watch_all(self) -> None:
        """Report what can be read at any time: the process, counters, tables, queues, bots and the disk."""
        watch, lobby, bots = self.metrics.watch, self.lobby, self.bots
        self.metrics.others.extend(process_figures())
        kind = "sqlite" if isinstance(self.store.database, SqliteDatabase) else "postgresql"
        about = {"version": __version__, "python": platform.python_version(), "database": kind}
        watch("build_info", "Which server this is", lambda: 1, labels=about)
        self.metrics.count_all(COUNTERS, self.counts)
        seconds = "Time that bots take to choose, waiting included"
        self.metrics.others.append(Histograms("greycells_bot_seconds", seconds, series={(): bots.seconds}))
        self.metrics.count("bot processes lost", "Processes of bots that crashed or took too long", lambda: bots.lost)
        self.metrics.count("bot choices failed", "Choices that a bot did not make", lambda: bots.failed)
        watch("tables_live", "Tables in memory", lambda: len(lobby))
        if (cluster := self.cluster) is not None:
            leases = cluster.leases
            watch("nodes", "Nodes with a lease", lambda: len(leases.living))
            watch("nodes_unreached", "Nodes that this one can't reach", lambda: len(leases.unreached))
            watch(
                "lease_left_seconds", "Seconds for which this node's lease is still good", lambda: leases.seconds_left
            )
            self.metrics.count_all(LEASE_COUNTERS, leases.counts)
            watch("lease_renewal_seconds", "Seconds that the latest renewal took", lambda: leases.renewed_in)
        watch("sockets_open", "Open sockets", lambda: lobby.viewers)
        watch("tables_set_aside", "Tables that cannot be read", lambda: len(lobby.set_aside))
        watch("requests_waiting", "Requests waiting for their address's share", lambda: self.loop_shares.waiting)
        connections = self.open_connections
        watch("connections_waiting", "Connections that wait for a whole request", lambda: connections.waiting)
        self.metrics.others.append(connections.closed)
        watch("inbox_waiting", "Commands waiting at tables", lambda: lobby.waiting)
        watch("library_waiting", "Records waiting to be read", lambda: self.library.waiting)
        watch("study_waiting", "Requests for help and reviews waiting or running", lambda: self.study.waiting)
        watch("companions_waiting", "Requests of companions waiting or running", lambda: self.companions.waiting)
        watch("bot_workers_running", "Processes in which bots think", lambda: bots.running)
        watch("bots_waiting", "Bots that think or wait for their process", lambda: bots.waiting)
        watch("disk_free_bytes", "Bytes free for the data folder", lambda: shutil.disk_usage(self.config.data).free)
        if isinstance(self.store.database, SqliteDatabase):
            database, path = self.store.database, self.config.data / DATABASE
            watch("database_bytes", "Bytes of the database", lambda: _size(path))
            watch(
                "database_wal_bytes", "Bytes of its write-ahead log", lambda: _size(path.with_name(f"{DATABASE}-wal"))
            )
            watch("writes_waiting", "Jobs waiting to be written", lambda: database.writer.waiting)
            watch("reads_waiting", "Jobs waiting to be read", lambda: database.reader.waiting)
        else:
            pool = self.store.database
            watch("database_jobs_waiting", "Jobs waiting for a connection to PostgreSQL", lambda: pool.waiting)
            watch("database_connections", "Connections to PostgreSQL", lambda: pool.open_connections)
            watch("database_connections_idle", "Those that nobody uses", lambda: pool.idle_connections)

    async def look_at_admissions(self) -> None:
        """Look up who may be here: banned guests are disconnected, and everybody is told of maintenance."""
        before = self.admissions.begins
        await self.admissions.refresh()
        await self.look_up_gone()
        for viewer in self.lobby.all_viewers():
            if self.admissions.banned(viewer.guest.id, viewer.address):
                viewer.send_away(Sentence("table.banned"))
            elif before != self.admissions.begins:
                viewer.tell(MaintenanceNotice(seconds=self.admissions.seconds_left))

    async def look_up_gone(self) -> None:
        """Learn which guests were deleted, by another process too: nothing here is theirs any more."""
        if gone := await self.guests.look_up_gone():
            self.forget_guests(gone)

    def forget_guests(self, gone: Collection[str]) -> None:
        """End the connections of guests who were deleted, and drop the reviews that may have their names in them."""
        self.reviews.forget()
        for viewer in self.lobby.all_viewers():
            if viewer.guest.id in gone:
                viewer.send_away()

    async def keep_admissions(self) -> None:
        """The same every few seconds, for what another process has changed; for ever."""
        while True:
            await self.config.clock.sleep(LOOK_EVERY)
            try:
                await self.look_at_admissions()
            except Exception as error:
                report("the bans could not be looked up", error)

    async def keep_swept(self) -> None:
        """Overwrite what deleted guests have left in the database's files, soon after each; for ever.

        The first time is at the start, since the process before may have ended too early. It takes at most a hundredth
        of the time, however often guests have their data deleted.
        """
        clock = self.config.clock
        self.to_sweep.set()
        again_at = clock.monotonic()
        while True:
            await self.to_sweep.wait()
            if (pause := again_at - clock.monotonic()) > 0:
                await clock.sleep(pause)
            self.to_sweep.clear()
            began = clock.monotonic()
            try:
                await self.store.sweep()
            except DatabaseError:
                self.to_sweep.set()
            ended = clock.monotonic()
            again_at = ended + max(SWEEP_EVERY, 100 * (ended - began))

    async def keep_archive(self) -> None:
        """Archive finished games, if the settings say after how many days; for ever."""
        days = self.config.archive_after
        after = None if days is None else days * DAY

        def count() -> None:
            self.counts.update(["games archived"])

        await Archiver(self.lobby, self.archive, after=after, archived=count).keep()

    async def disk_works(self) -> bool:
        """Whether the disk can be written; checked at most once every few seconds."""
        now = self.config.clock.monotonic()
        if self._disk is None or now - self._disk[0] > DISK_EVERY:
            self._disk = (now, asyncio.ensure_future(self._write()))
        return await asyncio.shield(self._disk[1])

    async def _write(self) -> bool:
        try:
            async with self.config.clock.time_limit(DISK_TIME_LIMIT):
                await self.store.beat(self.config.clock.now())
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
            async with self.config.clock.time_limit(HAND_OVER):
                await self.cluster.leases.leave()
        except (DatabaseError, TimeoutError):
            pass  # The leases run out by themselves.

    async def stop(self) -> None:
        await self.hand_over()
        await self.lobby.close()
        await self.bots.stop()
        await self.reviews.close()
        self.library.close()
        self.study.close()
        self.companions.close()
        self.store.close()
        if self.cluster is not None:
            self.cluster.close()
        self.folder.close()

    def address(self, path: str) -> str:
        """The public URL of a path on this server."""
        return (self.config.public_url or self.config.local_url).rstrip("/") + path


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
