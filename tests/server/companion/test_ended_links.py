"""A companion that was joined by a link is left when the link has ended, and takes nobody's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from tests.server.companion.companion_client import SETUP

from greycells.protocol.companion_entries import CompanionGame
from greycells.server.companion.stored_games import KIND, LINK_DAYS, MOST_GAMES, CompanionGames
from greycells.server.errors.declined import Declined
from greycells.server.storage.table_store import Store
from greycells.server.system.durations import DAY

P = ParamSpec("P")
T = TypeVar("T")


class Club:
    """Companions without a server, on a day that the test sets; Ada's are followed by Grace."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 0.0
        self.games = CompanionGames(store, lambda: self.now, self._here)

    async def _here(self, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        return work(*args, **named)

    async def new(self, guest: str) -> str:
        return (await self.games.create(guest, CompanionGame(1, SETUP))).id

    async def follows(self) -> str:
        """Grace follows another game of Ada's."""
        link = await self.games.make_link("ada", await self.new("ada"), "read")
        return await self.games.join("grace", (link.path or "").removeprefix("/follow/"))

    async def kept(self, guest: str) -> set[str]:
        return {document.name for document in await self.store.documents_of(guest, KIND)}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    store = Store(tmp_path / "log.db")
    yield Club(store)
    store.close()


async def test_a_game_whose_link_has_ended_can_be_left(club: Club) -> None:
    game = await club.follows()
    club.now += (LINK_DAYS + 1) * DAY
    assert await club.games.games_of("grace") == []
    await club.games.delete("grace", game)
    assert await club.kept("grace") == set()
    assert await club.kept("ada") == {game}
    with pytest.raises(Declined):
        await club.games.delete("grace", game)


async def test_games_whose_links_have_ended_make_room(club: Club) -> None:
    own = await club.new("grace")
    for _ in range(MOST_GAMES - 2):
        await club.follows()
    club.now += LINK_DAYS * DAY / 2
    later = await club.follows()
    with pytest.raises(Declined):
        await club.new("grace")
    club.now += LINK_DAYS * DAY / 2 + 1
    new = await club.new("grace")
    assert await club.kept("grace") == {own, later, new}
