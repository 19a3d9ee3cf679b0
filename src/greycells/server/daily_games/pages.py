"""The screens of shared cases: the day's game, and a challenge."""

from __future__ import annotations

from greycells.language.sentences import Sentence
from greycells.server.shared_cases.shared_case import known_case
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.link_previews import MOST_LETTERS, LinkPreview, edition_title
from greycells.server.web.screens import screen, screens

SHARED_CASE = "daily_games/shared_case.js"


async def challenge_preview(request: GuestRequest) -> LinkPreview | None:
    """What a challenge's link shows: the edition, and who made it."""
    found = await known_case(request.service.cases, request.path("case")[:64])
    if found is None or not found[1].guest:
        return None
    by = (await request.service.guests.guest(found[1].guest)).name
    return of_challenge(found[0].id, found[0].plan.edition, by)


def of_challenge(case: str, edition: str, by: str) -> LinkPreview:
    """A challenge, with the name of the guest who made it."""
    heading = str(Sentence("preview.challenge", name=by[:MOST_LETTERS], edition=edition_title(edition)))
    return LinkPreview(heading, str(Sentence("preview.challenge note")), f"/challenge/{case}", edition)


PAGES: tuple[Endpoint, ...] = (
    *screens(
        ("/daily/game", SHARED_CASE, "The game of the day"),
        ("/daily/game/{day}", SHARED_CASE, "The game of an earlier day"),
    ),
    Endpoint("GET", "/challenge/{case}", screen(SHARED_CASE, preview=challenge_preview), "A challenge", reply=HTML),
)
