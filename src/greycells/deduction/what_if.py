"""What if: the possible answers to a suggestion, their probabilities, and what they would say about the case file.

Exact for one suggestion. A seat with several of the named cards is assumed to show any of them with equal probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from greycells.deduction import exact_counting as engine
from greycells.deduction.facts import Evidence, theories_of
from greycells.deduction.problem import CountProblem, WeightTable
from greycells.deduction.python_counting import entropy
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card, Theory
from greycells.rules.edition import Answering
from greycells.rules.seats import Seat

SHARES = (0, 6, 3, 2)
"""Six times the probability that a given card is shown by a seat with none, one, two, three of those named."""

WHOLE = 6


class Answer(NamedTuple):
    """One seat's answer: whether it shows a card, and which one, if the viewer would see it."""

    seat: Seat
    shows: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """One sequence of answers, its probability, and the resulting entropy of the case file in bits."""

    answers: tuple[Answer, ...]
    probability: Fraction
    uncertainty: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """The outcomes of a suggestion, and their expected information about the case file in bits."""

    theory: Theory
    outcomes: tuple[AnswerOutcome, ...]
    information: float


def what_if(
    evidence: Evidence,
    theory: Theory,
    *,
    by: Seat | int,
    viewer: Seat | int | None = None,
    answering: Answering = Answering.UNTIL_SHOWN,
) -> Prospect:
    """The prospect of this suggestion for a viewer, by default the suggester.

    Only the suggester sees the cards that are shown; a viewer knows its own answer.
    """
    return what_if_all(evidence, (theory,), by=by, viewer=viewer, answering=answering)[0]


def what_if_all(
    evidence: Evidence,
    theories: Sequence[Theory],
    *,
    by: Seat | int,
    viewer: Seat | int | None = None,
    answering: Answering = Answering.UNTIL_SHOWN,
) -> list[Prospect]:
    """The prospects of many suggestions in the same position: the same as `what_if` for each, in one batch."""
    by = evidence.seats[evidence.column(by)]
    viewer = by if viewer is None else evidence.seats[evidence.column(viewer)]
    now, base = Worlds(evidence), evidence.problem()
    asked = (*evidence.seats[by.index + 1 :], *evidence.seats[: by.index])
    alike = alike_cards(base)
    every = theories_of(evidence.deck)
    standing = [every[alike[who.index], alike[how.index], alike[where.index]] for who, how, where in theories]
    questions = {theory: _Question(now, theory, asked, by, viewer, answering) for theory in standing}
    answers = {theory: list(question.possible_answers()) for theory, question in questions.items()}
    problems = [answered(base, theory, given) for theory, each in answers.items() for given in each]
    counts = iter(engine.totals_and_entropies(problems))
    before = entropy(now.count.case_files.values())
    known = {
        theory: _prospect(questions[theory], [(given, *next(counts)) for given in each], before)
        for theory, each in answers.items()
    }
    shown = {(seat, card): Answer(seat, shows=True, card=card) for seat in asked for card in evidence.deck}
    return [
        known[other] if other == theory else _renamed(known[other], theory, shown)
        for theory, other in zip(theories, standing, strict=True)
    ]


def alike_cards(problem: CountProblem) -> list[int]:
    """For every card, the first card of its kind about which the same is known: all counts are the same for both."""
    alike: list[int] = []
    first: dict[tuple[int, ...], int] = {}
    masks = (*problem.kinds, *problem.may, *(cards for _, cards in problem.one_of))
    for card in range(problem.deck):
        wrong = any(theory >> card & 1 for theory in problem.wrong)
        key = (card,) if wrong else tuple(mask >> card & 1 for mask in masks)
        alike.append(first.setdefault(key, card))
    return alike


def _prospect(question: _Question, counted: Sequence[tuple[tuple[Answer, ...], int, float]], before: float) -> Prospect:
    """The prospect, from the total and the entropy after each possible answer."""
    outcomes: list[AnswerOutcome] = []
    for answers, total, bits in counted:
        if total:
            seen = sum(1 for answer in answers if answer.card is not None)
            outcomes.append(AnswerOutcome(answers, Fraction(total, question.now.total * WHOLE**seen), bits))
    left = sum(float(outcome.probability) * outcome.uncertainty for outcome in outcomes)
    return Prospect(question.theory, tuple(outcomes), before - left if outcomes else 0.0)


def _renamed(prospect: Prospect, theory: Theory, shown: Mapping[tuple[Seat, Card], Answer]) -> Prospect:
    """The prospect of a theory whose cards are like those of another one."""
    card_for: dict[Card, Card] = dict(zip(prospect.theory, theory, strict=True))
    answer_for = {
        answer: answer if answer.card is None else shown[answer.seat, card_for[answer.card]]
        for answer in {answer for outcome in prospect.outcomes for answer in outcome.answers}
    }
    outcomes = tuple(
        AnswerOutcome(tuple([answer_for[answer] for answer in each.answers]), each.probability, each.uncertainty)
        for each in prospect.outcomes
    )
    return Prospect(theory, outcomes, prospect.information)


class _Question(NamedTuple):
    """A suggestion before its answers."""

    now: Worlds
    theory: Theory
    asked: tuple[Seat, ...]
    suggester: Seat
    viewer: Seat
    answering: Answering

    def possible_answers(self) -> Iterator[tuple[Answer, ...]]:
        return self._answers(self.asked, self.theory.mask)

    def _answers(self, asked: tuple[Seat, ...], left: int) -> Iterator[tuple[Answer, ...]]:
        """All possible answers as far as single cards allow; `left` are the named cards not shown so far."""
        if not asked:
            yield ()
            return
        seat, rest = asked[0], asked[1:]
        number = {card: self.now.number_with(card, seat) for card in self.theory}
        if max(number.values()) < self.now.total:
            for others in self._answers(rest, left):
                yield (Answer(seat, shows=False), *others)
        go_on = rest if self.answering is Answering.EVERYBODY else ()
        if self.suggester != self.viewer:
            if any(number.values()):
                for others in self._answers(go_on, left):
                    yield (Answer(seat, shows=True), *others)
            return
        for card in self.theory:
            if number[card] and left & card.bit:
                for others in self._answers(go_on, left & ~card.bit):
                    yield (Answer(seat, shows=True, card=card), *others)


def answered(base: CountProblem, theory: Theory, answers: Sequence[Answer]) -> CountProblem:
    """The position after these answers to a suggestion, with how likely they are in each deal."""
    named = theory.mask
    may = list(base.may)
    one_of = base.one_of
    tables: list[WeightTable] = []
    for seat, shows, card in answers:
        hand = seat.index
        if card is not None:
            kept = may[hand]
            may = [cards & ~card.bit for cards in may]
            may[hand] = kept
            tables.append(WeightTable(hand, named, SHARES))
        elif not shows:
            may[hand] &= ~named
        elif (hand, named) not in one_of:
            one_of = (*one_of, (hand, named))
    return base._replace(may=tuple(may), one_of=one_of, tables=tuple(tables))
