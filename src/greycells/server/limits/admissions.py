"""Who is let in: bans of guests and addresses, and maintenance, during which no new tables are opened.

Both are kept in the database and looked up every few seconds, so that they hold on every node of a server.
"""

from __future__ import annotations

from collections.abc import Callable

from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.limits.address_networks import address_network
from greycells.server.limits.ban_store import BanStore

LOOK_EVERY = 2.0
"""Seconds after which a ban that another process wrote is known here."""


class Admissions:
    """The bans and the maintenance that hold now."""

    def __init__(self, store: BanStore, now: Callable[[], float]) -> None:
        self.store = store
        self._now = now
        self._banned: frozenset[tuple[str, str]] = frozenset()
        self.begins: float | None = None
        """When maintenance begins."""

    async def refresh(self) -> None:
        """Look up what holds."""
        self._banned = frozenset((ban.kind, ban.who) for ban in await self.store.bans())
        self.begins = await self.store.maintenance()

    def banned(self, guest: str | None, address: str) -> bool:
        if not self._banned:
            return False
        return ("guest", guest or "") in self._banned or ("address", address_network(address)) in self._banned

    def check(self, guest: str | None, address: str) -> None:
        """Declined if a guest or an address is banned."""
        if self.banned(guest, address):
            raise Declined("banned", DeclineReason.FORBIDDEN)

    @property
    def seconds_left(self) -> int | None:
        """How long it is until maintenance begins, at least 0; None if there is none."""
        return None if self.begins is None else max(0, round(self.begins - self._now()))

    def check_new_table(self) -> None:
        """Declined while no new tables are opened."""
        if self.begins is not None:
            raise Declined("maintenance", DeclineReason.UNAVAILABLE)
