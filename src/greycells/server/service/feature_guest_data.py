"""What a feature keeps of guests: each says it in its own `guest_data.py`, and `my_data` puts it together."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.server.service.service import Service
from greycells.server.storage.database import SqlConnection
from greycells.server.tables.guest import Guest

ALL = 10_000_000
Forget: TypeAlias = Callable[[SqlConnection], None]
"""What is done in the transaction that erases a guest, before the guest's rows are deleted."""


class Asking(NamedTuple):
    """For whom data are put together, and from where they were asked for: a work queue is shared fairly."""

    guest: str
    address: str


class KeptOfGuests:
    """What one feature keeps of guests; it overrides what it has to tell and to forget."""

    columns: tuple[tuple[str, str], ...] = ()
    """Tables, and the column that holds the guest's id: these rows are deleted."""
    kinds: tuple[str, ...] = ()
    """The kinds of its documents, which are told and deleted with all other documents."""

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        """The download, with this feature's part."""
        del service, asking
        return data

    async def summed_up(self, service: Service, guest: Guest, summary: GuestDataSummary) -> GuestDataSummary:
        """The summary, with this feature's part."""
        del service, guest
        return summary

    async def forget(self, service: Service, guest: str) -> Forget:
        """Prepare to erase a guest: what is to be done besides deleting the rows."""
        del service, guest
        return lambda _: None
