"""The screens of replays: of a game here, of an uploaded record, and of a game that somebody shares."""

from __future__ import annotations

from greycells.language.sentences import Sentence
from greycells.server.errors.declined import Declined
from greycells.server.game_sources.shared_links import shared_game
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.link_previews import LinkPreview, edition_title
from greycells.server.web.screens import screen, screens

REPLAY = "replay/replay.js"


async def shared_preview(request: GuestRequest) -> LinkPreview | None:
    """What a shared game's link shows; nothing of a link that no longer works."""
    try:
        share = await shared_game(request.service.store, request.path("link"))
    except Declined:
        return None
    return of_shared_game(request.path("link"), share.edition)


def of_shared_game(token: str, edition: str) -> LinkPreview:
    """A game that somebody shares: who played it stands on the page, if its names aren't hidden, and not here."""
    heading = str(Sentence("preview.shared", edition=edition_title(edition)))
    return LinkPreview(heading, str(Sentence("preview.shared note")), f"/shared/{token}", edition)


PAGES: tuple[Endpoint, ...] = (
    *screens(
        ("/replay/{table}", REPLAY, "The replay of a game"),
        ("/record/{record}", REPLAY, "The replay of an uploaded record"),
    ),
    Endpoint(
        "GET",
        "/shared/{link}",
        screen(REPLAY, preview=shared_preview),
        "The replay of a game that somebody shares",
        reply=HTML,
    ),
)
