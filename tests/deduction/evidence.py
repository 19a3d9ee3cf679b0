"""The evidence that a described state amounts to."""

from __future__ import annotations

from collections.abc import Iterable

from tests.deduction.states import State

from greycells.deduction.facts import (
    Evidence,
    Fact,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    NotAllOf,
    OpenCards,
    Origin,
    Source,
)
from greycells.deduction.knowledge_files import numbered_deck, numbered_seats
from greycells.rules.cards import CardSet


def evidence_of(state: State) -> Evidence:
    """The facts of a state, each in a turn of its own."""
    deck, seats = numbered_deck(*state.cats), numbered_seats(len(state.hand_sizes))
    turns = iter(range(1, 10_000))

    def cards(numbers: Iterable[int]) -> CardSet:
        return deck.of(deck.cards[number] for number in numbers)

    facts: list[Fact] = [HandSize(seat, state.hand_sizes[seat.index], Source(Origin.DEALT)) for seat in seats]
    facts += [OpenCards(cards([card]), Source(Origin.LAID_OPEN)) for card in state.public]
    facts += [Has(seats[seat], deck.cards[card], Source(Origin.SHOWN, next(turns))) for seat, card in state.has]
    facts += [HasNone(seats[seat], cards(named), Source(Origin.COULD_NOT, next(turns))) for seat, named in state.none]
    facts += [HasOneOf(seats[seat], cards(named), Source(Origin.SHOWED_ONE, next(turns))) for seat, named in state.any]
    evidence = Evidence(deck, seats, tuple(facts))
    wrong = (NotAllOf(evidence.theory(*theory), Source(Origin.ACCUSED, next(turns))) for theory in state.not_env)
    return evidence.and_also(*wrong)
