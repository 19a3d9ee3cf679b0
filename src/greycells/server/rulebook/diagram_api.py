"""The rule diagrams of an edition over HTTP."""

from __future__ import annotations

from greycells.protocol.rulebook_messages import RuleDiagrams
from greycells.server.rulebook.diagrams import moments
from greycells.server.rulebook.how_to_play import how_to_play
from greycells.server.web.endpoints import Endpoint, GuestRequest, asked_edition


async def drawings(request: GuestRequest) -> RuleDiagrams:
    """The drawings beside the rules, each with its sentence in the reader's language."""
    asked = asked_edition(request)
    return RuleDiagrams(tuple(moment.drawing() for moment in moments(asked.key)), how_to_play(asked))


API: tuple[Endpoint, ...] = (
    Endpoint(
        "GET", "/api/editions/{edition}/drawings", drawings, "Rules in drawings", reply=RuleDiagrams, fixed="by path"
    ),
)
