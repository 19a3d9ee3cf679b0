"""What follows from a seat's sightings, by brute force: every deal of a small deck, struck out as soon as it cannot be.

Nothing of `greycells.deduction` is used, so that an error there is not made twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product

from greycells.rules.cards import Deck, Theory
from greycells.rules.events import Accused, CouldNotShow, Dealt, Event, Finished, Opened, Shown, Suggested
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting

Deal = dict[str, str]
"""Which holder has each card, all of them by their words."""

CASE = "CaseFile"


@cache
def every_deal(deck: Deck, sizes: tuple[tuple[str, int], ...]) -> list[Deal]:
    """Every way to fill the case file and the hands of these holders and sizes."""
    return list(_deals(deck, sizes))


def _deals(deck: Deck, sizes: Sequence[tuple[str, int]]) -> Iterator[Deal]:
    words = [card.word for card in deck]
    for theory in product(deck.suspects, deck.weapons, deck.rooms):
        hidden = [card.word for card in theory]
        rest = [word for word in words if word not in hidden]
        yield from ({**dict.fromkeys(hidden, CASE), **hands} for hands in _hands(rest, sizes))


def _hands(words: Sequence[str], sizes: Sequence[tuple[str, int]]) -> Iterator[Deal]:
    if not sizes:
        yield {}
        return
    (holder, size), *others = sizes
    for hand in combinations(words, size):
        rest = [word for word in words if word not in hand]
        yield from ({**dict.fromkeys(hand, holder), **hands} for hands in _hands(rest, others))


def still_possible(
    deck: Deck, seats: Sequence[Seat], sightings: Iterable[Sighting]
) -> Iterator[tuple[Event, list[Deal]]]:
    """Each event from the deal on, with the deals that are possible after it."""
    deals: list[Deal] = []
    theory: Theory | None = None
    for _, event in sightings:
        match event:
            case Dealt(_, sizes, hands):
                deals = every_deal(deck, tuple(zip(map(str, seats), sizes, strict=True)))
                for seat, hand in zip(seats, hands, strict=True):
                    for card in hand or ():
                        deals = [deal for deal in deals if deal[card.word] == str(seat)]
            case Suggested(_, named) | Accused(_, named):
                theory = named
            case _ if theory is not None:
                deals = [deal for deal in deals if _fits(deal, event, theory)]
            case _:
                pass
        if deals:
            yield event, deals


def _fits(deal: Deal, event: Event, theory: Theory) -> bool:
    """Whether an event could have happened as it was seen, with this theory named last."""
    match event:
        case CouldNotShow(seat):
            return all(deal[card.word] != str(seat) for card in theory)
        case Shown(seat, _, None):
            return any(deal[card.word] == str(seat) for card in theory)
        case Shown(seat, _, card) if card is not None:
            return deal[card.word] == str(seat)
        case Opened(_, None, right):
            return all(deal[card.word] == CASE for card in theory) == right
        case Opened(_, case_file, _) | Finished(_, case_file):
            return case_file is None or all(deal[card.word] == CASE for card in case_file)
        case _:
            return True


def certain(deals: Sequence[Deal], holders: Iterable[str]) -> dict[tuple[str, str], bool]:
    """For each card and holder whether the holder has it, wherever all deals agree."""
    boxes = product(deals[0], holders)
    found = {(card, holder): {deal[card] == holder for deal in deals} for card, holder in boxes}
    return {box: answers.pop() for box, answers in found.items() if len(answers) == 1}
