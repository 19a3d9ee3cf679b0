"""What is kept of every guest: the name, and codes for other devices."""

from __future__ import annotations

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.server.service.feature_guest_data import Asking, Forget, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.storage.database import SqlConnection
from greycells.server.tables.guest import Guest


class KeptNames(KeptOfGuests):
    """The name. That a guest is gone is kept, so that the cookie is no longer good on any device."""

    columns = (("device_codes", "guest"), ("guests", "id"))

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        return replace(data, name=await service.store.name_of(asking.guest))

    async def summed_up(self, service: Service, guest: Guest, summary: GuestDataSummary) -> GuestDataSummary:
        del service
        return replace(summary, kept=(*summary.kept, str(Sentence("mydata.name", name=guest.name))))

    async def forget(self, service: Service, guest: str) -> Forget:
        at = service.table_services.now()

        def work(connection: SqlConnection) -> None:
            connection.execute(
                "INSERT INTO erased (game, guest, at) VALUES ('', ?, ?) ON CONFLICT (game, guest) DO NOTHING",
                (guest, at),
            )

        return work
