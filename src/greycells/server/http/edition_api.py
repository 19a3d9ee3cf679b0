"""Editions over HTTP: what is printed in their boxes, and on which questions their rulebooks differ."""

from __future__ import annotations

from greycells.editions import names
from greycells.rules.sentences import language
from greycells.server.http.edition_views import Differences, EditionView, differing, edition_view
from greycells.server.http.endpoints import Endpoint, GuestRequest
from greycells.server.tables.permissions import Declined, DeclineReason


async def edition(visit: GuestRequest) -> EditionView:
    key = visit.path("edition")
    if key not in names():
        raise Declined("no such plan", DeclineReason.INVALID, what=key[:24])
    return edition_view(key, language())


async def compared(_: GuestRequest) -> Differences:
    return differing()


PRINTED: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/editions/{edition}", edition, "An edition's board, cards and rules", reply=EditionView),
    Endpoint("GET", "/api/rules", compared, "On which questions the rulebooks differ", reply=Differences),
)
