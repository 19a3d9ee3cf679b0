"""The page that explains every number in a review; it works without JavaScript."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from starlette.responses import HTMLResponse, Response

from greycells.protocol.review_messages import GuideFigure, ReviewGuide
from greycells.server.reviews.guide_text import review_guide_text
from greycells.server.web.endpoints import HTML, Endpoint, GuestRequest
from greycells.server.web.page_frame import page


async def review_guide(request: GuestRequest) -> Response:
    """What every number in a review means."""
    await request.guest()
    told = review_guide_text()
    links = _listed(f'<a href="#{figure.key}">{escape(figure.title)}</a>' for figure in told.figures)
    body = (
        f'<p class="lead">{escape(told.lead)}</p><nav class="contents" aria-label="{escape(told.contents)}">{links}'
        f"</nav>{''.join(_section(told, figure) for figure in told.figures)}"
    )
    return HTMLResponse(page(told.title, body, "review/review_guide.js", like="about explained"))


def _section(told: ReviewGuide, figure: GuideFigure) -> str:
    points = _listed(map(escape, figure.points), "points") if figure.points else ""
    formula = "".join(f"<p>{escape(line)}</p>" for line in figure.formula)
    return (
        f'<section id="{figure.key}"><h2>{escape(figure.title)}</h2><p>{escape(figure.text)}</p>{points}'
        f'<h3>{escape(told.formula)}</h3><div class="formula">{formula}</div>'
        f"<h3>{escape(told.limits)}</h3>{_listed(map(escape, figure.limits), 'limits')}</section>"
    )


def _listed(lines: Iterable[str], name: str = "") -> str:
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f'<ul class="{name}">{items}</ul>' if name else f"<ul>{items}</ul>"


PAGES: tuple[Endpoint, ...] = (
    Endpoint("GET", "/explained", review_guide, "What every number in a review means", reply=HTML, fixed="by route"),
)
