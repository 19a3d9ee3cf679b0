"""The page that explains every figure of a review, for people who have just read one."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, Response

from greycells.rules.sentences import Sentence
from greycells.server.http.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.pages.page_layout import page

FIGURES = ("chances", "bits", "question", "loss", "accuracy", "luck", "proof", "limits")
"""What is explained, in order, by the keys of the catalogue."""


async def review_guide(visit: GuestRequest) -> Response:
    """Every figure of a review: what it means, and what it can't say."""
    await visit.guest()
    sections = "".join(
        f"<section><h2>{escape(str(Sentence(f'guide.{figure}')))}</h2>"
        f"<p>{escape(str(Sentence(f'guide.{figure} text')))}</p></section>"
        for figure in FIGURES
    )
    lead = f'<p class="lead">{escape(str(Sentence("guide.lead")))}</p>'
    home = f'<p><a href="/">{escape(str(Sentence("page.home")))}</a></p>'
    return HTMLResponse(page(str(Sentence("guide.title")), lead + sections + home, like="about"))


GUIDES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/review-explained", review_guide, "What every figure of a review means", reply=HTML),
)
