"""Whatever happens to a connection: it keeps nobody waiting for another one, and nothing counts as written for it."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from greycells.server.storage.database import DatabaseError
from greycells.server.storage.postgres_database import CONNECTION_TIME_LIMIT, _pass_on, _Watch  # pyright: ignore[reportPrivateUsage]


class Breaking(psycopg.Connection[tuple[object, ...]]):
    """A connection that breaks just as somebody looks at it."""

    def fileno(self) -> int:
        self.close()
        return super().fileno()


def test_a_connection_that_breaks_meanwhile_does_not_keep_a_frozen_one(postgres_url: str) -> None:
    watch = _Watch()
    try:
        with Breaking.connect(postgres_url) as broken, psycopg.connect(postgres_url) as frozen:
            watch.begin(broken)
            watch.begin(frozen)
            now = max(watch._since.values()) + CONNECTION_TIME_LIMIT + 1  # pyright: ignore[reportPrivateUsage]
            watch.look(now)
            assert broken.closed
            with pytest.raises(psycopg.OperationalError):
                frozen.execute("SELECT 1")
            watch.look(now)
            assert watch.is_alive()
    finally:
        watch.stop()


async def test_a_write_that_was_given_up_is_not_acknowledged() -> None:
    loop = asyncio.get_running_loop()
    cancelled: asyncio.Future[None] = loop.create_future()
    cancelled.cancel()
    ended: asyncio.Future[None] = loop.create_future()
    ended.set_exception(KeyboardInterrupt())
    for written in (cancelled, ended):
        answer: asyncio.Future[None] = loop.create_future()
        _pass_on(answer, written)
        with pytest.raises(DatabaseError):
            await answer
