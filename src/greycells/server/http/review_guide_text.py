"""The text that explains every number in a review, in the reader's language."""

from __future__ import annotations

from greycells.rules.sentences import Sentence
from greycells.server.http.about_text import About

FIGURES = ("chances", "bits", "question", "loss", "accuracy", "luck", "proof", "limits")
"""What is explained, in order, by the keys of the catalogue."""


def review_guide_text() -> About:
    """Every number in a review: what it means, and what it can't say."""
    return About(
        title=str(Sentence("guide.title")),
        lead=str(Sentence("guide.lead")),
        sections=tuple(
            (str(Sentence(f"guide.{figure}")), (str(Sentence(f"guide.{figure} text")),)) for figure in FIGURES
        ),
    )
