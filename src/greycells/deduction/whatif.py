"""What if: the answers that a suggestion may get, how likely each is, and what one would learn about the case file.

Exact for one suggestion, and the facts stay as they are. A seat that holds several of the named cards is taken to show
any of them alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from greycells.deduction import engine
from greycells.deduction.beliefs import uncertainty
from greycells.deduction.facts import Evidence, Fact, Has, HasNone, HasOneOf, Origin, Source
from greycells.deduction.problem import Table
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.edition import Answering
from greycells.rules.seats import Seat

SHARES = (0, 6, 3, 2)
"""Six times the chance that a given card is shown by who holds none, one, two, three of those named."""

WHOLE = 6
SUPPOSED = Source(Origin.SUPPOSED)


class Answer(NamedTuple):
    """What one asked seat may do: show something, or not; the card is known to the one who would see it."""

    seat: Seat
    shows: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to be answered, its probability, and how uncertain the case file is then, in bits."""

    answers: tuple[Answer, ...]
    probability: Fraction
    uncertainty: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a suggestion promises: its outcomes, and how much they tell about the case file on average (bits)."""

    theory: Theory
    outcomes: tuple[Outcome, ...]
    information: float


def what_if(
    evidence: Evidence,
    theory: Theory,
    *,
    by: Seat,
    viewer: Seat | None = None,
    answering: Answering = Answering.UNTIL_SHOWN,
) -> Prospect:
    """The prospect of this suggestion for a viewer, who is the suggester unless said otherwise.

    Only the suggester sees the cards that are shown; a viewer knows its own answer.
    """
    now = Worlds(evidence)
    asked = (*evidence.seats[by.index + 1 :], *evidence.seats[: by.index])
    question = _Question(now, theory, asked, by, viewer if viewer is not None else by, answering)
    outcomes = tuple(question.outcomes())
    left = sum(float(outcome.probability) * outcome.uncertainty for outcome in outcomes)
    return Prospect(theory, outcomes, uncertainty(list(now.count.case_files.values())) - left if outcomes else 0.0)


class _Question(NamedTuple):
    """A suggestion about to be answered."""

    now: Worlds
    theory: Theory
    asked: tuple[Seat, ...]
    suggester: Seat
    viewer: Seat
    answering: Answering

    def outcomes(self) -> Iterator[Outcome]:
        for answers in self._answers(self.asked, self.theory.mask):
            outcome = self._weighed(answers)
            if outcome is not None:
                yield outcome

    def _answers(self, asked: tuple[Seat, ...], left: int) -> Iterator[tuple[Answer, ...]]:
        """Every way to answer, as far as single cards allow it; `left` are the named cards not shown so far."""
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

    def _weighed(self, answers: tuple[Answer, ...]) -> Outcome | None:
        evidence = self.now.evidence
        problem = evidence.and_also(*(self._fact(answer) for answer in answers)).problem()
        seen = [answer.seat for answer in answers if answer.card is not None]
        tables = tuple(Table(seat.index, self.theory.mask, SHARES) for seat in seen)
        count = engine.count(problem._replace(tables=tables))
        if not count.total:
            return None
        probability = Fraction(count.total, self.now.total * WHOLE ** len(seen))
        return Outcome(answers, probability, uncertainty(list(count.case_files.values())))

    def _fact(self, answer: Answer) -> Fact:
        named = CardSet(self.now.evidence.deck, self.theory.mask)
        if answer.card is not None:
            return Has(answer.seat, answer.card, SUPPOSED)
        return (HasOneOf if answer.shows else HasNone)(answer.seat, named, SUPPOSED)
