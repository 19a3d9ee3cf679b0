"""The service: everything that one server process has, put together from its settings."""

from __future__ import annotations

import importlib.util
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from greycells.players.registry import LEVELS
from greycells.rules.sentences import Sentence
from greycells.server.bots import COMMAND, Bots
from greycells.server.conduct import Customs
from greycells.server.lobby import Lobby
from greycells.server.opening import House
from greycells.server.pace import DAY, Pace
from greycells.server.people import Guests, Moderation, signing_key
from greycells.server.room import Room
from greycells.server.store import Store, StoreError

STAND_IN = "inspector"


@dataclass(frozen=True, slots=True)
class Config:
    """How a server is set up. Every setting is described in `docs/hosting.md`."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
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
    notice: float = 60.0
    now: Callable[[], float] = time.time

    @property
    def origin(self) -> str | None:
        """The origin of the public address."""
        if self.public_url is None:
            return None
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}"


def levels() -> tuple[str, ...]:
    """The levels of our own players that this installation has, from gentle to formidable."""
    return tuple(name for name, place in LEVELS.items() if importlib.util.find_spec(place.partition(":")[0]))


@dataclass(slots=True)
class Service:
    """One server process. Records are read in the library, help and reviews are worked out in the study."""

    config: Config
    store: Store
    bots: Bots
    house: House
    lobby: Lobby
    guests: Guests
    moderation: Moderation
    counts: Counter[str] = field(default_factory=Counter[str])
    library: Room = field(default_factory=lambda: Room("library"))
    study: Room = field(default_factory=lambda: Room("study"))

    @classmethod
    def start(cls, config: Config) -> Service:
        """Open the data folder, or make it; a StoreError says why not."""
        try:
            config.data.mkdir(parents=True, exist_ok=True)
            key = signing_key(config.data)
        except OSError as error:
            raise StoreError(Sentence("store.folder", folder=str(config.data), why=error.strerror or "")) from error
        store = Store(config.data / "greycells.db")
        workers = config.bot_workers or max(1, (os.cpu_count() or 2) - 1)
        bots = Bots(workers=workers, time_limit=config.bot_seconds, command=config.bot_command)
        known = levels()
        customs = Customs(known, STAND_IN if STAND_IN in known else known[-1], config.grace)
        house = House(
            store,
            bots,
            customs,
            Pace(factor=config.pace),
            open_for=config.open_for,
            play_for=config.play_for,
            notice=config.notice,
            now=config.now,
        )
        moderation = Moderation(factor=config.limits_factor)
        return cls(config, store, bots, house, Lobby(house), Guests(key, store), moderation)

    async def stop(self) -> None:
        await self.lobby.close()
        await self.bots.stop()
        self.library.close()
        self.study.close()
        self.store.close()

    def address(self, path: str) -> str:
        """A link to somewhere on this server, as the public knows it."""
        base = self.config.public_url or f"http://{self.config.host}:{self.config.port}"
        return base.rstrip("/") + path
