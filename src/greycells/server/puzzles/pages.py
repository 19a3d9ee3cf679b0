"""The screens of puzzles: the daily case, and practice."""

from __future__ import annotations

from greycells.server.web.endpoints import HTML, Endpoint
from greycells.server.web.screens import screen, screens

DAILY = ("puzzles/daily.js", "board/edition_art.js")
"""With the art of the cards, so that everything is there when the page is opened without a connection."""

PAGES: tuple[Endpoint, ...] = (
    *screens(("/practice", "puzzles/practice.js", "Puzzles for practice")),
    Endpoint("GET", "/daily", screen(*DAILY), "The daily case", reply=HTML, fixed="by route"),
    Endpoint("GET", "/daily/{day}", screen(*DAILY), "An earlier daily case", reply=HTML, fixed="by route"),
)
