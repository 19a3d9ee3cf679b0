"""What is kept of guests with records: those that they uploaded, and the links by which they share games."""

from __future__ import annotations

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.protocol.guest_data import GuestData, GuestDataSummary, UploadData
from greycells.server.game_sources.shared_links import KIND, OWNER_KIND, OWNERS, links_of
from greycells.server.game_sources.upload_quotas import uploaded, uploads_of
from greycells.server.service.feature_guest_data import ALL, Asking, Forget, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.storage.database import SqlConnection
from greycells.server.tables.guest import Guest


class KeptRecords(KeptOfGuests):
    """Uploads, and links to shared games with the documents that say whose they are."""

    columns = (("uploads", "guest"),)
    kinds = (KIND, OWNER_KIND)

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        database = service.store.database
        found = [
            UploadData(id=record_id, at=at, edition=edition, record=await uploaded(database, record_id) or "")
            for record_id, at, edition in await uploads_of(database, asking.guest, limit=ALL)
        ]
        return replace(data, uploads=tuple(found))

    async def summed_up(self, service: Service, guest: Guest, summary: GuestDataSummary) -> GuestDataSummary:
        uploads = len(await uploads_of(service.store.database, guest.id, limit=ALL))
        if not uploads:
            return summary
        return replace(summary, uploads=uploads, kept=(*summary.kept, str(Sentence("mydata.uploads", uploads=uploads))))

    async def forget(self, service: Service, guest: str) -> Forget:
        links = [(OWNERS, OWNER_KIND, name) for name, _ in await links_of(service.store, guest)]

        def work(connection: SqlConnection) -> None:
            connection.executemany("DELETE FROM documents WHERE guest = ? AND kind = ? AND name = ?", links)

        return work
