"""Completes a seat's copy: full games that fit everything that the seat saw, drawn with equal probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from greycells.analysis.conclusions.telling_sightings import conclusive
from greycells.analysis.review.reviewed_game import case_file_of
from greycells.analysis.review.seat_knowledge import Contradictory
from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import CASE_FILE, Has, Origin, Source
from greycells.deduction.worlds import Deal, Worlds
from greycells.rules.cards import CardSet, Theory
from greycells.rules.events import Dealt, Event, Opened, Sealed, Shown, Snooped, Suggested, TurnEnded
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting

COMPLETIONS = 4
"""Over how many whole games the review of a copy takes its means."""


def completions(
    table: GameTable, seat: Seat, events: Sequence[Event], *, number: int = COMPLETIONS
) -> list[tuple[Event, ...]]:
    """This many full games: hands, and the cards that others showed each other, at random among those that fit.

    The same copy always gives the same games. Raises `Contradictory` if no deal fits, and TooHard.
    """
    case_file = case_file_of(events)
    sightings = [Sighting(at, event) for at, event in enumerate(events)]
    seen = evidence_from(table.edition.deck, table.seats, sightings=list(conclusive(table, sightings)), viewer=seat)
    known = [Has(CASE_FILE, card, Source(Origin.FINISHED)) for card in case_file]
    worlds = Worlds(seen.and_also(*known))
    if not worlds:
        raise Contradictory(seat, sum(isinstance(event, TurnEnded) for event in events) + 1)
    rng = Random(len(events))
    return [tuple(_told(events, deal, case_file, rng)) for deal in islice(worlds.deals(rng), number)]


def _told(events: Sequence[Event], deal: Deal, case_file: Theory, rng: Random) -> Iterator[Event]:
    """The events with everything filled in that the seat couldn't see."""
    named = 0
    for event in events:
        match event:
            case Suggested(_, theory):
                named = theory.mask
                yield event
            case Sealed():
                yield Sealed(case_file)
            case Dealt(dealer, sizes, _):
                yield Dealt(dealer, sizes, deal.hands)
            case Shown(who, to, None):
                hand = deal.hands[who.index]
                yield Shown(who, to, rng.choice(tuple(CardSet(hand.deck, hand.mask & named))))
            case Snooped(who, owner, None):
                yield Snooped(who, owner, rng.choice(tuple(deal.hands[owner.index])))
            case Opened(who, None, right):
                yield Opened(who, case_file, right)
            case _:
                yield event
