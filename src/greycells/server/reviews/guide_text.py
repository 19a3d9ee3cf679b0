"""The text that explains every number in a review, in the reader's language: plain words, the formula, the limits."""

from __future__ import annotations

from greycells.analysis.review.accuracy import LEAST_WEIGHT, MOST_WEIGHT, NEIGHBOURS, THRESHOLDS
from greycells.analysis.review.completions import COMPLETIONS
from greycells.analysis.review.decisions import EVEN
from greycells.analysis.review.questions import MOST_EXACT, MOST_EXACT_EVERYBODY
from greycells.language.sentences import Argument, Sentence, number_text
from greycells.protocol.review_messages import GuideFigure, ReviewGuide

FIGURES = ("chances", "bits", "proof", "question", "choices", "loss", "accuracy", "luck", "balance")
"""What is explained, in order, by the keys of the catalogue."""

POINTED = ("choices",)
"""Which of them have a list of points after the plain words."""


def review_guide_text() -> ReviewGuide:
    """Every number in a review: what it means, how it is calculated, and what it can't say."""
    return ReviewGuide(
        title=_say("title"),
        lead=_say("lead"),
        contents=_say("contents"),
        formula=_say("formula"),
        limits=_say("limits"),
        figures=tuple(
            GuideFigure(
                key=key,
                title=_say(key),
                text=_say(f"{key} text"),
                points=_lines(f"{key} points") if key in POINTED else (),
                formula=_lines(f"{key} formula"),
                limits=_lines(f"{key} limits"),
            )
            for key in FIGURES
        ),
    )


def _say(key: str) -> str:
    return str(Sentence(f"guide.{key}", **_constants()))


def _lines(key: str) -> tuple[str, ...]:
    return tuple(_say(key).strip().splitlines())


def _constants() -> dict[str, Argument]:
    """The numbers in the text, from the code that uses them."""
    labels = {label.value: number_text(least, 2) for label, least in THRESHOLDS}
    return {
        "games": COMPLETIONS,
        "most": MOST_EXACT,
        "everybody": MOST_EXACT_EVERYBODY,
        "even": round(100 * EVEN),
        "neighbours": NEIGHBOURS,
        "least": number_text(LEAST_WEIGHT, 1),
        "greatest": number_text(MOST_WEIGHT),
        **labels,
    }
