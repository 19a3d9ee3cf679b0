"""The about page's text: what the project is and is not, and what a server stores."""

from __future__ import annotations

from greycells.language.sentences import Sentence
from greycells.protocol.home_messages import About

ABOUT = (
    ("is", ("rules", "bots", "deal", "proof")),
    ("not", ("hasbro", "money")),
    (
        "stored",
        (
            "cookie",
            "tables",
            "puzzles",
            "cases",
            "companion",
            "links",
            "reports",
            "codes",
            "yours",
            "device",
            "nothing",
        ),
    ),
    ("code", ("licence",)),
)
"""The points of the about page under their titles, by the keys of the catalogue."""


DOCUMENTS = {
    "daily": "puzzles",
    "practice": "puzzles",
    "companion": "companion",
    "companion link": "companion",
    "share link": "links",
    "share link owner": "links",
}
"""Which point tells of each kind of document that is kept for a guest; a test compares them with the code."""
TABLES = {
    "guests": "tables",
    "guest_words": "tables",
    "tables": "tables",
    "sitting": "tables",
    "log": "tables",
    "secrets": "tables",
    "leases": "tables",
    "notebooks": "tables",
    "auto_answers": "tables",
    "uploads": "tables",
    "shared_cases": "cases",
    "case_tries": "cases",
    "reports": "reports",
    "device_codes": "codes",
    "erased": "yours",
    "bans": "nothing",
}
"""Which point tells of each table of the database that holds anything of a guest."""


def about_project() -> About:
    """What the project is and is not, and what is stored."""
    return About(
        title=str(Sentence("about.title")),
        lead=str(Sentence("about.lead")),
        sections=tuple(
            (str(Sentence(f"about.{title}")), tuple(str(Sentence(f"about.{point}")) for point in points))
            for title, points in ABOUT
        ),
    )
