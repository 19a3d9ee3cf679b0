"""The about text over HTTP, for the page's own script."""

from __future__ import annotations

from greycells.protocol.home_messages import About
from greycells.server.home.about_text import about_project
from greycells.server.web.endpoints import Endpoint, GuestRequest


async def about(_: GuestRequest) -> About:
    """What the project is and is not, and what is stored."""
    return about_project()


API: tuple[Endpoint, ...] = (
    Endpoint(
        "GET", "/api/about", about, "What the project is and is not, and what is stored", reply=About, fixed="by route"
    ),
)
