"""A review as one self-contained page: the graphs as SVG, the turning points and every decision with its loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from greycells.analysis.review.deciding_turn import decided, headline
from greycells.analysis.review.game_review import GameReview, SeatReview
from greycells.analysis.review.text import TABLE, ending, said, said_cost, scorecard, summary, table_row
from greycells.analysis.review.turning_points import TurningPoint, turning_points
from greycells.editions.translation import title
from greycells.language.sentences import Argument, called, language, number_text, percent_text

WIDTH, HEIGHT, EDGE, LABELS = 720, 300, 18, 88
"""The drawing, the space around its lines, and that of the labels at their left, which are larger on a phone."""
COLOURS = ("#b3261e", "#9a6b00", "#5f6368", "#1b7f3b", "#1a5fb4", "#6a3aa2", "#00796b", "#a0522d", "#c2185b", "#37474f")
DASHES = ("", "6 3", "2 3", "9 3 2 3")
"""Lines differ in colour and in their dashes, so that nobody has to tell colours apart."""

STYLE = """
body{font:16px/1.5 Georgia,serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#2b2620;background:#faf6ec}
h1,h2,h3{font-weight:normal} .wide{overflow-x:auto} table{border-collapse:collapse}
td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #d8cfb8}
td:first-child,th:first-child{text-align:left}
figure{margin:0 0 1.5rem;background:#fffdf6;color:#2b2620;border:1px solid #d8cfb8}
figure>svg{display:block;width:100%;height:auto}
path{vector-effect:non-scaling-stroke} text{font:12px sans-serif;fill:#2b2620}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0;padding:.4rem .8rem}
.legend{list-style:none;font:1rem/1.4 sans-serif}
.legend svg{width:2.5rem;height:.8rem}
@media(max-width:45rem){text{font-size:16px}} @media(max-width:32rem){text{font-size:24px}}
@media(prefers-color-scheme:dark){body{background:#1f1c17;color:#e9e0cc} figure{background:#f3ead6}}
"""


def review_page(review: GameReview) -> str:
    """The page of a review, in the current language."""
    seats, known = review.table.seats, review.told
    wins = [(called(seat), [review.chance(seat, at) for at in review.moments]) for seat in seats]
    bits = [(called(one.seat), [abs(one.knowledge.at(at).bits) for at in review.moments]) for one in known]
    heading = escape(_say("title", edition=title(review.table.edition)))
    main, points, board = decided(review), turning_points(review), review.table.edition.board
    parts = [
        f"<h1>{heading}</h1><p>{escape(str(ending(review)))}</p>",
        "" if main is None else f"<p><strong>{escape(headline(review, main.by_rooms(board)))}</strong></p>",
        f"<h2>{_say('winning')}</h2>",
        _graph(_say("winning"), wins, 1.0, percent=True),
        f"<h2>{_say('bits')}</h2>",
        _graph(_say("bits"), bits, max((max(line) for _, line in bits), default=1)),
        f"<p>{escape(_say('chances'))}</p>",
        f'<div class="wide" role="region" tabindex="0" aria-label="{heading}">{_table(known)}</div>',
        f"<p>{escape(_say('points'))}</p>",
        f"<h2>{_say('turning points')}</h2><ul>",
        *(f"<li>{escape(point.by_rooms(board).text())}</li>" for point in points),
        f"</ul><h2>{_say('decisions')}</h2>",
        *(part for one in known for part in _decisions(review, one, points)),
        f"<p>{_say('explained')}</p>",
    ]
    return (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{heading}</title>'
        f"<style>{STYLE}</style><body><main>{''.join(parts)}</main></body></html>\n"
    )


def _say(key: str, **arguments: Argument) -> str:
    return str(scorecard(key, **arguments))


def _graph(title: str, lines: Sequence[tuple[str, Sequence[float]]], most: float, *, percent: bool = False) -> str:
    """Lines over the game, and below them whose they are; `title` is for those who can't see it."""
    parts, legend = list[str](), list[str]()
    for part in (0, 0.25, 0.5, 0.75, 1):
        y = HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE)
        label = percent_text(part) if percent else number_text(part * most, 1)
        parts.append(f'<path d="M{LABELS} {y:.1f}H{WIDTH - EDGE}" stroke="#d8cfb8"/>')
        parts.append(f'<text x="{LABELS - 6}" y="{y:.1f}" dy=".35em" text-anchor="end">{label}</text>')
    for number, (name, values) in enumerate(lines):
        across = (WIDTH - LABELS - EDGE) / max(1, len(values) - 1)
        points = [
            f"{LABELS + at * across:.1f} {HEIGHT - EDGE - value / (most or 1) * (HEIGHT - 2 * EDGE):.1f}"
            for at, value in enumerate(values)
        ]
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number // 2 % len(DASHES)]
        stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        parts.append(f'<path d="M{"L".join(points)}" {stroke}/>')
        sample = f'<svg viewBox="0 0 40 12" aria-hidden="true"><path d="M0 6H40" {stroke}/></svg>'
        legend.append(f"<li>{sample} {escape(name)}</li>")
    drawn = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    return f'<figure>{drawn}<ul class="legend">{"".join(legend)}</ul></figure>'


def _table(seats: Sequence[SeatReview]) -> str:
    head = "".join(f"<th>{_say(title)}</th>" for title in ("seat", *TABLE))
    rows: list[str] = []
    for one in seats:
        cells = (escape(f"{called(one.seat)} ({one.seat.name})"), *table_row(one))
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _decisions(review: GameReview, one: SeatReview, points: Sequence[TurningPoint]) -> Iterator[str]:
    yield f"<h3>{escape(called(one.seat))}</h3><p>{escape(' '.join(map(said, summary(review, one))))}</p><ul>"
    for decision in one.decisions:
        if (label := decision.label(len(review.table.seats))) is not None:
            above = any(point.decision is decision for point in points)
            yield f"<li>{escape(str(said_cost(review, decision, label, above=above)))}</li>"
    yield "</ul>"
    if one.provable_turn is not None:
        proofs = one.knowledge.proofs(reader=review.reader)
        lines = "".join(f"<p>{escape(line)}</p>" for title, proof in proofs for line in (title, *proof))
        summed = escape(_say("proof of", seat=str(one.seat), turn=one.provable_turn))
        yield f"<details><summary>{summed}</summary>{lines}</details>"
