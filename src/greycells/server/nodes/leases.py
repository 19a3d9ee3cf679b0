"""Which node runs a table: a lease with an epoch, kept in the database and counted by the database's clock.

A node renews one row every second; as long as it does, the tables that carry its name are its own. When it does not,
any other node takes a table over with the next epoch, and whatever the old one still wants to append is refused
(`Store.append`). A node that was only asleep can therefore never write, whatever it believes.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import Protocol

from greycells.errors import GreycellsError
from greycells.server.errors.causes import cause_of
from greycells.server.nodes.node_facts import NodeFacts, facts_of, serving, told_with
from greycells.server.storage.database import Database, DatabaseError, SqlConnection, row_as
from greycells.server.system.metrics import LEASE_COUNTERS
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.tables.table_log import ALONE, Fence

log = logging.getLogger("greycells.server")
LEASE = 3.0
"""After so many seconds without a renewal others may take a node's tables."""
RENEW_EVERY = 0.5
"""Seconds between two renewals; six of them fit into a shorter lease."""
NOW = "extract(epoch FROM clock_timestamp())::float8"
FORGET_AFTER = 3600.0


class RunsElsewhere(GreycellsError):
    """Another node runs this table: its name, and its address among the nodes."""

    def __init__(self, node: str, address: str) -> None:
        super().__init__(node)
        self.node = node
        self.address = address


class Leases(Protocol):
    """Whether a table is ours to run."""

    @property
    def node(self) -> str:
        """The name of this node; empty where there is only one."""
        ...

    @property
    def valid(self) -> bool:
        """Whether this node may run anything now."""
        ...

    @property
    def apart(self) -> bool:
        """Whether this node runs no tables, because it and others don't reach one another."""
        ...

    @property
    def leads(self) -> bool:
        """Whether this node does what only one node should do."""
        ...

    def now(self) -> float:
        """The time of the database, as well as this node knows it."""
        ...

    async def take(self, table: str) -> Fence | None:
        """Run a table from now on; None if there is none. Raises RunsElsewhere."""
        ...

    async def release(self, table: str, fence: Fence) -> None:
        """Let any other node run a table."""
        ...

    async def give(self, table: str, fence: Fence, node: str) -> None:
        """Let this other node run a table, and nobody else as long as it lives."""
        ...

    async def recall(self, table: str) -> None:
        """Take a table from another node, for the node that asks for it next: its log is to be read again."""
        ...

    async def held(self) -> frozenset[tuple[str, int]] | None:
        """The tables of this node by id and epoch, as the database has them; None where there is only one node."""
        ...

    def for_new_table(self) -> Fence:
        """The fence of a table that this node opens."""
        ...

    def check_serving(self, work: str) -> None:
        """Raise RunsElsewhere if this node runs no tables now."""
        ...

    def home_of(self, work: str) -> RunsElsewhere | None:
        """Which node does a work that belongs to no table, so that it is done once; None if this one does."""
        ...


class OneNode:
    """The only node: every table is its own, and nobody is asked."""

    node = ""
    valid = leads = True
    apart = False

    def now(self) -> float:
        return 0.0

    async def take(self, table: str) -> Fence | None:
        del table
        return ALONE

    async def release(self, table: str, fence: Fence) -> None:
        del table, fence

    async def give(self, table: str, fence: Fence, node: str) -> None:
        del table, fence, node

    async def recall(self, table: str) -> None:
        del table

    async def held(self) -> frozenset[tuple[str, int]] | None:
        return None

    def for_new_table(self) -> Fence:
        return ALONE

    def check_serving(self, work: str) -> None:
        del work

    def home_of(self, work: str) -> RunsElsewhere | None:
        del work
        return None


class NodeLeases:
    """The leases of one of several nodes. `renewals` is a database of their own, so that no other job delays them.

    `tell` and `tables` give what the other nodes should know of this one, `hear` gets what they tell, and `lapsed` is
    called when the lease was lost: all tables of this node are other nodes' by then.
    """

    def __init__(
        self,
        database: Database,
        renewals: Database,
        *,
        address: str,
        lease: float = LEASE,
        clock: SystemClock = SYSTEM_CLOCK,
    ) -> None:
        self.clock = clock
        self.node = self._new_name()
        self.address = address
        self.nodes: tuple[NodeFacts, ...] = ()
        self.serving: frozenset[str] = frozenset()
        """The nodes that run tables, because they reach one another."""
        self.unreached: frozenset[str] = frozenset()
        self.leaving = False
        self.tell: Callable[[], str] = str
        self.tables: Callable[[], int] = int
        self.hear: Callable[[Iterable[str]], None] = lambda _: None
        self._database = database
        self._renewals = renewals
        self._lease = lease
        self._every = min(RENEW_EVERY, lease / 6)
        self._good_until = float("-inf")
        self._ahead = 0.0
        self._gone: dict[str, asyncio.Event] = {}
        self._was_apart = False
        self.counts = Counter(dict.fromkeys(LEASE_COUNTERS, 0))
        self.renewed_in = 0.0
        """How long the latest renewal took."""

    def _new_name(self) -> str:
        """A name that nobody had; the oldest node's comes first."""
        return f"{int(self.clock.now()):08x}{token_hex(3)}"

    @property
    def seconds_left(self) -> float:
        """For how long this node's lease is good if it isn't renewed."""
        return max(0.0, self._good_until - self.clock.monotonic())

    @property
    def valid(self) -> bool:
        return not self.leaving and self.clock.monotonic() < self._good_until

    @property
    def leads(self) -> bool:
        return self.valid and self.node == min(self.serving, default="")

    @property
    def living(self) -> frozenset[str]:
        """The nodes whose lease is good."""
        return frozenset(node.name for node in self.nodes)

    @property
    def apart(self) -> bool:
        """Whether this node runs no tables, because it and others don't reach one another."""
        return bool(self.address) and self.node in self.living and self.node not in self.serving

    def cannot_reach(self, nodes: Iterable[str]) -> None:
        """These nodes didn't answer: the others are told, and nobody waits for their answers any longer."""
        self.unreached = frozenset(nodes)
        for name in self.unreached & self._gone.keys():
            self._gone.pop(name).set()

    def now(self) -> float:
        return self.clock.monotonic() + self._ahead

    def gone(self, node: str) -> asyncio.Event:
        """Set when another node's lease has ended, or it can't be reached: nobody needs to wait for its answer."""
        return self._gone.setdefault(node, asyncio.Event())

    async def join(self) -> None:
        """Become a node."""
        await self._renew(new=True)
        log.info("lease: node %s at %s has joined", self.node, self.address)

    async def keep(self, lapsed: Callable[[], object]) -> None:
        """Renew the lease, and notice when it is lost; for ever."""
        renewing: asyncio.Task[None] | None = None
        was_valid = was_renewed = True
        while True:
            if renewing is None:
                renewing = asyncio.create_task(self._renew(new=not was_valid))
            await asyncio.wait({renewing}, timeout=self._every)
            if renewing.done():
                error = renewing.exception()
                self.counts["lease renewals failed" if error is not None else "lease renewals"] += 1
                if error is not None and not isinstance(error, DatabaseError):
                    raise error
                if error is not None and was_renewed:
                    cause, left = cause_of(error), self.seconds_left
                    log.warning("lease: not renewed, %.1f s left: %s", left, cause, extra={"cause": cause})
                renewing, was_renewed = None, error is None
            if was_valid and not self.valid and not self.leaving:
                self.counts["leases lost"] += 1
                log.warning("lease: node %s has lost its own, others may take its tables", self.node)
                self.node = self._new_name()  # Whatever carries the old name is lost, even if nobody has taken it yet.
                lapsed()
            if not was_valid and self.valid:
                log.warning("lease: node %s has a new one", self.node)
            was_valid = self.valid
            await self.clock.sleep(self._every if renewing is None else 0)

    async def _renew(self, *, new: bool) -> None:
        if self.leaving:
            return
        node, address, lease, sent = self.node, self.address, self._lease, self.clock.monotonic()
        told = told_with(self.tell(), unreached=self.unreached, tables=self.tables())

        def work(connection: SqlConnection) -> list[tuple[object, ...]]:
            if new:
                connection.execute(f"DELETE FROM nodes WHERE until < {NOW} - ?", (FORGET_AFTER,))
                # The row may be there already: the answer to an earlier attempt was lost, or came after the lease.
                query = (
                    f"INSERT INTO nodes VALUES (?, ?, {NOW} + ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until, counts = EXCLUDED.counts"
                )
                connection.execute(query, (node, address, lease, told))
            else:
                query = f"UPDATE nodes SET until = {NOW} + ?, counts = ? WHERE id = ? AND until > {NOW}"
                connection.execute(query, (lease, told, node))
            query = f"SELECT id, counts, {NOW}, address FROM nodes WHERE until > {NOW} ORDER BY id"
            return connection.execute(query).fetchall()

        rows = [row_as(tuple[str, str, float, str], row) for row in await self._renewals.write(work)]
        self.renewed_in = self.clock.monotonic() - sent
        living = {name: counts for name, counts, _, _ in rows}
        self.nodes = tuple(facts_of(name, where, counts) for name, counts, _, where in rows)
        if node == self.node and node in living:
            self._good_until = sent + lease
            self._ahead = rows[0][2] - self.clock.monotonic()
        elif node == self.node:
            self._good_until = float("-inf")
        self._look_who_serves()
        self.hear(counts for name, counts in living.items() if name != node)
        for name in [name for name in self._gone if name not in living]:
            self._gone.pop(name).set()

    def _look_who_serves(self) -> None:
        self.serving = frozenset(node.name for node in serving(self.nodes))
        if self.apart != self._was_apart:
            self._was_apart = self.apart
            words = "and others don't reach one another: it runs no tables" if self.apart else "runs tables again"
            log.warning("nodes: node %s at %s %s", self.node, self.address, words)

    async def take(self, table: str) -> Fence | None:
        for _ in range(3):
            if not self.valid:
                raise DatabaseError("this node's lease has run out")
            node = self.node
            query = (
                f"SELECT tables.node, nodes.address, nodes.until > {NOW} FROM tables"
                " LEFT JOIN nodes ON nodes.id = tables.node WHERE tables.id = ?"
            )
            found = await self._database.read(lambda connection: connection.execute(query, (table,)).fetchall())  # noqa: B023
            if not found:
                return None
            holder, address, alive = found[0]
            if alive and holder != node:
                raise RunsElsewhere(str(holder), str(address))
            self.check_serving(table)
            epoch = await self._database.write(lambda connection: _take_over(connection, table, node))  # noqa: B023
            if epoch is not None:
                self.counts["tables taken"] += 1
                _log_taken(table, str(holder), Fence(node, epoch))
                return Fence(node, epoch)
        raise DatabaseError("other nodes were faster")

    async def release(self, table: str, fence: Fence) -> None:
        query = "UPDATE tables SET node = '' WHERE id = ? AND node = ? AND epoch = ?"
        await self._database.write(lambda connection: connection.execute(query, (table, *fence)).rowcount)

    async def give(self, table: str, fence: Fence, node: str) -> None:
        query = "UPDATE tables SET node = ? WHERE id = ? AND node = ? AND epoch = ?"
        await self._database.write(lambda connection: connection.execute(query, (node, table, *fence)).rowcount)
        self.counts["tables handed over"] += 1
        log.info("lease: table %s given to node %s", table, node, extra={"table": table})

    async def recall(self, table: str) -> None:
        query = "UPDATE tables SET node = '', epoch = epoch + 1 WHERE id = ? AND node NOT IN ('', ?)"
        await self._database.write(lambda connection: connection.execute(query, (table, self.node)).rowcount)

    async def held(self) -> frozenset[tuple[str, int]] | None:
        query = "SELECT id, epoch FROM tables WHERE node = ?"
        rows = await self._database.read(lambda connection: connection.execute(query, (self.node,)).fetchall())
        return frozenset(row_as(tuple[str, int], row) for row in rows)

    def for_new_table(self) -> Fence:
        return Fence(self.node, 1)

    def check_serving(self, work: str) -> None:
        """Raise RunsElsewhere if this node runs no tables now: another one does."""
        if self.apart and (home := self.home_of(work)) is not None:
            raise home

    def home_of(self, work: str) -> RunsElsewhere | None:
        """Rendezvous hashing: every node picks the same one, and only the work of a node that is gone moves."""
        known = {node.name: node.address for node in self.nodes if node.name in self.serving}
        home = max(known, key=lambda node: hashlib.sha256(f"{node} {work}".encode()).digest(), default=self.node)
        return None if home == self.node else RunsElsewhere(home, known[home])

    async def let_go(self) -> None:
        """Let the other nodes have all tables of this one, which goes on without any."""
        query = "UPDATE tables SET node = '' WHERE node = ?"
        await self._database.write(lambda connection: connection.execute(query, (self.node,)).rowcount)

    async def leave(self) -> None:
        """Let the others have everything at once."""
        self.leaving = True
        node = self.node

        def work(connection: SqlConnection) -> None:
            connection.execute("UPDATE tables SET node = '' WHERE node = ?", (node,))
            connection.execute("DELETE FROM nodes WHERE id = ?", (node,))

        await self._renewals.write(work)

    def close(self) -> None:
        self._renewals.close()


def _log_taken(table: str, holder: str, fence: Fence) -> None:
    """A table whose node let it go, or that was asleep, is nothing unusual; one whose node is gone, is."""
    node, epoch = fence
    about = {"table": table, "epoch": epoch}
    if holder in ("", node):
        log.info("lease: table %s taken by node %s in epoch %d", table, node, epoch, extra=about)
    else:
        log.warning("lease: table %s taken over from node %s, whose lease ended", table, holder, extra=about)


def _take_over(connection: SqlConnection, table: str, node: str) -> int | None:
    """Take a table that nobody has, or whose node is gone; None if another node was faster.

    Two nodes that try at once wait for each other at the table's row, and the second finds the first one's name there.
    """
    taken = connection.execute(
        "UPDATE tables SET node = ?, epoch = epoch + 1 WHERE id = ? AND (node IN ('', ?)"
        f" OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = tables.node AND until > {NOW}))"
        f" AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = ? AND until > {NOW}) RETURNING epoch",
        (node, table, node, node),
    ).fetchall()
    if not taken:
        return None
    (epoch,) = row_as(tuple[int], taken[0])
    connection.execute(f"INSERT INTO leases VALUES (?, ?, ?, {NOW})", (table, epoch, node))
    return epoch
