"""From sightings to facts: what each sighting says directly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from greycells.deduction.facts import (
    CASE_FILE,
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
from greycells.rules.cards import CardSet, Deck, Theory
from greycells.rules.events import (
    Accused,
    Began,
    CouldNotShow,
    Dealt,
    FalseWitness,
    Finished,
    LaidOpen,
    Opened,
    Shown,
    Snooped,
    Suggested,
    TurnEnded,
)
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, View


def facts_from(view: View) -> Evidence:
    """All facts that follow directly from what a seat, or a spectator, has seen so far."""
    return evidence_from(view.scene.edition.deck, view.scene.seats, sightings=view.sightings, viewer=view.seat)


def evidence_from(
    deck: Deck, seats: tuple[Seat, ...], *, sightings: Sequence[Sighting], viewer: Seat | None
) -> Evidence:
    """The same from sightings.

    False answers that were found out are omitted (SHOW-9), and so are the seat's own answers.
    """
    false = {
        (event.seat.index, event.turn, event.theory.mask) for _, event in sightings if isinstance(event, FalseWitness)
    }
    facts = [
        fact
        for fact in _facts(deck, seats, sightings, viewer)
        if not false
        or not isinstance(fact, HasNone)
        or not isinstance(fact.holder, Seat)
        or (fact.holder.index, fact.source.turn, fact.cards.mask) not in false
    ]
    return Evidence(deck, seats, tuple(facts))


def _facts(deck: Deck, seats: Sequence[Seat], sightings: Sequence[Sighting], viewer: Seat | None) -> Iterator[Fact]:
    turn = 0
    named = deck.nothing
    accused: Theory | None = None
    for number, event in sightings:
        match event:
            case Began():
                turn = 1
            case TurnEnded():
                turn += 1
            case Suggested(_, theory):
                named = CardSet(deck, theory.mask)
            case CouldNotShow(seat) if seat != viewer:
                yield HasNone(seat, named, Source(Origin.COULD_NOT, turn, number))
            case Shown(seat, _, None):
                yield HasOneOf(seat, named, Source(Origin.SHOWED_ONE, turn, number))
            case Shown(seat, _, card) if card is not None and seat != viewer:
                yield Has(seat, card, Source(Origin.SHOWN, turn, number))
            case Snooped(_, owner, card) if card is not None and owner != viewer:
                yield Has(owner, card, Source(Origin.SNOOPED, turn, number))
            case Accused(_, theory):
                accused = theory
            case Opened(_, case_file, right):
                if accused is not None and not right:
                    yield NotAllOf(accused, Source(Origin.ACCUSED, turn, number))
                yield from _looked(case_file, Source(Origin.LOOKED, turn, number))
            case Dealt(_, sizes, hands):
                yield from _dealt(seats, sizes, hands, number)
            case LaidOpen(cards):
                yield OpenCards(cards, Source(Origin.LAID_OPEN, turn, number))
            case Finished(_, case_file):
                yield from _looked(case_file, Source(Origin.FINISHED, turn, number))
            case _:
                pass


def _dealt(seats: Sequence[Seat], sizes: Sequence[int], hands: Sequence[CardSet | None], number: int) -> Iterator[Fact]:
    for seat, size, hand in zip(seats, sizes, hands, strict=True):
        yield HandSize(seat, size, Source(Origin.DEALT, 0, number))
        for card in hand or ():
            yield Has(seat, card, Source(Origin.OWN_HAND, 0, number))


def _looked(case_file: Theory | None, source: Source) -> Iterator[Fact]:
    for card in case_file or ():
        yield Has(CASE_FILE, card, source)
