"""How many links a guest may have to games, and that each of them can be found, ended and deleted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from greycells.server.errors.declined import Declined
from greycells.server.game_sources.shared_links import MOST_LINKS, StoredShare, links_of, make_link, revoke, shared_game
from greycells.server.storage.table_store import Store

SHARE = StoredShare(1.0, "classic", table="table")


async def test_links_that_were_made_at_once_over_the_limit_are_listed_and_can_be_ended(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    for _ in range(MOST_LINKS - 1):
        await make_link(store, "ada", SHARE)
    both = await asyncio.gather(make_link(store, "ada", SHARE), make_link(store, "ada", SHARE))
    listed = {name for name, _ in await links_of(store, "ada")}
    assert len(listed) == MOST_LINKS + 1
    for name, token in both:
        assert name in listed
        assert await shared_game(store, token) == SHARE
    with pytest.raises(Declined, match="100"):
        await make_link(store, "ada", SHARE)
    for name in listed:
        await revoke(store, "ada", name)
    assert not await links_of(store, "ada")
    store.close()
