"""The page that explains every number in a review; it works without JavaScript."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, Response

from greycells.server.http.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.http.review_guide_text import review_guide_text
from greycells.server.pages.page_layout import page


async def review_guide(visit: GuestRequest) -> Response:
    """What every number in a review means."""
    await visit.guest()
    told = review_guide_text()
    sections = "".join(
        f"<section><h2>{escape(title)}</h2>{''.join(f'<p>{escape(point)}</p>' for point in points)}</section>"
        for title, points in told.sections
    )
    body = f'<p class="lead">{escape(told.lead)}</p>{sections}'
    return HTMLResponse(page(told.title, body, "screens/review_guide.js", like="about"))


GUIDES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/explained", review_guide, "What every number in a review means", reply=HTML),
)
