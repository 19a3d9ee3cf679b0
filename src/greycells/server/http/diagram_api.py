"""The rule diagrams of an edition over HTTP."""

from __future__ import annotations

from greycells.editions import load, names
from greycells.server.http.endpoints import Endpoint, GuestRequest
from greycells.server.http.how_to_play import how_to_play
from greycells.server.http.rule_diagrams import RuleDiagrams, moments
from greycells.server.tables.permissions import Declined, DeclineReason


async def drawings(visit: GuestRequest) -> RuleDiagrams:
    """The drawings beside the rules, each with its sentence in the reader's language."""
    key = visit.path("edition")
    if key not in names():
        raise Declined("no such plan", DeclineReason.INVALID, what=key[:24])
    return RuleDiagrams(tuple(moment.drawing() for moment in moments(key)), how_to_play(load(key)))


DRAWN: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/editions/{edition}/drawings", drawings, "Rules in drawings", reply=RuleDiagrams),
)
