"""A renewal is safe to repeat: a node whose database answers too late, or not at all, still becomes a node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest
from tests.server.moved_clock import MovedClock

from greycells.server.nodes.leases import NodeLeases
from greycells.server.storage.database import DatabaseError, SqlConnection
from greycells.server.storage.postgres_database import PostgresDatabase

T = TypeVar("T")


class Unheard(PostgresDatabase):
    """A database that does every job, but whose next answer is lost."""

    is_lost = False

    def write(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        return asyncio.ensure_future(self._told(super().write(work)))

    async def _told(self, written: asyncio.Future[T]) -> T:
        answer = await written
        if self.is_lost:
            self.is_lost = False
            raise DatabaseError("the connection was lost after the commit")
        return answer


async def test_a_node_joins_though_it_never_heard_that_it_had(postgres_url: str) -> None:
    database = Unheard(postgres_url, connections=1)
    try:
        leases = NodeLeases(database, database, address="127.0.0.1:1", lease=3600.0, clock=MovedClock())
        database.is_lost = True
        with pytest.raises(DatabaseError):
            await leases.join()
        assert not leases.valid
        name = leases.node
        await leases.join()
        assert leases.valid
        assert (leases.node, leases.living) == (name, {name})
    finally:
        database.close()
