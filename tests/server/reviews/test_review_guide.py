"""The page that explains a review: every number with its formula and its limits, in both languages, as in the code."""

from __future__ import annotations

import re
from math import exp

import pytest

from greycells.analysis.review.accuracy import THRESHOLDS, decision_accuracy
from greycells.analysis.review.text import scorecard
from greycells.language.sentences import using_language
from greycells.protocol.review_messages import GuideFigure, ReviewGuide
from greycells.server.reviews.guide_text import review_guide_text

NUMBER = r"\d+(?:\.\d+)?"


def guide(tag: str) -> ReviewGuide:
    with using_language(tag):
        return review_guide_text()


def figure(tag: str, key: str) -> GuideFigure:
    return next(one for one in guide(tag).figures if one.key == key)


def numbers(lines: tuple[str, ...]) -> list[float]:
    return [float(found) for found in re.findall(NUMBER, " ".join(lines).replace(",", "."))]


def test_every_number_has_plain_words_a_formula_and_limits_in_both_languages() -> None:
    english, german = guide("en"), guide("de")
    assert [one.key for one in english.figures] == [one.key for one in german.figures]
    for one, other in zip(english.figures, german.figures, strict=True):
        for told in (one, other):
            assert told.text.endswith(".")
            assert told.formula
            assert told.limits
            assert "{" not in " ".join((told.title, told.text, *told.points, *told.formula, *told.limits))
        assert one.title != other.title
        assert [len(part) for part in (one.points, one.formula, one.limits)] == [
            len(part) for part in (other.points, other.formula, other.limits)
        ]


@pytest.mark.parametrize("tag", ["en", "de"])
def test_every_column_of_a_printed_review_is_explained(tag: str) -> None:
    with using_language(tag):
        told = " ".join(" ".join((one.title, one.text, *one.formula)) for one in review_guide_text().figures).lower()
        for column in ("accuracy", "proof", "luck", "cards", "dice", "answers", "skill", "winning", "bits"):
            assert str(scorecard(column)).lower() in told, column


@pytest.mark.parametrize("tag", ["en", "de"])
@pytest.mark.parametrize("loss", [0.0, 0.02, 0.1])
def test_the_formulas_give_what_the_code_gives(tag: str, loss: float) -> None:
    x, choice, *_ = figure(tag, "accuracy").formula
    hundred, half = numbers((x,))
    first, factor, last, _, most = numbers((choice,))
    seats = 4
    points = hundred * loss * seats / half
    assert min(most, first * exp(-factor * points) - last) == pytest.approx(decision_accuracy(loss, seats), abs=0.05)
    assert sorted(numbers(figure(tag, "loss").formula)) == sorted(least for _, least in THRESHOLDS)
