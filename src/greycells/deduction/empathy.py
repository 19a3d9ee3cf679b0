"""Empathy: what another seat must know by now, from public facts and from what I know that it saw.

This is a lower bound: the other seat also knows the rest of its hand, and cards that I didn't see. It assumes that the
other player overlooks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from greycells.deduction.evidence import evidence_from, facts_from
from greycells.deduction.facts import CASE_FILE, Evidence, Fact, Has, HasNone, HasOneOf, Origin, Source
from greycells.deduction.knowledge import Knowledge
from greycells.rules.cards import CardSet, Theory
from greycells.rules.events import Opened, Shown, Snooped, Suggested
from greycells.rules.seats import Seat
from greycells.rules.views import View

KNOWN = Source(Origin.KNOWN)


def empathise(view: View, seat: Seat | int, *, mine: Knowledge | None = None) -> Knowledge:
    """What another seat must know, as far as this view can tell; `mine` is this view's own knowledge, if known."""
    seat = view.scene.table.seat(seat)
    return Knowledge.of(evidence_for(view, seat, mine if mine is not None else Knowledge.of(facts_from(view))))


def evidence_for(view: View, seat: Seat, mine: Knowledge) -> Evidence:
    """The facts that a seat certainly has: public ones, what I know it saw, and what I know of its hand."""
    deck, seats = view.scene.edition.deck, view.scene.seats
    public = evidence_from(deck, seats, sightings=view.sightings, viewer=None)
    private = (Origin.OWN_HAND, Origin.SHOWN, Origin.SNOOPED, Origin.LOOKED)
    facts = [fact for fact in public.facts if fact.source.origin not in private]
    return Evidence(deck, seats, (*facts, *_seen_by(view, seat, mine), *_hand_of(seat, mine)))


def _seen_by(view: View, seat: Seat, mine: Knowledge) -> Iterator[Fact]:
    """The cards that were shown to a seat or snooped by it, and the case file if it looked there: where I know them."""
    deck = view.scene.edition.deck
    named: Theory | None = None
    for _, event in view.sightings:
        match event:
            case Suggested(_, theory):
                named = theory
            case Shown(owner, to, None) if to == seat and named is not None:
                yield from _only_card(owner, named, mine)
            case Shown(owner, to, card) if card is not None and seat in (owner, to):
                yield Has(owner, card, KNOWN)
            case Shown(owner) if named is not None:
                yield HasOneOf(owner, CardSet(deck, named.mask), KNOWN)
            case Snooped(to, owner, card) if card is not None and seat in (owner, to):
                yield Has(owner, card, KNOWN)
            case Opened(to) if to == seat:
                for card in mine.solution or ():
                    yield Has(CASE_FILE, card, KNOWN)
            case _:
                pass


def _only_card(owner: Seat, named: Theory, mine: Knowledge) -> Iterator[Fact]:
    """The card that was shown unseen by me, if only one is possible."""
    held = [card for card in named if mine.has(card, owner) is not False]
    if len(held) == 1:
        yield Has(owner, held[0], KNOWN)


def _hand_of(seat: Seat, mine: Knowledge) -> Iterator[Fact]:
    """What I know of a hand, its owner knows too."""
    deck = mine.worlds.evidence.deck
    not_held = deck.of(card for card in deck if mine.has(card, seat) is False)
    if not_held:
        yield HasNone(seat, not_held, KNOWN)
    for card in deck:
        if mine.has(card, seat):
            yield Has(seat, card, KNOWN)
