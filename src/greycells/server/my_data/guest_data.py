"""What is kept of guests as documents, whatever feature they are of."""

from __future__ import annotations

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.protocol.guest_data import GuestData, GuestDataSummary, document_data
from greycells.server.service.feature_guest_data import ALL, Asking, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.tables.guest import Guest


class KeptDocuments(KeptOfGuests):
    """All that features keep as documents under the guest's number, whatever their form."""

    columns = (("documents", "guest"),)

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        found = await service.store.documents_of(asking.guest, limit=ALL)
        return replace(data, documents=tuple(document_data(*document) for document in found))

    async def summed_up(self, service: Service, guest: Guest, summary: GuestDataSummary) -> GuestDataSummary:
        documents = await service.store.number_of_documents(guest.id)
        if not documents:
            return summary
        kept = str(Sentence("mydata.documents", documents=documents))
        return replace(summary, documents=documents, kept=(*summary.kept, kept))
