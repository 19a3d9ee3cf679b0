"""What companions keep of guests: their games at real tables, and the links to these."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, json
from msgspec.structs import replace

from greycells.protocol.guest_data import GuestData, document_data
from greycells.server.companion.stored_games import KIND, LINK_KIND, LINKS
from greycells.server.service.feature_guest_data import ALL, Asking, Forget, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.storage.database import SqlConnection
from greycells.server.workers.slow_work import slow_work


class KeptCompanions(KeptOfGuests):
    """The links name the guest, but aren't found by the guest's number: they are kept under their hash alone."""

    kinds = (KIND, LINK_KIND)

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        names = await _links(service, asking)
        links = [await service.store.document(LINKS, LINK_KIND, name) for name in names]
        found = tuple(document_data(*link) for link in links if link is not None)
        return replace(data, documents=(*data.documents, *found))

    async def forget(self, service: Service, guest: str) -> Forget:
        links = [(LINKS, LINK_KIND, link) for link in await _links(service, Asking(guest, ""))]

        def work(connection: SqlConnection) -> None:
            connection.executemany("DELETE FROM documents WHERE guest = ? AND kind = ? AND name = ?", links)

        return work


class _Linked(Struct):
    """What matters of a stored companion when it is deleted: the links that lead to it."""

    links: tuple[str, ...] = ()


async def _links(service: Service, asking: Asking) -> list[str]:
    guest, address = asking
    games = await service.store.documents_of(guest, KIND, limit=ALL)
    return await service.companions.ask(guest, address, links_in, [game.body for game in games])


@slow_work
def links_in(bodies: Sequence[bytes]) -> list[str]:
    """The links to stored companion games."""
    return [link for body in bodies for link in json.decode(body, type=_Linked).links]
