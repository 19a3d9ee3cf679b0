"""Human-style reasoning: one small conclusion after the other, each with its reason.

A *literal* says that a card is in a hand, or isn't; hands are numbered as in the problem, the three places of the case
file last. A sheet draws conclusions in rounds, so that every literal gets an early and cheap reason. The rules find
what a good player finds; the rest needs case splits (see `explain`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple, TypeAlias, assert_never

from greycells.deduction.count_plan import PLACES
from greycells.deduction.facts import Evidence, Fact, HandSize, Has, HasNone, HasOneOf, NotAllOf, OpenCards, kinds_of
from greycells.deduction.python_counting import cards_of
from greycells.rules.cards import CardSet


class Literal(NamedTuple):
    """A card is in a hand, or isn't."""

    card: int
    hand: int
    here: bool


class Inference(Enum):
    """How a conclusion is drawn; the values are keys of the words files."""

    GIVEN = "given"
    SUPPOSED = "supposed"
    ELSEWHERE = "elsewhere"
    ONLY_HOLDER = "only holder"
    FULL = "full"
    LAST_CARDS = "last cards"
    ONE_LEFT = "one left"
    WRONG_THEORY = "wrong theory"
    SPOKEN_FOR = "spoken for"
    CROWDED = "crowded"
    NEEDED = "needed"
    EITHER_OR = "either or"
    OTHERWISE = "otherwise"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a literal holds, or why there is a contradiction.

    `hands` and `cards` are those that the rule is about, for the text.
    """

    rule: Inference
    premises: tuple[Literal, ...] = ()
    facts: tuple[Fact, ...] = ()
    cases: tuple[Case, ...] = ()
    hands: tuple[int, ...] = ()
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a case split: the supposition, and its sheet."""

    supposed: Literal
    sheet: DeductionSheet


Conclusion: TypeAlias = tuple[Literal | None, Reason]
"""A literal with its reason; without a literal, the reason for a contradiction."""


class DeductionSheet:
    """The conclusions so far. `parent` is the sheet from which a case was branched."""

    sizes: tuple[int, ...]
    may_ever: tuple[int, ...]
    one_of: list[tuple[int, int, HasOneOf]]
    wrong: list[NotAllOf]
    yes: list[int]
    no: list[int]
    cost: dict[Literal, int]

    def __init__(self, evidence: Evidence, *, parent: DeductionSheet | None = None) -> None:
        self.evidence = evidence
        self.parent = parent
        self.hands = len(evidence.seats) + PLACES
        self.reasons: dict[Literal, Reason] = {}
        self.impossible: Reason | None = None
        if parent is None:
            self._begin(evidence)
        else:
            self.sizes, self.may_ever = parent.sizes, parent.may_ever
            self.one_of, self.wrong = parent.one_of, parent.wrong
            self.yes, self.no, self.cost = list(parent.yes), list(parent.no), dict(parent.cost)

    def _begin(self, evidence: Evidence) -> None:
        facts, seats = evidence.facts, len(evidence.seats)
        self.sizes = (*evidence.sizes, *(1,) * PLACES)
        self.may_ever = (*((1 << len(evidence.deck)) - 1,) * seats, *kinds_of(evidence.deck))
        self.one_of = [(fact.holder.index, fact.cards.mask, fact) for fact in facts if isinstance(fact, HasOneOf)]
        self.wrong = [fact for fact in facts if isinstance(fact, NotAllOf)]
        self.yes, self.no, self.cost = [0] * self.hands, [0] * self.hands, {}
        for fact in facts:
            for literal in self._given(fact):
                self.take(literal, Reason(Inference.GIVEN, facts=(fact,)))

    def _given(self, fact: Fact) -> Iterator[Literal]:
        match fact:
            case Has(holder, card):
                yield Literal(card.index, self.evidence.place(holder, card), here=True)
            case HasNone(holder, cards):
                yield from (Literal(card.index, self.evidence.place(holder, card), here=False) for card in cards)
            case OpenCards(cards):
                yield from self._nobody_has(cards)
            case HasOneOf() | NotAllOf() | HandSize():
                pass
            case _:
                assert_never(fact)

    def _nobody_has(self, cards: CardSet) -> Iterator[Literal]:
        for card in cards:
            yield from (Literal(card.index, hand, here=False) for hand in self.holders(card.index))

    def holders(self, card: int) -> list[int]:
        """The hands that can hold this kind of card."""
        return [hand for hand in range(self.hands) if self.may_ever[hand] >> card & 1]

    def open_holders(self, card: int) -> list[int]:
        """The hands that may still hold the card."""
        return [hand for hand in self.holders(card) if not self.no[hand] >> card & 1]

    def knows(self, literal: Literal) -> bool:
        return bool((self.yes if literal.here else self.no)[literal.hand] >> literal.card & 1)

    def reason(self, literal: Literal) -> Reason:
        """The reason for a literal, on this sheet or its parents."""
        if literal in self.reasons or self.parent is None:
            return self.reasons[literal]
        return self.parent.reason(literal)

    def suppose(self, literal: Literal) -> DeductionSheet:
        """A branched sheet with this supposition."""
        branch = DeductionSheet(self.evidence, parent=self)
        branch.take(literal, Reason(Inference.SUPPOSED))
        return branch

    def conclude(self, goal: Literal | None = None) -> bool:
        """Draw conclusions until the goal or a contradiction is reached; False if neither is."""
        while self.impossible is None and not (goal is not None and self.knows(goal)):
            best = self._cheapest(self._conclusions()) or self._cheapest(self._about_groups())
            if not best:
                return False
            if None in best:
                self.impossible = best[None][1]
                return True
            for literal, (_, reason) in best.items():
                if literal is not None:
                    self.take(literal, reason)
        return True

    def _cheapest(self, conclusions: Iterable[Conclusion]) -> dict[Literal | None, tuple[int, Reason]]:
        best: dict[Literal | None, tuple[int, Reason]] = {}
        for literal, reason in conclusions:
            cost = self._price(reason)
            if literal not in best or cost < best[literal][0]:
                best[literal] = cost, reason
        return best

    def take(self, literal: Literal, reason: Reason) -> None:
        """Record a literal with its reason, unless it is known already."""
        if self.knows(literal):
            return
        (self.yes if literal.here else self.no)[literal.hand] |= 1 << literal.card
        self.reasons[literal] = reason
        self.cost[literal] = self._price(reason)

    def _price(self, reason: Reason) -> int:
        """The approximate length of an explanation: turns count most."""
        price = 1 + 4 * sum(1 for fact in reason.facts if fact.source.turn) + len(reason.facts) + 4 * len(reason.cases)
        return price + sum(self.cost[premise] for premise in reason.premises)

    def price_of(self, goal: Literal | None) -> int:
        """The approximate length of the proof of the goal, or of the contradiction."""
        if self.impossible is not None:
            return self._price(self.impossible)
        return self.cost[goal] if goal is not None else 0

    def _conclusions(self) -> Iterator[Conclusion]:
        yield from self._about_cards()
        for hand in range(self.hands):
            yield from self._about_hand(hand)
        yield from self._about_answers()
        yield from self._about_theories()

    def _are(self, cards: int, hand: int) -> tuple[Literal, ...]:
        return tuple(Literal(card, hand, here=True) for card in cards_of(cards))

    def _are_not(self, cards: int, hand: int) -> tuple[Literal, ...]:
        return tuple(Literal(card, hand, here=False) for card in cards_of(cards))

    def _about_cards(self) -> Iterator[Conclusion]:
        """A card is in exactly one place."""
        for card in range(len(self.evidence.deck)):
            holders = self.holders(card)
            having = [hand for hand in holders if self.yes[hand] >> card & 1]
            may = [hand for hand in holders if not self.no[hand] >> card & 1]
            for hand in having:
                for other in may:
                    if other != hand:
                        yield (
                            Literal(card, other, here=False),
                            Reason(Inference.ELSEWHERE, (Literal(card, hand, here=True),)),
                        )
                if self.no[hand] >> card & 1:
                    both = Literal(card, hand, here=True), Literal(card, hand, here=False)
                    yield None, Reason(Inference.ELSEWHERE, both)
            if len(may) <= 1 and not having and not self._is_open(card):
                others = tuple(Literal(card, hand, here=False) for hand in holders if hand not in may)
                reason = Reason(Inference.ONLY_HOLDER, others, cards=1 << card)
                yield (Literal(card, may[0], here=True) if may else None), reason

    def _is_open(self, card: int) -> bool:
        return any(isinstance(fact, OpenCards) and fact.cards.mask >> card & 1 for fact in self.evidence.facts)

    def _about_hand(self, hand: int) -> Iterator[Conclusion]:
        """A hand holds as many cards as it was dealt."""
        yes, size = self.yes[hand], self.sizes[hand]
        may = self.may_ever[hand] & ~self.no[hand]
        if yes.bit_count() >= size:
            full = Reason(Inference.FULL, self._are(yes, hand), hands=(hand,), cards=yes)
            if yes.bit_count() > size:
                yield None, full
            for literal in self._are_not(may & ~yes, hand):
                yield literal, full
        if may.bit_count() < size or (may.bit_count() == size and may != yes):
            ruled_out = self._are_not(self.may_ever[hand] & ~may, hand)
            last = Reason(Inference.LAST_CARDS, ruled_out, hands=(hand,), cards=may)
            if may.bit_count() < size:
                yield None, last
            for literal in self._are(may & ~yes, hand):
                yield literal, last

    def _about_answers(self) -> Iterator[Conclusion]:
        """A seat that showed a card has one of those named."""
        for hand, cards, fact in self.one_of:
            if cards & self.yes[hand]:
                continue
            left = cards & ~self.no[hand]
            if left & (left - 1) == 0:
                reason = Reason(Inference.ONE_LEFT, self._are_not(cards & ~left, hand), (fact,), hands=(hand,))
                yield (self._are(left, hand)[0] if left else None), reason
        for hand in range(self.hands - PLACES):
            yield from self._about_last_cards(hand)

    def _about_last_cards(self, hand: int) -> Iterator[Conclusion]:
        """A hand whose remaining cards are all determined by answers holds nothing else."""
        answers = [(cards & ~self.no[hand], cards, fact) for owner, cards, fact in self.one_of if owner == hand]
        answers = [answer for answer in answers if not answer[1] & self.yes[hand]]
        left = self.sizes[hand] - self.yes[hand].bit_count()
        for first in range(len(answers)):
            chosen, used = [answers[first]], answers[first][0]
            for answer in answers[first + 1 :] + answers[:first]:
                if not answer[0] & used:
                    chosen.append(answer)
                    used |= answer[0]
            if len(chosen) < left:
                continue
            narrowed = [literal for may, named, _ in chosen for literal in self._are_not(named & ~may, hand)]
            premises = (*self._are(self.yes[hand], hand), *narrowed)
            facts = tuple(fact for _, _, fact in chosen)
            reason = Reason(Inference.SPOKEN_FOR, premises, facts, hands=(hand,), cards=used)
            if len(chosen) > left:
                yield None, reason
            else:
                others = self.may_ever[hand] & ~self.no[hand] & ~self.yes[hand] & ~used
                for literal in self._are_not(others, hand):
                    yield literal, reason

    def _about_theories(self) -> Iterator[Conclusion]:
        """Of a wrong theory, not all three cards are in the case file."""
        seats = self.hands - PLACES
        for fact in self.wrong:
            cards = [(card.index, seats + kind) for kind, card in enumerate(fact.theory)]
            sealed = [(card, place) for card, place in cards if self.yes[place] >> card & 1]
            if len(sealed) < PLACES - 1 or any(self.no[place] >> card & 1 for card, place in cards):
                continue
            premises = tuple(Literal(card, place, here=True) for card, place in sealed)
            third = next(
                (Literal(card, place, here=False) for card, place in cards if (card, place) not in sealed), None
            )
            yield third, Reason(Inference.WRONG_THEORY, premises, (fact,))

    def _about_groups(self) -> Iterator[Conclusion]:
        """Two or three hands together: cards that only they may hold fill them, or they need all that they may hold."""
        left = [self.sizes[hand] - self.yes[hand].bit_count() for hand in range(self.hands)]
        unknown = [hand for hand in range(self.hands) if left[hand] > 0]
        may = [self.may_ever[hand] & ~self.no[hand] & ~self.yes[hand] for hand in range(self.hands)]
        for group in (*combinations(unknown, 2), *combinations(unknown, 3)):
            inside = outside = 0
            for hand in range(self.hands):
                if hand in group:
                    inside |= may[hand]
                else:
                    outside |= may[hand] | self.yes[hand]
            room = sum(left[hand] for hand in group)
            yield from self._crowded(group, inside & ~outside, room, may)
            yield from self._needed(group, inside, room)

    def _crowded(self, group: tuple[int, ...], confined: int, room: int, may: list[int]) -> Iterator[Conclusion]:
        if confined.bit_count() < room:
            return
        others = [hand for hand in range(self.hands) if hand not in group]
        premises = [literal for hand in group for literal in self._are(self.yes[hand], hand)]
        premises += [literal for hand in others for literal in self._are_not(confined & self.may_ever[hand], hand)]
        reason = Reason(Inference.CROWDED, tuple(premises), hands=group, cards=confined)
        if confined.bit_count() > room:
            yield None, reason
            return
        for hand in group:
            for literal in self._are_not(may[hand] & ~confined, hand):
                yield literal, reason

    def _needed(self, group: tuple[int, ...], inside: int, room: int) -> Iterator[Conclusion]:
        if inside.bit_count() > room:
            return
        premises: list[Literal] = []
        for hand in group:
            premises += self._are(self.yes[hand], hand)
            premises += self._are_not(self.may_ever[hand] & ~inside & ~self.yes[hand], hand)
        reason = Reason(Inference.NEEDED, tuple(premises), hands=group, cards=inside)
        if inside.bit_count() < room:
            yield None, reason
            return
        for hand in range(self.hands):
            if hand not in group:
                for literal in self._are_not(inside & self.may_ever[hand] & ~self.no[hand] & ~self.yes[hand], hand):
                    yield literal, reason
