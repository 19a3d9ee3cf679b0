"""Editions over HTTP: what is printed in their boxes, and on which questions their rulebooks differ."""

from __future__ import annotations

from greycells.language.sentences import language
from greycells.protocol.rulebook_messages import Differences, EditionView
from greycells.server.rulebook.edition_views import differing, edition_view
from greycells.server.web.endpoints import Endpoint, GuestRequest, asked_edition


async def edition(request: GuestRequest) -> EditionView:
    asked = asked_edition(request)
    return edition_view(asked.key, language(), asked.house_rules)


async def compared(_: GuestRequest) -> Differences:
    return differing()


API: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/editions/{edition}",
        edition,
        "An edition's board, cards and rules",
        reply=EditionView,
        fixed="by path",
    ),
    Endpoint(
        "GET", "/api/rules", compared, "On which questions the rulebooks differ", reply=Differences, fixed="by route"
    ),
)
